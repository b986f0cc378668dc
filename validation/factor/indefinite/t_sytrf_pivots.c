/*
 * The pivots of sytrf and hetrf, on the engine that DDBLAS_TEST_ENGINE names: those of the
 * unblocked algorithm of Bunch and Kaufman in double, and the first of equal magnitudes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "handle.h"
#include "sytrf_case.h"

enum
{
    VARIANTS = 2 * SYTRF_KINDS /* kinds and triangles */
};

static struct sytrf_case *case_of(int64_t q, int64_t n)
{
    return sytrf_case_new(SYTRF_FACTOR, (enum sytrf_kind)(q / 2 % SYTRF_KINDS),
                          q % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, 0, q % 3);
}

static double magnitude(double complex a) { return fabs(creal(a)) + fabs(cimag(a)); }

/* The unblocked algorithm of Bunch and Kaufman in double, on all of a symmetric or Hermitian matrix
 * in the view. */
struct model
{
    int64_t n;
    int hermitian;
    double complex *a;
};

static double complex *model_at(const struct model *m, int64_t i, int64_t j) { return m->a + i + j * m->n; }

/* The row of the largest element of column j in the rows from `from` on but row j; of equal ones
 * the caller's first. */
static int64_t model_largest(const struct sytrf_case *c, const struct model *m, int64_t from, int64_t j)
{
    int64_t best = -1;
    for (int64_t i = from; i < m->n; i++)
    {
        const double now = magnitude(*model_at(m, i, j)), before = best < 0 ? -1.0 : magnitude(*model_at(m, best, j));
        if (i != j && (now > before || (now == before && sytrf_case_row(c, i) < sytrf_case_row(c, best))))
            best = i;
    }
    return best;
}

static void model_exchange(struct model *m, int64_t p, int64_t q)
{
    for (int64_t t = 0; t < m->n; t++)
    {
        const double complex kept = *model_at(m, p, t);
        *model_at(m, p, t) = *model_at(m, q, t);
        *model_at(m, q, t) = kept;
    }
    for (int64_t t = 0; t < m->n; t++)
    {
        const double complex kept = *model_at(m, t, p);
        *model_at(m, t, p) = *model_at(m, t, q);
        *model_at(m, t, q) = kept;
    }
}

/* Subtracts column k times row k over the pivot, or for both columns of a block of order 2. */
static void model_eliminate(struct model *m, int64_t k, int order)
{
    const double complex d = *model_at(m, k, k);
    for (int64_t i = k + order; i < m->n; i++)
    {
        double complex l1 = *model_at(m, i, k) / d, l2 = 0.0;
        if (order == 2)
        {
            const double complex c = *model_at(m, k + 1, k), above = *model_at(m, k, k + 1), e = *model_at(m, k + 1, k + 1);
            const double complex det = d * e - c * above, w1 = *model_at(m, i, k), w2 = *model_at(m, i, k + 1);
            l1 = (w1 * e - w2 * c) / det;
            l2 = (w2 * d - w1 * above) / det;
        }
        for (int64_t j = k + order; j < m->n; j++)
            *model_at(m, i, j) -= l1 * *model_at(m, k, j) + (order == 2 ? l2 * *model_at(m, k + 1, j) : 0.0);
    }
}

/* Takes the pivot of column k and returns its order; *with is the row with which the last row of
 * the block is exchanged. */
static int model_step(const struct sytrf_case *c, struct model *m, int64_t k, int64_t *with)
{
    const double alpha = (1.0 + sqrt(17.0)) / 8.0, d = magnitude(*model_at(m, k, k));
    const int64_t r = model_largest(c, m, k + 1, k);
    const double column = r < 0 ? 0.0 : magnitude(*model_at(m, r, k));
    int order = 1;
    *with = k;
    if (d < alpha * column)
    {
        const double row = magnitude(*model_at(m, model_largest(c, m, k, r), r));
        if (d < alpha * column * (column / row))
        {
            *with = r;
            order = magnitude(*model_at(m, r, r)) >= alpha * row ? 1 : 2;
        }
    }
    model_exchange(m, k + order - 1, *with);
    model_eliminate(m, k, order);
    return order;
}

/* Random matrices whose diagonal is small, so that every choice of the rule occurs. The algorithm
 * in double takes the same pivots. */
static void pivots(void **state)
{
    (void)state;
    int seen[3] = {0, 0, 0}; /* order 1 in place, order 1 with an exchange, order 2 */
    struct dd_random g;
    dd_random_start(&g, 983);
    for (int64_t q = 0; q < 6 * VARIANTS; q++)
    {
        struct sytrf_case *c = case_of(q, q < 3 * VARIANTS ? 70 : 40);
        struct model m = {c->n, c->kind == SYTRF_HERMITIAN, calloc((size_t)(c->n * c->n), sizeof *m.a)};
        assert_non_null(m.a);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = j; i < c->n; i++)
            {
                const double re = (2.0 * dd_random_unit(&g) - 1.0) * (i == j ? 2.0 * (double)(q / VARIANTS % 3) : 1.0);
                const double im = c->kind == SYTRF_W || (i == j && m.hermitian) ? 0.0 : 2.0 * dd_random_unit(&g) - 1.0;
                sytrf_case_put(c, i, j, re, im);
                *model_at(&m, i, j) = re + im * I;
                *model_at(&m, j, i) = m.hermitian ? re - im * I : re + im * I;
            }
        dd_must(h, sytrf_case_run(h, c), "pivots");
        for (int64_t k = 0, order = 1, with = 0; k < c->n; k += order)
        {
            order = model_step(c, &m, k, &with);
            const int64_t pivot = sytrf_case_row(c, with) + 1;
            assert_int_equal(c->ipiv[sytrf_case_row(c, k)], order == 1 ? pivot : -pivot);
            assert_int_equal(c->ipiv[sytrf_case_row(c, k + order - 1)], order == 1 ? pivot : -pivot);
            seen[order == 2 ? 2 : with != k]++;
        }
        free(m.a);
        sytrf_case_free(c);
    }
    assert_true(seen[0] > 100 && seen[1] > 100 && seen[2] > 100);
}

/* Among equal magnitudes the caller's first row is taken; low parts count. */
static void ties(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 984);
    for (int64_t q = 0; q < 10 * VARIANTS; q++)
    {
        struct sytrf_case *c = case_of(q, q % 4 ? 40 : 300);
        const int64_t first = dd_random_int(&g, 1, c->n - 2), second = dd_random_int(&g, first + 1, c->n - 1);
        int64_t taken = c->uplo == DDBLAS_FILL_MODE_UPPER ? second : first; /* The caller's first row. */
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = j; i < c->n; i++)
                sytrf_case_put(c, i, j, j == 0 || i == j ? 0.0 : 0x1p-4, 0.0);
        sytrf_case_put(c, first, 0, -1.0, 0.0);
        sytrf_case_put(c, second, 0, 1.0, 0.0);
        if (q / VARIANTS % 2)
        {
            taken = dd_random_int(&g, 0, 1) ? first : second;
            dd_element_set(c->type, sytrf_case_at(c, c->A, taken, 0), 0, cuddMake(1.0, 0x1p-70), cuddFromDouble(0.0));
        }
        dd_must(h, sytrf_case_run(h, c), "ties");
        assert_int_equal(c->ipiv[sytrf_case_row(c, 0)], -(sytrf_case_row(c, taken) + 1));
        sytrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pivots),
        cmocka_unit_test(ties),
    };
    choose_tests();
    return cmocka_run_group_tests_name("sytrf, pivots", tests, open_handle, close_handle);
}
