/*
 * Places of the arrays of a member of a batch on the CUDA engine.
 */
#include "room.h"

#include "core/checks.h"
#include "core/sizes.h"

enum
{
    MOST_BLOCKS = 1 << 20,
    BLOCKS_OF_MULTIPROCESSOR = 4 /* With a share of the workspace each. */
};

static int64_t limit;

void ddblas_batch_room_limit(int64_t shared_of_block) { limit = shared_of_block; }

struct ddblas_batch_room ddblas_batch_room(int64_t shared_of_block, int64_t blocks, int64_t count, size_t fixed,
                                           const size_t bytes[DDBLAS_ROOM_ARRAYS])
{
    struct ddblas_batch_room room = {.blocks = least(count, MOST_BLOCKS)};
    const size_t most_shared = (size_t)shared_of_block > fixed ? (size_t)shared_of_block - fixed : 0;
    for (int k = 0; k < DDBLAS_ROOM_ARRAYS; k++)
    {
        const size_t size = round_up_bytes(bytes[k], 32);
        room.inside[k] = room.shared + size <= most_shared;
        size_t *used = room.inside[k] ? &room.shared : &room.share;
        room.from[k] = *used;
        *used += size;
    }
    if (room.share == 0)
        return room;
    room.share = round_up_bytes(room.share, 256);
    room.blocks = least(count, blocks);
    room.workspace = (size_t)room.blocks * room.share;
    return room;
}

ddblasStatus_t ddblas_batch_room_on(ddblasHandle_t handle, int64_t count, size_t fixed, const size_t bytes[DDBLAS_ROOM_ARRAYS],
                                    struct ddblas_batch_room *room)
{
    struct ddblas_device facts;
    DDBLAS_CHECK(ddblas_device_facts(handle->backend, handle->device, &facts));
    const int64_t shared = limit > 0 ? least(limit, facts.shared_of_block) : facts.shared_of_block;
    *room = ddblas_batch_room(shared, (int64_t)BLOCKS_OF_MULTIPROCESSOR * most(facts.multiprocessors, 1), count, fixed, bytes);
    return DDBLAS_STATUS_SUCCESS;
}
