/*
 * geqp3, gesvx, and gesvRefine and gelsRefine of ill-conditioned and overdetermined problems in W
 * on the GPU.
 * Usage: bench_expert [-o file.csv] [-q] [-r rows] [n ...]
 *   -q  up to n = 4096
 *   -r  routines, or routine:variant, separated by commas, as in "geqp3,gesvRefine"; all if it is
 *       not given
 *   n   orders instead of the usual ones, 2048, 4096 and 8192; gelsRefine's n is half of it
 *
 * Peers: geqp3 has cuSOLVER's Dgeqrf, which does not exchange columns, because cuSOLVER has no
 * geqp3; gesvx has gesv in W of this library; gesvRefine has Dgetrf and Dgetrs; gelsRefine has
 * Dgeqrf, Dormqr and cuBLAS's Dtrsm. All with one right-hand side.
 *
 * Data: both parts full-length, uniform in (-1, 1). gesvRefine: A = P diag(s) Q^T, where P and Q
 * are the orthogonal factors of random matrices, and s falls from 1 to 1e-14 geometrically.
 * gelsRefine, m = 4 n: A = [M; M] of multiples of 2^-40, b = [M 1 + s; M 1 - s], so that the
 * solution is 1 exactly, with a residual as large as b.
 *
 * Counting as in bench_factor.c: 4 n^3 / 3 operations for geqp3, 2 n^3 / 3 for systems, 2 n^2 (m -
 * n / 3) for gelsRefine. Errors against exact sums at random elements: geqp3 A P - Q R over the
 * norm of A's column; systems A x - b over |A| |x| + |b|, in units of 2^-104. gelsRefine: the
 * largest error of x over the bound that the call reports.
 */
#include <math.h>
#include <stdlib.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "hashed_matrix.h"
#include "lib/factor_device.h"
#include "lib/factor_rows.h"
#include "lib/symv_device.h"
#include "lib/tsqr_device.h"
#include "oracle.h"
#include "random.h"

enum
{
    SAMPLES = 8
};

enum routine
{
    GEMM,
    GEQP3,
    GESVX,
    REFINE,
    LEAST
};
static const char *const names[] = {"gemm", "geqp3", "gesvx", "gesvRefine", "gelsRefine"},
                         *const variants[] = {"", "square", "equilibrate", "condition 1e14", "m = 4 n"},
                         *const peers[] = {"", "cusolver Dgeqrf", "ddblas Wgesv", "cusolver Dgetrf+Dgetrs",
                                           "cusolver Dgeqrf+Dormqr+Dtrsm"};

struct bench
{
    FILE *out;
    const char *rows;
    ddblasHandle_t handle;
    cuddreal *A, *F, *C;           /* n x n each, or gelsRefine's m x n: the data, what is overwritten, scratch memory. */
    double *double_A, *double_F;   /* The data in double, and what cuSOLVER overwrites. */
    int64_t *ipiv, *zeros, *info;  /* zeros: no column is fixed. */
    cuddreal *tau, *b, *x, *right; /* right: gesvx's right-hand side. */
    double *double_b, *double_x, *R, *S;
    int64_t m, n;
    enum routine routine;
    ddblasRefineReport_t report;
    double normwise;
    int failures;
};

static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};

static void fill(cuddreal *X, int64_t count, uint64_t seed)
{
    if (dd_hashed_fill(X, count, seed, 0) != 0)
        exit(2);
}

static void restore(void *data)
{
    const struct bench *b = data;
    const size_t elements = (size_t)(b->m * b->n);
    if (b->routine == GEMM)
        return;
    if (b->routine != LEAST)
        bench_tsqr_copy(b->F, b->A, elements * sizeof *b->F);
    if (b->routine == GEQP3)
        bench_tsqr_copy(b->ipiv, b->zeros, (size_t)b->n * sizeof *b->ipiv);
    bench_tsqr_copy(b->right, b->b, (size_t)b->m * sizeof *b->right);
    bench_tsqr_copy(b->double_F, b->double_A, elements * sizeof *b->double_F);
    bench_tsqr_copy(b->double_x, b->double_b, (size_t)b->m * sizeof *b->double_x);
}

static void run_gesvx(const struct bench *b)
{
    const int64_t n = b->n;
    ddblasEquilibration_t equed = DDBLAS_EQUILIBRATION_NONE;
    ddblasExpertReport_t report;
    double ferr, berr;
    bench_must(b->handle, ddblasWgesvx(b->handle, DDBLAS_FACT_EQUILIBRATE, DDBLAS_OP_N, n, 1, b->F, n, b->C, n, b->ipiv, &equed,
                                       b->R, b->S, b->right, n, b->x, n, &report, &ferr, &berr));
}

static void run_ours(void *data, int turn)
{
    struct bench *b = data;
    const int64_t n = b->n;
    (void)turn;
    switch (b->routine)
    {
    case GEMM:
        bench_must(b->handle, ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, b->A, n, b->A, n, &zero, b->C, n));
        break;
    case GEQP3:
        bench_must(b->handle, ddblasWgeqp3(b->handle, n, n, b->F, n, b->ipiv, b->tau));
        break;
    case GESVX:
        run_gesvx(b);
        break;
    case REFINE:
        bench_must(b->handle,
                   ddblasWgesvRefine(b->handle, n, 1, b->A, DDBLAS_TYPE_W, n, b->b, n, b->x, n, &b->report, NULL, NULL));
        break;
    default:
        bench_must(b->handle, ddblasWgelsRefine(b->handle, b->m, n, 1, b->A, DDBLAS_TYPE_W, b->m, b->b, b->m, b->x, n, &b->report,
                                                &b->normwise, NULL));
    }
}

static void run_peer(void *data, int turn)
{
    const struct bench *b = data;
    (void)turn;
    if (b->routine == GEQP3)
        bench_cusolver_geqrf(b->n, b->double_F);
    else if (b->routine == GESVX)
        bench_must(b->handle, ddblasWgesv(b->handle, b->n, 1, b->F, b->n, b->ipiv, b->right, b->n, b->info));
    else if (b->routine == REFINE)
        bench_cusolver_gesv(b->n, b->double_F, b->double_x);
    else
        bench_cusolver_gels(b->m, b->n, b->double_F, b->double_x);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* The largest residual of some rows. */
static double residual_of(const struct bench *b)
{
    struct dd_random g;
    double worst = 0.0;
    cuddreal *x = bench_host_numbers(b->n), *right = bench_host_numbers(b->n), *row = bench_host_numbers(b->n);
    dd_random_start(&g, 1);
    bench_read_column(b->handle, b->x, b->n, 0, x);
    bench_read_column(b->handle, b->b, b->n, 0, right);
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t i = dd_random_int(&g, 0, b->n - 1);
        dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
        bench_read_row(b->handle, b->A, b->n, b->n, i, row);
        for (int64_t t = 0; t < b->n; t++)
        {
            dd_exact_add_pairs(sum, row[t], x[t]);
            dd_exact_add_pairs(scale, cuddFabs(row[t]), cuddFabs(x[t]));
        }
        dd_exact_add_pairs(sum, right[i], cuddFromDouble(-1.0));
        dd_exact_add_pairs(scale, cuddFabs(right[i]), cuddFromDouble(1.0));
        worst = fmax(worst, bench_end_of_sums(sum, scale));
    }
    free(x);
    free(right);
    free(row);
    return worst;
}

/* The largest of some elements of A P - Q R, over the norms of their columns of A. */
static double error_of_qr(const struct bench *b)
{
    struct dd_random g;
    const int64_t n = b->n;
    double worst = 0.0;
    int64_t *jpvt = bench_host_memory((size_t)n * sizeof *jpvt);
    cuddreal *row = bench_host_numbers(n), *r = bench_host_numbers(n), *a = bench_host_numbers(n);
    dd_random_start(&g, 1);
    bench_must(b->handle, ddblasGetMatrix(b->handle, n, 1, sizeof *jpvt, b->ipiv, n, jpvt, n));
    bench_tsqr_copy(b->C, b->F, (size_t)(n * n) * sizeof *b->C);
    bench_must(b->handle, ddblasWorgqr(b->handle, n, n, n, b->C, n, b->tau));
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t i = dd_random_int(&g, 0, n - 1), j = dd_random_int(&g, 0, n - 1);
        dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
        double square = 0.0;
        bench_read_row(b->handle, b->C, b->n, b->n, i, row);
        bench_read_column(b->handle, b->F, b->n, j, r);
        bench_read_column(b->handle, b->A, b->n, jpvt[j] - 1, a);
        for (int64_t t = 0; t <= j; t++)
            dd_exact_add_pairs(sum, row[t], r[t]);
        dd_exact_add_pairs(sum, a[i], cuddFromDouble(-1.0));
        for (int64_t t = 0; t < n; t++)
            square += a[t].x * a[t].x;
        dd_exact_add(scale, sqrt(square));
        worst = fmax(worst, bench_end_of_sums(sum, scale));
    }
    free(jpvt);
    free(row);
    free(r);
    free(a);
    return worst;
}

/* The largest |x - 1| over the reported bound on max |x - 1| / max |x|. */
static double error_of_least_squares(const struct bench *b)
{
    double worst = 0.0, largest = 0.0;
    cuddreal *x = bench_host_numbers(b->n);
    bench_read_column(b->handle, b->x, b->n, 0, x);
    for (int64_t i = 0; i < b->n; i++)
    {
        const double error = fabs(cuddToDouble(cuddAddD(x[i], -1.0)));
        worst = error <= worst ? worst : error;
        largest = fmax(largest, fabs(x[i].x));
    }
    free(x);
    return isfinite(b->normwise) ? worst / (b->normwise * largest) : (double)INFINITY;
}

static double error_of(struct bench *b)
{
    restore(b);
    run_ours(b, 0);
    return b->routine == GEQP3 ? error_of_qr(b) : b->routine == LEAST ? error_of_least_squares(b) : residual_of(b);
}

/* ---- data ------------------------------------------------------------------------------------ */

static void round_operands(struct bench *b)
{
    bench_must(b->handle, ddblasConvertWtoD(b->handle, b->m, b->n, b->A, b->m, b->double_A, b->m));
    bench_must(b->handle, ddblasConvertWtoD(b->handle, b->m, 1, b->b, b->m, b->double_b, b->m));
}

static void make_random(struct bench *b)
{
    fill(b->A, b->n * b->n, 1);
    fill(b->b, b->n, 2);
    round_operands(b);
}

/* M becomes the orthogonal factor of a random matrix. */
static void make_orthogonal(struct bench *b, cuddreal *M, uint64_t seed)
{
    fill(M, b->n * b->n, seed);
    bench_must(b->handle, ddblasWgeqrf(b->handle, b->n, b->n, M, b->n, b->tau));
    bench_must(b->handle, ddblasWorgqr(b->handle, b->n, b->n, b->n, M, b->n, b->tau));
}

static void make_ill_conditioned(struct bench *b)
{
    const int64_t n = b->n;
    cuddreal *s = bench_host_numbers(n), *Q = bench_device_alloc((size_t)(n * n) * sizeof *Q);
    for (int64_t i = 0; i < n; i++)
        s[i] = cuddFromDouble(pow(10.0, -14.0 * (double)i / (double)(n > 1 ? n - 1 : 1)));
    make_orthogonal(b, b->C, 3);
    make_orthogonal(b, Q, 4);
    bench_must(b->handle, ddblasSetMatrix(b->handle, n, 1, sizeof *s, s, n, b->x, n));
    bench_must(b->handle, ddblasWdgmm(b->handle, DDBLAS_SIDE_RIGHT, n, n, b->C, n, b->x, 1, b->C, n));
    bench_must(b->handle, ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_T, n, n, n, &one, b->C, n, Q, n, &zero, b->A, n));
    fill(b->b, n, 2);
    round_operands(b);
    free(s);
    bench_tsqr_free(Q);
}

/* Rounds m x n numbers in (-1, 1) to multiples of 2^-40: (x + 3 2^11) - 3 2^11 in double. */
static void round_to_multiples(const struct bench *b, int64_t m, int64_t n, cuddreal *X)
{
    const double shift = 0x1.8p12, back = -shift, unit = 1.0;
    double *const D = b->double_F, *const J = b->double_A;
    bench_must(b->handle, ddblasConvertWtoD(b->handle, m, n, X, m, D, m));
    bench_must(b->handle, ddblasDlaset(b->handle, DDBLAS_FILL_MODE_FULL, m, n, &unit, &unit, J, m));
    bench_must(b->handle, ddblasDgeam(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, m, n, &unit, D, m, &shift, J, m, D, m));
    bench_must(b->handle, ddblasDgeam(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, m, n, &unit, D, m, &back, J, m, D, m));
    bench_must(b->handle, ddblasConvertDtoW(b->handle, m, n, D, m, X, m));
}

/* All sums of M's rows are multiples of 2^-40 below 2^13: b is exact. */
static void make_least_squares(struct bench *b)
{
    const int64_t n = b->n, half = b->m / 2;
    const cuddreal minus = {-1.0, 0.0};
    fill(b->C, half * n, 1);
    round_to_multiples(b, half, n, b->C);
    bench_must(b->handle, ddblasWlacpy(b->handle, DDBLAS_FILL_MODE_FULL, half, n, b->C, half, b->A, b->m));
    bench_must(b->handle, ddblasWlacpy(b->handle, DDBLAS_FILL_MODE_FULL, half, n, b->C, half, b->A + half, b->m));
    bench_must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, 1, &one, &one, b->x, n));
    fill(b->right, half, 2);
    round_to_multiples(b, half, 1, b->right);
    bench_tsqr_copy(b->b, b->right, (size_t)half * sizeof *b->b);
    bench_must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, half, 1, &zero, &zero, b->b + half, half));
    bench_must(b->handle, ddblasWaxpy(b->handle, half, &minus, b->right, 1, b->b + half, 1));
    bench_must(b->handle, ddblasWgemv(b->handle, DDBLAS_OP_N, b->m, n, &one, b->A, b->m, b->x, 1, &one, b->b, 1));
    round_operands(b);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double operations(const struct bench *b)
{
    const double m = (double)b->m, n = (double)b->n, cube = n * n * n;
    if (b->routine == GEMM)
        return 2.0 * cube;
    if (b->routine == LEAST)
        return 2.0 * n * n * (m - n / 3.0);
    return (b->routine == GEQP3 ? 4.0 : 2.0) * cube / 3.0;
}

static double bound_of(const struct bench *b)
{
    const struct dd_bound_size size = {.k = b->n, .m = b->m};
    if (b->routine == LEAST)
        return 1.0;
    if (b->routine == GEQP3) /* geqrf's bound is in n u_w. */
        return (double)b->n * dd_routine_bound(DD_ROUTINE_geqrf, DDBLAS_TYPE_W, size);
    return dd_routine_bound(DD_ROUTINE_gemm, DDBLAS_TYPE_W, size);
}

static void measure(struct bench *b, enum routine routine, void (*make)(struct bench *b), double gemm)
{
    b->routine = routine;
    if (!bench_selects(b->rows, names[routine], variants[routine]))
        return;
    make(b);
    const int rounds = b->n > 4096 ? 3 : 7;
    const double error = error_of(b);
    const struct bench_contest contest = {restore, run_ours, run_peer, b, rounds, operations(b)};
    const struct bench_row row = {.routine = names[routine],
                                  .type = 'W',
                                  .variant = variants[routine],
                                  .m = b->m,
                                  .n = b->n,
                                  .k = b->n,
                                  .ceiling = gemm,
                                  .peer = peers[routine],
                                  .error = error,
                                  .bound = bound_of(b)};
    b->failures += !bench_write_contest(b->out, &contest, row);
    if (routine >= REFINE)
        bench_comment(b->out, "the last row took route %d of dd/refine.h, %lld residuals; condition about %.1e",
                      (int)b->report.route, (long long)b->report.iterations, b->report.condition);
    fflush(b->out);
}

static void measure_order(struct bench *b, int64_t n)
{
    b->m = b->n = n;
    make_random(b);
    b->routine = GEMM;
    const double gemm = 1e-6 * operations(b) / bench_tsqr_median_us(restore, run_ours, b, 1, 3);
    measure(b, GEQP3, make_random, gemm);
    measure(b, GESVX, make_random, gemm);
    measure(b, REFINE, make_ill_conditioned, gemm);
    b->n = n / 2;
    b->m = 4 * b->n;
    measure(b, LEAST, make_least_squares, gemm);
}

int main(int count, char **arguments)
{
    static const int64_t usual[] = {2048, 4096, 8192};
    struct bench_options options = {0};
    struct bench b = {0};
    if (!bench_read_options(count, arguments, &options))
    {
        fprintf(stderr, "usage: bench_expert [-o file.csv] [-q] [-r rows] [n ...]\n");
        return 2;
    }
    bench_use_orders(&options, usual, options.quick ? 2 : 3);
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    const size_t most = (size_t)bench_largest_order(&options), elements = most * most, rows = 2 * most;
    cuddreal **const matrices[] = {&b.A, &b.F, &b.C}, **const vectors[] = {&b.tau, &b.b, &b.x, &b.right};
    double **const in_double[] = {&b.double_b, &b.double_x, &b.R, &b.S};
    for (int i = 0; i < 3; i++)
        *matrices[i] = bench_device_alloc(elements * sizeof **matrices[i]);
    for (int i = 0; i < 4; i++)
    {
        *vectors[i] = bench_device_alloc(rows * sizeof **vectors[i]);
        *in_double[i] = bench_device_alloc(rows * sizeof **in_double[i]);
    }
    b.double_A = bench_device_alloc(elements * sizeof *b.double_A);
    b.double_F = bench_device_alloc(elements * sizeof *b.double_F);
    b.ipiv = bench_device_alloc(most * sizeof *b.ipiv);
    b.zeros = bench_device_alloc(most * sizeof *b.zeros);
    int64_t *zeros = calloc(most, sizeof *zeros);
    if (!zeros)
        abort();
    bench_must(b.handle,
               ddblasSetMatrix(b.handle, (int64_t)most, 1, sizeof *zeros, zeros, (int64_t)most, b.zeros, (int64_t)most));
    free(zeros);
    b.info = bench_device_alloc(sizeof *b.info);
    b.rows = options.rows;
    b.out = bench_open_described(options.path, bench_device_describe);
    bench_comment(b.out, "%s", BENCH_FACTOR_UNITS);
    bench_header(b.out);
    for (int i = 0; i < options.count; i++)
        measure_order(&b, options.orders[i]);
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
