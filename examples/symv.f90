! A x in double-double, where double precision loses the digits: the first component, 1e16 + 1 -
! 1e16, comes out as 0 there. A is symmetric, stored as its lower triangle.
!   gfortran examples/symv.f90 $(pkg-config --cflags --libs ddblas-fortran)
program symv_example
    use ddblas
    implicit none
    type(ddblas_handle) :: handle
    type(dd_real) :: A(3, 3), x(3), y(3), big
    integer :: i

    big = 1d16
    A = 0
    A(:, 1) = [big, dd(1), -big]
    A(2, 2) = 1 / dd(3)
    A(3, 3) = big
    x = 1
    call handle%create(DDBLAS_ENGINE_CPU)
    call symv(handle, DDBLAS_FILL_MODE_LOWER, 3, dd(1), A, 3, x, 1, dd(0), y, 1)
    do i = 1, 3
        print '(a, i0, 2a)', 'y[', i - 1, '] = ', dd_string(y(i), 31)
    end do
end program
