/*
 * S, D, C, Z syrk, herk, syr2k and her2k on the CPU, in tiles of 256 x 256 at fixed places. A tile
 * takes one or two single-threaded CBLAS calls: syrk, herk, syr2k or her2k on the diagonal, gemm
 * elsewhere.
 */
#include <cblas.h>
#include <string.h>

#include "core/cblas_threads.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "vendor.h"
#include "level3/structured/syrk.h"

/* Returns the address of row i of op(A). Returns null if op(A) has no columns, or if A is null
 * because alpha is 0. */
static const void *rows_of(const struct ddblas_syrk_problem *p, const void *A, int64_t lda, int64_t i)
{
    return p->k == 0 || !A ? NULL : (const char *)A + (size_t)(p->trans == DDBLAS_OP_N ? i : i * lda) * ddblas_type_size(p->type);
}

static void *element_of_c(const struct ddblas_syrk_problem *p, int64_t i, int64_t j)
{
    return (char *)p->C + (size_t)(i + j * p->ldc) * ddblas_type_size(p->type);
}

static CBLAS_TRANSPOSE cblas_operation(const struct ddblas_syrk_problem *p)
{
    return p->trans == DDBLAS_OP_N ? CblasNoTrans : p->hermitian ? CblasConjTrans : CblasTrans;
}

/* Sets the imaginary parts of the diagonal of a Hermitian C to 0. herk and her2k treat them as 0,
 * whatever their values are. */
static void real_diagonal(const struct ddblas_syrk_problem *p, int64_t i, int n)
{
    const size_t part = ddblas_type_size(p->type) / 2;
    for (int64_t d = i; d < i + n; d++)
        memset((char *)element_of_c(p, d, d) + part, 0, part);
}

static void diagonal_tile(const struct ddblas_syrk_problem *p, int64_t i, int n)
{
    if (p->hermitian && ddblas_type_is_complex(p->type))
        real_diagonal(p, i, n);
    const CBLAS_UPLO uplo = p->uplo == DDBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper;
    const CBLAS_TRANSPOSE op = cblas_operation(p);
    const int k = (int)p->k, lda = (int)p->lda, ldb = (int)p->ldb, ldc = (int)p->ldc;
    const void *A = rows_of(p, p->A, p->lda, i), *B = p->two ? rows_of(p, p->B, p->ldb, i) : NULL, *alpha = p->alpha,
               *beta = p->beta;
    void *C = element_of_c(p, i, i);
    switch (p->type)
    {
#define REAL(letter, type)                                                                                                       \
    if (p->two)                                                                                                                  \
        cblas_##letter##syr2k(CblasColMajor, uplo, op, n, k, *(const type *)alpha, A, lda, B, ldb, *(const type *)beta, C, ldc); \
    else                                                                                                                         \
        cblas_##letter##syrk(CblasColMajor, uplo, op, n, k, *(const type *)alpha, A, lda, *(const type *)beta, C, ldc)
#define COMPLEX(letter, real)                                                                                                    \
    if (p->two && p->hermitian)                                                                                                  \
        cblas_##letter##her2k(CblasColMajor, uplo, op, n, k, alpha, A, lda, B, ldb, *(const real *)beta, C, ldc);                \
    else if (p->two)                                                                                                             \
        cblas_##letter##syr2k(CblasColMajor, uplo, op, n, k, alpha, A, lda, B, ldb, beta, C, ldc);                               \
    else if (p->hermitian)                                                                                                       \
        cblas_##letter##herk(CblasColMajor, uplo, op, n, k, *(const real *)alpha, A, lda, *(const real *)beta, C, ldc);          \
    else                                                                                                                         \
        cblas_##letter##syrk(CblasColMajor, uplo, op, n, k, alpha, A, lda, beta, C, ldc)
    case DDBLAS_TYPE_S:
        REAL(s, float);
        break;
    case DDBLAS_TYPE_D:
        REAL(d, double);
        break;
    case DDBLAS_TYPE_C:
        COMPLEX(c, float);
        break;
    default:
        COMPLEX(z, double);
        break;
#undef REAL
#undef COMPLEX
    }
}

/* A scalar for a gemm of any type. */
union scalar
{
    float s;
    double d;
    ddblasComplex c;
    ddblasDoubleComplex z;
};

static union scalar full_scalar(ddblasType_t type, const void *scalar, int is_real, int conjugate)
{
    union scalar r;
    switch (type)
    {
    case DDBLAS_TYPE_S:
        r.s = *(const float *)scalar;
        break;
    case DDBLAS_TYPE_D:
        r.d = *(const double *)scalar;
        break;
    case DDBLAS_TYPE_C:
        r.c = is_real ? (ddblasComplex){*(const float *)scalar, 0.0F} : *(const ddblasComplex *)scalar;
        r.c.y = conjugate ? -r.c.y : r.c.y;
        break;
    default:
        r.z = is_real ? (ddblasDoubleComplex){*(const double *)scalar, 0.0} : *(const ddblasDoubleComplex *)scalar;
        r.z.y = conjugate ? -r.z.y : r.z.y;
        break;
    }
    return r;
}

static union scalar one_of(ddblasType_t type)
{
    union scalar r;
    memcpy(&r, ddblas_type_one(type), ddblas_type_size(type));
    return r;
}

/* Computes one tile of C = alpha op(A) op(B)^T + beta C; in Hermitian problems ^H replaces ^T. */
static void multiply_tile(const struct ddblas_syrk_problem *p, int m, int n, union scalar alpha, const void *A, int64_t lda,
                          const void *B, int64_t ldb, union scalar beta, void *C)
{
    const CBLAS_TRANSPOSE other = p->hermitian ? CblasConjTrans : CblasTrans;
    const CBLAS_TRANSPOSE ta = p->trans == DDBLAS_OP_N ? CblasNoTrans : other,
                          tb = p->trans == DDBLAS_OP_N ? other : CblasNoTrans;
    const int k = (int)p->k, a = (int)lda, b = (int)ldb, c = (int)p->ldc;
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        cblas_sgemm(CblasColMajor, ta, tb, m, n, k, alpha.s, A, a, B, b, beta.s, C, c);
        break;
    case DDBLAS_TYPE_D:
        cblas_dgemm(CblasColMajor, ta, tb, m, n, k, alpha.d, A, a, B, b, beta.d, C, c);
        break;
    case DDBLAS_TYPE_C:
        cblas_cgemm(CblasColMajor, ta, tb, m, n, k, &alpha.c, A, a, B, b, &beta.c, C, c);
        break;
    default:
        cblas_zgemm(CblasColMajor, ta, tb, m, n, k, &alpha.z, A, a, B, b, &beta.z, C, c);
        break;
    }
}

static void other_tile(const struct ddblas_syrk_problem *p, int64_t i, int64_t j, int m, int n)
{
    const int is_complex = ddblas_type_is_complex(p->type);
    const union scalar alpha = full_scalar(p->type, p->alpha, is_complex && p->hermitian && !p->two, 0);
    const union scalar beta = full_scalar(p->type, p->beta, is_complex && p->hermitian, 0);
    const void *second = p->two ? p->B : p->A;
    const int64_t ld_second = p->two ? p->ldb : p->lda;
    void *C = element_of_c(p, i, j);
    multiply_tile(p, m, n, alpha, rows_of(p, p->A, p->lda, i), p->lda, rows_of(p, second, ld_second, j), ld_second, beta, C);
    if (p->two)
        multiply_tile(p, m, n, full_scalar(p->type, p->alpha, 0, p->hermitian), rows_of(p, p->B, p->ldb, i), p->ldb,
                      rows_of(p, p->A, p->lda, j), p->lda, one_of(p->type), C);
}

/* Computes tile number `index` of C, where all tiles of the square are numbered. Does nothing for
 * tiles outside the triangle. */
static void compute_tile(const struct ddblas_syrk_problem *p, int64_t index, int64_t tiles)
{
    const int64_t edge = DDBLAS_VENDOR_TILE, i = index % tiles * edge, j = index / tiles * edge;
    const int m = (int)least(p->n - i, edge), n = (int)least(p->n - j, edge);
    if (i == j)
        diagonal_tile(p, i, n);
    else if ((i > j) == (p->uplo == DDBLAS_FILL_MODE_LOWER))
        other_tile(p, i, j, m, n);
}

ddblasStatus_t ddblas_syrk_cblas(ddblasHandle_t handle, const struct ddblas_syrk_problem *problem)
{
    const int64_t tiles = quotient_up(problem->n, DDBLAS_VENDOR_TILE);
    DDBLAS_CHECK(ddblas_check_cblas(handle, problem->n, problem->k, problem->lda, problem->ldb, problem->ldc));
    const int product =
        problem->k > 0 && !ddblas_known_zero(handle, problem->type, problem->hermitian && !problem->two, problem->alpha);
    if (!product && ddblas_known_one(handle, problem->type, problem->hermitian, problem->beta))
        return DDBLAS_STATUS_SUCCESS;
    const int threads = ddblas_threads_useful(handle, problem->type, (double)tiles * (double)tiles);
    ddblas_cblas_begin();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
    for (int64_t index = 0; index < tiles * tiles; index++)
        compute_tile(problem, index, tiles);
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
