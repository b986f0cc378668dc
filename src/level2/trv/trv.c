/*
 * Entry points of trmv, trsv, and the same operations with bands and packed matrices: they check
 * the arguments and choose the engine.
 */
#include "trv.h"

#include "core/checks.h"

/* Positions of the arguments in a prototype, where the handle is argument 1. 0: the prototype does
 * not have the argument. The arguments 2 to 5 are uplo, trans, diag and n in every prototype. */
struct positions
{
    int k, A, lda, x, incx;
};

static const struct positions of_trv = {.A = 6, .lda = 7, .x = 8, .incx = 9},
                              of_tbv = {.k = 6, .A = 7, .lda = 8, .x = 9, .incx = 10}, of_tpv = {.A = 6, .x = 7, .incx = 8};

static const struct positions *positions_of(enum layout_storage storage)
{
    return storage == LAYOUT_TRIANGLE ? &of_trv : storage == LAYOUT_BAND ? &of_tbv : &of_tpv;
}

/* Checks the arguments and returns the status. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_trv_problem *p)
{
    const struct positions *at = positions_of(p->stored.storage);
    const struct layout *l = &p->stored;
    DDBLAS_CHECK(ddblas_check_fill(handle, 2, p->uplo));
    DDBLAS_CHECK(ddblas_check_operation(handle, 3, "trans", p->trans));
    DDBLAS_CHECK(ddblas_check_diagonal(handle, 4, p->diag));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", p->n));
    if (at->k)
    {
        DDBLAS_CHECK(ddblas_check_size(handle, at->k, "k", l->kl + l->ku));
        DDBLAS_CHECK(ddblas_check_band(handle, at->lda, l->lda, l->kl, l->ku));
    }
    else if (at->lda)
        DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->n));
    DDBLAS_CHECK(ddblas_check_increment(handle, at->incx, "incx", p->incx));
    if (p->n == 0)
        return DDBLAS_STATUS_SUCCESS;

    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, at->lda ? "A" : "AP", p->type, arrays, p->A));
    return ddblas_check_pointer(handle, at->x, "x", p->type, arrays, p->x);
}

static ddblasStatus_t run(ddblasHandle_t handle, const struct ddblas_trv_problem *problem)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, problem));
    if (problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_trv_cuda(handle, problem);
#endif
    return ddblas_trv_cpu(handle, problem);
}

static ddblasStatus_t query(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes, enum ddblas_trv_routine routine,
                            enum layout_storage storage)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_TRV));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    *bytes = 0;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        *bytes = ddblas_trv_cuda_workspace(type, routine, n);
        return DDBLAS_STATUS_SUCCESS;
    }
#endif
    *bytes = ddblas_trv_cpu_workspace(type, routine, storage, n);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasTrmvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query(handle, type, n, bytes, DDBLAS_TRV_MULTIPLY, LAYOUT_TRIANGLE);
}

ddblasStatus_t ddblasTrsvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query(handle, type, n, bytes, DDBLAS_TRV_SOLVE, LAYOUT_TRIANGLE);
}

ddblasStatus_t ddblasTbmvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query(handle, type, n, bytes, DDBLAS_TRV_MULTIPLY, LAYOUT_BAND);
}

ddblasStatus_t ddblasTbsvWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query(handle, type, n, bytes, DDBLAS_TRV_SOLVE, LAYOUT_BAND);
}

/* Members of a problem that all macros below set in the same way. Each of them then sets the layout
 * of its matrix: a triangle, a band or a packed matrix. */
#define COMMON(letter, NAME, ROUTINE)                                                                                            \
    .name = #NAME, .type = DDBLAS_TYPE_##letter, .routine = ROUTINE, .uplo = uplo, .trans = trans, .diag = diag, .n = n, .A = A, \
    .x = x, .incx = incx
#define UPPER (uplo == DDBLAS_FILL_MODE_UPPER)

/* Defines one entry point, ddblas<letter><NAME>. */
#define DEFINE_TRV(letter, element, NAME, ROUTINE)                                                                               \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,                   \
                                        ddblasDiagType_t diag, int64_t n, const element *A, int64_t lda, element *x,             \
                                        int64_t incx)                                                                            \
    {                                                                                                                            \
        const struct ddblas_trv_problem problem = {                                                                              \
            COMMON(letter, NAME, ROUTINE), .lda = lda,                                                                           \
            .stored = {.storage = LAYOUT_TRIANGLE, .upper = UPPER, .m = n, .n = n, .lda = lda}};                                 \
        return run(handle, &problem);                                                                                            \
    }

/* Defines one entry point, ddblas<letter><NAME>. */
#define DEFINE_TBV(letter, element, NAME, ROUTINE)                                                                               \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,                   \
                                        ddblasDiagType_t diag, int64_t n, int64_t k, const element *A, int64_t lda, element *x,  \
                                        int64_t incx)                                                                            \
    {                                                                                                                            \
        const struct ddblas_trv_problem problem = {                                                                              \
            COMMON(letter, NAME, ROUTINE), .lda = lda,                                                                           \
            .stored = {                                                                                                          \
                .storage = LAYOUT_BAND, .upper = UPPER, .m = n, .n = n, .lda = lda, .kl = UPPER ? 0 : k, .ku = UPPER ? k : 0}};  \
        return run(handle, &problem);                                                                                            \
    }

/* Defines one entry point, ddblas<letter><NAME>. */
#define DEFINE_TPV(letter, element, NAME, ROUTINE)                                                                               \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans,                   \
                                        ddblasDiagType_t diag, int64_t n, const element *A, element *x, int64_t incx)            \
    {                                                                                                                            \
        const struct ddblas_trv_problem problem = {COMMON(letter, NAME, ROUTINE),                                                \
                                                   .stored = {.storage = LAYOUT_PACKED, .upper = UPPER, .m = n, .n = n}};        \
        return run(handle, &problem);                                                                                            \
    }
/* Defines the six routines for the six types. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TRV
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    DEFINE_TRV(letter, element, trmv, DDBLAS_TRV_MULTIPLY)                                                                       \
    DEFINE_TRV(letter, element, trsv, DDBLAS_TRV_SOLVE)                                                                          \
    DEFINE_TBV(letter, element, tbmv, DDBLAS_TRV_MULTIPLY)                                                                       \
    DEFINE_TBV(letter, element, tbsv, DDBLAS_TRV_SOLVE)                                                                          \
    DEFINE_TPV(letter, element, tpmv, DDBLAS_TRV_MULTIPLY)                                                                       \
    DEFINE_TPV(letter, element, tpsv, DDBLAS_TRV_SOLVE)
#include <dd/types.def>
