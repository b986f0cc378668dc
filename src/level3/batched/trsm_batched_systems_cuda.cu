/*
 * Batches of small triangular systems on the CUDA engine. Each member has its own A and its own
 * right-hand sides, and blockIdx.y is the number of the member. Each block runs the same code as
 * for a single matrix: trsm_systems_kernel.cuh, where formula (with T for op(A)), work, edges and
 * special values are described.
 */
#include "level3/structured/trsm/trsm_systems_launch.cuh"

#include "backend/device_error.h"
#include "trsm_batched_systems.h"

enum
{
    /* Largest number of members of a launch. It is the largest size of a grid along y. */
    MOST_MEMBERS = 65535
};

/* The matrices of the members, and the number of the member with which the launch begins. */
struct trsm_members
{
    ddblas_batch_matrices A, x;
    int64_t first;
};

/* Returns the address of a member's matrix. */
DD_DEVICE const cuddreal *trsm_matrix(const ddblas_batch_matrices &x, int64_t member)
{
    return x.list ? x.list[member] + x.offset : x.first + member * x.stride;
}

template <int V, int Groups>
__global__ void __launch_bounds__(Groups *TRSM_THREADS, (trsm_resident<V, Groups>))
    trsm_batched_kernel(const __grid_constant__ trsm_systems all, const __grid_constant__ trsm_members members)
{
    trsm_systems s = all;
    s.A = trsm_matrix(members.A, members.first + blockIdx.y);
    s.x = const_cast<cuddreal *>(trsm_matrix(members.x, members.first + blockIdx.y));
    trsm_solve<V, Groups>(s);
}

template <int V, int Groups>
static cudaError_t launch_members(const trsm_systems &s, trsm_members members, int64_t count, cudaStream_t stream)
{
    constexpr int bytes = trsm_shared_bytes<V, Groups>;
    const unsigned blocks = (unsigned)quotient_up(s.vectors, Groups * V);
    cudaError_t error = cudaFuncSetAttribute(trsm_batched_kernel<V, Groups>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    for (; members.first < count && error == cudaSuccess; members.first += MOST_MEMBERS)
    {
        const unsigned some = (unsigned)least(MOST_MEMBERS, count - members.first);
        trsm_batched_kernel<V, Groups><<<dim3(blocks, some), dim3(TRSM_THREADS, Groups), bytes, stream>>>(s, members);
        error = cudaGetLastError();
    }
    return error;
}

extern "C" ddblasStatus_t ddblas_solve_batched_cuda(ddblasHandle_t handle, const struct ddblas_systems *systems,
                                                    struct ddblas_batch_matrices A, struct ddblas_batch_matrices x, int64_t count)
{
    if (systems->vectors > (int64_t)INT32_MAX)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "trsm: %lld vectors are more than the CUDA engine takes",
                           (long long)systems->vectors);
    const trsm_lower_form f = trsm_make_lower(handle, *systems);
    const trsm_members members = {ddblas_batch_at(A, f.shift_A), ddblas_batch_at(x, f.shift_x), 0};
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    ddblas_device facts;
    ddblasStatus_t status = ddblas_device_facts(handle->backend, handle->device, &facts);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_device_error(trsm_has_two_groups(systems->all, facts)
                                         ? launch_members<32, 2>(f.systems, members, count, stream)
                                         : launch_members<16, 1>(f.systems, members, count, stream));
    return ddblas_check_engine(handle, status, "solving the small systems of a batch");
}
