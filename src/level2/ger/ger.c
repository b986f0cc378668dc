/*
 * Entry points of ger and its relatives: they check the arguments and choose the engine.
 */
#include "ger.h"

#include "core/checks.h"

/* Positions of the arguments in a prototype, where the handle is argument 1. 0: the prototype does
 * not have the argument. */
struct positions
{
    int uplo, m, n, alpha, x, incx, y, incy, A, lda;
};

static const struct positions of_ger = {.m = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .y = 7, .incy = 8, .A = 9, .lda = 10},
                              of_syr = {.uplo = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .A = 7, .lda = 8},
                              of_syr2 = {.uplo = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .y = 7, .incy = 8, .A = 9, .lda = 10},
                              of_spr = {.uplo = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .A = 7},
                              of_spr2 = {.uplo = 2, .n = 3, .alpha = 4, .x = 5, .incx = 6, .y = 7, .incy = 8, .A = 9};

/* Checks the letters (such as uplo) and the sizes. */
static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct ddblas_ger_problem *p, ddblasFillMode_t uplo,
                                  const struct positions *at)
{
    if (at->uplo)
        DDBLAS_CHECK(ddblas_check_fill(handle, at->uplo, uplo));
    if (at->m)
        DDBLAS_CHECK(ddblas_check_size(handle, at->m, "m", p->m));
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", p->n));
    DDBLAS_CHECK(ddblas_check_increment(handle, at->incx, "incx", p->incx));
    if (at->incy)
        DDBLAS_CHECK(ddblas_check_increment(handle, at->incy, "incy", p->incy));
    return at->lda ? ddblas_check_leading(handle, at->lda, "lda", p->layout.lda, p->m) : DDBLAS_STATUS_SUCCESS;
}

/* Checks the pointers. *nothing becomes 1 if alpha is in host memory and is 0. */
static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct ddblas_ger_problem *p, const struct positions *at,
                                     int *nothing)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const ddblasType_t type_of_alpha = p->real_alpha ? ddblas_type_real(p->type) : p->type;
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->alpha, "alpha", type_of_alpha, ddblas_place_of_scalars(handle), p->alpha));
    *nothing = ddblas_known_zero(handle, type_of_alpha, 0, p->alpha);
    if (!*nothing)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->x, "x", p->type, arrays, p->x));
        if (at->y)
            DDBLAS_CHECK(ddblas_check_pointer(handle, at->y, "y", p->type, arrays, p->y));
    }
    return ddblas_check_pointer(handle, at->A, p->layout.storage == LAYOUT_PACKED ? "AP" : "A", p->type, arrays, p->A);
}

static ddblasStatus_t run(ddblasHandle_t handle, struct ddblas_ger_problem *p, ddblasFillMode_t uplo, const struct positions *at)
{
    int nothing = 0;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_sizes(handle, p, uplo, at));
    if (p->m == 0 || p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_pointers(handle, p, at, &nothing));
    if (nothing)
        return DDBLAS_STATUS_SUCCESS;
    p->layout.m = p->m;
    p->layout.n = p->n;
    p->layout.upper = uplo == DDBLAS_FILL_MODE_UPPER;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_type_is_double_double(p->type) ? ddblas_ger_cuda(handle, p) : ddblas_ger_cublas(handle, p);
#endif
    return ddblas_ger_cpu(handle, p);
}

/* Each of these macros defines one public function. conjugated: op conjugates the vector that is
 * transposed to a row. */
#define DEFINE_GER(letter, element, NAME, conjugated)                                                                            \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, int64_t m, int64_t n, const element *alpha, const element *x,     \
                                        int64_t incx, const element *y, int64_t incy, element *A, int64_t lda)                   \
    {                                                                                                                            \
        struct ddblas_ger_problem problem = {.name = #NAME,                                                                      \
                                             .type = DDBLAS_TYPE_##letter,                                                       \
                                             .conjugate = conjugated,                                                            \
                                             .layout = {.storage = LAYOUT_FULL, .lda = lda},                                     \
                                             .m = m,                                                                             \
                                             .n = n,                                                                             \
                                             .alpha = alpha,                                                                     \
                                             .x = x,                                                                             \
                                             .incx = incx,                                                                       \
                                             .y = y,                                                                             \
                                             .incy = incy,                                                                       \
                                             .A = A};                                                                            \
        return run(handle, &problem, DDBLAS_FILL_MODE_LOWER, &of_ger);                                                           \
    }

/* The problem of a routine with one vector, for a square matrix of which one triangle is stored. */
#define ONE_VECTOR(letter, NAME, hermitian, how, leading)                                                                        \
    {                                                                                                                            \
        .name = #NAME, .type = DDBLAS_TYPE_##letter, .conjugate = hermitian, .real_alpha = hermitian,                            \
        .real_diagonal = hermitian, .layout = {.storage = how, .lda = leading}, .m = n, .n = n, .alpha = alpha, .x = x,          \
        .incx = incx, .y = x, .incy = incx, .A = A                                                                               \
    }

/* Defines one entry point, ddblas<letter><NAME>. */
#define DEFINE_SYR(letter, element, scalar, NAME, hermitian)                                                                     \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const scalar *alpha,            \
                                        const element *x, int64_t incx, element *A, int64_t lda)                                 \
    {                                                                                                                            \
        struct ddblas_ger_problem problem = ONE_VECTOR(letter, NAME, hermitian, LAYOUT_TRIANGLE, lda);                           \
        return run(handle, &problem, uplo, &of_syr);                                                                             \
    }

/* Defines one entry point, ddblas<letter><NAME>. */
#define DEFINE_SPR(letter, element, scalar, NAME, hermitian)                                                                     \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const scalar *alpha,            \
                                        const element *x, int64_t incx, element *A)                                              \
    {                                                                                                                            \
        struct ddblas_ger_problem problem = ONE_VECTOR(letter, NAME, hermitian, LAYOUT_PACKED, 0);                               \
        return run(handle, &problem, uplo, &of_spr);                                                                             \
    }

/* The problem of a routine with two vectors, for a square matrix of which one triangle is
 * stored. */
#define TWO_VECTORS(letter, NAME, hermitian, how, leading)                                                                       \
    {                                                                                                                            \
        .name = #NAME, .type = DDBLAS_TYPE_##letter, .two_products = 1, .conjugate = hermitian, .real_diagonal = hermitian,      \
        .layout = {.storage = how, .lda = leading}, .m = n, .n = n, .alpha = alpha, .x = x, .incx = incx, .y = y, .incy = incy,  \
        .A = A                                                                                                                   \
    }

/* Defines one entry point, ddblas<letter><NAME>. */
#define DEFINE_SYR2(letter, element, NAME, hermitian)                                                                            \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const element *alpha,           \
                                        const element *x, int64_t incx, const element *y, int64_t incy, element *A, int64_t lda) \
    {                                                                                                                            \
        struct ddblas_ger_problem problem = TWO_VECTORS(letter, NAME, hermitian, LAYOUT_TRIANGLE, lda);                          \
        return run(handle, &problem, uplo, &of_syr2);                                                                            \
    }

/* Defines one entry point, ddblas<letter><NAME>. */
#define DEFINE_SPR2(letter, element, NAME, hermitian)                                                                            \
    ddblasStatus_t ddblas##letter##NAME(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const element *alpha,           \
                                        const element *x, int64_t incx, const element *y, int64_t incy, element *A)              \
    {                                                                                                                            \
        struct ddblas_ger_problem problem = TWO_VECTORS(letter, NAME, hermitian, LAYOUT_PACKED, 0);                              \
        return run(handle, &problem, uplo, &of_spr2);                                                                            \
    }

/* Defines syr and syr2 for the six types. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_GER
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    DEFINE_SYR(letter, element, element, syr, 0)                                                                                 \
    DEFINE_SYR2(letter, element, syr2, 0)
#include <dd/types.def>

/* Defines ger, spr and spr2 for the real types. */
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_GER & DDBLAS_TYPES_REAL)
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    DEFINE_GER(letter, element, ger, 0)                                                                                          \
    DEFINE_SPR(letter, element, element, spr, 0)                                                                                 \
    DEFINE_SPR2(letter, element, spr2, 0)
#include <dd/types.def>

/* Defines geru, gerc, her, her2, hpr and hpr2 for the complex types. */
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_GER & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    DEFINE_GER(letter, element, geru, 0)                                                                                         \
    DEFINE_GER(letter, element, gerc, 1)                                                                                         \
    DEFINE_SYR(letter, element, real, her, 1)                                                                                    \
    DEFINE_SYR2(letter, element, her2, 1)                                                                                        \
    DEFINE_SPR(letter, element, real, hpr, 1)                                                                                    \
    DEFINE_SPR2(letter, element, hpr2, 1)
#include <dd/types.def>
