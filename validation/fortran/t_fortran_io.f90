! READ and WRITE of double-double numbers: list-directed, with DT, in namelists, from files and
! internal units.
program t_fortran_io
    use, intrinsic :: iso_fortran_env, only: real64
    use ddblas_numbers
    use ddblas_io
    use checks
    implicit none
    type(dd_real) :: a, b, c(3), back(3)
    type(dd_complex) :: z, w
    character(200) :: line
    character(80) :: message
    integer :: unit, stat, i, k

    ! ---- writing
    a = dd(1) / 4
    write (line, '(dt)') a
    call check(line == '0.25', 'DT')
    write (line, '(dt"e"(40, 31), a, dt"f"(8, 3), dt(5, 2))') dd(1) / 3, '|', a, dd(3)
    call check(line == '   3.3333333333333333333333333333333e-01|   0.250    3', 'DT with widths')
    write (line, '(dt"f"(4, 3))') a
    call check(line == '****', 'DT that does not fit')
    write (line, *) a
    call check(adjustl(line) == '0.25', 'list-directed')
    z = cmplx(dd(1), dd(-2.5_real64))
    write (line, '(dt)') z
    call check(line == '(1,-2.5)', 'DT, complex')
    write (line, *) z
    call check(adjustl(line) == '(1,-2.5)', 'list-directed, complex')

    ! ---- a file: written and read back to the last bit
    open (newunit=unit, status='scratch', form='formatted')
    do i = 1, 50
        c = [dd(i) / 3, -dd(1) / i * dd(2)**(20 * i), dd('1e-7') * i]
        write (unit, *) c, i
        z = cmplx(c(1), c(2))
        write (unit, *) z
    end do
    rewind (unit)
    do i = 1, 50
        c = [dd(i) / 3, -dd(1) / i * dd(2)**(20 * i), dd('1e-7') * i]
        read (unit, *, iostat=stat) back, k
        call check(stat == 0 .and. k == i .and. all(back == c), 'list-directed and back')
        read (unit, *, iostat=stat) w
        z = cmplx(c(1), c(2))
        call check(stat == 0 .and. w == z, 'list-directed and back, complex')
    end do
    read (unit, *, iostat=stat) a
    call check(is_iostat_end(stat), 'the end of the file')
    close (unit)

    ! ---- separators and records
    open (newunit=unit, status='scratch', form='formatted')
    write (unit, '(a)') '1.5', '', '   2.5', '3.5d0 4', '  nan -inf ', '0x1.8p+0-0x1p-54 ', '( 1.25 , -2 ) 7', &
        '1.0.0 ', 'abc '
    rewind (unit)
    read (unit, *, iostat=stat) c, k
    call check(stat == 0 .and. all(c == [1.5_real64, 2.5_real64, 3.5_real64]) .and. k == 4, 'items over records')
    read (unit, *, iostat=stat) a, b
    call check(stat == 0 .and. is_nan(a) .and. b%hi < -huge(1.0_real64), 'nan and inf')
    read (unit, *, iostat=stat) a
    call check(stat == 0 .and. a%hi == 1.5_real64 .and. a%lo == -2.0_real64**(-54), 'pair form')
    read (unit, *, iostat=stat) z, k
    call check(stat == 0 .and. z == cmplx(dd(1.25_real64), dd(-2)) .and. k == 7, 'complex with blanks')
    message = ''
    read (unit, *, iostat=stat, iomsg=message) a
    call check(stat > 0 .and. message == 'ddblas: "1.0.0" is not a number', 'two points')
    read (unit, *, iostat=stat) a
    call check(stat > 0, 'letters')
    close (unit)

    ! ---- internal units, DT with a width
    line = ' 0.5, 0.25'
    read (line, *, iostat=stat) a, b
    call check(stat == 0 .and. a == 0.5_real64 .and. b == 0.25_real64, 'internal unit')
    line = '0.5 7 (1,-2) 3e-1'
    read (line, *, iostat=stat) a, k, z, b
    call check(stat == 0 .and. a == 0.5_real64 .and. k == 7 .and. z == cmplx(dd(1), dd(-2)) .and. &
        abs(b - dd(3) / 10) <= epsilon(b), 'internal unit, mixed')
    line = ' ( 1.5 , 2 )'
    read (line, *, iostat=stat) z
    call check(stat == 0 .and. z == cmplx(dd(1.5_real64), dd(2)), 'internal unit, blanks')
    line = 'abc'
    read (line, *, iostat=stat) a
    call check(stat > 0, 'internal unit, letters')
    line = 'xx 1.52.5e1yy'
    read (line, '(2x, dt(4), dt(5))', iostat=stat) a, b
    call check(stat == 0 .and. a == 1.5_real64 .and. b == 25, 'DT with widths, reading')
    call finish('t_fortran_io', 115)
end program
