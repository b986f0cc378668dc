! Module ddblas_io: READ and WRITE of type(dd_real) and type(dd_complex): list-directed, in
! namelists, and with the edit descriptor DT. The module ddblas does not contain it: a procedure
! that needs it uses both.
!
! Where this module is used, gfortran gives every local variable of these types static memory, as
! if it had SAVE (seen in version 12; "derived-type variables with DTIO procedures" in
! trans-decl.cc). Such a procedure must not be recursive, must not run in several threads, and its
! operators are slower. Therefore the procedures below have no local variables of these types.
!
! Where the last item of a list-directed READ is such a number and ends at the last character of its
! record, gfortran 12 skips the record that follows. What WRITE writes ends in a blank and is safe.
module ddblas_io
    use, intrinsic :: iso_fortran_env, only: iostat_end, iostat_eor
    use ddblas_numbers, only: dd_real, dd_complex, dd_read, dd_write
    implicit none
    private
    public :: read(formatted), write(formatted)

    integer, parameter :: longest_item = 4096 ! characters of a number that READ takes

    interface write(formatted)
        procedure write_w, write_u
    end interface
    interface read(formatted)
        procedure read_w, read_u
    end interface

contains

    ! List-directed and namelist output, and DT without numbers: the shortest text that reads back
    ! as the same number. DT"e"(w, d), DT"f"(w, d), DT"g"(w, d) and DT(w, d), which is g: d digits
    ! in a field of w characters. A number that does not fit becomes asterisks.
    subroutine item_text(text, dtv, iotype, v_list)
        character(:), allocatable, intent(out) :: text
        type(dd_real), intent(in) :: dtv
        character(*), intent(in) :: iotype
        integer, intent(in) :: v_list(:)
        character(1) :: form
        form = 'g'
        if (len(iotype) > 2 .and. iotype(1:2) == 'DT') form = iotype(3:3)
        if (size(v_list) > 1) then
            call dd_write(text, dtv, v_list(2), form)
        else if (len(iotype) > 2 .and. iotype(1:2) == 'DT') then
            call dd_write(text, dtv, 32, form)
        else
            call dd_write(text, dtv)
        end if
        if (size(v_list) > 0) then
            if (len(text) > v_list(1)) then
                text = repeat('*', v_list(1))
            else
                text = repeat(' ', v_list(1) - len(text))//text
            end if
        end if
    end subroutine

    subroutine write_w(dtv, unit, iotype, v_list, iostat, iomsg)
        type(dd_real), intent(in) :: dtv
        integer, intent(in) :: unit
        character(*), intent(in) :: iotype
        integer, intent(in) :: v_list(:)
        integer, intent(out) :: iostat
        character(*), intent(inout) :: iomsg
        character(:), allocatable :: text
        call item_text(text, dtv, iotype, v_list)
        if (iotype(1:2) == 'DT') then
            write (unit, '(a)', iostat=iostat, iomsg=iomsg) text
        else
            write (unit, '(a)', iostat=iostat, iomsg=iomsg) text//' '
        end if
    end subroutine

    subroutine write_u(dtv, unit, iotype, v_list, iostat, iomsg)
        type(dd_complex), intent(in) :: dtv
        integer, intent(in) :: unit
        character(*), intent(in) :: iotype
        integer, intent(in) :: v_list(:)
        integer, intent(out) :: iostat
        character(*), intent(inout) :: iomsg
        character(:), allocatable :: text, re, im
        call item_text(re, dtv%re, iotype, v_list)
        call item_text(im, dtv%im, iotype, v_list)
        text = '('//re//','//im//')'
        if (iotype(1:2) == 'DT') then
            write (unit, '(a)', iostat=iostat, iomsg=iomsg) text
        else
            write (unit, '(a)', iostat=iostat, iomsg=iomsg) text//' '
        end if
    end subroutine

    ! Reads an item: the characters up to the closing one, or if closing is a blank, up to a blank,
    ! comma, slash or the end of the record. Blanks and ends of records before the item are skipped.
    subroutine read_item(unit, closing, text, iostat, iomsg)
        integer, intent(in) :: unit
        character(1), intent(in) :: closing
        character(:), allocatable, intent(out) :: text
        integer, intent(out) :: iostat
        character(*), intent(inout) :: iomsg
        character(1) :: c
        character(longest_item) :: token
        logical :: opened
        text = ''
        inquire (unit=unit, opened=opened, iostat=iostat)
        if (iostat /= 0) then ! an internal unit: gfortran 12 miscounts its characters in the loop below
            do
                token = ''
                read (unit, *, iostat=iostat, iomsg=iomsg) token
                if (iostat /= 0) return
                text = text//trim(token)
                if (closing == ' ' .or. index(token, closing) > 0) return
                if (scan(text, ',') == 0 .and. text /= '(') text = text//','
            end do
        end if
        do
            read (unit, '(a1)', iostat=iostat, iomsg=iomsg) c
            if (iostat == iostat_eor) then
                iostat = 0
                if (text /= '') return
                read (unit, '(/)', iostat=iostat, iomsg=iomsg)
                if (iostat /= 0 .and. iostat /= iostat_eor) return
                cycle
            end if
            if (iostat == iostat_end .and. text /= '') iostat = 0
            if (iostat /= 0) return
            if (iostat == 0 .and. len(text) > longest_item) return
            if (c == ' ' .or. c == achar(9)) then
                if (text == '' .or. closing /= ' ') cycle
                return
            end if
            if (closing == ' ' .and. scan(c, ',/') == 1) then
                if (text /= '') return
                iostat = 1
                iomsg = 'ddblas: a number is missing'
                return
            end if
            text = text//c
            if (c == closing) return
        end do
    end subroutine

    ! DT with v_list(1) > 0 reads exactly so many characters, everything else an item.
    subroutine read_w(dtv, unit, iotype, v_list, iostat, iomsg)
        type(dd_real), intent(inout) :: dtv
        integer, intent(in) :: unit
        character(*), intent(in) :: iotype
        integer, intent(in) :: v_list(:)
        integer, intent(out) :: iostat
        character(*), intent(inout) :: iomsg
        character(:), allocatable :: text
        integer :: width
        width = 0
        if (iotype(1:2) == 'DT' .and. size(v_list) > 0) width = v_list(1)
        if (width > 0) then
            allocate (character(width) :: text)
            read (unit, '(a)', iostat=iostat, iomsg=iomsg) text
        else
            call read_item(unit, ' ', text, iostat, iomsg)
        end if
        if (iostat == 0) call read_number(text, dtv, iostat, iomsg)
    end subroutine

    subroutine read_number(text, value, iostat, iomsg)
        character(*), intent(in) :: text
        type(dd_real), intent(inout) :: value
        integer, intent(out) :: iostat
        character(*), intent(inout) :: iomsg
        call dd_read(text, value, iostat)
        if (iostat /= 0) then
            iomsg = 'ddblas: "'//text//'" is not a number'
        end if
    end subroutine

    subroutine read_u(dtv, unit, iotype, v_list, iostat, iomsg)
        type(dd_complex), intent(inout) :: dtv
        integer, intent(in) :: unit
        character(*), intent(in) :: iotype
        integer, intent(in) :: v_list(:)
        integer, intent(out) :: iostat
        character(*), intent(inout) :: iomsg
        character(:), allocatable :: text
        integer :: comma
        if (iotype(1:2) == 'DT' .and. size(v_list) > 0) then
            if (v_list(1) > 0) then
                allocate (character(2 * v_list(1) + 3) :: text)
                read (unit, '(a)', iostat=iostat, iomsg=iomsg) text
                if (iostat == 0) text = trim(adjustl(text))
            end if
        end if
        if (.not. allocated(text)) call read_item(unit, ')', text, iostat, iomsg)
        if (iostat /= 0) return
        comma = index(text, ',')
        if (comma < 2 .or. text(1:1) /= '(' .or. text(len(text):) /= ')') then
            iostat = 1
            iomsg = 'ddblas: "'//text//'" is not a complex number (re,im)'
            return
        end if
        call read_number(text(2:comma - 1), dtv%re, iostat, iomsg)
        if (iostat == 0) call read_number(text(comma + 1:len(text) - 1), dtv%im, iostat, iomsg)
    end subroutine

end module
