/*
 * Singular value decompositions against MPFR. A complex matrix X + i Y of m x n is treated as the
 * real one [X, -Y; Y, X] of 2 m x 2 n: products, adjoints and norms of columns correspond, and each
 * singular value occurs twice.
 */
#include "oracle_svd.h"

#include <math.h>
#include <stdlib.h>

#include "element.h"
#include "oracle.h"
#include "oracle_mpfr.h"

enum
{
    RESIDUAL_BITS = 320,
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

static int all_finite(ddblasType_t type, const void *X, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!dd_parts_are_finite(dd_parts_load(type, X, i)))
            return 0;
    return 1;
}

/* The sum of x_i y_i over the first rows of two columns. */
static void dot_rows(mpfr_ptr sum, int64_t rows, struct matrix x, int64_t j, struct matrix y, int64_t k)
{
    mpfr_set_zero(sum, 1);
    for (int64_t i = 0; i < rows; i++)
        mpfr_fma(sum, element(x, i, j), element(y, i, k), sum, RN);
}

static void dot(mpfr_ptr sum, struct matrix x, int64_t j, struct matrix y, int64_t k) { dot_rows(sum, x.rows, x, j, y, k); }

static void keep_larger(mpfr_ptr largest, mpfr_srcptr value)
{
    if (mpfr_greater_p(value, largest))
        mpfr_set(largest, value, RN);
}

/* sqrt(square / scale) / unit; 0 when square is 0, Inf when scale alone is. */
static double judged(mpfr_ptr square, mpfr_srcptr scale, double unit)
{
    if (mpfr_zero_p(square))
        return 0.0;
    mpfr_div(square, square, scale, RN);
    mpfr_sqrt(square, square, RN);
    mpfr_div_d(square, square, unit, RN);
    return mpfr_get_d(square, RN);
}

/* ---- decompositions -------------------------------------------------------------------------- */

/* The largest squares of the norms of columns of A - U diag(s) V^H and of A. Of a complex matrix
 * the first half of the columns suffices. */
static void column_squares(struct matrix A, struct matrix U, struct matrix VT, const cuddreal *s, int64_t parts, int64_t k,
                           mpfr_ptr error, mpfr_ptr scale)
{
    struct matrix E = new_matrix(A.rows, 1, RESIDUAL_BITS);
    mpfr_t factor, square;
    mpfr_inits2(RESIDUAL_BITS, factor, square, (mpfr_ptr)0);
    mpfr_set_zero(error, 1);
    mpfr_set_zero(scale, 1);
    for (int64_t j = 0; j < A.columns / parts; j++)
    {
        for (int64_t i = 0; i < A.rows; i++)
            mpfr_set(element(E, i, 0), element(A, i, j), RN);
        dot(square, E, 0, E, 0);
        keep_larger(scale, square);
        for (int64_t half = 0; half < parts; half++)
            for (int64_t l = 0; l < k; l++)
            {
                const double value[2] = {s[l].x, s[l].y};
                const int64_t column = l + half * U.columns / parts;
                set_pair(factor, value, -1.0);
                mpfr_mul(factor, factor, element(VT, l + half * VT.rows / parts, j), RN);
                for (int64_t i = 0; i < A.rows; i++)
                    mpfr_fma(element(E, i, 0), element(U, i, column), factor, element(E, i, 0), RN);
            }
        dot(square, E, 0, E, 0);
        keep_larger(error, square);
    }
    mpfr_clears(factor, square, (mpfr_ptr)0);
    free_matrix(E);
}

/* ||X^H X - I||_F^2. Of a complex matrix the first half of the columns of the product suffices. */
static void orthogonality_square(struct matrix X, int64_t parts, mpfr_ptr total)
{
    mpfr_t sum;
    mpfr_init2(sum, RESIDUAL_BITS);
    mpfr_set_zero(total, 1);
    for (int64_t j = 0; j < X.columns / parts; j++)
        for (int64_t i = 0; i < X.columns; i++)
        {
            dot(sum, X, i, X, j);
            mpfr_sub_ui(sum, sum, i == j, RN);
            mpfr_fma(total, sum, sum, total, RN);
        }
    mpfr_clear(sum);
}

struct dd_svd_error dd_oracle_svd_error(ddblasType_t type, int64_t m, int64_t n, const void *A, const cuddreal *s,
                                        int64_t columns, const void *U, int64_t rows, const void *VT)
{
    struct dd_svd_error e = {INFINITY, INFINITY, INFINITY};
    const int64_t k = m < n ? m : n, parts = dd_type_is_complex(type) ? 2 : 1;
    const double unit = (double)(m > n ? m : n) * dd_oracle_unit(type);
    mpfr_t square, scale;
    if (!all_finite(DDBLAS_TYPE_W, s, k) || !all_finite(type, U, m * columns) || !all_finite(type, VT, rows * n))
        return e;
    mpfr_inits2(RESIDUAL_BITS, square, scale, (mpfr_ptr)0);
    struct matrix a = real_matrix(type, m, n, A, 0, RESIDUAL_BITS), u = real_matrix(type, m, columns, U, 0, RESIDUAL_BITS),
                  vt = real_matrix(type, rows, n, VT, 0, RESIDUAL_BITS), v = real_matrix(type, rows, n, VT, 1, RESIDUAL_BITS);
    column_squares(a, u, vt, s, parts, k, square, scale);
    e.residual = judged(square, scale, unit);
    mpfr_set_ui(scale, 1, RN);
    orthogonality_square(u, parts, square);
    e.left = judged(square, scale, unit);
    orthogonality_square(v, parts, square);
    e.right = judged(square, scale, unit);
    free_matrix(a);
    free_matrix(u);
    free_matrix(vt);
    free_matrix(v);
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
    const int64_t parts = dd_type_is_complex(type) ? 2 : 1;
    const double unit = (double)(m > n ? m : n) * dd_oracle_unit(type);
    mpfr_t sum, square, largest, scale;
    if (!all_finite(type, Z, n * columns))
        return e;
    mpfr_inits2(RESIDUAL_BITS, sum, square, largest, scale, (mpfr_ptr)0);
    struct matrix adjoint = real_matrix(type, m, n, A, 1, RESIDUAL_BITS), z = real_matrix(type, n, columns, Z, 0, RESIDUAL_BITS);
    mpfr_set_zero(largest, 1);
    for (int64_t j = 0; j < columns; j++)
    {
        mpfr_set_zero(square, 1);
        for (int64_t i = 0; i < adjoint.columns; i++)
        {
            dot(sum, adjoint, i, z, j);
            mpfr_fma(square, sum, sum, square, RN);
        }
        keep_larger(largest, square);
    }
    square_of_all(adjoint, scale);
    mpfr_div_ui(scale, scale, (unsigned long)parts, RN);
    e.residual = judged(largest, scale, unit);
    orthogonality_square(z, parts, square);
    mpfr_set_ui(scale, 1, RN);
    e.orthogonal = judged(square, scale, unit);
    free_matrix(adjoint);
    free_matrix(z);
    mpfr_clears(sum, square, largest, scale, (mpfr_ptr)0);
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
    if (!all_finite(type, X, m * n))
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
    const double error = judged(inverse, norm, unit);
    mpfr_clears(norm, inverse, (mpfr_ptr)0);
    free_matrix(exact);
    free_matrix(all);
    free_matrix(x);
    free_matrix(a);
    return error;
}
