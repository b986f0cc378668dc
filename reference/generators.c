/*
 * Matrices, vectors and dot products for the tests.
 */
#include "generators.h"

#include <math.h>
#include <stdlib.h>

#include "element.h"
#include "oracle.h"

struct value
{
    cuddreal re, im;
};

static const struct value zero = {{0.0, 0.0}, {0.0, 0.0}};

const char *dd_generator_name(dd_generator kind)
{
    static const char *const names[DD_GENERATOR_COUNT] = {"uniform", "wide", "integer", "hilbert", "cancel"};
    return names[kind];
}

/* ---- elements -------------------------------------------------------------------------------- */

static void store(ddblasType_t type, void *base, int64_t index, struct value v) { dd_element_set(type, base, index, v.re, v.im); }

static struct value fetch(ddblasType_t type, const void *base, int64_t index)
{
    const struct dd_parts e = dd_parts_load(type, base, index);
    return (struct value){cuddMake(e.re[0], e.re[1]), cuddMake(e.im[0], e.im[1])};
}

/* A random real number; spread is the largest exponent of the WIDE generator. */
static cuddreal draw_real(struct dd_random *g, dd_generator kind, int spread)
{
    switch (kind)
    {
    case DD_GENERATE_WIDE:
        return dd_random_pair(g, (int)dd_random_int(g, -spread, spread));
    case DD_GENERATE_INTEGER:
        return cuddFromDouble((double)dd_random_int(g, -8, 8));
    default:
        return dd_random_full_pair(g, (int)dd_random_int(g, -4, 0));
    }
}

static struct value draw(struct dd_random *g, dd_generator kind, ddblasType_t type, int spread)
{
    struct value v = zero;
    spread = dd_type_is_single(type) ? spread / 10 : spread;
    v.re = draw_real(g, kind, spread);
    if (dd_type_is_complex(type))
        v.im = draw_real(g, kind, spread);
    return v;
}

enum
{
    SPREAD_MATRIX = 300,
    SPREAD_VECTOR = 150
};

void dd_generate_element(struct dd_random *g, dd_generator kind, ddblasType_t type, void *element)
{
    store(type, element, 0, draw(g, kind, type, SPREAD_VECTOR));
}

/* ---- cancelling rows ------------------------------------------------------------------------- */

struct symmetric
{
    ddblasType_t type;
    int hermitian;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A;
    int64_t lda;
    void *x;
    int64_t incx;
};

static int64_t vector_index(int64_t n, int64_t increment, int64_t i)
{
    return increment > 0 ? i * increment : (i - (n - 1)) * increment;
}

static int is_stored(const struct symmetric *s, int64_t i, int64_t j)
{
    return s->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
}

static struct value get(const struct symmetric *s, int64_t i, int64_t j)
{
    int stored = is_stored(s, i, j);
    struct value v = fetch(s->type, s->A, stored ? i + j * s->lda : j + i * s->lda);
    if (s->hermitian && !stored)
        v.im = cuddNeg(v.im);
    return v;
}

static void set(const struct symmetric *s, int64_t i, int64_t j, struct value v)
{
    int stored = is_stored(s, i, j);
    if (s->hermitian && i == j)
        v.im = zero.im;
    if (s->hermitian && !stored)
        v.im = cuddNeg(v.im);
    store(s->type, s->A, stored ? i + j * s->lda : j + i * s->lda, v);
}

/* The sum over j of A[i,j] x[j] with the term j = without left out, rounded to pairs; *size gets
 * the sum of magnitudes. */
static struct value row_sum(const struct symmetric *s, int64_t i, int64_t without, double *size)
{
    struct value sum;
    dd_exact *re = dd_exact_new(), *im = dd_exact_new();
    *size = 0.0;
    for (int64_t j = 0; j < s->n; j++)
    {
        struct value a = get(s, i, j), b = fetch(s->type, s->x, vector_index(s->n, s->incx, j));
        if (j == without)
            continue;
        dd_exact_add_pairs(re, a.re, b.re);
        dd_exact_add_pairs(re, cuddNeg(a.im), b.im);
        dd_exact_add_pairs(im, a.re, b.im);
        dd_exact_add_pairs(im, a.im, b.re);
        *size += hypot(a.re.x, a.im.x) * hypot(b.re.x, b.im.x);
    }
    sum.re = dd_exact_to_pair(re);
    sum.im = dd_exact_to_pair(im);
    dd_exact_free(re);
    dd_exact_free(im);
    return sum;
}

/* a b + c d, rounded to a pair. */
static cuddreal sum_of_products(cuddreal a, cuddreal b, cuddreal c, cuddreal d)
{
    cuddreal r;
    dd_exact *sum = dd_exact_new();
    dd_exact_add_pairs(sum, a, b);
    dd_exact_add_pairs(sum, c, d);
    r = dd_exact_to_pair(sum);
    dd_exact_free(sum);
    return r;
}

/* -(sum - rest) / b: what A[i,j] must be for the row to come to `rest`. */
static struct value cancelling(struct value sum, double rest, struct value b)
{
    struct value v = zero;
    cuddreal target = dd_oracle_scalar_value(DD_OP_SUM, cuddFromDouble(rest), cuddNeg(sum.re), zero.re);
    if (b.im.x == 0.0)
    {
        v.re = dd_oracle_scalar_value(DD_OP_QUOTIENT, target, b.re, zero.re);
        v.im = dd_oracle_scalar_value(DD_OP_QUOTIENT, cuddNeg(sum.im), b.re, zero.re);
        return v;
    }
    /* (target - i sum.im) conj(b) / |b|^2 */
    const cuddreal norm = sum_of_products(b.re, b.re, b.im, b.im), im = cuddNeg(sum.im);
    v.re = dd_oracle_scalar_value(DD_OP_QUOTIENT, sum_of_products(target, b.re, im, b.im), norm, zero.re);
    v.im = dd_oracle_scalar_value(DD_OP_QUOTIENT, sum_of_products(im, b.re, cuddNeg(target), b.im), norm, zero.re);
    return v;
}

/* Row by row, later rows seeing the elements that earlier ones fixed: the element right of the
 * diagonal cancels the row; in real types the diagonal does so first, and the element beside it
 * takes what rounding left. */
static void cancel_rows(const struct symmetric *s, double condition)
{
    for (int64_t i = 0; i + 1 < s->n; i++)
    {
        double size, rest;
        struct value sum;
        if (!dd_type_is_complex(s->type))
        {
            set(s, i, i + 1, zero);
            sum = row_sum(s, i, i, &size);
            set(s, i, i, cancelling(sum, 0.0, fetch(s->type, s->x, vector_index(s->n, s->incx, i))));
        }
        sum = row_sum(s, i, i + 1, &size);
        rest = (i % 2 == 0 ? size : -size) / condition;
        set(s, i, i + 1, cancelling(sum, rest, fetch(s->type, s->x, vector_index(s->n, s->incx, i + 1))));
    }
}

/* ---- y = alpha A x + beta y ------------------------------------------------------------------ */

void dd_generate_symv(struct dd_random *g, dd_generator kind, double condition, ddblasType_t type, int hermitian,
                      ddblasFillMode_t uplo, int64_t n, void *A, int64_t lda, void *x, int64_t incx, void *y, int64_t incy)
{
    struct symmetric s = {type, hermitian, uplo, n, A, lda, x, incx};
    for (int64_t j = 0; j < n; j++)
    {
        struct value v = draw(g, kind, type, SPREAD_VECTOR);
        if (kind == DD_GENERATE_HILBERT)
            v.re = cuddSignBit(v.re) == (int)(j % 2) ? v.re : cuddNeg(v.re);
        store(type, x, vector_index(n, incx, j), v);
        store(type, y, vector_index(n, incy, j), draw(g, kind, type, SPREAD_VECTOR));
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++)
        {
            struct value v = draw(g, kind, type, SPREAD_MATRIX);
            if (kind == DD_GENERATE_HILBERT)
            {
                v = zero;
                v.re = dd_oracle_scalar_value(DD_OP_QUOTIENT, cuddFromDouble(1.0), cuddFromDouble((double)(i + j + 1)), v.re);
            }
            set(&s, i, j, v);
        }
    if (kind == DD_GENERATE_CANCEL)
        cancel_rows(&s, condition);
}

/* ---- dot products ---------------------------------------------------------------------------- */

void dd_generate_dot(struct dd_random *g, int64_t n, double condition, cuddreal *x, cuddreal *y)
{
    int64_t half = n / 2;
    double b = log2(condition);
    dd_exact *sum = dd_exact_new();
    for (int64_t i = 0; i < n; i++)
    {
        /* exponents fall from b/2 to 0 in the second half, where each y_i brings the sum so far to
         * a random number of that size
         */
        double share = i < half ? dd_random_unit(g) : (double)(n - 1 - i) / (double)(n - half);
        int e = i == 0 ? (int)(b / 2) + 1 : (int)(share * b / 2);
        x[i] = dd_random_full_pair(g, e);
        if (i < half)
            y[i] = dd_random_full_pair(g, e);
        else
        {
            cuddreal wanted = dd_random_full_pair(g, e);
            wanted = dd_oracle_scalar_value(DD_OP_SUM, wanted, cuddNeg(dd_exact_to_pair(sum)), wanted);
            y[i] = dd_oracle_scalar_value(DD_OP_QUOTIENT, wanted, x[i], wanted);
        }
        dd_exact_add_pairs(sum, x[i], y[i]);
    }
    for (int64_t i = n - 1; i > 0; i--)
    {
        int64_t j = dd_random_int(g, 0, i);
        cuddreal tx = x[i], ty = y[i];
        x[i] = x[j];
        y[i] = y[j];
        x[j] = tx;
        y[j] = ty;
    }
    dd_exact_free(sum);
}
