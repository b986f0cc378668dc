/*
 * QR factorisations and least squares on a CUDA device: recorded in graphs whose matrices change
 * between replays, in several streams at once, and large enough for several wide blocks, products
 * by residues, and panels of every form. Skipped (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "qr_case.h"
#include "recorder.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

enum
{
    REPLAYS = 3,
    STREAMS = 3
};

/* A call with its operands on the device; the case holds what a call on its own gives. */
struct operands
{
    const struct qr_case *c;
    void *A, *C, *tau, *info;
};

static struct operands operands_of(const struct qr_case *c)
{
    static const int64_t none = -1;
    return (struct operands){c, dd_engine_copy(h, c->A, c->bytes_A, 0), dd_engine_copy(h, c->C, c->bytes_C, 0),
                             dd_engine_copy(h, c->tau, c->bytes_tau, 0), dd_engine_copy(h, &none, sizeof none, 0)};
}

static void operands_free(struct operands *o)
{
    dd_engine_free(h, o->A, 0);
    dd_engine_free(h, o->C, 0);
    dd_engine_free(h, o->tau, 0);
    dd_engine_free(h, o->info, 0);
}

static void put(const struct operands *o)
{
    must(cudaMemcpy(o->A, o->c->A, o->c->bytes_A, cudaMemcpyHostToDevice));
    must(cudaMemcpy(o->C, o->c->C, o->c->bytes_C, cudaMemcpyHostToDevice));
}

static void call(ddblasHandle_t handle, const struct operands *o)
{
    const struct qr_case *c = o->c;
    const struct qr_arguments a = {c->side, c->trans, c->m, c->n, c->k, o->A, c->lda, o->tau, o->C, c->ldc, o->info};
    dd_must(handle, qr_call(handle, c->routine, c->type, &a), "call");
}

static int64_t info_of(const struct operands *o)
{
    int64_t info = -1;
    must(cudaMemcpy(&info, o->info, sizeof info, cudaMemcpyDeviceToHost));
    return info;
}

static void assert_results(const struct operands *o, const char *what)
{
    const struct qr_case *c = o->c;
    if (!dd_engine_holds(h, o->A, c->result_A, c->bytes_A) || !dd_engine_holds(h, o->C, c->result_C, c->bytes_C) ||
        (c->routine == QR_FACTOR && !dd_engine_holds(h, o->tau, c->result_tau, c->bytes_tau)))
        fail_msg("other bits: %s", what);
    if (c->routine == QR_SOLVE)
        assert_int_equal(info_of(o), 0);
}

/* geqrf or gels with random operands, m >= n, and its results. */
static struct qr_case *random_case(enum qr_routine routine, ddblasType_t type, int64_t m, int64_t n, struct dd_random *g)
{
    struct qr_case *c = qr_case_new(routine, type, DDBLAS_SIDE_LEFT, DDBLAS_OP_N, m, n, 5, 1);
    qr_case_fill(c, g, QR_UNIFORM);
    qr_case_fill_c(c, g, 0);
    dd_must(h, qr_case_run(h, c), "on its own");
    return c;
}

/* A graph meets another matrix, for gels one with column 3 zero, between two equal ones. */
static void replay(const struct qr_case *c)
{
    struct operands o = operands_of(c);
    struct recorder r = recorder_new(qr_case_workspace(h, c));
    recorder_begin(&r);
    call(r.handle, &o);
    recorder_end(&r);
    for (int i = 0; i < REPLAYS; i++)
    {
        put(&o);
        recorder_launch(&r);
        assert_results(&o, "graph");
        put(&o);
        must(cudaMemset((char *)o.A + (size_t)(2 * c->lda) * c->size, 0, (size_t)c->m * c->size));
        recorder_launch(&r);
        if (c->routine == QR_SOLVE)
            assert_int_equal(info_of(&o), 3);
    }
    recorder_free(&r);
    operands_free(&o);
}

static void graphs(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1031);
    for (int k = 0; k < 4; k++)
    {
        struct qr_case *c = random_case(k / 2 ? QR_SOLVE : QR_FACTOR, types[k % 2], 150, k / 2 ? 40 : 90, &g);
        replay(c);
        qr_case_free(c);
    }
}

/* Calls in several streams at once, each on its own matrix. */
static void streams(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1032);
    for (int k = 0; k < 2; k++)
    {
        struct qr_case *c = random_case(QR_SOLVE, types[k], 150, 70, &g);
        struct recorder r[STREAMS];
        struct operands o[STREAMS];
        for (int s = 0; s < STREAMS; s++)
        {
            r[s] = recorder_new(qr_case_workspace(h, c));
            o[s] = operands_of(c);
        }
        for (int round = 0; round < REPLAYS; round++)
        {
            for (int s = 0; s < STREAMS; s++)
                put(&o[s]);
            must(cudaDeviceSynchronize());
            for (int s = 0; s < STREAMS; s++)
                call(r[s].handle, &o[s]);
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
        qr_case_free(c);
    }
}

/* Panels with one, two and three units of rows a block, and with more rows than the device holds;
 * several blocks of reflectors. */
static void large(void **state)
{
    static const int64_t sizes[][2] = {{700, 600}, {9000, 40}, {20000, 33}, {40000, 20}, {70000, 35}, {150000, 3}};
    (void)state;
    struct dd_random g;
    if (DDBLAS_EMULATED)
        skip();
    dd_random_start(&g, 1033);
    for (int k = 0; k < 12; k++)
    {
        struct qr_case *c =
            qr_case_new(QR_FACTOR, types[k % 2], DDBLAS_SIDE_LEFT, DDBLAS_OP_N, sizes[k / 2][0], sizes[k / 2][1], 0, 1);
        qr_case_fill(c, &g, k % 3 ? QR_UNIFORM : QR_COLUMNS);
        (void)qr_case_judge(h, c, "large", 1033);
        qr_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs),
        cmocka_unit_test(streams),
        cmocka_unit_test(large),
    };
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    choose_tests();
    return cmocka_run_group_tests_name("QR on a device", tests, open_cuda_handle, close_handle);
}
