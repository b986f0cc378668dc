/*
 * gesvd in W and U on the engine that DDBLAS_TEST_ENGINE names: arguments, empty sizes, queries,
 * bits, workspaces, failing allocations; a mutant and a planted error must fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eigen/refined/refined.h"
#include "handle.h"
#include "level2/gemv/cpu/gemv_cpu_w.h"
#include "oracle_svd.h"
#include "settings.h"
#include "svd/svd.h"
#include "svd_case.h"
#include "svd_settings.h"

/* level2/gemv_mutant.c: the CPU engine's products with vectors without an error term. */
extern const struct ddblas_gemv_w_kernels gemv_mutant;

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static struct svd_case *random_case(ddblasType_t type, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n,
                                    int64_t pad)
{
    struct dd_random g;
    struct svd_case *c = svd_case_new(type, jobu, jobv, m, n, pad);
    dd_random_start(&g, 2911);
    svd_case_fill(c, &g, SVD_RANDOM);
    return c;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void refuse_all(ddblasType_t type, char *memory)
{
    const struct svd_arguments right = svd_refuse_all(h, type, memory);
    struct svd_arguments other = right;
    other.jobu = other.jobv = DDBLAS_SVD_MODE_NONE;
    other.ldu = 0;
    dd_refused(h, svd_call(h, type, &other), DDBLAS_STATUS_INVALID_VALUE, 10);
    other.ldu = 1;
    other.ldvt = 0;
    dd_refused(h, svd_call(h, type, &other), DDBLAS_STATUS_INVALID_VALUE, 12);
    other.ldvt = 1;
    other.m = other.lda = (INT64_C(1) << 40) + 1;
    dd_refused(h, svd_call(h, type, &other), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    other.m = other.n = other.lda = (INT64_C(1) << 26) + 1;
    dd_refused(h, svd_call(h, type, &other), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    other.n = 2;
    other.jobu = DDBLAS_SVD_MODE_FULL; /* No memory holds U. */
    other.ldu = other.m;
    dd_refused(h, svd_call(h, type, &other), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(svd_call(NULL, type, &right), DDBLAS_STATUS_NOT_INITIALIZED);
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

static void queries(void **state)
{
    (void)state;
    size_t bytes = 4711;
    assert_int_equal(ddblasGesvdWorkspaceSize(NULL, DDBLAS_TYPE_W, DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, 1, 1, &bytes),
                     DDBLAS_STATUS_NOT_INITIALIZED);
    dd_refused(h, svd_query(h, (ddblasType_t)99, 1, 1, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE, 2);
    dd_refused(h, svd_query(h, DDBLAS_TYPE_W, 3, 1, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE, 3);
    dd_refused(h, svd_query(h, DDBLAS_TYPE_W, 1, 3, 1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE, 4);
    dd_refused(h, svd_query(h, DDBLAS_TYPE_W, 1, 1, -1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE, 5);
    dd_refused(h, svd_query(h, DDBLAS_TYPE_W, 1, 1, 1, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE, 6);
    dd_refused(h, svd_query(h, DDBLAS_TYPE_W, 1, 1, 1, 1, NULL), DDBLAS_STATUS_INVALID_VALUE, 7);
    dd_refused(h, svd_query(h, DDBLAS_TYPE_U, 1, 1, INT64_MAX, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    dd_refused(h, svd_query(h, DDBLAS_TYPE_U, 1, 1, INT64_MAX, 1, &bytes), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(bytes, 4711);
    dd_must(h, svd_query(h, DDBLAS_TYPE_U, 1, 1, 7, 0, &bytes), "query");
    assert_int_equal(bytes, 0);
    for (int k = 0; k < 2; k++)
        for (int64_t n = 1; n < 3000; n = 2 * n + 1)
        {
            size_t wide = 0, least = (size_t)(n * 2 * n) * (k ? sizeof(cuddcomplex) : sizeof(cuddreal));
            dd_must(h, svd_query(h, types[k], 2, 1, 2 * n, n, &bytes), "tall");
            dd_must(h, svd_query(h, types[k], 1, 2, n, 2 * n, &wide), "wide");
            assert_true(bytes >= least && wide >= least);
        }
    /* Sizes that no memory has are answered. */
    dd_must(h, svd_query(h, DDBLAS_TYPE_U, 1, 1, INT64_C(1) << 40, 64, &bytes), "huge");
    assert_true(bytes > (size_t)1 << 50);
}

/* A without elements: info is 0, and full vectors are identities. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        const int wide = k / 2 % 2, full = k / 4;
        const ddblasSvdMode_t job = full ? DDBLAS_SVD_MODE_FULL : DDBLAS_SVD_MODE_THIN;
        struct svd_case *c = svd_case_new(types[k % 2], job, job, wide ? 0 : 3, wide ? 3 : 0, 1);
        dd_must(h, svd_case_run(h, c), "empty");
        assert_int_equal(c->info, 0);
        const void *vectors = wide ? c->VT : c->U;
        const int64_t ld = wide ? c->ldvt : c->ldu;
        for (int64_t e = 0; e < 9 && full; e++)
        {
            const struct dd_parts a = dd_parts_load(c->type, vectors, e % 3 + e / 3 * ld);
            assert_true(a.re[0] == (e % 4 == 0 ? 1.0 : 0.0) && a.re[1] == 0.0 && a.im[0] == 0.0 && a.im[1] == 0.0);
        }
        svd_case_free(c);
    }
    int64_t info = 7;
    int64_t *there = dd_engine_copy(h, &info, sizeof info, 0);
    const struct svd_arguments none = {.lda = 1, .ldu = 1, .ldvt = 1, .info = there};
    dd_must(h, svd_call(h, DDBLAS_TYPE_W, &none), "0 x 0");
    dd_engine_read(h, &info, there, sizeof info);
    assert_int_equal(info, 0);
    dd_engine_free(h, there, 0);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static const int64_t shapes[][2] = {{20, 20}, {30, 11}, {12, 40}, {40, 40}, {70, 45}, {36, 60}};

static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        const ddblasSvdMode_t job = k % 3 == 1 ? DDBLAS_SVD_MODE_FULL : DDBLAS_SVD_MODE_THIN;
        struct svd_case *c = random_case(types[k % 2], job, job, shapes[k][0], shapes[k][1], 2);
        svd_case_same_bits(h, c);
        svd_case_free(c);
    }
}

/* Other leading dimensions give the same bits. */
static void leading_dimensions(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        const ddblasSvdMode_t job = DDBLAS_SVD_MODE_THIN;
        struct svd_case *c = random_case(types[k / 2 % 2], job, job, shapes[k][0], shapes[k][1], 0),
                        *wide = random_case(types[k / 2 % 2], job, job, shapes[k][0], shapes[k][1], 5);
        svd_same_as_padded(h, c, wide);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        const int64_t n = k < 2 ? 8 : 40;
        struct svd_case *c = random_case(types[k % 2], DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, n + 3, n, 0);
        svd_case_without_memory(h, c);
        svd_case_free(c);
    }
}

/* ---- refinement ------------------------------------------------------------------------------ */

/* Orders above that of Jacobi's method: matrices whose singular values eigenvectors in double tell
 * apart are refined from these, and clusters and null spaces of up to 32 columns from gesvd in
 * double. Others are not refined, and none are where that is forbidden. */
static void refinement(void **state)
{
    enum
    {
        NOT,
        GRAM,
        GESVD
    };
    static const struct
    {
        enum svd_family family;
        int64_t m, n;
        int how;
    } cases[] = {{SVD_RANDOM, 60, 60, GRAM},       {SVD_UNIFORM, 33, 33, GRAM},     {SVD_RANDOM, 90, 50, GRAM},
                 {SVD_UNIFORM, 40, 70, GRAM},      {SVD_TINY, 64, 64, GRAM},        {SVD_DEFICIENT_1, 50, 50, GESVD},
                 {SVD_DEFICIENT_9, 50, 50, GESVD}, {SVD_CLUSTER_20, 50, 50, GESVD}, {SVD_CLUSTER_34, 40, 60, GESVD},
                 {SVD_GEOMETRIC, 45, 45, GESVD},   {SVD_HILBERT, 36, 36, GESVD},    {SVD_ZERO_COLUMNS, 60, 60, GESVD},
                 {SVD_ORTHOGONAL, 40, 40, GRAM},   {SVD_MULTIPLE, 80, 80, NOT},     {SVD_NEAR_NOISE, 50, 50, NOT}};
    const int count = sizeof cases / sizeof *cases;
    ddblasEngine_t engine;
    (void)state;
    assert_int_equal(ddblasGetEngine(h, &engine), DDBLAS_STATUS_SUCCESS);
    double worst = 0.0;
    for (int k = 0; k < 4 * count; k++)
    {
        struct dd_random g;
        const int i = k % count, allowed = k < 2 * count, how = allowed ? cases[i].how : NOT;
        if ((!allowed && i % 5) || (dd_test_scale() > 1 && k % 5 != 2))
            continue;
        struct svd_case *c =
            svd_case_new(types[k / count % 2], DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, cases[i].m, cases[i].n, 1);
        const int64_t before = ddblas_svd_refined_count(), second = ddblas_svd_refined_by_gesvd_count();
        dd_random_start(&g, 2912);
        svd_case_fill(c, &g, cases[i].family);
        ddblas_refined_allow(allowed);
        const double error = svd_case_judge(h, c, svd_family_name(cases[i].family), 2912, 0);
        ddblas_refined_allow(1);
        worst = how != NOT ? fmax(worst, error) : worst;
        const int64_t refined = ddblas_svd_refined_count() - before, late = ddblas_svd_refined_by_gesvd_count() - second;
        /* With zero columns, cuSOLVER's vectors were not accepted on an H100, while LAPACK's are.
         * Either is right. */
        const int either = cases[i].family == SVD_ZERO_COLUMNS && engine == DDBLAS_ENGINE_CUDA;
        if (!either && (refined != (how != NOT) || late != (how == GESVD)))
            fail_msg("%c, %s: %d by all, %d by gesvd, expected %d\n", dd_type_letter(c->type), svd_family_name(cases[i].family),
                     (int)refined, (int)late, how);
        svd_case_free(c);
    }
    print_message("largest error of refined ones: %.2f max(m, n) u_w\n", worst);
}

/* ---- the mutant ------------------------------------------------------------------------------ */

static struct dd_svd_error error_of(const struct svd_case *c)
{
    return dd_oracle_svd_error(c->type, c->m, c->n, c->A, c->s, c->columns, c->U, c->rows, c->VT);
}

/* Products with vectors without an error term violate the bound. */
static void mutant(void **state)
{
    (void)state;
    struct svd_case *c = random_case(DDBLAS_TYPE_W, DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, 60, 50, 0);
    ddblas_gemv_w_substitute(&gemv_mutant);
    dd_must(h, svd_case_run(h, c), "mutant");
    ddblas_gemv_w_substitute(NULL);
    const struct dd_svd_error e = error_of(c);
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        assert_true(fmax(e.residual, fmax(e.left, e.right)) > 100.0);
    else
        assert_true(fmax(e.residual, fmax(e.left, e.right)) <= 4.0);
    svd_case_free(c);
}

/* One element of a result that is wrong in its last digits is seen. */
static void planted_errors(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        struct svd_case *c = random_case(types[k % 2], DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, 9, 6, 0);
        dd_must(h, svd_case_run(h, c), "planted error");
        cuddreal *place = k / 2 == 0 ? c->s : (cuddreal *)(k / 2 == 1 ? c->U : c->VT);
        *place = cuddAddD(*place, 0x1p-96 * (k / 2 == 0 ? c->s[0].x : 1.0));
        const struct dd_svd_error e = error_of(c);
        assert_true(e.residual > 4.0);
        assert_true((e.left > 4.0) == (k / 2 == 1) && (e.right > 4.0) == (k / 2 == 2));
        if (k / 2 == 0)
        {
            const struct dd_singular_value_error value = dd_oracle_singular_value_error(c->type, 9, 6, c->A, c->s);
            assert_true(value.absolute > 4.0 && value.relative > 4.0);
        }
        svd_case_free(c);
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
        cmocka_unit_test(refinement),
        cmocka_unit_test(mutant),
        cmocka_unit_test(planted_errors),
    };
    choose_tests();
    return cmocka_run_group_tests_name("gesvd, calls", tests, open_handle, close_handle);
}
