/*
 * The CPU engine's kernels of geam, dgmm, lacpy and laset, compiled for each instruction set.
 */
#ifndef DDBLAS_MATRIX_CPU_H
#define DDBLAS_MATRIX_CPU_H

#include <stdint.h>

#include "matrix/matrix.h"

/* Rows [row, end_row) and columns [column, end_column) of C. */
struct ddblas_matrix_tile
{
    int64_t row, end_row, column, end_column;
};

/* Computes a tile. */
typedef void ddblas_matrix_kernel(const struct ddblas_matrix_problem *problem, const struct ddblas_matrix_tile *t);
ddblas_matrix_kernel ddblas_matrix_tiles_portable, ddblas_matrix_tiles_avx2, ddblas_matrix_tiles_avx512;

/* Substitutes the kernel, so that a test can use a broken one. Null ends the substitution. */
void ddblas_matrix_substitute(ddblas_matrix_kernel *kernel);

#endif
