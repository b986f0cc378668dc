/*
 * Batches of systems on a CUDA device: more members than blocks that run at a time, and a graph
 * whose matrices change between replays. Skipped (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "batch_case.h"
#include "handle.h"
#include "recorder.h"

static void many_members(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 981);
    for (int k = 0; k < 2; k++)
    {
        struct batch_case *c = batch_case_new(BATCH_GESV, k ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, DDBLAS_FILL_MODE_LOWER, 5, 1,
                                              DDBLAS_EMULATED ? 300 : 20000, 0);
        batch_case_fill(c, &g, 2);
        dd_must(h, batch_case_run(h, c), "many members");
        (void)batch_case_judge(c, &g, 1, 981);
        batch_case_free(c);
    }
}

/* A graph of gesv and potrf meets other matrices in its second replay. */
static void record_and_replay(enum batch_routine routine, ddblasType_t type, struct dd_random *g)
{
    struct batch_case *cases[2];
    for (int k = 0; k < 2; k++)
    {
        cases[k] = batch_case_new(routine, type, DDBLAS_FILL_MODE_UPPER, 33, 2, 4, 1);
        batch_case_fill(cases[k], g, 2);
        dd_must(h, batch_case_run(h, cases[k]), "on its own");
    }
    const struct batch_case *c = cases[0];
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *B = dd_engine_copy(h, c->B, c->bytes_B, 0);
    int64_t *ipiv = dd_engine_copy(h, c->ipiv, c->bytes_pivots, 0), *info = dd_engine_copy(h, c->info, 4 * sizeof *info, 0);
    const struct batch_arguments a = {c->uplo,          c->n, c->nrhs, A,           c->lda, c->stride_a, ipiv,
                                      c->stride_pivots, B,    c->ldb,  c->stride_b, info,   c->count};
    struct recorder r = recorder_new(0);
    recorder_begin(&r);
    dd_must(r.handle, batch_call(r.handle, routine, type, &a), "recorded");
    recorder_end(&r);
    for (int k = 0; k < 4; k++)
    {
        const struct batch_case *now = cases[k % 2];
        must(cudaMemcpy(A, now->A, now->bytes_A, cudaMemcpyHostToDevice));
        must(cudaMemcpy(B, now->B, now->bytes_B, cudaMemcpyHostToDevice));
        recorder_launch(&r);
        assert_true(dd_engine_holds(h, A, now->result_A, now->bytes_A));
        assert_true(routine == BATCH_POTRF || dd_engine_holds(h, B, now->result_B, now->bytes_B));
        assert_true(dd_engine_holds(h, info, now->info, 4 * sizeof *info));
    }
    recorder_free(&r);
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    dd_engine_free(h, ipiv, 0);
    dd_engine_free(h, info, 0);
    batch_case_free(cases[0]);
    batch_case_free(cases[1]);
}

static void graphs(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 982);
    for (int k = 0; k < 4; k++)
        record_and_replay(k / 2 ? BATCH_POTRF : BATCH_GESV, k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, &g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_members), cmocka_unit_test(graphs)};
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    choose_tests();
    return cmocka_run_group_tests_name("batches of systems on a device", tests, open_cuda_handle, close_handle);
}
