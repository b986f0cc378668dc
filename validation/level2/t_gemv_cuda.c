/*
 * gemv on the GPU, what t_gemv.c does not reach: calls recorded in graphs, calls in several streams
 * at once, repetitions, more stretches than the grid has rows of blocks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

#include "gemv_case.h"
#include "handle.h"

enum
{
    STREAMS = 4
};

/* The case's operands on the device. */
struct copies
{
    void *A, *x, *y, *alpha, *beta;
};

static struct copies copy(const struct gemv_case *c)
{
    return (struct copies){dd_engine_copy(h, c->A, c->bytes_A, 0), dd_engine_copy(h, c->x, c->bytes_x, 0),
                           dd_engine_copy(h, c->y, c->bytes_y, 0), dd_engine_copy(h, &c->alpha, c->size, 0),
                           dd_engine_copy(h, &c->beta, c->size, 0)};
}

static void discard(struct copies *o)
{
    dd_engine_free(h, o->A, 0);
    dd_engine_free(h, o->x, 0);
    dd_engine_free(h, o->y, 0);
    dd_engine_free(h, o->alpha, 0);
    dd_engine_free(h, o->beta, 0);
}

static void call(ddblasHandle_t handle, const struct gemv_case *c, const struct copies *o, const void *alpha, const void *beta)
{
    dd_must(
        handle,
        gemv_call(handle, c->type, c->type_of_a, c->trans, c->m, c->n, alpha, o->A, c->lda, o->x, c->incx, beta, o->y, c->incy),
        "gemv");
}

/* A graph with one call, replayed with other scalars in device memory, on the y of the replay
 * before: direct calls give the same bits. The workspace is the query's. */
static void graph(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 721);
    for (int q = 0; q < 6; q++)
    {
        const ddblasType_t type = q % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W;
        struct gemv_case *c = gemv_case_new(type, type, (ddblasOperation_t)(q / 2), 150, 700, 1, 1, 3);
        ddblasHandle_t recorder = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
        cudaStream_t stream;
        cudaGraph_t recorded;
        cudaGraphExec_t executable;
        size_t bytes;
        void *workspace = NULL;
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        struct copies o = copy(c), direct = copy(c);
        dd_must(h, ddblasGemvWorkspaceSize(h, type, c->trans, c->m, c->n, &bytes), "query");
        dd_must(h, ddblasMalloc(h, &workspace, bytes + 256), "workspace");
        dd_must(recorder, ddblasSetWorkspace(recorder, workspace, bytes + 256), "workspace");
        assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        dd_must(recorder, ddblasSetStream(recorder, stream), "ddblasSetStream");
        dd_must(recorder, ddblasSetPointerMode(recorder, DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
        assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        call(recorder, c, &o, o.alpha, o.beta);
        assert_int_equal(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
        assert_int_equal(cudaGraphInstantiate(&executable, recorded, 0), cudaSuccess);
        for (int k = 0; k < 4; k++)
        {
            dd_element_put(type, &g, 0, k, &c->alpha);
            if (k == 2)
                c->alpha = dd_element_integer(type, 0.0, 0.0);
            assert_int_equal(cudaMemcpy(o.alpha, &c->alpha, c->size, cudaMemcpyHostToDevice), cudaSuccess);
            assert_int_equal(cudaGraphLaunch(executable, stream), cudaSuccess);
            assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
            call(h, c, &direct, &c->alpha, &c->beta);
            dd_engine_read(h, c->result, direct.y, c->bytes_y);
            assert_true(dd_engine_holds(h, o.y, c->result, c->bytes_y));
        }
        assert_int_equal(cudaGraphExecDestroy(executable), cudaSuccess);
        assert_int_equal(cudaGraphDestroy(recorded), cudaSuccess);
        assert_int_equal(ddblasDestroy(recorder), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
        dd_must(h, ddblasFree(h, workspace), "free");
        discard(&o);
        discard(&direct);
        gemv_case_free(c);
    }
}

/* Calls in several streams at once, each on its own y, and many repetitions. */
static void streams(void **state)
{
    (void)state;
    const int repeats = dd_test_scale() > 1 ? 3 : 200;
    struct dd_random g;
    dd_random_start(&g, 722);
    for (int q = 0; q < 6; q++)
    {
        const ddblasType_t type = q % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W;
        struct gemv_case *c = gemv_case_new(type, type, (ddblasOperation_t)(q / 2), 530, 700, 1, 1, 0);
        cudaStream_t stream[STREAMS];
        ddblasHandle_t handle[STREAMS];
        struct copies o[STREAMS];
        gemv_case_fill(c, &g, GEMV_WIDE);
        c->beta = dd_element_integer(c->type, 0.0, 0.0);
        gemv_case_judge(h, c, &g, 10, "one stream", 722);
        for (int s = 0; s < STREAMS; s++)
        {
            o[s] = copy(c);
            handle[s] = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
            assert_int_equal(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking), cudaSuccess);
            dd_must(handle[s], ddblasSetStream(handle[s], stream[s]), "ddblasSetStream");
        }
        for (int k = 0; k < repeats; k++)
        {
            for (int s = 0; s < STREAMS; s++)
                call(handle[s], c, &o[s], &c->alpha, &c->beta);
            for (int s = 0; s < STREAMS; s++)
            {
                assert_int_equal(cudaStreamSynchronize(stream[s]), cudaSuccess);
                assert_true(dd_engine_holds(h, o[s].y, c->result, c->bytes_y));
            }
        }
        for (int s = 0; s < STREAMS; s++)
        {
            assert_int_equal(ddblasDestroy(handle[s]), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(cudaStreamDestroy(stream[s]), cudaSuccess);
            discard(&o[s]);
        }
        gemv_case_free(c);
    }
}

/* One row or one column with more terms than the rows of blocks of the grid hold: 65535 stretches
 * of 64 columns, or of 256 rows. */
static void many_stretches(void **state)
{
    (void)state;
    static const int64_t terms[] = {64 * INT64_C(65535) + 77, 256 * INT64_C(65535) + 300};
    struct dd_random g;
    if (dd_test_scale() > 1)
        skip();
    dd_random_start(&g, 723);
    for (int q = 0; q < 2; q++)
    {
        struct gemv_case *c = q ? gemv_case_new(DDBLAS_TYPE_W, DDBLAS_TYPE_W, DDBLAS_OP_T, terms[1], 1, 1, 1, 0)
                                : gemv_case_new(DDBLAS_TYPE_W, DDBLAS_TYPE_W, DDBLAS_OP_N, 1, terms[0], 1, 1, 0);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        gemv_case_judge(h, c, &g, 1, "many stretches", 723);
        gemv_case_free(c);
    }
}

int main(void)
{
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph),
        cmocka_unit_test(streams),
        cmocka_unit_test(many_stretches),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_cuda_handle, close_handle);
}
