/*
 * Complex double-double gemm on the GPU, what t_gemm.c does not reach: three products of residues
 * and the real product at sizes astride the edges of their tiles, data that the guard refuses, and
 * the same bits when a graph is replayed and in smaller workspaces. Small products take three
 * products of residues here only, because the library does so from a certain order on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

#include "gemm_case.h"
#include "handle.h"
#include "level3/gemm/complex/gemm_complex_cuda.h"
#include "level3/gemm/residue/fused/gemm_residue_fused.h"
#include "level3/gemm/residue/gemm_residue_route.h"

static int set_up(void **state)
{
    (void)open_cuda_handle(state);
    ddblas_gemm_complex_use_three_from(0.0);
    return ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_RESIDUES) != DDBLAS_STATUS_SUCCESS;
}

static int device_has_three_products(void)
{
    struct ddblas_device facts;
    assert_int_equal(ddblas_device_facts(h->backend, h->device, &facts), DDBLAS_STATUS_SUCCESS);
    return ddblas_gemm_fused_exists(facts.capability);
}

static struct gemm_case *random_case(struct dd_random *g, enum gemm_data data, int64_t m, int64_t n, int64_t k)
{
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_U, (ddblasOperation_t)dd_random_int(g, 0, 2),
                                        (ddblasOperation_t)dd_random_int(g, 0, 2), m, n, k, dd_random_int(g, 0, 3));
    gemm_case_fill(c, g, data);
    c->offset = (size_t)dd_random_int(g, 0, 3) * 32;
    return c;
}

/* Both ways keep the bound for all data, and both are exact for integers. */
static void both_ways_keep_the_bound(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{63, 64, 64},   {64, 65, 63},    {65, 127, 65},  {1, 129, 300},  {129, 1, 128},
                                        {128, 130, 65}, {257, 129, 127}, {40, 33, 2047}, {33, 40, 2048}, {66, 40, 2049}};
    struct dd_random g;
    dd_random_start(&g, 712);
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (enum gemm_data data = GEMM_UNIFORM; data < GEMM_DATA_COUNT; data++)
        {
            if (data == GEMM_SUBNORMAL || (dd_test_scale() > 1 && (s + data) % GEMM_DATA_COUNT != 0))
                continue;
            const int64_t m = shapes[s][0], n = shapes[s][1], k = shapes[s][2];
            struct gemm_case *c = random_case(&g, data, m, n, k);
            size_t bytes[2];
            for (int way = 0; way < 2; way++)
            {
                ddblas_gemm_residue_allow_fused(way == 0);
                bytes[way] = ddblas_gemm_complex_cuda_workspace(h, m, n, k);
                memcpy(c->result, c->C, c->bytes_C);
                const double error = gemm_case_judge(h, c, &g, 60, gemm_data_name(data), 712);
                ddblas_gemm_residue_allow_fused(1);
                if (data == GEMM_INTEGER)
                    assert_true(error == 0.0);
            }
            /* Otherwise both ways would be the same. */
            assert_int_equal(bytes[0] != bytes[1], device_has_three_products());
            gemm_case_free(c);
        }
}

/* A call is recorded in a graph, which then gives the bits of the call whenever it is replayed. */
static void same_bits_in_replays(void **state)
{
    (void)state;
    struct dd_random g;
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t replay;
    dd_random_start(&g, 713);
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_U, DDBLAS_OP_C, DDBLAS_OP_N, 70, 66, 300, 0);
    gemm_case_fill(c, &g, GEMM_WIDE);
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *B = dd_engine_copy(h, c->B, c->bytes_B, 0),
         *C = dd_engine_copy(h, c->C, c->bytes_C, 0), *back = malloc(c->bytes_C);
    assert_non_null(back);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(ddblasSetStream(h, stream), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    assert_int_equal(gemm_case_call(h, c, &c->alpha, A, B, &c->beta, C), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);
    for (int q = 0; q < 5; q++)
    {
        assert_int_equal(cudaMemcpyAsync(C, c->C, c->bytes_C, cudaMemcpyHostToDevice, stream), cudaSuccess);
        assert_int_equal(cudaGraphLaunch(replay, stream), cudaSuccess);
        assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
        dd_engine_read(h, back, C, c->bytes_C);
        assert_memory_equal(back, c->result, c->bytes_C);
    }
    assert_int_equal(cudaGraphExecDestroy(replay), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    assert_int_equal(ddblasSetStream(h, NULL), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    dd_engine_free(h, C, 0);
    free(back);
    gemm_case_free(c);
}

/* Smaller and smaller workspaces make smaller blocks with the same bits, down to one in which there
 * is no room for a block. */
static void same_bits_in_smaller_workspaces(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 714);
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_U, DDBLAS_OP_N, DDBLAS_OP_C, 200, 150, 70, 0);
    gemm_case_fill(c, &g, GEMM_WIDE);
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    size_t bytes = ddblas_gemm_complex_cuda_workspace(h, c->m, c->n, c->k);
    void *first = malloc(c->bytes_C), *poison = malloc(bytes);
    assert_non_null(first);
    assert_non_null(poison);
    memcpy(first, c->result, c->bytes_C);
    memset(poison, 0xff, bytes);
    void *workspace = dd_engine_copy(h, poison, bytes, 0);
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    int successes = 0;
    for (; status == DDBLAS_STATUS_SUCCESS; bytes -= bytes / 4)
    {
        assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
        memcpy(c->result, c->C, c->bytes_C);
        status = gemm_case_run(h, c);
        if (status == DDBLAS_STATUS_SUCCESS)
            assert_memory_equal(c->result, first, c->bytes_C);
        successes += status == DDBLAS_STATUS_SUCCESS;
    }
    assert_int_equal(status, DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    assert_true(successes >= 2);
    assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    dd_engine_free(h, workspace, 0);
    free(poison);
    free(first);
    gemm_case_free(c);
}

int main(void)
{
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_ways_keep_the_bound), cmocka_unit_test(same_bits_in_replays),
                                       cmocka_unit_test(same_bits_in_smaller_workspaces)};
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
