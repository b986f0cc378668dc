/*
 * sytrf, sytrs and sysv in W and U, and their Hermitian relatives, on the engine that
 * DDBLAS_TEST_ENGINE names: exact factors with known pivots, singular matrices, NaN, error bounds
 * against exact sums, the ends of the range.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "sytrf_case.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

static ddblasFillMode_t uplo_of(int64_t q) { return q % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* Sizes astride the panels of 32 columns, the 64 columns of a step of exchanges, and the 128 rows
 * of a block of the kernel. */
static const int64_t sizes[] = {1, 2, 3, 5, 31, 32, 33, 34, 63, 64, 65, 66, 97, 128, 129, 161, 193, 260};
enum
{
    SIZES = sizeof sizes / sizeof sizes[0],
    VARIANTS = 2 * SYTRF_KINDS /* kinds and triangles */
};

/* Case number q: all kinds and both triangles, size after size. */
static struct sytrf_case *case_of(enum sytrf_routine routine, int64_t q, int64_t n, int64_t nrhs)
{
    return sytrf_case_new(routine, (enum sytrf_kind)(q / 2 % SYTRF_KINDS), uplo_of(q), n, nrhs, q % 3);
}

/* Wide sizes take long on the emulated device. */
static int64_t sizes_under_test(void) { return dd_test_scale() > 1 ? SIZES - 2 : SIZES; }

static struct dd_number result_at(const struct sytrf_case *c, int64_t i, int64_t j)
{
    return dd_number_load(c->type, sytrf_case_at(c, c->result_A, i, j), 0);
}

/* ---- exact factors --------------------------------------------------------------------------- */

/* P A P^T = L D L^T in the view: L in halves, |l| at most 1/2; blocks of D of order 1 are a power
 * of two, those of order 2 have a power of two beside a diagonal of zeros. other[k] is the row with
 * which row k was exchanged. */
struct known
{
    int64_t n, *other;
    int *order; /* 1, or 2 and 0 for the rows of a block of order 2 */
    double complex *L, *D, *below;
};

static void *allocate(int64_t count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    assert_non_null(p);
    return p;
}

static double complex power(const struct sytrf_case *c, struct dd_random *g, int must_be_real)
{
    const double d = ldexp(dd_random_int(g, 0, 1) ? 1.0 : -1.0, (int)dd_random_int(g, 0, 3));
    return c->kind != SYTRF_W && !must_be_real && dd_random_int(g, 0, 1) ? d * I : d;
}

static double complex half(const struct sytrf_case *c, struct dd_random *g)
{
    const double d = 0.5 * (double)dd_random_int(g, -1, 1);
    return c->kind != SYTRF_W && dd_random_int(g, 0, 1) ? d * I : d;
}

static struct known known_new(const struct sytrf_case *c, struct dd_random *g)
{
    const int64_t n = c->n;
    struct known f = {.n = n,
                      .other = allocate(n, sizeof *f.other),
                      .order = allocate(n, sizeof *f.order),
                      .L = allocate(n * n, sizeof *f.L),
                      .D = allocate(n, sizeof *f.D),
                      .below = allocate(n, sizeof *f.below)};
    for (int64_t k = 0; k < n; k += f.order[k])
    {
        const int order = f.order[k] = k + 1 < n && dd_random_int(g, 0, 2) > 0 ? 2 : 1;
        f.other[k] = k;
        if (order == 1)
            f.D[k] = power(c, g, c->kind == SYTRF_HERMITIAN);
        else
        {
            f.other[k + 1] = dd_random_int(g, k + 1, n - 1);
            f.below[k] = power(c, g, 0);
        }
        for (int64_t j = k; j < k + order; j++)
        {
            f.L[j + j * n] = 1.0;
            for (int64_t i = k + order; i < n; i++)
                f.L[i + j * n] = half(c, g);
        }
    }
    return f;
}

static void known_free(struct known f)
{
    free(f.other);
    free(f.order);
    free(f.L);
    free(f.D);
    free(f.below);
}

/* Element (i, j) of L D L^T. */
static double complex product_at(const struct sytrf_case *c, const struct known *f, int64_t i, int64_t j)
{
    double complex sum = 0.0;
    for (int64_t t = 0; t <= j; t += f->order[t])
    {
        const double complex *l = f->L + t * f->n;
        const double complex a = l[i], b = c->kind == SYTRF_HERMITIAN ? conj(l[j]) : l[j];
        if (f->order[t] == 1)
            sum += a * f->D[t] * b;
        else
        {
            const double complex a2 = l[i + f->n], right = c->kind == SYTRF_HERMITIAN ? conj(l[j + f->n]) : l[j + f->n];
            const double complex above = c->kind == SYTRF_HERMITIAN ? conj(f->below[t]) : f->below[t];
            sum += a2 * f->below[t] * b + a * above * right;
        }
    }
    return sum;
}

/* Puts A = P^T L D L^T P into the case: element (i, j) of the product goes to the rows that have
 * come to the rows i and j. */
static void put_product(struct sytrf_case *c, const struct known *f)
{
    int64_t *rows = allocate(f->n, sizeof *rows);
    for (int64_t i = 0; i < f->n; i++)
        rows[i] = i;
    for (int64_t k = 0; k < f->n; k++)
    {
        const int64_t kept = rows[k];
        rows[k] = rows[f->other[k]];
        rows[f->other[k]] = kept;
    }
    for (int64_t j = 0; j < f->n; j++)
        for (int64_t i = j; i < f->n; i++)
        {
            const double complex a = product_at(c, f, i, j);
            const int below = rows[i] >= rows[j];
            sytrf_case_put(c, below ? rows[i] : rows[j], below ? rows[j] : rows[i], creal(a),
                           below || c->kind != SYTRF_HERMITIAN ? cimag(a) : -cimag(a));
        }
    free(rows);
}

static void assert_number(const struct sytrf_case *c, struct dd_number a, double complex right, int64_t i, int64_t j)
{
    if (!(cuddEqD(a.re, creal(right)) && cuddEqD(a.im, cimag(right))))
        fail_msg("kind %d, uplo %d, n = %lld: (%lld, %lld) is (%g, %g), not (%g, %g)", (int)c->kind, (int)c->uplo,
                 (long long)c->n, (long long)i, (long long)j, a.re.x, a.im.x, creal(right), cimag(right));
}

/* Fails unless the result is that of the known factors. */
static void assert_known(const struct sytrf_case *c, const struct known *f)
{
    struct sytrf_factors r = sytrf_case_factors(c);
    for (int64_t k = 0; k < f->n; k++)
    {
        const int64_t with = f->other[f->order[k] == 2 ? k + 1 : k], pivot = sytrf_case_row(c, with) + 1;
        assert_int_equal(c->ipiv[sytrf_case_row(c, k)], f->order[k] == 1 ? pivot : -pivot);
        assert_int_equal(r.order[k], f->order[k]);
        assert_number(c, r.D[k], f->D[k], k, k);
        if (f->order[k] == 2)
            assert_number(c, r.below[k], f->below[k], k + 1, k);
        for (int64_t i = k; i < f->n; i++)
            assert_number(c, r.L[i + k * f->n], f->L[i + k * f->n], i, k);
    }
    sytrf_factors_free(r);
}

/* In each step either the diagonal element is large, or it is 0 and one element below it is the
 * largest in its column and in its row. All quotients are exact, and so is all else. */
static void exact_factors(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 981);
    for (int64_t q = 0; q < VARIANTS * sizes_under_test(); q++)
    {
        struct sytrf_case *c = case_of(SYTRF_FACTOR, q, sizes[q / VARIANTS], 0);
        struct known f = known_new(c, &g);
        put_product(c, &f);
        dd_must(h, sytrf_case_run(h, c), "exact factors");
        assert_int_equal(c->info, 0);
        assert_known(c, &f);
        known_free(f);
        sytrf_case_free(c);
    }
}

/* A block of order 1 becomes 0, with its column: info names it, and all else is still exact. */
static void singular(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 982);
    for (int64_t q = 0; q < VARIANTS * sizes_under_test(); q++)
    {
        struct sytrf_case *c = case_of(SYTRF_FACTOR, q, sizes[q / VARIANTS], 0);
        struct known f = known_new(c, &g);
        int64_t first = -1, many = q % 2 + 1;
        for (int64_t k = dd_random_int(&g, 0, c->n - 1); k < c->n && many > 0; k++)
            if (f.order[k] == 1)
            {
                f.D[k] = 0.0;
                for (int64_t i = k + 1; i < c->n; i++)
                    f.L[i + k * c->n] = 0.0;
                first = first < 0 ? k : first;
                many--;
            }
        put_product(c, &f);
        dd_must(h, sytrf_case_run(h, c), "singular");
        assert_int_equal(c->info, first < 0 ? 0 : sytrf_case_row(c, first) + 1);
        assert_known(c, &f);
        known_free(f);
        sytrf_case_free(c);
    }
}

/* ---- NaN and failure ------------------------------------------------------------------------- */

/* A NaN reaches the last block of D and is not reported; the columns that are taken before its
 * first index are finite. */
static void nan_in_one_element(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 985);
    for (int64_t q = 0; q < VARIANTS * sizes_under_test(); q++)
    {
        struct sytrf_case *c = case_of(SYTRF_FACTOR, q, sizes[q / VARIANTS], 0);
        sytrf_case_fill(c, &g, 0, 0, 20); /* All pivots are of order 1, in place. */
        const int64_t j = dd_random_int(&g, 0, c->n - 1), i = dd_random_int(&g, j, c->n - 1);
        sytrf_case_put(c, i, j, (double)NAN, 0.0);
        dd_must(h, sytrf_case_run(h, c), "NaN");
        assert_int_equal(c->info, 0);
        struct sytrf_factors f = sytrf_case_factors(c);
        assert_true(cuddIsNan(f.D[c->n - 1].re) || (c->n > 1 && f.order[c->n - 2] == 2 && cuddIsNan(f.below[c->n - 2].re)));
        sytrf_factors_free(f);
        for (int64_t column = 0; column < j; column++)
            for (int64_t row = column; row < c->n; row++)
                assert_true(cuddIsFinite(result_at(c, row, column).re));
        sytrf_case_free(c);
    }
}

/* sysv sets X to NaN when D is singular. */
static void no_solution(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 986);
    for (int64_t q = 0; q < 2 * VARIANTS; q++)
    {
        struct sytrf_case *c = case_of(SYTRF_BOTH, q, q < VARIANTS ? 20 : 70, 3);
        sytrf_case_fill(c, &g, 2, 0, 0);
        for (int64_t i = 0; i < c->n; i++)
            sytrf_case_put(c, i > 11 ? i : 11, i > 11 ? 11 : i, 0.0, 0.0);
        dd_must(h, sytrf_case_run(h, c), "no solution");
        assert_true(c->info > 0);
        for (int64_t e = 0; e < c->n * c->nrhs; e++)
        {
            const void *at = (char *)c->result_B + (size_t)(e % c->n + e / c->n * c->ldb) * c->size;
            const struct dd_number x = dd_number_load(c->type, at, 0);
            assert_true(cuddIsNan(x.re) && (c->type == DDBLAS_TYPE_W || cuddIsNan(x.im)));
        }
        sytrf_case_free(c);
    }
}

/* ---- bounds ---------------------------------------------------------------------------------- */

struct range
{
    int grade, common, diagonal;
    const char *what;
};

/* Rows scaled against one another; all of A near either end of the range; pivots of order 2 alone,
 * and of order 1 alone. */
static const struct range ranges[] = {{0, 0, 0, "uniform"},   {30, 0, 0, "graded"}, {10, 900, 0, "large"},
                                      {10, -700, 0, "small"}, {0, 0, -30, "pairs"}, {0, 0, 20, "diagonal"},
                                      {4, 0, 2, "near a tie"}};
enum
{
    RANGES = sizeof ranges / sizeof ranges[0]
};

static void bounds(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(987);
    double largest[SYTRF_KINDS] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    const int64_t of_round = VARIANTS * sizes_under_test(); /* Cases of a round; each round has other ranges. */
    for (int64_t q = 0; q < (dd_test_scale() > 1 ? 1 : 4) * of_round; q++)
    {
        const struct range r = ranges[(q % of_round / VARIANTS + q % of_round + q / of_round) % RANGES];
        struct sytrf_case *c = case_of(SYTRF_FACTOR, q, sizes[q / VARIANTS % sizes_under_test()], 0);
        sytrf_case_fill(c, &g, r.grade, r.common, r.diagonal);
        largest[c->kind] = fmax(largest[c->kind], sytrf_case_judge(h, c, &g, 60, r.what, seed));
        assert_int_equal(c->info, 0);
        sytrf_case_free(c);
    }
    print_message("largest error of sytrf: W %.3g, U %.3g, Hermitian %.3g units\n", largest[0], largest[1], largest[2]);
}

/* Every order up to 200, both triangles. */
static void all_sizes(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(988);
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t n = 0; n <= (dd_test_scale() > 1 ? 100 : 200); n++)
        for (int64_t q = 0; q < 2; q++)
        {
            struct sytrf_case *c = sytrf_case_new(SYTRF_BOTH, (enum sytrf_kind)(n % SYTRF_KINDS), uplo_of(q), n, 1, n % 2);
            sytrf_case_fill(c, &g, 1, 0, (int)(n % 5) - 3);
            (void)sytrf_case_judge(h, c, &g, 20, "all sizes", seed);
            assert_int_equal(c->info, 0);
            if (n % 7 == 1)
                (void)sytrf_case_judge_solution(c, c, 1, "all sizes", seed);
            sytrf_case_free(c);
        }
}

/* sysv from A, and sytrs from the factors. */
static void solutions(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(989);
    double largest[SYTRF_KINDS] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < VARIANTS * sizes_under_test(); q++)
    {
        const struct range r = ranges[(q / VARIANTS + q) % RANGES];
        struct sytrf_case *c = case_of(SYTRF_BOTH, q, sizes[q / VARIANTS], dd_random_int(&g, 1, 40));
        sytrf_case_fill(c, &g, r.grade > 4 ? 4 : r.grade, 0, r.diagonal);
        dd_must(h, sytrf_case_run(h, c), "sysv");
        assert_int_equal(c->info, 0);
        largest[c->kind] = fmax(largest[c->kind], sytrf_case_judge_solution(c, c, 2, "sysv", seed));
        struct sytrf_case *s = sytrf_case_new(SYTRF_SOLVE, c->kind, c->uplo, c->n, c->nrhs, q % 3);
        memcpy(s->A, c->result_A, c->bytes_A);
        memcpy(s->B, c->B, c->bytes_B);
        memcpy(s->ipiv, c->ipiv, (size_t)c->n * sizeof *s->ipiv);
        dd_must(h, sytrf_case_run(h, s), "sytrs");
        assert_memory_equal(s->result_B, c->result_B, c->bytes_B);
        sytrf_case_free(s);
        sytrf_case_free(c);
    }
    print_message("largest residual of sysv: W %.3g, U %.3g, Hermitian %.3g units\n", largest[0], largest[1], largest[2]);
}

/* The judges see an error of 2^-40 in one element, and a wrong pivot. */
static void judges_bite(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 990);
    for (int64_t q = 0; q < VARIANTS; q++)
    {
        struct sytrf_case *c = case_of(SYTRF_BOTH, q, 40, 2);
        sytrf_case_fill(c, &g, 0, 0, 0);
        dd_must(h, sytrf_case_run(h, c), "bites");
        struct sytrf_factors f = sytrf_case_factors(c);
        cuddreal *x = (cuddreal *)(void *)((char *)c->result_B + (size_t)c->ldb * c->size);
        *x = cuddMulD(*x, 1.0 + 0x1p-40);
        assert_true(sytrf_case_residual(c, c, &f, 1) > sytrf_case_residual_bound(c));
        struct dd_number *d = &f.D[39];
        d->re = cuddMulD(d->re, 1.0 + 0x1p-40);
        assert_true(sytrf_case_error(c, &f, 39, 39) > sytrf_case_bound(c));
        f.rows[3] = f.rows[4];
        assert_true(sytrf_case_error(c, &f, 3, 3) > sytrf_case_bound(c));
        sytrf_factors_free(f);
        sytrf_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_factors),      cmocka_unit_test(singular),    cmocka_unit_test(bounds),
        cmocka_unit_test(nan_in_one_element), cmocka_unit_test(no_solution), cmocka_unit_test(solutions),
        cmocka_unit_test(all_sizes),          cmocka_unit_test(judges_bite),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("sytrf", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("sytrf, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("sytrf, residue route", tests, set_up, close_handle);
    return failed;
}
