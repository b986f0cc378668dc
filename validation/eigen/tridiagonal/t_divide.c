/*
 * Divide and conquer for the tridiagonal problem in W, on the engine that DDBLAS_TEST_ENGINE names:
 * residuals and orthogonality from exact sums, known eigenvalues, bits, a leaf that does not
 * converge.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "eigen/divide/divide.h"
#include "handle.h"
#include "oracle_eigen.h"
#include "tridiagonal_case.h"

/* rotate_mutant.c: the rotations of leaves without an error term, or as they are. */
void eigen_use_mutant(int use);

/* ---- a call ---------------------------------------------------------------------------------- */

struct tridiagonal
{
    int64_t n, failed;
    int most;
    cuddreal *d, *e; /* The matrix; e has n elements, of which the last one is not used. */
    cuddreal *values, *vectors, *scratch;
};

static struct tridiagonal new_problem(enum tridiagonal_family family, int64_t n, uint64_t seed)
{
    struct tridiagonal t = {.n = n, .most = 60};
    t.d = malloc((size_t)(4 * n + n * n) * sizeof *t.d);
    assert_non_null(t.d);
    t.e = t.d + n;
    t.values = t.d + 2 * n;
    t.scratch = t.d + 3 * n;
    t.vectors = t.d + 4 * n;
    tridiagonal_fill(family, seed, n, t.d, t.e);
    return t;
}

/* The routine of a run: a copy of T goes in, eigenvalues and vectors come out. */
static ddblasStatus_t routine(struct ddblas_block_run *b, const void *problem)
{
    static char nothing;
    struct tridiagonal *t = *(struct tridiagonal *const *)problem;
    const size_t bytes = (size_t)(t->n * t->n) * sizeof(cuddreal);
    void *memory = ddblas_block_scratch(b, ddblas_divide_bytes(t->n) / sizeof(cuddreal) + 1);
    const struct ddblas_divide divide = {.n = t->n,
                                         .d = t->values,
                                         .e = t->scratch,
                                         .most = t->most,
                                         .memory = b->planning ? &nothing : memory,
                                         .host = malloc(ddblas_divide_host_bytes(t->n))};
    assert_non_null(divide.host);
    memcpy(t->values, t->d, (size_t)t->n * sizeof *t->d);
    memcpy(t->scratch, t->e, (size_t)t->n * sizeof *t->d);
    ddblasStatus_t status = ddblas_divide_blocks(b, &divide, &t->failed);
    if (status == DDBLAS_STATUS_SUCCESS && !b->planning)
        status = h->backend->from_engine(t->vectors, bytes, memory, bytes, bytes, 1, h->stream);
    free(divide.host);
    return status;
}

static void solve(struct tridiagonal *t) { dd_must(h, ddblas_factor_run(h, DDBLAS_TYPE_W, routine, &t), "divide and conquer"); }

/* Returns the larger error of residuals and orthogonality, in units of n u_w. */
static double judge(enum tridiagonal_family family, int64_t n, uint64_t seed)
{
    struct tridiagonal t = new_problem(family, n, seed);
    solve(&t);
    assert_int_equal(t.failed, 0);
    cuddreal *A = tridiagonal_dense(t.n, t.d, t.e);
    const struct dd_eigen_error error = dd_oracle_eigen_error(DDBLAS_TYPE_W, n, A, t.vectors, t.values);
    free(A);
    free(t.d);
    const double bound = dd_routine_bound(DD_ROUTINE_stedc, DDBLAS_TYPE_W, (struct dd_bound_size){.k = n});
    if (!(error.residual <= bound && error.orthogonality <= bound))
        fail_msg("%s, n = %d, seed %llu: residual %g, orthogonality %g", tridiagonal_family_name(family), (int)n,
                 (unsigned long long)seed, error.residual, error.orthogonality);
    return fmax(error.residual, error.orthogonality);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void families(void **state)
{
    static const int64_t orders[] = {32, 64, 65, 100, 129, 200};
    (void)state;
    const uint64_t seed = dd_random_seed(1201);
    double worst = 0.0;
    for (int s = 0; s < 6; s++)
        for (int family = 0; family < TRIDIAGONAL_FAMILIES; family++)
            if (dd_test_scale() == 1 || (s < 5 && (s < 3 || (s + family) % 4 == 0)))
                worst = fmax(worst, judge((enum tridiagonal_family)family, orders[s], seed));
    print_message("largest error: %.2f n u_w\n", worst);
}

/* Every order, each with another family. */
static void orders(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1202);
    const int64_t step = dd_test_scale() > 1 ? 11 : 1, last = dd_test_scale() > 1 ? 140 : 200;
    double worst = 0.0;
    for (int64_t n = 32; n <= last; n += step)
        worst = fmax(worst, judge((enum tridiagonal_family)(n % TRIDIAGONAL_FAMILIES), n, seed));
    print_message("largest error: %.2f n u_w\n", worst);
}

static void large(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1203);
    const int64_t n = dd_test_scale() > 1 ? 260 : 330;
    double worst = 0.0;
    for (int family = 0; family < TRIDIAGONAL_FAMILIES; family++)
        if (dd_test_scale() == 1 || family == TRIDIAGONAL_RANDOM || family == TRIDIAGONAL_GLUED)
            worst = fmax(worst, judge((enum tridiagonal_family)family, n, seed));
    print_message("largest error: %.2f n u_w\n", worst);
}

/* Eigenvalues with closed forms. */
static void known_spectra(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        const int64_t n = k < 2 ? 64 : 150;
        struct tridiagonal t = new_problem(k % 2 ? TRIDIAGONAL_CLEMENT : TRIDIAGONAL_TOEPLITZ, n, 1);
        int64_t order[300];
        cuddreal sorted[150];
        solve(&t);
        ddblas_ascending(n, t.values, order);
        for (int64_t j = 0; j < n; j++)
            sorted[j] = t.values[order[j]];
        const double error = dd_oracle_spectrum_error(k % 2 ? DD_SPECTRUM_CLEMENT : DD_SPECTRUM_121, n, sorted);
        if (!(error <= 4.0))
            fail_msg("n = %d, spectrum %d: %g n u", (int)n, k % 2, error);
        free(t.d);
    }
}

/* The same bits again, and on the CPU engine with any number of threads. */
static void same_bits(void **state)
{
    (void)state;
    const int64_t n = 150;
    for (int k = 0; k < 2; k++)
    {
        const enum tridiagonal_family family = k ? TRIDIAGONAL_CLUSTER : TRIDIAGONAL_RANDOM;
        struct tridiagonal first = new_problem(family, n, 1204), again = new_problem(family, n, 1204);
        solve(&first);
        for (int threads = 0; threads <= (dd_test_engine() == DDBLAS_ENGINE_CPU ? 4 : 1); threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            solve(&again);
            assert_memory_equal(first.values, again.values, (size_t)n * sizeof *again.values);
            assert_memory_equal(first.vectors, again.vectors, (size_t)(n * n) * sizeof *again.vectors);
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        free(first.d);
        free(again.d);
    }
}

/* Without steps no eigenvalue of a leaf converges, but the last one of each. */
static void no_convergence(void **state)
{
    (void)state;
    struct tridiagonal t = new_problem(TRIDIAGONAL_RANDOM, 64, 1205);
    t.most = 0;
    solve(&t);
    assert_int_equal(t.failed, 62);
    free(t.d);
}

/* Rotations without an error term of a sum violate the bound. */
static void mutant(void **state)
{
    (void)state;
    struct tridiagonal t = new_problem(TRIDIAGONAL_RANDOM, 64, 1206);
    eigen_use_mutant(1);
    solve(&t);
    eigen_use_mutant(0);
    cuddreal *A = tridiagonal_dense(t.n, t.d, t.e);
    assert_true(dd_oracle_eigen_error(DDBLAS_TYPE_W, t.n, A, t.vectors, t.values).orthogonality > 100.0);
    free(A);
    free(t.d);
}

/* Products of any number of poles have planned sizes: multiples of an eighth. */
static void padded_sizes(void **state)
{
    (void)state;
    for (int64_t size = 1; size < 200; size++)
        for (int64_t k = 0; k <= size; k++)
        {
            const int64_t padded = ddblas_divide_padded(size, k), unit = (size + 7) / 8;
            assert_true(padded >= k && padded <= size && padded < k + unit && (padded % unit == 0 || padded == size));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families),  cmocka_unit_test(orders),         cmocka_unit_test(large),  cmocka_unit_test(known_spectra),
        cmocka_unit_test(same_bits), cmocka_unit_test(no_convergence), cmocka_unit_test(mutant), cmocka_unit_test(padded_sizes),
    };
    choose_tests();
    return cmocka_run_group_tests_name("divide and conquer", tests, open_handle, close_handle);
}
