/*
 * The accuracy of Q and R of TSQR against MPFR: all types, layouts and designs, sizes astride the
 * edges of leaves, panels and nodes, hostile matrices, Gram matrices. Engine under test:
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
#include "tsqr_error.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile),
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
    };
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
