! Module ddblas: everything except reading and writing (ddblas_io). docs/fortran.md is its manual.
!   ddblas_numbers     type(dd_real), type(dd_complex), operators, abs, sqrt and the like, text
!   ddblas_elementary  exp, log, sin, ...
!   ddblas_api         every function of the C headers under its name there
!   ddblas_handles     type(ddblas_handle)
!   ddblas_routines    gemm, symv, potrf, gesv, syevd, ...: subroutines without a letter
module ddblas
    use ddblas_numbers
    use ddblas_elementary
    use ddblas_api
    use ddblas_handles
    use ddblas_routines
    implicit none
    public
end module
