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
    std::function<void()> body; /* of a thread */
    dim3 blocks, threads;
    size_t shared;
    uint64_t begun, finished; /* blocks */
};

/* Runs all blocks and returns when they have ended. */
void execute(work &w);

/* The byte of memory that nothing has written. */
int unwritten();

/* What is not a kernel, in its turn. */
cudaError_t in_stream(cudaStream_t stream, std::function<void()> operation);

} // namespace emulate

#endif
