/*
 * syevx and heevx: entry points, checks, the completed plan, workspace query.
 */
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "few.h"

enum
{
    MOST_BASIS = 1 << 14,
    GUARDS = 4,        /* The least number of columns of a block beyond the wanted ones. */
    GUARD_SHARE = 8,   /* One for so many wanted ones, if that is more. */
    BASIS_BLOCKS = 5,  /* Blocks of a basis. */
    LEAST_BLOCKS = 3,  /* The least number of blocks of a basis: two are kept and one is added. */
    MOST_CALLS = 1000, /* Calls of the operator. */
    LEAST_UNITS = 64   /* The tolerance is max(n, LEAST_UNITS) u_w. */
};

static ddblasStatus_t refuse_plan(ddblasHandle_t handle, int position, const char *name, const char *why)
{
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "plan: %s %s", name, why);
}

/* Completes the plan of a problem whose n and k are valid. */
static ddblasStatus_t complete_plan(ddblasHandle_t handle, int position, const ddblasSyevxPlan_t *given,
                                    struct ddblas_few_problem *p)
{
    const int64_t n = p->n, k = p->k;
    ddblasSyevxPlan_t plan = {0};
    if (given)
        plan = *given;
    if (plan.block < 0 || plan.block > n || (plan.block > 0 && plan.block < least(k + 1, n)))
        return refuse_plan(handle, position, "block", "must be 0, or from k + 1, or n if k = n, to n");
    if (plan.block == 0)
        plan.block = least(k + most(GUARDS, quotient_up(k, GUARD_SHARE)), n);
    if (plan.basis < 0 || (plan.basis > 0 && plan.basis / LEAST_BLOCKS < plan.block))
        return refuse_plan(handle, position, "basis", "must be 0 or at least 3 blocks");
    if (plan.most < 0)
        return refuse_plan(handle, position, "most", "is negative");
    if (!(plan.tolerance >= 0.0 && plan.tolerance < 1.0))
        return refuse_plan(handle, position, "tolerance", "is not in [0, 1)");
    if (plan.guess != 0 && plan.guess != 1)
        return refuse_plan(handle, position, "guess", "is neither 0 nor 1");
    if (n > INT64_C(1) << 40)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "vectors of %lld elements are more than any memory holds",
                           (long long)n);
    if (plan.block > MOST_BASIS)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "a block has %lld columns, more than 2^14",
                           (long long)plan.block);
    plan.basis = LEAST_BLOCKS * plan.block >= n ? n : least(plan.basis > 0 ? plan.basis : BASIS_BLOCKS * plan.block, n);
    if (plan.basis > MOST_BASIS)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the basis has %lld columns, more than 2^14",
                           (long long)plan.basis);
    plan.most = plan.most > 0 ? plan.most : MOST_CALLS;
    plan.tolerance = plan.tolerance > 0.0 ? plan.tolerance : (double)most(n, LEAST_UNITS) * ddblas_type_unit(p->type);
    p->plan = plan;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_orders(ddblasHandle_t handle, int position, int64_t n, int64_t k)
{
    DDBLAS_CHECK(ddblas_check_size(handle, position, "n", n));
    if (k >= 0 && k <= n)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position + 1, "k: %lld is not in 0 .. %lld", (long long)k,
                                (long long)n);
}

static ddblasStatus_t check_call(ddblasHandle_t handle, int has_operator, const ddblasSyevxPlan_t *plan,
                                 struct ddblas_few_problem *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(check_orders(handle, 2, p->n, p->k));
    if (p->end != DDBLAS_EIG_LOWEST && p->end != DDBLAS_EIG_HIGHEST)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 4, "end: %d is no ddblasEigEnd_t", (int)p->end);
    if (!has_operator)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 5, "apply: null pointer");
    DDBLAS_CHECK(complete_plan(handle, 8, plan, p));
    if (p->k > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "X", p->type, arrays, p->X));
    DDBLAS_CHECK(ddblas_check_leading(handle, 10, "ldx", p->ldx, p->n));
    if (p->k > 0)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 11, "w", DDBLAS_TYPE_W, arrays, p->w));
    if (p->k > 0 && handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "the stream records a graph, but syevx waits for the device");
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t call_few(ddblasHandle_t handle, int has_operator, const ddblasSyevxPlan_t *plan,
                               struct ddblas_few_problem *p)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, has_operator, plan, p));
    if (!p->report)
        p->report = &p->unwanted;
    memset(p->report, 0, sizeof *p->report);
    return p->k == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_few_run(handle, p);
}

/* Defines one entry point, ddblas<letter><routine>. */
#define FEW(letter, member, routine, element)                                                                                    \
    ddblasStatus_t ddblas##letter##routine(ddblasHandle_t handle, int64_t n, int64_t k, ddblasEigEnd_t end,                      \
                                           ddblas##letter##operator_t apply, ddblas##letter##operator_t precondition,            \
                                           void *context, const ddblasSyevxPlan_t *plan, element *X, int64_t ldx, cuddreal *w,   \
                                           double *residuals, ddblasSyevxReport_t *report)                                       \
    {                                                                                                                            \
        struct ddblas_few_problem p = {.type = DDBLAS_TYPE_##letter,                                                             \
                                       .n = n,                                                                                   \
                                       .k = k,                                                                                   \
                                       .end = end,                                                                               \
                                       .apply.member = apply,                                                                    \
                                       .precondition.member = precondition,                                                      \
                                       .preconditions = precondition != NULL,                                                    \
                                       .context = context,                                                                       \
                                       .X = X,                                                                                   \
                                       .ldx = ldx,                                                                               \
                                       .w = w,                                                                                   \
                                       .residuals = residuals,                                                                   \
                                       .report = report};                                                                        \
        return call_few(handle, apply != NULL, plan, &p);                                                                        \
    }

FEW(W, w, syevx, cuddreal)
FEW(U, u, heevx, cuddcomplex)

ddblasStatus_t ddblasSyevxWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t k,
                                        const ddblasSyevxPlan_t *plan, size_t *bytes)
{
    struct ddblas_few_problem p = {.type = type, .n = n, .k = k};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_FACTOR));
    DDBLAS_CHECK(check_orders(handle, 3, n, k));
    DDBLAS_CHECK(complete_plan(handle, 5, plan, &p));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "bytes", bytes));
    *bytes = 0;
    return k == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_few_workspace(handle, &p, bytes);
}
