/*
 * Host allocation, and failures injected by tests.
 */
#ifndef DDBLAS_ALLOCATE_H
#define DDBLAS_ALLOCATE_H

#include <stddef.h>

/* For tests: allocation number n from now on (1 is the next one) fails once, in any backend or on
 * the host; 0 disarms. Not part of the API. */
void ddblas_inject_allocation_failure(int n);
/* For tests: failures of the work of streams, that is, of copies and launches of the pipeline over
 * host memory (streams.h). ddblas_work_fails counts one of them and returns 1 if it must fail. */
void ddblas_inject_work_failure(int n);
int ddblas_work_fails(void);
/* Counts one allocation and returns 1 if it must fail. Called by the backends and by host
 * allocations. */
int ddblas_allocation_fails(void);
/* Allocates host memory aligned to 256 bytes, subject to injected failures; null on failure. The
 * memory is released with free. */
void *ddblas_host_alloc(size_t bytes);

#endif
