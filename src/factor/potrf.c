/*
 * potrf, potrs and posv: entry points, checks, workspace queries.
 */
#include "core/checks.h"
#include "factor.h"

/* Positions of the arguments of a prototype; 0: it does not have the argument. */
struct positions
{
    int nrhs, A, lda, B, ldb, info;
};
static const struct positions of_potrf = {0, 4, 5, 0, 0, 6}, of_potrs = {4, 5, 6, 7, 8, 0}, of_posv = {4, 5, 6, 7, 8, 9};

/* Sets *nothing to 1 if there is nothing to compute. */
static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_potrf_problem *p, const struct positions *at,
                                 int *nothing)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int solves = p->tasks & DDBLAS_FACTOR_SOLVE, factors = p->tasks & DDBLAS_FACTOR;
    DDBLAS_CHECK(ddblas_check_fill(handle, 2, p->uplo));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", p->n));
    if (solves)
        DDBLAS_CHECK(ddblas_check_size(handle, at->nrhs, "nrhs", p->nrhs));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->n));
    if (solves)
        DDBLAS_CHECK(ddblas_check_leading(handle, at->ldb, "ldb", p->ldb, p->n));
    *nothing = p->n == 0 || (!factors && p->nrhs == 0);
    if (!*nothing)
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, "A", p->type, arrays, p->A));
    if (solves && p->n > 0 && p->nrhs > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->B, "B", p->type, arrays, p->B));
    if (factors)
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->info, "info", p->info));
    return ddblas_check_order(handle, p->n);
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_potrf_problem *problem, const struct positions *at)
{
    struct ddblas_potrf_problem p = *problem;
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, &p, at, &nothing));
    if (nothing)
        return p.tasks & DDBLAS_FACTOR ? ddblas_factor_clear_info(handle, p.info) : DDBLAS_STATUS_SUCCESS;
    if (p.nrhs == 0)
        p.tasks &= ~DDBLAS_FACTOR_SOLVE;
    return ddblas_factor_run(handle, p.type, ddblas_potrf_blocks, &p);
}

/* Defines ddblas<letter>potrf, ddblas<letter>potrs and ddblas<letter>posv for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_POTRF
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##potrf(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, element *A, int64_t lda,       \
                                         int64_t *info)                                                                          \
    {                                                                                                                            \
        const struct ddblas_potrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .tasks = DDBLAS_FACTOR,                                                     \
                                                     .uplo = uplo,                                                               \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .F = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .info = info};                                                              \
        return run_call(handle, &problem, &of_potrf);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##potrs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,                  \
                                         const element *A, int64_t lda, element *B, int64_t ldb)                                 \
    {                                                                                                                            \
        const struct ddblas_potrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .tasks = DDBLAS_FACTOR_SOLVE,                                               \
                                                     .uplo = uplo,                                                               \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .nrhs = nrhs,                                                               \
                                                     .B = B,                                                                     \
                                                     .ldb = ldb};                                                                \
        return run_call(handle, &problem, &of_potrs);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##posv(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs, element *A,       \
                                        int64_t lda, element *B, int64_t ldb, int64_t *info)                                     \
    {                                                                                                                            \
        const struct ddblas_potrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .tasks = DDBLAS_FACTOR | DDBLAS_FACTOR_SOLVE,                               \
                                                     .uplo = uplo,                                                               \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .F = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .info = info,                                                               \
                                                     .nrhs = nrhs,                                                               \
                                                     .B = B,                                                                     \
                                                     .ldb = ldb};                                                                \
        return run_call(handle, &problem, &of_posv);                                                                             \
    }
#include <dd/types.def>

static ddblasStatus_t query(ddblasHandle_t handle, struct ddblas_potrf_problem *p, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_check_order(handle, p->n));
    static cuddcomplex nothing;
    *bytes = 0;
    if (p->n == 0 || (p->tasks == DDBLAS_FACTOR_SOLVE && p->nrhs == 0))
        return DDBLAS_STATUS_SUCCESS;
    p->A = p->F = p->B = &nothing;
    p->lda = p->ldb = p->n;
    *bytes = ddblas_factor_workspace(handle, p->type, ddblas_potrf_blocks, p, &p->uplo);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasPotrfWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    struct ddblas_potrf_problem p = {.type = type, .tasks = DDBLAS_FACTOR, .n = n};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_POTRF));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    return query(handle, &p, bytes);
}

ddblasStatus_t ddblasPotrsWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs, size_t *bytes)
{
    struct ddblas_potrf_problem p = {.type = type, .tasks = DDBLAS_FACTOR_SOLVE, .n = n, .nrhs = nrhs};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_POTRF));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "nrhs", nrhs));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    return query(handle, &p, bytes);
}
