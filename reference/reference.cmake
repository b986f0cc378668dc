# The libraries that tests and benchmarks share (README.md of this folder).

# Private headers, for the files that a "rights" file lets include them.
add_library(ddblas_white_box INTERFACE)
target_include_directories(ddblas_white_box INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(ddblas_white_box INTERFACE DDBLAS_HAVE_CUDA=$<BOOL:${DDBLAS_WITH_CUDA}>
    DDBLAS_EMULATED=$<STREQUAL:${DDBLAS_CUDA},EMULATED>)

# Exact results, data and bounds.
file(GLOB reference_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/reference/*.c ${PROJECT_SOURCE_DIR}/reference/oracle/*.c)
set(dd_reference_folders ${PROJECT_SOURCE_DIR}/reference ${PROJECT_SOURCE_DIR}/reference/oracle)
add_library(dd_reference STATIC ${reference_sources})
target_include_directories(dd_reference PUBLIC ${dd_reference_folders})
target_link_libraries(dd_reference PRIVATE ddblas_flags PUBLIC ddblas_static MPFR::MPFR OpenMP::OpenMP_C)

# Matrices that host and device both know: a source of the programs that use it, because only they
# need the CUDA runtime.
set(dd_hashed_matrix ${PROJECT_SOURCE_DIR}/reference/hashed_matrix.cu)

# QD as a peer, compiled for the processor, and as Debian's package of it is used. Another processor
# than this machine's lets benchmarks run where QD and MPFR have no headers, so that nothing can be
# built.
find_package(QD REQUIRED)
set(DDBLAS_BENCH_MARCH native CACHE STRING "Processor for which ceilings and peers of the benchmarks are compiled (-march)")
set(peers ${PROJECT_SOURCE_DIR}/reference/peers)
add_library(dd_peers STATIC ${peers}/qd_symv.cpp ${peers}/qd_gemv.cpp ${peers}/qd_ger.cpp ${peers}/qd_level1.cpp ${peers}/qd_gemm.cpp ${peers}/qd_gemm_as_packaged.cpp)
set_source_files_properties(${peers}/qd_symv.cpp ${peers}/qd_gemv.cpp ${peers}/qd_ger.cpp ${peers}/qd_level1.cpp ${peers}/qd_gemm.cpp PROPERTIES COMPILE_OPTIONS "-O3;-march=${DDBLAS_BENCH_MARCH}")
set_source_files_properties(${peers}/qd_gemm_as_packaged.cpp PROPERTIES COMPILE_OPTIONS "-O2")
target_include_directories(dd_peers PUBLIC ${peers})
target_link_libraries(dd_peers PRIVATE ddblas_flags PUBLIC ddblas_static QD::QD)
