/*
 * Nonsymmetric eigenvalue problems against exact sums and MPFR.
 */
#include "oracle_general.h"

#include <math.h>

#include "complex_sum.h"
#include "element.h"
#include "oracle.h"
#include "oracle_mpfr.h"

enum
{
    BITS = 200
};

/* sqrt(square / scale) / (n u). */
static double judged(ddblasType_t type, int64_t n, mpfr_srcptr square, mpfr_srcptr scale)
{
    return dd_mpfr_root_ratio(square, scale, (double)n * dd_oracle_unit(type));
}

static void square_of_matrix(ddblasType_t type, int64_t n, const void *A, mpfr_ptr square)
{
    mpfr_set_zero(square, 1);
    for (int64_t k = 0; k < n * n; k++)
        dd_element_add_square(square, dd_parts_load(type, A, k));
}

/* ---- Schur form ------------------------------------------------------------------------------ */

static void residual_square(ddblasType_t type, int64_t n, const void *A, const void *Z, const void *T, mpfr_ptr square)
{
    mpfr_set_zero(square, 1);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            struct dd_complex_sum s;
            dd_complex_sum_zero(&s);
            for (int64_t k = 0; k < n; k++)
            {
                dd_complex_sum_add(&s, dd_parts_load(type, A, i + k * n), dd_parts_load(type, Z, k + j * n), 0, 1.0);
                dd_complex_sum_add(&s, dd_parts_load(type, Z, i + k * n), dd_parts_load(type, T, k + j * n), 0, -1.0);
            }
            dd_complex_sum_add_square(square, &s);
        }
}

static void largest_column(ddblasType_t type, int64_t n, const void *Z, mpfr_ptr largest)
{
    const struct dd_parts one = {{1.0, 0.0}, {0.0, 0.0}};
    mpfr_t square;
    mpfr_init2(square, DD_NORM_BITS);
    mpfr_set_zero(largest, 1);
    for (int64_t j = 0; j < n; j++)
    {
        mpfr_set_zero(square, 1);
        for (int64_t i = 0; i < n; i++)
        {
            struct dd_complex_sum s;
            dd_complex_sum_zero(&s);
            for (int64_t k = 0; k < n; k++)
                dd_complex_sum_add(&s, dd_parts_load(type, Z, k + i * n), dd_parts_load(type, Z, k + j * n), 1, 1.0);
            if (i == j)
                dd_complex_sum_add(&s, one, one, 0, -1.0);
            dd_complex_sum_add_square(square, &s);
        }
        if (mpfr_greater_p(square, largest))
            mpfr_set(largest, square, RN);
    }
    mpfr_clear(square);
}

struct dd_schur_error dd_oracle_schur_error(ddblasType_t type, int64_t n, const void *A, const void *Z, const void *T)
{
    struct dd_schur_error e = {INFINITY, INFINITY};
    mpfr_t square, scale;
    if (!dd_elements_are_finite(type, Z, n * n) || !dd_elements_are_finite(type, T, n * n))
        return e;
    mpfr_inits2(DD_NORM_BITS, square, scale, (mpfr_ptr)0);
    square_of_matrix(type, n, A, scale);
    residual_square(type, n, A, Z, T, square);
    e.residual = judged(type, n, square, scale);
    largest_column(type, n, Z, square);
    mpfr_set_ui(scale, 1, RN);
    e.orthogonality = judged(type, n, square, scale);
    mpfr_clears(square, scale, (mpfr_ptr)0);
    return e;
}

/* ---- eigenpairs ------------------------------------------------------------------------------ */

static struct dd_parts conjugate(struct dd_parts a)
{
    a.im[0] = -a.im[0];
    a.im[1] = -a.im[1];
    return a;
}

/* Component i of the vector of eigenvalue j, which is the first of a pair if `pair`. */
static struct dd_parts component(const struct dd_general_pairs *p, int64_t i, int64_t j, int pair)
{
    struct dd_parts x = dd_parts_load(p->type, p->V, i + j * p->n);
    if (pair)
    {
        const struct dd_parts y = dd_parts_load(p->type, p->V, i + (j + 1) * p->n);
        x.im[0] = y.re[0];
        x.im[1] = y.re[1];
    }
    return x;
}

/* The squares of the residual and of the vector. */
static void judge_pair(const struct dd_general_pairs *p, int64_t j, struct dd_parts value, int pair, mpfr_ptr residual,
                       mpfr_ptr length)
{
    const int64_t n = p->n;
    mpfr_set_zero(residual, 1);
    mpfr_set_zero(length, 1);
    for (int64_t i = 0; i < n; i++)
    {
        struct dd_complex_sum s;
        dd_complex_sum_zero(&s);
        for (int64_t k = 0; k < n; k++)
            dd_complex_sum_add(&s, dd_parts_load(p->type, p->A, p->left ? k + i * n : i + k * n), component(p, k, j, pair),
                               p->left, 1.0);
        dd_complex_sum_add(&s, p->left ? conjugate(value) : value, component(p, i, j, pair), 0, -1.0);
        dd_complex_sum_add_square(residual, &s);
        dd_element_add_square(length, component(p, i, j, pair));
    }
}

struct dd_pairs_error dd_oracle_pairs_error(const struct dd_general_pairs *p)
{
    struct dd_pairs_error e = {INFINITY, INFINITY};
    mpfr_t square, length, scale;
    if (!dd_elements_are_finite(p->type, p->V, p->n * p->n) || !dd_elements_are_finite(p->type, p->wr, p->n))
        return e;
    mpfr_inits2(DD_NORM_BITS, square, length, scale, (mpfr_ptr)0);
    square_of_matrix(p->type, p->n, p->A, scale);
    e.residual = e.norm = 0.0;
    for (int64_t j = 0; j < p->n; j++)
    {
        struct dd_parts value = dd_parts_load(p->type, p->wr, j);
        int pair = 0;
        if (p->wi)
        {
            const struct dd_parts imaginary = dd_parts_load(p->type, p->wi, j);
            value.im[0] = imaginary.re[0];
            value.im[1] = imaginary.re[1];
            pair = imaginary.re[0] != 0.0;
        }
        judge_pair(p, j, value, pair, square, length);
        e.residual = fmax(e.residual, judged(p->type, p->n, square, scale));
        mpfr_sub_ui(length, length, 1, RN);
        e.norm = fmax(e.norm, fabs(mpfr_get_d(length, RN)) / dd_oracle_unit(p->type));
        j += pair;
    }
    mpfr_clears(square, length, scale, (mpfr_ptr)0);
    return e;
}

/* ---- known eigenvalues ----------------------------------------------------------------------- */

/* v = numerator pi / denominator. */
static void angle(mpfr_ptr v, int64_t numerator, int64_t denominator)
{
    mpfr_const_pi(v, RN);
    mpfr_mul_si(v, v, numerator, RN);
    mpfr_div_si(v, v, denominator, RN);
}

void dd_oracle_circulant(int64_t n, const double *first, cuddcomplex *values)
{
    mpfr_t a, s, c, re, im;
    mpfr_inits2(BITS, a, s, c, re, im, (mpfr_ptr)0);
    for (int64_t j = 0; j < n; j++)
    {
        mpfr_set_zero(re, 1);
        mpfr_set_zero(im, 1);
        for (int64_t k = 0; k < n; k++)
        {
            angle(a, 2 * (j * k % n), n);
            mpfr_sin_cos(s, c, a, RN);
            mpfr_mul_d(s, s, first[k], RN);
            mpfr_mul_d(c, c, first[k], RN);
            mpfr_add(re, re, c, RN);
            mpfr_add(im, im, s, RN);
        }
        values[j] = cuddcMake(dd_mpfr_pair(re), dd_mpfr_pair(im));
    }
    mpfr_clears(a, s, c, re, im, (mpfr_ptr)0);
}

void dd_oracle_toeplitz(int64_t n, double a, double b, double c, cuddcomplex *values)
{
    mpfr_t v, root;
    mpfr_inits2(BITS, v, root, (mpfr_ptr)0);
    mpfr_set_d(root, b, RN);
    mpfr_mul_d(root, root, c, RN);
    mpfr_sqrt(root, root, RN);
    for (int64_t k = 1; k <= n; k++)
    {
        angle(v, k, n + 1);
        mpfr_cos(v, v, RN);
        mpfr_mul(v, v, root, RN);
        mpfr_mul_ui(v, v, 2, RN);
        mpfr_add_d(v, v, a, RN);
        values[k - 1] = cuddcFromReal(dd_mpfr_pair(v));
    }
    mpfr_clears(v, root, (mpfr_ptr)0);
}
