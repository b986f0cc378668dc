/*
 * Rotations of columns on the CPU engine: units of rows are dealt to the threads. Each element is
 * computed by itself, so the bits do not depend on the threads.
 */
#include <stdatomic.h>

#include "backend/isa.h"
#include "core/sizes.h"
#include "rotate_cpu.h"

enum
{
    THREAD_ROTATIONS = 1 << 12 /* Rotations of an element that are worth a thread, about 50 us. */
};

static const struct ddblas_rotate_kernels *const kernels_of[] = {
    [DDBLAS_ISA_PORTABLE] = &ddblas_rotate_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = &ddblas_rotate_avx2,
    [DDBLAS_ISA_AVX512] = &ddblas_rotate_avx512,
#endif
};

static _Atomic(const struct ddblas_rotate_kernels *) substitute;

void ddblas_rotate_substitute(const struct ddblas_rotate_kernels *kernels) { atomic_store(&substitute, kernels); }

static const struct ddblas_rotate_kernels *kernels_now(void)
{
    const struct ddblas_rotate_kernels *other = atomic_load(&substitute);
    return other ? other : kernels_of[ddblas_isa()];
}

void ddblas_eigen_rotate_unit_cpu(void *Z, int64_t ldz, const struct ddblas_rotations *batch)
{
    kernels_now()->rows(Z, ldz, batch);
}

void ddblas_eigen_rotate_cpu(ddblasHandle_t handle, const struct ddblas_eigen_vectors *vectors,
                             const struct ddblas_rotations *batch)
{
    const struct ddblas_rotate_kernels *kernels = kernels_now();
    const int64_t units = quotient_up(vectors->n, DDBLAS_ROTATE_ROWS);
    const double worth = 1.0 + (double)vectors->n * (double)batch->used / THREAD_ROTATIONS;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)units ? worth : (double)units);
    ddblas_host_w *Z = vectors->Z;
    if (threads == 1) /* Opening a parallel region takes longer than a small batch. */
        for (int64_t k = 0; k < units; k++)
            kernels->rows(Z + k * DDBLAS_ROTATE_ROWS, vectors->ldz, batch);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(dynamic)
        for (int64_t k = 0; k < units; k++)
            kernels->rows(Z + k * DDBLAS_ROTATE_ROWS, vectors->ldz, batch);
    }
}
