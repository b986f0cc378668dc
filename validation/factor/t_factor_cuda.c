/*
 * Factorisations on a CUDA device: recorded in graphs whose matrices change between replays, in
 * several streams at once, and large enough for trsm by panels and for products by residues.
 * Skipped (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "getrf_case.h"
#include "handle.h"
#include "potrf_case.h"
#include "recorder.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

enum
{
    REPLAYS = 3,
    STREAMS = 3
};

/* A call with its operands on the device, and what a call of a test on its own gives. */
struct operands
{
    void *A, *B, *ipiv, *info;
    size_t bytes_A, bytes_B, bytes_pivots;
    const void *result_A, *result_B, *pivots;
    int64_t result_info;
};

static void call_posv(ddblasHandle_t handle, const struct potrf_case *c, const struct operands *o)
{
    const struct potrf_arguments a = {c->uplo, c->n, c->nrhs, o->A, c->lda, o->B, c->ldb, o->info};
    dd_must(handle, potrf_call(handle, POTRF_BOTH, c->type, &a), "posv");
}

static void call_gesv(ddblasHandle_t handle, const struct getrf_case *c, const struct operands *o)
{
    const struct getrf_arguments a = {c->trans, c->m, c->n, c->nrhs, o->A, c->lda, o->ipiv, o->B, c->ldb, o->info};
    dd_must(handle, getrf_call(handle, GETRF_BOTH, c->type, &a), "gesv");
}

static void put(const struct operands *o, const void *A, const void *B)
{
    must(cudaMemcpy(o->A, A, o->bytes_A, cudaMemcpyHostToDevice));
    must(cudaMemcpy(o->B, B, o->bytes_B, cudaMemcpyHostToDevice));
}

static void assert_results(const struct operands *o, const char *what)
{
    int64_t info = -1;
    must(cudaMemcpy(&info, o->info, sizeof info, cudaMemcpyDeviceToHost));
    assert_int_equal(info, o->result_info);
    if (!dd_engine_holds(h, o->A, o->result_A, o->bytes_A) || !dd_engine_holds(h, o->B, o->result_B, o->bytes_B) ||
        !dd_engine_holds(h, o->ipiv, o->pivots, o->bytes_pivots))
        fail_msg("other bits: %s", what);
}

static void operands_free(struct operands *o)
{
    dd_engine_free(h, o->A, 0);
    dd_engine_free(h, o->B, 0);
    dd_engine_free(h, o->ipiv, 0);
    dd_engine_free(h, o->info, 0);
}

/* A graph of posv meets a matrix without a factor between two that have one. */
static void replay_posv(struct potrf_case *c)
{
    static const int64_t none = -1;
    dd_must(h, potrf_case_run(h, c), "posv");
    struct operands o = {dd_engine_copy(h, c->A, c->bytes_A, 0),
                         dd_engine_copy(h, c->B, c->bytes_B, 0),
                         dd_engine_copy(h, &none, sizeof none, 0),
                         dd_engine_copy(h, &none, sizeof none, 0),
                         c->bytes_A,
                         c->bytes_B,
                         sizeof none,
                         c->result_A,
                         c->result_B,
                         &none,
                         0};
    struct recorder r = recorder_new(potrf_case_workspace(h, c));
    recorder_begin(&r);
    call_posv(r.handle, c, &o);
    recorder_end(&r);
    for (int i = 0; i < REPLAYS; i++)
    {
        int64_t info;
        put(&o, c->A, c->B);
        recorder_launch(&r);
        assert_results(&o, "graph of posv");
        put(&o, c->A, c->B);
        must(cudaMemset(o.A, 0, c->size)); /* The first pivot is 0. */
        recorder_launch(&r);
        must(cudaMemcpy(&info, o.info, sizeof info, cudaMemcpyDeviceToHost));
        assert_int_equal(info, 1);
    }
    recorder_free(&r);
    operands_free(&o);
}

static struct operands operands_of_gesv(struct getrf_case *c)
{
    const size_t bytes = (size_t)c->n * sizeof *c->ipiv;
    return (struct operands){dd_engine_copy(h, c->A, c->bytes_A, 0),
                             dd_engine_copy(h, c->B, c->bytes_B, 0),
                             dd_engine_copy(h, c->ipiv, bytes, 0),
                             dd_engine_copy(h, &c->info, sizeof c->info, 0),
                             c->bytes_A,
                             c->bytes_B,
                             bytes,
                             c->result_A,
                             c->result_B,
                             c->ipiv,
                             0};
}

/* A graph of gesv meets a singular matrix between two others. */
static void replay_gesv(struct getrf_case *c)
{
    dd_must(h, getrf_case_run(h, c), "gesv");
    struct operands o = operands_of_gesv(c);
    struct recorder r = recorder_new(getrf_case_workspace(h, c));
    recorder_begin(&r);
    call_gesv(r.handle, c, &o);
    recorder_end(&r);
    for (int i = 0; i < REPLAYS; i++)
    {
        int64_t info;
        put(&o, c->A, c->B);
        recorder_launch(&r);
        assert_results(&o, "graph of gesv");
        put(&o, c->A, c->B);
        must(cudaMemset((char *)o.A + (size_t)(2 * c->lda) * c->size, 0, (size_t)c->n * c->size)); /* Column 3 is 0. */
        recorder_launch(&r);
        must(cudaMemcpy(&info, o.info, sizeof info, cudaMemcpyDeviceToHost));
        assert_int_equal(info, 3);
    }
    recorder_free(&r);
    operands_free(&o);
}

static void graphs(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 971);
    for (int k = 0; k < 4; k++)
    {
        struct potrf_case *p =
            potrf_case_new(POTRF_BOTH, types[k % 2], k / 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, 130, 5, 1);
        potrf_case_fill(p, &g, 131, 0, 0);
        replay_posv(p);
        potrf_case_free(p);
    }
    for (int k = 0; k < 2; k++)
    {
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[k], DDBLAS_OP_N, 130, 130, 5, 1);
        getrf_case_fill(c, &g, 0, 0);
        replay_gesv(c);
        getrf_case_free(c);
    }
}

/* In the types that cuSOLVER computes a call is refused while the stream records, and adds nothing
 * to the graph; a question about workspace is answered as before. */
static void refused(void **state)
{
    static const ddblasType_t standard[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 973);
    for (int k = 0; k < 4; k++)
    {
        size_t usual = 0, bytes = 0;
        cudaGraph_t graph;
        struct potrf_case *c = potrf_case_new(POTRF_BOTH, standard[k], DDBLAS_FILL_MODE_LOWER, 40, 2, 1);
        potrf_case_fill(c, &g, 41, 0, 0);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *B = dd_engine_copy(h, c->B, c->bytes_B, 0);
        int64_t *info = dd_engine_copy(h, &c->info, sizeof c->info, 0);
        struct recorder r = recorder_new(potrf_case_workspace(h, c));
        const struct potrf_arguments a = {c->uplo, c->n, c->nrhs, A, c->lda, B, c->ldb, info};
        must(cudaStreamBeginCapture(r.stream, cudaStreamCaptureModeThreadLocal));
        assert_int_equal(potrf_call(r.handle, POTRF_BOTH, c->type, &a), DDBLAS_STATUS_NOT_SUPPORTED);
        must(cudaStreamEndCapture(r.stream, &graph));
        must(cudaGraphDestroy(graph));
        dd_must(r.handle, ddblasPotrfWorkspaceSize(r.handle, c->type, c->n, &usual), "query");
        must(cudaStreamBeginCapture(r.stream, cudaStreamCaptureModeThreadLocal));
        dd_must(r.handle, ddblasPotrfWorkspaceSize(r.handle, c->type, c->n, &bytes), "query");
        assert_int_equal(potrf_call(r.handle, POTRF_BOTH, c->type, &a), DDBLAS_STATUS_NOT_SUPPORTED);
        must(cudaStreamEndCapture(r.stream, &graph));
        must(cudaGraphDestroy(graph));
        assert_int_equal(bytes, usual);
        assert_true(dd_engine_holds(h, A, c->A, c->bytes_A) && dd_engine_holds(h, B, c->B, c->bytes_B));
        recorder_free(&r);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, B, 0);
        dd_engine_free(h, info, 0);
        potrf_case_free(c);
    }
}

/* Calls in several streams at once, each on its own matrix. */
static void streams(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 972);
    for (int k = 0; k < 2; k++)
    {
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[k], DDBLAS_OP_N, 150, 150, 5, 1);
        struct recorder r[STREAMS];
        struct operands o[STREAMS];
        getrf_case_fill(c, &g, 0, 0);
        dd_must(h, getrf_case_run(h, c), "gesv");
        for (int s = 0; s < STREAMS; s++)
        {
            r[s] = recorder_new(getrf_case_workspace(h, c));
            o[s] = operands_of_gesv(c);
        }
        for (int round = 0; round < REPLAYS; round++)
        {
            for (int s = 0; s < STREAMS; s++)
                put(&o[s], c->A, c->B);
            for (int s = 0; s < STREAMS; s++)
                call_gesv(r[s].handle, c, &o[s]);
            for (int s = 0; s < STREAMS; s++)
            {
                must(cudaStreamSynchronize(r[s].stream));
                assert_results(&o[s], "several streams");
            }
        }
        for (int s = 0; s < STREAMS; s++)
        {
            recorder_free(&r[s]);
            operands_free(&o[s]);
        }
        getrf_case_free(c);
    }
}

/* Orders at which halves are solved by panels and many blocks search a column. */
static void large(void **state)
{
    (void)state;
    struct dd_random g;
    if (DDBLAS_EMULATED)
        skip();
    dd_random_start(&g, 973);
    for (int k = 0; k < 3; k++)
    {
        const int64_t n = k == 1 ? 900 : 2500;
        struct potrf_case *p =
            potrf_case_new(POTRF_BOTH, types[k % 2], k ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, 3, 1);
        potrf_case_fill(p, &g, 20, 10, 0);
        (void)potrf_case_judge(h, p, &g, 40, "large", 973);
        assert_int_equal(p->info, 0);
        (void)potrf_case_judge_solution(p, p, &g, 2, "large", 973);
        potrf_case_put(p, p->A, 1700 % n, 1700 % n, cuddFromDouble(-1.0), cuddFromDouble(0.0));
        dd_must(h, potrf_case_run(h, p), "large, without a factor");
        assert_int_equal(p->info, 1700 % n + 1);
        for (int64_t j = 1700 % n; j < n; j += 97)
            assert_true(cuddIsNan(potrf_case_lower(p, p->result_A, n - 1, j).re));
        assert_true(potrf_case_error(p, n - 1, 1699 % n) <= potrf_case_bound(p));
        potrf_case_free(p);
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, types[k % 2], DDBLAS_OP_N, n, n, 3, 1);
        getrf_case_fill(c, &g, 10, 0);
        (void)getrf_case_judge(h, c, &g, 40, "large", 973);
        assert_int_equal(c->info, 0);
        (void)getrf_case_judge_solution(c, c, &g, 1, "large", 973);
        getrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs),
        cmocka_unit_test(refused),
        cmocka_unit_test(streams),
        cmocka_unit_test(large),
    };
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    choose_tests();
    return cmocka_run_group_tests_name("factorisations on a device", tests, open_cuda_handle, close_handle);
}
