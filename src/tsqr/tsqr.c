/*
 * TSQR and least squares: entry points, checks of arguments, choice of the engine.
 */
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "tsqr.h"

/* ---- checks ---------------------------------------------------------------------------------- */

/* Positions of the arguments that differ between the functions, counted from 1. 0: the function
 * does not have the argument. The plan is argument 2 of every function. */
struct positions
{
    int op, layout, m, n, p, A, lda, R, ldr, T, tsize, C, ldc, residual;
    const char *p_name, *C_name, *ldc_name;
};

/* The positions for the functions that factor. Only ddblas<letter>tsqrFactor also has T. */
#define FACTORISING .layout = 3, .m = 4, .n = 5, .A = 6, .lda = 7, .R = 8, .ldr = 9

static const struct positions positions[] = {
    [DDBLAS_TSQR_QR] = {FACTORISING},
    [DDBLAS_TSQR_R] = {FACTORISING},
    [DDBLAS_TSQR_FACTOR] = {FACTORISING, .T = 10, .tsize = 11},
    [DDBLAS_TSQR_APPLY] = {.op = 3,
                           .layout = 4,
                           .m = 5,
                           .n = 6,
                           .p = 7,
                           .A = 8,
                           .lda = 9,
                           .T = 10,
                           .tsize = 11,
                           .C = 12,
                           .ldc = 13,
                           .p_name = "p",
                           .C_name = "C",
                           .ldc_name = "ldc"},
    [DDBLAS_TSQR_FORM] = {.layout = 3, .m = 4, .n = 5, .A = 6, .lda = 7, .T = 8, .tsize = 9},
    [DDBLAS_TSQR_LSTSQ] = {.layout = 3,
                           .m = 4,
                           .n = 5,
                           .p = 6,
                           .A = 7,
                           .lda = 8,
                           .C = 9,
                           .ldc = 10,
                           .residual = 11,
                           .p_name = "nrhs",
                           .C_name = "B",
                           .ldc_name = "ldb"},
};

/* Checks a plan. position: the plan's position among the arguments; it is passed because the
 * queries, which call this function too, have the plan elsewhere. */
static ddblasStatus_t check_plan(ddblasHandle_t handle, int position, const ddblasTsqrPlan_t *plan, int64_t n)
{
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    if ((int)plan->design < DDBLAS_TSQR_DESIGN_AUTO || plan->design > DDBLAS_TSQR_DESIGN_GRAM)
        return ddblas_fail_argument(handle, invalid, position, "plan: %d is no design", (int)plan->design);
    if (plan->nonnegative != 0 && plan->nonnegative != 1)
        return ddblas_fail_argument(handle, invalid, position, "plan: nonnegative is %d, neither 0 nor 1",
                                    (int)plan->nonnegative);
    if (plan->fan_in < 0 || plan->fan_in == 1)
        return ddblas_fail_argument(handle, invalid, position, "plan: fan_in is %d, neither 0 nor at least 2", (int)plan->fan_in);
    if (plan->leaf_rows < 0 || (plan->leaf_rows != 0 && (plan->leaf_rows < 2 || plan->leaf_rows / 2 < n)))
        return ddblas_fail_argument(handle, invalid, position, "plan: leaf_rows is %lld, neither 0 nor at least 2 n",
                                    (long long)plan->leaf_rows);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_shape(ddblasHandle_t handle, const struct positions *at, ddblasLayout_t layout, int64_t m, int64_t n,
                                  int64_t p)
{
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    if (layout != DDBLAS_LAYOUT_COLUMN_MAJOR && layout != DDBLAS_LAYOUT_ROW_MAJOR)
        return ddblas_fail_argument(handle, invalid, at->layout, "layout: %d is neither column-major nor row-major", (int)layout);
    DDBLAS_CHECK(ddblas_check_size(handle, at->m, "m", m));
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", n));
    if (n > m)
        return ddblas_fail_argument(handle, invalid, at->n, "n: %lld columns are more than the m = %lld rows", (long long)n,
                                    (long long)m);
    return ddblas_check_size(handle, at->p, at->p_name, p);
}

static ddblasStatus_t check_leading(ddblasHandle_t handle, int position, const char *name, int64_t ld, ddblasLayout_t layout,
                                    int64_t rows, int64_t columns)
{
    if (position == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_leading(handle, position, name, ld, layout == DDBLAS_LAYOUT_ROW_MAJOR ? columns : rows);
}

static ddblasStatus_t check_pointer(ddblasHandle_t handle, ddblasType_t type, int position, const char *name, const void *pointer)
{
    if (position == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_pointer(handle, position, name, type, ddblas_place_of_arrays(handle), pointer);
}

static ddblasStatus_t check_op(ddblasHandle_t handle, const struct positions *at, const struct ddblas_tsqr_problem *p)
{
    if (at->op == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_operation(handle, at->op, "op", p->op));
    if (p->op != DDBLAS_OP_T || !ddblas_type_is_complex(p->type))
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, at->op, "op: T is for real types; of complex ones N or C");
}

/* Checks sizes and leading dimensions in the order of the arguments. */
static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct positions *at, const struct ddblas_tsqr_problem *p)
{
    ddblasStatus_t status = check_plan(handle, 2, &p->plan, most(p->n, 0));
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_op(handle, at, p);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_shape(handle, at, p->layout, p->m, p->n, p->p);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_leading(handle, at->lda, "lda", p->lda, p->layout, p->m, p->n);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_leading(handle, at->ldr, "ldr", p->ldr, p->layout, p->n, p->n);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_leading(handle, at->ldc, at->ldc_name, p->ldc, p->layout, p->m, p->p);
    return status;
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct positions *at, const struct ddblas_tsqr_problem *p)
{
    ddblasStatus_t status = check_pointer(handle, p->type, at->A, "A", p->A);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_pointer(handle, p->type, at->R, "R", p->R);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_pointer(handle, p->type, at->T, "T", p->T);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_pointer(handle, p->type, at->C, at->C_name, p->C);
    if (status == DDBLAS_STATUS_SUCCESS && p->residual)
        status = check_pointer(handle, p->type, at->residual, "residual", p->residual);
    return status;
}

/* ---- engines --------------------------------------------------------------------------------- */

struct engine
{
    ddblasStatus_t (*plan)(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                           ddblasTsqrPlan_t *plan);
    int64_t (*factor_size)(const struct ddblas_tsqr_problem *problem);
    size_t (*workspace)(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem);
    ddblasStatus_t (*solve)(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem);
};

static const struct engine *engine_of(ddblasHandle_t handle)
{
    static const struct engine cpu = {ddblas_tsqr_cpu_plan, ddblas_tsqr_cpu_factor_size, ddblas_tsqr_cpu_workspace,
                                      ddblas_tsqr_cpu};
#if DDBLAS_HAVE_CUDA
    static const struct engine cuda = {ddblas_tsqr_cuda_plan, ddblas_tsqr_cuda_factor_size, ddblas_tsqr_cuda_workspace,
                                       ddblas_tsqr_cuda};
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return &cuda;
#else
    (void)handle;
#endif
    return &cpu;
}

static ddblasStatus_t complete_plan(ddblasHandle_t handle, struct ddblas_tsqr_problem *p)
{
    return engine_of(handle)->plan(handle, p->type, p->layout, p->m, p->n, &p->plan);
}

static ddblasStatus_t check_tsize(ddblasHandle_t handle, const struct positions *at, const struct ddblas_tsqr_problem *p)
{
    const int64_t needed = at->tsize ? engine_of(handle)->factor_size(p) : 0;
    if (p->tsize >= needed)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, at->tsize, "tsize: %lld elements, %lld are needed",
                                (long long)p->tsize, (long long)needed);
}

/* Checks the arguments and solves the problem. A null plan means a plan whose entries are all 0. */
static ddblasStatus_t run_task(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, struct ddblas_tsqr_problem problem)
{
    struct ddblas_tsqr_problem *p = &problem;
    const struct positions *at = &positions[p->task];
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    if (plan)
        p->plan = *plan;
    status = check_sizes(handle, at, p);
    if (status != DDBLAS_STATUS_SUCCESS || p->n == 0 || (at->p && p->p == 0))
        return status;
    status = check_pointers(handle, at, p);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = complete_plan(handle, p);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_tsize(handle, at, p);
    if (p->op == DDBLAS_OP_T)
        p->op = DDBLAS_OP_C;
    return status == DDBLAS_STATUS_SUCCESS ? engine_of(handle)->solve(handle, p) : status;
}

/* Returns the pointer without its const. struct ddblas_tsqr_problem has one pointer type for all
 * tasks; where the prototype of a task has const, the engines only read. */
static void *without_const(const void *pointer)
{
    void *same;
    memcpy(&same, &pointer, sizeof same);
    return same;
}

/* ---- entry points ---------------------------------------------------------------------------- */

/* Defines one entry point, ddblas<letter>tsqr or ddblas<letter>tsqrR. */
#define FACTORISE(name, what, letter, type_name)                                                                                 \
    ddblasStatus_t ddblas##letter##name(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,   \
                                        int64_t n, type_name *A, int64_t lda, type_name *R, int64_t ldr)                         \
    {                                                                                                                            \
        return run_task(handle, plan,                                                                                            \
                        (struct ddblas_tsqr_problem){.task = what,                                                               \
                                                     .type = DDBLAS_TYPE_##letter,                                               \
                                                     .layout = layout,                                                           \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .R = R,                                                                     \
                                                     .ldr = ldr});                                                               \
    }
/* Defines ddblas<letter>tsqr and ddblas<letter>tsqrR for S, D, W, C and Z. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, type_name, real, is_complex)                                                                         \
    FACTORISE(tsqr, DDBLAS_TSQR_QR, letter, type_name)                                                                           \
    FACTORISE(tsqrR, DDBLAS_TSQR_R, letter, type_name)
#include <dd/types.def>

/* Defines ddblas<letter>tsqrFactor and ddblas<letter>tsqrForm for S, D, W, C and Z. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, type_name, real, is_complex)                                                                         \
    ddblasStatus_t ddblas##letter##tsqrFactor(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout,        \
                                              int64_t m, int64_t n, type_name *A, int64_t lda, type_name *R, int64_t ldr,        \
                                              type_name *T, int64_t tsize)                                                       \
    {                                                                                                                            \
        return run_task(handle, plan,                                                                                            \
                        (struct ddblas_tsqr_problem){.task = DDBLAS_TSQR_FACTOR,                                                 \
                                                     .type = DDBLAS_TYPE_##letter,                                               \
                                                     .layout = layout,                                                           \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .R = R,                                                                     \
                                                     .ldr = ldr,                                                                 \
                                                     .T = T,                                                                     \
                                                     .tsize = tsize});                                                           \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##tsqrForm(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout,          \
                                            int64_t m, int64_t n, type_name *A, int64_t lda, const type_name *T, int64_t tsize)  \
    {                                                                                                                            \
        return run_task(handle, plan,                                                                                            \
                        (struct ddblas_tsqr_problem){.task = DDBLAS_TSQR_FORM,                                                   \
                                                     .type = DDBLAS_TYPE_##letter,                                               \
                                                     .layout = layout,                                                           \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .T = without_const(T),                                                      \
                                                     .tsize = tsize});                                                           \
    }
#include <dd/types.def>

/* Defines ddblas<letter>tsqrApply and ddblas<letter>lstsq for S, D, W, C and Z. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, type_name, real, is_complex)                                                                         \
    ddblasStatus_t ddblas##letter##tsqrApply(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op,          \
                                             ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const type_name *A,         \
                                             int64_t lda, const type_name *T, int64_t tsize, type_name *C, int64_t ldc)          \
    {                                                                                                                            \
        return run_task(handle, plan,                                                                                            \
                        (struct ddblas_tsqr_problem){.task = DDBLAS_TSQR_APPLY,                                                  \
                                                     .type = DDBLAS_TYPE_##letter,                                               \
                                                     .op = op,                                                                   \
                                                     .layout = layout,                                                           \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .p = p,                                                                     \
                                                     .A = without_const(A),                                                      \
                                                     .lda = lda,                                                                 \
                                                     .T = without_const(T),                                                      \
                                                     .tsize = tsize,                                                             \
                                                     .C = C,                                                                     \
                                                     .ldc = ldc});                                                               \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##lstsq(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,  \
                                         int64_t n, int64_t nrhs, type_name *A, int64_t lda, type_name *B, int64_t ldb,          \
                                         real *residual)                                                                         \
    {                                                                                                                            \
        return run_task(handle, plan,                                                                                            \
                        (struct ddblas_tsqr_problem){.task = DDBLAS_TSQR_LSTSQ,                                                  \
                                                     .type = DDBLAS_TYPE_##letter,                                               \
                                                     .layout = layout,                                                           \
                                                     .m = m,                                                                     \
                                                     .n = n,                                                                     \
                                                     .p = nrhs,                                                                  \
                                                     .A = A,                                                                     \
                                                     .lda = lda,                                                                 \
                                                     .C = B,                                                                     \
                                                     .ldc = ldb,                                                                 \
                                                     .residual = residual});                                                     \
    }
#include <dd/types.def>

/* ---- queries --------------------------------------------------------------------------------- */

ddblasStatus_t ddblasTsqrPlan(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                              ddblasTsqrPlan_t *plan)
{
    const struct positions at = {.layout = 3, .m = 4, .n = 5};
    struct ddblas_tsqr_problem problem = {.type = type, .layout = layout, .m = m, .n = n};
    ddblasStatus_t status = ddblas_enter(handle);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_TSQR);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_shape(handle, &at, layout, m, n, 0);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "plan", plan));
    problem.plan = *plan;
    status = check_plan(handle, 6, plan, n);
    if (status == DDBLAS_STATUS_SUCCESS && n > 0)
        status = complete_plan(handle, &problem);
    if (status == DDBLAS_STATUS_SUCCESS)
        *plan = problem.plan;
    return status;
}

/* Checks the arguments that the three size queries share: handle, plan, type, layout, m, n, and p.
 * p is argument 7 and is called p_name in error texts; `result` is argument number `last`. Then
 * completes the plan of *problem. */
static ddblasStatus_t prepare_query(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, struct ddblas_tsqr_problem *problem,
                                    const char *p_name, int last, const char *result_name, const void *result)
{
    const struct positions at = {.layout = 4, .m = 5, .n = 6, .p = 7, .p_name = p_name};
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    if (plan)
        problem->plan = *plan;
    status = check_plan(handle, 2, &problem->plan, most(problem->n, 0));
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_check_type(handle, 3, problem->type, DDBLAS_TYPES_OF_TSQR);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = check_shape(handle, &at, problem->layout, problem->m, problem->n, problem->p);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_check_not_null(handle, last, result_name, result);
    if (status == DDBLAS_STATUS_SUCCESS && problem->n > 0)
        status = complete_plan(handle, problem);
    return status;
}

ddblasStatus_t ddblasTsqrFactorSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type, ddblasLayout_t layout,
                                    int64_t m, int64_t n, int64_t *elements)
{
    struct ddblas_tsqr_problem problem = {.task = DDBLAS_TSQR_FACTOR, .type = type, .layout = layout, .m = m, .n = n};
    const ddblasStatus_t status = prepare_query(handle, plan, &problem, "", 7, "elements", elements);
    if (status == DDBLAS_STATUS_SUCCESS)
        *elements = n == 0 ? 0 : engine_of(handle)->factor_size(&problem);
    return status;
}

ddblasStatus_t ddblasTsqrWorkspaceSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type,
                                       ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, size_t *bytes)
{
    static const enum ddblas_tsqr_task tasks[] = {DDBLAS_TSQR_QR, DDBLAS_TSQR_R, DDBLAS_TSQR_FACTOR, DDBLAS_TSQR_FORM,
                                                  DDBLAS_TSQR_APPLY};
    struct ddblas_tsqr_problem problem = {.type = type, .layout = layout, .m = m, .n = n, .p = p};
    const ddblasStatus_t status = prepare_query(handle, plan, &problem, "p", 8, "bytes", bytes);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    *bytes = 0;
    for (size_t i = 0; n > 0 && i < sizeof tasks / sizeof tasks[0]; i++)
    {
        problem.task = tasks[i];
        if (problem.task == DDBLAS_TSQR_APPLY && p == 0)
            continue;
        const size_t needed = engine_of(handle)->workspace(handle, &problem);
        *bytes = most_bytes(needed, *bytes);
    }
    return status;
}

ddblasStatus_t ddblasLstsqWorkspaceSize(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasType_t type,
                                        ddblasLayout_t layout, int64_t m, int64_t n, int64_t nrhs, size_t *bytes)
{
    struct ddblas_tsqr_problem problem = {.task = DDBLAS_TSQR_LSTSQ, .type = type, .layout = layout, .m = m, .n = n, .p = nrhs};
    const ddblasStatus_t status = prepare_query(handle, plan, &problem, "nrhs", 8, "bytes", bytes);
    if (status == DDBLAS_STATUS_SUCCESS)
        *bytes = n == 0 || nrhs == 0 ? 0 : engine_of(handle)->workspace(handle, &problem);
    return status;
}
