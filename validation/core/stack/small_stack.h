/*
 * The tests of small stacks: every routine of the CPU engine runs in a thread with a stack of 128
 * KiB, and OpenMP's own threads have no more. The results have the same bits as those of a thread
 * with room. A stack that is too small ends the program.
 */
#ifndef DD_VALIDATION_SMALL_STACK_H
#define DD_VALIDATION_SMALL_STACK_H

#include "handle.h"

enum
{
    SMALL_STACK_THREADS = 4
};

void on_small_stack(void *(*work)(void *), void *argument);

/* Runs `work` on a small stack. It must write the same `bytes` bytes to `result` as are there
 * already, from a run with room. */
void same_on_small_stack(void *(*work)(void *), void *argument, void *result, size_t bytes);

/* Starts the program anew with small stacks for OpenMP's threads, unless it was so started: OpenMP
 * reads its environment before main. */
void small_stack_restart(char **arguments);

static inline int open_small_handle(void **state)
{
    (void)open_cpu_handle(state);
    return ddblasSetThreads(h, SMALL_STACK_THREADS) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

static inline ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

#endif
