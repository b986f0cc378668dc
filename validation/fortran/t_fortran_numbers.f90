! Every operator and elementary function gives the bits of the C function whose algorithm it has: on
! all pairs of special operands and on random ones near each other and far apart.
program t_fortran_numbers
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_double
    use ddblas_numbers
    use checks
    implicit none
    interface
        subroutine cudd_call(operation, a, b, r) bind(C)
            import :: c_int, c_double
            integer(c_int), value :: operation
            real(c_double), intent(in) :: a(*), b(*)
            real(c_double), intent(inout) :: r(*)
        end subroutine
        subroutine cudd_integer(i, r) bind(C)
            import :: c_int64_t, c_double
            integer(c_int64_t), value :: i
            real(c_double), intent(inout) :: r(*)
        end subroutine
    end interface
    integer, parameter :: random_pairs = 200000
    real(real64), parameter :: large = huge(1.0_real64), least = 2.0_real64**(-1074), root = 2.0_real64**(-900)
    type(dd_real) :: special(36)
    integer :: count, i, j, seed_size
    integer, allocatable :: seed(:)
    real(real64) :: zero, inf, nan

    zero = 0.0_real64
    inf = -log(zero)
    nan = inf - inf
    call random_seed(size=seed_size)
    allocate (seed(seed_size))
    seed = [(31 * i + 7, i=1, seed_size)]
    call random_seed(put=seed)
    deallocate (seed) ! the main program does not, and LeakSanitizer reports it

    call fill_special
    do j = 1, count
        do i = 1, count
            call compare(special(i), special(j))
            call compare_complex(dd(special(i), special(j)), dd(special(j), special(i)))
            call compare_complex(dd(special(i), special(1 + mod(i + j, count))), dd(special(j), &
                special(1 + mod(3 * i + j, count))))
        end do
    end do
    do i = 1, random_pairs
        call compare(random_number_w(mod(i, 4)), random_number_w(mod(i / 4, 4)))
        call compare_complex(dd(random_number_w(mod(i, 4)), random_number_w(mod(i / 2, 4))), &
            dd(random_number_w(mod(i / 4, 4)), random_number_w(mod(i / 8, 4))))
    end do
    call compare_integers
    call compare_constants
    call finish('t_fortran_numbers', 40 * random_pairs)

contains

    subroutine fill_special
        real(real64) :: one
        one = 1.0_real64
        special(1:30) = [dd_real(zero, zero), dd_real(-zero, zero), dd_real(zero, -zero), dd_real(-zero, -zero), &
            dd_real(one, zero), dd_real(-one, zero), dd_real(one, -zero), dd_real(3, zero), dd_real(0.5_real64, &
                zero), &
            dd_real(inf, zero), dd_real(-inf, zero), dd_real(inf, nan), dd_real(nan, zero), dd_real(nan, one), &
            dd_real(one, nan), dd_real(one, inf), dd_real(zero, -inf), dd_real(large, zero), dd_real(-large, &
                -spacing(large) / 4), &
            dd_real(large, scale(large, -54)), dd_real(tiny(one), zero), dd_real(tiny(one), least), &
                dd_real(least, zero), &
            dd_real(-least, zero), dd_real(2.0_real64**(-969), 2.0_real64**(-1022)), dd_real(2.0_real64**600, one), &
            dd_real(2.0_real64**(-600), least), dd_real(one, 2.0_real64**(-54)), dd_real(one + epsilon(one), &
                -2.0_real64**(-53)), &
            dd_real(root, root * 2.0_real64**(-60))]
        special(31:36) = [dd_real(2.0_real64**450, 2.0_real64**390), dd_real(2.0_real64**(-450), zero), &
            dd_real(2.0_real64**53, 0.5_real64), dd_real(-2.0_real64**53, 0.25_real64), dd_real(2.5_real64, zero), &
            dd_real(scale(large, -1), zero)]
        count = 36
    end subroutine

    ! kind 0: exponents from -30 to 30; 1: all exponents; 2: integers; 3: low parts far below.
    function random_number_w(kind) result(a)
        integer, intent(in) :: kind
        type(dd_real) :: a
        real(real64) :: u(4)
        integer :: e, gap
        call random_number(u)
        if (kind == 2) then
            a = dd_real(anint((u(1) - 0.5_real64) * 2000), zero)
            return
        end if
        e = int(60 * u(3)) - 30
        if (kind == 1) e = int(2090 * u(3)) - 1070
        gap = 54
        if (kind == 3) gap = 54 + int(80 * u(4))
        a%hi = scale(1 + u(1), e)
        a%lo = scale((u(2) - 0.5_real64) * 2, e - gap)
        if (u(4) < 0.5_real64) a = dd_real(-a%hi, a%lo)
        if (a%hi == zero) a%lo = zero
    end function

    function by_c(operation, a, b) result(r)
        integer, intent(in) :: operation
        type(dd_real), intent(in) :: a, b
        type(dd_real) :: r
        real(real64) :: parts(2)
        call cudd_call(int(operation, c_int), [a%hi, a%lo], [b%hi, b%lo], parts)
        r = dd_real(parts(1), parts(2))
    end function

    subroutine expect(name, operation, a, b, found)
        character(*), intent(in) :: name
        integer, intent(in) :: operation
        type(dd_real), intent(in) :: a, b, found
        type(dd_real) :: wanted
        character(300) :: text
        wanted = by_c(operation, a, b)
        if (same(found, wanted)) then
            call check(.true., name)
            return
        end if
        write (text, '(2a, 8(1x, z16.16))') name, ': a, b, Fortran, C', a%hi, a%lo, b%hi, b%lo, found%hi, found%lo, &
            wanted%hi, wanted%lo
        call check(.false., text)
    end subroutine

    subroutine expect_truth(name, operation, a, b, found)
        character(*), intent(in) :: name
        integer, intent(in) :: operation
        type(dd_real), intent(in) :: a, b
        logical, intent(in) :: found
        call expect(name, operation, a, b, dd_real(merge(1.0_real64, zero, found), zero))
    end subroutine

    subroutine compare(a, b)
        type(dd_real), intent(in) :: a, b
        real(real64) :: d
        type(dd_real) :: c
        d = b%hi
        call expect('a + b', 1, a, b, a + b)
        call expect('a - b', 2, a, b, a - b)
        call expect('a * b', 3, a, b, a * b)
        call expect('a / b', 4, a, b, a / b)
        call expect('a + d', 5, a, b, a + d)
        call expect('d + a', 5, a, b, d + a)
        call expect('a - d', 6, a, b, a - d)
        call expect('d - a', 7, a, b, d - a)
        call expect('a * d', 8, a, b, a * d)
        call expect('d * a', 8, a, b, d * a)
        call expect('a / d', 9, a, b, a / d)
        call expect('d / a', 10, a, b, d / a)
        call expect('sqrt', 11, a, b, sqrt(a))
        call expect('-a', 12, a, b, -a)
        call expect('abs', 13, a, b, abs(a))
        call expect('min', 14, a, b, min(a, b))
        call expect('max', 15, a, b, max(a, b))
        call expect('aint', 16, a, b, aint(a))
        call expect('dd(x, y)', 17, a, b, dd(a%hi, b%hi))
        c = sign(a, b)
        call check(same(c, abs(a)) .or. same(c, -abs(a)), 'sign: magnitude')
        if (b%hi == b%hi .and. c%hi == c%hi) &
            call check((sign(1.0_real64, c%hi) < 0) .eqv. (sign(1.0_real64, b%hi) < 0), 'sign: sign')
        call expect_truth('a == b', 21, a, b, a == b)
        call expect_truth('a /= b', 22, a, b, a /= b)
        call expect_truth('a < b', 23, a, b, a < b)
        call expect_truth('a <= b', 24, a, b, a <= b)
        call expect_truth('a > b', 25, a, b, a > b)
        call expect_truth('a >= b', 26, a, b, a >= b)
        call expect_truth('a == d', 31, a, b, a == d)
        call expect_truth('d == a', 31, a, b, d == a)
        call expect_truth('.not. a /= d', 31, a, b, .not. a /= d)
        call expect_truth('.not. d /= a', 31, a, b, .not. d /= a)
        call expect_truth('a < d', 33, a, b, a < d)
        call expect_truth('d > a', 33, a, b, d > a)
        call expect_truth('a <= d', 34, a, b, a <= d)
        call expect_truth('d >= a', 34, a, b, d >= a)
        call expect_truth('a > d', 35, a, b, a > d)
        call expect_truth('d < a', 35, a, b, d < a)
        call expect_truth('a >= d', 36, a, b, a >= d)
        call expect_truth('d <= a', 36, a, b, d <= a)
    end subroutine

    subroutine expect_complex(name, operation, a, b, found)
        character(*), intent(in) :: name
        integer, intent(in) :: operation
        type(dd_complex), intent(in) :: a, b, found
        real(real64) :: parts(4)
        character(400) :: text
        parts = 0
        call cudd_call(int(operation, c_int), [a%re%hi, a%re%lo, a%im%hi, a%im%lo], [b%re%hi, b%re%lo, b%im%hi, &
            b%im%lo], parts)
        if (same(found%re, dd_real(parts(1), parts(2))) .and. same(found%im, dd_real(parts(3), parts(4)))) then
            call check(.true., name)
            return
        end if
        write (text, '(2a, 16(1x, z16.16))') name, ': a, b, Fortran, C', a%re%hi, a%re%lo, a%im%hi, a%im%lo, &
            b%re%hi, b%re%lo, &
            b%im%hi, b%im%lo, found%re%hi, found%re%lo, found%im%hi, found%im%lo, parts
        call check(.false., text)
    end subroutine

    subroutine compare_complex(a, b)
        type(dd_complex), intent(in) :: a, b
        type(dd_complex) :: p
        complex(real64) :: z
        call expect_complex('u + u', 41, a, b, a + b)
        call expect_complex('u - u', 42, a, b, a - b)
        call expect_complex('u * u', 43, a, b, a * b)
        call expect_complex('u / u', 44, a, b, a / b)
        call expect_complex('-u', 45, a, b, -a)
        call expect_complex('conjg', 46, a, b, conjg(a))
        call expect_complex('abs(u)', 47, a, b, dd(abs(a), dd(0)))
        call expect_complex('u * w', 48, a, b, a * b%re)
        call expect_complex('w * u', 48, a, b, b%re * a)
        call expect_complex('u / w', 49, a, b, a / b%re)
        call expect_complex('u == u', 50, a, b, dd(dd(merge(1, 0, a == b)), dd(0)))
        call expect_complex('u /= u', 51, a, b, dd(dd(merge(1, 0, a /= b)), dd(0)))
        ! Mixed with Fortran's complex: that of a pair without low parts.
        z = cmplx(b%re%hi, b%im%hi, real64)
        p = dd(z)
        call check(same(p%re, dd(b%re%hi)) .and. same(p%im, dd(b%im%hi)), 'dd(complex)')
        call expect_complex('u + z', 41, a, p, a + z)
        call expect_complex('z - u', 42, p, a, z - a)
        call expect_complex('z * u', 43, p, a, z * a)
        call expect_complex('u / z', 44, a, p, a / z)
        call expect_complex('w / u', 44, dd(a%re, dd(0)), b, a%re / b)
    end subroutine

    ! Integers: default ones as doubles, those of 64 bits as pairs; single precision as doubles.
    subroutine compare_integers
        integer(int64) :: wide(9)
        integer(int32) :: narrow
        real(real32) :: single
        real(real64) :: u, parts(2)
        type(dd_real) :: a, pair
        integer :: k, l
        wide = [0_int64, 1_int64, -1_int64, huge(1_int64), -huge(1_int64) - 1_int64, 9007199254740993_int64, &
            -9007199254740993_int64, 4294967296_int64, -4294967297_int64]
        do k = 1, 2000
            a = random_number_w(mod(k, 4))
            call random_number(u)
            narrow = int((u - 0.5_real64) * 4.0e9_real64, int32)
            single = real(u * 10, real32)
            do l = 1, size(wide)
                call cudd_integer(wide(l), parts)
                pair = dd_real(parts(1), parts(2))
                call check(same(dd(wide(l)), pair), 'dd(int64)')
                call expect('a + int64', 1, a, pair, a + wide(l))
                call expect('int64 - a', 2, pair, a, wide(l) - a)
                call expect('int64 * a', 3, pair, a, wide(l) * a)
                call expect('a / int64', 4, a, pair, a / wide(l))
                call expect_truth('a < int64', 23, a, pair, a < wide(l))
                call expect_truth('int64 == a', 21, pair, a, wide(l) == a)
            end do
            call expect('a + int32', 5, a, dd(real(narrow, real64)), a + narrow)
            call expect('int32 - a', 7, a, dd(real(narrow, real64)), narrow - a)
            call expect('a / int32', 9, a, dd(real(narrow, real64)), a / narrow)
            call expect('int32 / a', 10, a, dd(real(narrow, real64)), narrow / a)
            call expect_truth('int32 <= a', 36, a, dd(real(narrow, real64)), narrow <= a)
            call expect('a * real32', 8, a, dd(real(single, real64)), a * single)
            call expect('real32 + a', 5, a, dd(real(single, real64)), single + a)
            call expect('real32 / a', 10, a, dd(real(single, real64)), single / a)
            call expect_truth('real32 > a', 33, a, dd(real(single, real64)), single > a)
        end do
    end subroutine

    subroutine compare_constants
        type(dd_real) :: a
        a = dd_real(1.0_real64, zero)
        call expect('huge', 18, a, a, huge(a))
        call expect('tiny', 19, a, a, tiny(a))
        call expect('epsilon', 20, a, a, epsilon(a))
    end subroutine
end program
