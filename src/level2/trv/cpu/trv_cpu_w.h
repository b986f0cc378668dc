/*
 * A diagonal block in W, computed with vector instructions. One algorithm (trv_cpu_w_kernel.h) is
 * compiled for each instruction set and gives the same bits in all of them.
 */
#ifndef DDBLAS_LEVEL2_TRV_CPU_W_H
#define DDBLAS_LEVEL2_TRV_CPU_W_H

#include "trv_cpu.h"

/* The copy of a block: a triangle without its diagonal, stored by columns, then its diagonal, and
 * x, each with high and low parts apart. Zeros extend the columns upwards and downwards to whole
 * groups of 8 rows, and ones extend x. */
struct ddblas_trv_block
{
    double high[DDBLAS_TRV_BLOCK * DDBLAS_TRV_BLOCK], low[DDBLAS_TRV_BLOCK * DDBLAS_TRV_BLOCK];
    cuddreal diagonal[DDBLAS_TRV_BLOCK];
    double x_high[DDBLAS_TRV_BLOCK], x_low[DDBLAS_TRV_BLOCK];
};

/* Multiplies or solves in place by the operations of trv_cpu_diagonal.h without their tests for
 * special values. Returns 0 if a result is 0, Inf or NaN; then x is undefined. */
typedef int ddblas_trv_w_kernel(int solve, int unit, int64_t count, struct ddblas_trv_block *block);
extern ddblas_trv_w_kernel ddblas_trv_w_portable, ddblas_trv_w_avx2, ddblas_trv_w_avx512;

#endif
