/*
 * amax and amin on the CPU, for all types: comparisons one after another, so that ties and NaN come
 * out as in the reference BLAS.
 */
#include <math.h>

#include "level1_cpu.h"

/* |x| of an element, of complex ones |Re x| + |Im x|, rounded to the type. */
static cuddreal magnitude_s(const float *x) { return cuddFromDouble((double)fabsf(x[0])); }
static cuddreal magnitude_d(const double *x) { return cuddFromDouble(fabs(x[0])); }
static cuddreal magnitude_w(const ddblas_host_w *x) { return cuddFabs(x[0]); }
static cuddreal magnitude_c(const float *x) { return cuddFromDouble((double)(fabsf(x[0]) + fabsf(x[1]))); }
static cuddreal magnitude_z(const double *x) { return cuddFromDouble(fabs(x[0]) + fabs(x[1])); }
static cuddreal magnitude_u(const ddblas_host_w *x) { return cuddcAbs1(cuddcMake(x[0], x[1])); }

/* The same within a relative error of 2^-50, as a double. */
static double rough_s(const float *x) { return (double)fabsf(x[0]); }
static double rough_d(const double *x) { return fabs(x[0]); }
static double rough_w(const ddblas_host_w *x) { return fabs(x[0].x); }
static double rough_c(const float *x) { return (double)(fabsf(x[0]) + fabsf(x[1])); }
static double rough_z(const double *x) { return fabs(x[0]) + fabs(x[1]); }
static double rough_u(const ddblas_host_w *x) { return fabs(x[0].x) + fabs(x[1].x); }

/* Elements that cannot be better, even with the error of the rough
 * value, are passed over; NaN is not. */
#define SEARCH(letter, part)                                                                                                     \
    static struct level1_extreme search_##letter(const part *x, int64_t step, int64_t first, int64_t count, int smallest)        \
    {                                                                                                                            \
        struct level1_extreme best = level1_nothing_found();                                                                     \
        double above = -1.0, below = (double)INFINITY;                                                                           \
        for (int64_t i = 0; i < count; i++, x += step)                                                                           \
        {                                                                                                                        \
            const double rough = rough_##letter(x);                                                                              \
            if (rough < above || rough > below)                                                                                  \
                continue;                                                                                                        \
            level1_extreme_merge(&best, (struct level1_extreme){magnitude_##letter(x), first + i + 1}, smallest);                \
            if (best.index != 0 && smallest)                                                                                     \
                below = best.value.x * (1.0 + 0x1p-49);                                                                          \
            else if (best.index != 0)                                                                                            \
                above = best.value.x * (1.0 - 0x1p-49);                                                                          \
        }                                                                                                                        \
        return best;                                                                                                             \
    }
SEARCH(s, float)
SEARCH(d, double)
SEARCH(w, ddblas_host_w)
SEARCH(c, float)
SEARCH(z, double)
SEARCH(u, ddblas_host_w)

void ddblas_level1_search(const struct ddblas_level1_problem *p, int64_t first, int64_t count,
                          union ddblas_level1_partial *partial)
{
    const int smallest = p->routine == DDBLAS_LEVEL1_amin;
    const void *x = ddblas_level1_element(p->x, first, p->n, p->incx, ddblas_type_size(p->type));
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        partial->extreme = search_s(x, p->incx, first, count, smallest);
        break;
    case DDBLAS_TYPE_D:
        partial->extreme = search_d(x, p->incx, first, count, smallest);
        break;
    case DDBLAS_TYPE_W:
        partial->extreme = search_w(x, p->incx, first, count, smallest);
        break;
    case DDBLAS_TYPE_C:
        partial->extreme = search_c(x, 2 * p->incx, first, count, smallest);
        break;
    case DDBLAS_TYPE_Z:
        partial->extreme = search_z(x, 2 * p->incx, first, count, smallest);
        break;
    default:
        partial->extreme = search_u(x, 2 * p->incx, first, count, smallest);
    }
}

int ddblas_level1_first_is_nan(const struct ddblas_level1_problem *p)
{
    union ddblas_level1_partial first;
    ddblas_level1_search(p, 0, 1, &first);
    return first.extreme.index == 0;
}
