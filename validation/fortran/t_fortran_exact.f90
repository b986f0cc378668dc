! Conversions, powers, integer parts and reductions against results that are known exactly:
! integers, powers of two, real(real128), whose 113 bits hold them, and decimals.
program t_fortran_exact
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64, real128
    use ddblas_numbers
    use checks
    implicit none
    real(real128), parameter :: u_w = 2.0_real128**(-104)
    type(dd_real) :: a, b, v(4), m(2, 3), n(3, 2), mn(2, 2)
    type(dd_complex) :: z, c(2), p(2, 2)
    real(real64) :: d, zero, inf
    real(real128) :: q
    integer(int64) :: i8
    integer :: i4, stat, i
    character(:), allocatable :: text

    zero = 0
    inf = -log(zero)
    ! ---- assignments and constructors
    a = 7
    call check(a == dd_real(7, 0), 'a = 7')
    a = -9007199254740993_int64 ! 2^53 + 1
    call check(bits(a%hi) == bits(-9007199254740992.0_real64) .and. bits(a%lo) == bits(-1.0_real64), 'a = int64')
    a = 0.1_real32
    call check(a%hi == real(0.1_real32, real64) .and. bits(a%lo) == 0, 'a = real32')
    a = 0.1_real64
    call check(a%hi == 0.1_real64 .and. bits(a%lo) == 0, 'a = real64')
    a = 0.1_real128 ! high part the nearest double, low part the nearest double to the rest
    call check(a%hi == 0.1_real64 .and. a%lo == real(0.1_real128 - real(0.1_real64, real128), real64), 'a = real128')
    a = '0.1' ! 0.1 - RN(0.1) = -2^-54 (0.4): the low part is that, rounded
    call check(a%hi == 0.1_real64 .and. a%lo == -5.551115123125783e-18_real64, 'a = text')
    a = dd(' -1d-3 ')
    call check(a%hi == -0.001_real64, 'exponent d, blanks')
    v(1:2) = ['1.5', '2  ']
    call check(v(1) == 1.5_real64 .and. v(2) == 2, 'array of texts')
    v = [1, 2, 3, 4]
    call check(all(v == [1, 2, 3, 4]), 'array of integers')
    call dd_read('1.5x', a, stat)
    call check(stat /= 0 .and. a == 0, 'dd_read refuses')
    call dd_read('inf', a, stat)
    call check(stat == 0 .and. a%hi > huge(d), 'dd_read inf')
    q = 1.0_real128 + 2.0_real128**(-53) + 2.0_real128**(-105) ! 1 + half a unit and a bit: rounds up, rest negative
    a = q
    call check(a%hi == 1 + 2.0_real64**(-52) .and. a%lo == -2.0_real64**(-53) + 2.0_real64**(-105), 'real128, up')
    q = 1.0_real128 + 2.0_real128**(-52) + 2.0_real128**(-53) - 2.0_real128**(-112)
    a = q ! hi odd, and the rest rounds to half a unit: normalised to the even neighbour
    call check(a%hi == 1 + 2.0_real64**(-51) .and. a%lo == -2.0_real64**(-53), 'real128, normalised')
    a = huge(q)
    call check(a%hi > huge(d) .and. bits(a%lo) == 0, 'real128 beyond the range')
    a = -2.0_real128**(-2000)
    call check(bits(a%hi) == bits(-zero) .and. bits(a%lo) == 0, 'real128 below the range')
    ! ---- and back
    a = dd(3) / 2 + 2.0_real64**(-70)
    d = a
    call check(d == 1.5_real64 .and. dble(a) == 1.5_real64, 'real64 = a')
    q = a
    call check(q == 1.5_real128 + 2.0_real128**(-70) .and. quad(a) == q, 'real128 = a')
    i8 = dd(huge(i8))
    call check(i8 == huge(i8), 'int64 = a, largest')
    i8 = dd(-huge(i8)) - 1
    call check(i8 == -huge(i8) - 1, 'int64 = a, least')
    i8 = dd(9007199254740993_int64) + dd('0.75')
    call check(i8 == 9007199254740993_int64, 'int64 = a truncates')
    i8 = dd(4503599627370497_int64) - 2.0_real64**(-60) ! the high part is whole, the low one just below
    call check(i8 == 4503599627370496_int64, 'int64 = a truncates by the low part')
    i4 = dd('-2.9')
    call check(i4 == -2, 'int32 = a')
    ! ---- integer parts
    b = 2.0_real64**(-80)
    call check(int(dd(3) - b) == 2 .and. int(b - 3) == -2 .and. int(dd(3)) == 3, 'int')
    call check(floor(b - 3) == -3 .and. floor(dd(-3) - b) == -4 .and. floor(dd(5) / 2) == 2, 'floor')
    call check(ceiling(dd(3) + b) == 4 .and. ceiling(b - 3) == -2 .and. ceiling(dd(-2)) == -2, 'ceiling')
    call check(nint(dd(5) / 2) == 3 .and. nint(dd(-5) / 2) == -3 .and. nint(dd(5) / 2 - b) == 2 .and. &
        nint(b - dd(5) / 2) == -2, 'nint')
    call check(aint(dd(3) - b) == 2 .and. aint(b - 3) == -2, 'aint')
    call check(anint(dd(7) / 2) == 4 .and. anint(dd(7) / 2 - b) == 3 .and. anint(dd(2.0_real64**60) + 0.5_real64) == &
        dd(2.0_real64**60) + 1, 'anint')
    call check(bits(dble(aint(dd(-0.25_real64)))) == bits(-zero), 'aint keeps the sign of zero')
    ! ---- powers: exact ones, and relative errors
    call check(dd(2)**10 == 1024 .and. dd(-3)**3 == -27 .and. dd(5)**0 == 1 .and. dd(0)**0 == 1 .and. &
        dd(7)**1 == 7, 'small powers')
    call check(dd(2)**(-1074) == 2.0_real64**(-1074) .and. dd(2)**1023 == 2.0_real64**1023, &
        'powers of 2 to the ends of the range')
    a = dd(2)**1024
    call check(a%hi > huge(d) .and. bits(a%lo) == 0, '2^1024 is infinite')
    a = dd(0)**(-1)
    call check(a%hi > huge(d), '0^-1 is infinite')
    call check(dd(0)**5 == 0 .and. dd(inf)**(-2) == 0 .and. is_nan(dd(inf - inf)**2), 'powers of 0, Inf and NaN')
    call check(dd(-1)**(-huge(i8) - 1) == 1 .and. dd(-1)**huge(i8) == -1, 'the largest exponents')
    do i = 1, 200
        a = dd(1) + dd(i) / 137
        q = powered(quad(a), i)
        call check(abs(quad(a**i) - q) <= (i + 0.01_real128) * u_w * q, 'error of a power')
        call check(abs(quad(a**(-i)) - 1 / q) <= (i + 2.51_real128) * u_w / q, 'error of a negative power')
        call check(same(a**i, a**int(i, int64)), 'exponents of both kinds')
    end do
    z = dd(dd(1), dd(2))
    call check(z**2 == cmplx(dd(-3), dd(4)) .and. z**3 == cmplx(dd(-11), dd(-2)) .and. z**0 == 1, 'complex powers')
    z = dd(dd(0), dd(2))**(-1)
    call check(z == cmplx(dd(0), dd(-0.5_real64)), 'complex inverse')
    ! ---- mixed complex operations on small integers
    z = dd(dd(1), dd(2))
    call check(z + 1 == cmplx(dd(2), dd(2)) .and. 1 - z == cmplx(dd(0), dd(-2)) .and. &
        2_int64 * z == cmplx(dd(2), dd(4)), 'u and integers')
    call check(z * (3.0_real64, 4.0_real64) == (-5.0_real64, 10.0_real64) .and. (5.0_real32, &
        0.0_real32) / z == cmplx(dd(1), dd(-2)), &
        'u and complex')
    call check(dd(3) + (1.0_real64, 1.0_real64) == (4.0_real64, 1.0_real64) .and. (1.0_real64, &
        1.0_real64) * dd(3) == &
        (3.0_real64, 3.0_real64), 'w and complex')
    call check(abs(cmplx(dd(3), dd(-4))) == 5 .and. real(z) == 1 .and. aimag(z) == 2 .and. &
        conjg(z) == cmplx(dd(1), dd(-2)), 'parts')
    z = 2
    call check(z == cmplx(dd(2)) .and. z == 2 .and. z /= 3 .and. z == dd(2), 'u = integer')
    ! ---- inquiry: 1 + epsilon is another number; the model 1 - digits
    call check(digits(a) == 105 .and. precision(a) == 31 .and. radix(a) == 2 .and. range(a) == 307, 'inquiry')
    call check(epsilon(a) == dd(2)**(1 - digits(a)) .and. dd(1) + epsilon(a) > 1, 'epsilon')
    call check(huge(a) + huge(a) > huge(a) .and. tiny(a) == tiny(d), 'huge and tiny')
    ! ---- max, min, sign
    call check(max(dd(1), dd(2), dd(3)) == 3 .and. min(dd(1), dd(2), dd(3)) == 1 .and. sign(dd(2), &
        dd(-1)) == -2 .and. &
        sign(dd(-2), dd(1)) == 2, 'max, min, sign')
    call check(all(max(v, dd(2)) == [2, 2, 3, 4]), 'max of arrays')
    ! ---- reductions of integers, and one that double loses
    v = [dd(1d16), dd(1), dd(-1d16), dd(2)]
    call check(sum(v) == 3 .and. dot_product(v, [dd(1), dd(1), dd(1), dd(1)]) == 3, 'sum, dot_product')
    m = reshape([dd(1), dd(2), dd(3), dd(4), dd(5), dd(6)], [2, 3])
    n = reshape([dd(1), dd(0), dd(-1), dd(2), dd(1), dd(0)], [3, 2])
    mn = matmul(m, n)
    call check(mn(1, 1) == -4 .and. mn(2, 1) == -4 .and. mn(1, 2) == 5 .and. mn(2, 2) == 8, 'matmul')
    call check(all(matmul(m, [dd(1), dd(1), dd(1)]) == [9, 12]) .and. all(matmul([dd(1), dd(-1)], m) == [-1, &
        -1, -1]), 'matmul, vectors')
    call check(sum(m) == 21 .and. product(m(:, 1)) == 2, 'sum of a matrix, product')
    c = [cmplx(dd(1), dd(1)), cmplx(dd(0), dd(2))]
    call check(dot_product(c, c) == 6 .and. sum(c) == cmplx(dd(1), dd(3)) .and. product(c) == cmplx(dd(-2), &
        dd(2)), 'complex reductions')
    p = reshape([c(1), c(2), c(2), c(1)], [2, 2])
    z = sum(matmul(p, c))
    call check(z == sum(p(1, :) * c) + sum(p(2, :) * c), 'matmul, complex')
    ! ---- text: exact values, and a number with all its digits
    text = dd_string(dd(1) / 4)
    call check(text == '0.25', 'shortest text')
    text = dd_string(dd(1) / 3, 31, 'e')
    call check(text == '3.3333333333333333333333333333333e-01', 'text of form e')
    text = dd_string(dd(1) / 3, 5)
    call check(text == '0.33333', 'text with digits')
    text = dd_string(cmplx(dd(1), dd(-2)))
    call check(text == '(1,-2)', 'complex text')
    text = dd_string(dd(1), 2000, 'f')
    call check(len(text) == 2002 .and. text(1:4) == '1.00', 'long text')
    text = dd_string(dd(1), 5, 'q')
    call check(text == '*', 'no such form')
    do i = 1, 300
        a = dd(i) / 7 * dd(10)**(i - 150)
        call dd_read(dd_string(a), b, stat)
        call check(stat == 0 .and. same(a, b), 'text and back')
    end do
    deallocate (text) ! the main program does not, and LeakSanitizer reports it
    call finish('t_fortran_exact', 950)

contains

    ! x^n in 113 bits, error at most n 2^-112.
    pure function powered(x, n) result(r)
        real(real128), intent(in) :: x
        integer, intent(in) :: n
        real(real128) :: r
        integer :: k
        r = 1
        do k = 1, n
            r = r * x
        end do
    end function
end program
