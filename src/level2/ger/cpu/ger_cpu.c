/*
 * ger on the CPU. A is cut into tiles of up to 1024 rows and 64 columns. A thread copies the tile's
 * elements of x to split form on its stack, and then updates column after column. Every element of
 * A is computed once and by itself, so the bits depend neither on the tiles nor on the threads.
 */
#include <stdatomic.h>

#include "backend/isa.h"
#include "core/sizes.h"
#include "ger_cpu_w.h"
#include "level2/ger/ger.h"

enum
{
    ROWS = DDBLAS_GER_W_ROWS,
    COLUMNS = 64, /* Columns of a tile; the copy of x is then a small part of the work. */
    /* Elements worth a thread: 30 us with AVX2 in the cache, 80 us from memory. */
    THREAD_ELEMENTS = 1 << 14
};

static const struct ddblas_ger_w_kernels *const kernels_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = &ddblas_ger_w_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = &ddblas_ger_w_avx2,
    [DDBLAS_ISA_AVX512] = &ddblas_ger_w_avx512,
#endif
};

static _Atomic(const struct ddblas_ger_w_kernels *) substitute;

void ddblas_ger_w_substitute(const struct ddblas_ger_w_kernels *kernels) { atomic_store(&substitute, kernels); }

static const struct ddblas_ger_w_kernels *kernels_in_use(void)
{
    const struct ddblas_ger_w_kernels *other = atomic_load(&substitute);
    return other ? other : kernels_of[ddblas_isa()];
}

/* Updates the tile whose first element is (i, j). */
static void update_tile(const struct ddblas_ger_w_kernels *kernels, const struct ddblas_ger_problem *p, int64_t i, int64_t j)
{
    double high[ROWS], low[ROWS];
    const int64_t rows = least(p->m - i, ROWS), columns = least(p->n - j, COLUMNS);
    const ddblas_host_w *x = (const ddblas_host_w *)p->x + ddblas_ger_start(p->m, p->incx) + i * p->incx;
    const ddblas_host_w *y = (const ddblas_host_w *)p->y + ddblas_ger_start(p->n, p->incy) + j * p->incy;
    ddblas_host_w *A = (ddblas_host_w *)p->A + j * p->lda + i;
    const cuddreal alpha = *(const ddblas_host_w *)p->alpha;
    for (int64_t r = 0; r < rows; r++)
    {
        high[r] = x[r * p->incx].x;
        low[r] = x[r * p->incx].y;
    }
    for (int64_t c = 0; c < columns; c++)
        kernels->column(rows, high, low, cuddMul(alpha, y[c * p->incy]), A + c * p->lda);
}

ddblasStatus_t ddblas_ger_cpu(ddblasHandle_t handle, const struct ddblas_ger_problem *problem)
{
    const struct ddblas_ger_w_kernels *kernels = kernels_in_use();
    const int64_t down = quotient_up(problem->m, ROWS), across = quotient_up(problem->n, COLUMNS), tiles = down * across;
    const double worth = 1.0 + (double)problem->m * (double)problem->n / THREAD_ELEMENTS;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)tiles ? worth : (double)tiles);
    if (threads == 1) /* opens no parallel region, which would be most of the time of a small call */
        for (int64_t k = 0; k < tiles; k++)
            update_tile(kernels, problem, k % down * ROWS, k / down * COLUMNS);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t k = 0; k < tiles; k++)
            update_tile(kernels, problem, k % down * ROWS, k / down * COLUMNS);
    }
    return DDBLAS_STATUS_SUCCESS;
}
