/*
 * syevd and heevd on the engine that DDBLAS_TEST_ENGINE names: arguments, empty sizes, bits,
 * workspaces, failing allocations, a mutant of the rotations.
 */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "eigen/refined/refined.h"
#include "eigen_case.h"
#include "eigen_settings.h"
#include "handle.h"
#include "oracle_eigen.h"
#include "settings.h"

/* rotate_mutant.c: the CPU engine's rotations without an error term, or as they are. */
void eigen_use_mutant(int use);

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static struct eigen_case *random_case(ddblasType_t type, int upper, int64_t n, int64_t pad, uint64_t seed)
{
    struct dd_random g;
    dd_random_start(&g, seed);
    struct eigen_case *c =
        eigen_case_new(type, DDBLAS_EIG_MODE_VECTOR, upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, pad);
    eigen_case_fill(c, &g, EIGEN_RANDOM);
    return c;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void refuse_every(char *memory)
{
    for (int k = 0; k < 2; k++)
        eigen_refuse_all(h, types[k], (INT64_C(1) << 26) + 1, memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
}

static void refuse_query(ddblasType_t type, int jobz, int64_t n, size_t *bytes, ddblasStatus_t status, int position)
{
    dd_refused(h, ddblasSyevdWorkspaceSize(h, type, (ddblasEigMode_t)jobz, n, bytes), status, position);
}

static void queries(void **state)
{
    (void)state;
    size_t bytes = 4711, previous = 0;
    assert_int_equal(ddblasSyevdWorkspaceSize(NULL, DDBLAS_TYPE_W, DDBLAS_EIG_MODE_VECTOR, 1, &bytes),
                     DDBLAS_STATUS_NOT_INITIALIZED);
    refuse_query((ddblasType_t)6, 1, 1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 2);
    refuse_query(DDBLAS_TYPE_W, 2, 1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 3);
    refuse_query(DDBLAS_TYPE_W, 1, -1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 4);
    refuse_query(DDBLAS_TYPE_W, 1, 1, NULL, DDBLAS_STATUS_INVALID_VALUE, 5);
    refuse_query(DDBLAS_TYPE_U, 1, INT64_MAX, &bytes, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(bytes, 4711);
    dd_must(h, ddblasSyevdWorkspaceSize(h, DDBLAS_TYPE_U, DDBLAS_EIG_MODE_VECTOR, 0, &bytes), "query");
    assert_int_equal(bytes, 0);
    for (int t = 0; t < 2; t++)
    {
        previous = 0;
        for (int64_t n = 1; n < 3000; n = 2 * n + 1)
        {
            const size_t matrix = (size_t)(n * n) * dd_type_size(types[t]);
            size_t values = 0, product = 0;
            dd_must(h, ddblasSyevdWorkspaceSize(h, types[t], DDBLAS_EIG_MODE_VECTOR, n, &bytes), "query");
            dd_must(h, ddblasSyevdWorkspaceSize(h, types[t], DDBLAS_EIG_MODE_NOVECTOR, n, &values), "query");
            assert_true(bytes >= previous && bytes >= values && values >= matrix);
            previous = bytes;
            /* Beside the workspace of a product, vectors take at most five and a half matrices. */
            dd_must(h, ddblasGemmWorkspaceSize(h, types[t], n, n, n, &product), "query");
            assert_true(n < 1000 || bytes - product <= matrix * 11 / 2);
        }
    }
}

static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
        eigen_empty(h, types[k]);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

/* W and U by refinement, and both by the direct route. */
static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *c = random_case(types[k % 2], k, dd_test_scale() > 1 ? 70 : 150, 2, 1122);
        ddblas_refined_allow(k < 2);
        eigen_case_same_bits(h, c);
        ddblas_refined_allow(1);
        eigen_case_free(c);
    }
}

/* A cuSOLVER that cannot say how much workspace it needs is not used. */
static void no_solver(struct eigen_case *c)
{
    const int64_t before = ddblas_refined_count();
    assert_int_equal(setenv("DDBLAS_EMULATE_SYEVD", "-1", 1), 0);
    (void)eigen_case_judge(h, c, "no cuSOLVER", 1126, 0);
    assert_int_equal(unsetenv("DDBLAS_EMULATE_SYEVD"), 0);
    assert_int_equal(ddblas_refined_count() - before, 0);
}

/* Whatever workspace cuSOLVER asks for, the vectors are refined, with the same bits. Sizes in n^2
 * numbers of double: the arrays of the refinement have room for 4. */
static void solver_workspaces_of(ddblasType_t type)
{
    static const char *const squares[] = {"3.5", "4", "40"};
    size_t usual = 0, bytes = 0;
    struct eigen_case *c = random_case(type, 0, 100, 1, 1126), *first = random_case(type, 0, 100, 1, 1126);
    dd_must(h, eigen_case_run(h, first), "first");
    dd_must(h, ddblasSyevdWorkspaceSize(h, c->type, c->jobz, c->n, &usual), "query");
    for (int k = 0; k < 3; k++)
    {
        assert_int_equal(setenv("DDBLAS_EMULATE_SYEVD", squares[k], 1), 0);
        const int64_t before = ddblas_refined_count();
        dd_must(h, ddblasSyevdWorkspaceSize(h, c->type, c->jobz, c->n, &bytes), "query");
        dd_must(h, eigen_case_run(h, c), squares[k]);
        assert_int_equal(ddblas_refined_count() - before, 1);
        assert_memory_equal(c->result, first->result, c->bytes);
        assert_memory_equal(c->w, first->w, (size_t)c->n * sizeof *c->w);
        assert_int_equal(unsetenv("DDBLAS_EMULATE_SYEVD"), 0);
        if (DDBLAS_TEST_EMULATED && dd_test_engine() == DDBLAS_ENGINE_CUDA && k == 2)
            assert_true(bytes > usual);
        else
            assert_int_equal(bytes, usual);
    }
    if (DDBLAS_TEST_EMULATED && dd_test_engine() == DDBLAS_ENGINE_CUDA)
        no_solver(c);
    eigen_case_free(first);
    eigen_case_free(c);
}

static void solver_workspaces(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
        solver_workspaces_of(types[t]);
}

/* Another leading dimension and the other triangle give the same bits. */
static void leading_dimensions(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *c[3];
        for (int form = 0; form < 3; form++)
            c[form] = random_case(types[k % 2], form == 2, 41, form == 1 ? 5 : 0, 1123);
        ddblas_refined_allow(k < 2);
        eigen_same_in_forms(h, c, 3);
        ddblas_refined_allow(1);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct eigen_case *c = random_case(types[k], 0, 40, 1, 1124);
        eigen_case_without_memory(h, c);
        eigen_case_free(c);
    }
}

/* ---- the mutant ------------------------------------------------------------------------------ */

/* Rotations without an error term of a sum violate the bound. */
static void mutant(void **state)
{
    (void)state;
    struct eigen_case *c = random_case(DDBLAS_TYPE_W, 0, 50, 0, 1125);
    eigen_use_mutant(1);
    ddblas_refined_allow(0);
    dd_must(h, eigen_case_run(h, c), "mutant");
    ddblas_refined_allow(1);
    eigen_use_mutant(0);
    const struct dd_eigen_error e = dd_oracle_eigen_error(c->type, c->n, c->full, c->result, c->w);
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        assert_true(e.orthogonality > 100.0);
    else
        assert_true(e.orthogonality <= 4.0);
    eigen_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(queries),
        cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(leading_dimensions),
        cmocka_unit_test(solver_workspaces),
        cmocka_unit_test(allocation_failure),
        cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests_name("syevd, calls", tests, open_handle, close_handle);
}
