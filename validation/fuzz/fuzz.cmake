# Fuzz targets (clang): the readers compiled with coverage and both sanitizers. scripts/fuzz runs
# them.
if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "DDBLAS_FUZZ needs clang: -DCMAKE_C_COMPILER=clang")
endif()
file(GLOB fuzz_library CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/dd_arith/*.c ${PROJECT_SOURCE_DIR}/src/io/*.c)
set(fuzz_table_sources)
foreach(part table/table_key table/table_read table/table_write table/journal spaces)
    list(APPEND fuzz_table_sources ${PROJECT_SOURCE_DIR}/src/tune/${part}.c)
endforeach()
foreach(name text mtx npy csv table)
    add_executable(fuzz_${name} ${PROJECT_SOURCE_DIR}/validation/fuzz/fuzz_${name}.c ${fuzz_library} ${fuzz_${name}_sources}
        ${PROJECT_SOURCE_DIR}/src/core/error.c ${PROJECT_SOURCE_DIR}/src/core/status.c ${PROJECT_SOURCE_DIR}/src/core/type.c
        ${PROJECT_SOURCE_DIR}/src/backend/allocate.c)
    target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(fuzz_${name} PRIVATE DDBLAS_HAVE_CUDA=0 DDBLAS_HAVE_ZLIB=$<BOOL:${DDBLAS_WITH_ZLIB}>)
    target_compile_options(fuzz_${name} PRIVATE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,address,undefined)
    target_link_libraries(fuzz_${name} PRIVATE ddblas_flags MPFR::MPFR ${DDBLAS_ZLIB_LIBRARIES} m)
endforeach()
