/*
 * sygst and sygvd on a CUDA device: sygst recorded in a graph, and sygvd refused while a stream
 * records. Skipped (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "handle.h"
#include "recorder.h"
#include "sygvd_case.h"

static ddblasStatus_t call_sygvd(ddblasHandle_t handle, const struct eigen_case *c, void *A, void *B, void *w, int64_t *info)
{
    return c->type == DDBLAS_TYPE_W ? ddblasWsygvd(handle, c->itype, c->jobz, c->uplo, c->n, A, c->lda, B, c->pair->lda, w, info)
                                    : ddblasUhegvd(handle, c->itype, c->jobz, c->uplo, c->n, A, c->lda, B, c->pair->lda, w, info);
}

/* The graph of a call has its bits, each time. A call of sygvd while the stream records is refused,
 * and adds nothing to the graph; a question about its workspace is answered as before. */
static void replay(struct eigen_case *c)
{
    sygvd_case_reduce(h, c);
    void *A = dd_engine_copy(h, c->A, c->bytes, 0), *B = dd_engine_copy(h, c->pair->result, c->pair->bytes, 0);
    void *w = dd_engine_copy(h, c->w, (size_t)c->n * sizeof *c->w, 0);
    int64_t *info = dd_engine_copy(h, &c->info, sizeof c->info, 0);
    size_t bytes = 0, usual = 0, asked = 0;
    dd_must(h, ddblasSygstWorkspaceSize(h, c->type, c->n, &bytes), "query");
    struct recorder r = recorder_new(bytes);
    dd_must(r.handle, ddblasSygvdWorkspaceSize(r.handle, c->type, c->jobz, c->n, &usual), "query");
    recorder_begin(&r);
    dd_must(r.handle, sygvd_call_sygst(r.handle, c, A, B), "sygst while a stream records");
    assert_int_equal(call_sygvd(r.handle, c, A, B, w, info), DDBLAS_STATUS_NOT_SUPPORTED);
    dd_must(r.handle, ddblasSygvdWorkspaceSize(r.handle, c->type, c->jobz, c->n, &asked), "query while a stream records");
    assert_int_equal(asked, usual);
    recorder_end(&r);
    for (int i = 0; i < 3; i++)
    {
        must(cudaMemcpy(A, c->A, c->bytes, cudaMemcpyHostToDevice));
        recorder_launch(&r);
        assert_true(dd_engine_holds(h, A, c->result, c->bytes));
        assert_true(dd_engine_holds(h, B, c->pair->result, c->pair->bytes));
    }
    recorder_free(&r);
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    dd_engine_free(h, w, 0);
    dd_engine_free(h, info, 0);
}

static void graphs(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1241);
    for (int k = 0; k < 12; k++)
    {
        struct eigen_case *c =
            sygvd_case_new(k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, (ddblasEigType_t)(1 + k / 2 % 3), k / 6, k % 4 ? 70 : 150, 1);
        sygvd_case_fill(c, &g, EIGEN_RANDOM, 1);
        replay(c);
        eigen_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs),
    };
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    choose_tests();
    return cmocka_run_group_tests_name("sygvd on a device", tests, open_cuda_handle, close_handle);
}
