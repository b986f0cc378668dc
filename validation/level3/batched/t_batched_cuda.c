/*
 * Batches on a CUDA device: more members than a grid has in its second dimension; graphs, with
 * arrays of pointers that change between replays; scalars in device memory. Skipped (77) where
 * there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "engine.h"
#include "handle.h"

enum
{
    MANY = 65535 + 70,
    ORDER = 70, /* Systems of 64 and 6 rows, and a product. */
    MEMBERS = 3
};

static void must(cudaError_t error) { assert_int_equal(error, cudaSuccess); }

static void *on_device(const void *host, size_t bytes)
{
    void *p = NULL;
    must(cudaMalloc(&p, bytes));
    must(cudaMemcpy(p, host, bytes, cudaMemcpyHostToDevice));
    must(cudaDeviceSynchronize());
    return p;
}

/* Systems of order 1, t x = b, and products of order 1, with small integers. */
static void many_members(void **state)
{
    (void)state;
    const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    cuddreal *t = calloc(MANY, sizeof *t), *b = calloc(MANY, sizeof *b);
    assert_true(t && b);
    for (int i = 0; i < MANY; i++)
    {
        t[i] = cuddFromDouble(1 << i % 7);
        b[i] = cuddFromDouble(i);
    }
    void *T = on_device(t, MANY * sizeof *t), *B = on_device(b, MANY * sizeof *b), *C = on_device(b, MANY * sizeof *b);
    assert_int_equal(ddblasWtrsmStridedBatched(h, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 1,
                                               1, &one, T, 1, 1, B, 1, 1, MANY),
                     DDBLAS_STATUS_SUCCESS);
    assert_int_equal(
        ddblasWgemmStridedBatched(h, DDBLAS_OP_N, DDBLAS_OP_N, 1, 1, 1, &one, T, 1, 1, B, 1, 1, &zero, C, 1, 1, MANY),
        DDBLAS_STATUS_SUCCESS);
    must(cudaMemcpy(t, B, MANY * sizeof *t, cudaMemcpyDeviceToHost));
    must(cudaMemcpy(b, C, MANY * sizeof *b, cudaMemcpyDeviceToHost));
    for (int i = 0; i < MANY; i++)
        assert_true(t[i].x == (double)i / (1 << i % 7) && b[i].x == i);
    must(cudaFree(T));
    must(cudaFree(B));
    must(cudaFree(C));
    free(t);
    free(b);
}

/* Products of a matrix and a vector of order 1, y = a x + y, with small integers. */
static void many_vectors(void **state)
{
    (void)state;
    const cuddreal one = {1.0, 0.0};
    cuddreal *a = calloc(MANY, sizeof *a), *x = calloc(MANY, sizeof *x);
    assert_true(a && x);
    for (int i = 0; i < MANY; i++)
    {
        a[i] = cuddFromDouble(1 + i % 7);
        x[i] = cuddFromDouble(i);
    }
    void *A = on_device(a, MANY * sizeof *a), *X = on_device(x, MANY * sizeof *x), *Y = on_device(x, MANY * sizeof *x);
    for (int transposed = 0; transposed < 2; transposed++)
        assert_int_equal(ddblasWgemvStridedBatched(h, transposed ? DDBLAS_OP_T : DDBLAS_OP_N, 1, 1, &one, A, 1, 1, X, 1, 1, &one,
                                                   Y, 1, 1, MANY),
                         DDBLAS_STATUS_SUCCESS);
    must(cudaMemcpy(x, Y, MANY * sizeof *x, cudaMemcpyDeviceToHost));
    for (int i = 0; i < MANY; i++)
        assert_true(x[i].x == (double)i * (3 + 2 * (i % 7)));
    must(cudaFree(A));
    must(cudaFree(X));
    must(cudaFree(Y));
    free(a);
    free(x);
}

/* A recorded y_i = alpha A_i x_i + beta y_i reads scalars and operands when it runs: A_i is i + 1
 * times the unit matrix, and x_i ones. */
static void graph_of_vectors(void **state)
{
    (void)state;
    cuddreal *t = calloc(MEMBERS * ORDER * ORDER, sizeof *t), *ones = calloc(MEMBERS * ORDER, sizeof *ones);
    cuddreal scalars[] = {{1.0, 0.0}, {0.0, 0.0}};
    assert_true(t && ones);
    for (int i = 0; i < MEMBERS * ORDER; i++)
    {
        t[(size_t)i * ORDER + (size_t)(i % ORDER)] = cuddFromDouble(1 + i / ORDER);
        ones[i] = cuddFromDouble(1.0);
    }
    const size_t bytes = MEMBERS * ORDER * sizeof *ones;
    cuddreal *A = on_device(t, bytes * ORDER), *x = on_device(ones, bytes), *y = on_device(ones, bytes),
             *s = on_device(scalars, sizeof scalars);
    cudaStream_t stream;
    cudaGraph_t recording;
    cudaGraphExec_t executable;
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    assert_int_equal(ddblasSetStream(h, stream), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), DDBLAS_STATUS_SUCCESS);
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int transposed = 0; transposed < 2; transposed++)
        assert_int_equal(ddblasWgemvStridedBatched(h, transposed ? DDBLAS_OP_T : DDBLAS_OP_N, ORDER, ORDER, s, A, ORDER,
                                                   ORDER * ORDER, x, 1, ORDER, s + transposed, y, 1, ORDER, MEMBERS),
                         DDBLAS_STATUS_SUCCESS);
    must(cudaStreamEndCapture(stream, &recording));
    must(cudaGraphInstantiate(&executable, recording, 0));
    for (int k = 1; k < 4; k++)
    {
        scalars[0] = cuddFromDouble(k);
        must(cudaMemcpy(s, scalars, sizeof scalars, cudaMemcpyHostToDevice));
        must(cudaGraphLaunch(executable, stream));
        must(cudaStreamSynchronize(stream));
        must(cudaMemcpy(ones, y, bytes, cudaMemcpyDeviceToHost));
        for (int i = 0; i < MEMBERS * ORDER; i++) /* the second product has beta = 0 */
            assert_true(ones[i].x == (double)k * (1 + i / ORDER));
    }
    must(cudaGraphExecDestroy(executable));
    must(cudaGraphDestroy(recording));
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetStream(h, NULL), DDBLAS_STATUS_SUCCESS);
    must(cudaStreamDestroy(stream));
    must(cudaFree(A));
    must(cudaFree(x));
    must(cudaFree(y));
    must(cudaFree(s));
    free(t);
    free(ones);
}

/* The operands of a recorded call on the device. Each member's T is `scale` times the unit matrix;
 * B is `scale` times ones. */
struct recorded
{
    cuddreal *T, *B, *C, **lists;
    cuddreal *scalars; /* 1, 0 */
};

static void record(const struct recorded *r, int systems)
{
    const cuddreal *const *T = (const cuddreal *const *)r->lists, *const *B = T + MEMBERS;
    cuddreal *const *C = (cuddreal *const *)r->lists + 2 * (size_t)MEMBERS, *const *X = (cuddreal *const *)r->lists + MEMBERS;
    if (systems)
        assert_int_equal(ddblasWtrsmBatched(h, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, ORDER,
                                            2, r->scalars, T, ORDER, X, ORDER, MEMBERS),
                         DDBLAS_STATUS_SUCCESS);
    else
        assert_int_equal(ddblasWgemmBatched(h, DDBLAS_OP_N, DDBLAS_OP_N, ORDER, 2, ORDER, r->scalars, T, ORDER, B, ORDER,
                                            r->scalars + 1, C, ORDER, MEMBERS),
                         DDBLAS_STATUS_SUCCESS);
}

/* Sets member i of the arrays of pointers to matrices number (i + turn) % MEMBERS. */
static void turn_lists(const struct recorded *r, int turn)
{
    cuddreal *lists[3 * MEMBERS];
    for (int i = 0; i < MEMBERS; i++)
    {
        lists[i] = r->T + (size_t)((i + turn) % MEMBERS) * ORDER * ORDER;
        lists[MEMBERS + i] = r->B + (size_t)i * 2 * ORDER;
        lists[2 * MEMBERS + i] = r->C + (size_t)i * 2 * ORDER;
    }
    must(cudaMemcpy(r->lists, lists, sizeof lists, cudaMemcpyHostToDevice));
    must(cudaDeviceSynchronize());
}

/* A graph reads pointers and scalars when it runs, not when it is recorded. */
static void graph(int systems)
{
    cuddreal *t = calloc(MEMBERS * ORDER * ORDER, sizeof *t), *ones = calloc(MEMBERS * 2 * ORDER, sizeof *ones);
    cuddreal scalars[] = {{1.0, 0.0}, {0.0, 0.0}}, *got = calloc(MEMBERS * 2 * ORDER, sizeof *got), *none[3 * MEMBERS] = {NULL};
    assert_true(t && ones && got);
    for (int i = 0; i < MEMBERS * ORDER; i++)
        t[(size_t)i * ORDER + (size_t)(i % ORDER)] = cuddFromDouble(1 << i / ORDER);
    for (int i = 0; i < MEMBERS * 2 * ORDER; i++)
        ones[i] = cuddFromDouble(1.0);
    const size_t bytes = MEMBERS * 2 * ORDER * sizeof *ones;
    const struct recorded r = {on_device(t, MEMBERS * ORDER * ORDER * sizeof *t), on_device(ones, bytes), on_device(ones, bytes),
                               on_device(none, sizeof none), on_device(scalars, sizeof scalars)};
    cudaStream_t stream;
    cudaGraph_t recording;
    cudaGraphExec_t executable;
    void *workspace = NULL;
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    must(cudaMalloc(&workspace, 256));
    assert_int_equal(ddblasSetStream(h, stream), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetWorkspace(h, workspace, 256), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), DDBLAS_STATUS_SUCCESS);
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    record(&r, systems);
    must(cudaStreamEndCapture(stream, &recording));
    must(cudaGraphInstantiate(&executable, recording, 0));
    for (int turn = 0; turn < 4; turn++)
    {
        turn_lists(&r, turn);
        must(cudaMemcpy(r.B, ones, bytes, cudaMemcpyHostToDevice));
        must(cudaDeviceSynchronize());
        must(cudaGraphLaunch(executable, stream));
        must(cudaStreamSynchronize(stream));
        must(cudaMemcpy(got, systems ? r.B : r.C, bytes, cudaMemcpyDeviceToHost));
        for (int i = 0; i < MEMBERS * 2 * ORDER; i++)
        {
            const int power = 1 << (i / (2 * ORDER) + turn) % MEMBERS;
            assert_true(got[i].x == (systems ? 1.0 / power : (double)power) && got[i].y == 0.0);
        }
    }
    must(cudaGraphExecDestroy(executable));
    must(cudaGraphDestroy(recording));
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetStream(h, NULL), DDBLAS_STATUS_SUCCESS);
    must(cudaStreamDestroy(stream));
    must(cudaFree(workspace));
    must(cudaFree(r.T));
    must(cudaFree(r.B));
    must(cudaFree(r.C));
    must(cudaFree(r.lists));
    must(cudaFree(r.scalars));
    free(t);
    free(ones);
    free(got);
}

static void graphs(void **state)
{
    (void)state;
    graph(0);
    graph(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_members), cmocka_unit_test(graphs), cmocka_unit_test(many_vectors),
                                       cmocka_unit_test(graph_of_vectors)};
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    choose_tests();
    return cmocka_run_group_tests(tests, open_cuda_handle, close_handle);
}
