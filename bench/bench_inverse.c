/*
 * trtri, potri, getri and batches of gesv in W on the GPU, beside cuSOLVER's Xtrtri, Dpotri and
 * Dgetrs with the unit matrix, and cuBLAS's DgetrfBatched with DgetrsBatched.
 * Usage: bench_inverse [-o file.csv] [-q] [-r rows] [n ...]
 *   -q  up to n = 4096
 *   -r  routines, or routine:variant, separated by commas, such as gesvStridedBatched; all if it is
 *       not given
 *   n   orders instead of the usual ones; those up to 128 are for batches, the others for single
 *       matrices
 *
 * Counting: useful double-double operations: n^3 / 3 for trtri, 2 n^3 / 3 for potri, 4 n^3 / 3 for
 * getri, 2 n^3 / 3 + 2 n^2 for a member of a batch; TFLOPS (10^12 a second), medians between events
 * around one call on a fresh copy of A. The ceiling is the rate of gemm in W of order n in the same
 * run, 2 n^3 operations, for batches of order 4096. Data: both parts full-length, uniform in (-1,
 * 1); diagonals are 2 n, those of triangles too. Errors of trtri against exact sums at random
 * elements of X A - I, in units of 2^-104 of |X| |A|; those of a batch at random elements of A x -
 * b, in units of 2^-104 of |A| |x| + |b|, for which the bound of getrs serves because |L| |U| is
 * about |A| here. The other errors are not measured: the tests judge them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "hashed_matrix.h"
#include "lib/factor_rows.h"
#include "lib/inverse_device.h"
#include "lib/symv_device.h"
#include "lib/tsqr_device.h"
#include "oracle.h"
#include "random.h"

enum
{
    SAMPLES = 8,
    MEMBERS = 10000,
    BATCHED = 128 /* The largest order of a batch. */
};

enum routine
{
    GEMM,
    TRTRI,
    POTRI,
    GETRI,
    BATCH
};
static const char *const names[] = {"gemm", "trtri", "potri", "getri", "gesvStridedBatched"},
                         *const variants[] = {"", "lower", "lower", "out of place", "10000 members"},
                         *const peers[] = {"", "cusolver Xtrtri", "cusolver Dpotri", "cusolver Dgetrs",
                                           "cublas DgetrfBatched+DgetrsBatched"};

struct bench
{
    FILE *out;
    const char *rows;
    ddblasHandle_t handle;
    cuddreal *A, *F, *C;                    /* The data or factors; what is inverted; getri's result. */
    double *double_A, *double_F, *double_C; /* The same in double. */
    cuddreal *b, *x;                        /* Right-hand sides and solutions of a batch. */
    double *double_b, *double_x;
    int64_t *ipiv, *info;
    int64_t n;
    enum routine routine;
    int failures;
};

static int64_t elements_of(const struct bench *b) { return b->n * b->n * (b->routine == BATCH ? MEMBERS : 1); }

static void restore(void *data)
{
    const struct bench *b = data;
    const size_t elements = (size_t)elements_of(b);
    if (b->routine == GEMM)
        return;
    bench_tsqr_copy(b->F, b->A, elements * sizeof *b->F);
    bench_tsqr_copy(b->double_F, b->double_A, elements * sizeof *b->double_F);
    if (b->routine != BATCH)
        return;
    bench_tsqr_copy(b->x, b->b, (size_t)(b->n * MEMBERS) * sizeof *b->x);
    bench_tsqr_copy(b->double_x, b->double_b, (size_t)(b->n * MEMBERS) * sizeof *b->double_x);
}

static void run_ours(void *data, int turn)
{
    static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    const struct bench *b = data;
    const int64_t n = b->n;
    (void)turn;
    switch (b->routine)
    {
    case GEMM:
        bench_must(b->handle, ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, b->A, n, b->A, n, &zero, b->C, n));
        break;
    case TRTRI:
        bench_must(b->handle, ddblasWtrtri(b->handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_DIAG_NON_UNIT, n, b->F, n, b->info));
        break;
    case POTRI:
        bench_must(b->handle, ddblasWpotri(b->handle, DDBLAS_FILL_MODE_LOWER, n, b->F, n, b->info));
        break;
    case GETRI:
        bench_must(b->handle, ddblasWgetri(b->handle, n, b->F, n, b->ipiv, b->C, n, b->info));
        break;
    default:
        bench_must(b->handle,
                   ddblasWgesvStridedBatched(b->handle, n, 1, b->F, n, n * n, b->ipiv, n, b->x, n, n, b->info, MEMBERS));
    }
}

static void run_peer(void *data, int turn)
{
    const struct bench *b = data;
    (void)turn;
    if (b->routine == TRTRI)
        bench_cusolver_trtri(b->n, b->double_F);
    else if (b->routine == POTRI)
        bench_cusolver_potri(b->n, b->double_F);
    else if (b->routine == GETRI)
        bench_cusolver_getri(b->n, b->double_F, b->double_C);
    else
        bench_cublas_gesv_batched(b->n, MEMBERS, b->double_F, b->double_x);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* Element (i, j), i >= j, of X A - I for trtri. */
static double error_of_triangle(const struct bench *b, int64_t i, int64_t j)
{
    cuddreal *x = bench_host_numbers(b->n), *a = bench_host_numbers(b->n);
    dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
    bench_read_row(b->handle, b->F, b->n, b->n, i, x);
    bench_read_column(b->handle, b->A, b->n, j, a);
    for (int64_t t = j; t <= i; t++)
    {
        dd_exact_add_pairs(sum, x[t], a[t]);
        dd_exact_add_pairs(scale, cuddFabs(x[t]), cuddFabs(a[t]));
    }
    dd_exact_add_pairs(sum, cuddFromDouble(i == j ? -1.0 : 0.0), cuddFromDouble(1.0));
    free(x);
    free(a);
    return bench_end_of_sums(sum, scale);
}

/* Row i of A x - b for a member. */
static double error_of_member(const struct bench *b, int64_t member, int64_t i)
{
    cuddreal *x = bench_host_numbers(b->n), *a = bench_host_numbers(b->n), right;
    dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
    bench_read_row(b->handle, b->A + member * b->n * b->n, b->n, b->n, i, a);
    bench_read_column(b->handle, b->x, b->n, member, x);
    bench_must(b->handle, ddblasGetMatrix(b->handle, 1, 1, sizeof right, b->b + member * b->n + i, 1, &right, 1));
    for (int64_t t = 0; t < b->n; t++)
    {
        dd_exact_add_pairs(sum, a[t], x[t]);
        dd_exact_add_pairs(scale, cuddFabs(a[t]), cuddFabs(x[t]));
    }
    dd_exact_add_pairs(sum, right, cuddFromDouble(-1.0));
    dd_exact_add_pairs(scale, cuddFabs(right), cuddFromDouble(1.0));
    free(x);
    free(a);
    return bench_end_of_sums(sum, scale);
}

static double error_of(struct bench *b)
{
    struct dd_random g;
    double worst = 0.0;
    if (b->routine == POTRI || b->routine == GETRI)
        return BENCH_NOT_MEASURED;
    dd_random_start(&g, 1);
    restore(b);
    run_ours(b, 0);
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t j = dd_random_int(&g, 0, b->n - 1), i = dd_random_int(&g, j, b->n - 1);
        if (b->routine == TRTRI)
            worst = fmax(worst, error_of_triangle(b, i, j));
        else if (b->routine == BATCH)
            worst = fmax(worst, error_of_member(b, dd_random_int(&g, 0, MEMBERS - 1), i));
    }
    return worst;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double operations(const struct bench *b)
{
    const double n = (double)b->n, cube = n * n * n;
    return b->routine == GEMM    ? 2.0 * cube
           : b->routine == TRTRI ? cube / 3.0
           : b->routine == POTRI ? 2.0 * cube / 3.0
           : b->routine == GETRI ? 4.0 * cube / 3.0
                                 : (double)MEMBERS * (2.0 * cube / 3.0 + 2.0 * n * n);
}

static void measure(struct bench *b, enum routine routine, double gemm)
{
    static const enum dd_routine bounds[] = {DD_ROUTINE_gemm, DD_ROUTINE_trtri, DD_ROUTINE_potri, DD_ROUTINE_getri,
                                             DD_ROUTINE_getrs};
    b->routine = routine;
    if (!bench_selects(b->rows, names[routine], variants[routine]))
        return;
    const double error = error_of(b);
    const struct bench_contest contest = {restore, run_ours, run_peer, b, 7, operations(b)};
    const struct bench_row row = {.routine = names[routine],
                                  .type = 'W',
                                  .variant = variants[routine],
                                  .m = b->n,
                                  .n = b->n,
                                  .k = b->n,
                                  .ceiling = gemm,
                                  .peer = peers[routine],
                                  .error = error,
                                  .bound = dd_routine_bound(bounds[routine], DDBLAS_TYPE_W, (struct dd_bound_size){.k = b->n})};
    b->failures += !bench_write_contest(b->out, &contest, row);
}

/* Random numbers in (-1, 1) with diagonals of 2 n, in `members` matrices, and their copy in double.
 * */
static void make_operands(struct bench *b, int64_t n, int64_t members)
{
    cuddreal *heavy = bench_host_numbers(members);
    b->n = n;
    if (dd_hashed_fill(b->A, n * n * members, 1, 0) != 0 || dd_hashed_fill(b->b, n * MEMBERS, 2, 0) != 0)
        exit(2);
    for (int64_t i = 0; i < members; i++)
        heavy[i] = cuddFromDouble(2.0 * (double)n);
    for (int64_t i = 0; i < n; i++)
        bench_must(b->handle, ddblasSetMatrix(b->handle, 1, members, sizeof *heavy, heavy, 1, b->A + i * (n + 1), n * n));
    bench_must(b->handle, ddblasConvertWtoD(b->handle, n, n * members, b->A, n, b->double_A, n));
    bench_must(b->handle, ddblasConvertWtoD(b->handle, n, MEMBERS, b->b, n, b->double_b, n));
    free(heavy);
}

static double gemm_rate(struct bench *b)
{
    b->routine = GEMM;
    return 1e-6 * operations(b) / bench_tsqr_median_us(restore, run_ours, b, 1, 3);
}

/* potri and getri take the factors of A. */
static void measure_order(struct bench *b, int64_t n)
{
    make_operands(b, n, 1);
    const double gemm = gemm_rate(b);
    measure(b, TRTRI, gemm);
    bench_must(b->handle, ddblasWpotrf(b->handle, DDBLAS_FILL_MODE_LOWER, n, b->A, n, b->info));
    bench_must(b->handle, ddblasConvertWtoD(b->handle, n, n, b->A, n, b->double_A, n));
    measure(b, POTRI, gemm);
    make_operands(b, n, 1);
    bench_must(b->handle, ddblasWgetrf(b->handle, n, n, b->A, n, b->ipiv, b->info));
    bench_must(b->handle, ddblasConvertWtoD(b->handle, n, n, b->A, n, b->double_A, n));
    measure(b, GETRI, gemm);
}

/* The orders up to BATCHED, of batches, and the others. */
static void measure_orders(struct bench *b, const struct bench_options *o)
{
    for (int i = 0; i < o->count; i++)
        if (o->orders[i] > BATCHED && !(o->quick && o->orders[i] > 4096))
            measure_order(b, o->orders[i]);
    if (!bench_selects(b->rows, names[BATCH], variants[BATCH]))
        return;
    make_operands(b, 4096, 1);
    const double gemm = gemm_rate(b);
    for (int i = 0; i < o->count; i++)
        if (o->orders[i] <= BATCHED)
        {
            make_operands(b, o->orders[i], MEMBERS);
            measure(b, BATCH, gemm);
        }
}

int main(int count, char **arguments)
{
    static const int64_t usual[] = {1024, 2048, 4096, 8192, 4, 8, 16, 32, 64, 96, BATCHED};
    struct bench_options options = {0};
    struct bench b = {0};
    if (!bench_read_options(count, arguments, &options))
    {
        fprintf(stderr, "usage: bench_inverse [-o file.csv] [-q] [-r rows] [n ...]\n");
        return 2;
    }
    bench_use_orders(&options, usual, (int)(sizeof usual / sizeof usual[0]));
    const int64_t largest = bench_largest_order(&options), most = largest > 4096 ? largest : 4096;
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    const size_t batch = (size_t)MEMBERS * BATCHED * BATCHED, square = (size_t)(most * most);
    const size_t elements = square > batch ? square : batch, columns = (size_t)MEMBERS * BATCHED;
    b.A = bench_device_alloc(elements * sizeof *b.A);
    b.F = bench_device_alloc(elements * sizeof *b.F);
    b.C = bench_device_alloc(square * sizeof *b.C);
    b.double_A = bench_device_alloc(elements * sizeof *b.double_A);
    b.double_F = bench_device_alloc(elements * sizeof *b.double_F);
    b.double_C = bench_device_alloc(square * sizeof *b.double_C);
    b.b = bench_device_alloc(columns * sizeof *b.b);
    b.x = bench_device_alloc(columns * sizeof *b.x);
    b.double_b = bench_device_alloc(columns * sizeof *b.double_b);
    b.double_x = bench_device_alloc(columns * sizeof *b.double_x);
    b.ipiv = bench_device_alloc(columns * sizeof *b.ipiv);
    b.info = bench_device_alloc(MEMBERS * sizeof *b.info);
    b.rows = options.rows;
    b.out = bench_open_described(options.path, bench_device_describe);
    bench_comment(b.out, "%s", BENCH_FACTOR_UNITS);
    bench_header(b.out);
    measure_orders(&b, &options);
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
