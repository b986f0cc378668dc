/*
 * Prepared operands on the GPU, what t_prepared.c does not reach: preparation and products recorded
 * in a graph, which convert a changed matrix when they are replayed; preparation in one stream and
 * products in another; the same bits from both kinds of INT8 products, at lines of any alignment;
 * syr2k, whose second product uses the residues of its first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gemm_case.h"
#include "handle.h"
#include "level3/gemm/residue/gemm_residue_route.h"

static const ddblasStatus_t ok = DDBLAS_STATUS_SUCCESS;

static int set_up(void **state)
{
    (void)open_cuda_handle(state);
    return ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_RESIDUES) != ok;
}

/* C = alpha A B + beta C, A m x k, on the device, with A prepared in memory of the caller. Graded
 * rows and columns give repair its part. */
struct fixed
{
    int64_t m, n, k;
    cuddreal alpha, beta;
    cuddreal *A, *B, *C, *start, *expected, *result;
    void *memory;
    ddblasGemmOperand_t operand;
};

static size_t bytes_of(int64_t rows, int64_t columns) { return (size_t)(rows * columns) * sizeof(cuddreal); }

static cuddreal *random_copy(struct dd_random *g, int64_t rows, int64_t columns, int graded_by_rows)
{
    cuddreal *host = malloc(bytes_of(rows, columns));
    assert_non_null(host);
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
        {
            const int graded = graded_by_rows ? i % 5 == 1 : j % 7 == 2;
            const int at = (int)(graded_by_rows ? 400 * j / columns - 200 : 200 - 400 * i / rows);
            host[i + j * rows] = dd_random_full_pair(g, graded ? at : (int)dd_random_int(g, -10, 10));
        }
    cuddreal *copy = dd_engine_copy(h, host, bytes_of(rows, columns), 0);
    free(host);
    return copy;
}

/* Computes what the residue route gives without preparation. */
static void expect(struct fixed *f)
{
    assert_int_equal(ddblasSetMatrix(h, f->m, f->n, sizeof(cuddreal), f->start, f->m, f->C, f->m), ok);
    assert_int_equal(
        ddblasWgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, f->m, f->n, f->k, &f->alpha, f->A, f->m, f->B, f->k, &f->beta, f->C, f->m), ok);
    dd_engine_read(h, f->expected, f->C, bytes_of(f->m, f->n));
    assert_int_equal(ddblasSetMatrix(h, f->m, f->n, sizeof(cuddreal), f->start, f->m, f->C, f->m), ok);
}

static struct fixed fixed_new(uint64_t seed, int64_t m, int64_t n, int64_t k)
{
    struct fixed f = {.m = m, .n = n, .k = k};
    struct dd_random g;
    size_t bytes = 0;
    dd_random_start(&g, seed);
    f.alpha = dd_random_full_pair(&g, 0);
    f.beta = dd_random_full_pair(&g, -1);
    f.start = malloc(bytes_of(m, n));
    f.expected = malloc(bytes_of(m, n));
    f.result = malloc(bytes_of(m, n));
    assert_true(f.start && f.expected && f.result);
    for (int64_t e = 0; e < m * n; e++)
        f.start[e] = dd_random_full_pair(&g, 0);
    f.A = random_copy(&g, m, k, 1);
    f.B = random_copy(&g, k, n, 0);
    f.C = dd_engine_copy(h, f.start, bytes_of(m, n), 0);
    assert_int_equal(ddblasWgemmOperandSize(h, DDBLAS_SIDE_LEFT, m, k, &bytes), ok);
    assert_int_equal(ddblasMalloc(h, &f.memory, bytes), ok);
    assert_int_equal(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, m, k, f.memory, bytes, &f.operand), ok);
    expect(&f);
    return f;
}

static void fixed_free(struct fixed *f)
{
    assert_int_equal(ddblasWgemmOperandDestroy(h, f->operand), ok);
    assert_int_equal(ddblasFree(h, f->memory), ok);
    dd_engine_free(h, f->A, 0);
    dd_engine_free(h, f->B, 0);
    dd_engine_free(h, f->C, 0);
    free(f->start);
    free(f->expected);
    free(f->result);
}

static void prepare(const struct fixed *f)
{
    assert_int_equal(ddblasWgemmOperandPrepare(h, f->operand, DDBLAS_OP_N, f->A, f->m), ok);
}

/* The product of the rows [first, end) of A. */
static void multiply_rows(const struct fixed *f, int64_t first, int64_t end)
{
    assert_int_equal(ddblasWgemmPrepared(h, DDBLAS_OP_N, DDBLAS_OP_N, end - first, f->n, f->k, &f->alpha, f->A + first, f->m,
                                         f->operand, f->B, f->k, NULL, &f->beta, f->C + first, f->m),
                     ok);
}

static void compare(const struct fixed *f, const char *what)
{
    dd_engine_read(h, f->result, f->C, bytes_of(f->m, f->n));
    if (memcmp(f->result, f->expected, bytes_of(f->m, f->n)) != 0)
        fail_msg("%s: other bits", what);
}

/* ---- graphs ---------------------------------------------------------------------------------- */

static cudaGraphExec_t recorded(const struct fixed *f, cudaStream_t stream)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t replay = NULL;
    ddblasGemmOperand_t refused = NULL;
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    prepare(f);
    multiply_rows(f, 0, f->m / 3);
    multiply_rows(f, f->m / 3, f->m);
    /* The library does not allocate during capture, and says so without harm to the graph. */
    assert_int_equal(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 10, 10, NULL, 0, &refused), DDBLAS_STATUS_ALLOC_FAILED);
    assert_non_null(strstr(ddblasGetLastError(h), "capture"));
    assert_null(refused);
    assert_int_equal(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    return replay;
}

static void graphs(void **state)
{
    (void)state;
    struct fixed f = fixed_new(821, 100, 35, 300);
    struct dd_random g;
    cudaStream_t stream;
    void *workspace = NULL;
    size_t bytes = 0;
    dd_random_start(&g, 822);
    assert_int_equal(ddblasWgemmPreparedWorkspaceSize(h, f.m, f.n, f.k, f.operand, NULL, &bytes), ok);
    assert_int_equal(ddblasMalloc(h, &workspace, bytes), ok);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(ddblasSetStream(h, stream), ok);
    assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), ok);
    const cudaGraphExec_t replay = recorded(&f, stream);
    for (int q = 0; q < 3; q++)
    {
        assert_int_equal(cudaGraphLaunch(replay, stream), cudaSuccess);
        compare(&f, "graph");
        /* Another matrix in the same place. */
        cuddreal *other = random_copy(&g, f.m, f.k, 1);
        assert_int_equal(cudaMemcpyAsync(f.A, other, bytes_of(f.m, f.k), cudaMemcpyDeviceToDevice, stream), cudaSuccess);
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), ok);
        expect(&f);
        assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), ok);
        dd_engine_free(h, other, 0);
    }
    assert_int_equal(cudaGraphExecDestroy(replay), cudaSuccess);
    assert_int_equal(ddblasSetWorkspace(h, NULL, 0), ok);
    assert_int_equal(ddblasFree(h, workspace), ok);
    assert_int_equal(ddblasSetStream(h, NULL), ok);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    fixed_free(&f);
}

/* ---- streams --------------------------------------------------------------------------------- */

/* Preparation in one stream, products in another that waits for an event. */
static void streams(void **state)
{
    (void)state;
    struct fixed f = fixed_new(823, 130, 40, 500);
    cudaStream_t one, two;
    cudaEvent_t ready;
    assert_int_equal(cudaStreamCreate(&one), cudaSuccess);
    assert_int_equal(cudaStreamCreate(&two), cudaSuccess);
    assert_int_equal(cudaEventCreate(&ready), cudaSuccess);
    assert_int_equal(ddblasSetStream(h, one), ok);
    prepare(&f);
    assert_int_equal(cudaEventRecord(ready, one), cudaSuccess);
    assert_int_equal(cudaStreamWaitEvent(two, ready, 0), cudaSuccess);
    assert_int_equal(ddblasSetStream(h, two), ok);
    multiply_rows(&f, 0, 77);
    multiply_rows(&f, 77, f.m);
    compare(&f, "streams");
    assert_int_equal(ddblasSetStream(h, NULL), ok);
    assert_int_equal(cudaEventDestroy(ready) | cudaStreamDestroy(one) | cudaStreamDestroy(two), cudaSuccess);
    fixed_free(&f);
}

/* ---- both kinds of products ------------------------------------------------------------------ */

/* Rows that begin at every alignment to the groups of lines that the kernels read; k on both sides
 * of the number from which the guard takes every second term. */
static void both_products(void **state)
{
    (void)state;
    static const int64_t terms[] = {200, 4104};
    for (int q = 0; q < 4; q++)
    {
        struct fixed f = fixed_new(824 + (uint64_t)q, 140, 33, terms[q / 2]);
        ddblas_gemm_residue_allow_fused(q % 2);
        prepare(&f);
        for (int64_t first = 0, end; first < f.m; first = end)
        {
            end = first < 40 ? 2 * first + 1 : first + 45;
            end = end < f.m ? end : f.m;
            multiply_rows(&f, first, end);
        }
        ddblas_gemm_residue_allow_fused(1);
        compare(&f, q % 2 ? "bytes" : "INT32");
        fixed_free(&f);
    }
}

/* ---- syr2k ----------------------------------------------------------------------------------- */

/* syr2k of A and B, both n x k (N) or k x n (T), in one triangle: the bits of two calls of gemm. */
static void judge_syr2k(int64_t n, int64_t k, int transposed, int same, int64_t workspace_bytes)
{
    struct dd_random g;
    void *workspace = NULL;
    dd_random_start(&g, 831);
    const int64_t rows = transposed ? k : n, columns = transposed ? n : k;
    const cuddreal alpha = dd_random_full_pair(&g, 0), beta = dd_random_full_pair(&g, -1), one = cuddFromDouble(1.0);
    cuddreal *A = random_copy(&g, rows, columns, !transposed), *B = same ? A : random_copy(&g, rows, columns, !transposed),
             *C = random_copy(&g, n, n, 1), *start = malloc(bytes_of(n, n)), *expected = malloc(bytes_of(n, n)),
             *result = malloc(bytes_of(n, n));
    assert_true(start && expected && result);
    dd_engine_read(h, start, C, bytes_of(n, n));
    const ddblasOperation_t left = transposed ? DDBLAS_OP_T : DDBLAS_OP_N, right = transposed ? DDBLAS_OP_N : DDBLAS_OP_T;
    assert_int_equal(ddblasWgemm(h, left, right, n, n, k, &alpha, A, rows, B, rows, &beta, C, n), ok);
    assert_int_equal(ddblasWgemm(h, left, right, n, n, k, &alpha, B, rows, A, rows, &one, C, n), ok);
    dd_engine_read(h, expected, C, bytes_of(n, n));
    assert_int_equal(ddblasSetMatrix(h, n, n, sizeof(cuddreal), start, n, C, n), ok);
    if (workspace_bytes > 0)
    {
        assert_int_equal(ddblasMalloc(h, &workspace, (size_t)workspace_bytes), ok);
        assert_int_equal(ddblasSetWorkspace(h, workspace, (size_t)workspace_bytes), ok);
    }
    assert_int_equal(ddblasWsyr2k(h, DDBLAS_FILL_MODE_LOWER, left, n, k, &alpha, A, rows, B, rows, &beta, C, n), ok);
    assert_int_equal(ddblasSetWorkspace(h, NULL, 0), ok);
    assert_int_equal(ddblasFree(h, workspace), ok);
    dd_engine_read(h, result, C, bytes_of(n, n));
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            if (memcmp(&result[i + j * n], &(i >= j ? expected : start)[i + j * n], sizeof(cuddreal)) != 0)
                fail_msg("syr2k, n = %lld, k = %lld, %lld bytes: element (%lld, %lld)", (long long)n, (long long)k,
                         (long long)workspace_bytes, (long long)i, (long long)j);
    dd_engine_free(h, A, 0);
    if (!same)
        dd_engine_free(h, B, 0);
    dd_engine_free(h, C, 0);
    free(start);
    free(expected);
    free(result);
}

static void syr2k(void **state)
{
    (void)state;
    judge_syr2k(140, 90, 0, 0, 0);
    judge_syr2k(140, 90, 1, 0, 0);
    judge_syr2k(70, 200, 0, 1, 0);
    judge_syr2k(140, 2100, 0, 0, 3000000); /* Several blocks. */
}

int main(void)
{
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs),
        cmocka_unit_test(streams),
        cmocka_unit_test(both_products),
        cmocka_unit_test(syr2k),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
