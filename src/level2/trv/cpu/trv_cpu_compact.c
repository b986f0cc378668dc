/*
 * Triangular band and packed matrices on the CPU. For S, D, C and Z CBLAS computes the result. For
 * W and U it is composed of other routines of this library:
 *
 *   multiply   the routine that multiplies a general band matrix by a vector, applied to a copy of
 *              x; where the diagonal is unit, x itself is added
 *   solve, N   for each column j: x_j = x_j / a_jj, then axpy subtracts x_j times the column's
 *              other elements from x
 *   solve, T   for each column i: dot subtracts the product of the column's other elements with x
 *              from x_i, then x_i = x_i / a_ii
 *
 * Error: docs/numerics.md, "Band and packed matrices".
 */
#include "trv_cpu.h"

#include <limits.h>
#include <string.h>

#include <cblas.h>

#include "core/cblas_threads.h"
#include "core/sizes.h"
#include "level1/level1.h"
#include "level2/compact/compact.h"

/* ---- S, D, C and Z --------------------------------------------------------------------------- */

static void call_cblas(const struct ddblas_trv_problem *p)
{
    const CBLAS_UPLO uplo = p->uplo == DDBLAS_FILL_MODE_UPPER ? CblasUpper : CblasLower;
    const CBLAS_TRANSPOSE trans = p->trans == DDBLAS_OP_N ? CblasNoTrans : p->trans == DDBLAS_OP_T ? CblasTrans : CblasConjTrans;
    const CBLAS_DIAG diag = p->diag == DDBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit;
    const int solve = p->routine == DDBLAS_TRV_SOLVE, band = p->stored.storage == LAYOUT_BAND;
    const int n = (int)p->n, k = (int)least(p->stored.kl + p->stored.ku, INT_MAX), lda = (int)p->lda, incx = (int)p->incx;
    switch (p->type)
    {
#define CALL(letter, name)                                                                                                       \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        if (band)                                                                                                                \
            (solve ? cblas_##name##tbsv : cblas_##name##tbmv)(CblasColMajor, uplo, trans, diag, n, k, p->A, lda, p->x, incx);    \
        else                                                                                                                     \
            (solve ? cblas_##name##tpsv : cblas_##name##tpmv)(CblasColMajor, uplo, trans, diag, n, p->A, p->x, incx);            \
        break;
        CALL(S, s)
        CALL(D, d)
        CALL(C, c)
        CALL(Z, z)
#undef CALL
    default:
        break;
    }
}

ddblasStatus_t ddblas_trv_cpu_compact_cblas(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    if (!ddblas_cblas_takes(problem->n) || !ddblas_cblas_takes(problem->lda) || !ddblas_cblas_takes(problem->incx))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "%s: CBLAS takes no sizes and increments beyond 2^31 - 1",
                           problem->name);
    ddblas_cblas_begin();
    call_cblas(problem);
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- W and U --------------------------------------------------------------------------------- */

/* A column without its diagonal element: the rows [first, end), the address of the first of these
 * elements, and the address of the part of x that belongs to these rows, in the form of a BLAS
 * argument. */
struct column
{
    int64_t first, end;
    void *elements, *x;
};

static int64_t index_of_x(const struct ddblas_trv_problem *p, int64_t i) { return ddblas_level1_at(i, p->n, p->incx); }

static struct column column_of(const struct ddblas_trv_problem *p, int64_t j)
{
    const int64_t size = (int64_t)ddblas_type_size(p->type);
    struct column c = {p->stored.upper ? layout_first_row(p->stored, j) : j + 1,
                       p->stored.upper ? j : layout_end_row(p->stored, j), NULL, NULL};
    if (c.first >= c.end)
        return c;
    c.elements = (char *)p->A + (layout_column(p->stored, j) + c.first) * size;
    c.x = (char *)p->x + index_of_x(p, p->incx > 0 ? c.first : c.end - 1) * size;
    return c;
}

static cuddcomplex load(ddblasType_t type, const void *vector, int64_t index)
{
    return ddblas_type_is_complex(type) ? ((const ddblas_host_u *)vector)[index]
                                        : cuddcFromReal(((const ddblas_host_w *)vector)[index]);
}

static void store(ddblasType_t type, void *vector, int64_t index, cuddcomplex value)
{
    if (ddblas_type_is_complex(type))
        ((ddblas_host_u *)vector)[index] = value;
    else
        ((ddblas_host_w *)vector)[index] = value.x;
}

/* Returns a / d. In W it is the quotient of the real parts, with the imaginary part 0. */
static cuddcomplex quotient(ddblasType_t type, cuddcomplex a, cuddcomplex d)
{
    return ddblas_type_is_complex(type) ? cuddcDiv(a, d) : cuddcFromReal(cuddDiv(a.x, d.x));
}

/* Divides element j of x by the diagonal element, stores the quotient and returns it. */
static cuddcomplex divide(const struct ddblas_trv_problem *p, int64_t j)
{
    cuddcomplex x = load(p->type, p->x, index_of_x(p, j));
    if (p->diag == DDBLAS_DIAG_UNIT)
        return x;
    const cuddcomplex d = load(p->type, p->A, layout_column(p->stored, j) + j);
    x = quotient(p->type, x, p->trans == DDBLAS_OP_C ? cuddcConj(d) : d);
    store(p->type, p->x, index_of_x(p, j), x);
    return x;
}

/* Subtracts x_j times column j, without its diagonal element, from x. `x` is the value x_j. */
static ddblasStatus_t subtract_column(ddblasHandle_t handle, const struct ddblas_trv_problem *p, int64_t j, cuddcomplex x)
{
    const struct column c = column_of(p, j);
    const cuddcomplex factor = cuddcNeg(x);
    const struct ddblas_level1_problem update = {.routine = DDBLAS_LEVEL1_axpy,
                                                 .type = p->type,
                                                 .a_type = p->type,
                                                 .n = c.end - c.first,
                                                 .a = &factor,
                                                 .x = c.elements,
                                                 .incx = 1,
                                                 .y = c.x,
                                                 .incy = p->incx};
    return c.first < c.end ? ddblas_level1_cpu(handle, &update) : DDBLAS_STATUS_SUCCESS;
}

/* Subtracts from x_i the dot product of x with column i without its diagonal element. */
static ddblasStatus_t subtract_product(ddblasHandle_t handle, const struct ddblas_trv_problem *p, int64_t i)
{
    const struct column c = column_of(p, i);
    cuddcomplex sum = cuddcFromDoubles(0.0, 0.0);
    const struct ddblas_level1_problem product = {.routine = p->trans == DDBLAS_OP_C ? DDBLAS_LEVEL1_dotc : DDBLAS_LEVEL1_dotu,
                                                  .type = p->type,
                                                  .result_type = p->type,
                                                  .n = c.end - c.first,
                                                  .x = c.elements,
                                                  .incx = 1,
                                                  .y = c.x,
                                                  .incy = p->incx,
                                                  .result = &sum};
    const ddblasStatus_t status = c.first < c.end ? ddblas_level1_cpu(handle, &product) : DDBLAS_STATUS_SUCCESS;
    if (c.first < c.end)
        store(p->type, p->x, index_of_x(p, i), cuddcSub(load(p->type, p->x, index_of_x(p, i)), sum));
    return status;
}

ddblasStatus_t ddblas_trv_cpu_compact_solve(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    const int reversed = ddblas_trv_is_reversed(problem);
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int64_t k = 0; k < problem->n && status == DDBLAS_STATUS_SUCCESS; k++)
    {
        const int64_t i = reversed ? problem->n - 1 - k : k;
        if (problem->trans == DDBLAS_OP_N)
            status = subtract_column(handle, problem, i, divide(problem, i));
        else
        {
            status = subtract_product(handle, problem, i);
            (void)divide(problem, i);
        }
    }
    return status;
}

size_t ddblas_trv_cpu_workspace(ddblasType_t type, enum ddblas_trv_routine routine, enum layout_storage storage, int64_t n)
{
    const int copies = storage != LAYOUT_TRIANGLE && routine == DDBLAS_TRV_MULTIPLY && ddblas_type_is_double_double(type);
    return copies ? (size_t)n * ddblas_type_size(type) : 0;
}

ddblasStatus_t ddblas_trv_cpu_compact_multiply(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    void *copy = NULL;
    const struct ddblas_trv_problem *p = problem;
    const cuddcomplex one = cuddcFromDoubles(1.0, 0.0), zero = cuddcFromDoubles(0.0, 0.0);
    const size_t bytes = ddblas_trv_cpu_workspace(p->type, p->routine, p->stored.storage, p->n);
    const ddblasStatus_t status = ddblas_workspace(handle, bytes, &copy);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    for (int64_t i = 0; i < p->n; i++)
        store(p->type, copy, i, load(p->type, p->x, index_of_x(p, i)));
    const struct ddblas_compact_problem product = {.name = p->name,
                                                   .type = p->type,
                                                   .trans = p->trans,
                                                   .unit_diagonal = p->diag == DDBLAS_DIAG_UNIT,
                                                   .layout = p->stored,
                                                   .alpha = &one,
                                                   .A = p->A,
                                                   .x = copy,
                                                   .incx = 1,
                                                   .beta = &zero,
                                                   .y = p->x,
                                                   .incy = p->incx};
    return ddblas_compact_cpu(handle, &product);
}
