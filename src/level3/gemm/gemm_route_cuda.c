/*
 * The route of a double-double product on the CUDA engine: the one that the handle is set to or, if
 * it is not set, the one chosen for the handle's device.
 */
#include "gemm.h"

#include "gemm_route_choice.h"

#include "machine/machine.h"

/* Returns the constants of the handle's device. */
static struct ddblas_machine machine_of(ddblasHandle_t handle)
{
    struct ddblas_device facts;
    (void)ddblas_device_facts(handle->backend, handle->device, &facts);
    return ddblas_machine_of(&(struct ddblas_machine_facts){.is_h200 = ddblas_machine_is_h200(facts.name),
                                                            .multiprocessors = facts.multiprocessors,
                                                            .capability = facts.capability,
                                                            .single_to_double = facts.single_to_double});
}

int ddblas_gemm_by_residues(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    const ddblasGemmRoute_t route = ddblas_gemm_route(handle);
    if (route == DDBLAS_GEMM_ROUTE_AUTO)
    {
        const struct ddblas_machine machine = machine_of(handle);
        return ddblas_gemm_prefers_residues_on(&machine, m, n, k);
    }
    return route == DDBLAS_GEMM_ROUTE_RESIDUES;
}
