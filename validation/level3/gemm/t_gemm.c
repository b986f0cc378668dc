/*
 * gemm in all types: arguments, quick returns, what may be read and written, exact cases, error
 * bounds against MPFR, bits, allocation failures.
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
#include "core/core.h"
#include "gemm_case.h"
#include "handle.h"

static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};

/* The types of double-double numbers. */
static const ddblasType_t pair_types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* Arguments of one call, all right at first. */
struct arguments
{
    int transa, transb;
    int64_t m, n, k, lda, ldb, ldc;
    const void *alpha, *A, *B, *beta;
    void *C;
};

static void assert_refused(ddblasType_t type, struct arguments a, ddblasStatus_t status, int position)
{
    assert_int_equal(gemm_call(h, type, (ddblasOperation_t)a.transa, (ddblasOperation_t)a.transb, a.m, a.n, a.k, a.alpha, a.A,
                               a.lda, a.B, a.ldb, a.beta, a.C, a.ldc),
                     status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

static void wrong_arguments(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    _Alignas(64) char memory[4096];
    memset(memory, 0x5a, sizeof memory);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        const ddblasType_t t = (ddblasType_t)type;
        const struct arguments right = {DDBLAS_OP_N,   DDBLAS_OP_T,  3, 2, 4, 3, 2, 3, memory, memory + 64, memory + 512,
                                        memory + 1024, memory + 2048};
        struct arguments a;
#define REFUSED(field, value, status, position)                                                                                  \
    a = right;                                                                                                                   \
    a.field = value;                                                                                                             \
    assert_refused(t, a, status, position)
        REFUSED(transa, 3, invalid, 2);
        REFUSED(transa, -1, invalid, 2);
        REFUSED(transb, 'N', invalid, 3);
        REFUSED(m, -1, invalid, 4);
        REFUSED(n, -1, invalid, 5);
        REFUSED(k, INT64_MIN, invalid, 6);
        REFUSED(alpha, NULL, invalid, 7);
        REFUSED(A, NULL, invalid, 8);
        REFUSED(lda, 2, invalid, 9);
        REFUSED(transa, DDBLAS_OP_T, invalid, 9); /* now k rows */
        REFUSED(B, NULL, invalid, 10);
        REFUSED(ldb, 1, invalid, 11);
        REFUSED(transb, DDBLAS_OP_N, invalid, 11);
        REFUSED(beta, NULL, invalid, 12);
        REFUSED(C, NULL, invalid, 13);
        REFUSED(ldc, 2, invalid, 14);
        REFUSED(ldc, 0, invalid, 14);
        if (dd_type_is_pair(t))
        {
            REFUSED(alpha, memory + 4, DDBLAS_STATUS_MISALIGNED, 7);
            REFUSED(A, memory + 64 + dd_engine_misaligned(h), DDBLAS_STATUS_MISALIGNED, 8);
            REFUSED(C, memory + 2048 + dd_engine_misaligned(h), DDBLAS_STATUS_MISALIGNED, 13);
        }
#undef REFUSED
    }
    for (size_t i = 0; i < sizeof memory; i++)
        assert_int_equal(memory[i], 0x5a);
    assert_int_equal(gemm_call(NULL, DDBLAS_TYPE_W, DDBLAS_OP_N, DDBLAS_OP_N, 0, 0, 0, NULL, NULL, 1, NULL, 1, NULL, NULL, 1),
                     DDBLAS_STATUS_NOT_INITIALIZED);
}

static void wrong_query(void **state)
{
    (void)state;
    size_t bytes = 4711;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    assert_int_equal(ddblasGemmWorkspaceSize(h, (ddblasType_t)-1, 1, 1, 1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasGemmWorkspaceSize(h, DDBLAS_TYPE_W, 1, -1, 1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasGemmWorkspaceSize(h, DDBLAS_TYPE_W, 1, 1, 1, NULL), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 6);
    assert_int_equal(bytes, 4711);
    if (dd_test_engine() == DDBLAS_ENGINE_CUDA)
        return;
    size_t small = 0, large = 0;
    assert_int_equal(ddblasGemmWorkspaceSize(h, DDBLAS_TYPE_W, 4000, 4000, 4000, &small), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasGemmWorkspaceSize(h, DDBLAS_TYPE_W, INT64_MAX, INT64_MAX, INT64_MAX, &large), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(small, large);
}

/* ---- quick returns --------------------------------------------------------------------------- */

/* m or n zero: nothing is looked at. k = 0 or alpha = 0: A and B are not, and C = beta C. */
static void quick_returns(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 301);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        const ddblasType_t t = (ddblasType_t)type;
        assert_int_equal(gemm_call(h, t, DDBLAS_OP_N, DDBLAS_OP_N, 0, 5, 5, NULL, NULL, 1, NULL, 5, NULL, NULL, 1),
                         DDBLAS_STATUS_SUCCESS);
        assert_int_equal(gemm_call(h, t, DDBLAS_OP_N, DDBLAS_OP_N, 5, 0, 5, NULL, NULL, 5, NULL, 5, NULL, NULL, 5),
                         DDBLAS_STATUS_SUCCESS);
        for (int k = 0; k <= 3; k += 3)
            for (int beta = -2; beta <= 1; beta++)
            {
                struct gemm_case *c = gemm_case_new(t, DDBLAS_OP_N, DDBLAS_OP_T, 70, 67, k, 2);
                for (int64_t j = 0; j < c->n && beta != 0; j++)
                    for (int64_t i = 0; i < c->m; i++)
                        dd_generate_element(&g, DD_GENERATE_INTEGER, t, gemm_case_c(c, c->C, i, j));
                gemm_case_scalars(c, k == 0 ? 3.0 : 0.0, beta);
                assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS); /* A, B are NaN */
                c->k = 0;
                for (int64_t j = 0; j < c->n; j++)
                    for (int64_t i = 0; i < c->m; i++)
                        assert_true(gemm_case_error(c, i, j, 0.0) == 0.0);
                gemm_case_free(c);
            }
    }
}

/* alpha = 0: A and B are null. */
static void nothing_to_read(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 315);
    for (int q = 0; q < 3 * DDBLAS_TYPE_ALL_COUNT; q++)
    {
        struct gemm_case *c = gemm_case_new((ddblasType_t)(q / 3), operations[q % 3], DDBLAS_OP_N, 70, 67, 5, 2);
        gemm_case_fill(c, &g, GEMM_INTEGER);
        gemm_case_scalars(c, 0.0, q % 3);
        void *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
        assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(gemm_call(h, c->type, c->transa, c->transb, c->m, c->n, c->k, &c->alpha, NULL, c->lda, NULL, c->ldb,
                                   &c->beta, C, c->ldc),
                         DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, c->result, C, c->bytes_C);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                assert_true(gemm_case_error(c, i, j, 0.0) == 0.0);
        dd_engine_free(h, C, 0);
        gemm_case_free(c);
    }
}

/* C = beta C in double-double where C holds numbers that are not finite, with any low part: low
 * parts 0 come back. With beta = 1 every finite number keeps its bits, one with a low part of -0
 * and one that is not normalised among them. */
static void special_values_without_product(void **state)
{
    (void)state;
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal specials[] = {{inf, nan_}, {-inf, 3.0}, {nan_, 1.0}, {2.0, -inf}, {3.0, -0.0}, {1.0, 1.0}, {-0.0, 0.0}};
    enum
    {
        COUNT = sizeof specials / sizeof specials[0]
    };
    for (int q = 0; q < 24; q++)
    {
        const double beta = q % 3 == 0 ? 1.0 : q % 3 == 1 ? -1.0 : 0.5;
        const int k = q / 3 % 2 ? 40 : 0, parts = 1 + q / 12; /* cuddreals of an element */
        struct gemm_case *c = gemm_case_new(pair_types[q / 12], DDBLAS_OP_N, DDBLAS_OP_N, 35, 6, k, 1);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                for (int part = 0; part < parts; part++)
                    ((cuddreal *)gemm_case_c(c, c->C, i, j))[part] = specials[(i + 3 * j + 2 * part) % COUNT];
        gemm_case_scalars(c, k ? 0.0 : 3.0, 0.0);
        c->beta.w = cuddFromDouble(beta);
        c->on_engine = q / 6 % 2;
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS); /* A, B are NaN */
        for (int64_t e = 0; e < c->m * c->n * parts; e++)
        {
            const int64_t i = e / parts % c->m, j = e / parts / c->m, part = e % parts;
            const cuddreal old = specials[(i + 3 * j + 2 * part) % COUNT],
                           now = ((cuddreal *)gemm_case_c(c, c->result, i, j))[part];
            if (!dd_is_scaled(old, beta, now))
                fail_msg("%g (%g, %g) = (%g, %g)", beta, old.x, old.y, now.x, now.y);
        }
        gemm_case_free(c);
    }
}

/* ---- exact and bounded ----------------------------------------------------------------------- */

/* W and U with arrays at 8 mod 16: the bits of aligned ones, whatever the shape, the operations. */
static void eight_bytes(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{1, 1, 1},    {5, 3, 2},    {8, 6, 4},   {37, 29, 41},
                                        {3, 200, 50}, {200, 3, 50}, {97, 49, 1}, {2, 2, 4000}};
    if (dd_engine_half(h) == 0)
        skip();
    struct dd_random g;
    dd_random_start(&g, 316);
    for (size_t q = 0; q < 18 * sizeof shapes / sizeof shapes[0]; q++)
    {
        const int64_t *shape = shapes[q / 18];
        struct gemm_case *c = gemm_case_new(pair_types[q / 9 % 2], operations[q % 3], operations[q / 3 % 3], shape[0], shape[1],
                                            shape[2], (int64_t)q % 2);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        gemm_case_judge(h, c, &g, 20, "aligned", 316);
        void *aligned = malloc(c->bytes_C);
        assert_non_null(aligned);
        memcpy(aligned, c->result, c->bytes_C);
        c->offset = dd_engine_half(h);
        gemm_case_judge(h, c, &g, 20, "at 8 mod 16", 316);
        assert_memory_equal(c->result, aligned, c->bytes_C);
        free(aligned);
        gemm_case_free(c);
    }
}

static void integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 302);
    for (int q = 0; q < 108; q++)
    {
        const ddblasType_t t = (ddblasType_t)(q / 9 % DDBLAS_TYPE_ALL_COUNT);
        struct gemm_case *c = gemm_case_new(t, operations[q % 3], operations[q / 3 % 3], dd_random_int(&g, 1, 50),
                                            dd_random_int(&g, 1, 50), dd_random_int(&g, 1, 60), q % 4);
        gemm_case_fill(c, &g, GEMM_INTEGER);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                assert_true(gemm_case_error(c, i, j, 0.0) == 0.0);
        gemm_case_free(c);
    }
}

static int64_t edge(struct dd_random *g, int64_t largest)
{
    static const int64_t edges[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  11, 12,  13,  15,  16,  17,  31,  32,
                                    33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 127, 128, 129, 191, 192, 193, 385};
    for (;;)
    {
        const int64_t e = edges[dd_random_int(g, 0, (int64_t)(sizeof edges / sizeof edges[0]) - 1)];
        if (e <= largest)
            return e;
    }
}

/* Sizes astride the edges of tiles, leaves, pieces and blocks; all operations; every kind of
 * data. */
static void bounds(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(303);
    double largest[DDBLAS_TYPE_ALL_COUNT] = {0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < 600 / dd_test_scale(); q++)
    {
        const ddblasType_t t = q % 2 ? pair_types[q / 2 % 2] : (ddblasType_t)(q / 2 % DDBLAS_TYPE_ALL_COUNT);
        const enum gemm_data data = (enum gemm_data)(q / 7 % GEMM_INTEGER);
        struct gemm_case *c = gemm_case_new(t, operations[dd_random_int(&g, 0, 2)], operations[dd_random_int(&g, 0, 2)],
                                            edge(&g, 200), edge(&g, 200), edge(&g, 400), dd_random_int(&g, 0, 3));
        gemm_case_fill(c, &g, data);
        if (q % 5 == 0)
            gemm_case_scalars(c, (double)(q % 3) - 1.0, (double)(q % 2));
        if (q % 10 == 3)
            gemm_case_scalars(c, 1.0, 0.0);
        c->on_engine = q % 6 == 1;
        largest[t] = fmax(largest[t], gemm_case_judge(h, c, &g, 24, gemm_data_name(data), seed));
        gemm_case_free(c);
    }
    for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
        print_message("largest error %cgemm: %.3g units\n", ddblas_type_letter((ddblasType_t)t), largest[t]);
}

/* k beyond 2^17, where int32 sums of residues would end. */
static void long_sums(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 304);
    for (int q = 0; q < 2; q++)
    {
        const int64_t k = (INT64_C(1) << (17 - q)) + 5; /* a complex term is two real ones */
        struct gemm_case *c = gemm_case_new(pair_types[q], DDBLAS_OP_T, DDBLAS_OP_N, 3, 2, k, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        print_message("%cgemm k = %lld: %.3g units\n", ddblas_type_letter(c->type), (long long)k,
                      gemm_case_judge(h, c, &g, 6, "long", 304));
        gemm_case_free(c);
    }
}

/* Operands and products down to the last subnormal: each product may lose 3/2 2^-1074, the two
 * scalings as much; a part of a complex number has twice as many of both. */
static void subnormal(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 305);
    for (int q = 0; q < 60; q++)
    {
        struct gemm_case *c = gemm_case_new(pair_types[q / 30], operations[q % 3], operations[q / 3 % 3], edge(&g, 20),
                                            edge(&g, 20), edge(&g, 100), 0);
        const double losses = (dd_type_is_complex(c->type) ? 4.0 : 1.0) * (1.5 * (double)c->k + 3.0);
        gemm_case_fill(c, &g, GEMM_SUBNORMAL);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t index = 0; index < c->m * c->n; index += 3)
            assert_true(gemm_case_error(c, index % c->m, index / c->m, 2.0 * losses) <= gemm_case_bound(c));
        gemm_case_free(c);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

static double value(cuddreal a) { return isfinite(a.x) && !isfinite(a.y) ? (double)NAN : a.x; }

/* A complex number of doubles, and f z, where a part of f that is 0 is not multiplied. */
struct parts
{
    double re, im;
};

static struct parts times(struct parts f, struct parts z)
{
    if (f.im == 0.0)
        return (struct parts){f.re * z.re, f.re * z.im};
    if (f.re == 0.0)
        return (struct parts){-f.im * z.im, f.im * z.re};
    return (struct parts){f.re * z.re - f.im * z.im, f.re * z.im + f.im * z.re};
}

static struct parts parts_of(ddblasType_t type, const void *element, int conjugate)
{
    const cuddreal *e = element;
    const double im = dd_type_is_complex(type) ? value(e[1]) : 0.0;
    return (struct parts){value(e[0]), conjugate ? -im : im};
}

static void assert_class(double expected, cuddreal r, int64_t i, int64_t j)
{
    if (isfinite(expected) ? !cuddIsFinite(r) : !(r.y == 0.0 && (isnan(expected) ? isnan(r.x) : r.x == expected)))
        fail_msg("element (%lld, %lld): (%g, %g), expected %g", (long long)i, (long long)j, r.x, r.y, expected);
}

/* IEEE 754 arithmetic in double gives the class of each part where sizes are moderate. */
static void assert_classes(const struct gemm_case *c)
{
    const struct parts alpha = parts_of(c->type, &c->alpha, 0), beta = parts_of(c->type, &c->beta, 0);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            struct parts sum = {0.0, 0.0};
            for (int64_t t = 0; t < c->k; t++)
            {
                const struct parts a = parts_of(c->type, gemm_case_a(c, i, t), c->transa == DDBLAS_OP_C),
                                   b = parts_of(c->type, gemm_case_b(c, t, j), c->transb == DDBLAS_OP_C);
                sum.re += a.re * b.re;
                if (!dd_type_is_complex(c->type))
                    continue;
                sum.re += -a.im * b.im;
                sum.im += a.re * b.im;
                sum.im += a.im * b.re;
            }
            struct parts expected = times(alpha, sum);
            if (beta.re != 0.0 || beta.im != 0.0)
            {
                const struct parts old = times(beta, parts_of(c->type, gemm_case_c(c, c->C, i, j), 0));
                expected.re += old.re;
                expected.im += old.im;
            }
            const cuddreal *r = gemm_case_c(c, c->result, i, j);
            assert_class(expected.re, r[0], i, j);
            if (dd_type_is_complex(c->type))
                assert_class(expected.im, r[1], i, j);
        }
}

/* Writes a special value to the element, of a complex one to one of its parts. */
static void put_special(const struct gemm_case *c, struct dd_random *g, void *element)
{
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal list[] = {{inf, 0.0},  {-inf, 0.0}, {inf, nan_}, {-inf, inf},
                             {nan_, 0.0}, {nan_, 3.0}, {1.0, nan_}, {0.0, 0.0}};
    ((cuddreal *)element)[dd_type_is_complex(c->type) ? dd_random_int(g, 0, 1) : 0] = list[dd_random_int(g, 0, 7)];
}

static void put_specials(struct gemm_case *c, struct dd_random *g)
{
    for (int64_t s = dd_random_int(g, 0, 3); s > 0; s--)
        put_special(c, g, gemm_case_a(c, dd_random_int(g, 0, c->m - 1), dd_random_int(g, 0, c->k - 1)));
    for (int64_t s = dd_random_int(g, 0, 2); s > 0; s--)
        put_special(c, g, gemm_case_b(c, dd_random_int(g, 0, c->k - 1), dd_random_int(g, 0, c->n - 1)));
    for (int64_t s = dd_random_int(g, 0, 2); s > 0; s--)
        put_special(c, g, gemm_case_c(c, c->C, dd_random_int(g, 0, c->m - 1), dd_random_int(g, 0, c->n - 1)));
}

static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 306);
    for (int q = 0; q < 600; q++)
    {
        struct gemm_case *c = gemm_case_new(pair_types[q / 300], operations[q % 3], operations[q / 3 % 3],
                                            dd_random_int(&g, 1, 30), dd_random_int(&g, 1, 30), dd_random_int(&g, 1, 40), 1);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        put_specials(c, &g);
        if (q % 4 == 1)
            c->beta = dd_element_integer(c->type, q % 8 == 1 ? 1.0 : -1.0, 0.0);
        if (q % 4 == 2)
            c->alpha = dd_element_integer(c->type, q % 8 == 2 ? 1.0 : 0.0, dd_type_is_complex(c->type) && q % 8 != 2 ? 2.0 : 0.0);
        if (q % 9 == 0)
            put_special(c, &g, &c->beta);
        if (q % 11 == 0)
            put_special(c, &g, &c->alpha);
        if (dd_parts_are_zero(dd_parts_load(c->type, &c->alpha, 0)))
            c->alpha = dd_element_integer(c->type, 1.0, 0.0);
        c->on_engine = q % 5 == 0;
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_classes(c);
        gemm_case_free(c);
    }
}

/* One product beyond the range of double makes its element Inf, of a complex one the real part, and
 * leaves the others alone. */
static void overflow(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 307);
    for (int q = 0; q < 2; q++)
    {
        struct gemm_case *c = gemm_case_new(pair_types[q], DDBLAS_OP_N, DDBLAS_OP_N, 9, 7, 20, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        gemm_case_scalars(c, 1.0, 1.0);
        *(cuddreal *)gemm_case_a(c, 4, 3) = cuddFromDouble(0x1p1000);
        *(cuddreal *)gemm_case_b(c, 3, 5) = cuddFromDouble(-0x1p100);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        const cuddreal *r = gemm_case_c(c, c->result, 4, 5);
        assert_true(r[0].x == -(double)INFINITY && r[0].y == 0.0 && (q == 0 || cuddIsFinite(r[1])));
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                if (i != 4 || j != 5)
                    assert_true(gemm_case_error(c, i, j, 0.0) <= gemm_case_bound(c));
        gemm_case_free(c);
    }
}

/* ---- allocation ------------------------------------------------------------------------------ */

static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 308);
    for (int q = 0; q < 2; q++)
    {
        ddblasHandle_t mine = dd_test_handle();
        struct gemm_case *c = gemm_case_new(pair_types[q], DDBLAS_OP_N, DDBLAS_OP_N, 20, 20, 2000, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        memcpy(c->result, c->C, c->bytes_C);
        void *A = dd_engine_copy(mine, c->A, c->bytes_A, 0), *B = dd_engine_copy(mine, c->B, c->bytes_B, 0),
             *C = dd_engine_copy(mine, c->C, c->bytes_C, 0);
        ddblas_inject_allocation_failure(1);
        assert_int_equal(gemm_call(mine, c->type, c->transa, c->transb, c->m, c->n, c->k, &c->alpha, A, c->lda, B, c->ldb,
                                   &c->beta, C, c->ldc),
                         DDBLAS_STATUS_ALLOC_FAILED);
        ddblas_inject_allocation_failure(0);
        dd_engine_read(mine, c->result, C, c->bytes_C);
        assert_memory_equal(c->result, c->C, c->bytes_C);
        dd_engine_free(mine, A, 0);
        dd_engine_free(mine, B, 0);
        dd_engine_free(mine, C, 0);
        assert_int_equal(ddblasDestroy(mine), DDBLAS_STATUS_SUCCESS);
        gemm_case_free(c);
    }
}

/* Few elements and many terms: the CUDA engine cuts k. The same bits in every repetition, with NaN
 * in the workspace. */
static void repetition(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{1, 1, 5000}, {3, 200, 1500}, {64, 64, 2000}, {300, 2, 700}, {260, 250, 300}};
    struct dd_random g;
    dd_random_start(&g, 309);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int q = 0; q < 5; q++)
        {
            size_t bytes = 0;
            void *workspace = NULL, *first;
            struct gemm_case *c = gemm_case_new((ddblasType_t)type, operations[q % 3], operations[(q + 1) % 3], sizes[q][0],
                                                sizes[q][1], sizes[q][2], 1);
            gemm_case_fill(c, &g, GEMM_UNIFORM);
            print_message("%cgemm k = %lld: %.3g units\n", ddblas_type_letter(c->type), (long long)c->k,
                          gemm_case_judge(h, c, &g, 24, "repetition", 309));
            first = malloc(c->bytes_C);
            assert_non_null(first);
            memcpy(first, c->result, c->bytes_C);
            assert_int_equal(ddblasGemmWorkspaceSize(h, c->type, c->m, c->n, c->k, &bytes), DDBLAS_STATUS_SUCCESS);
            void *poison = malloc(bytes + 1);
            assert_non_null(poison);
            memset(poison, 0xff, bytes + 1);
            workspace = dd_engine_copy(h, poison, bytes + 1, 0);
            assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
            for (int r = 0; r < 5; r++)
            {
                assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
                assert_memory_equal(first, c->result, c->bytes_C);
            }
            assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
            dd_engine_free(h, workspace, 0);
            free(poison);
            free(first);
            gemm_case_free(c);
        }
}

/* In U: smaller and smaller workspaces make smaller blocks, fewer threads, with the same bits, down
 * to one in which there is no room for a block. 3080 terms are two slices of a real product on the
 * CUDA engine. */
static void smaller_workspaces(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{70, 37, 60}, {45, 23, 3080}};
    struct dd_random g;
    dd_random_start(&g, 317);
    for (int q = 0; q < 2; q++)
    {
        size_t bytes = 0;
        struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_U, DDBLAS_OP_C, DDBLAS_OP_N, sizes[q][0], sizes[q][1], sizes[q][2], 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        gemm_case_judge(h, c, &g, 24, "smaller workspaces", 317);
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        assert_int_equal(ddblasGemmWorkspaceSize(h, c->type, c->m, c->n, c->k, &bytes), DDBLAS_STATUS_SUCCESS);
        void *poison = malloc(bytes);
        assert_non_null(poison);
        memset(poison, 0xff, bytes);
        void *workspace = dd_engine_copy(h, poison, bytes, 0);
        free(poison);
        ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
        int successes = 0;
        for (; status == DDBLAS_STATUS_SUCCESS; bytes -= bytes / 8)
        {
            assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
            status = gemm_case_run(h, c);
            assert_memory_equal(status == DDBLAS_STATUS_SUCCESS ? first : c->C, c->result, c->bytes_C);
            successes += status == DDBLAS_STATUS_SUCCESS;
        }
        assert_int_equal(status, DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_true(successes >= (dd_test_engine() == DDBLAS_ENGINE_CUDA ? 2 : 1));
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
        dd_engine_free(h, workspace, 0);
        free(first);
        gemm_case_free(c);
    }
}

static void recorded_accuracy(void **state)
{
    (void)state;
    char name[512], key[64];
    int good = 1;
    static const char *const routes[] = {"auto", "plain", "residues"};
    const int cuda = dd_test_engine() == DDBLAS_ENGINE_CUDA;
    (void)snprintf(name, sizeof name, "%s/baseline/gemm_%s%s.csv", DDBLAS_VALIDATION_DIR, cuda ? "cuda_" : "cpu",
                   cuda ? routes[route] : "");
    struct dd_baseline *b = dd_baseline_open(name);
    for (int turn = 0; turn < 2 * GEMM_INTEGER; turn++)
    {
        const int data = turn % GEMM_INTEGER;
        const ddblasType_t type = pair_types[turn / GEMM_INTEGER];
        double largest = 0.0;
        struct dd_random g;
        dd_random_start(&g, (uint64_t)(310 + data));
        for (int q = 0; q < 4; q++)
        {
            struct gemm_case *c = gemm_case_new(type, operations[q % 2], operations[q / 2], 130, 70, 300, 0);
            gemm_case_fill(c, &g, (enum gemm_data)data);
            largest = fmax(largest, gemm_case_judge(h, c, &g, 200, gemm_data_name((enum gemm_data)data), 310));
            gemm_case_free(c);
        }
        (void)snprintf(key, sizeof key, "%cgemm %s", ddblas_type_letter(type), gemm_data_name((enum gemm_data)data));
        good = dd_baseline_check(b, key, largest) && good;
    }
    dd_baseline_close(b);
    assert_true(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),    cmocka_unit_test(wrong_query),    cmocka_unit_test(quick_returns),
        cmocka_unit_test(nothing_to_read),    cmocka_unit_test(eight_bytes),    cmocka_unit_test(special_values_without_product),
        cmocka_unit_test(integers),           cmocka_unit_test(bounds),         cmocka_unit_test(long_sums),
        cmocka_unit_test(subnormal),          cmocka_unit_test(special_values), cmocka_unit_test(overflow),
        cmocka_unit_test(allocation_failure), cmocka_unit_test(repetition),     cmocka_unit_test(recorded_accuracy),
        cmocka_unit_test(smaller_workspaces),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("gemm", tests, set_up, close_handle);
    int failed = 0;
    static const char *const names[] = {"gemm, automatic route", "gemm, plain route", "gemm, residue route"};
    for (int r = DDBLAS_GEMM_ROUTE_AUTO; r <= DDBLAS_GEMM_ROUTE_RESIDUES; r++)
    {
        route = (ddblasGemmRoute_t)r;
        failed += _cmocka_run_group_tests(names[r], tests, sizeof tests / sizeof tests[0], set_up, close_handle);
    }
    return failed;
}
