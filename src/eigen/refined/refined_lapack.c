/*
 * Eigenvectors in double by LAPACK, on the CPU engine.
 */
#include "refined.h"

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "core/cblas_threads.h"

static size_t integers_of(int64_t n) { return 3 + 5 * (size_t)n; }

/* Doubles that LAPACK takes: those of the type D, and in Z those of its real part and its complex
 * numbers. */
static size_t reals_of(ddblasType_t type, int64_t n)
{
    const size_t order = (size_t)n;
    return 1 + (ddblas_type_is_complex(type) ? 5 : 6) * order + 2 * order * order;
}
static size_t complex_of(ddblasType_t type, int64_t n)
{
    const size_t order = (size_t)n;
    return ddblas_type_is_complex(type) ? 2 * order + order * order : 0;
}

/* The first of LAPACK's numbers behind the eigenvalues and LAPACK's integers. */
static size_t place_of_numbers(int64_t n) { return (size_t)n + (integers_of(n) * sizeof(lapack_int) + 7) / 8; }

size_t ddblas_refined_room_lapack(ddblasType_t type, int64_t n)
{
    return n <= DDBLAS_REFINED_MOST ? (place_of_numbers(n) + reals_of(type, n) + 2 * complex_of(type, n)) * sizeof(double) : 0;
}

/* The room holds the eigenvalues, LAPACK's integers and its numbers, the complex ones last. */
ddblasStatus_t ddblas_refined_start_lapack(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed)
{
    const lapack_int n = (lapack_int)r->n, reals = (lapack_int)reals_of(r->type, r->n),
                     pairs = (lapack_int)complex_of(r->type, r->n), many = (lapack_int)integers_of(r->n);
    double *values = (double *)r->T, *work = values + place_of_numbers(r->n);
    lapack_int *integers = (lapack_int *)(void *)(values + r->n);
    (void)handle;
    ddblas_cblas_begin();
    if (ddblas_type_is_complex(r->type))
        *failed = LAPACKE_zheevd_work(LAPACK_COL_MAJOR, 'V', 'L', n, (ddblasDoubleComplex *)r->first, n, values,
                                      (ddblasDoubleComplex *)(void *)(work + reals), pairs, work, reals, integers, many) != 0;
    else
        *failed =
            LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', n, (double *)r->first, n, values, work, reals, integers, many) != 0;
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
