/*
 * stein on the engine that DDBLAS_TEST_ENGINE names: eigenvectors of tridiagonal matrices for the
 * eigenvalues that stebz finds, all and some, from exact sums; numbers that are no eigenvalues,
 * arguments, NaN, bits, workspaces, failing allocations.
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

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

/* ---- a call ---------------------------------------------------------------------------------- */

struct stein_case
{
    ddblasType_t type;
    int64_t n, m, ldz;
    size_t size, bytes;
    cuddreal *d, *e, *w;
    char *Z, *result;
    int64_t info;
    size_t offset;
};

static ddblasStatus_t call(ddblasHandle_t handle, ddblasType_t type, int64_t n, const void *d, const void *e, int64_t m,
                           const void *w, void *Z, int64_t ldz, int64_t *info)
{
    return type == DDBLAS_TYPE_W ? ddblasWstein(handle, n, d, e, m, w, Z, ldz, info)
                                 : ddblasUstein(handle, n, d, e, m, w, Z, ldz, info);
}

/* c->w becomes the eigenvalues number first + 1 to first + m, by stebz. */
static void find_values(struct stein_case *c, int64_t first)
{
    int64_t found = -1, info = -1;
    cuddreal *all = dd_poisoned((size_t)c->n * sizeof *all);
    struct dd_operand o[] = {dd_operand_read(c->d, (size_t)c->n * sizeof *c->d),
                             dd_operand_read(c->e, (size_t)c->n * sizeof *c->e), dd_operand_written(&found, &found, sizeof found),
                             dd_operand_written(all, all, (size_t)c->n * sizeof *all),
                             dd_operand_written(&info, &info, sizeof info)};
    dd_operands_put(h, o, 5, 0);
    dd_must(h,
            ddblasWstebz(h, DDBLAS_EIG_RANGE_I, c->n, NULL, NULL, first + 1, first + c->m, o[0].at, o[1].at, o[2].at, o[3].at,
                         o[4].at),
            "stebz");
    dd_operands_take(h, o, 5, 0);
    assert_int_equal(info, 0);
    assert_int_equal(found, c->m);
    memcpy(c->w, all, (size_t)c->m * sizeof *c->w);
    free(all);
}

static struct stein_case *new_case(ddblasType_t type, enum tridiagonal_family family, int64_t n, int64_t first, int64_t m,
                                   int64_t pad, uint64_t seed)
{
    struct stein_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct stein_case){.type = type, .n = n, .m = m, .size = dd_type_size(type)};
    c->ldz = dd_least_leading(n) + pad;
    c->bytes = (size_t)(c->ldz * m) * c->size;
    c->d = dd_poisoned((size_t)n * sizeof *c->d);
    c->e = dd_poisoned((size_t)n * sizeof *c->d);
    c->w = dd_poisoned((size_t)m * sizeof *c->w);
    c->Z = dd_poisoned(c->bytes);
    c->result = dd_poisoned(c->bytes);
    tridiagonal_fill(family, seed, n, c->d, c->e);
    find_values(c, first);
    return c;
}

static void free_case(struct stein_case *c)
{
    free(c->d);
    free(c->e);
    free(c->w);
    free(c->Z);
    free(c->result);
    free(c);
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct stein_case *)problem)->n;
}

static void inject_nothing(int failing) { (void)failing; }

/* Runs the call of `caller` between inject(failing) and inject(0). Nothing but the n x m elements
 * of Z may change. */
static ddblasStatus_t run_failing(ddblasHandle_t caller, struct stein_case *c, void (*inject)(int), int failing)
{
    int64_t before = INT64_MIN;
    struct dd_operand o[] = {dd_operand_read(c->d, (size_t)c->n * sizeof *c->d),
                             dd_operand_read(c->e, (size_t)(c->n - 1) * sizeof *c->e),
                             dd_operand_read(c->w, (size_t)c->m * sizeof *c->w), dd_operand_written(c->Z, c->result, c->bytes)};
    struct dd_operand info = dd_operand_written(&before, &c->info, sizeof before);
    dd_operands_put(h, o, 4, c->offset);
    dd_operands_put(h, &info, 1, 0);
    inject(failing);
    const ddblasStatus_t status = call(caller, c->type, c->n, o[0].at, o[1].at, c->m, o[2].at, o[3].at, c->ldz, info.at);
    inject(0);
    dd_operands_take(h, o, 4, c->offset);
    dd_operands_take(h, &info, 1, 0);
    dd_rest_unchanged("Z", c->Z, c->result, c->bytes, c->size, c->ldz, is_computed, c);
    return status;
}

static ddblasStatus_t run(struct stein_case *c) { return run_failing(h, c, inject_nothing, 0); }

/* ---- vectors --------------------------------------------------------------------------------- */

static double judge(struct stein_case *c, enum tridiagonal_family family)
{
    const int64_t n = c->n, m = c->m;
    const double bound = dd_routine_bound(DD_ROUTINE_stein, c->type, (struct dd_bound_size){.k = n});
    dd_must(h, run(c), tridiagonal_family_name(family));
    if (c->info != 0)
        fail_msg("%cstein n=%lld m=%lld, %s: info is %lld", dd_type_letter(c->type), (long long)n, (long long)m,
                 tridiagonal_family_name(family), (long long)c->info);
    cuddreal *T = tridiagonal_dense(n, c->d, c->e);
    cuddreal *V = malloc((size_t)(n * m) * sizeof *V);
    assert_non_null(V);
    for (int64_t k = 0; k < n * m; k++)
    {
        const struct dd_parts z = dd_parts_load(c->type, c->result, k % n + k / n * c->ldz);
        assert_true(z.im[0] == 0.0 && z.im[1] == 0.0);
        V[k] = cuddMake(z.re[0], z.re[1]);
    }
    const struct dd_eigen_error e = dd_oracle_eigen_error_of(DDBLAS_TYPE_W, n, m, T, V, c->w);
    const double error = fmax(e.residual, e.orthogonality);
    if (!(error <= bound))
        fail_msg("%cstein n=%lld m=%lld, %s: residual %g, Z^T Z - I %g n u, above %g", dd_type_letter(c->type), (long long)n,
                 (long long)m, tridiagonal_family_name(family), e.residual, e.orthogonality, bound);
    free(T);
    free(V);
    return error;
}

/* All vectors. */
static void vectors(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 8, 21, 33, 63, 105};
    (void)state;
    const uint64_t seed = dd_random_seed(1501);
    double worst = 0.0;
    for (int s = 0; s < 8; s++)
        for (int family = 0; family < TRIDIAGONAL_FAMILIES; family++)
        {
            if (dd_test_scale() > 1 && orders[s] > 21 && family % 4 != s % 4)
                continue;
            struct stein_case *c =
                new_case(types[(s + family) % 2], (enum tridiagonal_family)family, orders[s], 0, orders[s], family % 3, seed);
            worst = fmax(worst, judge(c, (enum tridiagonal_family)family));
            free_case(c);
        }
    print_message("largest error: %.3f n u_w\n", worst);
}

/* Some of them, from the middle and the ends; clusters are cut. */
static void some_vectors(void **state)
{
    static const int64_t sizes[][3] = {{21, 19, 2}, {21, 18, 1}, {42, 30, 7}, {63, 0, 5}, {63, 20, 30}, {84, 79, 5}};
    (void)state;
    double worst = 0.0;
    for (int s = 0; s < 6; s++)
        for (int family = s % 2; family < TRIDIAGONAL_FAMILIES; family += 1 + (dd_test_scale() > 1))
        {
            struct stein_case *c = new_case(types[(s + family) % 2], (enum tridiagonal_family)family, sizes[s][0], sizes[s][1],
                                            sizes[s][2], 1, 1502);
            worst = fmax(worst, judge(c, (enum tridiagonal_family)family));
            free_case(c);
        }
    print_message("largest error: %.3f n u_w\n", worst);
}

/* Orders at which the gaps of most eigenvalues are small against T's norm, and long chains. */
static void large(void **state)
{
    static const enum tridiagonal_family family[] = {TRIDIAGONAL_TOEPLITZ, TRIDIAGONAL_CLEMENT,     TRIDIAGONAL_WILKINSON,
                                                     TRIDIAGONAL_GLUED,    TRIDIAGONAL_GLUED_TIGHT, TRIDIAGONAL_EQUAL};
    (void)state;
    double worst = 0.0;
    for (int k = 0; k < 6; k++)
    {
        const int64_t n = dd_test_scale() > 1 ? 126 : 315;
        struct stein_case *c = new_case(DDBLAS_TYPE_W, family[k], n, 0, n, 0, 1503);
        worst = fmax(worst, judge(c, family[k]));
        free_case(c);
    }
    print_message("largest error: %.3f n u_w\n", worst);
}

/* A wrong element in the 20th digit is noticed. */
static void wrong_vector(void **state)
{
    (void)state;
    struct stein_case *c = new_case(DDBLAS_TYPE_W, TRIDIAGONAL_TOEPLITZ, 20, 0, 20, 0, 1504);
    (void)judge(c, TRIDIAGONAL_TOEPLITZ);
    cuddreal *z = (cuddreal *)(void *)c->result, *T = tridiagonal_dense(20, c->d, c->e);
    z[5] = cuddAdd(z[5], cuddMulD(z[5], 1e-20));
    const struct dd_eigen_error e = dd_oracle_eigen_error_of(DDBLAS_TYPE_W, 20, 20, T, z, c->w);
    assert_true(e.residual > 4.0 && e.orthogonality > 4.0);
    free(T);
    free_case(c);
}

/* ---- what is no eigenvalue ------------------------------------------------------------------- */

static int is_nan_column(const struct stein_case *c, int64_t j)
{
    int all = 1, any = 0;
    for (int64_t i = 0; i < c->n; i++)
    {
        const struct dd_parts z = dd_parts_load(c->type, c->result, i + j * c->ldz);
        all &= isnan(z.re[0]);
        any |= isnan(z.re[0]);
    }
    assert_int_equal(all, any);
    return all;
}

/* A number between two eigenvalues, or an eigenvalue once more often than T has it, has no vector:
 * its column alone is NaN. */
static void no_eigenvalue(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        const int diagonal = k / 4, repeated = k / 2 % 2;
        struct stein_case *c = new_case(types[k % 2], diagonal ? TRIDIAGONAL_CONSTANT : TRIDIAGONAL_TOEPLITZ, 30, 10, 6, 1, 1505);
        for (int64_t i = 0; i < 30 && diagonal; i++)
            c->d[i] = cuddFromDouble((double)((7 * i) % 30));
        if (diagonal)
            find_values(c, 10);
        c->w[3] = repeated ? c->w[2] : cuddAdd(c->w[2], cuddMulD(cuddSub(c->w[4], c->w[2]), 0.3));
        dd_must(h, run(c), "no eigenvalue");
        assert_int_equal(c->info, 1);
        for (int64_t j = 0; j < 6; j++)
            assert_int_equal(is_nan_column(c, j), j == 3);
        free_case(c);
    }
}

/* One NaN or Inf, or values that do not ascend: info is n + 1, and Z is as it was. */
static void special_values(void **state)
{
    (void)state;
    for (int k = 0; k < 14; k++)
    {
        struct stein_case *c = new_case(types[k % 2], TRIDIAGONAL_RANDOM, 25, 3, 9, 0, 1506);
        const cuddreal value = k / 2 % 2 ? cuddNan() : cuddInf();
        if (k < 12)
            (k / 4 == 0 ? c->d : k / 4 == 1 ? c->e : c->w)[k % 4 + 4] = value;
        else
            c->w[8] = c->w[0];
        dd_must(h, run(c), "not finite");
        assert_int_equal(c->info, 26);
        assert_memory_equal(c->Z, c->result, c->bytes);
        free_case(c);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(ddblasStatus_t got, ddblasStatus_t status, int position)
{
    assert_int_equal(got, status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

static void arguments(void **state)
{
    (void)state;
    char host[2048];
    memset(host, 0x5a, sizeof host);
    char *at = dd_engine_copy(h, host, sizeof host, 0), *odd = at + dd_engine_misaligned(h);
    int64_t *info = (int64_t *)(void *)(at + 1024), *between = (int64_t *)(void *)(at + 1028);
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, off = DDBLAS_STATUS_MISALIGNED;
    const int64_t huge = (INT64_C(1) << 26) + 1;
    for (int k = 0; k < 2; k++)
    {
        const ddblasType_t type = types[k];
        assert_int_equal(call(NULL, type, 4, at, at, 2, at, at, 4, info), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_refused(call(h, type, -1, at, at, 0, at, at, 4, info), invalid, 2);
        assert_refused(call(h, type, 4, NULL, at, 2, at, at, 4, info), invalid, 3);
        assert_refused(call(h, type, 4, odd, at, 2, at, at, 4, info), off, 3);
        assert_refused(call(h, type, 4, at, NULL, 2, at, at, 4, info), invalid, 4);
        assert_refused(call(h, type, 4, at, at, -1, at, at, 4, info), invalid, 5);
        assert_refused(call(h, type, 4, at, at, 5, at, at, 4, info), invalid, 5);
        assert_refused(call(h, type, 4, at, at, 2, NULL, at, 4, info), invalid, 6);
        assert_refused(call(h, type, 4, at, at, 2, at, NULL, 4, info), invalid, 7);
        assert_refused(call(h, type, 4, at, at, 2, at, odd, 4, info), off, 7);
        assert_refused(call(h, type, 4, at, at, 2, at, at, 3, info), invalid, 8);
        assert_refused(call(h, type, 4, at, at, 2, at, at, 4, NULL), invalid, 9);
        assert_refused(call(h, type, 4, at, at, 2, at, at, 4, between), off, 9);
        assert_refused(call(h, type, huge, at, at, 2, at, at, huge, info), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    }
    assert_true(dd_engine_holds(h, at, host, sizeof host));
    for (int k = 0; k < 4; k++) /* n = 0 or m = 0 sets info. */
    {
        int64_t after = -1;
        dd_must(h, call(h, types[k % 2], k / 2 ? 4 : 0, NULL, NULL, 0, NULL, NULL, 4, info), "m = 0");
        dd_engine_read(h, &after, info, sizeof after);
        assert_int_equal(after, 0);
    }
    dd_engine_free(h, at, 0);
}

static void queries(void **state)
{
    (void)state;
    size_t bytes = 4711, more = 0;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    assert_int_equal(ddblasSteinWorkspaceSize(NULL, DDBLAS_TYPE_W, 4, 2, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_refused(ddblasSteinWorkspaceSize(h, DDBLAS_TYPE_D, 4, 2, &bytes), invalid, 2);
    assert_refused(ddblasSteinWorkspaceSize(h, DDBLAS_TYPE_W, -1, 0, &bytes), invalid, 3);
    assert_refused(ddblasSteinWorkspaceSize(h, DDBLAS_TYPE_W, 4, 5, &bytes), invalid, 4);
    assert_refused(ddblasSteinWorkspaceSize(h, DDBLAS_TYPE_W, 4, 2, NULL), invalid, 5);
    assert_refused(ddblasSteinWorkspaceSize(h, DDBLAS_TYPE_W, INT64_MAX, 2, &bytes), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(bytes, 4711);
    dd_must(h, ddblasSteinWorkspaceSize(h, DDBLAS_TYPE_U, 4, 0, &bytes), "query");
    assert_int_equal(bytes, 0);
    for (int64_t m = 1; m <= 1000; m *= 2)
    {
        dd_must(h, ddblasSteinWorkspaceSize(h, DDBLAS_TYPE_U, 1000, m, &more), "query");
        assert_true(more > bytes);
        bytes = more;
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void assert_same(struct stein_case *c, const struct stein_case *first, const char *what)
{
    dd_must(h, run(c), what);
    if (c->info != 0 || memcmp(c->result, first->result, c->bytes) != 0)
        fail_msg("other bits: %s", what);
}

/* Workspaces of the caller from the query's size down: the same bits, or an error that leaves all
 * as it was. */
static void over_workspaces(struct stein_case *c, const struct stein_case *first)
{
    size_t bytes = 0;
    void *memory = NULL;
    int failures = 0;
    dd_must(h, ddblasSteinWorkspaceSize(h, c->type, c->n, c->m, &bytes), "query");
    dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
    for (size_t part = 0; part < 8; part++)
    {
        dd_must(h, ddblasSetWorkspace(h, memory, bytes - bytes * part / 8 / 256 * 256), "workspace");
        const ddblasStatus_t status = run(c);
        assert_true(status == DDBLAS_STATUS_SUCCESS || (part > 0 && status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL));
        failures += status != DDBLAS_STATUS_SUCCESS;
        assert_memory_equal(c->result, status == DDBLAS_STATUS_SUCCESS ? first->result : c->Z, c->bytes);
    }
    assert_true(failures > 0);
    dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
    dd_must(h, ddblasFree(h, memory), "free");
}

static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        const enum tridiagonal_family family = k / 2 ? TRIDIAGONAL_GLUED_TIGHT : TRIDIAGONAL_RANDOM;
        struct stein_case *c[2];
        for (int i = 0; i < 2; i++)
            c[i] = new_case(types[k % 2], family, 84, 9, 70, 1, 1507);
        dd_must(h, run(c[0]), "first");
        assert_int_equal(c[0]->info, 0);
        assert_same(c[1], c[0], "repeated");
        over_workspaces(c[1], c[0]);
        for (int threads = 1; threads <= 3; threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            assert_same(c[1], c[0], "threads");
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        c[1]->offset = dd_engine_half(h);
        assert_same(c[1], c[0], "at 8 mod 16");
        dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), "pointer mode");
        assert_same(c[1], c[0], "device pointer mode");
        dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "pointer mode");
        free_case(c[0]);
        free_case(c[1]);
    }
}

/* With one allocation of a new handle failing, nothing changes. */
static void allocation_failure(void **state)
{
    (void)state;
    struct stein_case *c = new_case(DDBLAS_TYPE_U, TRIDIAGONAL_RANDOM, 40, 5, 30, 0, 1508);
    int failing = 1;
    for (;; failing++)
    {
        ddblasHandle_t fresh = dd_test_handle();
        const ddblasStatus_t status = run_failing(fresh, c, ddblas_inject_allocation_failure, failing);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        if (status == DDBLAS_STATUS_SUCCESS)
            break;
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        assert_true(c->info == INT64_MIN);
        assert_memory_equal(c->Z, c->result, c->bytes);
    }
    assert_true(failing > 2);
    free_case(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),       cmocka_unit_test(some_vectors),
        cmocka_unit_test(large),         cmocka_unit_test(wrong_vector),
        cmocka_unit_test(no_eigenvalue), cmocka_unit_test(special_values),
        cmocka_unit_test(arguments),     cmocka_unit_test(queries),
        cmocka_unit_test(same_bits),     cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("stein", tests, open_handle, close_handle);
}
