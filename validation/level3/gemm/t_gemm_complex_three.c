/*
 * Complex products by three products of residues, without a GPU: whole products are followed step
 * by step in plain C, from elements to integers, residues, their sums, three products in bytes,
 * residues of both parts, reconstruction and guard, against the oracle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "level3/gemm/residue/gemm_residue_arith.h"
#include "oracle.h"
#include "random.h"

static void least_residues_are_least(void **state)
{
    (void)state;
    for (int i = 0; i < GEMM_MODULI_MOST; i++)
    {
        const int32_t p = ddblas_gemm_modulus(i);
        for (int32_t s = -3 * p / 2; s <= 3 * p / 2; s++)
        {
            const int32_t r = gemm_least_residue(s, p);
            assert_true((s - r) % p == 0 && 2 * abs(r) <= p);
        }
    }
}

/* A row of op(A) or a column of op(B). */
struct line
{
    cuddreal *part[2];  /* Real and imaginary parts. */
    int8_t *residue[3]; /* Residues of both parts and of their sum, GEMM_MODULI_MOST for each term. */
    int32_t *low[2];
    uint32_t upper;
    struct gemm_scale scale;
};

static struct line line_new(int64_t k)
{
    struct line r = {.upper = 0};
    for (int part = 0; part < 2; part++)
    {
        r.part[part] = aligned_alloc(16, (size_t)k * sizeof(cuddreal));
        r.low[part] = calloc((size_t)k, sizeof(int32_t));
        assert_true(r.part[part] && r.low[part]);
    }
    for (int q = 0; q < 3; q++)
    {
        r.residue[q] = calloc((size_t)k, GEMM_MODULI_MOST);
        assert_non_null(r.residue[q]);
    }
    return r;
}

static void line_free(struct line *r)
{
    for (int part = 0; part < 2; part++)
    {
        free(r->part[part]);
        free(r->low[part]);
    }
    for (int q = 0; q < 3; q++)
        free(r->residue[q]);
}

static void line_split(struct line *r, int64_t k, const struct gemm_residue_form *form)
{
    const struct gemm_residue_split *split = ddblas_gemm_residue_split_numbers();
    struct gemm_largest found = {0, 0, 0};
    for (int64_t t = 0; t < k; t++)
    {
        const uint32_t re = gemm_key_of(r->part[0][t].x), im = gemm_key_of(r->part[1][t].x);
        const struct gemm_largest one = {re > im ? re : im, (uint32_t)t, 0};
        found = gemm_larger(found, one);
    }
    r->scale = gemm_scale_of((uint64_t)found.key << 32 | found.term, found.second);
    const int e = form->bits - gemm_key_exponent(r->scale.key);
    for (int64_t t = 0; t < 2 * k; t++)
    {
        const cuddreal a = t % k == r->scale.outlier ? cuddFromDouble(0.0) : r->part[t / k][t % k];
        const struct gemm_integer x =
            gemm_integer_of(a, gemm_power(e / 2), gemm_power(e - e / 2), gemm_power(GEMM_GUARD_BITS - form->bits));
        for (int i = 0; i < form->moduli; i++)
            r->residue[t / k][t % k * GEMM_MODULI_MOST + i] = (int8_t)(gemm_residue_of(x.word, split, i) & 255);
        r->low[t / k][t % k] = x.low;
        r->upper += (uint32_t)x.high;
        r->upper |= x.inexact ? GEMM_INEXACT : 0U;
    }
    for (int64_t t = 0; t < k * GEMM_MODULI_MOST; t++)
    {
        const int32_t p = ddblas_gemm_modulus((int)(t % GEMM_MODULI_MOST));
        r->residue[2][t] = (int8_t)(gemm_least_residue(r->residue[0][t] + r->residue[1][t], p) & 255);
    }
}

/* Returns the centred residue of the sum of products of two arrays of residues. */
static int32_t product_of(const int8_t *a, const int8_t *b, int64_t k, int i)
{
    const struct gemm_residue_byte_numbers *numbers = ddblas_gemm_residue_byte_numbers();
    int64_t c = 0;
    for (int64_t t = 0; t < k; t++)
        c += a[t * GEMM_MODULI_MOST + i] * b[t * GEMM_MODULI_MOST + i];
    assert_true(i == 0 || (c >= INT32_MIN && c <= INT32_MAX));
    return (int8_t)(gemm_centred_residue((int32_t)c, numbers->high[i], numbers->inverse[i], numbers->minus[i]) & 255);
}

/* Returns the error of a part in u_w times the sum of the products of the factors' parts that it
 * consists of, or -1 where the guard refuses it. */
static double follow(const struct line *a, const struct line *b, int64_t k, const struct gemm_residue_form *form, int part)
{
    const struct gemm_residue_join *join = ddblas_gemm_residue_join_numbers_of(form);
    double sum[GEMM_DIGITS] = {0.0};
    int32_t guard = 0;
    for (int i = 0; i < form->moduli; i++)
    {
        int32_t product[3];
        for (int q = 0; q < 3; q++)
            product[q] = product_of(a->residue[q], b->residue[q], k, i);
        const int32_t r = part == 0 ? gemm_real_residue(product[0], product[1], join->modulus[i])
                                    : gemm_imaginary_residue(product[0], product[1], product[2], join->modulus[i]);
        gemm_join_add(sum, gemm_small_double((uint32_t)r), join->weight[i]);
    }
    const int e = gemm_key_exponent(a->scale.key) + gemm_key_exponent(b->scale.key);
    cuddreal r = gemm_scaled(gemm_join_finish(sum, join), e - 2 * form->bits);
    double beside = 0.0;
    for (int q = 0; q < 4; q++)
    {
        const int32_t t = q < 2 ? a->scale.outlier : b->scale.outlier;
        const int of_a = q % 2, of_b = of_a ^ part;
        if (t == GEMM_NO_OUTLIER || (q >= 2 && t == a->scale.outlier))
            continue;
        const cuddreal product = cuddMul(of_a && of_b ? cuddNeg(a->part[of_a][t]) : a->part[of_a][t], b->part[of_b][t]);
        beside += fabs(product.x);
        r = cuddAdd(r, product);
    }
    const float guard_beside = (float)gemm_scaled(cuddFromDouble(beside), 14 - e).x;
    dd_exact *exact = dd_exact_new(), *scale = dd_exact_new();
    for (int64_t t = 0; t < k; t++)
        for (int of_a = 0; of_a < 2; of_a++)
        {
            const int of_b = of_a ^ part;
            const cuddreal x = a->part[of_a][t], y = b->part[of_b][t];
            dd_exact_add_pairs(exact, of_a && of_b ? cuddNeg(x) : x, y);
            dd_exact_add_pairs(scale, cuddFabs(x), cuddFabs(y));
            if (t % form->guard_step == 0)
                guard += a->low[of_a][t] * b->low[of_b][t];
        }
    const double error = dd_exact_scaled_error(exact, r, scale, 104);
    dd_exact_free(exact);
    dd_exact_free(scale);
    return gemm_guard_holds(guard, guard_beside, a->upper, b->upper, form->guard_factor) ? error : -1.0;
}

enum data
{
    BENIGN,
    WIDE,
    OPPOSED,
    CANCELLING,  /* The terms of the real part cancel but for the last bits. */
    SMALL_PARTS, /* All imaginary parts are 2^90 times smaller than the real parts. */
    INTEGERS,
    DOMINANT, /* One large complex term in each factor. */
    DATA_COUNT
};

static cuddreal number(struct dd_random *g, enum data data, int of_b, int part, int64_t t, int64_t k)
{
    if (data == INTEGERS)
        return cuddFromDouble((double)dd_random_int(g, -1000000, 1000000));
    if (data == WIDE)
        return dd_random_full_pair(g, (int)dd_random_int(g, -300, 300));
    if (data == DOMINANT)
        return dd_random_full_pair(g, t == 5 * (of_b + 1) ? 90 : 0);
    if (data == OPPOSED)
        return dd_random_full_pair(g, (of_b ? 1 : -1) * (int)(600 * t / k - 300));
    return dd_random_full_pair(g, (int)dd_random_int(g, -10, 10) - (data == SMALL_PARTS && part ? 90 : 0));
}

static void fill(struct line *a, struct line *b, struct dd_random *g, enum data data, int64_t k)
{
    for (int64_t t = 0; t < 2 * k; t++)
    {
        a->part[t / k][t % k] = number(g, data, 0, (int)(t / k), t % k, k);
        b->part[t / k][t % k] = number(g, data, 1, (int)(t / k), t % k, k);
    }
    for (int64_t t = 0; data == CANCELLING && t < k; t++)
    {
        a->part[1][t] = b->part[0][t];
        b->part[1][t] = a->part[0][t];
    }
}

/* Parts that the guard accepts keep the bound of the real product of 2k terms. */
static void products_keep_the_bound(void **state)
{
    (void)state;
    static const int64_t terms[] = {1, 2, 7, 64, 300, 1024, 2048, 8192, GEMM_TERMS_MOST / 8};
    int accepted[DATA_COUNT] = {0};
    struct dd_random g;
    dd_random_start(&g, 611);
    for (size_t s = 0; s < sizeof terms / sizeof terms[0]; s++)
        for (int data = 0; data < DATA_COUNT; data++)
            for (int repeat = 0; repeat < 3; repeat++)
            {
                const int64_t k = terms[s];
                struct gemm_residue_form form = ddblas_gemm_residue_form_of(2 * k);
                struct line a = line_new(k), b = line_new(k);
                form.centred = 1;
                fill(&a, &b, &g, (enum data)data, k);
                line_split(&a, k, &form);
                line_split(&b, k, &form);
                for (int part = 0; part < 2; part++)
                {
                    const double error = follow(&a, &b, k, &form, part);
                    assert_true(error <= ddblas_gemm_guard_bound(2 * k) + 1.0);
                    if (data == INTEGERS)
                        assert_true(error == 0.0);
                    if (data == BENIGN && k >= 1024)
                        assert_true(error >= 0.0 && error <= 4.0);
                    if (data == DOMINANT && k >= 300)
                        assert_true(error >= 0.0 && error <= 4.0);
                    if (data == OPPOSED && k >= 64)
                        assert_true(error < 0.0);
                    accepted[data] += error >= 0.0;
                }
                line_free(&a);
                line_free(&b);
            }
    assert_true(accepted[CANCELLING] > 0 && accepted[SMALL_PARTS] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(least_residues_are_least), cmocka_unit_test(products_keep_the_bound)};
    return cmocka_run_group_tests_name("complex products by three of residues", tests, NULL, NULL);
}
