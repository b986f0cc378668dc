/*
 * The choice of kernel, shape and tile edge for symv on the GPU. Table: measured on an H200, docs/performance.md.
 */
#include "symv_plan.h"

#include "../core/core.h"

struct tile_shape
{
    int32_t warps, columns, group, stages, resident;
};

static const struct tile_shape tile_shapes[] = {
#define SYMV_TILE(name, warps, columns, group, stages, resident) {warps, columns, group, stages, resident},
    SYMV_TILES(SYMV_TILE)
#undef SYMV_TILE
};

static const int32_t rows_of_block[] = {
#define SYMV_ROWS(name, rows, threads, loads) rows,
    SYMV_ROW_SHAPES(SYMV_ROWS)
#undef SYMV_ROWS
};

/* Up to order `last` the choice is the best measured. */
struct row
{
    int64_t last;
    struct symv_choice choice;
};

enum
{
    TABLE_ROWS = 12,
    STATIC_SHARED = 64 /* bytes of shared memory that a kernel has beside */
};

#define ROWS(last, shape)                                                                                                        \
    {                                                                                                                            \
        last, { SYMV_BY_ROWS, SYMV_ROWS_##shape, 0 }                                                                             \
    }
#define TILES(last, shape, edge)                                                                                                 \
    {                                                                                                                            \
        last, { SYMV_BY_TILES, SYMV_##shape, edge }                                                                              \
    }

static const struct row table[DDBLAS_TYPE_COUNT][TABLE_ROWS] = {
    [DDBLAS_TYPE_S] = {ROWS(192, 1_128), ROWS(640, 8_256), ROWS(2300, 8_512), TILES(6000, WIDE, 256), TILES(14000, WIDE, 512),
                       TILES(50000, WIDE, 1024), TILES(131072, WIDE, 2048), TILES(INT64_MAX, WIDE, 4096)},
    [DDBLAS_TYPE_D] = {ROWS(192, 1_128), ROWS(640, 8_256), ROWS(1300, 8_512), ROWS(1800, 16_512), TILES(3500, NARROW_3, 256),
                       TILES(5000, WIDE, 256), TILES(12000, WIDE, 512), TILES(60000, WIDE, 1024), TILES(INT64_MAX, WIDE, 2048)},
    [DDBLAS_TYPE_C] = {ROWS(192, 1_128), ROWS(640, 8_256), ROWS(1300, 8_512), ROWS(1800, 16_512), TILES(3500, NARROW_3, 256),
                       TILES(5000, WIDE, 256), TILES(12000, WIDE, 512), TILES(60000, WIDE, 1024), TILES(INT64_MAX, WIDE, 2048)},
    [DDBLAS_TYPE_Z] = {ROWS(300, 4_128), ROWS(700, 4_256), ROWS(1200, 8_256), TILES(2500, NARROW, 256), TILES(5000, WIDE, 256),
                       TILES(7000, WIDE, 512), TILES(INT64_MAX, WIDE, 1024)},
    [DDBLAS_TYPE_W] = {ROWS(300, 4_128), ROWS(700, 4_256), ROWS(1300, 8_256), TILES(2500, NARROW, 256), TILES(5000, WIDE, 256),
                       TILES(7000, WIDE, 512), TILES(INT64_MAX, WIDE, 1024)},
};

/* Rows of a lane: as many as fill 16 bytes. */
static int32_t rows_of_lane(size_t size) { return size < 16 ? (int32_t)(16 / size) : 1; }

void ddblas_symv_tile_numbers(int32_t shape, size_t size, int32_t *strip, int32_t *height, int32_t *resident)
{
    *strip = tile_shapes[shape].warps * tile_shapes[shape].columns;
    *height = 32 * rows_of_lane(size);
    *resident = tile_shapes[shape].resident;
}

size_t ddblas_symv_tile_shared(int32_t shape, size_t size, int32_t shifted, int32_t edge)
{
    const struct tile_shape *s = &tile_shapes[shape];
    const int32_t height = 32 * rows_of_lane(size), group = size > 16 ? s->group / 2 : s->group;
    const int32_t parts = s->columns / group, pitch = height + (shifted ? SYMV_LINE / (int32_t)size : 0);
    return size * (size_t)symv_shared_elements(s->warps, s->columns, height, pitch, group, s->stages - shifted, parts, edge);
}

int ddblas_symv_feasible(const struct symv_choice *choice, const struct symv_device *device, ddblasType_t type, int64_t n)
{
    const size_t size = ddblas_type_size(type);
    int32_t strip, height, resident;
    if (n < 1 || n > INT32_MAX / 2)
        return 0;
    if (choice->method == SYMV_BY_ROWS)
        return choice->shape >= 0 && choice->shape < SYMV_ROWS_COUNT;
    if (choice->method < SYMV_BY_TILES || choice->method > SYMV_ANY_ORDER)
        return 0;
    if (choice->shape < 0 || choice->shape >= SYMV_TILE_COUNT || choice->edge < 32 || choice->edge > 1 << 16)
        return 0;
    ddblas_symv_tile_numbers(choice->shape, size, &strip, &height, &resident);
    const size_t shared[2] = {ddblas_symv_tile_shared(choice->shape, size, 0, choice->edge),
                              ddblas_symv_tile_shared(choice->shape, size, 1, choice->edge)};
    return choice->edge % strip == 0 && choice->edge % height == 0 && n <= (int64_t)SYMV_MAX_TILES * choice->edge &&
           (shared[0] > shared[1] ? shared[0] : shared[1]) + STATIC_SHARED <= (size_t)device->shared_of_block;
}

struct symv_choice ddblas_symv_choose(ddblasType_t type, int upper, const struct symv_device *device, int64_t n)
{
    const struct symv_choice last_resort = {SYMV_BY_ROWS, SYMV_ROWS_8_256, 0};
    const struct row *row = table[type];
    (void)upper;
    while (row->last < n)
        row++;
    return ddblas_symv_feasible(&row->choice, device, type, n) ? row->choice : last_resort;
}

/* 16 where every column starts on 16 bytes; otherwise the largest power of two that divides address, distance of the columns and
 * size of an element. */
static int32_t unit_of(size_t size, uintptr_t address, int64_t lda, int32_t *shifted)
{
    const uintptr_t bits = address | (uintptr_t)lda * size;
    *shifted = bits % SYMV_LINE != 0;
    if (bits % 16 == 0)
        return 16;
    return bits % 8 == 0 && size % 8 == 0 ? 8 : 4;
}

/* Bytes of all slots. */
static size_t slots_bytes(const struct symv_geometry *g, size_t size)
{
    const size_t tiles = (size_t)g->tiles * ((size_t)g->tiles + 1) / 2;
    return (tiles + (size_t)g->blocks) * 2 * (size_t)g->edge * size;
}

void ddblas_symv_make_plan(struct symv_plan *plan, const struct symv_choice *choice, const struct symv_device *device,
                           ddblasType_t type, int upper, int64_t n, uintptr_t address, int64_t lda)
{
    const size_t size = ddblas_type_size(type);
    plan->choice = *choice;
    plan->unit = unit_of(size, address, lda, &plan->shifted);
    plan->workspace = 0;
    plan->shared = 0;
    if (choice->method == SYMV_BY_ROWS)
    {
        plan->geometry.n = (int32_t)n;
        plan->geometry.upper = upper;
        plan->geometry.blocks = symv_ceil_div((int32_t)n, rows_of_block[choice->shape]);
        return;
    }
    int32_t resident;
    struct symv_geometry *g = &plan->geometry;
    g->n = (int32_t)n;
    g->upper = upper;
    g->edge = choice->edge;
    ddblas_symv_tile_numbers(choice->shape, size, &g->strip, &g->height, &resident);
    symv_cut(g, device->multiprocessors * resident);
    plan->shared = ddblas_symv_tile_shared(choice->shape, size, plan->shifted, choice->edge);
    plan->workspace = choice->method == SYMV_BY_TILES ? slots_bytes(g, size)
                                                      : symv_ticket_counters_bytes(g->tiles) +
                                                            ((size_t)g->tiles + 2 * (size_t)g->blocks) * (size_t)g->edge * size;
}

size_t ddblas_symv_plan_workspace(ddblasType_t type, const struct symv_device *device, int64_t n)
{
    const size_t size = ddblas_type_size(type);
    size_t most = 0;
    int64_t first = 1;
    for (const struct row *row = table[type]; first <= n; row++)
    {
        const int64_t last = row->last < n ? row->last : n;
        if (row->choice.method != SYMV_BY_ROWS && ddblas_symv_feasible(&row->choice, device, type, first))
        {
            int32_t strip, height, resident;
            ddblas_symv_tile_numbers(row->choice.shape, size, &strip, &height, &resident);
            const int64_t tiles = (last + row->choice.edge - 1) / row->choice.edge;
            const size_t nb = (size_t)(tiles < SYMV_MAX_TILES ? tiles : SYMV_MAX_TILES);
            const size_t bytes =
                (nb * (nb + 1) / 2 + (size_t)device->multiprocessors * (size_t)resident) * 2 * (size_t)row->choice.edge * size;
            most = bytes > most ? bytes : most;
        }
        if (row->last == INT64_MAX)
            break;
        first = row->last + 1;
    }
    return most;
}
