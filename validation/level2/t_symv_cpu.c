/*
 * symv and hemv on the CPU where indices exceed 32 bits, and so what CBLAS's integers hold.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/mman.h>

#include "symv_case.h"

/* Above the order of the pieces that CBLAS is given, so that pieces off the diagonal, which are not copied to a square, take
 * part. */
enum
{
    N = 70
};

/* y = alpha A x + beta y in sparse memory of which only the pages of A's elements exist, against the same elements close
 * together: the same bits. */
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
    union symv_element y[N];
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(beyond_32_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
