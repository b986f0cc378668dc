/*
 * Allocates host memory, and lets tests make allocations fail.
 */
#include "allocate.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum
{
    ALIGNMENT = 256
};

static atomic_int calls_until_failure, work_until_failure;

static int counts_down_to_failure(atomic_int *calls) { return atomic_load(calls) > 0 && atomic_fetch_sub(calls, 1) == 1; }

void ddblas_inject_allocation_failure(int n) { atomic_store(&calls_until_failure, n); }

int ddblas_allocation_fails(void) { return counts_down_to_failure(&calls_until_failure); }

void ddblas_inject_work_failure(int n) { atomic_store(&work_until_failure, n); }

int ddblas_work_fails(void) { return counts_down_to_failure(&work_until_failure); }

void *ddblas_host_alloc(size_t bytes)
{
    if (ddblas_allocation_fails() || bytes > PTRDIFF_MAX - ALIGNMENT)
        return NULL;
    return aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}
