! Module ddblas_numbers: double-double numbers, real and complex, for Fortran 2008. type(dd_real) is
! the sum hi + lo of two real(real64), about 106 bits, with the layout of cuddreal in
! include/dd/cuddreal.h (high part first); type(dd_complex) is that of cuddcomplex.
!
! Operators, comparisons, abs, sqrt and the like are pure Fortran code. They perform the same
! operations as the functions of those headers and give the same bits, special values included. Only
! the conversions to and from text call the library. docs/fortran.md explains the module to users.
!
! Compile without -ffast-math, -Ofast and -fno-protect-parens: error-free transformations need each
! operation rounded once, in the order in which it is written.
!
! fma is C's, unless the program compiles and links ddblas_fma.c, whose function becomes one
! instruction.
#ifdef DDBLAS_FMA_IN_C
#define DDBLAS_FMA_NAME 'ddblas_fma'
#else
#define DDBLAS_FMA_NAME 'fma'
#endif
module ddblas_numbers
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64, real128, error_unit
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_null_char, c_null_ptr, c_ptr, c_size_t
#ifdef DDBLAS_IEEE_FMA
    use, intrinsic :: ieee_arithmetic, only: ieee_fma
#endif
    use ddblas_number_base
    implicit none
    private

    public :: dd_real, dd_complex
    public :: operator(+), operator(-), operator(*), operator(/), operator(**), operator(==), operator(/=)
    public :: operator(<), operator(<=), operator(>), operator(>=), assignment(=)
    public :: dd, dd_string, dd_read, dd_write, dble, quad, real, aimag, conjg, cmplx
    public :: abs, sqrt, sign, min, max, int, nint, floor, ceiling, aint, anint
    public :: huge, tiny, epsilon, digits, precision, radix, range, is_nan, is_finite_dd
    public :: sum, product, dot_product, matmul
    ! exp, log, sin and the rest are in the module ddblas_elementary.

    real(real64), parameter :: middle_least = 2.0_real64**(-450), middle_most = 2.0_real64**450
    real(real64), parameter :: root_least = 2.0_real64**(-900), safe_least = 2.0_real64**(-969)
    real(real64), parameter :: two_to_32 = 4294967296.0_real64
    integer, parameter :: shortest_size = 1440 ! CUDD_SHORTEST_SIZE

    include 'number_generics.inc'

    interface dd
        procedure dd_pair, dd_pair_w, dd_text
    end interface
    interface assignment(=)
        procedure assign_w_text
    end interface
    interface cmplx
        procedure pair_u, cmplx_w
    end interface
    interface is_nan
        procedure nan_w, nan_u
    end interface
    interface is_finite_dd
        procedure finite_w, finite_u
    end interface
    interface dble
        procedure dble_w
    end interface
    interface quad
        procedure quad_w
    end interface
    interface real
        procedure real_u
    end interface
    interface aimag
        procedure aimag_u
    end interface
    interface conjg
        procedure conjg_u
    end interface
    interface abs
        procedure abs_w, abs_u
    end interface
    interface sqrt
        procedure sqrt_w
    end interface
    interface sign
        procedure sign_w
    end interface
    interface min
        procedure min_w, min3_w
    end interface
    interface max
        procedure max_w, max3_w
    end interface
    interface int
        procedure int_w
    end interface
    interface nint
        procedure nint_w
    end interface
    interface floor
        procedure floor_i_w
    end interface
    interface ceiling
        procedure ceiling_i_w
    end interface
    interface aint
        procedure aint_w
    end interface
    interface anint
        procedure anint_w
    end interface
    interface huge
        procedure huge_w
    end interface
    interface tiny
        procedure tiny_w
    end interface
    interface epsilon
        procedure epsilon_w
    end interface
    interface digits
        procedure digits_w
    end interface
    interface precision
        procedure precision_w
    end interface
    interface radix
        procedure radix_w
    end interface
    interface range
        procedure range_w
    end interface
    interface sum
        procedure sum_w1, sum_w2, sum_u1, sum_u2
    end interface
    interface product
        procedure product_w1, product_u1
    end interface
    interface dot_product
        procedure dot_w, dot_u
    end interface
    interface matmul
        procedure matmul_w22, matmul_w21, matmul_w12, matmul_u22, matmul_u21, matmul_u12
    end interface
    interface dd_string
        procedure string_w, string_u
    end interface
    interface dd_write
        procedure write_text_w, write_text_u
    end interface
    interface dd_read
        procedure read_text_w
    end interface

    interface
#ifndef DDBLAS_IEEE_FMA
        pure function fma(a, b, c) bind(C, name=DDBLAS_FMA_NAME) result(r)
            import :: c_double
            real(c_double), value :: a, b, c
            real(c_double) :: r
        end function
#endif
        function c_from_string(text, end, value) bind(C, name='cuddFromString') result(status)
            import :: c_char, c_int, c_ptr, dd_real
            character(kind=c_char), intent(in) :: text(*)
            type(c_ptr), value :: end
            type(dd_real), intent(out) :: value
            integer(c_int) :: status
        end function
        function c_to_string(buffer, size, a, digits, form) bind(C, name='cuddToString') result(length)
            import :: c_char, c_int, c_size_t, dd_real
            character(kind=c_char), intent(out) :: buffer(*)
            integer(c_size_t), value :: size
            type(dd_real), value :: a
            integer(c_int), value :: digits
            character(kind=c_char), value :: form
            integer(c_int) :: length
        end function
        function c_to_shortest(buffer, size, a) bind(C, name='cuddToShortest') result(length)
            import :: c_char, c_int, c_size_t, dd_real
            character(kind=c_char), intent(out) :: buffer(*)
            integer(c_size_t), value :: size
            type(dd_real), value :: a
            integer(c_int) :: length
        end function
    end interface

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
    include 'number_kernel.inc'
    include 'number_complex.inc'
    include 'number_mixed.inc'
    include 'number_arrays.inc'
    include 'number_text.inc'

end module
