/*
 * The shapes that the GPU kernels of symv can have, and those that are compiled into the library.
 */
#include "symv_plan.h"

#include "core/core.h"

enum
{
    MOST_WARPS = 16,       /* Largest number of warps of a block in the method by tiles. */
    MOST_RESIDENT = 2048,  /* Largest number of threads of a multiprocessor. */
    MOST_STATIC = 48 << 10 /* Largest static shared memory of a kernel, in bytes. */
};

/* The shapes whose kernels are compiled into the library, as numbers that symv_shape_of decodes: by
 * tiles, by rows and by squares. */
const int32_t ddblas_symv_compiled_tiles[SYMV_TILE_COUNT] = {
#define SYMV_TILE(name, types, warps, columns, group, stages, resident) SYMV_##name,
    SYMV_TILES(SYMV_TILE)
#undef SYMV_TILE
};

const int32_t ddblas_symv_compiled_rows[SYMV_ROWS_COUNT] = {
#define SYMV_ROWS(name, types, rows, threads, loads) SYMV_##name,
    SYMV_ROW_SHAPES(SYMV_ROWS)
#undef SYMV_ROWS
};

const int32_t ddblas_symv_compiled_squares[SYMV_SQUARE_COUNT] = {
#define SYMV_SQUARE(name, types, warps, columns, resident) SYMV_##name,
    SYMV_SQUARES(SYMV_SQUARE)
#undef SYMV_SQUARE
};

/* The types of each shape of the three lists above, in the order of the list: bit t is set if the
 * kernel is compiled for the type with the number t of ddblasType_t. */
static const unsigned types_of_tiles[] = {
#define SYMV_TILE(name, types, warps, columns, group, stages, resident) (types),
    SYMV_TILES(SYMV_TILE)
#undef SYMV_TILE
};
static const unsigned types_of_rows[] = {
#define SYMV_ROWS(name, types, rows, threads, loads) (types),
    SYMV_ROW_SHAPES(SYMV_ROWS)
#undef SYMV_ROWS
};
static const unsigned types_of_squares[] = {
#define SYMV_SQUARE(name, types, warps, columns, resident) (types),
    SYMV_SQUARES(SYMV_SQUARE)
#undef SYMV_SQUARE
};

static int is_listed(ddblasType_t type, int32_t shape, const int32_t *list, const unsigned *types, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] == shape)
            return (types[i] >> type & 1U) != 0;
    return 0;
}

int ddblas_symv_is_compiled(ddblasType_t type, const struct symv_choice *choice)
{
    if (choice->method == SYMV_BY_ROWS)
        return is_listed(type, choice->shape, ddblas_symv_compiled_rows, types_of_rows, SYMV_ROWS_COUNT);
    if (choice->method == SYMV_BY_SQUARES)
        return is_listed(type, choice->shape, ddblas_symv_compiled_squares, types_of_squares, SYMV_SQUARE_COUNT);
    return is_listed(type, choice->shape, ddblas_symv_compiled_tiles, types_of_tiles, SYMV_TILE_COUNT);
}

static int is_power(int32_t v) { return v > 0 && (v & (v - 1)) == 0; }

/* Checks a shape of the method by tiles. If columns start anywhere, four of them are copied at a
 * time, so a stage needs at least 4 columns. There is then one stage less than the shape says; two
 * stages must remain, one that is read and one that is in flight, so a shape needs at least 3
 * stages. If elements have more than 16 bytes, a stage has half as many columns as the shape
 * says. */
int ddblas_symv_tile_shape_is_valid(int32_t shape, size_t size)
{
    const struct symv_shape s = symv_shape_of(shape);
    const int32_t group = size > 16 ? s.group / 2 : s.group;
    return shape > 0 && is_power(s.warps) && s.warps <= MOST_WARPS && is_power(s.columns) && s.columns <= 32 && is_power(group) &&
           group >= 4 && group <= 8 && group <= s.columns && s.stages >= 3 && s.resident >= 1 &&
           32 * s.warps * s.resident <= MOST_RESIDENT;
}

int ddblas_symv_rows_shape_is_valid(int32_t shape, size_t size)
{
    const struct symv_shape s = symv_shape_of(shape);
    return shape > 0 && is_power(s.warps) && s.warps <= 32 && is_power(s.columns) && s.columns <= 32 && is_power(s.group) &&
           s.group <= 32 && s.stages == 0 && s.resident == 0 && 2 * (size_t)s.warps * (size_t)s.columns * size <= MOST_STATIC;
}

struct symv_choice ddblas_symv_choice_of(const int32_t *parameters)
{
    const int32_t *p = parameters + 1;
    const int fits = p[0] > 0 && p[0] < 64 && p[1] > 0 && p[1] < 64 && p[2] >= 0 && p[2] < 64 && p[3] >= 0 && p[3] < 16 &&
                     p[4] >= 0 && p[4] < 16;
    return (struct symv_choice){parameters[0], fits ? SYMV_SHAPE(p[0], p[1], p[2], p[3], p[4]) : -1, parameters[6]};
}

void ddblas_symv_parameters_of(const struct symv_choice *choice, int32_t *parameters)
{
    const struct symv_shape s = symv_shape_of(choice->shape);
    const int32_t p[SYMV_PARAMETERS] = {choice->method, s.warps, s.columns, s.group, s.stages, s.resident, choice->edge};
    for (int i = 0; i < SYMV_PARAMETERS; i++)
        parameters[i] = p[i];
}
