/*
 * ger in W, on the engine that DDBLAS_TEST_ENGINE names: arguments, quick returns, untouched
 * memory, exactness on integers, the error bound against MPFR, the bits that dd/rank.h defines,
 * special values, indices beyond 32 bits, allocation failures, and a mutant that the bound must
 * catch.
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
#include "ger_case.h"
#include "handle.h"
#include "level2/ger/cpu/ger_cpu_w.h"
#include "poison.h"

extern const struct ddblas_ger_w_kernels ger_mutant;

/* ---- arguments ------------------------------------------------------------------------------- */

/* The operands of a call, of which one is wrong. */
struct call
{
    int64_t m, n, incx, incy, lda;
    const void *alpha, *x, *y;
    void *A;
};

static ddblasStatus_t call(struct call c) { return ddblasWger(h, c.m, c.n, c.alpha, c.x, c.incx, c.y, c.incy, c.A, c.lda); }

static void assert_refused(struct call c, ddblasStatus_t status, int position)
{
    assert_int_equal(call(c), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct call wrong = good;                                                                                                \
        wrong.member = value;                                                                                                    \
        assert_refused(wrong, DDBLAS_STATUS_##status, position);                                                                 \
    } while (0)

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 601);
    struct ger_case *c = ger_case_new(5, 4, 1, 1, 1);
    ger_case_fill(c, &g, GER_UNIFORM);
    void *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = dd_engine_copy(h, c->y, c->bytes_y, 0),
         *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
    const struct call good = {c->m, c->n, 1, 1, c->lda, &c->alpha, x, y, A};
    const size_t off = dd_engine_misaligned(h);
    assert_int_equal(ddblasWger(NULL, 5, 4, &c->alpha, x, 1, y, 1, A, c->lda), DDBLAS_STATUS_NOT_INITIALIZED);
    REFUSED(m, -1, INVALID_VALUE, 2);
    REFUSED(n, -1, INVALID_VALUE, 3);
    REFUSED(n, INT64_MIN, INVALID_VALUE, 3);
    REFUSED(alpha, NULL, INVALID_VALUE, 4);
    REFUSED(x, NULL, INVALID_VALUE, 5);
    REFUSED(incx, 0, INVALID_VALUE, 6);
    REFUSED(y, NULL, INVALID_VALUE, 7);
    REFUSED(incy, 0, INVALID_VALUE, 8);
    REFUSED(A, NULL, INVALID_VALUE, 9);
    REFUSED(lda, 4, INVALID_VALUE, 10);
    REFUSED(lda, INT64_MIN, INVALID_VALUE, 10);
    REFUSED(alpha, (const char *)&c->alpha + 4, MISALIGNED, 4);
    REFUSED(x, (const char *)x + off, MISALIGNED, 5);
    REFUSED(y, (const char *)y + off, MISALIGNED, 7);
    REFUSED(A, (char *)A + off, MISALIGNED, 9);
    struct call empty = good;
    empty.m = 0;
    empty.lda = 0;
    assert_refused(empty, DDBLAS_STATUS_INVALID_VALUE, 10);
    dd_engine_read(h, c->result, A, c->bytes_A);
    assert_memory_equal(c->result, c->A, c->bytes_A);
    dd_engine_free(h, x, 0);
    dd_engine_free(h, y, 0);
    dd_engine_free(h, A, 0);
    ger_case_free(c);
}

/* ---- quick returns --------------------------------------------------------------------------- */

/* m = 0 or n = 0 asks for nothing but legal sizes. */
static void empty(void **state)
{
    (void)state;
    assert_int_equal(ddblasWger(h, 0, 7, NULL, NULL, 1, NULL, -2, NULL, 1), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWger(h, 7, 0, NULL, NULL, -1, NULL, 1, NULL, 7), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWger(h, 0, 0, NULL, NULL, 1, NULL, 1, NULL, 1), DDBLAS_STATUS_SUCCESS);
}

/* alpha = 0: x and y, all NaN here, are not read, and A, which has NaN too, keeps its bits. With
 * alpha in host memory x and y may be null. */
static void zero_alpha(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct dd_random g;
        dd_random_start(&g, 602);
        struct ger_case *c = ger_case_new(70, 35, k % 2 ? -2 : 1, 1, k % 2);
        ger_case_fill(c, &g, GER_UNIFORM);
        memset(c->x, DD_POISON, c->bytes_x);
        memset(c->y, DD_POISON, c->bytes_y);
        memset(ger_case_a(c, c->A, 3, 4), DD_POISON, sizeof(cuddreal));
        c->alpha = cuddFromDouble(k % 2 ? -0.0 : 0.0);
        c->on_engine = k / 2;
        assert_int_equal(ger_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_memory_equal(c->result, c->A, c->bytes_A);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
        assert_int_equal(ddblasWger(h, c->m, c->n, &c->alpha, NULL, 1, NULL, 1, A, c->lda), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWger(h, c->m, c->n, &c->alpha, NULL, 1, NULL, 1, NULL, c->lda), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 9);
        dd_engine_free(h, A, 0);
        ger_case_free(c);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Small integers exactly. Between the elements of x and y and below those of A is NaN. */
static void integers(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 7, 33, 65, 130};
    const uint64_t seed = dd_random_seed(603);
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < 36; k++)
    {
        struct ger_case *c = ger_case_new(sizes[k % 6], sizes[k / 6], k % 2 ? 2 : -3, k % 3 ? -1 : 2, k % 4);
        ger_case_fill(c, &g, GER_INTEGER);
        dd_must(h, ger_case_run(h, c), "Wger");
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                if (ger_case_error(c, i, j) != 0.0)
                    fail_msg("integers are not exact: m=%lld n=%lld seed=%llu", (long long)c->m, (long long)c->n,
                             (unsigned long long)seed);
        ger_case_free(c);
    }
}

/* Sizes astride the vectors of 4 and 8, the tiles of 64 rows and 32 columns of the GPU, and those
 * of 1024 rows and 64 columns of the CPU; in all increments, with all data, alpha in either
 * memory. */
static void all_sizes(void **state)
{
    (void)state;
    static const int64_t increments[] = {1, -1, 2, -2, 3, -3};
    static const int64_t rows[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025},
                         columns[] = {1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 96, 97, 129};
    enum
    {
        ROWS = sizeof rows / sizeof rows[0],
        COLUMNS = sizeof columns / sizeof columns[0]
    };
    const uint64_t seed = dd_random_seed(604);
    struct dd_random g;
    double worst[GER_DATA_COUNT] = {0.0};
    dd_random_start(&g, seed);
    for (int k = 0; k < ROWS * COLUMNS; k += (int)(dd_test_scale() > 1 ? 7 : 1))
        for (int data = 0; data < GER_DATA_COUNT; data++)
        {
            const int64_t m = rows[k % ROWS], n = columns[k / ROWS];
            struct ger_case *c =
                ger_case_new(m, n, increments[(k + data) % 6], increments[(k / 6 + data) % 6], dd_random_int(&g, 0, 3));
            c->offset = (size_t)dd_random_int(&g, 0, 15) * sizeof(cuddreal);
            c->on_engine = k % 3 == 1;
            ger_case_fill(c, &g, (ger_data)data);
            worst[data] = fmax(worst[data], ger_case_judge(h, c, &g, 100, ger_data_name((ger_data)data), seed));
            ger_case_free(c);
        }
    for (int data = 0; data < GER_DATA_COUNT; data++)
        printf("  %s: largest error %.3f, bound 3 (units of 2^-104)\n", ger_data_name((ger_data)data), worst[data]);
}

static void all_increments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 605);
    for (int64_t incx = -3; incx <= 3; incx++)
        for (int64_t incy = -3; incy <= 3; incy++)
            if (incx != 0 && incy != 0)
            {
                struct ger_case *c = ger_case_new(37, 41, incx, incy, 2);
                ger_case_fill(c, &g, GER_UNIFORM);
                ger_case_judge(h, c, &g, 200, "increments", 605);
                ger_case_free(c);
            }
}

/* Arrays at 8 mod 16, where the engine takes them. */
static void eight_bytes(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_engine_half(h) == 0)
        skip();
    dd_random_start(&g, 606);
    for (int64_t m = 1; m < 40; m += 3)
    {
        struct ger_case *c = ger_case_new(m, 9, 1, 1, m % 2);
        ger_case_fill(c, &g, GER_UNIFORM);
        c->offset = dd_engine_half(h);
        ger_case_judge(h, c, &g, 100, "at 8 mod 16", 606);
        ger_case_free(c);
    }
}

static int is_nan(cuddreal a) { return cuddIsNan(a); }

/* Zeros of either sign, Inf, NaN, numbers near overflow and underflow, in any lane of a vector and
 * anywhere in a block: the defined value to the bit, NaN for NaN. */
static void special_values(void **state)
{
    (void)state;
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal list[] = {{inf, 0.0},     {-inf, 0.0},      {inf, nan_},      {-inf, inf},
                             {nan_, 0.0},    {nan_, 3.0},      {1.0, nan_},      {0.0, 0.0},
                             {-0.0, 0.0},    {-0.0, -0.0},     {0x1p-540, 0.0},  {-0x1p-700, 0.0},
                             {0x1p520, 0.0}, {-0x1p1023, 0.0}, {0x1p-1074, 0.0}, {0x1p1000, 0.0}};
    enum
    {
        COUNT = sizeof list / sizeof list[0]
    };
    struct dd_random g;
    int64_t seen[3] = {0};
    dd_random_start(&g, 607);
    for (int k = 0; k < 1000 / (int)(dd_test_scale() > 1 ? 10 : 1); k++)
    {
        struct ger_case *c = ger_case_new(dd_random_int(&g, 1, 40), dd_random_int(&g, 1, 40), 1, 1, 0);
        ger_case_fill(c, &g, GER_UNIFORM);
        for (int64_t s = dd_random_int(&g, 0, 6); s > 0; s--)
            *ger_case_x(c, dd_random_int(&g, 0, c->m - 1)) = list[dd_random_int(&g, 0, COUNT - 1)];
        for (int64_t s = dd_random_int(&g, 0, 6); s > 0; s--)
            *ger_case_y(c, dd_random_int(&g, 0, c->n - 1)) = list[dd_random_int(&g, 0, COUNT - 1)];
        for (int64_t s = dd_random_int(&g, 0, 60); s > 0; s--)
            *ger_case_a(c, c->A, dd_random_int(&g, 0, c->m - 1), dd_random_int(&g, 0, c->n - 1)) =
                list[dd_random_int(&g, 0, COUNT - 1)];
        if (k % 11 == 0)
            c->alpha = list[dd_random_int(&g, 0, COUNT - 1)];
        if (cuddIsZero(c->alpha))
            c->alpha = cuddFromDouble(1.0);
        c->on_engine = k % 2;
        dd_must(h, ger_case_run(h, c), "Wger");
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
            {
                const cuddreal expected = ger_case_defined(c, i, j), got = *ger_case_a(c, c->result, i, j);
                seen[is_nan(expected) ? 0 : cuddIsInf(expected) ? 1 : 2]++;
                if (is_nan(expected) ? !is_nan(got) : memcmp(&expected, &got, sizeof got) != 0)
                    fail_msg("element (%lld, %lld): (%a, %a), expected (%a, %a)", (long long)i, (long long)j, got.x, got.y,
                             expected.x, expected.y);
            }
        ger_case_free(c);
    }
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* ---- indices beyond 32 bits ------------------------------------------------------------------ */

static void *sparse(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

/* The case with its elements far apart in sparse memory of the CPU. */
static void far_apart(struct ger_case *c, int64_t lda, int64_t incx, int64_t incy)
{
    const size_t bytes_A = (size_t)((c->n - 1) * lda + c->m) * sizeof(cuddreal),
                 bytes_x = (size_t)((c->m - 1) * llabs(incx) + 1) * sizeof(cuddreal),
                 bytes_y = (size_t)((c->n - 1) * llabs(incy) + 1) * sizeof(cuddreal);
    cuddreal *A = sparse(bytes_A), *x = sparse(bytes_x), *y = sparse(bytes_y);
    for (int64_t i = 0; i < c->m; i++)
        x[incx > 0 ? i * incx : (i - (c->m - 1)) * incx] = *ger_case_x(c, i);
    for (int64_t j = 0; j < c->n; j++)
    {
        y[incy > 0 ? j * incy : (j - (c->n - 1)) * incy] = *ger_case_y(c, j);
        memcpy(A + j * lda, ger_case_a(c, c->A, 0, j), (size_t)c->m * sizeof *A);
    }
    dd_must(h, ddblasWger(h, c->m, c->n, &c->alpha, x, incx, y, incy, A, lda), "Wger");
    for (int64_t j = 0; j < c->n; j++)
        assert_memory_equal(A + j * lda, ger_case_a(c, c->result, 0, j), (size_t)c->m * sizeof *A);
    (void)munmap(A, bytes_A);
    (void)munmap(x, bytes_x);
    (void)munmap(y, bytes_y);
}

/* The case with its columns far apart in memory of the device, which is not touched in between. */
static void far_columns(struct ger_case *c, int64_t lda)
{
    const size_t bytes = (size_t)((c->n - 1) * lda + c->m) * sizeof(cuddreal);
    void *A = NULL;
    if (ddblasMalloc(h, &A, bytes) != DDBLAS_STATUS_SUCCESS)
    {
        printf("skipped: no %g GB for lda = %lld\n", (double)bytes * 1e-9, (long long)lda);
        return;
    }
    void *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
    void *after = dd_poisoned(c->bytes_A);
    assert_int_equal(ddblasSetMatrix(h, c->m, c->n, sizeof(cuddreal), c->A, c->lda, A, lda), DDBLAS_STATUS_SUCCESS);
    dd_must(h, ddblasWger(h, c->m, c->n, &c->alpha, x, 1, y, 1, A, lda), "Wger");
    assert_int_equal(ddblasGetMatrix(h, c->m, c->n, sizeof(cuddreal), A, lda, after, c->lda), DDBLAS_STATUS_SUCCESS);
    assert_memory_equal(after, c->result, c->bytes_A);
    free(after);
    dd_engine_free(h, x, 0);
    dd_engine_free(h, y, 0);
    dd_engine_free(h, A, 0);
}

static void beyond_32_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 608);
    struct ger_case *c = ger_case_new(3, 3, 1, 1, 0);
    ger_case_fill(c, &g, GER_UNIFORM);
    ger_case_judge(h, c, &g, 100, "close together", 608);
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
    {
        far_apart(c, INT64_C(1) << 30, 1, 1);                               /* n lda > 2^31 */
        far_apart(c, (INT64_C(1) << 31) + 64, 1, 1);                        /* lda too */
        far_apart(c, 3, (INT64_C(1) << 31) + 1, -((INT64_C(1) << 31) + 1)); /* increments */
    }
    else
        far_columns(c, (INT64_C(1) << 30) + 1);
    ger_case_free(c);
}

/* ---- same bits ------------------------------------------------------------------------------- */

/* Every number of threads and every instruction set, and repetitions. */
static void same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    struct dd_random g;
    dd_random_start(&g, 609);
    for (int data = 0; data < GER_DATA_COUNT; data++)
    {
        struct ger_case *c = ger_case_new(1501, 203, 1, 1, 2);
        ger_case_fill(c, &g, (ger_data)data);
        ger_case_judge(h, c, &g, 300, ger_data_name((ger_data)data), 609);
        void *first = malloc(c->bytes_A);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_A);
        for (int k = 0; k < (on_cpu ? 3 : 1); k++)
        {
            if (on_cpu && ddblas_isa_select(sets[k]) != 0)
            {
                printf("  not on this processor: %s\n", sets[k]);
                continue;
            }
            for (int threads = 1; threads <= 9; threads++)
            {
                assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
                dd_must(h, ger_case_run(h, c), "Wger");
                assert_memory_equal(c->result, first, c->bytes_A);
            }
        }
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblas_isa_select(NULL), 0);
        free(first);
        ger_case_free(c);
    }
}

/* ---- memory and the mutant ------------------------------------------------------------------- */

/* A call allocates nothing: it succeeds on a fresh handle while every allocation fails, and needs
 * no workspace of the caller's. */
static void allocates_nothing(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 610);
    struct ger_case *c = ger_case_new(300, 200, 1, 1, 0);
    ger_case_fill(c, &g, GER_UNIFORM);
    ger_case_judge(h, c, &g, 100, "with memory", 610);
    void *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = dd_engine_copy(h, c->y, c->bytes_y, 0),
         *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *after = dd_poisoned(c->bytes_A), *none = NULL;
    ddblasHandle_t fresh = dd_test_handle();
    ddblas_inject_allocation_failure(1);
    dd_must(fresh, ddblasWger(fresh, c->m, c->n, &c->alpha, x, 1, y, 1, A, c->lda), "Wger");
    /* The failure is still to come. */
    assert_int_equal(ddblasMalloc(fresh, &none, 16), DDBLAS_STATUS_ALLOC_FAILED);
    ddblas_inject_allocation_failure(0);
    dd_engine_read(fresh, after, A, c->bytes_A);
    assert_memory_equal(after, c->result, c->bytes_A);
    assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
    free(after);
    dd_engine_free(h, x, 0);
    dd_engine_free(h, y, 0);
    dd_engine_free(h, A, 0);
    ger_case_free(c);
}

/* The kernel without one term of the product must break the bound on all data of full length. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 611);
    for (int k = 0; k < 30; k++)
        for (int data = 0; data < GER_DATA_COUNT; data++)
        {
            struct ger_case *c = ger_case_new(20 + k, 10, 1, 1, 0);
            double largest = 0.0;
            if (data == GER_INTEGER)
            {
                ger_case_free(c);
                continue;
            }
            ger_case_fill(c, &g, (ger_data)data);
            ddblas_ger_w_substitute(&ger_mutant);
            dd_must(h, ger_case_run(h, c), "Wger");
            ddblas_ger_w_substitute(NULL);
            for (int64_t q = 0; q < c->m * c->n; q++)
                largest = fmax(largest, ger_case_error(c, q % c->m, q / c->m));
            assert_true(largest > ger_case_bound(c));
            ger_case_judge(h, c, &g, 100, "not the mutant", 611);
            ger_case_free(c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),   cmocka_unit_test(empty),
        cmocka_unit_test(zero_alpha),        cmocka_unit_test(integers),
        cmocka_unit_test(all_sizes),         cmocka_unit_test(all_increments),
        cmocka_unit_test(eight_bytes),       cmocka_unit_test(special_values),
        cmocka_unit_test(beyond_32_bits),    cmocka_unit_test(same_bits),
        cmocka_unit_test(allocates_nothing), cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
