/*
 * stedc and steqr on the engine that DDBLAS_TEST_ENGINE names: eigenvalues and eigenvectors of
 * tridiagonal matrices from exact sums, Z times vectors, values alone, arguments, NaN, bits,
 * workspaces, failing allocations.
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

struct stedc_case
{
    ddblasType_t type;
    int divides;
    ddblasEvect_t compz;
    int64_t n, ldz;
    size_t size, bytes;
    cuddreal *d, *e, *values;
    char *Z, *result;
    int64_t info;
    size_t offset;
};

static ddblasStatus_t call(ddblasHandle_t handle, ddblasType_t type, int divides, ddblasEvect_t compz, int64_t n, void *d,
                           const void *e, void *Z, int64_t ldz, int64_t *info)
{
    if (type == DDBLAS_TYPE_W)
        return (divides ? ddblasWstedc : ddblasWsteqr)(handle, compz, n, d, e, Z, ldz, info);
    return (divides ? ddblasUstedc : ddblasUsteqr)(handle, compz, n, d, e, Z, ldz, info);
}

/* Column j of the matrix Z before the call has one element, in this row: Z is exactly unitary. */
static int64_t row_of(int64_t n, int64_t j) { return (j + n / 3) % n; }

/* That element: 1, i, -1 or -i, in W 1 or -1. */
static cuddcomplex unit_of(ddblasType_t type, int64_t j)
{
    const double parts[] = {1.0, 0.0, -1.0, 0.0};
    if (dd_type_is_complex(type))
        return cuddcFromDoubles(parts[j % 4], parts[(j + 3) % 4]);
    return cuddcFromDoubles(j % 3 ? 1.0 : -1.0, 0.0);
}

static struct stedc_case *new_case(ddblasType_t type, int divides, ddblasEvect_t compz, enum tridiagonal_family family, int64_t n,
                                   int64_t pad, uint64_t seed)
{
    struct stedc_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct stedc_case){.type = type, .divides = divides, .compz = compz, .n = n, .size = dd_type_size(type)};
    c->ldz = dd_least_leading(n) + pad;
    c->bytes = (size_t)(c->ldz * n) * c->size;
    c->d = dd_poisoned((size_t)n * sizeof *c->d);
    c->e = dd_poisoned((size_t)n * sizeof *c->d);
    c->values = dd_poisoned((size_t)n * sizeof *c->d);
    c->Z = dd_poisoned(c->bytes);
    c->result = dd_poisoned(c->bytes);
    tridiagonal_fill(family, seed, n, c->d, c->e);
    for (int64_t k = 0; k < n * n && compz == DDBLAS_EVECT_ORIGINAL; k++)
    {
        const int64_t i = k % n, j = k / n;
        const cuddcomplex z = i == row_of(n, j) ? unit_of(type, j) : cuddcFromDoubles(0.0, 0.0);
        dd_element_set(type, c->Z + (size_t)(i + j * c->ldz) * c->size, 0, z.x, z.y);
    }
    return c;
}

static void free_case(struct stedc_case *c)
{
    free(c->d);
    free(c->e);
    free(c->values);
    free(c->Z);
    free(c->result);
    free(c);
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    const struct stedc_case *c = problem;
    (void)j;
    return i < c->n && c->compz != DDBLAS_EVECT_NONE;
}

/* Runs the call with the handle. Nothing but the n x n elements of Z may change, and e may not. */
static ddblasStatus_t run_on(ddblasHandle_t handle, struct stedc_case *c)
{
    int64_t before = INT64_MIN;
    struct dd_operand o[] = {dd_operand_written(c->d, c->values, (size_t)c->n * sizeof *c->d),
                             dd_operand_read(c->e, (size_t)(c->n - 1) * sizeof *c->e),
                             dd_operand_written(c->Z, c->result, c->bytes)};
    struct dd_operand info = dd_operand_written(&before, &c->info, sizeof before);
    dd_operands_put(h, o, 3, c->offset);
    dd_operands_put(h, &info, 1, 0);
    const ddblasStatus_t status = call(handle, c->type, c->divides, c->compz, c->n, o[0].at, o[1].at, o[2].at, c->ldz, info.at);
    dd_operands_take(h, o, 3, c->offset);
    dd_operands_take(h, &info, 1, 0);
    dd_rest_unchanged("Z", c->Z, c->result, c->bytes, c->size, c->ldz, is_computed, c);
    return status;
}

/* The matrix whose eigenvectors Z becomes: T, or Z T Z^H, exactly. */
static char *matrix_of(const struct stedc_case *c)
{
    const int64_t n = c->n;
    cuddreal *T = tridiagonal_dense(n, c->d, c->e);
    char *A = dd_poisoned((size_t)(n * n) * c->size);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            const int turned = c->compz == DDBLAS_EVECT_ORIGINAL;
            const cuddcomplex t = cuddcFromReal(T[i + j * n]);
            const cuddcomplex a = turned ? cuddcMul(cuddcMul(unit_of(c->type, i), t), cuddcConj(unit_of(c->type, j))) : t;
            const int64_t row = turned ? row_of(n, i) : i, column = turned ? row_of(n, j) : j;
            dd_element_set(c->type, A + (size_t)(row + column * n) * c->size, 0, a.x, a.y);
        }
    free(T);
    return A;
}

static double judge(struct stedc_case *c, enum tridiagonal_family family)
{
    const int64_t n = c->n;
    dd_must(h, run_on(h, c), tridiagonal_family_name(family));
    assert_int_equal(c->info, 0);
    for (int64_t j = 1; j < n; j++)
        assert_true(cuddLe(c->values[j - 1], c->values[j]));
    char *A = matrix_of(c), *V = dd_poisoned((size_t)(n * n) * c->size);
    for (int64_t j = 0; j < n; j++)
        memcpy(V + (size_t)(j * n) * c->size, c->result + (size_t)(j * c->ldz) * c->size, (size_t)n * c->size);
    const struct dd_eigen_error error = dd_oracle_eigen_error(c->type, n, A, V, c->values);
    free(A);
    free(V);
    const double bound = dd_routine_bound(DD_ROUTINE_stedc, c->type, (struct dd_bound_size){.k = n});
    if (!(error.residual <= bound && error.orthogonality <= bound))
        fail_msg("%s, n = %d, type %d, divides %d, compz %d: residual %g, orthogonality %g", tridiagonal_family_name(family),
                 (int)n, (int)c->type, c->divides, (int)c->compz, error.residual, error.orthogonality);
    return fmax(error.residual, error.orthogonality);
}

/* ---- results --------------------------------------------------------------------------------- */

static void vectors(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 17, 33, 63, 64, 90};
    (void)state;
    const uint64_t seed = dd_random_seed(1301);
    const int step = dd_test_scale() > 1 ? 5 : 1;
    double worst = 0.0;
    for (int s = 0; s < 8; s++)
        for (int family = s % step; family < TRIDIAGONAL_FAMILIES; family += step)
        {
            const int k = s + family / step;
            struct stedc_case *c = new_case(types[k % 2], k / 2 % 2, k / 4 % 2 ? DDBLAS_EVECT_ORIGINAL : DDBLAS_EVECT_TRIDIAGONAL,
                                            (enum tridiagonal_family)family, orders[s], family % 3, seed);
            worst = fmax(worst, judge(c, (enum tridiagonal_family)family));
            free_case(c);
        }
    print_message("largest error: %.2f n u_w\n", worst);
}

/* All tasks by divide and conquer, at an order at which products have several sizes. */
static void divided(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct stedc_case *c =
            new_case(types[k % 2], 1, k / 2 ? DDBLAS_EVECT_ORIGINAL : DDBLAS_EVECT_TRIDIAGONAL, TRIDIAGONAL_GLUED, 131, 1, 1302);
        (void)judge(c, TRIDIAGONAL_GLUED);
        free_case(c);
    }
}

/* Eigenvalues alone: closed forms for 1-2-1 and Clement, and for the others the eigenvalues of a
 * call with vectors, within the sum of both bounds. */
static void values(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * TRIDIAGONAL_FAMILIES; k++)
    {
        const enum tridiagonal_family family = (enum tridiagonal_family)(k / 2);
        const int64_t n = 70;
        struct stedc_case *c = new_case(types[k % 2], k % 3 == 0, DDBLAS_EVECT_NONE, family, n, 0, 1303);
        struct stedc_case *other = new_case(DDBLAS_TYPE_W, 1, DDBLAS_EVECT_TRIDIAGONAL, family, n, 0, 1303);
        dd_must(h, run_on(h, c), "values");
        dd_must(h, run_on(h, other), "vectors");
        assert_int_equal(c->info, 0);
        const double norm = fmax(fabs(c->values[0].x), fabs(c->values[n - 1].x));
        if (family == TRIDIAGONAL_TOEPLITZ || family == TRIDIAGONAL_CLEMENT)
            assert_true(dd_oracle_spectrum_error(family == TRIDIAGONAL_CLEMENT ? DD_SPECTRUM_CLEMENT : DD_SPECTRUM_121, n,
                                                 c->values) <= 4.0);
        for (int64_t j = 0; j < n; j++)
        {
            assert_true(j == 0 || cuddLe(c->values[j - 1], c->values[j]));
            if (!(fabs(cuddSub(c->values[j], other->values[j]).x) <= 8.0 * (double)n * 0x1p-104 * norm))
                fail_msg("%s: value %d", tridiagonal_family_name(family), (int)j);
        }
        free_case(c);
        free_case(other);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void refused(ddblasType_t type, int divides, ddblasStatus_t status, int position, ddblasEvect_t compz, int64_t n, void *d,
                    const void *e, void *Z, int64_t ldz, int64_t *info)
{
    assert_int_equal(call(h, type, divides, compz, n, d, e, Z, ldz, info), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

static void arguments(void **state)
{
    (void)state;
    char host[4096];
    memset(host, 0x5a, sizeof host);
    char *m = dd_engine_copy(h, host, sizeof host, 0);
    const size_t off = dd_engine_misaligned(h);
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, misaligned = DDBLAS_STATUS_MISALIGNED;
    const ddblasEvect_t I = DDBLAS_EVECT_TRIDIAGONAL;
    for (int k = 0; k < 4; k++)
    {
        const ddblasType_t type = types[k % 2];
        const int div = k / 2;
        int64_t *info = (int64_t *)(void *)(m + 3072);
        refused(type, div, invalid, 2, (ddblasEvect_t)3, 4, m, m + 512, m + 1024, 4, info);
        refused(type, div, invalid, 3, I, -1, m, m + 512, m + 1024, 4, info);
        refused(type, div, invalid, 4, I, 4, NULL, m + 512, m + 1024, 4, info);
        refused(type, div, misaligned, 4, I, 4, m + off, m + 512, m + 1024, 4, info);
        refused(type, div, invalid, 5, I, 4, m, NULL, m + 1024, 4, info);
        refused(type, div, misaligned, 5, I, 4, m, m + 512 + off, m + 1024, 4, info);
        refused(type, div, invalid, 6, I, 4, m, m + 512, NULL, 4, info);
        refused(type, div, misaligned, 6, I, 4, m, m + 512, m + 1024 + off, 4, info);
        refused(type, div, invalid, 7, I, 4, m, m + 512, m + 1024, 3, info);
        refused(type, div, invalid, 7, DDBLAS_EVECT_NONE, 4, m, m + 512, NULL, 0, info);
        refused(type, div, invalid, 8, I, 4, m, m + 512, m + 1024, 4, NULL);
        refused(type, div, misaligned, 8, I, 4, m, m + 512, m + 1024, 4, (int64_t *)(void *)(m + 3076));
        refused(type, div, DDBLAS_STATUS_NOT_SUPPORTED, 0, I, ((int64_t)1 << 26) + 1, m, m + 512, m + 1024, (int64_t)1 << 27,
                info);
    }
    assert_int_equal(ddblasWstedc(NULL, I, 0, NULL, NULL, NULL, 1, NULL), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_true(dd_engine_holds(h, m, host, sizeof host));
    dd_engine_free(h, m, 0);
}

static void queries(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        ddblasStatus_t (*const query)(ddblasHandle_t, ddblasType_t, ddblasEvect_t, int64_t, size_t *) =
            k ? ddblasStedcWorkspaceSize : ddblasSteqrWorkspaceSize;
        size_t bytes = 4711, previous = 0;
        assert_int_equal(query(h, DDBLAS_TYPE_Z, DDBLAS_EVECT_NONE, 4, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 2);
        assert_int_equal(query(h, DDBLAS_TYPE_W, (ddblasEvect_t)-1, 4, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 3);
        assert_int_equal(query(h, DDBLAS_TYPE_W, DDBLAS_EVECT_NONE, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 4);
        assert_int_equal(query(h, DDBLAS_TYPE_W, DDBLAS_EVECT_NONE, 4, NULL), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 5);
        assert_int_equal(query(h, DDBLAS_TYPE_W, DDBLAS_EVECT_NONE, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(bytes, 4711);
        dd_must(h, query(h, DDBLAS_TYPE_U, DDBLAS_EVECT_ORIGINAL, 0, &bytes), "query");
        assert_int_equal(bytes, 0);
        for (int64_t n = 1; n < 1000; n = 2 * n + 1)
        {
            dd_must(h, query(h, DDBLAS_TYPE_W, DDBLAS_EVECT_ORIGINAL, n, &bytes), "query");
            assert_true(bytes >= previous && bytes >= (size_t)(2 * n * n) * sizeof(cuddreal));
            previous = bytes;
        }
    }
}

/* n = 0 sets info and needs no arrays. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        int64_t info = 7, after = -1;
        int64_t *there = dd_engine_copy(h, &info, sizeof info, 0);
        dd_must(h, call(h, types[k % 2], k / 2, DDBLAS_EVECT_ORIGINAL, 0, NULL, NULL, NULL, 1, there), "n = 0");
        dd_engine_read(h, &after, there, sizeof after);
        assert_int_equal(after, 0);
        dd_engine_free(h, there, 0);
    }
}

/* One NaN or Inf: info is n + 1, d is NaN, Z is as it was. */
static void special_values(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        struct stedc_case *c =
            new_case(types[k % 2], k / 2 % 2, DDBLAS_EVECT_ORIGINAL, TRIDIAGONAL_RANDOM, k % 3 ? 20 : 66, 0, 1304);
        (k / 4 ? c->d : c->e)[k + 3] = k % 4 < 2 ? cuddNan() : cuddInf();
        dd_must(h, run_on(h, c), "not finite");
        assert_int_equal(c->info, c->n + 1);
        assert_memory_equal(c->Z, c->result, c->bytes);
        for (int64_t j = 0; j < c->n; j++)
            assert_true(cuddIsNan(c->values[j]));
        free_case(c);
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void assert_same(struct stedc_case *c, struct stedc_case *first, const char *what)
{
    dd_must(h, run_on(h, c), what);
    if (memcmp(c->result, first->result, c->bytes) != 0 ||
        memcmp(c->values, first->values, (size_t)c->n * sizeof *c->values) != 0)
        fail_msg("other bits: %s", what);
}

/* Workspaces of the caller from the query's size down: the same bits, or an error that leaves all
 * as it was. */
static void over_workspaces(struct stedc_case *c, struct stedc_case *first)
{
    size_t bytes = 0;
    void *memory = NULL;
    int failures = 0;
    dd_must(h, (c->divides ? ddblasStedcWorkspaceSize : ddblasSteqrWorkspaceSize)(h, c->type, c->compz, c->n, &bytes), "query");
    dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
    for (size_t part = 0; part < 8; part++)
    {
        dd_must(h, ddblasSetWorkspace(h, memory, bytes - bytes * part / 8 / 256 * 256), "workspace");
        const ddblasStatus_t status = run_on(h, c);
        assert_true(status == DDBLAS_STATUS_SUCCESS || (part > 0 && status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL));
        failures += status != DDBLAS_STATUS_SUCCESS;
        assert_memory_equal(c->result, status == DDBLAS_STATUS_SUCCESS ? first->result : c->Z, c->bytes);
        assert_memory_equal(c->values, status == DDBLAS_STATUS_SUCCESS ? first->values : c->d, (size_t)c->n * sizeof *c->d);
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
        struct stedc_case *c[2];
        for (int i = 0; i < 2; i++)
            c[i] = new_case(types[k % 2], k / 2, DDBLAS_EVECT_ORIGINAL, TRIDIAGONAL_RANDOM, 75, 1, 1305);
        dd_must(h, run_on(h, c[0]), "first");
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
    struct stedc_case *c = new_case(DDBLAS_TYPE_W, 1, DDBLAS_EVECT_ORIGINAL, TRIDIAGONAL_RANDOM, 65, 0, 1306);
    ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
    int failing = 1;
    for (; status != DDBLAS_STATUS_SUCCESS; failing++)
    {
        int64_t before = 7, after = 0;
        ddblasHandle_t fresh = dd_test_handle();
        struct dd_operand o[] = {dd_operand_written(c->d, c->values, (size_t)c->n * sizeof *c->d),
                                 dd_operand_read(c->e, (size_t)(c->n - 1) * sizeof *c->e),
                                 dd_operand_written(c->Z, c->result, c->bytes),
                                 dd_operand_written(&before, &after, sizeof before)};
        dd_operands_put(h, o, 4, 0);
        ddblas_inject_allocation_failure(failing);
        status = call(fresh, c->type, 1, c->compz, c->n, o[0].at, o[1].at, o[2].at, c->ldz, o[3].at);
        ddblas_inject_allocation_failure(0);
        dd_operands_take(h, o, 4, 0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        if (status == DDBLAS_STATUS_SUCCESS)
            break;
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        assert_int_equal(after, before);
        assert_memory_equal(c->d, c->values, (size_t)c->n * sizeof *c->d);
        assert_memory_equal(c->Z, c->result, c->bytes);
    }
    assert_true(failing > 2);
    free_case(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),        cmocka_unit_test(divided),   cmocka_unit_test(values),
        cmocka_unit_test(arguments),      cmocka_unit_test(queries),   cmocka_unit_test(empty),
        cmocka_unit_test(special_values), cmocka_unit_test(same_bits), cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("stedc and steqr", tests, open_handle, close_handle);
}
