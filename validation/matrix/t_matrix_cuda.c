/*
 * geam, dgmm, lacpy, laset and laswp on the GPU, what t_matrix.c and t_laswp.c do not reach: calls
 * recorded in a graph, more tiles of columns than the grid has, the same bits over streams and
 * beside the CPU engine.
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
#include "laswp_case.h"
#include "matrix_case.h"
#include "poison.h"

static struct matrix_form form_of(int k)
{
    static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};
    static const ddblasFillMode_t parts[] = {DDBLAS_FILL_MODE_LOWER, DDBLAS_FILL_MODE_UPPER, DDBLAS_FILL_MODE_FULL};
    return (struct matrix_form){.transa = operations[k % 3],
                                .transb = operations[k / 2 % 3],
                                .side = k % 2 ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT,
                                .uplo = parts[k % 3],
                                .incx = k % 2 ? -2 : 1};
}

/* The case's operands on the device, scalars too. */
static struct matrix_call copy(const struct matrix_case *c)
{
    return (struct matrix_call){c->form,
                                c->m,
                                c->n,
                                c->lda,
                                c->ldb,
                                c->ldc,
                                dd_engine_copy(h, &c->alpha, c->size, 0),
                                dd_engine_copy(h, &c->beta, c->size, 0),
                                dd_engine_copy(h, c->A, c->A ? c->bytes_A : 0, 0),
                                dd_engine_copy(h, c->B, c->B ? c->bytes_B : 0, 0),
                                dd_engine_copy(h, c->x, c->x ? c->bytes_x : 0, 0),
                                dd_engine_copy(h, c->C, c->bytes_C, 0)};
}

static void discard(const struct matrix_call *o)
{
    dd_engine_free(h, (void *)o->alpha, 0);
    dd_engine_free(h, (void *)o->beta, 0);
    dd_engine_free(h, (void *)o->A, 0);
    dd_engine_free(h, (void *)o->B, 0);
    dd_engine_free(h, (void *)o->x, 0);
    dd_engine_free(h, o->C, 0);
}

/* A graph with one call, replayed with other scalars in device memory: the bits of the CPU
 * engine. */
static void graph_of(matrix_kind kind, ddblasType_t type, cudaStream_t stream, ddblasHandle_t recorder, ddblasHandle_t cpu)
{
    cudaGraph_t recorded;
    cudaGraphExec_t executable;
    struct dd_random g;
    dd_random_start(&g, 6301);
    struct matrix_case *c = matrix_case_new(kind, type, form_of((int)type + (int)kind), 70, 53, 1);
    matrix_case_fill(c, &g, MATRIX_UNIFORM);
    const struct matrix_call o = copy(c);
    void *after = dd_poisoned(c->bytes_C);
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    dd_must(recorder, matrix_call(recorder, kind, type, &o), matrix_kind_name(kind));
    assert_int_equal(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&executable, recorded, 0), cudaSuccess);
    for (int k = 0; k < 3; k++)
    {
        const union dd_element kept = c->alpha;
        if (k == 1)
            memset(&c->alpha, 0, sizeof c->alpha);
        assert_int_equal(cudaMemcpy((void *)o.alpha, &c->alpha, c->size, cudaMemcpyHostToDevice), cudaSuccess);
        assert_int_equal(cudaGraphLaunch(executable, stream), cudaSuccess);
        assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
        dd_must(cpu, matrix_case_run(cpu, c), matrix_kind_name(kind));
        dd_engine_read(h, after, o.C, c->bytes_C);
        assert_memory_equal(after, c->result, c->bytes_C);
        c->alpha = kept;
    }
    assert_int_equal(cudaGraphExecDestroy(executable), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(recorded), cudaSuccess);
    discard(&o);
    free(after);
    matrix_case_free(c);
}

static void graphs(void **state)
{
    (void)state;
    ddblasHandle_t cpu = dd_test_handle_on(DDBLAS_ENGINE_CPU), recorder = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
    cudaStream_t stream;
    assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    dd_must(recorder, ddblasSetStream(recorder, stream), "ddblasSetStream");
    dd_must(recorder, ddblasSetPointerMode(recorder, DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
    for (int k = 0; k < MATRIX_KINDS * DDBLAS_TYPE_ALL_COUNT; k++)
        graph_of((matrix_kind)(k % MATRIX_KINDS), (ddblasType_t)(k / MATRIX_KINDS), stream, recorder, cpu);
    assert_int_equal(ddblasDestroy(recorder), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
}

/* laswp from a graph, replayed on the matrix that the last replay left. */
static void graph_of_laswp(void **state)
{
    (void)state;
    ddblasHandle_t recorder = dd_test_handle_on(DDBLAS_ENGINE_CUDA), cpu = dd_test_handle_on(DDBLAS_ENGINE_CPU);
    cudaStream_t stream;
    cudaGraph_t recorded;
    cudaGraphExec_t executable;
    struct dd_random g;
    dd_random_start(&g, 6304);
    struct laswp_case *c = laswp_case_new(DDBLAS_TYPE_W, 200, 70, 5, 150, 1, 1, &g);
    laswp_case_fill(c, &g, LASWP_BELOW);
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *ipiv = dd_engine_copy(h, c->ipiv, c->bytes_ipiv, 0);
    assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    dd_must(recorder, ddblasSetStream(recorder, stream), "ddblasSetStream");
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    dd_must(recorder, laswp_call(recorder, c->type, c->n, A, c->lda, c->k1, c->k2, ipiv, c->incx), "laswp");
    assert_int_equal(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&executable, recorded, 0), cudaSuccess);
    for (int k = 0; k < 3; k++)
    {
        dd_must(cpu, laswp_case_run(cpu, c), "laswp");
        assert_int_equal(cudaGraphLaunch(executable, stream), cudaSuccess);
        assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
        assert_true(dd_engine_holds(h, A, c->result, c->bytes_A));
        memcpy(c->A, c->result, c->bytes_A);
    }
    assert_int_equal(cudaGraphExecDestroy(executable), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(recorded), cudaSuccess);
    assert_int_equal(ddblasDestroy(recorder), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    dd_engine_free(h, A, 0);
    dd_engine_free(h, ipiv, 0);
    laswp_case_free(c);
}

/* The bits of the CPU engine, with more columns than the 65535 tiles of the grid have, and with
 * more rows than any other test has. */
static void beside_the_cpu_engine(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{300, 200}, {1, 32 * 65535 + 33}, {50000, 3}};
    ddblasHandle_t cpu = dd_test_handle_on(DDBLAS_ENGINE_CPU);
    struct dd_random g;
    dd_random_start(&g, 6302);
    for (int k = 0; k < 3 * MATRIX_KINDS * DDBLAS_TYPE_ALL_COUNT; k++)
    {
        const int64_t *shape = shapes[k % 3];
        const ddblasType_t type = (ddblasType_t)(k / 3 % DDBLAS_TYPE_ALL_COUNT);
        const matrix_kind kind = (matrix_kind)(k / 3 / DDBLAS_TYPE_ALL_COUNT);
        if (k % 3 == 1 && (type != DDBLAS_TYPE_W || kind == MATRIX_DGMM || kind == MATRIX_LACPY)) /* one of each kernel */
            continue;
        struct matrix_form form = form_of(k);
        if (k % 3 == 1)
            form.uplo = DDBLAS_FILL_MODE_UPPER;
        struct matrix_case *c = matrix_case_new(kind, type, form, shape[0], shape[1], 0);
        matrix_case_fill(c, &g, MATRIX_UNIFORM);
        dd_must(h, matrix_case_run(h, c), matrix_kind_name(c->kind));
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        dd_must(cpu, matrix_case_run(cpu, c), matrix_kind_name(c->kind));
        assert_memory_equal(c->result, first, c->bytes_C);
        free(first);
        matrix_case_free(c);
    }
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
}

/* Calls in several streams at once, each on its own C. */
static void streams(void **state)
{
    (void)state;
    enum
    {
        STREAMS = MATRIX_KINDS
    };
    cudaStream_t stream[STREAMS];
    ddblasHandle_t handle[STREAMS];
    struct matrix_call o[STREAMS];
    struct matrix_case *c[STREAMS];
    struct dd_random g;
    dd_random_start(&g, 6303);
    for (int s = 0; s < STREAMS; s++)
    {
        c[s] = matrix_case_new((matrix_kind)s, DDBLAS_TYPE_W, form_of(s), 257, 130, 0);
        matrix_case_fill(c[s], &g, MATRIX_WIDE);
        matrix_case_judge(h, c[s], &g, 50, "one stream", 6303);
        o[s] = copy(c[s]);
        handle[s] = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
        assert_int_equal(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking), cudaSuccess);
        dd_must(handle[s], ddblasSetStream(handle[s], stream[s]), "ddblasSetStream");
        dd_must(handle[s], ddblasSetPointerMode(handle[s], DDBLAS_POINTER_MODE_DEVICE), "ddblasSetPointerMode");
    }
    for (int s = 0; s < STREAMS; s++)
        dd_must(handle[s], matrix_call(handle[s], c[s]->kind, c[s]->type, &o[s]), matrix_kind_name(c[s]->kind));
    for (int s = 0; s < STREAMS; s++)
    {
        assert_int_equal(cudaStreamSynchronize(stream[s]), cudaSuccess);
        assert_true(dd_engine_holds(h, o[s].C, c[s]->result, c[s]->bytes_C));
        assert_int_equal(ddblasDestroy(handle[s]), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(cudaStreamDestroy(stream[s]), cudaSuccess);
        discard(&o[s]);
        matrix_case_free(c[s]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(graphs), cmocka_unit_test(graph_of_laswp),
                                       cmocka_unit_test(beside_the_cpu_engine), cmocka_unit_test(streams)};
    const int skips = dd_test_skips_without_device();
    if (skips)
        return skips;
    choose_tests();
    return cmocka_run_group_tests(tests, open_cuda_handle, close_handle);
}
