/*
 * Tensor maps. A tensor map tells the copies of boxes (copy_box of instructions.cuh) where a tensor
 * of bytes is in engine memory.
 */
#ifndef DDBLAS_BACKEND_TENSOR_MAP_H
#define DDBLAS_BACKEND_TENSOR_MAP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_TENSOR_DIMENSIONS = 5 /* Largest number of dimensions of a tensor. */
};

/* A tensor of bytes, and the size of the boxes that are copied from it. Bytes that are neighbours
 * in dimension 0 are adjacent in memory. */
struct ddblas_tensor
{
    const void *at; /* Address of the first byte, a multiple of 16. */
    int dimensions;
    uint64_t sizes[DDBLAS_TENSOR_DIMENSIONS];
    /* strides[i] is the distance, in bytes, between neighbours in dimension i. It is a multiple of
     * 16. strides[0] is not used. */
    uint64_t strides[DDBLAS_TENSOR_DIMENSIONS];
    /* The size of a box in each dimension, at most 256. box[0] is 128, because a swizzled row has
     * 128 bytes. */
    uint32_t box[DDBLAS_TENSOR_DIMENSIONS];
};

/* A tensor map in the form that the hardware reads. It is passed to a kernel as a parameter. A byte
 * of a box that is outside the tensor is copied as 0. */
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
