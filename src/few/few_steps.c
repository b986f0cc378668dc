/*
 * The steps of syevx and heevx: one set of functions for each of the types W and U, over public
 * routines. Scalars are real, and in host memory.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "few.h"

/* The names of a type's routines for Hermitian matrices, and its adjoint. */
#define FEW_NAMES_W symm, syevd, DDBLAS_OP_T
#define FEW_NAMES_U hemm, heevd, DDBLAS_OP_C

/* Defines the steps of one type, of which FEW_TYPE makes a table: multiply_<X>, decompose_<X> and
 * so on. */
#define FEW_ROUTINES_(X, element, scalar, symm, eig, turned)                                                                     \
    static ddblasStatus_t multiply_##X(ddblasHandle_t handle, int adjoint, int64_t m, int64_t n, int64_t k, double alpha,        \
                                       const void *A, int64_t lda, const void *B, int64_t ldb, double beta, void *C,             \
                                       int64_t ldc)                                                                              \
    {                                                                                                                            \
        const element factors[] = {scalar(alpha), scalar(beta)};                                                                 \
        return ddblas##X##gemm(handle, adjoint ? turned : DDBLAS_OP_N, DDBLAS_OP_N, m, n, k, &factors[0], A, lda, B, ldb,        \
                               &factors[1], C, ldc);                                                                             \
    }                                                                                                                            \
    static ddblasStatus_t multiply_lower_##X(ddblasHandle_t handle, int64_t m, int64_t n, const void *A, int64_t lda,            \
                                             const void *B, int64_t ldb, void *C, int64_t ldc)                                   \
    {                                                                                                                            \
        const element factors[] = {scalar(1.0), scalar(0.0)};                                                                    \
        return ddblas##X##symm(handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, m, n, &factors[0], A, lda, B, ldb, &factors[1], \
                               C, ldc);                                                                                          \
    }                                                                                                                            \
    static ddblasStatus_t decompose_##X(ddblasHandle_t handle, int64_t n, void *A, int64_t lda, void *w, int64_t *info)          \
    {                                                                                                                            \
        return ddblas##X##eig(handle, DDBLAS_EIG_MODE_VECTOR, DDBLAS_FILL_MODE_LOWER, n, A, lda, w, info);                       \
    }                                                                                                                            \
    static ddblasStatus_t copy_##X(ddblasHandle_t handle, int64_t m, int64_t n, const void *A, int64_t lda, void *B,             \
                                   int64_t ldb)                                                                                  \
    {                                                                                                                            \
        return ddblas##X##lacpy(handle, DDBLAS_FILL_MODE_FULL, m, n, A, lda, B, ldb);                                            \
    }                                                                                                                            \
    static ddblasStatus_t set_##X(ddblasHandle_t handle, int64_t m, int64_t n, int unit, void *A, int64_t lda)                   \
    {                                                                                                                            \
        const element values[] = {scalar(0.0), scalar(unit ? 1.0 : 0.0)};                                                        \
        return ddblas##X##laset(handle, DDBLAS_FILL_MODE_FULL, m, n, &values[0], &values[1], A, lda);                            \
    }                                                                                                                            \
    static ddblasStatus_t scale_columns_##X(ddblasHandle_t handle, int64_t m, int64_t n, const void *A, int64_t lda,             \
                                            const void *x, void *C, int64_t ldc)                                                 \
    {                                                                                                                            \
        return ddblas##X##dgmm(handle, DDBLAS_SIDE_RIGHT, m, n, A, lda, x, 1, C, ldc);                                           \
    }                                                                                                                            \
    static ddblasStatus_t scale_##X(ddblasHandle_t handle, int64_t m, int64_t n, double alpha, void *A, int64_t lda)             \
    {                                                                                                                            \
        const element factors[] = {scalar(alpha), scalar(0.0)};                                                                  \
        return ddblas##X##geam(handle, DDBLAS_OP_N, DDBLAS_OP_N, m, n, &factors[0], A, lda, &factors[1], NULL, lda, A, lda);     \
    }                                                                                                                            \
    static ddblasStatus_t largest_##X(ddblasHandle_t handle, int64_t m, int64_t n, const void *A, int64_t lda, double *largest)  \
    {                                                                                                                            \
        cuddreal norm = cuddNan();                                                                                               \
        const ddblasStatus_t status = ddblas##X##lange(handle, DDBLAS_NORM_MAX, m, n, A, lda, &norm);                            \
        *largest = norm.x;                                                                                                       \
        return status;                                                                                                           \
    }

#define FEW_ROUTINES(X, element, scalar, names) FEW_ROUTINES_(X, element, scalar, names)
FEW_ROUTINES(W, cuddreal, cuddFromDouble, FEW_NAMES_W)
#define FEW_COMPLEX(a) cuddcFromDoubles(a, 0.0)
FEW_ROUTINES(U, cuddcomplex, FEW_COMPLEX, FEW_NAMES_U)

/* tsqr in W, for as many columns as the engine takes. */
static int takes_tsqr(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    return ddblas_type_is_of(type, DDBLAS_TYPES_OF_TSQR) &&
           (handle->backend->engine == DDBLAS_ENGINE_CPU || n <= DDBLAS_TSQR_MOST_COLUMNS);
}

static ddblasStatus_t orthonormalise_W(ddblasHandle_t handle, int64_t m, int64_t n, void *A, int64_t lda, void *R, void *tau)
{
    if (takes_tsqr(handle, DDBLAS_TYPE_W, n))
        return ddblasWtsqr(handle, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, A, lda, R, n);
    DDBLAS_CHECK(ddblasWgeqrf(handle, m, n, A, lda, tau));
    DDBLAS_CHECK(ddblasWlacpy(handle, DDBLAS_FILL_MODE_UPPER, n, n, A, lda, R, n));
    return ddblasWorgqr(handle, m, n, n, A, lda, tau);
}

static ddblasStatus_t orthonormalise_U(ddblasHandle_t handle, int64_t m, int64_t n, void *A, int64_t lda, void *R, void *tau)
{
    DDBLAS_CHECK(ddblasUgeqrf(handle, m, n, A, lda, tau));
    DDBLAS_CHECK(ddblasUlacpy(handle, DDBLAS_FILL_MODE_UPPER, n, n, A, lda, R, n));
    return ddblasUungqr(handle, m, n, n, A, lda, tau);
}

static ddblasStatus_t call_W(ddblasHandle_t handle, const union ddblas_few_operator *function, void *context, int64_t n,
                             int64_t columns, const void *X, int64_t ldx, void *Y, int64_t ldy)
{
    return function->w(handle, context, n, columns, X, ldx, Y, ldy);
}

static ddblasStatus_t call_U(ddblasHandle_t handle, const union ddblas_few_operator *function, void *context, int64_t n,
                             int64_t columns, const void *X, int64_t ldx, void *Y, int64_t ldy)
{
    return function->u(handle, context, n, columns, X, ldx, Y, ldy);
}

#define FEW_TYPE(X, element)                                                                                                     \
    {                                                                                                                            \
        sizeof(element), multiply_##X, multiply_lower_##X, orthonormalise_##X, decompose_##X, copy_##X, set_##X,                 \
            scale_columns_##X, scale_##X, largest_##X, call_##X                                                                  \
    }

const struct ddblas_few_type *ddblas_few_type_of(ddblasType_t type)
{
    static const struct ddblas_few_type real = FEW_TYPE(W, cuddreal), complex = FEW_TYPE(U, cuddcomplex);
    return ddblas_type_is_complex(type) ? &complex : &real;
}

/* *most becomes the larger of itself and `bytes`. */
static ddblasStatus_t count_bytes(ddblasStatus_t status, size_t bytes, size_t *most)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        *most = most_bytes(*most, bytes);
    return status;
}

/* The workspace for making the columns of an m x n matrix orthonormal. */
static ddblasStatus_t count_orthonormalisation(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, size_t *most)
{
    size_t bytes = 0;
    if (takes_tsqr(handle, type, n))
        return count_bytes(ddblasTsqrWorkspaceSize(handle, NULL, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, &bytes), bytes, most);
    DDBLAS_CHECK(count_bytes(ddblasGeqrfWorkspaceSize(handle, type, m, n, &bytes), bytes, most));
    return count_bytes(ddblasOrgqrWorkspaceSize(handle, type, m, n, n, &bytes), bytes, most);
}

ddblasStatus_t ddblas_few_steps_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t block, int64_t basis,
                                          size_t *most)
{
    size_t bytes = 0;
    *most = 0;
    /* The products: V S, V^H W and W^H V, R^H R, and those of the small matrices. */
    const int64_t sizes[][3] = {
        {n, 2 * block, basis}, {basis, block, n}, {block, basis, n}, {block, block, n}, {basis, block, basis}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        DDBLAS_CHECK(
            count_bytes(ddblasGemmWorkspaceSize(handle, type, sizes[i][0], sizes[i][1], sizes[i][2], &bytes), bytes, most));
    DDBLAS_CHECK(count_bytes(ddblasSymmWorkspaceSize(handle, type, DDBLAS_SIDE_LEFT, basis, 2 * block, &bytes), bytes, most));
    DDBLAS_CHECK(count_bytes(ddblasSyevdWorkspaceSize(handle, type, DDBLAS_EIG_MODE_VECTOR, basis, &bytes), bytes, most));
    DDBLAS_CHECK(count_bytes(ddblasLangeWorkspaceSize(handle, type, DDBLAS_NORM_MAX, n, block, &bytes), bytes, most));
    DDBLAS_CHECK(count_orthonormalisation(handle, type, n, block, most));
    return count_orthonormalisation(handle, type, basis, least(2 * block, basis), most);
}
