# The benchmarks. ddblas_bench(name) builds bench/bench_<name>.c.
find_package(OpenMP REQUIRED COMPONENTS C CXX)

set(bench_lib ${PROJECT_SOURCE_DIR}/bench/lib)
# Ceilings are compiled for the processor, and with contraction, because they measure fused
# multiply-adds.
set(bench_common ${bench_lib}/bench.c ${bench_lib}/ceilings_cpu.c)
set_source_files_properties(${bench_lib}/ceilings_cpu.c PROPERTIES COMPILE_OPTIONS
    "-O3;-march=${DDBLAS_BENCH_MARCH};-ffp-contract=fast;-mprefer-vector-width=512")

ddblas_bench(symv_cpu ${bench_common})
target_link_libraries(bench_symv_cpu PRIVATE dd_reference dd_peers ddblas_white_box)
ddblas_bench(ger_cpu ${bench_common})
target_link_libraries(bench_ger_cpu PRIVATE dd_reference dd_peers ddblas_white_box)
ddblas_bench(io)
ddblas_bench(gemm_cpu ${bench_common})
target_link_libraries(bench_gemm_cpu PRIVATE dd_reference dd_peers ddblas_white_box)
ddblas_bench(complex_cpu ${bench_common})
target_link_libraries(bench_complex_cpu PRIVATE dd_reference)

if(DDBLAS_WITH_CUDA AND NOT DDBLAS_CUDA STREQUAL "EMULATED")
    ddblas_bench(symv ${bench_lib}/bench.c ${bench_lib}/symv_device.cu)
    target_compile_definitions(bench_symv PRIVATE DDBLAS_BENCH_DIR="${PROJECT_SOURCE_DIR}/bench")
    target_link_libraries(bench_symv PRIVATE dd_reference CUDA::cublas CUDA::cudart_static)
    ddblas_bench(tsqr ${bench_lib}/bench.c ${bench_lib}/symv_device.cu ${bench_lib}/tsqr_device.cu)
    target_link_libraries(bench_tsqr PRIVATE dd_reference CUDA::cublas CUDA::cusolver CUDA::cudart_static)
    ddblas_bench(gemm ${bench_lib}/bench.c ${bench_lib}/symv_device.cu ${bench_lib}/gemm_device.cu
        ${dd_hashed_matrix})
    target_link_libraries(bench_gemm PRIVATE dd_reference ddblas_white_box CUDA::cublas CUDA::cublasLt CUDA::cudart_static)
    ddblas_bench(level3 ${bench_lib}/bench.c ${bench_lib}/symv_device.cu ${dd_hashed_matrix})
    target_link_libraries(bench_level3 PRIVATE dd_reference CUDA::cublas CUDA::cudart_static)
    ddblas_bench(xt ${bench_lib}/bench.c)
    target_link_libraries(bench_xt PRIVATE dd_reference OpenMP::OpenMP_C CUDA::cublas CUDA::cudart_static)
endif()
