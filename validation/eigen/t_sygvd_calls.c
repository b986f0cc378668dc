/*
 * sygst, hegst, sygvd and hegvd on the engine that DDBLAS_TEST_ENGINE names: arguments, empty
 * sizes, bits, workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "eigen_settings.h"
#include "handle.h"
#include "settings.h"
#include "sygvd_case.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static struct eigen_case *random_case(int form, int64_t n, int64_t pad, uint64_t seed)
{
    struct dd_random g;
    dd_random_start(&g, seed);
    struct eigen_case *c = sygvd_case_new(types[form % 2], (ddblasEigType_t)(1 + form / 2 % 3), form / 6 % 2, n, pad);
    sygvd_case_fill(c, &g, EIGEN_RANDOM, 1);
    return c;
}

/* ---- arguments ------------------------------------------------------------------------------- */

struct arguments
{
    int itype;
    ddblasEigMode_t jobz;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A;
    int64_t lda;
    void *B;
    int64_t ldb;
    void *w;
    int64_t *info;
};

static ddblasStatus_t call(ddblasHandle_t handle, ddblasType_t type, int reduce, const struct arguments *a)
{
    const ddblasEigType_t itype = (ddblasEigType_t)a->itype;
    if (type == DDBLAS_TYPE_W)
        return reduce ? ddblasWsygst(handle, itype, a->uplo, a->n, a->A, a->lda, a->B, a->ldb)
                      : ddblasWsygvd(handle, itype, a->jobz, a->uplo, a->n, a->A, a->lda, a->B, a->ldb, a->w, a->info);
    return reduce ? ddblasUhegst(handle, itype, a->uplo, a->n, a->A, a->lda, a->B, a->ldb)
                  : ddblasUhegvd(handle, itype, a->jobz, a->uplo, a->n, a->A, a->lda, a->B, a->ldb, a->w, a->info);
}

/* sygst has no jobz, w and info, so its later arguments have positions that are less by one. */
static void assert_refused(ddblasType_t type, struct arguments a, ddblasStatus_t status, int position)
{
    dd_refused(h, call(h, type, 0, &a), status, position);
    if (position != 3 && position <= 9)
        dd_refused(h, call(h, type, 1, &a), status, position > 3 ? position - 1 : position);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct arguments wrong = right;                                                                                          \
        wrong.member = value;                                                                                                    \
        assert_refused(type, wrong, DDBLAS_STATUS_##status, position);                                                           \
    } while (0)

static void refuse_all(ddblasType_t type, char *memory)
{
    int64_t *integers = (int64_t *)(void *)(memory + 3072), *between = (int64_t *)(void *)(memory + 3076);
    const struct arguments right = {
        1, DDBLAS_EIG_MODE_VECTOR, DDBLAS_FILL_MODE_LOWER, 4, memory, 4, memory + 1024, 4, memory + 2048, integers};
    const size_t off = dd_engine_misaligned(h);
    REFUSED(itype, 0, INVALID_VALUE, 2);
    REFUSED(itype, 4, INVALID_VALUE, 2);
    REFUSED(jobz, (ddblasEigMode_t)2, INVALID_VALUE, 3);
    REFUSED(uplo, (ddblasFillMode_t)2, INVALID_VALUE, 4);
    REFUSED(n, -1, INVALID_VALUE, 5);
    REFUSED(A, NULL, INVALID_VALUE, 6);
    REFUSED(A, memory + off, MISALIGNED, 6);
    REFUSED(lda, 3, INVALID_VALUE, 7);
    REFUSED(B, NULL, INVALID_VALUE, 8);
    REFUSED(B, memory + 1024 + off, MISALIGNED, 8);
    REFUSED(ldb, 3, INVALID_VALUE, 9);
    REFUSED(w, NULL, INVALID_VALUE, 10);
    REFUSED(w, memory + off, MISALIGNED, 10);
    REFUSED(info, NULL, INVALID_VALUE, 11);
    REFUSED(info, between, MISALIGNED, 11);
    struct arguments huge = right;
    huge.n = huge.lda = huge.ldb = (INT64_C(1) << 26) + 1;
    for (int reduce = 0; reduce < 2; reduce++)
    {
        assert_int_equal(call(h, type, reduce, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(call(NULL, type, reduce, &right), DDBLAS_STATUS_NOT_INITIALIZED);
    }
}

static void refuse_every(char *memory)
{
    for (int k = 0; k < 2; k++)
        refuse_all(types[k], memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
}

/* ---- queries --------------------------------------------------------------------------------- */

static void refuse_queries(ddblasType_t type, int jobz, int64_t n, size_t *bytes, ddblasStatus_t status, int position)
{
    dd_refused(h, ddblasSygvdWorkspaceSize(h, type, (ddblasEigMode_t)jobz, n, bytes), status, position);
    if (position != 3)
        dd_refused(h, ddblasSygstWorkspaceSize(h, type, n, bytes), status, position > 3 ? position - 1 : position);
}

static void queries(void **state)
{
    (void)state;
    size_t bytes = 4711, previous = 0;
    assert_int_equal(ddblasSygvdWorkspaceSize(NULL, DDBLAS_TYPE_W, DDBLAS_EIG_MODE_VECTOR, 1, &bytes),
                     DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasSygstWorkspaceSize(NULL, DDBLAS_TYPE_W, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    refuse_queries((ddblasType_t)6, 1, 1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 2);
    dd_refused(h, ddblasSygstWorkspaceSize(h, DDBLAS_TYPE_Z, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE, 2);
    refuse_queries(DDBLAS_TYPE_W, 2, 1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 3);
    refuse_queries(DDBLAS_TYPE_W, 1, -1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 4);
    refuse_queries(DDBLAS_TYPE_W, 1, 1, NULL, DDBLAS_STATUS_INVALID_VALUE, 5);
    refuse_queries(DDBLAS_TYPE_U, 1, INT64_MAX, &bytes, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(bytes, 4711);
    dd_must(h, ddblasSygvdWorkspaceSize(h, DDBLAS_TYPE_U, DDBLAS_EIG_MODE_VECTOR, 0, &bytes), "query");
    assert_int_equal(bytes, 0);
    dd_must(h, ddblasSygstWorkspaceSize(h, DDBLAS_TYPE_U, 0, &bytes), "query");
    assert_int_equal(bytes, 0);
    for (int64_t n = 1; n < 3000; n = 2 * n + 1)
    {
        size_t reduction = 0, values = 0, standard = 0;
        dd_must(h, ddblasSygvdWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_EIG_MODE_VECTOR, n, &bytes), "query");
        dd_must(h, ddblasSygvdWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_EIG_MODE_NOVECTOR, n, &values), "query");
        dd_must(h, ddblasSyevdWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_EIG_MODE_VECTOR, n, &standard), "query");
        dd_must(h, ddblasSygstWorkspaceSize(h, DDBLAS_TYPE_W, n, &reduction), "query");
        assert_true(bytes >= previous && bytes >= values && bytes >= standard && values >= reduction);
        previous = bytes;
    }
}

/* n = 0 sets info and needs no arrays. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        int64_t info = 7, after = -1;
        int64_t *there = dd_engine_copy(h, &info, sizeof info, 0);
        const struct arguments a = {1 + k % 3, (ddblasEigMode_t)(k % 2), DDBLAS_FILL_MODE_UPPER, 0, NULL, 1, NULL, 1, NULL,
                                    there};
        assert_int_equal(call(h, types[k / 2 % 2], k / 4, &a), DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, &after, there, sizeof after);
        assert_int_equal(after, k < 4 ? 0 : 7);
        dd_engine_free(h, there, 0);
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        struct eigen_case *c = random_case(k, dd_test_scale() > 1 ? 70 : 130, 2, 1222);
        eigen_case_same_bits(h, c);
        eigen_case_free(c);
    }
}

/* Other leading dimensions give the same bits. */
static void leading_dimensions(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++)
    {
        struct eigen_case *c[2];
        for (int form = 0; form < 2; form++)
        {
            c[form] = random_case(k, 41, form == 1 ? 5 : 0, 1223);
            dd_must(h, eigen_case_run(h, c[form]), "forms");
            assert_memory_equal(c[0]->w, c[form]->w, 41 * sizeof(cuddreal));
            for (int64_t j = 0; j < 41; j++)
                assert_memory_equal((char *)c[0]->result + (size_t)(j * c[0]->lda) * c[0]->size,
                                    (char *)c[form]->result + (size_t)(j * c[form]->lda) * c[form]->size, 41 * c[0]->size);
        }
        eigen_case_free(c[0]);
        eigen_case_free(c[1]);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        struct eigen_case *c = random_case(k, 40, 1, 1224);
        eigen_case_without_memory(h, c);
        eigen_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(queries),
        cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(leading_dimensions),
        cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("sygvd, calls", tests, open_handle, close_handle);
}
