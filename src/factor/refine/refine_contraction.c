/*
 * The norm of G = I - M S, by which a correction with factors in double reduces an error. The rule
 * 16 u |S| |M| (refine_iterate.c) is often a hundred times too large and refuses systems with
 * conditions from 10^13 on that refinement solves. There |G| is estimated from products with G and
 * G^H, each one product with S in W or U and one solution.
 */
#include "refine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/checks.h"
#include "factor/estimate.h"

enum
{
    ROUNDS = 3,
    COLUMNS = 2 /* The most columns of a product of the estimate. */
};

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
