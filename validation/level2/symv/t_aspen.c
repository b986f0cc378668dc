/*
 * The entry points with ASPEN.K2's calling sequence: results against MPFR where there is a CUDA
 * device, and refusal that touches nothing where there is none. They always work on the CUDA
 * engine, whatever DDBLAS_TEST_ENGINE says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dd/aspen.h>

#include "engine.h"
#include "symv_case.h"

/* The routine behind each entry point, by its name. */
static const struct symv_routine *routine(const char *name)
{
    for (int k = 0; k < SYMV_ROUTINES; k++)
        if (strcmp(symv_routines[k].name, name) == 0)
            return &symv_routines[k];
    abort();
}

static void call_ssymv(const struct symv_case *c, char uplo, int n, const void *A, const void *x, void *y)
{
    ASPEN_ssymv(uplo, n, c->alpha.s, A, (int)c->lda, x, (int)c->incx, c->beta.s, y, (int)c->incy);
}
static void call_dsymv(const struct symv_case *c, char uplo, int n, const void *A, const void *x, void *y)
{
    ASPEN_dsymv(uplo, n, c->alpha.d, A, (int)c->lda, x, (int)c->incx, c->beta.d, y, (int)c->incy);
}
static void call_wsymv(const struct symv_case *c, char uplo, int n, const void *A, const void *x, void *y)
{
    ASPEN_wsymv(uplo, n, c->alpha.w, A, (int)c->lda, x, (int)c->incx, c->beta.w, y, (int)c->incy);
}
static void call_chemv(const struct symv_case *c, char uplo, int n, const void *A, const void *x, void *y)
{
    ASPEN_chemv(uplo, n, c->alpha.c, A, (int)c->lda, x, (int)c->incx, c->beta.c, y, (int)c->incy);
}
static void call_zhemv(const struct symv_case *c, char uplo, int n, const void *A, const void *x, void *y)
{
    ASPEN_zhemv(uplo, n, c->alpha.z, A, (int)c->lda, x, (int)c->incx, c->beta.z, y, (int)c->incy);
}
static void call_uhemv(const struct symv_case *c, char uplo, int n, const void *A, const void *x, void *y)
{
    ASPEN_uhemv(uplo, n, c->alpha.u, A, (int)c->lda, x, (int)c->incx, c->beta.u, y, (int)c->incy);
}

static const struct
{
    const char *name;
    void (*call)(const struct symv_case *c, char uplo, int n, const void *A, const void *x, void *y);
} entries[] = {{"Ssymv", call_ssymv}, {"Dsymv", call_dsymv}, {"Wsymv", call_wsymv},
               {"Chemv", call_chemv}, {"Zhemv", call_zhemv}, {"Uhemv", call_uhemv}};

enum
{
    ENTRIES = sizeof entries / sizeof entries[0]
};

static ddblasHandle_t cuda; /* memory of the CUDA engine; null where there is none */
static ddblasStatus_t refusal;

static int set_up(void **state)
{
    (void)state;
    refusal = ddblasCreateWithEngine(&cuda, DDBLAS_ENGINE_CUDA);
    if (refusal != DDBLAS_STATUS_SUCCESS)
        printf("no CUDA device: refusals only\n");
    return refusal != DDBLAS_STATUS_SUCCESS && dd_test_engine() == DDBLAS_ENGINE_CUDA;
}

static int tear_down(void **state)
{
    (void)state;
    return cuda && ddblasDestroy(cuda) != DDBLAS_STATUS_SUCCESS;
}

static struct symv_case *case_of(struct dd_random *g, int entry, int64_t k)
{
    static const int64_t increments[] = {1, -1, 2};
    const int64_t n = dd_random_int(g, 1, 400);
    struct symv_case *c = symv_case_new(routine(entries[entry].name), k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n,
                                        n + k % 3, increments[k % 3], increments[k / 3 % 3]);
    symv_case_generate(c, g, DD_GENERATE_UNIFORM, 0.0);
    return c;
}

static char letter_of(const struct symv_case *c, int64_t k)
{
    static const char lower[] = {'L', 'l'}, upper[] = {'U', 'u'};
    return c->uplo == DDBLAS_FILL_MODE_LOWER ? lower[k / 2 % 2] : upper[k / 2 % 2];
}

/* Runs entry `entry` on the case's device copies and returns how ASPEN_last_status judged it;
 * result holds what is in y. */
static ddblasStatus_t run(struct symv_case *c, int entry, char uplo, int n)
{
    void *A = dd_engine_copy(cuda, c->A, c->bytes_A, 0), *x = dd_engine_copy(cuda, c->x, c->bytes_x, 0),
         *y = dd_engine_copy(cuda, c->y, c->bytes_y, 0);
    entries[entry].call(c, uplo, n, A, x, y);
    const ddblasStatus_t status = ASPEN_last_status();
    dd_engine_read(cuda, c->result, y, c->bytes_y);
    dd_engine_free(cuda, A, 0);
    dd_engine_free(cuda, x, 0);
    dd_engine_free(cuda, y, 0);
    return status;
}

static void values(void **state)
{
    (void)state;
    if (!cuda)
        skip();
    struct dd_random g;
    dd_random_start(&g, 401);
    for (int entry = 0; entry < ENTRIES; entry++)
        for (int64_t k = 0; k < 18; k += dd_test_scale())
        {
            struct symv_case *c = case_of(&g, entry, k);
            if (run(c, entry, letter_of(c, k), (int)c->n) != DDBLAS_STATUS_SUCCESS)
                fail_msg("%s: %s", entries[entry].name, ASPEN_last_error());
            assert_string_equal(ASPEN_last_error(), "");
            assert_true(symv_case_error(c) <= symv_case_bound(c));
            symv_case_free(c);
        }
}

/* A wrong argument leaves y alone and says which it was; the next call is judged by itself. */
static void wrong_arguments(void **state)
{
    (void)state;
    if (!cuda)
        skip();
    struct dd_random g;
    dd_random_start(&g, 402);
    for (int entry = 0; entry < ENTRIES; entry++)
    {
        struct symv_case *c = case_of(&g, entry, entry);
        assert_int_equal(run(c, entry, 'X', (int)c->n), DDBLAS_STATUS_INVALID_VALUE);
        assert_non_null(strstr(ASPEN_last_error(), "uplo"));
        assert_memory_equal(c->result, c->y, c->bytes_y);
        assert_int_equal(run(c, entry, 'L', -1), DDBLAS_STATUS_INVALID_VALUE);
        assert_non_null(strstr(ASPEN_last_error(), "n:"));
        assert_memory_equal(c->result, c->y, c->bytes_y);
        entries[entry].call(c, 'U', (int)c->n, NULL, NULL, NULL);
        assert_int_equal(ASPEN_last_status(), DDBLAS_STATUS_INVALID_VALUE);
        assert_non_null(strstr(ASPEN_last_error(), "null"));
        assert_int_equal(run(c, entry, letter_of(c, 0), (int)c->n), DDBLAS_STATUS_SUCCESS);
        assert_true(symv_case_error(c) <= symv_case_bound(c));
        symv_case_free(c);
    }
}

/* Without a device the CPU engine is not used instead. */
static void no_device(void **state)
{
    (void)state;
    if (cuda)
        skip();
    struct dd_random g;
    dd_random_start(&g, 403);
    for (int entry = 0; entry < ENTRIES; entry++)
    {
        struct symv_case *c = case_of(&g, entry, entry);
        memcpy(c->result, c->y, c->bytes_y);
        entries[entry].call(c, 'L', (int)c->n, c->A, c->x, c->result);
        assert_int_equal(ASPEN_last_status(), refusal);
        assert_true(strlen(ASPEN_last_error()) > 0);
        assert_memory_equal(c->result, c->y, c->bytes_y);
        symv_case_free(c);
    }
}

/* Each thread has a handle and a last status of its own. */
static void *other_thread(void *failures)
{
    struct dd_random g;
    *(int *)failures = ASPEN_last_status() != DDBLAS_STATUS_SUCCESS;
    dd_random_start(&g, 404);
    struct symv_case *c = case_of(&g, 1, 0);
    entries[1].call(c, 'X', (int)c->n, c->A, c->x, c->y);
    *(int *)failures += ASPEN_last_status() == DDBLAS_STATUS_SUCCESS;
    symv_case_free(c);
    return NULL;
}

static void threads(void **state)
{
    (void)state;
    pthread_t thread;
    int failures = 0;
    const ddblasStatus_t before = ASPEN_last_status();
    assert_int_equal(pthread_create(&thread, NULL, other_thread, &failures), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(failures, 0);
    assert_int_equal(ASPEN_last_status(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(no_device),
        cmocka_unit_test(threads),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
