/*
 * Rotations of neighbouring columns of Z on the CUDA engine: (x, y) becomes (c x - s y, s x + c y),
 * in the order of the batch. Each thread applies all rotations to one row of Z; TILE rotations at a
 * time are in shared memory:
 *
 *   sweep   y = z(top + 1); for each rotation: x = z(column), z(column + 1) = s x + c y,
 *           y = c x - s y; at the end z(last column) = y
 *
 * A rotation takes 2 accesses of 16 bytes and about 72 operations an element. Neighbouring threads
 * have neighbouring rows, so that accesses are coalesced. The last rows may lack threads' work.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 32, /* Threads, and rows, of a block; few, so that a matrix has many blocks. */
    TILE = 128
};

struct rotated
{
    int64_t n;
    cuddreal *Z;
    int64_t ldz;
    const struct ddblas_rotation *rotation;
    const struct ddblas_sweep *sweep;
    int64_t sweeps;
};

/* The elements are finite and at most about 1, so sums need no tests for special values. */
static __device__ __forceinline__ cuddreal product(cuddreal a, cuddreal b) { return cudd_mul_parts(a.x, a.y, b.x, b.y); }

__global__ void __launch_bounds__(THREADS) rotate_kernel(const rotated r)
{
    __shared__ cuddreal tile[2 * TILE]; /* c and s of each rotation */
    const int64_t row = blockIdx.x * (int64_t)THREADS + threadIdx.x;
    const bool has_row = row < r.n;
    cuddreal *z = r.Z + row;
    for (int64_t number = 0; number < r.sweeps; number++)
    {
        const struct ddblas_sweep sweep = r.sweep[number];
        int64_t at = (sweep.top + 1) * r.ldz;
        cuddreal y = has_row ? z[at] : cuddFromDouble(0.0);
        for (int64_t first = 0; first < sweep.count; first += TILE)
        {
            const int64_t left = sweep.count - first;
            const int count = left < TILE ? (int)left : TILE;
            const cuddreal *from = (const cuddreal *)(r.rotation + sweep.first + first);
            __syncthreads();
            for (int k = (int)threadIdx.x; k < 2 * count; k += THREADS)
                tile[k] = from[k];
            __syncthreads();
            for (int k = 0; has_row && k < count; k++, at -= r.ldz)
            {
                const cuddreal c = tile[2 * k], s = tile[2 * k + 1], x = z[at - r.ldz];
                const cuddreal sx = product(s, x), cy = product(c, y), cx = product(c, x), sy = product(s, y);
                z[at] = cudd_add_parts(sx.x, sx.y, cy.x, cy.y);
                y = cudd_add_parts(cx.x, cx.y, -sy.x, -sy.y);
            }
        }
        if (has_row)
            z[at] = y;
    }
}

extern "C" ddblasStatus_t ddblas_eigen_rotate_cuda(ddblasHandle_t handle, const struct ddblas_eigen_vectors *vectors,
                                                   const struct ddblas_rotations *batch)
{
    const rotated r = {vectors->n, (cuddreal *)vectors->Z, vectors->ldz, batch->rotation, batch->sweep, batch->sweeps};
    rotate_kernel<<<(unsigned)quotient_up(vectors->n, THREADS), THREADS, 0, (cudaStream_t)handle->stream>>>(r);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}
