/*
 * Products with S, and the norm of G = I - M S, by which a correction with factors in double
 * reduces an error. The rule 16 u |S| |M| (refine_iterate.c) is often a hundred times too large and
 * refuses systems with conditions from 10^13 on that refinement solves. There |G| is estimated from
 * products with G and G^H, each one product with S in W or U and one solution.
 */
#include "refine.h"
#include "refine_power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/checks.h"
#include "factor/estimate.h"
#include "level3/gemm/gemm.h"

enum
{
    ROUNDS = 3,
    COLUMNS = 2 /* Most columns of a product of the estimate. */
};

ddblasStatus_t ddblas_refine_times_s(struct ddblas_refine *f, int adjoint, cuddreal *w)
{
    static const cuddreal one[2] = {{1.0, 0.0}, {0.0, 0.0}}, zero[2] = {{0.0, 0.0}, {0.0, 0.0}};
    const struct ddblas_refine_problem *p = f->p;
    const int32_t *before = adjoint ? f->row : f->column, *after = adjoint ? f->column : f->row;
    const struct ddblas_gemm_problem product = {.type = p->element,
                                                .transa = adjoint ? DDBLAS_OP_C : DDBLAS_OP_N,
                                                .transb = DDBLAS_OP_N,
                                                .m = p->n,
                                                .n = 1,
                                                .k = p->n,
                                                .alpha = one,
                                                .A = f->full,
                                                .lda = f->ldfull,
                                                .B = p->X,
                                                .ldb = p->ldx,
                                                .beta = zero,
                                                .C = f->vectors,
                                                .ldc = p->n,
                                                .double_a = p->type == DDBLAS_TYPE_D};
    for (int64_t k = 0; k < f->numbers; k++)
        w[k] = times_power(w[k], -before[k / f->parts]);
    DDBLAS_CHECK(ddblas_refine_put_columns(f, p->X, p->ldx, w, 1));
    DDBLAS_CHECK(ddblas_gemm(f->handle, &product));
    DDBLAS_CHECK(ddblas_refine_fetch_columns(f, w, f->vectors, p->n, 1));
    for (int64_t k = 0; k < f->numbers; k++)
        w[k] = times_power(w[k], -after[k / f->parts]);
    return DDBLAS_STATUS_SUCCESS;
}

struct context
{
    struct ddblas_refine *f;
    cuddreal *kept; /* The columns before they are multiplied. */
};

static ddblasStatus_t times_s(struct ddblas_refine *f, int adjoint, int64_t count)
{
    for (int64_t j = 0; j < count; j++)
        DDBLAS_CHECK(ddblas_refine_times_s(f, adjoint, f->z + j * f->numbers));
    return DDBLAS_STATUS_SUCCESS;
}

/* The estimate is that of G^H: columns of f->z become z - S^H M^H z, or z - M S z if adjoint. */
static ddblasStatus_t multiply_by_g(void *context, int adjoint, int64_t count)
{
    const struct context *c = context;
    struct ddblas_refine *f = c->f;
    memcpy(c->kept, f->z, (size_t)(f->numbers * count) * sizeof *c->kept);
    if (adjoint)
        DDBLAS_CHECK(times_s(f, 0, count));
    DDBLAS_CHECK(ddblas_refine_solve(f, !adjoint, count));
    if (!adjoint)
        DDBLAS_CHECK(times_s(f, 1, count));
    for (int64_t e = 0; e < f->numbers * count; e++)
        f->z[e] = cuddSub(c->kept[e], f->z[e]);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_refine_estimate_contraction(struct ddblas_refine *f, double *norm)
{
    struct context context = {.f = f, .kept = ddblas_host_alloc((size_t)(COLUMNS * f->numbers) * sizeof *f->z)};
    const struct ddblas_estimate estimate = {
        .n = f->p->n, .is_complex = f->parts == 2, .rounds = ROUNDS, .x = f->z, .multiply = multiply_by_g, .context = &context};
    *norm = (double)INFINITY;
    if (!context.kept)
        return DDBLAS_STATUS_SUCCESS;
    const ddblasStatus_t status = ddblas_estimate_norm(&estimate, norm);
    free(context.kept);
    return status;
}
