! Counts checks and prints those that fail.
module checks
    use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
    use ddblas_numbers
    implicit none
    integer :: made = 0, failed = 0

contains

    subroutine check(condition, text)
        logical, intent(in) :: condition
        character(*), intent(in) :: text
        made = made + 1
        if (condition) return
        failed = failed + 1
        if (failed <= 50) write (error_unit, '(2a)') 'fails: ', text
    end subroutine

    ! Ends the program: with 1 if a check failed, or if fewer were made than expected.
    subroutine finish(name, least)
        character(*), intent(in) :: name
        integer, intent(in) :: least
        if (failed > 0 .or. made < least) then
            write (error_unit, '(2a, i0, a, i0, a)') name, ': ', failed, ' of ', made, ' checks failed'
            error stop 1
        end if
        print '(2a, i0, a)', name, ': ', made, ' checks'
    end subroutine

    elemental function bits(d) result(i)
        real(real64), intent(in) :: d
        integer(int64) :: i
        i = transfer(d, i)
    end function

    ! The same bits; of a NaN only that both are one.
    elemental function same_d(a, b) result(r)
        real(real64), intent(in) :: a, b
        logical :: r
        r = bits(a) == bits(b) .or. (a /= a .and. b /= b)
    end function

    elemental function same(a, b) result(r)
        type(dd_real), intent(in) :: a, b
        logical :: r
        r = same_d(a%hi, b%hi) .and. same_d(a%lo, b%lo)
    end function
end module
