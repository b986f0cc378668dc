! Module ddblas_handles: type(ddblas_handle), which owns a handle of the library and destroys it
! when the variable goes out of scope, and the treatment of statuses.
!
! stat= works as in Fortran's own statements: with it a procedure returns the library's status, 0
! for success; without it a status that is not 0 stops the program with the library's sentence and
! the name of the wrong argument.
module ddblas_handles
    use, intrinsic :: iso_fortran_env, only: error_unit, int64
    use, intrinsic :: iso_c_binding
    use ddblas_api
    implicit none
    private
    public :: ddblas_handle, ddblas_status_text

    type :: ddblas_handle
        type(c_ptr) :: c = c_null_ptr ! ddblasHandle_t, for the functions of ddblas_api
    contains
        procedure :: create => create_handle
        procedure :: destroy => destroy_handle
        procedure :: created => handle_is_created
        procedure :: last_error => handle_last_error
        procedure :: last_argument => handle_last_argument
        procedure :: engine => handle_engine
        procedure :: engine_name => handle_engine_name
        procedure :: set_threads => handle_set_threads
        procedure :: threads => handle_threads
        procedure :: set_stream => handle_set_stream
        procedure :: synchronize => handle_synchronize
        procedure :: set_pointer_mode => handle_set_pointer_mode
        procedure :: set_workspace => handle_set_workspace
        procedure :: allocate => handle_allocate
        procedure :: free => handle_free
        procedure :: finish => finish_call
        procedure, private :: refuse_copy
        generic :: assignment(=) => refuse_copy
        final :: finalize_handle
    end type

    interface
        function string_length(text) bind(C, name='strlen') result(length)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
            integer(c_size_t) :: length
        end function
    end interface

contains

    ! Converts a C string. This is a subroutine because gfortran 12 keeps the length of a function's
    ! text in static memory of the caller, which threads would share.
    subroutine take_text(pointer, text)
        type(c_ptr), intent(in) :: pointer
        character(:), allocatable, intent(out) :: text
        character(kind=c_char), pointer :: characters(:)
        integer :: i
        if (.not. c_associated(pointer)) then
            text = ''
            return
        end if
        call c_f_pointer(pointer, characters, [string_length(pointer)])
        allocate (character(size(characters)) :: text)
        do i = 1, size(characters)
            text(i:i) = characters(i)
        end do
    end subroutine

    ! Makes a handle; engine is DDBLAS_ENGINE_AUTO (the default), DDBLAS_ENGINE_CPU or
    ! DDBLAS_ENGINE_CUDA. A handle that the variable held before is destroyed.
    subroutine create_handle(handle, engine, stat)
        class(ddblas_handle), intent(inout) :: handle
        integer(c_int), intent(in), optional :: engine
        integer, intent(out), optional :: stat
        integer(c_int) :: status, chosen
        call finalize_handle_class(handle)
        chosen = DDBLAS_ENGINE_AUTO
        if (present(engine)) chosen = engine
        status = ddblasCreateWithEngine(handle%c, chosen)
        call finish_call(handle, status, 'ddblasCreateWithEngine', 'handle engine', stat)
    end subroutine

    ! Destroys the handle after the work in its stream. Finalization does the same without a status.
    subroutine destroy_handle(handle, stat)
        class(ddblas_handle), intent(inout) :: handle
        integer, intent(out), optional :: stat
        integer(c_int) :: status
        status = ddblasDestroy(handle%c)
        handle%c = c_null_ptr
        call finish_call(handle, status, 'ddblasDestroy', 'handle', stat)
    end subroutine

    subroutine finalize_handle(handle)
        type(ddblas_handle), intent(inout) :: handle
        call finalize_handle_class(handle)
    end subroutine

    subroutine finalize_handle_class(handle)
        class(ddblas_handle), intent(inout) :: handle
        integer(c_int) :: status
        if (.not. c_associated(handle%c)) return
        status = ddblasDestroy(handle%c) ! a finalizer cannot report it
        handle%c = c_null_ptr
    end subroutine

    function handle_is_created(handle) result(r)
        class(ddblas_handle), intent(in) :: handle
        logical :: r
        r = c_associated(handle%c)
    end function

    ! After a copy two variables would destroy the same handle.
    subroutine refuse_copy(to, from)
        class(ddblas_handle), intent(inout) :: to
        class(ddblas_handle), intent(in) :: from
        if (c_associated(to%c, from%c)) return
        write (error_unit, '(a)') 'ddblas: a ddblas_handle cannot be copied; pass it as an argument or make another one'
        error stop 1
    end subroutine

    ! The sentence of the last failed call, or "". Before create: the sentence of this thread's last
    ! failed call without a handle.
    function handle_last_error(handle) result(text)
        class(ddblas_handle), intent(in) :: handle
        character(:), allocatable :: text
        call take_text(ddblasGetLastError(handle%c), text)
    end function

    ! The position of the wrong argument in the last call that refused one, otherwise 0. The handle
    ! is argument 1.
    function handle_last_argument(handle) result(position)
        class(ddblas_handle), intent(in) :: handle
        integer :: position
        position = ddblasGetLastArgument(handle%c)
    end function

    ! DDBLAS_ENGINE_CPU or DDBLAS_ENGINE_CUDA.
    function handle_engine(handle) result(engine)
        class(ddblas_handle), intent(in) :: handle
        integer(c_int) :: engine
        call finish_call(handle, ddblasGetEngine(handle%c, engine), 'ddblasGetEngine', 'handle engine')
    end function

    ! A line that names the device, or the instruction set and the number of threads.
    function handle_engine_name(handle) result(text)
        class(ddblas_handle), intent(in) :: handle
        character(:), allocatable :: text
        character(kind=c_char), target :: buffer(512)
        type(c_ptr) :: place
        call finish_call(handle, ddblasGetEngineName(handle%c, buffer, int(size(buffer), c_size_t)), 'ddblasGetEngineName', &
            'handle name size')
        place = c_loc(buffer) ! gfortran 12 would pass a hidden length with c_loc(buffer) as an argument
        call take_text(place, text)
    end function

    subroutine handle_set_threads(handle, threads, stat)
        class(ddblas_handle), intent(in) :: handle
        integer, intent(in) :: threads
        integer, intent(out), optional :: stat
        call finish_call(handle, ddblasSetThreads(handle%c, int(threads, c_int)), 'ddblasSetThreads', 'handle threads', stat)
    end subroutine

    function handle_threads(handle) result(threads)
        class(ddblas_handle), intent(in) :: handle
        integer(c_int) :: threads
        call finish_call(handle, ddblasGetThreads(handle%c, threads), 'ddblasGetThreads', 'handle threads')
    end function

    ! stream: a cudaStream_t; c_null_ptr is the default stream.
    subroutine handle_set_stream(handle, stream, stat)
        class(ddblas_handle), intent(in) :: handle
        type(c_ptr), intent(in) :: stream
        integer, intent(out), optional :: stat
        call finish_call(handle, ddblasSetStream(handle%c, stream), 'ddblasSetStream', 'handle stream', stat)
    end subroutine

    subroutine handle_synchronize(handle, stat)
        class(ddblas_handle), intent(in) :: handle
        integer, intent(out), optional :: stat
        call finish_call(handle, ddblasSynchronize(handle%c), 'ddblasSynchronize', 'handle', stat)
    end subroutine

    ! mode: DDBLAS_POINTER_MODE_HOST or DDBLAS_POINTER_MODE_DEVICE.
    subroutine handle_set_pointer_mode(handle, mode, stat)
        class(ddblas_handle), intent(in) :: handle
        integer(c_int), intent(in) :: mode
        integer, intent(out), optional :: stat
        call finish_call(handle, ddblasSetPointerMode(handle%c, mode), 'ddblasSetPointerMode', 'handle mode', stat)
    end subroutine

    ! workspace: memory of the engine, bytes a multiple of 256; with (c_null_ptr, 0) the handle uses
    ! its own again.
    subroutine handle_set_workspace(handle, workspace, bytes, stat)
        class(ddblas_handle), intent(in) :: handle
        type(c_ptr), intent(in) :: workspace
        integer(int64), intent(in) :: bytes
        integer, intent(out), optional :: stat
        call finish_call(handle, ddblasSetWorkspace(handle%c, workspace, int(bytes, c_size_t)), 'ddblasSetWorkspace', &
            'handle workspace bytes', stat)
    end subroutine

    ! Allocates memory of the engine; free releases it.
    subroutine handle_allocate(handle, pointer, bytes, stat)
        class(ddblas_handle), intent(in) :: handle
        type(c_ptr), intent(out) :: pointer
        integer(int64), intent(in) :: bytes
        integer, intent(out), optional :: stat
        integer(c_int) :: status
        status = ddblasMalloc(handle%c, pointer, int(bytes, c_size_t))
        call finish_call(handle, status, 'ddblasMalloc', 'handle pointer bytes', stat)
    end subroutine

    subroutine handle_free(handle, pointer, stat)
        class(ddblas_handle), intent(in) :: handle
        type(c_ptr), intent(inout) :: pointer
        integer, intent(out), optional :: stat
        integer(c_int) :: status
        status = ddblasFree(handle%c, pointer)
        if (status == DDBLAS_STATUS_SUCCESS) pointer = c_null_ptr
        call finish_call(handle, status, 'ddblasFree', 'handle pointer', stat)
    end subroutine

    ! The sentence of a status.
    function ddblas_status_text(status) result(text)
        integer, intent(in) :: status
        character(:), allocatable :: text
        call take_text(ddblasGetStatusString(int(status, c_int)), text)
    end function

    ! Returns the status of a call in stat. Without stat, stops if the status is not 0. names: the
    ! arguments of the routine, separated by blanks.
    subroutine finish_call(handle, status, routine, names, stat)
        class(ddblas_handle), intent(in) :: handle
        integer(c_int), intent(in) :: status
        character(*), intent(in) :: routine, names
        integer, intent(out), optional :: stat
        character(:), allocatable :: sentence, name
        integer :: position
        if (present(stat)) then
            stat = status
            return
        end if
        if (status == DDBLAS_STATUS_SUCCESS) return
        call take_text(ddblasGetLastError(handle%c), sentence)
        if (sentence == '') call take_text(ddblasGetStatusString(status), sentence)
        position = 0
        if (status == DDBLAS_STATUS_INVALID_VALUE .or. status == DDBLAS_STATUS_MISALIGNED) then
            position = ddblasGetLastArgument(handle%c)
        end if
        if (position > 0) then
            call take_name(names, position, name)
            if (index(sentence, name//':') == 1) sentence = sentence(len(name) + 3:)
            write (error_unit, '(5a)') routine, ', argument ', name, ': ', sentence
        else
            write (error_unit, '(3a)') routine, ': ', sentence
        end if
        error stop 1
    end subroutine

    ! name = the word of names whose number is position.
    subroutine take_name(names, position, name)
        character(*), intent(in) :: names
        integer, intent(in) :: position
        character(:), allocatable, intent(out) :: name
        integer :: first, i, length
        first = 1
        do i = 2, position
            length = index(names(first:), ' ')
            if (length == 0) exit
            first = first + length
        end do
        length = index(names(first:)//' ', ' ')
        name = names(first:first + length - 2)
    end subroutine
end module
