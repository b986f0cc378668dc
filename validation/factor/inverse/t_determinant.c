/*
 * gedet and podet in W and U, on the engine that DDBLAS_TEST_ENGINE names: products of long
 * diagonals against MPFR, determinants of integer matrices, zeros, Inf and NaN, arguments, bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/determinant.h>

#include "backend/allocate.h"
#include "case.h"
#include "handle.h"
#include "oracle_product.h"
#include "poison.h"
#include "terms.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

/* A call: only the diagonal of A, n x n with this leading dimension, is not NaN. podet if there are
 * no pivots. */
struct determinant
{
    ddblasType_t type;
    int64_t n, lda, *ipiv;
    size_t size, bytes;
    char *A;
    cuddcomplex f; /* After the call. */
    int64_t e;
};

static struct determinant *determinant_new(ddblasType_t type, int64_t n, int64_t pad, int takes_pivots)
{
    struct determinant *d = calloc(1, sizeof *d);
    assert_non_null(d);
    *d = (struct determinant){.type = type, .n = n, .lda = dd_least_leading(n) + pad, .size = dd_type_size(type)};
    d->bytes = (size_t)(d->lda * n) * d->size;
    d->A = dd_poisoned(d->bytes);
    d->ipiv = takes_pivots ? malloc((size_t)(n + 1) * sizeof *d->ipiv) : NULL;
    for (int64_t k = 0; k < n && takes_pivots; k++)
        d->ipiv[k] = k + 1;
    return d;
}

static void determinant_free(struct determinant *d)
{
    free(d->A);
    free(d->ipiv);
    free(d);
}

static void *diagonal(const struct determinant *d, int64_t k) { return d->A + (size_t)(k + k * d->lda) * d->size; }

static void put(struct determinant *d, int64_t k, cuddreal re, cuddreal im)
{
    dd_element_set(d->type, diagonal(d, k), 0, re, im);
}

static ddblasStatus_t call(ddblasHandle_t handle, ddblasType_t type, int64_t n, const void *A, int64_t lda, const int64_t *ipiv,
                           int takes_pivots, void *mantissa, int64_t *exponent)
{
    if (type == DDBLAS_TYPE_W)
        return takes_pivots ? ddblasWgedet(handle, n, A, lda, ipiv, mantissa, exponent)
                            : ddblasWpodet(handle, n, A, lda, mantissa, exponent);
    return takes_pivots ? ddblasUgedet(handle, n, A, lda, ipiv, mantissa, exponent)
                        : ddblasUpodet(handle, n, A, lda, mantissa, exponent);
}

static void run(struct determinant *d)
{
    const int is_complex = d->type == DDBLAS_TYPE_U && d->ipiv;
    cuddcomplex result = cuddcFromDoubles(7.0, 0.0);
    int64_t before = INT64_MIN;
    const cuddcomplex start = result;
    struct dd_operand o[] = {dd_operand_read(d->A, d->bytes),
                             dd_operand_read(d->ipiv, d->ipiv ? (size_t)d->n * sizeof *d->ipiv : 0),
                             dd_operand_written(&start, &result, is_complex ? sizeof result : sizeof result.x),
                             dd_operand_written(&before, &d->e, sizeof before)};
    dd_operands_put(h, o, 4, 0);
    dd_must(h, call(h, d->type, d->n, o[0].at, d->lda, o[1].at, d->ipiv != NULL, o[2].at, o[3].at), "determinant");
    dd_operands_take(h, o, 4, 0);
    d->f = result;
}

static double magnitude(cuddcomplex f) { return fmax(fabs(f.x.x), fabs(f.y.x)); }

/* ---- products -------------------------------------------------------------------------------- */

static double bound_of(const struct determinant *d)
{
    return dd_routine_bound(d->ipiv ? DD_ROUTINE_gedet : DD_ROUTINE_podet, d->ipiv ? d->type : DDBLAS_TYPE_W,
                            (struct dd_bound_size){.k = d->n});
}

/* Random factors of exponents up to +-900, so that the products leave the range of double by far,
 * and random pivots. Sizes astride the lanes. */
static void products(void **state)
{
    (void)state;
    static const int64_t sizes[] = {0, 1, 2, 3, 5, 31, 128, 255, 256, 257, 511, 513, 700};
    enum
    {
        SIZES = sizeof sizes / sizeof sizes[0]
    };
    const uint64_t seed = dd_random_seed(941);
    double largest = 0.0;
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < 8 * SIZES; k++)
    {
        struct determinant *d = determinant_new(types[k % 2], sizes[k / 8], k % 3, k / 2 % 2);
        cuddcomplex *factors = calloc((size_t)d->n + 1, sizeof *factors);
        const int range = k / 4 % 2 ? 900 : 3;
        int negative = 0;
        assert_non_null(factors);
        for (int64_t i = 0; i < d->n; i++)
        {
            dd_element_put(d->type, &g, 0, (int)dd_random_int(&g, -range, range), diagonal(d, i));
            const struct dd_number a = dd_number_load(d->type, diagonal(d, i), 0);
            factors[i] = cuddcMake(a.re, d->ipiv ? a.im : cuddFromDouble(0.0));
            if (d->ipiv)
            {
                d->ipiv[i] = dd_random_int(&g, i + 1, i + 3 < d->n ? i + 3 : d->n);
                negative ^= d->ipiv[i] != i + 1;
            }
        }
        run(d);
        assert_true(magnitude(d->f) >= 0.5 && magnitude(d->f) < 1.0);
        const double error = dd_oracle_product_error(d->n, factors, negative, !d->ipiv, d->f, d->e);
        if (!(error <= bound_of(d)))
            fail_msg("seed %llu, %c, n = %lld: error %g, bound %g", (unsigned long long)seed, dd_type_letter(d->type),
                     (long long)d->n, error, bound_of(d));
        largest = fmax(largest, error / (bound_of(d) + 1.0));
        free(factors);
        determinant_free(d);
    }
    print_message("largest error: %.3g of the bound\n", largest);
}

/* An error of 2^-60 and a wrong sign exceed the bound. */
static void judge_bites(void **state)
{
    (void)state;
    struct determinant *d = determinant_new(DDBLAS_TYPE_W, 100, 0, 1);
    cuddcomplex factors[100];
    for (int64_t k = 0; k < d->n; k++)
    {
        put(d, k, cuddFromDouble(1.25), cuddFromDouble(0.0));
        factors[k] = cuddcFromDoubles(1.25, 0.0);
    }
    run(d);
    assert_true(dd_oracle_product_error(d->n, factors, 0, 0, d->f, d->e) <= bound_of(d));
    assert_true(dd_oracle_product_error(d->n, factors, 1, 0, d->f, d->e) > bound_of(d));
    d->f.x = cuddMulD(d->f.x, 1.0 + 0x1p-52);
    assert_true(dd_oracle_product_error(d->n, factors, 0, 0, d->f, d->e) > bound_of(d));
    determinant_free(d);
}

/* ---- integer matrices ------------------------------------------------------------------------ */

/* Factors A, column-major, on the engine by getrf, or by potrf if `positive`, and returns the
 * determinant as f 2^e. */
static struct determinant *determinant_of(int64_t n, const cuddreal *A, int positive)
{
    struct determinant *d = determinant_new(DDBLAS_TYPE_W, n, 0, !positive);
    const size_t bytes_pivots = (size_t)n * sizeof(int64_t);
    int64_t info = -1, *pivots = calloc((size_t)n, sizeof *pivots);
    void *at = dd_engine_copy(h, A, d->bytes, 0), *ipiv = dd_engine_copy(h, pivots, bytes_pivots, 0),
         *at_info = dd_engine_copy(h, &info, sizeof info, 0);
    dd_must(h,
            positive ? ddblasWpotrf(h, DDBLAS_FILL_MODE_LOWER, n, at, n, at_info) : ddblasWgetrf(h, n, n, at, n, ipiv, at_info),
            "factors");
    dd_engine_read(h, d->A, at, d->bytes);
    dd_engine_read(h, pivots, ipiv, bytes_pivots);
    if (!positive)
        memcpy(d->ipiv, pivots, bytes_pivots);
    dd_engine_free(h, at, 0);
    dd_engine_free(h, ipiv, 0);
    dd_engine_free(h, at_info, 0);
    free(pivots);
    run(d);
    return d;
}

/* Vandermonde's matrix of 1, 2, ..., n in a shuffled order has the determinant of all differences.
 * Its condition is below 2^45 for n = 10. */
static void vandermonde(void **state)
{
    (void)state;
    for (int n = 1; n <= 10; n++)
        for (int shift = 0; shift < 3; shift++)
        {
            cuddreal A[100];
            cuddcomplex differences[45];
            int x[10], count = 0;
            for (int i = 0; i < n; i++)
            {
                x[i] = 1 + (i * (n % 7 && n % 3 ? 3 : 1) + shift) % n;
                cuddreal power = cuddFromDouble(1.0);
                for (int j = 0; j < n; j++, power = cuddMulD(power, (double)x[i]))
                    A[i + j * n] = power;
            }
            for (int i = 0; i < n; i++)
                for (int j = 0; j < i; j++)
                    differences[count++] = cuddcFromDoubles((double)(x[i] - x[j]), 0.0);
            for (int k = 0; k < count; k++)
                if (cuddIsZero(differences[k].x))
                    count = -1;
            if (count < 0)
                continue;
            struct determinant *d = determinant_of(n, A, 0);
            assert_true(dd_oracle_product_error(count, differences, 0, 0, d->f, d->e) <= 0x1p52);
            determinant_free(d);
        }
}

/* Wilkinson's matrix, -1 below a diagonal of ones and a last column of ones, has the determinant
 * 2^(n - 1). min(i, j) has 1, and n! is that of a diagonal. */
static void known_determinants(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 7, 40, 130};
    for (int s = 0; s < 5; s++)
    {
        const int64_t n = sizes[s];
        cuddreal *A = malloc((size_t)(n * n) * sizeof *A);
        cuddcomplex *factors = malloc((size_t)n * sizeof *factors);
        assert_true(A && factors);
        for (int64_t e = 0; e < n * n; e++)
            A[e] = cuddFromDouble(e / n == n - 1 || e % n == e / n ? 1.0 : e % n > e / n ? -1.0 : 0.0);
        struct determinant *d = determinant_of(n, A, 0);
        assert_true(cuddEqD(d->f.x, 0.5));
        assert_int_equal(d->e, n);
        determinant_free(d);
        for (int64_t e = 0; e < n * n; e++)
            A[e] = cuddFromInt64(1 + (e % n < e / n ? e % n : e / n));
        d = determinant_of(n, A, 1);
        assert_true(cuddEqD(d->f.x, 0.5));
        assert_int_equal(d->e, 1);
        determinant_free(d);
        for (int64_t e = 0; e < n * n; e++)
            A[e] = cuddFromInt64(e % n == e / n ? e % n + 1 : 0);
        for (int64_t k = 0; k < n; k++)
            factors[k] = cuddcFromDoubles((double)(k + 1), 0.0);
        d = determinant_of(n, A, 0);
        assert_true(dd_oracle_product_error(n, factors, 0, 0, d->f, d->e) <= bound_of(d));
        determinant_free(d);
        free(A);
        free(factors);
    }
}

/* ---- logarithms ------------------------------------------------------------------------------ */

static cuddreal logarithm_of(ddblasType_t type, cuddcomplex f, int64_t e)
{
    const size_t size = dd_type_size(type);
    const cuddreal before = cuddFromDouble(7.0);
    cuddreal result = before;
    struct dd_operand o[] = {dd_operand_read(&f, size), dd_operand_read(&e, sizeof e),
                             dd_operand_written(&before, &result, sizeof result)};
    dd_operands_put(h, o, 3, 0);
    dd_must(h, type == DDBLAS_TYPE_W ? ddblasWlogdet(h, o[0].at, o[1].at, o[2].at) : ddblasUlogdet(h, o[0].at, o[1].at, o[2].at),
            "logdet");
    dd_operands_take(h, o, 3, 0);
    return result;
}

/* Large exponents, and numbers near 1 from either side, where log f and e log 2 cancel. */
static void logarithms(void **state)
{
    (void)state;
    double largest[2] = {0.0, 0.0};
    struct dd_random g;
    dd_random_start(&g, 943);
    for (int k = 0; k < 4000; k++)
    {
        const ddblasType_t type = types[k % 2];
        const int is_complex = k % 2;
        int64_t e = k / 2 % 3 ? k / 6 % 5 - 2 : dd_random_int(&g, -1000000000, 1000000000);
        cuddcomplex f = cuddcMake(dd_random_full_pair(&g, -1), is_complex ? dd_random_full_pair(&g, -1) : cuddFromDouble(0.0));
        if (k % 10 == 0)
        {
            f.x = cuddAddD(cuddFromDouble(k % 4 ? 1.0 : 0.5), ldexp((double)(k % 7) - 3.1, -1 - k / 80));
            e = k % 4 ? 0 : 1;
        }
        const double error = dd_oracle_log_error(f, e, is_complex ? 1.0 : 0.0, logarithm_of(type, f, e));
        if (!(error <= dd_routine_bound(DD_ROUTINE_logdet, type, (struct dd_bound_size){0})))
            fail_msg("%d: log |(%g, %g) 2^%lld|: error %g", k, f.x.x, f.y.x, (long long)e, error);
        largest[is_complex] = fmax(largest[is_complex], error);
    }
    print_message("largest error of logdet: W %.3g, U %.3g units\n", largest[0], largest[1]);
    assert_true(cuddIsInf(logarithm_of(DDBLAS_TYPE_W, cuddcFromDoubles(0.0, 0.0), 0)));
    assert_true(logarithm_of(DDBLAS_TYPE_U, cuddcFromDoubles(0.0, 0.0), 0).x < 0.0);
    assert_true(logarithm_of(DDBLAS_TYPE_W, cuddcFromDoubles(-INFINITY, 0.0), 0).x == INFINITY);
    assert_true(cuddIsNan(logarithm_of(DDBLAS_TYPE_U, cuddcFromDoubles(0.5, NAN), 0)));
    assert_true(cuddEqD(logarithm_of(DDBLAS_TYPE_W, cuddcFromDoubles(-0.5, 0.0), 1), 0.0));
}

/* ---- special values, arguments, bits --------------------------------------------------------- */

static void special_values(void **state)
{
    (void)state;
    for (int k = 0; k < 4 * 4; k++)
    {
        static const double values[] = {0.0, INFINITY, NAN, INFINITY};
        struct determinant *d = determinant_new(types[k % 2], 300, 1, k / 2 % 2);
        const int which = k / 4;
        for (int64_t i = 0; i < d->n; i++)
            put(d, i, cuddFromDouble(0x1p500), cuddFromDouble(0.0));
        put(d, 270, cuddFromDouble(values[which]), cuddFromDouble(0.0));
        if (which == 3)
            put(d, 3, cuddFromDouble(0.0), cuddFromDouble(0.0));
        run(d);
        assert_int_equal(d->e, 0);
        assert_true(which == 0 ? cuddIsZero(d->f.x) : which == 1 ? cuddIsInf(d->f.x) : cuddIsNan(d->f.x));
        determinant_free(d);
    }
}

static void assert_refused(ddblasStatus_t status, ddblasStatus_t expected, int position)
{
    assert_int_equal(status, expected);
    assert_int_equal(ddblasGetLastArgument(h), position);
}

static void wrong_arguments(void **state)
{
    (void)state;
    char host[4096];
    memset(host, 0x5a, sizeof host);
    char *m = dd_engine_copy(h, host, sizeof host, 0);
    const size_t off = dd_engine_misaligned(h);
    int64_t *ipiv = (int64_t *)(void *)(m + 1024), *e = (int64_t *)(void *)(m + 2048), *odd = (int64_t *)(void *)(m + 2052);
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, misaligned = DDBLAS_STATUS_MISALIGNED;
    for (int k = 0; k < 4; k++)
    {
        const ddblasType_t t = types[k % 2];
        const int p = k / 2, at = p ? 6 : 5;
        void *f = m + 3072;
        assert_refused(call(h, t, -1, m, 3, ipiv, p, f, e), invalid, 2);
        assert_refused(call(h, t, 3, NULL, 3, ipiv, p, f, e), invalid, 3);
        assert_refused(call(h, t, 3, m + off, 3, ipiv, p, f, e), misaligned, 3);
        assert_refused(call(h, t, 3, m, 2, ipiv, p, f, e), invalid, 4);
        assert_refused(call(h, t, 3, m, 3, ipiv, p, NULL, e), invalid, at);
        assert_refused(call(h, t, 3, m, 3, ipiv, p, (char *)f + off, e), misaligned, at);
        assert_refused(call(h, t, 3, m, 3, ipiv, p, f, NULL), invalid, at + 1);
        assert_refused(call(h, t, 3, m, 3, ipiv, p, f, odd), misaligned, at + 1);
        if (p)
        {
            assert_refused(call(h, t, 3, m, 3, NULL, p, f, e), invalid, 5);
            assert_refused(call(h, t, 3, m, 3, odd, p, f, e), misaligned, 5);
        }
        assert_int_equal(call(NULL, t, 3, m, 3, ipiv, p, f, e), DDBLAS_STATUS_NOT_INITIALIZED);
    }
    assert_refused(ddblasWlogdet(h, NULL, e, (void *)m), invalid, 2);
    assert_refused(ddblasWlogdet(h, (void *)(m + off), e, (void *)m), misaligned, 2);
    assert_refused(ddblasUlogdet(h, (void *)m, NULL, (void *)m), invalid, 3);
    assert_refused(ddblasUlogdet(h, (void *)m, odd, (void *)m), misaligned, 3);
    assert_refused(ddblasWlogdet(h, (void *)m, e, NULL), invalid, 4);
    assert_refused(ddblasUlogdet(h, (void *)m, e, (void *)(m + off)), misaligned, 4);
    assert_int_equal(ddblasWlogdet(NULL, (void *)m, e, (void *)m), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_true(dd_engine_holds(h, m, host, sizeof host));
    dd_engine_free(h, m, 0);
}

/* The CPU engine gives the bits of the engine under test, without an allocation. */
static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 942);
    ddblasHandle_t other = dd_test_handle_on(DDBLAS_ENGINE_CPU);
    for (int k = 0; k < 8; k++)
    {
        struct determinant *d = determinant_new(types[k % 2], 300 + k, 0, k / 2 % 2);
        cuddcomplex f = cuddcFromDoubles(7.0, 0.0);
        int64_t e = 0;
        for (int64_t i = 0; i < d->n; i++)
            dd_element_put(d->type, &g, 0, (int)dd_random_int(&g, -40, 40), diagonal(d, i));
        run(d);
        ddblas_inject_allocation_failure(1);
        dd_must(other, call(other, d->type, d->n, d->A, d->lda, d->ipiv, d->ipiv != NULL, &f, &e), "CPU");
        ddblas_inject_allocation_failure(0);
        assert_memory_equal(&f, &d->f, sizeof f);
        assert_int_equal(e, d->e);
        determinant_free(d);
    }
    assert_int_equal(ddblasDestroy(other), DDBLAS_STATUS_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),           cmocka_unit_test(judge_bites), cmocka_unit_test(vandermonde),
        cmocka_unit_test(known_determinants), cmocka_unit_test(logarithms),  cmocka_unit_test(special_values),
        cmocka_unit_test(wrong_arguments),    cmocka_unit_test(same_bits),
    };
    choose_tests();
    return cmocka_run_group_tests_name("determinants", tests, open_handle, close_handle);
}
