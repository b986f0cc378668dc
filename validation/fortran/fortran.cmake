# Tests of the Fortran modules, in Fortran.
add_library(dd_fortran_checks STATIC ${PROJECT_SOURCE_DIR}/validation/fortran/checks.f90)
set_target_properties(dd_fortran_checks PROPERTIES Fortran_MODULE_DIRECTORY ${PROJECT_BINARY_DIR}/fortran/checks)
target_include_directories(dd_fortran_checks PUBLIC ${PROJECT_BINARY_DIR}/fortran/checks)
target_link_libraries(dd_fortran_checks PRIVATE ddblas_fortran_flags PUBLIC ddblas_fortran)
add_library(dd_fortran_c OBJECT ${PROJECT_SOURCE_DIR}/validation/fortran/cudd_calls.c ${PROJECT_SOURCE_DIR}/validation/fortran/speed_c.c)
target_link_libraries(dd_fortran_c PRIVATE ddblas_flags)
target_include_directories(dd_fortran_c PRIVATE ${PROJECT_SOURCE_DIR}/include)

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

ddblas_fortran_program(t_fortran_numbers t_fortran_numbers.f90 $<TARGET_OBJECTS:dd_fortran_c>)
ddblas_fortran_test(fortran_numbers)
foreach(part exact io)
    ddblas_fortran_program(t_fortran_${part} t_fortran_${part}.f90)
    ddblas_fortran_test(fortran_${part})
endforeach()
ddblas_fortran_program(t_fortran_api t_fortran_api.F90)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/validation/fortran/t_fortran_api.F90 APPEND PROPERTY OBJECT_DEPENDS
    ${PROJECT_SOURCE_DIR}/validation/fortran/api_case.inc)
ddblas_fortran_test(fortran_api)
ddblas_fortran_program(t_fortran_stop t_fortran_stop.f90)
ddblas_script_test(fortran/fortran_stop $<TARGET_FILE:t_fortran_stop> LABELS fortran)

# The operators as a user may compile them: from their sources, every instruction of this machine,
# contraction of products and sums allowed by the options.
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    add_executable(t_fortran_contracting ${PROJECT_SOURCE_DIR}/bindings/fortran/ddblas_number_base.F90
        ${PROJECT_SOURCE_DIR}/bindings/fortran/ddblas_numbers.F90 ${PROJECT_SOURCE_DIR}/validation/fortran/checks.f90
        ${PROJECT_SOURCE_DIR}/validation/fortran/t_fortran_numbers.f90 $<TARGET_OBJECTS:dd_fortran_c>)
    add_dependencies(t_fortran_contracting ddblas_fortran_sources)
    set_target_properties(t_fortran_contracting PROPERTIES Fortran_MODULE_DIRECTORY ${PROJECT_BINARY_DIR}/fortran/contracting
        LINKER_LANGUAGE Fortran)
    target_include_directories(t_fortran_contracting PRIVATE ${PROJECT_SOURCE_DIR}/bindings/fortran ${PROJECT_BINARY_DIR}/fortran)
    # Without the library's flags and modules: only its C functions.
    target_compile_options(t_fortran_contracting PRIVATE -O3 -march=native -ffp-contract=fast)
    target_compile_definitions(t_fortran_contracting PRIVATE $<$<BOOL:${DDBLAS_IEEE_FMA}>:DDBLAS_IEEE_FMA>)
    target_link_libraries(t_fortran_contracting PRIVATE ddblas)
    ddblas_fortran_test(fortran_contracting)
endif()

# The cost of the operators against C: not a test, because times are not the same twice. The second
# program inlines them at link time.
ddblas_fortran_program(fortran_speed speed.f90 $<TARGET_OBJECTS:dd_fortran_c>)
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    ddblas_fortran_program(fortran_speed_inlined speed.f90 $<TARGET_OBJECTS:dd_fortran_c>)
    target_compile_options(fortran_speed_inlined PRIVATE $<$<COMPILE_LANGUAGE:Fortran>:-O3 -flto
        --param=max-inline-insns-auto=100>)
    target_link_options(fortran_speed_inlined PRIVATE -O3 -flto --param=max-inline-insns-auto=100)
endif()

ddblas_fortran_program(example_symv_fortran ${PROJECT_SOURCE_DIR}/examples/symv.f90)
add_test(NAME example_symv_fortran COMMAND example_symv_fortran)
set_tests_properties(example_symv_fortran PROPERTIES LABELS fortran
    PASS_REGULAR_EXPRESSION "^y\\[0\\] = 1\ny\\[1\\] = 1.333333333333333333333333333333\ny\\[2\\] = 0\n$")
