/*
 * The GPU side of bench_gemm.c.
 */
#include "gemm_device.h"

#include <cublasLt.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define MUST(call)                                                                                                               \
    do                                                                                                                           \
    {                                                                                                                            \
        const int error_ = (int)(call);                                                                                          \
        if (error_ != 0)                                                                                                         \
        {                                                                                                                        \
            fprintf(stderr, "bench_gemm: %s: error %d\n", #call, error_);                                                        \
            exit(2);                                                                                                             \
        }                                                                                                                        \
    } while (0)

namespace
{

__global__ void random_bytes(uint32_t *p, int64_t words)
{
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += (int64_t)gridDim.x * blockDim.x)
    {
        uint64_t k = (uint64_t)i * 0x9e3779b97f4a7c15ull;
        k = (k ^ (k >> 30)) * 0xbf58476d1ce4e5b9ull;
        p[i] = (uint32_t)(k >> 31);
    }
}

cublasLtMatrixLayout_t layout(cudaDataType_t type, int64_t rows, int64_t columns, int batches)
{
    cublasLtMatrixLayout_t l;
    const int32_t count = batches;
    const int64_t stride = rows * columns;
    MUST(cublasLtMatrixLayoutCreate(&l, type, (uint64_t)rows, (uint64_t)columns, rows));
    MUST(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count));
    MUST(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride));
    return l;
}

enum
{
    OFFERS = 8,
    MOST_MARKS = 4096
};

cudaEvent_t events[MOST_MARKS];
int stage_of[MOST_MARKS], marks;

} // namespace

extern "C" double bench_int8_rate(int64_t m, int64_t n, int64_t k, int batches)
{
    int8_t *A, *B;
    int32_t *P;
    void *workspace;
    const size_t bytes = (size_t)32 << 20;
    MUST(cudaMalloc(&A, (size_t)(m * k * batches)));
    MUST(cudaMalloc(&B, (size_t)(n * k * batches)));
    MUST(cudaMalloc(&P, (size_t)(m * n * batches) * 4));
    MUST(cudaMalloc(&workspace, bytes));
    random_bytes<<<4096, 256>>>((uint32_t *)A, m * k * batches / 4);
    random_bytes<<<4096, 256>>>((uint32_t *)B, n * k * batches / 4);
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t operation;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t found[OFFERS];
    const cublasOperation_t transposed = CUBLAS_OP_T;
    const int32_t one = 1, zero = 0;
    int count = 0;
    MUST(cublasLtCreate(&lt));
    MUST(cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32I, CUDA_R_32I));
    MUST(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed));
    cublasLtMatrixLayout_t a = layout(CUDA_R_8I, k, m, batches), b = layout(CUDA_R_8I, k, n, batches),
                           p = layout(CUDA_R_32I, m, n, batches);
    MUST(cublasLtMatmulPreferenceCreate(&preference));
    MUST(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
    MUST(cublasLtMatmulAlgoGetHeuristic(lt, operation, a, b, p, p, preference, OFFERS, found, &count));
    cudaEvent_t start, end;
    MUST(cudaEventCreate(&start));
    MUST(cudaEventCreate(&end));
    double best = 0.0;
    for (int i = 0; i < count; i++)
        for (int run = 0; run < 3; run++)
        {
            float ms = 0.0F;
            MUST(cudaEventRecord(start));
            MUST(cublasLtMatmul(lt, operation, &one, A, a, B, b, &zero, P, p, P, p, &found[i].algo, workspace, bytes, nullptr));
            MUST(cudaEventRecord(end));
            MUST(cudaEventSynchronize(end));
            MUST(cudaEventElapsedTime(&ms, start, end));
            const double rate = 2e-9 * (double)m * (double)n * (double)k * batches / ms;
            best = run > 0 && rate > best ? rate : best;
        }
    MUST(cublasLtMatmulPreferenceDestroy(preference));
    MUST(cublasLtMatrixLayoutDestroy(a));
    MUST(cublasLtMatrixLayoutDestroy(b));
    MUST(cublasLtMatrixLayoutDestroy(p));
    MUST(cublasLtMatmulDescDestroy(operation));
    MUST(cublasLtDestroy(lt));
    MUST(cudaEventDestroy(start));
    MUST(cudaEventDestroy(end));
    MUST(cudaFree(A));
    MUST(cudaFree(B));
    MUST(cudaFree(P));
    MUST(cudaFree(workspace));
    return best;
}

extern "C" void bench_stages_start(void *stream)
{
    marks = 0;
    bench_stage_mark(-1, stream);
}

extern "C" void bench_stage_mark(int stage, void *stream)
{
    if (marks == MOST_MARKS)
        return;
    if (!events[marks])
        MUST(cudaEventCreate(&events[marks]));
    stage_of[marks] = stage;
    MUST(cudaEventRecord(events[marks], (cudaStream_t)stream));
    marks++;
}

extern "C" void bench_stages(double *us, int stages)
{
    for (int s = 0; s < stages; s++)
        us[s] = 0.0;
    if (marks > 0)
        MUST(cudaEventSynchronize(events[marks - 1]));
    for (int i = 1; i < marks; i++)
    {
        float ms = 0.0F;
        MUST(cudaEventElapsedTime(&ms, events[i - 1], events[i]));
        us[stage_of[i]] += 1e3 * (double)ms;
    }
    marks = 0;
}
