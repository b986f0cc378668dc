/*
 * The steps of which decompositions consist: calls of routines of the rooms below.
 */
#include <dd/tsqr.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr.h"
#include "matrix/matrix.h"
#include "standard/svd_standard.h"
#include "svd.h"

ddblasStatus_t ddblas_svd_step(struct ddblas_svd_steps *s, ddblas_block_routine routine, const void *problem)
{
    if (!s->planning)
        return ddblas_factor_run(s->handle, s->type, routine, problem);
    s->bytes = most_bytes(s->bytes, ddblas_block_workspace(s->handle, s->type, routine, problem));
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void put_real(ddblasType_t type, void *array, int64_t j, cuddreal value)
{
    if (ddblas_type_is_double_double(type))
        ((ddblas_host_w *)array)[j] = value;
    else if (ddblas_type_is_single(type))
        ((float *)array)[j] = (float)value.x;
    else
        ((double *)array)[j] = value.x;
}

void ddblas_svd_put(ddblasType_t type, void *array, int64_t j, cuddreal value)
{
    const int64_t parts = ddblas_type_is_complex(type) ? 2 : 1;
    put_real(type, array, parts * j, value);
    if (parts == 2)
        put_real(type, array, 2 * j + 1, cuddFromDouble(0.0));
}

/* ---- products and sums ----------------------------------------------------------------------- */

static ddblasStatus_t multiply_blocks(struct ddblas_block_run *b, const void *problem)
{
    return ddblas_block_gemm_part(b, problem);
}

static ddblasOperation_t operation_of(const struct ddblas_svd_steps *s, int adjoint)
{
    return !adjoint ? DDBLAS_OP_N : ddblas_type_is_complex(s->type) ? DDBLAS_OP_C : DDBLAS_OP_T;
}

ddblasStatus_t ddblas_svd_multiply(struct ddblas_svd_steps *s, int64_t n, int adjoint_a, int adjoint_b, cuddreal alpha,
                                   const void *A, int64_t lda, const void *B, int64_t ldb, cuddreal beta, void *C, int lower)
{
    cuddcomplex scalars[2]; /* Have room for an element of any type each. */
    ddblas_svd_put(s->type, &scalars[0], 0, alpha);
    ddblas_svd_put(s->type, &scalars[1], 0, beta);
    const struct ddblas_gemm_problem g = {.type = s->type,
                                          .transa = operation_of(s, adjoint_a),
                                          .transb = operation_of(s, adjoint_b),
                                          .m = n,
                                          .n = n,
                                          .k = n,
                                          .alpha = &scalars[0],
                                          .A = A,
                                          .lda = lda,
                                          .B = B,
                                          .ldb = ldb,
                                          .beta = &scalars[1],
                                          .C = C,
                                          .ldc = n,
                                          .part = lower ? DDBLAS_GEMM_LOWER : DDBLAS_GEMM_ALL,
                                          .real_diagonal = lower && ddblas_type_is_complex(s->type)};
    return ddblas_svd_step(s, multiply_blocks, &g);
}

ddblasStatus_t ddblas_svd_product(struct ddblas_svd_steps *s, int64_t m, int64_t n, int64_t k, int adjoint_a, int adjoint_b,
                                  const void *A, int64_t lda, const void *B, int64_t ldb, void *C, int64_t ldc)
{
    cuddcomplex scalars[2];
    ddblas_svd_put(s->type, &scalars[0], 0, cuddFromDouble(1.0));
    ddblas_svd_put(s->type, &scalars[1], 0, cuddFromDouble(0.0));
    const struct ddblas_gemm_problem g = {.type = s->type,
                                          .transa = operation_of(s, adjoint_a),
                                          .transb = operation_of(s, adjoint_b),
                                          .m = m,
                                          .n = n,
                                          .k = k,
                                          .alpha = &scalars[0],
                                          .A = A,
                                          .lda = lda,
                                          .B = B,
                                          .ldb = ldb,
                                          .beta = &scalars[1],
                                          .C = C,
                                          .ldc = ldc};
    return ddblas_svd_step(s, multiply_blocks, &g);
}

ddblasStatus_t ddblas_svd_add(struct ddblas_svd_steps *s, int64_t n, cuddreal alpha, const void *A, int64_t lda, cuddreal beta,
                              int adjoint_b, const void *B, void *C, int64_t ldc)
{
    cuddcomplex scalars[2];
    ddblas_svd_put(s->type, &scalars[0], 0, alpha);
    ddblas_svd_put(s->type, &scalars[1], 0, beta);
    const struct ddblas_matrix_problem p = {.routine = DDBLAS_MATRIX_GEAM,
                                            .type = s->type,
                                            .m = n,
                                            .n = n,
                                            .transa = DDBLAS_OP_N,
                                            .transb = operation_of(s, adjoint_b),
                                            .alpha = &scalars[0],
                                            .beta = &scalars[1],
                                            .A = A,
                                            .lda = lda,
                                            .B = B ? B : A,
                                            .ldb = B ? n : lda,
                                            .C = C,
                                            .ldc = ldc};
    return s->planning ? DDBLAS_STATUS_SUCCESS : ddblas_matrix_compute(s->handle, &p);
}

ddblasStatus_t ddblas_svd_scale_columns(struct ddblas_svd_steps *s, int64_t m, int64_t n, void *A, const void *x)
{
    const struct ddblas_matrix_problem p = {.routine = DDBLAS_MATRIX_DGMM,
                                            .type = s->type,
                                            .m = m,
                                            .n = n,
                                            .side = DDBLAS_SIDE_RIGHT,
                                            .A = A,
                                            .lda = m,
                                            .x = x,
                                            .incx = 1,
                                            .C = A,
                                            .ldc = m};
    return s->planning ? DDBLAS_STATUS_SUCCESS : ddblas_matrix_compute(s->handle, &p);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* A run without workspace. */
static struct ddblas_block_run copying_run(const struct ddblas_svd_steps *s)
{
    return (struct ddblas_block_run){.handle = s->handle, .type = s->type, .size = s->size, .planning = s->planning};
}

ddblasStatus_t ddblas_svd_copy(struct ddblas_svd_steps *s, int64_t m, int64_t n, const void *A, int64_t lda, void *C, int64_t ldc)
{
    struct ddblas_block_run b = copying_run(s);
    return ddblas_block_copy(&b, m, n, A, lda, C, ldc);
}

ddblasStatus_t ddblas_svd_adjoint(struct ddblas_svd_steps *s, int64_t m, int64_t n, const void *A, int64_t lda, void *C,
                                  int64_t ldc)
{
    struct ddblas_block_run b = copying_run(s);
    return ddblas_qr_copy(&b, DDBLAS_QR_ADJOINT, m, n, 0, A, lda, C, ldc);
}

ddblasStatus_t ddblas_svd_identity(struct ddblas_svd_steps *s, int64_t m, int64_t n, int64_t above, void *C, int64_t ldc)
{
    struct ddblas_block_run b = copying_run(s);
    return ddblas_qr_copy(&b, DDBLAS_QR_IDENTITY, m, n, above, NULL, 1, C, ldc);
}

ddblasStatus_t ddblas_svd_fetch(const struct ddblas_svd_steps *s, void *host, const void *engine, size_t pitch, size_t width,
                                int64_t columns)
{
    return ddblas_check_engine(
        s->handle, s->handle->backend->from_engine(host, width, engine, pitch, width, (size_t)columns, s->handle->stream),
        "gesvd");
}

ddblasStatus_t ddblas_svd_send(const struct ddblas_svd_steps *s, void *engine, const void *host, size_t bytes)
{
    return ddblas_check_engine(s->handle, s->handle->backend->to_engine(engine, bytes, host, bytes, bytes, 1, s->handle->stream),
                               "gesvd");
}

/* ---- QR -------------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_svd_factor(struct ddblas_svd_steps *s, int64_t m, int64_t n, void *A, int64_t lda, void *tau)
{
    const struct ddblas_geqrf_problem p = {.type = s->type, .m = m, .n = n, .A = A, .lda = lda, .tau = tau};
    return ddblas_svd_step(s, ddblas_geqrf_blocks, &p);
}

ddblasStatus_t ddblas_svd_form(struct ddblas_svd_steps *s, int64_t m, int64_t n, void *A, int64_t lda, void *tau)
{
    const struct ddblas_orgqr_problem p = {.type = s->type, .m = m, .n = n, .k = n, .A = A, .lda = lda, .tau = tau};
    DDBLAS_CHECK(ddblas_svd_factor(s, m, n, A, lda, tau));
    return ddblas_svd_step(s, ddblas_orgqr_blocks, &p);
}

ddblasStatus_t ddblas_svd_tsqr_possible(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int *possible)
{
    size_t bytes;
    const ddblasStatus_t status = ddblasTsqrWorkspaceSize(handle, NULL, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, &bytes);
    *possible = status == DDBLAS_STATUS_SUCCESS;
    return status == DDBLAS_STATUS_NOT_SUPPORTED ? ddblas_enter(handle) : status; /* Forgets the message. */
}

/* In W alone: for the other types geqrf is LAPACK's or cuSOLVER's, and U has no tsqr. */
ddblasStatus_t ddblas_svd_tsqr(struct ddblas_svd_steps *s, int forms, int64_t m, int64_t n, void *A, int64_t lda, void *R)
{
    const ddblasLayout_t layout = DDBLAS_LAYOUT_COLUMN_MAJOR;
    size_t bytes = 0;
    if (!s->planning)
        return (forms ? ddblasWtsqr : ddblasWtsqrR)(s->handle, NULL, layout, m, n, A, lda, R, n);
    DDBLAS_CHECK(ddblasTsqrWorkspaceSize(s->handle, NULL, s->type, layout, m, n, 0, &bytes));
    s->bytes = most_bytes(s->bytes, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

/* The signs of R's diagonal are 1 or -1: with them, columns that are orthonormal stay the same. */
static void signs_of_diagonal(const struct ddblas_svd_steps *s, int64_t n, char *diagonal)
{
    for (int64_t j = 0; j < n; j++)
    {
        const cuddreal real = *(const ddblas_host_w *)(const void *)(diagonal + (size_t)j * s->size);
        ddblas_svd_put(s->type, diagonal, j, cuddFromDouble(cuddSignBit(real) ? -1.0 : 1.0));
    }
}

ddblasStatus_t ddblas_svd_complete(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q, void *Y)
{
    const int64_t n = q->n;
    const struct ddblas_orgqr_problem form = {.type = s->type, .m = n, .n = n, .k = n, .A = Y, .lda = n, .tau = q->tau};
    DDBLAS_CHECK(ddblas_svd_factor(s, n, n, Y, n, q->tau));
    if (!s->planning)
        DDBLAS_CHECK(ddblas_svd_fetch(s, q->host, Y, (size_t)(n + 1) * s->size, s->size, n));
    DDBLAS_CHECK(ddblas_svd_step(s, ddblas_orgqr_blocks, &form));
    if (s->planning)
        return DDBLAS_STATUS_SUCCESS;
    signs_of_diagonal(s, n, q->host);
    DDBLAS_CHECK(ddblas_svd_send(s, q->tau, q->host, (size_t)n * s->size));
    return ddblas_svd_scale_columns(s, n, n, Y, q->tau);
}

/* ---- S, D, C and Z --------------------------------------------------------------------------- */

ddblasStatus_t ddblas_svd_by_standard(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int64_t *failed)
{
    const int64_t n = q->n;
    const int vectors = q->left || q->right;
    const struct ddblas_svd_standard standard = {.type = s->type,
                                                 .vectors = vectors,
                                                 .n = n,
                                                 .M = q->C,
                                                 .U = q->first,
                                                 .VT = q->X,
                                                 .copy = q->second,
                                                 .values = q->w,
                                                 .memory = q->memory,
                                                 .bytes = q->room};
    *failed = 0;
    q->U = q->first;
    q->V = q->second;
    if (s->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_copy(s, n, n, q->C, q->ldc, q->second, n));
    DDBLAS_CHECK(ddblas_svd_standard(s->handle, &standard, q->values, failed));
    return vectors && *failed == 0 ? ddblas_svd_adjoint(s, n, n, q->X, n, q->second, n) : DDBLAS_STATUS_SUCCESS;
}
