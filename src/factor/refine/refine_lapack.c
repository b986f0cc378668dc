/*
 * Factors in double by LAPACK, on the CPU engine. The pivots are LAPACK's, in the memory of those
 * of W.
 */
#include "refine.h"

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "core/cblas_threads.h"

ddblasStatus_t ddblas_refine_factor_lapack(struct ddblas_refine *f, int *failed)
{
    const lapack_int n = (lapack_int)f->p->n;
    ddblas_cblas_begin();
    lapack_int info;
    if (f->parts == 2)
        info = f->p->positive ? LAPACKE_zpotrf_work(LAPACK_COL_MAJOR, 'L', n, f->factors, n)
                              : LAPACKE_zgetrf_work(LAPACK_COL_MAJOR, n, n, f->factors, n, (lapack_int *)(void *)f->pivots);
    else
        info = f->p->positive ? LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, f->factors, n)
                              : LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, f->factors, n, (lapack_int *)(void *)f->pivots);
    ddblas_cblas_end();
    *failed = info != 0;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_refine_solve_lapack(struct ddblas_refine *f, int adjoint, int64_t count, double *packed)
{
    const lapack_int n = (lapack_int)f->p->n, columns = (lapack_int)count;
    ddblas_cblas_begin();
    const lapack_int *pivots = (const lapack_int *)(const void *)f->pivots;
    const char trans = adjoint ? 'C' : 'N';
    lapack_int info;
    if (f->parts == 2)
        info = f->p->positive
                   ? LAPACKE_zpotrs_work(LAPACK_COL_MAJOR, 'L', n, columns, f->factors, n, (ddblasDoubleComplex *)packed, n)
                   : LAPACKE_zgetrs_work(LAPACK_COL_MAJOR, trans, n, columns, f->factors, n, pivots,
                                         (ddblasDoubleComplex *)packed, n);
    else
        info = f->p->positive ? LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n, columns, f->factors, n, packed, n)
                              : LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, trans, n, columns, f->factors, n, pivots, packed, n);
    ddblas_cblas_end();
    return info == 0 ? DDBLAS_STATUS_SUCCESS
                     : ddblas_fail(f->handle, DDBLAS_STATUS_INTERNAL_ERROR, "LAPACK: %d from a solution in double", (int)info);
}
