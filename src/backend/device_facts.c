/*
 * The facts of each device, asked from its engine once in a process.
 */
#include "backend.h"

enum
{
    ENGINES = 3, /* More than the greatest ddblasEngine_t. */
    DEVICES = 64 /* Devices of an engine whose facts are stored. Others are asked each time. */
};

enum
{
    UNKNOWN,
    BEING_WRITTEN,
    KNOWN
};

_Static_assert((int)DDBLAS_ENGINE_CPU < (int)ENGINES && (int)DDBLAS_ENGINE_CUDA < (int)ENGINES, "every engine has a row");

ddblasStatus_t ddblas_device_facts(const struct ddblas_backend *backend, int device, struct ddblas_device *facts)
{
    static struct ddblas_device known[ENGINES][DEVICES];
    static int states[ENGINES][DEVICES];
    if (device < 0 || device >= DEVICES)
        return backend->identify(device, facts);
    int *state = &states[backend->engine][device];
    if (__atomic_load_n(state, __ATOMIC_ACQUIRE) == KNOWN)
    {
        *facts = known[backend->engine][device];
        return DDBLAS_STATUS_SUCCESS;
    }
    /* Several threads may ask at the same time; only one of them stores the facts. */
    const ddblasStatus_t status = backend->identify(device, facts);
    int expected = UNKNOWN;
    if (status == DDBLAS_STATUS_SUCCESS &&
        __atomic_compare_exchange_n(state, &expected, BEING_WRITTEN, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    {
        known[backend->engine][device] = *facts;
        __atomic_store_n(state, KNOWN, __ATOMIC_RELEASE);
    }
    return status;
}
