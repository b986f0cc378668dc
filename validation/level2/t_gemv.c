/*
 * gemv in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments, untouched memory,
 * exactness on integers, error bounds against exact sums, special values, indices beyond 32 bits,
 * bits over threads and instruction sets, workspace and failing allocations, a mutant.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "backend/allocate.h"
#include "backend/isa.h"
#include "gemv_case.h"
#include "handle.h"
#include "level2/gemv/cpu/gemv_cpu_w.h"
#include "poison.h"

extern const struct ddblas_gemv_w_kernels gemv_mutant;

/* Types of the routine and of A: the six types, and W with A in D. Those in double-double come
 * first. */
enum
{
    KINDS = 7,
    PAIR_KINDS = 3,
    OPERATIONS = 3
};
static const struct kind
{
    ddblasType_t type, type_of_a;
} kinds[KINDS] = {{DDBLAS_TYPE_W, DDBLAS_TYPE_W}, {DDBLAS_TYPE_U, DDBLAS_TYPE_U}, {DDBLAS_TYPE_W, DDBLAS_TYPE_D},
                  {DDBLAS_TYPE_S, DDBLAS_TYPE_S}, {DDBLAS_TYPE_D, DDBLAS_TYPE_D}, {DDBLAS_TYPE_C, DDBLAS_TYPE_C},
                  {DDBLAS_TYPE_Z, DDBLAS_TYPE_Z}};

static struct gemv_case *new_case(int64_t kind, int64_t trans, int64_t m, int64_t n, int64_t incx, int64_t incy, int64_t pad)
{
    return gemv_case_new(kinds[kind].type, kinds[kind].type_of_a, (ddblasOperation_t)trans, m, n, incx, incy, pad);
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* The operands of a call, of which one is wrong. */
struct call
{
    ddblasOperation_t trans;
    int64_t m, n, lda, incx, incy;
    const void *alpha, *A, *x, *beta;
    void *y;
};

static void assert_refused(const struct gemv_case *k, struct call c, ddblasStatus_t status, int position)
{
    assert_int_equal(
        gemv_call(h, k->type, k->type_of_a, c.trans, c.m, c.n, c.alpha, c.A, c.lda, c.x, c.incx, c.beta, c.y, c.incy), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct call wrong = good;                                                                                                \
        wrong.member = value;                                                                                                    \
        assert_refused(c, wrong, DDBLAS_STATUS_##status, position);                                                              \
    } while (0)

static void refuse_all(const struct gemv_case *c, void *A, void *x, void *y)
{
    const int more = c->type != c->type_of_a; /* The type of A is an argument. */
    const struct call good = {c->trans, c->m, c->n, c->lda, c->incx, c->incy, &c->alpha, A, x, &c->beta, y};
    assert_int_equal(
        gemv_call(NULL, c->type, c->type_of_a, c->trans, c->m, c->n, &c->alpha, A, c->lda, x, c->incx, &c->beta, y, c->incy),
        DDBLAS_STATUS_NOT_INITIALIZED);
    REFUSED(trans, (ddblasOperation_t)3, INVALID_VALUE, 2);
    REFUSED(trans, (ddblasOperation_t)-1, INVALID_VALUE, 2);
    REFUSED(m, -1, INVALID_VALUE, 3);
    REFUSED(n, INT64_MIN, INVALID_VALUE, 4);
    REFUSED(alpha, NULL, INVALID_VALUE, 5);
    REFUSED(A, NULL, INVALID_VALUE, 6);
    REFUSED(lda, c->m - 1, INVALID_VALUE, 7 + more);
    REFUSED(lda, INT64_MIN, INVALID_VALUE, 7 + more);
    REFUSED(x, NULL, INVALID_VALUE, 8 + more);
    REFUSED(incx, 0, INVALID_VALUE, 9 + more);
    REFUSED(beta, NULL, INVALID_VALUE, 10 + more);
    REFUSED(y, NULL, INVALID_VALUE, 11 + more);
    REFUSED(incy, 0, INVALID_VALUE, 12 + more);
    if (!dd_type_is_pair(c->type))
        return;
    const size_t off = dd_engine_misaligned(h);
    REFUSED(alpha, (const char *)&c->alpha + 4, MISALIGNED, 5);
    REFUSED(A, (const char *)A + (more ? 4 : off), MISALIGNED, 6); /* a double needs 8 bytes */
    REFUSED(x, (const char *)x + off, MISALIGNED, 8 + more);
    REFUSED(beta, (const char *)&c->beta + 4, MISALIGNED, 10 + more);
    REFUSED(y, (char *)y + off, MISALIGNED, 11 + more);
}

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 701);
    for (int k = 0; k < KINDS * OPERATIONS; k++)
    {
        struct gemv_case *c = new_case(k / OPERATIONS, k % OPERATIONS, 5, 4, 1, 1, 1);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
             *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
        refuse_all(c, A, x, y);
        dd_engine_read(h, c->result, y, c->bytes_y);
        assert_memory_equal(c->result, c->y, c->bytes_y);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        gemv_case_free(c);
    }
}

static void wrong_queries(void **state)
{
    (void)state;
    size_t bytes;
    assert_int_equal(ddblasGemvWorkspaceSize(NULL, DDBLAS_TYPE_W, DDBLAS_OP_N, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasGemvWorkspaceSize(h, (ddblasType_t)6, DDBLAS_OP_N, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasGemvWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasOperation_t)3, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasGemvWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_OP_N, -1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasGemvWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_OP_N, 1, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 5);
    assert_int_equal(ddblasGemvWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_OP_N, 1, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 6);
    dd_must(h, ddblasGemvWorkspaceSize(h, DDBLAS_TYPE_U, DDBLAS_OP_C, 0, 1, &bytes), "query");
    assert_int_equal(bytes, 0);
}

/* A type of A that ddblasWgemvEx does not take; and with A in W it is ddblasWgemv. */
static void types_of_a(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 715);
    for (int k = 0; k < OPERATIONS; k++)
    {
        struct gemv_case *c = new_case(0, k, 40, 70, 1, 1, 1);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        gemv_case_judge(h, c, &g, 10, "plain", 715);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
             *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
        for (int type = -1; type < 7; type++)
            if (type != DDBLAS_TYPE_D && type != DDBLAS_TYPE_W)
            {
                assert_int_equal(
                    ddblasWgemvEx(h, c->trans, c->m, c->n, &c->alpha.w, A, (ddblasType_t)type, c->lda, x, 1, &c->beta.w, y, 1),
                    DDBLAS_STATUS_INVALID_VALUE);
                assert_int_equal(ddblasGetLastArgument(h), 7);
            }
        dd_must(h, ddblasWgemvEx(h, c->trans, c->m, c->n, &c->alpha.w, A, DDBLAS_TYPE_W, c->lda, x, 1, &c->beta.w, y, 1), "gemv");
        assert_true(dd_engine_holds(h, y, c->result, c->bytes_y));
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        gemv_case_free(c);
    }
}

/* m = 0 or n = 0 asks for nothing but legal letters and sizes, and leaves y as it is whatever beta
 * is. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++)
    {
        assert_int_equal(
            gemv_call(h, kinds[k].type, kinds[k].type_of_a, DDBLAS_OP_N, 0, 7, NULL, NULL, 1, NULL, -1, NULL, NULL, 1),
            DDBLAS_STATUS_SUCCESS);
        assert_int_equal(
            gemv_call(h, kinds[k].type, kinds[k].type_of_a, DDBLAS_OP_T, 7, 0, NULL, NULL, 7, NULL, -1, NULL, NULL, 1),
            DDBLAS_STATUS_SUCCESS);
        assert_int_equal(
            gemv_call(h, kinds[k].type, kinds[k].type_of_a, DDBLAS_OP_N, 7, 0, NULL, NULL, 6, NULL, 1, NULL, NULL, 1),
            DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), kinds[k].type == kinds[k].type_of_a ? 7 : 8);
    }
}

/* ---- scalars --------------------------------------------------------------------------------- */

/* alpha = 0: A and x are not read (they hold NaN, and may be null if alpha is in host memory), and
 * y = beta y. */
static void zero_alpha(void **state)
{
    (void)state;
    static const double betas[] = {0.0, 1.0, -2.0};
    struct dd_random g;
    dd_random_start(&g, 702);
    for (int k = 0; k < KINDS * OPERATIONS * 3; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct gemv_case *c = new_case(k / 9, k / 3 % OPERATIONS, k % 2 ? 300 : 7, 70, 1, k % 2 ? -2 : 1, 1);
        gemv_case_fill(c, &g, GEMV_INTEGER);
        gemv_case_scalars(c, 0.0, betas[k % 3]);
        /* The oracle multiplies A and x by 0, so it is asked before they become NaN. */
        void *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
        assert_int_equal(gemv_call(h, c->type, c->type_of_a, c->trans, c->m, c->n, &c->alpha, NULL, c->lda, NULL, c->incx,
                                   &c->beta, y, c->incy),
                         DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, c->result, y, c->bytes_y);
        for (int64_t i = 0; i < c->outputs; i++)
            assert_true(gemv_case_error(c, i, 0.0) == 0.0);
        dd_engine_free(h, y, 0);
        if (dd_type_is_pair(c->type))
        {
            char *const first = malloc(c->bytes_y);
            assert_non_null(first);
            memcpy(first, c->result, c->bytes_y);
            memset(c->A, DD_POISON, c->bytes_A);
            memset(c->x, DD_POISON, c->bytes_x);
            c->on_engine = 1;
            dd_must(h, gemv_case_run(h, c), "gemv");
            assert_memory_equal(c->result, first, c->bytes_y);
            free(first);
        }
        gemv_case_free(c);
    }
}

/* beta = 0: y holds NaN and is not read. */
static void zero_beta(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 703);
    for (int k = 0; k < KINDS * OPERATIONS * 2; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct gemv_case *c = new_case(k / 6, k / 2 % OPERATIONS, 77, 66, 1, 2, 1);
        gemv_case_fill(c, &g, GEMV_INTEGER);
        gemv_case_scalars(c, 3.0, 0.0);
        memset(c->y, DD_POISON, c->bytes_y);
        c->on_engine = k % 2;
        dd_must(h, gemv_case_run(h, c), "gemv");
        for (int64_t i = 0; i < c->outputs; i++)
            assert_true(gemv_case_error(c, i, 0.0) == 0.0);
        gemv_case_free(c);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Small integers exactly; between the elements of x and y and below the columns of A is NaN. */
static void integers(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 5, 33, 129};
    const uint64_t seed = dd_random_seed(704);
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < KINDS * OPERATIONS * 25; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int s = k / (KINDS * OPERATIONS);
        struct gemv_case *c =
            new_case(k % KINDS, k / KINDS % OPERATIONS, sizes[s % 5], sizes[s / 5], k % 2 ? 2 : -3, k % 3 ? -1 : 2, k % 4);
        gemv_case_fill(c, &g, GEMV_INTEGER);
        dd_must(h, gemv_case_run(h, c), "gemv");
        for (int64_t i = 0; i < c->outputs; i++)
            if (gemv_case_error(c, i, 0.0) != 0.0)
                fail_msg("integers are not exact: %cgemv %c m=%lld n=%lld seed=%llu", dd_type_letter(c->type), "NTC"[c->trans],
                         (long long)c -> m, (long long)c -> n, (unsigned long long)seed);
        gemv_case_free(c);
    }
}

/* Sizes astride vectors, leaves, pieces and stretches of both engines. */
static const int64_t edges[] = {1,  2,  3,   4,   5,   7,   8,   9,   31,  32,  33,  63,
                                64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1025};
static const int64_t increments[] = {1, -1, 2, -2, 3, -3};
enum
{
    EDGES = sizeof edges / sizeof edges[0],
    INCREMENTS = sizeof increments / sizeof increments[0]
};

static void sizes_of_kind(int kind, struct dd_random *g, uint64_t seed)
{
    double worst[GEMV_DATA_COUNT] = {0.0};
    const int64_t rounds = 400 / dd_test_scale() + 12;
    for (int64_t k = 0; k < rounds; k++)
    {
        int64_t m = edges[dd_random_int(g, 0, EDGES - 1)], n = edges[dd_random_int(g, 0, EDGES - 1)];
        if (k % 8 == 7) /* long and thin, beyond a stretch */
        {
            m = k % 16 == 7 ? 3 : dd_random_int(g, 4090, 8500);
            n = k % 16 == 7 ? dd_random_int(g, 4090, 8500) : 5;
        }
        const gemv_data data = (gemv_data)(k % GEMV_DATA_COUNT);
        struct gemv_case *c = new_case(kind, dd_random_int(g, 0, 2), m, n, increments[dd_random_int(g, 0, INCREMENTS - 1)],
                                       increments[dd_random_int(g, 0, INCREMENTS - 1)], dd_random_int(g, 0, 3));
        c->offset = (size_t)dd_random_int(g, 0, 15) * c->size;
        if (dd_engine_half(h) != 0 && k % 3 == 0)
            c->offset += dd_engine_half(h) * (size_t)dd_type_is_pair(c->type);
        c->on_engine = k % 3 == 1;
        gemv_case_fill(c, g, data);
        worst[data] = fmax(worst[data], gemv_case_judge(h, c, g, 40, gemv_data_name(data), seed));
        gemv_case_free(c);
    }
    printf("  %cgemv, A in %c: largest errors", dd_type_letter(kinds[kind].type), dd_type_letter(kinds[kind].type_of_a));
    for (int data = 0; data < GEMV_DATA_COUNT; data++)
        printf(" %s %.2f", gemv_data_name((gemv_data)data), worst[data]);
    printf("\n");
}

static void all_sizes(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(705);
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int t = 0; t < KINDS; t++)
        sizes_of_kind(t, &g, seed);
}

/* Every size up to 40 by 40 in W and U, where edges of vectors and leaves meet. */
static void small_sizes(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 706);
    const int64_t step = dd_test_scale() > 1 ? 7 : 1;
    for (int t = 0; t < PAIR_KINDS; t++)
        for (int64_t q = 0; q < 40 * 40; q += step)
        {
            struct gemv_case *c = new_case(t, q % 3, 1 + q % 40, 1 + q / 40, 1, 1, q % 2);
            gemv_case_fill(c, &g, (gemv_data)(q % GEMV_DATA_COUNT));
            gemv_case_judge(h, c, &g, 40, "small", 706);
            gemv_case_free(c);
        }
}

/* ---- special values of W and U --------------------------------------------------------------- */

/* The class of a real component that IEEE 754 gives without intermediate overflow: NaN, an Inf of a
 * sign, or finite. Terms are products of values of which some are not finite. */
static double class_of(double a, double b)
{
    const double product = (isfinite(a) && a != 0.0 ? copysign(1.0, a) : a) * (isfinite(b) && b != 0.0 ? copysign(1.0, b) : b);
    return isfinite(product) ? 0.0 : product;
}

/* In W: Inf, NaN and numbers whose partial sums overflow, at random places. */
static void special_values(void **state)
{
    (void)state;
    const double inf = (double)INFINITY;
    const double list[] = {inf, -inf, (double)NAN, 0.0, -0.0, 0x1p1023, -0x1p1023, 0x1p1000, 0x1p-1074};
    enum
    {
        COUNT = sizeof list / sizeof list[0]
    };
    struct dd_random g;
    int64_t seen[3] = {0};
    dd_random_start(&g, 707);
    for (int64_t k = 0; k < 600 / dd_test_scale() + 60; k++)
    {
        struct gemv_case *c = new_case(0, k % 3, dd_random_int(&g, 1, 50), dd_random_int(&g, 1, 50), 1, 1, 0);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        gemv_case_scalars(c, 0.5, k % 2 ? 1.0 : 0.0);
        for (int64_t s = dd_random_int(&g, 0, 3); s > 0; s--)
            *(cuddreal *)gemv_case_x(c, dd_random_int(&g, 0, c->inputs - 1)) =
                cuddFromDouble(list[dd_random_int(&g, 0, COUNT - 1)]);
        for (int64_t s = dd_random_int(&g, 0, 9); s > 0; s--)
            *(cuddreal *)gemv_case_a(c, dd_random_int(&g, 0, c->outputs - 1), dd_random_int(&g, 0, c->inputs - 1)) =
                cuddFromDouble(list[dd_random_int(&g, 0, COUNT - 1)]);
        if (k % 5 == 0 && k % 2)
            *(cuddreal *)gemv_case_y(c, c->y, 0) = cuddFromDouble(list[dd_random_int(&g, 0, 2)]);
        dd_must(h, gemv_case_run(h, c), "Wgemv");
        for (int64_t i = 0; i < c->outputs; i++)
        {
            const cuddreal got = *(const cuddreal *)gemv_case_y(c, c->result, i);
            double special = 0.0;
            for (int64_t t = 0; t < c->inputs; t++)
                special += class_of(((const cuddreal *)gemv_case_a(c, i, t))->x, ((const cuddreal *)gemv_case_x(c, t))->x);
            if (k % 2)
                special += class_of(1.0, ((const cuddreal *)gemv_case_y(c, c->y, i))->x);
            seen[isnan(special) ? 0 : isinf(special) ? 1 : 2]++;
            if (isnan(special))
                assert_true(isnan(got.x) && got.y == 0.0);
            else if (isinf(special))
                assert_true(got.x == special && got.y == 0.0);
            else
            {
                /* The exact sum decides between a finite result and an overflow of its own. Each
                 * small product may add 2^-1073 |alpha|, and the last rounding half of 2^-1074. */
                if (isinf(got.x))
                    assert_true(got.x == gemv_case_value(c, i));
                else
                    assert_true(gemv_case_error(c, i, (double)c->inputs + 1.0) <= gemv_case_bound(c));
            }
        }
        gemv_case_free(c);
    }
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* A partial sum overflows, the result does not: the terms are M, M, -M, -M with M = 2^1023, and
 * small ones. */
static void partial_overflow(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 708);
    for (int k = 0; k < 12; k++)
    {
        const ddblasType_t type = kinds[k % 2].type;
        struct gemv_case *c = new_case(k % 2, k / 2 % 3, 9, 9, 1, 1, 0);
        const cuddreal zero = cuddFromDouble(0.0);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        gemv_case_scalars(c, 1.0, 0.0);
        for (int64_t t = 0; t < 9; t++)
            dd_element_set(type, gemv_case_x(c, t), 0, cuddFromDouble(1.0), zero);
        for (int64_t i = 0; i < 9; i++)
            for (int64_t t = 0; t < 4; t++)
                dd_element_set(type, gemv_case_a(c, i, t), 0, cuddFromDouble(t < 2 ? 0x1p1023 : -0x1p1023), zero);
        dd_must(h, gemv_case_run(h, c), "gemv");
        for (int64_t i = 0; i < 9; i++)
            assert_true(gemv_case_error(c, i, 0.0) <= gemv_case_bound(c));
        gemv_case_free(c);
    }
}

/* In U a NaN of one part of x reaches both parts of every component and no NaN comes from nowhere:
 * rows that Inf and NaN do not touch stay accurate. */
static void special_parts(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 709);
    for (int k = 0; k < 30; k++)
    {
        struct gemv_case *c = new_case(1, k % 3, 13, 11, 1, 1, 0);
        const int64_t i = dd_random_int(&g, 0, c->outputs - 1), t = dd_random_int(&g, 0, c->inputs - 1);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        ((cuddcomplex *)gemv_case_a(c, i, t))->y = cuddFromDouble(k % 2 ? (double)NAN : (double)INFINITY);
        dd_must(h, gemv_case_run(h, c), "Ugemv");
        for (int64_t q = 0; q < c->outputs; q++)
        {
            const cuddcomplex got = *(const cuddcomplex *)gemv_case_y(c, c->result, q);
            if (q != i)
                assert_true(gemv_case_error(c, q, 0.0) <= gemv_case_bound(c));
            else if (k % 2)
                assert_true(isnan(got.x.x) && isnan(got.y.x));
            else
                assert_true(!isfinite(got.x.x) && !isfinite(got.y.x));
        }
        gemv_case_free(c);
    }
}

/* ---- indices beyond 32 bits ------------------------------------------------------------------ */

static void *sparse(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

/* The case with its elements far apart in sparse memory of the CPU. */
static void far_apart(struct gemv_case *c, int64_t lda, int64_t incx, int64_t incy)
{
    const int64_t size = (int64_t)c->size, size_a = (int64_t)c->size_a;
    const size_t bytes_A = (size_t)(((c->n - 1) * lda + c->m) * size_a),
                 bytes_x = (size_t)(((c->inputs - 1) * llabs(incx) + 1) * size),
                 bytes_y = (size_t)(((c->outputs - 1) * llabs(incy) + 1) * size);
    char *A = sparse(bytes_A), *x = sparse(bytes_x), *y = sparse(bytes_y);
    for (int64_t t = 0; t < c->inputs; t++)
        memcpy(x + (incx > 0 ? t * incx : (t - (c->inputs - 1)) * incx) * size, gemv_case_x(c, t), c->size);
    for (int64_t i = 0; i < c->outputs; i++)
        memcpy(y + (incy > 0 ? i * incy : (i - (c->outputs - 1)) * incy) * size, gemv_case_y(c, c->y, i), c->size);
    for (int64_t j = 0; j < c->n; j++)
        memcpy(A + j * lda * size_a, (const char *)c->A + j * c->lda * size_a, (size_t)(c->m * size_a));
    dd_must(h, gemv_call(h, c->type, c->type_of_a, c->trans, c->m, c->n, &c->alpha, A, lda, x, incx, &c->beta, y, incy), "gemv");
    for (int64_t i = 0; i < c->outputs; i++)
        memcpy(gemv_case_y(c, c->result, i), y + (incy > 0 ? i * incy : (i - (c->outputs - 1)) * incy) * size, c->size);
    for (int64_t i = 0; i < c->outputs; i++)
        assert_true(gemv_case_error(c, i, 0.0) <= gemv_case_bound(c));
    (void)munmap(A, bytes_A);
    (void)munmap(x, bytes_x);
    (void)munmap(y, bytes_y);
}

static void beyond_32_bits(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 710);
    for (int k = 0; k < KINDS * OPERATIONS; k++)
    {
        struct gemv_case *c = new_case(k / OPERATIONS, k % OPERATIONS, 3, 3, 1, 1, 0);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        far_apart(c, INT64_C(1) << 30, 1, 1);                               /* n lda > 2^31 */
        far_apart(c, (INT64_C(1) << 31) + 64, 1, 1);                        /* lda too */
        far_apart(c, 3, (INT64_C(1) << 31) + 1, -((INT64_C(1) << 31) + 1)); /* increments */
        gemv_case_free(c);
    }
}

/* ---- same bits ------------------------------------------------------------------------------- */

/* Every number of threads and every instruction set, with and without a workspace, and
 * repetitions. The second shapes have fewer tiles than threads, so that threads share stretches. */
static void same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    static const int64_t shapes[][2] = {{1501, 203}, {9, 13000}, {13000, 9}};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    struct dd_random g;
    dd_random_start(&g, 711);
    for (int q = 0; q < KINDS * OPERATIONS * 3; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        const int64_t *shape = shapes[q / (KINDS * OPERATIONS)];
        struct gemv_case *c = new_case(q % KINDS, q / KINDS % OPERATIONS, shape[0], shape[1], 1, 1, 2);
        if (!on_cpu && !dd_type_is_pair(c->type) && dd_test_scale() > 1)
        {
            gemv_case_free(c);
            continue;
        }
        gemv_case_fill(c, &g, GEMV_WIDE);
        gemv_case_judge(h, c, &g, 5, "bits", 711);
        void *first = malloc(c->bytes_y);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_y);
        for (int k = 0; k < (on_cpu && dd_type_is_pair(c->type) ? 3 : 1); k++)
        {
            if (on_cpu && dd_type_is_pair(c->type) && ddblas_isa_select(sets[k]) != 0)
            {
                printf("  not on this processor: %s\n", sets[k]);
                continue;
            }
            for (int threads = 1; threads <= 6; threads++)
            {
                assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
                dd_must(h, gemv_case_run(h, c), "gemv");
                assert_memory_equal(c->result, first, c->bytes_y);
            }
        }
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblas_isa_select(NULL), 0);
        free(first);
        gemv_case_free(c);
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* With the workspace of the query, a call on a fresh handle allocates nothing and gives the same
 * bits as without. With a smaller one, the CPU engine gives them too, and a device refuses and
 * leaves y as it was. */
static void workspace(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{40, 30}, {9, 9000}, {9000, 9}, {600, 1400}};
    struct dd_random g;
    dd_random_start(&g, 712);
    for (int q = 0; q < PAIR_KINDS * OPERATIONS * 4; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        const int64_t *shape = shapes[q / (PAIR_KINDS * OPERATIONS)];
        struct gemv_case *c = new_case(q % PAIR_KINDS, q / PAIR_KINDS % OPERATIONS, shape[0], shape[1], 1, 1, 0);
        size_t bytes;
        void *memory = NULL, *first = malloc(c->bytes_y);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        assert_int_equal(ddblasSetThreads(h, 4), DDBLAS_STATUS_SUCCESS);
        gemv_case_judge(h, c, &g, 5, "workspace", 712);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_y);
        ddblasHandle_t fresh = dd_test_handle();
        assert_int_equal(ddblasSetThreads(fresh, 4), DDBLAS_STATUS_SUCCESS);
        dd_must(fresh, ddblasGemvWorkspaceSize(fresh, c->type, c->trans, c->m, c->n, &bytes), "query");
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
             *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
        dd_must(h, ddblasMalloc(h, &memory, bytes + 256), "memory");
        dd_must(fresh, ddblasSetWorkspace(fresh, memory, bytes + 256), "workspace");
        ddblas_inject_allocation_failure(1);
        dd_must(fresh, gemv_call(fresh, c->type, c->type_of_a, c->trans, c->m, c->n, &c->alpha, A, c->lda, x, 1, &c->beta, y, 1),
                "gemv");
        ddblas_inject_allocation_failure(0);
        dd_engine_read(fresh, c->result, y, c->bytes_y);
        assert_memory_equal(c->result, first, c->bytes_y);
        if (bytes > 0)
        {
            void *again = dd_engine_copy(h, c->y, c->bytes_y, 0);
            dd_must(fresh, ddblasSetWorkspace(fresh, memory, 256), "workspace");
            const ddblasStatus_t status =
                gemv_call(fresh, c->type, c->type_of_a, c->trans, c->m, c->n, &c->alpha, A, c->lda, x, 1, &c->beta, again, 1);
            dd_engine_read(fresh, c->result, again, c->bytes_y);
            if (dd_test_engine() == DDBLAS_ENGINE_CPU)
            {
                assert_int_equal(status, DDBLAS_STATUS_SUCCESS);
                assert_memory_equal(c->result, first, c->bytes_y);
            }
            else
            {
                assert_int_equal(status, bytes > 256 ? DDBLAS_STATUS_WORKSPACE_TOO_SMALL : DDBLAS_STATUS_SUCCESS);
                if (bytes > 256)
                    assert_memory_equal(c->result, c->y, c->bytes_y);
            }
            dd_engine_free(h, again, 0);
        }
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        dd_must(h, ddblasFree(h, memory), "free");
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        free(first);
        gemv_case_free(c);
    }
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
}

/* Where the call needs memory of its own and there is none, it says so and y stays as it was. */
static void failing_allocation(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 713);
    struct gemv_case *c = new_case(0, DDBLAS_OP_N, 9, 13000, 1, 1, 0);
    gemv_case_fill(c, &g, GEMV_UNIFORM);
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
         *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
    ddblasHandle_t fresh = dd_test_handle();
    assert_int_equal(ddblasSetThreads(fresh, 4), DDBLAS_STATUS_SUCCESS);
    size_t bytes;
    dd_must(fresh, ddblasGemvWorkspaceSize(fresh, c->type, c->trans, c->m, c->n, &bytes), "query");
    assert_true(bytes > 0);
    ddblas_inject_allocation_failure(1);
    assert_int_equal(gemv_call(fresh, c->type, c->type_of_a, c->trans, c->m, c->n, &c->alpha, A, c->lda, x, 1, &c->beta, y, 1),
                     DDBLAS_STATUS_ALLOC_FAILED);
    ddblas_inject_allocation_failure(0);
    dd_engine_read(fresh, c->result, y, c->bytes_y);
    assert_memory_equal(c->result, c->y, c->bytes_y);
    assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
    dd_engine_free(h, A, 0);
    dd_engine_free(h, x, 0);
    dd_engine_free(h, y, 0);
    gemv_case_free(c);
}

/* The kernel without one term of the product must break the bound in W and in U. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 714);
    for (int q = 0; q < 2 * OPERATIONS; q++)
    {
        struct gemv_case *c = new_case(q % 2, q / 2, 60, 50, 1, 1, 0);
        double largest = 0.0;
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        ddblas_gemv_w_substitute(&gemv_mutant);
        dd_must(h, gemv_case_run(h, c), "gemv");
        ddblas_gemv_w_substitute(NULL);
        for (int64_t i = 0; i < c->outputs; i++)
            largest = fmax(largest, gemv_case_error(c, i, 0.0));
        assert_true(largest > gemv_case_bound(c));
        gemv_case_judge(h, c, &g, 60, "not the mutant", 714);
        gemv_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries),
        cmocka_unit_test(types_of_a),      cmocka_unit_test(empty),
        cmocka_unit_test(zero_alpha),      cmocka_unit_test(zero_beta),
        cmocka_unit_test(integers),        cmocka_unit_test(all_sizes),
        cmocka_unit_test(small_sizes),     cmocka_unit_test(special_values),
        cmocka_unit_test(special_parts),   cmocka_unit_test(partial_overflow),
        cmocka_unit_test(beyond_32_bits),  cmocka_unit_test(same_bits),
        cmocka_unit_test(workspace),       cmocka_unit_test(failing_allocation),
        cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
