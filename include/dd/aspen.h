/*
 * Drop-in entry points with the calling sequence of ASPEN.K2: symv and hemv on the current CUDA
 * device, on the default stream, by a handle that the library keeps for each thread and makes anew
 * when the thread's current device has changed. They return nothing; ASPEN_last_status tells how
 * the thread's last call went.
 *
 *   uplo        'L', 'l', 'U' or 'u': the triangle of A that is stored
 *               (another letter is INVALID_VALUE, argument 2)
 *   alpha, beta host values; A, x, y device pointers; increments and leading dimension as in
 *   level2.h
 *
 * y = alpha A x + beta y, error bound and special values as in level2.h.
 */
#ifndef DD_ASPEN_H
#define DD_ASPEN_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

DDBLAS_API void ASPEN_ssymv(char uplo, int n, float alpha, const float *A, int lda, const float *x, int incx, float beta,
                            float *y, int incy);
DDBLAS_API void ASPEN_dsymv(char uplo, int n, double alpha, const double *A, int lda, const double *x, int incx, double beta,
                            double *y, int incy);
DDBLAS_API void ASPEN_chemv(char uplo, int n, ddblasComplex alpha, const ddblasComplex *A, int lda, const ddblasComplex *x,
                            int incx, ddblasComplex beta, ddblasComplex *y, int incy);
DDBLAS_API void ASPEN_zhemv(char uplo, int n, ddblasDoubleComplex alpha, const ddblasDoubleComplex *A, int lda,
                            const ddblasDoubleComplex *x, int incx, ddblasDoubleComplex beta, ddblasDoubleComplex *y, int incy);
DDBLAS_API void ASPEN_wsymv(char uplo, int n, cuddreal alpha, const cuddreal *A, int lda, const cuddreal *x, int incx,
                            cuddreal beta, cuddreal *y, int incy);
DDBLAS_API void ASPEN_uhemv(char uplo, int n, cuddcomplex alpha, const cuddcomplex *A, int lda, const cuddcomplex *x, int incx,
                            cuddcomplex beta, cuddcomplex *y, int incy);

/* The status of this thread's last ASPEN_ call, and its sentence. */
DDBLAS_API ddblasStatus_t ASPEN_last_status(void);
DDBLAS_API const char *ASPEN_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
