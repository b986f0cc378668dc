/*
 * Common to launches of the small triangular systems, for one T and for batches: shared memory, and
 * the description of the systems for the kernels.
 */
#ifndef DDBLAS_LEVEL3_TRSM_SYSTEMS_LAUNCH_CUH
#define DDBLAS_LEVEL3_TRSM_SYSTEMS_LAUNCH_CUH

#include "trsm_systems_kernel.cuh"

extern "C" {
#include "level3/structured/block_operations.h"
}
#include "core/sizes.h"
#include "machine/machine.h"

#include <cuda_runtime_api.h>
#include <string.h>

/* Bytes of shared memory of a thread block. */
template <int V, int Groups>
static constexpr int trsm_shared_bytes = Groups *(int)sizeof(trsm_memory<V>);

/* Returns 1 if systems with this number of vectors are solved by two groups of 32 vectors each. Not
 * every device has shared memory for two groups. */
static inline int trsm_has_two_groups(int64_t vectors, const ddblas_device &facts)
{
    return vectors >= H200_TRSM_MANY_VECTORS && facts.shared_of_block >= trsm_shared_bytes<32, 2>;
}

/* The systems with T lower triangular. An upper triangle is a lower one read backwards, which
 * begins these numbers of elements after the stored matrices. */
struct trsm_lower_form
{
    trsm_systems systems; /* With the pointers to the stored matrices. */
    int64_t shift_A, shift_x;
};

static inline trsm_lower_form trsm_make_lower(ddblasHandle_t handle, const ddblas_systems &p)
{
    trsm_lower_form f = {{(const cuddreal *)p.A,
                          (cuddreal *)p.x,
                          p.row,
                          p.column,
                          p.step,
                          p.stride,
                          p.vectors,
                          (int)p.n,
                          p.unit != 0,
                          {1.0, 0.0},
                          nullptr,
                          p.keys,
                          p.uppers,
                          p.grown,
                          p.grown_count},
                         0,
                         0};
    trsm_systems &s = f.systems;
    if (p.upper)
    {
        f.shift_A = (p.n - 1) * (p.row + p.column);
        f.shift_x = (p.n - 1) * p.step;
        s.row = -p.row;
        s.column = -p.column;
        s.step = -p.step;
    }
    if (handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
        s.alpha_device = (const cuddreal *)p.alpha;
    else
    {
        memcpy(&s.alpha, p.alpha, sizeof s.alpha); /* aligned to 8 bytes: core/host_memory.h */
    }
    return f;
}

#endif
