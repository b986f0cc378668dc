/*
 * Level 1 in all types, on the engine that DDBLAS_TEST_ENGINE names. One list of functions
 * (level1_functions.def) goes through every test: arguments, quick returns, untouched memory,
 * exactness on integers, the error bounds against exact sums, the bits that dd/level1.h defines,
 * special values, the ends of the range, indices beyond 32 bits, workspaces, allocation failures,
 * and a mutant that the bounds must catch.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
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
#include "handle.h"
#include "level1/cpu/level1_cpu_w.h"
#include "level1_case.h"
#include "poison.h"

extern const struct ddblas_level1_w_kernels level1_mutant;

static int on_cpu(void) { return dd_test_engine() == DDBLAS_ENGINE_CPU; }

#define FOR_EACH_FUNCTION(f)                                                                                                     \
    for (const struct level1_function *f = level1_functions; f < level1_functions + LEVEL1_FUNCTIONS; f++)

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(const struct level1_function *f, struct level1_call call, ddblasStatus_t status, int position)
{
    if (position == 0)
        return; /* the kind has no such argument */
    if (f->call(h, &call) != status || ddblasGetLastArgument(h) != position || strlen(ddblasGetLastError(h)) == 0)
        fail_msg("%s: argument %d was not refused", f->name, position);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct level1_call wrong = good;                                                                                         \
        wrong.member = value;                                                                                                    \
        assert_refused(f, wrong, DDBLAS_STATUS_##status, position);                                                              \
    } while (0)

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    size_t bytes;
    dd_random_start(&g, 701);
    FOR_EACH_FUNCTION(f)
    {
        const struct level1_positions at = level1_positions[f->kind];
        struct level1_case *c = level1_case_new(f, 5, 1, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        union dd_element result[2];
        void *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = c->y ? dd_engine_copy(h, c->y, c->bytes_y, 0) : NULL;
        const struct level1_call good = {5, level1_a(c, &bytes), &c->b, x, 1, y, 1, result};
        assert_int_equal(f->call(NULL, &good), DDBLAS_STATUS_NOT_INITIALIZED);
        REFUSED(a, NULL, INVALID_VALUE, at.a);
        REFUSED(b, NULL, INVALID_VALUE, at.b);
        REFUSED(x, NULL, INVALID_VALUE, at.x);
        REFUSED(y, NULL, INVALID_VALUE, at.y);
        if (f->kind != LEVEL1_copy)
        {
            REFUSED(incx, 0, INVALID_VALUE, at.y ? at.incx : 0);
            REFUSED(incy, 0, INVALID_VALUE, at.incy);
        }
        REFUSED(result, NULL, INVALID_VALUE, at.result);
        REFUSED(a, (const char *)level1_a(c, &bytes) + 2, MISALIGNED, at.a);
        REFUSED(b, (const char *)&c->b + 2, MISALIGNED, at.b);
        REFUSED(result, (char *)result + 2, MISALIGNED, at.result);
        REFUSED(x, (char *)x + 2, MISALIGNED, at.x);
        REFUSED(y, y ? (char *)y + 2 : NULL, MISALIGNED, at.y);
        if (f->type == DDBLAS_TYPE_W || f->type == DDBLAS_TYPE_U)
            REFUSED(x, (char *)x + dd_engine_misaligned(h), MISALIGNED, at.x);
        assert_true(dd_engine_holds(h, x, c->x, c->bytes_x));
        assert_true(!y || dd_engine_holds(h, y, c->y, c->bytes_y));
        dd_engine_free(h, x, 0);
        if (y)
            dd_engine_free(h, y, 0);
        level1_case_free(c);
    }
    assert_int_equal(ddblasLevel1WorkspaceSize(h, (ddblasType_t)77, 10, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasLevel1WorkspaceSize(h, DDBLAS_TYPE_W, 10, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
}

/* ---- quick returns --------------------------------------------------------------------------- */

/* n <= 0, and in kinds of one vector incx <= 0: results are 0 in either memory, and vectors and
 * scalars may be null. */
static void empty(void **state)
{
    (void)state;
    static const int64_t cases[][2] = {{0, 1}, {-1, 1}, {INT64_MIN, -2}, {3, 0}, {3, -1}, {0, 0}};
    const unsigned char zeros[sizeof(union dd_element)] = {0};
    FOR_EACH_FUNCTION(f)
    for (int k = 0; k < 12; k++)
    {
        const int64_t n = cases[k / 2][0], inc = cases[k / 2][1];
        const struct level1_positions at = level1_positions[f->kind];
        if (at.y && (n > 0 || (inc == 0 && f->kind != LEVEL1_copy)))
            continue;
        const int is_index = f->kind == LEVEL1_amax || f->kind == LEVEL1_amin;
        const size_t size = is_index ? sizeof(int64_t) : dd_type_size(f->a_type);
        union dd_element result[2];
        memset(result, DD_POISON, sizeof result);
        void *engine = dd_engine_copy(h, result, sizeof result, 0);
        assert_int_equal(ddblasSetPointerMode(h, k % 2 ? DDBLAS_POINTER_MODE_DEVICE : DDBLAS_POINTER_MODE_HOST), 0);
        const struct level1_call call = {n, NULL, NULL, NULL, inc, NULL, 1, k % 2 ? engine : (void *)result};
        dd_must(h, f->call(h, &call), f->name);
        if (k % 2)
            dd_engine_read(h, result, engine, sizeof result);
        if (at.result)
        {
            assert_memory_equal(result, zeros, size);
            assert_int_equal(((unsigned char *)result)[size], DD_POISON);
            struct level1_call null = call;
            null.result = NULL;
            assert_int_equal(f->call(h, &null), DDBLAS_STATUS_INVALID_VALUE);
        }
        dd_engine_free(h, engine, 0);
    }
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), 0);
}

/* axpy with alpha = 0: x, all NaN, is not read, and y, which has a NaN too, keeps its bits. */
static void zero_alpha(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 702);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; k < 4 && f->kind == LEVEL1_axpy; k++)
    {
        const int pair = f->type == DDBLAS_TYPE_W || f->type == DDBLAS_TYPE_U;
        struct level1_case *c = level1_case_new(f, 700, 1, k % 2 ? -2 : 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        c->on_engine = k / 2;
        if (c->on_engine && !on_cpu() && !pair) /* cuBLAS reads x */
        {
            level1_case_free(c);
            continue;
        }
        memset(c->x, DD_POISON, c->bytes_x);
        memset(level1_y(c, c->y, 3), DD_POISON, dd_type_size(f->type));
        memset(&c->a, 0, sizeof c->a);
        assert_int_equal(level1_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        if (pair || !c->on_engine)
            assert_memory_equal(c->y_after, c->y, c->bytes_y);
        level1_case_free(c);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Small integers exactly; NaN lies between the elements. */
static void integers(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 7, 16, 33, 130, 1025};
    const uint64_t seed = dd_random_seed(703);
    struct dd_random g;
    dd_random_start(&g, seed);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; k < 14; k++)
    {
        struct level1_case *c = level1_case_new(f, sizes[k % 7], k % 2 ? 2 : -3, k % 3 ? -1 : 2);
        level1_case_fill(c, &g, LEVEL1_INTEGER);
        c->on_engine = k % 4 == 1;
        level1_case_judge(h, c, 1, "integers", seed);
        level1_case_free(c);
    }
}

/* Sizes astride the vectors of 4 and 8, the 16 lanes, their period of 128, the buffers of 1024 and
 * 512, the blocks of 4096 on the CPU and of 256 threads on the GPU, where 4096 elements take a
 * second launch; in many increments, with all data, scalars and results in either memory. */
static void all_sizes(void **state)
{
    (void)state;
    static const int64_t increments[] = {1, 1, -1, 2, -2, 3, -3, 17};
    static const int64_t sizes[] = {1,   2,   3,   4,   5,   7,    8,    9,    15,   16,   17,   31,   32,   33,   127,  128, 129,
                                    255, 256, 257, 511, 513, 1023, 1024, 1025, 2047, 2049, 4095, 4096, 4097, 5000, 8193, 9001};
    enum
    {
        SIZES = sizeof sizes / sizeof sizes[0]
    };
    const uint64_t seed = dd_random_seed(704);
    const int every = dd_test_scale() > 1 ? 9 : 1;
    struct dd_random g;
    double worst[LEVEL1_KINDS] = {0.0}; /* over the bound */
    dd_random_start(&g, seed);
    FOR_EACH_FUNCTION(f)
    for (int k = (int)(f - level1_functions) % every; k < SIZES * LEVEL1_DATA_COUNT; k += every)
    {
        const int64_t n = sizes[k % SIZES];
        struct level1_case *c = level1_case_new(f, n, increments[dd_random_int(&g, 0, 7)], increments[dd_random_int(&g, 0, 7)]);
        const int data = k / SIZES;
        c->offset = (size_t)dd_random_int(&g, 0, 15) * dd_type_size(f->type);
        c->on_engine = k % 3 == 1;
        level1_case_fill(c, &g, (level1_data)data);
        const double error = level1_case_judge(h, c, 0, "sizes", seed), bound = level1_case_bound(c);
        worst[f->kind] = fmax(worst[f->kind], bound > 0.0 ? error / bound : 0.0);
        level1_case_free(c);
    }
    for (int kind = 0; kind < LEVEL1_KINDS; kind++)
        printf("  kind %d: at most %.3f of the bound\n", kind, worst[kind]);
}

/* All pairs of small increments. */
static void all_increments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 705);
    FOR_EACH_FUNCTION(f)
    for (int64_t incx = -3; incx <= 3; incx++)
        for (int64_t incy = -3; incy <= 3; incy++)
            if (incx != 0 && incy != 0 && (dd_test_scale() == 1 || (incx + incy) % 3 == 0))
            {
                struct level1_case *c = level1_case_new(f, 37, incx, incy);
                level1_case_fill(c, &g, LEVEL1_UNIFORM);
                level1_case_judge(h, c, 0, "increments", 705);
                level1_case_free(c);
            }
}

/* The loop of the reference's xCOPY, after whose indices ix and iy are named; they count from 1. */
static void reference_copy(const struct level1_case *c, const unsigned char *x, unsigned char *y)
{
    const size_t size = dd_type_size(c->f->type);
    int64_t ix = c->incx < 0 ? (1 - c->n) * c->incx + 1 : 1, iy = c->incy < 0 ? (1 - c->n) * c->incy + 1 : 1;
    for (int64_t i = 0; i < c->n; i++, ix += c->incx, iy += c->incy)
        memcpy(y + (size_t)(iy - 1) * size, x + (size_t)(ix - 1) * size, size);
}

/* copy with increments of 0: all of y becomes x_0, or the last x_i remains in y_0. The largest size
 * is shared among threads on the CPU. */
static void copies_of_one_element(void **state)
{
    (void)state;
    static const int64_t increments[][2] = {{0, 0}, {0, 1}, {0, -1}, {0, 3}, {0, -2}, {1, 0}, {-1, 0}, {2, 0}, {-3, 0}};
    static const int64_t sizes[] = {1, 2, 37, 4097, 140001};
    struct dd_random g;
    dd_random_start(&g, 717);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; f->kind == LEVEL1_copy && k < 9 * (dd_test_scale() > 1 ? 4 : 5); k++)
    {
        struct level1_case *c = level1_case_new(f, sizes[k / 9], increments[k % 9][0], increments[k % 9][1]);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        c->offset = (size_t)(k % 3) * dd_type_size(f->type);
        dd_must(h, level1_case_run(h, c), f->name);
        unsigned char *expected = malloc(c->bytes_y);
        assert_non_null(expected);
        memcpy(expected, c->y, c->bytes_y);
        reference_copy(c, c->x, expected);
        if (memcmp(c->y_after, expected, c->bytes_y) != 0)
            fail_msg("%s: n=%lld incx=%lld incy=%lld: not the copy of the reference", f->name, (long long)c->n,
                     (long long)c->incx, (long long)c->incy);
        free(expected);
        level1_case_free(c);
    }
}

/* Both operands of a dot product may be one vector. */
static void one_vector_twice(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 706);
    FOR_EACH_FUNCTION(f)
    if (f->kind == LEVEL1_dotu || f->kind == LEVEL1_dotc)
    {
        struct level1_case *c = level1_case_new(f, 1030, 1, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        memcpy(c->y, c->x, c->bytes_x);
        level1_case_judge(h, c, 0, "two vectors", 706);
        union dd_element result;
        memset(&result, 0, sizeof result);
        void *x = dd_engine_copy(h, c->x, c->bytes_x, 0);
        const struct level1_call call = {c->n, NULL, NULL, x, 1, x, 1, &result};
        dd_must(h, f->call(h, &call), f->name);
        assert_memory_equal(&result, &c->number, dd_type_size(f->a_type));
        dd_engine_free(h, x, 0);
        level1_case_free(c);
    }
}

/* W and U at 8 mod 16, where the engine takes them. */
static void eight_bytes(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_engine_half(h) == 0)
        skip();
    dd_random_start(&g, 707);
    FOR_EACH_FUNCTION(f)
    for (int64_t n = 1; n < 60; n += 7)
    {
        struct level1_case *c = level1_case_new(f, n, n % 2 ? 1 : -2, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        c->offset = dd_engine_half(h);
        level1_case_judge(h, c, 0, "at 8 mod 16", 707);
        level1_case_free(c);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

static int is_pair(const struct level1_function *f) { return f->type == DDBLAS_TYPE_W || f->type == DDBLAS_TYPE_U; }

/* A number of W from a list of what is special, or an ordinary one. */
static cuddreal special_number(struct dd_random *g)
{
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal list[] = {{inf, 0.0},       {-inf, 0.0},      {inf, nan_},    {nan_, 0.0},    {1.0, nan_},
                             {0.0, 0.0},       {-0.0, 0.0},      {0x1p-540, 0},  {-0x1p-700, 0}, {0x1p520, 0.0},
                             {-0x1p1023, 0.0}, {0x1p-1074, 0.0}, {0x1p1000, 0.0}};
    const int64_t k = dd_random_int(g, 0, 60);
    return k < (int64_t)(sizeof list / sizeof list[0]) ? list[k] : dd_random_full_pair(g, (int)dd_random_int(g, -4, 0));
}

/* Updates with special elements and scalars: the defined value to the bit, NaN for NaN. */
static void special_updates(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 708);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; is_pair(f) && k < 300 / (int)(dd_test_scale() > 1 ? 10 : 1); k++)
    {
        struct level1_case *c = level1_case_new(f, dd_random_int(&g, 1, 40), k % 3 ? 1 : 2, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        for (int64_t i = 0; i < c->n; i++)
        {
            const cuddreal re = special_number(&g), im = special_number(&g);
            dd_element_set(f->type, level1_x(c, c->x, i), 0, re, im);
            if (c->y && dd_random_int(&g, 0, 3) == 0)
                dd_element_set(f->type, level1_y(c, c->y, i), 0, im, re);
        }
        if (k % 7 == 0)
            dd_element_set(f->b_type, &c->b, 0, special_number(&g), special_number(&g));
        c->on_engine = k % 2;
        dd_must(h, level1_case_run(h, c), f->name);
        if (!level1_case_is_defined(c))
            fail_msg("%s: a special element is not the defined one", f->name);
        level1_case_free(c);
    }
}

/* A number with both parts of a result. */
static cuddreal part_of(const struct level1_case *c, int imaginary)
{
    const cuddcomplex *r = &c->number.u;
    return imaginary ? r->y : r->x;
}

/* Sums of W and U with one or two special elements among ordinary ones, in any block: what IEEE 754
 * gives for the terms. */
static void special_sums(void **state)
{
    (void)state;
    const cuddreal inf = cuddInf(), nan_ = cuddNan(), zero = cuddFromDouble(0.0);
    static const int64_t sizes[] = {3, 40, 5000, 9000};
    struct dd_random g;
    dd_random_start(&g, 709);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; is_pair(f) && !level1_positions[f->kind].a && k < 40; k++)
    {
        const int dot = f->kind == LEVEL1_dotu || f->kind == LEVEL1_dotc, norm = f->kind == LEVEL1_nrm2 || f->kind == LEVEL1_asum;
        if (!dot && !norm)
            continue;
        struct level1_case *c = level1_case_new(f, sizes[k % 4], 1, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        const int64_t i = dd_random_int(&g, 0, c->n - 1), j = dd_random_int(&g, 0, c->n - 1);
        const int with_nan = k / 4 % 3 == 1, opposite = k / 4 % 3 == 2 && i != j;
        dd_element_set(f->type, level1_x(c, c->x, i), 0, inf, zero);
        if (with_nan || opposite)
            dd_element_set(f->type, level1_x(c, c->x, j), 0, with_nan ? nan_ : cuddNeg(inf), zero);
        if (dot)
        {
            dd_element_set(f->type, level1_y(c, c->y, i), 0, cuddFromDouble(2.0), cuddFromDouble(2.0));
            dd_element_set(f->type, level1_y(c, c->y, j), 0, cuddFromDouble(2.0), cuddFromDouble(2.0));
        }
        dd_must(h, level1_case_run(h, c), f->name);
        const int is_nan = (with_nan && (i != j || norm || 1)) || (dot && opposite);
        const cuddreal re = part_of(c, 0);
        if (is_nan ? !cuddIsNan(re) : f->type == DDBLAS_TYPE_U && dot ? cuddIsFinite(re) : !(cuddIsInf(re) && re.x > 0.0))
            fail_msg("%s: (%a, %a) with special elements, case %d", f->name, re.x, re.y, k);
        level1_case_free(c);
    }
}

/* Partial sums overflow, the result does not: x = (2^1000, -2^1000, 3, 0, ..) times 2^100. */
static void sums_beyond_the_range(void **state)
{
    (void)state;
    static const int64_t sizes[] = {3, 20, 5000, 9000};
    struct dd_random g;
    dd_random_start(&g, 710);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; is_pair(f) && (f->kind == LEVEL1_dotu || f->kind == LEVEL1_dotc) && k < 8; k++)
    {
        const cuddreal zero = cuddFromDouble(0.0);
        const int64_t n = sizes[k / 2], far = k % 2 ? n - 2 : 1;
        struct level1_case *c = level1_case_new(f, n, 1, 1);
        for (int64_t i = 0; i < n; i++)
        {
            const double x = i == 0 ? 0x1p1000 : i == far ? -0x1p1000 : i == n - 1 ? 0x1.8p-99 : 0.0;
            dd_element_set(f->type, level1_x(c, c->x, i), 0, cuddFromDouble(x), zero);
            dd_element_set(f->type, level1_y(c, c->y, i), 0, cuddFromDouble(0x1p100), zero);
        }
        dd_must(h, level1_case_run(h, c), f->name);
        /* With the large terms in two blocks, or two threads of a GPU, 3 is below the error bound.
         * */
        if (on_cpu() && (n < 4096 || far == 1) ? !cuddEqD(part_of(c, 0), 3.0) : !cuddIsFinite(part_of(c, 0)))
            fail_msg("%s, n = %lld: (%a, %a) instead of 3", f->name, (long long)n, part_of(c, 0).x, part_of(c, 0).y);
        level1_case_free(c);
    }
}

/* Norms over the whole range: elements near a power of two from subnormal numbers to the largest,
 * mixed with others far away. The bound holds wherever the norm is normal; a subnormal norm is the
 * exact one within one unit of the grid. */
static void norms_over_the_range(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(711);
    struct dd_random g;
    dd_random_start(&g, seed);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; is_pair(f) && f->kind == LEVEL1_nrm2 && k < 120; k++)
    {
        static const int64_t sizes[] = {1, 2, 17, 300, 5000, 9000};
        struct level1_case *c = level1_case_new(f, sizes[k % 6], 1, 1);
        const int exponent = (int)(k < 30 ? 1010 - k / 6 : dd_random_int(&g, -960, 1000));
        for (int64_t i = 0; i < c->n; i++)
        {
            const int e = dd_random_int(&g, 0, 2) ? exponent : (int)dd_random_int(&g, -1000, exponent);
            const cuddreal re = dd_random_full_pair(&g, e), im = dd_random_full_pair(&g, e);
            dd_element_set(f->type, level1_x(c, c->x, i), 0, re, im);
        }
        dd_element_set(f->type, level1_x(c, c->x, 0), 0, dd_random_full_pair(&g, exponent), dd_random_full_pair(&g, exponent));
        level1_case_judge(h, c, 0, "norms over the range", seed);
        level1_case_free(c);
    }
}

/* Pythagorean multiples of the smallest and the largest powers of two are exact; a norm beyond the
 * range is Inf. */
static void norms_at_the_ends(void **state)
{
    (void)state;
    static const int exponents[] = {-1074, -1073, -1060, -1022, -600, -500, 0, 500, 600, 1020};
    for (int k = 0; k < 10; k++)
        for (int64_t far = 1; far < 10000; far += 4999)
        {
            struct level1_case *c = level1_case_new(&level1_functions[LEVEL1_FUNCTION_Wnrm2], far + 1, 1, 1);
            memset(c->x, 0, c->bytes_x);
            *(cuddreal *)level1_x(c, c->x, 0) = cuddFromDouble(ldexp(3.0, exponents[k]));
            *(cuddreal *)level1_x(c, c->x, far) = cuddFromDouble(ldexp(-4.0, exponents[k]));
            dd_must(h, level1_case_run(h, c), "Wnrm2");
            if (!cuddEqD(c->number.w, ldexp(5.0, exponents[k])))
                fail_msg("2^%d (3, 4): (%a, %a)", exponents[k], c->number.w.x, c->number.w.y);
            *(cuddreal *)level1_x(c, c->x, far) = cuddFromDouble(0x1.fp1023);
            *(cuddreal *)level1_x(c, c->x, 0) = cuddFromDouble(0x1.fp1023);
            dd_must(h, level1_case_run(h, c), "Wnrm2");
            assert_true(cuddIsInf(c->number.w));
            level1_case_free(c);
        }
}

/* Ties take the first index; NaN counts only in front; low parts decide in W. On the CUDA engine
 * cuBLAS decides about NaN in S, D, C, Z. */
static void ties_and_nan(void **state)
{
    (void)state;
    const cuddreal one = cuddFromDouble(1.0), zero = cuddFromDouble(0.0);
    FOR_EACH_FUNCTION(f)
    {
        const int largest = f->kind == LEVEL1_amax;
        if ((!largest && f->kind != LEVEL1_amin) || (!on_cpu() && !is_pair(f)))
            continue;
        for (int64_t n = 5; n < 10000; n = 3 * n + 1)
        {
            struct level1_case *c = level1_case_new(f, n, n % 2 ? 1 : 2, 1);
            for (int64_t i = 0; i < n; i++)
                dd_element_set(f->type, level1_x(c, c->x, i), 0, i % 2 ? cuddNeg(one) : one, zero);
            dd_must(h, level1_case_run(h, c), f->name);
            assert_int_equal(c->index, 1);
            const cuddreal best = is_pair(f) ? cuddMake(1.0, largest ? 0x1p-80 : -0x1p-80) : cuddFromDouble(largest ? 2.0 : 0.5);
            dd_element_set(f->type, level1_x(c, c->x, n - 2), 0, best, zero);
            dd_element_set(f->type, level1_x(c, c->x, n - 1), 0, cuddNeg(best), zero);
            dd_element_set(f->type, level1_x(c, c->x, 2), 0, cuddNan(), zero);
            dd_must(h, level1_case_run(h, c), f->name);
            assert_int_equal(c->index, n - 1);
            dd_element_set(f->type, level1_x(c, c->x, 0), 0, cuddNan(), zero);
            dd_must(h, level1_case_run(h, c), f->name);
            assert_int_equal(c->index, 1);
            memset(c->x, DD_POISON, c->bytes_x);
            dd_must(h, level1_case_run(h, c), f->name);
            assert_int_equal(c->index, 1);
            for (int64_t i = 0; i < n; i++)
                dd_element_set(f->type, level1_x(c, c->x, i), 0, cuddInf(), zero);
            dd_must(h, level1_case_run(h, c), f->name);
            assert_int_equal(c->index, 1);
            level1_case_free(c);
        }
    }
}

/* ---- indices beyond 32 bits ------------------------------------------------------------------ */

static void *sparse(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

/* Increments beyond 2^31 in sparse memory: the results of elements close together. What CBLAS would
 * have to take is refused. */
static void beyond_32_bits(void **state)
{
    (void)state;
    const int64_t inc = (INT64_C(1) << 31) + 3;
    struct dd_random g;
    if (!on_cpu())
        skip();
    dd_random_start(&g, 712);
    FOR_EACH_FUNCTION(f)
    {
        const size_t size = dd_type_size(f->type), bytes = (size_t)(2 * inc + 1) * size;
        const int by_cblas =
            !is_pair(f) && f->kind != LEVEL1_copy && f->kind != LEVEL1_swap && f->kind != LEVEL1_amax && f->kind != LEVEL1_amin;
        struct level1_case *c = level1_case_new(f, 3, 1, -1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        dd_must(h, level1_case_run(h, c), f->name);
        char *x = sparse(bytes), *y = sparse(bytes);
        for (int64_t i = 0; i < 3; i++)
        {
            memcpy(x + (size_t)(i * inc) * size, level1_x(c, c->x, i), size);
            if (c->y)
                memcpy(y + (size_t)((2 - i) * inc) * size, level1_y(c, c->y, i), size);
        }
        union dd_element number;
        size_t bytes_a;
        memset(&number, 0, sizeof number);
        const struct level1_call call = {3, level1_a(c, &bytes_a), &c->b, x, inc, c->y ? y : NULL, -inc, &number};
        assert_int_equal(f->call(h, &call), by_cblas ? DDBLAS_STATUS_NOT_SUPPORTED : DDBLAS_STATUS_SUCCESS);
        const int is_index = f->kind == LEVEL1_amax || f->kind == LEVEL1_amin;
        if (!by_cblas && is_index)
            assert_memory_equal(&number, &c->index, sizeof c->index);
        else if (!by_cblas && !level1_writes(c))
            assert_memory_equal(&number, &c->number, dd_type_size(f->a_type));
        for (int64_t i = 0; !by_cblas && level1_writes(c) && c->y && i < 3; i++)
            assert_memory_equal(y + (size_t)((2 - i) * inc) * size, level1_y(c, c->y_after, i), size);
        (void)munmap(x, bytes);
        (void)munmap(y, bytes);
        level1_case_free(c);
    }
}

/* ---- same bits ------------------------------------------------------------------------------- */

static void assert_same(const struct level1_case *c, const struct level1_case *first, const char *set, int threads)
{
    if (memcmp(&c->number, &first->number, sizeof c->number) != 0 || c->index != first->index ||
        (level1_writes(c) &&
         (memcmp(c->x_after, first->x_after, c->bytes_x) != 0 || (c->y && memcmp(c->y_after, first->y_after, c->bytes_y) != 0))))
        fail_msg("%s, n = %lld: other bits with %s and %d threads", c->f->name, (long long)c->n, set, threads);
}

/* A copy of a case's results. */
static struct level1_case *keep(const struct level1_case *c)
{
    struct level1_case *k = level1_case_new(c->f, c->n, c->incx, c->incy);
    k->number = c->number;
    k->index = c->index;
    memcpy(k->x_after, c->x_after, c->bytes_x);
    if (c->y)
        memcpy(k->y_after, c->y_after, c->bytes_y);
    return k;
}

/* Every number of threads and every instruction set, and repetitions; with more than 256 blocks of
 * 4096 too. */
static void same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    struct dd_random g;
    dd_random_start(&g, 713);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; k < (is_pair(f) || on_cpu() ? 3 : 1); k++)
    {
        const int large = k == 2 && on_cpu() && dd_test_scale() == 1 && (f->type == DDBLAS_TYPE_W || f->type == DDBLAS_TYPE_D);
        const int64_t n = large ? 1100000 : k == 0 ? 140001 : 5003;
        struct level1_case *c = level1_case_new(f, dd_test_scale() > 1 ? 9001 : n, k == 1 ? 2 : 1, 1);
        level1_case_fill(c, &g, k == 1 ? LEVEL1_WIDE : LEVEL1_UNIFORM);
        dd_must(h, level1_case_run(h, c), f->name);
        struct level1_case *first = keep(c);
        for (int s = 0; s < (on_cpu() && is_pair(f) ? 3 : 1); s++)
        {
            if (on_cpu() && ddblas_isa_select(sets[s]) != 0)
                continue;
            for (int threads = 1; threads <= 9; threads += threads < 4 ? 1 : 5)
            {
                assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
                dd_must(h, level1_case_run(h, c), f->name);
                assert_same(c, first, sets[s], threads);
            }
        }
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblas_isa_select(NULL), 0);
        level1_case_free(first);
        level1_case_free(c);
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Each allocation fails in turn until a call succeeds; vectors are unchanged before that. The CPU
 * engine allocates nothing. */
static void failed_allocations(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 714);
    FOR_EACH_FUNCTION(f)
    {
        struct level1_case *c = level1_case_new(f, 4100, 1, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        ddblasHandle_t fresh = dd_test_handle();
        void *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = c->y ? dd_engine_copy(h, c->y, c->bytes_y, 0) : NULL;
        union dd_element result;
        size_t bytes_a;
        const struct level1_call call = {c->n, level1_a(c, &bytes_a), &c->b, x, 1, y, 1, &result};
        ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
        int failures = 0;
        for (int k = 1; status != DDBLAS_STATUS_SUCCESS; k++)
        {
            ddblas_inject_allocation_failure(k);
            status = f->call(fresh, &call);
            ddblas_inject_allocation_failure(0);
            if (status == DDBLAS_STATUS_SUCCESS)
                break;
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_true(dd_engine_holds(h, x, c->x, c->bytes_x) && (!y || dd_engine_holds(h, y, c->y, c->bytes_y)));
            failures++;
        }
        assert_true(!on_cpu() || failures == 0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        dd_engine_free(h, x, 0);
        if (y)
            dd_engine_free(h, y, 0);
        level1_case_free(c);
    }
}

/* With the workspace that the query tells, a call needs no other; with less the CUDA engine refuses
 * where it needs one. */
static void workspaces(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 715);
    FOR_EACH_FUNCTION(f)
    {
        size_t bytes;
        void *workspace = NULL;
        struct level1_case *c = level1_case_new(f, 9001, 1, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        dd_must(h, ddblasLevel1WorkspaceSize(h, f->type, c->n, &bytes), "ddblasLevel1WorkspaceSize");
        assert_true(on_cpu() == (bytes == 0));
        dd_must(h, ddblasMalloc(h, &workspace, bytes + 256), "ddblasMalloc");
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes), "ddblasSetWorkspace");
        level1_case_judge(h, c, 0, "workspace", 715);
        if (!on_cpu() && (!is_pair(f) || !level1_writes(c)))
        {
            dd_must(h, ddblasSetWorkspace(h, workspace, bytes - 256), "ddblasSetWorkspace");
            assert_int_equal(level1_case_run(h, c), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        }
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "ddblasSetWorkspace");
        dd_must(h, ddblasFree(h, workspace), "ddblasFree");
        level1_case_free(c);
    }
}

/* The kernels without error terms break the bounds of all routines that compute in W and U. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (!on_cpu())
        skip();
    dd_random_start(&g, 716);
    FOR_EACH_FUNCTION(f)
    {
        const int computes = f->kind != LEVEL1_copy && f->kind != LEVEL1_swap && f->kind != LEVEL1_amax && f->kind != LEVEL1_amin;
        if (!is_pair(f) || !computes)
            continue;
        struct level1_case *c = level1_case_new(f, 64, 1, 1);
        do
            level1_case_fill(c, &g, LEVEL1_UNIFORM);
        while (f->kind == LEVEL1_rotm && ((const cuddreal *)c->param)->x != -1.0);
        ddblas_level1_w_substitute(&level1_mutant);
        dd_must(h, level1_case_run(h, c), f->name);
        ddblas_level1_w_substitute(NULL);
        const int portable_u = f->type == DDBLAS_TYPE_U && dd_type_is_complex(f->b_type) && level1_writes(c);
        /* The mutant has vectors of one double, with which elements of U are computed one by one.
         * */
        if (!portable_u && !(level1_case_error(c) > level1_case_bound(c)))
            fail_msg("%s: the mutant keeps the bound", f->name);
        level1_case_judge(h, c, 0, "not the mutant", 716);
        level1_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(empty),
        cmocka_unit_test(zero_alpha),
        cmocka_unit_test(integers),
        cmocka_unit_test(all_sizes),
        cmocka_unit_test(all_increments),
        cmocka_unit_test(copies_of_one_element),
        cmocka_unit_test(one_vector_twice),
        cmocka_unit_test(eight_bytes),
        cmocka_unit_test(special_updates),
        cmocka_unit_test(special_sums),
        cmocka_unit_test(sums_beyond_the_range),
        cmocka_unit_test(norms_over_the_range),
        cmocka_unit_test(norms_at_the_ends),
        cmocka_unit_test(ties_and_nan),
        cmocka_unit_test(beyond_32_bits),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(failed_allocations),
        cmocka_unit_test(workspaces),
        cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
