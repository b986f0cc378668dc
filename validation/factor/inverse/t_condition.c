/*
 * trcon, pocon and gecon in all types, on the engine that DDBLAS_TEST_ENGINE names: matrices whose
 * condition is known, estimates against the norm of the inverse of the same factors, singular
 * factors, NaN, arguments, bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/condition.h>

#include "backend/allocate.h"
#include "case.h"
#include "handle.h"
#include "poison.h"
#include "terms.h"

/* All types, W and U first. */
static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

enum
{
    TYPES = 6
};

/* A relative error that roundings of the estimate's sums of up to 130 terms stay below. */
static double tolerance(ddblasType_t type)
{
    if (type == DDBLAS_TYPE_W || type == DDBLAS_TYPE_U)
        return 1e-14;
    return type == DDBLAS_TYPE_S || type == DDBLAS_TYPE_C ? 200 * 0x1p-24 : 200 * 0x1p-53;
}

static const ddblasNorm_t norms[] = {DDBLAS_NORM_ONE, DDBLAS_NORM_INF};

enum routine
{
    TRCON,
    POCON,
    GECON,
    ROUTINES
};

struct condition_case
{
    enum routine routine;
    ddblasType_t type;
    ddblasNorm_t norm;
    ddblasFillMode_t uplo;
    ddblasDiagType_t diag;
    int64_t n, lda;
    size_t size, bytes;
    void *A;
    double anorm;
};

/* All elements are NaN. */
static struct condition_case case_new(enum routine routine, ddblasType_t type, int k, int64_t n, int64_t pad)
{
    struct condition_case c = {.routine = routine,
                               .type = type,
                               .norm = norms[k % 2],
                               .uplo = k / 2 % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER,
                               .diag = routine == TRCON && k / 4 % 2 ? DDBLAS_DIAG_UNIT : DDBLAS_DIAG_NON_UNIT,
                               .n = n,
                               .lda = dd_least_leading(n) + pad,
                               .size = dd_type_size(type),
                               .anorm = 1.0};
    c.bytes = (size_t)(c.lda * n) * c.size;
    c.A = dd_poisoned(c.bytes);
    return c;
}

static void *at(const struct condition_case *c, int64_t i, int64_t j)
{
    return (char *)c->A + (size_t)(i + j * c->lda) * c->size;
}

static void put(const struct condition_case *c, int64_t i, int64_t j, double re, double im)
{
    dd_element_set(c->type, at(c, i, j), 0, cuddFromDouble(re), cuddFromDouble(im));
}

static int is_read(const struct condition_case *c, int64_t i, int64_t j)
{
    const int inside = c->uplo == DDBLAS_FILL_MODE_LOWER ? i > j : i < j;
    return c->routine == GECON || inside || (i == j && c->diag == DDBLAS_DIAG_NON_UNIT);
}

#define CALL(letter)                                                                                                             \
    (c->routine == TRCON   ? ddblas##letter##trcon(handle, c->norm, c->uplo, c->diag, c->n, A, c->lda, c->anorm, rcond)          \
     : c->routine == POCON ? ddblas##letter##pocon(handle, c->uplo, c->n, A, c->lda, c->anorm, rcond)                            \
                           : ddblas##letter##gecon(handle, c->norm, c->n, A, c->lda, c->anorm, rcond))

static ddblasStatus_t call(ddblasHandle_t handle, const struct condition_case *c, const void *A, double *rcond)
{
    return DD_OF_TYPE(c->type, CALL);
}

static double run(const struct condition_case *c)
{
    double rcond = -7.0;
    struct dd_operand o = dd_operand_read(c->A, c->bytes);
    dd_operands_put(h, &o, 1, 0);
    dd_must(h, call(h, c, o.at, &rcond), "condition");
    dd_operands_take(h, &o, 1, 0);
    return rcond;
}

/* ---- known conditions ------------------------------------------------------------------------ */

/* Diagonal factors: 2^(3 i mod 40 - 20), with a phase in U. The inverse has the norm 2^20, that of
 * pocon's matrix 2^40, and the estimate of a diagonal matrix is exact. */
static void diagonal(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 17, 65, 130};
    for (int k = 0; k < TYPES * 4 * ROUTINES * 5; k++)
    {
        struct condition_case c = case_new((enum routine)(k / (4 * TYPES) % ROUTINES), types[k % TYPES], k / TYPES % 4,
                                           sizes[k / (4 * TYPES * ROUTINES)], k % 3);
        double least = INFINITY;
        for (int64_t j = 0; j < c.n; j++)
            for (int64_t i = 0; i < c.n; i++)
                if (is_read(&c, i, j))
                {
                    const double d = i == j ? ldexp(1.0, (int)(7 * i % 40) - 20) : 0.0;
                    put(&c, i, j, dd_type_is_complex(c.type) && i % 2 && c.routine != POCON ? 0.0 : d,
                        dd_type_is_complex(c.type) && i % 2 && c.routine != POCON ? -d : 0.0);
                    least = i == j ? fmin(least, d) : least;
                }
        c.anorm = 8.0;
        const double expected = (c.routine == POCON ? least * least : least) / 8.0;
        const double rcond = run(&c);
        if (!(fabs(rcond - expected) <= tolerance(c.type) * expected))
            fail_msg("%d, n = %lld: %g, not %g", (int)c.routine, (long long)c.n, rcond, expected);
        free(c.A);
    }
}

/* Triangles of ones: the inverse has 1 on the diagonal and -1 beside it, so its norms are 2. With
 * both triangles, which are the factors of min(i, j), the inverse is tridiagonal (-1, 2, -1) with a
 * last element 1, so its norms are 4 from order 3 on. The estimate is a lower bound, and not below
 * a third of it. */
static void triangles_of_ones(void **state)
{
    (void)state;
    static const int64_t sizes[] = {3, 4, 16, 17, 65, 129};
    for (int k = 0; k < TYPES * 8 * ROUTINES * 6; k++)
    {
        struct condition_case c = case_new((enum routine)(k / (8 * TYPES) % ROUTINES), types[k % TYPES], k / TYPES % 8,
                                           sizes[k / (8 * TYPES * ROUTINES)], k % 3);
        for (int64_t j = 0; j < c.n; j++)
            for (int64_t i = 0; i < c.n; i++)
                if (is_read(&c, i, j))
                    put(&c, i, j, 1.0, 0.0);
        const double estimate = 1.0 / run(&c), exact = c.routine == TRCON ? 2.0 : 4.0;
        assert_true(estimate <= exact * (1.0 + tolerance(c.type)) && estimate >= exact / 3.0);
        free(c.A);
    }
}

/* A matrix with one large element in its inverse: ones on the diagonal and 2^30 in one corner. In
 * either norm the inverse has 2^30 + 1; the other norm's sums are found at the other end. */
static void corner(void **state)
{
    (void)state;
    for (int k = 0; k < TYPES * 8; k++)
    {
        struct condition_case c = case_new(TRCON, types[k % TYPES], k / TYPES, 70, 1);
        for (int64_t j = 0; j < c.n; j++)
            for (int64_t i = 0; i < c.n; i++)
                if (is_read(&c, i, j))
                    put(&c, i, j, i == j ? 1.0 : i - j == c.n - 1 || j - i == c.n - 1 ? 0x1p30 : 0.0, 0.0);
        c.anorm = 0.5;
        assert_true(fabs(run(&c) * 0.5 * (0x1p30 + 1.0) - 1.0) <= tolerance(c.type));
        free(c.A);
    }
}

/* The norms tell apart a matrix whose inverse has one full row from one with a full column: its
 * 1-norm is 2 and its norm of row sums n, or the other way round. */
static void one_row(void **state)
{
    (void)state;
    for (int k = 0; k < TYPES * 4; k++)
    {
        struct condition_case c = case_new(TRCON, types[k % TYPES], k / TYPES, 50, 0);
        const int lower = c.uplo == DDBLAS_FILL_MODE_LOWER;
        for (int64_t j = 0; j < c.n; j++)
            for (int64_t i = 0; i < c.n; i++)
                if (is_read(&c, i, j))
                    put(&c, i, j, i == j || i == (lower ? c.n - 1 : 0) ? 1.0 : 0.0, 0.0);
        const double estimate = 1.0 / run(&c), exact = c.norm == DDBLAS_NORM_ONE ? 2.0 : (double)c.n;
        assert_true(estimate <= exact * (1.0 + tolerance(c.type)) && estimate >= exact / 3.0);
        free(c.A);
    }
}

/* ---- failures, arguments, bits --------------------------------------------------------------- */

static void fill(const struct condition_case *c, struct dd_random *g)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
            if (is_read(c, i, j))
                dd_element_put(c->type, g, 0, i == j ? 3 : (int)dd_random_int(g, -8, -2), at(c, i, j));
}

static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 951);
    for (int k = 0; k < TYPES * ROUTINES; k++)
    {
        struct condition_case c = case_new((enum routine)(k / TYPES), types[k % TYPES], 0, 40, 0);
        fill(&c, &g);
        const double ordinary = run(&c);
        assert_true(ordinary > 0.0 && ordinary < INFINITY);
        c.anorm = 0.0;
        assert_true(run(&c) == 0.0);
        c.anorm = INFINITY;
        assert_true(run(&c) == 0.0);
        c.anorm = 2.0;
        assert_true(fabs(run(&c) - 0.5 * ordinary) <= 1e-15 * ordinary);
        dd_element_set(c.type, at(&c, 20, 5), 0, cuddNan(), cuddFromDouble(0.0));
        assert_true(isnan(run(&c)));
        fill(&c, &g);
        put(&c, 20, 20, -0.0, 0.0);
        assert_true(run(&c) == 0.0);
        c.n = 0;
        assert_true(run(&c) == 1.0);
        free(c.A);
    }
}

static void assert_refused(struct condition_case c, const void *A, double *rcond, ddblasStatus_t status, int position)
{
    assert_int_equal(call(h, &c, A, rcond), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

#define REFUSED(member, value, position)                                                                                         \
    do                                                                                                                           \
    {                                                                                                                            \
        struct condition_case wrong = c;                                                                                         \
        wrong.member = value;                                                                                                    \
        assert_refused(wrong, m, &rcond, DDBLAS_STATUS_INVALID_VALUE, position);                                                 \
    } while (0)

static void wrong_arguments(void **state)
{
    (void)state;
    char host[1024];
    memset(host, 0x5a, sizeof host);
    char *m = dd_engine_copy(h, host, sizeof host, 0);
    for (int k = 0; k < TYPES * ROUTINES; k++)
    {
        const struct condition_case c = {.routine = (enum routine)(k / TYPES),
                                         .type = types[k % TYPES],
                                         .norm = DDBLAS_NORM_ONE,
                                         .n = 3,
                                         .lda = 3,
                                         .anorm = 1.0};
        const int n = c.routine == TRCON ? 5 : 3;
        double rcond = 4711.0;
        if (c.routine != POCON)
        {
            REFUSED(norm, DDBLAS_NORM_FROBENIUS, 2);
            REFUSED(norm, DDBLAS_NORM_MAX, 2);
        }
        if (c.routine != GECON)
            REFUSED(uplo, (ddblasFillMode_t)2, c.routine == TRCON ? 3 : 2);
        if (c.routine == TRCON)
            REFUSED(diag, (ddblasDiagType_t)2, 4);
        REFUSED(n, -1, n);
        REFUSED(lda, 2, n + 2);
        REFUSED(anorm, -1.0, n + 3);
        REFUSED(anorm, NAN, n + 3);
        assert_refused(c, NULL, &rcond, DDBLAS_STATUS_INVALID_VALUE, n + 1);
        assert_refused(c, m + (dd_type_is_pair(c.type) ? dd_engine_misaligned(h) : 1), &rcond, DDBLAS_STATUS_MISALIGNED, n + 1);
        assert_refused(c, m, NULL, DDBLAS_STATUS_INVALID_VALUE, n + 4);
        assert_int_equal(call(NULL, &c, m, &rcond), DDBLAS_STATUS_NOT_INITIALIZED);
        struct condition_case huge = c;
        huge.n = huge.lda = (INT64_C(1) << 26) + 1;
        assert_int_equal(call(h, &huge, m, &rcond), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_true(rcond == 4711.0);
    }
    size_t bytes = 4711;
    assert_int_equal(ddblasConditionWorkspaceSize(NULL, DDBLAS_TYPE_W, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasConditionWorkspaceSize(h, (ddblasType_t)6, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasConditionWorkspaceSize(h, DDBLAS_TYPE_W, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasConditionWorkspaceSize(h, DDBLAS_TYPE_W, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(bytes, 4711);
    dd_engine_free(h, m, 0);
}

/* Threads, the workspace of the query and a smaller one, allocations that fail. */
static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 952);
    for (int k = 0; k < TYPES * ROUTINES; k++)
    {
        struct condition_case c = case_new((enum routine)(k / TYPES), types[k % TYPES], k / TYPES % 4, 90, 1);
        fill(&c, &g);
        const double rcond = run(&c);
        double again = -1.0;
        size_t bytes = 0;
        void *memory = NULL, *A = dd_engine_copy(h, c.A, c.bytes, 0);
        dd_must(h, ddblasSetThreads(h, 3), "threads");
        assert_true(run(&c) == rcond);
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        dd_must(h, ddblasConditionWorkspaceSize(h, c.type, c.n, &bytes), "query");
        dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
        dd_must(h, ddblasSetWorkspace(h, memory, bytes), "workspace");
        assert_true(run(&c) == rcond);
        dd_must(h, ddblasSetWorkspace(h, memory, 64), "workspace");
        assert_int_equal(call(h, &c, A, &again), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
        dd_must(h, ddblasFree(h, memory), "free");
        for (int failing = 1;; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle();
            ddblas_inject_allocation_failure(failing);
            const ddblasStatus_t status = call(fresh, &c, A, &again);
            ddblas_inject_allocation_failure(0);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
            {
                assert_true(failing > 2);
                assert_true(again == rcond);
                break;
            }
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_true(again == -1.0);
        }
        dd_engine_free(h, A, 0);
        free(c.A);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagonal),  cmocka_unit_test(triangles_of_ones), cmocka_unit_test(corner),
        cmocka_unit_test(one_row),   cmocka_unit_test(special_values),    cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(same_bits),
    };
    choose_tests();
    return cmocka_run_group_tests_name("conditions", tests, open_handle, close_handle);
}
