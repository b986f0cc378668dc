/*
 * One launch of a kernel on the emulated device.
 */
#ifndef DD_EMULATOR_BLOCKS_HPP
#define DD_EMULATOR_BLOCKS_HPP

#include "device.hpp"

namespace emulate
{

enum
{
    SHARED = 232448 /* bytes of shared memory that a block may ask for */
};

struct work
{
    std::function<void()> body; /* executed by each thread */
    dim3 blocks, threads;
    size_t shared;
    uint64_t begun, finished; /* blocks */
};

/* A tensor map as the emulated driver writes it, at most 128 bytes. */
struct box_map
{
    const char *at;
    uint64_t strides[4]; /* dimensions 1 .. */
    uint64_t sizes[5];
    uint32_t box[5], dimensions;
};

/* Runs all blocks and returns when they have ended. */
void execute(work &w);

/* The byte of memory that nothing has written. */
int unwritten();

/* Runs an operation that is not a kernel in the order of the stream. */
cudaError_t in_stream(cudaStream_t stream, std::function<void()> operation);

} // namespace emulate

#endif
