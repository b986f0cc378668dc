/*
 * Eigenvectors in double by LAPACK, on the CPU engine.
 */
#include "refined.h"

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "core/cblas_threads.h"

static size_t integers_of(int64_t n) { return 3 + 5 * (size_t)n; }
static size_t numbers_of(int64_t n) { return 1 + 6 * (size_t)n + 2 * (size_t)n * (size_t)n; }

/* The first of LAPACK's numbers behind the eigenvalues and LAPACK's integers. */
static size_t place_of_numbers(int64_t n) { return (size_t)n + (integers_of(n) * sizeof(lapack_int) + 7) / 8; }

size_t ddblas_refined_room_lapack(int64_t n)
{
    return n <= DDBLAS_REFINED_MOST ? (place_of_numbers(n) + numbers_of(n)) * sizeof(double) : 0;
}

/* The room holds the eigenvalues, LAPACK's integers and its numbers. */
ddblasStatus_t ddblas_refined_start_lapack(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed)
{
    const lapack_int n = (lapack_int)r->n;
    double *values = (double *)(void *)r->T, *work = values + place_of_numbers(r->n);
    lapack_int *integers = (lapack_int *)(void *)(values + r->n);
    (void)handle;
    ddblas_cblas_begin();
    *failed = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', n, r->first, n, values, work, (lapack_int)numbers_of(r->n),
                                  integers, (lapack_int)integers_of(r->n)) != 0;
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
