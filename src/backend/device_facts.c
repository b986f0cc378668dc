/*
 * Keeps the facts of each device. The engine is asked for them once in a process.
 */
#include "backend.h"

enum
{
    ENGINES = 3, /* A number above the largest value of ddblasEngine_t. */
    /* Number of devices of an engine whose facts are stored. The engine is asked each time for the
     * facts of further devices. */
    DEVICES = 64
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
    /* Several threads may ask for the facts at the same time. Only one of them stores the facts. */
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
