! Programs that stop without stat; the argument says which. t_fortran_stop.sh reads what they say.
program t_fortran_stop
    use ddblas
    implicit none
    type(ddblas_handle) :: handle, other
    type(dd_real) :: a(2, 2), x(2), y(2)
    character(20) :: which
    call get_command_argument(1, which)
    a = 1
    x = 1
    y = 0
    select case (which)
    case ('argument')
        call handle%create(DDBLAS_ENGINE_CPU)
        call symv(handle, DDBLAS_FILL_MODE_LOWER, 2, dd(1), a, 1, x, 1, dd(0), y, 1)
    case ('handle')
        call symv(handle, DDBLAS_FILL_MODE_LOWER, 2, dd(1), a, 2, x, 1, dd(0), y, 1)
    case ('engine')
        call handle%create(99)
    case ('copy')
        call handle%create(DDBLAS_ENGINE_CPU)
        other = handle
    case ('text')
        x(1) = 'twelve'
    case ('nothing')
        call handle%create(DDBLAS_ENGINE_CPU)
        call symv(handle, DDBLAS_FILL_MODE_LOWER, 2, dd(1), a, 2, x, 1, dd(0), y, 1)
        print '(a)', dd_string(y(1))
    end select
end program
