/*
 * Host allocation, and failures injected by tests.
 */
#ifndef DDBLAS_ALLOCATE_H
#define DDBLAS_ALLOCATE_H

#include <stddef.h>

/* For tests: makes allocation number n from now on (1 is the next one) fail once, in any backend or
 * on the host. n = 0 cancels this. Not part of the API. */
void ddblas_inject_allocation_failure(int n);
/* For tests: makes work item number n from now on fail once. A work item is a copy (streams.h) or a
 * product of the pipeline over host memory (src/xt). ddblas_work_fails counts one item and returns
 * 1 if it must fail. */
void ddblas_inject_work_failure(int n);
int ddblas_work_fails(void);
/* Counts one allocation and returns 1 if it must fail. Called by the backends and by host
 * allocations. */
int ddblas_allocation_fails(void);
/* Allocates host memory aligned to 256 bytes, subject to injected failures; null on failure. The
 * memory is released with free. */
void *ddblas_host_alloc(size_t bytes);

#endif
