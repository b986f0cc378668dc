/*
 * Level 3 on a CUDA device: the same bits from graph replays and from several streams at once, with and without a workspace of
 * the caller. Skipped (77) where there is no device.
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

#include "core/core.h"
#include "gemm_case.h"
#include "level3_case.h"

enum
{
    STREAMS = 4,
    SIZE = 150,
    REPLAYS = 5,
    ROUNDS = 20
};

static void must(cudaError_t error) { assert_int_equal(error, cudaSuccess); }

/* One call with operands on the device, for each stream a C of its own. */
struct shared
{
    const struct level3_routine *routine; /* null: gemm */
    struct level3_case *c;
    struct gemm_case *g;
    const void *host_A, *host_B, *host_C;
    size_t bytes_A, bytes_B, bytes_C;
    void *A, *B, *start, *C[STREAMS], *got, *reference;
};

static void *on_device(const void *host, size_t bytes)
{
    void *p = NULL;
    must(cudaMalloc(&p, bytes));
    must(cudaMemcpy(p, host, bytes, cudaMemcpyHostToDevice));
    return p;
}

static void share(struct shared *s)
{
    s->A = on_device(s->host_A, s->bytes_A);
    s->B = on_device(s->host_B, s->bytes_B);
    s->start = on_device(s->host_C, s->bytes_C);
    for (int i = 0; i < STREAMS; i++)
        s->C[i] = on_device(s->host_C, s->bytes_C);
    s->got = malloc(s->bytes_C);
    s->reference = malloc(s->bytes_C);
    assert_non_null(s->got);
    assert_non_null(s->reference);
}

static void unshare(struct shared *s)
{
    must(cudaFree(s->A));
    must(cudaFree(s->B));
    must(cudaFree(s->start));
    for (int i = 0; i < STREAMS; i++)
        must(cudaFree(s->C[i]));
    free(s->got);
    free(s->reference);
}

/* Restores C number i and calls, both in the stream. */
static void call(const struct shared *s, ddblasHandle_t handle, cudaStream_t stream, int i)
{
    must(cudaMemcpyAsync(s->C[i], s->start, s->bytes_C, cudaMemcpyDeviceToDevice, stream));
    ddblasStatus_t status;
    if (s->g)
    {
        const struct gemm_case *g = s->g;
        status = gemm_call(handle, g->type, g->transa, g->transb, g->m, g->n, g->k, &g->alpha, s->A, g->lda, s->B, g->ldb,
                           &g->beta, s->C[i], g->ldc);
    }
    else
    {
        struct level3_arguments a = {s->c->shape, &s->c->alpha, s->A,      &s->c->beta, s->B,
                                     s->C[i],     s->c->lda,    s->c->ldb, s->c->ldc};
        if (s->routine->kind == LEVEL3_TRSM)
        {
            a.B = s->C[i];
            a.ldb = s->c->ldc;
        }
        status = level3_call(handle, s->routine, &a);
    }
    if (status != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s: %s", s->g ? "gemm" : s->routine->name, ddblasGetLastError(handle));
}

static void assert_reference(const struct shared *s, cudaStream_t stream, int i, const char *what)
{
    must(cudaMemcpyAsync(s->got, s->C[i], s->bytes_C, cudaMemcpyDeviceToHost, stream));
    must(cudaStreamSynchronize(stream));
    if (memcmp(s->got, s->reference, s->bytes_C) != 0)
        fail_msg("%s: other bits: %s", s->g ? "gemm" : s->routine->name, what);
}

static void replays(const struct shared *s, ddblasHandle_t handle, cudaStream_t stream)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    call(s, handle, stream, 0);
    must(cudaStreamEndCapture(stream, &graph));
    must(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < REPLAYS; i++)
    {
        must(cudaGraphLaunch(executable, stream));
        assert_reference(s, stream, 0, "graph replay");
    }
    must(cudaGraphExecDestroy(executable));
    must(cudaGraphDestroy(graph));
}

static void check(struct shared *s, ddblasGemmRoute_t route)
{
    ddblasHandle_t handle[STREAMS];
    cudaStream_t stream[STREAMS];
    share(s);
    for (int i = 0; i < STREAMS; i++)
    {
        must(cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking));
        assert_int_equal(ddblasCreateWithEngine(&handle[i], DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSetStream(handle[i], stream[i]), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSetGemmRoute(handle[i], route), DDBLAS_STATUS_SUCCESS);
        call(s, handle[i], stream[i], i); /* makes cuBLAS's handle and the workspace */
    }
    must(cudaMemcpyAsync(s->reference, s->C[0], s->bytes_C, cudaMemcpyDeviceToHost, stream[0]));
    must(cudaStreamSynchronize(stream[0]));
    for (int r = 0; r < ROUNDS; r++)
    {
        for (int i = 0; i < STREAMS; i++)
            call(s, handle[i], stream[i], i);
        for (int i = 0; i < STREAMS && r % 5 == 4; i++)
            assert_reference(s, stream[i], i, "several streams");
    }
    replays(s, handle[0], stream[0]);
    for (int i = 0; i < STREAMS; i++)
    {
        must(cudaStreamDestroy(stream[i]));
        assert_int_equal(ddblasSetStream(handle[i], NULL), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasDestroy(handle[i]), DDBLAS_STATUS_SUCCESS);
    }
    unshare(s);
}

static void routines(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 520);
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
        for (int route = DDBLAS_GEMM_ROUTE_PLAIN; route <= DDBLAS_GEMM_ROUTE_RESIDUES; route++)
        {
            const struct level3_routine *r = &level3_routines[q];
            const struct level3_shape shape = {
                (ddblasSideMode_t)(q % 2), (ddblasFillMode_t)(q / 2 % 2), DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, SIZE, SIZE, SIZE, 0};
            if (r->type != DDBLAS_TYPE_W && route != DDBLAS_GEMM_ROUTE_PLAIN)
                continue;
            struct level3_case *c = level3_case_new(r, shape, 0);
            level3_case_fill(c, &g, LEVEL3_UNIFORM);
            struct shared s = {.routine = r,
                               .c = c,
                               .host_A = c->A,
                               .host_B = c->B,
                               .host_C = c->C,
                               .bytes_A = c->bytes_A,
                               .bytes_B = c->bytes_B,
                               .bytes_C = c->bytes_C};
            check(&s, (ddblasGemmRoute_t)route);
            level3_case_free(c);
        }
}

static void products(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 521);
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        for (int route = DDBLAS_GEMM_ROUTE_PLAIN; route <= DDBLAS_GEMM_ROUTE_RESIDUES; route++)
            for (int q = 0; q < 2; q++)
            {
                if (type != DDBLAS_TYPE_W && route != DDBLAS_GEMM_ROUTE_PLAIN)
                    continue;
                struct gemm_case *c =
                    gemm_case_new((ddblasType_t)type, DDBLAS_OP_N, DDBLAS_OP_T, SIZE, q ? 5 : SIZE, q ? 3000 : SIZE, 0);
                gemm_case_fill(c, &g, GEMM_UNIFORM);
                struct shared s = {.g = c,
                                   .host_A = c->A,
                                   .host_B = c->B,
                                   .host_C = c->C,
                                   .bytes_A = c->bytes_A,
                                   .bytes_B = c->bytes_B,
                                   .bytes_C = c->bytes_C};
                check(&s, (ddblasGemmRoute_t)route);
                gemm_case_free(c);
            }
}

int main(void)
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)
    {
        fprintf(stderr, "no CUDA device: skipped\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(routines), cmocka_unit_test(products)};
    return cmocka_run_group_tests_name("level3 on CUDA", tests, NULL, NULL);
}
