/*
 * The handle: creation, modes, errors, workspace, memory and copies.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "core/cblas_threads.h"
#include "core/core.h"
#include "handle.h"

/* The call must report this argument, with a sentence. */
#define assert_argument(call, position)                                                                                          \
    do                                                                                                                           \
    {                                                                                                                            \
        assert_int_equal(call, DDBLAS_STATUS_INVALID_VALUE);                                                                     \
        assert_int_equal(ddblasGetLastArgument(h), position);                                                                    \
        assert_true(strlen(ddblasGetLastError(h)) > 0);                                                                          \
    } while (0)

#define assert_success(call) assert_int_equal(call, DDBLAS_STATUS_SUCCESS)

static void status_texts(void **state)
{
    (void)state;
#define DDBLAS_STATUS(name, number, text)                                                                                        \
    assert_int_equal(DDBLAS_STATUS_##name, number);                                                                              \
    assert_string_equal(ddblasGetStatusName(DDBLAS_STATUS_##name), "DDBLAS_STATUS_" #name);                                      \
    assert_string_equal(ddblasGetStatusString(DDBLAS_STATUS_##name), text);
#include <dd/status.def>
    assert_string_equal(ddblasGetStatusName((ddblasStatus_t)4711), "unknown status");
    assert_string_equal(ddblasGetStatusString((ddblasStatus_t)4711), "unknown status");
    assert_int_equal(ddblasGetVersion(), 10000 * DDBLAS_VERSION_MAJOR + 100 * DDBLAS_VERSION_MINOR + DDBLAS_VERSION_PATCH);
}

static void creation(void **state)
{
    (void)state;
    ddblasHandle_t other = (ddblasHandle_t)&h;
    assert_int_equal(ddblasCreate(NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasCreateWithEngine(&other, (ddblasEngine_t)7), DDBLAS_STATUS_INVALID_VALUE);
    assert_null(other);
    assert_non_null(strstr(ddblasGetLastError(NULL), "engine"));

    assert_success(ddblasCreateWithEngine(&other, DDBLAS_ENGINE_CPU));
    ddblasEngine_t engine = DDBLAS_ENGINE_AUTO;
    assert_success(ddblasGetEngine(other, &engine));
    assert_int_equal(engine, DDBLAS_ENGINE_CPU);
    assert_success(ddblasDestroy(other));

    ddblas_inject_allocation_failure(1);
    assert_int_equal(ddblasCreateWithEngine(&other, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_ALLOC_FAILED);
    assert_null(other);
    assert_success(ddblasCreateWithEngine(&other, DDBLAS_ENGINE_AUTO));
    assert_success(ddblasDestroy(other));
}

/* Arithmetic that flushes subnormal operands or results to zero, or rounds otherwise than to
 * nearest, is found at creation. */
static void foreign_arithmetic(void **state)
{
    (void)state;
#if defined(__x86_64__)
    static const unsigned modes_of_sse[] = {0x0040, 0x8000, 0x8040, 0x2000, 0x4000, 0x6000};
    const unsigned before = _mm_getcsr();
    for (size_t k = 0; k < sizeof modes_of_sse / sizeof modes_of_sse[0]; k++)
    {
        ddblasHandle_t other = NULL;
        _mm_setcsr(before | modes_of_sse[k]);
        ddblasStatus_t status = ddblasCreateWithEngine(&other, DDBLAS_ENGINE_CPU);
        _mm_setcsr(before);
        assert_int_equal(status, DDBLAS_STATUS_SELFTEST_FAILED);
        assert_null(other);
    }
#else
    skip();
#endif
}

/* A CUDA handle is a CUDA handle or an error that says why, never a CPU in its place. */
static void no_silent_fall(void **state)
{
    (void)state;
    ddblasHandle_t other = NULL;
    ddblasEngine_t engine = DDBLAS_ENGINE_AUTO;
    ddblasStatus_t status = ddblasCreateWithEngine(&other, DDBLAS_ENGINE_CUDA);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        assert_success(ddblasGetEngine(other, &engine));
        assert_int_equal(engine, DDBLAS_ENGINE_CUDA);
        assert_success(ddblasDestroy(other));
        return;
    }
    assert_int_equal(status, DDBLAS_HAVE_CUDA ? DDBLAS_STATUS_NO_DEVICE : DDBLAS_STATUS_NOT_SUPPORTED);
    assert_null(other);
    assert_non_null(strstr(ddblasGetLastError(NULL), "CUDA"));
}

static void bad_handles(void **state)
{
    (void)state;
    union
    {
        struct ddblasContext context;
        char bytes[sizeof(struct ddblasContext)];
    } rubbish;
    memset(rubbish.bytes, 0x5a, sizeof rubbish.bytes);
    ddblasHandle_t bad[] = {NULL, &rubbish.context};
    for (int i = 0; i < 2; i++)
    {
        void *pointer = NULL;
        size_t bytes = 0;
        double d = 0;
        cuddreal w = cuddFromDouble(0);
        const ddblasStatus_t status[] = {
            ddblasDestroy(bad[i]),
            ddblasSetStream(bad[i], NULL),
            ddblasSynchronize(bad[i]),
            ddblasSetPointerMode(bad[i], DDBLAS_POINTER_MODE_HOST),
            ddblasSetThreads(bad[i], 1),
            ddblasSetWorkspace(bad[i], NULL, 0),
            ddblasMalloc(bad[i], &pointer, 8),
            ddblasFree(bad[i], NULL),
            ddblasSetVector(bad[i], 0, 8, NULL, 1, NULL, 1),
            ddblasConvertDtoW(bad[i], 1, 1, &d, 1, &w, 1),
            ddblasSymvWorkspaceSize(bad[i], DDBLAS_TYPE_W, 5, &bytes),
            ddblasWsymv(bad[i], DDBLAS_FILL_MODE_LOWER, 1, &w, &w, 1, &w, 1, &w, &w, 1),
        };
        for (size_t k = 0; k < sizeof status / sizeof status[0]; k++)
            assert_int_equal(status[k], DDBLAS_STATUS_NOT_INITIALIZED);
        assert_int_equal(ddblasGetLastArgument(bad[i]), 0);
    }
}

static void modes(void **state)
{
    (void)state;
    void *stream = &h;
    ddblasPointerMode_t mode = DDBLAS_POINTER_MODE_DEVICE;
    int threads = 0;
    char name[200], little[4];
    assert_success(ddblasGetPointerMode(h, &mode));
    assert_int_equal(mode, DDBLAS_POINTER_MODE_HOST);
    assert_success(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE));
    assert_argument(ddblasSetPointerMode(h, (ddblasPointerMode_t)9), 2);
    assert_success(ddblasGetPointerMode(h, &mode));
    assert_int_equal(mode, DDBLAS_POINTER_MODE_DEVICE);
    assert_argument(ddblasGetPointerMode(h, NULL), 2);

    assert_success(ddblasGetStream(h, &stream));
    assert_null(stream);
    assert_argument(ddblasGetStream(h, NULL), 2);

    assert_argument(ddblasSetThreads(h, -1), 2);
    assert_success(ddblasSetThreads(h, 3));
    assert_success(ddblasGetThreads(h, &threads));
    assert_int_equal(threads, 3);
    assert_success(ddblasSetThreads(h, INT_MAX));
    assert_success(ddblasGetThreads(h, &threads));
    assert_int_equal(threads, 1024);
    assert_success(ddblasSetThreads(h, 0));
    assert_success(ddblasGetThreads(h, &threads));
    assert_true(threads >= 1);
    assert_argument(ddblasGetThreads(h, NULL), 2);

    assert_success(ddblasGetEngineName(h, name, sizeof name));
    assert_true(strlen(name) > 3);
    assert_success(ddblasGetEngineName(h, little, sizeof little));
    assert_int_equal(strlen(little), 3);
    assert_argument(ddblasGetEngineName(h, NULL, 5), 2);
    assert_argument(ddblasGetEngineName(h, name, 0), 3);
    assert_argument(ddblasGetEngine(h, NULL), 2);
    assert_success(ddblasSynchronize(h));
    assert_string_equal(ddblasGetLastError(h), "");
    assert_int_equal(ddblasGetLastArgument(h), 0);
}

/* A child of fork computes with the handle of its parent, whose threads it does not have. */
static void after_fork(void **state)
{
    enum
    {
        N = 600
    };
    (void)state;
    ddblasHandle_t cpu = NULL;
    double *D = calloc(N, N * sizeof *D);
    cuddreal *W = aligned_alloc(16, N * N * sizeof *W);
    assert_true(D && W);
    assert_success(ddblasCreateWithEngine(&cpu, DDBLAS_ENGINE_CPU));
    assert_success(ddblasSetThreads(cpu, 2));
    assert_success(ddblasConvertDtoW(cpu, N, N, D, N, W, N));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
    {
        (void)alarm(60);
        _exit(ddblasConvertDtoW(cpu, N, N, D, N, W, N) == DDBLAS_STATUS_SUCCESS ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_success(ddblasDestroy(cpu));
    free(D);
    free(W);
}

extern void openblas_set_num_threads(int threads) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));

/* Another thread uses CBLAS meanwhile, once for as long as it is told to, or again and again. */
struct other_thread
{
    int again;
    atomic_int inside, ends;
};

static void *use_cblas(void *argument)
{
    struct other_thread *t = argument;
    do
    {
        ddblas_cblas_begin();
        atomic_store(&t->inside, 1);
        while (!t->again && !atomic_load(&t->ends))
            (void)sched_yield();
        ddblas_cblas_end();
    } while (!atomic_load(&t->ends));
    return NULL;
}

/* Forks, and has the child use CBLAS, whose number of threads comes back. */
static void fork_and_use_cblas(int threads)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
    {
        (void)alarm(60);
        ddblas_cblas_begin();
        const int inside = openblas_get_num_threads();
        ddblas_cblas_end();
        _exit(inside == 1 && openblas_get_num_threads() == threads ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* A fork while another thread uses CBLAS, or is about to or done. */
static void fork_beside_cblas(void **state)
{
    enum
    {
        THREADS = 2,
        FORKS = 50
    };
    (void)state;
    if (!openblas_set_num_threads || !openblas_get_num_threads)
        skip();
    const int before = openblas_get_num_threads();
    openblas_set_num_threads(THREADS);
    for (int again = 0; again < 2; again++)
    {
        struct other_thread other = {.again = again};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, use_cblas, &other), 0);
        while (!atomic_load(&other.inside))
            (void)sched_yield();
        for (int i = 0; i < (again ? FORKS : 1); i++)
            fork_and_use_cblas(THREADS);
        atomic_store(&other.ends, 1);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(openblas_get_num_threads(), THREADS);
    }
    openblas_set_num_threads(before);
}

static void workspace(void **state)
{
    (void)state;
    void *memory = NULL, *given = NULL;
    assert_success(ddblasMalloc(h, &memory, 1024));
    assert_argument(ddblasSetWorkspace(h, NULL, 8), 2);
    assert_int_equal(ddblasSetWorkspace(h, (char *)memory + 8, 100), DDBLAS_STATUS_MISALIGNED);
    assert_int_equal(ddblasGetLastArgument(h), 2);

    assert_success(ddblasSetWorkspace(h, memory, 1024));
    assert_success(ddblas_workspace(h, 1024, &given));
    assert_ptr_equal(given, memory);
    assert_int_equal(ddblas_workspace(h, 1025, &given), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    assert_non_null(strstr(ddblasGetLastError(h), "1025"));
    assert_null(given);

    assert_success(ddblasSetWorkspace(h, NULL, 0));
    ddblas_inject_allocation_failure(1);
    assert_int_equal(ddblas_workspace(h, 100, &given), DDBLAS_STATUS_ALLOC_FAILED);
    assert_null(given);
    assert_success(ddblas_workspace(h, 100, &given));
    void *first = given;
    assert_success(ddblas_workspace(h, 50, &given));
    assert_ptr_equal(given, first);
    ddblas_inject_allocation_failure(1);
    assert_int_equal(ddblas_workspace(h, 100000, &given), DDBLAS_STATUS_ALLOC_FAILED);
    assert_success(ddblas_workspace(h, 100, &given));
    assert_ptr_equal(given, first);
    assert_success(ddblas_workspace(h, 100000, &given));
    assert_success(ddblas_workspace(h, 0, &given));
    assert_null(given);
    assert_success(ddblasFree(h, memory));
}

/* The engine's memory in use, counted in front of the handle's backend. */
static const struct ddblas_backend *counted;
static int blocks_in_use, most_in_use;

static ddblasStatus_t counting_alloc(void **pointer, size_t bytes)
{
    const ddblasStatus_t status = counted->alloc(pointer, bytes);
    blocks_in_use += status == DDBLAS_STATUS_SUCCESS;
    most_in_use = blocks_in_use > most_in_use ? blocks_in_use : most_in_use;
    return status;
}

static ddblasStatus_t counting_release(void *pointer)
{
    blocks_in_use -= pointer != NULL;
    return counted->release(pointer);
}

/* A workspace that grows is one block before and after, also when growth fails, and none when the
 * handle is gone. */
static void workspace_is_one_block(void **state)
{
    (void)state;
    void *given = NULL;
    ddblasHandle_t other = dd_test_handle();
    counted = other->backend;
    struct ddblas_backend counting = *counted;
    counting.alloc = counting_alloc;
    counting.release = counting_release;
    other->backend = &counting;
    for (size_t bytes = 100; bytes < 100000; bytes *= 2)
    {
        assert_success(ddblas_workspace(other, bytes, &given));
        assert_int_equal(blocks_in_use, 1);
        ddblas_inject_allocation_failure(1);
        assert_int_equal(ddblas_workspace(other, bytes + 1, &given), DDBLAS_STATUS_ALLOC_FAILED);
        assert_int_equal(blocks_in_use, 1);
    }
    assert_int_equal(most_in_use, 2); /* a larger block is there before the old one goes */
    assert_success(ddblasDestroy(other));
    assert_int_equal(blocks_in_use, 0);
}

static void allocation(void **state)
{
    (void)state;
    void *memory = &h;
    assert_argument(ddblasMalloc(h, NULL, 8), 2);
    assert_success(ddblasMalloc(h, &memory, 0));
    assert_null(memory);
    assert_success(ddblasFree(h, NULL));
    ddblas_inject_allocation_failure(1);
    assert_int_equal(ddblasMalloc(h, &memory, 8), DDBLAS_STATUS_ALLOC_FAILED);
    assert_null(memory);
    assert_int_equal(ddblasMalloc(h, &memory, SIZE_MAX), DDBLAS_STATUS_ALLOC_FAILED);
    assert_int_equal(ddblasMalloc(h, &memory, SIZE_MAX / 2 - 1000), DDBLAS_STATUS_ALLOC_FAILED);
    assert_success(ddblasMalloc(h, &memory, 1));
    assert_int_equal((uintptr_t)memory % 256, 0);
    assert_success(ddblasFree(h, memory));
}

static void matrix_copies(void **state)
{
    (void)state;
    enum
    {
        M = 5,
        N = 4,
        LDA = 7,
        LDE = 6,
        LDB = 9
    };
    double a[LDA * N], e[LDE * N], b[LDB * N];
    for (int i = 0; i < LDA * N; i++)
        a[i] = i;
    for (int i = 0; i < LDE * N; i++)
        e[i] = -1;
    for (int i = 0; i < LDB * N; i++)
        b[i] = -2;
    double *engine = dd_engine_copy(h, e, sizeof e, 8);
    assert_success(ddblasSetMatrix(h, M, N, sizeof(double), a, LDA, engine, LDE));
    dd_engine_read(h, e, engine, sizeof e);
    assert_success(ddblasGetMatrix(h, M, N, sizeof(double), engine, LDE, b, LDB));
    assert_success(ddblasSynchronize(h));
    for (int j = 0; j < N; j++)
    {
        for (int i = 0; i < LDE; i++)
            assert_true(e[i + j * LDE] == (i < M ? a[i + j * LDA] : -1));
        for (int i = 0; i < LDB; i++)
            assert_true(b[i + j * LDB] == (i < M ? a[i + j * LDA] : -2));
    }
    assert_success(ddblasSetMatrix(h, 0, N, 8, NULL, 1, NULL, 1));
    assert_success(ddblasGetMatrix(h, M, 0, 8, NULL, M, NULL, M));
    assert_argument(ddblasSetMatrix(h, -1, N, 8, a, LDA, engine, LDE), 2);
    assert_argument(ddblasSetMatrix(h, M, -1, 8, a, LDA, engine, LDE), 3);
    assert_argument(ddblasSetMatrix(h, M, N, 0, a, LDA, engine, LDE), 4);
    assert_argument(ddblasSetMatrix(h, M, N, 8, NULL, LDA, engine, LDE), 5);
    assert_argument(ddblasSetMatrix(h, M, N, 8, a, M - 1, engine, LDE), 6);
    assert_argument(ddblasGetMatrix(h, M, N, 8, engine, LDE, NULL, LDB), 7);
    assert_argument(ddblasGetMatrix(h, M, N, 8, engine, LDE, b, M - 1), 8);
    assert_argument(ddblasSetMatrix(h, M, 2, 8, a, INT64_MAX / 4, engine, LDE), 6);
    assert_argument(ddblasGetMatrix(h, M, 2, 16, engine, LDE, b, INT64_C(1) << 60), 8);
    assert_argument(ddblasSetMatrix(h, 2, 1, SIZE_MAX / 2 + 1, a, 2, engine, 2), 6);
    dd_engine_free(h, engine, 8);
}

/* Columns and elements more than 2 GiB apart; the memory between them is never touched. */
static void far_apart(void **state)
{
    enum
    {
        M = 3
    };
    const int64_t far = (INT64_C(1) << 28) + 8;
    double *a = calloc((size_t)(far + M), sizeof *a), back[2 * M] = {0.0};
    void *engine;
    (void)state;
    if (!a)
        skip();
    for (int i = 0; i < M; i++)
    {
        a[i] = 1.0 + i;
        a[far + i] = -1.0 - i;
    }
    assert_success(ddblasMalloc(h, &engine, sizeof back));
    assert_success(ddblasSetMatrix(h, M, 2, sizeof(double), a, far, engine, M));
    assert_success(ddblasGetMatrix(h, M, 2, sizeof(double), engine, M, back, M));
    assert_memory_equal(back, a, sizeof back / 2);
    assert_memory_equal(back + M, a + far, sizeof back / 2);
    assert_success(ddblasSetMatrix(h, M, 1, sizeof(double), a + far, INT64_MAX / 16, engine, M));
    assert_success(ddblasGetMatrix(h, M, 1, sizeof(double), engine, M, back, INT64_MAX / 16));
    assert_memory_equal(back, a + far, sizeof back / 2);
    assert_success(ddblasSetVector(h, 2, sizeof(double), a + 1, far, engine, 1));
    a[1] = a[far + 1] = 0.0;
    assert_success(ddblasGetVector(h, 2, sizeof(double), engine, 1, a + 1, far));
    assert_true(a[1] == 2.0 && a[far + 1] == -2.0 && a[0] == 1.0 && a[2] == 3.0);
    assert_success(ddblasFree(h, engine));
    free(a);
}

static void vector_copies(void **state)
{
    (void)state;
    enum
    {
        N = 5
    };
    double x[3 * N], y[2 * N], e[4 * N];
    for (int i = 0; i < 3 * N; i++)
        x[i] = i;
    for (int i = 0; i < 4 * N; i++)
        e[i] = -1;
    for (int i = 0; i < 2 * N; i++)
        y[i] = -2;
    double *engine = dd_engine_copy(h, e, sizeof e, 0);
    assert_success(ddblasSetVector(h, N, sizeof(double), x, 3, engine, 4));
    assert_success(ddblasGetVector(h, N, sizeof(double), engine, 4, y, 2));
    dd_engine_read(h, e, engine, sizeof e);
    for (int i = 0; i < 4 * N; i++)
        assert_true(e[i] == (i % 4 == 0 ? x[i / 4 * 3] : -1));
    for (int i = 0; i < 2 * N; i++)
        assert_true(y[i] == (i % 2 == 0 ? x[i / 2 * 3] : -2));
    assert_success(ddblasSetVector(h, 0, 8, NULL, 1, NULL, 1));
    assert_argument(ddblasSetVector(h, -1, 8, x, 1, engine, 1), 2);
    assert_argument(ddblasSetVector(h, N, 0, x, 1, engine, 1), 3);
    assert_argument(ddblasSetVector(h, N, 8, NULL, 1, engine, 1), 4);
    assert_argument(ddblasSetVector(h, N, 8, x, 0, engine, 1), 5);
    assert_argument(ddblasGetVector(h, N, 8, engine, 1, NULL, 1), 6);
    assert_argument(ddblasGetVector(h, N, 8, engine, 1, y, -1), 7);
    assert_argument(ddblasSetVector(h, 2, 8, x, INT64_C(1) << 60, engine, 1), 5);
    assert_argument(ddblasGetVector(h, 2, 8, engine, 1, y, INT64_MAX), 7);
    dd_engine_free(h, engine, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(status_texts),
        cmocka_unit_test(creation),
        cmocka_unit_test(foreign_arithmetic),
        cmocka_unit_test(after_fork),
        cmocka_unit_test(fork_beside_cblas),
        cmocka_unit_test(no_silent_fall),
        cmocka_unit_test_setup_teardown(bad_handles, open_handle, close_handle),
        cmocka_unit_test_setup_teardown(modes, open_handle, close_handle),
        cmocka_unit_test_setup_teardown(workspace, open_handle, close_handle),
        cmocka_unit_test(workspace_is_one_block),
        cmocka_unit_test_setup_teardown(allocation, open_handle, close_handle),
        cmocka_unit_test_setup_teardown(matrix_copies, open_handle, close_handle),
        cmocka_unit_test_setup_teardown(far_apart, open_handle, close_handle),
        cmocka_unit_test_setup_teardown(vector_copies, open_handle, close_handle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
