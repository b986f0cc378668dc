/*
 * symv and hemv on the GPU before the tuner: the variants that are compiled into the library, methods and shapes of symv_shape.h,
 * with edges of tiles that the kernels take. Plain C: without CUDA they can be listed and checked, not run.
 */
#include "symv_chosen.h"
#include "symv_work.h"

static const char *const names[] = {"method", "shape", "edge"};

static struct symv_device numbers_of(const struct ddblas_device *device)
{
    return (struct symv_device){.multiprocessors = device->multiprocessors, .shared_of_block = device->shared_of_block};
}

/* What can run at an order can run at every smaller one. Orders beyond the engine's are refused before any choice. */
static int check(const struct ddblas_device *device, ddblasType_t type, int form, int64_t first, int64_t last, const int32_t *p)
{
    const struct symv_choice choice = {p[0], p[1], p[2]};
    const struct symv_device numbers = numbers_of(device);
    (void)form;
    (void)first;
    if (choice.method != SYMV_BY_ROWS && choice.method != SYMV_BY_TILES)
        return 0;
    if (choice.method == SYMV_BY_ROWS && choice.edge != 0)
        return 0;
    const int64_t order = last < 1 ? 1 : last < INT32_MAX / 2 ? last : INT32_MAX / 2;
    return ddblas_symv_feasible(&choice, &numbers, type, order);
}

static int candidates(const struct ddblas_device *device, ddblasType_t type, int form, int32_t (*list)[DDBLAS_TUNE_PARAMETERS],
                      int capacity)
{
    static const int32_t edges[] = {64, 128, 192, 256, 320, 384, 512, 640, 768, 1024, 1280, 1536, 2048, 3072, 4096};
    int count = 0;
    for (int32_t shape = 0; shape < SYMV_ROWS_COUNT; shape++, count++)
        if (count < capacity)
        {
            const int32_t p[] = {SYMV_BY_ROWS, shape, 0};
            for (int i = 0; i < 3; i++)
                list[count][i] = p[i];
        }
    for (int32_t shape = 0; shape < SYMV_TILE_COUNT; shape++)
        for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++)
        {
            const int32_t p[] = {SYMV_BY_TILES, shape, edges[e]};
            if (!check(device, type, form, 1, 1, p))
                continue;
            for (int i = 0; i < 3 && count < capacity; i++)
                list[count][i] = p[i];
            count++;
        }
    return count;
}

/* By rows no shared memory to speak of; registers are the compiler's concern, bounded by the blocks that must be resident. */
static void need(ddblasType_t type, int form, const int32_t *p, struct ddblas_tune_need *n)
{
    static const int32_t threads_by_rows[] = {
#define SYMV_ROWS(name, rows, threads, loads) threads,
        SYMV_ROW_SHAPES(SYMV_ROWS)
#undef SYMV_ROWS
    };
    static const int32_t warps_by_tiles[] = {
#define SYMV_TILE(name, warps, columns, group, stages, resident) warps,
        SYMV_TILES(SYMV_TILE)
#undef SYMV_TILE
    };
    (void)form;
    if (p[0] == SYMV_BY_ROWS)
    {
        *n = (struct ddblas_tune_need){.threads = threads_by_rows[p[1]], .blocks = 1};
        return;
    }
    const struct symv_choice choice = {p[0], p[1], p[2]};
    const struct symv_device any = {.multiprocessors = 1, .shared_of_block = INT32_MAX};
    struct symv_plan plan;
    int32_t strip, height, resident;
    ddblas_symv_tile_numbers(p[1], ddblas_type_size(type), &strip, &height, &resident);
    ddblas_symv_make_plan(&plan, &choice, &any, type, 0, p[2], 0, p[2]); /* one tile, columns aligned */
    *n = (struct ddblas_tune_need){.threads = 32 * warps_by_tiles[p[1]], .shared = (int32_t)plan.shared, .blocks = resident};
}

/* The sizes of the published measurements end below 40000; a quarter of the memory is for the matrix. */
static int64_t largest(ddblasType_t type, int form, double memory)
{
    const int64_t n = ddblas_symv_largest(type, memory);
    (void)form;
    return n < 40000 ? n : 40000;
}

const struct ddblas_tune_space ddblas_tune_space_symv_cuda = {
    .engine = DDBLAS_ENGINE_CUDA,
    .forms = ddblas_symv_forms,
    .form_count = DDBLAS_SYMV_FORMS,
    .parameters = names,
    .parameter_count = 3,
    .check = check,
    .candidates = candidates,
    .need = need,
    .bytes = ddblas_symv_bytes,
    .largest = largest,
    .prepare = ddblas_symv_prepare,
    .run = ddblas_symv_run,
    .agrees = ddblas_symv_agrees,
    .release = ddblas_symv_release,
};
