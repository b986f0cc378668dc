/*
 * The plain route of double-double gemm on the CUDA engine: fills in the plan and launches the
 * kernel.
 */
#include "gemm_plain_add_kernel.cuh"

#include <cuda_runtime_api.h>
#include <string.h>

#include "backend/device_error.h"
#include "core/sizes.h"

gemm_plain_operands ddblas_gemm_plain_operands(ddblasHandle_t handle, const struct ddblas_gemm_problem &p)
{
    gemm_plain_operands op = {};
    op.arrays = {p.A, p.B, (cuddreal *)p.C};
    op.double_a = p.double_a != 0;
    op.double_b = p.double_b != 0;
    op.m = p.m;
    op.n = p.n;
    op.k = p.k;
    const bool a_plain = p.transa == DDBLAS_OP_N, b_plain = p.transb == DDBLAS_OP_N;
    op.a_row = a_plain ? 1 : p.lda;
    op.a_term = a_plain ? p.lda : 1;
    op.b_row = b_plain ? p.ldb : 1;
    op.b_term = b_plain ? 1 : p.ldb;
    op.c_row = 1;
    op.c_column = p.ldc;
    op.part = p.part;
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
    {
        op.alpha_device = (const cuddreal *)p.alpha;
        op.beta_device = (const cuddreal *)p.beta;
    }
    else
    {
        /* p.alpha is aligned to 8 bytes only (core/host_memory.h), so its bytes are copied. */
        memcpy(&op.alpha, p.alpha, sizeof op.alpha);
        memcpy(&op.beta, p.beta, sizeof op.beta);
        if (cuddIsZero(op.alpha))
            op.k = 0;
    }
    return op;
}

template <class V>
static void exchange_values(V &a, V &b)
{
    const V c = a;
    a = b;
    b = c;
}

/* Replaces the problem C = op(A) op(B) with C^T = op(B)^T op(A)^T, which has the same result. */
static void swap_sides(gemm_plain_operands &op)
{
    exchange_values(op.arrays.A, op.arrays.B);
    exchange_values(op.double_a, op.double_b);
    exchange_values(op.m, op.n);
    exchange_values(op.a_row, op.b_row);
    exchange_values(op.a_term, op.b_term);
    exchange_values(op.c_row, op.c_column);
    op.part = op.part == DDBLAS_GEMM_LOWER ? DDBLAS_GEMM_UPPER : op.part == DDBLAS_GEMM_UPPER ? DDBLAS_GEMM_LOWER : op.part;
}

template <class Tile, bool Mixed>
static void launch_tiles(const gemm_plain_operands &op, const gemm_plain_plan &plan, int multiprocessors, cudaStream_t stream)
{
    const int64_t tiles = plan.down * plan.across, few = (int64_t)multiprocessors * Tile::Resident;
    if (op.mask.elements)
        gemm_plain_masked_kernel<Tile, Mixed><<<(unsigned)least(tiles, few), Tile::Threads, 0, stream>>>(op);
    else
        gemm_plain_kernel<Tile, Mixed><<<dim3((unsigned)tiles, (unsigned)plan.splits), Tile::Threads, 0, stream>>>(op);
}

static cudaError_t launch_plan(const gemm_plain_operands &op, const gemm_plain_plan &plan, int multiprocessors,
                               cudaStream_t stream)
{
    const bool mixed = op.double_a || op.double_b;
    switch (plan.shape)
    {
#define GEMM_PLAIN_LAUNCH(name, tm, tn, lm, ln, stages, resident, fill, cost, rate, swapped_rate)                                \
    case GEMM_PLAIN_##name:                                                                                                      \
        (mixed ? launch_tiles<gemm_plain_tile<tm, tn, lm, ln, stages, resident>, true>                                           \
               : launch_tiles<gemm_plain_tile<tm, tn, lm, ln, stages, resident>, false>)(op, plan, multiprocessors, stream);     \
        break;
        GEMM_PLAIN_SHAPES(GEMM_PLAIN_LAUNCH)
#undef GEMM_PLAIN_LAUNCH
    default:
        return cudaErrorInvalidValue;
    }
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess || plan.splits == 1)
        return error;
    const int64_t blocks = quotient_up(op.m * op.n, GEMM_PLAIN_ADD_ELEMENTS);
    gemm_plain_add_kernel<<<(unsigned)blocks, GEMM_PLAIN_ADD_ELEMENTS * GEMM_PLAIN_ADD_LANES, 0, stream>>>(op, (int)plan.splits);
    return cudaGetLastError();
}

extern "C" size_t ddblas_gemm_plain_cuda_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    ddblas_device facts;
    if (m == 0 || n == 0 || ddblas_device_facts(handle->backend, handle->device, &facts) != DDBLAS_STATUS_SUCCESS)
        return 0;
    return ddblas_gemm_plain_make_plan(facts.multiprocessors, m, n, k, 0).workspace;
}

extern "C" size_t ddblas_gemm_plain_cuda_block_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k, int64_t plan_m,
                                                         int64_t plan_n)
{
    ddblas_device facts;
    if (m == 0 || n == 0 || ddblas_device_facts(handle->backend, handle->device, &facts) != DDBLAS_STATUS_SUCCESS)
        return 0;
    const gemm_plain_plan whole = ddblas_gemm_plain_make_plan(facts.multiprocessors, plan_m, plan_n, k, 0);
    return ddblas_gemm_plain_plan_of_block(whole, m, n).workspace;
}

extern "C" ddblasStatus_t ddblas_gemm_plain_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem,
                                                 const struct ddblas_gemm_mask *mask, void *workspace)
{
    ddblas_device facts;
    const ddblasStatus_t known = ddblas_device_facts(handle->backend, handle->device, &facts);
    if (known != DDBLAS_STATUS_SUCCESS)
        return ddblas_check_engine(handle, known, "gemm");
    gemm_plain_operands op = ddblas_gemm_plain_operands(handle, *problem);
    if (mask)
        op.mask = *mask;
    const bool block = problem->plan_m != 0 && !mask;
    gemm_plain_plan plan = ddblas_gemm_plain_make_plan(facts.multiprocessors, block ? problem->plan_m : op.m,
                                                       block ? problem->plan_n : op.n, op.k, mask != nullptr);
    if (block)
        plan = ddblas_gemm_plain_plan_of_block(plan, op.m, op.n);
    if (plan.down > INT32_MAX / plan.across)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "gemm: %lld x %lld is beyond 2^31 tiles on the CUDA engine",
                           (long long)op.m, (long long)op.n);
    op.down = plan.down;
    op.across = plan.across;
    op.split_terms = plan.split_terms;
    op.partial = plan.splits > 1 ? (cuddreal *)workspace : nullptr;
    if (plan.swapped)
        swap_sides(op);
    const cudaError_t error = launch_plan(op, plan, facts.multiprocessors, (cudaStream_t)handle->stream);
    return ddblas_check_engine(handle, ddblas_device_error(error), "gemm");
}
