/*
 * sygst, hegst, sygvd and hegvd: entry points, checks, workspace queries.
 */
#include "sygvd.h"

#include "core/checks.h"
#include "core/sizes.h"

/* ---- checks ---------------------------------------------------------------------------------- */

/* Positions of the arguments after A; 0: the routine has no such argument. */
struct positions
{
    int uplo, n, A, lda, B, ldb, w, info;
};

static const struct positions of_sygst = {3, 4, 5, 6, 7, 8, 0, 0}, of_sygvd = {4, 5, 6, 7, 8, 9, 10, 11};

static ddblasStatus_t check_type_of_problem(ddblasHandle_t handle, ddblasEigType_t itype)
{
    if (itype == DDBLAS_EIG_TYPE_1 || itype == DDBLAS_EIG_TYPE_2 || itype == DDBLAS_EIG_TYPE_3)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "itype: %d is no ddblasEigType_t", (int)itype);
}

static ddblasStatus_t check_matrices(ddblasHandle_t handle, const struct ddblas_sygvd_problem *p, const struct positions *at)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_fill(handle, at->uplo, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->ldb, "ldb", p->ldb, p->n));
    if (p->n > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->B, "B", p->type, arrays, p->B));
    }
    if (p->n > 0 && at->w)
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->w, "w", ddblas_type_real(p->type), arrays, p->w));
    if (at->info)
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->info, "info", p->info));
    return at->w ? ddblas_check_eig_order(handle, p->type, p->n) : ddblas_check_order(handle, p->n);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static ddblasStatus_t call_sygst(ddblasHandle_t handle, const struct ddblas_sygvd_problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_type_of_problem(handle, p->itype));
    DDBLAS_CHECK(check_matrices(handle, p, &of_sygst));
    return p->n == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_factor_run(handle, p->type, ddblas_sygst_blocks, p);
}

static ddblasStatus_t call_sygvd(ddblasHandle_t handle, const struct ddblas_sygvd_problem *problem, ddblasEigMode_t jobz)
{
    struct ddblas_sygvd_problem p = *problem;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_type_of_problem(handle, p.itype));
    DDBLAS_CHECK(ddblas_check_eig_mode(handle, 3, jobz));
    DDBLAS_CHECK(check_matrices(handle, &p, &of_sygvd));
    if (p.n == 0)
        return ddblas_factor_clear_info(handle, p.info);
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the stream records a graph, but sygvd waits for the device");
    p.vectors = jobz == DDBLAS_EIG_MODE_VECTOR;
    DDBLAS_CHECK(ddblas_sygvd_choose(handle, &p));
    return ddblas_factor_run(handle, p.type, ddblas_sygvd_blocks, &p);
}

#define SYGST(name, letter, element)                                                                                             \
    ddblasStatus_t name(ddblasHandle_t handle, ddblasEigType_t itype, ddblasFillMode_t uplo, int64_t n, element *A, int64_t lda, \
                        const element *B, int64_t ldb)                                                                           \
    {                                                                                                                            \
        const struct ddblas_sygvd_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .itype = itype, .uplo = uplo, .n = n, .A = A, .lda = lda, .B = B, .ldb = ldb};         \
        return call_sygst(handle, &problem);                                                                                     \
    }

#define SYGVD(name, letter, element, real)                                                                                       \
    ddblasStatus_t name(ddblasHandle_t handle, ddblasEigType_t itype, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n,    \
                        element *A, int64_t lda, element *B, int64_t ldb, real *w, int64_t *info)                                \
    {                                                                                                                            \
        const struct ddblas_sygvd_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .itype = itype,                                                             \
                                                     .uplo = uplo,                                                               \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .B = B,                                                                     \
                                                     .F = B,                                                                     \
                                                     .ldb = ldb,                                                                 \
                                                     .w = w,                                                                     \
                                                     .info = info};                                                              \
        return call_sygvd(handle, &problem, jobz);                                                                               \
    }

SYGST(ddblasWsygst, W, cuddreal)
SYGST(ddblasUhegst, U, cuddcomplex)
SYGVD(ddblasSsygvd, S, float, float)
SYGVD(ddblasDsygvd, D, double, double)
SYGVD(ddblasChegvd, C, ddblasComplex, float)
SYGVD(ddblasZhegvd, Z, ddblasDoubleComplex, double)
SYGVD(ddblasWsygvd, W, cuddreal, cuddreal)
SYGVD(ddblasUhegvd, U, cuddcomplex, cuddreal)

/* ---- queries --------------------------------------------------------------------------------- */

/* The type of problem and the triangle decide the shapes of the products. The largest workspace of
 * all suffices for each; types 2 and 3 differ in their last step. */
static size_t bytes_of(ddblasHandle_t handle, ddblasType_t type, int vectors, size_t room, int64_t n,
                       ddblas_block_routine routine)
{
    static cuddcomplex nothing;
    size_t bytes = 0;
    for (int form = 0; form < 6 && n > 0; form++)
    {
        const struct ddblas_sygvd_problem p = {.type = type,
                                               .itype = (ddblasEigType_t)(DDBLAS_EIG_TYPE_1 + form / 2),
                                               .vectors = vectors,
                                               .uplo = form % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER,
                                               .n = n,
                                               .A = &nothing,
                                               .lda = n,
                                               .B = &nothing,
                                               .F = &nothing,
                                               .ldb = n,
                                               .room = room};
        bytes = most_bytes(bytes, ddblas_block_workspace(handle, type, routine, &p));
    }
    return bytes;
}

ddblasStatus_t ddblasSygstWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = bytes_of(handle, type, 0, 0, n, ddblas_sygst_blocks);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasSygvdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEigMode_t jobz, int64_t n, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_EIGEN));
    DDBLAS_CHECK(ddblas_check_eig_mode(handle, 3, jobz));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_eig_order(handle, type, n));
    struct ddblas_sygvd_problem p = {.type = type, .vectors = jobz == DDBLAS_EIG_MODE_VECTOR, .itype = DDBLAS_EIG_TYPE_1, .n = n};
    DDBLAS_CHECK(ddblas_sygvd_choose(handle, &p));
    *bytes = bytes_of(handle, type, p.vectors, p.room, n, ddblas_sygvd_blocks);
    return DDBLAS_STATUS_SUCCESS;
}
