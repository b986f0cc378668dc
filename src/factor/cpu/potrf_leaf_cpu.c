/*
 * Cholesky factorisation of a small diagonal block on the CPU, column after column:
 *
 *   l_jj = sqrt(a_jj),  l_ij = a_ij / l_jj,  a_ic = a_ic - l_ij conj(l_cj)  for i >= c > j
 *
 * by the operations of cuddreal.h and cuddcomplex.h. One thread computes the block, which is a
 * small part of the work.
 */
#include "factor/factor.h"

enum
{
    MOST = DDBLAS_POTRF_LEAF_CPU
};

static int64_t place_of(const struct ddblas_potrf_leaf *l, int64_t i, int64_t j) { return i * l->row + j * l->column; }

/* Returns 1 and the root of a pivot, or 0 if the pivot is not positive. */
static int root_of_pivot(cuddreal pivot, cuddreal *root)
{
    if (!cuddGtD(pivot, 0.0))
        return 0;
    *root = cuddSqrt(pivot);
    return 1;
}

/* Returns the number of columns that are factored. a[c][i] is element (i, c). */
static int64_t factor_w(int64_t n, cuddreal a[MOST][MOST])
{
    for (int64_t j = 0; j < n; j++)
    {
        if (!root_of_pivot(a[j][j], &a[j][j]))
            return j;
        for (int64_t i = j + 1; i < n; i++)
            a[j][i] = cuddDiv(a[j][i], a[j][j]);
        for (int64_t c = j + 1; c < n; c++)
        {
            const cuddreal factor = cuddNeg(a[j][c]);
            for (int64_t i = c; i < n; i++)
                a[c][i] = cuddFma(a[j][i], factor, a[c][i]);
        }
    }
    return n;
}

static int64_t factor_u(int64_t n, cuddcomplex a[MOST][MOST])
{
    for (int64_t j = 0; j < n; j++)
    {
        cuddreal root;
        if (!root_of_pivot(a[j][j].x, &root))
            return j;
        a[j][j] = cuddcFromReal(root);
        for (int64_t i = j + 1; i < n; i++)
            a[j][i] = cuddcDivReal(a[j][i], root);
        for (int64_t c = j + 1; c < n; c++)
        {
            const cuddcomplex factor = cuddcConj(a[j][c]);
            for (int64_t i = c; i < n; i++)
                a[c][i] = cuddcSub(a[c][i], cuddcMul(a[j][i], factor));
        }
    }
    return n;
}

static int64_t run_w(const struct ddblas_potrf_leaf *l)
{
    cuddreal a[MOST][MOST];
    ddblas_host_w *A = l->A;
    for (int64_t j = 0; j < l->order; j++)
        for (int64_t i = j; i < l->order; i++)
            a[j][i] = A[place_of(l, i, j)];
    const int64_t good = factor_w(l->order, a);
    for (int64_t j = 0; j < good; j++)
        for (int64_t i = j; i < l->order; i++)
            A[place_of(l, i, j)] = a[j][i];
    return good;
}

static int64_t run_u(const struct ddblas_potrf_leaf *l)
{
    cuddcomplex a[MOST][MOST];
    ddblas_host_u *A = l->A;
    for (int64_t j = 0; j < l->order; j++)
        for (int64_t i = j; i < l->order; i++)
            a[j][i] = l->conjugate ? cuddcConj(A[place_of(l, i, j)]) : A[place_of(l, i, j)];
    const int64_t good = factor_u(l->order, a);
    for (int64_t j = 0; j < good; j++)
    {
        A[place_of(l, j, j)] = a[j][j];
        for (int64_t i = j + 1; i < l->order; i++)
        {
            const cuddcomplex element = l->conjugate ? cuddcConj(a[j][i]) : a[j][i];
            A[place_of(l, i, j)] = element;
        }
    }
    return good;
}

void ddblas_potrf_leaf_cpu(const struct ddblas_potrf_leaf *leaf)
{
    const int64_t good = ddblas_type_is_complex(leaf->type) ? run_u(leaf) : run_w(leaf);
    if (good < leaf->order)
        *leaf->info = leaf->at + good + 1;
}
