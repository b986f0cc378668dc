/*
 * Double-double gemm on the GPU: both routes, the residue route's stages, products with a prepared
 * operand, and the plan's choices beside what would have been best.
 * Usage: bench_gemm [-o file.csv] [-q]
 *   -q  up to n = 4096 and without the plan's shapes
 *
 * Counting: 2 m n k double-double operations, TFLOPS (10^12 a second), medians between events
 * around one call, operands rotated through 1 GiB or more. Ceilings of the same run: multiply-adds
 * by the measured rate of FP64 instructions over 12; residues by the best INT8 rate of cublasLt
 * over the number of moduli, and for products with prepared residues the time to read these, if
 * that is longer. Rows of stages: residues' kernels in GB/s against the read bandwidth, products in
 * INT8 TOPS. Data: both parts full-length, uniform in (-1, 1) times 2^-10 .. 2^10.
 * Errors against exact sums, in units of 2^-104 of |A| |B|, the largest of some random elements.
 * Rows of U count 8 m n k operations; their ceilings are those of W.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "bounds.h"
#include "hashed_matrix.h"
#include "level3/gemm/gemm_route_choice.h"
#include "lib/bench.h"
#include "lib/gemm_device.h"
#include "level3/gemm/residue/gemm_residue_route.h"
#include "oracle.h"
#include "random.h"
#include "lib/symv_device.h"
#include "terms.h"

enum
{
    SPAN = 10,
    SAMPLES = 16,
    TEXT = 96
};

#define GIB 1073741824.0

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    cuddreal *A, *B, *C; /* pools */
    int64_t pool;        /* elements of A and B each */
    double bandwidth, fma, int8;
    int failures;
    double worst_choice;
};

struct call
{
    struct bench *bench;
    ddblasOperation_t transa;
    int64_t m, n, k;
    int64_t turns_a, turns_b;
    ddblasGemmOperand_t prepared; /* Holds the first op(A), or null. */
    /* If not null, the operand's leading parts, which are multiplied instead of it. */
    const double *double_a, *double_b;
};

static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};

static void run(void *data, int turn)
{
    const struct call *c = data;
    struct bench *b = c->bench;
    const int64_t lda = c->transa == DDBLAS_OP_N ? c->m : c->k;
    if (c->double_a || c->double_b)
    {
        bench_must(b->handle,
                   ddblasWgemmEx(b->handle, c->transa, DDBLAS_OP_N, c->m, c->n, c->k, &one,
                                 c->double_a ? (const void *)c->double_a : b->A, c->double_a ? DDBLAS_TYPE_D : DDBLAS_TYPE_W, lda,
                                 c->double_b ? (const void *)c->double_b : b->B, c->double_b ? DDBLAS_TYPE_D : DDBLAS_TYPE_W,
                                 c->k, &zero, b->C, c->m));
        return;
    }
    bench_must(b->handle, ddblasWgemmPrepared(b->handle, c->transa, DDBLAS_OP_N, c->m, c->n, c->k, &one,
                                              b->A + turn % c->turns_a * c->m * c->k, lda, c->prepared,
                                              b->B + turn % c->turns_b * c->k * c->n, c->k, NULL, &zero, b->C, c->m));
}

static struct call call_of(struct bench *b, int tn, int64_t m, int64_t n, int64_t k)
{
    return (struct call){b, tn ? DDBLAS_OP_T : DDBLAS_OP_N, m, n, k, b->pool / (m * k), b->pool / (k * n), NULL, NULL, NULL};
}

/* Largest error of some elements of the call on the first operands. */
static double error_of(struct call *c)
{
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 1);
    run(c, 0);
    for (int s = 0; s < (c->k > 100000 ? 2 : SAMPLES); s++)
    {
        const int64_t i = dd_random_int(&g, 0, c->m - 1), j = dd_random_int(&g, 0, c->n - 1);
        cuddreal result;
        bench_must(c->bench->handle,
                   ddblasGetMatrix(c->bench->handle, 1, 1, sizeof result, c->bench->C + i + j * c->m, 1, &result, 1));
        dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
        for (int64_t t = 0; t < c->k; t++)
        {
            const int64_t at = c->transa == DDBLAS_OP_N ? i + t * c->m : t + i * c->k;
            cuddreal a = dd_hashed_element(1, (uint64_t)at, SPAN), b = dd_hashed_element(2, (uint64_t)(t + j * c->k), SPAN);
            a.y = c->double_a ? 0.0 : a.y;
            b.y = c->double_b ? 0.0 : b.y;
            dd_exact_add_pairs(sum, a, b);
            dd_exact_add_pairs(scale, cuddFabs(a), cuddFabs(b));
        }
        worst = fmax(worst, dd_exact_scaled_error(sum, result, scale, 104));
        dd_exact_free(sum);
        dd_exact_free(scale);
    }
    return worst;
}

static double operations(const struct call *c) { return 2.0 * (double)c->m * (double)c->n * (double)c->k; }

static int moduli_of(int64_t k) { return ddblas_gemm_residue_form_of(k < GEMM_TERMS_MOST ? k : GEMM_TERMS_MOST).moduli; }

/* TFLOPS at the peak of what a route's products need: FP64 or INT8 instructions, or the memory that
 * holds prepared residues. */
static double ceiling_of(const struct call *c, ddblasGemmRoute_t route)
{
    const struct bench *b = c->bench;
    const double read_us = 1e-3 * (moduli_of(c->k) + 0.5) * (double)c->m * (double)c->k / b->bandwidth;
    const double products = route == DDBLAS_GEMM_ROUTE_PLAIN ? 2e-3 * b->fma / 12.0 : b->int8 / moduli_of(c->k);
    return c->prepared ? fmin(products, 1e-6 * operations(c) / read_us) : products;
}

/* Median of a route, with a row of its own when named. */
static double measure(struct call *c, ddblasGemmRoute_t route, const char *name)
{
    struct bench *b = c->bench;
    bench_must(b->handle, ddblasSetGemmRoute(b->handle, route));
    const double work = operations(c);
    const double us = bench_device_median_us(run, c, 2, work > 4e12 ? 3 : work > 1e11 ? 9 : 15);
    char variant[TEXT];
    (void)snprintf(variant, sizeof variant, "%cn %s", c->transa == DDBLAS_OP_N ? 'n' : 't', name);
    const struct bench_row row = {.routine = "gemm",
                                  .type = 'W',
                                  .variant = variant,
                                  .m = c->m,
                                  .n = c->n,
                                  .k = c->k,
                                  .median_us = us,
                                  .achieved = 1e-6 * work / us,
                                  .ceiling = ceiling_of(c, route),
                                  .error = error_of(c),
                                  .bound = dd_routine_bound(DD_ROUTINE_gemm, DDBLAS_TYPE_W, (struct dd_bound_size){.k = c->k})};
    b->failures += !bench_write(b->out, &row);
    fflush(b->out);
    return us;
}

/* ---- complex products ------------------------------------------------------------------------ */

/* The pools as complex numbers: two consecutive numbers are one. */
static void run_complex(void *data, int turn)
{
    static const cuddcomplex complex_one = {{1.0, 0.0}, {0.0, 0.0}}, complex_zero = {{0.0, 0.0}, {0.0, 0.0}};
    const struct call *c = data;
    struct bench *b = c->bench;
    const cuddcomplex *A = (const cuddcomplex *)b->A + turn % c->turns_a * c->m * c->k,
                      *B = (const cuddcomplex *)b->B + turn % c->turns_b * c->k * c->n;
    bench_must(b->handle, ddblasUgemm(b->handle, c->transa, DDBLAS_OP_N, c->m, c->n, c->k, &complex_one, A,
                                      c->transa == DDBLAS_OP_N ? c->m : c->k, B, c->k, &complex_zero, (cuddcomplex *)b->C, c->m));
}

static struct dd_number complex_element(uint64_t seed, int64_t at)
{
    const cuddcomplex z =
        cuddcMake(dd_hashed_element(seed, (uint64_t)(2 * at), SPAN), dd_hashed_element(seed, (uint64_t)(2 * at + 1), SPAN));
    return dd_number_load(DDBLAS_TYPE_U, &z, 0);
}

static double error_of_complex(struct call *c)
{
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 1);
    run_complex(c, 0);
    for (int s = 0; s < SAMPLES; s++)
    {
        const int64_t i = dd_random_int(&g, 0, c->m - 1), j = dd_random_int(&g, 0, c->n - 1);
        cuddcomplex result;
        struct dd_terms sum;
        bench_must(c->bench->handle, ddblasGetMatrix(c->bench->handle, 1, 1, sizeof result,
                                                     (cuddcomplex *)c->bench->C + i + j * c->m, 1, &result, 1));
        dd_terms_start(&sum);
        for (int64_t t = 0; t < c->k; t++)
            dd_terms_add(&sum, complex_element(1, c->transa == DDBLAS_OP_N ? i + t * c->m : t + i * c->k),
                         complex_element(2, t + j * c->k));
        worst = fmax(worst, dd_terms_error(&sum, DDBLAS_TYPE_U, dd_number_load(DDBLAS_TYPE_U, &result, 0), 0.0));
        dd_terms_end(&sum);
    }
    return worst;
}

static void measure_complex(struct bench *b, ddblasGemmRoute_t route, const char *name, int tn, int64_t n)
{
    struct call c = call_of(b, tn, n, n, n);
    c.turns_a /= 2;
    c.turns_b /= 2;
    if (c.turns_a == 0 || c.turns_b == 0)
        return;
    bench_must(b->handle, ddblasSetGemmRoute(b->handle, route));
    const double work = 4.0 * operations(&c), us = bench_device_median_us(run_complex, &c, 2, work > 1e11 ? 5 : 15);
    char variant[TEXT];
    (void)snprintf(variant, sizeof variant, "%cn %s", tn ? 't' : 'n', name);
    const struct bench_row row = {.routine = "gemm",
                                  .type = 'U',
                                  .variant = variant,
                                  .m = n,
                                  .n = n,
                                  .k = n,
                                  .median_us = us,
                                  .achieved = 1e-6 * work / us,
                                  .ceiling = route == DDBLAS_GEMM_ROUTE_PLAIN ? 2e-3 * b->fma / 12.0 : b->int8 / moduli_of(2 * n),
                                  .error = error_of_complex(&c),
                                  .bound = dd_routine_bound(DD_ROUTINE_gemm, DDBLAS_TYPE_U, (struct dd_bound_size){.k = n})};
    b->failures += !bench_write(b->out, &row);
    fflush(b->out);
}

/* ---- stages ---------------------------------------------------------------------------------- */

static void on_mark(enum gemm_stage stage, void *stream) { bench_stage_mark((int)stage, stream); }

static void stage_row(struct call *c, const char *name, double us, double achieved, double ceiling)
{
    char variant[TEXT];
    (void)snprintf(variant, sizeof variant, "%cn stage %s", c->transa == DDBLAS_OP_N ? 'n' : 't', name);
    const struct bench_row row = {.routine = "gemm",
                                  .type = 'W',
                                  .variant = variant,
                                  .m = c->m,
                                  .n = c->n,
                                  .k = c->k,
                                  .median_us = us,
                                  .achieved = achieved,
                                  .ceiling = ceiling,
                                  .error = BENCH_NOT_MEASURED};
    (void)bench_write(c->bench->out, &row);
}

static void stages(struct call *c)
{
    enum
    {
        RUNS = 5
    };
    struct bench *b = c->bench;
    double us[GEMM_STAGE_COUNT], runs[GEMM_STAGE_COUNT][RUNS];
    const int moduli = moduli_of(c->k), step = ddblas_gemm_residue_form_of(c->k).guard_step;
    bench_must(b->handle, ddblasSetGemmRoute(b->handle, DDBLAS_GEMM_ROUTE_RESIDUES));
    for (int r = 0; r < RUNS; r++)
    {
        ddblas_gemm_residue_observe(on_mark);
        bench_stages_start(NULL);
        run(c, r);
        bench_stages(us, GEMM_STAGE_COUNT);
        ddblas_gemm_residue_observe(NULL);
        for (int s = 0; s < GEMM_STAGE_COUNT; s++)
            runs[s][r] = us[s];
    }
    double all = 0.0;
    for (int s = 0; s < GEMM_STAGE_COUNT; s++)
        all += us[s] = bench_median(runs[s], RUNS);
    const double lines = (double)(c->m + c->n) * (double)c->k, size = (double)c->m * (double)c->n;
    stage_row(c, "scale", us[GEMM_STAGE_SCALE], 16e-3 * lines / us[GEMM_STAGE_SCALE], b->bandwidth);
    stage_row(c, "residues", us[GEMM_STAGE_RESIDUES], 1e-3 * (16.0 + moduli + 0.5) * lines / us[GEMM_STAGE_RESIDUES],
              b->bandwidth);
    if (step == 1) /* the guard's product is one more of the moduli's */
    {
        us[GEMM_STAGE_GUARD] = us[GEMM_STAGE_PRODUCTS] / (moduli + 1);
        us[GEMM_STAGE_PRODUCTS] -= us[GEMM_STAGE_GUARD];
    }
    stage_row(c, "products", us[GEMM_STAGE_PRODUCTS], 1e-6 * moduli * operations(c) / us[GEMM_STAGE_PRODUCTS], b->int8);
    stage_row(c, "guard", us[GEMM_STAGE_GUARD], 1e-6 * operations(c) / step / us[GEMM_STAGE_GUARD], b->int8);
    const double product = ddblas_gemm_residue_leaves_bytes(b->handle, c->m, c->n, c->k) ? 1.0 : 4.0; /* bytes */
    stage_row(c, "reconstruction", us[GEMM_STAGE_JOIN], 1e-3 * (product * moduli + 20.0) * size / us[GEMM_STAGE_JOIN],
              b->bandwidth);
    stage_row(c, "repair", us[GEMM_STAGE_REPAIR], 0.0, 0.0);
    bench_comment(b->out, "guard and (empty) repair: %.2f%% of the stages' sum",
                  100.0 * (us[GEMM_STAGE_GUARD] + us[GEMM_STAGE_REPAIR]) / all);
    fflush(b->out);
}

/* ---- prepared operands ----------------------------------------------------------------------- */

static void run_preparation(void *data, int turn)
{
    const struct call *c = data;
    (void)turn;
    bench_must(c->bench->handle, ddblasWgemmOperandPrepare(c->bench->handle, c->prepared, c->transa, c->bench->A,
                                                           c->transa == DDBLAS_OP_N ? c->m : c->k));
}

/* One matrix times few columns, where the conversion of op(A) is most of the residue route's time:
 * both routes, and the product with op(A) prepared. The preparation reads op(A) twice. */
static void prepared_products(struct bench *b, int tn)
{
    static const int64_t columns[] = {64, 128, 256};
    const int64_t size = 8192;
    struct call c = call_of(b, tn, size, columns[0], size);
    bench_must(b->handle, ddblasWgemmOperandCreate(b->handle, DDBLAS_SIDE_LEFT, size, size, NULL, 0, &c.prepared));
    const ddblasGemmOperand_t operand = c.prepared;
    const double us = bench_device_median_us(run_preparation, &c, 2, 9);
    stage_row(&c, "preparation of op(A)", us, 1e-3 * (32.0 + moduli_of(size) + 0.5) * (double)size * (double)size / us,
              b->bandwidth);
    for (size_t s = 0; s < sizeof columns / sizeof columns[0]; s++)
    {
        c = call_of(b, tn, size, columns[s], size);
        c.turns_a = 1;
        (void)measure(&c, DDBLAS_GEMM_ROUTE_PLAIN, "plain");
        const double residues = measure(&c, DDBLAS_GEMM_ROUTE_RESIDUES, "residues");
        c.prepared = operand;
        const double prepared = measure(&c, DDBLAS_GEMM_ROUTE_RESIDUES, "prepared");
        bench_comment(b->out, "op(A) prepared, %lld columns: %.2f times as fast as residues; %.1f products repay it",
                      (long long)columns[s], residues / prepared, us / fmax(residues - prepared, 1e-9));
    }
    bench_must(b->handle, ddblasWgemmOperandDestroy(b->handle, operand));
}

/* ---- operands in double ---------------------------------------------------------------------- */

static double *leading_parts(struct bench *b, const cuddreal *W, int64_t size)
{
    void *D = NULL;
    bench_must(b->handle, ddblasMalloc(b->handle, &D, (size_t)(size * size) * sizeof(double)));
    bench_must(b->handle, ddblasConvertWtoD(b->handle, size, size, W, size, D, size));
    return D;
}

/* Products of the leading parts of A or B, or both, beside the product of A and B. */
static void mixed_products(struct bench *b, int64_t size)
{
    struct call c = call_of(b, 0, size, size, size);
    double *const double_a = leading_parts(b, b->A, size), *const double_b = leading_parts(b, b->B, size);
    static const char *const names[] = {"W x W", "D x W", "W x D", "D x D"};
    double us[4];
    c.turns_a = c.turns_b = 1;
    for (int sides = 0; sides < 4; sides++)
    {
        c.double_a = sides & 1 ? double_a : NULL;
        c.double_b = sides & 2 ? double_b : NULL;
        us[sides] = measure(&c, DDBLAS_GEMM_ROUTE_AUTO, names[sides]);
    }
    bench_comment(b->out, "%lld cubed: D x W %.2f, W x D %.2f, D x D %.2f times as fast as W x W", (long long)size, us[0] / us[1],
                  us[0] / us[2], us[0] / us[3]);
    bench_must(b->handle, ddblasFree(b->handle, double_a));
    bench_must(b->handle, ddblasFree(b->handle, double_b));
}

/* ---- the plan -------------------------------------------------------------------------------- */

static void judge_choice(struct bench *b, int64_t m, int64_t n, int64_t k)
{
    struct call c = call_of(b, 0, m, n, k);
    const double plain = measure(&c, DDBLAS_GEMM_ROUTE_PLAIN, "plain"),
                 residues = measure(&c, DDBLAS_GEMM_ROUTE_RESIDUES, "residues");
    const double best = fmin(plain, residues), chosen = ddblas_gemm_prefers_residues(m, n, k) ? residues : plain;
    bench_comment(b->out, "plan %lld x %lld x %lld: %s, %.3f of the best", (long long)m, (long long)n, (long long)k,
                  chosen == residues ? "residues" : "plain", chosen / best);
    b->worst_choice = fmax(b->worst_choice, chosen / best);
}

/* The plan's model was not fitted to these shapes. */
static const int64_t shapes[][3] = {
    {1, 6200, 2600},   {2900, 1, 7300},    {3, 5300, 2100},    {2, 850, 11000},   {8100, 5, 1700},  {9, 9, 280000},
    {8, 3700, 2900},   {13, 7100, 1500},   {14, 1800, 6900},   {23, 8500, 2600},  {3700, 27, 3300}, {26, 4700, 6100},
    {38, 34, 220000},  {45, 7100, 850},    {34, 2600, 3500},   {6300, 60, 980},   {59, 1300, 9500}, {66, 15000, 110},
    {61, 52, 900000},  {30000, 31, 60},    {110, 170, 120},    {280, 220, 230},   {380, 410, 430},  {470, 510, 590},
    {930, 710, 820},   {1700, 1300, 1200}, {3500, 3400, 2200}, {8200, 6100, 1},   {720, 36000, 1},  {12000, 5200, 16},
    {1500, 20000, 24}, {9500, 5000, 32},   {6000, 6500, 40},   {11000, 4300, 48}, {13000, 920, 56}, {5700, 6300, 72},
    {3900, 2800, 200}, {105, 92, 900000},  {240, 150, 140000}, {6800, 270, 1200}, {1200, 1300, 90}, {3300, 3600, 350}};

int main(int argc, char **argv)
{
    static struct bench b;
    const char *path = NULL;
    int quick = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            path = argv[++i];
        else if (strcmp(argv[i], "-q") == 0)
            quick = 1;
        else
        {
            fprintf(stderr, "usage: bench_gemm [-o file.csv] [-q]\n");
            return 2;
        }
    b.out = bench_open(path);
    if (!b.out || ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_gemm: %s\n", ddblasGetLastError(NULL));
        return 2;
    }
    b.pool = quick ? (int64_t)64 << 20 : (int64_t)16384 * 16384;
    b.A = bench_device_alloc((size_t)b.pool * sizeof(cuddreal));
    b.B = bench_device_alloc((size_t)b.pool * sizeof(cuddreal));
    b.C = bench_device_alloc((size_t)b.pool * sizeof(cuddreal));
    if (dd_hashed_fill(b.A, b.pool, 1, SPAN) != 0 || dd_hashed_fill(b.B, b.pool, 2, SPAN) != 0)
        return 2;
    char text[TEXT * 4];
    bench_device_describe(text, sizeof text);
    bench_describe_host(b.out);
    bench_comment(b.out, "%s", text);
    b.bandwidth = bench_device_read_bandwidth(b.A, (size_t)(b.pool / 4) * sizeof(cuddreal));
    b.fma = bench_device_fma_rate();
    b.int8 = fmax(bench_int8_rate(4096, 4096, 4096, 30), bench_int8_rate(8192, 8192, 8192, 4));
    bench_comment(b.out, "ceilings: read-only bandwidth %.0f GB/s, %.0f G FP64 fused multiply-add instructions/s, INT8 %.0f TOPS",
                  b.bandwidth, b.fma, b.int8);
    bench_comment(b.out,
                  "unit: TFLOPS (2 m n k); stages in GB/s, products and guard in TOPS; error in 2^-104 of |A| |B|, bound k + 8");
    bench_header(b.out);

    static const int64_t cubes[] = {256, 512, 1024, 2048, 4096, 8192, 16384};
    for (size_t s = 0; s < sizeof cubes / sizeof cubes[0] && cubes[s] * cubes[s] <= b.pool; s++)
        for (int tn = 0; tn < 2; tn++)
        {
            struct call c = call_of(&b, tn, cubes[s], cubes[s], cubes[s]);
            (void)measure(&c, DDBLAS_GEMM_ROUTE_RESIDUES, "residues");
            if (cubes[s] <= 4096)
                (void)measure(&c, DDBLAS_GEMM_ROUTE_PLAIN, "plain");
            if (cubes[s] >= 2048 && tn == 0)
                stages(&c);
        }
    for (int64_t n = 256; n <= 8192; n *= 2)
        for (int tn = 0; tn < 2; tn++)
        {
            measure_complex(&b, DDBLAS_GEMM_ROUTE_RESIDUES, "residues", tn, n);
            if (n <= 2048)
                measure_complex(&b, DDBLAS_GEMM_ROUTE_PLAIN, "plain", tn, n);
        }
    if (!quick)
    {
        for (int tn = 0; tn < 2; tn++)
            prepared_products(&b, tn);
        mixed_products(&b, 4096);
        mixed_products(&b, 8192);
        for (int64_t k = 64; k <= 512; k *= 2)
        {
            struct call update = call_of(&b, 0, 16384, 16384, k);
            (void)measure(&update, DDBLAS_GEMM_ROUTE_RESIDUES, "residues");
            stages(&update);
        }
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
            judge_choice(&b, shapes[s][0], shapes[s][1], shapes[s][2]);
        bench_comment(b.out, "plan: the worst choice took %.3f of the best route's time", b.worst_choice);
    }
    bench_close(b.out, b.handle);
    return b.failures > 0;
}
