# The Fortran modules: libddblas_fortran.a and its module files. Needs a Fortran compiler, and
# Python for the sources that scripts/gen_api.py makes from bindings/api.json.
find_package(Python3 QUIET COMPONENTS Interpreter)
set(ddblas_with_fortran OFF)
if(NOT DDBLAS_FORTRAN STREQUAL "OFF")
    include(CheckLanguage)
    check_language(Fortran)
    if(CMAKE_Fortran_COMPILER AND Python3_FOUND)
        set(ddblas_with_fortran ON)
    elseif(NOT DDBLAS_FORTRAN STREQUAL "AUTO")
        message(FATAL_ERROR "DDBLAS_FORTRAN=${DDBLAS_FORTRAN}, and no Fortran compiler or no Python 3 was found: install gfortran and python3")
    endif()
endif()
if(NOT ddblas_with_fortran)
    ddblas_left_out(validation/fortran)
    return()
endif()
enable_language(Fortran)
if("${CMAKE_Fortran_FLAGS} $ENV{FFLAGS}" MATCHES "-(Ofast|ffast-math|funsafe-math-optimizations|fassociative-math|freciprocal-math|fno-protect-parens)")
    message(FATAL_ERROR "ddblas needs IEEE arithmetic: remove ${CMAKE_MATCH_0} from CMAKE_Fortran_FLAGS or the environment")
endif()

# Fortran 2018's ieee_fma becomes one instruction where the processor has it; without it the modules
# call C's fma.
include(CheckFortranSourceCompiles)
check_fortran_source_compiles("use, intrinsic :: ieee_arithmetic, only: ieee_fma\nprint *, ieee_fma(2d0, 3d0, 4d0)\nend"
    DDBLAS_IEEE_FMA SRC_EXT f90)
add_library(ddblas_fortran_flags INTERFACE)
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    set(standard f2008)
    if(DDBLAS_IEEE_FMA)
        set(standard f2018)
    endif()
    target_compile_options(ddblas_fortran_flags INTERFACE $<$<COMPILE_LANGUAGE:Fortran>:-std=${standard} -ffp-contract=off -Wall
        -Wextra -Wno-compare-reals -Wno-unused-function $<$<BOOL:${DDBLAS_WERROR}>:-Werror>>)
endif()
if(DDBLAS_IEEE_FMA)
    target_compile_definitions(ddblas_fortran_flags INTERFACE DDBLAS_IEEE_FMA)
endif()

set(fortran_folder ${PROJECT_SOURCE_DIR}/bindings/fortran)
set(fortran_made ${PROJECT_BINARY_DIR}/fortran)
set(fortran_modules ${PROJECT_BINARY_DIR}/fortran/modules)
set(fortran_parts number_small.inc number_parts.inc number_kernel.inc number_complex.inc number_arrays.inc number_text.inc)
list(TRANSFORM fortran_parts PREPEND ${fortran_folder}/)
set(fortran_made_parts ${fortran_made}/number_generics.inc ${fortran_made}/number_mixed.inc)
set(fortran_made_sources ${fortran_made}/ddblas_api.f90 ${fortran_made}/ddblas_routines.f90 ${fortran_made}/ddblas_elementary.f90
    ${fortran_made}/elementary_calls.c)
file(MAKE_DIRECTORY ${fortran_made})
add_custom_command(OUTPUT ${fortran_made_parts} ${fortran_made_sources}
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/gen_api.py --fortran ${fortran_made}
    DEPENDS ${PROJECT_SOURCE_DIR}/bindings/api.json ${PROJECT_SOURCE_DIR}/scripts/gen_api.py
        ${PROJECT_SOURCE_DIR}/scripts/gen_fortran.py ${PROJECT_SOURCE_DIR}/scripts/gen_fortran_numbers.py
    COMMENT "Fortran interfaces from bindings/api.json" VERBATIM)

add_library(ddblas_fortran STATIC ${fortran_folder}/ddblas_number_base.F90 ${fortran_folder}/ddblas_numbers.F90
    ${fortran_folder}/ddblas_io.f90 ${fortran_folder}/ddblas_handles.f90 ${fortran_folder}/ddblas.f90 ${fortran_made_sources})
add_custom_target(ddblas_fortran_sources DEPENDS ${fortran_made_parts} ${fortran_made_sources})
add_dependencies(ddblas_fortran ddblas_fortran_sources)
set_property(SOURCE ${fortran_folder}/ddblas_number_base.F90 ${fortran_folder}/ddblas_numbers.F90 APPEND PROPERTY OBJECT_DEPENDS
    "${fortran_parts};${fortran_made_parts}")
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    set_property(SOURCE ${fortran_made}/ddblas_routines.f90 APPEND PROPERTY COMPILE_OPTIONS -O1) # calls and nothing else
endif()
set_target_properties(ddblas_fortran PROPERTIES Fortran_MODULE_DIRECTORY ${fortran_modules} POSITION_INDEPENDENT_CODE ON
    EXPORT_NAME fortran)
set(fortran_module_dir ${CMAKE_INSTALL_LIBDIR}/ddblas-fortran)
target_include_directories(ddblas_fortran PRIVATE ${fortran_folder} ${fortran_made} INTERFACE $<BUILD_INTERFACE:${fortran_modules}>
    $<INSTALL_INTERFACE:${fortran_module_dir}>)
target_link_libraries(ddblas_fortran PRIVATE $<BUILD_INTERFACE:ddblas_fortran_flags> $<BUILD_INTERFACE:ddblas_flags> PUBLIC ddblas)
add_library(ddblas::fortran ALIAS ddblas_fortran)

install(TARGETS ddblas_fortran EXPORT ddblas-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${fortran_modules}/ DESTINATION ${fortran_module_dir} COMPONENT development FILES_MATCHING PATTERN *.mod)
# The numbers as source, for programs that compile them themselves, to inline the operators. (The
# library is not compiled with -flto: another version of the compiler could not link it.)
install(FILES ${fortran_folder}/ddblas_number_base.F90 ${fortran_folder}/ddblas_numbers.F90 ${fortran_folder}/ddblas_fma.c
    ${fortran_parts} ${fortran_made_parts} DESTINATION ${CMAKE_INSTALL_DATADIR}/ddblas/fortran COMPONENT development)
file(RELATIVE_PATH DDBLAS_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/ddblas-fortran.pc.in ${PROJECT_BINARY_DIR}/ddblas-fortran.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ddblas-fortran.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
