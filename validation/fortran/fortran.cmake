# Tests of the Fortran modules, in Fortran.
add_library(dd_fortran_checks STATIC ${PROJECT_SOURCE_DIR}/validation/fortran/checks.f90)
set_target_properties(dd_fortran_checks PROPERTIES Fortran_MODULE_DIRECTORY ${PROJECT_BINARY_DIR}/fortran/checks)
target_include_directories(dd_fortran_checks PUBLIC ${PROJECT_BINARY_DIR}/fortran/checks)
target_link_libraries(dd_fortran_checks PRIVATE ddblas_fortran_flags PUBLIC ddblas_fortran)
foreach(part cudd_calls speed_c)
    add_library(dd_fortran_${part} OBJECT ${PROJECT_SOURCE_DIR}/validation/fortran/${part}.c)
    target_link_libraries(dd_fortran_${part} PRIVATE ddblas_flags)
    target_include_directories(dd_fortran_${part} PRIVATE ${PROJECT_SOURCE_DIR}/include)
endforeach()

# ddblas_fortran_program(name source...): a program of Fortran sources of this folder.
function(ddblas_fortran_program name)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/validation/fortran/ REGEX "^[^/$]")
    add_executable(${name} ${ARGN})
    set_target_properties(${name} PROPERTIES Fortran_MODULE_DIRECTORY ${PROJECT_BINARY_DIR}/fortran/${name} LINKER_LANGUAGE Fortran)
    target_link_libraries(${name} PRIVATE ddblas_fortran_flags dd_fortran_checks)
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANG_AND_ID:Fortran,GNU>:-Wno-function-elimination>)
endfunction()
function(ddblas_fortran_test name)
    add_test(NAME ${name} COMMAND t_${name})
    set_tests_properties(${name} PROPERTIES LABELS fortran TIMEOUT 900 ENVIRONMENT "DDBLAS_TUNE_TABLE=none;OMP_WAIT_POLICY=passive")
endfunction()

ddblas_fortran_program(t_fortran_numbers t_fortran_numbers.f90 $<TARGET_OBJECTS:dd_fortran_cudd_calls>)
ddblas_fortran_test(fortran_numbers)
foreach(part exact elementary io)
    ddblas_fortran_program(t_fortran_${part} t_fortran_${part}.f90)
    ddblas_fortran_test(fortran_${part})
endforeach()
ddblas_fortran_program(t_fortran_mixed t_fortran_mixed.F90)
ddblas_fortran_test(fortran_mixed)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/validation/fortran/t_fortran_mixed.F90 APPEND PROPERTY OBJECT_DEPENDS
    ${PROJECT_SOURCE_DIR}/validation/fortran/mixed_case.inc)
if(DDBLAS_SANITIZE) # libgfortran loses the units of internal files whose items have formatted I/O of their own
    set_property(TEST fortran_io APPEND PROPERTY ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0")
endif()
ddblas_fortran_program(t_fortran_api t_fortran_api.F90 $<TARGET_OBJECTS:dd_fortran_cudd_calls>)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/validation/fortran/t_fortran_api.F90 APPEND PROPERTY OBJECT_DEPENDS
    ${PROJECT_SOURCE_DIR}/validation/fortran/api_case.inc)
ddblas_fortran_test(fortran_api)
ddblas_fortran_program(t_fortran_stop t_fortran_stop.f90)
ddblas_script_test(fortran/fortran_stop $<TARGET_FILE:t_fortran_stop> LABELS fortran)
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU" AND UNIX AND NOT APPLE)
    ddblas_script_test(fortran/fortran_static $<TARGET_FILE:ddblas_fortran> LABELS fortran)
endif()

# The numbers as a user may compile them: from their sources, with other options than the library's.
set(fortran_number_sources ${PROJECT_SOURCE_DIR}/bindings/fortran/ddblas_number_base.F90
    ${PROJECT_SOURCE_DIR}/bindings/fortran/ddblas_numbers.F90)
set(fortran_fma_in_c OFF)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(fortran_fma_in_c ON)
    list(APPEND fortran_number_sources ${PROJECT_SOURCE_DIR}/bindings/fortran/ddblas_fma.c)
endif()
function(ddblas_fortran_numbers_from_source name)
    cmake_parse_arguments(arg "" "" "SOURCES;OBJECTS;OPTIONS" ${ARGN})
    list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/validation/fortran/)
    add_executable(${name} ${fortran_number_sources} ${arg_SOURCES} ${arg_OBJECTS})
    add_dependencies(${name} ddblas_fortran_sources)
    set_target_properties(${name} PROPERTIES Fortran_MODULE_DIRECTORY ${PROJECT_BINARY_DIR}/fortran/${name} LINKER_LANGUAGE Fortran)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/bindings/fortran ${PROJECT_BINARY_DIR}/fortran)
    target_compile_options(${name} PRIVATE ${arg_OPTIONS})
    target_link_options(${name} PRIVATE ${arg_OPTIONS})
    target_compile_definitions(${name} PRIVATE $<$<BOOL:${DDBLAS_IEEE_FMA}>:DDBLAS_IEEE_FMA>
        $<$<BOOL:${fortran_fma_in_c}>:DDBLAS_FMA_IN_C>)
    target_link_libraries(${name} PRIVATE ddblas)
endfunction()

# speed.f90 shows the cost of the operators against C. It is not a test, because times are not the
# same twice. C has the options of the other side.
ddblas_fortran_program(fortran_speed speed.f90 $<TARGET_OBJECTS:dd_fortran_speed_c>)
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    # Every instruction of this machine, and contraction of products and sums allowed.
    ddblas_fortran_numbers_from_source(t_fortran_contracting SOURCES checks.f90 t_fortran_numbers.f90
        OBJECTS $<TARGET_OBJECTS:dd_fortran_cudd_calls> OPTIONS -O3 -march=native -ffp-contract=fast)
    ddblas_fortran_test(fortran_contracting)
    # Operators that are inlined, as docs/fortran.md says.
    set(fortran_inlined -O3 -march=native -flto=auto --param=max-inline-insns-auto=100 -fno-math-errno)
    ddblas_fortran_numbers_from_source(t_fortran_inlined SOURCES checks.f90 t_fortran_numbers.f90
        OBJECTS $<TARGET_OBJECTS:dd_fortran_cudd_calls> OPTIONS ${fortran_inlined})
    ddblas_fortran_test(fortran_inlined)
    add_library(dd_fortran_speed_c_native OBJECT ${PROJECT_SOURCE_DIR}/validation/fortran/speed_c.c)
    target_compile_options(dd_fortran_speed_c_native PRIVATE -O3 -march=native)
    target_link_libraries(dd_fortran_speed_c_native PRIVATE ddblas_flags)
    target_include_directories(dd_fortran_speed_c_native PRIVATE ${PROJECT_SOURCE_DIR}/include)
    ddblas_fortran_numbers_from_source(fortran_speed_inlined SOURCES speed.f90 OBJECTS $<TARGET_OBJECTS:dd_fortran_speed_c_native>
        OPTIONS ${fortran_inlined})
endif()

ddblas_fortran_program(example_symv_fortran ${PROJECT_SOURCE_DIR}/examples/symv.f90)
add_test(NAME example_symv_fortran COMMAND example_symv_fortran)
set_tests_properties(example_symv_fortran PROPERTIES LABELS fortran
    PASS_REGULAR_EXPRESSION "^y\\[0\\] = 1\ny\\[1\\] = 1.333333333333333333333333333333\ny\\[2\\] = 0\n$")
