/*
 * Limits of a device. Some candidates cannot run, or a multiprocessor holds fewer of their blocks
 * than they require. They are removed here, so that they are never timed.
 */
#include "tune.h"

#include "core/sizes.h"

enum
{
    WARP = 32,
    REGISTERS_OF_WARP = 256, /* Registers are allocated to a warp in units of this many. */
    /* Shared memory is allocated to a block in units of this many bytes. */
    SHARED_UNIT = 128,
    SHARED_RESERVED = 1024 /* Bytes of shared memory that the system reserves for each block. */
};

int ddblas_tune_occupancy(const struct ddblas_device *device, const struct ddblas_tune_need *need)
{
    if (need->threads < 1 || need->threads > 1024 || need->registers < 0 || need->registers > 255 || need->shared < 0 ||
        need->shared > device->shared_of_block)
        return 0;
    const int64_t warps = quotient_up(need->threads, WARP);
    const int64_t registers = warps * round_up(need->registers * WARP, REGISTERS_OF_WARP);
    const int64_t shared = round_up(need->shared, SHARED_UNIT) + SHARED_RESERVED;
    int64_t blocks = least(device->threads / (warps * WARP), device->blocks);
    if (registers > 0)
        blocks = least(blocks, device->registers / registers);
    return (int)least(blocks, device->shared / shared);
}

int64_t ddblas_tune_largest(const struct ddblas_tune_key *key, const struct ddblas_device *device, int64_t wanted)
{
    const struct ddblas_tune_space *space = key->space;
    int64_t n = wanted > 0 ? wanted : space->largest(key->type, key->form, device->memory);
    while (n > 1 && 2.0 * space->bytes(key->type, key->form, n) > 0.8 * device->memory)
        n -= n / 10 + 1;
    return n;
}

int ddblas_tune_feasible(const struct ddblas_tune_key *key, const struct ddblas_device *device,
                         int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int capacity)
{
    const struct ddblas_tune_space *space = key->space;
    const int count = space->candidates(device, key->type, key->form, list, capacity);
    int kept = 0;
    for (int i = 0; i < count && i < capacity; i++)
    {
        if (space->need)
        {
            struct ddblas_tune_need need = {0};
            space->need(key->type, key->form, list[i], &need);
            if (ddblas_tune_occupancy(device, &need) < (need.blocks > 1 ? need.blocks : 1))
                continue;
        }
        if (kept != i)
            for (int k = 0; k < DDBLAS_TUNE_PARAMETERS; k++)
                list[kept][k] = list[i][k];
        kept++;
    }
    return kept;
}
