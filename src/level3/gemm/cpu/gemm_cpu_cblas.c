/*
 * S, D, C, Z gemm on the CPU. C is cut into tiles of 256 x 256 elements at fixed places, which our
 * threads share out. A tile is computed by one or more calls of a single-threaded CBLAS.
 *
 * The reason is reproducibility. The bits of a threaded CBLAS change with its number of threads,
 * and the bits of a single CBLAS call change with the shape of C. With these tiles the bits depend
 * on neither. Sizes and leading dimensions beyond 32 bits do not fit CBLAS's interface; in that
 * case pieces of the operands are copied to the workspace.
 */
#include "gemm_cpu.h"

#include <cblas.h>
#include <limits.h>
#include <omp.h>
#include <string.h>

#include "core/cblas_threads.h"
#include "core/sizes.h"

enum
{
    TILE = 256,
    PIECE = 1024 /* Terms of a piece that is copied. */
};

static const CBLAS_TRANSPOSE transposes[] = {CblasNoTrans, CblasTrans, CblasConjTrans};

/* Makes one CBLAS call. A null beta means 1. */
static void call_cblas(const struct ddblas_gemm_problem *p, int m, int n, int k, const void *A, int lda, const void *B, int ldb,
                       const void *beta, void *C, int ldc)
{
    const CBLAS_TRANSPOSE ta = transposes[p->transa], tb = transposes[p->transb];
    const ddblasComplex one_c = {1.0F, 0.0F};
    const ddblasDoubleComplex one_z = {1.0, 0.0};
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        cblas_sgemm(CblasColMajor, ta, tb, m, n, k, *(const float *)p->alpha, A, lda, B, ldb, beta ? *(const float *)beta : 1.0F,
                    C, ldc);
        break;
    case DDBLAS_TYPE_D:
        cblas_dgemm(CblasColMajor, ta, tb, m, n, k, *(const double *)p->alpha, A, lda, B, ldb, beta ? *(const double *)beta : 1.0,
                    C, ldc);
        break;
    case DDBLAS_TYPE_C:
        cblas_cgemm(CblasColMajor, ta, tb, m, n, k, p->alpha, A, lda, B, ldb, beta ? beta : &one_c, C, ldc);
        break;
    default:
        cblas_zgemm(CblasColMajor, ta, tb, m, n, k, p->alpha, A, lda, B, ldb, beta ? beta : &one_z, C, ldc);
        break;
    }
}

struct tile
{
    int64_t i0, j0;
    int rows, columns;
};

static const char *element_at(const void *base, int64_t i, int64_t j, int64_t leading, size_t size)
{
    return (const char *)base + ((size_t)i + (size_t)j * (size_t)leading) * size;
}

/* Copies a block of `columns` columns of `width` bytes each. The pitches are in bytes. */
static void copy_block(char *to, size_t to_pitch, const char *from, size_t from_pitch, size_t width, int64_t columns)
{
    for (int64_t j = 0; j < columns; j++)
        memcpy(to + (size_t)j * to_pitch, from + (size_t)j * from_pitch, width);
}

static int sizes_fit_cblas(const struct ddblas_gemm_problem *p)
{
    return p->k <= INT_MAX && p->lda <= INT_MAX && p->ldb <= INT_MAX && p->ldc <= INT_MAX;
}

static void direct_tile(const struct ddblas_gemm_problem *p, const struct tile *t, size_t size)
{
    const char *A =
        p->transa == DDBLAS_OP_N ? element_at(p->A, t->i0, 0, p->lda, size) : element_at(p->A, 0, t->i0, p->lda, size);
    const char *B =
        p->transb == DDBLAS_OP_N ? element_at(p->B, 0, t->j0, p->ldb, size) : element_at(p->B, t->j0, 0, p->ldb, size);
    char *C = (char *)p->C + ((size_t)t->i0 + (size_t)t->j0 * (size_t)p->ldc) * size;
    call_cblas(p, t->rows, t->columns, (int)p->k, A, (int)p->lda, B, (int)p->ldb, p->beta, C, (int)p->ldc);
}

/* Copies the block of a stored matrix X that holds the rows [r0, r0 + rows) and the columns [c0, c0
 * + columns) of op(X). Returns the leading dimension of the copy. */
static int fetch_block(ddblasOperation_t op, const void *X, int64_t leading, int64_t r0, int64_t rows, int64_t c0,
                       int64_t columns, size_t size, char *to)
{
    const int plain = op == DDBLAS_OP_N;
    const int64_t height = plain ? rows : columns, width = plain ? columns : rows;
    const char *from = plain ? element_at(X, r0, c0, leading, size) : element_at(X, c0, r0, leading, size);
    copy_block(to, (size_t)height * size, from, (size_t)leading * size, (size_t)height * size, width);
    return (int)height;
}

static void copied_tile(const struct ddblas_gemm_problem *p, const struct tile *t, size_t size, char *workspace)
{
    char *a = workspace, *b = a + (size_t)TILE * PIECE * size, *c = b + (size_t)TILE * PIECE * size;
    char *C = (char *)p->C + ((size_t)t->i0 + (size_t)t->j0 * (size_t)p->ldc) * size;
    const size_t height = (size_t)t->rows * size, pitch = (size_t)p->ldc * size;
    if (!ddblas_type_is_zero(p->type, p->beta))
        copy_block(c, height, C, pitch, height, t->columns);
    for (int64_t t0 = 0; t0 < p->k; t0 += PIECE)
    {
        const int64_t terms = least(p->k - t0, PIECE);
        const int lda = fetch_block(p->transa, p->A, p->lda, t->i0, t->rows, t0, terms, size, a);
        const int ldb = fetch_block(p->transb, p->B, p->ldb, t0, terms, t->j0, t->columns, size, b);
        call_cblas(p, t->rows, t->columns, (int)terms, a, lda, b, ldb, t0 == 0 ? p->beta : NULL, c, t->rows);
    }
    copy_block(C, pitch, c, height, height, t->columns);
}

static size_t bytes_of_share(size_t size) { return (size_t)(2 * TILE * PIECE + TILE * TILE) * size; }

static int64_t tiles_along(int64_t extent) { return extent / TILE + (extent % TILE != 0); }

static int threads_for(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n)
{
    return ddblas_threads_useful(handle, type, (double)tiles_along(m) * (double)tiles_along(n));
}

/* The query does not know the leading dimensions. It always includes memory for copies, because a
 * large leading dimension would require them. */
size_t ddblas_gemm_cpu_cblas_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k)
{
    (void)k;
    return (size_t)threads_for(handle, type, m, n) * bytes_of_share(ddblas_type_size(type));
}

ddblasStatus_t ddblas_gemm_cpu_cblas(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    const struct ddblas_gemm_problem *p = problem;
    const size_t size = ddblas_type_size(p->type);
    const int direct = sizes_fit_cblas(p);
    const int64_t down = tiles_along(p->m), count = down * tiles_along(p->n);
    int threads = threads_for(handle, p->type, p->m, p->n);
    void *workspace = NULL;
    if (!direct)
    {
        const ddblasStatus_t status = ddblas_workspace_shares(handle, bytes_of_share(size), &threads, &workspace);
        if (status != DDBLAS_STATUS_SUCCESS)
            return status;
    }
    ddblas_cblas_begin();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int64_t index = 0; index < count; index++)
    {
        struct tile t = {index % down * TILE, index / down * TILE, TILE, TILE};
        t.rows = (int)least(p->m - t.i0, TILE);
        t.columns = (int)least(p->n - t.j0, TILE);
        if (direct)
            direct_tile(p, &t, size);
        else
            copied_tile(p, &t, size, (char *)workspace + (size_t)omp_get_thread_num() * bytes_of_share(size));
    }
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
