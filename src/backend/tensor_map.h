/*
 * Tensor maps: how the copies of boxes (copy_box of instructions.cuh) find a tensor of bytes in
 * engine memory.
 */
#ifndef DDBLAS_BACKEND_TENSOR_MAP_H
#define DDBLAS_BACKEND_TENSOR_MAP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_TENSOR_DIMENSIONS = 5 /* The most dimensions of a tensor. */
};

/* A tensor of bytes and the boxes that are copied from it. Neighbours in dimension 0 are adjacent
 * in memory. */
struct ddblas_tensor
{
    const void *at; /* The first byte, at a multiple of 16. */
    int dimensions;
    uint64_t sizes[DDBLAS_TENSOR_DIMENSIONS];
    /* strides[i]: bytes between neighbours in dimension i, a multiple of 16; strides[0] is not
     * used. */
    uint64_t strides[DDBLAS_TENSOR_DIMENSIONS];
    /* Sizes of a box, at most 256; box[0] is 128, the bytes of a swizzled row. */
    uint32_t box[DDBLAS_TENSOR_DIMENSIONS];
};

/* A tensor in the form that the hardware reads, as a kernel parameter. A copied byte outside the
 * tensor is 0. */
struct ddblas_tensor_map
{
    uint64_t word[16];
} __attribute__((aligned(64)));

/* Describes the tensor in *map. Returns a cudaError_t. */
int ddblas_tensor_map_of(const struct ddblas_tensor *tensor, struct ddblas_tensor_map *map);

#ifdef __cplusplus
}
#endif

#endif
