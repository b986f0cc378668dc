/*
 * Allocates host memory, and lets tests make allocations and work items fail.
 */
#ifndef DDBLAS_ALLOCATE_H
#define DDBLAS_ALLOCATE_H

#include <stddef.h>

/* For tests: makes one allocation fail, in any backend or on the host. It is allocation number n
 * from now on, where 1 is the next one. n = 0 cancels this. Not part of the API. */
void ddblas_inject_allocation_failure(int n);
/* For tests: makes work item number n from now on fail. A work item is a copy (streams.h) or a
 * product of the pipeline over host memory (src/xt). ddblas_work_fails counts one item and returns
 * 1 if this item must fail. */
void ddblas_inject_work_failure(int n);
int ddblas_work_fails(void);
/* Counts one allocation and returns 1 if it must fail. The backends and the host allocations call
 * it. */
int ddblas_allocation_fails(void);
/* Allocates host memory that is aligned to 256 bytes. Returns null on failure, which tests can
 * cause. The memory is released with free. */
void *ddblas_host_alloc(size_t bytes);

#endif
