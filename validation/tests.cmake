# The tests. ddblas_test(name) builds validation/t_<name>.c.
find_package(QD REQUIRED)
find_package(cmocka REQUIRED)
if(NOT TARGET cmocka::cmocka)
    add_library(cmocka::cmocka INTERFACE IMPORTED)
    target_include_directories(cmocka::cmocka INTERFACE ${CMOCKA_INCLUDE_DIR})
    target_link_libraries(cmocka::cmocka INTERFACE ${CMOCKA_LIBRARIES})
endif()

file(GLOB validation_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/validation/lib/*.c)
add_library(dd_validation STATIC ${validation_sources})
target_include_directories(dd_validation PUBLIC ${PROJECT_SOURCE_DIR}/validation/lib ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(dd_validation PUBLIC DDBLAS_HAVE_CUDA=$<BOOL:${DDBLAS_WITH_CUDA}>)
target_link_libraries(dd_validation PRIVATE ddblas_flags PUBLIC ddblas_static MPFR::MPFR QD::QD cmocka::cmocka OpenMP::OpenMP_C)

# ---- the number: cuddreal.h, no engine ----
# Operands, errors and sweeps; scalar_functions.c, the functions themselves, is compiled by each program in its own way.
add_library(dd_scalar STATIC)
foreach(part judge operands estimate sweep)
    target_sources(dd_scalar PRIVATE ${PROJECT_SOURCE_DIR}/validation/scalar_${part}.c)
endforeach()
target_link_libraries(dd_scalar PRIVATE ddblas_flags PUBLIC dd_validation)
set(dd_scalar_functions ${PROJECT_SOURCE_DIR}/validation/scalar_functions.c)
# The functions as a user may compile them: GNU C, contraction on, every instruction of this machine.
add_library(dd_scalar_contracting OBJECT ${dd_scalar_functions})
target_compile_definitions(dd_scalar_contracting PRIVATE DD_FUNCTIONS=dd_functions_contracting)
target_compile_options(dd_scalar_contracting PRIVATE -O3 -march=native -std=gnu17 -ffp-contract=fast)
target_include_directories(dd_scalar_contracting PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/validation/lib)
ddblas_test(scalar_bounds LABELS scalar SOURCES ${dd_scalar_functions} $<TARGET_OBJECTS:dd_scalar_contracting>)
target_link_libraries(t_scalar_bounds PRIVATE dd_scalar)
ddblas_test(scalar LABELS scalar SOURCES ${dd_scalar_functions})
target_link_libraries(t_scalar PRIVATE dd_scalar)
ddblas_test(oracle LABELS scalar)
ddblas_test(scalar_exact LABELS scalar)
add_executable(t_operators ${PROJECT_SOURCE_DIR}/validation/t_operators.cpp)
target_link_libraries(t_operators PRIVATE ddblas_flags dd_validation)
add_test(NAME operators COMMAND t_operators)
set_tests_properties(operators PROPERTIES LABELS scalar TIMEOUT 900)
if(DDBLAS_WITH_CUDA)
    ddblas_test(scalar_cuda LABELS gpu scalar SOURCES ${dd_scalar_functions} ${PROJECT_SOURCE_DIR}/validation/scalar_device.cu)
    target_link_libraries(t_scalar_cuda PRIVATE dd_scalar CUDA::cudart_static)
endif()
include(${PROJECT_SOURCE_DIR}/validation/mutants/mutants.cmake)
add_executable(sweep_scalar ${PROJECT_SOURCE_DIR}/validation/sweep_scalar.c ${dd_scalar_functions})
target_link_libraries(sweep_scalar PRIVATE ddblas_flags dd_scalar)

# ---- the library ----
ddblas_test(handle LABELS engine)
ddblas_test(convert LABELS engine)
ddblas_test(symv LABELS engine SOURCES ${PROJECT_SOURCE_DIR}/validation/symv_case.c)
ddblas_test(symv_w LABELS engine SOURCES ${PROJECT_SOURCE_DIR}/validation/symv_case.c ${PROJECT_SOURCE_DIR}/validation/symv_mutant.c
    ${PROJECT_SOURCE_DIR}/bench/qd_loop.cpp)
ddblas_test(symv_u LABELS engine SOURCES ${PROJECT_SOURCE_DIR}/validation/symv_case.c ${PROJECT_SOURCE_DIR}/validation/symv_mutant.c)
ddblas_test(aspen LABELS engine SOURCES ${PROJECT_SOURCE_DIR}/validation/symv_case.c)
ddblas_test(gemm LABELS engine SOURCES ${PROJECT_SOURCE_DIR}/validation/gemm_case.c)
ddblas_test(gemm_cpu SOURCES ${PROJECT_SOURCE_DIR}/validation/gemm_case.c ${PROJECT_SOURCE_DIR}/validation/gemm_mutant.c)

ddblas_test(symv_plan)
if(DDBLAS_WITH_CUDA)
    ddblas_test(symv_cuda LABELS gpu SOURCES ${PROJECT_SOURCE_DIR}/validation/symv_case.c ${PROJECT_SOURCE_DIR}/validation/symv_gpu.cu)
    target_link_libraries(t_symv_cuda PRIVATE CUDA::cudart_static)
    set_tests_properties(symv_cuda PROPERTIES SKIP_RETURN_CODE 77)
endif()

# ---- text and files ----
ddblas_test(text LABELS files)
target_link_libraries(t_text PRIVATE OpenMP::OpenMP_C)
ddblas_test(mtx LABELS files)
ddblas_test(npy LABELS files)
# A locale with a decimal comma for t_text, where the system has the sources of one; the test skips that part where not.
find_program(LOCALEDEF localedef)
if(LOCALEDEF)
    execute_process(COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/locale)
    execute_process(COMMAND ${LOCALEDEF} -i de_DE -f UTF-8 ${PROJECT_BINARY_DIR}/locale/de_DE.UTF-8
        OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE no_locale)
    if(NOT no_locale)
        set_property(TEST text APPEND PROPERTY ENVIRONMENT "LOCPATH=${PROJECT_BINARY_DIR}/locale")
    endif()
endif()
add_executable(sweep_text ${PROJECT_SOURCE_DIR}/validation/sweep_text.c)
_ddblas_program(sweep_text)
target_link_libraries(sweep_text PRIVATE dd_validation)

# ---- the tuner ----
foreach(part dspline table search)
    ddblas_test(tune_${part} LABELS tune)
endforeach()

# ---- the command, the installation, the rules of the tree ----
# ddblas_script_test(name argument... LABELS label): validation/t_<name>.sh.
function(ddblas_script_test name)
    cmake_parse_arguments(arg "" "" "LABELS" ${ARGN})
    add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/validation/t_${name}.sh ${arg_UNPARSED_ARGUMENTS})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 900)
endfunction()
ddblas_test(compare LABELS cli SOURCES ${PROJECT_SOURCE_DIR}/cli/reference.c ${PROJECT_SOURCE_DIR}/cli/progress.c
    ${PROJECT_SOURCE_DIR}/cli/error.c)
ddblas_script_test(cli $<TARGET_FILE:ddblas_command> LABELS cli)
ddblas_script_test(tune_kill $<TARGET_FILE:ddblas_command> LABELS tune)
ddblas_script_test(install ${PROJECT_BINARY_DIR} LABELS install)
ddblas_script_test(includes LABELS rules)
add_test(NAME symbols COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_symbols $<TARGET_FILE:ddblas>)
set_tests_properties(symbols PROPERTIES LABELS "install")
