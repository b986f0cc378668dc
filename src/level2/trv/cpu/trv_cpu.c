/*
 * trmv and trsv on the CPU, by panels of 256 columns of the lower triangular matrix L.
 *
 *   +----+       solve, panels from the first to the last:
 *   | Lj |       x_j = Lj^-1 x_j, then the rows below: x = x - B x_j
 *   +----+---    multiply, panels from the last to the first:
 *   | B  |       the rows below: x = x + B x_j, then x_j = Lj x_j
 *   +----+---
 *
 * The triangle Lj is treated in the same way, by blocks of 32 columns. B has at most 256 columns.
 * Its product with x_j is computed by the CPU engine's gemv, which uses vector instructions and
 * threads. With so few terms gemv needs no workspace, and its bits never depend on the number of
 * threads. Elements outside the triangle are not read.
 */
#include "trv_cpu.h"

#include <string.h>

#include "core/sizes.h"
#include "level2/gemv/gemv.h"

enum
{
    PANEL = 256 /* Number of columns of a panel. */
};

static void treat_diagonal(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count)
{
    if (!ddblas_type_is_double_double(p->type))
        ddblas_trv_cpu_blas(p, l, first, count);
    else if (ddblas_type_is_complex(p->type))
        ddblas_trv_cpu_u(p, l, first, count);
    else
        ddblas_trv_cpu_w(p, l, first, count);
}

/* Returns the address of rows [first, first + count) of x in the form of a BLAS argument: the first
 * stored element of this part, to which the increment p->incx belongs. */
static void *part_of_x(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count)
{
    const int64_t one = l->start + first * l->step, other = one + (count - 1) * l->step;
    return (char *)p->x + least(one, other) * (int64_t)ddblas_type_size(p->type);
}

/* Writes a real number as a scalar of the type. In every type the first number of a scalar is its
 * real part, and of a double-double number the high part. */
static void put_scalar(ddblasType_t type, double value, char *scalar)
{
    const float single = (float)value;
    memset(scalar, 0, sizeof(cuddcomplex));
    if (ddblas_type_is_single(type))
        memcpy(scalar, &single, sizeof single);
    else
        memcpy(scalar, &value, sizeof value);
}

/* Multiplies the columns [first, first + count) of L by the elements of x that belong to them, and
 * adds the product to the rows from first + count to end - 1 of x (trmv) or subtracts it from them
 * (trsv). */
static ddblasStatus_t update_rows(ddblasHandle_t handle, const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l,
                                  int64_t first, int64_t count, int64_t end)
{
    const int64_t below = first + count, rows = end - below, size = (int64_t)ddblas_type_size(p->type);
    if (rows == 0)
        return DDBLAS_STATUS_SUCCESS;
    const int64_t corner = l->first + below * l->row + first * l->column,
                  other = corner + (rows - 1) * l->row + (count - 1) * l->column;
    _Alignas(16) char alpha[sizeof(cuddcomplex)], one[sizeof(cuddcomplex)];
    put_scalar(p->type, p->routine == DDBLAS_TRV_SOLVE ? -1.0 : 1.0, alpha);
    put_scalar(p->type, 1.0, one);
    const int plain = p->trans == DDBLAS_OP_N;
    const struct ddblas_gemv_problem product = {.type = p->type,
                                                .type_of_a = p->type,
                                                .trans = p->trans,
                                                .m = plain ? rows : count,
                                                .n = plain ? count : rows,
                                                .alpha = alpha,
                                                .A = (const char *)p->A + least(corner, other) * size,
                                                .lda = p->lda,
                                                .x = part_of_x(p, l, first, count),
                                                .incx = p->incx,
                                                .beta = one,
                                                .y = part_of_x(p, l, below, rows),
                                                .incy = p->incx};
    return ddblas_gemv_cpu(handle, &product);
}

/* Multiplies by, or solves with, the diagonal block of L with the rows and columns [first, first +
 * count), in blocks of DDBLAS_TRV_BLOCK columns. */
static ddblasStatus_t treat_panel(ddblasHandle_t handle, const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l,
                                  int64_t first, int64_t count)
{
    const int64_t blocks = quotient_up(count, DDBLAS_TRV_BLOCK), end = first + count;
    const int solve = p->routine == DDBLAS_TRV_SOLVE;
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int64_t k = 0; k < blocks && status == DDBLAS_STATUS_SUCCESS; k++)
    {
        const int64_t at = first + (solve ? k : blocks - 1 - k) * DDBLAS_TRV_BLOCK, some = least(DDBLAS_TRV_BLOCK, end - at);
        if (solve)
            treat_diagonal(p, l, at, some);
        status = update_rows(handle, p, l, at, some, end);
        if (!solve)
            treat_diagonal(p, l, at, some);
    }
    return status;
}

/* Computes the problem with a matrix that is stored as a triangle. */
static ddblasStatus_t compute_triangle(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    const struct ddblas_trv_layout layout = ddblas_trv_layout_of(problem);
    const int64_t n = problem->n, panels = quotient_up(n, PANEL);
    const int solve = problem->routine == DDBLAS_TRV_SOLVE;
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int64_t k = 0; k < panels && status == DDBLAS_STATUS_SUCCESS; k++)
    {
        const int64_t first = (solve ? k : panels - 1 - k) * PANEL, count = least(PANEL, n - first);
        if (solve)
            status = treat_panel(handle, problem, &layout, first, count);
        if (status == DDBLAS_STATUS_SUCCESS)
            status = update_rows(handle, problem, &layout, first, count, n);
        if (!solve && status == DDBLAS_STATUS_SUCCESS)
            status = treat_panel(handle, problem, &layout, first, count);
    }
    return status;
}

ddblasStatus_t ddblas_trv_cpu(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    if (problem->stored.storage == LAYOUT_TRIANGLE)
        return compute_triangle(handle, problem);
    if (!ddblas_type_is_double_double(problem->type))
        return ddblas_trv_cpu_compact_cblas(handle, problem);
    return problem->routine == DDBLAS_TRV_SOLVE ? ddblas_trv_cpu_compact_solve(handle, problem)
                                                : ddblas_trv_cpu_compact_multiply(handle, problem);
}
