/*
 * Functions for launching the kernels of small triangular systems, for one T and for batches: the
 * size of the shared memory, and the description of the systems for the kernels.
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

/* Returns 1 if two groups of 32 vectors each solve systems with this number of vectors. That needs
 * many vectors, and shared memory for two groups, which not every device has. */
static inline int trsm_has_two_groups(int64_t vectors, const ddblas_device &facts)
{
    return vectors >= H200_TRSM_MANY_VECTORS && facts.shared_of_block >= trsm_shared_bytes<32, 2>;
}

/* The systems with T in lower triangular form. An upper triangle is read backwards as a lower one:
 * the lower one then begins at the last stored element, shift_A elements after the first element of
 * A and shift_x elements after that of x. */
struct trsm_lower_form
{
    /* The systems, with pointers to the first elements of the stored matrices. */
    trsm_systems systems;
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
        /* p.alpha is aligned to 8 bytes only (core/host_memory.h), so its bytes are copied. */
        memcpy(&s.alpha, p.alpha, sizeof s.alpha);
    }
    return f;
}

#endif
