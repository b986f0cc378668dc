/*
 * laswp in all types, on the engine that DDBLAS_TEST_ENGINE names: wrong arguments by their
 * numbers, quick returns, exchanges in either direction against rows exchanged one by one, indices
 * that are no rows, undone exchanges, indices beyond 32 bits, the same bits for any number of
 * threads, and no allocation.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "backend/allocate.h"
#include "handle.h"
#include "laswp_case.h"
#include "poison.h"

static const char *pivots_name(int pivots)
{
    static const char *const names[LASWP_PIVOTS_COUNT] = {"any rows", "rows below", "few rows", "rows outside"};
    return names[pivots];
}

/* ---- arguments and quick returns ------------------------------------------------------------- */

/* The operands of a call, of which one is wrong. */
struct call
{
    int64_t n;
    void *A;
    int64_t lda, k1, k2;
    const int64_t *ipiv;
    int64_t incx;
};

static void assert_refused(ddblasType_t type, struct call c, ddblasStatus_t status, int position)
{
    assert_int_equal(laswp_call(h, type, c.n, c.A, c.lda, c.k1, c.k2, c.ipiv, c.incx), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
    assert_int_equal(laswp_call(NULL, type, c.n, c.A, c.lda, c.k1, c.k2, c.ipiv, c.incx), DDBLAS_STATUS_NOT_INITIALIZED);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct call wrong = good;                                                                                                \
        wrong.member = value;                                                                                                    \
        assert_refused(c->type, wrong, DDBLAS_STATUS_##status, position);                                                        \
    } while (0)

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6401);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        struct laswp_case *c = laswp_case_new((ddblasType_t)type, 6, 4, 2, 5, 1, 1, &g);
        laswp_case_fill(c, &g, LASWP_ANY);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
        int64_t *ipiv = dd_engine_copy(h, c->ipiv, c->bytes_ipiv, 0);
        const struct call good = {c->n, A, c->lda, c->k1, c->k2, ipiv, c->incx};
        const size_t off = dd_type_is_pair(c->type) ? dd_engine_misaligned(h) : dd_type_is_single(c->type) ? 2 : 4;
        REFUSED(n, -1, INVALID_VALUE, 2);
        REFUSED(A, NULL, INVALID_VALUE, 3);
        REFUSED(A, (char *)A + off, MISALIGNED, 3);
        REFUSED(lda, 4, INVALID_VALUE, 4);
        REFUSED(k2, 8, INVALID_VALUE, 4);
        REFUSED(k1, 0, INVALID_VALUE, 5);
        REFUSED(k1, INT64_MIN, INVALID_VALUE, 5);
        REFUSED(ipiv, NULL, INVALID_VALUE, 7);
        REFUSED(ipiv, (const int64_t *)(const void *)((const char *)ipiv + 4), MISALIGNED, 7);
        REFUSED(incx, INT64_MIN, INVALID_VALUE, 8);
        REFUSED(incx, INT64_MAX / 8, INVALID_VALUE, 8);
        assert_true(dd_engine_holds(h, A, c->A, c->bytes_A));
        dd_engine_free(h, A, 0);
        dd_engine_free(h, ipiv, 0);
        laswp_case_free(c);
    }
}

/* Nothing to exchange: legal sizes suffice, and no pointer is looked at. */
static void empty(void **state)
{
    (void)state;
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        dd_must(h, laswp_call(h, (ddblasType_t)type, 0, NULL, 5, 1, 5, NULL, 1), "n = 0");
        dd_must(h, laswp_call(h, (ddblasType_t)type, 3, NULL, 1, 5, 1, NULL, 1), "k2 < k1");
        dd_must(h, laswp_call(h, (ddblasType_t)type, 3, NULL, 1, 1, -3, NULL, -1), "k2 < 0");
        dd_must(h, laswp_call(h, (ddblasType_t)type, 3, NULL, 5, 1, 5, NULL, 0), "incx = 0");
    }
}

/* ---- exchanges ------------------------------------------------------------------------------- */

/* Numbers of exchanges astride the GPU's groups of 32, of columns astride its blocks of 32 and the
 * CPU's groups of 8. */
static void all_sizes(void **state)
{
    (void)state;
    static const int64_t increments[] = {1, -1, 2, -2, 3, -3}, counts[] = {1, 2, 31, 32, 33, 63, 64, 65, 97},
                         columns[] = {1, 7, 8, 9, 31, 32, 33, 65}, firsts[] = {1, 2, 33};
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(6402));
    for (int k = 0; k < 9 * 8 * 3; k++)
        for (int pivots = 0; pivots < LASWP_PIVOTS_COUNT; pivots++)
        {
            const int64_t count = counts[k % 9], k1 = firsts[k / 72];
            struct laswp_case *c = laswp_case_new((ddblasType_t)((k + pivots) % DDBLAS_TYPE_ALL_COUNT),
                                                  k1 - 1 + count + dd_random_int(&g, 0, 40), columns[k / 9 % 8], k1,
                                                  k1 + count - 1, increments[(k + pivots / 2) % 6], dd_random_int(&g, 0, 3), &g);
            c->offset = (size_t)dd_random_int(&g, 0, 3) * c->size;
            laswp_case_fill(c, &g, (laswp_pivots)pivots);
            laswp_case_judge(h, c, pivots_name(pivots));
            laswp_case_free(c);
        }
}

/* Every type with every kind of index in both directions, at 8 mod 16 where the engine takes it. */
static void all_types(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6403);
    for (int k = 0; k < 2 * DDBLAS_TYPE_ALL_COUNT * LASWP_PIVOTS_COUNT; k++)
    {
        struct laswp_case *c =
            laswp_case_new((ddblasType_t)(k / 2 % DDBLAS_TYPE_ALL_COUNT), 90, 40, 3, 77, k % 2 ? -1 : 1, 2, &g);
        laswp_case_fill(c, &g, (laswp_pivots)(k / 2 / DDBLAS_TYPE_ALL_COUNT));
        assert_true(memcmp(c->expected, c->A, c->bytes_A) != 0);
        c->offset = dd_engine_half(h);
        laswp_case_judge(h, c, "types");
        laswp_case_free(c);
    }
}

/* Exchanges with -incx undo those with incx. */
static void undone(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6404);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        struct laswp_case *c = laswp_case_new((ddblasType_t)type, 120, 35, 1, 100, type % 2 ? 2 : 1, 1, &g);
        laswp_case_fill(c, &g, LASWP_ANY);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
        int64_t *ipiv = dd_engine_copy(h, c->ipiv, c->bytes_ipiv, 0);
        dd_must(h, laswp_call(h, c->type, c->n, A, c->lda, c->k1, c->k2, ipiv, c->incx), "laswp");
        assert_true(dd_engine_holds(h, A, c->expected, c->bytes_A));
        dd_must(h, laswp_call(h, c->type, c->n, A, c->lda, c->k1, c->k2, ipiv, -c->incx), "laswp");
        assert_true(dd_engine_holds(h, A, c->A, c->bytes_A));
        dd_engine_free(h, A, 0);
        dd_engine_free(h, ipiv, 0);
        laswp_case_free(c);
    }
}

/* Rows and columns far apart in sparse memory of the CPU. */
static void beyond_32_bits(void **state)
{
    (void)state;
    const int64_t lda = (INT64_C(1) << 31) + 64;
    const size_t bytes = (size_t)(2 * lda) * sizeof(double);
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    double *A = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true((void *)A != MAP_FAILED);
    const int64_t ipiv[] = {lda, 3};
    A[0] = 1.0;
    A[1] = 2.0;
    A[lda] = 3.0;
    dd_must(h, ddblasDlaswp(h, 2, A, lda, 1, 2, ipiv, 1), "Dlaswp");
    assert_true(A[0] == 0.0 && A[lda - 1] == 1.0 && A[1] == 0.0 && A[2] == 2.0 && A[lda] == 0.0 && A[2 * lda - 1] == 3.0);
    (void)munmap(A, bytes);
}

/* ---- threads and memory ---------------------------------------------------------------------- */

static void threads(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6405);
    struct laswp_case *c = laswp_case_new(DDBLAS_TYPE_W, 300, 500, 1, 250, 1, 0, &g);
    laswp_case_fill(c, &g, LASWP_BELOW);
    for (int count = 1; count <= 5; count++)
    {
        assert_int_equal(ddblasSetThreads(h, count), DDBLAS_STATUS_SUCCESS);
        laswp_case_judge(h, c, "threads");
    }
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
    laswp_case_free(c);
}

/* A call succeeds on a fresh handle while every allocation fails. */
static void allocates_nothing(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6406);
    struct laswp_case *c = laswp_case_new(DDBLAS_TYPE_U, 100, 60, 1, 90, -1, 0, &g);
    void *none = NULL;
    laswp_case_fill(c, &g, LASWP_BELOW);
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
    int64_t *ipiv = dd_engine_copy(h, c->ipiv, c->bytes_ipiv, 0);
    ddblasHandle_t fresh = dd_test_handle();
    ddblas_inject_allocation_failure(1);
    dd_must(fresh, laswp_call(fresh, c->type, c->n, A, c->lda, c->k1, c->k2, ipiv, c->incx), "laswp");
    /* The failure is still to come. */
    assert_int_equal(ddblasMalloc(fresh, &none, 16), DDBLAS_STATUS_ALLOC_FAILED);
    ddblas_inject_allocation_failure(0);
    dd_must(fresh, ddblasSynchronize(fresh), "ddblasSynchronize");
    assert_true(dd_engine_holds(h, A, c->expected, c->bytes_A));
    assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
    dd_engine_free(h, A, 0);
    dd_engine_free(h, ipiv, 0);
    laswp_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(empty),
        cmocka_unit_test(all_sizes),       cmocka_unit_test(all_types),
        cmocka_unit_test(undone),          cmocka_unit_test(beyond_32_bits),
        cmocka_unit_test(threads),         cmocka_unit_test(allocates_nothing),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
