/*
 * Factors of a problem of least squares or least norm in double, or in W or U, products with them,
 * and copies, on either engine.
 */
#include "refine_least_state.h"

#include <math.h>

#include "core/checks.h"
#include "factor/estimate.h"

enum
{
    MOST_ESTIMATES = 5
};

/* ---- copies between host and engine ---------------------------------------------------------- */

ddblasStatus_t ddblas_least_fetch(struct ddblas_least *s, void *host, const void *engine, size_t width, size_t stride,
                                  int64_t count)
{
    return ddblas_check_engine(
        s->handle, s->handle->backend->from_engine(host, width, engine, stride, width, (size_t)count, s->handle->stream),
        "refinement");
}

static ddblasStatus_t send(struct ddblas_least *s, void *engine, size_t stride, const void *host, size_t width, int64_t count)
{
    return ddblas_check_engine(
        s->handle, s->handle->backend->to_engine(engine, stride, host, width, width, (size_t)count, s->handle->stream),
        "refinement");
}

/* Columns of W or U. */
ddblasStatus_t ddblas_least_fetch_columns(struct ddblas_least *s, cuddreal *host, const void *engine, int64_t numbers, int64_t ld,
                                          int64_t count)
{
    return ddblas_least_fetch(s, host, engine, (size_t)numbers * sizeof *host, (size_t)(ld * s->parts) * sizeof *host, count);
}

ddblasStatus_t ddblas_least_send_columns(struct ddblas_least *s, void *engine, int64_t ld, const cuddreal *host, int64_t numbers,
                                         int64_t count)
{
    return send(s, engine, (size_t)(ld * s->parts) * sizeof *host, host, (size_t)numbers * sizeof *host, count);
}

/* Numbers in the type of the factors, without padding. */
ddblasStatus_t ddblas_least_fetch_vectors(struct ddblas_least *s, cuddreal *host, const void *engine, int64_t numbers)
{
    const double *narrow = &s->packed[0].x;
    if (ddblas_type_is_double_double(s->type))
        return ddblas_least_fetch(s, host, engine, (size_t)numbers * sizeof *host, (size_t)numbers * sizeof *host, 1);
    DDBLAS_CHECK(ddblas_least_fetch(s, s->packed, engine, (size_t)numbers * sizeof *narrow, (size_t)numbers * sizeof *narrow, 1));
    for (int64_t e = 0; e < numbers; e++)
        host[e] = cuddFromDouble(narrow[e]);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_least_send_vectors(struct ddblas_least *s, void *engine, const cuddreal *host, int64_t numbers)
{
    double *narrow = &s->packed[0].x;
    if (ddblas_type_is_double_double(s->type))
        return send(s, engine, (size_t)numbers * sizeof *host, host, (size_t)numbers * sizeof *host, 1);
    for (int64_t e = 0; e < numbers; e++)
        narrow[e] = host[e].x;
    return send(s, engine, (size_t)numbers * sizeof *narrow, narrow, (size_t)numbers * sizeof *narrow, 1);
}

ddblasStatus_t ddblas_least_triangle_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_least_triangle *p = problem;
    const struct ddblas_triangular_problem t = {.type = p->type,
                                                .side = DDBLAS_SIDE_LEFT,
                                                .uplo = DDBLAS_FILL_MODE_UPPER,
                                                .trans = p->adjoint ? DDBLAS_OP_C : DDBLAS_OP_N,
                                                .diag = DDBLAS_DIAG_NON_UNIT,
                                                .m = p->n,
                                                .n = p->nrhs,
                                                .alpha = b->one,
                                                .A = p->R,
                                                .lda = p->m,
                                                .B = p->G,
                                                .ldb = p->n,
                                                .C = p->G,
                                                .ldc = p->n};
    return ddblas_trsm_blocks(b, &t);
}

/* ---- factors --------------------------------------------------------------------------------- */

/* Writes S in the type of the factors, and finds its norm. *finite becomes 0 if A holds Inf or
 * NaN. */
ddblasStatus_t ddblas_least_scale_matrix(struct ddblas_least *s, int *finite)
{
    const int64_t n = s->p->n;
    const struct ddblas_least_scale scale = {s->p, s->type, s->exponents, s->sums, s->S};
    const size_t bytes = (size_t)n * sizeof *s->exponent, bytes_sums = (size_t)n * sizeof *s->square;
    long double sum = 0.0L;
#if DDBLAS_HAVE_CUDA
    if (s->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        DDBLAS_CHECK(ddblas_least_scale_cuda(s->handle, &scale));
    else
#endif
        ddblas_least_scale_cpu(&scale);
    DDBLAS_CHECK(ddblas_least_fetch(s, s->exponent, s->exponents, bytes, bytes, 1));
    DDBLAS_CHECK(ddblas_least_fetch(s, s->square, s->sums, bytes_sums, bytes_sums, 1));
    for (int64_t j = 0; j < n; j++)
        sum += s->square[j];
    *finite = sum < (long double)INFINITY;
    s->norm = (double)sqrtl(sum) * (1.0 + 0x1p-20); /* The sums of squares are rounded. */
    return DDBLAS_STATUS_SUCCESS;
}

/* Factors S. *info becomes the number of the first zero on R's diagonal, or 0. */
ddblasStatus_t ddblas_least_factor(struct ddblas_least *s, int64_t *info)
{
    const struct ddblas_geqrf_problem factor = {
        .type = s->type, .m = s->p->m, .n = s->p->n, .A = s->S, .lda = s->p->m, .tau = s->tau};
    const struct ddblas_qr_singular zero = {s->type, s->p->n, s->S, s->p->m, s->info};
    DDBLAS_CHECK(ddblas_factor_run(s->handle, s->type, ddblas_geqrf_blocks, &factor));
#if DDBLAS_HAVE_CUDA
    if (s->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        DDBLAS_CHECK(ddblas_qr_singular_cuda(s->handle, &zero));
    else
#endif
        ddblas_qr_singular_cpu(&zero);
    return ddblas_least_fetch(s, info, s->info, sizeof *info, sizeof *info, 1);
}

/* G = R^-1 G, or R^-H G. */
ddblasStatus_t ddblas_least_solve_triangle(struct ddblas_least *s, int adjoint, int64_t count)
{
    const struct ddblas_least_triangle t = {s->type, adjoint, s->p->m, s->p->n, count, s->S, s->G};
    return ddblas_factor_run(s->handle, s->type, ddblas_least_triangle_blocks, &t);
}

/* V = Q V, or Q^H V. */
ddblasStatus_t ddblas_least_multiply_by_q(struct ddblas_least *s, int adjoint)
{
    const struct ddblas_ormqr_problem multiply = {.type = s->type,
                                                  .side = DDBLAS_SIDE_LEFT,
                                                  .adjoint = adjoint,
                                                  .m = s->p->m,
                                                  .n = s->p->nrhs,
                                                  .k = s->p->n,
                                                  .A = s->S,
                                                  .lda = s->p->m,
                                                  .tau = s->tau,
                                                  .C = s->V,
                                                  .ldc = s->p->m};
    return ddblas_factor_run(s->handle, s->type, ddblas_ormqr_blocks, &multiply);
}

/* ---- the norm of the pseudoinverse ----------------------------------------------------------- */

struct estimated
{
    struct ddblas_least *s;
    int adjoint; /* 1: the norm of R^-H. */
};

static ddblasStatus_t multiply_by_inverse(void *context, int adjoint, int64_t count)
{
    const struct estimated *e = context;
    const int64_t numbers = e->s->columns * count;
    DDBLAS_CHECK(ddblas_least_send_vectors(e->s, e->s->G, e->s->g, numbers));
    DDBLAS_CHECK(ddblas_least_solve_triangle(e->s, adjoint != e->adjoint, count));
    return ddblas_least_fetch_vectors(e->s, e->s->g, e->s->G, numbers);
}

/* |R^-1|^2 is at most the product of its 1-norm and that of R^-H. */
ddblasStatus_t ddblas_least_estimate(struct ddblas_least *s)
{
    double norms[2];
    for (int k = 0; k < 2; k++)
    {
        struct estimated context = {s, k};
        const struct ddblas_estimate estimate = {.n = s->p->n,
                                                 .is_complex = s->parts == 2,
                                                 .rounds = MOST_ESTIMATES,
                                                 .x = s->g,
                                                 .multiply = multiply_by_inverse,
                                                 .context = &context};
        DDBLAS_CHECK(ddblas_estimate_norm(&estimate, &norms[k]));
    }
    s->inverse = sqrt(norms[0]) * sqrt(norms[1]);
    return DDBLAS_STATUS_SUCCESS;
}
