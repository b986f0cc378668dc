/*
 * Operations on blocks on the CPU engine: expansion of triangles, copies of rectangles.
 */
#include <string.h>

#include "block_operations.h"

/* Writes column j of the full matrix. */
static void expand_column(enum ddblas_block_form form, int upper, int64_t n, const ddblas_host_w *A, int64_t lda, int64_t j,
                          cuddreal *out)
{
    for (int64_t i = 0; i < n; i++)
    {
        const int stored = upper ? i <= j : i >= j;
        if (stored && !(i == j && form == DDBLAS_BLOCK_UNIT))
            out[i] = A[i + j * lda];
        else if (form == DDBLAS_BLOCK_SYMMETRIC)
            out[i] = A[j + i * lda];
        else
            out[i] = cuddFromDouble(i == j ? 1.0 : 0.0);
    }
}

void ddblas_expand_cpu(ddblasHandle_t handle, enum ddblas_block_form form, ddblasFillMode_t uplo, int64_t n, const cuddreal *A,
                       int64_t lda, cuddreal *out)
{
    (void)handle;
    for (int64_t j = 0; j < n; j++)
        expand_column(form, uplo == DDBLAS_FILL_MODE_UPPER, n, A, lda, j, out + j * n);
}

void ddblas_copy_cpu(ddblasHandle_t handle, int64_t m, int64_t n, const ddblas_host_w *from, int64_t ldf, ddblas_host_w *to,
                     int64_t ldt)
{
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, m > 65536 / n ? (double)n : 1.0);
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int64_t j = 0; j < n; j++)
        memcpy(to + j * ldt, from + j * ldf, (size_t)m * sizeof(cuddreal));
}
