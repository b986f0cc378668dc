/*
 * Operations on blocks on the CPU engine: expansion of triangles, copies of rectangles.
 */
#include <string.h>

#include "block_operations.h"

/* Two functions that turn a complex element into its conjugate or into its real part. The second
 * half of an element is its imaginary part. */
static void conjugate(ddblasType_t type, char *element)
{
    const size_t half = ddblas_type_size(type) / 2, word = ddblas_type_word(type);
    for (char *at = element + half; at < element + 2 * half; at += word)
        if (ddblas_type_is_single(type))
            *(float *)(void *)at = -*(float *)(void *)at;
        else
            *(double *)(void *)at = -*(double *)(void *)at;
}

static void drop_imaginary_part(ddblasType_t type, char *element)
{
    const size_t half = ddblas_type_size(type) / 2;
    memset(element + half, 0, half);
}

/* Writes column j of the full matrix. */
static void expand_column(ddblasType_t type, enum ddblas_block_form form, int upper, int64_t n, const char *A, int64_t lda,
                          int64_t j, char *out)
{
    const int64_t size = (int64_t)ddblas_type_size(type);
    const int hermitian = form == DDBLAS_BLOCK_HERMITIAN && ddblas_type_is_complex(type);
    for (int64_t i = 0; i < n; i++)
    {
        const int stored = upper ? i <= j : i >= j;
        char *to = out + i * size;
        if (stored && !(i == j && form == DDBLAS_BLOCK_UNIT))
            memcpy(to, A + (i + j * lda) * size, (size_t)size);
        else if (form == DDBLAS_BLOCK_SYMMETRIC || form == DDBLAS_BLOCK_HERMITIAN)
            memcpy(to, A + (j + i * lda) * size, (size_t)size);
        else if (i == j)
            memcpy(to, ddblas_type_one(type), (size_t)size);
        else
            memset(to, 0, (size_t)size);
        if (hermitian && i == j)
            drop_imaginary_part(type, to);
        else if (hermitian && !stored)
            conjugate(type, to);
    }
}

void ddblas_expand_cpu(ddblasType_t type, enum ddblas_block_form form, ddblasFillMode_t uplo, int64_t n, const void *A,
                       int64_t lda, void *out)
{
    for (int64_t j = 0; j < n; j++)
        expand_column(type, form, uplo == DDBLAS_FILL_MODE_UPPER, n, A, lda, j,
                      (char *)out + j * n * (int64_t)ddblas_type_size(type));
}

void ddblas_copy_cpu(ddblasHandle_t handle, size_t size, int64_t m, int64_t n, const void *from, int64_t ldf, void *to,
                     int64_t ldt)
{
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, m > 65536 / n ? (double)n : 1.0);
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int64_t j = 0; j < n; j++)
        memcpy((char *)to + j * ldt * (int64_t)size, (const char *)from + j * ldf * (int64_t)size, (size_t)m * size);
}
