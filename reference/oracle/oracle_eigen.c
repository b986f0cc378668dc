/*
 * Symmetric and Hermitian eigenvalue problems against exact sums and MPFR.
 */
#include "oracle_eigen.h"

#include <math.h>
#include <stdlib.h>

#include "complex_sum.h"
#include "element.h"
#include "oracle.h"
#include "oracle_mpfr.h"

enum
{
    JACOBI_BITS = 192, /* MPFR is fast up to here; errors are judged in units of 2^-104 and more */
    SMALL_BITS = 150,
    EXACT_BITS = 320,
    STURM_BITS = 1200
};

/* ---- residuals ------------------------------------------------------------------------------- */

/* sqrt(square / scale) / (n u). */
static double judged(ddblasType_t type, int64_t n, mpfr_srcptr square, mpfr_srcptr scale)
{
    return dd_mpfr_root_ratio(square, scale, (double)n * dd_oracle_unit(type));
}

/* The largest square of the norm of a column of A. */
static void largest_column(ddblasType_t type, int64_t n, const void *A, mpfr_ptr largest)
{
    mpfr_t square;
    mpfr_init2(square, DD_NORM_BITS);
    mpfr_set_zero(largest, 1);
    for (int64_t j = 0; j < n; j++)
    {
        mpfr_set_zero(square, 1);
        for (int64_t i = 0; i < n; i++)
            dd_element_add_square(square, dd_parts_load(type, A, i + j * n));
        if (mpfr_greater_p(square, largest))
            mpfr_set(largest, square, RN);
    }
    mpfr_clear(square);
}

/* The largest square of ||A v_j - w_j v_j||. */
static void largest_residual(ddblasType_t type, int64_t n, int64_t m, const void *A, const void *V, const cuddreal *w,
                             mpfr_ptr largest)
{
    mpfr_t square;
    mpfr_init2(square, DD_NORM_BITS);
    mpfr_set_zero(largest, 1);
    for (int64_t j = 0; j < m; j++)
    {
        const struct dd_parts value = {{w[j].x, w[j].y}, {0.0, 0.0}};
        mpfr_set_zero(square, 1);
        for (int64_t i = 0; i < n; i++)
        {
            struct dd_complex_sum s;
            dd_complex_sum_zero(&s);
            for (int64_t k = 0; k < n; k++) /* A(i, k) = conj(A(k, i)) */
                dd_complex_sum_add(&s, dd_parts_load(type, A, k + i * n), dd_parts_load(type, V, k + j * n), 1, 1.0);
            dd_complex_sum_add(&s, value, dd_parts_load(type, V, i + j * n), 0, -1.0);
            dd_complex_sum_add_square(square, &s);
        }
        if (mpfr_greater_p(square, largest))
            mpfr_set(largest, square, RN);
    }
    mpfr_clear(square);
}

struct dd_eigen_error dd_oracle_eigen_error(ddblasType_t type, int64_t n, const void *A, const void *V, const cuddreal *w)
{
    return dd_oracle_eigen_error_of(type, n, n, A, V, w);
}

struct dd_eigen_error dd_oracle_eigen_error_of(ddblasType_t type, int64_t n, int64_t m, const void *A, const void *V,
                                               const cuddreal *w)
{
    struct dd_eigen_error e = {INFINITY, INFINITY};
    mpfr_t square, scale;
    if (!dd_elements_are_finite(DDBLAS_TYPE_W, w, m) || !dd_elements_are_finite(type, V, n * m))
        return e;
    mpfr_inits2(DD_NORM_BITS, square, scale, (mpfr_ptr)0);
    largest_column(type, n, A, scale);
    largest_residual(type, n, m, A, V, w, square);
    e.residual = judged(type, n, square, scale);
    dd_oracle_orthogonality_square(type, n, m, V, square);
    mpfr_set_ui(scale, 1, RN);
    e.orthogonality = judged(type, n, square, scale);
    mpfr_clears(square, scale, (mpfr_ptr)0);
    return e;
}

/* s = (A Q - Q T)(i, j). */
static void add_reduction(struct dd_complex_sum *s, ddblasType_t type, int64_t n, const void *A, const void *Q, const cuddreal *d,
                          const cuddreal *e, int64_t i, int64_t j)
{
    for (int64_t k = 0; k < n; k++) /* A(i, k) = conj(A(k, i)) */
        dd_complex_sum_add(s, dd_parts_load(type, A, k + i * n), dd_parts_load(type, Q, k + j * n), 1, 1.0);
    for (int64_t k = j > 0 ? j - 1 : 0; k <= j + 1 && k < n; k++)
    {
        const cuddreal t = k == j ? d[j] : e[k < j ? k : j];
        const struct dd_parts value = {{t.x, t.y}, {0.0, 0.0}};
        dd_complex_sum_add(s, value, dd_parts_load(type, Q, i + k * n), 0, -1.0);
    }
}

struct dd_eigen_error dd_oracle_sytrd_error(ddblasType_t type, int64_t n, const void *A, const void *Q, const cuddreal *d,
                                            const cuddreal *e)
{
    struct dd_eigen_error error = {INFINITY, INFINITY};
    mpfr_t square, scale;
    if (!dd_elements_are_finite(DDBLAS_TYPE_W, d, n) || !dd_elements_are_finite(DDBLAS_TYPE_W, e, n - 1) ||
        !dd_elements_are_finite(type, Q, n * n))
        return error;
    mpfr_inits2(DD_NORM_BITS, square, scale, (mpfr_ptr)0);
    mpfr_set_zero(square, 1);
    mpfr_set_zero(scale, 1);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            struct dd_complex_sum s;
            dd_complex_sum_zero(&s);
            add_reduction(&s, type, n, A, Q, d, e, i, j);
            dd_complex_sum_add_square(square, &s);
            dd_element_add_square(scale, dd_parts_load(type, A, i + j * n));
        }
    error.residual = judged(type, n, square, scale);
    dd_oracle_orthogonality_square(type, n, n, Q, square);
    mpfr_set_ui(scale, 1, RN);
    error.orthogonality = judged(type, n, square, scale);
    mpfr_clears(square, scale, (mpfr_ptr)0);
    return error;
}

/* ---- eigenvalues ----------------------------------------------------------------------------- */

static mpfr_t *numbers(int64_t count, int bits)
{
    mpfr_t *v = malloc((size_t)count * sizeof *v);
    if (!v)
        abort();
    for (int64_t i = 0; i < count; i++)
    {
        mpfr_init2(v[i], bits);
        mpfr_set_zero(v[i], 1);
    }
    return v;
}

static void release(mpfr_t *v, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        mpfr_clear(v[i]);
    free(v);
}

static void set_pair(mpfr_ptr v, const double part[2], double sign)
{
    mpfr_set_d(v, sign * part[0], RN);
    mpfr_add_d(v, v, sign * part[1], RN);
}

/* A complex matrix A as the real symmetric one [Re A, -Im A; Im A, Re A], whose eigenvalues are
 * A's, each twice. */
static mpfr_t *real_matrix(ddblasType_t type, int64_t n, int64_t order, const void *A)
{
    mpfr_t *S = numbers(order * order, JACOBI_BITS);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            const struct dd_parts a = dd_parts_load(type, A, i + j * n);
            set_pair(S[i + j * order], a.re, 1.0);
            if (order == n)
                continue;
            set_pair(S[i + n + (j + n) * order], a.re, 1.0);
            set_pair(S[i + n + j * order], a.im, 1.0);
            set_pair(S[i + (j + n) * order], a.im, -1.0);
        }
    return S;
}

/* Numbers of a step of Jacobi's method. */
struct work
{
    mpfr_t theta, t, c, s, cx, sx, cy, sy;
};

static void work_init(struct work *w)
{
    mpfr_inits2(JACOBI_BITS, w->theta, w->t, w->c, w->s, w->cx, w->sx, w->cy, w->sy, (mpfr_ptr)0);
}

static void work_clear(struct work *w) { mpfr_clears(w->theta, w->t, w->c, w->s, w->cx, w->sx, w->cy, w->sy, (mpfr_ptr)0); }

/* x = c x - s y, y = s x + c y. */
static void rotate(mpfr_ptr x, mpfr_ptr y, struct work *w)
{
    mpfr_mul(w->cx, w->c, x, RN);
    mpfr_mul(w->sx, w->s, x, RN);
    mpfr_mul(w->cy, w->c, y, RN);
    mpfr_mul(w->sy, w->s, y, RN);
    mpfr_sub(x, w->cx, w->sy, RN);
    mpfr_add(y, w->sx, w->cy, RN);
}

/* Element (i, j) of a symmetric matrix of which the lower triangle is kept. */
static mpfr_ptr lower(mpfr_t *S, int64_t n, int64_t i, int64_t j) { return i < j ? S[j + i * n] : S[i + j * n]; }

/* Makes S(p, q) zero by a rotation of rows and columns. Returns 0 if it is `small` already. */
static int eliminate(mpfr_t *S, int64_t n, int64_t p, int64_t q, mpfr_srcptr small, struct work *w)
{
    const mpfr_ptr first = lower(S, n, p, p), second = lower(S, n, q, q), between = lower(S, n, p, q);
    if (mpfr_cmpabs(between, small) <= 0)
        return 0;
    mpfr_sub(w->theta, second, first, RN);
    mpfr_div(w->theta, w->theta, between, RN);
    mpfr_div_2ui(w->theta, w->theta, 1, RN);
    mpfr_sqr(w->t, w->theta, RN); /* t = sign(theta) / (|theta| + sqrt(theta^2 + 1)) */
    mpfr_add_ui(w->t, w->t, 1, RN);
    mpfr_sqrt(w->t, w->t, RN);
    (mpfr_signbit(w->theta) ? mpfr_sub : mpfr_add)(w->t, w->theta, w->t, RN);
    mpfr_ui_div(w->t, 1, w->t, RN);
    mpfr_sqr(w->c, w->t, RN);
    mpfr_add_ui(w->c, w->c, 1, RN);
    mpfr_rec_sqrt(w->c, w->c, RN);
    mpfr_mul(w->s, w->t, w->c, RN);
    for (int64_t k = 0; k < n; k++)
        if (k != p && k != q)
            rotate(lower(S, n, p, k), lower(S, n, q, k), w);
    mpfr_mul(w->t, w->t, between, RN);
    mpfr_sub(first, first, w->t, RN);
    mpfr_add(second, second, w->t, RN);
    mpfr_set_zero(between, 1);
    return 1;
}

static int compare(const void *a, const void *b) { return mpfr_cmp(*(const mpfr_t *)a, *(const mpfr_t *)b); }

/* The largest error of w_j against the exact[copies j], which are ascending. */
static double judge_values(ddblasType_t type, int64_t n, int64_t copies, mpfr_t *exact, const cuddreal *w)
{
    double worst = 0.0;
    mpfr_t scale, error;
    mpfr_inits2(EXACT_BITS, scale, error, (mpfr_ptr)0);
    const mpfr_srcptr first = exact[0], last = exact[copies * n - 1];
    mpfr_abs(scale, mpfr_cmpabs(first, last) > 0 ? first : last, RN);
    mpfr_mul_d(scale, scale, (double)n * dd_oracle_unit(type), RN);
    for (int64_t j = 0; j < n; j++)
    {
        if (!isfinite(w[j].x) || !isfinite(w[j].y) || (j > 0 && cuddLt(w[j], w[j - 1])))
            worst = INFINITY;
        else
        {
            mpfr_sub_d(error, exact[copies * j], w[j].x, RN);
            mpfr_sub_d(error, error, w[j].y, RN);
            if (mpfr_zero_p(error))
                continue;
            mpfr_div(error, error, scale, RN);
            worst = fmax(worst, fabs(mpfr_get_d(error, RN)));
        }
    }
    mpfr_clears(scale, error, (mpfr_ptr)0);
    return worst;
}

double dd_oracle_eigenvalue_error(ddblasType_t type, int64_t n, const void *A, const cuddreal *w)
{
    const int64_t copies = dd_type_is_complex(type) ? 2 : 1, order = copies * n;
    mpfr_t *S = real_matrix(type, n, order, A), *values = numbers(order, JACOBI_BITS);
    mpfr_t small;
    struct work step;
    int rotated = 1;
    mpfr_init2(small, JACOBI_BITS);
    work_init(&step);
    mpfr_set_zero(small, 1);
    for (int64_t k = 0; k < order * order; k++)
        if (mpfr_cmpabs(S[k], small) > 0)
            mpfr_abs(small, S[k], RN);
    mpfr_div_2ui(small, small, SMALL_BITS, RN);
    for (int round = 0; rotated && round < 100; round++)
    {
        rotated = 0;
        for (int64_t q = 1; q < order; q++)
            for (int64_t p = 0; p < q; p++)
                rotated |= eliminate(S, order, p, q, small, &step);
    }
    if (rotated)
        abort(); /* Jacobi's method converges in about ten rounds. */
    for (int64_t k = 0; k < order; k++)
        mpfr_set(values[k], S[k + k * order], RN);
    qsort(values, (size_t)order, sizeof *values, compare);
    const double error = judge_values(type, n, copies, values, w);
    release(S, order * order);
    release(values, order);
    work_clear(&step);
    mpfr_clear(small);
    return error;
}

int64_t dd_oracle_tridiagonal_below(int64_t n, const cuddreal *d, const cuddreal *e, cuddreal x, double shift)
{
    int64_t count = 0;
    mpfr_t at, pivot, square;
    mpfr_inits2(STURM_BITS, at, pivot, square, (mpfr_ptr)0);
    mpfr_set_d(at, x.x, RN);
    mpfr_add_d(at, at, x.y, RN);
    mpfr_add_d(at, at, shift, RN);
    mpfr_set_zero(square, 1);
    mpfr_set_ui(pivot, 1, RN);
    for (int64_t i = 0; i < n; i++)
    {
        if (i > 0)
        {
            mpfr_set_d(square, e[i - 1].x, RN);
            mpfr_add_d(square, square, e[i - 1].y, RN);
            mpfr_sqr(square, square, RN);
        }
        mpfr_div(pivot, square, pivot, RN);
        mpfr_d_sub(pivot, d[i].x, pivot, RN);
        mpfr_add_d(pivot, pivot, d[i].y, RN);
        mpfr_sub(pivot, pivot, at, RN);
        if (mpfr_zero_p(pivot)) /* A tiny number of either sign stands for 0. */
            mpfr_set_si_2exp(pivot, -1, -8000, RN);
        count += mpfr_sgn(pivot) < 0;
    }
    mpfr_clears(at, pivot, square, (mpfr_ptr)0);
    return count;
}

/* 4 sin^2(a pi / b). */
static void sine_square(mpfr_ptr v, int64_t a, int64_t b)
{
    mpfr_const_pi(v, RN);
    mpfr_mul_si(v, v, (long)a, RN);
    mpfr_div_si(v, v, (long)b, RN);
    mpfr_sin(v, v, RN);
    mpfr_sqr(v, v, RN);
    mpfr_mul_2ui(v, v, 2, RN);
}

double dd_oracle_spectrum_error(enum dd_spectrum spectrum, int64_t n, const cuddreal *w)
{
    mpfr_t *values = numbers(n, EXACT_BITS);
    for (int64_t k = 1; k <= n; k++)
    {
        mpfr_ptr v = values[k - 1];
        if (spectrum == DD_SPECTRUM_121)
            sine_square(v, k, 2 * (n + 1));
        else if (spectrum == DD_SPECTRUM_CLEMENT)
            mpfr_set_si(v, (long)(2 * k - 1 - n), RN);
        else
        {
            sine_square(v, 2 * (n + 1 - k) - 1, 2 * (2 * n + 1));
            mpfr_ui_div(v, 1, v, RN);
        }
    }
    const double error = judge_values(DDBLAS_TYPE_W, n, 1, values, w);
    release(values, n);
    return error;
}

cuddreal dd_oracle_root(int64_t k)
{
    mpfr_t v;
    mpfr_init2(v, EXACT_BITS);
    mpfr_set_si(v, (long)k, RN);
    mpfr_sqrt(v, v, RN);
    const cuddreal root = dd_mpfr_pair(v);
    mpfr_clear(v);
    return root;
}
