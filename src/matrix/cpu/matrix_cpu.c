/*
 * geam, dgmm, lacpy and laset on the CPU. C is cut into tiles of 128 rows and 16 columns, which are
 * dealt to the threads. The tile of an operand that is transposed has 128 pieces of columns, at
 * most 64 KiB, so that its cache lines are still there when their next element is read. Every
 * element is computed once and by itself, so the bits depend neither on the tiles nor on the
 * threads.
 */
#include "matrix_cpu.h"

#include <stdatomic.h>

#include "backend/isa.h"
#include "core/sizes.h"

enum
{
    ROWS = 128,
    COLUMNS = 16,
    /* Elements worth a thread, 20 to 60 us each; those of W and U cost arithmetic. */
    THREAD_NATIVE = 1 << 16,
    THREAD_PAIRS = 1 << 13
};

static ddblas_matrix_kernel *const kernel_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = ddblas_matrix_tiles_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = ddblas_matrix_tiles_avx2,
    [DDBLAS_ISA_AVX512] = ddblas_matrix_tiles_avx512,
#endif
};

static _Atomic(ddblas_matrix_kernel *) substitute;

void ddblas_matrix_substitute(ddblas_matrix_kernel *kernel) { atomic_store(&substitute, kernel); }

static ddblas_matrix_kernel *kernel_in_use(void)
{
    ddblas_matrix_kernel *other = atomic_load(&substitute);
    return other ? other : kernel_of[ddblas_isa()];
}

/* Computes tile k, counted down the columns of tiles. */
static void compute_tile(ddblas_matrix_kernel *kernel, const struct ddblas_matrix_problem *p, int64_t down, int64_t k)
{
    const int64_t i = k % down * ROWS, j = k / down * COLUMNS;
    kernel(p, &(struct ddblas_matrix_tile){i, least(p->m, i + ROWS), j, least(p->n, j + COLUMNS)});
}

ddblasStatus_t ddblas_matrix_cpu(ddblasHandle_t handle, const struct ddblas_matrix_problem *problem)
{
    ddblas_matrix_kernel *kernel = kernel_in_use();
    const int computes = ddblas_type_is_double_double(problem->type) &&
                         (problem->routine == DDBLAS_MATRIX_GEAM || problem->routine == DDBLAS_MATRIX_DGMM);
    const int64_t down = quotient_up(problem->m, ROWS), tiles = down * quotient_up(problem->n, COLUMNS);
    const double worth = 1.0 + (double)problem->m * (double)problem->n / (computes ? THREAD_PAIRS : THREAD_NATIVE);
    /* W stands for every type whose routine does not call CBLAS. */
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)tiles ? worth : (double)tiles);
    if (threads == 1) /* opens no parallel region, which would be most of the time of a small call */
        for (int64_t k = 0; k < tiles; k++)
            compute_tile(kernel, problem, down, k);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t k = 0; k < tiles; k++)
            compute_tile(kernel, problem, down, k);
    }
    return DDBLAS_STATUS_SUCCESS;
}
