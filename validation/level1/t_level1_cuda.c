/*
 * Level 1 on the GPU, what t_level1.c does not reach: calls recorded in a graph, results in host
 * memory while a stream records, the same bits over streams, the defined bits of updates beside the
 * CPU engine, and reductions by as many blocks as there can be.
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
#include "level1_case.h"
#include "poison.h"

#define FOR_EACH_FUNCTION(f)                                                                                                     \
    for (const struct level1_function *f = level1_functions; f < level1_functions + LEVEL1_FUNCTIONS; f++)

static size_t size_of_result(const struct level1_function *f)
{
    return f->kind == LEVEL1_amax || f->kind == LEVEL1_amin ? sizeof(int64_t) : dd_type_size(f->a_type);
}

static const void *result_of(const struct level1_case *c)
{
    return c->f->kind == LEVEL1_amax || c->f->kind == LEVEL1_amin ? (const void *)&c->index : (const void *)&c->number;
}

/* The operands of a call on the device. */
static struct level1_call copy(const struct level1_case *c)
{
    union dd_element empty;
    size_t bytes_a;
    const void *a = level1_a(c, &bytes_a);
    memset(&empty, DD_POISON, sizeof empty);
    return (struct level1_call){.n = c->n,
                                .a = dd_engine_copy(h, a, bytes_a, 0),
                                .b = dd_engine_copy(h, &c->b, sizeof c->b, 0),
                                .x = dd_engine_copy(h, c->x, c->bytes_x, 0),
                                .incx = c->incx,
                                .y = c->y ? dd_engine_copy(h, c->y, c->bytes_y, 0) : NULL,
                                .incy = c->incy,
                                .result = dd_engine_copy(h, &empty, sizeof empty, 0)};
}

static void discard(const struct level1_call *o)
{
    dd_engine_free(h, (void *)o->a, 0);
    dd_engine_free(h, (void *)o->b, 0);
    dd_engine_free(h, o->x, 0);
    if (o->y)
        dd_engine_free(h, o->y, 0);
    dd_engine_free(h, o->result, 0);
}

static void assert_as_before(const struct level1_case *c, const struct level1_call *o)
{
    const int writes_x =
        c->f->kind == LEVEL1_scal || c->f->kind == LEVEL1_swap || c->f->kind == LEVEL1_rot || c->f->kind == LEVEL1_rotm;
    const int same = !level1_writes(c) ? dd_engine_holds(h, o->result, result_of(c), size_of_result(c->f))
                                       : (!writes_x || dd_engine_holds(h, o->x, c->x_after, c->bytes_x)) &&
                                             (!c->y || dd_engine_holds(h, o->y, c->y_after, c->bytes_y));
    if (!same)
        fail_msg("%s: other bits", c->f->name);
}

/* A call of each function with scalars and result on the device, recorded and replayed on fresh
 * operands: the bits of a direct call. With a result in host memory recording is refused. */
static void graphs(void **state)
{
    (void)state;
    cudaStream_t stream;
    struct dd_random g;
    dd_random_start(&g, 721);
    ddblasHandle_t recorder = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
    assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    dd_must(recorder, ddblasSetStream(recorder, stream), "ddblasSetStream");
    FOR_EACH_FUNCTION(f)
    {
        cudaGraph_t recorded;
        cudaGraphExec_t executable;
        union dd_element on_host;
        struct level1_case *c = level1_case_new(f, 9001, 1, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        dd_must(h, level1_case_run(h, c), f->name);
        struct level1_call o = copy(c);
        /* The first call makes the workspace and cuBLAS's handle; it runs on other operands. */
        struct level1_call first = copy(c);
        dd_must(recorder, ddblasSetPointerMode(recorder, DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
        dd_must(recorder, f->call(recorder, &first), f->name);
        assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
        assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        dd_must(recorder, f->call(recorder, &o), f->name);
        if (!level1_writes(c))
        {
            struct level1_call host = o;
            host.result = &on_host;
            dd_must(recorder, ddblasSetPointerMode(recorder, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
            assert_int_equal(f->call(recorder, &host), DDBLAS_STATUS_NOT_SUPPORTED);
        }
        assert_int_equal(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
        assert_int_equal(cudaGraphInstantiate(&executable, recorded, 0), cudaSuccess);
        assert_int_equal(cudaGraphLaunch(executable, stream), cudaSuccess);
        assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
        assert_as_before(c, &o);
        assert_int_equal(cudaGraphExecDestroy(executable), cudaSuccess);
        assert_int_equal(cudaGraphDestroy(recorded), cudaSuccess);
        discard(&first);
        discard(&o);
        level1_case_free(c);
    }
    assert_int_equal(ddblasDestroy(recorder), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
}

/* Calls in several streams at once, each handle with its own workspace and operands. */
static void streams(void **state)
{
    (void)state;
    enum
    {
        STREAMS = 3
    };
    cudaStream_t stream[STREAMS];
    ddblasHandle_t handle[STREAMS];
    struct dd_random g;
    dd_random_start(&g, 722);
    for (int s = 0; s < STREAMS; s++)
    {
        handle[s] = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
        assert_int_equal(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking), cudaSuccess);
        dd_must(handle[s], ddblasSetStream(handle[s], stream[s]), "ddblasSetStream");
        dd_must(handle[s], ddblasSetPointerMode(handle[s], DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
    }
    FOR_EACH_FUNCTION(f)
    {
        struct level1_call o[STREAMS];
        struct level1_case *c = level1_case_new(f, 12001, 1, 1);
        level1_case_fill(c, &g, LEVEL1_WIDE);
        dd_must(h, level1_case_run(h, c), f->name);
        for (int s = 0; s < STREAMS; s++)
            o[s] = copy(c);
        for (int s = 0; s < STREAMS; s++)
            dd_must(handle[s], f->call(handle[s], &o[s]), f->name);
        for (int s = 0; s < STREAMS; s++)
        {
            assert_int_equal(cudaStreamSynchronize(stream[s]), cudaSuccess);
            assert_as_before(c, &o[s]);
            discard(&o[s]);
        }
        level1_case_free(c);
    }
    for (int s = 0; s < STREAMS; s++)
    {
        assert_int_equal(ddblasDestroy(handle[s]), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(cudaStreamDestroy(stream[s]), cudaSuccess);
    }
}

/* Reductions of W and U by all 512 blocks, and by a few blocks more or fewer elements. */
static void many_blocks(void **state)
{
    (void)state;
    static const int64_t sizes[] = {2048 * 512 + 1, 4095, 4097, 2048 * 3 + 5};
    const int first = dd_test_scale() > 1 ? 1 : 0;
    struct dd_random g;
    dd_random_start(&g, 723);
    FOR_EACH_FUNCTION(f)
    for (int k = first; k < 4; k++)
    {
        if ((f->type != DDBLAS_TYPE_W && f->type != DDBLAS_TYPE_U) || level1_positions[f->kind].result == 0)
            continue;
        struct level1_case *c = level1_case_new(f, sizes[k], 1, 1);
        level1_case_fill(c, &g, LEVEL1_WIDE);
        c->on_engine = k % 2;
        level1_case_judge(h, c, 0, "many blocks", 723);
        level1_case_free(c);
    }
}

/* rotg and rotmg with scalars on the device, recorded and replayed: the bits of calls on the host.
 */
static void rotations_in_a_graph(void **state)
{
    (void)state;
    enum
    {
        NUMBERS = 4 + 9 /* a, b, c, s; d1, d2, x1, y1, param */
    };
    cudaStream_t stream;
    cudaGraph_t recorded;
    cudaGraphExec_t executable;
    cuddreal on_host[NUMBERS];
    struct dd_random g;
    dd_random_start(&g, 724);
    for (int k = 0; k < NUMBERS; k++)
        on_host[k] = cuddFabs(dd_random_full_pair(&g, 0));
    ddblasHandle_t recorder = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
    cuddreal *d = dd_engine_copy(h, on_host, sizeof on_host, 0), *p = on_host;
    dd_must(h, ddblasWrotg(h, p, p + 1, p + 2, p + 3), "ddblasWrotg");
    dd_must(h, ddblasWrotmg(h, p + 4, p + 5, p + 6, p + 7, p + 8), "ddblasWrotmg");
    assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    dd_must(recorder, ddblasSetStream(recorder, stream), "ddblasSetStream");
    dd_must(recorder, ddblasSetPointerMode(recorder, DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    dd_must(recorder, ddblasWrotg(recorder, d, d + 1, d + 2, d + 3), "ddblasWrotg");
    dd_must(recorder, ddblasWrotmg(recorder, d + 4, d + 5, d + 6, d + 7, d + 8), "ddblasWrotmg");
    assert_int_equal(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&executable, recorded, 0), cudaSuccess);
    assert_false(dd_engine_holds(h, d, on_host, sizeof on_host));
    assert_int_equal(cudaGraphLaunch(executable, stream), cudaSuccess);
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    assert_true(dd_engine_holds(h, d, on_host, sizeof on_host));
    assert_int_equal(cudaGraphExecDestroy(executable), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(recorded), cudaSuccess);
    dd_engine_free(h, d, 0);
    assert_int_equal(ddblasDestroy(recorder), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(graphs), cmocka_unit_test(streams), cmocka_unit_test(many_blocks),
                                       cmocka_unit_test(rotations_in_a_graph)};
    const int skips = dd_test_skips_without_device();
    if (skips)
        return skips;
    choose_tests();
    return cmocka_run_group_tests(tests, open_cuda_handle, close_handle);
}
