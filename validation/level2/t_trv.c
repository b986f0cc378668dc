/*
 * trmv and trsv in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments, untouched
 * memory, exactness on integers, error bounds against exact sums, singular matrices, indices beyond
 * 32 bits, bits over threads and instruction sets, workspace and failing allocations, a mutant.
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
#include "handle.h"
#include "level2/gemv/cpu/gemv_cpu_w.h"
#include "poison.h"
#include "trv_case.h"

extern const struct ddblas_gemv_w_kernels gemv_mutant;

enum
{
    TYPES = 6,
    ROUTINES = 2
};
static const ddblasType_t types[TYPES] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S,
                                          DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

/* ---- arguments ------------------------------------------------------------------------------- */

/* The operands of a call, of which one is wrong. */
struct call
{
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
    int64_t n, lda, incx;
    const void *A;
    void *x;
};

static void assert_refused(const struct trv_case *c, struct call k, ddblasStatus_t status, int position)
{
    assert_int_equal(trv_call(h, c, k.uplo, k.trans, k.diag, k.n, k.A, k.lda, k.x, k.incx), status);
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

static void refuse_all(const struct trv_case *c, void *A, void *x)
{
    const struct call good = {c->uplo, c->trans, c->diag, c->n, c->lda, c->incx, A, x};
    const size_t off = dd_engine_misaligned(h);
    assert_int_equal(trv_call(NULL, c, c->uplo, c->trans, c->diag, c->n, A, c->lda, x, c->incx), DDBLAS_STATUS_NOT_INITIALIZED);
    REFUSED(uplo, (ddblasFillMode_t)2, INVALID_VALUE, 2);
    REFUSED(uplo, (ddblasFillMode_t)-1, INVALID_VALUE, 2);
    REFUSED(trans, (ddblasOperation_t)3, INVALID_VALUE, 3);
    REFUSED(diag, (ddblasDiagType_t)2, INVALID_VALUE, 4);
    REFUSED(n, -1, INVALID_VALUE, 5);
    REFUSED(n, INT64_MIN, INVALID_VALUE, 5);
    REFUSED(A, NULL, INVALID_VALUE, 6);
    REFUSED(lda, c->n - 1, INVALID_VALUE, 7);
    REFUSED(lda, INT64_MIN, INVALID_VALUE, 7);
    REFUSED(x, NULL, INVALID_VALUE, 8);
    REFUSED(incx, 0, INVALID_VALUE, 9);
    if (!dd_type_is_pair(c->type))
        return;
    REFUSED(A, (const char *)A + off, MISALIGNED, 6);
    REFUSED(x, (char *)x + off, MISALIGNED, 8);
}

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 801);
    for (int k = 0; k < TYPES * ROUTINES; k++)
    {
        struct trv_case *c = trv_case_new(k % ROUTINES, types[k / ROUTINES], k % TRV_FORMS, 5, 1, 1);
        trv_case_fill(c, &g, TRV_UNIFORM);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0);
        refuse_all(c, A, x);
        dd_engine_read(h, c->result, x, c->bytes_x);
        assert_memory_equal(c->result, c->x, c->bytes_x);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        trv_case_free(c);
    }
}

static void wrong_queries(void **state)
{
    (void)state;
    static ddblasStatus_t (*const queries[ROUTINES])(ddblasHandle_t, ddblasType_t, int64_t, size_t *) = {ddblasTrmvWorkspaceSize,
                                                                                                         ddblasTrsvWorkspaceSize};
    for (int k = 0; k < ROUTINES; k++)
    {
        size_t bytes = 1;
        assert_int_equal(queries[k](NULL, DDBLAS_TYPE_W, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_int_equal(queries[k](h, (ddblasType_t)6, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 2);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 3);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 4);
        assert_int_equal(queries[k](h, DDBLAS_TYPE_W, 0, &bytes), DDBLAS_STATUS_SUCCESS);
        assert_true(bytes == 0);
    }
}

/* n = 0 asks for nothing but legal arguments. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < TYPES * ROUTINES * TRV_FORMS; k++)
    {
        struct trv_case *c = trv_case_new(k % ROUTINES, types[k / ROUTINES % TYPES], k / ROUTINES / TYPES, 0, 1, 0);
        assert_int_equal(trv_call(h, c, c->uplo, c->trans, c->diag, 0, NULL, 1, NULL, -3), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(trv_call(h, c, c->uplo, c->trans, c->diag, 0, NULL, 0, NULL, 1), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 7);
        trv_case_free(c);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Sizes astride the blocks of 32 rows and the panels of 256. */
static const int64_t sizes[] = {1, 2, 7, 31, 32, 33, 63, 64, 65, 97, 130, 257};
static const int64_t increments[] = {1, -1, 2, -3};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0]
};

/* A case of each combination of routine, type, form and size, with increments and paddings in
 * turn. */
static struct trv_case *nth_case(int k)
{
    const int64_t n = sizes[k / ROUTINES / TYPES / TRV_FORMS];
    struct trv_case *c = trv_case_new(k % ROUTINES, types[k / ROUTINES % TYPES], k / ROUTINES / TYPES % TRV_FORMS, n,
                                      increments[k / 5 % 4], k / 7 % 3);
    c->offset = k % 2 && dd_type_is_pair(c->type) ? dd_engine_half(h) : 0;
    return c;
}

/* The results are the integers that mathematics gives. NaN is in the other triangle, in a unit
 * diagonal, between the elements of x and below A. */
static void integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 802);
    for (int k = 0; k < ROUTINES * TYPES * TRV_FORMS * 6; k++)
    {
        struct trv_case *c = nth_case(k);
        trv_case_fill(c, &g, TRV_INTEGER);
        dd_must(h, trv_case_run(h, c), "integers");
        for (int64_t i = 0; i < c->n; i++)
        {
            assert_true(trv_case_error(c, i) == 0.0);
            if (c->solve)
            {
                union dd_element exact = {0};
                dd_element_set(c->type, &exact, 0, cuddFromDouble((double)c->integers[2 * i]),
                               cuddFromDouble((double)c->integers[2 * i + 1]));
                const struct dd_number got = dd_number_load(c->type, trv_case_x(c, c->result, i), 0),
                                       want = dd_number_load(c->type, &exact, 0);
                assert_true(cuddEq(got.re, want.re) && cuddEq(got.im, want.im));
            }
        }
        trv_case_free(c);
    }
}

static void judge_all(trv_data data, uint64_t first_seed)
{
    const uint64_t seed = dd_random_seed(first_seed);
    struct dd_random g;
    double largest[ROUTINES] = {0.0};
    dd_random_start(&g, seed);
    for (int k = 0; k < ROUTINES * TYPES * TRV_FORMS * SIZES; k++)
    {
        struct trv_case *c = nth_case(k);
        if (data != TRV_GROWTH || c->n <= 65)
        {
            trv_case_fill(c, &g, data);
            const double error = trv_case_judge(h, c, &g, 40, "all sizes", seed) / trv_case_bound(c);
            largest[c->solve] = fmax(largest[c->solve], error);
        }
        trv_case_free(c);
    }
    printf("largest error over bound: trmv %.3f, trsv %.3f\n", largest[0], largest[1]);
}

static void uniform(void **state)
{
    (void)state;
    judge_all(TRV_UNIFORM, 803);
}

static void wide_exponents(void **state)
{
    (void)state;
    judge_all(TRV_WIDE, 804);
}

static void growth(void **state)
{
    (void)state;
    judge_all(TRV_GROWTH, 805);
}

/* Small solutions of systems whose inverses are large: integers of about 2^g beside a diagonal of
 * powers of two, and right-hand sides of which the solutions are the numbers 1 to 8, which
 * substitution finds without an error. An inverse of the triangle that is used without a check
 * fails here. */
static void small_solutions(void **state)
{
    (void)state;
    static const int growths[] = {0, 3, 6, 10, 14};
    struct dd_random g;
    dd_random_start(&g, 808);
    for (int k = 0; k < 2 * TRV_FORMS * 5; k++)
    {
        struct trv_case *c = trv_case_new(1, k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, k / 2 % TRV_FORMS, 67, 1, 0);
        const int growth = growths[k / (2 * TRV_FORMS)], complex = c->type == DDBLAS_TYPE_U;
        int64_t x[67], sum[67][2];
        for (int64_t i = 0; i < c->n; i++)
            x[i] = dd_random_int(&g, 1, 8);
        for (int64_t i = 0; i < c->n; i++)
        {
            sum[i][0] = sum[i][1] = 0;
            for (int64_t j = 0; j < c->n; j++)
            {
                if (i == j && c->diag == DDBLAS_DIAG_UNIT)
                    sum[i][0] += x[j];
                if (!trv_case_stored(c, i, j))
                    continue;
                const int64_t sign = dd_random_int(&g, 0, 1) ? 1 : -1, size = INT64_C(1) << growth;
                const int64_t re =
                    i == j ? sign * (INT64_C(1) << dd_random_int(&g, 0, 3)) : sign * dd_random_int(&g, size, 2 * size);
                const int64_t im = complex && i != j ? dd_random_int(&g, -size, size) : 0;
                dd_element_set(c->type, trv_case_a(c, i, j), 0, cuddFromDouble((double)re),
                               cuddFromDouble((double)(c->trans == DDBLAS_OP_C ? -im : im)));
                sum[i][0] += x[j] * re;
                sum[i][1] += x[j] * im;
            }
            dd_element_set(c->type, trv_case_x(c, c->x, i), 0, cuddFromDouble((double)sum[i][0]),
                           cuddFromDouble((double)sum[i][1]));
        }
        trv_case_judge(h, c, &g, 67, "small solutions", 808);
        trv_case_free(c);
    }
}

/* Rows near both ends of the range of double, so that reciprocals of the diagonal do not exist. */
static void extreme_pivots(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 806);
    for (int k = 0; k < 2 * TRV_FORMS / 2; k++)
    {
        struct trv_case *c = trv_case_new(1, types[k % 2], k / 2, 40, 1, 0);
        for (int64_t i = 0; i < c->n; i++)
        {
            const int e = i % 2 ? 900 : -850;
            for (int64_t j = 0; j < c->n; j++)
                if (trv_case_stored(c, i, j))
                    dd_element_put(c->type, &g, 0, i == j ? e : e - 10, trv_case_a(c, i, j));
            dd_element_put(c->type, &g, 0, e, trv_case_x(c, c->x, i));
        }
        trv_case_judge(h, c, &g, 40, "extreme pivots", 806);
        trv_case_free(c);
    }
}

/* A zero on the diagonal, and a NaN: the components before it stay accurate, it and those after it
 * that depend on it are not finite. */
static void singular(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 807);
    for (int k = 0; k < TYPES * 12; k++)
    {
        struct trv_case *c = trv_case_new(1, types[k % TYPES], k / TYPES % 6, 50, 1, 0);
        const int64_t bad = dd_random_int(&g, 0, 49);
        const int lower = (c->uplo == DDBLAS_FILL_MODE_LOWER) == (c->trans == DDBLAS_OP_N);
        trv_case_fill(c, &g, TRV_UNIFORM);
        dd_element_set(c->type, trv_case_a(c, bad, bad), 0, cuddFromDouble(k / TYPES >= 6 ? (double)NAN : 0.0),
                       cuddFromDouble(0.0));
        dd_must(h, trv_case_run(h, c), "singular");
        for (int64_t i = 0; i < c->n; i++)
        {
            if (lower ? i < bad : i > bad)
                continue;
            const struct dd_parts got = dd_parts_load(c->type, trv_case_x(c, c->result, i), 0);
            assert_true(!dd_parts_are_finite(got));
        }
        trv_case_free(c);
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
static void far_apart(struct trv_case *c, int64_t lda, int64_t incx)
{
    const int64_t size = (int64_t)c->size, start = incx > 0 ? 0 : -(c->n - 1) * incx;
    const size_t bytes_A = (size_t)(((c->n - 1) * lda + c->n) * size), bytes_x = (size_t)(((c->n - 1) * llabs(incx) + 1) * size);
    char *A = sparse(bytes_A), *x = sparse(bytes_x);
    for (int64_t j = 0; j < c->n; j++)
    {
        memcpy(A + j * lda * size, (const char *)c->A + j * c->lda * size, (size_t)(c->n * size));
        memcpy(x + (start + j * incx) * size, trv_case_x(c, c->x, j), c->size);
    }
    dd_must(h, trv_call(h, c, c->uplo, c->trans, c->diag, c->n, A, lda, x, incx), "far apart");
    for (int64_t i = 0; i < c->n; i++)
        memcpy(trv_case_x(c, c->result, i), x + (start + i * incx) * size, c->size);
    for (int64_t i = 0; i < c->n; i++)
        assert_true(trv_case_error(c, i) <= trv_case_bound(c));
    (void)munmap(A, bytes_A);
    (void)munmap(x, bytes_x);
}

static void beyond_32_bits(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 811);
    for (int k = 0; k < ROUTINES * TYPES * TRV_FORMS; k++)
    {
        struct trv_case *c = trv_case_new(k % ROUTINES, types[k / ROUTINES % TYPES], k / ROUTINES / TYPES, 35, 1, 0);
        trv_case_fill(c, &g, TRV_UNIFORM);
        far_apart(c, (INT64_C(1) << 31) + 64, 1);
        far_apart(c, 35, k % 4 / 2 ? (INT64_C(1) << 31) + 1 : -((INT64_C(1) << 31) + 1));
        trv_case_free(c);
    }
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* Runs the case with several numbers of threads; the result must stay as it is. */
static void repeat_with_threads(struct trv_case *c, const void *first)
{
    for (int threads = 1; threads <= 4; threads += 3)
    {
        assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
        dd_must(h, trv_case_run(h, c), "again");
        assert_memory_equal(c->result, first, c->bytes_x);
    }
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
}

/* Every number of threads, every instruction set, repetitions. */
static void same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    struct dd_random g;
    dd_random_start(&g, 808);
    for (int k = 0; k < ROUTINES * TYPES * 6; k++)
    {
        struct trv_case *c =
            trv_case_new(k % ROUTINES, types[k / ROUTINES % TYPES], k / ROUTINES / TYPES, on_cpu ? 700 : 150, 1, 0);
        const int pair = dd_type_is_pair(c->type);
        trv_case_fill(c, &g, TRV_UNIFORM);
        trv_case_judge(h, c, &g, 10, "bits", 808);
        void *first = malloc(c->bytes_x);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_x);
        for (int set = 0; set < (on_cpu && pair ? 3 : 1); set++)
            if (!on_cpu || !pair || ddblas_isa_select(sets[set]) == 0)
                repeat_with_threads(c, first);
        assert_int_equal(ddblas_isa_select(NULL), 0);
        free(first);
        trv_case_free(c);
    }
}

/* With the workspace that the query names, and without memory: the CPU engine needs none. */
static void workspace(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 809);
    for (int k = 0; k < ROUTINES * 2; k++)
    {
        struct trv_case *c = trv_case_new(k % ROUTINES, types[k / ROUTINES], 0, 100, 1, 0);
        ddblasHandle_t fresh = dd_test_handle();
        size_t bytes = 0;
        trv_case_fill(c, &g, TRV_UNIFORM);
        dd_must(fresh, (c->solve ? ddblasTrsvWorkspaceSize : ddblasTrmvWorkspaceSize)(fresh, c->type, c->n, &bytes), "query");
        assert_true((bytes == 0) == (dd_test_engine() == DDBLAS_ENGINE_CPU));
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *memory = NULL;
        dd_must(h, ddblasMalloc(h, &memory, bytes + 256), "malloc");
        ddblas_inject_allocation_failure(1);
        assert_int_equal(trv_call(fresh, c, c->uplo, c->trans, c->diag, c->n, A, c->lda, x, 1),
                         bytes > 0 ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_SUCCESS);
        ddblas_inject_allocation_failure(0);
        if (bytes > 0)
        {
            dd_engine_read(h, c->result, x, c->bytes_x);
            assert_memory_equal(c->result, c->x, c->bytes_x);
            dd_must(fresh, ddblasSetWorkspace(fresh, memory, bytes), "workspace");
            ddblas_inject_allocation_failure(1);
            dd_must(fresh, trv_call(fresh, c, c->uplo, c->trans, c->diag, c->n, A, c->lda, x, 1), "with workspace");
            ddblas_inject_allocation_failure(0);
        }
        dd_engine_read(h, c->result, x, c->bytes_x);
        for (int64_t i = 0; i < c->n; i++)
            assert_true(trv_case_error(c, i) <= trv_case_bound(c));
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        dd_must(h, ddblasFree(h, memory), "free");
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        trv_case_free(c);
    }
}

/* The kernel of gemv without one term of the product must break the bounds in W and in U. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 810);
    for (int k = 0; k < ROUTINES * 2 * 6; k++)
    {
        struct trv_case *c = trv_case_new(k % ROUTINES, types[k / ROUTINES % 2], k / ROUTINES / 2, 65, 1, 0);
        double largest = 0.0;
        trv_case_fill(c, &g, TRV_GROWTH);
        ddblas_gemv_w_substitute(&gemv_mutant);
        dd_must(h, trv_case_run(h, c), "mutant");
        ddblas_gemv_w_substitute(NULL);
        for (int64_t i = 0; i < c->n; i++)
            largest = fmax(largest, trv_case_error(c, i));
        assert_true(largest > trv_case_bound(c));
        trv_case_judge(h, c, &g, 60, "not the mutant", 810);
        trv_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries),   cmocka_unit_test(empty),
        cmocka_unit_test(integers),        cmocka_unit_test(uniform),         cmocka_unit_test(wide_exponents),
        cmocka_unit_test(growth),          cmocka_unit_test(small_solutions), cmocka_unit_test(extreme_pivots),
        cmocka_unit_test(singular),        cmocka_unit_test(beyond_32_bits),  cmocka_unit_test(same_bits),
        cmocka_unit_test(workspace),       cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
