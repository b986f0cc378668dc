! The module ddblas: handles, statuses, the routines without a letter for all six types, the C
! functions, memory of the engine, and scalars at 8 modulo 16.
module diagonal_operator
    use, intrinsic :: iso_c_binding
    use ddblas
    implicit none

contains

    ! y = diag(1, 2, ..., n) x, called by the library.
    function diagonal(handle, context, n, columns, x, ldx, y, ldy) bind(C) result(status)
        type(c_ptr), value :: handle, context
        integer(c_int64_t), value :: n, columns, ldx, ldy
        type(dd_real), intent(in) :: x(ldx, *)
        type(dd_real), intent(inout) :: y(ldy, *)
        integer(c_int) :: status
        integer(c_int64_t) :: i, j
        do j = 1, columns
            do i = 1, n
                y(i, j) = i * x(i, j)
            end do
        end do
        status = DDBLAS_STATUS_SUCCESS
        if (.not. c_associated(handle) .or. c_associated(context)) status = DDBLAS_STATUS_INTERNAL_ERROR
    end function
end module

program t_fortran_api
    use, intrinsic :: iso_fortran_env, only: int64, real32, real64
    use, intrinsic :: iso_c_binding
    use ddblas
    use diagonal_operator
    use checks
    implicit none
    type(ddblas_handle) :: handle, other
    integer(c_int64_t) :: before
    integer :: stat, i
    character(8) :: engine
    interface
        function bytes_in_use() bind(C) result(bytes)
            import :: c_int64_t
            integer(c_int64_t) :: bytes
        end function
        function bytes_of_structure(number) bind(C) result(bytes)
            import :: c_int, c_int64_t
            integer(c_int), value :: number
            integer(c_int64_t) :: bytes
        end function
    end interface

    call other%set_threads(1, stat)
    call check(stat == DDBLAS_STATUS_NOT_INITIALIZED .and. .not. other%created(), 'a handle before create')
    call other%destroy(stat)
    call check(stat == DDBLAS_STATUS_NOT_INITIALIZED, 'destroy before create')
    call other%create(99, stat)
    call check(stat == DDBLAS_STATUS_INVALID_VALUE .and. other%last_error() /= '' .and. .not. other%created(), &
        'no such engine')
    call handle%create(DDBLAS_ENGINE_CPU, stat)
    call check(stat == 0 .and. handle%created() .and. handle%engine() == DDBLAS_ENGINE_CPU, 'create')
    call check(handle%last_error() == '' .and. handle%last_argument() == 0, 'no error at first')
    call check(index(handle%engine_name(), 'CPU') == 1, 'engine_name')
    call handle%set_threads(2)
    call check(handle%threads() == 2, 'threads')
    call handle%set_threads(-1, stat)
    call check(stat == DDBLAS_STATUS_INVALID_VALUE .and. handle%threads() == 2, 'a wrong number of threads')
    call handle%synchronize()
    call handle%set_pointer_mode(DDBLAS_POINTER_MODE_HOST)
    call check(ddblas_status_text(DDBLAS_STATUS_SUCCESS) == 'success', 'status text')
    call check(ddblasGetVersion() == 10000 * DDBLAS_VERSION_MAJOR + 100 * DDBLAS_VERSION_MINOR + DDBLAS_VERSION_PATCH, 'version')

    ! A handle ends with the procedure whose variable it is; a variable can make several in turn.
    ! A handle that is not ended keeps hundreds of bytes.
    call short_life
    call allocated_life
    before = bytes_in_use()
    do i = 1, 100
        call short_life
    end do
    call check(bytes_in_use() - before < 100 * 64, 'finalized at the end of a procedure')
    before = bytes_in_use()
    do i = 1, 100
        call allocated_life
    end do
    call check(bytes_in_use() - before < 100 * 64, 'finalized by deallocate')
    call other%create(DDBLAS_ENGINE_CPU)
    before = bytes_in_use()
    do i = 1, 100
        call other%create(DDBLAS_ENGINE_CPU)
    end do
    call check(other%created() .and. bytes_in_use() - before < 100 * 64, 'create ends the handle that was there')
    call other%destroy(stat)
    call check(stat == 0 .and. .not. other%created(), 'destroy')

    call routines_s(handle)
    call routines_d(handle)
    call routines_c(handle)
    call routines_z(handle)
    call routines_w(handle)
    call routines_u(handle)
    call c_functions(handle)
    call engine_memory(handle)
    call structures
    call pointers(handle)
    call odd_addresses(handle)
    call operator_of_few(handle)
    call other%create(DDBLAS_ENGINE_CUDA, stat)
    call get_environment_variable('DDBLAS_TEST_ENGINE', engine)
    if (stat == 0) then
        call check(other%engine() == DDBLAS_ENGINE_CUDA, 'engine')
        call pointers(other)
        print '(a)', 't_fortran_api: '//other%engine_name()
    else
        call check(engine /= 'cuda' .and. any(stat == [DDBLAS_STATUS_NO_DEVICE, DDBLAS_STATUS_NOT_SUPPORTED]), &
            'CUDA engine')
    end if
    call finish('t_fortran_api', 124)

contains

    subroutine short_life
        type(ddblas_handle) :: mine
        call mine%create(DDBLAS_ENGINE_CPU)
        call mine%synchronize()
    end subroutine

    subroutine allocated_life
        type(ddblas_handle), allocatable :: mine
        allocate (mine)
        call mine%create(DDBLAS_ENGINE_CPU)
        deallocate (mine)
    end subroutine

    ! The functions of the headers: arrays from any element on, and null pointers.
    subroutine c_functions(handle)
        type(ddblas_handle), intent(in) :: handle
        type(dd_real) :: a(4, 4), x(4), y(4)
        type(dd_real), target :: b(2), r(2)
        type(dd_real), target :: one, zero
        type(ddblasRefineReport_t) :: report
        real(c_double) :: bound(1)
        integer(c_size_t) :: bytes
        integer(c_int) :: status
        one = 1
        zero = 0
        a = 7
        a(2:3, 2:3) = reshape([dd(2), dd(1), dd(1), dd(3)], [2, 2])
        x = 1
        y = 0
        status = ddblasWsymv(handle%c, DDBLAS_FILL_MODE_LOWER, 2_int64, one, a(2, 2), 4_int64, x, 1_int64, &
            zero, y(3), 1_int64)
        call check(status == 0 .and. all(y == [0, 0, 3, 4]), 'ddblasWsymv from an element on')
        b = 5
        r = -1
        status = ddblasWsymv_ptr(handle%c, DDBLAS_FILL_MODE_LOWER, 2_int64, c_loc(zero), c_null_ptr, 2_int64, &
            c_null_ptr, &
            1_int64, c_loc(one), c_loc(b), 1_int64)
        call check(status == 0 .and. all(b == 5), 'null pointers where alpha is 0')
        status = ddblasSyevdWorkspaceSize(handle%c, DDBLAS_TYPE_W, DDBLAS_EIG_MODE_VECTOR, 100_int64, bytes)
        call check(status == 0 .and. bytes > 100 * 100 * 16, 'workspace size')
        b = [dd(5), dd(10)]
        status = ddblasWgesvRefine_ptr(handle%c, 0_int64, 0_int64, c_null_ptr, DDBLAS_TYPE_W, 1_int64, &
            c_null_ptr, 1_int64, &
            c_null_ptr, 1_int64, c_null_ptr, c_null_ptr, c_null_ptr)
        call check(status == DDBLAS_STATUS_INVALID_VALUE .and. handle%last_argument() == 11, 'no report')
        call refine(handle, a(2:3, 2:3), b, r, report, bound)
        call check(all(r == [1, 3]) .and. report%info == 0 .and. report%route == DDBLAS_REFINE_ROUTE_DOUBLE .and. &
            report%iterations > 0 .and. bound(1) < 1d-25, 'gesvRefine and its report')
    end subroutine

    subroutine refine(handle, a, b, x, report, bound)
        type(ddblas_handle), intent(in) :: handle
        type(dd_real), intent(in), target :: a(2, 2)
        type(dd_real), intent(in) :: b(2)
        type(dd_real), intent(inout) :: x(2)
        type(ddblasRefineReport_t), intent(out) :: report
        real(c_double), intent(out) :: bound(1)
        type(dd_real), target :: copy(2, 2)
        real(c_double) :: componentwise(1)
        type(dd_real) :: bm(2, 1), xm(2, 1)
        copy = a
        bm(:, 1) = b
        call gesvRefine(handle, 2, 1, c_loc(copy), DDBLAS_TYPE_W, 2, bm, 2, xm, 2, report, bound, componentwise)
        x = xm(:, 1)
    end subroutine

    subroutine engine_memory(handle)
        type(ddblas_handle), intent(in) :: handle
        type(dd_real), target :: x(3), y(3)
        type(c_ptr) :: memory
        integer :: stat
        x = [1, 2, 3]
        y = 0
        call handle%allocate(memory, 3 * 16_int64)
        call check(ddblasSetVector(handle%c, 3_int64, 16_c_size_t, c_loc(x), 1_int64, memory, 1_int64) == 0, &
            'ddblasSetVector')
        call wscal(handle, 3, dd(2), memory, 1)
        call check(ddblasGetVector(handle%c, 3_int64, 16_c_size_t, memory, 1_int64, c_loc(y), 1_int64) == 0, &
            'ddblasGetVector')
        call check(all(y == [2, 4, 6]), 'scal in memory of the engine')
        call wcopy(handle, 3, c_loc(x), 1, memory, 1)
        call check(ddblasGetVector(handle%c, 3_int64, 16_c_size_t, memory, 1_int64, c_loc(y), 1_int64) == 0, &
            'ddblasGetVector')
        call check(all(y == x), 'wcopy: the letter tells the type')
        call handle%free(memory)
        call check(.not. c_associated(memory), 'free')
        call handle%allocate(memory, 1024_int64)
        call handle%set_workspace(memory, 1024_int64)
        call handle%set_workspace(memory, -1_int64, stat)
        call handle%set_workspace(c_null_ptr, 0_int64)
        call handle%free(memory)
    end subroutine

    ! The structures have the sizes of C's.
    subroutine structures
        type(ddblasExpertReport_t) :: s0
        type(ddblasSyevxPlan_t) :: s1
        type(ddblasSyevxReport_t) :: s2
        type(ddblasHostMatrix) :: s3
        type(ddblasReadOptions) :: s4
        type(ddblasWriteOptions) :: s5
        type(ddblasFileInfo) :: s6
        type(ddblasRefineReport_t) :: s7
        type(ddblasTsqrPlan_t) :: s8
        type(ddblasTuneChoice_t) :: s9
        type(ddblasTuneProgress_t) :: s10
        type(ddblasTuneOptions_t) :: s11
        type(ddblasTuneSummary_t) :: s12
        type(ddblasTuneSample_t) :: s13
        type(ddblasXtOptions_t) :: s14
        type(ddblasXtReport_t) :: s15
        integer(c_int64_t) :: bytes(16)
        integer :: i
        bytes = [c_sizeof(s0), c_sizeof(s1), c_sizeof(s2), c_sizeof(s3), c_sizeof(s4), c_sizeof(s5), &
            c_sizeof(s6), c_sizeof(s7), c_sizeof(s8), c_sizeof(s9), c_sizeof(s10), c_sizeof(s11), &
            c_sizeof(s12), c_sizeof(s13), c_sizeof(s14), c_sizeof(s15)]
        do i = 1, size(bytes)
            call check(bytes(i) == bytes_of_structure(i - 1), 'the size of a structure')
        end do
        call check(bytes_of_structure(size(bytes)) == -1, 'all structures')
    end subroutine

    ! Arrays in the memory of the engine, a device's too: L L^T by gemm, and L again by wpotrf.
    subroutine pointers(handle)
        type(ddblas_handle), intent(in) :: handle
        integer, parameter :: n = 40
        type(dd_real), target :: l(n, n), back(n, n)
        type(dd_real) :: wanted
        integer(c_int64_t), target :: info
        type(c_ptr) :: factor, square, number
        integer(c_int64_t), parameter :: rows = n
        integer :: i, j
        do j = 1, n
            do i = 1, n
                l(i, j) = 0
                if (i >= j) l(i, j) = modulo(3 * i + 5 * j, 7) - 3
            end do
            l(j, j) = 4
        end do
        call handle%allocate(factor, 16_int64 * n * n)
        call handle%allocate(square, 16_int64 * n * n)
        call handle%allocate(number, 8_int64)
        call check(ddblasSetMatrix(handle%c, rows, rows, 16_c_size_t, c_loc(l), rows, factor, rows) == 0, &
            'ddblasSetMatrix')
        call gemm(handle, DDBLAS_OP_N, DDBLAS_OP_T, n, n, n, dd(1), factor, n, factor, n, dd(0), square, n)
        call check(ddblasGetMatrix(handle%c, rows, rows, 16_c_size_t, square, rows, c_loc(back), rows) == 0, &
            'ddblasGetMatrix')
        wanted = dot_product(l(n, :), l(n - 1, :))
        call check(back(n, n - 1) == wanted .and. all(back == matmul(l, transpose(l))), 'gemm by pointers')
        call wpotrf(handle, DDBLAS_FILL_MODE_LOWER, n, square, n, number)
        call check(ddblasGetMatrix(handle%c, rows, rows, 16_c_size_t, square, rows, c_loc(back), rows) == 0, &
            'the factor')
        call check(ddblasGetVector(handle%c, 1_int64, 8_c_size_t, number, 1_int64, c_loc(info), 1_int64) == 0, &
            'its info')
        call check(info == 0, 'wpotrf by pointers: info')
        do j = 1, n
            call check(all(abs(back(j:, j) - l(j:, j)) < 1e-26_real64), 'wpotrf by pointers: a column')
        end do
        call handle%free(factor)
        call handle%free(square)
        call handle%free(number)
    end subroutine

    ! A scalar between two of 16 bytes, as a component of a bind(C) type may be.
    subroutine odd_addresses(handle)
        type(ddblas_handle), intent(in) :: handle
        real(real64), target :: storage(64)
        type(dd_real), pointer :: alpha, beta, result, x(:), y(:), a(:, :)
        integer :: first
        first = 1
        if (mod(transfer(c_loc(storage(1)), 0_int64), 16_int64) == 0) first = 2
        call c_f_pointer(c_loc(storage(first)), alpha)
        call c_f_pointer(c_loc(storage(first + 2)), beta)
        call c_f_pointer(c_loc(storage(first + 4)), result)
        call c_f_pointer(c_loc(storage(first + 6)), x, [2])
        call c_f_pointer(c_loc(storage(first + 10)), y, [2])
        call c_f_pointer(c_loc(storage(first + 14)), a, [2, 2])
        call check(mod(transfer(c_loc(alpha), 0_int64), 16_int64) == 8, 'the address is 8 modulo 16')
        alpha = 2
        beta = 3
        x = [1, 2]
        y = [1, 1]
        a = reshape([dd(1), dd(2), dd(2), dd(5)], [2, 2])
        call symv(handle, DDBLAS_FILL_MODE_LOWER, 2, alpha, a, 2, x, 1, beta, y, 1)
        call check(all(y == [13, 27]), 'symv at 8 modulo 16')
        call dot(handle, 2, x, 1, y, 1, result)
        call check(result == 67, 'dot at 8 modulo 16')
    end subroutine

    subroutine operator_of_few(handle)
        type(ddblas_handle), intent(in) :: handle
        type(dd_real) :: x(20, 2), w(2)
        real(c_double) :: residuals(2)
        type(ddblasSyevxPlan_t) :: plan
        type(ddblasSyevxReport_t) :: report
        type(c_funptr) :: operation
        operation = c_funloc(diagonal)
        call syevx(handle, 20, 2, DDBLAS_EIG_LOWEST, operation, c_null_funptr, c_null_ptr, plan, x, &
            20, w, residuals, report)
        call check(report%found == 2 .and. all(abs(w - [1, 2]) < 1d-28), 'syevx with an operator in Fortran')
    end subroutine

#define NAME routines_s
#define TYPE real(real32)
#define REAL_TYPE real(real32)
#define LETTER 's'
#define DOT dot
#define EIGEN syevd
#define SMALL 1e-5_real32
#include "api_case.inc"
#undef NAME
#undef TYPE
#undef REAL_TYPE
#undef LETTER
#undef SMALL
#define NAME routines_d
#define TYPE real(real64)
#define REAL_TYPE real(real64)
#define LETTER 'd'
#define SMALL 1e-13_real64
#include "api_case.inc"
#undef NAME
#undef TYPE
#undef REAL_TYPE
#undef LETTER
#undef SMALL
#define NAME routines_w
#define TYPE type(dd_real)
#define REAL_TYPE type(dd_real)
#define LETTER 'w'
#define SMALL 1e-29_real64
#include "api_case.inc"
#undef NAME
#undef TYPE
#undef REAL_TYPE
#undef LETTER
#undef SMALL
#undef DOT
#undef EIGEN
#define DOT dotc
#define EIGEN heevd
#define NAME routines_c
#define TYPE complex(real32)
#define REAL_TYPE real(real32)
#define LETTER 'c'
#define SMALL 1e-5_real32
#include "api_case.inc"
#undef NAME
#undef TYPE
#undef REAL_TYPE
#undef LETTER
#undef SMALL
#define NAME routines_z
#define TYPE complex(real64)
#define REAL_TYPE real(real64)
#define LETTER 'z'
#define SMALL 1e-13_real64
#include "api_case.inc"
#undef NAME
#undef TYPE
#undef REAL_TYPE
#undef LETTER
#undef SMALL
#define NAME routines_u
#define TYPE type(dd_complex)
#define REAL_TYPE type(dd_real)
#define LETTER 'u'
#define SMALL 1e-29_real64
#include "api_case.inc"
end program
