/*
 * The beginning of a refinement of singular vectors: U and V in double, or in Z.
 *
 * First V has eigenvectors of C^H C, rounded, and U the columns of C V, made of norm 1. This takes
 * less time than any singular value decomposition in double. But C^H C has squares of the singular
 * values, and for a condition beyond about 10^6 its vectors are none that a step improves. Then U
 * and V come from gesvd in double, whose errors are those of rounding C.
 */
#include <math.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr.h"
#include "matrix/matrix.h"
#include "refine.h"
#include "standard/svd_standard.h"

/* ---- from eigenvectors ----------------------------------------------------------------------- */

/* first = -C^H C in double, whose eigenvalues ascend as singular values descend. */
static ddblasStatus_t square_matrix(struct ddblas_svd_refinement *c)
{
    static const cuddcomplex minus = {{-1.0, 0.0}, {0.0, 0.0}}, none = {{0.0, 0.0}, {0.0, 0.0}};
    const int64_t n = c->q->n;
    const struct ddblas_matrix_problem negate = {.routine = DDBLAS_MATRIX_GEAM,
                                                 .type = c->blocks->type,
                                                 .m = n,
                                                 .n = n,
                                                 .transa = DDBLAS_OP_N,
                                                 .transb = DDBLAS_OP_N,
                                                 .alpha = &minus,
                                                 .beta = &none,
                                                 .A = c->q->C,
                                                 .lda = n,
                                                 .B = c->q->C,
                                                 .ldb = n,
                                                 .C = c->u.T,
                                                 .ldc = n};
    struct ddblas_refined plain = c->u, negative = c->u;
    plain.M = c->q->C;
    plain.first = c->u.third;
    negative.M = c->u.T;
    negative.first = c->u.second;
    if (!c->blocks->planning)
        DDBLAS_CHECK(ddblas_matrix_compute(c->blocks->handle, &negate));
    DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_NARROW, &negative));
    DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_NARROW, &plain));
    DDBLAS_CHECK(ddblas_svd_fetch_largest(c, c->u.measured, &c->scale));
    return ddblas_refined_in_double(c->blocks, &c->u, DDBLAS_OP_C, c->u.second, c->u.third, c->u.first);
}

/* first = its eigenvectors */
static ddblasStatus_t find_vectors(const struct ddblas_svd_refinement *c, int *failed)
{
    *failed = 0;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_refined_start_cusolver(c->blocks->handle, &c->u, failed);
#endif
    return ddblas_refined_start_lapack(c->blocks->handle, &c->u, failed);
}

/* U = T diag(1 / norms of columns), with norms to at least 4 digits. *good becomes 0 if one is too
 * small for that. */
static ddblasStatus_t normalise(struct ddblas_svd_refinement *c, int *good)
{
    const int64_t n = c->q->n;
    const ddblasType_t type = c->blocks->type;
    struct ddblas_refined t = c->u;
    const struct ddblas_matrix_problem scale = {.routine = DDBLAS_MATRIX_DGMM,
                                                .type = type,
                                                .m = n,
                                                .n = n,
                                                .side = DDBLAS_SIDE_RIGHT,
                                                .A = c->u.T,
                                                .lda = n,
                                                .x = c->q->tau,
                                                .incx = 1,
                                                .C = c->u.X,
                                                .ldc = n};
    double largest;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    t.X = t.T;
    DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_RESIDUAL, &t));
    DDBLAS_CHECK(ddblas_svd_fetch_largest(c, t.defect, &largest));
    for (int64_t j = n - 1; j >= 0; j--) /* The factors, longer than the numbers, take their place. */
    {
        const double square = 1.0 - c->measured[j]; /* The square of the norm. */
        *good = *good && square > 0x1p-40;
        ddblas_svd_put(type, c->measured, j, cuddFromDouble(1.0 / sqrt(square)));
    }
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_refine_send(c, c->q->tau, c->measured, (size_t)n * c->blocks->size));
    return ddblas_matrix_compute(c->blocks->handle, &scale);
}

ddblasStatus_t ddblas_svd_start_by_gram(struct ddblas_svd_refinement *c, int *good)
{
    int failed;
    DDBLAS_CHECK(square_matrix(c));
    DDBLAS_CHECK(find_vectors(c, &failed));
    *good = !failed;
    if (failed)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_WIDEN, &c->v));
    DDBLAS_CHECK(ddblas_svd_times_c(c, 0, c->v.X));
    return normalise(c, good);
}

/* ---- from singular vectors ------------------------------------------------------------------- */

/* Bytes of the values in front of the memory for gesvd. */
static size_t bytes_of_values(int64_t n) { return round_up_bytes((size_t)n * sizeof(double), 256); }

ddblasStatus_t ddblas_svd_start_room(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    const ddblasType_t narrow = ddblas_type_is_complex(type) ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
    DDBLAS_CHECK(ddblas_svd_standard_room(handle, narrow, 1, n, bytes));
    *bytes += *bytes > 0 ? bytes_of_values(n) : 0;
    return DDBLAS_STATUS_SUCCESS;
}

/* C, rounded, in Q; U in `first`, and V^H in the memory of V. The room has the values and gesvd's
 * memory. */
ddblasStatus_t ddblas_svd_start_by_gesvd(struct ddblas_svd_refinement *c, int *good)
{
    const int64_t n = c->q->n;
    char *room = c->u.T;
    struct ddblas_block_run narrow = *c->blocks;
    struct ddblas_refined plain = c->u;
    const struct ddblas_svd_standard s = {.type = ddblas_svd_narrow_type(c),
                                          .vectors = 1,
                                          .n = n,
                                          .M = c->Q,
                                          .U = c->u.first,
                                          .VT = c->v.X,
                                          .values = room,
                                          .memory = room + bytes_of_values(n),
                                          .bytes = c->u.room - bytes_of_values(n)};
    int64_t info = 0;
    *good = n <= DDBLAS_SVD_STANDARD_MOST;
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    narrow.type = s.type;
    narrow.size = ddblas_type_size(s.type);
    plain.M = c->q->C;
    plain.first = c->Q;
    DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_NARROW, &plain));
    DDBLAS_CHECK(ddblas_svd_fetch_largest(c, plain.measured, &c->scale));
    if (!c->blocks->planning)
        DDBLAS_CHECK(ddblas_svd_standard(c->blocks->handle, &s, c->q->values, &info));
    *good = info == 0;
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_WIDEN, &c->u));
    DDBLAS_CHECK(ddblas_qr_copy(&narrow, DDBLAS_QR_ADJOINT, n, n, 0, s.VT, n, c->u.first, n));
    DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_WIDEN, &c->v));
    return ddblas_svd_times_c(c, 0, c->v.X);
}
