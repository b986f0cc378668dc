# From names to targets. Sources of a room are found by name, so that adding a routine is adding files with guessable names and one
# line in CMakeLists.txt.

# Every .c file of the rooms named, and with CUDA the .cu files and *cublas.c, become sources of the library.
function(ddblas_room)
    foreach(room IN LISTS ARGN)
        file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/*.c)
        _ddblas_add(${found})
        file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/*.cu)
        _ddblas_add(${found})
    endforeach()
endfunction()

# ddblas_routine(level2 symv): src/level2/symv.c, symv_*.c and, with CUDA, symv*.cu.
function(ddblas_routine room name)
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/${name}.c ${PROJECT_SOURCE_DIR}/src/${room}/${name}_*.c
         ${PROJECT_SOURCE_DIR}/src/${room}/${name}.cu ${PROJECT_SOURCE_DIR}/src/${room}/${name}_*.cu)
    if(NOT found)
        message(FATAL_ERROR "src/${room}/${name}*.c: no such routine")
    endif()
    _ddblas_add(${found})
endfunction()

function(_ddblas_add)
    foreach(source IN LISTS ARGN)
        if(source MATCHES "(\\.cu|cublas\\.c)$" AND NOT DDBLAS_WITH_CUDA)
            continue()
        endif()
        if(source MATCHES "_avx(2|512)\\.c$" AND NOT DDBLAS_X86_64)
            continue()
        endif()
        ddblas_instruction_sets(${source})
        target_sources(ddblas_objects PRIVATE ${source})
    endforeach()
endfunction()

# What validation, bench and cli are compiled with.
function(_ddblas_program target)
    target_link_libraries(${target} PRIVATE ddblas_flags)
    target_compile_features(${target} PRIVATE c_std_11)
endfunction()

# ddblas_test(symv LABELS gpu): validation/t_symv.c with cmocka, the oracle and the static library, as the test "symv". Tests run side by
# side, so a thread that waits must not spin on the core that another test needs.
function(ddblas_test name)
    cmake_parse_arguments(arg "" "" "LABELS;SOURCES" ${ARGN})
    add_executable(t_${name} ${PROJECT_SOURCE_DIR}/validation/t_${name}.c ${arg_SOURCES})
    _ddblas_program(t_${name})
    target_link_libraries(t_${name} PRIVATE dd_validation)
    target_compile_definitions(t_${name} PRIVATE DDBLAS_VALIDATION_DIR="${PROJECT_SOURCE_DIR}/validation")
    add_test(NAME ${name} COMMAND t_${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 900 ENVIRONMENT "DDBLAS_TUNE_TABLE=none;OMP_WAIT_POLICY=passive")
endfunction()

# ddblas_cuda_test(symv_cuda LABELS scalar SOURCES ...): a test that needs a device, and is skipped where there is none.
function(ddblas_cuda_test name)
    cmake_parse_arguments(arg "" "" "LABELS;SOURCES" ${ARGN})
    ddblas_test(${name} LABELS gpu ${arg_LABELS} SOURCES ${arg_SOURCES})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
    if(DDBLAS_CUDA STREQUAL "EMULATED")
        ddblas_emulate(t_${name})
    else()
        target_link_libraries(t_${name} PRIVATE CUDA::cudart_static)
    endif()
endfunction()

# ddblas_bench(symv): bench/bench_symv.c and the sources named.
function(ddblas_bench name)
    add_executable(bench_${name} ${PROJECT_SOURCE_DIR}/bench/bench_${name}.c ${ARGN})
    _ddblas_program(bench_${name})
    target_link_libraries(bench_${name} PRIVATE ddblas_static)
endfunction()
