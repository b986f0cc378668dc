/*
 * What the emulated device says of itself: an H200's numbers, so that plans and tables are those of the real one, but for its
 * memory, which the host must have.
 */
#ifndef DD_EMULATOR_H200_HPP
#define DD_EMULATOR_H200_HPP

#include <cstring>

#include <cuda_runtime_api.h>

namespace emulate
{

constexpr size_t H200_MEMORY = (size_t)6 << 30;
constexpr int H200_SHARED = 232448;

inline cudaDeviceProp h200_properties()
{
    cudaDeviceProp p = {};
    strcpy(p.name, "NVIDIA H200");
    p.major = 9;
    p.minor = 0;
    p.multiProcessorCount = 132;
    p.totalGlobalMem = H200_MEMORY;
    p.sharedMemPerBlock = 48 << 10;
    p.sharedMemPerBlockOptin = H200_SHARED;
    p.sharedMemPerMultiprocessor = 228 << 10;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = 32;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsPerMultiProcessor = 2048;
    p.l2CacheSize = 50 << 20;
    p.maxGridSize[0] = 0x7fffffff;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    return p;
}

inline cudaError_t h200_attribute(int *value, cudaDeviceAttr attribute)
{
    switch (attribute)
    {
    case cudaDevAttrMultiProcessorCount:
        *value = 132;
        return cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
        *value = 9;
        return cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
        *value = 0;
        return cudaSuccess;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
        *value = 2048;
        return cudaSuccess;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
        *value = 32;
        return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        *value = H200_SHARED;
        return cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
        *value = 228 << 10;
        return cudaSuccess;
    case cudaDevAttrReservedSharedMemoryPerBlock:
        *value = 1024;
        return cudaSuccess;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
        *value = 65536;
        return cudaSuccess;
    case cudaDevAttrL2CacheSize:
        *value = 50 << 20;
        return cudaSuccess;
    case cudaDevAttrHostNumaId:
        *value = -1;
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

} // namespace emulate

#endif
