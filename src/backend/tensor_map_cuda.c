/*
 * Tensor maps, which a function of the CUDA driver makes. The runtime is asked for the address of
 * this function, so that the library need not be linked with the driver.
 */
#include "tensor_map.h"

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime_api.h>
#include <string.h>

_Static_assert(sizeof(struct ddblas_tensor_map) == sizeof(CUtensorMap), "a map is the driver's");

/* Returns the driver's function, or null if the driver does not have it. */
static PFN_cuTensorMapEncodeTiled_v12000 encoder(void)
{
    static void *kept;
    void *function = __atomic_load_n(&kept, __ATOMIC_ACQUIRE);
    enum cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
    if (!function)
    {
#if CUDART_VERSION >= 12050
        const cudaError_t error =
            cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found);
#else
        const cudaError_t error = cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &found);
#endif
        if (error != cudaSuccess || found != cudaDriverEntryPointSuccess)
            return NULL;
        __atomic_store_n(&kept, function, __ATOMIC_RELEASE);
    }
    PFN_cuTensorMapEncodeTiled_v12000 encode;
    memcpy(&encode, &function, sizeof encode);
    return encode;
}

int ddblas_tensor_map_of(const struct ddblas_tensor *tensor, struct ddblas_tensor_map *map)
{
    const PFN_cuTensorMapEncodeTiled_v12000 encode = encoder();
    if (!encode)
        return (int)cudaErrorNotSupported;
    cuuint64_t sizes[DDBLAS_TENSOR_DIMENSIONS], strides[DDBLAS_TENSOR_DIMENSIONS];
    cuuint32_t box[DDBLAS_TENSOR_DIMENSIONS], steps[DDBLAS_TENSOR_DIMENSIONS];
    for (int i = 0; i < tensor->dimensions; i++)
    {
        sizes[i] = tensor->sizes[i];
        box[i] = tensor->box[i];
        steps[i] = 1;
        if (i > 0)
            strides[i - 1] = tensor->strides[i];
    }
    union
    {
        const void *given;
        void *taken;
    } at = {tensor->at}; /* The copy removes const, because the driver's prototype has none.  */
    CUtensorMap made;
    const CUresult result = encode(&made, CU_TENSOR_MAP_DATA_TYPE_UINT8, (cuuint32_t)tensor->dimensions, at.taken, sizes, strides,
                                   box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                   CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS)
        return (int)cudaErrorInvalidValue;
    memcpy(map, &made, sizeof made);
    return (int)cudaSuccess;
}
