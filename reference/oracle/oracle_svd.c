/*
 * Singular value decompositions against exact sums, and singular values against MPFR. For these a
 * complex matrix X + i Y of m x n is the real one [X, -Y; Y, X] of 2 m x 2 n, which has each value
 * twice.
 */
#include "oracle_svd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "complex_sum.h"
#include "element.h"
#include "oracle.h"
#include "oracle_mpfr.h"

enum
{
    PRODUCT_BITS = 320,
    JACOBI_BITS = 640,
    MOST_SWEEPS = 60
};

/* A real matrix, column-major. */
struct matrix
{
    int64_t rows, columns;
    mpfr_t *at;
};

static struct matrix new_matrix(int64_t rows, int64_t columns, int bits)
{
    struct matrix x = {rows, columns, malloc((size_t)(rows * columns + 1) * sizeof *x.at)};
    if (!x.at)
        abort();
    for (int64_t i = 0; i < rows * columns; i++)
    {
        mpfr_init2(x.at[i], bits);
        mpfr_set_zero(x.at[i], 1);
    }
    return x;
}

static void free_matrix(struct matrix x)
{
    for (int64_t i = 0; i < x.rows * x.columns; i++)
        mpfr_clear(x.at[i]);
    free(x.at);
}

static mpfr_ptr element(struct matrix x, int64_t i, int64_t j) { return x.at[i + j * x.rows]; }

static void set_pair(mpfr_ptr v, const double part[2], double sign)
{
    mpfr_set_d(v, sign * part[0], RN);
    mpfr_add_d(v, v, sign * part[1], RN);
}

/* The matrix as a real one; its adjoint if `adjoint`. */
static struct matrix real_matrix(ddblasType_t type, int64_t m, int64_t n, const void *A, int adjoint, int bits)
{
    const int64_t parts = dd_type_is_complex(type) ? 2 : 1, rows = adjoint ? n : m, columns = adjoint ? m : n;
    struct matrix x = new_matrix(parts * rows, parts * columns, bits);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            const struct dd_parts a = dd_parts_load(type, A, i + j * m);
            const int64_t row = adjoint ? j : i, column = adjoint ? i : j;
            set_pair(element(x, row, column), a.re, 1.0);
            if (parts == 1)
                continue;
            set_pair(element(x, row + rows, column + columns), a.re, 1.0);
            set_pair(element(x, row + rows, column), a.im, adjoint ? -1.0 : 1.0);
            set_pair(element(x, row, column + columns), a.im, adjoint ? 1.0 : -1.0);
        }
    return x;
}

/* The sum of x_i y_i over the first rows of two columns. */
static void dot_rows(mpfr_ptr sum, int64_t rows, struct matrix x, int64_t j, struct matrix y, int64_t k)
{
    mpfr_set_zero(sum, 1);
    for (int64_t i = 0; i < rows; i++)
        mpfr_fma(sum, element(x, i, j), element(y, i, k), sum, RN);
}

static void dot(mpfr_ptr sum, struct matrix x, int64_t j, struct matrix y, int64_t k) { dot_rows(sum, x.rows, x, j, y, k); }

/* ---- decompositions -------------------------------------------------------------------------- */

/* Powers of two lift small matrices, so that no part of a product underflows. */
static int lift_of(ddblasType_t type, int64_t count, const void *A)
{
    double largest = 0.0;
    for (int64_t i = 0; i < count; i++)
    {
        const struct dd_parts a = dd_parts_load(type, A, i);
        largest = fmax(largest, fmax(fabs(a.re[0]), fabs(a.im[0])));
    }
    return largest > 0.0 && largest < 0x1p-300 ? -ilogb(largest) : 0;
}

static void lift(double part[2], int exponent)
{
    part[0] = scalbn(part[0], exponent);
    part[1] = scalbn(part[1], exponent);
}

/* 2^exponent s v = p + q, to 2^-200 of it. */
static void scaled_product(cuddreal s, const double v[2], int exponent, double p[2], double q[2])
{
    struct dd_accumulator sum;
    mpfr_t product;
    double pair[2] = {s.x, s.y};
    mpfr_init2(product, PRODUCT_BITS);
    lift(pair, exponent);
    dd_accumulator_zero(&sum);
    dd_accumulator_add_pairs(&sum, pair, v, 0);
    dd_accumulator_get(product, &sum);
    const cuddreal first = dd_mpfr_pair(product);
    mpfr_sub_d(product, product, first.x, RN);
    mpfr_sub_d(product, product, first.y, RN);
    const cuddreal second = dd_mpfr_pair(product);
    p[0] = first.x;
    p[1] = first.y;
    q[0] = second.x;
    q[1] = second.y;
    mpfr_clear(product);
}

/* The largest squares of the norms of columns of A - U diag(s) V^H and of A, for VT with `rows`
 * rows. */
static void column_squares(ddblasType_t type, int64_t m, int64_t n, const void *A, const cuddreal *s, const void *U, int64_t rows,
                           const void *VT, mpfr_ptr error, mpfr_ptr scale)
{
    const int64_t k = m < n ? m : n;
    const int exponent = lift_of(type, m * n, A);
    struct dd_parts *const factors = malloc((size_t)(2 * k + 1) * sizeof *factors), one = {{1.0, 0.0}, {0.0, 0.0}};
    mpfr_t error_square, square;
    if (!factors)
        abort();
    mpfr_inits2(DD_NORM_BITS, error_square, square, (mpfr_ptr)0);
    mpfr_set_zero(error, 1);
    mpfr_set_zero(scale, 1);
    for (int64_t j = 0; j < n; j++)
    {
        for (int64_t l = 0; l < k; l++)
        {
            const struct dd_parts v = dd_parts_load(type, VT, l + j * rows);
            scaled_product(s[l], v.re, exponent, factors[2 * l].re, factors[2 * l + 1].re);
            scaled_product(s[l], v.im, exponent, factors[2 * l].im, factors[2 * l + 1].im);
        }
        mpfr_set_zero(error_square, 1);
        mpfr_set_zero(square, 1);
        for (int64_t i = 0; i < m; i++)
        {
            struct dd_complex_sum sum;
            struct dd_parts a = dd_parts_load(type, A, i + j * m);
            lift(a.re, exponent);
            lift(a.im, exponent);
            dd_element_add_square(square, a);
            dd_complex_sum_zero(&sum);
            dd_complex_sum_add(&sum, a, one, 0, 1.0);
            for (int64_t l = 0; l < 2 * k; l++)
                dd_complex_sum_add(&sum, dd_parts_load(type, U, i + l / 2 * m), factors[l], 0, -1.0);
            dd_complex_sum_add_square(error_square, &sum);
        }
        if (mpfr_greater_p(error_square, error))
            mpfr_set(error, error_square, RN);
        if (mpfr_greater_p(square, scale))
            mpfr_set(scale, square, RN);
    }
    mpfr_clears(error_square, square, (mpfr_ptr)0);
    free(factors);
}

/* ||V^T conj(V) - I||_F^2 for V^T of m x n. */
static void orthogonality_of_rows(ddblasType_t type, int64_t m, int64_t n, const void *VT, mpfr_ptr total)
{
    const size_t size = dd_type_size(type);
    char *const V = malloc((size_t)(m * n + 1) * size);
    if (!V)
        abort();
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            memcpy(V + (size_t)(j + i * n) * size, (const char *)VT + (size_t)(i + j * m) * size, size);
    dd_oracle_orthogonality_square(type, n, m, V, total);
    free(V);
}

struct dd_svd_error dd_oracle_svd_error(ddblasType_t type, int64_t m, int64_t n, const void *A, const cuddreal *s,
                                        int64_t columns, const void *U, int64_t rows, const void *VT)
{
    struct dd_svd_error e = {INFINITY, INFINITY, INFINITY};
    const double unit = (double)(m > n ? m : n) * dd_oracle_unit(type);
    mpfr_t square, scale;
    if (!dd_elements_are_finite(DDBLAS_TYPE_W, s, m < n ? m : n) || !dd_elements_are_finite(type, U, m * columns) ||
        !dd_elements_are_finite(type, VT, rows * n))
        return e;
    mpfr_inits2(DD_NORM_BITS, square, scale, (mpfr_ptr)0);
    column_squares(type, m, n, A, s, U, rows, VT, square, scale);
    e.residual = dd_mpfr_root_ratio(square, scale, unit);
    mpfr_set_ui(scale, 1, RN);
    dd_oracle_orthogonality_square(type, m, columns, U, square);
    e.left = dd_mpfr_root_ratio(square, scale, unit);
    orthogonality_of_rows(type, rows, n, VT, square);
    e.right = dd_mpfr_root_ratio(square, scale, unit);
    mpfr_clears(square, scale, (mpfr_ptr)0);
    return e;
}

/* ---- singular values ------------------------------------------------------------------------- */

/* Numbers of a step of Jacobi's method. */
struct work
{
    mpfr_t alpha, beta, gamma, t, c, s, x;
};

/* t = sign(zeta) / (|zeta| + sqrt(zeta^2 + 1)), zeta = (beta - alpha) / (2 gamma). */
static void find_rotation(struct work *w)
{
    mpfr_sub(w->t, w->beta, w->alpha, RN);
    mpfr_div(w->t, w->t, w->gamma, RN);
    mpfr_div_2ui(w->t, w->t, 1, RN);
    mpfr_sqr(w->x, w->t, RN);
    mpfr_add_ui(w->x, w->x, 1, RN);
    mpfr_sqrt(w->x, w->x, RN);
    (mpfr_signbit(w->t) ? mpfr_sub : mpfr_add)(w->t, w->t, w->x, RN);
    mpfr_ui_div(w->t, 1, w->t, RN);
    mpfr_sqr(w->c, w->t, RN);
    mpfr_add_ui(w->c, w->c, 1, RN);
    mpfr_rec_sqrt(w->c, w->c, RN);
    mpfr_mul(w->s, w->t, w->c, RN);
}

/* Makes the first rows of two columns orthogonal. Returns 0 if they are, up to 2^-300 of their
 * norms. */
static int treat_pair(struct matrix X, int64_t rows, int64_t p, int64_t q, struct work *w)
{
    dot_rows(w->alpha, rows, X, p, X, p);
    dot_rows(w->beta, rows, X, q, X, q);
    dot_rows(w->gamma, rows, X, p, X, q);
    mpfr_mul(w->x, w->alpha, w->beta, RN);
    mpfr_div_2ui(w->x, w->x, 600, RN);
    mpfr_sqr(w->t, w->gamma, RN);
    if (mpfr_lessequal_p(w->t, w->x))
        return 0;
    find_rotation(w);
    for (int64_t i = 0; i < X.rows; i++)
    {
        mpfr_ptr a = element(X, i, p), b = element(X, i, q);
        mpfr_fmms(w->x, w->c, a, w->s, b, RN);
        mpfr_fmma(b, w->s, a, w->c, b, RN);
        mpfr_set(a, w->x, RN);
    }
    return 1;
}

/* Turns the columns of X until their first rows are orthogonal. */
static void turn_columns(struct matrix X, int64_t rows)
{
    struct work w;
    int rotated = 1;
    mpfr_inits2(JACOBI_BITS, w.alpha, w.beta, w.gamma, w.t, w.c, w.s, w.x, (mpfr_ptr)0);
    for (int sweep = 0; rotated && sweep < MOST_SWEEPS; sweep++)
    {
        rotated = 0;
        for (int64_t p = 0; p < X.columns; p++)
            for (int64_t q = p + 1; q < X.columns; q++)
                rotated |= treat_pair(X, rows, p, q, &w);
    }
    if (rotated)
        abort(); /* About ten sweeps suffice. */
    mpfr_clears(w.alpha, w.beta, w.gamma, w.t, w.c, w.s, w.x, (mpfr_ptr)0);
}

/* The squares of the norms of the columns of X, which become orthogonal, descending; squares are
 * the first row of the result. */
static struct matrix singular_squares(struct matrix X)
{
    struct matrix squares = new_matrix(1, X.columns, JACOBI_BITS);
    turn_columns(X, X.rows);
    for (int64_t j = 0; j < X.columns; j++)
    {
        dot(squares.at[j], X, j, X, j);
        for (int64_t i = j; i > 0 && mpfr_greater_p(squares.at[i], squares.at[i - 1]); i--)
            mpfr_swap(squares.at[i], squares.at[i - 1]);
    }
    return squares;
}

struct dd_singular_value_error dd_oracle_singular_value_error(ddblasType_t type, int64_t m, int64_t n, const void *A,
                                                              const cuddreal *s)
{
    const int64_t k = m < n ? m : n, parts = dd_type_is_complex(type) ? 2 : 1;
    const double unit = dd_oracle_unit(type);
    struct dd_singular_value_error e = {0.0, 0.0};
    struct matrix X = real_matrix(type, m, n, A, m < n, JACOBI_BITS), squares = singular_squares(X);
    mpfr_t exact, error, largest;
    mpfr_inits2(JACOBI_BITS, exact, error, largest, (mpfr_ptr)0);
    mpfr_sqrt(largest, squares.at[0], RN);
    for (int64_t j = 0; j < k; j++)
    {
        if (!cuddIsFinite(s[j]) || cuddSignBit(s[j]) || (j > 0 && cuddLt(s[j - 1], s[j])))
            e.absolute = e.relative = INFINITY;
        mpfr_sqrt(exact, squares.at[parts * j], RN);
        mpfr_sub_d(error, exact, s[j].x, RN);
        mpfr_sub_d(error, error, s[j].y, RN);
        if (mpfr_zero_p(error))
            continue;
        mpfr_abs(error, error, RN);
        mpfr_div_d(error, error, unit, RN);
        if (!mpfr_zero_p(exact))
        {
            mpfr_div(exact, error, exact, RN);
            e.relative = fmax(e.relative, mpfr_get_d(exact, RN) / (double)k);
        }
        mpfr_div(error, error, largest, RN);
        e.absolute = fmax(e.absolute, mpfr_get_d(error, RN) / (double)(m > n ? m : n));
    }
    mpfr_clears(exact, error, largest, (mpfr_ptr)0);
    free_matrix(squares);
    free_matrix(X);
    return e;
}

void dd_oracle_singular_values(ddblasType_t type, int64_t m, int64_t n, const void *A, cuddreal *s)
{
    const int64_t k = m < n ? m : n, parts = dd_type_is_complex(type) ? 2 : 1;
    struct matrix X = real_matrix(type, m, n, A, m < n, JACOBI_BITS), squares = singular_squares(X);
    for (int64_t j = 0; j < k; j++)
    {
        mpfr_ptr exact = squares.at[parts * j];
        mpfr_sqrt(exact, exact, RN);
        const double high = mpfr_get_d(exact, RN);
        mpfr_sub_d(exact, exact, high, RN);
        s[j] = cuddMake(high, mpfr_get_d(exact, RN));
    }
    free_matrix(squares);
    free_matrix(X);
}

/* ---- null spaces and pseudo-inverses --------------------------------------------------------- */

/* total = ||X||_F^2. */
static void square_of_all(struct matrix X, mpfr_ptr total)
{
    mpfr_set_zero(total, 1);
    for (int64_t i = 0; i < X.rows * X.columns; i++)
        mpfr_fma(total, X.at[i], X.at[i], total, RN);
}

struct dd_null_error dd_oracle_null_error(ddblasType_t type, int64_t m, int64_t n, const void *A, int64_t columns, const void *Z)
{
    struct dd_null_error e = {INFINITY, INFINITY};
    const double unit = (double)(m > n ? m : n) * dd_oracle_unit(type);
    mpfr_t square, largest, scale;
    if (!dd_elements_are_finite(type, Z, n * columns))
        return e;
    mpfr_inits2(DD_NORM_BITS, square, largest, scale, (mpfr_ptr)0);
    mpfr_set_zero(largest, 1);
    for (int64_t j = 0; j < columns; j++)
    {
        mpfr_set_zero(square, 1);
        for (int64_t i = 0; i < m; i++)
        {
            struct dd_complex_sum sum;
            dd_complex_sum_zero(&sum);
            for (int64_t l = 0; l < n; l++)
                dd_complex_sum_add(&sum, dd_parts_load(type, A, i + l * m), dd_parts_load(type, Z, l + j * n), 0, 1.0);
            dd_complex_sum_add_square(square, &sum);
        }
        if (mpfr_greater_p(square, largest))
            mpfr_set(largest, square, RN);
    }
    mpfr_set_zero(scale, 1);
    for (int64_t k = 0; k < m * n; k++)
        dd_element_add_square(scale, dd_parts_load(type, A, k));
    e.residual = dd_mpfr_root_ratio(largest, scale, unit);
    dd_oracle_orthogonality_square(type, n, columns, Z, square);
    mpfr_set_ui(scale, 1, RN);
    e.orthogonal = dd_mpfr_root_ratio(square, scale, unit);
    mpfr_clears(square, largest, scale, (mpfr_ptr)0);
    return e;
}

/* Sorts columns so that the norms of their first rows descend; the last row becomes the squares of
 * these norms. */
static void sort_columns(struct matrix X, int64_t rows)
{
    for (int64_t j = 0; j < X.columns; j++)
    {
        dot_rows(element(X, X.rows - 1, j), rows, X, j, X, j);
        for (int64_t i = j; i > 0 && mpfr_greater_p(element(X, X.rows - 1, i), element(X, X.rows - 1, i - 1)); i--)
            for (int64_t l = 0; l < X.rows; l++)
                mpfr_swap(element(X, l, i), element(X, l, i - 1));
    }
}

/* [X; I; 0], whose columns become [U S; V; squares of S] for X = U S V^T; rows >= columns. */
static struct matrix decompose(struct matrix X)
{
    struct matrix all = new_matrix(X.rows + X.columns + 1, X.columns, JACOBI_BITS);
    for (int64_t j = 0; j < X.columns; j++)
    {
        for (int64_t i = 0; i < X.rows; i++)
            mpfr_set(element(all, i, j), element(X, i, j), RN);
        mpfr_set_ui(element(all, X.rows + j, j), 1, RN);
    }
    turn_columns(all, X.rows);
    sort_columns(all, X.rows);
    return all;
}

/* P = the sum of v (U S)^T / square over the first columns of a decomposition. */
static void sum_of_columns(struct matrix all, int64_t columns, struct matrix P)
{
    mpfr_t factor;
    mpfr_init2(factor, JACOBI_BITS);
    for (int64_t l = 0; l < columns; l++)
        for (int64_t j = 0; j < P.columns; j++)
        {
            mpfr_div(factor, element(all, j, l), element(all, all.rows - 1, l), RN);
            for (int64_t i = 0; i < P.rows; i++)
                mpfr_fma(element(P, i, j), element(all, P.columns + i, l), factor, element(P, i, j), RN);
        }
    mpfr_clear(factor);
}

double dd_oracle_pseudo_inverse_error(ddblasType_t type, int64_t m, int64_t n, const void *A, int64_t rank, const void *X)
{
    const int64_t parts = dd_type_is_complex(type) ? 2 : 1;
    const int wide = m < n;
    const double unit = (double)(m > n ? m : n) * dd_oracle_unit(type);
    if (!dd_elements_are_finite(type, X, m * n))
        return INFINITY;
    struct matrix a = real_matrix(type, m, n, A, wide, JACOBI_BITS), x = real_matrix(type, n, m, X, wide, JACOBI_BITS),
                  all = decompose(a), exact = new_matrix(x.rows, x.columns, JACOBI_BITS);
    mpfr_t norm, inverse;
    mpfr_inits2(JACOBI_BITS, norm, inverse, (mpfr_ptr)0);
    sum_of_columns(all, parts * rank, exact);
    square_of_all(a, norm);
    square_of_all(exact, inverse);
    mpfr_div_ui(norm, norm, (unsigned long)parts, RN);
    mpfr_div_ui(inverse, inverse, (unsigned long)parts, RN);
    mpfr_mul(norm, norm, inverse, RN);
    mpfr_mul(norm, norm, inverse, RN);
    for (int64_t i = 0; i < x.rows * x.columns; i++)
        mpfr_sub(exact.at[i], exact.at[i], x.at[i], RN);
    square_of_all(exact, inverse);
    mpfr_div_ui(inverse, inverse, (unsigned long)parts, RN);
    const double error = dd_mpfr_root_ratio(inverse, norm, unit);
    mpfr_clears(norm, inverse, (mpfr_ptr)0);
    free_matrix(exact);
    free_matrix(all);
    free_matrix(x);
    free_matrix(a);
    return error;
}
