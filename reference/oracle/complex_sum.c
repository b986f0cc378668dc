/*
 * Exact sums of products of elements, and norms of them.
 */
#include "complex_sum.h"

#include "oracle_mpfr.h"

static const struct dd_parts one = {{1.0, 0.0}, {0.0, 0.0}};

void dd_complex_sum_zero(struct dd_complex_sum *s)
{
    dd_accumulator_zero(&s->re);
    dd_accumulator_zero(&s->im);
}

static int is_real(struct dd_parts e) { return e.im[0] == 0.0 && e.im[1] == 0.0; }

void dd_complex_sum_add(struct dd_complex_sum *s, struct dd_parts a, struct dd_parts b, int conjugate, double sign)
{
    const int negative = sign < 0.0;
    dd_accumulator_add_pairs(&s->re, a.re, b.re, negative);
    if (is_real(a) && is_real(b))
        return;
    dd_accumulator_add_pairs(&s->re, a.im, b.im, negative == (conjugate != 0));
    dd_accumulator_add_pairs(&s->im, a.re, b.im, negative);
    dd_accumulator_add_pairs(&s->im, a.im, b.re, negative != (conjugate != 0));
}

void dd_complex_sum_add_square(mpfr_ptr total, const struct dd_complex_sum *s)
{
    mpfr_t v;
    mpfr_init2(v, DD_NORM_BITS);
    dd_accumulator_get(v, &s->re);
    mpfr_fma(total, v, v, total, RN);
    dd_accumulator_get(v, &s->im);
    mpfr_fma(total, v, v, total, RN);
    mpfr_clear(v);
}

void dd_element_add_square(mpfr_ptr total, struct dd_parts e)
{
    struct dd_complex_sum s;
    dd_complex_sum_zero(&s);
    dd_complex_sum_add(&s, e, one, 0, 1.0);
    dd_complex_sum_add_square(total, &s);
}

int dd_elements_are_finite(ddblasType_t type, const void *X, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!dd_parts_are_finite(dd_parts_load(type, X, i)))
            return 0;
    return 1;
}

void dd_oracle_orthogonality_square(ddblasType_t type, int64_t m, int64_t n, const void *X, mpfr_ptr total)
{
    mpfr_set_zero(total, 1);
    for (int64_t j = 0; j < n; j++)
        for (int64_t k = 0; k <= j; k++)
        {
            struct dd_complex_sum s;
            dd_complex_sum_zero(&s);
            for (int64_t i = 0; i < m; i++)
                dd_complex_sum_add(&s, dd_parts_load(type, X, i + k * m), dd_parts_load(type, X, i + j * m), 1, 1.0);
            if (j == k)
                dd_complex_sum_add(&s, one, one, 0, -1.0);
            dd_complex_sum_add_square(total, &s);
            if (j != k)
                dd_complex_sum_add_square(total, &s);
        }
}
