/*
 * tsqr on the GPU compared with cuSOLVER's geqrf and orgqr (ungqr), and R alone with geqrf;
 * double-double is compared with them in FP64.
 * Usage: bench_tsqr [-o file.csv] [-t types] [-r rounds] [-m rows]
 *   -m  this number of rows only
 *
 * Counting: 4 m n^2 / 2 multiply-adds of the type for Q and R, as by reflections, half of that for
 * R alone; in double-double 12 FP64 instructions each, in complex types 4 of the real type.
 * achieved and ceiling are G of these instructions a second, the ceiling the FP64 rate measured in
 * the same run (of S and C twice that). A is restored before each call, outside the events; several
 * matrices in turn where one is smaller than the L2. "refused" is Q and R of a matrix whose last
 * column is its first one, which Gram matrices refuse and reflections factor; without this row
 * there is no attempt by Gram matrices. Errors are the larger of ||A - Q R|| / ||A|| and ||Q^H Q -
 * I|| in units n u; R alone has the bits of R beside Q, and so its error.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "lib/symv_device.h"
#include "lib/tsqr_device.h"

enum
{
    TEXT = 256,
    MOST_TURNS = 64
};

#define ROTATED 268435456.0 /* bytes of the matrices of one round, at least */

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    double fma;
    int rounds, failures;
};

/* One problem, `turns` copies of it. */
struct work
{
    struct bench *bench;
    ddblasType_t type;
    int64_t m, n;
    int turns, r_only;
    size_t bytes;
    char *master, *A, *R;
};

static const char letters[] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, type, real, is_complex) #letter[0],
#include <dd/types.def>
};

static size_t size_of(ddblasType_t type)
{
    static const size_t sizes[] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, type, real, is_complex) sizeof(type),
#include <dd/types.def>
    };
    return sizes[type];
}

static double unit_of(ddblasType_t type)
{
    return type == DDBLAS_TYPE_W ? 0x1p-104 : type == DDBLAS_TYPE_S || type == DDBLAS_TYPE_C ? 0x1p-24 : 0x1p-53;
}

/* Instructions of a multiply-add, and the pipes' rate in units of FP64's. */
static double instructions_of(ddblasType_t type)
{
    return type == DDBLAS_TYPE_W ? 12.0 : type == DDBLAS_TYPE_C || type == DDBLAS_TYPE_Z ? 4.0 : 1.0;
}
static double rate_of(ddblasType_t type) { return type == DDBLAS_TYPE_S || type == DDBLAS_TYPE_C ? 2.0 : 1.0; }

static void restore(void *data)
{
    struct work *w = data;
    for (int t = 0; t < w->turns; t++)
        bench_tsqr_copy(w->A + (size_t)t * w->bytes, w->master, w->bytes);
}

static void call_ours(void *data, int turn)
{
    struct work *w = data;
    void *A = w->A + (size_t)turn * w->bytes;
    ddblasHandle_t h = w->bench->handle;
    const ddblasLayout_t layout = DDBLAS_LAYOUT_COLUMN_MAJOR;
    ddblasStatus_t status = DDBLAS_STATUS_NOT_SUPPORTED;
    switch (w->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        status = w->r_only ? ddblas##letter##tsqrR(h, NULL, layout, w->m, w->n, A, w->m, (type *)(void *)w->R, w->n)             \
                           : ddblas##letter##tsqr(h, NULL, layout, w->m, w->n, A, w->m, (type *)(void *)w->R, w->n);             \
        break;
#include <dd/types.def>
    default:
        break;
    }
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_tsqr: %s: %s\n", ddblasGetStatusName(status), ddblasGetLastError(h));
        exit(2);
    }
}

static void call_cusolver(void *data, int turn)
{
    struct work *w = data;
    (void)bench_cusolver_qr(w->type, w->m, w->n, w->A + (size_t)turn * w->bytes, w->r_only);
}

/* cuSOLVER's time for the same in this type, of W in D. */
static double peer_time(const struct work *ours)
{
    struct work w = *ours;
    if (w.type == DDBLAS_TYPE_W)
    {
        w.type = DDBLAS_TYPE_D;
        w.bytes /= 2;
        bench_tsqr_fill(w.type, (struct bench_matrix){w.master, 1, w.m}, w.m, w.n, 7);
    }
    return bench_tsqr_median_us(restore, call_cusolver, &w, w.turns, w.bench->rounds);
}

/* The error of the Q and R of the last call. */
static double error_of(const struct work *w)
{
    const struct bench_matrix A = {w->master, 1, w->m}, Q = {w->A, 1, w->m}, R = {w->R, 1, w->n};
    double residual, orthogonality;
    bench_tsqr_errors(w->type, w->m, w->n, A, Q, R, &residual, &orthogonality);
    return (!(residual <= orthogonality) ? residual : orthogonality) / ((double)w->n * unit_of(w->type)); /* a NaN stays */
}

/* Whether the library's own plan is an attempt by Gram matrices. */
static int by_gram(const struct work *w)
{
    ddblasTsqrPlan_t plan = {.design = DDBLAS_TSQR_DESIGN_AUTO};
    return ddblasTsqrPlan(w->bench->handle, w->type, DDBLAS_LAYOUT_COLUMN_MAJOR, w->m, w->n, &plan) == DDBLAS_STATUS_SUCCESS &&
           plan.design == DDBLAS_TSQR_DESIGN_GRAM;
}

static void measure(struct bench *b, ddblasType_t type, int64_t m, int64_t n)
{
    struct work w = {.bench = b, .type = type, .m = m, .n = n, .bytes = (size_t)m * (size_t)n * size_of(type)};
    w.turns = (int)fmin(fmax(ceil(ROTATED / (double)w.bytes), 1.0), MOST_TURNS);
    w.master = bench_tsqr_alloc(w.bytes);
    w.A = bench_tsqr_alloc(w.bytes * (size_t)w.turns);
    w.R = bench_tsqr_alloc((size_t)(n * n) * size_of(type));
    const struct bench_matrix A = {w.master, 1, m};
    bench_tsqr_fill(type, A, m, n, 99);
    restore(&w);
    call_ours(&w, 0);
    struct bench_row row = {.routine = "tsqr", .type = letters[type], .variant = "Q and R", .m = m, .n = n};
    row.error = error_of(&w);
    row.bound = dd_routine_bound(DD_ROUTINE_tsqr, type, (struct dd_bound_size){.k = n, .m = m});
    row.ceiling = b->fma * rate_of(type);
    row.median_us = bench_tsqr_median_us(restore, call_ours, &w, w.turns, b->rounds);
    row.achieved = 2e-3 * (double)m * (double)n * (double)n * instructions_of(type) / row.median_us;
    row.peer = type == DDBLAS_TYPE_W ? "cusolver-fp64" : "cusolver";
    const double both_peer_us = row.peer_us = peer_time(&w);
    b->failures += !bench_write(b->out, &row);
    w.r_only = 1;
    bench_tsqr_fill(type, A, m, n, 99);
    row.variant = "R alone";
    row.median_us = bench_tsqr_median_us(restore, call_ours, &w, w.turns, b->rounds);
    row.peer_us = peer_time(&w);
    row.achieved = 1e-3 * (double)m * (double)n * (double)n * instructions_of(type) / row.median_us;
    b->failures += !bench_write(b->out, &row);
    if (by_gram(&w))
    {
        bench_tsqr_fill(type, A, m, n, 99);
        bench_tsqr_copy(w.master + (size_t)(n - 1) * (size_t)m * size_of(type), w.master, (size_t)m * size_of(type));
        w.r_only = 0;
        row.variant = "refused";
        row.peer_us = both_peer_us;
        row.median_us = bench_tsqr_median_us(restore, call_ours, &w, w.turns, b->rounds);
        row.achieved = 2e-3 * (double)m * (double)n * (double)n * instructions_of(type) / row.median_us;
        restore(&w);
        call_ours(&w, 0);
        row.error = error_of(&w);
        b->failures += !bench_write(b->out, &row);
    }
    fflush(b->out);
    bench_tsqr_free(w.master);
    bench_tsqr_free(w.A);
    bench_tsqr_free(w.R);
}

int main(int argc, char **argv)
{
    static const int64_t rows[] = {10000, 100000, 1000000, 4000000}, columns[] = {16, 64, 128};
    static struct bench b = {.rounds = 5};
    const char *path = NULL, *types = "SDCZW";
    int64_t only = 0;
    for (int i = 1; i < argc; i++)
        if (i + 1 < argc && strcmp(argv[i], "-o") == 0)
            path = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "-t") == 0)
            types = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "-r") == 0)
            b.rounds = atoi(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "-m") == 0)
            only = atoll(argv[++i]);
        else
        {
            fprintf(stderr, "usage: bench_tsqr [-o file.csv] [-t types] [-r rounds] [-m rows]\n");
            return 2;
        }
    b.out = bench_open(path);
    if (ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_tsqr: %s\n", ddblasGetLastError(NULL));
        return 2;
    }
    char text[TEXT];
    bench_device_describe(text, sizeof text);
    bench_describe_host(b.out);
    bench_comment(b.out, "%s", text);
    b.fma = bench_device_fma_rate();
    bench_comment(b.out, "ceiling: %.0f G FP64 fused multiply-add instructions/s, S and C twice that", b.fma);
    bench_comment(
        b.out,
        "column-major, median of %d rounds; instructions: 2 m n^2 multiply-adds for Q and R, half for R alone, by 1 (S, "
        "D), 4 (C, Z), 12 (W); peer: geqrf and orgqr, of R alone geqrf, of W in FP64; errors in units n u",
        b.rounds);
    bench_header(b.out);
    for (int t = 0; t < DDBLAS_TYPE_COUNT; t++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 3 && strchr(types, letters[t]) && (only == 0 || rows[i] == only); j++)
                if ((t != DDBLAS_TYPE_C && t != DDBLAS_TYPE_Z) || (rows[i] == 1000000 && columns[j] == 64))
                    measure(&b, (ddblasType_t)t, rows[i], columns[j]);
    (void)ddblasDestroy(b.handle);
    return b.failures > 0;
}
