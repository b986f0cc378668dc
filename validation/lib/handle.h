/*
 * One handle for the tests of a program, what cmocka calls before the first and after the last of
 * them, and which it runs.
 */
#ifndef DD_VALIDATION_HANDLE_H
#define DD_VALIDATION_HANDLE_H

#include "engine.h"

#include <stdlib.h>

static ddblasHandle_t h;

/* On the engine under test. */
static inline int open_handle(void **state)
{
    (void)state;
    h = dd_test_handle();
    return 0;
}

static inline int open_cpu_handle(void **state)
{
    (void)state;
    h = dd_test_handle_on(DDBLAS_ENGINE_CPU);
    return 0;
}

static inline int open_cuda_handle(void **state)
{
    (void)state;
    h = dd_test_handle_on(DDBLAS_ENGINE_CUDA);
    return 0;
}

static inline int close_handle(void **state)
{
    (void)state;
    return ddblasDestroy(h) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* DDBLAS_TEST_ONLY: the name of the tests to run, * and ? allowed. */
static inline void choose_tests(void)
{
    const char *only = getenv("DDBLAS_TEST_ONLY");
    if (only)
        cmocka_set_test_filter(only);
}

#endif
