/*
 * Batches of double-double products on the CUDA engine: C = alpha op(A) op(B) + beta C for each
 * member, by the tiles of the plain route. gemm_plain_kernel.cuh describes formula, bytes,
 * operations, edges and error bound.
 *
 *   block   Groups groups of LM x LN threads; a group computes one tile at a time
 *   tile    BM x BN elements of one member; tiles are numbered member after member
 *
 * For small orders a tile is small too, at least 4 x 4 by 8 threads, so that few sums are padding;
 * several groups then share a block. All members have the same k, so the groups of a block pass the
 * same barriers. A group whose tile would lie beyond the last tile computes the last tile again
 * without storing it, because it must pass the barriers too.
 *
 * The sums of a member are not cut into slices, and its factors are not exchanged, whatever the
 * shape. So the bits of an element depend only on its row of op(A), its column of op(B), alpha,
 * beta and its old value.
 */
#ifndef DDBLAS_LEVEL3_GEMM_BATCHED_KERNEL_CUH
#define DDBLAS_LEVEL3_GEMM_BATCHED_KERNEL_CUH

#include "level3/gemm/plain/gemm_plain_kernel.cuh"

#include "batched.h"

/* The members: their matrices, and the number of tiles of one member and of all members. */
struct gemm_batched_members
{
    struct ddblas_batch_matrices A, B, C;
    int64_t tiles_each, tiles;
};

DD_DEVICE const cuddreal *gemm_batched_matrix(const ddblas_batch_matrices &x, int64_t member)
{
    return x.list ? x.list[member] + x.offset : x.first + member * x.stride;
}

/* Returns the arrays of a member. If there is no product, A and B may be null and are not used. */
DD_DEVICE gemm_plain_arrays gemm_batched_arrays(const gemm_batched_members &members, int64_t member, bool product)
{
    gemm_plain_arrays x = {nullptr, nullptr, const_cast<cuddreal *>(gemm_batched_matrix(members.C, member))};
    if (product)
    {
        x.A = gemm_batched_matrix(members.A, member);
        x.B = gemm_batched_matrix(members.B, member);
    }
    return x;
}

template <class Tile, int Groups>
__global__ void __launch_bounds__(Tile::Threads *Groups, Tile::Resident)
    gemm_batched_kernel(const __grid_constant__ gemm_plain_operands op, const __grid_constant__ gemm_batched_members members)
{
    __shared__ __align__(16) unsigned char memory[Groups][sizeof(typename Tile::shared)];
    const bool product = op.k > 0 && !cuddIsZero(op.get_alpha());
#pragma unroll 1
    for (int64_t first = (int64_t)blockIdx.x * Groups; first < members.tiles; first += (int64_t)gridDim.x * Groups)
    {
        const bool stored = first + threadIdx.y < members.tiles;
        const int64_t tile = stored ? first + threadIdx.y : members.tiles - 1;
        int64_t member = tile, down = 0, across = 0;
        if (members.tiles_each > 1)
        {
            member = tile / members.tiles_each;
            down = (tile - member * members.tiles_each) % op.down;
            across = (tile - member * members.tiles_each) / op.down;
        }
        gemm_plain_multiply<Tile, false, true>(op, gemm_batched_arrays(members, member, product),
                                               *(typename Tile::shared *)memory[threadIdx.y], down, across, stored);
        __syncthreads();
    }
}

#endif
