/*
 * Chooses kernel, shape and tile edge for symv on the GPU. The tables were measured on an H200
 * (machine/h200.def).
 */
#include "symv_plan.h"

#include "core/core.h"
#include "core/sizes.h"
#include "machine/machine.h"

/* A row of the table: `choice` was the fastest of all measured choices for orders up to `last`. */
struct row
{
    int64_t last;
    struct symv_choice choice;
};

enum
{
    TABLE_ROWS = 12,
    STATIC_SHARED = 128, /* Upper bound of a kernel's static shared memory, in bytes. */
    /* Largest number of squares in a row of the matrix. Their sums take 1/edge of the memory of
     * A. */
    MOST_SQUARES = 1024,
    MOST_EDGE = 1 << 16 /* Largest edge of a tile. */
};

/* Macros for the rows of `table`. Each gives the choice for orders up to `last`: by rows, by
 * squares or by tiles. */
#define ROWS(last, shape)                                                                                                        \
    {                                                                                                                            \
        last, { SYMV_BY_ROWS, SYMV_ROWS_##shape, 0 }                                                                             \
    }
#define SQUARES(last, shape)                                                                                                     \
    {                                                                                                                            \
        last, { SYMV_BY_SQUARES, SYMV_SQUARE_##shape, 0 }                                                                        \
    }
#define TILES(last, shape, edge)                                                                                                 \
    {                                                                                                                            \
        last, { SYMV_BY_TILES, SYMV_##shape, edge }                                                                              \
    }

/* The choices for each type, from the machine's constants. */
static const struct row table[DDBLAS_TYPE_ALL_COUNT][TABLE_ROWS] = {
#define MACHINE_SYMV_CHOICES(type, ...) [DDBLAS_TYPE_##type] = {__VA_ARGS__},
#include "machine/h200.def"
};

/* A choice that is better than that of the table for the orders `first` to `last`. It is used if
 * columns do not start on cache line boundaries and the choice of the table cannot use alignment
 * classes. */
struct exception
{
    int64_t first, last;
    struct symv_choice choice;
};
static const struct exception exceptions[DDBLAS_TYPE_ALL_COUNT] = {
#define MACHINE_SYMV_EXCEPTION(type, first, last, shape, edge)                                                                   \
    [DDBLAS_TYPE_##type] = {first, last, {SYMV_BY_TILES, SYMV_##shape, edge}},
#include "machine/h200.def"
};

/* For each type the orders at which 16-byte loads are faster for squares at the edges of the
 * matrix, if all columns start on 16-byte boundaries. Both numbers are 0 if there are none. */
static const struct
{
    int64_t first, last;
} edges_by_pieces[DDBLAS_TYPE_ALL_COUNT] = {
#define MACHINE_SYMV_EDGES_BY_PIECES(type, first, last) [DDBLAS_TYPE_##type] = {first, last},
#include "machine/h200.def"
};

/* Returns the number of rows of a lane in a chunk, which are as many elements as fill 16 bytes. */
static int32_t rows_of_lane(size_t size) { return size < 16 ? (int32_t)(16 / size) : 1; }

void ddblas_symv_tile_numbers(int32_t shape, size_t size, int32_t *strip, int32_t *height, int32_t *resident)
{
    const struct symv_shape s = symv_shape_of(shape);
    *strip = s.warps * s.columns;
    *height = 32 * rows_of_lane(size);
    *resident = s.resident;
}

/* Returns the number of rows outside a tile that the row sums of the tile also cover (`beyond` of
 * struct symv_geometry). */
static int32_t rows_beyond(size_t size, int32_t alignment)
{
    return alignment == SYMV_IN_CLASSES ? SYMV_LINE / (int32_t)size : 0;
}

/* Returns the dynamic shared memory of a block in bytes. */
static size_t shared_of(int32_t shape, size_t size, int32_t alignment, int32_t edge)
{
    const struct symv_shape shape_of = symv_shape_of(shape), *s = &shape_of;
    const int32_t shifted = alignment == SYMV_OFF_LINES, beyond = rows_beyond(size, alignment);
    const int32_t height = 32 * rows_of_lane(size), group = size > 16 ? s->group / 2 : s->group;
    const int32_t parts = s->columns / group, pitch = height + (shifted ? SYMV_LINE / (int32_t)size : 0);
    const int32_t batch = SYMV_BATCH(s->warps, height, size) * height + beyond;
    return size * (size_t)symv_shared_elements(s->warps, s->columns, height, pitch, group, s->stages - shifted, parts, batch,
                                               edge + beyond);
}

/* Returns the number of which every edge must be a multiple. The strip width and the chunk height
 * are powers of two, so the larger one is a multiple of the other. */
static int32_t edge_step(int32_t shape, size_t size)
{
    int32_t strip, height, resident;
    ddblas_symv_tile_numbers(shape, size, &strip, &height, &resident);
    return (int32_t)most(strip, height);
}

size_t ddblas_symv_tile_shared(int32_t shape, size_t size, int32_t edge)
{
    const size_t on_lines = shared_of(shape, size, SYMV_ON_LINES, edge),
                 off_lines = size <= 16 ? shared_of(shape, size, SYMV_OFF_LINES, edge) : 0;
    return on_lines > off_lines ? on_lines : off_lines;
}

static int32_t square_edge(const struct symv_choice *choice)
{
    const struct symv_shape s = symv_shape_of(choice->shape);
    return s.warps * s.columns;
}

static int32_t placement_of(const struct symv_choice *choice, ddblasType_t type, int64_t n, int32_t unit)
{
    const int has_edges = n % square_edge(choice) != 0,
              gain = n >= edges_by_pieces[type].first && n <= edges_by_pieces[type].last;
    if (unit == 16 && !(has_edges && gain))
        return SYMV_WHOLE;
    return unit >= (int32_t)ddblas_type_size(type) ? SYMV_SLANTED : SYMV_SCATTERED;
}

/* Returns the bytes of the sums of the method by squares. There is a vector of `edge` sums for each
 * square of the full matrix. */
static size_t squares_workspace(const struct symv_choice *choice, size_t size, int64_t n)
{
    const size_t edge = (size_t)square_edge(choice), tiles = ((size_t)n + edge - 1) / edge;
    return tiles * tiles * edge * size;
}

int ddblas_symv_feasible(const struct symv_choice *choice, const struct symv_device *device, ddblasType_t type, int64_t n)
{
    const size_t size = ddblas_type_size(type);
    int32_t strip, height, resident;
    if (n < 1 || n > INT32_MAX / 2)
        return 0;
    if (choice->method == SYMV_BY_ROWS)
        return ddblas_symv_rows_shape_is_valid(choice->shape, size);
    if (choice->method == SYMV_BY_SQUARES)
        return choice->edge == 0 && ddblas_symv_is_compiled(type, choice) && n <= (int64_t)MOST_SQUARES * square_edge(choice);
    if (choice->method < SYMV_BY_TILES || choice->method > SYMV_ANY_ORDER)
        return 0;
    if (choice->method != SYMV_BY_TILES && choice->shape != SYMV_TICKET_SHAPE)
        return 0;
    if (!ddblas_symv_tile_shape_is_valid(choice->shape, size) || choice->edge < 32 || choice->edge > MOST_EDGE)
        return 0;
    ddblas_symv_tile_numbers(choice->shape, size, &strip, &height, &resident);
    return choice->edge % strip == 0 && choice->edge % height == 0 && n <= (int64_t)SYMV_MAX_TILES * choice->edge &&
           ddblas_symv_tile_shared(choice->shape, size, choice->edge) + STATIC_SHARED <= (size_t)device->shared_of_block;
}

/* In S, D, C and Z the bound of dd/level2.h, with the factor n + 8, holds for every n, because a
 * sum of n terms has about n roundings. In W and U each step of an accumulator adds an error of its
 * own. Depending on the choice the proof then covers all orders, the orders from a certain one on,
 * or none (docs/numerics.md). */
int64_t ddblas_symv_proved_from(const struct symv_choice *choice, ddblasType_t type)
{
    enum
    {
        BY_TILES = 160,
        OF_EACH_ROW = 40,
        DIAGONAL = 4 /* Largest number of elements of the diagonal block per thread. */
    };
    const struct symv_shape s = symv_shape_of(choice->shape);
    if (!ddblas_type_is_double_double(type) || (choice->method == SYMV_BY_ROWS && s.columns == 1))
        return 0;
    if (ddblas_type_is_complex(type) && choice->shape == SYMV_ROWS_4_128_4)
        return 0;
    if (choice->method != SYMV_BY_ROWS)
        return BY_TILES;
    return s.columns * s.columns <= DIAGONAL * 32 * s.warps ? OF_EACH_ROW * s.columns : INT64_MAX;
}

static const struct row *row_of(ddblasType_t type, int64_t n)
{
    const struct row *row = table[type];
    while (row->last < n)
        row++;
    return row;
}

/* Returns 1 if a plan for this choice may use alignment classes. The method by tickets cannot use
 * them, because its row sums must not extend beyond a tile. In U, and in W with fewer columns of a
 * warp, they brought no measured gain. */
static int has_classes(const struct symv_choice *choice, ddblasType_t type)
{
    const int in_type = !ddblas_type_is_double_double(type) ||
                        (!ddblas_type_is_complex(type) && symv_shape_of(choice->shape).columns >= SYMV_DD_CLASSES);
    return choice->method == SYMV_BY_TILES && in_type;
}

/* Returns the alignment for columns that do not start on cache line boundaries and use no alignment
 * classes. W and U then use the code for columns that start on cache line boundaries: some cache
 * lines are requested twice, but the arithmetic hides this cost. */
static int32_t without_classes(ddblasType_t type) { return ddblas_type_is_double_double(type) ? SYMV_ON_LINES : SYMV_OFF_LINES; }

/* Returns 1 if measurements showed that alignment classes are faster. A disadvantage of many
 * classes is that every warp meets the diagonal in every chunk that the diagonal crosses. In W this
 * may cost more than the cache lines that are requested twice otherwise. In W, classes are faster
 * if no column starts on a 32-byte sector boundary, and in lower triangles of large order. */
static int classes_gain(ddblasType_t type, int upper, int64_t n, uintptr_t address, uintptr_t apart)
{
    const int off_sectors = address % 32 != 0 && apart % 32 == 0;
    return !ddblas_type_is_double_double(type) || off_sectors || (!upper && n > H200_SYMV_CLASSES_ABOVE);
}

static int32_t alignment_of(const struct symv_choice *choice, ddblasType_t type, int upper, int64_t n, uintptr_t address,
                            int64_t lda)
{
    const size_t size = ddblas_type_size(type);
    const int32_t warps = symv_shape_of(choice->shape).warps;
    const uintptr_t apart = (uintptr_t)lda * size, bits = address | apart;
    const uintptr_t unit = warps < SYMV_ANY_ELEMENT ? 16 : size;
    if (bits % SYMV_LINE == 0)
        return SYMV_ON_LINES;
    const int fits = has_classes(choice, type) && bits % unit == 0 && 1 << symv_period_log((int64_t)apart) <= warps;
    return fits && classes_gain(type, upper, n, address, apart) ? SYMV_IN_CLASSES : without_classes(type);
}

struct symv_choice ddblas_symv_choose_built_in(ddblasType_t type, const struct symv_device *device, int64_t n, uintptr_t address,
                                               int64_t lda)
{
    const struct symv_choice short_elements = {SYMV_BY_ROWS, SYMV_ROWS_8_256, 0},
                             long_elements = {SYMV_BY_ROWS, SYMV_ROWS_4_128_4, 0},
                             last_resort = ddblas_symv_is_compiled(type, &short_elements) ? short_elements : long_elements;
    const struct exception *e = &exceptions[type];
    const struct symv_choice *choice = &row_of(type, n)->choice;
    if (e->first <= n && n <= e->last && ddblas_symv_feasible(&e->choice, device, type, n))
    {
        const int32_t alignment = alignment_of(choice, type, 0, n, address, lda),
                      of_other = alignment_of(&e->choice, type, 0, n, address, lda);
        if (alignment == SYMV_OFF_LINES || (alignment == SYMV_ON_LINES && of_other == SYMV_IN_CLASSES))
            return e->choice;
    }
    return ddblas_symv_feasible(choice, device, type, n) ? *choice : last_resort;
}

/* Returns the number of tiles in a row of the matrix, for the methods with mutexes. */
static int32_t mutex_tiles(size_t size, int64_t n)
{
    const double bytes = (double)n * (double)n * (double)size;
    const struct ddblas_machine *machine = ddblas_machine_h200();
    return bytes < machine->symv_mutex_few_below    ? H200_SYMV_MUTEX_TILES_FEW
           : bytes < machine->symv_mutex_some_below ? H200_SYMV_MUTEX_TILES_SOME
                                                    : H200_SYMV_MUTEX_TILES_MANY;
}

static int32_t mutex_edge(size_t size, int64_t n, int32_t tiles)
{
    const int32_t step = edge_step(SYMV_TICKET_SHAPE, size);
    return symv_min(symv_ceil_div(symv_ceil_div((int32_t)n, tiles), step) * step, MOST_EDGE);
}

int ddblas_symv_choose_mutexes(enum symv_method method, ddblasType_t type, const struct symv_device *device, int64_t n,
                               struct symv_choice *choice)
{
    const size_t size = ddblas_type_size(type);
    *choice = (struct symv_choice){(int32_t)method, SYMV_TICKET_SHAPE, mutex_edge(size, n, mutex_tiles(size, n))};
    return row_of(type, n)->choice.method != SYMV_BY_ROWS && ddblas_symv_feasible(choice, device, type, n);
}

/* Returns 16 if every column starts on a 16-byte boundary. Otherwise returns 8 or 4: the largest of
 * these that divides the address, the distance of the columns and the size of an element. */
static int32_t unit_of(size_t size, uintptr_t address, int64_t lda)
{
    const uintptr_t bits = address | (uintptr_t)lda * size;
    if (bits % 16 == 0)
        return 16;
    return bits % 8 == 0 && size % 8 == 0 ? 8 : 4;
}

/* edge_number returns candidate number k, k < EDGES, for the edge of a tile: the edge of the choice
 * or one near it. It returns 0 if the candidate cannot be used. Other edges than that of the choice
 * are tried to avoid a thin last tile. */
enum
{
    EDGES = 6
};
static int32_t edge_number(int k, const struct symv_choice *choice, const struct symv_device *device, size_t size,
                           int32_t alignment)
{
    static const int32_t steps[EDGES] = {0, 1, -1, 2, -2, 3};
    const int32_t step = edge_step(choice->shape, size), edge = choice->edge + steps[k] * step;
    const int fits = edge > 0 && edge % step == 0 && 2 * edge >= choice->edge && edge < 2 * choice->edge &&
                     shared_of(choice->shape, size, alignment, edge) + STATIC_SHARED <= (size_t)device->shared_of_block;
    return fits ? edge : 0;
}

/* Returns the first candidate with a high last tile: at least a quarter of an edge and at least two
 * chunks. In a thinner tile every strip would be a single chunk. If there is no such candidate,
 * returns the first one that can be used, or 0. */
static int32_t fitted_edge(const struct symv_choice *choice, const struct symv_device *device, size_t size, int64_t n,
                           int32_t alignment)
{
    const int32_t height = 32 * rows_of_lane(size);
    int32_t any = 0;
    for (int k = 0; k < EDGES; k++)
    {
        const int32_t edge = edge_number(k, choice, device, size, alignment);
        const int32_t last = edge > 0 ? (int32_t)(n % edge) : 0;
        if (edge == 0 || n > (int64_t)SYMV_MAX_TILES * edge)
            continue;
        if (n <= edge || last == 0 || (4 * last >= edge && last >= 2 * height))
            return edge;
        any = any > 0 ? any : edge;
    }
    return any;
}

/* Divides the triangle as `choice` says. The edge of the tiles is `edge`, which may differ from
 * that of the choice. With alignment classes a chunk on the diagonal takes an eighth longer,
 * because all warps meet the diagonal there. In W the plan therefore counts a sixteenth more chunks
 * for a diagonal tile than it has, rounded down (none with edge 256), so that its block gets less
 * other work. That makes W up to 1.5% faster. In S it would make the kernel as much slower, and in
 * D and Z it changes nothing. */
static void cut_triangle(struct symv_geometry *g, const struct symv_choice *choice, const struct symv_device *device,
                         ddblasType_t type, int upper, int64_t n, int32_t edge, int32_t alignment)
{
    const size_t size = ddblas_type_size(type);
    int32_t resident;
    *g = (struct symv_geometry){.n = (int32_t)n, .upper = upper, .edge = edge, .beyond = rows_beyond(size, alignment)};
    ddblas_symv_tile_numbers(choice->shape, size, &g->strip, &g->height, &resident);
    symv_cut(g, device->multiprocessors * resident, ddblas_type_is_double_double(type) && alignment == SYMV_IN_CLASSES ? 1 : 0);
}

/* Returns the bytes of workspace of a plan. By tiles the workspace has the slots; by tickets it has
 * the counters, the sums of all tile rows, and the sums of one tile for each block. The function
 * reads only tiles, blocks, edge and beyond of the geometry. */
static size_t workspace_of(const struct symv_geometry *g, const struct symv_choice *choice, size_t size)
{
    const size_t tiles = (size_t)g->tiles * ((size_t)g->tiles + 1) / 2;
    if (choice->method == SYMV_BY_TILES)
        return (tiles + (size_t)g->blocks) * (size_t)symv_slot_elements(g) * size;
    return symv_ticket_counters_bytes(g->tiles) + ((size_t)g->tiles + 2 * (size_t)g->blocks) * (size_t)g->edge * size;
}

void ddblas_symv_make_plan(struct symv_plan *plan, const struct symv_choice *choice, const struct symv_device *device,
                           ddblasType_t type, int upper, int64_t n, uintptr_t address, int64_t lda)
{
    const size_t size = ddblas_type_size(type);
    struct symv_geometry *g = &plan->geometry;
    plan->choice = *choice;
    plan->unit = unit_of(size, address, lda);
    plan->alignment = alignment_of(choice, type, upper, n, address, lda);
    plan->placement = SYMV_WHOLE;
    plan->workspace = plan->shared = 0;
    if (choice->method == SYMV_BY_ROWS)
    {
        g->n = (int32_t)n;
        g->upper = upper;
        g->blocks = symv_ceil_div((int32_t)n, symv_shape_of(choice->shape).columns);
        return;
    }
    if (choice->method == SYMV_BY_SQUARES)
    {
        g->n = (int32_t)n;
        g->upper = upper;
        g->edge = square_edge(choice);
        g->tiles = symv_ceil_div((int32_t)n, g->edge);
        g->blocks = g->tiles * (g->tiles + 1) / 2;
        plan->placement = placement_of(choice, type, n, plan->unit);
        plan->workspace = squares_workspace(choice, size, n);
        return;
    }
    int32_t edge = fitted_edge(choice, device, size, n, plan->alignment);
    /* With alignment classes a block needs more shared memory than without, so it may be that no
     * edge fits. */
    if (edge == 0)
    {
        plan->alignment = without_classes(type);
        edge = fitted_edge(choice, device, size, n, plan->alignment);
    }
    cut_triangle(g, choice, device, type, upper, n, edge, plan->alignment);
    plan->shared = shared_of(choice->shape, size, plan->alignment, g->edge);
    plan->workspace = workspace_of(g, choice, size);
}

/* Returns 1 if a plan for this choice may have this alignment. */
static int may_stand(const struct symv_choice *choice, ddblasType_t type, int32_t alignment)
{
    if (alignment == SYMV_IN_CLASSES)
        return has_classes(choice, type);
    return alignment == SYMV_ON_LINES || alignment == without_classes(type);
}

size_t ddblas_symv_choice_workspace(const struct symv_choice *choice, const struct symv_device *device, ddblasType_t type,
                                    int64_t n)
{
    const size_t size = ddblas_type_size(type);
    int32_t strip, height, resident;
    size_t most = 0;
    if (choice->method == SYMV_BY_ROWS)
        return 0;
    if (choice->method == SYMV_BY_SQUARES)
        return squares_workspace(choice, size, n);
    ddblas_symv_tile_numbers(choice->shape, size, &strip, &height, &resident);
    for (int32_t alignment = 0; alignment < SYMV_ALIGNMENTS; alignment++)
        for (int k = 0; k < EDGES; k++)
        {
            const int32_t edge = may_stand(choice, type, alignment) ? edge_number(k, choice, device, size, alignment) : 0;
            const int64_t most_tiles = edge > 0 ? quotient_up(n, edge) : 0;
            const struct symv_geometry g = {.edge = edge,
                                            .beyond = rows_beyond(size, alignment),
                                            .tiles = (int32_t)least(most_tiles, SYMV_MAX_TILES),
                                            .blocks = device->multiprocessors * resident};
            const size_t bytes = edge > 0 ? workspace_of(&g, choice, size) : 0;
            most = most_bytes(bytes, most);
        }
    return most;
}

size_t ddblas_symv_plan_workspace(ddblasType_t type, const struct symv_device *device, int64_t n)
{
    size_t most = 0;
    int64_t first = 1;
    for (const struct row *row = table[type]; first <= n; row++)
    {
        int64_t last = least(row->last, n);
        if (row->choice.method == SYMV_BY_TILES && last > (int64_t)SYMV_MAX_TILES * row->choice.edge)
            last = (int64_t)SYMV_MAX_TILES * row->choice.edge;
        if (ddblas_symv_feasible(&row->choice, device, type, last))
        {
            const size_t bytes = ddblas_symv_choice_workspace(&row->choice, device, type, last);
            most = most_bytes(bytes, most);
        }
        if (row->last == INT64_MAX)
            break;
        first = row->last + 1;
    }
    const struct exception *e = &exceptions[type];
    if (e->last > 0 && e->first <= n)
    {
        const int64_t last = least(e->last, n);
        const size_t bytes = ddblas_symv_feasible(&e->choice, device, type, last)
                                 ? ddblas_symv_choice_workspace(&e->choice, device, type, last)
                                 : 0;
        most = most_bytes(bytes, most);
    }
    return most;
}

/* Returns an upper bound of the workspace. The edges that fitted_edge tries exceed the edge of the
 * choice by at most EDGES steps, and tiles * edge < n + edge. */
size_t ddblas_symv_mutexes_workspace(ddblasType_t type, const struct symv_device *device, int64_t n)
{
    if (row_of(type, n)->choice.method == SYMV_BY_ROWS)
        return 0;
    const size_t size = ddblas_type_size(type);
    const int64_t last = least(n, INT32_MAX / 2),
                  edge = mutex_edge(size, last, H200_SYMV_MUTEX_TILES_FEW) + EDGES * edge_step(SYMV_TICKET_SHAPE, size),
                  blocks = (int64_t)device->multiprocessors * symv_shape_of(SYMV_TICKET_SHAPE).resident;
    return symv_ticket_counters_bytes(SYMV_MAX_TILES) + (size_t)(last + edge + 2 * blocks * edge) * size;
}
