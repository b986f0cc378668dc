/*
 * sytrf, hetrf, the solution of systems with them, and inverses: entry points, checks, workspace
 * queries.
 */
#include "sytrf.h"

#include "core/checks.h"

/* Positions of the arguments of a prototype; 0: it does not have the argument. */
struct positions
{
    int nrhs, A, lda, ipiv, B, ldb, info;
};
static const struct positions of_sytrf = {0, 4, 5, 6, 0, 0, 7}, of_sytrs = {4, 5, 6, 7, 8, 9, 0},
                              of_sysv = {4, 5, 6, 7, 8, 9, 10}, of_sytri = {0, 4, 5, 6, 0, 0, 7};

/* Sets *nothing to 1 if there is nothing to compute. */
static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_sytrf_problem *p, const struct positions *at,
                                 int *nothing)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int solves = p->tasks & DDBLAS_FACTOR_SOLVE, factors = p->tasks & (DDBLAS_FACTOR | DDBLAS_SYTRF_INVERT);
    DDBLAS_CHECK(ddblas_check_fill(handle, 2, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    if (solves)
        DDBLAS_CHECK(ddblas_check_size(handle, at->nrhs, "nrhs", p->nrhs));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->n));
    if (solves)
        DDBLAS_CHECK(ddblas_check_leading(handle, at->ldb, "ldb", p->ldb, p->n));
    *nothing = p->n == 0 || (!factors && p->nrhs == 0);
    if (!*nothing)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->ipiv, "ipiv", p->ipiv));
    }
    if (solves && p->n > 0 && p->nrhs > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->B, "B", p->type, arrays, p->B));
    if (factors)
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->info, "info", p->info));
    return ddblas_check_order(handle, p->n);
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_sytrf_problem *problem, const struct positions *at)
{
    struct ddblas_sytrf_problem p = *problem;
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, &p, at, &nothing));
    if (nothing)
        return p.info ? ddblas_factor_clear_info(handle, p.info) : DDBLAS_STATUS_SUCCESS;
    if (p.nrhs == 0)
        p.tasks &= ~DDBLAS_FACTOR_SOLVE;
    return ddblas_factor_run(handle, p.type, ddblas_sytrf_blocks, &p);
}

/* The four routines of one kind of matrix: sy or he. */
#define ROUTINES(letter, kind, element, is_hermitian)                                                                            \
    ddblasStatus_t ddblas##letter##kind##trf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, element *A, int64_t lda,   \
                                             int64_t *ipiv, int64_t *info)                                                       \
    {                                                                                                                            \
        const struct ddblas_sytrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .hermitian = is_hermitian,                                                  \
                                                     .tasks = DDBLAS_FACTOR,                                                     \
                                                     .uplo = uplo,                                                               \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .F = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .ipiv = ipiv,                                                               \
                                                     .pivots = ipiv,                                                             \
                                                     .info = info};                                                              \
        return run_call(handle, &problem, &of_sytrf);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##kind##trs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,              \
                                             const element *A, int64_t lda, const int64_t *ipiv, element *B, int64_t ldb)        \
    {                                                                                                                            \
        const struct ddblas_sytrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .hermitian = is_hermitian,                                                  \
                                                     .tasks = DDBLAS_FACTOR_SOLVE,                                               \
                                                     .uplo = uplo,                                                               \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .ipiv = ipiv,                                                               \
                                                     .nrhs = nrhs,                                                               \
                                                     .B = B,                                                                     \
                                                     .ldb = ldb};                                                                \
        return run_call(handle, &problem, &of_sytrs);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##kind##tri(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, element *A, int64_t lda,   \
                                             const int64_t *ipiv, int64_t *info)                                                 \
    {                                                                                                                            \
        const struct ddblas_sytrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .hermitian = is_hermitian,                                                  \
                                                     .tasks = DDBLAS_SYTRF_INVERT,                                               \
                                                     .uplo = uplo,                                                               \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .F = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .ipiv = ipiv,                                                               \
                                                     .info = info};                                                              \
        return run_call(handle, &problem, &of_sytri);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##kind##sv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, element *A,   \
                                            int64_t lda, int64_t *ipiv, element *B, int64_t ldb, int64_t *info)                  \
    {                                                                                                                            \
        const struct ddblas_sytrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .hermitian = is_hermitian,                                                  \
                                                     .tasks = DDBLAS_FACTOR | DDBLAS_FACTOR_SOLVE,                               \
                                                     .uplo = uplo,                                                               \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .F = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .ipiv = ipiv,                                                               \
                                                     .pivots = ipiv,                                                             \
                                                     .info = info,                                                               \
                                                     .nrhs = nrhs,                                                               \
                                                     .B = B,                                                                     \
                                                     .ldb = ldb};                                                                \
        return run_call(handle, &problem, &of_sysv);                                                                             \
    }

ROUTINES(W, sy, cuddreal, 0)
ROUTINES(U, sy, cuddcomplex, 0)
ROUTINES(U, he, cuddcomplex, 1)

/* The query of sytrs asks for sysv, which needs more: the scratch memory of sytrs and the products
 * of sytrf. */
static ddblasStatus_t query(ddblasHandle_t handle, struct ddblas_sytrf_problem *p, size_t *bytes)
{
    static cuddcomplex nothing;
    static int64_t pivots;
    DDBLAS_CHECK(ddblas_check_order(handle, p->n));
    *bytes = 0;
    if (p->n == 0 || ((p->tasks & DDBLAS_FACTOR_SOLVE) && p->nrhs == 0))
        return DDBLAS_STATUS_SUCCESS;
    p->A = p->F = p->B = &nothing;
    p->lda = p->ldb = p->n;
    p->ipiv = p->pivots = p->info = &pivots;
    *bytes = ddblas_factor_workspace(handle, p->type, ddblas_sytrf_blocks, p, &p->uplo);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasSytrfWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    struct ddblas_sytrf_problem p = {.type = type, .tasks = DDBLAS_FACTOR, .n = n};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    return query(handle, &p, bytes);
}

ddblasStatus_t ddblasSytrsWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs, size_t *bytes)
{
    struct ddblas_sytrf_problem p = {.type = type, .tasks = DDBLAS_FACTOR | DDBLAS_FACTOR_SOLVE, .n = n, .nrhs = nrhs};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "nrhs", nrhs));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    return query(handle, &p, bytes);
}

ddblasStatus_t ddblasSytriWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    struct ddblas_sytrf_problem p = {.type = type, .tasks = DDBLAS_SYTRF_INVERT, .n = n};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    return query(handle, &p, bytes);
}
