/*
 * The accuracy of TSQR and least squares against MPFR: all types, layouts and designs, sizes
 * astride the edges of leaves, panels and nodes, hostile matrices. Engine under test:
 * DDBLAS_TEST_ENGINE.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "handle.h"
#include "oracle_qr.h"
#include "tsqr_case.h"

static struct dd_random g;
static uint64_t seed;

static struct dd_qr_error worst[DDBLAS_TYPE_COUNT];

static int set_up(void **state)
{
    (void)open_handle(state);
    seed = dd_random_seed(601);
    dd_random_start(&g, seed);
    return 0;
}

static int tear_down(void **state)
{
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        if (worst[type].residual > 0.0)
            printf("%c: residual %.3f, of a column %.3f, orthogonality %.3f, units of n u, n >= 4\n", "SDWCZU"[type],
                   worst[type].residual, worst[type].column, worst[type].orthogonality);
    return close_handle(state);
}

static void note(double *most, double value) { *most = value > *most ? value : *most; }

/* A factorisation whose errors are judged. */
struct factorisation
{
    ddblasType_t type;
    const ddblasTsqrPlan_t *plan;
    ddblasLayout_t layout;
    int64_t m, n;
    const char *data;
};

static void describe(const void *problem, int64_t i, int64_t j)
{
    const struct factorisation *f = problem;
    (void)i;
    (void)j;
    fprintf(stderr, "%s, %ctsqr, layout %d, m = %lld, n = %lld, design %d, fan_in %d, leaf_rows %lld", f->data,
            dd_type_letter(f->type), (int)f->layout, (long long)f->m, (long long)f->n, f->plan ? (int)f->plan->design : 0,
            f->plan ? (int)f->plan->fan_in : 0, f->plan ? (long long)f->plan->leaf_rows : 0);
}

static void judge(ddblasType_t type, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n, const void *A,
                  const void *Q, const void *R, const char *data)
{
    const struct dd_qr_error e = dd_oracle_qr_error(type, m, n, A, Q, R);
    if (n >= 4)
    {
        note(&worst[type].residual, e.residual);
        note(&worst[type].column, e.column);
        note(&worst[type].orthogonality, e.orthogonality);
    }
    const struct factorisation f = {type, plan, layout, m, n, data};
    const struct
    {
        const char *name;
        double error;
    } errors[] = {{"residual", e.residual}, {"residual of a column", e.column}, {"orthogonality", e.orthogonality}};
    for (size_t k = 0; k < sizeof errors / sizeof errors[0]; k++)
    {
        const struct dd_judge q = {.problem = &f,
                                   .describe = describe,
                                   .bound = tsqr_bound(DD_ROUTINE_tsqr, type, m, n),
                                   .what = errors[k].name,
                                   .seed = seed};
        dd_judge_error(&q, errors[k].error, 0, 0);
    }
}

/* The diagonal of R is real and, on request, not negative; below it are zeros. */
static void check_form_of_R(ddblasType_t type, int64_t n, const void *R, int nonnegative)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++)
        {
            const struct dd_parts e = dd_parts_load(type, R, i + j * n);
            assert_true(e.im[0] == 0.0);
            assert_true(i == j ? !nonnegative || e.re[0] >= 0.0 : e.re[0] == 0.0);
        }
}

static void one_case(ddblasType_t type, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, enum tsqr_data data, int64_t m,
                     int64_t n)
{
    void *A = tsqr_dense(type, m, n), *Q = tsqr_dense(type, m, n), *R = tsqr_dense(type, n, n), *R_alone = tsqr_dense(type, n, n);
    tsqr_fill(&g, data, type, m, n, A);
    dd_must(h, tsqr_factorise(h, plan, type, layout, m, n, dd_random_int(&g, 0, 3), A, Q, R), tsqr_data_name(data));
    judge(type, plan, layout, m, n, A, Q, R, tsqr_data_name(data));
    check_form_of_R(type, n, R, plan && plan->nonnegative);
    dd_must(h, tsqr_factorise(h, plan, type, layout, m, n, 0, A, NULL, R_alone), "R alone");
    assert_memory_equal(R, R_alone, (size_t)(n * n) * dd_type_size(type));
    free(A);
    free(Q);
    free(R);
    free(R_alone);
}

/* Every kind of data in every type, layout and design, trees of several levels. */
static void hostile(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 1}, {2, 1}, {5, 5}, {6, 5}, {17, 9}, {300, 8}, {410, 21}, {700, 33}};
    const int scale = (int)dd_test_scale();
    int number = 0;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int data = 0; data < TSQR_DATA_COUNT; data++)
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
                for (int design = 0; design < tsqr_designs(h); design++)
                {
                    const int64_t m = sizes[s][0], n = sizes[s][1];
                    const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)design,
                                                   .nonnegative = number % 3 == 0,
                                                   .fan_in = number % 2 ? 2 : 0,
                                                   .leaf_rows = number % 5 < 3 ? 2 * n : 0};
                    number++;
                    if (number % scale == 0 && (m < 400 || number % 3 == 0))
                        one_case(tsqr_types[t], &plan, (ddblasLayout_t)(number % 2), (enum tsqr_data)data, m, n);
                }
}

/* Random sizes; leaves, panels of 8, units and nodes all have their edges among them. */
static void random_sizes(void **state)
{
    (void)state;
    for (int64_t i = 0; i < 150 / dd_test_scale(); i++)
    {
        const int64_t n = dd_random_int(&g, 1, 40), m = n + dd_random_int(&g, 0, i % 3 ? 400 : 30);
        const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)(i % tsqr_designs(h)),
                                       .nonnegative = (int32_t)dd_random_int(&g, 0, 1),
                                       .fan_in = (int32_t)dd_random_int(&g, 2, 5),
                                       .leaf_rows = 2 * n + dd_random_int(&g, 0, 60)};
        one_case(tsqr_types[i % TSQR_TYPES], i % 7 ? &plan : NULL, (ddblasLayout_t)dd_random_int(&g, 0, 1),
                 (enum tsqr_data)dd_random_int(&g, 0, TSQR_LAEUCHLI), m, n);
    }
}

/* Wide enough for panels of columns, and square ones. */
static void wide(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{260, 130}, {150, 150}, {321, 257}};
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int s = 0; s < (dd_test_scale() > 1 ? 1 : 3); s++)
            one_case(tsqr_types[t], NULL, (ddblasLayout_t)((t + s) % 2), s == 1 ? TSQR_DEPENDENT : TSQR_UNIFORM, sizes[s][0],
                     sizes[s][1]);
}

/* One leaf of many chunks: an error with one sign in every chunk would add up. */
static void tall_leaves(void **state)
{
    (void)state;
    const int64_t n = 16;
    for (int t = 0; t < TSQR_TYPES; t++)
    {
        const int64_t m = (tsqr_types[t] == DDBLAS_TYPE_W ? 16384 : 4096) / (dd_test_scale() > 1 ? 4 : 1);
        const ddblasTsqrPlan_t plan = {.design = DDBLAS_TSQR_DESIGN_LAUNCHES, .leaf_rows = m};
        one_case(tsqr_types[t], &plan, (ddblasLayout_t)(t % 2), t % 3 ? TSQR_UNIFORM : TSQR_COLUMNS, m, n);
    }
}

/* The family that breaks Gram matrices: mu from 2^-53 to 2^-100, orthogonality all the same. */
static void laeuchli(void **state)
{
    (void)state;
    for (int64_t i = 0; i < 40 / dd_test_scale(); i++)
        one_case(DDBLAS_TYPE_W, NULL, (ddblasLayout_t)(i % 2), TSQR_LAEUCHLI, 41 + i, 2 + i);
}

/* The errors of W on fixed data may not get worse than recorded. A file that is not there has
 * nothing to say. */
static void recorded(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{300, 4}, {600, 16}, {200, 48}};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    const char *path = on_cpu ? DDBLAS_VALIDATION_DIR "/baseline/tsqr_cpu.csv" : DDBLAS_VALIDATION_DIR "/baseline/tsqr_cuda.csv";
    if (!on_cpu && DDBLAS_EMULATED) /* whose approximations are not those of the record's device */
        skip();
    FILE *file = fopen(path, "r");
    if (file)
        fclose(file);
    else if (!getenv("DDBLAS_RECORD"))
        skip();
    struct dd_baseline *baseline = dd_baseline_open(path);
    struct dd_random own;
    int passed = 1;
    dd_random_start(&own, 4242);
    for (int data = 0; data < TSQR_DATA_COUNT; data++)
        for (int s = 0; s < 3; s++)
        {
            const int64_t m = sizes[s][0], n = sizes[s][1];
            void *A = tsqr_dense(DDBLAS_TYPE_W, m, n), *Q = tsqr_dense(DDBLAS_TYPE_W, m, n), *R = tsqr_dense(DDBLAS_TYPE_W, n, n);
            const ddblasTsqrPlan_t plan = {.design = DDBLAS_TSQR_DESIGN_LAUNCHES, /* the record's trees */
                                           .fan_in = on_cpu || n > 4 ? 4 : 16,
                                           .leaf_rows = 2 * n};
            char key[96];
            tsqr_fill(&own, (enum tsqr_data)data, DDBLAS_TYPE_W, m, n, A);
            dd_must(h, tsqr_factorise(h, &plan, DDBLAS_TYPE_W, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, A, Q, R), "recorded");
            const struct dd_qr_error e = dd_oracle_qr_error(DDBLAS_TYPE_W, m, n, A, Q, R);
            snprintf(key, sizeof key, "Wtsqr/%s/%lldx%lld/residual", tsqr_data_name((enum tsqr_data)data), (long long)m,
                     (long long)n);
            passed &= dd_baseline_check(baseline, key, e.residual);
            snprintf(key, sizeof key, "Wtsqr/%s/%lldx%lld/orthogonality", tsqr_data_name((enum tsqr_data)data), (long long)m,
                     (long long)n);
            passed &= dd_baseline_check(baseline, key, e.orthogonality);
            free(A);
            free(Q);
            free(R);
        }
    dd_baseline_close(baseline);
    assert_true(passed);
}

/* Columns shorter than the range that tsqr.h grants to relative errors, subnormal numbers in the
 * end: Q's columns are orthonormal all the same, and A - Q R is as small as tsqr.h says, m n
 * 2^-1073 in each element (S, C: m n 2^-149). */
static void short_columns(void **state)
{
    (void)state;
    const int64_t m = 60, n = 6;
    for (int t = 0; t < TSQR_TYPES; t++)
    {
        const ddblasType_t type = tsqr_types[t];
        const int narrow = dd_type_is_single(type), least = narrow ? -149 : -1074;
        for (int above = 4; above <= 64; above *= 2)
        {
            void *A = tsqr_dense(type, m, n), *Q = tsqr_dense(type, m, n), *R = tsqr_dense(type, n, n);
            long double squares = 0.0L; /* sum of squares of A divided by the least number */
            for (int64_t e = 0; e < m * n; e++)
            {
                const double x = (double)dd_random_int(&g, 1, 15) * (dd_random_int(&g, 0, 1) ? 1.0 : -1.0);
                squares += (long double)(x * x) * powl(4.0L, (long double)above);
                dd_element_set(type, A, e, cuddFromDouble(ldexp(x, least + above)), cuddFromDouble(0.0));
            }
            dd_must(h, tsqr_factorise(h, NULL, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, A, Q, R), "short columns");
            const struct dd_qr_error e = dd_oracle_qr_error(type, m, n, A, Q, R);
            const double u = narrow                  ? 0x1p-24
                             : type == DDBLAS_TYPE_W ? 0x1p-104
                                                     : 0x1p-53,
                         elements = (double)(m * n),
                         absolute = sqrt(elements) * elements / (double)sqrtl(squares) / ((double)n * u) * (narrow ? 1.0 : 2.0),
                         most = tsqr_bound(DD_ROUTINE_tsqr, type, m, n);
            if (!(e.orthogonality <= most && e.residual <= most + absolute))
                fail_msg("columns of size 2^%d, type %d: residual %g of at most %g, orthogonality %g, in n u", least + above,
                         (int)type, e.residual, most + absolute, e.orthogonality);
            free(A);
            free(Q);
            free(R);
        }
    }
}

/* ---- Gram matrices --------------------------------------------------------------------------- */

/* A matrix for which there is no route by Gram matrices, or which that route refuses, has the bits
 * of LAUNCHES; one that is accepted has a positive diagonal. */
enum expectation
{
    ACCEPTED,
    REFUSED,
    EITHER
};

static void gram_case(ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n, const void *A, enum expectation expected,
                      const char *what)
{
    const size_t size = dd_type_size(type), bytes_Q = (size_t)(m * n) * size, bytes_R = (size_t)(n * n) * size;
    void *Q[2], *R[2];
    ddblasTsqrPlan_t plan = {.design = DDBLAS_TSQR_DESIGN_GRAM};
    dd_must(h, ddblasTsqrPlan(h, type, layout, m, n, &plan), "plan");
    if (plan.design != DDBLAS_TSQR_DESIGN_GRAM)
        expected = REFUSED;
    for (int i = 0; i < 2; i++)
    {
        Q[i] = tsqr_dense(type, m, n);
        R[i] = tsqr_dense(type, n, n);
        dd_must(h, tsqr_factorise(h, &plan, type, layout, m, n, 3 * i, A, Q[i], R[i]), what);
        plan.design = DDBLAS_TSQR_DESIGN_LAUNCHES;
    }
    judge(type, &plan, layout, m, n, A, Q[0], R[0], what);
    check_form_of_R(type, n, R[0], expected == ACCEPTED);
    const int same = memcmp(Q[0], Q[1], bytes_Q) == 0 && memcmp(R[0], R[1], bytes_R) == 0;
    if (expected != EITHER && same != (expected == REFUSED))
        fail_msg("%s: type %d, m = %lld, n = %lld, seed %llu was %s", what, (int)type, (long long)m, (long long)n,
                 (unsigned long long)seed, same ? "refused" : "accepted");
    dd_must(h, tsqr_factorise(h, NULL, type, layout, m, n, 1, A, NULL, R[1]), "R alone");
    if (expected != EITHER) /* AUTO's tree is its own plan's as well */
        assert_memory_equal(R[0], R[1], bytes_R);
    for (int i = 0; i < 2; i++)
    {
        free(Q[i]);
        free(R[i]);
    }
}

static cuddreal real_at(ddblasType_t type, const void *A, int64_t i)
{
    const struct dd_parts e = dd_parts_load(type, A, i);
    return cuddMake(e.re[0], e.re[1]);
}

/* The last column becomes the first one plus 2^-bits times itself; then every column is multiplied
 * by a power of two, which changes nothing but exponents. */
static void lean(ddblasType_t type, int64_t m, int64_t n, void *A, int bits, int scales)
{
    const cuddreal zero = cuddFromDouble(0.0);
    for (int64_t i = 0; i < m; i++)
        dd_element_set(type, A, i + (n - 1) * m,
                       cuddAdd(real_at(type, A, i), cuddLdexp(real_at(type, A, i + (n - 1) * m), -bits)), zero);
    for (int64_t j = 0; j < n; j++)
    {
        const int e = (int)dd_random_int(&g, -scales, scales);
        for (int64_t i = 0; i < m; i++)
            dd_element_set(type, A, i + j * m, cuddLdexp(real_at(type, A, i + j * m), e), zero);
    }
}

/* Conditions from 1 to that of dependent columns, sizes astride the edges of panels, widths, chunks
 * and parts. A condition 2^10 short of 1 / sqrt(u) of the work type is never refused, one 2^10
 * beyond always, be it by the first matrix or the second.
 */
static void gram(void **state)
{
    (void)state;
    static const ddblasType_t types[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_W};
    static const int64_t columns[] = {2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 40, 63, 64, 65, 100, 127, 128};
    static const int64_t rows[] = {255, 256, 257, 511, 513, 700, 1025};
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        skip();
    const int64_t wanted = 19 * 6 / dd_test_scale(), count = wanted < 12 ? 12 : wanted; /* every type, every kind of condition */
    for (int64_t i = 0; i < count; i++)
    {
        const ddblasType_t type = types[i % 3];
        const int64_t n = columns[(7 * i + i / 19) % 19], m = rows[i % 7] >= 4 * n ? rows[i % 7] : 4 * n + i % 3;
        const int half = type == DDBLAS_TYPE_W ? 52 : 26, own = type == DDBLAS_TYPE_S ? 20 : 2 * half - 4;
        const int bits = i % 4 == 0   ? 0
                         : i % 4 == 1 ? (int)dd_random_int(&g, 1, half - 10)
                                      : (int)dd_random_int(&g, half - 9, own);
        const enum expectation expected = bits <= half - 10 ? ACCEPTED : bits >= half + 10 ? REFUSED : EITHER;
        void *A = tsqr_dense(type, m, n);
        tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
        lean(type, m, n, A, bits, i % 2 ? 0 : type == DDBLAS_TYPE_S ? 20 : 150);
        gram_case(type, (ddblasLayout_t)(i / 2 % 2), m, n, A, expected, "a column that leans on another");
        free(A);
    }
}

/* Columns of 1 and -1: in a long sum of squares that are all the same every addition would round
 * the same way. */
static void elements_of_one_size(void **state)
{
    (void)state;
    static const ddblasType_t types[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_W};
    static const int64_t columns[] = {4, 17, 33};
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        skip();
    for (int i = 0; i < 9; i++)
    {
        const ddblasType_t type = types[i % 3];
        const int64_t n = columns[i / 3], rows = (n < 16 ? 2000000 : 400000) / n / dd_test_scale(), m = rows < 2000 ? 2000 : rows;
        void *A = tsqr_dense(type, m, n);
        for (int64_t e = 0; e < m * n; e++)
            dd_element_set(type, A, e, cuddFromDouble(e < m || dd_random_int(&g, 0, 1) ? 1.0 : -1.0), cuddFromDouble(0.0));
        gram_case(type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, A, ACCEPTED, "elements of one size");
        free(A);
    }
}

/* A(i, j) = v (-1)^(number of common bits of i and j): orthogonal columns whose elements are all of
 * one size. */
static void walsh_case(int64_t m, int64_t n, double v)
{
    double *A = tsqr_dense(DDBLAS_TYPE_D, m, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            int64_t common = i & j;
            for (int shift = 4; shift > 0; shift /= 2)
                common ^= common >> shift;
            A[i + j * m] = common & 1 ? -v : v;
        }
    gram_case(DDBLAS_TYPE_D, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, A, ACCEPTED, "Walsh functions");
    free(A);
}

/* The length that rounding takes from or adds to such a column of Q, relative to u: a model in one
 * number. A chain of `chain` equal squares is summed in double, all chains exactly. */
static double error_of_length(int64_t m, double v, int chain)
{
    const double q = v * (double)(1.0L / sqrtl((long double)v * v * (long double)m));
    double sum = 0.0;
    for (int i = 0; i < chain; i++)
        sum = fma(q, q, sum);
    const double square = (double)((long double)sum / chain * (long double)m), Q = fma(q, 0.5 - 0.5 * square, q);
    return fabs((double)((long double)Q * Q * (long double)m - 1.0L)) * 0x1p53;
}

/* The worst of many numbers of rows and sizes by that model. */
static void worst_walsh_case(int64_t n, int64_t step, int chain)
{
    static const double sizes[] = {1.0, 0x1.02aa14ae1f5c6p+0, 0.7071, 3.1416, 0.1};
    const int64_t most = dd_test_scale() > 1 ? 6000 : n < 16 ? 1000000 : 100000;
    int64_t worst_m = 0;
    double worst_v = 0.0, worst_error = -1.0;
    for (int64_t m = 2048; m <= most; m += step)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        {
            const double error = error_of_length(m, sizes[i], chain);
            if (error > worst_error)
            {
                worst_m = m;
                worst_v = sizes[i];
                worst_error = error;
            }
        }
    walsh_case(worst_m, n, worst_v);
}

/* Numbers of rows and sizes at which all roundings of a column add up: two that once broke the
 * bound, the worst for the kernels' chains, and the worst for chains that go on to the end of a
 * warp's rows, which would break it. */
static void worst_elements_of_one_size(void **state)
{
    (void)state;
    static const struct
    {
        int64_t columns, step;
        int chain, rows;
    } kernels[] = {{4, 4, 8, 32}, {17, 32, 16, 64}, {33, 64, 32, 128}, {65, 128, 32, 128}};
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        skip();
    walsh_case(327456, 4, 1.0);
    if (dd_test_scale() == 1)
        walsh_case(648776, 4, 0x1.02aa14ae1f5c6p+0);
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
    {
        worst_walsh_case(kernels[k].columns, kernels[k].step, kernels[k].chain);
        worst_walsh_case(kernels[k].columns, kernels[k].step, kernels[k].rows);
    }
}

/* W goes over to a product in double where R2 is the identity to more than half of its digits.
 * Around there, and well on either side of it, the bounds hold: all columns lean on the first by
 * 2^-16 to 2^-40, so that R2 differs from the identity in all of its elements. */
static void gram_near_the_identity(void **state)
{
    (void)state;
    static const int64_t columns[] = {4, 16, 40};
    const int64_t m = 257;
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        skip();
    for (int bits = 16; bits <= 40; bits++)
    {
        const int64_t n = columns[bits % 3];
        cuddreal *A = tsqr_dense(DDBLAS_TYPE_W, m, n);
        tsqr_fill(&g, TSQR_UNIFORM, DDBLAS_TYPE_W, m, n, A);
        for (int64_t e = m; e < m * n; e++)
            A[e] = cuddAdd(A[e % m], cuddLdexp(A[e], -bits));
        gram_case(DDBLAS_TYPE_W, (ddblasLayout_t)(bits % 2), m, n, A, ACCEPTED, "near the identity");
        free(A);
    }
}

/* Every kind of data: what is certain to be refused, and all within the bounds. */
static void gram_of_hostile_data(void **state)
{
    (void)state;
    static const ddblasType_t types[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_W};
    const int64_t m = 300, n = 12;
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        skip();
    for (int t = 0; t < 3; t++)
        for (int data = 0; data<TSQR_DATA_COUNT; data += dd_test_scale()> 10 ? 3 : 1)
        {
            if (dd_test_leaves_out(32 * t + data))
                continue;
            const int dependent = data == TSQR_REPEATED || data == TSQR_ZEROS || data == TSQR_ZERO || data == TSQR_LAEUCHLI;
            void *A = tsqr_dense(types[t], m, n);
            tsqr_fill(&g, (enum tsqr_data)data, types[t], m, n, A);
            gram_case(types[t], (ddblasLayout_t)(data % 2), m, n, A, dependent && types[t] != DDBLAS_TYPE_S ? REFUSED : EITHER,
                      tsqr_data_name((enum tsqr_data)data));
            free(A);
        }
}

/* ---- implicit Q ------------------------------------------------------------------------------ */

struct implicit
{
    struct tsqr_matrix a, r, t;
    struct ddblas_tsqr_problem p;
};

static struct implicit factor(const ddblasTsqrPlan_t *plan, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n,
                              const void *A)
{
    struct implicit f;
    int64_t elements = 0;
    dd_must(h, ddblasTsqrFactorSize(h, plan, type, layout, m, n, &elements), "factor size");
    f.a = tsqr_matrix_new(h, type, layout, m, n, 2, A);
    f.r = tsqr_matrix_new(h, type, layout, n, n, 1, NULL);
    f.t = tsqr_matrix_new(h, type, DDBLAS_LAYOUT_COLUMN_MAJOR, elements, 1, 5, NULL); /* padding behind: T ends where it says */
    f.p = (struct ddblas_tsqr_problem){.task = DDBLAS_TSQR_FACTOR,
                                       .type = type,
                                       .layout = layout,
                                       .m = m,
                                       .n = n,
                                       .A = f.a.at,
                                       .lda = f.a.ld,
                                       .R = f.r.at,
                                       .ldr = f.r.ld,
                                       .T = f.t.at,
                                       .tsize = elements};
    dd_must(h, tsqr_call(h, plan, &f.p), "factor");
    void *now = tsqr_dense(type, elements > m * n ? elements : m * n, 1);
    tsqr_matrix_get(&f.t, now);
    tsqr_matrix_get(&f.a, now);
    free(now);
    return f;
}

static void apply(struct implicit *f, const ddblasTsqrPlan_t *plan, ddblasOperation_t op, int64_t p, void *C)
{
    struct tsqr_matrix c = tsqr_matrix_new(h, f->p.type, f->p.layout, f->p.m, p, 3, C);
    f->p.task = DDBLAS_TSQR_APPLY;
    f->p.op = op;
    f->p.p = p;
    f->p.C = c.at;
    f->p.ldc = c.ld;
    dd_must(h, tsqr_call(h, plan, &f->p), "apply");
    tsqr_matrix_get(&c, C);
    tsqr_matrix_same(&f->a); /* reflections are only read */
    tsqr_matrix_same(&f->t);
    tsqr_matrix_free(&c);
}

/* Q^H C against the formed Q, Q (Q^H C) = C, and Q^H A = (R, 0). */
static void check_apply(struct implicit *f, const ddblasTsqrPlan_t *plan, const void *A, const void *R, const void *Q, int64_t p)
{
    const ddblasType_t type = f->p.type;
    const int64_t m = f->p.m, n = f->p.n;
    const size_t size = dd_type_size(type);
    void *C = tsqr_dense(type, m, p), *X = tsqr_dense(type, m, p), *top = tsqr_dense(type, n, p), *B = tsqr_dense(type, m, n),
         *expected = tsqr_dense(type, m, n);
    tsqr_fill(&g, TSQR_COLUMNS, type, m, p, C);
    memcpy(X, C, (size_t)(m * p) * size);
    apply(f, plan, type == DDBLAS_TYPE_D ? DDBLAS_OP_T : DDBLAS_OP_C, p, X);
    for (int64_t j = 0; j < p; j++)
        memcpy((char *)top + (size_t)(j * n) * size, (char *)X + (size_t)(j * m) * size, (size_t)n * size);
    assert_true(dd_oracle_adjoint_error(type, m, n, p, Q, C, top) <= tsqr_bound(DD_ROUTINE_tsqr_apply, type, m, n));
    apply(f, plan, DDBLAS_OP_N, p, X);
    assert_true(dd_oracle_distance(type, m, n, p, X, C) <= tsqr_bound(DD_ROUTINE_tsqr_apply, type, m, n));
    memcpy(B, A, (size_t)(m * n) * size);
    apply(f, plan, DDBLAS_OP_C, n, B);
    for (int64_t j = 0; j < n; j++)
        memcpy((char *)expected + (size_t)(j * m) * size, (const char *)R + (size_t)(j * n) * size, (size_t)n * size);
    assert_true(dd_oracle_distance(type, m, n, n, B, expected) <= tsqr_bound(DD_ROUTINE_tsqr_apply, type, m, n));
    free(C);
    free(X);
    free(top);
    free(B);
    free(expected);
}

static void implicit(void **state)
{
    (void)state;
    for (int64_t i = 0; i < 45 / dd_test_scale(); i++)
    {
        const ddblasType_t type = tsqr_types[i % TSQR_TYPES];
        const int64_t n = dd_random_int(&g, 1, 30), m = n + dd_random_int(&g, 0, 300), p = dd_random_int(&g, 1, i % 4 ? 12 : 70);
        const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)(i % tsqr_designs(h)),
                                       .nonnegative = (int32_t)(i % 2),
                                       .fan_in = (int32_t)dd_random_int(&g, 2, 4),
                                       .leaf_rows = 2 * n + dd_random_int(&g, 0, 40)};
        void *A = tsqr_dense(type, m, n), *Q = tsqr_dense(type, m, n), *R = tsqr_dense(type, n, n);
        tsqr_fill(&g, i % 3 ? TSQR_UNIFORM : TSQR_DEPENDENT, type, m, n, A);
        struct implicit f = factor(&plan, type, (ddblasLayout_t)(i % 2), m, n, A);
        tsqr_matrix_get(&f.r, R);
        struct implicit copy = factor(&plan, type, (ddblasLayout_t)(i % 2), m, n, A);
        copy.p.task = DDBLAS_TSQR_FORM;
        dd_must(h, tsqr_call(h, &plan, &copy.p), "form");
        tsqr_matrix_get(&copy.a, Q);
        tsqr_matrix_same(&copy.t);
        judge(type, &plan, f.p.layout, m, n, A, Q, R, "form");
        check_form_of_R(type, n, R, plan.nonnegative);
        check_apply(&f, &plan, A, R, Q, p);
        struct tsqr_matrix *all[] = {&f.a, &f.r, &f.t, &copy.a, &copy.r, &copy.t};
        for (int k = 0; k < 6; k++)
            tsqr_matrix_free(all[k]);
        free(A);
        free(Q);
        free(R);
    }
}

/* ---- least squares --------------------------------------------------------------------------- */

/* Solves for p right-hand sides: X (n x p, dense) and rho (p reals). */
static void solve(const ddblasTsqrPlan_t *plan, ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n, int64_t p,
                  const void *A, const void *B, void *X, void *rho)
{
    const ddblasType_t real = dd_type_real(type);
    const size_t size = dd_type_size(type);
    struct tsqr_matrix a = tsqr_matrix_new(h, type, layout, m, n, 1, A), b = tsqr_matrix_new(h, type, layout, m, p, 2, B),
                       r = tsqr_matrix_new(h, real, DDBLAS_LAYOUT_COLUMN_MAJOR, p, 1, 1, NULL);
    const struct ddblas_tsqr_problem problem = {.task = DDBLAS_TSQR_LSTSQ,
                                                .type = type,
                                                .layout = layout,
                                                .m = m,
                                                .n = n,
                                                .p = p,
                                                .A = a.at,
                                                .lda = a.ld,
                                                .C = b.at,
                                                .ldc = b.ld,
                                                .residual = rho ? r.at : NULL};
    void *all = tsqr_dense(type, m, p), *lost = tsqr_dense(type, m, n), *reals = tsqr_dense(real, p, 1);
    dd_must(h, tsqr_call(h, plan, &problem), "lstsq");
    tsqr_matrix_get(&b, all);
    tsqr_matrix_get(&a, lost);
    tsqr_matrix_get(&r, rho ? rho : reals);
    for (int64_t j = 0; j < p; j++)
        memcpy((char *)X + (size_t)(j * n) * size, (char *)all + (size_t)(j * m) * size, (size_t)n * size);
    tsqr_matrix_free(&a);
    tsqr_matrix_free(&b);
    tsqr_matrix_free(&r);
    free(all);
    free(lost);
    free(reals);
}

static void least_squares(void **state)
{
    (void)state;
    double most = 0.0;
    for (int64_t i = 0; i < 25 / dd_test_scale(); i++)
    {
        const ddblasType_t type = tsqr_types[i % TSQR_TYPES];
        const int64_t n = dd_random_int(&g, 1, 9), m = n + dd_random_int(&g, 0, 110), p = dd_random_int(&g, 1, 4);
        const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)(i % tsqr_designs(h)), .fan_in = 2, .leaf_rows = 2 * n};
        const size_t size = dd_type_size(type), real = dd_type_size(dd_type_real(type));
        void *A = tsqr_dense(type, m, n), *B = tsqr_dense(type, m, p), *X = tsqr_dense(type, n, p), *rho = tsqr_dense(type, p, 1);
        tsqr_fill(&g, i % 3 == 0 ? TSQR_COLUMNS : TSQR_UNIFORM, type, m, n, A);
        tsqr_fill(&g, TSQR_UNIFORM, type, m, p, B);
        solve(&plan, type, (ddblasLayout_t)(i % 2), m, n, p, A, B, X, rho);
        for (int64_t j = 0; j < p; j++)
        {
            const struct dd_lstsq_error e =
                dd_oracle_lstsq_error(type, m, n, A, (char *)B + (size_t)(j * m) * size, (char *)X + (size_t)(j * n) * size,
                                      (char *)rho + (size_t)j * real);
            note(&most, e.residual);
            if (!(e.forward <= tsqr_bound(DD_ROUTINE_lstsq, type, m, n) &&
                  e.residual <= tsqr_bound(DD_ROUTINE_lstsq, type, m, n)))
                fail_msg("lstsq type %d m = %lld n = %lld: forward %g residual %g condition %g", (int)type, (long long)m,
                         (long long)n, e.forward, e.residual, e.condition);
        }
        solve(&plan, type, (ddblasLayout_t)(i % 2), m, n, p, A, B, X, NULL);
        free(A);
        free(B);
        free(X);
        free(rho);
    }
    printf("least squares: residual norms within %.3f n u (||b|| + ||A|| ||x||)\n", most);
}

/* Right-hand sides whose squares leave the range: the residual norm does not. */
static void residuals_of_every_size(void **state)
{
    (void)state;
    const int64_t m = 50, n = 5;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int sign = -1; sign <= 1; sign += 2)
        {
            const ddblasType_t type = tsqr_types[t];
            const int exponent = sign * (dd_type_is_single(type) ? 90 : 600);
            void *A = tsqr_dense(type, m, n), *B = tsqr_dense(type, m, 1), *X = tsqr_dense(type, n, 1),
                 *rho = tsqr_dense(type, 1, 1);
            tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
            for (int64_t i = 0; i < m; i++)
                dd_element_set(type, B, i, cuddLdexp(cuddFromDouble(dd_random_unit(&g) - 0.5), exponent), cuddFromDouble(0.0));
            solve(NULL, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 1, A, B, X, rho);
            const struct dd_lstsq_error e = dd_oracle_lstsq_error(type, m, n, A, B, X, rho);
            if (!(e.forward <= tsqr_bound(DD_ROUTINE_lstsq, type, m, n) &&
                  e.residual <= tsqr_bound(DD_ROUTINE_lstsq, type, m, n)))
                fail_msg("type %d, b of size 2^%d: forward %g, residual %g", (int)type, exponent, e.forward, e.residual);
            free(A);
            free(B);
            free(X);
            free(rho);
        }
}

/* Wampler's fits: x = 0 .. 20, degree 5; y1 = sum x^k, y2 = sum (x / 10)^k. The exact coefficients
 * are 1 and 10^-k. */
enum
{
    WAMPLER_ROWS = 21,
    WAMPLER_COLUMNS = 6,
    WAMPLER_FITS = 2
};

struct wampler
{
    cuddreal A[WAMPLER_ROWS * WAMPLER_COLUMNS], B[WAMPLER_FITS * WAMPLER_ROWS], X[WAMPLER_FITS * WAMPLER_COLUMNS],
        rho[WAMPLER_FITS];
};

/* Row i is that of x = order[i]. */
static void set_wampler(struct wampler *w, const int *order)
{
    for (int i = 0; i < WAMPLER_ROWS; i++)
    {
        cuddreal power = cuddFromDouble(1.0), tenth = power, y1 = cuddFromDouble(0.0), y2 = y1;
        for (int k = 0; k < WAMPLER_COLUMNS; k++)
        {
            w->A[i + WAMPLER_ROWS * k] = power;
            y1 = cuddAdd(y1, power);
            y2 = cuddAdd(y2, cuddDiv(power, tenth));
            power = cuddMulD(power, (double)order[i]);
            tenth = cuddMulD(tenth, 10.0);
        }
        w->B[i] = y1;
        w->B[WAMPLER_ROWS + i] = y2;
    }
}

static void solve_wampler(const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, struct wampler *w)
{
    solve(plan, DDBLAS_TYPE_W, layout, WAMPLER_ROWS, WAMPLER_COLUMNS, WAMPLER_FITS, w->A, w->B, w->X, w->rho);
}

/* The largest relative error of a coefficient. */
static double error_of_wampler(const struct wampler *w)
{
    double most = 0.0;
    cuddreal power = cuddFromDouble(1.0);
    for (int k = 0; k < WAMPLER_COLUMNS; k++)
    {
        note(&most, fabs(cuddToDouble(cuddSub(w->X[k], cuddFromDouble(1.0)))));
        note(&most, fabs(cuddToDouble(cuddSub(cuddMul(w->X[WAMPLER_COLUMNS + k], power), cuddFromDouble(1.0)))));
        power = cuddMulD(power, 10.0);
    }
    return most;
}

/* Solves for B - A X, by gemm, and adds. */
static void refine_wampler(const ddblasTsqrPlan_t *plan, struct wampler *w)
{
    const cuddreal one = cuddFromDouble(1.0), minus = cuddNeg(one);
    const ddblasLayout_t layout = DDBLAS_LAYOUT_COLUMN_MAJOR;
    struct wampler rest = *w;
    struct tsqr_matrix a = tsqr_matrix_new(h, DDBLAS_TYPE_W, layout, WAMPLER_ROWS, WAMPLER_COLUMNS, 1, w->A),
                       b = tsqr_matrix_new(h, DDBLAS_TYPE_W, layout, WAMPLER_ROWS, WAMPLER_FITS, 2, w->B),
                       x = tsqr_matrix_new(h, DDBLAS_TYPE_W, layout, WAMPLER_COLUMNS, WAMPLER_FITS, 1, w->X);
    dd_must(h,
            ddblasWgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, WAMPLER_ROWS, WAMPLER_FITS, WAMPLER_COLUMNS, &minus, a.at, a.ld, x.at, x.ld,
                        &one, b.at, b.ld),
            "gemm");
    tsqr_matrix_get(&b, rest.B);
    solve_wampler(plan, layout, &rest);
    for (int k = 0; k < WAMPLER_FITS * WAMPLER_COLUMNS; k++)
        w->X[k] = cuddAdd(w->X[k], rest.X[k]);
    tsqr_matrix_free(&a);
    tsqr_matrix_free(&b);
    tsqr_matrix_free(&x);
}

static void wampler(void **state)
{
    (void)state;
    int order[WAMPLER_ROWS];
    struct wampler w;
    for (int i = 0; i < WAMPLER_ROWS; i++)
        order[i] = i;
    for (int layout = 0; layout < TSQR_LAYOUTS; layout++)
        for (int design = 0; design < tsqr_designs(h); design++)
        {
            const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)design};
            set_wampler(&w, order);
            solve_wampler(&plan, (ddblasLayout_t)layout, &w);
            const double error = error_of_wampler(&w);
            if (!(error <= 1e-25))
                fail_msg("Wampler: relative error %g of a coefficient", error);
            assert_true(w.rho[0].x <= 1e-23 && w.rho[1].x <= 1e-28); /* the fits are exact: ||b|| is 4e6 and 60 */
        }
}

/* With one step of refinement every digit is right in any order of the rows. */
static void wampler_refined(void **state)
{
    (void)state;
    int order[WAMPLER_ROWS];
    struct wampler w;
    double most[2] = {0.0, 0.0};
    for (int i = 0; i < WAMPLER_ROWS; i++)
        order[i] = i;
    for (int64_t trial = 0; trial < 400 / dd_test_scale(); trial++)
    {
        const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)(trial % tsqr_designs(h))};
        for (int i = WAMPLER_ROWS - 1; i > 0; i--)
        {
            const int64_t other = dd_random_int(&g, 0, i);
            const int moved = order[i];
            order[i] = order[other];
            order[other] = moved;
        }
        set_wampler(&w, order);
        solve_wampler(&plan, DDBLAS_LAYOUT_COLUMN_MAJOR, &w);
        note(&most[0], error_of_wampler(&w));
        refine_wampler(&plan, &w);
        const double error = error_of_wampler(&w);
        note(&most[1], error);
        if (!(error <= 1e-25))
            fail_msg("Wampler, refined: relative error %g of a coefficient", error);
    }
    printf("Wampler in any order: %.2g, refined %.2g\n", most[0], most[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hostile),
                                       cmocka_unit_test(random_sizes),
                                       cmocka_unit_test(wide),
                                       cmocka_unit_test(tall_leaves),
                                       cmocka_unit_test(laeuchli),
                                       cmocka_unit_test(short_columns),
                                       cmocka_unit_test(recorded),
                                       cmocka_unit_test(gram),
                                       cmocka_unit_test(gram_of_hostile_data),
                                       cmocka_unit_test(elements_of_one_size),
                                       cmocka_unit_test(worst_elements_of_one_size),
                                       cmocka_unit_test(gram_near_the_identity),
                                       cmocka_unit_test(implicit),
                                       cmocka_unit_test(least_squares),
                                       cmocka_unit_test(residuals_of_every_size),
                                       cmocka_unit_test(wampler),
                                       cmocka_unit_test(wampler_refined)};
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
