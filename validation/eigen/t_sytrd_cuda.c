/*
 * sytrd, orgtr and ormtr recorded in a graph on a CUDA device, with matrices that change. Skipped
 * (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>

#include <stdlib.h>
#include <string.h>

#include "eigen_case.h"
#include "handle.h"
#include "poison.h"

static void must(cudaError_t error) { assert_int_equal(error, cudaSuccess); }

/* The operands of the three calls: A is reduced; Q is a copy of it, which orgtr overwrites; ormtr
 * multiplies C. */
struct arrays
{
    void *A, *Q, *d, *e, *tau, *C;
};

enum
{
    OTHERS = 5 /* Columns of C. */
};

static void call_all(ddblasHandle_t handle, const struct eigen_case *c, const struct arrays *a, cudaStream_t stream)
{
    const int64_t n = c->n;
    const ddblasOperation_t none = DDBLAS_OP_N;
    dd_must(handle,
            c->type == DDBLAS_TYPE_W ? ddblasWsytrd(handle, c->uplo, n, a->A, c->lda, a->d, a->e, a->tau)
                                     : ddblasUhetrd(handle, c->uplo, n, a->A, c->lda, a->d, a->e, a->tau),
            "sytrd");
    must(cudaMemcpyAsync(a->Q, a->A, c->bytes, cudaMemcpyDeviceToDevice, stream));
    dd_must(handle,
            c->type == DDBLAS_TYPE_W ? ddblasWorgtr(handle, c->uplo, n, a->Q, c->lda, a->tau)
                                     : ddblasUungtr(handle, c->uplo, n, a->Q, c->lda, a->tau),
            "orgtr");
    dd_must(handle,
            c->type == DDBLAS_TYPE_W
                ? ddblasWormtr(handle, DDBLAS_SIDE_LEFT, c->uplo, none, n, OTHERS, a->A, c->lda, a->tau, a->C, n)
                : ddblasUunmtr(handle, DDBLAS_SIDE_LEFT, c->uplo, none, n, OTHERS, a->A, c->lda, a->tau, a->C, n),
            "ormtr");
}

/* The largest workspace of the three. */
static size_t workspace_of(ddblasHandle_t handle, const struct eigen_case *c)
{
    size_t bytes[3], most = 0;
    dd_must(handle, ddblasSytrdWorkspaceSize(handle, c->type, c->n, &bytes[0]), "query");
    dd_must(handle, ddblasOrgtrWorkspaceSize(handle, c->type, c->n, &bytes[1]), "query");
    dd_must(handle, ddblasOrmtrWorkspaceSize(handle, c->type, DDBLAS_SIDE_LEFT, c->n, OTHERS, &bytes[2]), "query");
    for (int k = 0; k < 3; k++)
        most = bytes[k] > most ? bytes[k] : most;
    return most;
}

/* Numbers of the arrays' bytes. */
static size_t bytes_of_c(const struct eigen_case *c) { return (size_t)(c->n * OTHERS) * c->size; }

static void put_matrix(const struct eigen_case *c, const struct arrays *a)
{
    must(cudaMemcpy(a->A, c->A, c->bytes, cudaMemcpyHostToDevice));
    must(cudaMemcpy(a->C, c->full, bytes_of_c(c), cudaMemcpyHostToDevice));
    must(cudaDeviceSynchronize()); /* The stream does not wait for the default stream. */
}

static struct arrays arrays_new(const struct eigen_case *c)
{
    void *poison = dd_poisoned(c->bytes + bytes_of_c(c));
    const size_t vector = (size_t)c->n * sizeof(cuddcomplex);
    const struct arrays a = {dd_engine_copy(h, poison, c->bytes, 0), dd_engine_copy(h, poison, c->bytes, 0),
                             dd_engine_copy(h, poison, vector, 0),   dd_engine_copy(h, poison, vector, 0),
                             dd_engine_copy(h, poison, vector, 0),   dd_engine_copy(h, poison, bytes_of_c(c), 0)};
    free(poison);
    return a;
}

static void arrays_free(const struct arrays *a)
{
    dd_engine_free(h, a->A, 0);
    dd_engine_free(h, a->Q, 0);
    dd_engine_free(h, a->d, 0);
    dd_engine_free(h, a->e, 0);
    dd_engine_free(h, a->tau, 0);
    dd_engine_free(h, a->C, 0);
}

/* Results of calls without a graph against those of its runs, for two matrices in turn. */
static void replay(struct eigen_case *const c[2])
{
    const size_t bytes = c[0]->bytes, bytes_c = bytes_of_c(c[0]);
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStream_t stream;
    void *workspace = NULL;
    char *Q[2], *C[2];
    const struct arrays a = arrays_new(c[0]);
    ddblasHandle_t handle = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
    const size_t room = workspace_of(handle, c[0]);
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    dd_must(handle, ddblasSetStream(handle, stream), "stream");
    dd_must(handle, ddblasMalloc(handle, &workspace, room), "malloc");
    dd_must(handle, ddblasSetWorkspace(handle, workspace, room), "workspace");
    for (int i = 0; i < 2; i++)
    {
        put_matrix(c[i], &a);
        call_all(handle, c[i], &a, stream);
        must(cudaStreamSynchronize(stream));
        Q[i] = malloc(bytes);
        C[i] = malloc(bytes_c);
        assert_true(Q[i] && C[i]);
        must(cudaMemcpy(Q[i], a.Q, bytes, cudaMemcpyDeviceToHost));
        must(cudaMemcpy(C[i], a.C, bytes_c, cudaMemcpyDeviceToHost));
    }
    assert_true(memcmp(C[0], C[1], bytes_c) != 0);
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    call_all(handle, c[0], &a, stream);
    must(cudaStreamEndCapture(stream, &graph));
    must(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 4; i++)
    {
        put_matrix(c[i % 2], &a);
        must(cudaGraphLaunch(executable, stream));
        must(cudaStreamSynchronize(stream));
        assert_true(dd_engine_holds(h, a.Q, Q[i % 2], bytes));
        assert_true(dd_engine_holds(h, a.C, C[i % 2], bytes_c));
    }
    for (int i = 0; i < 2; i++)
    {
        free(Q[i]);
        free(C[i]);
    }
    must(cudaGraphExecDestroy(executable));
    must(cudaGraphDestroy(graph));
    dd_must(handle, ddblasFree(handle, workspace), "free");
    assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
    must(cudaStreamDestroy(stream));
    arrays_free(&a);
}

static void graphs(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1421);
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *c[2];
        for (int i = 0; i < 2; i++)
        {
            c[i] = eigen_case_new(k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, DDBLAS_EIG_MODE_VECTOR,
                                  k / 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, 70, 1);
            eigen_case_fill(c[i], &g, EIGEN_RANDOM);
        }
        replay(c);
        eigen_case_free(c[0]);
        eigen_case_free(c[1]);
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
    return cmocka_run_group_tests_name("sytrd on a device", tests, open_cuda_handle, close_handle);
}
