/*
 * Threads that the system refuses: where OpenMP would print and end the process, the library says
 * so in a status and computes with the threads it gets. Each test runs in a child process with a
 * limit of its own; the parent uses neither the library nor OpenMP.
 */
#define _GNU_SOURCE /* setgroups, RTLD_NEXT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <grp.h>
#include <pthread.h>
#include <stdatomic.h>
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

/* ---- in the child ---------------------------------------------------------------------------- */

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

/* The body of a thread whose calls want 8 threads and 3 in turns, so that OpenMP ends some and
 * starts some again and again. */
static void *change_teams(void *handle)
{
    enum
    {
        WIDE = 320,
        NARROW = 64
    };
    static cuddreal A[WIDE * WIDE], C[WIDE * WIDE];
    const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    for (int i = 0; i < WIDE * WIDE; i++)
        A[i] = one;
    for (int i = 0; i < 400; i++)
    {
        const int n = i % 2 ? NARROW : WIDE, k = i % 2 ? NARROW : 8;
        if (ddblasWgemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, k, &one, A, WIDE, A, WIDE, &zero, C, WIDE) || C[0].x != k)
            return (void *)(intptr_t)21;
    }
    return NULL;
}

static int be_limited_to_what_is_asked_for(void)
{
    ddblasHandle_t handle;
    pthread_t thread;
    void *wrong = NULL;
    expect(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) == DDBLAS_STATUS_SUCCESS, 1);
    expect(ddblasSetThreads(handle, 8) == DDBLAS_STATUS_SUCCESS, 2);
    expect(set_limit() == 0, 3);
    expect(pthread_create(&thread, NULL, change_teams, handle) == 0 && pthread_join(thread, &wrong) == 0, 4);
    expect(wrong == NULL, (int)(intptr_t)wrong);
    return ddblasDestroy(handle) == DDBLAS_STATUS_SUCCESS ? 0 : 7;
}

#if LIMITED_ADDRESSES
/* Counts the threads that anybody in this process starts. */
static atomic_int started;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    void *const found = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&real, &found, sizeof real);
    (void)atomic_fetch_add(&started, 1);
    return real(thread, attributes, body, argument);
}
#else
static atomic_int started;
#endif

/* The body of a thread with small calls only. */
static void *call_small(void *handle)
{
    enum
    {
        SMALL = 4
    };
    static cuddreal A[SMALL * SMALL], C[SMALL * SMALL];
    static double d[SMALL * SMALL];
    const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    const ddblasOperation_t n = DDBLAS_OP_N;
    const int failed = ddblasWgemm(handle, n, n, SMALL, SMALL, SMALL, &one, A, SMALL, A, SMALL, &zero, C, SMALL) ||
                       ddblasWgemm(handle, n, n, SMALL, SMALL, 0, &one, A, SMALL, A, SMALL, &zero, C, SMALL) ||
                       ddblasWsyrk(handle, DDBLAS_FILL_MODE_LOWER, n, SMALL, SMALL, &one, A, SMALL, &zero, C, SMALL) ||
                       ddblasWsymv(handle, DDBLAS_FILL_MODE_LOWER, SMALL, &one, A, SMALL, A, 1, &zero, C, 1) ||
                       ddblasConvertDtoW(handle, SMALL, SMALL, d, SMALL, A, SMALL) ||
                       ddblasWtsqrR(handle, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, SMALL, 1, A, SMALL, C, SMALL);
    return (void *)(intptr_t)failed;
}

static int call_small_in_new_thread(void)
{
    ddblasHandle_t handle;
    pthread_t thread;
    void *failed = NULL;
    expect(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) == DDBLAS_STATUS_SUCCESS, 1);
    expect(ddblasSetThreads(handle, 8) == DDBLAS_STATUS_SUCCESS, 2);
    expect(atomic_load(&started) > 0, 3);
    atomic_store(&started, 0);
    expect(pthread_create(&thread, NULL, call_small, handle) == 0 && pthread_join(thread, &failed) == 0, 4);
    expect(failed == NULL, 5);
    expect(atomic_load(&started) == 1, 6);
    return ddblasDestroy(handle) == DDBLAS_STATUS_SUCCESS ? 0 : 7;
}

/* The same in a new program, because OpenBLAS starts its threads again in the child of a fork. */
static int be_small(void)
{
    char *const arguments[] = {"t_threads", "small", NULL};
    (void)execv("/proc/self/exe", arguments);
    return 8;
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

/* 9 threads. */
static int limit_to_nine(void)
{
    const struct rlimit limit = {9, 9};
    return setrlimit(RLIMIT_NPROC, &limit) || setgroups(0, NULL) || setgid(STRANGER) || setuid(STRANGER) ? -1 : 0;
}

/* ---- in the parent --------------------------------------------------------------------------- */

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

static void changing_teams(void **state)
{
    (void)state;
    if (getuid() != 0)
        skip();
    in_child(be_limited_to_what_is_asked_for, limit_to_nine, 0);
}

static int no_limit(void) { return 0; }

/* A small call in a new thread starts nothing, and tries nothing, whatever the number of
 * threads. */
static void small_calls(void **state)
{
    (void)state;
    if (!LIMITED_ADDRESSES)
        skip();
    in_child(be_small, no_limit, 1);
}

static void many_callers_of_blas(void **state)
{
    (void)state;
    in_child(multiply_on_many, no_limit, 1);
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "small") == 0)
        return call_small_in_new_thread();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_addresses), cmocka_unit_test(few_threads),          cmocka_unit_test(changing_teams),
        cmocka_unit_test(small_calls),   cmocka_unit_test(many_callers_of_blas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
