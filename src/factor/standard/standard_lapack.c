/*
 * Steps of S, D, C and Z by LAPACK, in one thread: the bits of a threaded LAPACK depend on its
 * number of threads. The amount of memory is fixed too, because LAPACK's block sizes, and with them
 * the bits, may depend on it.
 */
#include <limits.h>

#include "standard.h"

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "core/cblas_threads.h"
#include "core/sizes.h"

enum
{
    BLOCK = 64,                      /* Largest block of LAPACK's QR routines, in columns. */
    TRIANGLE = BLOCK * BLOCK + BLOCK /* Elements that ormqr takes for T. */
};

/* geqp3's memory: the numbers of columns, its work, and real numbers in C and Z. */
static size_t bytes_of_numbers(const struct ddblas_standard *s)
{
    return round_up_bytes((size_t)s->n * sizeof(lapack_int), sizeof(double));
}

/* Returns the number of elements of work. */
static int64_t work_of(const struct ddblas_standard *s)
{
    switch (s->step)
    {
    case DDBLAS_STANDARD_GEQRF:
    case DDBLAS_STANDARD_ORGQR:
        return s->n * BLOCK;
    case DDBLAS_STANDARD_ORMQR:
        return (s->side == DDBLAS_SIDE_LEFT ? s->n : s->m) * BLOCK + TRIANGLE;
    case DDBLAS_STANDARD_GEQP3:
        return 2 * s->n + (s->n + 1) * BLOCK;
    default:
        return 0;
    }
}

/* rwork of geqp3, 2 n real numbers, behind its work. */
static void *behind_work(const struct ddblas_standard *s, void *work)
{
    return (char *)work + (size_t)work_of(s) * ddblas_type_size(s->type);
}

size_t ddblas_standard_bytes_lapack(const struct ddblas_standard *s)
{
    if (s->step == DDBLAS_STANDARD_GETRF)
        return (size_t)least(s->m, s->n) * sizeof(lapack_int);
    if (s->step == DDBLAS_STANDARD_GEQP3)
        return bytes_of_numbers(s) + (size_t)(work_of(s) + 2 * s->n) * ddblas_type_size(s->type);
    return (size_t)work_of(s) * ddblas_type_size(s->type);
}

/* LAPACK's letters, sizes and its work. */
struct arguments
{
    char side, uplo, diag, trans;
    lapack_int m, n, k, lda, ldc, size;
    void *work;
    lapack_int *jpvt;
};

/* geqp3 has rwork in complex types only. */
#define CALL_GEQP3_or(p) LAPACKE_##p##geqp3_work(LAPACK_COL_MAJOR, a->m, a->n, A, a->lda, a->jpvt, tau, work, a->size)
#define CALL_GEQP3_un(p)                                                                                                         \
    LAPACKE_##p##geqp3_work(LAPACK_COL_MAJOR, a->m, a->n, A, a->lda, a->jpvt, tau, work, a->size, behind_work(s, work))

/* Calls the routine of one type: `p` is its letter, `un` the name of an orthogonal or unitary
 * matrix. */
#define DEFINE_CALL(p, un, T)                                                                                                    \
    static lapack_int call_##p(const struct ddblas_standard *s, const struct arguments *a)                                       \
    {                                                                                                                            \
        T *A = s->A, *tau = s->tau, *work = a->work;                                                                             \
        switch (s->step)                                                                                                         \
        {                                                                                                                        \
        case DDBLAS_STANDARD_POTRF:                                                                                              \
            return LAPACKE_##p##potrf_work(LAPACK_COL_MAJOR, a->uplo, a->n, A, a->lda);                                          \
        case DDBLAS_STANDARD_GETRF:                                                                                              \
            return LAPACKE_##p##getrf_work(LAPACK_COL_MAJOR, a->m, a->n, A, a->lda, a->work);                                    \
        case DDBLAS_STANDARD_GEQRF:                                                                                              \
            return LAPACKE_##p##geqrf_work(LAPACK_COL_MAJOR, a->m, a->n, A, a->lda, tau, work, a->size);                         \
        case DDBLAS_STANDARD_GEQP3:                                                                                              \
            return CALL_GEQP3_##un(p);                                                                                           \
        case DDBLAS_STANDARD_ORMQR:                                                                                              \
            return LAPACKE_##p##un##mqr_work(LAPACK_COL_MAJOR, a->side, a->trans, a->m, a->n, a->k, A, a->lda, tau, s->C,        \
                                             a->ldc, work, a->size);                                                             \
        case DDBLAS_STANDARD_ORGQR:                                                                                              \
            return LAPACKE_##p##un##gqr_work(LAPACK_COL_MAJOR, a->m, a->n, a->k, A, a->lda, tau, work, a->size);                 \
        case DDBLAS_STANDARD_TRTRI:                                                                                              \
            return LAPACKE_##p##trtri_work(LAPACK_COL_MAJOR, a->uplo, a->diag, a->n, A, a->lda);                                 \
        default:                                                                                                                 \
            return LAPACKE_##p##potri_work(LAPACK_COL_MAJOR, a->uplo, a->n, A, a->lda);                                          \
        }                                                                                                                        \
    }

DEFINE_CALL(s, or, float)
DEFINE_CALL(d, or, double)
DEFINE_CALL(c, un, ddblasComplex)
DEFINE_CALL(z, un, ddblasDoubleComplex)

static lapack_int call_lapack(const struct ddblas_standard *s, const struct arguments *a)
{
    switch (s->type)
    {
    case DDBLAS_TYPE_S:
        return call_s(s, a);
    case DDBLAS_TYPE_D:
        return call_d(s, a);
    case DDBLAS_TYPE_C:
        return call_c(s, a);
    default:
        return call_z(s, a);
    }
}

void ddblas_standard_compute_lapack(const struct ddblas_standard *s, void *memory)
{
    const int with_jpvt = s->step == DDBLAS_STANDARD_GEQP3;
    lapack_int *numbers = memory;
    const struct arguments a = {.side = s->side == DDBLAS_SIDE_LEFT ? 'L' : 'R',
                                .uplo = s->uplo == DDBLAS_FILL_MODE_LOWER ? 'L' : 'U',
                                .diag = s->diag == DDBLAS_DIAG_UNIT ? 'U' : 'N',
                                .trans = !s->adjoint                       ? 'N'
                                         : ddblas_type_is_complex(s->type) ? 'C'
                                                                           : 'T',
                                .m = (lapack_int)s->m,
                                .n = (lapack_int)s->n,
                                .k = (lapack_int)s->k,
                                .lda = (lapack_int)s->lda,
                                .ldc = (lapack_int)s->ldc,
                                .size = (lapack_int)least(work_of(s), INT_MAX),
                                .work = with_jpvt ? (char *)memory + bytes_of_numbers(s) : memory,
                                .jpvt = numbers};
    for (int64_t j = 0; j < s->n && with_jpvt; j++)
        numbers[j] = s->ipiv[j] != 0;
    ddblas_cblas_begin();
    const lapack_int info = call_lapack(s, &a);
    ddblas_cblas_end();
    if (s->info)
        *s->info = info;
    if (s->step == DDBLAS_STANDARD_GETRF)
        for (int64_t k = 0; k < least(s->m, s->n); k++)
            s->ipiv[k] = numbers[k];
    for (int64_t j = 0; j < s->n && with_jpvt; j++)
        s->ipiv[j] = numbers[j];
}
