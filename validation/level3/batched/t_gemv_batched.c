/*
 * Batches of gemv in W, on the engine that DDBLAS_TEST_ENGINE names: wrong arguments by their
 * numbers, quick returns, memory that must not be touched, exactness on integers, the error bound
 * against MPFR, zero scalars, infinite elements, shared and interleaved operands, the bits of
 * single calls and of any number of threads on the CPU engine, no allocation, and a mutant.
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

#include "../../level2/gemv_case.h"
#include "backend/allocate.h"
#include "handle.h"
#include "level2/gemv/cpu/gemv_cpu_w.h"
#include "poison.h"

extern const struct ddblas_gemv_w_kernels gemv_mutant;

static int on_cpu(void) { return dd_test_engine() == DDBLAS_ENGINE_CPU; }

/* ---- a batch --------------------------------------------------------------------------------- */

enum
{
    MOST_MEMBERS = 40
};

struct batch
{
    int64_t count, strideA, stridex, stridey;
    struct gemv_case *member[MOST_MEMBERS];
    size_t bytes_A, bytes_x, bytes_y;
    cuddreal *A, *x, *y, *result; /* all members; y as before the call */
    int on_engine;                /* 1: scalars in the engine's memory */
};

struct shape
{
    ddblasOperation_t trans;
    int64_t m, n, incx, incy, pad;
    int shares_x;    /* 1: all members have the x of the first */
    int interleaves; /* 1: the members of y lie between one another's elements */
};

/* Where component j of member i of y lies. */
static int64_t place_of_y(const struct batch *b, int64_t i, int64_t j)
{
    const struct gemv_case *c = b->member[i];
    return i * b->stridey + (c->incy > 0 ? j * c->incy : (j - (c->outputs - 1)) * c->incy);
}

static cuddreal *array_of(int64_t stride, int64_t count, size_t bytes_of_last, size_t *bytes)
{
    *bytes = (size_t)((count - 1) * stride) * sizeof(cuddreal) + bytes_of_last;
    return dd_poisoned(*bytes);
}

/* Makes the members and their common arrays; what lies between is NaN. */
static struct batch *batch_new(struct shape s, int64_t count, struct dd_random *g, gemv_data data)
{
    struct batch *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->count = count;
    for (int64_t i = 0; i < count; i++)
    {
        struct gemv_case *c = b->member[i] =
            gemv_case_new(DDBLAS_TYPE_W, DDBLAS_TYPE_W, s.trans, s.m, s.n, s.incx, s.incy, s.pad);
        gemv_case_fill(c, g, data);
        c->alpha = b->member[0]->alpha;
        c->beta = b->member[0]->beta;
        if (s.shares_x)
            memcpy(c->x, b->member[0]->x, c->bytes_x);
    }
    const struct gemv_case *first = b->member[0];
    b->strideA = (int64_t)(first->bytes_A / sizeof(cuddreal)) + s.pad;
    b->stridex = s.shares_x ? 0 : (int64_t)(first->bytes_x / sizeof(cuddreal)) + 1;
    b->stridey = s.interleaves ? 1 : (int64_t)(first->bytes_y / sizeof(cuddreal)) + s.pad;
    b->A = array_of(b->strideA, count, first->bytes_A, &b->bytes_A);
    b->x = array_of(b->stridex, count, first->bytes_x, &b->bytes_x);
    b->y = array_of(b->stridey, count, first->bytes_y, &b->bytes_y);
    b->result = dd_poisoned(b->bytes_y);
    return b;
}

/* Copies the members' data to the common arrays. */
static void gather(struct batch *b)
{
    for (int64_t i = 0; i < b->count; i++)
    {
        const struct gemv_case *c = b->member[i];
        memcpy(b->A + i * b->strideA, c->A, c->bytes_A);
        memcpy(b->x + i * b->stridex, c->x, c->bytes_x);
        for (int64_t j = 0; j < c->outputs; j++)
            memcpy(b->y + place_of_y(b, i, j), gemv_case_y(c, c->y, j), sizeof(cuddreal));
    }
}

static void batch_free(struct batch *b)
{
    for (int64_t i = 0; i < b->count; i++)
        gemv_case_free(b->member[i]);
    free(b->A);
    free(b->x);
    free(b->y);
    free(b->result);
    free(b);
}

/* Runs the batch, gives each member its result, and fails if anything else has changed. */
static ddblasStatus_t batch_run(struct batch *b)
{
    const struct gemv_case *c = b->member[0];
    struct dd_scalars s;
    gather(b);
    struct dd_operand operands[] = {dd_operand_read(b->A, b->bytes_A), dd_operand_read(b->x, b->bytes_x),
                                    dd_operand_written(b->y, b->result, b->bytes_y)};
    dd_operands_put(h, operands, 3, c->offset);
    dd_scalars_put(h, &s, sizeof(cuddreal), &c->alpha, &c->beta, b->on_engine);
    const ddblasStatus_t status =
        ddblasWgemvStridedBatched(h, c->trans, c->m, c->n, s.alpha, operands[0].at, c->lda, b->strideA, operands[1].at, c->incx,
                                  b->stridex, s.beta, operands[2].at, c->incy, b->stridey, b->count);
    dd_operands_take(h, operands, 3, c->offset);
    dd_scalars_take(h, &s);
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
    for (int64_t i = 0; i < b->count; i++)
        for (int64_t j = 0; j < c->outputs; j++)
        {
            cuddreal *at = b->result + place_of_y(b, i, j);
            memcpy(gemv_case_y(b->member[i], b->member[i]->result, j), at, sizeof *at);
            memcpy(at, b->y + place_of_y(b, i, j), sizeof *at);
        }
    assert_memory_equal(b->result, b->y, b->bytes_y);
    return status;
}

/* Runs and judges every component of every member. Returns the largest error. */
static double batch_judge(struct batch *b, const char *what, uint64_t seed)
{
    double largest = 0.0;
    dd_must(h, batch_run(b), "WgemvStridedBatched");
    for (int64_t i = 0; i < b->count; i++)
        for (int64_t j = 0; j < b->member[i]->outputs; j++)
        {
            const struct gemv_case *c = b->member[i];
            const double error = gemv_case_error(c, j, 0.0);
            largest = fmax(largest, error);
            if (!(error <= gemv_case_bound(c)))
                fail_msg(
                    "%s, seed %llu: trans=%d m=%lld n=%lld incx=%lld incy=%lld member %lld of %lld, component %lld: error %g",
                    what, (unsigned long long)seed, (int)c->trans, (long long)c->m, (long long)c->n, (long long)c->incx,
                    (long long)c->incy, (long long)i, (long long)b->count, (long long)j, error);
        }
    return largest;
}

static struct shape shape_of(int64_t k, int64_t m, int64_t n)
{
    static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};
    static const int64_t increments[] = {1, -1, 2, -3};
    return (struct shape){.trans = operations[k % 3],
                          .m = m,
                          .n = n,
                          .incx = increments[k / 3 % 4],
                          .incy = increments[(k / 3 + k) % 4],
                          .pad = k % 3,
                          .shares_x = k % 5 == 0};
}

/* ---- arguments and quick returns ------------------------------------------------------------- */

/* The arguments of a call, of which one is wrong. */
struct call
{
    ddblasOperation_t trans;
    int64_t m, n, lda, strideA, incx, stridex, incy, stridey, count;
    const cuddreal *alpha, *A, *x, *beta;
    cuddreal *y;
};

static ddblasStatus_t call(ddblasHandle_t handle, struct call c)
{
    return ddblasWgemvStridedBatched(handle, c.trans, c.m, c.n, c.alpha, c.A, c.lda, c.strideA, c.x, c.incx, c.stridex, c.beta,
                                     c.y, c.incy, c.stridey, c.count);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct call wrong = good;                                                                                                \
        wrong.member = value;                                                                                                    \
        assert_int_equal(call(h, wrong), DDBLAS_STATUS_##status);                                                                \
        assert_int_equal(ddblasGetLastArgument(h), position);                                                                    \
        assert_true(strlen(ddblasGetLastError(h)) > 0);                                                                          \
    } while (0)
#define MOVED(pointer, bytes) ((cuddreal *)(uintptr_t)((uintptr_t)(pointer) + (bytes)))

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6701);
    struct batch *b = batch_new((struct shape){.m = 5, .n = 4, .incx = 1, .incy = 2, .pad = 1}, 3, &g, GEMV_UNIFORM);
    const struct gemv_case *c = b->member[0];
    gather(b);
    cuddreal *A = dd_engine_copy(h, b->A, b->bytes_A, 0), *x = dd_engine_copy(h, b->x, b->bytes_x, 0),
             *y = dd_engine_copy(h, b->y, b->bytes_y, 0);
    const struct call good = {c->trans,   5, 4,           c->lda, b->strideA, 1,          b->stridex, 2,
                              b->stridey, 3, &c->alpha.w, A,      x,          &c->beta.w, y};
    const size_t off = dd_engine_misaligned(h);
    REFUSED(trans, (ddblasOperation_t)3, INVALID_VALUE, 2);
    REFUSED(m, -1, INVALID_VALUE, 3);
    REFUSED(n, -1, INVALID_VALUE, 4);
    REFUSED(alpha, NULL, INVALID_VALUE, 5);
    REFUSED(A, NULL, INVALID_VALUE, 6);
    REFUSED(A, MOVED(A, off), MISALIGNED, 6);
    REFUSED(lda, 4, INVALID_VALUE, 7);
    REFUSED(strideA, -1, INVALID_VALUE, 8);
    REFUSED(strideA, INT64_MAX, INVALID_VALUE, 8);
    REFUSED(x, NULL, INVALID_VALUE, 9);
    REFUSED(x, MOVED(x, off), MISALIGNED, 9);
    REFUSED(incx, 0, INVALID_VALUE, 10);
    REFUSED(stridex, -1, INVALID_VALUE, 11);
    REFUSED(incx, INT64_MIN, INVALID_VALUE, 11);
    REFUSED(beta, NULL, INVALID_VALUE, 12);
    REFUSED(beta, MOVED(&c->beta, 4), MISALIGNED, 12);
    REFUSED(y, NULL, INVALID_VALUE, 13);
    REFUSED(y, MOVED(y, off), MISALIGNED, 13);
    REFUSED(incy, 0, INVALID_VALUE, 14);
    REFUSED(stridey, 0, INVALID_VALUE, 15);
    REFUSED(stridey, 8, INVALID_VALUE, 15); /* the last element of a member is the first of the next */
    REFUSED(stridey, 1, INVALID_VALUE, 15); /* three members do not fit between elements 2 apart */
    REFUSED(count, -1, INVALID_VALUE, 16);
    assert_int_equal(call(NULL, good), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_true(dd_engine_holds(h, y, b->y, b->bytes_y));
    dd_engine_free(h, A, 0);
    dd_engine_free(h, x, 0);
    dd_engine_free(h, y, 0);
    batch_free(b);
}

static void empty(void **state)
{
    (void)state;
    const struct call nothing = {.lda = 7, .strideA = 0, .incx = 1, .incy = -1, .stridey = 0};
    static const int64_t shapes[][3] = {{0, 7, 3}, {7, 0, 3}, {7, 7, 0}};
    for (int k = 0; k < 3; k++)
    {
        struct call c = nothing;
        c.m = shapes[k][0];
        c.n = shapes[k][1];
        c.count = shapes[k][2];
        c.stridey = 7;
        dd_must(h, call(h, c), "empty");
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

static void integers(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 15, 16, 17, 33, 65};
    struct dd_random g;
    dd_random_start(&g, 6702);
    for (int64_t k = 0; k < 49; k++)
    {
        struct batch *b = batch_new(shape_of(k, sizes[k % 7], sizes[k / 7]), 1 + k % 5, &g, GEMV_INTEGER);
        b->on_engine = (int)(k % 2);
        assert_true(batch_judge(b, "integers", 6702) == 0.0);
        batch_free(b);
    }
}

/* Sizes astride the tiles of both engines and the pieces of 256 columns, all operations,
 * increments and data, members apart and interleaved. */
static void all_sizes(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128, 129, 255, 256, 257, 300, 513};
    enum
    {
        SIZES = sizeof sizes / sizeof sizes[0]
    };
    const uint64_t seed = dd_random_seed(6703);
    const int64_t step = dd_test_scale() > 1 ? 17 : 1;
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, seed);
    for (int64_t k = 0; k < SIZES * SIZES; k += step)
    {
        struct shape s = shape_of(dd_random_int(&g, 0, 59), sizes[k % SIZES], sizes[k / SIZES]);
        const int64_t count = s.m * s.n > 20000 ? 2 : dd_random_int(&g, 1, 6);
        s.interleaves = k % 4 == 1;
        if (s.interleaves)
            s.incy = s.incy > 0 ? count + 1 : -count;
        struct batch *b = batch_new(s, count, &g, (gemv_data)(k % GEMV_DATA_COUNT));
        b->on_engine = (int)(k / 2 % 2);
        b->member[0]->offset = (size_t)dd_random_int(&g, 0, 3) * sizeof(cuddreal);
        worst = fmax(worst, batch_judge(b, "sizes", seed) / gemv_case_bound(b->member[0]));
        batch_free(b);
    }
    printf("  largest error %.3f of the bound\n", worst);
}

/* Sums of several pieces, in every operation. */
static void long_sums(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{65, 513}, {513, 65}, {3, 300}, {300, 3}};
    struct dd_random g;
    dd_random_start(&g, 6709);
    for (int64_t k = 0; k < 12; k++)
    {
        struct batch *b = batch_new(shape_of(k, shapes[k / 3][0], shapes[k / 3][1]), 2, &g, GEMV_UNIFORM);
        batch_judge(b, "long sums", 6709);
        batch_free(b);
    }
}

/* alpha = 0: A and x are not read; beta = 0: y is not read. What is not read is NaN. */
static void zero_scalars(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6704);
    for (int64_t k = 0; k < 24; k++)
    {
        struct batch *b = batch_new(shape_of(k, 40, 37), 4, &g, GEMV_UNIFORM);
        const int no_product = k % 4 < 2, no_y = k % 4 > 0;
        for (int64_t i = 0; i < b->count; i++)
        {
            struct gemv_case *c = b->member[i];
            gemv_case_scalars(c, no_product ? 0.0 : 2.0, no_y ? 0.0 : 1.0);
            if (no_product)
            {
                memset(c->A, DD_POISON, c->bytes_A);
                memset(c->x, DD_POISON, c->bytes_x);
            }
            if (no_y)
                memset(c->y, DD_POISON, c->bytes_y);
        }
        b->on_engine = (int)(k / 4 % 2);
        if (!no_product)
            batch_judge(b, "zero beta", 6704);
        else
        {
            dd_must(h, batch_run(b), "zero alpha");
            for (int64_t i = 0; i < b->count; i++)
                for (int64_t j = 0; j < b->member[i]->outputs; j++)
                {
                    const struct gemv_case *c = b->member[i];
                    const cuddreal *y = gemv_case_y(c, c->result, j), *old = gemv_case_y(c, c->y, j);
                    assert_true(no_y ? cuddIsZero(*y) : memcmp(y, old, sizeof *y) == 0);
                }
        }
        batch_free(b);
    }
}

/* One infinite element of x makes all components of its member infinite, and no others. */
static void infinite_elements(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6705);
    for (int64_t k = 0; k < 12; k++)
    {
        struct shape s = shape_of(k, 70, 45);
        s.shares_x = 0;
        struct batch *b = batch_new(s, 3, &g, GEMV_UNIFORM);
        const struct gemv_case *infinite = b->member[k % 3];
        const int64_t t = dd_random_int(&g, 0, infinite->inputs - 1);
        *(cuddreal *)gemv_case_x(infinite, t) = cuddInf();
        dd_must(h, batch_run(b), "infinite");
        for (int64_t i = 0; i < b->count; i++)
            for (int64_t j = 0; j < b->member[i]->outputs; j++)
            {
                const struct gemv_case *c = b->member[i];
                const cuddreal got = *(const cuddreal *)gemv_case_y(c, c->result, j);
                const cuddreal a = *(const cuddreal *)gemv_case_a(infinite, j, t);
                if (i == k % 3)
                    assert_true(got.x == copysign((double)INFINITY, a.x * infinite->alpha.w.x) && got.y == 0.0);
                else
                    assert_true(gemv_case_error(c, j, 0.0) <= gemv_case_bound(c));
            }
        batch_free(b);
    }
}

/* ---- bits, memory and the mutant ------------------------------------------------------------- */

/* On the CPU engine: the bits of a call for each member alone, for any number of threads. */
static void bits_of_single_calls(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{5, 3}, {200, 70}, {70, 200}, {9000, 2}, {2, 9000}};
    struct dd_random g;
    if (!on_cpu())
        skip();
    dd_random_start(&g, 6706);
    for (int64_t k = 0; k < 15; k++)
    {
        struct batch *b = batch_new(shape_of(k, shapes[k / 3][0], shapes[k / 3][1]), k < 3 ? MOST_MEMBERS : 5, &g, GEMV_WIDE);
        for (int threads = 1; threads <= 5; threads += 2)
        {
            assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
            dd_must(h, batch_run(b), "batch");
            for (int64_t i = 0; i < b->count; i++)
            {
                struct gemv_case *c = b->member[i];
                void *of_batch = malloc(c->bytes_y);
                assert_non_null(of_batch);
                memcpy(of_batch, c->result, c->bytes_y);
                dd_must(h, gemv_case_run(h, c), "gemv");
                for (int64_t j = 0; j < c->outputs; j++)
                    assert_memory_equal(gemv_case_y(c, of_batch, j), gemv_case_y(c, c->result, j), sizeof(cuddreal));
                free(of_batch);
            }
        }
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        batch_free(b);
    }
}

/* A call succeeds on a fresh handle while every allocation fails. */
static void allocates_nothing(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6707);
    for (int64_t k = 0; k < 3; k++)
    {
        struct batch *b = batch_new(shape_of(k, k == 1 ? 9000 : 90, k == 1 ? 2 : 300), 3, &g, GEMV_UNIFORM);
        const struct gemv_case *c = b->member[0];
        void *none = NULL;
        gather(b);
        cuddreal *A = dd_engine_copy(h, b->A, b->bytes_A, 0), *x = dd_engine_copy(h, b->x, b->bytes_x, 0),
                 *y = dd_engine_copy(h, b->y, b->bytes_y, 0);
        const struct call good = {c->trans,   c->m,     c->n,        c->lda, b->strideA, c->incx,    b->stridex, c->incy,
                                  b->stridey, b->count, &c->alpha.w, A,      x,          &c->beta.w, y};
        ddblasHandle_t fresh = dd_test_handle();
        ddblas_inject_allocation_failure(1);
        dd_must(fresh, call(fresh, good), "batch");
        /* The failure is still to come. */
        assert_int_equal(ddblasMalloc(fresh, &none, 16), DDBLAS_STATUS_ALLOC_FAILED);
        ddblas_inject_allocation_failure(0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        batch_free(b);
    }
}

/* The kernels without one term of a product break the bound. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (!on_cpu())
        skip();
    dd_random_start(&g, 6708);
    for (int64_t k = 0; k < 6; k++)
    {
        struct batch *b = batch_new(shape_of(k, 40, 30), 3, &g, GEMV_UNIFORM);
        double largest = 0.0;
        ddblas_gemv_w_substitute(&gemv_mutant);
        dd_must(h, batch_run(b), "mutant");
        ddblas_gemv_w_substitute(NULL);
        for (int64_t j = 0; j < b->member[1]->outputs; j++)
            largest = fmax(largest, gemv_case_error(b->member[1], j, 0.0));
        assert_true(largest > gemv_case_bound(b->member[1]));
        batch_judge(b, "not the mutant", 6708);
        batch_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),   cmocka_unit_test(empty),
        cmocka_unit_test(integers),          cmocka_unit_test(all_sizes),
        cmocka_unit_test(long_sums),         cmocka_unit_test(zero_scalars),
        cmocka_unit_test(infinite_elements), cmocka_unit_test(bits_of_single_calls),
        cmocka_unit_test(allocates_nothing), cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
