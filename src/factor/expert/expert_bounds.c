/*
 * Refinement in the precision of the type, and bounds on errors. r is the residual of y as
 * computed, delta a bound on its error, M the inverse of the factors, and G = I - M op(S):
 *
 *   exact y - y = M (r + delta') + G (exact y - y),   |delta'| <= delta = (n + 8) u (|S| |y| + |b|)
 *
 * so that the error of x = diag(w) y is at most the norm of diag(w) |M| (|r| + delta), divided by 1
 * - |G|. G is taken as 16 u |M| |S|, times the growth of pivots. Both norms are estimated.
 * docs/numerics.md has the argument.
 */
#include "expert.h"

#include <math.h>
#include <string.h>

#include "core/checks.h"
#include "factor/estimate.h"
#include "factor/factor.h"
#include "level3/gemm/gemm.h"
#include "steps.h"

enum
{
    MOST_CORRECTIONS = 5, /* As in LAPACK. */
    ROUNDS = 5,
    TERMS = 8 /* gemm's bound on the error of a sum of n products is (n + 8) u. */
};

/* An estimate of a norm is taken as this much too small; G as so many times the condition times the
 * unit. Numbers below are rounded, which the last factor allows for. */
static const double estimate_safety = 3.0, error_of_factors = 16.0, rounding_safety = 1.01;

static int is_transposed(const struct ddblas_expert *e) { return e->p->trans != DDBLAS_OP_N; }

/* Errors of complex products are sqrt 8 times those of real ones: Higham, lemma 3.5. */
static double unit_of(const struct ddblas_expert *e)
{
    return ddblas_type_unit(e->p->type) * (ddblas_type_is_complex(e->p->type) ? 2.83 : 1.0);
}

/* Sums of the smallest numbers that keep their digits: products below may lose some. */
static double least_sum(const struct ddblas_expert *e)
{
    return ((double)e->p->n + TERMS) * (ddblas_type_is_single(e->p->type) ? 0x1p-126 : 0x1p-1022);
}

/* ---- refinement ------------------------------------------------------------------------------ */

/* residuals = B. */
static ddblasStatus_t copy_right(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
#if DDBLAS_HAVE_CUDA
    if (e->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_copy_cuda(e->handle, p->type, p->n, p->nrhs, p->B, p->ldb, e->residuals, p->n);
#endif
    ddblas_copy_cpu(e->handle, e->size, p->n, p->nrhs, p->B, p->ldb, e->residuals, p->n);
    return DDBLAS_STATUS_SUCCESS;
}

/* residuals = B - op(S) X. */
static ddblasStatus_t compute_residuals(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    static const float minus_single[2] = {-1.0F, 0.0F};
    static const cuddcomplex minus_double = {{-1.0, 0.0}, {0.0, 0.0}};
    const struct ddblas_gemm_problem product = {.type = p->type,
                                                .transa = p->trans,
                                                .transb = DDBLAS_OP_N,
                                                .m = p->n,
                                                .n = p->nrhs,
                                                .k = p->n,
                                                .alpha = ddblas_type_is_single(p->type) ? (const void *)minus_single
                                                                                        : (const void *)&minus_double,
                                                .A = e->full,
                                                .lda = e->ldfull,
                                                .B = p->X,
                                                .ldb = p->ldx,
                                                .beta = ddblas_type_one(p->type),
                                                .C = e->residuals,
                                                .ldc = p->n};
    DDBLAS_CHECK(copy_right(e));
    return ddblas_gemm(e->handle, &product);
}

/* Writes berr for the residuals, and the sums that bounds need. */
static ddblasStatus_t find_backward_errors(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    const struct ddblas_moduli_step moduli = {.type = p->type,
                                              .transposed = is_transposed(e),
                                              .n = p->n,
                                              .nrhs = p->nrhs,
                                              .A = e->full,
                                              .lda = e->ldfull,
                                              .X = p->X,
                                              .ldx = p->ldx,
                                              .B = p->B,
                                              .ldb = p->ldb,
                                              .sums = e->sums};
    const struct ddblas_quotient_step quotient = {.type = p->type,
                                                  .n = p->n,
                                                  .nrhs = p->nrhs,
                                                  .residuals = e->residuals,
                                                  .sums = e->sums,
                                                  .backward = e->backward,
                                                  .terms = ((double)p->n + TERMS) * unit_of(e),
                                                  .least = least_sum(e)};
    DDBLAS_CHECK(ddblas_moduli_step(e->handle, &moduli));
    DDBLAS_CHECK(ddblas_quotient_step(e->handle, &quotient));
    return ddblas_expert_fetch(e, p->berr, e->backward, (size_t)p->nrhs * sizeof *p->berr);
}

/* Decides which columns get a correction. Returns 0 if none does. */
static int choose_columns(struct ddblas_expert *e)
{
    int any = 0;
    for (int64_t j = 0; j < e->p->nrhs; j++)
    {
        const double berr = e->p->berr[j];
        e->host_active[j] = e->host_active[j] && berr > ddblas_type_unit(e->p->type) && berr <= 0.5 * e->last[j];
        e->last[j] = berr;
        any = any || e->host_active[j];
    }
    return any;
}

ddblasStatus_t ddblas_expert_refine(struct ddblas_expert *e)
{
    const struct ddblas_expert_problem *p = e->p;
    const struct ddblas_add_step add = {
        .type = p->type, .n = p->n, .nrhs = p->nrhs, .X = p->X, .ldx = p->ldx, .D = e->residuals, .active = e->active};
    for (int64_t j = 0; j < p->nrhs; j++)
    {
        e->host_active[j] = 1;
        e->last[j] = (double)INFINITY;
    }
    for (int k = 0;; k++)
    {
        DDBLAS_CHECK(compute_residuals(e));
        DDBLAS_CHECK(find_backward_errors(e));
        if (k == MOST_CORRECTIONS || !choose_columns(e))
            return DDBLAS_STATUS_SUCCESS;
        DDBLAS_CHECK(ddblas_expert_send(e, e->active, e->host_active, (size_t)p->nrhs * sizeof *e->host_active));
        DDBLAS_CHECK(ddblas_expert_solve(e, 0, p->nrhs, e->residuals, p->n));
        DDBLAS_CHECK(ddblas_add_step(e->handle, &add));
    }
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* x(i, c) *= factors[i] for the vectors of an estimate. */
static void scale_vectors(struct ddblas_expert *e, int64_t count, const double *factors)
{
    ddblas_host_w *w = e->vectors;
    const int64_t parts = ddblas_type_is_complex(e->p->type) ? 2 : 1, words = e->p->n * parts;
    for (int64_t k = 0; k < words * count; k++)
        w[k] = cuddMulD(w[k], factors[k % words / parts]);
}

/* Products with diag(right) N^H diag(left), N the inverse of op(S), or its conjugate, or with the
 * adjoint. The norms of N and of its conjugate are the same. */
static ddblasStatus_t multiply(void *context, int adjoint, int64_t count)
{
    struct ddblas_expert *e = context;
    const int64_t n = e->p->n;
    const size_t bytes = (size_t)(n * count) * e->size;
    void *host = ddblas_type_is_double_double(e->p->type) ? e->vectors : e->packed;
    scale_vectors(e, count, adjoint ? e->right : e->left);
    ddblas_estimate_pack(e->p->type, n * count, e->vectors, e->packed);
    DDBLAS_CHECK(ddblas_expert_send(e, e->residuals, host, bytes));
    DDBLAS_CHECK(ddblas_expert_solve(e, !adjoint, count, e->residuals, n));
    DDBLAS_CHECK(ddblas_expert_fetch(e, host, e->residuals, bytes));
    ddblas_estimate_unpack(e->p->type, n * count, e->vectors, e->packed);
    scale_vectors(e, count, adjoint ? e->left : e->right);
    return DDBLAS_STATUS_SUCCESS;
}

/* Divides the numbers by a power of two so that the largest is from 1/2 on and below 1. Returns the
 * exponent, or 0 if all are 0. *finite becomes 0 if one is not finite. */
static int normalise(int64_t n, double *numbers, int *finite)
{
    double largest = 0.0;
    int exponent = 0;
    for (int64_t i = 0; i < n; i++)
        largest = numbers[i] > largest || isnan(numbers[i]) ? numbers[i] : largest;
    *finite = *finite && largest < (double)INFINITY;
    if (!*finite || largest == 0.0)
        return 0;
    (void)frexp(largest, &exponent);
    for (int64_t i = 0; i < n; i++)
        numbers[i] = ldexp(numbers[i], -exponent);
    return exponent;
}

/* *norm = the estimated norm of the row sums of diag(left) N diag(right); Inf if anything is not
 * finite. Both factors are normalised. */
static ddblasStatus_t estimate_norm(struct ddblas_expert *e, long double *norm)
{
    const struct ddblas_estimate estimate = {.n = e->p->n,
                                             .is_complex = ddblas_type_is_complex(e->p->type),
                                             .rounds = ROUNDS,
                                             .x = e->vectors,
                                             .multiply = multiply,
                                             .context = e};
    int finite = 1;
    double estimated = 0.0;
    const int exponent = normalise(e->p->n, e->right, &finite);
    *norm = (long double)INFINITY;
    if (!finite)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_estimate_norm(&estimate, &estimated));
    if (estimated < (double)INFINITY)
        *norm = ldexpl((long double)estimated, exponent);
    return DDBLAS_STATUS_SUCCESS;
}

/* The estimated bound on |G|. It takes the memory of the sums' first column. */
static ddblasStatus_t find_contraction(struct ddblas_expert *e, double *contraction)
{
    const struct ddblas_expert_problem *p = e->p;
    const struct ddblas_moduli_step moduli = {
        .type = p->type, .transposed = is_transposed(e), .n = p->n, .nrhs = 1, .A = e->full, .lda = e->ldfull, .sums = e->sums};
    long double condition;
    DDBLAS_CHECK(ddblas_moduli_step(e->handle, &moduli));
    DDBLAS_CHECK(ddblas_expert_fetch(e, e->right, e->sums, (size_t)p->n * sizeof *e->right));
    DDBLAS_CHECK(estimate_norm(e, &condition));
    *contraction =
        (double)((long double)(error_of_factors * unit_of(e)) * (long double)(e->growth > 1.0 ? e->growth : 1.0) * condition);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_expert_contraction(struct ddblas_expert *e, double *contraction)
{
    double *weights = e->left;
    e->left = e->factors;
    for (int64_t i = 0; i < e->p->n; i++)
        e->left[i] = 1.0;
    const ddblasStatus_t status = find_contraction(e, contraction);
    e->left = weights;
    return status;
}

ddblasStatus_t ddblas_expert_bound(struct ddblas_expert *e, double contraction, const double *largest)
{
    const struct ddblas_expert_problem *p = e->p;
    int finite = 1;
    const int exponent = normalise(p->n, e->left, &finite);
    for (int64_t j = 0; j < p->nrhs; j++)
    {
        long double norm = (long double)INFINITY;
        DDBLAS_CHECK(ddblas_expert_fetch(e, e->right, e->sums + j * p->n, (size_t)p->n * sizeof *e->right));
        if (finite && contraction <= 0.5)
            DDBLAS_CHECK(estimate_norm(e, &norm));
        norm = ldexpl(norm, exponent) * (long double)(estimate_safety * rounding_safety / (1.0 - fmin(contraction, 0.5)));
        p->ferr[j] =
            norm < (long double)INFINITY && largest[j] > 0.0 ? (double)(norm / (long double)largest[j]) : (double)INFINITY;
        if (isnan(p->berr[j]))
            p->berr[j] = (double)INFINITY;
        if (!(p->ferr[j] < (double)INFINITY))
            p->ferr[j] = (double)INFINITY;
    }
    return DDBLAS_STATUS_SUCCESS;
}
