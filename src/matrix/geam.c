/*
 * geam: entry points and checks.
 */
#include "matrix.h"

#include "core/checks.h"

/* Positions of an operand's arguments in the prototype. */
struct positions
{
    const char *op_name, *matrix_name, *leading_name;
    int op, scalar, matrix, leading;
};
static const struct positions at_a = {"transa", "A", "lda", 2, 6, 7, 8}, at_b = {"transb", "B", "ldb", 3, 9, 10, 11};

static int64_t rows_of(ddblasOperation_t op, int64_t m, int64_t n) { return op == DDBLAS_OP_N ? m : n; }

/* Checks a scalar and its matrix, which must not be C unless every element is read where it is
 * written. */
static ddblasStatus_t check_operand(ddblasHandle_t handle, const struct ddblas_matrix_problem *p, const struct positions *at,
                                    const void *scalar, ddblasOperation_t op, const void *matrix, int64_t leading)
{
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->scalar, at == &at_a ? "alpha" : "beta", p->type,
                                      ddblas_place_of_scalars(handle), scalar));
    if (ddblas_known_zero(handle, p->type, 0, scalar))
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->matrix, at->matrix_name, p->type, ddblas_place_of_arrays(handle), matrix));
    if (matrix == p->C && op != DDBLAS_OP_N)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, at->op, "%s: C is %s, which must then be N", at->op_name,
                                    at->matrix_name);
    if (matrix == p->C && leading != p->ldc)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, at->leading,
                                    "%s: C is %s with another leading dimension", at->leading_name, at->matrix_name);
    return DDBLAS_STATUS_SUCCESS;
}

/* Checks the arguments and returns the status. *nothing becomes 1 if C has no elements. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_matrix_problem *p, int *nothing)
{
    DDBLAS_CHECK(ddblas_check_operation(handle, at_a.op, at_a.op_name, p->transa));
    DDBLAS_CHECK(ddblas_check_operation(handle, at_b.op, at_b.op_name, p->transb));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at_a.leading, at_a.leading_name, p->lda, rows_of(p->transa, p->m, p->n)));
    DDBLAS_CHECK(ddblas_check_leading(handle, at_b.leading, at_b.leading_name, p->ldb, rows_of(p->transb, p->m, p->n)));
    DDBLAS_CHECK(ddblas_check_leading(handle, 13, "ldc", p->ldc, p->m));
    *nothing = p->m == 0 || p->n == 0;
    if (*nothing)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_operand(handle, p, &at_a, p->alpha, p->transa, p->A, p->lda));
    DDBLAS_CHECK(check_operand(handle, p, &at_b, p->beta, p->transb, p->B, p->ldb));
    return ddblas_check_pointer(handle, 12, "C", p->type, ddblas_place_of_arrays(handle), p->C);
}

static ddblasStatus_t run(ddblasHandle_t handle, const struct ddblas_matrix_problem *problem)
{
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, problem, &nothing));
    return nothing ? DDBLAS_STATUS_SUCCESS : ddblas_matrix_compute(handle, problem);
}

/* Defines one entry point, ddblas<letter>geam. */
#define GEAM(letter, element)                                                                                                    \
    ddblasStatus_t ddblas##letter##geam(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,    \
                                        int64_t n, const element *alpha, const element *A, int64_t lda, const element *beta,     \
                                        const element *B, int64_t ldb, element *C, int64_t ldc)                                  \
    {                                                                                                                            \
        const struct ddblas_matrix_problem problem = {.routine = DDBLAS_MATRIX_GEAM,                                             \
                                                      .type = DDBLAS_TYPE_##letter,                                              \
                                                      .m = m,                                                                    \
                                                      .n = n,                                                                    \
                                                      .transa = transa,                                                          \
                                                      .transb = transb,                                                          \
                                                      .alpha = alpha,                                                            \
                                                      .beta = beta,                                                              \
                                                      .A = A,                                                                    \
                                                      .lda = lda,                                                                \
                                                      .B = B,                                                                    \
                                                      .ldb = ldb,                                                                \
                                                      .C = C,                                                                    \
                                                      .ldc = ldc};                                                               \
        return run(handle, &problem);                                                                                            \
    }
/* Defines ddblas?geam. */
#define DDBLAS_TYPES                                   DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, element, real, is_complex) GEAM(letter, element)
#include <dd/types.def>
