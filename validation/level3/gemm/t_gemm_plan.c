/*
 * The residue route of gemm without a GPU: its numbers against exact arithmetic, and whole products
 * followed step by step in plain C, from elements to integers, residues, INT32 sums, reconstruction
 * and guard, against the oracle; the plan's blocks and routes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "level3/gemm/gemm_route_choice.h"
#include "level3/gemm/residue/gemm_residue_plan.h"
#include "level3/gemm/residue/gemm_residue_prepared.h"
#include "level3/gemm/residue/gemm_residue_arith.h"
#include "oracle.h"
#include "random.h"

/* ---- numbers --------------------------------------------------------------------------------- */

static void product_of_moduli(mpz_t product, int moduli)
{
    mpz_set_ui(product, 1);
    for (int i = 0; i < moduli; i++)
        mpz_mul_ui(product, product, (unsigned long)ddblas_gemm_modulus(i));
}

/* The number with these digits. */
static void of_digits(mpz_t number, const double *digits)
{
    mpz_t d;
    mpz_init(d);
    mpz_set_ui(number, 0);
    for (int j = GEMM_DIGITS - 1; j >= 0; j--)
    {
        assert_true(digits[j] >= 0.0 && digits[j] < ldexp(1.0, GEMM_DIGIT_BITS) && digits[j] == floor(digits[j]));
        mpz_set_d(d, digits[j]);
        mpz_mul_2exp(number, number, GEMM_DIGIT_BITS);
        mpz_add(number, number, d);
    }
    mpz_clear(d);
}

static void moduli_are_coprime(void **state)
{
    (void)state;
    static const int32_t first[] = {256, 255, 253, 251, 247, 241, 239, 233, 229, 227};
    for (int i = 0; i < 10; i++)
        assert_int_equal(ddblas_gemm_modulus(i), first[i]);
    mpz_t a, b, g;
    mpz_inits(a, b, g, NULL);
    for (int i = 0; i < GEMM_MODULI_MOST; i++)
        for (int j = 0; j < i; j++)
        {
            mpz_set_si(a, ddblas_gemm_modulus(i));
            mpz_set_si(b, ddblas_gemm_modulus(j));
            mpz_gcd(g, a, b);
            assert_int_equal(mpz_get_si(g), 1);
        }
    mpz_clears(a, b, g, NULL);
}

static void weights_are_those_of_the_remainder_theorem(void **state)
{
    (void)state;
    mpz_t product, weight;
    mpz_inits(product, weight, NULL);
    for (int moduli = GEMM_MODULI_LEAST; moduli <= GEMM_MODULI_MOST; moduli++)
    {
        const struct gemm_residue_join join = *ddblas_gemm_residue_join_numbers(moduli);
        product_of_moduli(product, moduli);
        of_digits(weight, join.product);
        assert_int_equal(mpz_cmp(weight, product), 0);
        assert_true(mpz_sizeinbase(product, 2) <= GEMM_DIGITS * GEMM_DIGIT_BITS);
        /* The largest magnitude of a sum of reduced residues times digits, and of the quotient
         * times the product's digits. */
        double reach = 0.0;
        for (int i = 0; i < moduli; i++)
        {
            of_digits(weight, join.weight[i]);
            assert_true(mpz_cmp(weight, product) < 0);
            for (int j = 0; j < moduli; j++)
                assert_int_equal(mpz_fdiv_ui(weight, (unsigned long)ddblas_gemm_modulus(j)), i == j);
            assert_int_equal(join.modulus[i], ddblas_gemm_modulus(i));
            assert_true(fabs(join.reciprocal[i] - 0x1p32 / join.modulus[i]) <= 0.5);
            reach += 1.25 * join.modulus[i] + 1.0;
        }
        assert_true(2.0 * (reach + 1.0) * ldexp(1.0, GEMM_DIGIT_BITS) < 0x1p53);
        const double scale = ldexp(1.0, (GEMM_DIGITS - 1) * GEMM_DIGIT_BITS);
        assert_true(fabs(join.inverse * (mpz_get_d(product) / scale) - 1.0) < 0x1p-51);
    }
    mpz_clears(product, weight, NULL);
}

/* Every k keeps k 2^(2 bits) well below M / 2. */
static void forms_are_unique(void **state)
{
    (void)state;
    mpz_t product, reach;
    mpz_inits(product, reach, NULL);
    for (int64_t k = 1; k <= GEMM_TERMS_MOST; k = k < 5000 ? k + 1 : k + k / 7)
    {
        const int64_t terms = k > GEMM_TERMS_MOST - 20000 ? GEMM_TERMS_MOST : k;
        const struct gemm_residue_form f = ddblas_gemm_residue_form_of(terms);
        assert_in_range(f.moduli, GEMM_MODULI_LEAST, GEMM_MODULI_MOST);
        assert_true(f.bits >= 105 && f.bits <= 116);
        assert_true(f.guard_step == 1 || f.guard_step == 2);
        const struct gemm_residue_form kept = ddblas_gemm_residue_form_kept(terms);
        assert_true(kept.moduli == f.moduli && kept.bits == f.bits && kept.guard_step == 1);
        assert_true(kept.guard_factor < ldexp(GEMM_KEPT_BOUND, f.bits - 110));
        assert_true((int64_t)127 * 127 * terms <= INT32_MAX); /* the guard's product */
        product_of_moduli(product, f.moduli);
        mpz_set_si(reach, terms);
        mpz_mul_2exp(reach, reach, (mp_bitcnt_t)(2 * f.bits + 1));
        assert_true(mpz_cmp(reach, product) < 0);
    }
    mpz_clears(product, reach, NULL);
}

/* ---- elements -------------------------------------------------------------------------------- */

/* Byte b of an integer. */
static int32_t byte_of(const struct gemm_integer *x, int b) { return (int8_t)(x->word[b / 4] >> (8 * (b % 4)) & 255); }

static void integer_value(mpz_t value, const struct gemm_integer *x)
{
    mpz_set_ui(value, 0);
    for (int b = 15; b >= 0; b--)
    {
        mpz_t byte;
        mpz_init_set_si(byte, byte_of(x, b));
        mpz_mul_2exp(value, value, 8);
        mpz_add(value, value, byte);
        mpz_clear(byte);
    }
}

static void add_integer(dd_exact *s, const struct gemm_integer *x)
{
    for (int b = 0; b < 16; b++)
        dd_exact_add_product(s, ldexp(1.0, 8 * b), (double)byte_of(x, b));
}

/* An element as integer of `bits` bits, in a row of exponent e: within 1/2 + 2^-40 of the scaled
 * element, and its residues. */
static void judge_integer(cuddreal a, int e, int bits)
{
    const struct gemm_residue_split *split = ddblas_gemm_residue_split_numbers();
    const int half = (bits - e) / 2;
    const double s = gemm_power(half), t = gemm_power(bits - e - half);
    const struct gemm_integer x = gemm_integer_of(a, s, t, ldexp(1.0, GEMM_GUARD_BITS - bits));
    dd_exact *error = dd_exact_new(), *size = dd_exact_new(), *one = dd_exact_new();
    add_integer(error, &x);
    dd_exact *scaled = dd_exact_new();
    dd_exact_add_product(scaled, a.x, -s);
    dd_exact_add_product(scaled, a.y, -s);
    dd_exact_multiply(scaled, cuddFromDouble(t));
    dd_exact_add_exact(error, scaled);
    assert_true(fabs(dd_exact_to_double(error)) <= 0.5 + 0x1p-40);
    assert_int_equal(x.inexact, dd_exact_sign(error) != 0);
    const double guard = ldexp(fabs(dd_exact_to_double(scaled)), GEMM_GUARD_BITS - bits);
    assert_true(x.low <= guard * (1.0 + 0x1p-50) && x.high >= guard * (1.0 - 0x1p-50));
    assert_true(x.low >= 0 && x.low <= 127 && x.high <= x.low + 1);
    mpz_t value;
    mpz_init(value);
    integer_value(value, &x);
    for (int i = 0; i < GEMM_MODULI_MOST; i++)
    {
        const int8_t r = (int8_t)(gemm_residue_of(x.word, split, i) & 255);
        const int32_t p = ddblas_gemm_modulus(i);
        assert_true(2 * abs(r) <= p);
        assert_int_equal(mpz_fdiv_ui(value, (unsigned long)p), (r + p) % p);
    }
    mpz_clear(value);
    dd_exact_free(error);
    dd_exact_free(size);
    dd_exact_free(one);
    dd_exact_free(scaled);
}

static void elements_become_integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 601);
    for (int c = 0; c < 20000; c++)
    {
        const int e = (int)dd_random_int(&g, -1000, 1023), bits = (int)dd_random_int(&g, 100, 116);
        const int below = c % 3 == 0 ? (int)dd_random_int(&g, 1, 2000) : (int)dd_random_int(&g, 1, 130);
        const int exponent = e - below < -1070 ? -1070 : e - below;
        judge_integer(dd_random_full_pair(&g, exponent), e, bits);
    }
    const double below_one = 0x1.fffffffffffffp-1;
    for (int bits = 100; bits <= 116; bits++)
    {
        judge_integer(cuddMake(below_one, 0x1.fffffffffffffp-55), 0, bits);
        judge_integer(cuddMake(-below_one, -0x1.fffffffffffffp-55), 0, bits);
        judge_integer(cuddMake(0.5, -0x1p-1074), 0, bits);
        judge_integer(cuddMake(0x1p-1074, 0.0), 0, bits);
        judge_integer(cuddFromDouble(0.0), 0, bits);
        judge_integer(cuddMake(ldexp(1.5, -bits), 0.0), 0, bits);
        judge_integer(cuddMake(ldexp(1.5, -bits), -0x1p-200), 0, bits);
        judge_integer(cuddMake(CUDD_MAX_HI, CUDD_MAX_LO), 1024, bits);
    }
}

/* ---- reconstruction -------------------------------------------------------------------------- */

/* A number below M / 2 from INT32 numbers of its residues, which may be any in their classes. */
static void judge_join(const struct gemm_residue_join *join, int moduli, const mpz_t number, struct dd_random *g)
{
    double sum[GEMM_DIGITS] = {0.0};
    for (int i = 0; i < moduli; i++)
    {
        const int32_t p = join->modulus[i], residue = (int32_t)mpz_fdiv_ui(number, (unsigned long)p);
        const int64_t turns = dd_random_int(g, INT32_MIN / p + 1, INT32_MAX / p - 1);
        gemm_join_add(sum, gemm_reduced((int32_t)(residue + turns * p), p, join->reciprocal[i]), join->weight[i]);
    }
    const cuddreal r = gemm_join_finish(sum, join);
    dd_exact *exact = dd_exact_new();
    mpz_t part;
    mpz_init(part);
    for (int l = 0; l < 8; l++)
    {
        mpz_tdiv_q_2exp(part, number, (mp_bitcnt_t)(32 * l));
        const double limb = (double)mpz_tdiv_ui(part, 4294967296UL);
        dd_exact_add_product(exact, mpz_sgn(number) < 0 ? -limb : limb, ldexp(1.0, 32 * l));
    }
    assert_true(dd_exact_relative_error(exact, r, 105) <= 1.0);
    mpz_clear(part);
    dd_exact_free(exact);
}

static void numbers_come_back(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 602);
    mpz_t number, product, limb;
    mpz_inits(number, product, limb, NULL);
    for (int moduli = GEMM_MODULI_LEAST; moduli <= GEMM_MODULI_MOST; moduli++)
    {
        const struct gemm_residue_join join = *ddblas_gemm_residue_join_numbers(moduli);
        product_of_moduli(product, moduli);
        const int most = (int)mpz_sizeinbase(product, 2) - 2;
        for (int c = 0; c < 20000; c++)
        {
            mpz_set_ui(number, 0);
            for (int l = 0; l < 8; l++)
            {
                mpz_mul_2exp(number, number, 32);
                mpz_add_ui(number, number, (unsigned long)dd_random_int(&g, 0, 4294967295));
            }
            mpz_tdiv_r_2exp(number, number, (mp_bitcnt_t)dd_random_int(&g, 0, most));
            if (c % 5 == 0) /* long runs of zeros and ones */
            {
                mpz_set_ui(number, 1);
                mpz_mul_2exp(number, number, (mp_bitcnt_t)dd_random_int(&g, 0, most - 1));
                mpz_set_ui(limb, 1);
                mpz_mul_2exp(limb, limb, (mp_bitcnt_t)dd_random_int(&g, 0, most - 1));
                (c % 2 ? mpz_add : mpz_sub)(number, number, limb);
            }
            if (c % 3 == 0)
                mpz_neg(number, number);
            judge_join(&join, moduli, number, &g);
        }
    }
    mpz_clears(number, product, limb, NULL);
}

/* ---- whole products -------------------------------------------------------------------------- */

enum
{
    ROWS = 3,
    COLUMNS = 3
};

struct line
{
    cuddreal *element;
    int8_t (*residue)[GEMM_MODULI_MOST];
    int32_t *low;
    uint32_t upper;
    struct gemm_scale scale;
};

static struct line line_new(int64_t k)
{
    struct line r = {.element = aligned_alloc(16, (size_t)k * sizeof(cuddreal)),
                     .residue = calloc((size_t)k, GEMM_MODULI_MOST),
                     .low = calloc((size_t)k, sizeof(int32_t))};
    assert_true(r.element && r.residue && r.low);
    return r;
}

static void line_free(struct line *r)
{
    free(r->element);
    free(r->residue);
    free(r->low);
}

static void line_split(struct line *r, int64_t k, int bits, const struct gemm_residue_split *split, int moduli)
{
    struct gemm_largest found = {0, 0, 0};
    r->upper = 0;
    for (int64_t t = 0; t < k; t++)
    {
        const struct gemm_largest one = {gemm_key_of(r->element[t].x), (uint32_t)t, 0};
        found = gemm_larger(found, one);
    }
    r->scale = gemm_scale_of((uint64_t)found.key << 32 | found.term, found.second);
    const int e = bits - gemm_key_exponent(r->scale.key);
    for (int64_t t = 0; t < k; t++)
    {
        const cuddreal a = t == r->scale.outlier ? cuddFromDouble(0.0) : r->element[t];
        const struct gemm_integer x =
            gemm_integer_of(a, gemm_power(e / 2), gemm_power(e - e / 2), gemm_power(GEMM_GUARD_BITS - bits));
        for (int i = 0; i < moduli; i++)
            r->residue[t][i] = (int8_t)(gemm_residue_of(x.word, split, i) & 255);
        r->low[t] = x.low;
        r->upper += (uint32_t)x.high;
        r->upper |= x.inexact ? GEMM_INEXACT : 0U;
    }
}

/* The element's error in u_w |a| |b|, or -1 where the guard refuses it. */
static double follow(const struct line *a, const struct line *b, int64_t k, const struct gemm_residue_form *form,
                     const struct gemm_residue_join *join)
{
    double sum[GEMM_DIGITS] = {0.0};
    int32_t guard = 0;
    for (int i = 0; i < form->moduli; i++)
    {
        int64_t c = 0;
        for (int64_t t = 0; t < k; t++)
            c += a->residue[t][i] * b->residue[t][i];
        assert_true(i == 0 || (c >= INT32_MIN && c <= INT32_MAX));
        gemm_join_add(sum, gemm_reduced((int32_t)c, join->modulus[i], join->reciprocal[i]), join->weight[i]);
    }
    for (int64_t t = 0; t < k; t += form->guard_step)
        guard += a->low[t] * b->low[t];
    const int e = gemm_key_exponent(a->scale.key) + gemm_key_exponent(b->scale.key);
    cuddreal r = gemm_scaled(gemm_join_finish(sum, join), e - 2 * form->bits);
    double beside = 0.0;
    for (int which = 0; which < 2; which++)
    {
        const int32_t t = which == 0 ? a->scale.outlier : b->scale.outlier;
        if (t == GEMM_NO_OUTLIER || (which == 1 && t == a->scale.outlier))
            continue;
        const cuddreal product = cuddMul(a->element[t], b->element[t]);
        beside += fabs(product.x);
        r = cuddAdd(r, product);
    }
    const float guard_beside = (float)gemm_scaled(cuddFromDouble(beside), 14 - e).x;
    dd_exact *exact = dd_exact_new(), *scale = dd_exact_new();
    for (int64_t t = 0; t < k; t++)
    {
        dd_exact_add_pairs(exact, a->element[t], b->element[t]);
        dd_exact_add_pairs(scale, cuddFabs(a->element[t]), cuddFabs(b->element[t]));
    }
    const double error = dd_exact_scaled_error(exact, r, scale, 104);
    dd_exact_free(exact);
    dd_exact_free(scale);
    if (!gemm_guard_holds(guard, guard_beside, a->upper, b->upper, form->guard_factor))
        return -1.0;
    return error;
}

enum data
{
    BENIGN,
    WIDE,
    OPPOSED,
    CANCELLING,
    INTEGERS,
    DOMINANT,
    DATA_COUNT
};

static cuddreal element(struct dd_random *g, enum data data, int of_b, int64_t t, int64_t k)
{
    if (data == INTEGERS)
        return cuddFromDouble((double)dd_random_int(g, -1000000, 1000000));
    if (data == WIDE)
        return dd_random_full_pair(g, (int)dd_random_int(g, -300, 300));
    if (data == DOMINANT)
        return dd_random_full_pair(g, 0);
    if (data == OPPOSED)
        return dd_random_full_pair(g, (of_b ? 1 : -1) * (int)(600 * t / k - 300));
    return dd_random_full_pair(g, (int)dd_random_int(g, -10, 10));
}

static void fill(struct line *a, struct line *b, struct dd_random *g, enum data data, int64_t k)
{
    for (int r = 0; r < ROWS; r++)
        for (int64_t t = 0; t < k; t++)
        {
            a[r].element[t] = element(g, data, 0, t, k);
            b[r].element[t] = element(g, data, 1, t, k);
        }
    for (int r = 0; data == DOMINANT && r < ROWS && k >= 64; r++)
    {
        a[r].element[7 * r] = dd_random_full_pair(g, 30 * r + 6);
        b[r].element[5 * r + k / 2 * (r % 2)] = dd_random_full_pair(g, 30 * r + 6);
    }
    for (int64_t t = 0; data == CANCELLING && 2 * t + 1 < k; t++)
        for (int r = 0; r < ROWS; r++)
        {
            a[r].element[k - 1 - t] = cuddNeg(a[r].element[t]);
            b[r].element[k - 1 - t] = b[r].element[t];
        }
}

/* Products that the guard accepts keep its bound; benign data are accepted from 1024 terms on,
 * within 4 units. */
static void products_keep_the_bound(void **state)
{
    (void)state;
    static const int64_t terms[] = {1, 2, 7, 64, 300, 1024, 4096, 16384};
    struct dd_random g;
    dd_random_start(&g, 603);
    for (size_t s = 0; s < sizeof terms / sizeof terms[0]; s++)
        for (int data = 0; data < DATA_COUNT; data++)
        {
            const int64_t k = terms[s];
            const struct gemm_residue_form form = ddblas_gemm_residue_form_of(k);
            const struct gemm_residue_split *split = ddblas_gemm_residue_split_numbers();
            const struct gemm_residue_join *join = ddblas_gemm_residue_join_numbers(form.moduli);
            struct line a[ROWS], b[COLUMNS];
            for (int r = 0; r < ROWS; r++)
            {
                a[r] = line_new(k);
                b[r] = line_new(k);
            }
            fill(a, b, &g, (enum data)data, k);
            for (int r = 0; r < ROWS; r++)
            {
                line_split(&a[r], k, form.bits, split, form.moduli);
                line_split(&b[r], k, form.bits, split, form.moduli);
            }
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < COLUMNS; j++)
                {
                    const double error = follow(&a[i], &b[j], k, &form, join);
                    assert_true(error <= ddblas_gemm_guard_bound(k) + 1.0);
                    if (data == INTEGERS)
                        assert_true(error == 0.0);
                    if (data == BENIGN && k >= 1024)
                        assert_true(error >= 0.0 && error <= 4.0);
                    if (data == DOMINANT && k >= 300)
                        assert_true(error >= 0.0 && error <= 4.0);
                    if (data == OPPOSED && k >= 64)
                        assert_true(error < 0.0);
                }
            for (int r = 0; r < ROWS; r++)
            {
                line_free(&a[r]);
                line_free(&b[r]);
            }
        }
}

static int64_t padded(int64_t lines, int64_t unit) { return (lines + unit - 1) / unit * unit; }

/* ---- prepared residues ----------------------------------------------------------------------- */

/* The arrays of all slices follow one another without overlap, within the bytes of the query, each
 * aligned, and each line begins at a multiple of 256 bytes, the guard's too. */
static void prepared_residues_have_room(void **state)
{
    (void)state;
    static const int64_t terms[] = {1, 64, 65, 4095, 4096, 8192, 131072, 131073, 400000};
    static const int64_t lines[] = {1, 63, 64, 65, 8192};
    for (size_t t = 0; t < sizeof terms / sizeof terms[0]; t++)
        for (size_t l = 0; l < sizeof lines / sizeof lines[0]; l++)
        {
            const size_t bytes = ddblas_gemm_residue_prepared_bytes(lines[l], terms[t]);
            static _Alignas(256) char memory[256]; /* Only addresses are looked at. */
            const struct gemm_residue_prepared p = {lines[l], terms[t], memory};
            size_t end = 0;
            for (int64_t first = 0; first < terms[t]; first += GEMM_TERMS_MOST)
            {
                const int64_t slice = terms[t] - first < GEMM_TERMS_MOST ? terms[t] - first : GEMM_TERMS_MOST;
                const struct gemm_residue_form form = ddblas_gemm_residue_form_of(slice);
                const struct gemm_residue_block b = ddblas_gemm_residue_prepared_block(&p, first);
                const size_t plane = (size_t)(b.padded_lines * b.pitch), keys = (size_t)((char *)b.keys - memory),
                             tops = (size_t)((char *)b.tops - memory), uppers = (size_t)((char *)b.uppers - memory),
                             residue = (size_t)((char *)b.residue - memory);
                assert_true(b.padded_lines >= lines[l] && b.padded_lines % 64 == 0 && b.padded_terms == padded(slice, 64));
                assert_true(b.pitch >= b.padded_terms && b.pitch / form.guard_step % 256 == 0);
                assert_true(tops >= end && tops % 256 == 0 && keys == tops + 8 * (size_t)b.padded_lines && residue % 256 == 0);
                assert_true(uppers == keys + 4 * (size_t)b.padded_lines && residue >= uppers + 4 * (size_t)lines[l]);
                end = residue + (size_t)form.moduli * plane + plane / (size_t)form.guard_step + (size_t)(63 * b.pitch);
            }
            assert_true(end <= bytes);
            assert_true(lines[l] < 8192 || terms[t] < 4095 || (double)bytes < 33.0 * (double)lines[l] * (double)terms[t]);
        }
    assert_true(ddblas_gemm_residue_prepared_bytes(INT64_MAX, INT64_MAX) == SIZE_MAX);
    assert_true(ddblas_gemm_residue_prepared_bytes(0, 5) == 0 && ddblas_gemm_residue_prepared_bytes(5, 0) == 0);
}

/* ---- blocks and routes ----------------------------------------------------------------------- */

/* No two arrays overlap, each has room for what is written into it, all within the budget. */
static void judge_plan(const struct gemm_residue_plan *p, size_t budget)
{
    const struct gemm_residue_layout l = ddblas_gemm_residue_layout_of(p);
    const int64_t unit = p->fused ? 64 : 32, terms = padded(p->terms, 64), pitch = padded(p->rows, unit);
    const int64_t columns = padded(p->columns, unit);
    const int64_t a = p->prepared & 1 ? 0 : padded(p->lines_a, unit), b = p->prepared & 2 ? 0 : padded(p->lines_b, unit);
    const int64_t planes = GEMM_MODULI_MOST + 1, products = p->fused ? GEMM_MODULI_MOST + 4 : 4 * planes;
    const struct
    {
        size_t at;
        int64_t bytes;
    } arrays[] = {{l.tops[0], 16 * a},
                  {l.residue[0], planes * a * terms},
                  {l.tops[1], 16 * b},
                  {l.residue[1], planes * b * terms},
                  {l.products, products * pitch * columns},
                  {l.mask, pitch / 8 * columns},
                  {l.any, 4},
                  {l.one, 16},
                  {l.product_workspace, (int64_t)p->product_workspace}};
    size_t end = 0;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
    {
        assert_true(arrays[i].at >= end && arrays[i].at % 256 == 0);
        end = arrays[i].at + (size_t)arrays[i].bytes;
    }
    assert_true(end <= p->workspace && p->workspace <= budget);
    assert_true(l.keys[0] == l.tops[0] + 8 * (size_t)a && l.uppers[0] == l.keys[0] + 4 * (size_t)a);
    assert_true(l.keys[1] == l.tops[1] + 8 * (size_t)b && l.uppers[1] == l.keys[1] + 4 * (size_t)b);
    assert_true(p->rows >= 1 && p->rows <= p->lines_a && p->columns >= 1 && p->columns <= p->lines_b);
    assert_true(p->terms >= 1 && p->terms <= p->slice && p->slice <= GEMM_TERMS_MOST);
    /* Bytes cannot be added up, and their blocks begin at groups of 64 lines. */
    if (p->fused)
        assert_true(p->terms == p->slice && (p->rows == p->lines_a || p->rows % 64 == 0) && p->rows <= GEMM_FUSED_EDGE &&
                    p->columns <= GEMM_FUSED_EDGE);
    if (p->terms < p->slice)
        assert_true(p->rows == p->lines_a && p->columns == p->lines_b && p->terms % (p->prepared ? 512 : 64) == 0);
}

static void plans_fit_their_budget(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 604);
    for (int c = 0; c < 20000; c++)
    {
        int64_t sizes[3];
        for (int i = 0; i < 3; i++)
            sizes[i] = c % 50 == 0 ? INT64_MAX : dd_random_int(&g, 1, (int64_t)1 << dd_random_int(&g, 0, 40));
        const size_t budget = (size_t)dd_random_int(&g, 0, (int64_t)1 << dd_random_int(&g, 16, 36));
        struct gemm_residue_plan plan;
        if (ddblas_gemm_residue_make_plan(&plan, sizes[0], sizes[1], sizes[2], c % 2, c / 2 % 2, budget))
            judge_plan(&plan, budget);
        else
            assert_true(budget < (size_t)8 << 20);
        assert_true(ddblas_gemm_residue_make_plan(&plan, sizes[0], sizes[1], sizes[2], c % 2, c / 2 % 2,
                                                  ddblas_gemm_residue_budget_within(80e9)));
        judge_plan(&plan, (size_t)16 << 30);
        const int prepared = 1 + c / 4 % 3;
        if (ddblas_gemm_residue_make_plan_with(&plan, sizes[0], sizes[1], sizes[2], 0, c / 2 % 2, prepared, budget))
            judge_plan(&plan, budget);
        else
            assert_true(budget < (size_t)8 << 20);
        assert_int_equal(plan.prepared, prepared);
    }
    assert_true(ddblas_gemm_residue_budget_within(1e12) == (size_t)16 << 30 &&
                ddblas_gemm_residue_budget_within(0.0) >= (size_t)8 << 20);
}

/* Times measured on an H200: the choice is never more than 5% above the better one. */
static void routes_are_the_faster_ones(void **state)
{
    (void)state;
    static const struct
    {
        int64_t m, n, k;
        double plain, residues;
    } measured[] = {
#define GEMM_MEASURED(m, n, k, plain, residues) {m, n, k, plain, residues},
#include "gemm_routes.def"
#undef GEMM_MEASURED
    };
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++)
    {
        const int residues = ddblas_gemm_prefers_residues(measured[i].m, measured[i].n, measured[i].k);
        const double chosen = residues ? measured[i].residues : measured[i].plain;
        if (chosen > 1.05 * fmin(measured[i].residues, measured[i].plain))
            fail_msg("%lld x %lld x %lld: %s", (long long)measured[i].m, (long long)measured[i].n, (long long)measured[i].k,
                     residues ? "residues" : "plain");
    }
    (void)ddblas_gemm_prefers_residues(INT64_MAX, INT64_MAX, INT64_MAX);
    assert_false(ddblas_gemm_prefers_residues(INT64_MAX, 1, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moduli_are_coprime),
        cmocka_unit_test(weights_are_those_of_the_remainder_theorem),
        cmocka_unit_test(forms_are_unique),
        cmocka_unit_test(elements_become_integers),
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(products_keep_the_bound),
        cmocka_unit_test(plans_fit_their_budget),
        cmocka_unit_test(routes_are_the_faster_ones),
        cmocka_unit_test(prepared_residues_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
