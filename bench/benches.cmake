# The benchmarks. ddblas_bench(name) builds bench/bench_<name>.c.
find_package(OpenMP REQUIRED COMPONENTS C CXX)

# Another one than this machine's lets benchmarks run where QD and MPFR have no headers, so that nothing can be built.
set(DDBLAS_BENCH_MARCH native CACHE STRING "Processor for which ceilings and peers of the benchmarks are compiled (-march)")

# What the benchmarks share; errors come from the oracle of the validation library. Ceilings and the peer are compiled for the
# processor, ceilings with contraction, for a fused multiply-add is what they measure.
set(bench_common ${PROJECT_SOURCE_DIR}/bench/bench.c ${PROJECT_SOURCE_DIR}/bench/ceilings_cpu.c)
set_source_files_properties(${PROJECT_SOURCE_DIR}/bench/ceilings_cpu.c PROPERTIES COMPILE_OPTIONS
    "-O3;-march=${DDBLAS_BENCH_MARCH};-ffp-contract=fast;-mprefer-vector-width=512")

ddblas_bench(symv_cpu ${bench_common} ${PROJECT_SOURCE_DIR}/bench/qd_loop.cpp)
set_source_files_properties(${PROJECT_SOURCE_DIR}/bench/qd_loop.cpp PROPERTIES COMPILE_OPTIONS "-O3;-march=${DDBLAS_BENCH_MARCH}")
target_link_libraries(bench_symv_cpu PRIVATE dd_validation)
ddblas_bench(io)
ddblas_bench(gemm_cpu ${bench_common} ${PROJECT_SOURCE_DIR}/bench/qd_gemm.cpp ${PROJECT_SOURCE_DIR}/bench/qd_gemm_as_packaged.cpp)
set_source_files_properties(${PROJECT_SOURCE_DIR}/bench/qd_gemm.cpp PROPERTIES COMPILE_OPTIONS "-O3;-march=${DDBLAS_BENCH_MARCH}")
set_source_files_properties(${PROJECT_SOURCE_DIR}/bench/qd_gemm_as_packaged.cpp PROPERTIES COMPILE_OPTIONS "-O2")
target_link_libraries(bench_gemm_cpu PRIVATE dd_validation)

if(DDBLAS_WITH_CUDA AND NOT DDBLAS_CUDA STREQUAL "EMULATED")
    ddblas_bench(symv ${PROJECT_SOURCE_DIR}/bench/bench.c ${PROJECT_SOURCE_DIR}/bench/symv_device.cu)
    target_compile_definitions(bench_symv PRIVATE DDBLAS_BENCH_DIR="${PROJECT_SOURCE_DIR}/bench")
    target_link_libraries(bench_symv PRIVATE CUDA::cublas CUDA::cudart_static)
    ddblas_bench(tsqr ${PROJECT_SOURCE_DIR}/bench/bench.c ${PROJECT_SOURCE_DIR}/bench/symv_device.cu ${PROJECT_SOURCE_DIR}/bench/tsqr_device.cu)
    target_link_libraries(bench_tsqr PRIVATE CUDA::cublas CUDA::cusolver CUDA::cudart_static)
    ddblas_bench(gemm ${PROJECT_SOURCE_DIR}/bench/bench.c ${PROJECT_SOURCE_DIR}/bench/symv_device.cu ${PROJECT_SOURCE_DIR}/bench/gemm_device.cu
        ${PROJECT_SOURCE_DIR}/validation/level3/gemm_gpu.cu)
    target_link_libraries(bench_gemm PRIVATE dd_validation CUDA::cublas CUDA::cublasLt CUDA::cudart_static)
    ddblas_bench(level3 ${PROJECT_SOURCE_DIR}/bench/bench.c ${PROJECT_SOURCE_DIR}/bench/symv_device.cu ${PROJECT_SOURCE_DIR}/validation/level3/gemm_gpu.cu)
    target_link_libraries(bench_level3 PRIVATE dd_validation CUDA::cublas CUDA::cudart_static)
    ddblas_bench(xt ${PROJECT_SOURCE_DIR}/bench/bench.c)
    target_link_libraries(bench_xt PRIVATE dd_validation OpenMP::OpenMP_C CUDA::cublas CUDA::cudart_static)
endif()
