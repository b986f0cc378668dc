/*
 * Operations on blocks: planning of a routine, its workspace, and calls of the engine.
 */
#include "block_operations.h"
#include "core/sizes.h"

#include "level3/gemm/cpu/gemm_cpu.h"

enum
{
    /* Alignment, in bytes, of the parts of the workspace. The first part, with the constants, has
     * ALIGNMENT bytes. */
    ALIGNMENT = 256
};

static int on_cuda(const struct ddblas_block_run *b) { return b->handle->backend->engine == DDBLAS_ENGINE_CUDA; }

int64_t ddblas_block_leaf(const struct ddblas_block_run *blocks, int64_t order, int64_t other)
{
#if DDBLAS_HAVE_CUDA
    const int64_t most = least(order, DDBLAS_BLOCK_LEAF_RESIDUES);
    /* A complex column counts as two real columns, and a complex term as two real terms. */
    const int64_t parts = ddblas_type_is_complex(blocks->type) ? 2 : 1;
    if (on_cuda(blocks))
        return ddblas_gemm_by_residues(blocks->handle, most, parts * least(other, INT64_MAX / 2), parts * most)
                   ? DDBLAS_BLOCK_LEAF_RESIDUES
               : parts == 2 ? DDBLAS_BLOCK_LEAF_COMPLEX_CUDA
                            : DDBLAS_BLOCK_LEAF_CUDA;
#endif
    (void)order;
    (void)other;
    return on_cuda(blocks) ? DDBLAS_BLOCK_LEAF_CUDA : DDBLAS_BLOCK_LEAF_CPU;
}

int64_t ddblas_block_system(const struct ddblas_block_run *blocks)
{
    return !on_cuda(blocks)                       ? DDBLAS_SYSTEM_CPU
           : ddblas_type_is_complex(blocks->type) ? DDBLAS_SYSTEM_COMPLEX_CUDA
                                                  : DDBLAS_SYSTEM_CUDA;
}

int64_t ddblas_block_cut(int64_t n, int64_t leaf)
{
    const int64_t leaves = n / leaf + (n % leaf != 0);
    return (leaves + 1) / 2 * leaf;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static struct ddblas_block_run plan_routine(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine,
                                            const void *problem)
{
    struct ddblas_block_run b = {.handle = handle, .type = type, .size = ddblas_type_size(type), .planning = 1};
    (void)routine(&b, problem);
    b.planning = 0;
    return b;
}

size_t ddblas_block_workspace(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine, const void *problem)
{
    const struct ddblas_block_run b = plan_routine(handle, type, routine, problem);
    return ALIGNMENT + b.scratch_bytes + b.gemm_bytes;
}

/* Returns a scalar in host memory as a complex number. */
static cuddcomplex complex_scalar(const void *scalar, int real)
{
    if (!scalar)
        return cuddcFromDoubles(0.0, 0.0);
    return real ? cuddcFromReal(*(const ddblas_host_w *)scalar) : *(const ddblas_host_u *)scalar;
}

/* Sets the constants and scalars of the run. In host pointer mode the constants are static
 * variables of type U; if the type is W, the pointer to the complex number also points at its real
 * part. In device pointer mode the constants are at the beginning of the workspace. */
static ddblasStatus_t make_constants(struct ddblas_block_run *b, const struct ddblas_block_scalars *scalars, void *memory)
{
    static const cuddcomplex zero = {{0.0, 0.0}, {0.0, 0.0}}, one = {{1.0, 0.0}, {0.0, 0.0}}, minus = {{-1.0, 0.0}, {0.0, 0.0}};
    b->zero = &zero;
    b->one = b->carry = &one;
    b->minus = &minus;
    b->alpha = b->conj_alpha = scalars->alpha;
    b->beta = scalars->beta;
    (void)memory;
#if DDBLAS_HAVE_CUDA
    if (on_cuda(b) && b->handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
    {
        b->zero = memory;
        b->one = ddblas_block_at(b, memory, 1);
        b->carry = ddblas_block_at(b, memory, 2);
        b->minus = ddblas_block_at(b, memory, 3);
        b->alpha = ddblas_block_at(b, memory, 4);
        b->conj_alpha = ddblas_block_at(b, memory, 5);
        b->beta = ddblas_block_at(b, memory, 6);
        return ddblas_constants_cuda(b->handle, b->type, scalars, memory);
    }
#endif
    if (!ddblas_type_is_complex(b->type))
        return DDBLAS_STATUS_SUCCESS;
    b->host_alpha = complex_scalar(scalars->alpha, scalars->real_alpha);
    b->host_conj_alpha = cuddcConj(b->host_alpha);
    b->host_beta = complex_scalar(scalars->beta, scalars->real_beta);
    b->alpha = &b->host_alpha;
    b->conj_alpha = &b->host_conj_alpha;
    b->beta = &b->host_beta;
    return DDBLAS_STATUS_SUCCESS;
}

/* During the run every gemm uses a part of the workspace: the part after the constants and the
 * scratch memory replaces the handle's workspace, as if the caller had set it. Planning has shown
 * that it suffices for every gemm. So it cannot happen that a gemm fails for lack of workspace
 * after an earlier one has written to C. */
ddblasStatus_t ddblas_block_plan_and_run(ddblasHandle_t handle, ddblasType_t type, ddblas_block_routine routine,
                                         const void *problem, const struct ddblas_block_scalars *scalars)
{
    struct ddblas_block_run b = plan_routine(handle, type, routine, problem);
    void *const caller = handle->user_workspace;
    const size_t callers = handle->user_workspace_bytes, own = ALIGNMENT + b.scratch_bytes;
    void *memory = NULL;
    ddblasStatus_t status = ddblas_workspace(handle, own + (caller ? b.least_bytes : b.gemm_bytes), &memory);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    b.scratch = (char *)memory + ALIGNMENT;
    handle->user_workspace = (char *)memory + own;
    handle->user_workspace_bytes = (caller ? callers : handle->own_workspace_bytes) - own;
    status = make_constants(&b, scalars, memory);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = routine(&b, problem);
    handle->user_workspace = caller;
    handle->user_workspace_bytes = callers;
    return status;
}

/* ---- operations ------------------------------------------------------------------------------ */

void *ddblas_block_scratch(struct ddblas_block_run *blocks, size_t elements)
{
    /* So many bytes that no allocation succeeds. */
    const size_t most = PTRDIFF_MAX / ALIGNMENT * ALIGNMENT;
    const size_t bytes = elements < most / blocks->size ? round_up_bytes(elements * blocks->size, ALIGNMENT) : most;
    if (blocks->planning && bytes > blocks->scratch_bytes)
        blocks->scratch_bytes = bytes;
    return blocks->scratch;
}

void ddblas_block_note(struct ddblas_block_run *b, size_t bytes, size_t least)
{
    b->gemm_bytes = most_bytes(bytes, b->gemm_bytes);
    b->least_bytes = most_bytes(least, b->least_bytes);
}

static void note_gemm(struct ddblas_block_run *b, const struct ddblas_gemm_problem *p)
{
    size_t bytes, least;
#if DDBLAS_HAVE_CUDA
    if (on_cuda(b))
    {
        bytes = ddblas_gemm_cuda_workspace(b->handle, p->type, p->m, p->n, p->k);
        least = ddblas_gemm_cuda_least(b->handle, p);
    }
    else
#endif
    {
        bytes = p->k > 0 ? ddblas_gemm_cpu_w_workspace(b->handle, p->type, p->m, p->n, p->k) : 0;
        least = p->k > 0 ? ddblas_gemm_cpu_w_least(b->handle, p->type, p->m, p->n, p->k) : 0;
    }
    ddblas_block_note(b, bytes, least);
}

int ddblas_block_pairs(const struct ddblas_block_run *blocks, int64_t k)
{
    return !on_cuda(blocks) && ddblas_gemm_cpu_w_pairs(blocks->type, k);
}

ddblasStatus_t ddblas_block_gemm_part(struct ddblas_block_run *blocks, const struct ddblas_gemm_problem *problem)
{
    if (problem->m == 0 || problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (blocks->planning)
    {
        note_gemm(blocks, problem);
        return DDBLAS_STATUS_SUCCESS;
    }
#if DDBLAS_HAVE_CUDA
    if (on_cuda(blocks))
        return ddblas_gemm_cuda(blocks->handle, problem);
#endif
    return ddblas_gemm_cpu(blocks->handle, problem);
}

ddblasStatus_t ddblas_block_gemm(struct ddblas_block_run *blocks, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                 int64_t n, int64_t k, const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,
                                 const void *beta, void *C, int64_t ldc)
{
    const struct ddblas_gemm_problem problem = {.type = blocks->type,
                                                .transa = transa,
                                                .transb = transb,
                                                .m = m,
                                                .n = n,
                                                .k = k,
                                                .alpha = alpha,
                                                .A = A,
                                                .lda = lda,
                                                .B = B,
                                                .ldb = ldb,
                                                .beta = beta,
                                                .C = C,
                                                .ldc = ldc};
    return ddblas_block_gemm_part(blocks, &problem);
}

ddblasStatus_t ddblas_block_expand(struct ddblas_block_run *blocks, enum ddblas_block_form form, ddblasFillMode_t uplo, int64_t n,
                                   const void *A, int64_t lda, void *out)
{
    if (blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (on_cuda(blocks))
        return ddblas_expand_cuda(blocks->handle, blocks->type, form, uplo, n, A, lda, out);
#endif
    ddblas_expand_cpu(blocks->type, form, uplo, n, A, lda, out);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_block_copy(struct ddblas_block_run *blocks, int64_t m, int64_t n, const void *from, int64_t ldf, void *to,
                                 int64_t ldt)
{
    if (blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (on_cuda(blocks))
        return ddblas_copy_cuda(blocks->handle, blocks->type, m, n, from, ldf, to, ldt);
#endif
    ddblas_copy_cpu(blocks->handle, blocks->size, m, n, from, ldf, to, ldt);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_block_solve(struct ddblas_block_run *blocks, const struct ddblas_systems *systems)
{
    if (blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (on_cuda(blocks))
        return (ddblas_type_is_complex(blocks->type) ? ddblas_solve_complex_cuda : ddblas_solve_cuda)(blocks->handle, systems);
#endif
    (ddblas_type_is_complex(blocks->type) ? ddblas_solve_complex_cpu : ddblas_solve_cpu)(blocks->handle, systems);
    return DDBLAS_STATUS_SUCCESS;
}
