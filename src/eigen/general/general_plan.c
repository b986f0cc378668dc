/*
 * Workspace of products whose sizes depend on the matrix: while planning, the most that products
 * with at most n rows, columns and terms can need.
 */
#include "core/sizes.h"
#include "general.h"
#include "level2/gemv/gemv.h"
#include "level3/gemm/cpu/gemm_cpu_w_job.h"

enum
{
    MOST_TRIED = 1 << 13 /* Sizes up to this are tried one by one, and then each second power of two. */
};

static int64_t next_size(int64_t k, int64_t n)
{
    if (k == n)
        return n + 1;
    return least(k < MOST_TRIED ? k + 1 : 2 * k, n);
}

/* A product runs with less workspace than it asks for, on fewer threads, but not with less than the
 * share of one thread, which is largest where one thread takes all. */
static void note_product(struct ddblas_block_run *b, int64_t m, int64_t n, int64_t k)
{
    const size_t share = ddblas_gemm_w_make_plan(1, b->type, m, n, k).share;
    ddblas_block_note(b, most_bytes(share, ddblas_gemm_cpu_workspace(b->handle, b->type, m, n, k)), share);
}

void ddblas_general_note_products(struct ddblas_block_run *b, int64_t n)
{
    for (int64_t k = 1; k <= n; k = next_size(k, n))
    {
        note_product(b, n, n, k);
        note_product(b, least(n, DDBLAS_GEHRD_PANEL), n, k);
        note_product(b, 1, n, k);
    }
}

static void note_vector(struct ddblas_block_run *b, ddblasOperation_t trans, int64_t m, int64_t n)
{
    const size_t bytes = ddblas_gemv_cpu_workspace(b->handle, b->type, trans, m, n);
    ddblas_block_note(b, bytes, bytes);
}

void ddblas_general_note_vectors(struct ddblas_block_run *b, int64_t n)
{
    for (int64_t k = 1; k <= n; k = next_size(k, n))
    {
        note_vector(b, DDBLAS_OP_N, k, n);
        note_vector(b, ddblas_type_is_complex(b->type) ? DDBLAS_OP_C : DDBLAS_OP_T, n, k);
    }
}
