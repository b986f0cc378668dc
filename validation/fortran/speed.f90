! The cost of Fortran's operators against C's inline functions, loop by loop: nanoseconds of an
! element, the least of 15 repetitions of both in turn, and their ratio.
program speed
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use, intrinsic :: iso_c_binding, only: c_int64_t
    use ddblas_numbers
    implicit none
    integer(int64), parameter :: n = 2000
    integer, parameter :: calls = 500, repetitions = 15
    type(dd_real) :: x(n), y(n)
    abstract interface
        subroutine loop(n, x, y) bind(C)
            import :: c_int64_t, dd_real
            integer(c_int64_t), value :: n
            type(dd_real), intent(in) :: x(*)
            type(dd_real), intent(inout) :: y(*)
        end subroutine
    end interface
    procedure(loop), bind(C) :: speed_c_add, speed_c_mul, speed_c_div, speed_c_axpy, speed_c_root, speed_c_horner
    character(6), parameter :: names(6) = ['add   ', 'mul   ', 'div   ', 'axpy  ', 'root  ', 'horner']
    real(real64) :: best(2, 6), ratio
    integer :: i, k, r

    best = huge(best)
    do i = 1, int(n)
        x(i) = dd(1) + dd(i) / (3 * n)
    end do
    do k = 1, 6
        do r = 1, repetitions
            y = x
            best(1, k) = min(best(1, k), seconds(1))
            y = x
            best(2, k) = min(best(2, k), seconds(2))
        end do
        ratio = best(2, k) / best(1, k)
        print '(a, 2(f8.2, a), f6.2)', names(k), best(1, k), ' ns in C', best(2, k), ' ns in Fortran, ratio', ratio
    end do

contains

    function seconds(language) result(t)
        integer, intent(in) :: language
        real(real64) :: t
        integer(int64) :: first, last, rate
        integer :: call_number
        call system_clock(first, rate)
        do call_number = 1, calls
            if (language == 1) then
                select case (k)
                case (1); call speed_c_add(n, x, y)
                case (2); call speed_c_mul(n, x, y)
                case (3); call speed_c_div(n, x, y)
                case (4); call speed_c_axpy(n, x, y)
                case (5); call speed_c_root(n, x, y)
                case (6); call speed_c_horner(n, x, y)
                end select
            else
                select case (k)
                case (1); call add(n, x, y)
                case (2); call mul(n, x, y)
                case (3); call div(n, x, y)
                case (4); call axpy(n, x, y)
                case (5); call root(n, x, y)
                case (6); call horner(n, x, y)
                end select
            end if
        end do
        call system_clock(last)
        t = 1d9 * real(last - first, real64) / (real(rate, real64) * calls * n)
    end function

    subroutine add(n, x, y)
        integer(int64), intent(in) :: n
        type(dd_real), intent(in) :: x(n)
        type(dd_real), intent(inout) :: y(n)
        integer(int64) :: i
        do i = 1, n
            y(i) = y(i) + x(i)
        end do
    end subroutine

    subroutine mul(n, x, y)
        integer(int64), intent(in) :: n
        type(dd_real), intent(in) :: x(n)
        type(dd_real), intent(inout) :: y(n)
        integer(int64) :: i
        do i = 1, n
            y(i) = y(i) * x(i)
        end do
    end subroutine

    subroutine div(n, x, y)
        integer(int64), intent(in) :: n
        type(dd_real), intent(in) :: x(n)
        type(dd_real), intent(inout) :: y(n)
        integer(int64) :: i
        do i = 1, n
            y(i) = y(i) / x(i)
        end do
    end subroutine

    subroutine axpy(n, x, y)
        integer(int64), intent(in) :: n
        type(dd_real), intent(in) :: x(n)
        type(dd_real), intent(inout) :: y(n)
        type(dd_real), parameter :: a = dd_real(0.5_real64, 2.0_real64**(-60))
        integer(int64) :: i
        do i = 1, n
            y(i) = y(i) + a * x(i)
        end do
    end subroutine

    subroutine root(n, x, y)
        integer(int64), intent(in) :: n
        type(dd_real), intent(in) :: x(n)
        type(dd_real), intent(inout) :: y(n)
        integer(int64) :: i
        do i = 1, n
            y(i) = sqrt(x(i) + abs(y(i)))
        end do
    end subroutine

    subroutine horner(n, x, y)
        integer(int64), intent(in) :: n
        type(dd_real), intent(in) :: x(n)
        type(dd_real), intent(inout) :: y(n)
        type(dd_real), parameter :: a = dd_real(0.5_real64, 2.0_real64**(-60))
        type(dd_real) :: s
        integer(int64) :: i
        s = y(1)
        do i = 1, n
            s = s * a + x(i)
        end do
        y(1) = s
    end subroutine
end program
