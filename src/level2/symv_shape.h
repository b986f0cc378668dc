/*
 * The shapes that the GPU kernels of symv are compiled in: plain data, the one list from which kernels and choices expand.
 */
#ifndef DDBLAS_LEVEL2_SYMV_SHAPE_H
#define DDBLAS_LEVEL2_SYMV_SHAPE_H

#include <stddef.h>

/* By tiles (symv_tile.cuh): SYMV_TILE(name, warps, columns of a warp, columns of a stage, stages, blocks on a multiprocessor).
 * Columns of a stage are for elements of up to 16 bytes. Where columns do not start on lines of the cache, stages are larger by a
 * quarter and fewer by one. */
#define SYMV_TILES(SYMV_TILE)                                                                                                    \
    SYMV_TILE(WIDE, 8, 16, 8, 5, 1)                                                                                              \
    SYMV_TILE(NARROW, 4, 16, 8, 4, 2)                                                                                            \
    SYMV_TILE(NARROW_3, 4, 16, 8, 3, 3)

/* By rows (symv_rows.cuh): SYMV_ROWS(name, rows of a block, threads, loads of a thread under way). */
#define SYMV_ROW_SHAPES(SYMV_ROWS)                                                                                               \
    SYMV_ROWS(ROWS_1_128, 1, 128, 4)                                                                                             \
    SYMV_ROWS(ROWS_4_128, 4, 128, 8)                                                                                             \
    SYMV_ROWS(ROWS_4_256, 4, 256, 8)                                                                                             \
    SYMV_ROWS(ROWS_8_256, 8, 256, 16)                                                                                            \
    SYMV_ROWS(ROWS_8_512, 8, 512, 16)                                                                                            \
    SYMV_ROWS(ROWS_16_512, 16, 512, 16)

enum symv_tile_name
{
#define SYMV_TILE(name, warps, columns, group, stages, resident) SYMV_##name,
    SYMV_TILES(SYMV_TILE)
#undef SYMV_TILE
        SYMV_TILE_COUNT
};

enum symv_rows_name
{
#define SYMV_ROWS(name, rows, threads, loads) SYMV_##name,
    SYMV_ROW_SHAPES(SYMV_ROWS)
#undef SYMV_ROWS
        SYMV_ROWS_COUNT
};

#endif
