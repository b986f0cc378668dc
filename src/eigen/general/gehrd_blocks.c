/*
 * Reduction to Hessenberg form and its Q over blocks, on the CPU engine. A panel begins at column
 * p. The columns of V are its reflectors. A column a with the number c = p + i is computed in these
 * steps, each on the rows from p + 1 on:
 *
 *   a   = (I - V T V^H)^H (a - Y V(c, :)^H)    the panel's earlier reflectors
 *   v, tau                                     the reflector of a's rows from c + 1 on
 *   y   = tau (M v - Y V^H v)                  gemv with the matrix before the panel
 *   T's next column = tau (-T V^H v; 1)
 *
 * After the panel the rest of the matrix is updated by products: M = (M - Y V^H) from the right and
 * (I - V T V^H)^H M from the left. These are the formulas of LAPACK's lahr2: G. Quintana-Orti and
 * R. van de Geijn, Improving the performance of reduction to Hessenberg form, ACM Trans. Math.
 * Softw. 32, 2006.
 */
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr.h"
#include "general.h"
#include "level2/gemv/gemv.h"

/* A panel and its memory. */
struct panel
{
    struct ddblas_block_run *b;
    const struct ddblas_gehrd *g;
    char *V, *Y, *T, *row, *product; /* V and Y have leading dimension n, T has WIDE. */
    int64_t first;                   /* The panel's first column. */
};

enum
{
    WIDE = DDBLAS_GEHRD_PANEL
};

struct layout
{
    size_t V, Y, T, row, product, all;
};

static struct layout layout_of(const struct ddblas_block_run *b, int64_t n)
{
    struct layout l = {0};
    const double block = (double)n * WIDE;
    l.V = ddblas_eigen_place(&l.all, block, b->size);
    l.Y = ddblas_eigen_place(&l.all, block, b->size);
    l.T = ddblas_eigen_place(&l.all, WIDE * WIDE, b->size);
    l.row = ddblas_eigen_place(&l.all, 2 * WIDE + 2, b->size);
    l.product = ddblas_eigen_place(&l.all, 2.0 * block, b->size);
    return l;
}

size_t ddblas_gehrd_bytes(const struct ddblas_block_run *b, int64_t n) { return layout_of(b, n).all; }

static char *at(const struct panel *p, void *M, int64_t i, int64_t j) { return ddblas_block_to(p->b, M, i + j * p->g->n); }

static ddblasOperation_t adjoint_of(const struct ddblas_block_run *b)
{
    return ddblas_type_is_complex(b->type) ? DDBLAS_OP_C : DDBLAS_OP_T;
}

/* to = -from; and to = conj(from) with a stride. */
static void negate(const struct ddblas_block_run *b, const void *from, void *to)
{
    if (ddblas_type_is_complex(b->type))
        *(cuddcomplex *)to = cuddcNeg(*(const cuddcomplex *)from);
    else
        *(cuddreal *)to = cuddNeg(*(const cuddreal *)from);
}

static void conjugate_row(const struct panel *p, int64_t row, int64_t columns)
{
    for (int64_t k = 0; k < columns; k++)
    {
        char *to = p->row + (size_t)k * p->b->size;
        memcpy(to, at(p, p->V, row, k), p->b->size);
        if (ddblas_type_is_complex(p->b->type))
            *(cuddcomplex *)(void *)to = cuddcConj(*(cuddcomplex *)(void *)to);
    }
}

/* Column c = first + i gets the panel's earlier updates. */
static ddblasStatus_t update_column(const struct panel *p, int64_t i)
{
    struct ddblas_block_run *b = p->b;
    const int64_t n = p->g->n, r = p->first + 1, rows = p->g->end - r, c = p->first + i;
    char *a = at(p, p->g->M, r, c), *second = p->row + WIDE * b->size;
    conjugate_row(p, c, i);
    DDBLAS_CHECK(ddblas_eigen_multiply(b, DDBLAS_OP_N, rows, i, b->minus, at(p, p->Y, r, 0), n, p->row, b->one, a));
    DDBLAS_CHECK(ddblas_eigen_multiply(b, adjoint_of(b), rows, i, b->one, at(p, p->V, r, 0), n, a, b->zero, p->row));
    DDBLAS_CHECK(ddblas_eigen_multiply(b, adjoint_of(b), i, i, b->one, p->T, WIDE, p->row, b->zero, second));
    return ddblas_eigen_multiply(b, DDBLAS_OP_N, rows, i, b->minus, at(p, p->V, r, 0), n, second, b->one, a);
}

/* The reflector of column c, its y and T's column. */
static ddblasStatus_t reflect_column(const struct panel *p, int64_t i)
{
    struct ddblas_block_run *b = p->b;
    const int64_t n = p->g->n, r = p->first + 1, end = p->g->end, c = p->first + i, below = end - c - 1;
    char *v = at(p, p->V, c + 1, i), *a = at(p, p->g->M, c + 1, c), *tau = ddblas_block_to(b, p->g->tau, c);
    char *T = p->T + (size_t)(i * WIDE) * b->size, *minus_tau = p->row + 2 * WIDE * b->size, *y = at(p, p->Y, r, i);
    memset(at(p, p->V, 0, i), 0, (size_t)n * b->size);
    memcpy(v, a, (size_t)below * b->size);
    ddblas_schur_kernels_of(b->type)->reflect(below, v, a, tau);
    memcpy(a + b->size, v + b->size, (size_t)(below - 1) * b->size);
    negate(b, tau, minus_tau);
    DDBLAS_CHECK(ddblas_eigen_multiply(b, DDBLAS_OP_N, end - r, below, tau, at(p, p->g->M, r, c + 1), n, v, b->zero, y));
    memset(T, 0, WIDE * b->size);
    memcpy(T + (size_t)i * b->size, tau, b->size);
    if (i == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_eigen_multiply(b, adjoint_of(b), below, i, b->one, at(p, p->V, c + 1, 0), n, v, b->zero, p->row));
    DDBLAS_CHECK(ddblas_eigen_multiply(b, DDBLAS_OP_N, end - r, i, minus_tau, at(p, p->Y, r, 0), n, p->row, b->one, y));
    return ddblas_eigen_multiply(b, DDBLAS_OP_N, i, i, minus_tau, p->T, WIDE, p->row, b->zero, T);
}

/* The rest of the matrix, after a panel of w columns. */
static ddblasStatus_t update_rest(const struct panel *p, int64_t w)
{
    struct ddblas_block_run *b = p->b;
    void *M = p->g->M;
    const ddblasOperation_t adjoint = adjoint_of(b);
    const int64_t n = p->g->n, r = p->first + 1, rows = p->g->end - r, q = p->first + w, right = p->g->end - q, columns = n - q;
    char *second = p->product + (size_t)(n * WIDE) * b->size;
    /* The rows above, from the right: Y = M V T. */
    DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, r, w, rows, b->one, at(p, M, 0, r), n, at(p, p->V, r, 0), n,
                                   b->zero, p->product, n));
    DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, r, w, w, b->one, p->product, n, p->T, WIDE, b->zero, p->Y, n));
    DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_N, adjoint, r, rows, w, b->minus, p->Y, n, at(p, p->V, r, 0), n, b->one,
                                   at(p, M, 0, r), n));
    /* The other rows, from the right and from the left. */
    DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_N, adjoint, rows, right, w, b->minus, at(p, p->Y, r, 0), n, at(p, p->V, q, 0), n,
                                   b->one, at(p, M, r, q), n));
    DDBLAS_CHECK(ddblas_block_gemm(b, adjoint, DDBLAS_OP_N, w, columns, rows, b->one, at(p, p->V, r, 0), n, at(p, M, r, q), n,
                                   b->zero, p->product, WIDE));
    DDBLAS_CHECK(
        ddblas_block_gemm(b, adjoint, DDBLAS_OP_N, w, columns, w, b->one, p->T, WIDE, p->product, WIDE, b->zero, second, WIDE));
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, rows, columns, w, b->minus, at(p, p->V, r, 0), n, second, WIDE, b->one,
                             at(p, M, r, q), n);
}

ddblasStatus_t ddblas_gehrd_blocks(struct ddblas_block_run *b, const struct ddblas_gehrd *g)
{
    const struct layout l = layout_of(b, g->n);
    char *memory = g->memory;
    struct panel p = {.b = b,
                      .g = g,
                      .V = memory + l.V,
                      .Y = memory + l.Y,
                      .T = memory + l.T,
                      .row = memory + l.row,
                      .product = memory + l.product};
    if (b->planning)
    {
        ddblas_general_note_products(b, g->n);
        ddblas_general_note_vectors(b, g->n);
        return DDBLAS_STATUS_SUCCESS;
    }
    memset(g->tau, 0, (size_t)(g->n - 1) * b->size);
    for (p.first = g->first; p.first < g->end - 1; p.first += WIDE)
    {
        const int64_t w = least(WIDE, g->end - 1 - p.first);
        for (int64_t i = 0; i < w; i++)
        {
            if (i > 0)
                DDBLAS_CHECK(update_column(&p, i));
            DDBLAS_CHECK(reflect_column(&p, i));
        }
        DDBLAS_CHECK(update_rest(&p, w));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- Q --------------------------------------------------------------------------------------- */

size_t ddblas_orghr_bytes(struct ddblas_block_run *b, int64_t n)
{
    size_t all = 0;
    const int64_t k = most(n - 1, 1);
    (void)ddblas_eigen_place(&all, (double)k * (double)k, b->size);
    (void)ddblas_eigen_place(&all, (double)ddblas_qr_elements(b, k, k, k), b->size);
    return all;
}

/* The reflectors of a smaller range have the memory of all. */
ddblasStatus_t ddblas_orghr_blocks(struct ddblas_block_run *b, const struct ddblas_orghr *q)
{
    const int64_t n = q->n, k = b->planning ? n - 1 : q->end - q->first - 1;
    char *M = q->memory;
    size_t all = 0;
    struct ddblas_qr_block block;
    (void)ddblas_eigen_place(&all, (double)most(n - 1, 1) * (double)most(n - 1, 1), b->size);
    if (k > 0)
    {
        for (int64_t j = 0; j < k && !b->planning; j++)
            memcpy(M + (size_t)(j * k) * b->size, ddblas_block_at(b, q->A, q->first + 1 + (q->first + j) * q->lda),
                   (size_t)k * b->size);
        const struct ddblas_orgqr_problem form = {
            .type = b->type, .m = k, .n = k, .k = k, .A = M, .lda = k, .tau = ddblas_block_at(b, q->tau, q->first)};
        DDBLAS_CHECK(ddblas_qr_begin(&block, b, M + all, k, k, k));
        DDBLAS_CHECK(ddblas_orgqr_form(&block, &form));
    }
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
    for (int64_t j = 0; j < n; j++)
    {
        char *column = ddblas_block_to(b, q->Q, j * q->ldq);
        memset(column, 0, (size_t)n * b->size);
        if (j <= q->first || j >= q->end)
            memcpy(column + (size_t)j * b->size, b->one, b->size);
        else
            memcpy(column + (size_t)(q->first + 1) * b->size, M + (size_t)((j - q->first - 1) * k) * b->size,
                   (size_t)k * b->size);
    }
    return DDBLAS_STATUS_SUCCESS;
}
