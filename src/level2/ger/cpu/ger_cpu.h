/*
 * ger and its relatives on the CPU: what ger_cpu.c, which cuts the matrix into tiles, asks of the
 * arithmetic of the types.
 */
#ifndef DDBLAS_LEVEL2_GER_CPU_H
#define DDBLAS_LEVEL2_GER_CPU_H

#include "level2/ger/ger.h"

enum
{
    DDBLAS_GER_ROWS = 1024, /* Most rows of a tile, in complex types half as many. */
    DDBLAS_GER_COLUMNS = 64 /* Most columns of a tile: copying x is then a small part of the work. */
};

/* Rows [first_row, end_row) and columns [first_column, end_column) of A. */
struct ddblas_ger_tile
{
    int64_t first_row, end_row, first_column, end_column;
};

/* Update the stored elements of a tile: in W and U, and in S, D, C and Z. */
void ddblas_ger_cpu_pairs(const struct ddblas_ger_problem *problem, struct ddblas_ger_tile tile);
void ddblas_ger_cpu_cblas(const struct ddblas_ger_problem *problem, struct ddblas_ger_tile tile);

#endif
