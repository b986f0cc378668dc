/*
 * Eigenvectors in double by LAPACK, on the CPU engine.
 */
#include "refined.h"

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "core/cblas_threads.h"

enum
{
    MOST_ORDER = 1 << 14 /* Sizes of LAPACK's workspace are 32-bit numbers. */
};

/* T's memory holds the eigenvalues, LAPACK's integers and its numbers. */
ddblasStatus_t ddblas_refined_start_lapack(ddblasHandle_t handle, const struct ddblas_refined *r, int *failed)
{
    const lapack_int n = (lapack_int)r->n;
    double *values = (double *)(void *)r->T, *work = values + 4 * r->n + 8;
    lapack_int *integers = (lapack_int *)(void *)(values + r->n);
    (void)handle;
    *failed = 1;
    if (r->n > MOST_ORDER)
        return DDBLAS_STATUS_SUCCESS;
    ddblas_cblas_begin();
    *failed = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', n, r->first, n, values, work, 1 + 6 * n + 2 * n * n, integers,
                                  3 + 5 * n) != 0;
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
