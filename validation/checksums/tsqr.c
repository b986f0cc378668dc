/*
 * tsqr and least squares: explicit and implicit Q, both layouts, the designs and plans of the GPU.
 */
#include "checksums.h"

#define ROW_OF_TYPE(letter)                                                                                                      \
    static ddblasStatus_t tsqr_##letter(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,   \
                                        int64_t n, void *A, int64_t lda, void *R, int64_t ldr)                                   \
    {                                                                                                                            \
        return ddblas##letter##tsqr(handle, plan, layout, m, n, A, lda, R, ldr);                                                 \
    }                                                                                                                            \
    static ddblasStatus_t r_##letter(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,      \
                                     int64_t n, void *A, int64_t lda, void *R, int64_t ldr)                                      \
    {                                                                                                                            \
        return ddblas##letter##tsqrR(handle, plan, layout, m, n, A, lda, R, ldr);                                                \
    }                                                                                                                            \
    static ddblasStatus_t factor_##letter(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, \
                                          int64_t n, void *A, int64_t lda, void *R, int64_t ldr, void *T, int64_t tsize)         \
    {                                                                                                                            \
        return ddblas##letter##tsqrFactor(handle, plan, layout, m, n, A, lda, R, ldr, T, tsize);                                 \
    }                                                                                                                            \
    static ddblasStatus_t apply_##letter(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op,              \
                                         ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const void *A, int64_t lda,     \
                                         const void *T, int64_t tsize, void *C, int64_t ldc)                                     \
    {                                                                                                                            \
        return ddblas##letter##tsqrApply(handle, plan, op, layout, m, n, p, A, lda, T, tsize, C, ldc);                           \
    }                                                                                                                            \
    static ddblasStatus_t form_##letter(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,   \
                                        int64_t n, void *A, int64_t lda, const void *T, int64_t tsize)                           \
    {                                                                                                                            \
        return ddblas##letter##tsqrForm(handle, plan, layout, m, n, A, lda, T, tsize);                                           \
    }                                                                                                                            \
    static ddblasStatus_t lstsq_##letter(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,  \
                                         int64_t n, int64_t nrhs, void *A, int64_t lda, void *B, int64_t ldb, void *residual)    \
    {                                                                                                                            \
        return ddblas##letter##lstsq(handle, plan, layout, m, n, nrhs, A, lda, B, ldb, residual);                                \
    }
EACH_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE

typedef ddblasStatus_t tsqr_call(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n,
                                 void *A, int64_t lda, void *R, int64_t ldr);
typedef ddblasStatus_t factor_call(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                   int64_t n, void *A, int64_t lda, void *R, int64_t ldr, void *T, int64_t tsize);
typedef ddblasStatus_t apply_call(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasOperation_t op,
                                  ddblasLayout_t layout, int64_t m, int64_t n, int64_t p, const void *A, int64_t lda,
                                  const void *T, int64_t tsize, void *C, int64_t ldc);
typedef ddblasStatus_t form_call(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n,
                                 void *A, int64_t lda, const void *T, int64_t tsize);
typedef ddblasStatus_t lstsq_call(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m,
                                  int64_t n, int64_t nrhs, void *A, int64_t lda, void *B, int64_t ldb, void *residual);

#define ROW_OF_TYPE(letter)                                                                                                      \
    [DDBLAS_TYPE_##letter] = {tsqr_##letter, r_##letter, factor_##letter, apply_##letter, form_##letter, lstsq_##letter},
static const struct
{
    tsqr_call *tsqr, *r;
    factor_call *factor;
    apply_call *apply;
    form_call *form;
    lstsq_call *lstsq;
} calls[DDBLAS_TYPE_COUNT] = {EACH_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
};

/* A matrix and how it is factored. */
struct problem
{
    int type;
    ddblasLayout_t layout;
    int m, n, pad;
    enum data data;
    ddblasTsqrPlan_t plan;
};

static int begin(struct run *run, const char *task, const struct problem *p)
{
    static const char *const designs[] = {"auto", "hybrid", "launches", "one-launch", "gram"};
    const int vendor = vendor_on_cpu(run, p->type) || (p->plan.design == DDBLAS_TSQR_DESIGN_HYBRID && vendor_always(p->type));
    return case_begin(run, vendor, (double)p->m * p->n * p->n, "%c%s %s m=%d n=%d ld=+%d %s %s fan-in=%d leaf=%d%s",
                      type_letter(p->type), task, p->layout == DDBLAS_LAYOUT_ROW_MAJOR ? "rows" : "columns", p->m, p->n, p->pad,
                      data_names[p->data], designs[p->plan.design], (int)p->plan.fan_in, (int)p->plan.leaf_rows,
                      p->plan.nonnegative ? " nonnegative" : "");
}

static int64_t leading(const struct problem *p, int64_t rows, int64_t columns)
{
    const int64_t least = p->layout == DDBLAS_LAYOUT_ROW_MAJOR ? columns : rows;
    return (least > 0 ? least : 1) + p->pad;
}

static void *matrix(struct run *run, const struct problem *p, enum data data, int64_t rows, int64_t columns)
{
    const int swapped = p->layout == DDBLAS_LAYOUT_ROW_MAJOR;
    return operand_matrix(run, p->type, data, PART_WHOLE, swapped ? columns : rows, swapped ? rows : columns,
                          leading(p, rows, columns));
}

static void explicit_case(struct run *run, const struct problem *p)
{
    if (!begin(run, "tsqr", p))
        return;
    void *A = matrix(run, p, p->data, p->m, p->n), *R = matrix(run, p, DATA_NAN, p->n, p->n);
    const ddblasStatus_t status =
        calls[p->type].tsqr(run->handle, &p->plan, p->layout, p->m, p->n, A, leading(p, p->m, p->n), R, leading(p, p->n, p->n));
    case_hash(run, A);
    case_hash(run, R);
    case_end(run, status);
}

static void r_case(struct run *run, const struct problem *p)
{
    if (!begin(run, "tsqrR", p))
        return;
    void *A = matrix(run, p, p->data, p->m, p->n), *R = matrix(run, p, DATA_NAN, p->n, p->n);
    const ddblasStatus_t status =
        calls[p->type].r(run->handle, &p->plan, p->layout, p->m, p->n, A, leading(p, p->m, p->n), R, leading(p, p->n, p->n));
    case_hash(run, R);
    case_end(run, status);
}

/* Q kept as reflections, Q^H C, Q C and Q itself. The contents of T and of the reflections are the
 * library's own. */
static void implicit_case(struct run *run, const struct problem *p)
{
    enum
    {
        COLUMNS = 5 /* columns of C */
    };
    if (!begin(run, "tsqrFactor", p))
        return;
    int64_t tsize = 0;
    must(run, ddblasTsqrFactorSize(run->handle, &p->plan, (ddblasType_t)p->type, p->layout, p->m, p->n, &tsize),
         "ddblasTsqrFactorSize");
    const int64_t lda = leading(p, p->m, p->n), ldc = leading(p, p->m, COLUMNS);
    void *A = matrix(run, p, p->data, p->m, p->n), *R = matrix(run, p, DATA_NAN, p->n, p->n);
    void *T = operand_vector(run, p->type, DATA_NAN, tsize, 1), *C = matrix(run, p, p->data, p->m, COLUMNS);
    const ddblasOperation_t adjoint = DDBLAS_OP_C;
    ddblasStatus_t status =
        calls[p->type].factor(run->handle, &p->plan, p->layout, p->m, p->n, A, lda, R, leading(p, p->n, p->n), T, tsize);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = calls[p->type].apply(run->handle, &p->plan, adjoint, p->layout, p->m, p->n, COLUMNS, A, lda, T, tsize, C, ldc);
    case_hash(run, C);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = calls[p->type].apply(run->handle, &p->plan, DDBLAS_OP_N, p->layout, p->m, p->n, 1, A, lda, T, tsize, C, ldc);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = calls[p->type].form(run->handle, &p->plan, p->layout, p->m, p->n, A, lda, T, tsize);
    case_hash(run, R);
    case_hash(run, C);
    case_hash(run, A);
    case_end(run, status);
}

/* Least squares: x in the first n rows of B, and the residuals. */
static void lstsq_case(struct run *run, const struct problem *p, int nrhs)
{
    if (!begin(run, nrhs > 1 ? "lstsq-many" : "lstsq", p))
        return;
    const int64_t ldb = leading(p, p->m, nrhs);
    void *A = matrix(run, p, p->data, p->m, p->n), *B = matrix(run, p, p->data, p->m, nrhs);
    void *residual = operand_vector(run, type_real(p->type), DATA_NAN, nrhs, 1);
    const ddblasStatus_t status =
        calls[p->type].lstsq(run->handle, &p->plan, p->layout, p->m, p->n, nrhs, A, leading(p, p->m, p->n), B, ldb, residual);
    const int swapped = p->layout == DDBLAS_LAYOUT_ROW_MAJOR;
    case_hash_rows(run, p->type, swapped ? nrhs : p->n, swapped ? p->n : nrhs, B, ldb);
    case_hash(run, residual);
    if (p->data == DATA_ZEROS || p->data == DATA_SPECIAL)
        case_end_any(run, status); /* The columns may be dependent, or hold Inf and NaN. */
    else
        case_end(run, status);
}

static void all_tasks(struct run *run, const struct problem *p)
{
    explicit_case(run, p);
    r_case(run, p);
    implicit_case(run, p);
    lstsq_case(run, p, 1);
    lstsq_case(run, p, 7);
}

static void every_layout(struct run *run, struct problem *p)
{
    for (int layout = DDBLAS_LAYOUT_COLUMN_MAJOR; layout <= DDBLAS_LAYOUT_ROW_MAJOR; layout++)
    {
        p->layout = (ddblasLayout_t)layout;
        all_tasks(run, p);
    }
}

void checksums_tsqr(struct run *run)
{
    static const int sizes[][2] = {{0, 0},     {5, 0},     {1, 1},     {2, 1},      {3, 3},     {40, 1},
                                   {100, 4},   {33, 8},    {64, 64},   {65, 9},     {300, 16},  {300, 17},
                                   {1000, 32}, {257, 64},  {700, 65},  {520, 129},  {5000, 3},  {9000, 11},
                                   {3000, 33}, {2000, 70}, {40000, 2}, {20000, 24}, {600, 200}, {30000, 50}};
    /* Zeros of the plan, fewer and more rows in a leaf, and a wider tree. */
    static const struct
    {
        int fan_in, leaf_rows, nonnegative;
    } plans[] = {{0, 0, 1}, {2, 200, 0}, {3, 130, 1}, {8, 0, 0}, {0, 1024, 0}};
    static const enum data hostile[] = {DATA_WIDE, DATA_CANCEL, DATA_ZEROS, DATA_SPECIAL};
    const int last_design = run->engine == DDBLAS_ENGINE_CPU ? DDBLAS_TSQR_DESIGN_AUTO : DDBLAS_TSQR_DESIGN_GRAM;
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        for (int design = DDBLAS_TSQR_DESIGN_AUTO; design <= last_design; design++)
        {
            struct problem p = {.type = type, .data = DATA_PLAIN, .plan = {.design = (ddblasTsqrDesign_t)design}};
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            {
                p.m = sizes[s][0];
                p.n = sizes[s][1];
                p.pad = (int)(s % 3);
                every_layout(run, &p);
            }
            p.m = 901;
            p.n = 23;
            for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++)
            {
                p.plan.fan_in = plans[i].fan_in;
                p.plan.leaf_rows = plans[i].leaf_rows;
                p.plan.nonnegative = plans[i].nonnegative;
                every_layout(run, &p);
            }
            p.plan = (ddblasTsqrPlan_t){.design = (ddblasTsqrDesign_t)design};
            for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++)
            {
                p.data = hostile[i];
                p.pad = (int)i;
                every_layout(run, &p);
            }
        }
}
