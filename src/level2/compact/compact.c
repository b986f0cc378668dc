/*
 * Entry points of products with band and packed matrices: they check the arguments and choose the
 * engine.
 */
#include "compact.h"

#include "core/checks.h"

/* Positions of the arguments in a prototype, where the handle is argument 1. 0: the prototype does
 * not have the argument. */
struct positions
{
    int trans, uplo, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy;
};

static const struct positions
    of_gbmv = {.trans = 2,
               .m = 3,
               .n = 4,
               .kl = 5,
               .ku = 6,
               .alpha = 7,
               .A = 8,
               .lda = 9,
               .x = 10,
               .incx = 11,
               .beta = 12,
               .y = 13,
               .incy = 14},
    of_sbmv = {.uplo = 2, .n = 3, .kl = 4, .alpha = 5, .A = 6, .lda = 7, .x = 8, .incx = 9, .beta = 10, .y = 11, .incy = 12},
    of_spmv = {.uplo = 2, .n = 3, .alpha = 4, .A = 5, .x = 6, .incx = 7, .beta = 8, .y = 9, .incy = 10};

/* Checks the letters (such as uplo) and the sizes. In a symmetric band either kl or ku is 0, and
 * the argument `k` of the prototype is the other one. */
static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct ddblas_compact_problem *p, ddblasFillMode_t uplo,
                                  const struct positions *at)
{
    const struct layout *l = &p->layout;
    if (at->trans)
        DDBLAS_CHECK(ddblas_check_operation(handle, at->trans, "trans", p->trans));
    if (at->uplo)
        DDBLAS_CHECK(ddblas_check_fill(handle, at->uplo, uplo));
    if (at->m)
        DDBLAS_CHECK(ddblas_check_size(handle, at->m, "m", l->m));
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", l->n));
    if (at->ku)
    {
        DDBLAS_CHECK(ddblas_check_size(handle, at->kl, "kl", l->kl));
        DDBLAS_CHECK(ddblas_check_size(handle, at->ku, "ku", l->ku));
    }
    else if (at->kl)
        DDBLAS_CHECK(ddblas_check_size(handle, at->kl, "k", l->kl + l->ku));
    if (at->lda)
        DDBLAS_CHECK(ddblas_check_band(handle, at->lda, l->lda, l->kl, l->ku));
    DDBLAS_CHECK(ddblas_check_increment(handle, at->incx, "incx", p->incx));
    return ddblas_check_increment(handle, at->incy, "incy", p->incy);
}

/* Checks the pointers. A and x may be null if alpha is in host memory and is 0. */
static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct ddblas_compact_problem *p, const struct positions *at)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle), scalars = ddblas_place_of_scalars(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->alpha, "alpha", p->type, scalars, p->alpha));
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->beta, "beta", p->type, scalars, p->beta));
    if (!ddblas_known_zero(handle, p->type, 0, p->alpha))
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, at->lda ? "A" : "AP", p->type, arrays, p->A));
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->x, "x", p->type, arrays, p->x));
    }
    return ddblas_check_pointer(handle, at->y, "y", p->type, arrays, p->y);
}

static ddblasStatus_t run(ddblasHandle_t handle, struct ddblas_compact_problem *p, ddblasFillMode_t uplo,
                          const struct positions *at)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, p, uplo, at));
    if (p->layout.m == 0 || p->layout.n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_pointers(handle, p, at));
    p->layout.upper = uplo == DDBLAS_FILL_MODE_UPPER;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_type_is_double_double(p->type) ? ddblas_compact_cuda(handle, p) : ddblas_compact_cublas(handle, p);
#endif
    return ddblas_compact_cpu(handle, p);
}

/* The members that all problems have. */
#define COMMON(letter, NAME)                                                                                                     \
    .name = #NAME, .type = DDBLAS_TYPE_##letter, .alpha = alpha, .A = A, .x = x, .incx = incx, .beta = beta, .y = y, .incy = incy

/* Defines one entry point, ddblas<letter>gbmv. */
#define DEFINE_GBMV(letter, element)                                                                                             \
    ddblasStatus_t ddblas##letter##gbmv(ddblasHandle_t handle, ddblasOperation_t trans, int64_t m, int64_t n, int64_t kl,        \
                                        int64_t ku, const element *alpha, const element *A, int64_t lda, const element *x,       \
                                        int64_t incx, const element *beta, element *y, int64_t incy)                             \
    {                                                                                                                            \
        struct ddblas_compact_problem problem = {                                                                                \
            COMMON(letter, gbmv), .trans = trans,                                                                                \
            .layout = {.storage = LAYOUT_BAND, .m = m, .n = n, .lda = lda, .kl = kl, .ku = ku}};                                 \
        return run(handle, &problem, DDBLAS_FILL_MODE_LOWER, &of_gbmv);                                                          \
    }

/* Macros for matrices of which one triangle is stored: a band with k diagonals beside the main
 * diagonal, and a packed matrix. */
#define DEFINE_SBMV(letter, element, NAME, is_hermitian)                                                                         \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t k,                      \
                                        const element *alpha, const element *A, int64_t lda, const element *x, int64_t incx,     \
                                        const element *beta, element *y, int64_t incy)                                           \
    {                                                                                                                            \
        const int upper = uplo == DDBLAS_FILL_MODE_UPPER;                                                                        \
        struct ddblas_compact_problem problem = {                                                                                \
            COMMON(letter, NAME), .symmetric = 1, .hermitian = is_hermitian,                                                     \
            .layout = {.storage = LAYOUT_BAND, .m = n, .n = n, .lda = lda, .kl = upper ? 0 : k, .ku = upper ? k : 0}};           \
        return run(handle, &problem, uplo, &of_sbmv);                                                                            \
    }

/* Defines one entry point, ddblas<letter><NAME>. */
#define DEFINE_SPMV(letter, element, NAME, is_hermitian)                                                                         \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const element *alpha,           \
                                        const element *A, const element *x, int64_t incx, const element *beta, element *y,       \
                                        int64_t incy)                                                                            \
    {                                                                                                                            \
        struct ddblas_compact_problem problem = {COMMON(letter, NAME), .symmetric = 1, .hermitian = is_hermitian,                \
                                                 .layout = {.storage = LAYOUT_PACKED, .m = n, .n = n}};                          \
        return run(handle, &problem, uplo, &of_spmv);                                                                            \
    }

/* Defines gbmv for the six types. */
#define DDBLAS_TYPES                                   DDBLAS_TYPES_OF_COMPACT
#define DDBLAS_TYPE(letter, element, real, is_complex) DEFINE_GBMV(letter, element)
#include <dd/types.def>

/* Defines sbmv and spmv for the real types. */
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_COMPACT & DDBLAS_TYPES_REAL)
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    DEFINE_SBMV(letter, element, sbmv, 0)                                                                                        \
    DEFINE_SPMV(letter, element, spmv, 0)
#include <dd/types.def>

/* Defines hbmv and hpmv for the complex types. */
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_COMPACT & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    DEFINE_SBMV(letter, element, hbmv, 1)                                                                                        \
    DEFINE_SPMV(letter, element, hpmv, 1)
#include <dd/types.def>
