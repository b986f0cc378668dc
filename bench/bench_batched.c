/*
 * Batches of double-double products and triangular systems on the GPU, beside a loop of single
 * calls.
 * Usage: bench_batched [-o file.csv]
 *
 * Counting: m n k multiply-adds for a product, half of it for a system with as many right-hand
 * sides as rows; 10^12 multiply-adds a second, medians between events around one call, operands
 * rotated through 1 GiB each. The ceiling is the measured rate of FP64 instructions over 12 or,
 * where that is less, the rate at which the measured read bandwidth brings A, B and C (of systems
 * A, B and X), 48 bytes for each element of a member. Data: both parts full-length, uniform in (-1,
 * 1) times 2^-10 .. 2^10; the diagonal of systems is 2^15. Errors against exact sums at random
 * elements, in units of 2^-104 of the sum of moduli; of systems the residual.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "bounds.h"
#include "hashed_matrix.h"
#include "lib/bench.h"
#include "lib/symv_device.h"
#include "oracle.h"
#include "random.h"

enum
{
    SPAN = 10,
    SAMPLES = 8,
    MOST_MEMBERS = 20000
};

static const int64_t pool = (int64_t)64 << 20; /* elements of each operand */

/* The forms of a call. */
enum form
{
    STRIDED,
    POINTERS,
    SYSTEMS,
    FORMS
};
static const char *const names[FORMS] = {"strided", "pointers", "strided"};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    cuddreal *A, *B, *C;
    cuddreal **lists[3]; /* on the device: members of the first turn */
    int64_t n, count, turns;
    enum form form;
    double bandwidth, fma;
    int failures;
};

static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};

/* ---- calls ----------------------------------------------------------------------------------- */

static void run_batch(void *data, int turn)
{
    const struct bench *b = data;
    const int64_t n = b->n, at = turn % b->turns * b->count * n * n;
    switch (b->form)
    {
    case STRIDED:
        bench_must(b->handle, ddblasWgemmStridedBatched(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, b->A + at, n, n * n,
                                                        b->B + at, n, n * n, &zero, b->C + at, n, n * n, b->count));
        break;
    case POINTERS:
        bench_must(b->handle, ddblasWgemmBatched(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one,
                                                 (const cuddreal *const *)b->lists[0], n, (const cuddreal *const *)b->lists[1], n,
                                                 &zero, (cuddreal *const *)b->lists[2], n, b->count));
        break;
    default:
        bench_must(b->handle, ddblasWtrsmStridedBatched(b->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N,
                                                        DDBLAS_DIAG_NON_UNIT, n, n, &one, b->A + at, n, n * n, b->C + at, n,
                                                        n * n, b->count));
        break;
    }
}

static void run_loop(void *data, int turn)
{
    const struct bench *b = data;
    const int64_t n = b->n;
    for (int64_t i = 0; i < b->count; i++)
    {
        const int64_t at = (turn % b->turns * b->count + i) * n * n;
        bench_must(b->handle, b->form == SYSTEMS ? ddblasWtrsm(b->handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N,
                                                               DDBLAS_DIAG_NON_UNIT, n, n, &one, b->A + at, n, b->C + at, n)
                                                 : ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, b->A + at, n,
                                                               b->B + at, n, &zero, b->C + at, n));
    }
}

/* ---- operands -------------------------------------------------------------------------------- */

static void make_lists(struct bench *b)
{
    cuddreal *const bases[3] = {b->A, b->B, b->C};
    cuddreal **host = malloc((size_t)b->count * sizeof *host);
    if (!host)
        exit(2);
    for (int x = 0; x < 3; x++)
    {
        for (int64_t i = 0; i < b->count; i++)
            host[i] = bases[x] + i * b->n * b->n;
        bench_must(b->handle, ddblasSetMatrix(b->handle, b->count, 1, sizeof *host, host, b->count, b->lists[x], b->count));
    }
    free(host);
}

/* Fills A anew, because the last order's diagonals are in it, and gives all members a heavy
 * diagonal: element (i, i) of all members at a time. */
static void make_triangles(struct bench *b)
{
    const int64_t n = b->n, members = pool / (n * n);
    cuddreal *heavy = malloc((size_t)members * sizeof *heavy);
    if (!heavy || dd_hashed_fill(b->A, pool, 1, SPAN) != 0)
        exit(2);
    for (int64_t i = 0; i < members; i++)
        heavy[i] = cuddFromDouble(0x1p15);
    for (int64_t i = 0; i < n; i++)
        bench_must(b->handle, ddblasSetMatrix(b->handle, 1, members, sizeof *heavy, heavy, 1, b->A + i * (n + 1), n * n));
    free(heavy);
}

/* ---- errors ---------------------------------------------------------------------------------- */

static cuddreal element(const struct bench *b, uint64_t seed, int64_t member, int64_t i, int64_t j)
{
    if (b->form == SYSTEMS && seed == 1 && i == j)
        return cuddFromDouble(0x1p15);
    return dd_hashed_element(seed, (uint64_t)(member * b->n * b->n + i + j * b->n), SPAN);
}

static double error_at(struct bench *b, int64_t member, int64_t i, int64_t j, cuddreal *column)
{
    const int64_t n = b->n;
    dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
    bench_must(b->handle, ddblasGetMatrix(b->handle, n, 1, sizeof *column, b->C + member * n * n + j * n, n, column, n));
    for (int64_t t = 0; t < (b->form == SYSTEMS ? i + 1 : n); t++)
    {
        const cuddreal x = element(b, 1, member, i, t), y = b->form == SYSTEMS ? column[t] : element(b, 2, member, t, j);
        dd_exact_add_pairs(sum, x, y);
        dd_exact_add_pairs(scale, cuddFabs(x), cuddFabs(y));
    }
    if (b->form == SYSTEMS)
    {
        const cuddreal old = element(b, 3, member, i, j);
        dd_exact_add_pairs(sum, cuddFromDouble(-1.0), old);
        dd_exact_add_pairs(scale, one, cuddFabs(old));
    }
    const double error = dd_exact_scaled_error(sum, b->form == SYSTEMS ? zero : column[i], scale, 104);
    dd_exact_free(sum);
    dd_exact_free(scale);
    return error;
}

/* The largest of some elements of a fresh call. */
static double error_of(struct bench *b)
{
    struct dd_random g;
    double worst = 0.0;
    cuddreal *column = malloc((size_t)b->n * sizeof *column);
    if (!column || dd_hashed_fill(b->C, pool, 3, SPAN) != 0)
        exit(2);
    dd_random_start(&g, 1);
    run_batch(b, 0);
    for (int s = 0; s < SAMPLES; s++)
        worst = fmax(worst, error_at(b, dd_random_int(&g, 0, b->count - 1), dd_random_int(&g, 0, b->n - 1),
                                     dd_random_int(&g, 0, b->n - 1), column));
    free(column);
    return worst;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void measure(struct bench *b, int64_t n, int64_t count)
{
    char variant[64];
    const double cube = (double)n * (double)n * (double)n, work = (b->form == SYSTEMS ? 0.5 : 1.0) * cube * (double)count;
    b->n = n;
    b->count = count;
    b->turns = pool / (count * n * n);
    if (b->form == POINTERS)
        make_lists(b);
    if (b->form == SYSTEMS)
        make_triangles(b);
    const double error = error_of(b), us = bench_device_median_us(run_batch, b, 2, 9),
                 loop = bench_device_median_us(run_loop, b, 1, 3);
    const double by_bytes = 1e-3 * b->bandwidth / 48.0 * work / ((double)n * (double)n * (double)count);
    (void)snprintf(variant, sizeof variant, "%s batch of %lld", names[b->form], (long long)count);
    const enum dd_routine routine = b->form == SYSTEMS ? DD_ROUTINE_trsm : DD_ROUTINE_gemm;
    const struct bench_row row = {.routine = b->form == SYSTEMS ? "trsm" : "gemm",
                                  .type = 'W',
                                  .variant = variant,
                                  .m = n,
                                  .n = n,
                                  .k = n,
                                  .median_us = us,
                                  .achieved = 1e-6 * work / us,
                                  .ceiling = fmin(1e-3 * b->fma / 12.0, by_bytes),
                                  .peer = "loop of single calls",
                                  .peer_us = loop,
                                  .error = error,
                                  .bound = dd_routine_bound(routine, DDBLAS_TYPE_W, (struct dd_bound_size){.k = n})};
    b->failures += !bench_write(b->out, &row);
    (void)fflush(b->out);
}

int main(int argc, char **argv)
{
    static const int64_t orders[] = {4, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256};
    static struct bench b;
    const char *path = NULL;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            path = argv[++i];
        else
        {
            fprintf(stderr, "usage: bench_batched [-o file.csv]\n");
            return 2;
        }
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    bench_must(b.handle, ddblasSetGemmRoute(b.handle, DDBLAS_GEMM_ROUTE_PLAIN));
    cuddreal **const operands[] = {&b.A, &b.B, &b.C};
    for (int i = 0; i < 3; i++)
    {
        *operands[i] = bench_device_alloc((size_t)pool * sizeof(cuddreal));
        b.lists[i] = bench_device_alloc(MOST_MEMBERS * sizeof(cuddreal *));
        if (dd_hashed_fill(*operands[i], pool, (uint64_t)i + 1, SPAN) != 0)
            return 2;
    }
    b.out = bench_open_described(path, bench_device_describe);
    b.bandwidth = bench_device_read_bandwidth(b.A, (size_t)pool * sizeof(cuddreal));
    b.fma = bench_device_fma_rate();
    bench_comment(b.out, "ceilings: read-only bandwidth %.0f GB/s, %.0f G FP64 fused multiply-add instructions/s", b.bandwidth,
                  b.fma);
    bench_comment(b.out, "unit: 10^12 multiply-adds a second; error in 2^-104, bound k + 8, of trsm k + 80");
    bench_header(b.out);
    for (int form = 0; form < FORMS; form++)
        for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
        {
            const int64_t n = orders[i], most = pool / 4 / (n * n);
            b.form = (enum form)form;
            measure(&b, n, most < MOST_MEMBERS ? most : MOST_MEMBERS);
            if (form == STRIDED && (n == 32 || n == 128))
                measure(&b, n, 1000);
        }
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
