/*
 * Entry points of syrk, herk, syr2k and her2k: they check the arguments and choose the engine.
 */
#include "syrk.h"

#include "core/checks.h"
#include "level3/vendor/vendor.h"
#include "level3/gemm/cpu/gemm_cpu.h"

/* Checks trans. Real types allow N, T and C, symmetric updates in complex types N and T, and
 * Hermitian updates N and C. */
static ddblasStatus_t check_operation(ddblasHandle_t handle, const struct ddblas_syrk_problem *p)
{
    const ddblasOperation_t other = p->hermitian ? DDBLAS_OP_T : DDBLAS_OP_C;
    DDBLAS_CHECK(ddblas_check_operation(handle, 3, "trans", p->trans));
    if (!ddblas_type_is_complex(p->type) || p->trans != other)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 3, "trans: %s",
                                p->hermitian ? "T, where only N and C have a meaning" : "C, where only N and T have a meaning");
}

/* Checks the arguments, after ddblas_enter has begun the call. moved: 1 if the type of A is also an
 * argument, which moves the arguments after A to later positions. */
static ddblasStatus_t check_arguments(ddblasHandle_t handle, const struct ddblas_syrk_problem *p, int on_host, int moved,
                                      ddblasType_t type_of_a)
{
    const int of_ldc = (p->two ? 13 : 11) + moved;
    DDBLAS_CHECK(ddblas_check_fill(handle, 2, p->uplo));
    DDBLAS_CHECK(check_operation(handle, p));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "k", p->k));
    if (moved && !ddblas_type_is_of(type_of_a, DDBLAS_TYPES_D | DDBLAS_TYPES_W))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 8, "typea: %d is neither D nor W", (int)type_of_a);
    const int64_t rows = p->trans == DDBLAS_OP_N ? p->n : p->k;
    DDBLAS_CHECK(ddblas_check_leading(handle, 8 + moved, "lda", p->lda, rows));
    if (p->two)
        DDBLAS_CHECK(ddblas_check_leading(handle, 10, "ldb", p->ldb, rows));
    DDBLAS_CHECK(ddblas_check_leading(handle, of_ldc, "ldc", p->ldc, p->n));
    if (p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    const ddblasType_t beta_type = p->hermitian ? ddblas_type_real(p->type) : p->type, alpha_type = p->two ? p->type : beta_type;
    const enum ddblas_place arrays = on_host ? DDBLAS_PLACE_HOST : ddblas_place_of_arrays(handle);
    const enum ddblas_place scalars = on_host ? DDBLAS_PLACE_HOST : ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, 6, "alpha", alpha_type, scalars, p->alpha));
    const int reads_operands = p->k > 0 && !(scalars == DDBLAS_PLACE_HOST && ddblas_type_is_zero(alpha_type, p->alpha));
    if (reads_operands)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "A", type_of_a, arrays, p->A));
    if (reads_operands && p->two)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, "B", p->type, arrays, p->B));
    DDBLAS_CHECK(ddblas_check_pointer(handle, of_ldc - 2, "beta", beta_type, scalars, p->beta));
    return ddblas_check_pointer(handle, of_ldc - 1, "C", p->type, arrays, p->C);
}

ddblasStatus_t ddblas_syrk_check(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem, int on_host)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    return check_arguments(handle, problem, on_host, 0, problem->type);
}

static ddblasStatus_t run_syrk(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem)
{
    DDBLAS_CHECK(ddblas_syrk_check(handle, problem, 0));
    if (problem->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    if (ddblas_type_is_double_double(problem->type))
        return ddblas_syrk_w(handle, problem);
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_syrk_cublas(handle, problem);
#endif
    return ddblas_syrk_cblas(handle, problem);
}

/* Defines one entry point, ddblas<letter>syrk or ddblas<letter>herk. */
#define SYRK(letter, name, type, scalar, hermitian)                                                                              \
    ddblasStatus_t ddblas##letter##name(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,        \
                                        int64_t k, const scalar *alpha, const type *A, int64_t lda, const scalar *beta, type *C, \
                                        int64_t ldc)                                                                             \
    {                                                                                                                            \
        const struct ddblas_syrk_problem problem = {                                                                             \
            DDBLAS_TYPE_##letter, hermitian, 0, uplo, trans, n, k, alpha, A, lda, NULL, 1, beta, C, ldc, 0};                     \
        return run_syrk(handle, &problem);                                                                                       \
    }

/* Defines one entry point, ddblas<letter>syr2k or ddblas<letter>her2k. */
#define SYR2K(letter, name, type, scalar, hermitian)                                                                             \
    ddblasStatus_t ddblas##letter##name(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,        \
                                        int64_t k, const type *alpha, const type *A, int64_t lda, const type *B, int64_t ldb,    \
                                        const scalar *beta, type *C, int64_t ldc)                                                \
    {                                                                                                                            \
        const struct ddblas_syrk_problem problem = {                                                                             \
            DDBLAS_TYPE_##letter, hermitian, 1, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc, 0};                      \
        return run_syrk(handle, &problem);                                                                                       \
    }

/* Defines ddblas<letter>syrk and ddblas<letter>syr2k for all types. */
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_LEVEL3
#define DDBLAS_TYPE(letter, type, real, is_complex) SYRK(letter, syrk, type, type, 0) SYR2K(letter, syr2k, type, type, 0)
#include <dd/types.def>

/* Defines ddblas<letter>herk and ddblas<letter>her2k for the complex types. */
#define DDBLAS_TYPES                                (DDBLAS_TYPES_OF_LEVEL3 & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, type, real, is_complex) SYRK(letter, herk, type, real, 1) SYR2K(letter, her2k, type, real, 1)
#include <dd/types.def>

ddblasStatus_t ddblasWsyrkEx(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                             const cuddreal *alpha, const void *A, ddblasType_t typea, int64_t lda, const cuddreal *beta,
                             cuddreal *C, int64_t ldc)
{
    const struct ddblas_syrk_problem problem = {.type = DDBLAS_TYPE_W,
                                                .uplo = uplo,
                                                .trans = trans,
                                                .n = n,
                                                .k = k,
                                                .alpha = alpha,
                                                .A = A,
                                                .lda = lda,
                                                .ldb = 1,
                                                .beta = beta,
                                                .C = C,
                                                .ldc = ldc,
                                                .double_a = typea == DDBLAS_TYPE_D};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_arguments(handle, &problem, 0, 1, typea));
    return n == 0 ? DDBLAS_STATUS_SUCCESS : ddblas_syrk_w(handle, &problem);
}

ddblasStatus_t ddblasSyrkWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t k, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_LEVEL3));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "k", k));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    *bytes = n == 0                               ? 0
             : ddblas_type_is_double_double(type) ? ddblas_syrk_w_workspace(handle, type, n, k)
                                                  : ddblas_vendor_workspace(handle);
    return DDBLAS_STATUS_SUCCESS;
}
