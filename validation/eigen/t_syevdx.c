/*
 * syevdx and heevdx on the engine that DDBLAS_TEST_ENGINE names: the values in a range against
 * those that are known, vectors by residuals and orthogonality from exact sums, all of them against
 * syevd's bits, arguments.
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
#include "handle.h"
#include "oracle_eigen.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};
static const double unit = 0x1p-104;

/* The arguments of a call beside those of syevd. */
struct range
{
    ddblasEigRange_t kind;
    double vl, vu;
    int64_t il, iu;
};

/* The arrays of a call in engine memory. */
struct arrays
{
    void *A, *w;
    int64_t *info;
};

static ddblasStatus_t call(const struct eigen_case *c, struct range r, struct arrays a, int64_t *found)
{
    const cuddreal vl = cuddFromDouble(r.vl), vu = cuddFromDouble(r.vu);
    return dd_type_is_complex(c->type)
               ? ddblasUheevdx(h, c->jobz, r.kind, c->uplo, c->n, a.A, c->lda, vl, vu, r.il, r.iu, found, a.w, a.info)
               : ddblasWsyevdx(h, c->jobz, r.kind, c->uplo, c->n, a.A, c->lda, vl, vu, r.il, r.iu, found, a.w, a.info);
}

/* Runs the case with a range. Returns the number of values; c->result, c->w and c->info are those
 * after the call. */
static int64_t run(struct eigen_case *c, struct range r)
{
    int64_t before = INT64_MIN, found = -1;
    cuddreal *w = calloc((size_t)c->n, sizeof *w);
    assert_non_null(w);
    struct dd_operand o[] = {dd_operand_written(c->A, c->result, c->bytes), dd_operand_written(w, c->w, (size_t)c->n * sizeof *w),
                             dd_operand_written(&before, &c->info, sizeof before)};
    dd_operands_put(h, o, 3, c->offset);
    dd_must(h, call(c, r, (struct arrays){o[0].at, o[1].at, o[2].at}, &found), "syevdx");
    dd_operands_take(h, o, 3, c->offset);
    free(w);
    return found;
}

static struct eigen_case *filled_case(int k, ddblasEigMode_t jobz, int64_t n, enum eigen_family family)
{
    struct dd_random g;
    dd_random_start(&g, 1130);
    struct eigen_case *c =
        eigen_case_new(types[k % 2], jobz, k / 2 % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, k % 3);
    eigen_case_fill(c, &g, family);
    return c;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Checks that w holds the integers first .. last as far as rounding errors allow, and that without
 * vectors nothing of A has changed. */
static void assert_integers(const struct eigen_case *c, int64_t found, int64_t first, int64_t last)
{
    assert_int_equal(c->info, 0);
    assert_int_equal(found, last - first + 1);
    for (int64_t k = 0; k < found; k++)
        assert_true(fabs(cuddSub(c->w[k], cuddFromDouble((double)(first + k))).x) <= 4.0 * (double)(c->n * c->n) * unit);
    if (c->jobz == DDBLAS_EIG_MODE_NOVECTOR)
        assert_memory_equal(c->A, c->result, c->bytes);
}

/* A matrix with the eigenvalues 1 .. n. */
static void known_values(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        const int64_t n = k < 2 ? 20 : 45;
        struct eigen_case *c = filled_case(k, DDBLAS_EIG_MODE_NOVECTOR, n, EIGEN_ARITHMETIC);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_ALL, 0.0, 0.0, 0, 0}), 1, n);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, 1, 1}), 1, 1);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, 4, 11}), 4, 11);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, n, n}), n, n);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_V, 2.5, 7.5, 0, 0}), 3, 7);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_V, -HUGE_VAL, 0.5, 0, 0}), 1, 0);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_V, -HUGE_VAL, HUGE_VAL, 0, 0}), 1, n);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_V, 6.25, 6.75, 0, 0}), 7, 6);
        eigen_case_free(c);
    }
}

/* With vectors the eigenvalues of a small diagonal matrix have no error, so the ends of the
 * interval decide: vl does not belong to it, vu does. */
static void ends_of_interval(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *c = filled_case(k, DDBLAS_EIG_MODE_VECTOR, 12, EIGEN_ZERO);
        for (int64_t i = 0; i < c->n; i++)
            dd_element_set(c->type, eigen_case_at(c, i, i), 0, cuddFromDouble((double)(c->n - i)), cuddFromDouble(0.0));
        eigen_case_store(c);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_V, 2.0, 5.0, 0, 0}), 3, 5);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_V, 0.0, 12.0, 0, 0}), 1, 12);
        assert_integers(c, run(c, (struct range){DDBLAS_EIG_RANGE_V, 12.0, 13.0, 0, 0}), 13, 12);
        eigen_case_free(c);
    }
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* Residuals and orthogonality of the vectors found, from exact sums. */
static double judge_vectors(const struct eigen_case *c, int64_t found, const char *what)
{
    const double bound = dd_routine_bound(DD_ROUTINE_syevd, c->type, (struct dd_bound_size){.k = c->n});
    char *V = malloc((size_t)(c->n * found) * c->size + 1);
    assert_non_null(V);
    for (int64_t j = 0; j < found; j++)
        memcpy(V + (size_t)(j * c->n) * c->size, (char *)c->result + (size_t)(j * c->lda) * c->size, (size_t)c->n * c->size);
    const struct dd_eigen_error e = dd_oracle_eigen_error_of(c->type, c->n, found, c->full, V, c->w);
    free(V);
    if (!(e.residual <= bound && e.orthogonality <= bound))
        fail_msg("%csyevdx n=%lld, %lld vectors, %s: residual %g, V^H V - I %g n u, above %g", dd_type_letter(c->type),
                 (long long)c->n, (long long)found, what, e.residual, e.orthogonality, bound);
    return fmax(e.residual, e.orthogonality);
}

/* The matrix has the eigenvalues 1 .. n; those of the range are first + 1 .. first + count. */
static double assert_part(struct eigen_case *c, struct range r, int64_t first, int64_t count)
{
    assert_integers(c, run(c, r), first + 1, first + count);
    return judge_vectors(c, count, "1 .. n");
}

/* Small orders, the direct route and the refined one; ranges that are computed alone, ranges of all
 * vectors that overlap their new place, and ranges that do not. */
static void vectors(void **state)
{
    static const int64_t orders[] = {1, 6, 19, 40, 65};
    (void)state;
    double worst = 0.0;
    for (int k = 0; k < 10; k++)
    {
        const int64_t n = orders[k / 2], half = (n + 1) / 2, quarter = (n + 3) / 4;
        struct eigen_case *c = filled_case(k, DDBLAS_EIG_MODE_VECTOR, n, EIGEN_ARITHMETIC);
        const struct range ranges[] = {{DDBLAS_EIG_RANGE_I, 0.0, 0.0, half, half},
                                       {DDBLAS_EIG_RANGE_I, 0.0, 0.0, half, n},
                                       {DDBLAS_EIG_RANGE_I, 0.0, 0.0, n > 1 ? 2 : 1, n},
                                       {DDBLAS_EIG_RANGE_I, 0.0, 0.0, quarter, quarter + n / 2 - (n > 1)},
                                       {DDBLAS_EIG_RANGE_V, (double)half - 0.5, (double)n + 0.5, 0, 0},
                                       {DDBLAS_EIG_RANGE_V, 0.5, (double)quarter + 0.5, 0, 0}};
        const int64_t first[] = {half - 1, half - 1, n > 1, quarter - 1, half - 1, 0},
                      count[] = {1, n - half + 1, n - (n > 1), n > 1 ? n / 2 : 1, n - half + 1, quarter};
        for (int i = 0; i < 6; i++)
        {
            c->offset = i % 2 ? dd_engine_half(h) : 0;
            worst = fmax(worst, assert_part(c, ranges[i], first[i], count[i]));
        }
        eigen_case_free(c);
    }
    print_message("largest error: %.2f n u_w\n", worst);
}

/* Parts of clusters, and matrices with special structure: any vectors of the right space that are
 * orthonormal will do. */
static void clusters(void **state)
{
    static const int64_t orders[] = {21, 70};
    (void)state;
    double worst = 0.0;
    for (int family = 0; family < EIGEN_FAMILIES; family++)
        for (int k = 0; k < 4; k++)
        {
            const int64_t n = orders[k / 2];
            if (n > 21 && family % 3 != k % 2)
                continue;
            struct eigen_case *c = filled_case(k, DDBLAS_EIG_MODE_VECTOR, n, (enum eigen_family)family);
            const struct range r = {DDBLAS_EIG_RANGE_I, 0.0, 0.0, n / 3, n / 3 + n / 4};
            assert_int_equal(run(c, r), n / 4 + 1);
            assert_int_equal(c->info, 0);
            worst = fmax(worst, judge_vectors(c, n / 4 + 1, eigen_family_name((enum eigen_family)family)));
            eigen_case_free(c);
        }
    print_message("largest error: %.2f n u_w\n", worst);
}

/* All eigenvalues are those of syevd, to the bit. */
static void all_vectors(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *all = filled_case(k, DDBLAS_EIG_MODE_VECTOR, 40, EIGEN_ARITHMETIC),
                          *c = filled_case(k, DDBLAS_EIG_MODE_VECTOR, 40, EIGEN_ARITHMETIC);
        dd_must(h, eigen_case_run(h, all), "syevd");
        assert_int_equal(run(c, (struct range){DDBLAS_EIG_RANGE_ALL, 0.0, 0.0, 0, 0}), 40);
        assert_memory_equal(c->w, all->w, 40 * sizeof *c->w);
        for (int64_t j = 0; j < 40; j++)
            assert_memory_equal((char *)c->result + (size_t)(j * c->lda) * c->size,
                                (char *)all->result + (size_t)(j * c->lda) * c->size, 40 * c->size);
        eigen_case_free(c);
        eigen_case_free(all);
    }
}

/* A call with the workspace that the query names gives the bits of a call with the handle's own,
 * for any number of threads. */
static void workspace_and_threads(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct eigen_case *first = filled_case(k, DDBLAS_EIG_MODE_VECTOR, 50, EIGEN_RANDOM),
                          *c = filled_case(k, DDBLAS_EIG_MODE_VECTOR, 50, EIGEN_RANDOM);
        const struct range r = {DDBLAS_EIG_RANGE_I, 0.0, 0.0, 5, k / 2 ? 29 : 11};
        void *memory = NULL;
        const int64_t found = run(first, r);
        for (int threads = 1; threads <= 3; threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            const size_t bytes = eigen_case_workspace(h, c);
            dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
            dd_must(h, ddblasSetWorkspace(h, memory, bytes), "workspace");
            assert_int_equal(run(c, r), found);
            assert_memory_equal(c->w, first->w, (size_t)found * sizeof *c->w);
            for (int64_t j = 0; j < found; j++)
                assert_memory_equal((char *)c->result + (size_t)(j * c->lda) * c->size,
                                    (char *)first->result + (size_t)(j * c->lda) * c->size, 50 * c->size);
            dd_must(h, ddblasSetThreads(h, 0), "threads");
            dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
            dd_must(h, ddblasFree(h, memory), "free");
        }
        eigen_case_free(c);
        eigen_case_free(first);
    }
}

/* ---- calls without a result ------------------------------------------------------------------ */

static void not_a_number(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct eigen_case *c = filled_case(k, DDBLAS_EIG_MODE_VECTOR, 9, EIGEN_RANDOM);
        dd_element_set(c->type, eigen_case_at(c, 4, 4), 0, cuddNan(), cuddFromDouble(0.0));
        eigen_case_store(c);
        assert_int_equal(run(c, (struct range){DDBLAS_EIG_RANGE_V, -10.0, 10.0, 0, 0}), 0);
        assert_int_equal(c->info, 10);
        assert_memory_equal(c->A, c->result, c->bytes);
        eigen_case_free(c);
    }
}

static void assert_refused(const struct eigen_case *c, struct range r, struct arrays a, int position)
{
    int64_t found = 4711;
    assert_int_equal(call(c, r, a, &found), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_int_equal(found, 4711);
}

static void wrong_arguments(void **state)
{
    (void)state;
    const struct range all = {DDBLAS_EIG_RANGE_ALL, 0.0, 0.0, 0, 0};
    char host[4096];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    const struct arrays a = {memory, memory + 2048, (int64_t *)(void *)(memory + 3072)};
    for (int k = 0; k < 2; k++)
    {
        struct eigen_case *c = filled_case(k, DDBLAS_EIG_MODE_VECTOR, 4, EIGEN_RANDOM), wrong = *c;
        wrong.jobz = (ddblasEigMode_t)2;
        assert_refused(&wrong, all, a, 2);
        assert_refused(c, (struct range){(ddblasEigRange_t)1000, 0.0, 1.0, 1, 1}, a, 3);
        wrong = *c;
        wrong.uplo = (ddblasFillMode_t)2;
        assert_refused(&wrong, all, a, 4);
        wrong = *c;
        wrong.n = -1;
        assert_refused(&wrong, all, a, 5);
        assert_refused(c, all, (struct arrays){NULL, a.w, a.info}, 6);
        wrong = *c;
        wrong.lda = 3;
        assert_refused(&wrong, all, a, 7);
        assert_refused(c, (struct range){DDBLAS_EIG_RANGE_V, 1.0, 1.0, 0, 0}, a, 9);
        assert_refused(c, (struct range){DDBLAS_EIG_RANGE_V, NAN, 1.0, 0, 0}, a, 9);
        assert_refused(c, (struct range){DDBLAS_EIG_RANGE_V, 0.0, NAN, 0, 0}, a, 9);
        assert_refused(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, 0, 1}, a, 10);
        assert_refused(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, 5, 5}, a, 10);
        assert_refused(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, 3, 2}, a, 11);
        assert_refused(c, (struct range){DDBLAS_EIG_RANGE_I, 0.0, 0.0, 3, 5}, a, 11);
        assert_int_equal(call(c, all, a, NULL), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 12);
        assert_refused(c, all, (struct arrays){a.A, NULL, a.info}, 13);
        assert_refused(c, all, (struct arrays){a.A, a.w, NULL}, 14);
        eigen_case_free(c);
    }
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        static const ddblasEigRange_t kinds[] = {DDBLAS_EIG_RANGE_ALL, DDBLAS_EIG_RANGE_I, DDBLAS_EIG_RANGE_V};
        int64_t info = 7, after = -1, found = -1;
        int64_t *there = dd_engine_copy(h, &info, sizeof info, 0);
        const struct eigen_case c = {.type = types[k % 2], .jobz = DDBLAS_EIG_MODE_VECTOR, .lda = 1};
        assert_int_equal(call(&c, (struct range){kinds[k / 2], 0.0, 1.0, 1, 0}, (struct arrays){NULL, NULL, there}, &found),
                         DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, &after, there, sizeof after);
        assert_int_equal(after, 0);
        assert_int_equal(found, 0);
        dd_engine_free(h, there, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values), cmocka_unit_test(ends_of_interval), cmocka_unit_test(vectors),
        cmocka_unit_test(clusters),     cmocka_unit_test(all_vectors),      cmocka_unit_test(workspace_and_threads),
        cmocka_unit_test(not_a_number), cmocka_unit_test(wrong_arguments),  cmocka_unit_test(empty),
    };
    choose_tests();
    return cmocka_run_group_tests_name("syevdx", tests, open_handle, close_handle);
}
