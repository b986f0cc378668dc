/*
 * ger on the GPU, what t_ger.c does not reach: a call recorded in a graph, more tiles of columns
 * than the grid has, and the same bits over streams and beside the CPU engine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

#include "ger_case.h"
#include "handle.h"
#include "poison.h"

/* The case's operands on the device. */
struct copies
{
    void *x, *y, *A, *alpha;
};

static struct copies copy(const struct ger_case *c)
{
    return (struct copies){dd_engine_copy(h, c->x, c->bytes_x, 0), dd_engine_copy(h, c->y, c->bytes_y, 0),
                           dd_engine_copy(h, c->A, c->bytes_A, 0), dd_engine_copy(h, &c->alpha, sizeof c->alpha, 0)};
}

static void discard(struct copies *o)
{
    dd_engine_free(h, o->x, 0);
    dd_engine_free(h, o->y, 0);
    dd_engine_free(h, o->A, 0);
    dd_engine_free(h, o->alpha, 0);
}

/* A graph with one call, replayed: as many direct calls of the CPU engine give the same bits. alpha
 * is in device memory and changes between replays. */
static void graph(void **state)
{
    (void)state;
    ddblasHandle_t cpu = dd_test_handle_on(DDBLAS_ENGINE_CPU), recorder = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
    cudaStream_t stream;
    cudaGraph_t recorded;
    cudaGraphExec_t executable;
    struct dd_random g;
    dd_random_start(&g, 621);
    struct ger_case *c = ger_case_new(129, 67, 1, 1, 3);
    ger_case_fill(c, &g, GER_UNIFORM);
    struct copies o = copy(c);
    void *expected = dd_poisoned(c->bytes_A);
    memcpy(expected, c->A, c->bytes_A);
    assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    dd_must(recorder, ddblasSetStream(recorder, stream), "ddblasSetStream");
    dd_must(recorder, ddblasSetPointerMode(recorder, DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    dd_must(recorder, ddblasWger(recorder, c->m, c->n, o.alpha, o.x, 1, o.y, 1, o.A, c->lda), "Wger");
    assert_int_equal(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&executable, recorded, 0), cudaSuccess);
    for (int k = 0; k < 5; k++)
    {
        const cuddreal alpha = k == 3 ? cuddFromDouble(0.0) : dd_random_full_pair(&g, k);
        assert_int_equal(cudaMemcpy(o.alpha, &alpha, sizeof alpha, cudaMemcpyHostToDevice), cudaSuccess);
        assert_int_equal(cudaGraphLaunch(executable, stream), cudaSuccess);
        assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
        dd_must(cpu, ddblasWger(cpu, c->m, c->n, &alpha, c->x, 1, c->y, 1, expected, c->lda), "Wger");
        dd_engine_read(h, c->result, o.A, c->bytes_A);
        assert_memory_equal(c->result, expected, c->bytes_A);
    }
    assert_int_equal(cudaGraphExecDestroy(executable), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(recorded), cudaSuccess);
    assert_int_equal(ddblasDestroy(recorder), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    discard(&o);
    free(expected);
    ger_case_free(c);
}

/* The bits of the CPU engine, with columns beyond the 65535 tiles of the grid, and with more rows
 * than any other test has. */
static void beside_the_cpu_engine(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{300, 200}, {1, 32 * 65535 + 33}, {100000, 3}};
    ddblasHandle_t cpu = dd_test_handle_on(DDBLAS_ENGINE_CPU);
    struct dd_random g;
    dd_random_start(&g, 622);
    for (int k = 0; k < 3; k++)
    {
        struct ger_case *c = ger_case_new(shapes[k][0], shapes[k][1], 1, 1, 0);
        ger_case_fill(c, &g, GER_UNIFORM);
        dd_must(h, ger_case_run(h, c), "Wger");
        void *first = malloc(c->bytes_A);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_A);
        dd_must(cpu, ger_case_run(cpu, c), "Wger");
        assert_memory_equal(c->result, first, c->bytes_A);
        free(first);
        ger_case_free(c);
    }
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
}

/* Calls in several streams at once, each on its own A. */
static void streams(void **state)
{
    (void)state;
    enum
    {
        STREAMS = 4
    };
    cudaStream_t stream[STREAMS];
    ddblasHandle_t handle[STREAMS];
    struct copies o[STREAMS];
    struct dd_random g;
    dd_random_start(&g, 623);
    struct ger_case *c = ger_case_new(257, 130, 1, 1, 0);
    ger_case_fill(c, &g, GER_WIDE);
    ger_case_judge(h, c, &g, 100, "one stream", 623);
    for (int s = 0; s < STREAMS; s++)
    {
        o[s] = copy(c);
        handle[s] = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
        assert_int_equal(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking), cudaSuccess);
        dd_must(handle[s], ddblasSetStream(handle[s], stream[s]), "ddblasSetStream");
    }
    for (int s = 0; s < STREAMS; s++)
        dd_must(handle[s], ddblasWger(handle[s], c->m, c->n, &c->alpha, o[s].x, 1, o[s].y, 1, o[s].A, c->lda), "Wger");
    for (int s = 0; s < STREAMS; s++)
    {
        assert_int_equal(cudaStreamSynchronize(stream[s]), cudaSuccess);
        assert_true(dd_engine_holds(h, o[s].A, c->result, c->bytes_A));
        assert_int_equal(ddblasDestroy(handle[s]), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(cudaStreamDestroy(stream[s]), cudaSuccess);
        discard(&o[s]);
    }
    ger_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(graph), cmocka_unit_test(beside_the_cpu_engine),
                                       cmocka_unit_test(streams)};
    const int skips = dd_test_skips_without_device();
    if (skips)
        return skips;
    choose_tests();
    return cmocka_run_group_tests(tests, open_cuda_handle, close_handle);
}
