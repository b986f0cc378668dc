/*
 * The shapes in which the GPU kernels of symv are compiled. The kernels and the choices are
 * generated from this list.
 */
#ifndef DDBLAS_LEVEL2_SYMV_SHAPE_H
#define DDBLAS_LEVEL2_SYMV_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/ddblas.h>

/* Masks of the types for which a shape is compiled, by the letters of types.def. A shape is
 * compiled for a type if a built-in choice (symv_plan.c) or a row of a table in the library names
 * it. All other shapes are compiled on demand. */
#define SYMV_OF(letter) ((unsigned)DDBLAS_TYPES_##letter)
#define SYMV_EVERY      (~0U)
/* Types whose elements have at most 16 bytes. Longer elements take more registers. */
#define SYMV_SHORT (~SYMV_OF(U))
/* Types with the arithmetic of IEEE 754. */
#define SYMV_PLAIN (SYMV_OF(S) | SYMV_OF(D) | SYMV_OF(C) | SYMV_OF(Z))

/* Shapes by tiles (symv_tile.cuh): SYMV_TILE(name, types, warps, columns of a warp, columns of a
 * stage, stages, blocks on a multiprocessor). If elements have more than 16 bytes, a stage has half
 * as many columns. If columns start at any element (SYMV_OFF_LINES), a stage is a quarter larger,
 * and a block has one stage fewer. */
#define SYMV_TILES(SYMV_TILE)                                                                                                    \
    SYMV_TILE(BROAD, SYMV_OF(S) | SYMV_OF(D), 16, 16, 4, 4, 1)                                                                   \
    SYMV_TILE(FINE, SYMV_OF(C), 16, 8, 4, 4, 1)                                                                                  \
    SYMV_TILE(WIDE, SYMV_PLAIN, 8, 16, 8, 5, 1)                                                                                  \
    SYMV_TILE(WIDE_4, SYMV_OF(Z), 8, 16, 8, 4, 1)                                                                                \
    SYMV_TILE(WIDE_3, SYMV_OF(W) | SYMV_OF(U), 8, 16, 8, 3, 1)                                                                   \
    SYMV_TILE(NARROW, SYMV_EVERY, 4, 16, 8, 4, 2)                                                                                \
    SYMV_TILE(SLIM_3, SYMV_OF(W) | SYMV_OF(U), 8, 8, 8, 3, 1)

/* Shapes by rows (symv_rows.cuh): SYMV_ROWS(name, types, rows of a block, threads, loads of a
 * thread in flight). */
#define SYMV_ROW_SHAPES(SYMV_ROWS)                                                                                               \
    SYMV_ROWS(ROWS_1_128_2, SYMV_SHORT, 1, 128, 2)                                                                               \
    SYMV_ROWS(ROWS_1_256_2, SYMV_OF(Z), 1, 256, 2)                                                                               \
    SYMV_ROWS(ROWS_1_128, SYMV_OF(W) | SYMV_OF(U), 1, 128, 4)                                                                    \
    SYMV_ROWS(ROWS_4_128, SYMV_OF(W), 4, 128, 8)                                                                                 \
    SYMV_ROWS(ROWS_4_128_4, SYMV_OF(U), 4, 128, 4)                                                                               \
    SYMV_ROWS(ROWS_4_256, SYMV_PLAIN, 4, 256, 8)                                                                                 \
    SYMV_ROWS(ROWS_8_256, SYMV_SHORT, 8, 256, 16)                                                                                \
    SYMV_ROWS(ROWS_8_512, SYMV_OF(S), 8, 512, 16)

/* Shapes by squares (symv_square.cuh): SYMV_SQUARE(name, types, warps, columns of a warp, blocks on
 * a multiprocessor). These shapes are not compiled on demand. */
#define SYMV_SQUARES(SYMV_SQUARE)                                                                                                \
    SYMV_SQUARE(SQUARE_64_2, SYMV_OF(Z), 8, 8, 2)                                                                                \
    SYMV_SQUARE(SQUARE_64_4, SYMV_OF(D) | SYMV_OF(C), 8, 8, 4)                                                                   \
    SYMV_SQUARE(SQUARE_64_6, SYMV_OF(S), 8, 8, 6)                                                                                \
    SYMV_SQUARE(SQUARE_128_2, SYMV_OF(S), 16, 8, 2)

/* Encodes a shape as one number, so that the cases of a switch can name it. By rows the arguments
 * are warps, rows, loads, 0, 0; by squares they are warps, columns, 0, 0, blocks on a
 * multiprocessor. */
#define SYMV_SHAPE(warps, columns, group, stages, resident)                                                                      \
    ((warps) << 20 | (columns) << 14 | (group) << 8 | (stages) << 4 | (resident))

struct symv_shape
{
    int32_t warps, columns, group, stages, resident;
};

static inline struct symv_shape symv_shape_of(int32_t number)
{
    const uint32_t bits = (uint32_t)number;
    return (struct symv_shape){(int32_t)(bits >> 20), (int32_t)(bits >> 14 & 63), (int32_t)(bits >> 8 & 63),
                               (int32_t)(bits >> 4 & 15), (int32_t)(bits & 15)};
}

/* SYMV_<name>: the number of each shape by tiles. */
enum symv_tile_name
{
#define SYMV_TILE(name, types, warps, columns, group, stages, resident)                                                          \
    SYMV_##name = SYMV_SHAPE(warps, columns, group, stages, resident),
    SYMV_TILES(SYMV_TILE)
#undef SYMV_TILE
};

/* SYMV_<name>: the number of each shape by rows. */
enum symv_rows_name
{
#define SYMV_ROWS(name, types, rows, threads, loads) SYMV_##name = SYMV_SHAPE((threads) / 32, rows, loads, 0, 0),
    SYMV_ROW_SHAPES(SYMV_ROWS)
#undef SYMV_ROWS
};

/* SYMV_<name>: the number of each shape by squares. */
enum symv_square_name
{
#define SYMV_SQUARE(name, types, warps, columns, resident) SYMV_##name = SYMV_SHAPE(warps, columns, 0, 0, resident),
    SYMV_SQUARES(SYMV_SQUARE)
#undef SYMV_SQUARE
};

/* SYMV_TILE_COUNT, SYMV_ROWS_COUNT and SYMV_SQUARE_COUNT: the number of shapes of each kind. */
enum
{
    /* The only shape in which the methods with tickets are compiled. These methods run only if the
     * caller asks for them. */
    SYMV_TICKET_SHAPE = SYMV_NARROW,
#define SYMV_TILE(name, types, warps, columns, group, stages, resident) +1
    SYMV_TILE_COUNT = SYMV_TILES(SYMV_TILE),
#undef SYMV_TILE
#define SYMV_ROWS(name, types, rows, threads, loads) +1
    SYMV_ROWS_COUNT = SYMV_ROW_SHAPES(SYMV_ROWS),
#undef SYMV_ROWS
#define SYMV_SQUARE(name, types, warps, columns, resident) +1
    SYMV_SQUARE_COUNT = SYMV_SQUARES(SYMV_SQUARE)
#undef SYMV_SQUARE
};

#endif
