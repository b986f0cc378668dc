/*
 * Blocks of level 1 in S, D, C, Z, by CBLAS with one thread. CBLAS has no rotation of complex
 * vectors by a complex s, and not everywhere one by a real s: those are loops here.
 */
#include "level1_cpu.h"

#include <cblas.h>

/* The caller's pointer to a block for CBLAS, which counts from the other end where the increment is
 * negative. */
static void *block_of(const void *vector, int64_t first, int64_t count, int64_t n, int64_t increment, size_t size)
{
    return ddblas_level1_element(vector, increment > 0 ? first : first + count - 1, n, increment, size);
}

/* ---- rotations of complex vectors ------------------------------------------------------------ */

/* Defines rotate_<letter>. */
#define ROTATE(letter, element, real)                                                                                            \
    static void rotate_##letter(int64_t count, element *x, int64_t incx, element *y, int64_t incy, real c, element s)            \
    {                                                                                                                            \
        for (int64_t i = 0; i < count; i++, x += incx, y += incy)                                                                \
        {                                                                                                                        \
            const element a = *x, b = *y;                                                                                        \
            *x = (element){c * a.x + (s.x * b.x - s.y * b.y), c * a.y + (s.x * b.y + s.y * b.x)};                                \
            *y = (element){c * b.x - (s.x * a.x + s.y * a.y), c * b.y - (s.x * a.y - s.y * a.x)};                                \
        }                                                                                                                        \
    }
ROTATE(C, ddblasComplex, float)
ROTATE(Z, ddblasDoubleComplex, double)

/* ---- updates --------------------------------------------------------------------------------- */

/* Defines update_<letter>. */
#define UPDATE_REAL(letter, lower, element)                                                                                      \
    static void update_##letter(const struct ddblas_level1_problem *p, int count, element *x, element *y)                        \
    {                                                                                                                            \
        const element a = *(const element *)p->a;                                                                                \
        if (p->routine == DDBLAS_LEVEL1_axpy)                                                                                    \
            cblas_##lower##axpy(count, a, x, (int)p->incx, y, (int)p->incy);                                                     \
        else if (p->routine == DDBLAS_LEVEL1_scal)                                                                               \
            cblas_##lower##scal(count, a, x, (int)p->incx);                                                                      \
        else if (p->routine == DDBLAS_LEVEL1_rotm)                                                                               \
            cblas_##lower##rotm(count, x, (int)p->incx, y, (int)p->incy, p->a);                                                  \
        else                                                                                                                     \
            cblas_##lower##rot(count, x, (int)p->incx, y, (int)p->incy, a, *(const element *)p->b);                              \
    }
UPDATE_REAL(S, s, float)
UPDATE_REAL(D, d, double)

/* Defines update_<letter>. */
#define UPDATE_COMPLEX(letter, lower, lower_real, element, real)                                                                 \
    static void update_##letter(const struct ddblas_level1_problem *p, int count, element *x, element *y)                        \
    {                                                                                                                            \
        const real a = *(const real *)p->a;                                                                                      \
        if (p->routine == DDBLAS_LEVEL1_axpy)                                                                                    \
            cblas_##lower##axpy(count, p->a, x, (int)p->incx, y, (int)p->incy);                                                  \
        else if (p->routine == DDBLAS_LEVEL1_scal && p->a_type == p->type)                                                       \
            cblas_##lower##scal(count, p->a, x, (int)p->incx);                                                                   \
        else if (p->routine == DDBLAS_LEVEL1_scal)                                                                               \
            cblas_##lower##lower_real##scal(count, a, x, (int)p->incx);                                                          \
        else                                                                                                                     \
        {                                                                                                                        \
            const element s = p->b_type == p->type ? *(const element *)p->b : (element){*(const real *)p->b, 0};                 \
            rotate_##letter(count, p->incx > 0 ? x : x - (count - 1) * p->incx, p->incx,                                         \
                            p->incy > 0 ? y : y - (count - 1) * p->incy, p->incy, a, s);                                         \
        }                                                                                                                        \
    }
UPDATE_COMPLEX(C, c, s, ddblasComplex, float)
UPDATE_COMPLEX(Z, z, d, ddblasDoubleComplex, double)

#define TYPE_CASES(FUNCTION, ...)                                                                                                \
    switch (p->type)                                                                                                             \
    {                                                                                                                            \
    case DDBLAS_TYPE_S:                                                                                                          \
        FUNCTION##_S(p, (int)count, __VA_ARGS__);                                                                                \
        break;                                                                                                                   \
    case DDBLAS_TYPE_D:                                                                                                          \
        FUNCTION##_D(p, (int)count, __VA_ARGS__);                                                                                \
        break;                                                                                                                   \
    case DDBLAS_TYPE_C:                                                                                                          \
        FUNCTION##_C(p, (int)count, __VA_ARGS__);                                                                                \
        break;                                                                                                                   \
    default:                                                                                                                     \
        FUNCTION##_Z(p, (int)count, __VA_ARGS__);                                                                                \
    }

void ddblas_level1_cblas_update(const struct ddblas_level1_problem *p, int64_t first, int64_t count)
{
    const size_t size = ddblas_type_size(p->type);
    void *x = block_of(p->x, first, count, p->n, p->incx, size);
    void *y = p->y ? block_of(p->y, first, count, p->n, p->incy, size) : NULL;
    TYPE_CASES(update, x, y)
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* A block's sum as numbers of W, which hold it exactly; for nrm2 its square. */
static void store_sum(union ddblas_level1_partial *partial, double re, double im, int square)
{
    const cuddreal one = cuddFromDouble(1.0), a = cuddFromDouble(re);
    partial->sum = level1_sum_of(cuddFromDouble(0.0), cuddFromDouble(0.0), 0);
    special_sum_add(&partial->sum.re, a, square ? a : one);
    special_sum_add(&partial->sum.im, cuddFromDouble(im), one);
}

/* Defines sum_<letter>. */
#define SUM_REAL(letter, lower, element)                                                                                         \
    static void sum_##letter(const struct ddblas_level1_problem *p, int count, const element *x, const element *y,               \
                             union ddblas_level1_partial *partial)                                                               \
    {                                                                                                                            \
        element sum;                                                                                                             \
        if (p->routine == DDBLAS_LEVEL1_nrm2)                                                                                    \
            sum = cblas_##lower##nrm2(count, x, (int)p->incx);                                                                   \
        else if (p->routine == DDBLAS_LEVEL1_asum)                                                                               \
            sum = cblas_##lower##asum(count, x, (int)p->incx);                                                                   \
        else                                                                                                                     \
            sum = cblas_##lower##dot(count, x, (int)p->incx, y, (int)p->incy);                                                   \
        store_sum(partial, (double)sum, 0.0, p->routine == DDBLAS_LEVEL1_nrm2);                                                  \
    }
SUM_REAL(S, s, float)
SUM_REAL(D, d, double)

/* Sums of |Re| + |Im| by the real function: scasum of OpenBLAS 0.3.21 is wrong with AVX-512. */
#define SUM_COMPLEX(letter, lower, real_lower, real_prefix, element)                                                             \
    static void sum_##letter(const struct ddblas_level1_problem *p, int count, const element *x, const element *y,               \
                             union ddblas_level1_partial *partial)                                                               \
    {                                                                                                                            \
        element sum = {0, 0};                                                                                                    \
        if (p->routine == DDBLAS_LEVEL1_nrm2)                                                                                    \
            sum.x = cblas_##real_prefix##nrm2(count, x, (int)p->incx);                                                           \
        else if (p->routine == DDBLAS_LEVEL1_asum)                                                                               \
            sum.x = p->incx == 1 ? cblas_##real_lower##asum(2 * count, &x->x, 1)                                                 \
                                 : cblas_##real_lower##asum(count, &x->x, 2 * (int)p->incx) +                                    \
                                       cblas_##real_lower##asum(count, &x->y, 2 * (int)p->incx);                                 \
        else if (p->routine == DDBLAS_LEVEL1_dotu)                                                                               \
            cblas_##lower##dotu_sub(count, x, (int)p->incx, y, (int)p->incy, (void *)&sum);                                      \
        else                                                                                                                     \
            cblas_##lower##dotc_sub(count, x, (int)p->incx, y, (int)p->incy, (void *)&sum);                                      \
        store_sum(partial, (double)sum.x, (double)sum.y, p->routine == DDBLAS_LEVEL1_nrm2);                                      \
    }
SUM_COMPLEX(C, c, s, sc, ddblasComplex)
SUM_COMPLEX(Z, z, d, dz, ddblasDoubleComplex)

void ddblas_level1_cblas_sum(const struct ddblas_level1_problem *p, int64_t first, int64_t count,
                             union ddblas_level1_partial *partial)
{
    const size_t size = ddblas_type_size(p->type);
    const void *x = block_of(p->x, first, count, p->n, p->incx, size);
    const void *y = p->y ? block_of(p->y, first, count, p->n, p->incy, size) : NULL;
    TYPE_CASES(sum, x, y, partial)
}
