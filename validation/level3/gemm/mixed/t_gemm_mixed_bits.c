/*
 * The bits of ddblasWgemmEx and ddblasWsyrkEx, on the engine that DDBLAS_TEST_ENGINE names: beside
 * those of ddblasWgemm, of copies in double-double and of each other; in every repetition, and in
 * workspaces of every size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "mixed_case.h"

static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* The same problem in W by ddblasWgemm, with copies of operands of doubles. */
static struct gemm_case *in_w(const struct gemm_case *c)
{
    struct gemm_case *w = gemm_case_new(DDBLAS_TYPE_W, c->transa, c->transb, c->m, c->n, c->k, c->ldc - dd_least_leading(c->m));
    w->alpha = c->alpha;
    w->beta = c->beta;
    for (int64_t t = 0; t < c->k; t++)
    {
        for (int64_t i = 0; i < c->m; i++)
            gemm_case_set_a(w, i, t, gemm_case_get_a(c, i, t));
        for (int64_t j = 0; j < c->n; j++)
            gemm_case_set_b(w, t, j, gemm_case_get_b(c, t, j));
    }
    memcpy(w->C, c->C, c->bytes_C);
    return w;
}

/* W and W: the bits of ddblasWgemm and ddblasWsyrk. Operands of doubles: those of their copies in
 * double-double, on the CUDA engine. */
static void bits_of_copies(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 709);
    for (int64_t q = 0; q < 10 * MIXED_KINDS / (dd_test_scale() > 20 ? 4 : 1); q++)
    {
        struct gemm_case *c = mixed_case_random(&g, q % MIXED_KINDS, 200, 300);
        gemm_case_fill(c, &g, (enum gemm_data)(q / MIXED_KINDS % GEMM_INTEGER));
        struct gemm_case *w = in_w(c);
        if (dd_test_engine() == DDBLAS_ENGINE_CUDA || (c->typea == DDBLAS_TYPE_W && c->typeb == DDBLAS_TYPE_W))
        {
            assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(gemm_case_run(h, w), DDBLAS_STATUS_SUCCESS);
            for (int64_t j = 0; j < c->n; j++)
                for (int64_t i = 0; i < c->m; i++)
                    if (gemm_case_computes(c, i, j))
                        assert_memory_equal(gemm_case_c(c, c->result, i, j), gemm_case_c(w, w->result, i, j), c->size);
        }
        gemm_case_free(w);
        gemm_case_free(c);
    }
}

/* syrk has the bits of gemm, whose result is symmetric to the last bit. */
static void bits_of_syrk(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 710);
    for (int64_t q = 0; q < 12; q++)
    {
        struct gemm_case *c = mixed_case_random(&g, MIXED_OF_GEMM + q % 4, 200, 300);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        struct gemm_case full = *c;
        full.routine = GEMM_EX;
        full.result = malloc(c->bytes_C);
        assert_non_null(full.result);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(gemm_case_run(h, &full), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                if (gemm_case_computes(c, i, j))
                    assert_memory_equal(gemm_case_c(c, c->result, i, j), gemm_case_c(c, full.result, i, j), c->size);
        free(full.result);
        gemm_case_free(c);
    }
}

/* The same array as operands of two types: W and D views are different matrices. */
static void one_array_of_two_types(void **state)
{
    (void)state;
    enum
    {
        N = 40,
        K = 30
    };
    struct dd_random g;
    dd_random_start(&g, 711);
    struct gemm_case *c = mixed_case(1, DDBLAS_OP_N, DDBLAS_OP_T, N, N, K, 0);
    gemm_case_fill(c, &g, GEMM_UNIFORM);
    memcpy(c->B, c->A, c->bytes_B); /* the first doubles of A */
    gemm_case_judge(h, c, &g, N * N, "two arrays", 711);
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(gemm_case_call(h, c, &c->alpha, A, A, &c->beta, C), DDBLAS_STATUS_SUCCESS);
    assert_true(dd_engine_holds(h, C, c->result, c->bytes_C));
    dd_engine_free(h, A, 0);
    dd_engine_free(h, C, 0);
    gemm_case_free(c);
}

/* The same bits in every repetition, with NaN in a workspace of the size that the query of W gives;
 * few elements and many terms among the shapes. */
static void repetition(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{1, 1, 5000},  {3, 200, 1500},  {64, 64, 2000},
                                       {300, 2, 700}, {160, 150, 300}, {100, 90, 7}};
    struct dd_random g;
    dd_random_start(&g, 712);
    for (int q = 0; q < 6 * MIXED_KINDS; q++)
    {
        const int64_t *size = sizes[q % 6], kind = q / 6;
        size_t bytes = 0;
        struct gemm_case *c = mixed_case(kind, operations[q % 3], operations[(q + 1) % 3],
                                         kind < MIXED_OF_GEMM ? size[0] : size[1], size[1], size[2], 1);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        (void)gemm_case_judge(h, c, &g, 12, "repetition", 712);
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        assert_int_equal(kind < MIXED_OF_GEMM ? ddblasGemmWorkspaceSize(h, DDBLAS_TYPE_W, c->m, c->n, c->k, &bytes)
                                              : ddblasSyrkWorkspaceSize(h, DDBLAS_TYPE_W, c->n, c->k, &bytes),
                         DDBLAS_STATUS_SUCCESS);
        void *poison = malloc(bytes + 1);
        assert_non_null(poison);
        memset(poison, 0xff, bytes + 1);
        void *workspace = dd_engine_copy(h, poison, bytes + 1, 0);
        assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
        for (int r = 0; r < 3; r++)
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

/* The same bits in smaller and smaller workspaces, which cut C and, by residues, op(A) and op(B)
 * into blocks, until one is too small for any; then C is as it was. */
static void small_workspaces(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 714);
    for (int q = 0; q < 8; q++)
    {
        static const int chosen[] = {0, 1, 2, 4};
        size_t all = 0;
        struct gemm_case *c = mixed_case(chosen[q % 4], operations[q / 4], operations[q % 2], q % 4 < 3 ? 200 : 330, 330, 150, 1);
        gemm_case_fill(c, &g, q < 4 ? GEMM_UNIFORM : GEMM_WIDE);
        (void)gemm_case_judge(h, c, &g, 12, "small workspaces", 714);
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        assert_int_equal(ddblasGemmWorkspaceSize(h, DDBLAS_TYPE_W, c->m, c->n, c->k, &all), DDBLAS_STATUS_SUCCESS);
        int runs = 0;
        ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
        for (size_t bytes = all; bytes > 0 && status == DDBLAS_STATUS_SUCCESS; bytes = bytes / 2)
        {
            void *workspace = NULL;
            assert_int_equal(ddblasMalloc(h, &workspace, bytes), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
            status = gemm_case_run(h, c);
            assert_true(status == DDBLAS_STATUS_SUCCESS || status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
            assert_memory_equal(status == DDBLAS_STATUS_SUCCESS ? first : c->C, c->result, c->bytes_C);
            runs += status == DDBLAS_STATUS_SUCCESS;
            assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(ddblasFree(h, workspace), DDBLAS_STATUS_SUCCESS);
        }
        print_message("%d workspaces\n", runs);
        assert_true(route != DDBLAS_GEMM_ROUTE_RESIDUES || runs > 1);
        free(first);
        gemm_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bits_of_copies), cmocka_unit_test(bits_of_syrk),
                                       cmocka_unit_test(one_array_of_two_types), cmocka_unit_test(repetition),
                                       cmocka_unit_test(small_workspaces)};
    choose_tests();
    return mixed_run("bits of mixed products", tests, sizeof tests / sizeof tests[0], set_up, close_handle, &route);
}
