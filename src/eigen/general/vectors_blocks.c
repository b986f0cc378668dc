/*
 * Eigenvectors of a Schur form T by back-substitution, for all vectors at once: a block of rows is
 * solved for each vector by itself (schur_kernel.h), and one product subtracts its part from the
 * rows above. Components that grow are divided by powers of two, vector by vector, so that nothing
 * overflows; a divisor that is too small is replaced as in LAPACK's trevc.
 */
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "general.h"

/* Returns where a block that ends before row `end` begins; a diagonal block of order 2 is not cut.
 * */
static int64_t begin_of(const struct ddblas_block_run *b, const struct ddblas_schur_vectors *v, int64_t end)
{
    const int64_t row = most(end - DDBLAS_VECTORS_BLOCK, 0);
    if (row == 0 || ddblas_type_is_complex(b->type))
        return row;
    return cuddIsZero(((const cuddreal *)v->T)[row + (row - 1) * v->n]) ? row : row - 1;
}

static ddblasStatus_t subtract(struct ddblas_block_run *b, const struct ddblas_schur_vectors *v, int64_t row, int64_t end)
{
    const int64_t n = v->n;
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, row, n - row, end - row, b->minus, ddblas_block_at(b, v->T, row * n), n,
                             ddblas_block_at(b, v->X, row + row * n), n, b->one, ddblas_block_to(b, v->X, row * n), n);
}

/* The largest component of each vector becomes about 1. */
static void scale_vectors(const struct ddblas_block_run *b, const struct ddblas_schur_vectors *v)
{
    const int complex = ddblas_type_is_complex(b->type);
    for (int64_t j = 0; j < v->n; j++)
    {
        const int64_t columns = !complex && !cuddIsZero(v->values[j].y) ? 2 : 1, words = columns * v->n * (complex ? 2 : 1);
        ddblas_host_w *x = ddblas_block_to(b, v->X, j * v->n);
        ddblas_general_scale(words, x, -ddblas_general_exponent(words, x));
        j += columns - 1;
    }
}

ddblasStatus_t ddblas_schur_vectors_blocks(struct ddblas_block_run *b, const struct ddblas_schur_vectors *v)
{
    const int64_t n = v->n;
    if (b->planning)
    {
        ddblas_general_note_products(b, n);
        return DDBLAS_STATUS_SUCCESS;
    }
    memset(v->X, 0, (size_t)(n * n) * b->size);
    for (int64_t end = n; end > 0;)
    {
        const int64_t row = begin_of(b, v, end);
        const struct ddblas_schur_solve solve = {.n = n, .row = row, .end = end, .T = v->T, .values = v->values, .X = v->X};
        ddblas_schur_kernels_of(b->type)->solve(&solve);
        DDBLAS_CHECK(subtract(b, v, row, end));
        end = row;
    }
    scale_vectors(b, v);
    return DDBLAS_STATUS_SUCCESS;
}
