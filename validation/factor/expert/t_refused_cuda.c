/*
 * Routines that wait for the device, on a CUDA device: while a stream records they are refused, and
 * leave their arrays and the graph alone. Expert drivers, refinement, and eigenvalues in S, D, C
 * and Z. Skipped (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "case.h"
#include "handle.h"
#include "recorder.h"

enum
{
    N = 4,
    BYTES = 4096,
    ARRAYS = 5
};

/* The arrays of all calls: matrices A, F, B, X, and a vector or pivots. */
struct arrays
{
    void *at[ARRAYS];
};

static const ddblasStatus_t refused = DDBLAS_STATUS_NOT_SUPPORTED;

/* All calls in W or U. */
#define REFUSE(w, u, ...) assert_int_equal(complex ? ddblas##u(r, __VA_ARGS__) : ddblas##w(r, __VA_ARGS__), refused)

static void refuse_systems(ddblasHandle_t r, int complex, const struct arrays *a)
{
    void *A = a->at[0], *F = a->at[1], *B = a->at[2], *X = a->at[3];
    int64_t *ipiv = a->at[4];
    double *R = a->at[4], ferr, berr;
    ddblasEquilibration_t equed = DDBLAS_EQUILIBRATION_NONE;
    ddblasExpertReport_t report;
    ddblasRefineReport_t refine;
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    const ddblasType_t type = complex ? DDBLAS_TYPE_U : DDBLAS_TYPE_W;
    REFUSE(Wgesvx, Ugesvx, DDBLAS_FACT_NONE, DDBLAS_OP_N, N, 1, A, N, F, N, ipiv, &equed, R, R, B, N, X, N, &report, &ferr,
           &berr);
    REFUSE(Wposvx, Uposvx, DDBLAS_FACT_NONE, lower, N, 1, A, N, F, N, &equed, R, B, N, X, N, &report, &ferr, &berr);
    REFUSE(Wgerfs, Ugerfs, DDBLAS_OP_N, N, 1, A, N, F, N, ipiv, B, N, X, N, &ferr, &berr);
    REFUSE(Wporfs, Uporfs, lower, N, 1, A, N, F, N, B, N, X, N, &ferr, &berr);
    REFUSE(WgesvRefine, UgesvRefine, N, 1, A, type, N, B, N, X, N, &refine, &ferr, NULL);
    REFUSE(WposvRefine, UposvRefine, lower, N, 1, A, type, N, B, N, X, N, &refine, &ferr, NULL);
    REFUSE(WgelsRefine, UgelsRefine, N, N - 1, 1, A, type, N, B, N, X, N, &refine, &ferr, NULL);
}

static void refuse_standard_systems(ddblasHandle_t r, const struct arrays *a)
{
    ddblasEquilibration_t equed = DDBLAS_EQUILIBRATION_NONE;
    ddblasExpertReport_t report;
    double ferr, berr;
    assert_int_equal(ddblasDgesvx(r, DDBLAS_FACT_NONE, DDBLAS_OP_N, N, 1, a->at[0], N, a->at[1], N, a->at[4], &equed, a->at[4],
                                  a->at[4], a->at[2], N, a->at[3], N, &report, &ferr, &berr),
                     refused);
    assert_int_equal(
        ddblasCporfs(r, DDBLAS_FILL_MODE_LOWER, N, 1, a->at[0], N, a->at[1], N, a->at[2], N, a->at[3], N, &ferr, &berr), refused);
}

static void refuse_eigenvalues(ddblasHandle_t r, const struct arrays *a)
{
    const ddblasEigMode_t V = DDBLAS_EIG_MODE_VECTOR;
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    void *A = a->at[0], *B = a->at[2], *w = a->at[3];
    int64_t *info = a->at[4], found = -1;
    assert_int_equal(ddblasSsyevd(r, V, lower, N, A, N, w, info), refused);
    assert_int_equal(ddblasDsyevd(r, V, lower, N, A, N, w, info), refused);
    assert_int_equal(ddblasCheevd(r, V, lower, N, A, N, w, info), refused);
    assert_int_equal(ddblasZheevd(r, V, lower, N, A, N, w, info), refused);
    assert_int_equal(ddblasDsygvd(r, DDBLAS_EIG_TYPE_1, V, lower, N, A, N, B, N, w, info), refused);
    assert_int_equal(ddblasZhegvd(r, DDBLAS_EIG_TYPE_1, V, lower, N, A, N, B, N, w, info), refused);
    assert_int_equal(ddblasDsyevdx(r, V, DDBLAS_EIG_RANGE_I, lower, N, A, N, 0.0, 0.0, 1, 2, &found, w, info), refused);
    assert_int_equal(found, -1);
}

static void while_recording(void **state)
{
    (void)state;
    unsigned char bytes[BYTES];
    struct arrays a;
    size_t usual = 0, asked = 0;
    for (int k = 0; k < BYTES; k++)
        bytes[k] = (unsigned char)(k % 13);
    for (int k = 0; k < ARRAYS; k++)
        a.at[k] = dd_engine_copy(h, bytes, sizeof bytes, 0);
    struct recorder r = recorder_new(1 << 20);
    dd_must(r.handle, ddblasSyevdWorkspaceSize(r.handle, DDBLAS_TYPE_D, DDBLAS_EIG_MODE_VECTOR, N, &usual), "query");
    recorder_begin(&r);
    refuse_systems(r.handle, 0, &a);
    refuse_systems(r.handle, 1, &a);
    refuse_standard_systems(r.handle, &a);
    refuse_eigenvalues(r.handle, &a);
    dd_must(r.handle, ddblasSyevdWorkspaceSize(r.handle, DDBLAS_TYPE_D, DDBLAS_EIG_MODE_VECTOR, N, &asked), "query");
    assert_int_equal(asked, usual);
    recorder_end(&r);
    recorder_launch(&r);
    for (int k = 0; k < ARRAYS; k++)
        assert_true(dd_engine_holds(h, a.at[k], bytes, sizeof bytes));
    recorder_free(&r);
    for (int k = 0; k < ARRAYS; k++)
        dd_engine_free(h, a.at[k], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(while_recording),
    };
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    choose_tests();
    return cmocka_run_group_tests_name("refused while a stream records", tests, open_cuda_handle, close_handle);
}
