/*
 * Small arithmetic on sizes that every room needs: the smaller and the larger of two, quotients and
 * multiples rounded up. Kernels have their own, because a run-time compiler reads them without this
 * header.
 */
#ifndef DDBLAS_CORE_SIZES_H
#define DDBLAS_CORE_SIZES_H

#include <stddef.h>
#include <stdint.h>

/* The smaller and the larger of two numbers of elements, and of two numbers of bytes. */
static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static inline size_t least_bytes(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t most_bytes(size_t a, size_t b) { return a > b ? a : b; }

/* a / b rounded up, a >= 0, b > 0, without overflow. */
static inline int64_t quotient_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/* The least multiple of unit > 0 that is at least a >= 0, and the same for bytes. */
static inline int64_t round_up(int64_t a, int64_t unit) { return quotient_up(a, unit) * unit; }
static inline size_t round_up_bytes(size_t a, size_t unit) { return (a / unit + (a % unit != 0)) * unit; }

#endif
