/*
 * syevd, heevd, syevdx and heevdx in S, D, C and Z, by LAPACK and cuSOLVER, on the engine that
 * DDBLAS_TEST_ENGINE names: residuals and orthogonality from exact sums on all families,
 * eigenvalues against Jacobi's method in MPFR, ranges of known eigenvalues, NaN and Inf, arguments,
 * bits, workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eigen_case.h"
#include "eigen_settings.h"
#include "handle.h"
#include "oracle.h"
#include "oracle_eigen.h"
#include "poison.h"
#include "settings.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_S, DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

static struct eigen_case *filled_case(ddblasType_t type, ddblasEigMode_t jobz, int upper, int64_t n, int64_t pad,
                                      enum eigen_family family, uint64_t seed)
{
    struct dd_random g;
    dd_random_start(&g, seed + (uint64_t)(n * 64 + family));
    struct eigen_case *c = eigen_case_new(type, jobz, upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, pad);
    eigen_case_fill(c, &g, family);
    return c;
}

static double judge_family(ddblasType_t type, enum eigen_family family, int64_t n, int upper, uint64_t seed, int exact)
{
    struct eigen_case *c = filled_case(type, DDBLAS_EIG_MODE_VECTOR, upper, n, family % 3, family, seed);
    const double error = eigen_case_judge(h, c, eigen_family_name(family), seed, exact);
    eigen_case_free(c);
    return error;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* With eigenvalues in MPFR. */
static void small_families(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 7, 20};
    (void)state;
    const uint64_t seed = dd_random_seed(1151);
    double worst = 0.0;
    for (int s = 0; s < 5; s++)
        for (int family = 0; family < EIGEN_FAMILIES; family++)
            for (int t = 0; t < 4; t++)
                if (s < 4 || t == family % 4)
                    worst =
                        fmax(worst, judge_family(types[t], (enum eigen_family)family, orders[s], (s + family + t) % 2, seed, 1));
    print_message("largest error: %.2f n u\n", worst);
}

static void families(void **state)
{
    static const int64_t orders[] = {33, 64, 97};
    (void)state;
    const uint64_t seed = dd_random_seed(1152);
    double worst = 0.0;
    for (int s = 0; s < 3; s++)
        for (int family = s; family < EIGEN_FAMILIES; family += 3)
            worst =
                fmax(worst, judge_family(types[(s + family / 3) % 4], (enum eigen_family)family, orders[s], family % 2, seed, 0));
    print_message("largest error: %.2f n u\n", worst);
}

/* Without vectors A stays as it was, and the eigenvalues are those of MPFR. */
static void values_alone(void **state)
{
    (void)state;
    for (int family = 0; family < EIGEN_FAMILIES; family++)
    {
        struct eigen_case *c =
            filled_case(types[family % 4], DDBLAS_EIG_MODE_NOVECTOR, family % 3 == 0, 19, 1, (enum eigen_family)family, 1153);
        dd_must(h, eigen_case_run(h, c), "values");
        assert_int_equal(c->info, 0);
        for (int64_t k = 1; k < c->n; k++)
            assert_true(cuddLe(c->w[k - 1], c->w[k]));
        const double error = dd_oracle_eigenvalue_error(c->type, c->n, c->full, c->w);
        if (!(error <= dd_routine_bound(DD_ROUTINE_syevd, c->type, (struct dd_bound_size){.k = c->n})))
            fail_msg("%s: %g n u", eigen_family_name((enum eigen_family)family), error);
        eigen_case_free(c);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* One NaN or Inf: info is n + 1, w is NaN, A is as it was. */
static void special_values(void **state)
{
    static const int64_t places[][2] = {{0, 0}, {5, 3}, {39, 39}, {39, 0}};
    (void)state;
    for (int k = 0; k < 64; k++)
    {
        struct eigen_case *c = filled_case(types[k % 4], k % 3 ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR, k / 4 % 2, 40,
                                           1, EIGEN_RANDOM, 1154);
        eigen_assert_not_finite(h, c, places[k / 16], k % 16 < 8);
        eigen_case_free(c);
    }
}

/* The imaginary parts of a Hermitian diagonal are not read. */
static void imaginary_diagonal(void **state)
{
    (void)state;
    for (int k = 2; k < 4; k++)
    {
        struct eigen_case *c = filled_case(types[k], DDBLAS_EIG_MODE_VECTOR, k % 2, 35, 0, EIGEN_RANDOM, 1155);
        for (int64_t e = 0; e < 35; e++)
        {
            const struct dd_parts a = dd_parts_load(c->type, c->A, e + e * c->lda);
            dd_element_set(c->type, c->A, e + e * c->lda, cuddFromDouble(a.re[0]), cuddNan());
        }
        (void)eigen_case_judge(h, c, "imaginary parts on the diagonal", 1155, 0);
        eigen_case_free(c);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void refuse_every(char *memory)
{
    for (int k = 0; k < 4; k++)
        eigen_refuse_all(h, types[k], 32001, memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
}

static void queries(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        size_t bytes = 4711, previous = 0, values = 0;
        assert_int_equal(ddblasSyevdWorkspaceSize(h, types[k], DDBLAS_EIG_MODE_VECTOR, 32001, &bytes),
                         DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(bytes, 4711);
        dd_must(h, ddblasSyevdWorkspaceSize(h, types[k], DDBLAS_EIG_MODE_VECTOR, 0, &bytes), "query");
        assert_int_equal(bytes, 0);
        for (int64_t n = 1; n < 3000; n = 2 * n + 1)
        {
            dd_must(h, ddblasSyevdWorkspaceSize(h, types[k], DDBLAS_EIG_MODE_VECTOR, n, &bytes), "query");
            dd_must(h, ddblasSyevdWorkspaceSize(h, types[k], DDBLAS_EIG_MODE_NOVECTOR, n, &values), "query");
            assert_true(bytes >= previous && bytes >= values && values >= (size_t)(n * n) * dd_type_size(types[k]));
            previous = bytes;
        }
    }
}

static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
        eigen_empty(h, types[k]);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        struct eigen_case *c = filled_case(types[k % 4], k < 4 ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR, k % 3 == 0,
                                           50, 2, EIGEN_RANDOM, 1156);
        eigen_case_same_bits(h, c);
        eigen_case_free(c);
    }
}

/* Another leading dimension and the other triangle give the same bits. */
static void leading_dimensions(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *c[3];
        for (int form = 0; form < 3; form++)
            c[form] = filled_case(types[k], DDBLAS_EIG_MODE_VECTOR, form == 2, 41, form == 1 ? 5 : 0, EIGEN_RANDOM, 1157);
        eigen_same_in_forms(h, c, 3);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *c = filled_case(types[k], DDBLAS_EIG_MODE_VECTOR, 0, 30, 1, EIGEN_RANDOM, 1158);
        eigen_case_without_memory(h, c);
        eigen_case_free(c);
    }
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* The arguments of a call of syevdx beside those of syevd. */
struct range
{
    ddblasEigRange_t kind;
    double vl, vu;
    int64_t il, iu;
};

#define CALL_RANGE(name, real)                                                                                                   \
    name(h, c->jobz, r.kind, c->uplo, c->n, A, c->lda, (real)r.vl, (real)r.vu, r.il, r.iu, found, w, info)

static ddblasStatus_t call_range(const struct eigen_case *c, struct range r, void *A, void *w, int64_t *found, int64_t *info)
{
    switch (c->type)
    {
    case DDBLAS_TYPE_S:
        return CALL_RANGE(ddblasSsyevdx, float);
    case DDBLAS_TYPE_D:
        return CALL_RANGE(ddblasDsyevdx, double);
    case DDBLAS_TYPE_C:
        return CALL_RANGE(ddblasCheevdx, float);
    default:
        return CALL_RANGE(ddblasZheevdx, double);
    }
}

/* Runs the case with a range, and returns the number of values. */
static int64_t run_range(struct eigen_case *c, struct range r)
{
    const size_t bytes = (size_t)c->n * dd_type_size(dd_type_real(c->type));
    int64_t before = INT64_MIN, found = -1;
    void *w = dd_poisoned(bytes);
    struct dd_operand o[] = {dd_operand_written(c->A, c->result, c->bytes), dd_operand_written(w, c->stored, bytes),
                             dd_operand_written(&before, &c->info, sizeof before)};
    dd_operands_put(h, o, 3, 0);
    dd_must(h, call_range(c, r, o[0].at, o[1].at, &found, o[2].at), "syevdx");
    dd_operands_take(h, o, 3, 0);
    free(w);
    eigen_case_widen(c, found);
    return found;
}

/* A matrix with the eigenvalues 1 .. n, as its elements were rounded: those of the range are first
 * .. last, and their vectors are judged by exact sums. An element of the matrix errs by 2 n u of
 * its norm n, as the reflectors were computed in W, plus the bound of the call. */
static void assert_part(struct eigen_case *c, struct range r, int64_t first, int64_t last)
{
    const double bound = dd_routine_bound(DD_ROUTINE_syevd, c->type, (struct dd_bound_size){.k = c->n});
    const double n = (double)c->n;
    const int64_t found = run_range(c, r), m = last - first + 1;
    assert_int_equal(c->info, 0);
    assert_int_equal(found, m);
    for (int64_t k = 0; k < m; k++)
        assert_true(fabs(c->w[k].x - (double)(first + k)) <= (bound + 2.0) * n * n * dd_oracle_unit(c->type));
    if (c->jobz == DDBLAS_EIG_MODE_NOVECTOR)
    {
        assert_memory_equal(c->A, c->result, c->bytes);
        return;
    }
    char *V = dd_poisoned((size_t)(c->n * m) * c->size + 1);
    for (int64_t j = 0; j < m; j++)
        memcpy(V + (size_t)(j * c->n) * c->size, (char *)c->result + (size_t)(j * c->lda) * c->size, (size_t)c->n * c->size);
    const struct dd_eigen_error e = dd_oracle_eigen_error_of(c->type, c->n, m, c->full, V, c->w);
    free(V);
    assert_true(e.residual <= bound && e.orthogonality <= bound);
}

static void ranges(void **state)
{
    (void)state;
    for (int k = 0; k < 16; k++)
    {
        const int64_t n = k / 8 ? 45 : 6;
        struct eigen_case *c = filled_case(types[k % 4], k / 4 % 2 ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR,
                                           k % 3 == 0, n, k % 3, EIGEN_ARITHMETIC, 1159);
        assert_part(c, (struct range){DDBLAS_EIG_RANGE_ALL, 0.0, 0.0, 0, 0}, 1, n);
        assert_part(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, 1, 2}, 1, 2);
        assert_part(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, 2, n}, 2, n);
        assert_part(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, n, n}, n, n);
        assert_part(c, (struct range){DDBLAS_EIG_RANGE_V, 2.5, 5.5, 0, 0}, 3, 5);
        assert_part(c, (struct range){DDBLAS_EIG_RANGE_V, -HUGE_VAL, 0.5, 0, 0}, 1, 0);
        assert_part(c, (struct range){DDBLAS_EIG_RANGE_V, -HUGE_VAL, HUGE_VAL, 0, 0}, 1, n);
        eigen_case_free(c);
    }
}

/* The bounds and numbers of a range are checked as in W. */
static void wrong_ranges(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *c = filled_case(types[k], DDBLAS_EIG_MODE_VECTOR, 0, 5, 0, EIGEN_ARITHMETIC, 1160);
        const int64_t none = 0;
        int64_t *info = dd_engine_copy(h, &none, sizeof none, 0), found = -1;
        void *A = dd_engine_copy(h, c->A, c->bytes, 0), *w = dd_engine_copy(h, c->A, c->bytes, 0);
        const struct range wrong[] = {{DDBLAS_EIG_RANGE_V, 2.0, 2.0, 0, 0},
                                      {DDBLAS_EIG_RANGE_V, (double)NAN, 2.0, 0, 0},
                                      {DDBLAS_EIG_RANGE_I, 0.0, 0.0, 0, 2},
                                      {DDBLAS_EIG_RANGE_I, 0.0, 0.0, 3, 2},
                                      {DDBLAS_EIG_RANGE_I, 0.0, 0.0, 3, 6}};
        const int positions[] = {9, 9, 10, 11, 11};
        for (int i = 0; i < 5; i++)
            dd_refused(h, call_range(c, wrong[i], A, w, &found, info), DDBLAS_STATUS_INVALID_VALUE, positions[i]);
        dd_refused(h, call_range(c, (struct range){DDBLAS_EIG_RANGE_ALL, 0.0, 0.0, 0, 0}, A, w, NULL, info),
                   DDBLAS_STATUS_INVALID_VALUE, 12);
        assert_int_equal(found, -1);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, w, 0);
        dd_engine_free(h, info, 0);
        eigen_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_families),
        cmocka_unit_test(families),
        cmocka_unit_test(values_alone),
        cmocka_unit_test(special_values),
        cmocka_unit_test(imaginary_diagonal),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(queries),
        cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(leading_dimensions),
        cmocka_unit_test(allocation_failure),
        cmocka_unit_test(ranges),
        cmocka_unit_test(wrong_ranges),
    };
    choose_tests();
    return cmocka_run_group_tests_name("syevd, S D C Z", tests, open_handle, close_handle);
}
