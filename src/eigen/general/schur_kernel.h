/*
 * Loops over single elements for the Schur form and its vectors: one algorithm for W and, where
 * SCHUR_COMPLEX is defined, for U. The including file defines KERNELS.
 *
 * A sweep of several pairs of shifts moves a chain of bulges down the matrix: K. Braman, R. Byers
 * and R. Mathias, The multishift QR algorithm, parts I and II, SIAM J. Matrix Anal. Appl. 23, 2002.
 * Bulges are three rows apart. Here they move inside a window, and the product U of the reflectors
 * is collected, by which the caller multiplies the rest of the matrix.
 */
#include "schur_small.h"

/* ---- a window of a sweep --------------------------------------------------------------------- */

static void move_bulge(struct ddblas_schur_chase *c, int b, int64_t until)
{
    element *H = c->H, *U = c->U, v[3], tau;
    const int64_t ldH = c->order, ldU = c->order, high = c->order - 1;
    for (; c->at[b] < until; c->at[b]++)
    {
        const int64_t p = c->at[b], n = high - p < 3 ? high - p : 3;
        if (p < 0)
            first_column(n, H, ldH, c->shifts + 2 * b, v);
        else
            for (int64_t r = 0; r < n; r++)
                v[r] = AT(H, p + 1 + r, p);
        const element beta = reflect(n, v, &tau);
        for (int64_t r = 0; p >= 0 && r < n; r++)
            AT(H, p + 1 + r, p) = r ? from_double(0.0) : beta;
        reflect_rows(n, v, tau, high - p, &AT(H, p + 1, p + 1), ldH);
        reflect_columns(n, v, tau, (p + 4 < high ? p + 4 : high) + 1, &AT(H, 0, p + 1), ldH);
        reflect_columns(n, v, tau, c->order, &AT(U, 0, p + 1), ldU);
    }
}

static void chase(struct ddblas_schur_chase *c)
{
    element *U = c->U;
    const int64_t ldU = c->order;
    for (int64_t j = 0; j < c->order; j++)
        for (int64_t i = 0; i < c->order; i++)
            AT(U, i, j) = from_double(i == j ? 1.0 : 0.0);
    int64_t until = c->last ? c->order - 2 : c->order - 4;
    for (int b = 0; b < c->pairs; b++)
    {
        move_bulge(c, b, until);
        if (c->at[b] < c->order - 2 || !c->last)
            until = c->at[b] - 3;
        else
            c->at[b] = c->order;
    }
}

/* ---- aggressive early deflation -------------------------------------------------------------- */

/* Rows and columns [first, first + n) of the window are multiplied by the reflector. */
static void reflect_window(int64_t order, int64_t kept, int64_t first, int64_t n, const element *v, element tau, int64_t column,
                           element *T, element *V)
{
    const int64_t ldT = order, ldV = order;
    reflect_rows(n, v, tau, order - column, &AT(T, first, column), ldT);
    reflect_columns(n, v, tau, kept, &AT(T, 0, first), ldT);
    reflect_columns(n, v, tau, order, &AT(V, 0, first), ldV);
}

/* Returns the size of the last diagonal block of the first n rows, and in *size its magnitude and
 * in *coupling that of its part of the spike. */
static int64_t last_block(int64_t n, int64_t order, const element *T, const element *V, element spike, double *size,
                          double *coupling)
{
    const int64_t ldT = order, ldV = order;
    *size = magnitude(AT(T, n - 1, n - 1));
    *coupling = magnitude(mul(spike, conjugate(AT(V, 0, n - 1))));
#if !defined(SCHUR_COMPLEX)
    if (n > 1 && !cuddIsZero(AT(T, n - 1, n - 2)))
    {
        *size += sqrt(magnitude(AT(T, n - 1, n - 2))) * sqrt(magnitude(AT(T, n - 2, n - 1)));
        *coupling = fmax(*coupling, magnitude(mul(spike, AT(V, 0, n - 2))));
        return 2;
    }
#endif
    (void)ldT;
    return 1;
}

/* K. Braman, R. Byers and R. Mathias, The multishift QR algorithm, part II: aggressive early
 * deflation, without reordering: the search ends at the first eigenvalue that cannot be deflated. */
static int64_t deflate(int64_t order, void *window, void *vectors, void *at)
{
    element *T = window, *V = vectors, *spike = at, v[DDBLAS_SCHUR_WINDOW], tau;
    const int64_t ldT = order, ldV = order;
    int64_t kept = order;
    while (kept > 0)
    {
        double size, coupling;
        const int64_t rows = last_block(kept, order, T, V, *spike, &size, &coupling);
        if (!(coupling <= fmax(SCHUR_TINY, SCHUR_UNIT * (size == 0.0 ? magnitude(*spike) : size))))
            break;
        kept -= rows;
    }
    if (kept == order)
        return kept;
    for (int64_t k = 0; k < kept; k++)
        v[k] = mul(*spike, conjugate(AT(V, 0, k)));
    *spike = from_double(0.0);
    if (kept == 0)
        return kept;
    *spike = reflect(kept, v, &tau);
    reflect_window(order, kept, 0, kept, v, tau, 0, T, V);
    for (int64_t c = 0; c + 2 < kept; c++)
    {
        const int64_t n = kept - c - 1;
        for (int64_t k = 0; k < n; k++)
            v[k] = AT(T, c + 1 + k, c);
        const element beta = reflect(n, v, &tau);
        for (int64_t k = 0; k < n; k++)
            AT(T, c + 1 + k, c) = k ? from_double(0.0) : beta;
        reflect_window(order, kept, c + 1, n, v, tau, c + 1, T, V);
    }
    return kept;
}

/* ---- eigenvectors ---------------------------------------------------------------------------- */

/* A vector of X: in W the parts of a complex one are two columns, otherwise `imaginary` is null. */
struct vector
{
    element *real, *imaginary;
    int64_t own, rows; /* The last row that is not 0, and the number of such rows. */
    cuddcomplex value;
    double least; /* The least magnitude of a divisor. */
};

static inline cuddcomplex load_component(const struct vector *x, int64_t k)
{
#if defined(SCHUR_COMPLEX)
    return x->real[k];
#else
    return cuddcMake(x->real[k], x->imaginary ? x->imaginary[k] : cuddFromDouble(0.0));
#endif
}

static inline void store_component(const struct vector *x, int64_t k, cuddcomplex value)
{
    x->real[k] = from_complex(value);
#if !defined(SCHUR_COMPLEX)
    if (x->imaginary)
        x->imaginary[k] = value.y;
#endif
}

/* Divides the vector by a power of two if component k is large. All components and all sums that
 * belong to it are then at most 2^300 times the order. */
static void keep_small(const struct vector *x, int64_t k, int64_t rows)
{
    const cuddcomplex value = load_component(x, k);
    const int e = qr_exponent_u(value);
    if (e <= 300)
        return;
    for (int64_t i = 0; i < rows; i++)
        store_component(x, i, cuddcLdexp(load_component(x, i), -e));
}

/* Rows [row, k) of the vector's sums lose T(:, k) times component k. */
static void subtract_column(const struct ddblas_schur_solve *s, const struct vector *x, int64_t row, int64_t k, int64_t before)
{
    const element *T = (const element *)s->T + k * s->n;
    const element real = x->real[k];
    for (int64_t i = row; i < before; i++)
        x->real[i] = sub(x->real[i], mul(T[i], real));
#if !defined(SCHUR_COMPLEX)
    for (int64_t i = row; x->imaginary && i < before; i++)
        x->imaginary[i] = sub(x->imaginary[i], mul(T[i], x->imaginary[k]));
#endif
}

static inline cuddcomplex divisor(const struct vector *x, cuddcomplex d)
{
    return magnitude_of(d) < x->least ? cuddcFromDoubles(x->least, 0.0) : d;
}

#if !defined(SCHUR_COMPLEX)
/* Components k - 1 and k from a diagonal block of order 2, by elimination with the larger pivot. */
static void solve_two(const struct ddblas_schur_solve *s, const struct vector *x, int64_t k)
{
    const element *T = s->T;
    const int64_t ldT = s->n;
    cuddcomplex m[2][2], y[2];
    for (int i = 0; i < 2; i++)
    {
        for (int j = 0; j < 2; j++)
            m[i][j] = to_complex(AT(T, k - 1 + i, k - 1 + j));
        m[i][i] = cuddcSub(m[i][i], x->value);
        y[i] = load_component(x, k - 1 + i);
    }
    const int p = magnitude_of(m[0][0]) >= magnitude_of(m[1][0]) ? 0 : 1, q = 1 - p;
    const cuddcomplex pivot = divisor(x, m[p][0]), factor = cuddcDiv(m[q][0], pivot);
    const cuddcomplex last = divisor(x, cuddcSub(m[q][1], cuddcMul(factor, m[p][1])));
    const cuddcomplex second = cuddcDiv(cuddcSub(y[q], cuddcMul(factor, y[p])), last);
    store_component(x, k, second);
    /* The other component is divided once more, so the vector may have to be scaled first. */
    const int e = qr_exponent_u(second);
    const double power = e > 300 ? qr_power(-e) : 1.0;
    for (int64_t i = 0; e > 300 && i < x->rows; i++)
        store_component(x, i, cuddcLdexp(load_component(x, i), -e));
    const cuddcomplex rest = cuddcSub(qr_scale_u(y[p], power), cuddcMul(m[p][1], load_component(x, k)));
    store_component(x, k - 1, cuddcDiv(rest, pivot));
}
#endif

static void solve_vector(const struct ddblas_schur_solve *s, const struct vector *x)
{
    const element *T = s->T;
    const int64_t ldT = s->n;
    int64_t k = x->own < s->end ? x->own - 1 : s->end - 1;
    (void)ldT;
    while (k >= s->row)
    {
#if !defined(SCHUR_COMPLEX)
        if (k > 0 && !cuddIsZero(AT(T, k, k - 1)))
        {
            solve_two(s, x, k);
            keep_small(x, k, x->rows);
            keep_small(x, k - 1, x->rows);
            subtract_column(s, x, s->row, k, k - 1);
            subtract_column(s, x, s->row, k - 1, k - 1);
            k -= 2;
            continue;
        }
#endif
        const cuddcomplex d = divisor(x, cuddcSub(to_complex(AT(T, k, k)), x->value));
        store_component(x, k, cuddcDiv(load_component(x, k), d));
        keep_small(x, k, x->rows);
        subtract_column(s, x, s->row, k, k);
        k--;
    }
}

/* The vector's components in the rows of its own block. */
static void begin_vector(const struct ddblas_schur_solve *s, const struct vector *x)
{
#if !defined(SCHUR_COMPLEX)
    if (x->imaginary)
    {
        const element *T = s->T;
        const int64_t ldT = s->n, k = x->own;
        const cuddreal above = AT(T, k, k + 1), below = AT(T, k + 1, k), one = cuddFromDouble(1.0);
        if (magnitude(above) >= magnitude(below))
        {
            x->real[k] = one;
            x->imaginary[k + 1] = cuddDiv(x->value.y, above);
        }
        else
        {
            x->real[k] = cuddNeg(cuddDiv(x->value.y, below));
            x->imaginary[k + 1] = one;
        }
        keep_small(x, k, x->rows);
        keep_small(x, k + 1, x->rows);
        subtract_column(s, x, s->row, k + 1, k);
        subtract_column(s, x, s->row, k, k);
        return;
    }
#endif
    x->real[x->own] = from_double(1.0);
    subtract_column(s, x, s->row, x->own, x->own);
}

static void solve(const struct ddblas_schur_solve *s)
{
    element *X = s->X;
    for (int64_t j = s->row; j < s->n; j++)
    {
        struct vector x = {.real = X + j * s->n, .own = j, .rows = j + 1, .value = s->values[j]};
#if !defined(SCHUR_COMPLEX)
        if (!cuddIsZero(x.value.y))
        {
            x.imaginary = X + (j + 1) * s->n;
            x.rows = j + 2;
            j++;
        }
#endif
        x.least = fmax(SCHUR_UNIT * magnitude_of(x.value), 0x1p-500);
        if (x.own < s->end)
            begin_vector(s, &x);
        solve_vector(s, &x);
    }
}

static int64_t split(int64_t low, int64_t high, void *H, int64_t ldh) { return split_rows(low, high, H, ldh); }
static void values_of(int64_t n, const void *T, int64_t ldt, cuddcomplex *values) { read_values(0, n, T, ldt, values); }

static void reflect_vector(int64_t n, void *x, void *beta, void *tau) { *(element *)beta = reflect(n, x, tau); }

const struct ddblas_schur_kernels KERNELS = {schur_small, chase, solve, split, values_of, deflate, reflect_vector};
