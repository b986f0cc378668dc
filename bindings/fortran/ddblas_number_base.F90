! Module ddblas_number_base: the types of the numbers, and what their arithmetic does where the
! plain path of an operation ends in zero, Inf or NaN. It is a file of its own, so that compilers do
! not inline these rare cases into every operator; the functions are those of include/dd/cuddreal.h.
!
! fma is C's, unless the program compiles and links ddblas_fma.c, whose function becomes one
! instruction.
#ifdef DDBLAS_FMA_IN_C
#define DDBLAS_FMA_NAME 'ddblas_fma'
#else
#define DDBLAS_FMA_NAME 'fma'
#endif
module ddblas_number_base
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use, intrinsic :: iso_c_binding, only: c_double
#ifdef DDBLAS_IEEE_FMA
    use, intrinsic :: ieee_arithmetic, only: ieee_fma
#endif
    implicit none
    private
    public :: clean, normalize, ldexp_d, ldexp_w, add_edge, mul_edge, div_edge, root_edge, floor_d

    ! hi + lo, the layout of cuddreal.
    type, bind(C), public :: dd_real
        real(c_double) :: hi
        real(c_double) :: lo
    end type

    ! The layout of cuddcomplex.
    type, bind(C), public :: dd_complex
        type(dd_real) :: re
        type(dd_real) :: im
    end type

    real(real64), parameter, public :: largest = huge(1.0_real64)
    real(real64), parameter, public :: infinity = transfer(9218868437227405312_int64, 1.0_real64)
    real(real64), parameter, public :: nan = transfer(9221120237041090560_int64, 1.0_real64)

#ifndef DDBLAS_IEEE_FMA
    interface
        pure function fma(a, b, c) bind(C, name=DDBLAS_FMA_NAME) result(r)
            import :: c_double
            real(c_double), value :: a, b, c
            real(c_double) :: r
        end function
    end interface
#endif

contains

#ifdef DDBLAS_IEEE_FMA
    elemental function fma(a, b, c) result(r)
        real(real64), intent(in), value :: a, b, c
        real(real64) :: r
        r = ieee_fma(a, b, c)
    end function
#endif

    include 'number_small.inc'
    include 'number_parts.inc'

    ! A finite number unchanged, otherwise Inf or NaN with a low part of 0.
    elemental function clean(ah, al) result(r)
        real(real64), intent(in), value :: ah, al
        type(dd_real) :: r
        if (is_finite(ah) .and. is_finite(al)) then
            r = pair(ah, al)
        else if (is_finite(ah)) then
            r = pair(nan, 0.0_real64)
        else
            r = pair(ah, 0.0_real64)
        end if
    end function

    ! d 2^e, as C's ldexp.
    elemental function ldexp_d(d, e) result(r)
        real(real64), intent(in), value :: d
        integer, intent(in), value :: e
        real(real64) :: r
        r = scale(d, e)
    end function

    ! cuddLdexp: a 2^e.
    elemental function ldexp_w(a, e) result(r)
        type(dd_real), intent(in), value :: a
        integer, intent(in), value :: e
        type(dd_real) :: r
        real(real64) :: hi
        hi = ldexp_d(a%hi, e)
        if (.not. finite_w(a)) then
            r = clean(a%hi, a%lo)
        else if (hi == 0.0_real64 .or. .not. is_finite(hi)) then
            r = pair(hi, 0.0_real64)
        else
            r = fast_two_sum(hi, ldexp_d(a%lo, e))
        end if
    end function

    elemental function times_four(a) result(r)
        type(dd_real), intent(in), value :: a
        type(dd_real) :: r
        r%hi = 4.0_real64 * a%hi
        r%lo = 0.0_real64
        if (is_finite(r%hi)) r%lo = 4.0_real64 * a%lo
    end function

    ! cudd_add_edge: a + b where the plain path ended in a zero, Inf or NaN.
    elemental function add_edge(ah, al, bh, bl, sum_h) result(r)
        real(real64), intent(in), value :: ah, al, bh, bl, sum_h
        type(dd_real) :: r
        type(dd_real) :: a, b
        a = pair(ah, al)
        b = pair(bh, bl)
        if (nan_w(a) .or. nan_w(b)) then
            r = pair(nan, 0.0_real64)
        else if (.not. is_finite(a%hi) .or. .not. is_finite(b%hi) .or. (a%hi == 0.0_real64 .and. b%hi == 0.0_real64)) then
            r = pair(a%hi + b%hi, 0.0_real64)
        else if (sum_h == 0.0_real64) then
            r = pair(0.0_real64, 0.0_real64)
        else
            r = times_four(add_parts(0.25_real64 * a%hi, 0.25_real64 * a%lo, 0.25_real64 * b%hi, 0.25_real64 * b%lo))
        end if
    end function

    ! cudd_mul_edge: a b where the plain path ended in zero, Inf or NaN.
    elemental function mul_edge(ah, al, bh, bl) result(r)
        real(real64), intent(in), value :: ah, al, bh, bl
        type(dd_real) :: r
        type(dd_real) :: a, b, large, small
        real(real64) :: p
        a = pair(ah, al)
        b = pair(bh, bl)
        p = (a%hi * b%hi)
        if (abs(a%hi) >= abs(b%hi)) then
            large = a
            small = b
        else
            large = b
            small = a
        end if
        if (nan_w(a) .or. nan_w(b)) then
            r = pair(nan, 0.0_real64)
        else if (.not. is_finite(large%hi) .or. p == 0.0_real64 .or. .not. is_finite((0.25_real64 * large%hi) * small%hi)) then
            r = pair(p, 0.0_real64)
        else
            r = times_four(mul_parts(0.25_real64 * large%hi, 0.25_real64 * large%lo, small%hi, small%lo))
        end if
    end function

    ! cudd_div_edge: a / b where an operand is outside mid range. is_double: b is a double, bl is 0.
    elemental function div_edge(ah, al, bh, bl, is_double) result(r)
        real(real64), intent(in), value :: ah, al, bh, bl
        logical, intent(in), value :: is_double
        type(dd_real) :: r
        type(dd_real) :: a, b, fa, fb
        integer :: ea, eb
        a = pair(ah, al)
        b = pair(bh, bl)
        if (nan_w(a) .or. nan_w(b)) then
            r = pair(nan, 0.0_real64)
        else if (.not. is_finite(a%hi) .or. .not. is_finite(b%hi) .or. a%hi == 0.0_real64 .or. b%hi == 0.0_real64) then
            r = pair(a%hi / b%hi, 0.0_real64)
        else
            ea = exponent(a%hi)
            eb = exponent(b%hi)
            fa = pair(fraction(a%hi), ldexp_d(a%lo, -ea))
            fb = pair(fraction(b%hi), ldexp_d(b%lo, -eb))
            if (is_double) then
                r = ldexp_w(div_parts_d(fa, fb%hi), ea - eb)
            else
                r = ldexp_w(div_parts(fa, fb), ea - eb)
            end if
        end if
    end function

    elemental function sqrt_parts(a) result(r)
        type(dd_real), intent(in), value :: a
        type(dd_real) :: r
        real(real64) :: s
        s = sqrt(a%hi)
        r = fast_two_sum(s, (a%lo + fma(-s, s, a%hi)) / (2.0_real64 * s))
    end function

    ! cuddSqrt for an operand that is zero, negative, tiny, Inf or NaN.
    elemental function root_edge(ah, al) result(r)
        real(real64), intent(in), value :: ah, al
        type(dd_real) :: r
        type(dd_real) :: a
        a = pair(ah, al)
        if (nan_w(a) .or. a%hi < 0.0_real64) then
            r = pair(nan, 0.0_real64)
        else if (a%hi == 0.0_real64 .or. .not. is_finite(a%hi)) then
            r = pair(a%hi, 0.0_real64)
        else
            r = ldexp_w(sqrt_parts(ldexp_w(a, 600)), -300)
        end if
    end function

    elemental function floor_d(d) result(r)
        real(real64), intent(in), value :: d
        real(real64) :: r
        r = aint(d)
        if (r > d) r = r - 1.0_real64
        r = sign(r, d)
    end function

    ! cuddNormalize: the normalised pair with the sum of any two doubles.
    elemental function normalize(a, b) result(r)
        real(real64), intent(in), value :: a, b
        type(dd_real) :: r
        r = two_sum(a, b)
        if (is_finite(r%lo)) return
        if (.not. is_finite(a)) then
            r = pair(a, 0.0_real64)
            return
        end if
        if (abs(a) >= abs(b)) then
            r = fast_two_sum(a, b)
        else
            r = fast_two_sum(b, a)
        end if
        if (.not. is_finite(r%hi)) r%lo = 0.0_real64
    end function

end module
