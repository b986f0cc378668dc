/*
 * Reduction of a Hermitian matrix to real tridiagonal form on either engine, by panels of columns.
 * Column j, the i-th of its panel, with the rows from j + 1 on of v and w:
 *
 *   a  = a - P row               the panel's earlier updates of column j; row = conj(Q(j, :))
 *   beta, tau, v                 the reflector that takes the column to (beta, 0, ...): e_j = beta
 *   p  = M v - P (Q^H v)         hemv with the matrix before the panel, and two gemv
 *   w  = tau p - 1/2 |tau|^2 (p^H v) v
 *
 * v and w become the next columns of P and Q. After the panel one product, M = M - P Q^H, updates
 * the lower triangle behind it. These are the formulas of LAPACK's latrd; v and w are stored side
 * by side, so that one product serves where latrd has two. Half of the operations are in hemv, half
 * in the product.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "eigen.h"
#include "level2/gemv/gemv.h"
#include "level2/symv/symv.h"

static int on_cuda(const struct ddblas_block_run *b) { return ddblas_factor_on_cuda(b); }

static void *element(const struct ddblas_block_run *b, void *base, const struct ddblas_sytrd *s, int64_t i, int64_t j)
{
    return ddblas_block_to(b, base, i + j * s->n);
}

/* Computes y = A x from the lower triangle of A, of order n. */
static ddblasStatus_t multiply_hermitian(struct ddblas_block_run *b, int64_t n, const void *A, int64_t lda, const void *x,
                                         void *y)
{
    const struct ddblas_symv_problem p = {.type = b->type,
                                          .hermitian = ddblas_type_is_complex(b->type),
                                          .uplo = DDBLAS_FILL_MODE_LOWER,
                                          .n = n,
                                          .alpha = b->one,
                                          .A = A,
                                          .lda = lda,
                                          .x = x,
                                          .incx = 1,
                                          .beta = b->zero,
                                          .y = y,
                                          .incy = 1};
    size_t bytes = 0;
#if DDBLAS_HAVE_CUDA
    if (on_cuda(b) && !b->planning)
        return ddblas_symv_cuda(b->handle, &p);
    if (on_cuda(b))
        bytes = ddblas_symv_cuda_workspace(b->handle, b->type, n);
#endif
    if (!b->planning)
        return ddblas_symv_cpu(b->handle, &p);
    if (!on_cuda(b))
        bytes = ddblas_symv_cpu_workspace(b->handle, b->type, n);
    ddblas_block_note(b, bytes, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t step(struct ddblas_block_run *b, const struct ddblas_sytrd_step *step)
{
#if DDBLAS_HAVE_CUDA
    return ddblas_sytrd_step_cuda(b->handle, step);
#else
    (void)step;
    return ddblas_fail(b->handle, DDBLAS_STATUS_INTERNAL_ERROR, "syevd: no CUDA engine");
#endif
}

/* Computes p = M v, where v is the vector of column j. */
static ddblasStatus_t multiply_vector(struct ddblas_block_run *b, const struct ddblas_sytrd_column *c)
{
    const struct ddblas_sytrd *s = c->sytrd;
    const int64_t row = c->j + 1;
    return multiply_hermitian(b, s->n - row, element(b, s->M, s, row, row), s->n, element(b, s->P, s, row, 2 * c->i),
                              element(b, s->P, s, row, 2 * c->i + 1));
}

static ddblasStatus_t reduce_column(struct ddblas_block_run *b, const struct ddblas_sytrd_column *c)
{
    const struct ddblas_sytrd *s = c->sytrd;
    const int64_t j = c->j, earlier = 2 * c->i, below = s->n - j - 1;
    if (earlier > 0)
        DDBLAS_CHECK(ddblas_eigen_multiply(b, DDBLAS_OP_N, s->n - j, earlier, b->minus, element(b, s->P, s, j, 0), s->n, s->row,
                                           b->one, element(b, s->M, s, j, j)));
    if (!b->planning)
        ddblas_sytrd_reflect_cpu(c);
    if (below == 0)
        return DDBLAS_STATUS_SUCCESS;
    const void *v = element(b, s->P, s, j + 1, earlier);
    void *p = element(b, s->P, s, j + 1, earlier + 1);
    DDBLAS_CHECK(multiply_vector(b, c));
    if (earlier > 0)
    {
        DDBLAS_CHECK(ddblas_eigen_multiply(b, DDBLAS_OP_C, below, earlier, b->one, element(b, s->Q, s, j + 1, 0), s->n, v,
                                           b->zero, s->row));
        DDBLAS_CHECK(ddblas_eigen_multiply(b, DDBLAS_OP_N, below, earlier, b->minus, element(b, s->P, s, j + 1, 0), s->n, s->row,
                                           b->one, p));
    }
    if (!b->planning)
        ddblas_sytrd_finish_cpu(c);
    return DDBLAS_STATUS_SUCCESS;
}

/* Computes w of a column whose v is known. On the CUDA engine one launch ends this column and
 * begins the panel's next one. */
static ddblasStatus_t reduce_column_cuda(struct ddblas_block_run *b, const struct ddblas_sytrd_column *c, int is_last)
{
    const struct ddblas_sytrd *s = c->sytrd;
    const struct ddblas_sytrd_step begin = {.sytrd = s, .i = 0, .top = c->j, .reflect = 1},
                                   end = {.sytrd = s, .i = c->i, .top = c->j + 1, .finish = 1, .reflect = !is_last};
    if (c->i == 0 && !b->planning)
        DDBLAS_CHECK(step(b, &begin));
    if (c->j + 1 == s->n)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(multiply_vector(b, c));
    return b->planning ? DDBLAS_STATUS_SUCCESS : step(b, &end);
}

/* Computes M = M - P Q^H in the lower triangle of the rows and columns from `row` on. */
static ddblasStatus_t update_behind(struct ddblas_block_run *b, const struct ddblas_sytrd *s, int64_t row, int64_t terms)
{
    const struct ddblas_gemm_problem g = {.type = b->type,
                                          .transa = DDBLAS_OP_N,
                                          .transb = ddblas_type_is_complex(b->type) ? DDBLAS_OP_C : DDBLAS_OP_T,
                                          .m = s->n - row,
                                          .n = s->n - row,
                                          .k = terms,
                                          .alpha = b->minus,
                                          .A = element(b, s->P, s, row, 0),
                                          .lda = s->n,
                                          .B = element(b, s->Q, s, row, 0),
                                          .ldb = s->n,
                                          .beta = b->one,
                                          .C = element(b, s->M, s, row, row),
                                          .ldc = s->n,
                                          .part = DDBLAS_GEMM_LOWER,
                                          .real_diagonal = ddblas_type_is_complex(b->type)};
    return s->n == row ? DDBLAS_STATUS_SUCCESS : ddblas_block_gemm_part(b, &g);
}

/* Bytes from the beginning of the memory of the panels, and all of them. */
struct panels
{
    size_t P, Q, row, scratch, all;
};

static struct panels panels_of(const struct ddblas_block_run *b, int64_t n)
{
    struct panels p = {0};
    const double columns = 2.0 * DDBLAS_SYTRD_PANEL;
    p.P = ddblas_eigen_place(&p.all, (double)n * columns, b->size);
    p.Q = ddblas_eigen_place(&p.all, (double)n * columns, b->size);
    p.row = ddblas_eigen_place(&p.all, columns, b->size);
#if DDBLAS_HAVE_CUDA
    p.scratch = ddblas_eigen_place(&p.all, on_cuda(b) ? (double)ddblas_sytrd_scratch_cuda() : 0.0, 1);
#endif
    return p;
}

size_t ddblas_sytrd_bytes(const struct ddblas_block_run *b, int64_t n) { return panels_of(b, n).all; }

void ddblas_sytrd_lay_out(const struct ddblas_block_run *b, struct ddblas_sytrd *s, void *memory)
{
    const struct panels p = panels_of(b, s->n);
    s->P = (char *)memory + p.P;
    s->Q = (char *)memory + p.Q;
    s->row = (char *)memory + p.row;
    s->scratch = (char *)memory + p.scratch;
}

ddblasStatus_t ddblas_sytrd_blocks(struct ddblas_block_run *b, const struct ddblas_sytrd *s)
{
    for (int64_t at = 0; at < s->n; at += DDBLAS_SYTRD_PANEL)
    {
        const int64_t columns = least(DDBLAS_SYTRD_PANEL, s->n - at);
        /* The first panel needs the most workspace. */
        for (int64_t i = 0; i < columns && (at == 0 || !b->planning); i++)
        {
            const struct ddblas_sytrd_column column = {s, i, at + i};
            DDBLAS_CHECK(on_cuda(b) ? reduce_column_cuda(b, &column, i + 1 == columns) : reduce_column(b, &column));
        }
        DDBLAS_CHECK(update_behind(b, s, at + columns, 2 * columns));
    }
    return DDBLAS_STATUS_SUCCESS;
}
