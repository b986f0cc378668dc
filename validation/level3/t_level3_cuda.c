/*
 * Level 3 on a CUDA device: the same bits from graph replays and from several streams at once, with
 * and without a workspace of the caller; trsm by panels. Skipped (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "gemm/gemm_case.h"
#include "engine.h"
#include "handle.h"
#include "level3_case.h"
#include "level3/structured/block_operations.h"

enum
{
    STREAMS = 4,
    SIZE = 150,
    REPLAYS = 5,
    ORDER = 1100, /* trsm: five panels, one of them ragged */
    VECTORS = 70,
    ROUNDS = 20
};

static void must(cudaError_t error) { assert_int_equal(error, cudaSuccess); }

/* One call with operands on the device; each stream has a C of its own. */
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
    must(cudaDeviceSynchronize()); /* a copy from pageable memory may end after the call */
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

/* The matrices of a case of either kind. */
#define MATRICES_OF(c)                                                                                                           \
    .host_A = (c)->A, .host_B = (c)->B, .host_C = (c)->C, .bytes_A = (c)->bytes_A, .bytes_B = (c)->bytes_B,                      \
    .bytes_C = (c)->bytes_C

static void check_level3(const struct level3_routine *routine, struct level3_case *c, ddblasGemmRoute_t route)
{
    struct shared s = {.routine = routine, .c = c, MATRICES_OF(c)};
    check(&s, route);
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
            if (!dd_type_is_pair(r->type) && route != DDBLAS_GEMM_ROUTE_PLAIN)
                continue;
            struct level3_case *c = level3_case_new(r, shape, 0);
            level3_case_fill(c, &g, LEVEL3_UNIFORM);
            check_level3(r, c, (ddblasGemmRoute_t)route);
            level3_case_free(c);
        }
}

static void products(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 521);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int route = DDBLAS_GEMM_ROUTE_PLAIN; route <= DDBLAS_GEMM_ROUTE_RESIDUES; route++)
            for (int q = 0; q < 2; q++)
            {
                if (!dd_type_is_pair((ddblasType_t)type) && route != DDBLAS_GEMM_ROUTE_PLAIN)
                    continue;
                struct gemm_case *c =
                    gemm_case_new((ddblasType_t)type, DDBLAS_OP_N, DDBLAS_OP_T, SIZE, q ? 5 : SIZE, q ? 3000 : SIZE, 0);
                gemm_case_fill(c, &g, GEMM_UNIFORM);
                struct shared s = {.g = c, MATRICES_OF(c)};
                check(&s, (ddblasGemmRoute_t)route);
                gemm_case_free(c);
            }
}

/* ---- systems of many vectors ----------------------------------------------------------------- */

/* Integers, with powers of two on the diagonal: X must come out exactly, but for what a NaN reaches
 * in its vector. */
static void systems_of_many_vectors(void **state)
{
    enum
    {
        N = 150, /* more than two times the rows that are in registers together, and a ragged rest */
        MANY = 6150,
        PITCH = N + 3,
        MARKED = 5000,
        FROM = 100
    };
    (void)state;
    static const cuddreal one = {1.0, 0.0};
    struct dd_random g;
    ddblasHandle_t handle;
    cuddreal *T = calloc(N * N, sizeof *T), *X = calloc((size_t)PITCH * MANY, sizeof *X),
             *B = calloc((size_t)PITCH * MANY, sizeof *B);
    assert_true(T && X && B);
    dd_random_start(&g, 525);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            T[i + j * N] = i < j    ? cuddNan()
                           : i == j ? cuddFromDouble(ldexp(1.0, (int)dd_random_int(&g, -2, 2)))
                                    : cuddFromDouble((double)dd_random_int(&g, -3, 3));
    for (int64_t v = 0; v < MANY; v++)
        for (int i = 0; i < N; i++)
        {
            double b = 0.0;
            X[i + v * PITCH] = cuddFromDouble((double)dd_random_int(&g, -1000, 1000));
            for (int j = 0; j <= i; j++)
                b += T[i + j * N].x * X[j + v * PITCH].x;
            B[i + v * PITCH] = cuddFromDouble(b);
        }
    B[FROM + MARKED * PITCH] = cuddNan();
    assert_int_equal(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
    cuddreal *on_T = on_device(T, N * N * sizeof *T), *on_X = on_device(B, (size_t)PITCH * MANY * sizeof *B);
    const struct ddblas_systems systems = {.n = N,
                                           .vectors = MANY,
                                           .all = MANY,
                                           .A = on_T,
                                           .row = 1,
                                           .column = N,
                                           .alpha = &one,
                                           .x = on_X,
                                           .step = 1,
                                           .stride = PITCH};
    assert_int_equal(ddblas_solve_cuda(handle, &systems), DDBLAS_STATUS_SUCCESS);
    must(cudaDeviceSynchronize());
    must(cudaMemcpy(B, on_X, (size_t)PITCH * MANY * sizeof *B, cudaMemcpyDeviceToHost));
    for (int64_t v = 0; v < MANY; v++)
        for (int64_t i = 0; i < PITCH; i++)
            if (v != MARKED || i < FROM || i >= N)
                assert_true(cuddEq(B[i + v * PITCH], X[i + v * PITCH]));
    assert_true(cuddIsNan(B[FROM + MARKED * PITCH]));
    assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
    must(cudaFree(on_T));
    must(cudaFree(on_X));
    free(T);
    free(X);
    free(B);
}

/* ---- trsm by panels -------------------------------------------------------------------------- */

static const struct level3_routine trsm = {"Wtrsm", LEVEL3_TRSM, DDBLAS_TYPE_W, 0};

/* Letters by the bits of q. */
static struct level3_case *system_of(int q, struct dd_random *g, enum level3_data data)
{
    const int left = q % 2 == 0;
    const struct level3_shape shape = {left ? DDBLAS_SIDE_LEFT : DDBLAS_SIDE_RIGHT,
                                       (ddblasFillMode_t)(q / 2 % 2),
                                       (ddblasOperation_t)(q / 4 % 2),
                                       q / 8 % 2 ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT,
                                       left ? ORDER : VECTORS,
                                       left ? VECTORS : ORDER,
                                       0,
                                       0};
    struct level3_case *c = level3_case_new(&trsm, shape, q % 3);
    level3_case_fill(c, g, data);
    return c;
}

static cuddreal *component(const struct level3_case *c, const void *base, int64_t e, int64_t vector)
{
    const int left = c->shape.side == DDBLAS_SIDE_LEFT;
    return level3_case_at(c, base, c->ldc, left ? e : vector, left ? vector : e);
}

/* Vectors that grow along their components by 2^110, some from a start of zeros: every panel
 * changes the scale of what is kept.
 */
static void make_grow(struct level3_case *c, int downwards)
{
    for (int64_t v = 0; v < VECTORS; v++)
        for (int64_t e = 0; e < ORDER; e++)
        {
            const int64_t at = downwards ? ORDER - 1 - e : e;
            cuddreal *b = component(c, c->C, e, v);
            *b = v % 7 == 3 && at < 300 ? cuddFromDouble(0.0) : cuddLdexp(*b, (int)(at / 10));
        }
}

/* Whatever part of the workspace there is: the same bits, or an error and nothing written. */
static void parts_of_the_workspace(ddblasHandle_t handle, struct level3_case *c)
{
    size_t bytes;
    void *workspace = NULL, *first = malloc(c->bytes_C);
    assert_non_null(first);
    memcpy(first, c->result, c->bytes_C);
    assert_int_equal(level3_workspace(handle, c->routine, &c->shape, &bytes), DDBLAS_STATUS_SUCCESS);
    must(cudaMalloc(&workspace, bytes));
    must(cudaMemset(workspace, 0xff, bytes));
    int solved = 0;
    for (int part = 16; part > 0; part -= 3)
    {
        assert_int_equal(ddblasSetWorkspace(handle, workspace, bytes / 16 * (size_t)part), DDBLAS_STATUS_SUCCESS);
        const ddblasStatus_t status = level3_case_run(handle, c);
        if (status != DDBLAS_STATUS_SUCCESS)
            assert_int_equal(status, DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(c->result, status == DDBLAS_STATUS_SUCCESS ? first : c->C, c->bytes_C);
        solved += status == DDBLAS_STATUS_SUCCESS;
    }
    assert_true(solved >= 2);
    assert_int_equal(ddblasSetWorkspace(handle, NULL, 0), DDBLAS_STATUS_SUCCESS);
    must(cudaFree(workspace));
    free(first);
}

static void panels(void **state)
{
    (void)state;
    struct dd_random g;
    ddblasHandle_t handle;
    dd_random_start(&g, 522);
    assert_int_equal(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetGemmRoute(handle, DDBLAS_GEMM_ROUTE_RESIDUES), DDBLAS_STATUS_SUCCESS);
    for (int q = 0; q < 24; q++)
    {
        struct level3_case *c = system_of(q, &g, q < 16 ? LEVEL3_UNIFORM : LEVEL3_GRADED);
        if (q >= 8 && q < 16)
            make_grow(c, q % 2);
        c->on_engine = q % 5 == 1;
        (void)level3_case_judge(handle, c, &g, 60, "panels", 522);
        if (q % 4 == 0)
            parts_of_the_workspace(handle, c);
        level3_case_free(c);
    }
    assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
}

/* A NaN and an Inf stay in their vectors. */
static void panels_with_special_values(void **state)
{
    (void)state;
    struct dd_random g;
    ddblasHandle_t handle;
    dd_random_start(&g, 523);
    assert_int_equal(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetGemmRoute(handle, DDBLAS_GEMM_ROUTE_RESIDUES), DDBLAS_STATUS_SUCCESS);
    for (int q = 0; q < 4; q++)
    {
        struct level3_case *c = system_of(q, &g, LEVEL3_UNIFORM);
        *component(c, c->C, 400, 11) = cuddNan();
        *component(c, c->C, 700, 12) = cuddMake(INFINITY, 0.0);
        assert_int_equal(level3_case_run(handle, c), DDBLAS_STATUS_SUCCESS);
        assert_true(cuddIsNan(*component(c, c->result, 400, 11)));
        assert_true(cuddIsInf(*component(c, c->result, 700, 12)));
        for (int64_t v = 0; v < VECTORS; v++)
            for (int64_t e = v; e < ORDER && v != 11 && v != 12; e += 367)
            {
                const int left = c->shape.side == DDBLAS_SIDE_LEFT;
                assert_true(level3_case_error(c, left ? e : v, left ? v : e) <= level3_case_bound(c));
            }
        level3_case_free(c);
    }
    assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
}

static void panels_over_streams_and_replays(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 524);
    struct level3_case *c = system_of(0, &g, LEVEL3_UNIFORM);
    check_level3(&trsm, c, DDBLAS_GEMM_ROUTE_RESIDUES);
    level3_case_free(c);
}

int main(void)
{
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    const struct CMUnitTest tests[] = {cmocka_unit_test(routines),
                                       cmocka_unit_test(products),
                                       cmocka_unit_test(systems_of_many_vectors),
                                       cmocka_unit_test(panels),
                                       cmocka_unit_test(panels_with_special_values),
                                       cmocka_unit_test(panels_over_streams_and_replays)};
    choose_tests();
    return cmocka_run_group_tests_name("level3 on CUDA", tests, NULL, NULL);
}
