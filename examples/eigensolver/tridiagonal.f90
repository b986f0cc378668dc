! An eigensolver of one's own on the routines of levels 1 and 2: Householder's reduction of a
! symmetric matrix to tridiagonal form (G. H. Golub and C. F. Van Loan, Matrix Computations, 4th
! edition, section 8.3.1), and bisection for the eigenvalues.
!
! The matrix min(i, j) of order n has the eigenvalues 1 / (4 sin^2((2 k - 1) pi / (4 n + 2))),
! k = 1, ..., n. The program fails if an eigenvalue differs by more than n 2^-104 times the largest.
!
!   gfortran tridiagonal.f90 $(pkg-config --cflags --libs ddblas-fortran)
program tridiagonal
    use ddblas
    use, intrinsic :: iso_fortran_env, only: int64, real64
    implicit none
    integer, parameter :: n = 200
    type(ddblas_handle) :: handle
    type(dd_real), allocatable :: A(:, :), d(:), e(:), w(:), v(:), image(:)
    type(dd_real) :: norm, alpha, beta, tau, quadratic, worst, sine
    integer :: i, j, k, m, found, info
    real(real64) :: error

    allocate (A(n, n), d(n), e(n), w(n))
    do j = 1, n
        do i = 1, n
            A(i, j) = min(i, j)
        end do
    end do
    call handle%create(DDBLAS_ENGINE_CPU)
    e = 0
    do k = 1, n - 1
        m = n - k   ! elements below the diagonal
        v = A(k + 1:n, k)
        call nrm2(handle, m, v, 1, norm)
        if (m == 1 .or. norm == 0) then
            e(k) = v(1)
            cycle
        end if
        alpha = v(1)
        beta = merge(-norm, norm, alpha > 0)
        tau = (beta - alpha) / beta
        e(k) = beta
        v(1) = 1
        call scal(handle, m - 1, 1 / (alpha - beta), v(2:), 1)
        image = v   ! becomes tau A v
        ! The functions of C take an element where an array begins, and 64-bit integers.
        call check(ddblasWsymv(handle%c, DDBLAS_FILL_MODE_LOWER, int(m, int64), tau, A(k + 1, k + 1), &
            int(n, int64), v, 1_int64, dd(0), image, 1_int64))
        call dot(handle, m, image, 1, v, 1, quadratic)
        call axpy(handle, m, -(tau * quadratic / 2), v, 1, image, 1)
        call check(ddblasWsyr2(handle%c, DDBLAS_FILL_MODE_LOWER, int(m, int64), dd(-1), v, 1_int64, image, &
            1_int64, A(k + 1, k + 1), int(n, int64)))
    end do
    do k = 1, n
        d(k) = A(k, k)
    end do
    call stebz(handle, DDBLAS_EIG_RANGE_ALL, n, dd(0), dd(0), 1, n, d, e, found, w, info)

    worst = 0
    do k = 1, n   ! ascending
        sine = sin(acos(dd(-1)) * (2 * (n - k) + 1) / (4 * n + 2))
        worst = max(worst, abs(w(k) - 1 / (4 * sine * sine)))
    end do
    error = dble(worst / w(n)) * 2d0**104 / n
    call handle%destroy()
    print '(2a)', 'largest eigenvalue ', dd_string(w(n), 30)
    print '(a, es8.1, a)', 'largest error      ', error, ' n 2^-104 times that'
    if (error > 1) error stop 1
    deallocate (A, d, e, w, v, image)

contains

    subroutine check(status)
        integer, intent(in) :: status
        if (status /= DDBLAS_STATUS_SUCCESS) error stop 2
    end subroutine
end program
