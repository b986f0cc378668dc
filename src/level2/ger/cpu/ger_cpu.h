/*
 * ger and its relatives on the CPU: the functions that update a tile, in each group of types.
 * ger_cpu.c cuts the matrix into the tiles.
 */
#ifndef DDBLAS_LEVEL2_GER_CPU_H
#define DDBLAS_LEVEL2_GER_CPU_H

#include "level2/ger/ger.h"

enum
{
    DDBLAS_GER_ROWS = 1024, /* Largest number of rows of a tile; in complex types half of it. */
    /* Largest number of columns of a tile. It is so large that copying x is a small part of the
     * work. */
    DDBLAS_GER_COLUMNS = 64
};

/* A tile: the rows [first_row, end_row) and the columns [first_column, end_column) of A. */
struct ddblas_ger_tile
{
    int64_t first_row, end_row, first_column, end_column;
};

/* Update the stored elements of a tile: ddblas_ger_cpu_pairs in W and U, ddblas_ger_cpu_cblas in S,
 * D, C and Z. */
void ddblas_ger_cpu_pairs(const struct ddblas_ger_problem *problem, struct ddblas_ger_tile tile);
void ddblas_ger_cpu_cblas(const struct ddblas_ger_problem *problem, struct ddblas_ger_tile tile);

#endif
