/*
 * The substitution kernels of trsm on the CPU: one algorithm (trsm_cpu_kernel.h), compiled for each instruction set, with the
 * same bits in all of them.
 */
#ifndef DDBLAS_LEVEL3_TRSM_CPU_H
#define DDBLAS_LEVEL3_TRSM_CPU_H

#include "level3/structured/blocks.h"

enum
{
    DDBLAS_SYSTEM_LANES = 32 /* vectors solved side by side */
};

/* A lower triangular system: T(i, j), i > j, high and low part at t[2 (i n + j)], reciprocals of the diagonal (1 where it is
 * taken as ones) at reciprocal[2 i]; component i of lane l: high part at x[2 i LANES + l], low part LANES further. */
typedef void (*ddblas_substitute)(int n, const double *t, const double *reciprocal, double *x);

void ddblas_substitute_portable(int n, const double *t, const double *reciprocal, double *x);
void ddblas_substitute_avx2(int n, const double *t, const double *reciprocal, double *x);
void ddblas_substitute_avx512(int n, const double *t, const double *reciprocal, double *x);

#endif
