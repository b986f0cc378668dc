/*
 * Complex double-double gemm on the CPU: stores alpha S + beta C in a block of C. The sums S of the
 * block are those of a real product (gemm_cpu_u_kernel.h), in the tiles of the kernels. Eight
 * elements of a column of C are gathered and combined together. If a part of an element is not
 * finite, the element is recomputed, so that special values follow IEEE 754.
 */
#include "gemm_cpu_w_job.h"

#include <string.h>

#include "core/sizes.h"
#include "level3/gemm/gemm_complex.h"

enum
{
    GROUP = DDBLAS_GEMM_U_GROUP
};

/* Returns the address of the high part of element (i, j) of a block of the real product; the low
 * part is mr doubles further. */
static const double *sum_at(const struct gemm_w_job *w, const double *sums, int64_t i, int64_t j)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr;
    return sums + 2 * (j / nr * nr * w->plan.rows + i / mr * mr * nr) + 2 * mr * (j % nr) + i % mr;
}

/* Gathers the sums of one part (0: real, 1: imaginary) of `count` elements of column j, beginning
 * with row i. Row and column count from the first element of the block of C. */
static void gather_part(const struct gemm_w_job *w, const double *sums, int64_t i, int64_t j, int part, int count,
                        double out[2][GROUP])
{
    const int mr = w->kernels->mr;
    memset(out, 0, sizeof(double) * 2 * GROUP);
    if (w->plan.transposed)
        for (int r = 0; r < count; r++)
        {
            const double *sum = sum_at(w, sums, 2 * j + part, i + r);
            out[0][r] = sum[0];
            out[1][r] = sum[mr];
        }
    else
    {
        /* i is a multiple of GROUP, and GROUP is a multiple of mr. The elements therefore fill
         * whole tiles of one column of tiles. These tiles are stored one after another, 2 mr nr
         * doubles each. */
        const double *sum = sum_at(w, sums, i, 2 * j + part);
        for (int r = 0; r < count; r += mr, sum += 2 * mr * w->kernels->nr)
            for (int lane = 0; lane < mr; lane++)
            {
                out[0][r + lane] = sum[lane];
                out[1][r + lane] = sum[mr + lane];
            }
    }
}

static void set_element(struct ddblas_gemm_u_group *g, int r, cuddcomplex z)
{
    g->re[0][r] = z.x.x, g->re[1][r] = z.x.y;
    g->im[0][r] = z.y.x, g->im[1][r] = z.y.y;
}

static cuddcomplex get_element(const struct ddblas_gemm_u_group *g, int r)
{
    return cuddcMake(cuddMake(g->re[0][r], g->re[1][r]), cuddMake(g->im[0][r], g->im[1][r]));
}

/* Sets *a and *b to the factors of real term t in the sum of one part of element (i, j) of C. The
 * real terms 2q and 2q + 1 come from term q of the complex sum. */
static void factors_of(const struct ddblas_gemm_problem *p, int64_t i, int64_t j, int part, int64_t t, cuddreal *a, cuddreal *b)
{
    const int64_t q = t / 2;
    const ddblas_host_u *A = p->A, *B = p->B;
    cuddcomplex x = A[p->transa == DDBLAS_OP_N ? i + q * p->lda : q + i * p->lda],
                y = B[p->transb == DDBLAS_OP_N ? q + j * p->ldb : j + q * p->ldb];
    if (p->transa == DDBLAS_OP_C)
        x = cuddcConj(x);
    if (p->transb == DDBLAS_OP_C)
        y = cuddcConj(y);
    *a = t % 2 == 0 ? x.x : x.y;
    *b = (t + part) % 2 == 0 ? y.x : y.y;
    if (t % 2 == 1 && part == 0)
        *b = cuddNeg(*b);
}

/* Recomputes the sum of one part of element (i, j), because the sum of the kernels is not finite.
 * The method is that of careful_sum in gemm_cpu_w_tile.c. */
static cuddreal careful_part(const struct ddblas_gemm_problem *p, int64_t i, int64_t j, int part)
{
    double high = 0.0;
    cuddreal a, b, sum = cuddFromDouble(0.0);
    for (int64_t t = 0; t < 2 * p->k; t++)
    {
        factors_of(p, i, j, part, t, &a, &b);
        high = cudd_add(high, cudd_mul(cuddc_class(a), cuddc_class(b)));
    }
    if (!cudd_finite(high))
        return cuddMake(high, 0.0);
    for (int64_t t = 0; t < 2 * p->k; t++)
    {
        factors_of(p, i, j, part, t, &a, &b);
        sum = cuddFma(a, b, sum);
    }
    return sum;
}

/* Returns element (i, j) of C, computed from its sum with all special values. */
static cuddcomplex careful_element(const struct gemm_w_job *w, int64_t i, int64_t j, cuddcomplex sum, cuddcomplex old)
{
    if (!cuddIsFinite(sum.x))
        sum.x = careful_part(w->problem, i, j, 0);
    if (!cuddIsFinite(sum.y))
        sum.y = careful_part(w->problem, i, j, 1);
    return ddblas_gemm_complex_element(w->alpha, sum, w->beta, &old);
}

/* Stores `count` elements of column j of C, beginning with row i. (block_i, block_j) is the
 * position of the block's first element in C. */
static void store_group(const struct gemm_w_job *w, const double *sums, int64_t i, int64_t j, int count, int64_t block_i,
                        int64_t block_j)
{
    const struct ddblas_gemm_problem *p = w->problem;
    ddblas_host_u *C = (ddblas_host_u *)p->C + i + j * p->ldc;
    struct ddblas_gemm_u_group sum, old, result;
    const int with_old = !cuddcIsZero(w->beta);
    const int64_t diagonal = p->real_diagonal && j >= i && j < i + count ? j - i : -1;
    gather_part(w, sums, i - block_i, j - block_j, 0, count, sum.re);
    gather_part(w, sums, i - block_i, j - block_j, 1, count, sum.im);
    for (int r = 0; with_old && r < GROUP; r++)
    {
        cuddcomplex z = r < count ? C[r] : cuddcFromDoubles(0.0, 0.0);
        if (r == diagonal)
            z = cuddcFromReal(z.x);
        set_element(&old, r, z);
    }
    const int finite = w->kernels->combine_complex(w->alpha, w->beta, &sum, &old, &result);
    for (int r = 0; r < count; r++)
    {
        const int outside = (p->part == DDBLAS_GEMM_LOWER && i + r < j) || (p->part == DDBLAS_GEMM_UPPER && i + r > j);
        cuddcomplex z = get_element(&result, r);
        if (outside)
            continue;
        if (!finite && !cuddcIsFinite(z))
            z = careful_element(w, i + r, j, get_element(&sum, r), with_old ? get_element(&old, r) : cuddcFromDoubles(0.0, 0.0));
        if (r == diagonal)
            z = cuddcFromReal(z.x);
        C[r] = z;
    }
}

void ddblas_gemm_u_store_block(const struct gemm_w_job *w, const struct gemm_w_block *f, const double *sums)
{
    const int transposed = w->plan.transposed;
    const enum ddblas_gemm_part part = w->problem->part;
    const int64_t i0 = transposed ? f->j0 : f->i0, rows = transposed ? f->columns : f->rows;
    const int64_t j0 = (transposed ? f->i0 : f->j0) / 2, columns = (transposed ? f->rows : f->columns) / 2;
    for (int64_t j = j0; j < j0 + columns; j++)
        for (int64_t i = i0; i < i0 + rows; i += GROUP)
        {
            const int count = (int)least(i0 + rows - i, GROUP);
            if (!(part == DDBLAS_GEMM_LOWER && i + count - 1 < j) && !(part == DDBLAS_GEMM_UPPER && i > j))
                store_group(w, sums, i, j, count, i0, j0);
        }
}
