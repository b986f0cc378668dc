/*
 * symv and hemv on the CPU: no threads for small calls, indices that exceed 32 bits, and so what
 * CBLAS's integers hold, and the same bits whatever the threads of OpenBLAS.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "symv_case.h"

/* Above the order of the pieces that CBLAS is given, so that pieces off the diagonal, which are not
 * copied to a square, take part. */
enum
{
    N = 70
};

/* y = alpha A x + beta y in sparse memory of which only the pages of A's elements exist, against
 * the same elements close together: the same bits. */
static void long_leading(ddblasHandle_t h, const struct symv_routine *r, ddblasFillMode_t uplo, int64_t lda)
{
    struct dd_random g;
    dd_random_start(&g, 501);
    struct symv_case *c = symv_case_new(r, uplo, N, N, 1, 1);
    symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
    const size_t reach = (size_t)((N - 1) * lda + N) * c->size;
    char *A = mmap(NULL, reach, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(A != MAP_FAILED);
    for (int64_t j = 0; j < N; j++)
        memcpy(A + (size_t)(j * lda) * c->size, (char *)c->A + (size_t)(j * N) * c->size, N * c->size);
    symv_case_judge(h, c, "close together", 501);
    union dd_element y[N];
    memcpy(y, c->y, c->bytes_y);
    assert_int_equal(symv_call(h, r, uplo, N, &c->alpha, A, lda, c->x, 1, &c->beta, y, 1), DDBLAS_STATUS_SUCCESS);
    assert_memory_equal(y, c->result, c->bytes_y);
    (void)munmap(A, reach);
    symv_case_free(c);
}

static void beyond_32_bits(void **state)
{
    (void)state;
    ddblasHandle_t h = NULL;
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    for (int k = 0; k < 2 * SYMV_ROUTINES; k++)
    {
        const ddblasFillMode_t uplo = k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
        long_leading(h, &symv_routines[k / 2], uplo, INT64_C(1) << 26);        /* n lda > 2^31 */
        long_leading(h, &symv_routines[k / 2], uplo, (INT64_C(1) << 31) + 64); /* lda too */
    }
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
}

extern void openblas_set_num_threads(int threads) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));

/* The bits of S, D, C, Z do not depend on the threads that OpenBLAS would use. */
static void threads_of_openblas(void **state)
{
    (void)state;
    if (!openblas_set_num_threads || !openblas_get_num_threads)
        skip();
    const int before = openblas_get_num_threads();
    ddblasHandle_t h = NULL;
    struct dd_random g;
    dd_random_start(&g, 502);
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    for (int k = 0; k < 4 * SYMV_ROUTINES; k++)
    {
        const int64_t n = k % 4 < 2 ? 60 : 500;
        struct symv_case *c = symv_case_new(&symv_routines[k / 4], (ddblasFillMode_t)(k % 2), n, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        openblas_set_num_threads(1);
        symv_case_judge(h, c, "OpenBLAS with one thread", 502);
        void *first = malloc(c->bytes_y);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_y);
        openblas_set_num_threads(4);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_memory_equal(c->result, first, c->bytes_y);
        assert_int_equal(openblas_get_num_threads(), 4);
        free(first);
        symv_case_free(c);
    }
    openblas_set_num_threads(before);
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
}

static int threads_of_process(void)
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks)
        return -1;
    for (const struct dirent *entry = readdir(tasks); entry; entry = readdir(tasks))
        count += entry->d_name[0] != '.';
    (void)closedir(tasks);
    return count;
}

/* Calls too small to gain by threads start none, however many the handle may use; a large one does.
 * First of this program's tests: OpenMP keeps its threads. */
static void small_calls(void **state)
{
    (void)state;
    enum
    {
        ORDER = 300
    };
    static double d[ORDER * ORDER];
    static cuddreal w[ORDER * ORDER], C[ORDER * ORDER], R[4 * 4];
    const cuddreal one = cuddFromDouble(1.0), zero = cuddFromDouble(0.0);
    const int before = threads_of_process();
    ddblasHandle_t h = NULL;
    struct dd_random g;
    if (before < 0)
        skip();
    dd_random_start(&g, 503);
    assert_int_equal(ddblasCreateWithEngine(&h, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetThreads(h, 8), DDBLAS_STATUS_SUCCESS);
    for (int k = 0; k < SYMV_ROUTINES; k++)
    {
        const struct symv_routine *r = &symv_routines[k];
        const int64_t n = r->type == DDBLAS_TYPE_U ? 120 : ORDER;
        struct symv_case *c = symv_case_new(r, DDBLAS_FILL_MODE_LOWER, n, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        symv_case_free(c);
    }
    assert_int_equal(ddblasConvertDtoW(h, 200, 200, d, 200, w, 200), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWtsqr(h, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, 2048, 4, w, 2048, R, 4), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWtrsm(h, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, 16, 200, &one, w,
                                 ORDER, w, ORDER),
                     DDBLAS_STATUS_SUCCESS);
    assert_int_equal(threads_of_process(), before);
    for (int64_t i = 0; i < ORDER * ORDER; i++)
        w[i] = one;
    assert_int_equal(ddblasWgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, ORDER, ORDER, ORDER, &one, w, ORDER, w, ORDER, &zero, C, ORDER),
                     DDBLAS_STATUS_SUCCESS);
    assert_true(threads_of_process() > before);
    assert_int_equal(ddblasDestroy(h), DDBLAS_STATUS_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_calls), cmocka_unit_test(beyond_32_bits),
                                       cmocka_unit_test(threads_of_openblas)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
