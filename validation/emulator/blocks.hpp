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

/* Runs all blocks and returns when they have ended. */
void execute(work &w);

/* The byte of memory that nothing has written. */
int unwritten();

/* Runs an operation that is not a kernel in the order of the stream. */
cudaError_t in_stream(cudaStream_t stream, std::function<void()> operation);

} // namespace emulate

#endif
