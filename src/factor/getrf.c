/*
 * getrf, getrs and gesv: entry points, checks, workspace queries.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor.h"

/* Positions of the arguments of a prototype; 0: it does not have the argument. */
struct positions
{
    int trans, m, n, nrhs, A, lda, ipiv, B, ldb, info;
};
static const struct positions of_getrf = {.m = 2, .n = 3, .A = 4, .lda = 5, .ipiv = 6, .info = 7},
                              of_getrs = {.trans = 2, .n = 3, .nrhs = 4, .A = 5, .lda = 6, .ipiv = 7, .B = 8, .ldb = 9},
                              of_gesv = {.n = 2, .nrhs = 3, .A = 4, .lda = 5, .ipiv = 6, .B = 7, .ldb = 8, .info = 9};

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct ddblas_getrf_problem *p, const struct positions *at)
{
    if (at->trans)
        DDBLAS_CHECK(ddblas_check_operation(handle, at->trans, "trans", p->trans));
    if (at->m)
        DDBLAS_CHECK(ddblas_check_size(handle, at->m, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", p->n));
    if (at->nrhs)
        DDBLAS_CHECK(ddblas_check_size(handle, at->nrhs, "nrhs", p->nrhs));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->m));
    return at->B ? ddblas_check_leading(handle, at->ldb, "ldb", p->ldb, p->n) : DDBLAS_STATUS_SUCCESS;
}

/* Sets *nothing to 1 if there is nothing to compute. */
static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_getrf_problem *p, const struct positions *at,
                                 int *nothing)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(check_sizes(handle, p, at));
    *nothing = p->m == 0 || p->n == 0 || (!at->info && p->nrhs == 0);
    if (!*nothing)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, "A", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->ipiv, "ipiv", p->ipiv));
        if (at->B && p->nrhs > 0)
            DDBLAS_CHECK(ddblas_check_pointer(handle, at->B, "B", p->type, arrays, p->B));
    }
    if (at->info)
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->info, "info", p->info));
    return ddblas_check_order(handle, least(p->m, p->n));
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_getrf_problem *problem, const struct positions *at)
{
    struct ddblas_getrf_problem p = *problem;
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, &p, at, &nothing));
    if (nothing)
        return at->info ? ddblas_factor_clear_info(handle, p.info) : DDBLAS_STATUS_SUCCESS;
    p.tasks = (at->info ? DDBLAS_FACTOR : 0) | (p.nrhs > 0 ? DDBLAS_FACTOR_SOLVE : 0);
    return ddblas_factor_run(handle, p.type, ddblas_getrf_blocks, &p);
}

/* Defines ddblas<letter>getrf, ddblas<letter>getrs and ddblas<letter>gesv for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_POTRF
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##getrf(ddblasHandle_t handle, int64_t m, int64_t n, element *A, int64_t lda, int64_t *ipiv,    \
                                         int64_t *info)                                                                          \
    {                                                                                                                            \
        const struct ddblas_getrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .F = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .ipiv = ipiv,                                                               \
                                                     .pivots = ipiv,                                                             \
                                                     .info = info};                                                              \
        return run_call(handle, &problem, &of_getrf);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##getrs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs,                \
                                         const element *A, int64_t lda, const int64_t *ipiv, element *B, int64_t ldb)            \
    {                                                                                                                            \
        const struct ddblas_getrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .m = n,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .ipiv = ipiv,                                                               \
                                                     .trans = trans,                                                             \
                                                     .nrhs = nrhs,                                                               \
                                                     .B = B,                                                                     \
                                                     .ldb = ldb};                                                                \
        return run_call(handle, &problem, &of_getrs);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##gesv(ddblasHandle_t handle, int64_t n, int64_t nrhs, element *A, int64_t lda, int64_t *ipiv,  \
                                        element *B, int64_t ldb, int64_t *info)                                                  \
    {                                                                                                                            \
        const struct ddblas_getrf_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .m = n,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .F = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .ipiv = ipiv,                                                               \
                                                     .pivots = ipiv,                                                             \
                                                     .info = info,                                                               \
                                                     .trans = DDBLAS_OP_N,                                                       \
                                                     .nrhs = nrhs,                                                               \
                                                     .B = B,                                                                     \
                                                     .ldb = ldb};                                                                \
        return run_call(handle, &problem, &of_gesv);                                                                             \
    }
#include <dd/types.def>

/* The letter of getrs decides which triangle is solved with first, and so the shapes of the
 * products. The larger of the two workspaces therefore suffices for all letters. */
static ddblasStatus_t query(ddblasHandle_t handle, struct ddblas_getrf_problem *p, size_t *bytes)
{
    static cuddcomplex nothing;
    static int64_t pivots;
    DDBLAS_CHECK(ddblas_check_order(handle, least(p->m, p->n)));
    *bytes = 0;
    if (p->m == 0 || p->n == 0 || (p->tasks == DDBLAS_FACTOR_SOLVE && p->nrhs == 0))
        return DDBLAS_STATUS_SUCCESS;
    p->A = p->F = p->B = &nothing;
    p->lda = p->ldb = p->m;
    p->ipiv = p->pivots = p->info = &pivots;
    p->trans = DDBLAS_OP_N;
    *bytes = ddblas_block_workspace(handle, p->type, ddblas_getrf_blocks, p);
    p->trans = DDBLAS_OP_T;
    *bytes = most_bytes(*bytes, ddblas_block_workspace(handle, p->type, ddblas_getrf_blocks, p));
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasGetrfWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *bytes)
{
    struct ddblas_getrf_problem p = {.type = type, .tasks = DDBLAS_FACTOR, .m = m, .n = n};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_POTRF));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    return query(handle, &p, bytes);
}

ddblasStatus_t ddblasGetrsWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs, size_t *bytes)
{
    struct ddblas_getrf_problem p = {.type = type, .tasks = DDBLAS_FACTOR_SOLVE, .m = n, .n = n, .nrhs = nrhs};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_POTRF));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "nrhs", nrhs));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    return query(handle, &p, bytes);
}
