/*
 * CBLAS as a single-threaded library: the bits of a threaded one depend on its number of threads.
 */
#ifndef DDBLAS_CORE_CBLAS_THREADS_H
#define DDBLAS_CORE_CBLAS_THREADS_H

#include <limits.h>
#include <stdint.h>

/* Returns 1 if CBLAS's integers can hold the size or increment. */
static inline int ddblas_cblas_takes(int64_t number) { return number >= -INT_MAX && number <= INT_MAX; }

/* From begin to end CBLAS uses one thread in each calling thread. Calls nest, also from several
 * threads at once; the last end restores the number found by the first begin. Acts on OpenBLAS,
 * whose setting is one for the process; the reference CBLAS has one thread anyway. */
void ddblas_cblas_begin(void);
void ddblas_cblas_end(void);

/* Threads that may call CBLAS at once: OpenBLAS prints a warning, and later ends the process, when
 * more do than it was built for.
 */
int ddblas_cblas_most_threads(void);

#endif
