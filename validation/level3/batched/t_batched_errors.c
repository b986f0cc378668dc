/*
 * Batches in W, on the engine that DDBLAS_TEST_ENGINE names: every illegal argument of the four
 * routines and the two queries, pointers in arrays, quick returns, failing allocations, workspaces
 * that are too small. Nothing is written after an error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "batched_case.h"
#include "handle.h"

enum
{
    BYTES = 16384
};

static int on_cuda(void) { return dd_test_engine() == DDBLAS_ENGINE_CUDA; }

static void assert_refused(ddblasStatus_t status, ddblasStatus_t expected, int position)
{
    if (status != expected || ddblasGetLastArgument(h) != position)
        fail_msg("%s for argument %d: %s; expected %s for %d", ddblasGetStatusName(status), ddblasGetLastArgument(h),
                 ddblasGetLastError(h), ddblasGetStatusName(expected), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

/* Calls with one wrong argument after the other; `call` is the call with the arguments `a`. */
#define REFUSED(call, member, value, status, position)                                                                           \
    do                                                                                                                           \
    {                                                                                                                            \
        a = right;                                                                                                               \
        a.member = value;                                                                                                        \
        assert_refused(call(a), DDBLAS_STATUS_##status, position);                                                               \
    } while (0)

/* ---- products -------------------------------------------------------------------------------- */

struct products
{
    int transa, transb;
    int64_t m, n, k, lda, ldb, ldc, stride_a, stride_b, stride_c, count;
    const void *alpha, *beta, *A, *B;
    void *C;
};

static ddblasStatus_t strided(struct products a)
{
    return ddblasWgemmStridedBatched(h, (ddblasOperation_t)a.transa, (ddblasOperation_t)a.transb, a.m, a.n, a.k, a.alpha, a.A,
                                     a.lda, a.stride_a, a.B, a.ldb, a.stride_b, a.beta, a.C, a.ldc, a.stride_c, a.count);
}

static ddblasStatus_t pointers(struct products a)
{
    return ddblasWgemmBatched(h, (ddblasOperation_t)a.transa, (ddblasOperation_t)a.transb, a.m, a.n, a.k, a.alpha, a.A, a.lda,
                              a.B, a.ldb, a.beta, a.C, a.ldc, a.count);
}

/* Memory of the engine that no refused call may change. */
static char *engine_bytes(void)
{
    void *host = calloc(1, BYTES);
    assert_non_null(host);
    void *there = dd_engine_copy(h, host, BYTES, 0);
    free(host);
    return there;
}

static void assert_untouched(char *there)
{
    void *host = calloc(1, BYTES);
    assert_non_null(host);
    assert_true(dd_engine_holds(h, there, host, BYTES));
    free(host);
    dd_engine_free(h, there, 0);
}

static void wrong_products(void **state)
{
    (void)state;
    static const cuddreal one = {1.0, 0.0};
    char *memory = engine_bytes();
    const size_t off = dd_engine_misaligned(h);
    const struct products right = {DDBLAS_OP_N,   DDBLAS_OP_T,  3, 2, 4, 3, 2, 3, 12, 8, 6, 2, &one, &one, memory,
                                   memory + 1024, memory + 2048};
    struct products a;
    REFUSED(strided, transa, 3, INVALID_VALUE, 2);
    REFUSED(strided, transb, 'N', INVALID_VALUE, 3);
    REFUSED(strided, m, -1, INVALID_VALUE, 4);
    REFUSED(strided, n, INT64_MIN, INVALID_VALUE, 5);
    REFUSED(strided, k, -1, INVALID_VALUE, 6);
    REFUSED(strided, alpha, NULL, INVALID_VALUE, 7);
    REFUSED(strided, alpha, (const char *)&one + 4, MISALIGNED, 7);
    REFUSED(strided, A, NULL, INVALID_VALUE, 8);
    REFUSED(strided, A, memory + off, MISALIGNED, 8);
    REFUSED(strided, lda, 2, INVALID_VALUE, 9);
    REFUSED(strided, stride_a, -1, INVALID_VALUE, 10);
    REFUSED(strided, stride_a, INT64_MAX, INVALID_VALUE, 10);
    REFUSED(strided, B, NULL, INVALID_VALUE, 11);
    REFUSED(strided, B, memory + off, MISALIGNED, 11);
    REFUSED(strided, ldb, 1, INVALID_VALUE, 12);
    REFUSED(strided, ldb, INT64_MAX, INVALID_VALUE, 13);
    REFUSED(strided, stride_b, INT64_MIN, INVALID_VALUE, 13);
    REFUSED(strided, beta, NULL, INVALID_VALUE, 14);
    REFUSED(strided, C, NULL, INVALID_VALUE, 15);
    REFUSED(strided, C, memory + off, MISALIGNED, 15);
    REFUSED(strided, ldc, 2, INVALID_VALUE, 16);
    REFUSED(strided, stride_c, -6, INVALID_VALUE, 17);
    REFUSED(strided, stride_c, 0, INVALID_VALUE, 17);
    REFUSED(strided, stride_c, 5, INVALID_VALUE, 17);
    REFUSED(strided, stride_c, INT64_MAX / 16, INVALID_VALUE, 17);
    REFUSED(strided, count, -1, INVALID_VALUE, 18);
    REFUSED(pointers, transa, -1, INVALID_VALUE, 2);
    REFUSED(pointers, transb, 4, INVALID_VALUE, 3);
    REFUSED(pointers, m, -1, INVALID_VALUE, 4);
    REFUSED(pointers, n, -1, INVALID_VALUE, 5);
    REFUSED(pointers, k, -1, INVALID_VALUE, 6);
    REFUSED(pointers, alpha, NULL, INVALID_VALUE, 7);
    REFUSED(pointers, A, NULL, INVALID_VALUE, 8);
    REFUSED(pointers, A, memory + 4, MISALIGNED, 8);
    REFUSED(pointers, lda, 2, INVALID_VALUE, 9);
    REFUSED(pointers, ldb, 1, INVALID_VALUE, 11);
    REFUSED(pointers, ldc, 2, INVALID_VALUE, 14);
    REFUSED(pointers, count, INT64_MIN, INVALID_VALUE, 15);
    REFUSED(pointers, count, INT64_MAX / 16, INVALID_VALUE, 15);
    a = right;
    a.ldc = 6; /* members of 3 rows in columns of 6: a stride of 3 keeps them apart, one of 4 does not */
    a.stride_c = 4;
    assert_refused(strided(a), DDBLAS_STATUS_INVALID_VALUE, 17);
    assert_int_equal(
        ddblasWgemmStridedBatched(NULL, DDBLAS_OP_N, DDBLAS_OP_N, 0, 0, 0, NULL, NULL, 1, 0, NULL, 1, 0, NULL, NULL, 1, 0, 0),
        DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasWgemmBatched(NULL, DDBLAS_OP_N, DDBLAS_OP_N, 0, 0, 0, NULL, NULL, 1, NULL, 1, NULL, NULL, 1, 0),
                     DDBLAS_STATUS_NOT_INITIALIZED);
    assert_untouched(memory);
}

/* ---- systems --------------------------------------------------------------------------------- */

struct systems
{
    int side, uplo, trans, diag;
    int64_t m, n, lda, ldb, stride_a, stride_b, count;
    const void *alpha, *A;
    void *B;
};

static ddblasStatus_t strided_systems(struct systems a)
{
    return ddblasWtrsmStridedBatched(h, (ddblasSideMode_t)a.side, (ddblasFillMode_t)a.uplo, (ddblasOperation_t)a.trans,
                                     (ddblasDiagType_t)a.diag, a.m, a.n, a.alpha, a.A, a.lda, a.stride_a, a.B, a.ldb, a.stride_b,
                                     a.count);
}

static ddblasStatus_t pointers_of_systems(struct systems a)
{
    return ddblasWtrsmBatched(h, (ddblasSideMode_t)a.side, (ddblasFillMode_t)a.uplo, (ddblasOperation_t)a.trans,
                              (ddblasDiagType_t)a.diag, a.m, a.n, a.alpha, a.A, a.lda, a.B, a.ldb, a.count);
}

static void wrong_systems(void **state)
{
    (void)state;
    static const cuddreal one = {1.0, 0.0};
    char *memory = engine_bytes();
    const struct systems right = {0, 0, 0, 0, 3, 2, 3, 3, 9, 6, 2, &one, memory, memory + 1024};
    struct systems a;
    REFUSED(strided_systems, side, 2, INVALID_VALUE, 2);
    REFUSED(strided_systems, uplo, 2, INVALID_VALUE, 3);
    REFUSED(strided_systems, trans, 3, INVALID_VALUE, 4);
    REFUSED(strided_systems, diag, -1, INVALID_VALUE, 5);
    REFUSED(strided_systems, m, -1, INVALID_VALUE, 6);
    REFUSED(strided_systems, n, -1, INVALID_VALUE, 7);
    REFUSED(strided_systems, alpha, NULL, INVALID_VALUE, 8);
    REFUSED(strided_systems, A, NULL, INVALID_VALUE, 9);
    REFUSED(strided_systems, lda, 2, INVALID_VALUE, 10);
    REFUSED(strided_systems, stride_a, -1, INVALID_VALUE, 11);
    REFUSED(strided_systems, B, NULL, INVALID_VALUE, 12);
    REFUSED(strided_systems, B, memory + dd_engine_misaligned(h), MISALIGNED, 12);
    REFUSED(strided_systems, ldb, 2, INVALID_VALUE, 13);
    REFUSED(strided_systems, stride_b, 5, INVALID_VALUE, 14);
    REFUSED(strided_systems, count, -1, INVALID_VALUE, 15);
    REFUSED(pointers_of_systems, side, -1, INVALID_VALUE, 2);
    REFUSED(pointers_of_systems, uplo, 7, INVALID_VALUE, 3);
    REFUSED(pointers_of_systems, trans, 3, INVALID_VALUE, 4);
    REFUSED(pointers_of_systems, diag, 2, INVALID_VALUE, 5);
    REFUSED(pointers_of_systems, m, INT64_MIN, INVALID_VALUE, 6);
    REFUSED(pointers_of_systems, n, -1, INVALID_VALUE, 7);
    REFUSED(pointers_of_systems, alpha, NULL, INVALID_VALUE, 8);
    REFUSED(pointers_of_systems, A, NULL, INVALID_VALUE, 9);
    REFUSED(pointers_of_systems, lda, 0, INVALID_VALUE, 10);
    REFUSED(pointers_of_systems, ldb, 2, INVALID_VALUE, 12);
    REFUSED(pointers_of_systems, count, -1, INVALID_VALUE, 13);
    REFUSED(pointers_of_systems, count, INT64_MAX, INVALID_VALUE, 13);
    assert_int_equal(ddblasWtrsmStridedBatched(NULL, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, 0,
                                               0, NULL, NULL, 1, 0, NULL, 1, 0, 0),
                     DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasWtrsmBatched(NULL, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, 0, 0, NULL,
                                        NULL, 1, NULL, 1, 0),
                     DDBLAS_STATUS_NOT_INITIALIZED);
    assert_untouched(memory);
}

/* ---- quick returns --------------------------------------------------------------------------- */

/* Nothing to do: legal sizes are all that is asked for. */
static void empty(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{3, 2, 0}, {0, 2, 5}, {3, 0, 5}, {0, 0, 0}}; /* m, n, count */
    for (int i = 0; i < 4; i++)
    {
        const int64_t m = sizes[i][0], n = sizes[i][1], count = sizes[i][2];
        size_t bytes = 1;
        assert_int_equal(ddblasWgemmStridedBatched(h, DDBLAS_OP_N, DDBLAS_OP_N, m, n, 4, NULL, NULL, 3, 0, NULL, 4, 0, NULL, NULL,
                                                   3, 0, count),
                         DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWgemmBatched(h, DDBLAS_OP_N, DDBLAS_OP_N, m, n, 4, NULL, NULL, 3, NULL, 4, NULL, NULL, 3, count),
                         DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWtrsmStridedBatched(h, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, m,
                                                   n, NULL, NULL, 3, 0, NULL, 3, 0, count),
                         DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWtrsmBatched(h, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, m, n,
                                            NULL, NULL, 3, NULL, 3, count),
                         DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasGemmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, m, n, 4, count, &bytes), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(bytes, 0);
        bytes = 1;
        assert_int_equal(ddblasTrsmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, m, n, count, &bytes),
                         DDBLAS_STATUS_SUCCESS);
        assert_int_equal(bytes, 0);
    }
}

/* ---- queries --------------------------------------------------------------------------------- */

static void wrong_queries(void **state)
{
    (void)state;
    size_t bytes = 4711;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    assert_refused(ddblasGemmBatchedWorkspaceSize(h, DDBLAS_TYPE_D, 1, 1, 1, 1, &bytes), invalid, 2);
    assert_refused(ddblasGemmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, -1, 1, 1, 1, &bytes), invalid, 3);
    assert_refused(ddblasGemmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, 1, -1, 1, 1, &bytes), invalid, 4);
    assert_refused(ddblasGemmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, 1, 1, -1, 1, &bytes), invalid, 5);
    assert_refused(ddblasGemmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, 1, 1, 1, -1, &bytes), invalid, 6);
    assert_refused(ddblasGemmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, 1, 1, 1, 1, NULL), invalid, 7);
    assert_refused(ddblasTrsmBatchedWorkspaceSize(h, DDBLAS_TYPE_U, DDBLAS_SIDE_LEFT, 1, 1, 1, &bytes), invalid, 2);
    assert_refused(ddblasTrsmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSideMode_t)2, 1, 1, 1, &bytes), invalid, 3);
    assert_refused(ddblasTrsmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, -1, 1, 1, &bytes), invalid, 4);
    assert_refused(ddblasTrsmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, 1, -1, 1, &bytes), invalid, 5);
    assert_refused(ddblasTrsmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, 1, 1, INT64_MAX, &bytes), invalid, 6);
    assert_refused(ddblasTrsmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, 1, 1, 1, NULL), invalid, 7);
    assert_int_equal(bytes, 4711);
    assert_int_equal(ddblasGemmBatchedWorkspaceSize(NULL, DDBLAS_TYPE_W, 1, 1, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasTrsmBatchedWorkspaceSize(NULL, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, 1, 1, 1, &bytes),
                     DDBLAS_STATUS_NOT_INITIALIZED);
}

/* ---- pointers in arrays ---------------------------------------------------------------------- */

/* A null or misaligned pointer is named with its array and its number. The CUDA engine cannot look
 * into the arrays. */
static void wrong_pointers(void **state)
{
    (void)state;
    static const int positions[] = {8, 10, 13};
    cuddreal memory[64] = {{1.0, 0.0}};
    const cuddreal one = {1.0, 0.0};
    if (on_cuda())
        skip();
    for (int k = 0; k < 6; k++)
    {
        void *lists[3][4];
        for (int x = 0; x < 3; x++)
            for (int i = 0; i < 4; i++)
                lists[x][i] = memory + 16 * x + 4 * i;
        lists[k / 2][2] = k % 2 ? (char *)memory + 4 : NULL;
        assert_refused(ddblasWgemmBatched(h, DDBLAS_OP_N, DDBLAS_OP_N, 2, 2, 2, &one, (const cuddreal *const *)lists[0], 2,
                                          (const cuddreal *const *)lists[1], 2, &one, (cuddreal *const *)lists[2], 2, 4),
                       k % 2 ? DDBLAS_STATUS_MISALIGNED : DDBLAS_STATUS_INVALID_VALUE, positions[k / 2]);
        assert_non_null(strstr(ddblasGetLastError(h), "member 2"));
        if (k / 2 == 1)
            continue;
        assert_refused(ddblasWtrsmBatched(h, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, 2, 2, &one,
                                          (const cuddreal *const *)lists[0], 2, (cuddreal *const *)lists[2], 2, 4),
                       k % 2 ? DDBLAS_STATUS_MISALIGNED : DDBLAS_STATUS_INVALID_VALUE, k / 2 == 0 ? 9 : 11);
        assert_non_null(strstr(ddblasGetLastError(h), "member 2"));
    }
    for (int i = 1; i < 64; i++)
        assert_true(memory[i].x == 0.0);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void assert_untouched_members(const struct batched_case *c)
{
    for (int64_t i = 0; i < c->count; i++)
        if (c->gemm)
            assert_memory_equal(c->gemm[i]->result, c->gemm[i]->C, c->gemm[i]->bytes_C);
        else
            assert_memory_equal(c->trsm[i]->result, c->trsm[i]->C, c->trsm[i]->bytes_C);
}

/* On fresh handles: without workspace a call fails with its first allocation; with the workspace of
 * the query it allocates nothing, and a byte less, one thread's share, does not suffice. A call
 * that needs no workspace succeeds while every allocation fails. */
static void memory_of(struct batched_case *c)
{
    const ddblasHandle_t kept = h;
    void *workspace = NULL;
    h = dd_test_handle();
    assert_int_equal(ddblasSetThreads(h, 1), DDBLAS_STATUS_SUCCESS);
    const size_t bytes = batched_workspace(h, c);
    c->failing = 1;
    assert_int_equal(batched_run(h, c), bytes > 0 ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_SUCCESS);
    if (bytes > 0)
    {
        assert_untouched_members(c);
        c->failing = 0;
        dd_must(h, ddblasMalloc(h, &workspace, bytes), "workspace");
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes - 1), "workspace");
        assert_int_equal(batched_run(h, c), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_untouched_members(c);
        c->failing = 1;
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes), "workspace");
        dd_must(h, batched_run(h, c), "with the workspace of the query");
        dd_must(h, ddblasFree(h, workspace), "workspace");
    }
    c->failing = 0;
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
    h = kept;
    struct dd_random g;
    dd_random_start(&g, 1);
    batched_judge(h, c, &g, 20, "after failures", 1);
}

static void memory(void **state)
{
    (void)state;
    static const int64_t orders[] = {8, 20, 70, 130};
    struct dd_random g;
    dd_random_start(&g, 1911);
    for (int k = 0; k < 8; k++)
    {
        const int64_t n = orders[k / 2];
        struct batched_case c = batched_gemm_new(4, DDBLAS_OP_N, DDBLAS_OP_T, n, n, 7, 0);
        batched_gemm_fill(&c, &g, GEMM_UNIFORM);
        c.form = (enum batched_form)(k % BATCHED_FORMS);
        memory_of(&c);
        batched_free(&c);
        c = batched_trsm_new(
            4, (struct level3_shape){DDBLAS_SIDE_LEFT, (ddblasFillMode_t)(k % 2), DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, n, 5, 0, 0},
            0);
        batched_trsm_fill(&c, &g, LEVEL3_UNIFORM);
        c.form = (enum batched_form)(k % BATCHED_FORMS);
        c.on_engine = 1;
        memory_of(&c);
        batched_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty),         cmocka_unit_test(wrong_products), cmocka_unit_test(wrong_systems),
        cmocka_unit_test(wrong_queries), cmocka_unit_test(wrong_pointers), cmocka_unit_test(memory),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
