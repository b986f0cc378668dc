! Every mixed operation with integers, real and complex numbers of Fortran, both ways.
program t_fortran_mixed
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use ddblas_numbers
    use checks
    implicit none
    call mixed_i4
    call mixed_i8
    call mixed_r4
    call mixed_r8
    call mixed_c4
    call mixed_c8
    call mixed_w
    call finish('t_fortran_mixed', 99)

contains

#define X_REAL
#define NAME mixed_i4
#define X_TYPE integer(int32)
#include "mixed_case.inc"
#undef NAME
#undef X_TYPE
#define NAME mixed_i8
#define X_TYPE integer(int64)
#include "mixed_case.inc"
#undef NAME
#undef X_TYPE
#define NAME mixed_r4
#define X_TYPE real(real32)
#include "mixed_case.inc"
#undef NAME
#undef X_TYPE
#define NAME mixed_r8
#define X_TYPE real(real64)
#include "mixed_case.inc"
#undef NAME
#undef X_TYPE
#define NAME mixed_w
#define X_TYPE type(dd_real)
#include "mixed_case.inc"
#undef NAME
#undef X_TYPE
#undef X_REAL
#define NAME mixed_c4
#define X_TYPE complex(real32)
#include "mixed_case.inc"
#undef NAME
#undef X_TYPE
#define NAME mixed_c8
#define X_TYPE complex(real64)
#include "mixed_case.inc"
end program
