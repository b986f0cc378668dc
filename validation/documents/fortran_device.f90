! Lines of docs/fortran.md about a device: compiled, and run where an argument says so, because they
! need a GPU.
program fortran_device
    use ddblas
    use ddblas_api
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int64
    implicit none
    integer(int64), parameter :: n = 2
    type(ddblas_handle) :: handle
    type(dd_real), target :: A(n, n)
    type(c_ptr) :: memory, square, info
    integer :: status

    if (command_argument_count() > 0) then
        A = 1
        call handle%allocate(square, 16_int64 * n * n)
        call handle%allocate(info, 8_int64)
@block@
        if (status /= 0) stop 1
    end if
end program
