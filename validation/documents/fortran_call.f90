! A call of docs/fortran.md by its name in C: the last two rows of A times (1, 1) into y(3:4).
program fortran_call
    use ddblas
    use ddblas_api
    use, intrinsic :: iso_fortran_env, only: int64
    implicit none
    integer(int64), parameter :: lda = 3
    type(ddblas_handle) :: handle
    type(dd_real) :: A(3, 3), x(2), y(4), one, zero
    integer :: status

    one = 1
    zero = 0
    A = 7
    A(2, 2) = 2
    A(3, 2) = 3
    A(3, 3) = 5
    x = 1
    y = 0
    call handle%create(DDBLAS_ENGINE_CPU)
@block@
    if (status /= 0) stop 1
    if (.not. (y(3) == dd(5) .and. y(4) == dd(8) .and. y(2) == dd(0))) stop 2
end program
