/*
 * Places of the arrays of a member of a batch on the CUDA engine, where a thread block has a member
 * at a time: in shared memory as far as they fit, the others in the workspace, a share for each
 * block.
 */
#ifndef DDBLAS_EIGEN_BATCHED_ROOM_H
#define DDBLAS_EIGEN_BATCHED_ROOM_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    DDBLAS_ROOM_ARRAYS = 3
};

struct ddblas_batch_room
{
    int64_t blocks;
    size_t shared, share, workspace; /* Bytes of a block's dynamic shared memory; of its share; of all shares. */
    int inside[DDBLAS_ROOM_ARRAYS];  /* Whether array k is in shared memory. */
    size_t from[DDBLAS_ROOM_ARRAYS]; /* Bytes from the beginning of that memory, or of the share, to the array. */
};

/* Places DDBLAS_ROOM_ARRAYS arrays of these sizes, those that matter most first, on a device with
 * `shared_of_block` bytes for a block, of which kernels need `fixed` themselves. `blocks` is the
 * number of blocks that keep the device busy. */
struct ddblas_batch_room ddblas_batch_room(int64_t shared_of_block, int64_t blocks, int64_t count, size_t fixed,
                                           const size_t bytes[DDBLAS_ROOM_ARRAYS]);

/* The same on the device of a handle. Before a limit is set, all of the shared memory counts; 0
 * removes the limit, which is for tests. */
ddblasStatus_t ddblas_batch_room_on(ddblasHandle_t handle, int64_t count, size_t fixed, const size_t bytes[DDBLAS_ROOM_ARRAYS],
                                    struct ddblas_batch_room *room);
void ddblas_batch_room_limit(int64_t shared_of_block);

#ifdef __cplusplus
}
#endif

#endif
