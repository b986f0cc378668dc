/*
 * stebz on the engine that DDBLAS_TEST_ENGINE names: every eigenvalue against exact counts of those
 * below two numbers beside it, ranges of numbers and of values, arguments, NaN, bits, workspaces,
 * failing allocations.
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
#include "handle.h"
#include "oracle_eigen.h"
#include "poison.h"
#include "tridiagonal_case.h"

struct stebz_case
{
    ddblasEigRange_t range;
    int64_t n, il, iu, m, info;
    cuddreal vl, vu;
    cuddreal *d, *e, *before, *w;
    size_t offset;
};

static struct stebz_case new_case(enum tridiagonal_family family, int64_t n, uint64_t seed)
{
    const size_t bytes = (size_t)n * sizeof(cuddreal);
    struct stebz_case c = {.range = DDBLAS_EIG_RANGE_ALL,
                           .n = n,
                           .d = dd_poisoned(bytes),
                           .e = dd_poisoned(bytes),
                           .before = dd_poisoned(bytes),
                           .w = dd_poisoned(bytes)};
    tridiagonal_fill(family, seed, n, c.d, c.e);
    return c;
}

static void free_case(struct stebz_case *c)
{
    free(c->d);
    free(c->e);
    free(c->before);
    free(c->w);
}

/* Only the first m numbers of w may change. */
static ddblasStatus_t run_on(ddblasHandle_t handle, struct stebz_case *c)
{
    const size_t bytes = (size_t)c->n * sizeof *c->d;
    int64_t before[2] = {-7, -7}, after[2];
    struct dd_operand o[] = {dd_operand_read(c->d, bytes), dd_operand_read(c->e, bytes - sizeof *c->e),
                             dd_operand_written(c->before, c->w, bytes)};
    struct dd_operand integers = dd_operand_written(before, after, sizeof before);
    dd_operands_put(h, o, 3, c->offset);
    dd_operands_put(h, &integers, 1, 0);
    int64_t *there = integers.at;
    const ddblasStatus_t status =
        ddblasWstebz(handle, c->range, c->n, &c->vl, &c->vu, c->il, c->iu, o[0].at, o[1].at, there, o[2].at, there + 1);
    dd_operands_take(h, o, 3, c->offset);
    dd_operands_take(h, &integers, 1, 0);
    c->m = after[0];
    c->info = after[1];
    const int64_t kept = status == DDBLAS_STATUS_SUCCESS ? c->m : 0;
    assert_memory_equal(c->w + kept, c->before + kept, (size_t)(c->n - kept) * sizeof *c->w);
    return status;
}

static double bound_of(const struct stebz_case *c)
{
    double norm = 0.0;
    for (int64_t i = 0; i < c->n; i++)
        norm = fmax(norm, fabs(c->d[i].x) + (i > 0 ? fabs(c->e[i - 1].x) : 0.0) + (i + 1 < c->n ? fabs(c->e[i].x) : 0.0));
    return dd_routine_bound(DD_ROUTINE_stebz, DDBLAS_TYPE_W, (struct dd_bound_size){.k = c->n}) * 0x1p-104 * norm;
}

/* Judges w as the eigenvalues from number `first` on. */
static void judge(const struct stebz_case *c, int64_t first, const char *what)
{
    const double bound = bound_of(c);
    assert_int_equal(c->info, 0);
    for (int64_t k = 0; k < c->m; k++)
    {
        assert_true(k == 0 || cuddLe(c->w[k - 1], c->w[k]));
        const int64_t before = dd_oracle_tridiagonal_below(c->n, c->d, c->e, c->w[k], -bound),
                      behind = dd_oracle_tridiagonal_below(c->n, c->d, c->e, c->w[k], bound);
        if (bound > 0.0 && !(before <= first + k && first + k < behind))
            fail_msg("%s, n = %d: value %d is beyond the bound: %d, %d", what, (int)c->n, (int)(first + k), (int)before,
                     (int)behind);
        assert_true(bound > 0.0 || c->w[k].x == 0.0);
    }
}

/* ---- results --------------------------------------------------------------------------------- */

static void families(void **state)
{
    static const int64_t orders[] = {1, 2, 5, 33, 80};
    (void)state;
    const uint64_t seed = dd_random_seed(1401);
    for (int s = 0; s < 5; s++)
        for (int family = 0; family < TRIDIAGONAL_FAMILIES; family++)
            if (dd_test_scale() == 1 || s < 3 || (family + s) % 3 == 0)
            {
                struct stebz_case c = new_case((enum tridiagonal_family)family, orders[s], seed);
                dd_must(h, run_on(h, &c), "all");
                assert_int_equal(c.m, c.n);
                judge(&c, 0, tridiagonal_family_name((enum tridiagonal_family)family));
                free_case(&c);
            }
}

/* Numbers il to iu. */
static void numbers(void **state)
{
    (void)state;
    const int64_t n = 40;
    struct stebz_case some = new_case(TRIDIAGONAL_RANDOM, n, 1402);
    some.range = DDBLAS_EIG_RANGE_I;
    for (some.il = 1; some.il <= n; some.il += 13)
        for (some.iu = some.il; some.iu <= n; some.iu += 7)
        {
            dd_must(h, run_on(h, &some), "numbers");
            assert_int_equal(some.m, some.iu - some.il + 1);
            judge(&some, some.il - 1, "numbers");
        }
    free_case(&some);
}

/* Values in (vl, vu] of a matrix whose eigenvalues are known to be integers of one parity. */
static void intervals(void **state)
{
    (void)state;
    const int64_t n = 31; /* Clement: -30, -28, ..., 30 */
    static const double ends[][2] = {{-100.0, 100.0}, {-30.5, -29.5}, {-29.0, -28.5}, {3.0, 11.0}, {31.0, 1e300}, {-0.5, 1e-3}};
    static const int64_t first[] = {0, 0, 1, 17, 31, 15}, count[] = {31, 1, 0, 4, 0, 1};
    for (int k = 0; k < 6; k++)
    {
        struct stebz_case c = new_case(TRIDIAGONAL_CLEMENT, n, 1);
        c.range = DDBLAS_EIG_RANGE_V;
        c.vl = cuddFromDouble(ends[k][0]);
        c.vu = cuddFromDouble(ends[k][1]);
        dd_must(h, run_on(h, &c), "interval");
        assert_int_equal(c.m, count[k]);
        judge(&c, first[k], "interval");
        free_case(&c);
    }
}

/* The eigenvalues of a diagonal matrix are its elements, so the ends of the interval decide: vl
 * does not belong to it, vu does. */
static void ends_of_interval(void **state)
{
    (void)state;
    static const double ends[][2] = {{2.0, 5.0}, {0.0, 9.0}, {9.0, 10.0}, {-1.0, 1.0}};
    static const int64_t first[] = {3, 1, 10, 1}, count[] = {3, 9, 0, 1};
    for (int k = 0; k < 4; k++)
    {
        struct stebz_case c = new_case(TRIDIAGONAL_CLEMENT, 9, 1);
        for (int64_t i = 0; i < c.n; i++)
        {
            c.d[i] = cuddFromDouble((double)(c.n - i));
            c.e[i] = cuddFromDouble(0.0);
        }
        c.range = DDBLAS_EIG_RANGE_V;
        c.vl = cuddFromDouble(ends[k][0]);
        c.vu = cuddFromDouble(ends[k][1]);
        dd_must(h, run_on(h, &c), "ends");
        assert_int_equal(c.m, count[k]);
        for (int64_t i = 0; i < c.m; i++)
            assert_true(fabs(cuddSubD(c.w[i], (double)(first[k] + i)).x) <= 32.0 * 0x1p-104 * 9.0);
        free_case(&c);
    }
}

/* The first pivot of a count is 0: the diagonal of Clement's matrix, n = 30, is 0, and its
 * eigenvalues are -29, -27, ..., 29. */
static void pivot_of_zero(void **state)
{
    (void)state;
    struct stebz_case c = new_case(TRIDIAGONAL_CLEMENT, 30, 1);
    c.range = DDBLAS_EIG_RANGE_V;
    c.vl = cuddFromDouble(0.0);
    c.vu = cuddFromDouble(100.0);
    dd_must(h, run_on(h, &c), "pivot of zero");
    assert_int_equal(c.m, 15);
    judge(&c, 15, "pivot of zero");
    free_case(&c);
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void refused(ddblasStatus_t status, int position, ddblasEigRange_t range, int64_t n, const cuddreal *vl,
                    const cuddreal *vu, int64_t il, int64_t iu, void *d, void *e, int64_t *m, void *w, int64_t *info)
{
    assert_int_equal(ddblasWstebz(h, range, n, vl, vu, il, iu, d, e, m, w, info), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

static void arguments(void **state)
{
    (void)state;
    char host[2048];
    memset(host, 0x5a, sizeof host);
    char *a = dd_engine_copy(h, host, sizeof host, 0), *d = a, *e = a + 256, *w = a + 512;
    int64_t *m = (int64_t *)(void *)(a + 1024), *info = m + 1, *between = (int64_t *)(void *)(a + 1028);
    const size_t off = dd_engine_misaligned(h);
    const cuddreal low = cuddFromDouble(-1.0), high = cuddFromDouble(1.0), nan = cuddNan();
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, misaligned = DDBLAS_STATUS_MISALIGNED;
    const ddblasEigRange_t all = DDBLAS_EIG_RANGE_ALL, by_number = DDBLAS_EIG_RANGE_I, by_value = DDBLAS_EIG_RANGE_V;
    refused(invalid, 2, (ddblasEigRange_t)1000, 4, NULL, NULL, 1, 1, d, e, m, w, info);
    refused(invalid, 3, all, -1, NULL, NULL, 1, 1, d, e, m, w, info);
    refused(invalid, 4, by_value, 4, NULL, &high, 1, 1, d, e, m, w, info);
    refused(invalid, 5, by_value, 4, &low, NULL, 1, 1, d, e, m, w, info);
    refused(invalid, 5, by_value, 4, &high, &high, 1, 1, d, e, m, w, info);
    refused(invalid, 5, by_value, 4, &nan, &high, 1, 1, d, e, m, w, info);
    refused(invalid, 6, by_number, 4, NULL, NULL, 0, 1, d, e, m, w, info);
    refused(invalid, 6, by_number, 4, NULL, NULL, 5, 5, d, e, m, w, info);
    refused(invalid, 7, by_number, 4, NULL, NULL, 2, 1, d, e, m, w, info);
    refused(invalid, 7, by_number, 4, NULL, NULL, 2, 5, d, e, m, w, info);
    refused(invalid, 8, all, 4, NULL, NULL, 1, 1, NULL, e, m, w, info);
    refused(misaligned, 8, all, 4, NULL, NULL, 1, 1, d + off, e, m, w, info);
    refused(invalid, 9, all, 4, NULL, NULL, 1, 1, d, NULL, m, w, info);
    refused(misaligned, 9, all, 4, NULL, NULL, 1, 1, d, e + off, m, w, info);
    refused(invalid, 10, all, 4, NULL, NULL, 1, 1, d, e, NULL, w, info);
    refused(misaligned, 10, all, 4, NULL, NULL, 1, 1, d, e, between, w, info);
    refused(invalid, 11, all, 4, NULL, NULL, 1, 1, d, e, m, NULL, info);
    refused(misaligned, 11, all, 4, NULL, NULL, 1, 1, d, e, m, w + off, info);
    refused(invalid, 12, all, 4, NULL, NULL, 1, 1, d, e, m, w, NULL);
    refused(misaligned, 12, all, 4, NULL, NULL, 1, 1, d, e, m, w, between);
    refused(DDBLAS_STATUS_NOT_SUPPORTED, 0, all, ((int64_t)1 << 26) + 1, NULL, NULL, 1, 1, d, e, m, w, info);
    assert_int_equal(ddblasWstebz(NULL, all, 0, NULL, NULL, 1, 1, NULL, NULL, NULL, NULL, NULL), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_true(dd_engine_holds(h, a, host, sizeof host));
    dd_must(h, ddblasWstebz(h, by_number, 0, NULL, NULL, 1, 0, NULL, NULL, m, NULL, info), "n = 0");
    int64_t after[2] = {1, 1};
    dd_engine_read(h, after, m, sizeof after);
    assert_true(after[0] == 0 && after[1] == 0);
    dd_engine_free(h, a, 0);
    size_t bytes = 4711;
    assert_int_equal(ddblasStebzWorkspaceSize(h, -1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasStebzWorkspaceSize(h, 1, NULL), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasStebzWorkspaceSize(h, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(bytes, 4711);
}

static void special_values(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct stebz_case c = new_case(TRIDIAGONAL_RANDOM, 20, 1403);
        (k / 2 ? c.d : c.e)[k + 3] = k % 2 ? cuddNan() : cuddInf();
        dd_must(h, run_on(h, &c), "not finite");
        assert_true(c.info == 21 && c.m == 0);
        free_case(&c);
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void assert_same(struct stebz_case *c, const struct stebz_case *first, const char *what)
{
    dd_must(h, run_on(h, c), what);
    if (c->m != first->m || memcmp(c->w, first->w, (size_t)c->n * sizeof *c->w) != 0)
        fail_msg("other bits: %s", what);
}

static void same_bits(void **state)
{
    (void)state;
    struct stebz_case first = new_case(TRIDIAGONAL_GLUED, 70, 1404), c = new_case(TRIDIAGONAL_GLUED, 70, 1404);
    size_t bytes = 0;
    void *memory = NULL;
    dd_must(h, run_on(h, &first), "first");
    dd_must(h, ddblasStebzWorkspaceSize(h, c.n, &bytes), "query");
    dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
    dd_must(h, ddblasSetWorkspace(h, memory, bytes), "workspace");
    assert_same(&c, &first, "workspace");
    dd_must(h, ddblasSetWorkspace(h, memory, bytes - 256), "workspace");
    assert_int_equal(run_on(h, &c), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
    dd_must(h, ddblasFree(h, memory), "free");
    for (int threads = 0; threads <= 3; threads++)
    {
        dd_must(h, ddblasSetThreads(h, threads), "threads");
        assert_same(&c, &first, "threads");
    }
    dd_must(h, ddblasSetThreads(h, 0), "threads");
    c.offset = dd_engine_half(h);
    assert_same(&c, &first, "at 8 mod 16");
    free_case(&first);
    free_case(&c);
}

static void allocation_failure(void **state)
{
    (void)state;
    struct stebz_case c = new_case(TRIDIAGONAL_RANDOM, 10, 1405);
    ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
    int failing = 0;
    while (status != DDBLAS_STATUS_SUCCESS)
    {
        ddblasHandle_t fresh = dd_test_handle();
        int64_t integers[2] = {-7, -7}, after[2];
        struct dd_operand o[] = {dd_operand_read(c.d, 10 * sizeof *c.d), dd_operand_read(c.e, 9 * sizeof *c.e),
                                 dd_operand_written(c.before, c.w, 10 * sizeof *c.w),
                                 dd_operand_written(integers, after, sizeof integers)};
        dd_operands_put(h, o, 4, 0);
        int64_t *m = o[3].at;
        ddblas_inject_allocation_failure(++failing);
        status = ddblasWstebz(fresh, c.range, c.n, NULL, NULL, 0, 0, o[0].at, o[1].at, m, o[2].at, m + 1);
        ddblas_inject_allocation_failure(0);
        dd_operands_take(h, o, 4, 0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        if (status == DDBLAS_STATUS_SUCCESS)
            break;
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        assert_memory_equal(integers, after, sizeof after);
        assert_memory_equal(c.before, c.w, 10 * sizeof *c.w);
    }
    assert_true(failing > 2);
    free_case(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families),         cmocka_unit_test(numbers),       cmocka_unit_test(intervals),
        cmocka_unit_test(ends_of_interval), cmocka_unit_test(pivot_of_zero), cmocka_unit_test(arguments),
        cmocka_unit_test(special_values),   cmocka_unit_test(same_bits),     cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("stebz", tests, open_handle, close_handle);
}
