/*
 * Calls of gesvx, posvx, gerfs and porfs on the engine that DDBLAS_TEST_ENGINE names: arguments,
 * empty sizes, the same bits for threads and workspaces, allocations that fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "case.h"
#include "expert_case.h"
#include "handle.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

enum
{
    TYPES = 6,
    FORMS = 4 /* gesvx, posvx, gerfs, porfs */
};

static int refines(int form) { return form >= 2; }

/* ---- arguments ------------------------------------------------------------------------------- */

/* A case without matrices, of order 3 with 2 right-hand sides. */
static struct expert_case small_case(ddblasType_t type, int form, double *numbers)
{
    return (struct expert_case){.type = type,
                                .positive = form % 2,
                                .n = 3,
                                .nrhs = 2,
                                .lda = 3,
                                .size = dd_type_size(type),
                                .ferr = numbers,
                                .berr = numbers};
}

static void assert_refused(int form, struct expert_case *c, const struct expert_arguments *a, ddblasStatus_t expected,
                           int position)
{
    assert_int_equal(refines(form) ? expert_refine(h, c, a) : expert_drive(h, c, a), expected);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

/* Positions of arguments: `at` is that of n, and behind AF there is one more with pivots. */
struct positions
{
    int n, nrhs, A, lda, AF, ldaf, ipiv, equed, R, C, B, ldb, X, ldx, ferr;
};

static struct positions positions_of(int form)
{
    const int n = refines(form) ? 3 : 4, pivots = form % 2 == 0, drives = !refines(form);
    struct positions at = {.n = n, .nrhs = n + 1, .A = n + 2, .lda = n + 3, .AF = n + 4, .ldaf = n + 5};
    int next = n + 6;
    at.ipiv = pivots ? next++ : 0;
    at.equed = drives ? next++ : 0;
    at.R = drives ? next++ : 0;
    at.C = drives && pivots ? next++ : 0;
    at.B = next++;
    at.ldb = next++;
    at.X = next++;
    at.ldx = next++;
    at.ferr = next + drives; /* After the report. */
    return at;
}

static void refuse_pointers(int form, struct expert_case *c, const struct expert_arguments *good, const struct positions *at)
{
    struct expert_arguments a = *good;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, misaligned = DDBLAS_STATUS_MISALIGNED;
    const size_t off = dd_type_is_pair(c->type) ? dd_engine_misaligned(h) : 1;
    a.A = NULL;
    assert_refused(form, c, &a, invalid, at->A);
    a.A = (char *)good->A + off;
    assert_refused(form, c, &a, misaligned, at->A);
    a = *good;
    a.F = NULL;
    assert_refused(form, c, &a, invalid, at->AF);
    a.F = (char *)good->F + off;
    assert_refused(form, c, &a, misaligned, at->AF);
    a = *good;
    a.B = NULL;
    assert_refused(form, c, &a, invalid, at->B);
    a = *good;
    a.X = NULL;
    assert_refused(form, c, &a, invalid, at->X);
    a = *good;
    a.ipiv = NULL;
    if (at->ipiv)
        assert_refused(form, c, &a, invalid, at->ipiv);
    a = *good;
    c->fact = DDBLAS_FACT_EQUILIBRATE;
    a.R = NULL;
    if (at->R)
        assert_refused(form, c, &a, invalid, at->R);
    a = *good;
    a.C = NULL;
    if (at->C)
        assert_refused(form, c, &a, invalid, at->C);
    c->fact = DDBLAS_FACT_NONE;
    a = *good;
    for (int q = 0; q < 2; q++)
    {
        double *ferr = c->ferr;
        *(q ? &c->berr : &c->ferr) = NULL;
        assert_refused(form, c, &a, invalid, at->ferr + q);
        c->ferr = c->berr = ferr ? ferr : c->berr;
    }
}

#define REFUSED(member, value, position)                                                                                         \
    do                                                                                                                           \
    {                                                                                                                            \
        struct expert_case wrong = c;                                                                                            \
        wrong.member = value;                                                                                                    \
        assert_refused(form, &wrong, &a, DDBLAS_STATUS_INVALID_VALUE, position);                                                 \
    } while (0)

static void wrong_arguments(void **state)
{
    (void)state;
    char host[8192];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    const struct expert_arguments a = {memory,
                                       memory + 1024,
                                       memory + 2048,
                                       memory + 3072,
                                       (int64_t *)(void *)(memory + 4096),
                                       (double *)(void *)(memory + 5120),
                                       (double *)(void *)(memory + 6144)};
    for (int k = 0; k < TYPES * FORMS; k++)
    {
        const int form = k / TYPES;
        double numbers[2] = {7.0, 7.0};
        struct expert_case c = small_case(types[k % TYPES], form, numbers), huge = c;
        const struct positions at = positions_of(form);
        if (!refines(form))
            REFUSED(fact, (ddblasFact_t)3, 2);
        if (c.positive)
            REFUSED(uplo, (ddblasFillMode_t)2, at.n - 1);
        else
            REFUSED(trans, (ddblasOperation_t)3, at.n - 1);
        REFUSED(n, -1, at.n);
        REFUSED(nrhs, -1, at.nrhs);
        REFUSED(lda, 2, at.lda);
        refuse_pointers(form, &c, &a, &at);
        if (at.equed)
        {
            c.fact = DDBLAS_FACT_FACTORED;
            REFUSED(equed, (ddblasEquilibration_t)4, at.equed);
            REFUSED(equed, (ddblasEquilibration_t)-1, at.equed);
            if (c.positive)
                REFUSED(equed, DDBLAS_EQUILIBRATION_ROWS, at.equed);
        }
        huge.n = huge.lda = (INT64_C(1) << 26) + 1;
        assert_refused(form, &huge, &a, DDBLAS_STATUS_NOT_SUPPORTED, 0);
        assert_int_equal(refines(form) ? expert_refine(NULL, &c, &a) : expert_drive(NULL, &c, &a), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_true(numbers[0] == 7.0 && numbers[1] == 7.0);
    }
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

/* The leading dimensions that the cases of expert_case.h do not vary, and the report. */
static void other_arguments(void **state)
{
    (void)state;
    char host[4096];
    memset(host, 0x5a, sizeof host);
    cuddreal *A = dd_engine_copy(h, host, sizeof host, 0), *F = A + 9, *B = A + 18, *X = A + 24;
    double *R = (double *)(void *)(A + 64), numbers[2];
    int64_t *ipiv = (int64_t *)(void *)(A + 96);
    ddblasEquilibration_t equed = DDBLAS_EQUILIBRATION_NONE;
    ddblasExpertReport_t report;
    const ddblasFact_t fact = DDBLAS_FACT_NONE;
    const ddblasOperation_t N = DDBLAS_OP_N;
    const ddblasFillMode_t L = DDBLAS_FILL_MODE_LOWER;
    size_t bytes = 4711;
#define EXPECT(position, call)                                                                                                   \
    do                                                                                                                           \
    {                                                                                                                            \
        assert_int_equal(call, DDBLAS_STATUS_INVALID_VALUE);                                                                     \
        assert_int_equal(ddblasGetLastArgument(h), position);                                                                    \
    } while (0)
    EXPECT(9, ddblasWgesvx(h, fact, N, 3, 2, A, 3, F, 2, ipiv, &equed, R, R, B, 3, X, 3, &report, numbers, numbers));
    EXPECT(11, ddblasWgesvx(h, fact, N, 3, 2, A, 3, F, 3, ipiv, NULL, R, R, B, 3, X, 3, &report, numbers, numbers));
    EXPECT(15, ddblasWgesvx(h, fact, N, 3, 2, A, 3, F, 3, ipiv, &equed, R, R, B, 2, X, 3, &report, numbers, numbers));
    EXPECT(17, ddblasWgesvx(h, fact, N, 3, 2, A, 3, F, 3, ipiv, &equed, R, R, B, 3, X, 2, &report, numbers, numbers));
    EXPECT(18, ddblasWgesvx(h, fact, N, 3, 2, A, 3, F, 3, ipiv, &equed, R, R, B, 3, X, 3, NULL, numbers, numbers));
    EXPECT(9, ddblasWposvx(h, fact, L, 3, 2, A, 3, F, 2, &equed, R, B, 3, X, 3, &report, numbers, numbers));
    EXPECT(10, ddblasWposvx(h, fact, L, 3, 2, A, 3, F, 3, NULL, R, B, 3, X, 3, &report, numbers, numbers));
    EXPECT(13, ddblasWposvx(h, fact, L, 3, 2, A, 3, F, 3, &equed, R, B, 2, X, 3, &report, numbers, numbers));
    EXPECT(15, ddblasWposvx(h, fact, L, 3, 2, A, 3, F, 3, &equed, R, B, 3, X, 2, &report, numbers, numbers));
    EXPECT(16, ddblasWposvx(h, fact, L, 3, 2, A, 3, F, 3, &equed, R, B, 3, X, 3, NULL, numbers, numbers));
    EXPECT(8, ddblasWgerfs(h, N, 3, 2, A, 3, F, 2, ipiv, B, 3, X, 3, numbers, numbers));
    EXPECT(11, ddblasWgerfs(h, N, 3, 2, A, 3, F, 3, ipiv, B, 2, X, 3, numbers, numbers));
    EXPECT(13, ddblasWgerfs(h, N, 3, 2, A, 3, F, 3, ipiv, B, 3, X, 2, numbers, numbers));
    EXPECT(8, ddblasWporfs(h, L, 3, 2, A, 3, F, 2, B, 3, X, 3, numbers, numbers));
    EXPECT(10, ddblasWporfs(h, L, 3, 2, A, 3, F, 3, B, 2, X, 3, numbers, numbers));
    EXPECT(12, ddblasWporfs(h, L, 3, 2, A, 3, F, 3, B, 3, X, 2, numbers, numbers));
    EXPECT(2, ddblasGesvxWorkspaceSize(h, (ddblasType_t)6, 3, 2, &bytes));
    EXPECT(3, ddblasGesvxWorkspaceSize(h, DDBLAS_TYPE_W, -1, 2, &bytes));
    EXPECT(4, ddblasPosvxWorkspaceSize(h, DDBLAS_TYPE_W, 3, -1, &bytes));
    EXPECT(5, ddblasPosvxWorkspaceSize(h, DDBLAS_TYPE_W, 3, 2, NULL));
#undef EXPECT
    assert_int_equal(bytes, 4711);
    assert_int_equal(ddblasGesvxWorkspaceSize(NULL, DDBLAS_TYPE_W, 3, 2, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_true(dd_engine_holds(h, A, host, sizeof host));
    dd_engine_free(h, A, 0);
}

/* Order 0, and no right-hand side: factors are computed all the same. */
static void empty(void **state)
{
    (void)state;
    const struct expert_arguments none = {0};
    for (int k = 0; k < TYPES * FORMS; k++)
    {
        const int form = k / TYPES;
        double numbers[2] = {7.0, 7.0};
        struct expert_case c = small_case(types[k % TYPES], form, numbers);
        c.n = 0;
        dd_must(h, refines(form) ? expert_refine(h, &c, &none) : expert_drive(h, &c, &none), "order 0");
        assert_true(numbers[0] == 0.0 && numbers[1] == 0.0);
        assert_true(refines(form) || (c.report.info == 0 && c.report.rcond == 1.0 && c.report.rpvgrw == 1.0));
        c.n = 3;
        c.nrhs = 0;
        if (refines(form))
            dd_must(h, expert_refine(h, &c, &none), "no right-hand side");
    }
    for (int k = 0; k < TYPES * 2; k++)
    {
        struct expert_case *c = expert_case_new(types[k % TYPES], k / TYPES, 5, 0);
        for (int64_t j = 0; j < c->n; j++)
            c->s.A[(j + j * c->n) * c->s.parts] = cuddFromDouble(j == 3 ? 16.0 : 4.0);
        expert_case_write(c);
        dd_must(h, expert_run_on(h, c, 0), "factors alone");
        assert_true(c->report.info == 0 && fabs(c->report.rcond - 0.25) < 1e-5 && c->report.rpvgrw == 1.0);
        const struct dd_parts p = dd_parts_load(c->type, c->F, 3 * (c->n + 1));
        assert_true(p.re[0] == (c->positive ? 4.0 : 16.0));
        expert_case_free(c);
    }
}

/* ---- bits, memory ---------------------------------------------------------------------------- */

/* A system whose rows and columns are worth scaling. */
static struct expert_case *scaled_case(ddblasType_t type, int positive, int64_t n, struct dd_random *g)
{
    struct expert_case *c = expert_case_new(type, positive, n, 2);
    c->fact = DDBLAS_FACT_EQUILIBRATE;
    refine_fill_conditioned(&c->s, g, 2.0);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            for (int p = 0; p < c->s.parts; p++)
            {
                cuddreal *a = c->s.A + (i + j * n) * c->s.parts + p;
                *a = cuddLdexp(*a, (int)(i % 5 + j % 5) * 4);
            }
    expert_case_write(c);
    return c;
}

/* Writes the system anew, and calls. */
static void repeat(ddblasHandle_t handle, struct expert_case *c, ddblasStatus_t expected)
{
    expert_case_write(c);
    assert_int_equal(expert_run_on(handle, c, 0), expected);
}

static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1311);
    for (int k = 0; k < TYPES * 2; k++)
    {
        struct expert_case *c = scaled_case(types[k % TYPES], k / TYPES, 75, &g);
        size_t bytes = 0;
        void *X = malloc(c->bytes_B), *F = malloc(c->bytes_F), *workspace = NULL;
        assert_true(X && F);
        repeat(h, c, DDBLAS_STATUS_SUCCESS);
        memcpy(X, c->X, c->bytes_B);
        memcpy(F, c->F, c->bytes_F);
        const double ferr = c->ferr[1], berr = c->berr[1];
        dd_must(h, ddblasSetThreads(h, 3), "threads");
        for (int q = 0; q < 2; q++)
        {
            repeat(h, c, DDBLAS_STATUS_SUCCESS);
            assert_memory_equal(X, c->X, c->bytes_B);
            assert_memory_equal(F, c->F, c->bytes_F);
            assert_true(c->ferr[1] == ferr && c->berr[1] == berr && c->report.info == 0);
            dd_must(h, ddblasSetThreads(h, 0), "threads");
            dd_must(h,
                    c->positive ? ddblasPosvxWorkspaceSize(h, c->type, c->n, c->nrhs, &bytes)
                                : ddblasGesvxWorkspaceSize(h, c->type, c->n, c->nrhs, &bytes),
                    "query");
            if (q == 0)
            {
                dd_must(h, ddblasMalloc(h, &workspace, bytes), "malloc");
                dd_must(h, ddblasSetWorkspace(h, workspace, bytes), "workspace");
            }
        }
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes - 256), "workspace");
        c->equed = DDBLAS_EQUILIBRATION_NONE; /* A and B must not change. */
        memset(X, 0xff, c->bytes_B);
        repeat(h, c, DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(X, c->X, c->bytes_B);
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
        dd_must(h, ddblasFree(h, workspace), "free");
        free(X);
        free(F);
        expert_case_free(c);
    }
}

/* Each allocation of a call fails in turn: nothing is written, A and B neither. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1312);
    for (int k = 0; k < TYPES * 2; k++)
    {
        struct expert_case *c = scaled_case(types[k % TYPES], k / TYPES, 30, &g);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *F = dd_engine_copy(h, c->F, c->bytes_F, 0),
             *B = dd_engine_copy(h, c->B, c->bytes_B, 0), *X = dd_engine_copy(h, c->X, c->bytes_B, 0);
        double *R = dd_engine_copy(h, c->R, (size_t)c->n * sizeof *R, 0),
               *C = dd_engine_copy(h, c->C, (size_t)c->n * sizeof *C, 0);
        int64_t *ipiv = dd_engine_copy(h, c->ipiv, (size_t)c->n * sizeof *ipiv, 0);
        const struct expert_arguments a = {A, F, B, X, ipiv, R, C};
        for (int failing = 1;; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle();
            ddblas_inject_allocation_failure(failing);
            const ddblasStatus_t status = expert_drive(fresh, c, &a);
            ddblas_inject_allocation_failure(0);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
            {
                assert_true(failing > 5 && c->report.info == 0);
                break;
            }
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_true(dd_engine_holds(h, A, c->A, c->bytes_A) && dd_engine_holds(h, F, c->F, c->bytes_F));
            assert_true(dd_engine_holds(h, B, c->B, c->bytes_B) && dd_engine_holds(h, X, c->X, c->bytes_B));
        }
        dd_engine_free(h, A, 0);
        dd_engine_free(h, F, 0);
        dd_engine_free(h, B, 0);
        dd_engine_free(h, X, 0);
        dd_engine_free(h, R, 0);
        dd_engine_free(h, C, 0);
        dd_engine_free(h, ipiv, 0);
        expert_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(other_arguments),    cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),       cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("calls of expert drivers", tests, open_handle, close_handle);
}
