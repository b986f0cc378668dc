/*
 * potrf, getrf, sytrf, geqrf and gesvRefine in W on the GPU, beside cuSOLVER's Dpotrf, Dgetrf,
 * Dsytrf, Dgeqrf, and Dgetrf with Dgetrs, of the same order.
 * Usage: bench_factor [-o file.csv] [-q] [-r rows] [n ...]
 *   -q  up to n = 4096
 *   -r  routines, or routine:variant, separated by commas, as in "potrf,gesvRefine:A in D"; all if
 *       it is not given
 *   n   orders instead of the usual ones
 *
 * Counting: useful double-double operations, n^3 / 3 for potrf and sytrf, 4 n^3 / 3 for geqrf and
 * 2 n^3 / 3 for the others; TFLOPS (10^12 a second), medians between events around one call on a
 * fresh copy of A. The ceiling is the rate of gemm in W of order n in the same run, 2 n^3
 * operations. Data: both parts full-length, uniform in (-1, 1); the diagonal of potrf's matrix is
 * 2 n. Errors against exact sums at random elements of A - L L^T, P A - L U, P A P^T - L D L^T and
 * A x - b, in units of 2^-104 of |L| |L^T|, |L| |U|, |L| |D| |L^T| and |A| |x| + |b|; for geqrf
 * A - Q R over the norm of A's column, Q by orgqr. gesvRefine has one right-hand side, and A in
 * double and in W.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "hashed_matrix.h"
#include "lib/factor_device.h"
#include "lib/factor_rows.h"
#include "lib/sytrf_row.h"
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
    POTRF,
    GETRF,
    SYTRF,
    GEQRF,
    REFINE_D, /* A in double */
    REFINE_W
};
static const char *const names[] = {"gemm", "potrf", "getrf", "sytrf", "geqrf", "gesvRefine", "gesvRefine"},
                         *const variants[] = {"", "lower", "square", "lower", "square", "A in D", "A in W"},
                         *const peers[] = {"",
                                           "cusolver Dpotrf",
                                           "cusolver Dgetrf",
                                           "cusolver Dsytrf",
                                           "cusolver Dgeqrf",
                                           "cusolver Dgetrf+Dgetrs",
                                           "cusolver Dgetrf+Dgetrs"};

struct bench
{
    FILE *out;
    const char *rows;
    ddblasHandle_t handle;
    cuddreal *A, *F, *C;         /* n x n each: the data, what is factored, gemm's result */
    double *double_A, *double_F; /* A in double, and what cuSOLVER factors */
    int64_t *ipiv, *info;
    cuddreal *tau;
    cuddreal *b, *x; /* a right-hand side and its solution */
    double *double_b;
    int64_t n;
    enum routine routine;
    int failures;
};

static void restore(void *data)
{
    const struct bench *b = data;
    const size_t elements = (size_t)(b->n * b->n);
    if (b->routine == GEMM)
        return;
    bench_tsqr_copy(b->F, b->A, elements * sizeof(cuddreal));
    bench_tsqr_copy(b->double_F, b->double_A, elements * sizeof(double));
}

static void refine(const struct bench *b)
{
    const int in_double = b->routine == REFINE_D;
    ddblasRefineReport_t report;
    bench_must(b->handle,
               ddblasWgesvRefine(b->handle, b->n, 1, in_double ? (const void *)b->double_A : b->A,
                                 in_double ? DDBLAS_TYPE_D : DDBLAS_TYPE_W, b->n, b->b, b->n, b->x, b->n, &report, NULL, NULL));
}

static void run_ours(void *data, int turn)
{
    static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    const struct bench *b = data;
    const int64_t n = b->n;
    (void)turn;
    if (b->routine == GEMM)
        bench_must(b->handle, ddblasWgemm(b->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, b->A, n, b->A, n, &zero, b->C, n));
    else if (b->routine == POTRF)
        bench_must(b->handle, ddblasWpotrf(b->handle, DDBLAS_FILL_MODE_LOWER, n, b->F, n, b->info));
    else if (b->routine == GETRF)
        bench_must(b->handle, ddblasWgetrf(b->handle, n, n, b->F, n, b->ipiv, b->info));
    else if (b->routine == SYTRF)
        bench_must(b->handle, ddblasWsytrf(b->handle, DDBLAS_FILL_MODE_LOWER, n, b->F, n, b->ipiv, b->info));
    else if (b->routine == GEQRF)
        bench_must(b->handle, ddblasWgeqrf(b->handle, n, n, b->F, n, b->tau));
    else
        refine(b);
}

static void run_cusolver(void *data, int turn)
{
    const struct bench *b = data;
    (void)turn;
    if (b->routine >= REFINE_D)
        bench_cusolver_gesv(b->n, b->double_F, b->double_b);
    else
        (b->routine == POTRF   ? bench_cusolver_potrf
         : b->routine == GETRF ? bench_cusolver_getrf
         : b->routine == SYTRF ? bench_cusolver_sytrf
                               : bench_cusolver_geqrf)(b->n, b->double_F);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* A(i, j), for potrf of its lower triangle. */
static cuddreal element_of_a(const struct bench *b, int64_t i, int64_t j)
{
    if (b->routine == REFINE_D)
        return cuddFromDouble(dd_hashed_element(1, (uint64_t)(i + j * b->n), 0).x);
    if (b->routine == POTRF && i == j)
        return cuddFromDouble(2.0 * (double)b->n);
    return dd_hashed_element(1, (uint64_t)(i + j * b->n), 0);
}

/* The row of A that has come to row i. */
static int64_t row_before(const struct bench *b, int64_t i)
{
    int64_t *ipiv = bench_host_memory((size_t)b->n * sizeof *ipiv), row = i;
    bench_must(b->handle, ddblasGetMatrix(b->handle, b->n, 1, sizeof *ipiv, b->ipiv, b->n, ipiv, b->n));
    for (int64_t k = b->n - 1; k >= 0; k--)
        row = row == k ? ipiv[k] - 1 : row == ipiv[k] - 1 ? k : row;
    free(ipiv);
    return row;
}

/* The error of element (i, j), for potrf i >= j. */
static double error_at(const struct bench *b, int64_t i, int64_t j, cuddreal *left, cuddreal *right)
{
    dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
    const int64_t least = i < j ? i : j;
    bench_read_row(b->handle, b->F, b->n, b->n, i, left);
    if (b->routine == POTRF)
        bench_read_row(b->handle, b->F, b->n, b->n, j, right);
    else
        bench_read_column(b->handle, b->F, b->n, j, right);
    if (b->routine == GETRF && i <= j)
        left[i] = cuddFromDouble(1.0);
    for (int64_t t = 0; t <= least; t++)
    {
        dd_exact_add_pairs(sum, left[t], right[t]);
        dd_exact_add_pairs(scale, cuddFabs(left[t]), cuddFabs(right[t]));
    }
    const cuddreal a = element_of_a(b, b->routine == GETRF ? row_before(b, i) : i, j);
    dd_exact_add_pairs(sum, a, cuddFromDouble(-1.0));
    return bench_end_of_sums(sum, scale);
}

/* The factors of sytrf on the host. */
struct sytrf_factors
{
    cuddreal *F;
    int64_t *ipiv, *first, *at[2];
};

static int64_t *host_integers(int64_t count) { return bench_host_memory((size_t)count * sizeof(int64_t)); }

/* L(i, t), which stands in row at[t]. */
static cuddreal sytrf_l(const struct bench *b, const struct sytrf_factors *f, int64_t i, int64_t t, const int64_t *at)
{
    if (i == t)
        return cuddFromDouble(1.0);
    return f->first[t] + bench_sytrf_order(f->ipiv, f->first[t]) > i ? cuddFromDouble(0.0) : f->F[at[t] + t * b->n];
}

/* The error of element (i, j) of sytrf: the products of three numbers are formed exactly. */
static double sytrf_error_at(const struct bench *b, const struct sytrf_factors *f, int64_t i, int64_t j)
{
    const int64_t row = bench_sytrf_row(b->n, f->ipiv, i, f->at[0], f->first);
    const int64_t column = bench_sytrf_row(b->n, f->ipiv, j, f->at[1], f->first);
    dd_exact *sum = dd_exact_new(), *scale = dd_exact_new(), *part = dd_exact_new();
    for (int64_t t = 0; t <= i; t++)
        for (int64_t s = f->first[t]; s < f->first[t] + bench_sytrf_order(f->ipiv, f->first[t]); s++)
        {
            const cuddreal d = f->F[(s > t ? s + t * b->n : t + s * b->n)], l = sytrf_l(b, f, i, t, f->at[0]),
                           right = sytrf_l(b, f, j, s, f->at[1]);
            dd_exact_zero(part);
            dd_exact_add_pairs(part, d, right);
            dd_exact_multiply(part, l);
            dd_exact_add_exact(sum, part);
            dd_exact_zero(part);
            dd_exact_add_pairs(part, cuddFabs(d), cuddFabs(right));
            dd_exact_multiply(part, cuddFabs(l));
            dd_exact_add_exact(scale, part);
        }
    dd_exact_add_pairs(sum, element_of_a(b, row > column ? row : column, row > column ? column : row), cuddFromDouble(-1.0));
    dd_exact_free(part);
    return bench_end_of_sums(sum, scale);
}

/* The largest error of some elements of sytrf. */
static double error_of_sytrf(const struct bench *b)
{
    const int64_t n = b->n;
    struct sytrf_factors f = {
        bench_host_numbers(n * n), host_integers(n), host_integers(n), {host_integers(n), host_integers(n)}};
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 1);
    bench_must(b->handle, ddblasGetMatrix(b->handle, n, n, sizeof *f.F, b->F, n, f.F, n));
    bench_must(b->handle, ddblasGetMatrix(b->handle, n, 1, sizeof *f.ipiv, b->ipiv, n, f.ipiv, n));
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t p = dd_random_int(&g, 0, n - 1), q = dd_random_int(&g, 0, n - 1);
        worst = fmax(worst, sytrf_error_at(b, &f, p, q));
    }
    free(f.F);
    free(f.ipiv);
    free(f.first);
    free(f.at[0]);
    free(f.at[1]);
    return worst;
}

/* The largest residual of some rows. */
static double residual_of(const struct bench *b)
{
    struct dd_random g;
    double worst = 0.0;
    cuddreal *x = bench_host_numbers(b->n);
    dd_random_start(&g, 1);
    bench_must(b->handle, ddblasGetMatrix(b->handle, b->n, 1, sizeof *x, b->x, b->n, x, b->n));
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t i = dd_random_int(&g, 0, b->n - 1);
        const cuddreal right = dd_hashed_element(2, (uint64_t)i, 0);
        dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
        for (int64_t t = 0; t < b->n; t++)
        {
            dd_exact_add_pairs(sum, element_of_a(b, i, t), x[t]);
            dd_exact_add_pairs(scale, cuddFabs(element_of_a(b, i, t)), cuddFabs(x[t]));
        }
        dd_exact_add_pairs(sum, right, cuddFromDouble(-1.0));
        dd_exact_add_pairs(scale, cuddFabs(right), cuddFromDouble(1.0));
        worst = fmax(worst, bench_end_of_sums(sum, scale));
    }
    free(x);
    return worst;
}

/* The largest of some elements of A - Q R, over the norms of their columns of A. */
static double error_of_qr(struct bench *b)
{
    struct dd_random g;
    const int64_t n = b->n;
    double worst = 0.0;
    cuddreal *row = bench_host_numbers(n), *column = bench_host_numbers(n);
    dd_random_start(&g, 1);
    bench_tsqr_copy(b->C, b->F, (size_t)(n * n) * sizeof *b->C);
    bench_must(b->handle, ddblasWorgqr(b->handle, n, n, n, b->C, n, b->tau));
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t i = dd_random_int(&g, 0, n - 1), j = dd_random_int(&g, 0, n - 1);
        dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
        double square = 0.0;
        bench_read_row(b->handle, b->C, n, n, i, row);
        bench_read_column(b->handle, b->F, b->n, j, column);
        for (int64_t t = 0; t <= j; t++)
            dd_exact_add_pairs(sum, row[t], column[t]);
        dd_exact_add_pairs(sum, element_of_a(b, i, j), cuddFromDouble(-1.0));
        for (int64_t t = 0; t < n; t++)
            square += element_of_a(b, t, j).x * element_of_a(b, t, j).x;
        dd_exact_add(scale, sqrt(square));
        worst = fmax(worst, bench_end_of_sums(sum, scale));
    }
    free(row);
    free(column);
    return worst;
}

/* The largest error of some elements of potrf or getrf. */
static double error_of_triangles(const struct bench *b)
{
    struct dd_random g;
    double worst = 0.0;
    cuddreal *left = bench_host_numbers(b->n), *right = bench_host_numbers(b->n);
    dd_random_start(&g, 1);
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t p = dd_random_int(&g, 0, b->n - 1), q = dd_random_int(&g, 0, b->n - 1);
        const int mirrored = b->routine == POTRF && p < q;
        worst = fmax(worst, error_at(b, mirrored ? q : p, mirrored ? p : q, left, right));
    }
    free(left);
    free(right);
    return worst;
}

/* The largest of some elements; infinite if the factorisation failed. */
static double error_of(struct bench *b)
{
    int64_t info = -1;
    restore(b);
    run_ours(b, 0);
    if (b->routine >= REFINE_D)
        return residual_of(b);
    if (b->routine == GEQRF)
        return error_of_qr(b);
    bench_must(b->handle, ddblasGetMatrix(b->handle, 1, 1, sizeof info, b->info, 1, &info, 1));
    if (info != 0)
        return (double)INFINITY;
    return b->routine == SYTRF ? error_of_sytrf(b) : error_of_triangles(b);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static double operations(const struct bench *b)
{
    const double n = (double)b->n, cube = n * n * n;
    if (b->routine == GEMM)
        return 2.0 * cube;
    return (b->routine == GEQRF ? 4.0 : b->routine == POTRF || b->routine == SYTRF ? 1.0 : 2.0) * cube / 3.0;
}

static void measure(struct bench *b, enum routine routine, double gemm)
{
    static const enum dd_routine bounds[] = {DD_ROUTINE_gemm,  DD_ROUTINE_potrf, DD_ROUTINE_getrf, DD_ROUTINE_sytrf,
                                             DD_ROUTINE_geqrf, DD_ROUTINE_gemm,  DD_ROUTINE_gemm};
    b->routine = routine;
    if (!bench_selects(b->rows, names[routine], variants[routine]))
        return;
    const double unit = routine == GEQRF ? (double)b->n : 1.0; /* geqrf's bound is in n u_w. */
    const int rounds = b->n > 4096 ? 3 : 7;
    const double error = error_of(b);
    const struct bench_contest contest = {restore, run_ours, run_cusolver, b, rounds, operations(b)};
    const struct bench_row row = {
        .routine = names[routine],
        .type = 'W',
        .variant = variants[routine],
        .m = b->n,
        .n = b->n,
        .k = b->n,
        .ceiling = gemm,
        .peer = peers[routine],
        .error = error,
        .bound = unit * dd_routine_bound(bounds[routine], DDBLAS_TYPE_W, (struct dd_bound_size){.k = b->n, .m = b->n})};
    b->failures += !bench_write_contest(b->out, &contest, row);
}

/* A of random numbers in (-1, 1), and its copy in double. heavy: the diagonal is 2 n. */
static void make_operands(struct bench *b, int64_t n, int heavy)
{
    b->n = n;
    if (dd_hashed_fill(b->A, n * n, 1, 0) != 0 || dd_hashed_fill(b->b, n, 2, 0) != 0)
        exit(2);
    if (heavy)
    {
        cuddreal *diagonal = bench_host_numbers(n);
        for (int64_t i = 0; i < n; i++)
            diagonal[i] = cuddFromDouble(2.0 * (double)n);
        bench_must(b->handle, ddblasSetMatrix(b->handle, 1, n, sizeof *diagonal, diagonal, 1, b->A, n + 1));
        free(diagonal);
    }
    bench_must(b->handle, ddblasConvertWtoD(b->handle, n, n, b->A, n, b->double_A, n));
    bench_must(b->handle, ddblasConvertWtoD(b->handle, n, 1, b->b, n, b->double_b, n));
}

static double gemm_rate(struct bench *b)
{
    b->routine = GEMM;
    return 1e-6 * operations(b) / bench_tsqr_median_us(restore, run_ours, b, 1, 3);
}

static void measure_order(struct bench *b, int64_t n)
{
    make_operands(b, n, 0);
    const double gemm = gemm_rate(b);
    measure(b, GETRF, gemm);
    measure(b, SYTRF, gemm);
    measure(b, GEQRF, gemm);
    measure(b, REFINE_D, gemm);
    measure(b, REFINE_W, gemm);
    make_operands(b, n, 1);
    measure(b, POTRF, gemm);
}

int main(int count, char **arguments)
{
    static const int64_t usual[] = {2048, 4096, 8192, 16384};
    struct bench_options options = {0};
    struct bench b = {0};
    if (!bench_read_options(count, arguments, &options))
    {
        fprintf(stderr, "usage: bench_factor [-o file.csv] [-q] [-r rows] [n ...]\n");
        return 2;
    }
    bench_use_orders(&options, usual, options.quick ? 2 : 4);
    const int64_t most = bench_largest_order(&options);
    bench_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    const size_t elements = (size_t)(most * most);
    b.A = bench_device_alloc(elements * sizeof *b.A);
    b.F = bench_device_alloc(elements * sizeof *b.F);
    b.C = bench_device_alloc(elements * sizeof *b.C);
    b.double_A = bench_device_alloc(elements * sizeof *b.double_A);
    b.double_F = bench_device_alloc(elements * sizeof *b.double_F);
    b.ipiv = bench_device_alloc((size_t)most * sizeof *b.ipiv);
    b.info = bench_device_alloc(sizeof *b.info);
    b.tau = bench_device_alloc((size_t)most * sizeof *b.tau);
    b.b = bench_device_alloc((size_t)most * sizeof *b.b);
    b.x = bench_device_alloc((size_t)most * sizeof *b.x);
    b.double_b = bench_device_alloc((size_t)most * sizeof *b.double_b);
    b.rows = options.rows;
    b.out = bench_open_described(options.path, bench_device_describe);
    bench_comment(b.out, "%s", BENCH_FACTOR_UNITS);
    bench_header(b.out);
    for (int i = 0; i < options.count; i++)
        measure_order(&b, options.orders[i]);
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
