/*
 * TSQR on a device whose blocks have less shared memory than compute capability 9.0 gives them. The
 * library asks for the facts of a device once in a process, so this is a program of its own, on an
 * emulated device.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "handle.h"
#include "tsqr_case.h"

/* Plan and call are refused with a sentence before anything is written. */
static void little_shared_memory(void **state)
{
    (void)state;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int design = 0; design < tsqr_designs(h); design++)
        {
            ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)design};
            const struct ddblas_tsqr_problem p = {
                .task = DDBLAS_TSQR_QR, .type = tsqr_types[t], .m = 100, .n = 7, .A = &plan, .lda = 100, .R = &plan, .ldr = 7};
            assert_int_equal(ddblasTsqrPlan(h, tsqr_types[t], DDBLAS_LAYOUT_COLUMN_MAJOR, 100, 7, &plan),
                             DDBLAS_STATUS_NOT_SUPPORTED);
            assert_non_null(strstr(ddblasGetLastError(h), "166912 bytes of shared memory"));
            assert_int_equal(tsqr_call(h, &plan, &p), DDBLAS_STATUS_NOT_SUPPORTED);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(little_shared_memory)};
    if (setenv("DDBLAS_EMULATE_SHARED", "166912", 1)) /* compute capability 8.0 */
        return 1;
    choose_tests();
    return cmocka_run_group_tests(tests, open_cuda_handle, close_handle);
}
