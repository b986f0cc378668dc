! exp, log, sin and the rest against those of real(real128), which libquadmath computes in 113 bits.
! The C functions are tested against MPFR by validation/number; here names and arguments are.
program t_fortran_elementary
    use, intrinsic :: iso_fortran_env, only: int64, real64, real128
    use ddblas_numbers
    use ddblas_elementary
    use checks
    implicit none
    real(real128), parameter :: bound = 2.0_real128**(-103)
    type(dd_real) :: a, b
    type(dd_complex) :: z
    complex(real128) :: q
    real(real128) :: x, y
    integer :: i

    do i = 1, 400
        a = dd(i) / 149 - dd('1.0301')
        b = dd(7 * i) / 1001 + dd('0.25')
        x = a
        y = b
        call near('exp', exp(a), exp(x))
        call near('exp2', exp2(a), 2.0_real128**x)
        call near('exp10', exp10(a), 10.0_real128**x)
        call near('expm1', expm1(b), exp(y) - 1)
        call near('log', log(b), log(y), abs(1 / log(y)))
        call near('log2', log2(b), log(y) / log(2.0_real128), abs(1 / log(y)))
        call near('log10', log10(b), log10(y), abs(1 / log(y)))
        call near('log1p', log1p(b), log(1 + y))
        call near('cbrt', cbrt(b)**3, y, 3.0_real128)
        call near('sin', sin(a), sin(x))
        call near('cos', cos(a), cos(x), 10.0_real128)
        call near('tan', tan(a), tan(x), 20.0_real128)
        call near('atan', atan(a), atan(x))
        call near('atan2', atan2(a, b), atan2(x, y))
        call near('atan2, second quadrant', atan2(b, -b - 1), atan2(y, -y - 1))
        call near('atan of two', atan(a, b), atan2(x, y))
        call near('hypot', hypot(a, b), hypot(x, y))
        call near('sinh', sinh(a), sinh(x))
        call near('cosh', cosh(a), cosh(x))
        call near('tanh', tanh(a), tanh(x))
        call near('asinh', asinh(a), asinh(x))
        call near('acosh', acosh(b + 1), acosh(1 + y))
        call near('atanh', atanh(a / 2), atanh(x / 2))
        call near('asin', asin(a / 2), asin(x / 2))
        call near('acos', acos(a / 2), acos(x / 2), 10.0_real128)
        call near('**', b**a, y**x, 10.0_real128)
        call near('** with a double', b**dble(a), y**real(dble(a), real128), 10.0_real128)
        call near('a double **', dble(b)**a, real(dble(b), real128)**x, 10.0_real128)
        call near('pow', pow(b, a), y**x, 10.0_real128)
        call near('pow, integer', pow(b, -5), 1 / y**5, 10.0_real128)
        call near('pow, int64', pow(b, 5_int64), y**5, 10.0_real128)
        z = cmplx(a, b)
        q = cmplx(x, y, real128)
        call near_complex('exp(u)', exp(z), exp(q))
        call near_complex('log(u)', log(z), log(q))
        call near_complex('sqrt(u)', sqrt(z), sqrt(q))
        call near_complex('sin(u)', sin(z), sin(q))
        call near_complex('cos(u)', cos(z), cos(q))
        call near_complex('tan(u)', tan(z), sin(q) / cos(q))
        call near_complex('sinh(u)', sinh(z), (exp(q) - exp(-q)) / 2)
        call near_complex('cosh(u)', cosh(z), (exp(q) + exp(-q)) / 2)
        call near_complex('tanh(u)', tanh(z), (exp(q) - exp(-q)) / (exp(q) + exp(-q)))
        call near_complex('u ** u', z**z, q**q)
        call near_complex('u ** w', z**a, q**x)
    end do
    ! Exact values and special ones.
    call check(exp(dd(0)) == 1 .and. log(dd(1)) == 0 .and. cbrt(dd(-27)) == -3 .and. &
        exp2(dd(-3)) == 0.125_real64, 'exact values')
    call check(log10(dd(1000)) == 3 .and. hypot(dd(3), dd(4)) == 5 .and. dd(2)**dd(10) == 1024, 'more exact values')
    call check(is_nan(log(dd(-1))) .and. is_nan(asin(dd(2))) .and. log(dd(0)) < -huge(a), 'special values')
    call check(all(exp([dd(0), dd(0)]) == 1), 'arrays')
    call finish('t_fortran_elementary', 16800)

contains

    ! Relative error at most bound, times more where the reference is less accurate there.
    subroutine near(name, found, wanted, more)
        character(*), intent(in) :: name
        type(dd_real), intent(in) :: found
        real(real128), intent(in) :: wanted
        real(real128), intent(in), optional :: more
        real(real128) :: limit
        limit = bound
        if (present(more)) limit = bound * max(1.0_real128, more)
        call check(abs(quad(found) - wanted) <= limit * abs(wanted), name)
    end subroutine

    subroutine near_complex(name, found, wanted)
        character(*), intent(in) :: name
        type(dd_complex), intent(in) :: found
        complex(real128), intent(in) :: wanted
        call check(abs(cmplx(quad(real(found)), quad(aimag(found)), &
            real128) - wanted) <= 200 * bound * abs(wanted), name)
    end subroutine
end program
