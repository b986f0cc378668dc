/*
 * How one symv runs on the GPU, decided in plain C from type, order and alignment: tested without a GPU.
 */
#ifndef DDBLAS_LEVEL2_SYMV_PLAN_H
#define DDBLAS_LEVEL2_SYMV_PLAN_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "level2/symv/cuda/symv_geometry.h"
#include "symv_shape.h"

enum symv_method
{
    SYMV_BY_ROWS,    /* two sweeps, no exchange between blocks */
    SYMV_BY_TILES,   /* one sweep, partial sums in the workspace, added in fixed order by a second kernel */
    SYMV_BY_TICKETS, /* one sweep, a tile's sums added to those of y under mutexes in the order of tickets */
    SYMV_ANY_ORDER,  /* the same in any order: bits may change from run to run */
    SYMV_BY_SQUARES  /* small squares in registers, a block to each; sums as by tiles */
};

/* What a table may choose. */
struct symv_choice
{
    int32_t method;
    int32_t shape; /* SYMV_SHAPE(...) */
    int32_t edge;  /* of a tile; by rows and by squares 0 */
};

struct symv_device
{
    int32_t multiprocessors;
    int32_t shared_of_block; /* bytes */
};

struct symv_plan
{
    struct symv_choice choice;
    int32_t unit;                  /* bytes that the elements of A are aligned to, at most 16 */
    int32_t alignment;             /* of the columns, enum symv_alignment */
    int32_t placement;             /* by squares, enum symv_placement */
    struct symv_geometry geometry; /* by tiles; otherwise its numbers without the tables */
    size_t shared;                 /* bytes of dynamic shared memory of a block */
    size_t workspace;              /* bytes */
};

/* 1 when the kernels can be compiled in this shape for elements of `size` bytes. */
int ddblas_symv_tile_shape_is_valid(int32_t shape, size_t size);
int ddblas_symv_rows_shape_is_valid(int32_t shape, size_t size);

/* The shapes that are compiled into the library, and whether a choice has one of them. */
extern const int32_t ddblas_symv_compiled_tiles[SYMV_TILE_COUNT], ddblas_symv_compiled_rows[SYMV_ROWS_COUNT],
    ddblas_symv_compiled_squares[SYMV_SQUARE_COUNT];
int ddblas_symv_is_compiled(ddblasType_t type, const struct symv_choice *choice);

/* A choice as the numbers of a table: method, warps, columns, group, stages, resident, edge. Of one by rows: warps, rows in the
 * place of columns, loads in that of group, zeros; by squares: warps, columns, resident. What is no shape becomes -1. */
enum
{
    SYMV_PARAMETERS = 7
};
struct symv_choice ddblas_symv_choice_of(const int32_t *parameters);
void ddblas_symv_parameters_of(const struct symv_choice *choice, int32_t *parameters);

/* Strip width, chunk height and blocks on a multiprocessor of a tile shape for elements of `size` bytes. */
void ddblas_symv_tile_numbers(int32_t shape, size_t size, int32_t *strip, int32_t *height, int32_t *resident);

/* Bytes of shared memory that a block takes at most where columns are in no classes. In classes it may take more; where the
 * device has less, a plan has no classes. */
size_t ddblas_symv_tile_shared(int32_t shape, size_t size, int32_t edge);

/* 1 when the choice can run at this order on this device. */
int ddblas_symv_feasible(const struct symv_choice *choice, const struct symv_device *device, ddblasType_t type, int64_t n);

/* The order from which on the error bound of the header is proved for the choice (docs/numerics.md), 0 where for every one; the
 * largest number where for none. */
int64_t ddblas_symv_proved_from(const struct symv_choice *choice, ddblasType_t type);

/* Bytes of workspace that suffice for a feasible choice, whatever triangle and alignment. Does not fall as n grows. */
size_t ddblas_symv_choice_workspace(const struct symv_choice *choice, const struct symv_device *device, ddblasType_t type,
                                    int64_t n);

/* The built-in choice. Feasible for every n. `address` is that of A, for its alignment. */
struct symv_choice ddblas_symv_choose(ddblasType_t type, const struct symv_device *device, int64_t n, uintptr_t address,
                                      int64_t lda);

/* The choice by SYMV_BY_TICKETS or SYMV_ANY_ORDER: 1, or 0 where the built-in table goes by rows and blocks have nothing to
 * exchange, or where the method cannot run. */
int ddblas_symv_choose_mutexes(enum symv_method method, ddblasType_t type, const struct symv_device *device, int64_t n,
                               struct symv_choice *choice);

/* The plan of a feasible choice. */
void ddblas_symv_make_plan(struct symv_plan *plan, const struct symv_choice *choice, const struct symv_device *device,
                           ddblasType_t type, int upper, int64_t n, uintptr_t address, int64_t lda);

/* Bytes of workspace that suffice for every built-in plan of orders up to n. Never falls as n grows. */
size_t ddblas_symv_plan_workspace(ddblasType_t type, const struct symv_device *device, int64_t n);

/* The same for the choices of ddblas_symv_choose_mutexes alone. */
size_t ddblas_symv_mutexes_workspace(ddblasType_t type, const struct symv_device *device, int64_t n);

#endif
