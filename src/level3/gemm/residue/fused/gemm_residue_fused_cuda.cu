/*
 * Tensor maps and launch of the INT8 products whose results are stored as residues, one byte each.
 * This file is compiled for sm_90a in addition to the architectures of the build. On all other
 * architectures the kernels are empty, because their instructions exist on sm_90a only.
 */
#include <cuda_runtime_api.h>

#include "backend/tensor_map.h"
#include "core/sizes.h"
#include "gemm_residue_fused_kernel.cuh"

static ddblas_tensor tensor_of(const int8_t *at, int dimensions, const uint64_t *sizes, const uint64_t *strides,
                               const uint32_t *box)
{
    ddblas_tensor t = {};
    t.at = at;
    t.dimensions = dimensions;
    for (int i = 0; i < dimensions; i++)
    {
        t.sizes[i] = sizes[i];
        t.strides[i] = strides[i];
        t.box[i] = box[i];
    }
    return t;
}

/* Describes the residues of op(B) as a tensor with the dimensions terms, lines, planes. */
static ddblas_tensor columns_of(const gemm_residue_fused &p, int planes)
{
    const uint64_t pitch = (uint64_t)p.pitch_b;
    const uint64_t sizes[] = {(uint64_t)p.terms, (uint64_t)p.lines_b, (uint64_t)planes};
    const uint64_t strides[] = {0, pitch, (uint64_t)p.padded_b * pitch};
    const uint32_t box[] = {GEMM_FUSED_STEP, GEMM_FUSED_COLUMNS, 1};
    return tensor_of(p.B, 3, sizes, strides, box);
}

/* Describes the residues of op(A) as a tensor with the dimensions terms, e, q, j, groups of 64
 * lines; gemm_residue_fused_kernel.cuh explains this order. The groups of one plane directly follow
 * those of the plane before. */
template <int Width>
static ddblas_tensor rows_of(const gemm_residue_fused &p, int planes)
{
    const uint64_t pitch = (uint64_t)p.pitch_a, groups = (uint64_t)quotient_up((planes - 1) * p.padded_a + p.lines_a, 64);
    const uint64_t sizes[] = {(uint64_t)p.terms, 2, 4, 8, groups};
    const uint64_t strides[] = {0, pitch, 16 * pitch, 2 * pitch, 64 * pitch};
    const uint32_t box[] = {GEMM_FUSED_STEP, 2, 4, fused_shape<Width>::J, fused_shape<Width>::GROUPS};
    return tensor_of(p.A, 5, sizes, strides, box);
}

template <int Width, bool Centred>
static cudaError_t launch_fused(const gemm_residue_fused &p, const gemm_fused_tiles &tiles, cudaStream_t stream)
{
    const int planes = p.residues + p.guard;
    const ddblas_tensor rows = rows_of<Width>(p, planes), columns = columns_of(p, planes);
    ddblas_tensor_map a, b;
    cudaError_t error = (cudaError_t)ddblas_tensor_map_of(&rows, &a);
    if (error == cudaSuccess)
        error = (cudaError_t)ddblas_tensor_map_of(&columns, &b);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute(fused_kernel<Width, Centred>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     fused_shape<Width>::SHARED);
    if (error != cudaSuccess)
        return error;
    const fused_work work = {tiles,
                             *ddblas_gemm_residue_byte_numbers(),
                             p.residues,
                             (int32_t)p.rows,
                             (int32_t)p.columns,
                             (int32_t)(p.padded_a / 64),
                             p.plane,
                             p.bytes,
                             p.guard_product};
    const int64_t clusters = least(most(p.multiprocessors / CLUSTER_BLOCKS, 1), tiles.count);
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = CLUSTER_BLOCKS;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)(clusters * CLUSTER_BLOCKS));
    config.blockDim = dim3(FUSED_THREADS);
    config.dynamicSmemBytes = fused_shape<Width>::SHARED;
    config.stream = stream;
    config.attrs = &cluster;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, fused_kernel<Width, Centred>, a, b, work);
}

template <bool Centred>
static cudaError_t launch_width(const gemm_residue_fused &p, cudaStream_t stream)
{
    const gemm_fused_tiles tiles = ddblas_gemm_fused_tiles_of(p.rows, p.columns, p.terms, p.residues + p.guard, CLUSTER_BLOCKS);
    return tiles.width == 64    ? launch_fused<64, Centred>(p, tiles, stream)
           : tiles.width == 128 ? launch_fused<128, Centred>(p, tiles, stream)
                                : launch_fused<256, Centred>(p, tiles, stream);
}

extern "C" int ddblas_gemm_residue_fused(const struct gemm_residue_fused *products, const struct gemm_residue_form *form,
                                         void *stream)
{
    return (int)(form->centred ? launch_width<true> : launch_width<false>)(*products, (cudaStream_t)stream);
}
