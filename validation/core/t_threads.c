/*
 * Threads that the system refuses: where OpenMP would print and end the process, the library says
 * so in a status and computes with the threads it gets. Each test runs in a child process with a
 * limit of its own; the parent uses neither the library nor OpenMP.
 */
#define _DEFAULT_SOURCE /* setgroups */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <grp.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <dd/ddblas.h>

#if defined(__SANITIZE_ADDRESS__) /* its shadow takes terabytes of address space */
#define LIMITED_ADDRESSES 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LIMITED_ADDRESSES 0
#endif
#endif
#if !defined(LIMITED_ADDRESSES)
#define LIMITED_ADDRESSES 1
#endif

enum
{
    ORDER = 1024, /* tiles enough for hundreds of threads */
    TERMS = 4,
    STRANGER = 54321 /* a user without processes */
};

/* ---- in the child ------------------------------------------------------------------------------------------------------ */

#define expect(condition, number)                                                                                                \
    do                                                                                                                           \
    {                                                                                                                            \
        if (!(condition))                                                                                                        \
            return number;                                                                                                       \
    } while (0)

/* Matrices of ones: every element of the product is TERMS. 0, or the number of what went wrong. */
static int products(ddblasHandle_t handle)
{
    static cuddreal A[ORDER * TERMS], C[ORDER * ORDER], x[ORDER], y[ORDER];
    static double a[ORDER * TERMS], c[ORDER * ORDER];
    const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    const double d_one = 1.0, d_zero = 0.0;
    for (int i = 0; i < ORDER * TERMS; i++)
    {
        A[i] = one;
        a[i] = 1.0;
    }
    expect(ddblasWgemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, ORDER, ORDER, TERMS, &one, A, ORDER, A, TERMS, &zero, C, ORDER) == 0,
           10);
    expect(ddblasDgemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, ORDER, ORDER, TERMS, &d_one, a, ORDER, a, TERMS, &d_zero, c, ORDER) == 0,
           11);
    for (int i = 0; i < ORDER * ORDER; i++)
        expect(C[i].x == TERMS && C[i].y == 0.0 && c[i] == TERMS, 12);
    for (int i = 0; i < ORDER; i++)
        x[i] = one;
    expect(ddblasWsymv(handle, DDBLAS_FILL_MODE_LOWER, ORDER, &one, C, ORDER, x, 1, &zero, y, 1) == 0, 13);
    for (int i = 0; i < ORDER; i++)
        expect(y[i].x == TERMS * ORDER && y[i].y == 0.0, 14);
    return 0;
}

static int ask_for_too_many(void)
{
    ddblasHandle_t handle;
    int threads = 0, before = 0;
    expect(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) == DDBLAS_STATUS_SUCCESS, 1);
    expect(ddblasSetThreads(handle, 2) == DDBLAS_STATUS_SUCCESS, 2);
    expect(ddblasGetThreads(handle, &before) == DDBLAS_STATUS_SUCCESS && before == 2, 3);
    expect(ddblasSetThreads(handle, 1024) == DDBLAS_STATUS_ALLOC_FAILED, 4);
    expect(strstr(ddblasGetLastError(handle), "threads of the 1024 asked for") && ddblasGetLastArgument(handle) == 2, 5);
    expect(ddblasGetThreads(handle, &threads) == DDBLAS_STATUS_SUCCESS && threads == before, 6);
    const int wrong = products(handle);
    expect(wrong == 0, wrong);
    return ddblasDestroy(handle) == DDBLAS_STATUS_SUCCESS ? 0 : 7;
}

/* More threads than OpenBLAS was built for would make it print. */
static int multiply_on_many(void)
{
    enum
    {
        WIDE = 4096, /* 256 tiles */
        LONG = 512
    };
    ddblasHandle_t handle;
    const double one = 1.0, zero = 0.0;
    double *a = malloc(sizeof(double) * WIDE * LONG), *c = malloc(sizeof(double) * WIDE * WIDE);
    expect(a && c && ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) == DDBLAS_STATUS_SUCCESS, 1);
    expect(ddblasSetThreads(handle, 1024) == DDBLAS_STATUS_SUCCESS, 2);
    for (int i = 0; i < WIDE * LONG; i++)
        a[i] = 1.0;
    expect(ddblasDgemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, WIDE, WIDE, LONG, &one, a, WIDE, a, LONG, &zero, c, WIDE) == 0, 3);
    for (int i = 0; i < WIDE * WIDE; i++)
        expect(c[i] == LONG, 4);
    free(a);
    free(c);
    return ddblasDestroy(handle) == DDBLAS_STATUS_SUCCESS ? 0 : 7;
}

/* The body of a thread that calls later, when what the setting asks for is refused. */
static void *call_later(void *handle)
{
    int threads = 0;
    const int failed = ddblasGetThreads(handle, &threads) != DDBLAS_STATUS_SUCCESS || threads < 1 || threads >= 1024;
    return (void *)(intptr_t)(failed ? 20 : products(handle));
}

static int (*set_limit)(void);

static int be_refused_later(void)
{
    ddblasHandle_t handle;
    pthread_t thread;
    void *wrong = NULL;
    expect(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) == DDBLAS_STATUS_SUCCESS, 1);
    expect(ddblasSetThreads(handle, 1024) == DDBLAS_STATUS_SUCCESS, 2);
    expect(set_limit() == 0, 3);
    expect(pthread_create(&thread, NULL, call_later, handle) == 0 && pthread_join(thread, &wrong) == 0, 4);
    expect(wrong == NULL, (int)(intptr_t)wrong);
    return ddblasDestroy(handle) == DDBLAS_STATUS_SUCCESS ? 0 : 7;
}

/* 1 GiB more than the process has. */
static int limit_addresses(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    const int read = file && fscanf(file, "%llu", &pages) == 1;
    if (file)
        (void)fclose(file);
    const rlim_t bytes = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)1024 << 20);
    const struct rlimit limit = {bytes, bytes};
    return read ? setrlimit(RLIMIT_AS, &limit) : -1;
}

/* 24 threads, counted for a user who is not root. */
static int limit_threads(void)
{
    const struct rlimit limit = {24, 24};
    return setrlimit(RLIMIT_NPROC, &limit) || setgroups(0, NULL) || setgid(STRANGER) || setuid(STRANGER) ? -1 : 0;
}

/* ---- in the parent ----------------------------------------------------------------------------------------------------- */

/* Runs the body in a child, which must end with 0 and print nothing. */
static void in_child(int (*body)(void), int (*limit)(void), int at_once)
{
    int ends[2], status = 0;
    char text[256];
    assert_int_equal(pipe(ends), 0);
    set_limit = limit;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
    {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)dup2(ends[1], STDERR_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)alarm(120);
        _exit(at_once && limit() ? 99 : body());
    }
    (void)close(ends[1]);
    size_t length = 0;
    for (ssize_t got; length < sizeof text - 1 && (got = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = '\0';
    (void)close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_string_equal(text, "");
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void few_addresses(void **state)
{
    (void)state;
    if (!LIMITED_ADDRESSES)
        skip();
    in_child(ask_for_too_many, limit_addresses, 1);
    in_child(be_refused_later, limit_addresses, 0);
}

static void few_threads(void **state)
{
    (void)state;
    if (getuid() != 0)
        skip();
    in_child(ask_for_too_many, limit_threads, 1);
    in_child(be_refused_later, limit_threads, 0);
}

static int no_limit(void) { return 0; }

static void many_callers_of_blas(void **state)
{
    (void)state;
    in_child(multiply_on_many, no_limit, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_addresses),
        cmocka_unit_test(few_threads),
        cmocka_unit_test(many_callers_of_blas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
