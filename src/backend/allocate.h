/*
 * Host allocation, and allocation failures on request of a test.
 */
#ifndef DDBLAS_ALLOCATE_H
#define DDBLAS_ALLOCATE_H

#include <stddef.h>

/* Allocation failures for tests: the call numbered n from now on (1 = the next) fails once, in every backend and on the host;
 * 0 disarms. Not part of the API. */
void ddblas_inject_allocation_failure(int n);
/* The same for the work of streams: copies and launches of the pipeline over host memory (streams.h). */
void ddblas_inject_work_failure(int n);
int ddblas_work_fails(void);
/* Counts one allocation; 1 when it must fail. Backends and host allocations ask it. */
int ddblas_allocation_fails(void);
/* Host memory aligned to 256 bytes, through the injection; null on failure. Freed by free. */
void *ddblas_host_alloc(size_t bytes);

#endif
