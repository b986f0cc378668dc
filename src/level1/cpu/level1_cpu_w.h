/*
 * The double-double kernels of level 1 on the CPU. One algorithm (level1_cpu_w_kernel.h) is
 * compiled for each instruction set and gives the same bits in all of them.
 */
#ifndef DDBLAS_LEVEL1_CPU_W_H
#define DDBLAS_LEVEL1_CPU_W_H

#include <stdint.h>

#include "level1/level1_element.h"
#include "simd/host_memory.h"

enum
{
    DDBLAS_LEVEL1_LANES = 16
};

/* Running sums s + c, one for each lane. Word i of a vector belongs to lane i mod 16, except in a
 * complex dot product. */
struct ddblas_level1_lanes
{
    double s[DDBLAS_LEVEL1_LANES], c[DDBLAS_LEVEL1_LANES];
};

/* The updates. Those in W also serve vectors of U with real scalars, which are vectors of W with
 * twice as many numbers. */
enum ddblas_level1_w_update
{
    DDBLAS_LEVEL1_AXPY_W,
    DDBLAS_LEVEL1_AXPY_U,
    DDBLAS_LEVEL1_SCAL_W,
    DDBLAS_LEVEL1_SCAL_U,
    DDBLAS_LEVEL1_ROT_W,
    DDBLAS_LEVEL1_ROT_U,
    DDBLAS_LEVEL1_W_UPDATES
};

typedef void ddblas_level1_w_sum(int64_t words, const ddblas_host_w *x, const ddblas_host_w *y, struct ddblas_level1_lanes *sum);

/* Vectors are contiguous here and consist of words, a number of W each; an element of U is two. */
struct ddblas_level1_w_kernels
{
    const char *name;
    /* Update x, y or both, of any number of words. */
    void (*update[DDBLAS_LEVEL1_W_UPDATES])(int64_t words, const struct ddblas_level1_scalars *scalars, ddblas_host_w *x,
                                            ddblas_host_w *y);
    /* Add terms of words x_i and y_i to the lanes. The number of words is a multiple of 16. */
    ddblas_level1_w_sum *dot; /* x_i y_i */
    /* Dot product of vectors of U, whose words are real and imaginary parts in turn. Lanes 0 to 7
     * sum products of equal parts of x and y, lanes 8 to 15 those of different parts. Even lanes
     * have the real part of x. */
    ddblas_level1_w_sum *dot_complex;
    ddblas_level1_w_sum *absolute; /* |x_i|; y is not read. */
};

extern const struct ddblas_level1_w_kernels ddblas_level1_w_portable, ddblas_level1_w_avx2, ddblas_level1_w_avx512;

/* Substitutes kernels, so that a test can use broken ones. Null ends the substitution. */
void ddblas_level1_w_substitute(const struct ddblas_level1_w_kernels *kernels);

#endif
