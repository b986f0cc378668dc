/*
 * dgmm: entry points and checks.
 */
#include "matrix.h"

#include "core/checks.h"

/* Checks the arguments and returns the status. *nothing becomes 1 if C has no elements. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_matrix_problem *p, int *nothing)
{
    DDBLAS_CHECK(ddblas_check_side(handle, 2, p->side));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 6, "lda", p->lda, p->m));
    DDBLAS_CHECK(ddblas_check_increment(handle, 8, "incx", p->incx));
    DDBLAS_CHECK(ddblas_check_leading(handle, 10, "ldc", p->ldc, p->m));
    *nothing = p->m == 0 || p->n == 0;
    if (*nothing)
        return DDBLAS_STATUS_SUCCESS;

    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "A", p->type, arrays, p->A));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "x", p->type, arrays, p->x));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "C", p->type, arrays, p->C));
    if (p->A == p->C && p->lda != p->ldc)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 6, "lda: C is A with another leading dimension");
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t run(ddblasHandle_t handle, const struct ddblas_matrix_problem *problem)
{
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, problem, &nothing));
    return nothing ? DDBLAS_STATUS_SUCCESS : ddblas_matrix_compute(handle, problem);
}

/* Defines one entry point, ddblas<letter>dgmm. */
#define DGMM(letter, element)                                                                                                    \
    ddblasStatus_t ddblas##letter##dgmm(ddblasHandle_t handle, ddblasSideMode_t side, int64_t m, int64_t n, const element *A,    \
                                        int64_t lda, const element *x, int64_t incx, element *C, int64_t ldc)                    \
    {                                                                                                                            \
        const struct ddblas_matrix_problem problem = {.routine = DDBLAS_MATRIX_DGMM,                                             \
                                                      .type = DDBLAS_TYPE_##letter,                                              \
                                                      .m = m,                                                                    \
                                                      .n = n,                                                                    \
                                                      .side = side,                                                              \
                                                      .A = A,                                                                    \
                                                      .lda = lda,                                                                \
                                                      .x = x,                                                                    \
                                                      .incx = incx,                                                              \
                                                      .C = C,                                                                    \
                                                      .ldc = ldc};                                                               \
        return run(handle, &problem);                                                                                            \
    }
/* Defines ddblas?dgmm. */
#define DDBLAS_TYPES                                   DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, element, real, is_complex) DGMM(letter, element)
#include <dd/types.def>
