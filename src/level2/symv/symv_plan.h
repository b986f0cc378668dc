/*
 * Decides how a call of symv runs on the GPU, from type, order and alignment. It is plain C and is
 * tested without a GPU.
 */
#ifndef DDBLAS_LEVEL2_SYMV_PLAN_H
#define DDBLAS_LEVEL2_SYMV_PLAN_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "level2/symv/cuda/symv_geometry.h"
#include "symv_shape.h"

enum symv_method
{
    SYMV_BY_ROWS,  /* Two sweeps without any exchange between blocks. */
    SYMV_BY_TILES, /* One sweep; a second kernel adds the partial sums in a fixed order. */
    /* One sweep. Blocks add the sums of a tile to those of y under mutexes, in the order of
     * tickets. */
    SYMV_BY_TICKETS,
    SYMV_ANY_ORDER, /* As by tickets, but in any order, so the bits may change from run to run. */
    /* Each block holds a small square in registers. A second kernel adds the sums. */
    SYMV_BY_SQUARES
};

/* The part of a plan that a table may choose. */
struct symv_choice
{
    int32_t method;
    int32_t shape; /* SYMV_SHAPE(...) of symv_shape.h. */
    int32_t edge;  /* Edge of a tile; 0 by rows and by squares. */
};

struct symv_device
{
    int32_t multiprocessors;
    int32_t shared_of_block; /* Shared memory that a block may use, in bytes. */
};

struct symv_plan
{
    struct symv_choice choice;
    int32_t unit;      /* Alignment of the elements of A, in bytes, at most 16. */
    int32_t alignment; /* Alignment of the columns, enum symv_alignment. */
    int32_t placement; /* By squares: enum symv_placement. */
    /* The division of the triangle. By tiles and by tickets every member is set; by rows only n,
     * upper and blocks; by squares also edge and tiles. */
    struct symv_geometry geometry;
    size_t shared;    /* Dynamic shared memory of a block, in bytes. */
    size_t workspace; /* Bytes of workspace. */
};

/* Return 1 if the kernels can be compiled in this shape, for elements of `size` bytes. */
int ddblas_symv_tile_shape_is_valid(int32_t shape, size_t size);
int ddblas_symv_rows_shape_is_valid(int32_t shape, size_t size);

/* The shapes that are compiled into the library. The function below returns 1 if the shape of a
 * choice is one of them for this type. */
extern const int32_t ddblas_symv_compiled_tiles[SYMV_TILE_COUNT], ddblas_symv_compiled_rows[SYMV_ROWS_COUNT],
    ddblas_symv_compiled_squares[SYMV_SQUARE_COUNT];
int ddblas_symv_is_compiled(ddblasType_t type, const struct symv_choice *choice);

/* The two functions convert between a choice and the parameters of a table row: method, warps,
 * columns, group, stages, resident, edge. By rows, `columns` is the number of rows of a block,
 * `group` the number of loads, and the other parameters are 0. By squares the parameters are
 * method, warps, columns and resident, and the others are 0. Parameters that give no shape become
 * shape -1. */
enum
{
    SYMV_PARAMETERS = 7
};
struct symv_choice ddblas_symv_choice_of(const int32_t *parameters);
void ddblas_symv_parameters_of(const struct symv_choice *choice, int32_t *parameters);

/* Returns the strip width, the chunk height and the blocks per multiprocessor of a tile shape, for
 * elements of `size` bytes. */
void ddblas_symv_tile_numbers(int32_t shape, size_t size, int32_t *strip, int32_t *height, int32_t *resident);

/* Returns the shared memory, in bytes, that a block needs at most without alignment classes. With
 * alignment classes a block may need more; if the device has less than that, the plan uses no
 * alignment classes. */
size_t ddblas_symv_tile_shared(int32_t shape, size_t size, int32_t edge);

/* Returns 1 if the choice can run at this order on this device. */
int ddblas_symv_feasible(const struct symv_choice *choice, const struct symv_device *device, ddblasType_t type, int64_t n);

/* Returns the order from which on the error bound of dd/level2.h is proved for the choice
 * (docs/numerics.md): 0 if it is proved for all orders, INT64_MAX if for none. */
int64_t ddblas_symv_proved_from(const struct symv_choice *choice, ddblasType_t type);

/* Returns bytes of workspace that suffice for a feasible choice, for either triangle and any
 * alignment. The result does not decrease as n grows. */
size_t ddblas_symv_choice_workspace(const struct symv_choice *choice, const struct symv_device *device, ddblasType_t type,
                                    int64_t n);

/* Returns the built-in choice, which can run for every n. address: the address of A, from which its
 * alignment follows. */
struct symv_choice ddblas_symv_choose_built_in(ddblasType_t type, const struct symv_device *device, int64_t n, uintptr_t address,
                                               int64_t lda);

/* Finds the choice for the method SYMV_BY_TICKETS or SYMV_ANY_ORDER. Returns 1 if there is one.
 * Returns 0 if the method cannot run, or if the built-in choice is the method by rows, in which
 * blocks have nothing to exchange. */
int ddblas_symv_choose_mutexes(enum symv_method method, ddblasType_t type, const struct symv_device *device, int64_t n,
                               struct symv_choice *choice);

/* Makes the plan of a choice that can run. */
void ddblas_symv_make_plan(struct symv_plan *plan, const struct symv_choice *choice, const struct symv_device *device,
                           ddblasType_t type, int upper, int64_t n, uintptr_t address, int64_t lda);

/* Returns bytes of workspace that suffice for every built-in plan of orders up to n. The result
 * never decreases as n grows. */
size_t ddblas_symv_plan_workspace(ddblasType_t type, const struct symv_device *device, int64_t n);

/* Returns bytes of workspace that suffice for every plan of ddblas_symv_choose_mutexes for orders
 * up to n. */
size_t ddblas_symv_mutexes_workspace(ddblasType_t type, const struct symv_device *device, int64_t n);

#endif
