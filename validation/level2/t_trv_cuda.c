/*
 * trmv and trsv on the GPU, what t_trv.c does not reach: a call recorded in a graph, calls in
 * several streams, repetitions, and more block rows than the device holds blocks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "trv_case.h"

static const ddblasType_t types[2] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static ddblasStatus_t call_on_copies(ddblasHandle_t handle, const struct trv_case *c, const void *A, void *x)
{
    return trv_call(handle, c, c->uplo, c->trans, c->diag, c->n, A, c->lda, x, c->incx);
}

/* A graph with one call, replayed on the same x. Each replay gives what a direct call gives. */
static void replay(struct trv_case *c)
{
    ddblasHandle_t recorder = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
    cudaStream_t stream;
    cudaGraph_t recorded;
    cudaGraphExec_t executable;
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
         *direct = dd_engine_copy(h, c->x, c->bytes_x, 0), *memory = NULL;
    size_t bytes = 0;
    dd_must(h, (c->solve ? ddblasTrsvWorkspaceSize : ddblasTrmvWorkspaceSize)(h, c->type, c->n, &bytes), "query");
    dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
    dd_must(recorder, ddblasSetWorkspace(recorder, memory, bytes), "workspace");
    assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    dd_must(recorder, ddblasSetStream(recorder, stream), "ddblasSetStream");
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    dd_must(recorder, call_on_copies(recorder, c, A, x), "recording");
    assert_int_equal(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&executable, recorded, 0), cudaSuccess);
    for (int k = 0; k < 4; k++)
    {
        assert_int_equal(cudaGraphLaunch(executable, stream), cudaSuccess);
        assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
        dd_must(h, call_on_copies(h, c, A, direct), "direct call");
        dd_engine_read(h, c->result, direct, c->bytes_x);
        assert_true(dd_engine_holds(h, x, c->result, c->bytes_x));
    }
    assert_int_equal(cudaGraphExecDestroy(executable), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(recorded), cudaSuccess);
    assert_int_equal(ddblasDestroy(recorder), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    dd_must(h, ddblasFree(h, memory), "free");
    dd_engine_free(h, A, 0);
    dd_engine_free(h, x, 0);
    dd_engine_free(h, direct, 0);
}

static void graph(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 821);
    for (int k = 0; k < 4; k++)
    {
        struct trv_case *c = trv_case_new(k % 2, types[k / 2], k, 129, 1, 3);
        trv_case_fill(c, &g, TRV_UNIFORM);
        replay(c);
        trv_case_free(c);
    }
}

/* Calls in several streams at once, each on its own x. */
static void run_in_streams(struct trv_case *c)
{
    enum
    {
        STREAMS = 4
    };
    cudaStream_t stream[STREAMS];
    ddblasHandle_t handle[STREAMS];
    void *x[STREAMS], *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
    for (int s = 0; s < STREAMS; s++)
    {
        x[s] = dd_engine_copy(h, c->x, c->bytes_x, 0);
        handle[s] = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
        assert_int_equal(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking), cudaSuccess);
        dd_must(handle[s], ddblasSetStream(handle[s], stream[s]), "ddblasSetStream");
    }
    for (int s = 0; s < STREAMS; s++)
        dd_must(handle[s], call_on_copies(handle[s], c, A, x[s]), "one of several streams");
    for (int s = 0; s < STREAMS; s++)
    {
        assert_int_equal(cudaStreamSynchronize(stream[s]), cudaSuccess);
        assert_true(dd_engine_holds(h, x[s], c->result, c->bytes_x));
        assert_int_equal(ddblasDestroy(handle[s]), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(cudaStreamDestroy(stream[s]), cudaSuccess);
        dd_engine_free(h, x[s], 0);
    }
    dd_engine_free(h, A, 0);
}

static void streams(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 822);
    for (int k = 0; k < 4; k++)
    {
        struct trv_case *c = trv_case_new(k % 2, types[k / 2], 2 + k, 130, 1, 0);
        trv_case_fill(c, &g, TRV_WIDE);
        trv_case_judge(h, c, &g, 50, "one stream", 822);
        run_in_streams(c);
        trv_case_free(c);
    }
}

/* An order with more block rows of 32 than an H200 holds blocks; smaller on the emulated
 * device. */
static void large(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 823);
    const int64_t n = dd_test_scale() > 1 ? 330 : 12001;
    for (int k = 0; k < 4; k++)
    {
        struct trv_case *c = trv_case_new(k % 2, DDBLAS_TYPE_W, 1 + k / 2, n, 1, 0);
        trv_case_fill(c, &g, TRV_UNIFORM);
        trv_case_judge(h, c, &g, 20, "large", 823);
        void *first = malloc(c->bytes_x);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_x);
        dd_must(h, trv_case_run(h, c), "again");
        assert_memory_equal(c->result, first, c->bytes_x);
        free(first);
        trv_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(graph), cmocka_unit_test(streams), cmocka_unit_test(large)};
    const int skips = dd_test_skips_without_device();
    if (skips)
        return skips;
    choose_tests();
    return cmocka_run_group_tests(tests, open_cuda_handle, close_handle);
}
