# The tests of the drop-in for MPLAPACK: C++ programs with the library's objects and those of the
# drop-in. ddblas_mplapack_test(NAME): validation/mplapack/t_NAME.cpp.
function(ddblas_mplapack_test name)
    add_executable(t_${name} ${PROJECT_SOURCE_DIR}/validation/mplapack/t_${name}.cpp)
    target_include_directories(t_${name} PRIVATE ${mplapack_folder}/include)
    target_link_libraries(t_${name} PRIVATE ddblas_flags dd_validation ddblas_mplapack_static)
    add_test(NAME ${name} COMMAND t_${name})
    set_tests_properties(${name} PROPERTIES LABELS mplapack TIMEOUT 900 ENVIRONMENT "DDBLAS_TUNE_TABLE=none;OMP_WAIT_POLICY=passive")
endfunction()

add_library(ddblas_mplapack_static STATIC $<TARGET_OBJECTS:ddblas_mplapack_objects>)
ddblas_mplapack_test(mpblas_vectors)
ddblas_mplapack_test(mpblas_matrices)
ddblas_mplapack_test(mplapack_systems)
ddblas_mplapack_test(mplapack_eigen)
ddblas_mplapack_test(mplapack_calls)
ddblas_mplapack_test(mplapack_pins)
target_sources(t_mplapack_pins PRIVATE ${PROJECT_SOURCE_DIR}/validation/mplapack/pins_in_c.c)

# ddblas_mplapack_run(NAME PROGRAM SETTINGS ..): a program again, with a trace and other settings.
function(ddblas_mplapack_run name program)
    add_test(NAME ${name} COMMAND t_${program})
    set_tests_properties(${name} PROPERTIES LABELS mplapack TIMEOUT 900
        ENVIRONMENT "DDBLAS_TUNE_TABLE=none;OMP_WAIT_POLICY=passive;DDBLAS_TRACE=${PROJECT_BINARY_DIR}/${name}.trace;${ARGN}")
endfunction()
ddblas_mplapack_run(mplapack_trace mplapack_calls DDBLAS_MPLAPACK_DEVICES=0 DDBLAS_EXPECTED_ENGINE=cpu)
ddblas_mplapack_run(mplapack_pins_checked mplapack_pins DDBLAS_MPLAPACK_CHECK_PINS=1)
# All operands pinned: a routine that writes to one without dropping its copy is found.
foreach(program mpblas_vectors mpblas_matrices mplapack_systems mplapack_eigen)
    ddblas_mplapack_run(${program}_pinned ${program} DDBLAS_TEST_PINS=1 DDBLAS_MPLAPACK_CHECK_PINS=1)
endforeach()
if(DDBLAS_CUDA STREQUAL "EMULATED")
    foreach(program mpblas_matrices mplapack_systems mplapack_eigen mplapack_calls)
        ddblas_mplapack_run(${program}_device ${program} DDBLAS_MPLAPACK_THRESHOLD=0 DDBLAS_EXPECTED_ENGINE=cuda DDBLAS_NVRTC=none
            DDBLAS_EMULATE_DEVICES=1)
    endforeach()
    foreach(checks 0 1)
        ddblas_mplapack_run(mplapack_pins_device_${checks} mplapack_pins DDBLAS_MPLAPACK_THRESHOLD=0 DDBLAS_EXPECTED_ENGINE=cuda
            DDBLAS_NVRTC=none DDBLAS_EMULATE_DEVICES=1 DDBLAS_MPLAPACK_CHECK_PINS=${checks})
    endforeach()
    foreach(program mplapack_calls mplapack_pins)
        ddblas_mplapack_run(${program}_missing_device ${program} DDBLAS_MPLAPACK_THRESHOLD=0 DDBLAS_EXPECTED_ENGINE=cpu
            DDBLAS_EMULATE_DEVICES=0)
    endforeach()
    ddblas_mplapack_run(mpblas_matrices_pinned_device mpblas_matrices DDBLAS_MPLAPACK_THRESHOLD=0 DDBLAS_NVRTC=none
        DDBLAS_EMULATE_DEVICES=1 DDBLAS_TEST_PINS=1)
    ddblas_mplapack_run(mplapack_systems_pinned_device mplapack_systems DDBLAS_MPLAPACK_THRESHOLD=0 DDBLAS_NVRTC=none
        DDBLAS_EMULATE_DEVICES=1 DDBLAS_TEST_PINS=1)
endif()
