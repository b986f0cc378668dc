/*
 * gemv on the CPU in S, D, C and Z through CBLAS.
 *
 * y is cut into tiles at fixed places, which the threads share out. A tile belongs to 1024 rows of
 * A, or to 64 columns if op transposes. It is computed by a sequence of calls of a single-threaded
 * CBLAS, each for up to 1024 terms. The pieces of x and y are copied to the stack. So CBLAS never
 * sees the caller's increments, and it never reads the old y if beta is 0. Hence the bits do not
 * depend on any number of threads, and sizes and increments beyond 32 bits never reach CBLAS. If
 * lda does not fit CBLAS's integers, a call treats one column.
 */
#include "gemv_cpu.h"

#include <limits.h>
#include <string.h>

#include <cblas.h>

#include "core/cblas_threads.h"
#include "core/sizes.h"

enum
{
    TILE = 1024,           /* Number of components of y in a tile if op is N. */
    TRANSPOSED_TILE = 64,  /* Number of components of y in a tile if op transposes. */
    PIECE = 1024,          /* Number of terms of a call. */
    THREAD_WORK = 1 << 17, /* Number of elements of A that are worth a thread. */
    ELEMENT = sizeof(ddblasDoubleComplex)
};

static const CBLAS_TRANSPOSE operations[] = {CblasNoTrans, CblasTrans, CblasConjTrans};

/* Computes y += alpha op(A) x for an m x n piece A and vectors without gaps. */
static void call_cblas(const struct ddblas_gemv_problem *p, int m, int n, const void *A, int lda, const void *x, void *y)
{
    const CBLAS_TRANSPOSE op = operations[p->trans];
    const ddblasComplex one_c = {1.0F, 0.0F};
    const ddblasDoubleComplex one_z = {1.0, 0.0};
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        cblas_sgemv(CblasColMajor, op, m, n, *(const float *)p->alpha, A, lda, x, 1, 1.0F, y, 1);
        break;
    case DDBLAS_TYPE_D:
        cblas_dgemv(CblasColMajor, op, m, n, *(const double *)p->alpha, A, lda, x, 1, 1.0, y, 1);
        break;
    case DDBLAS_TYPE_C:
        cblas_cgemv(CblasColMajor, op, m, n, p->alpha, A, lda, x, 1, &one_c, y, 1);
        break;
    default:
        cblas_zgemv(CblasColMajor, op, m, n, p->alpha, A, lda, x, 1, &one_z, y, 1);
        break;
    }
}

/* Multiplies an element by beta. If the imaginary part of beta is 0, it is not multiplied, so that
 * it makes no NaN with an Inf. */
static void scale_element(ddblasType_t type, const void *beta, void *element)
{
    if (!ddblas_type_is_complex(type))
    {
        if (ddblas_type_is_single(type))
            *(float *)element *= *(const float *)beta;
        else
            *(double *)element *= *(const double *)beta;
    }
    else if (ddblas_type_is_single(type))
    {
        const ddblasComplex b = *(const ddblasComplex *)beta, y = *(const ddblasComplex *)element;
        *(ddblasComplex *)element =
            b.y == 0.0F ? (ddblasComplex){b.x * y.x, b.x * y.y} : (ddblasComplex){b.x * y.x - b.y * y.y, b.x * y.y + b.y * y.x};
    }
    else
    {
        const ddblasDoubleComplex b = *(const ddblasDoubleComplex *)beta, y = *(const ddblasDoubleComplex *)element;
        *(ddblasDoubleComplex *)element = b.y == 0.0 ? (ddblasDoubleComplex){b.x * y.x, b.x * y.y}
                                                     : (ddblasDoubleComplex){b.x * y.x - b.y * y.y, b.x * y.y + b.y * y.x};
    }
}

/* Copies components [first, first + count) of y to `copy`, multiplied by beta. */
static void load_scaled(const struct ddblas_gemv_problem *p, int64_t first, int64_t count, char *copy)
{
    const size_t size = ddblas_type_size(p->type);
    const int zero = ddblas_type_is_zero(p->type, p->beta), one = ddblas_type_is_one(p->type, p->beta);
    if (zero)
        memset(copy, 0, (size_t)count * size);
    for (int64_t i = 0; i < count && !zero; i++)
    {
        memcpy(copy + (size_t)i * size,
               (const char *)p->y + ddblas_level1_at(first + i, ddblas_gemv_outputs(p), p->incy) * (int64_t)size, size);
        if (!one)
            scale_element(p->type, p->beta, copy + (size_t)i * size);
    }
}

static void store_components(const struct ddblas_gemv_problem *p, int64_t first, int64_t count, const char *copy)
{
    const size_t size = ddblas_type_size(p->type);
    for (int64_t i = 0; i < count; i++)
        memcpy((char *)p->y + ddblas_level1_at(first + i, ddblas_gemv_outputs(p), p->incy) * (int64_t)size,
               copy + (size_t)i * size, size);
}

static void load_terms(const struct ddblas_gemv_problem *p, int64_t first, int64_t count, char *copy)
{
    const size_t size = ddblas_type_size(p->type);
    for (int64_t i = 0; i < count; i++)
        memcpy(copy + (size_t)i * size,
               (const char *)p->x + ddblas_level1_at(first + i, ddblas_gemv_inputs(p), p->incx) * (int64_t)size, size);
}

/* Adds the product of one piece of A, which begins at (row, column), to the components `y`. */
static void multiply_piece(const struct ddblas_gemv_problem *p, int64_t row, int64_t rows, int64_t column, int64_t columns,
                           const char *x, char *y)
{
    const size_t size = ddblas_type_size(p->type);
    const char *A = (const char *)p->A + (row + column * p->lda) * (int64_t)size;
    if (p->lda <= INT_MAX)
    {
        call_cblas(p, (int)rows, (int)columns, A, (int)p->lda, x, y);
        return;
    }
    for (int64_t j = 0; j < columns; j++)
    {
        const size_t at = (size_t)j * size;
        call_cblas(p, (int)rows, 1, A + j * p->lda * (int64_t)size, (int)rows, p->trans == DDBLAS_OP_N ? x + at : x,
                   p->trans == DDBLAS_OP_N ? y : y + at);
    }
}

static void compute_tile(const struct ddblas_gemv_problem *p, int64_t first, int64_t count)
{
    _Alignas(16) char x[PIECE * ELEMENT], y[TILE * ELEMENT];
    const int64_t terms = ddblas_type_is_zero(p->type, p->alpha) ? 0 : ddblas_gemv_inputs(p);
    load_scaled(p, first, count, y);
    for (int64_t t = 0; t < terms; t += PIECE)
    {
        const int64_t some = least(PIECE, terms - t);
        load_terms(p, t, some, x);
        if (p->trans == DDBLAS_OP_N)
            multiply_piece(p, first, count, t, some, x, y);
        else
            multiply_piece(p, t, some, first, count, x, y);
    }
    store_components(p, first, count, y);
}

ddblasStatus_t ddblas_gemv_cpu_blas(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem)
{
    const int64_t outputs = ddblas_gemv_outputs(problem), tile = problem->trans == DDBLAS_OP_N ? TILE : TRANSPOSED_TILE,
                  tiles = quotient_up(outputs, tile);
    const double worth = 1.0 + (double)problem->m * (double)problem->n / THREAD_WORK;
    const int threads = ddblas_threads_useful(handle, problem->type, worth < (double)tiles ? worth : (double)tiles);
    ddblas_cblas_begin();
    /* With one thread no parallel region is opened, because that would take most of the time of a
     * small call. */
    if (threads == 1)
        for (int64_t k = 0; k < tiles; k++)
            compute_tile(problem, k * tile, least(tile, outputs - k * tile));
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t k = 0; k < tiles; k++)
            compute_tile(problem, k * tile, least(tile, outputs - k * tile));
    }
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
