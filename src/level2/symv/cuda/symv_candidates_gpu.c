/*
 * Candidates of the tuner for symv and hemv on the GPU: the methods and kernel shapes of
 * symv_shape.h, and the tile edges that they can have. If NVRTC is available, a whole family of
 * shapes competes; otherwise only those compiled into the library. This is plain C: without CUDA,
 * candidates can be listed, checked and compiled, but not run.
 */
#include <stdlib.h>

#include "core/jit/jit.h"
#include "core/sizes.h"
#include "level2/symv/symv_choice.h"
#include "symv_jit.h"
#include "level2/symv/symv_work.h"
#include "machine/machine.h"

static const char *const names[SYMV_PARAMETERS] = {"method", "warps", "columns", "group", "stages", "resident", "edge"};

static struct symv_device numbers_of(const struct ddblas_device *device)
{
    return (struct symv_device){.multiprocessors = device->multiprocessors, .shared_of_block = device->shared_of_block};
}

/* Returns 1 if the choice can run at order `last`. It can then run at every smaller order too.
 * Orders above the limit of the engine are rejected before any choice is made. */
static int can_run(const struct ddblas_device *device, ddblasType_t type, int64_t last, const struct symv_choice *choice)
{
    const struct symv_device numbers = numbers_of(device);
    if (choice->method != SYMV_BY_ROWS && choice->method != SYMV_BY_TILES && choice->method != SYMV_BY_SQUARES)
        return 0;
    if (choice->method == SYMV_BY_ROWS && choice->edge != 0)
        return 0;
    const int64_t order = most(1, least(last, INT32_MAX / 2));
    return ddblas_symv_feasible(choice, &numbers, type, order) &&
           (ddblas_symv_is_compiled(type, choice) || ddblas_jit_available());
}

/* Checks a row of a table. A table may contain only choices for which the error bound is proved. */
static int check_parameters(const struct ddblas_device *device, ddblasType_t type, int form, int64_t first, int64_t last,
                            const int32_t *p)
{
    const struct symv_choice choice = ddblas_symv_choice_of(p);
    (void)form;
    return can_run(device, type, last, &choice) && first >= ddblas_symv_proved_from(&choice, type);
}

/* ---- the family of shapes ------------------------------------------------------------------- */

struct family
{
    const struct ddblas_device *device;
    ddblasType_t type;
    int32_t (*list)[DDBLAS_TUNE_PARAMETERS];
    int capacity, count;
};

static void add_choice(struct family *f, const struct symv_choice *choice)
{
    int32_t p[DDBLAS_TUNE_PARAMETERS] = {0};
    if (!can_run(f->device, f->type, 1, choice))
        return;
    ddblas_symv_parameters_of(choice, p);
    for (int i = 0; i < DDBLAS_TUNE_PARAMETERS && f->count < f->capacity; i++)
        f->list[f->count][i] = p[i];
    f->count++;
}

/* Adds a tile shape with all useful edges. */
static void add_tiles(struct family *f, int32_t shape)
{
    static const int32_t edges[] = {128, 256, 384, 512, 768, 1024, 2048};
    for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++)
        add_choice(f, &(struct symv_choice){SYMV_BY_TILES, shape, edges[e]});
}

/* Returns 1 if a shape keeps so many bytes in flight on a multiprocessor that it can be fast, and
 * fits into the shared memory. */
static int is_promising(const struct ddblas_device *device, ddblasType_t type, int32_t shape)
{
    const struct symv_shape s = symv_shape_of(shape);
    const size_t size = ddblas_type_size(type);
    const int64_t under_way = (int64_t)(s.stages - 1) * s.warps * s.group * 512 * s.resident;
    const size_t shared = ddblas_symv_tile_shared(shape, size, 256);
    return ddblas_symv_tile_shape_is_valid(shape, size) && under_way >= H200_SYMV_BYTES_IN_FLIGHT &&
           (size_t)s.resident * (shared + 1024) <= (size_t)device->shared;
}

static void all_tiles(struct family *f)
{
    static const int32_t warps[] = {4, 8, 16}, columns[] = {8, 16, 32}, group[] = {4, 8}, stages[] = {3, 4, 6, 8},
                         resident[] = {1, 2, 3, 4};
    /* If elements have more than 16 bytes, a stage has half as many columns. */
    const int32_t wide = ddblas_type_size(f->type) > 16 ? 2 : 1;
    for (int w = 0; w < 3; w++)
        for (int c = 0; c < 3; c++)
            for (int g = 0; g < 2; g++)
                for (int s = 0; s < 4; s++)
                    for (int r = 0; r < 4; r++)
                    {
                        const int32_t shape = SYMV_SHAPE(warps[w], columns[c], group[g] * wide, stages[s], resident[r]);
                        const struct symv_choice choice = {SYMV_BY_TILES, shape, 256};
                        if (is_promising(f->device, f->type, shape) && !ddblas_symv_is_compiled(f->type, &choice) &&
                            warps[w] * resident[r] <= 16)
                            add_tiles(f, shape);
                    }
}

/* Adds the shapes of the method by rows. Registers hold the loads of both sweeps, so a shape whose
 * loads do not fit into the registers is left out. */
static void all_rows(struct family *f)
{
    const size_t size = ddblas_type_size(f->type);
    for (int32_t rows = 1; rows <= 16; rows *= 2)
        for (int32_t warps = rows > 1 ? 2 : 1; warps <= (rows > 1 ? 32 : 16); warps *= 2)
            for (int32_t loads = rows > 1 ? 4 : 1; loads <= (rows > 1 ? 16 : 8); loads *= 2)
            {
                const struct symv_choice choice = {SYMV_BY_ROWS, SYMV_SHAPE(warps, rows, loads, 0, 0), 0};
                const size_t held = (2 * (size_t)loads + (size_t)(loads > rows ? loads : rows)) * size;
                if (held * (size_t)warps * 32 <= 96 << 10 && held <= 640 && (size <= 8 || loads <= 8) &&
                    !ddblas_symv_is_compiled(f->type, &choice))
                    add_choice(f, &choice);
            }
}

static int list_candidates(const struct ddblas_device *device, ddblasType_t type, int form,
                           int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int capacity)
{
    struct family f = {device, type, list, capacity, 0};
    (void)form;
    for (int i = 0; i < SYMV_ROWS_COUNT; i++)
    {
        const struct symv_choice choice = {SYMV_BY_ROWS, ddblas_symv_compiled_rows[i], 0};
        if (ddblas_symv_is_compiled(type, &choice))
            add_choice(&f, &choice);
    }
    for (int i = 0; i < SYMV_SQUARE_COUNT; i++)
        add_choice(&f, &(struct symv_choice){SYMV_BY_SQUARES, ddblas_symv_compiled_squares[i], 0});
    for (int i = 0; i < SYMV_TILE_COUNT; i++)
        if (ddblas_symv_is_compiled(type, &(struct symv_choice){SYMV_BY_TILES, ddblas_symv_compiled_tiles[i], 256}))
            add_tiles(&f, ddblas_symv_compiled_tiles[i]);
    if (ddblas_jit_available())
    {
        all_rows(&f);
        all_tiles(&f);
    }
    return f.count;
}

/* ---- other functions of the tuner's interface ----------------------------------------------- */

/* Describes what a candidate needs. The number of registers is not included, because it is known
 * only after the shape has been compiled (ddblas_symv_ready). */
static void describe_need(ddblasType_t type, int form, const int32_t *p, struct ddblas_tune_need *n)
{
    const struct symv_choice choice = ddblas_symv_choice_of(p);
    const struct symv_shape s = symv_shape_of(choice.shape);
    (void)form;
    *n = (struct ddblas_tune_need){.threads = 32 * s.warps, .blocks = s.resident};
    if (choice.method == SYMV_BY_TILES)
        n->shared = (int32_t)ddblas_symv_tile_shared(choice.shape, ddblas_type_size(type), choice.edge);
}

static int compile_candidates(ddblasHandle_t handle, ddblasType_t type, int form, int32_t (*list)[DDBLAS_TUNE_PARAMETERS],
                              int count, int (*progress)(void *context, double done), void *context)
{
    struct symv_choice *choices = calloc((size_t)count + 1, sizeof *choices);
    char *states = calloc((size_t)count + 1, 1);
    int kept = 0;
    if (choices && states)
    {
        for (int i = 0; i < count; i++)
            choices[i] = ddblas_symv_choice_of(list[i]);
        ddblas_symv_ready(handle, type, form / 2, choices, count, states, progress, context);
        for (int i = 0; i < count; i++)
            if (states[i])
            {
                for (int k = 0; k < DDBLAS_TUNE_PARAMETERS; k++)
                    list[kept][k] = list[i][k];
                kept++;
            }
    }
    free(choices);
    free(states);
    return kept;
}

/* Returns the largest order that is tuned. Its matrix takes a quarter of the memory, and the order
 * is limited to one above all orders in published measurements. */
static int64_t largest_order(ddblasType_t type, int form, double memory)
{
    const int64_t n = ddblas_symv_largest(type, memory);
    (void)form;
    return least(n, 40000);
}

const struct ddblas_tune_space ddblas_tune_space_symv_cuda = {
    .id = &ddblas_symv_cuda_id,
    .engine = DDBLAS_ENGINE_CUDA,
    .forms = ddblas_symv_forms,
    .form_count = DDBLAS_SYMV_FORMS,
    .parameters = names,
    .parameter_count = SYMV_PARAMETERS,
    .check = check_parameters,
    .candidates = list_candidates,
    .need = describe_need,
    .ready = compile_candidates,
    .bytes = ddblas_symv_bytes,
    .largest = largest_order,
    .prepare = ddblas_symv_prepare,
    .run = ddblas_symv_run,
    .agrees = ddblas_symv_agrees,
    .release = ddblas_symv_release,
};
