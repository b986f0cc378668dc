/*
 * lacpy and laset: entry points and checks.
 */
#include "matrix.h"

#include "core/checks.h"

/* Checks what both routines have first. *nothing becomes 1 if there are no elements. */
static ddblasStatus_t check_part(ddblasHandle_t handle, const struct ddblas_matrix_problem *p, int *nothing)
{
    if (p->uplo != DDBLAS_FILL_MODE_FULL && p->uplo != DDBLAS_FILL_MODE_LOWER && p->uplo != DDBLAS_FILL_MODE_UPPER)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "uplo: %d is none of LOWER, UPPER, FULL",
                                    (int)p->uplo);
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    *nothing = p->m == 0 || p->n == 0;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_copy(ddblasHandle_t handle, const struct ddblas_matrix_problem *p, int *nothing)
{
    DDBLAS_CHECK(check_part(handle, p, nothing));
    DDBLAS_CHECK(ddblas_check_leading(handle, 6, "lda", p->lda, p->m));
    DDBLAS_CHECK(ddblas_check_leading(handle, 8, "ldb", p->ldc, p->m));
    if (*nothing)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "A", p->type, ddblas_place_of_arrays(handle), p->A));
    return ddblas_check_pointer(handle, 7, "B", p->type, ddblas_place_of_arrays(handle), p->C);
}

static ddblasStatus_t check_set(ddblasHandle_t handle, const struct ddblas_matrix_problem *p, int *nothing)
{
    DDBLAS_CHECK(check_part(handle, p, nothing));
    DDBLAS_CHECK(ddblas_check_leading(handle, 8, "lda", p->ldc, p->m));
    if (*nothing)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "alpha", p->type, ddblas_place_of_scalars(handle), p->alpha));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "beta", p->type, ddblas_place_of_scalars(handle), p->beta));
    return ddblas_check_pointer(handle, 7, "A", p->type, ddblas_place_of_arrays(handle), p->C);
}

static ddblasStatus_t run(ddblasHandle_t handle, const struct ddblas_matrix_problem *problem)
{
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(problem->routine == DDBLAS_MATRIX_LACPY ? check_copy(handle, problem, &nothing)
                                                         : check_set(handle, problem, &nothing));
    return nothing ? DDBLAS_STATUS_SUCCESS : ddblas_matrix_compute(handle, problem);
}

/* Defines one entry point, ddblas<letter>lacpy. */
#define LACPY(letter, element)                                                                                                   \
    ddblasStatus_t ddblas##letter##lacpy(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n, const element *A,   \
                                         int64_t lda, element *B, int64_t ldb)                                                   \
    {                                                                                                                            \
        const struct ddblas_matrix_problem problem = {.routine = DDBLAS_MATRIX_LACPY,                                            \
                                                      .type = DDBLAS_TYPE_##letter,                                              \
                                                      .m = m,                                                                    \
                                                      .n = n,                                                                    \
                                                      .uplo = uplo,                                                              \
                                                      .A = A,                                                                    \
                                                      .lda = lda,                                                                \
                                                      .C = B,                                                                    \
                                                      .ldc = ldb};                                                               \
        return run(handle, &problem);                                                                                            \
    }

/* Defines one entry point, ddblas<letter>laset. */
#define LASET(letter, element)                                                                                                   \
    ddblasStatus_t ddblas##letter##laset(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t m, int64_t n,                     \
                                         const element *alpha, const element *beta, element *A, int64_t lda)                     \
    {                                                                                                                            \
        const struct ddblas_matrix_problem problem = {.routine = DDBLAS_MATRIX_LASET,                                            \
                                                      .type = DDBLAS_TYPE_##letter,                                              \
                                                      .m = m,                                                                    \
                                                      .n = n,                                                                    \
                                                      .uplo = uplo,                                                              \
                                                      .alpha = alpha,                                                            \
                                                      .beta = beta,                                                              \
                                                      .C = A,                                                                    \
                                                      .ldc = lda};                                                               \
        return run(handle, &problem);                                                                                            \
    }
/* Defines ddblas?lacpy and ddblas?laset. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    LACPY(letter, element)                                                                                                       \
    LASET(letter, element)
#include <dd/types.def>
