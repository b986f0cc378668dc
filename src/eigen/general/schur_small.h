/*
 * The Schur form of a small Hessenberg matrix by steps of two shifts, as LAPACK's dlahqr: J. G. F.
 * Francis, The QR transformation, Computer J. 4, 1961 and 1962; the test for deflation is that of
 * M. Ahues and F. Tisseur, A new deflation criterion for the QR algorithm, LAPACK working note 122,
 * 1997. U takes two shifts as well, so that both types have one algorithm.
 */
#ifndef DDBLAS_EIGEN_SCHUR_SMALL_H
#define DDBLAS_EIGEN_SCHUR_SMALL_H

#include "schur_element.h"

#define AT(H, i, j) (H)[(i) + (j) * (ld##H)]

/* Returns 1 if element (k, k - 1) is negligible; rows [low, high] are the active block. */
static inline int is_negligible(const element *H, int64_t ldH, int64_t k, int64_t low, int64_t high)
{
    const element above = AT(H, k - 1, k - 1), here = AT(H, k, k);
    const double beside = magnitude(AT(H, k, k - 1));
    double test = magnitude(above) + magnitude(here);
    if (beside <= SCHUR_TINY)
        return 1;
    if (test == 0.0)
        test = (k - 2 >= low ? magnitude(AT(H, k - 1, k - 2)) : 0.0) + (k + 1 <= high ? magnitude(AT(H, k + 1, k)) : 0.0);
    if (!(beside <= SCHUR_UNIT * test))
        return 0;
    const double other = magnitude(AT(H, k - 1, k)), apart = magnitude(sub(above, here));
    const double ab = fmax(beside, other), ba = fmin(beside, other), aa = fmax(magnitude(here), apart),
                 bb = fmin(magnitude(here), apart), s = aa + ab;
    return ba * (ab / s) <= fmax(SCHUR_TINY, SCHUR_UNIT * (bb * (aa / s)));
}

static inline int64_t split_rows(int64_t low, int64_t high, element *H, int64_t ldH)
{
    for (int64_t k = high; k > low; k--)
        if (is_negligible(H, ldH, k, low, high))
        {
            AT(H, k, k - 1) = from_double(0.0);
            return k;
        }
    return low;
}

/* ---- shifts ---------------------------------------------------------------------------------- */

/* v becomes a multiple of the first column of (H - s[0]) (H - s[1]), which has n = 2 or 3 elements
 * that are not 0. */
static inline void first_column(int64_t n, const element *H, int64_t ldH, const cuddcomplex s[2], element *v)
{
    const element h11 = AT(H, 0, 0), h21 = AT(H, 1, 0), h12 = AT(H, 0, 1), h22 = AT(H, 1, 1);
    const double size = magnitude_of(cuddcSub(to_complex(h11), s[1])) + magnitude(h21);
    const double power = qr_power(-qr_exponent(size)); /* No product of elements of norm 1 overflows. */
    const cuddcomplex first = cuddcSub(to_complex(h11), s[0]), second = cuddcSub(to_complex(h11), s[1]);
    const element low = power_times(h21, power);
    const element square = from_complex(cuddcMul(first, cuddcLdexp(second, -qr_exponent(size))));
    const element sum = from_complex(cuddcAdd(s[0], s[1]));
    v[0] = add(square, mul(h12, low));
    v[1] = mul(low, sub(add(h11, h22), sum));
    if (n > 2)
        v[2] = mul(low, AT(H, 2, 1));
}

/* In W, of two real shifts the one nearer to the last element is taken twice. */
static inline void choose_shifts(const element m[4], cuddcomplex s[2])
{
    eigenvalues_of_two(m, s);
#if !defined(SCHUR_COMPLEX)
    if (!cuddIsZero(s[0].y))
    {
        s[1] = cuddcConj(s[0]);
        return;
    }
    const int nearer = magnitude(sub(s[0].x, m[3])) <= magnitude(sub(s[1].x, m[3])) ? 0 : 1;
    s[1 - nearer] = s[nearer];
#endif
}

/* The shifts of step number `step` without deflation: every tenth is exceptional, from the end or
 * from the beginning of the block. */
static inline void shifts_of_step(int64_t step, int64_t low, int64_t high, const element *H, int64_t ldH, cuddcomplex s[2])
{
    element m[4] = {AT(H, high - 1, high - 1), AT(H, high, high - 1), AT(H, high - 1, high), AT(H, high, high)};
    if (step % 10 == 0)
    {
        const int at_end = step % 20 == 0;
        const double size = at_end ? magnitude(AT(H, high, high - 1)) + magnitude(AT(H, high - 1, high - 2))
                                   : magnitude(AT(H, low + 1, low)) + magnitude(AT(H, low + 2, low + 1));
        m[0] = m[3] = add(from_double(0.75 * size), at_end ? AT(H, high, high) : AT(H, low, low));
        m[1] = from_double(size);
        m[2] = from_double(-0.4375 * size);
    }
    choose_shifts(m, s);
}

/* ---- the last block of order 2 --------------------------------------------------------------- */

/* Rows and columns i and i + 1 are multiplied by the unitary G with first column (c, s), outside
 * the block itself: columns up to n, rows from `first`. U may be null. */
static inline void rotate(int64_t i, element c, element s, int64_t first, int64_t n, element *H, int64_t ldH, int64_t rows,
                          element *U, int64_t ldU)
{
    for (int64_t j = i + 2; j < n; j++)
    {
        const element x = AT(H, i, j), y = AT(H, i + 1, j);
        AT(H, i, j) = add(mul(conjugate(c), x), mul(conjugate(s), y));
        AT(H, i + 1, j) = sub(mul(c, y), mul(s, x));
    }
    for (int64_t k = first; k < i; k++)
    {
        const element x = AT(H, k, i), y = AT(H, k, i + 1);
        AT(H, k, i) = add(mul(x, c), mul(y, s));
        AT(H, k, i + 1) = sub(mul(y, conjugate(c)), mul(x, conjugate(s)));
    }
    for (int64_t k = 0; U && k < rows; k++)
    {
        const element x = AT(U, k, i), y = AT(U, k, i + 1);
        AT(U, k, i) = add(mul(x, c), mul(y, s));
        AT(U, k, i + 1) = sub(mul(y, conjugate(c)), mul(x, conjugate(s)));
    }
}

#if defined(SCHUR_COMPLEX)
/* [a b; c d], in m as a, c, b, d, becomes triangular: (*c, *s) is an eigenvector of norm 1. */
static inline void standardise(element m[4], element *c, element *s)
{
    cuddcomplex values[2];
    eigenvalues_of_two(m, values);
    const cuddcomplex up = cuddcSub(values[0], m[0]), down = cuddcSub(values[0], m[3]);
    cuddcomplex x = m[2], y = up;
    if (magnitude(m[2]) + magnitude(up) < magnitude(down) + magnitude(m[1]))
    {
        x = down;
        y = m[1];
    }
    *c = from_double(1.0);
    *s = from_double(0.0);
    if (cuddcIsZero(m[1]) || (cuddcIsZero(x) && cuddcIsZero(y)))
        return;
    const int e = exponent_of(x) > exponent_of(y) ? exponent_of(x) : exponent_of(y);
    x = cuddcLdexp(x, -e);
    y = cuddcLdexp(y, -e);
    const cuddreal norm = cuddSqrt(cuddAdd(cuddcNorm(x), cuddcNorm(y)));
    *c = cuddcDivReal(x, norm);
    *s = cuddcDivReal(y, norm);
    for (int j = 0; j < 2; j++)
    {
        const element p = m[2 * j], q = m[2 * j + 1];
        m[2 * j] = add(mul(conjugate(*c), p), mul(conjugate(*s), q));
        m[2 * j + 1] = sub(mul(*c, q), mul(*s, p));
    }
    for (int i = 0; i < 2; i++)
    {
        const element p = m[i], q = m[2 + i];
        m[i] = add(mul(p, *c), mul(q, *s));
        m[2 + i] = sub(mul(q, conjugate(*c)), mul(p, conjugate(*s)));
    }
    m[1] = from_double(0.0);
}
#else
static inline cuddreal hypotenuse(cuddreal a, cuddreal b) { return cuddcAbs(cuddcMake(a, b)); }
static inline cuddreal with_sign(cuddreal a, cuddreal b) { return cuddSignBit(b) ? cuddNeg(cuddFabs(a)) : cuddFabs(a); }

/* The case of dlanv2 in which the eigenvalues are complex, or real and nearly equal. */
static inline void standardise_close(element m[4], element *c, element *s)
{
    const cuddreal sigma = cuddAdd(m[2], m[1]), apart = cuddSub(m[0], m[3]), size = hypotenuse(sigma, apart);
    *c = cuddSqrt(cuddMulD(cuddAddD(cuddDiv(cuddFabs(sigma), size), 1.0), 0.5));
    *s = cuddNeg(cuddDiv(cuddMulD(apart, 0.5), cuddMul(size, *c)));
    *s = cuddSignBit(sigma) ? cuddNeg(*s) : *s;
    const cuddreal aa = add(mul(m[0], *c), mul(m[2], *s)), bb = sub(mul(m[2], *c), mul(m[0], *s)),
                   cc = add(mul(m[1], *c), mul(m[3], *s)), dd = sub(mul(m[3], *c), mul(m[1], *s));
    m[0] = add(mul(aa, *c), mul(cc, *s));
    m[2] = add(mul(bb, *c), mul(dd, *s));
    m[1] = sub(mul(cc, *c), mul(aa, *s));
    m[3] = sub(mul(dd, *c), mul(bb, *s));
    const cuddreal middle = cuddMulD(cuddAdd(m[0], m[3]), 0.5);
    m[0] = m[3] = middle;
    if (cuddIsZero(m[1]))
        return;
    if (cuddIsZero(m[2]))
    {
        const cuddreal old = *c;
        m[2] = cuddNeg(m[1]);
        m[1] = from_double(0.0);
        *c = cuddNeg(*s);
        *s = old;
        return;
    }
    if (cuddSignBit(m[2]) != cuddSignBit(m[1]))
        return;
    const cuddreal rb = cuddSqrt(cuddFabs(m[2])), rc = cuddSqrt(cuddFabs(m[1])), p = with_sign(cuddMul(rb, rc), m[1]);
    const cuddreal length = cuddSqrt(cuddFabs(cuddAdd(m[2], m[1]))), c1 = cuddDiv(rb, length), s1 = cuddDiv(rc, length);
    m[0] = cuddAdd(middle, p);
    m[3] = cuddSub(middle, p);
    m[2] = cuddSub(m[2], m[1]);
    m[1] = from_double(0.0);
    const cuddreal turned = sub(mul(*c, c1), mul(*s, s1));
    *s = add(mul(*c, s1), mul(*s, c1));
    *c = turned;
}

/* [a b; c d], in m as a, c, b, d, becomes the form of LAPACK's dlanv2: c = 0, or a = d and b c < 0.
 * (*c, *s) is the first column of the rotation. */
static inline void standardise(element m[4], element *c, element *s)
{
    const cuddreal apart = cuddSub(m[0], m[3]), p = cuddMulD(apart, 0.5);
    *c = from_double(1.0);
    *s = from_double(0.0);
    if (cuddIsZero(m[1]))
        return;
    if (cuddIsZero(m[2]))
    {
        const element a = m[0];
        *c = from_double(0.0);
        *s = from_double(1.0);
        m[0] = m[3];
        m[3] = a;
        m[2] = cuddNeg(m[1]);
        m[1] = from_double(0.0);
        return;
    }
    if (cuddIsZero(apart) && cuddSignBit(m[2]) != cuddSignBit(m[1]))
        return;
    const cuddreal fb = cuddFabs(m[2]), fc = cuddFabs(m[1]), larger = cuddFmax(fb, fc);
    const cuddreal smaller = cuddSignBit(m[2]) == cuddSignBit(m[1]) ? cuddFmin(fb, fc) : cuddNeg(cuddFmin(fb, fc));
    const cuddreal scale = cuddFmax(cuddFabs(p), larger);
    const cuddreal z = cuddAdd(cuddMul(cuddDiv(p, scale), p), cuddMul(cuddDiv(larger, scale), smaller));
    if (!(z.x >= 4.0 * SCHUR_UNIT * scale.x))
    {
        standardise_close(m, c, s);
        return;
    }
    const cuddreal root = cuddAdd(p, with_sign(cuddMul(cuddSqrt(scale), cuddSqrt(z)), p));
    m[0] = cuddAdd(m[3], root);
    m[3] = cuddSub(m[3], cuddMul(cuddDiv(larger, root), smaller));
    const cuddreal length = hypotenuse(m[1], root);
    *c = cuddDiv(root, length);
    *s = cuddDiv(m[1], length);
    m[2] = cuddSub(m[2], m[1]);
    m[1] = from_double(0.0);
}
#endif

/* ---- steps ----------------------------------------------------------------------------------- */

/* The last row m at which a step of these shifts may begin, and in v its first column. */
static inline int64_t first_row(int64_t low, int64_t high, const element *H, int64_t ldH, const cuddcomplex s[2], element v[3])
{
    for (int64_t m = high - 2;; m--)
    {
        first_column(3, &AT(H, m, m), ldH, s, v);
        if (m == low)
            return m;
        const double left = magnitude(AT(H, m, m - 1)) * (magnitude(v[1]) + magnitude(v[2]));
        const double around = magnitude(AT(H, m - 1, m - 1)) + magnitude(AT(H, m, m)) + magnitude(AT(H, m + 1, m + 1));
        if (left <= SCHUR_UNIT * magnitude(v[0]) * around)
            return m;
    }
}

/* One step from row m of the block up to row `high`; columns up to `columns` and rows from `top`
 * are updated. */
static inline void step_small(int64_t m, int64_t low, int64_t high, element v[3], int64_t top, int64_t columns, element *H,
                              int64_t ldH, int64_t rows, element *U, int64_t ldU)
{
    for (int64_t k = m; k < high; k++)
    {
        const int64_t n = high - k + 1 < 3 ? high - k + 1 : 3;
        element tau;
        for (int64_t r = 0; k > m && r < n; r++)
            v[r] = AT(H, k + r, k - 1);
        const element beta = reflect(n, v, &tau);
        if (k > m)
            for (int64_t r = 0; r < n; r++)
                AT(H, k + r, k - 1) = r ? from_double(0.0) : beta;
        else if (m > low)
            AT(H, m, m - 1) = sub(AT(H, m, m - 1), mul(conjugate(tau), AT(H, m, m - 1)));
        reflect_rows(n, v, tau, columns - k, &AT(H, k, k), ldH);
        reflect_columns(n, v, tau, (k + 3 < high ? k + 3 : high) + 1 - top, &AT(H, top, k), ldH);
        if (U)
            reflect_columns(n, v, tau, rows, &AT(U, 0, k), ldU);
    }
}

static inline void finish_two(int64_t i, int64_t top, int64_t columns, element *H, int64_t ldH, int64_t rows, element *U,
                              int64_t ldU)
{
    element m[4] = {AT(H, i, i), AT(H, i + 1, i), AT(H, i, i + 1), AT(H, i + 1, i + 1)}, c, s;
    standardise(m, &c, &s);
    AT(H, i, i) = m[0];
    AT(H, i + 1, i) = m[1];
    AT(H, i, i + 1) = m[2];
    AT(H, i + 1, i + 1) = m[3];
    rotate(i, c, s, top, columns, H, ldH, rows, U, ldU);
}

/* The eigenvalues on the diagonal of a Schur form, from row `from` on. */
static inline void read_values(int64_t from, int64_t n, const element *H, int64_t ldH, cuddcomplex *values)
{
    for (int64_t k = from; k < n; k++)
    {
        values[k] = to_complex(AT(H, k, k));
#if !defined(SCHUR_COMPLEX)
        if (k + 1 == n || cuddIsZero(AT(H, k + 1, k)))
            continue;
        const cuddreal imaginary = cuddMul(cuddSqrt(cuddFabs(AT(H, k + 1, k))), cuddSqrt(cuddFabs(AT(H, k, k + 1))));
        values[k].y = imaginary;
        values[k + 1] = cuddcMake(AT(H, k + 1, k + 1), cuddNeg(imaginary));
        k++;
#endif
    }
}

/* Without U only the active block is updated, and only the eigenvalues are right. */
static int64_t schur_small(int64_t n, void *matrix, int64_t ldH, void *vectors, int64_t ldU, cuddcomplex *values)
{
    element *H = matrix, *U = vectors;
    const int64_t most = 30 * (n > 10 ? n : 10);
    int64_t step = 0;
    for (int64_t j = 0; U && j < n; j++)
        for (int64_t i = 0; i < n; i++)
            AT(U, i, j) = from_double(i == j ? 1.0 : 0.0);
    for (int64_t high = n - 1; high >= 0;)
    {
        const int64_t low = split_rows(0, high, H, ldH);
        const int64_t top = U ? 0 : low, columns = U ? n : high + 1;
        cuddcomplex s[2];
        element v[3];
        if (low >= high - 1)
        {
            if (low == high - 1)
                finish_two(low, top, columns, H, ldH, n, U, ldU);
            high = low - 1;
            step = 0;
            continue;
        }
        if (step++ == most)
        {
            read_values(high + 1, n, H, ldH, values);
            return high + 1;
        }
        shifts_of_step(step, low, high, H, ldH, s);
        const int64_t m = first_row(low, high, H, ldH, s, v);
        step_small(m, low, high, v, top, columns, H, ldH, n, U, ldU);
    }
    read_values(0, n, H, ldH, values);
    return 0;
}

#endif
