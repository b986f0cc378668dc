/*
 * Substitution kernels of trsm on the CPU: one algorithm (trsm_cpu_kernel.h), compiled for each
 * instruction set. The bits are the same in all of them.
 */
#ifndef DDBLAS_LEVEL3_TRSM_CPU_H
#define DDBLAS_LEVEL3_TRSM_CPU_H

#include "level3/structured/block_operations.h"

enum
{
    /* Number of vectors for which the kernel solves the system at the same time. */
    DDBLAS_SYSTEM_LANES = 32
};

/* Solves a lower triangular system for LANES = DDBLAS_SYSTEM_LANES vectors, in place.
 *
 *   T(i, j), i > j              high and low part at t[2 (i n + j)]
 *   1 / T(i, i)                 high and low part at reciprocal[2 i]; 1 for a unit diagonal
 *   component i of vector l     high part at x[2 i LANES + l], low part LANES further */
typedef void (*ddblas_substitute)(int n, const double *t, const double *reciprocal, double *x);

/* Returns the function for the instruction set that is in use. */
ddblas_substitute ddblas_substitution_kernel(void);

void ddblas_substitute_portable(int n, const double *t, const double *reciprocal, double *x);
void ddblas_substitute_avx2(int n, const double *t, const double *reciprocal, double *x);
void ddblas_substitute_avx512(int n, const double *t, const double *reciprocal, double *x);

#endif
