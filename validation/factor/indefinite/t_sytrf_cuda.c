/*
 * sysv on a CUDA device: recorded in graphs whose matrices change between replays, in several
 * streams at once, and large enough for many blocks in a panel. Skipped (77) where there is no
 * device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "recorder.h"
#include "sytrf_case.h"

enum
{
    REPLAYS = 3,
    STREAMS = 3
};

static ddblasFillMode_t uplo_of(int k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* The operands of a case on the device. */
struct operands
{
    void *A, *B, *ipiv, *info;
};

static struct operands operands_of(const struct sytrf_case *c)
{
    return (struct operands){dd_engine_copy(h, c->A, c->bytes_A, 0), dd_engine_copy(h, c->B, c->bytes_B, 0),
                             dd_engine_copy(h, c->ipiv, (size_t)c->n * sizeof *c->ipiv, 0),
                             dd_engine_copy(h, &c->info, sizeof c->info, 0)};
}

static void operands_free(struct operands *o)
{
    dd_engine_free(h, o->A, 0);
    dd_engine_free(h, o->B, 0);
    dd_engine_free(h, o->ipiv, 0);
    dd_engine_free(h, o->info, 0);
}

static void call_sysv(ddblasHandle_t handle, const struct sytrf_case *c, const struct operands *o)
{
    const struct sytrf_arguments a = {c->uplo, c->n, c->nrhs, o->A, c->lda, o->ipiv, o->B, c->ldb, o->info};
    dd_must(handle, sytrf_call(handle, SYTRF_BOTH, c->kind, &a), "sysv");
}

/* Writes the operands of a case, and other pivots and info than the result has. */
static void put(const struct sytrf_case *c, const struct operands *o)
{
    must(cudaMemcpy(o->A, c->A, c->bytes_A, cudaMemcpyHostToDevice));
    must(cudaMemcpy(o->B, c->B, c->bytes_B, cudaMemcpyHostToDevice));
    must(cudaMemset(o->ipiv, 0x55, (size_t)c->n * sizeof *c->ipiv));
    must(cudaMemset(o->info, 0x55, sizeof c->info));
}

/* Fails unless the results are those of the case, which a call on its own has left there. */
static void assert_results(const struct sytrf_case *c, const struct operands *o, const char *what)
{
    if (!dd_engine_holds(h, o->A, c->result_A, c->bytes_A) || !dd_engine_holds(h, o->B, c->result_B, c->bytes_B) ||
        !dd_engine_holds(h, o->ipiv, c->ipiv, (size_t)c->n * sizeof *c->ipiv) ||
        !dd_engine_holds(h, o->info, &c->info, sizeof c->info))
        fail_msg("other bits: %s", what);
}

/* Two cases of one shape: with different pivots, and one of them singular if so desired. */
static void make_pair(struct sytrf_case *c[2], int k, int64_t n, int is_singular)
{
    struct dd_random g;
    dd_random_start(&g, 994 + (uint64_t)k);
    for (int i = 0; i < 2; i++)
    {
        c[i] = sytrf_case_new(SYTRF_BOTH, (enum sytrf_kind)(k % SYTRF_KINDS), uplo_of(k), n, 5, 1);
        sytrf_case_fill(c[i], &g, 2, 0, i ? -30 : 1);
        for (int64_t t = 0; t < n && i && is_singular; t++) /* Row and column 3 are 0. */
            sytrf_case_put(c[i], t > 2 ? t : 2, t > 2 ? 2 : t, 0.0, 0.0);
        dd_must(h, sytrf_case_run(h, c[i]), "sysv");
        assert_true((c[i]->info != 0) == (i && is_singular));
    }
}

/* A graph of sysv meets matrices with different pivots, some of them singular, in turns. */
static void graphs(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        struct sytrf_case *c[2];
        make_pair(c, k, 135, k % 4 > 1);
        struct operands o = operands_of(c[0]);
        struct recorder r = recorder_new(sytrf_case_workspace(h, c[0]));
        recorder_begin(&r);
        call_sysv(r.handle, c[0], &o);
        recorder_end(&r);
        for (int i = 0; i < 2 * REPLAYS; i++)
        {
            put(c[i % 2], &o);
            recorder_launch(&r);
            assert_results(c[i % 2], &o, "graph of sysv");
        }
        recorder_free(&r);
        operands_free(&o);
        sytrf_case_free(c[0]);
        sytrf_case_free(c[1]);
    }
}

/* Calls in several streams at once, each on its own matrix. */
static void streams(void **state)
{
    (void)state;
    for (int k = 0; k < SYTRF_KINDS; k++)
    {
        struct sytrf_case *c[2];
        struct recorder r[STREAMS];
        struct operands o[STREAMS];
        make_pair(c, k, 150, 0);
        for (int s = 0; s < STREAMS; s++)
        {
            r[s] = recorder_new(sytrf_case_workspace(h, c[s % 2]));
            o[s] = operands_of(c[s % 2]);
        }
        for (int round = 0; round < REPLAYS; round++)
        {
            for (int s = 0; s < STREAMS; s++)
                put(c[s % 2], &o[s]);
            must(cudaDeviceSynchronize());
            for (int s = 0; s < STREAMS; s++)
                call_sysv(r[s].handle, c[s % 2], &o[s]);
            for (int s = 0; s < STREAMS; s++)
            {
                must(cudaStreamSynchronize(r[s].stream));
                assert_results(c[s % 2], &o[s], "several streams");
            }
        }
        for (int s = 0; s < STREAMS; s++)
        {
            recorder_free(&r[s]);
            operands_free(&o[s]);
        }
        sytrf_case_free(c[0]);
        sytrf_case_free(c[1]);
    }
}

/* Orders at which a panel has many blocks. */
static void large(void **state)
{
    (void)state;
    struct dd_random g;
    if (DDBLAS_EMULATED)
        skip();
    dd_random_start(&g, 995);
    for (int k = 0; k < 2 * SYTRF_KINDS; k++)
    {
        const int64_t n = k % SYTRF_KINDS == SYTRF_W ? 2500 : 900;
        struct sytrf_case *c = sytrf_case_new(SYTRF_BOTH, (enum sytrf_kind)(k % SYTRF_KINDS), uplo_of(k), n, 2, 1);
        sytrf_case_fill(c, &g, 10, 0, k < SYTRF_KINDS ? 0 : 4);
        (void)sytrf_case_judge(h, c, &g, 40, "large", 995);
        assert_int_equal(c->info, 0);
        (void)sytrf_case_judge_solution(c, c, 1, "large", 995);
        sytrf_case_free(c);
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
    return cmocka_run_group_tests_name("symmetric indefinite systems on a device", tests, open_cuda_handle, close_handle);
}
