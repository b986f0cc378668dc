/*
 * Small arithmetic on sizes that every room needs.
 */
#ifndef DDBLAS_CORE_SIZES_H
#define DDBLAS_CORE_SIZES_H

#include <stddef.h>
#include <stdint.h>

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static inline size_t most_bytes(size_t a, size_t b) { return a > b ? a : b; }

/* a / b rounded up, a >= 0, b > 0, without overflow. */
static inline int64_t quotient_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/* The least multiple of unit that is at least a >= 0. */
static inline int64_t round_up(int64_t a, int64_t unit) { return quotient_up(a, unit) * unit; }

#endif
