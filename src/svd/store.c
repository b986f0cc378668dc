/*
 * Results of a decomposition M = Q U' S V^H, M = 2^-e A or 2^-e A^H: U, s and V^H themselves; the
 * rank, a basis of the null space, and the pseudo-inverse.
 */
#include <math.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr.h"
#include "svd_call.h"

/* C = Q C for C of rows x others or, if `right`, C = C Q^H for C of others x rows. */
static ddblasStatus_t apply_q(struct ddblas_svd_call *c, int right, int64_t others, void *C, int64_t ldc)
{
    const struct ddblas_ormqr_problem ormqr = {.type = c->s.type,
                                               .side = right ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT,
                                               .adjoint = right,
                                               .m = right ? others : c->rows,
                                               .n = right ? c->rows : others,
                                               .k = c->order,
                                               .A = ddblas_svd_array(c, c->l.M),
                                               .lda = c->rows,
                                               .tau = ddblas_svd_array(c, c->l.tau),
                                               .C = C,
                                               .ldc = ldc};
    return c->rows > c->order && others > 0 ? ddblas_svd_step(&c->s, ddblas_ormqr_blocks, &ormqr) : DDBLAS_STATUS_SUCCESS;
}

/* C = Q op(X) or, if `right`, C = op(X) Q^H, with the explicit Q of tsqr and a square X. */
static ddblasStatus_t multiply_by_q(struct ddblas_svd_call *c, int right, const void *X, int adjoint, void *C, int64_t ldc)
{
    const void *Q = ddblas_svd_array(c, c->l.M);
    const int64_t n = c->order;
    return right ? ddblas_svd_product(&c->s, n, c->rows, n, adjoint, 1, X, n, Q, c->rows, C, ldc)
                 : ddblas_svd_product(&c->s, c->rows, n, n, 0, adjoint, Q, c->rows, X, n, C, ldc);
}

/* ---- singular vectors ------------------------------------------------------------------------ */

/* The vectors that Q multiplies: U = Q [U'; 0] or, if M is A^H, V^H = [U'^H 0] Q^H. */
static ddblasStatus_t store_long(struct ddblas_svd_call *c)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const int full = (c->wide ? p->jobv : p->jobu) == DDBLAS_SVD_MODE_FULL;
    const int64_t columns = full ? c->rows : c->order, ld = c->wide ? p->ldvt : p->ldu;
    void *out = c->wide ? p->VT : p->U;
    if (c->thin)
        return multiply_by_q(c, c->wide, c->q.U, c->wide, out, ld);
    DDBLAS_CHECK(ddblas_svd_identity(&c->s, c->wide ? columns : c->rows, c->wide ? c->rows : columns, 0, out, ld));
    DDBLAS_CHECK((c->wide ? ddblas_svd_adjoint : ddblas_svd_copy)(&c->s, c->order, c->order, c->q.U, c->order, out, ld));
    return apply_q(c, c->wide, columns, out, ld);
}

static ddblasStatus_t store_vectors(struct ddblas_svd_call *c)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const int64_t n = c->order;
    if (c->left)
        DDBLAS_CHECK(store_long(c));
    if (!c->right)
        return DDBLAS_STATUS_SUCCESS;
    return c->wide ? ddblas_svd_copy(&c->s, n, n, c->q.V, n, p->U, p->ldu)
                   : ddblas_svd_adjoint(&c->s, n, n, c->q.V, n, p->VT, p->ldvt);
}

/* s = 2^exponent times the values, or NaN if they are not to be used. Numbers of the real type
 * replace those in host memory, which are at least as long. */
static ddblasStatus_t store_values(const struct ddblas_svd_call *c, int exponent, int64_t info)
{
    const ddblasType_t real = ddblas_type_real(c->s.type);
    for (int64_t k = 0; k < c->order; k++)
        ddblas_svd_put(real, c->q.values, k, info == 0 ? cuddLdexp(c->q.values[k], exponent) : cuddNan());
    return ddblas_svd_send(&c->s, c->p->s, c->q.values, (size_t)c->order * ddblas_type_size(real));
}

/* ---- the rank -------------------------------------------------------------------------------- */

static int64_t count_values(const struct ddblas_svd_call *c)
{
    const cuddreal cut = cuddMulD(c->q.values[0], c->p->tolerance);
    int64_t rank = 0;
    while (rank < c->order && cuddLt(cut, c->q.values[rank]))
        rank++;
    return rank;
}

/* The rank, and the singular values either side of it. Without values, -1 and NaN. */
static ddblasStatus_t store_rank(const struct ddblas_svd_call *c, int exponent, int64_t rank)
{
    const cuddreal zero = cuddFromDouble(0.0);
    const ddblasType_t real = ddblas_type_real(c->s.type);
    cuddreal numbers[2];
    const cuddreal gap[] = {rank > 0    ? cuddLdexp(c->q.values[rank - 1], exponent)
                            : rank == 0 ? zero
                                        : cuddNan(),
                            rank < 0          ? cuddNan()
                            : rank < c->order ? cuddLdexp(c->q.values[rank], exponent)
                                              : zero};
    for (int k = 0; k < 2; k++)
        ddblas_svd_put(real, numbers, k, gap[k]);
    DDBLAS_CHECK(ddblas_svd_send(&c->s, c->p->gap, numbers, 2 * ddblas_type_size(real)));
    return ddblas_svd_send(&c->s, c->p->rank, &rank, sizeof rank);
}

/* ---- the null space -------------------------------------------------------------------------- */

/* The last columns of V from number `rank` on: those of V, or of Q [U' 0; 0 I] if M is A^H. */
static ddblasStatus_t store_null_space(struct ddblas_svd_call *c, int64_t rank)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const int64_t n = c->order, basis = c->s.planning ? least(p->columns, p->n) : p->n - rank, dense = n - rank;
    const void *vectors = (const char *)(c->wide ? c->q.U : c->q.V) + (size_t)(rank * n) * c->s.size;
    if (c->wide)
        DDBLAS_CHECK(ddblas_svd_identity(&c->s, p->n, basis, rank, p->Z, p->ldz));
    if (dense > 0)
        DDBLAS_CHECK(ddblas_svd_copy(&c->s, n, dense, vectors, n, p->Z, p->ldz));
    return c->wide ? apply_q(c, 0, basis, p->Z, p->ldz) : DDBLAS_STATUS_SUCCESS;
}

/* ---- the pseudo-inverse ---------------------------------------------------------------------- */

/* tau = 2^exponent / value for `rank` values, then zeros. */
static ddblasStatus_t send_reciprocals(const struct ddblas_svd_call *c, int64_t rank, int exponent)
{
    for (int64_t j = 0; j < c->order; j++)
    {
        const cuddreal d = j < rank ? cuddLdexp(cuddDDiv(1.0, c->q.values[j]), exponent) : cuddFromDouble(0.0);
        ddblas_svd_put(c->s.type, c->q.host, j, d);
    }
    return ddblas_svd_send(&c->s, c->q.tau, c->q.host, (size_t)c->order * c->s.size);
}

/* P = V S^+ U'^H times a power of two, in C; P^H if M is A^H. Z = [P 0] Q^H or Q [P^H; 0]. Half of
 * the power is a factor of S^+ and half one of the product, so that neither overflows before P. */
static ddblasStatus_t store_inverse(struct ddblas_svd_call *c, int exponent, int64_t rank)
{
    const struct ddblas_gesvd_problem *p = c->p;
    const int64_t n = c->order;
    const int half = -exponent / 2;
    void *scaled = c->wide ? c->q.U : c->q.V;
    if (!c->s.planning)
        DDBLAS_CHECK(send_reciprocals(c, rank, half));
    DDBLAS_CHECK(ddblas_svd_scale_columns(&c->s, n, n, scaled, c->q.tau));
    DDBLAS_CHECK(ddblas_svd_multiply(&c->s, n, 0, 1, cuddFromDouble(ldexp(1.0, -exponent - half)), scaled, n,
                                     c->wide ? c->q.V : c->q.U, n, cuddFromDouble(0.0), c->q.C, 0));
    if (c->thin)
        return multiply_by_q(c, !c->wide, c->q.C, 0, p->Z, p->ldz);
    DDBLAS_CHECK(ddblas_svd_identity(&c->s, p->n, p->m, 0, p->Z, p->ldz));
    DDBLAS_CHECK(ddblas_svd_copy(&c->s, n, n, c->q.C, n, p->Z, p->ldz));
    return apply_q(c, !c->wide, n, p->Z, p->ldz);
}

/* ---- results of a task ----------------------------------------------------------------------- */

static ddblasStatus_t store_decomposition(struct ddblas_svd_call *c, int exponent, int64_t info)
{
    if (info == 0)
        DDBLAS_CHECK(store_vectors(c));
    if (c->s.planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(store_values(c, exponent, info));
    return ddblas_svd_send(&c->s, c->p->info, &info, sizeof info);
}

ddblasStatus_t ddblas_svd_store(struct ddblas_svd_call *c, int exponent, int64_t info)
{
    const struct ddblas_gesvd_problem *p = c->p;
    if (p->task == DDBLAS_SVD_DECOMPOSE)
        return store_decomposition(c, exponent, info);
    const int64_t rank = c->s.planning ? 0 : info == 0 ? count_values(c) : -1;
    if (info == 0 && p->task == DDBLAS_SVD_NULL && p->n - rank > p->columns && !c->s.planning)
        info = c->order + 2;
    if (info == 0 && p->task == DDBLAS_SVD_NULL)
        DDBLAS_CHECK(store_null_space(c, rank));
    if (info == 0 && p->task == DDBLAS_SVD_PINV)
        DDBLAS_CHECK(store_inverse(c, exponent, rank));
    if (c->s.planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(store_rank(c, exponent, rank));
    return ddblas_svd_send(&c->s, p->info, &info, sizeof info);
}
