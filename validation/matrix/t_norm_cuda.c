/*
 * lange, lansy and lanhe on the GPU, what t_norm.c does not reach: the bits of the CPU engine,
 * calls recorded in a graph, results in host memory while a stream records, and several streams.
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
#include "norm_case.h"
#include "poison.h"

/* Every form gives the bits of the CPU engine. */
static void beside_the_cpu_engine(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{150, 150}, {2100, 9}, {9, 2100}, {1, 1}};
    ddblasHandle_t cpu = dd_test_handle_on(DDBLAS_ENGINE_CPU);
    struct dd_random g;
    dd_random_start(&g, 6601);
    for (int64_t k = 0; k < 4 * NORM_DATA_COUNT * NORM_FORMS; k++)
    {
        const int64_t *shape = shapes[k / NORM_FORMS % 4];
        struct norm_case *c = norm_case_of(k, shape[0], shape[1], 1);
        if (!c)
            continue;
        if ((c->kind != NORM_GENERAL && c->n > 150) || (dd_test_scale() > 1 && k % 13 != 0))
        {
            norm_case_free(c);
            continue;
        }
        norm_case_fill(c, &g, (norm_data)(k / NORM_FORMS / 4));
        dd_must(h, norm_case_run(h, c), "norm");
        const union dd_element first = c->result;
        dd_must(cpu, norm_case_run(cpu, c), "norm");
        if (memcmp(&first, &c->result, sizeof first) != 0)
        {
            norm_case_describe(c);
            fail_msg("the engines differ");
        }
        norm_case_free(c);
    }
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
}

/* A graph with one call, replayed on matrices that change: the bits of the CPU engine. A result in
 * host memory cannot be recorded. */
static void graphs(void **state)
{
    (void)state;
    ddblasHandle_t cpu = dd_test_handle_on(DDBLAS_ENGINE_CPU), recorder = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
    cudaStream_t stream;
    struct dd_random g;
    dd_random_start(&g, 6602);
    assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    dd_must(recorder, ddblasSetStream(recorder, stream), "ddblasSetStream");
    void *workspace = NULL;
    dd_must(h, ddblasMalloc(h, &workspace, 1 << 20), "ddblasMalloc");
    dd_must(recorder, ddblasSetWorkspace(recorder, workspace, 1 << 20), "ddblasSetWorkspace");
    for (int64_t form = 0; form < NORM_FORMS; form++)
    {
        struct norm_case *c = norm_case_of(form, 90, 70, 0);
        cudaGraph_t recorded;
        cudaGraphExec_t executable;
        union dd_element got, unused;
        if (!c)
            continue;
        norm_case_fill(c, &g, NORM_UNIFORM);
        memset(&got, 0, sizeof got);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *result = dd_engine_copy(h, &got, sizeof got, 0);
        assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        dd_must(recorder, ddblasSetPointerMode(recorder, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
        assert_int_equal(norm_call(recorder, c->type, c->norm, c->kind, c->uplo, c->m, c->n, A, c->lda, &unused),
                         DDBLAS_STATUS_NOT_SUPPORTED);
        dd_must(recorder, ddblasSetPointerMode(recorder, DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
        dd_must(recorder, norm_call(recorder, c->type, c->norm, c->kind, c->uplo, c->m, c->n, A, c->lda, result), "norm");
        assert_int_equal(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
        assert_int_equal(cudaGraphInstantiate(&executable, recorded, 0), cudaSuccess);
        for (int k = 0; k < 2; k++)
        {
            norm_case_fill(c, &g, k ? NORM_EXTREME : NORM_UNIFORM);
            assert_int_equal(cudaMemcpy(A, c->A, c->bytes_A, cudaMemcpyHostToDevice), cudaSuccess);
            assert_int_equal(cudaDeviceSynchronize(), cudaSuccess); /* the stream does not wait for the copy */
            assert_int_equal(cudaGraphLaunch(executable, stream), cudaSuccess);
            assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
            dd_engine_read(h, &got, result, dd_type_size(c->real));
            dd_must(cpu, norm_case_run(cpu, c), "norm");
            assert_memory_equal(&got, &c->result, dd_type_size(c->real));
        }
        assert_int_equal(cudaGraphExecDestroy(executable), cudaSuccess);
        assert_int_equal(cudaGraphDestroy(recorded), cudaSuccess);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, result, 0);
        norm_case_free(c);
    }
    dd_must(h, ddblasFree(h, workspace), "ddblasFree");
    assert_int_equal(ddblasDestroy(recorder), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
}

/* Calls in several streams at once. */
static void streams(void **state)
{
    (void)state;
    enum
    {
        STREAMS = NORM_NORMS
    };
    cudaStream_t stream[STREAMS];
    ddblasHandle_t handle[STREAMS];
    struct norm_case *c[STREAMS];
    void *A[STREAMS], *result[STREAMS];
    struct dd_random g;
    dd_random_start(&g, 6603);
    for (int s = 0; s < STREAMS; s++)
    {
        c[s] = norm_case_new(DDBLAS_TYPE_W, (ddblasNorm_t)s, NORM_SYMMETRIC, DDBLAS_FILL_MODE_UPPER, 0, 200, 0);
        norm_case_fill(c[s], &g, NORM_WIDE);
        norm_case_judge(h, c[s], "one stream", 6603);
        A[s] = dd_engine_copy(h, c[s]->A, c[s]->bytes_A, 0);
        result[s] = dd_engine_copy(h, c[s]->A, sizeof(cuddreal), 0);
        handle[s] = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
        assert_int_equal(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking), cudaSuccess);
        dd_must(handle[s], ddblasSetStream(handle[s], stream[s]), "ddblasSetStream");
        dd_must(handle[s], ddblasSetPointerMode(handle[s], DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
    }
    for (int s = 0; s < STREAMS; s++)
        dd_must(handle[s],
                norm_call(handle[s], DDBLAS_TYPE_W, c[s]->norm, c[s]->kind, c[s]->uplo, 200, 200, A[s], c[s]->lda, result[s]),
                "norm");
    for (int s = 0; s < STREAMS; s++)
    {
        assert_int_equal(cudaStreamSynchronize(stream[s]), cudaSuccess);
        assert_true(dd_engine_holds(h, result[s], &c[s]->result, sizeof(cuddreal)));
        assert_int_equal(ddblasDestroy(handle[s]), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(cudaStreamDestroy(stream[s]), cudaSuccess);
        dd_engine_free(h, A[s], 0);
        dd_engine_free(h, result[s], 0);
        norm_case_free(c[s]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(beside_the_cpu_engine), cmocka_unit_test(graphs),
                                       cmocka_unit_test(streams)};
    const int skips = dd_test_skips_without_device();
    if (skips)
        return skips;
    choose_tests();
    return cmocka_run_group_tests(tests, open_cuda_handle, close_handle);
}
