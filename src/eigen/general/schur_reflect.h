/*
 * Applies a reflector H = I - tau v v^H of a few elements to rows or columns of a matrix, VD_WIDTH
 * numbers at a time. Where columns are combined, a vector holds elements of neighbouring rows.
 * Where rows are combined, it holds elements of neighbouring columns. In U a vector holds the parts
 * of VD_WIDTH / 2 elements.
 * The rest is done element by element. Elements are at most about 1, so no special values occur.
 */
#ifndef DDBLAS_EIGEN_SCHUR_REFLECT_H
#define DDBLAS_EIGEN_SCHUR_REFLECT_H

#include "schur_element.h"

#if defined(VD_AVX2) || defined(VD_AVX512)
/* VD_WIDTH numbers of double-double. */
struct lanes
{
    vd high, low;
};

/* A scalar factor. In U `imaginary` is (-y, y, -y, y, ...) for x + i y. */
struct factor
{
    struct lanes real, imaginary;
};

static inline struct lanes lanes_add(struct lanes a, struct lanes b)
{
    struct lanes r;
    r.high = vd_dd_add(a.high, a.low, b.high, b.low, &r.low);
    return r;
}

static inline struct lanes lanes_sub(struct lanes a, struct lanes b)
{
    const vd minus = vd_set1(-1.0);
    struct lanes r;
    r.high = vd_dd_add(a.high, a.low, vd_flip(b.high, minus), vd_flip(b.low, minus), &r.low);
    return r;
}

static inline struct lanes lanes_mul(struct lanes a, struct lanes b)
{
    struct lanes r;
    r.high = vd_dd_mul(a.high, a.low, b.high, b.low, &r.low);
    return r;
}

static inline struct lanes lanes_set(cuddreal a) { return (struct lanes){vd_set1(a.x), vd_set1(a.y)}; }

#if defined(SCHUR_COMPLEX)
enum
{
    LANES = VD_WIDTH / 2 /* Elements of a vector. */
};

static inline struct factor factor_of(element a)
{
    struct factor f = {lanes_set(a.x), lanes_set(a.y)};
    double signs[VD_WIDTH];
    for (int k = 0; k < VD_WIDTH; k++)
        signs[k] = k % 2 ? 1.0 : -1.0;
    f.imaginary.high = vd_flip(f.imaginary.high, vd_load(signs));
    f.imaginary.low = vd_flip(f.imaginary.low, vd_load(signs));
    return f;
}

static inline struct lanes times(struct lanes a, const struct factor *f)
{
    const struct lanes swapped = {vd_swap(a.high), vd_swap(a.low)};
    return lanes_add(lanes_mul(a, f->real), lanes_mul(swapped, f->imaginary));
}
#else
enum
{
    LANES = VD_WIDTH
};

static inline struct factor factor_of(element a) { return (struct factor){.real = lanes_set(a)}; }
static inline struct lanes times(struct lanes a, const struct factor *f) { return lanes_mul(a, f->real); }
#endif

/* Elements of neighbouring rows. */
static inline struct lanes load_lanes(const element *p)
{
    struct lanes r;
    r.high = vd_load_pairs((const ddblas_host_w *)p, &r.low);
    return r;
}

static inline void store_lanes(element *p, struct lanes a) { vd_store_pairs((ddblas_host_w *)p, a.high, a.low); }

/* Elements of neighbouring columns, which are ld apart. */
static inline struct lanes gather_lanes(const element *p, int64_t ld)
{
    element parts[LANES];
    for (int k = 0; k < LANES; k++)
        parts[k] = p[k * ld];
    return load_lanes(parts);
}

static inline void scatter_lanes(element *p, int64_t ld, struct lanes a)
{
    element parts[LANES];
    store_lanes(parts, a);
    for (int k = 0; k < LANES; k++)
        p[k * ld] = parts[k];
}

enum
{
    REFLECT_LANES = 3 /* A reflector of this many elements is kept in registers. */
};

/* (a0, a1, a2) loses t (a0 + f1 a1 + f2 a2) (1, g1, g2). */
static inline void reflect_three(struct lanes a[3], const struct factor f[3], const struct factor g[3], const struct factor *t,
                                 int n)
{
    struct lanes sum = lanes_add(a[0], times(a[1], &f[1]));
    if (n > 2)
        sum = lanes_add(sum, times(a[2], &f[2]));
    sum = times(sum, t);
    a[0] = lanes_sub(a[0], sum);
    a[1] = lanes_sub(a[1], times(sum, &g[1]));
    if (n > 2)
        a[2] = lanes_sub(a[2], times(sum, &g[2]));
}
#endif

/* A = H^H A for n elements of `columns` columns of A. */
static inline void reflect_rows(int64_t n, const element *v, element tau, int64_t columns, element *A, int64_t lda)
{
    int64_t j = 0;
#if defined(VD_AVX2) || defined(VD_AVX512)
    if (n == 2 || n == 3)
    {
        struct factor f[3], g[3];
        const struct factor t = factor_of(conjugate(tau));
        for (int k = 1; k < (int)n; k++)
        {
            f[k] = factor_of(conjugate(v[k]));
            g[k] = factor_of(v[k]);
        }
        for (; j + LANES <= columns; j += LANES)
        {
            struct lanes a[3];
            for (int k = 0; k < (int)n; k++)
                a[k] = gather_lanes(A + k + j * lda, lda);
            reflect_three(a, f, g, &t, (int)n);
            for (int k = 0; k < (int)n; k++)
                scatter_lanes(A + k + j * lda, lda, a[k]);
        }
    }
#endif
    for (; j < columns; j++)
    {
        element *a = A + j * lda, sum = a[0];
        for (int64_t k = 1; k < n; k++)
            sum = add(sum, mul(a[k], conjugate(v[k])));
        sum = mul(sum, conjugate(tau));
        a[0] = sub(a[0], sum);
        for (int64_t k = 1; k < n; k++)
            a[k] = sub(a[k], mul(sum, v[k]));
    }
}

#if defined(VD_AVX2) || defined(VD_AVX512)
/* The same for n columns of `rows` elements, a multiple of LANES. */
static inline void reflect_lanes(int64_t n, const element *v, element tau, int64_t rows, element *A, int64_t lda)
{
    struct factor f[REFLECT_LANES], g[REFLECT_LANES];
    const struct factor t = factor_of(tau);
    for (int k = 1; k < (int)n; k++)
    {
        f[k] = factor_of(v[k]);
        g[k] = factor_of(conjugate(v[k]));
    }
    for (int64_t i = 0; i < rows; i += LANES)
    {
        struct lanes a[REFLECT_LANES];
        for (int k = 0; k < (int)n; k++)
            a[k] = load_lanes(A + i + k * lda);
        reflect_three(a, f, g, &t, (int)n);
        for (int k = 0; k < (int)n; k++)
            store_lanes(A + i + k * lda, a[k]);
    }
}

/* The same for a longer reflector. */
static inline void reflect_long(int64_t n, const element *v, element tau, int64_t rows, element *A, int64_t lda)
{
    const struct factor t = factor_of(tau);
    for (int64_t i = 0; i < rows; i += LANES)
    {
        struct lanes sum = load_lanes(A + i);
        for (int64_t k = 1; k < n; k++)
        {
            const struct factor f = factor_of(v[k]);
            sum = lanes_add(sum, times(load_lanes(A + i + k * lda), &f));
        }
        sum = times(sum, &t);
        store_lanes(A + i, lanes_sub(load_lanes(A + i), sum));
        for (int64_t k = 1; k < n; k++)
        {
            const struct factor g = factor_of(conjugate(v[k]));
            store_lanes(A + i + k * lda, lanes_sub(load_lanes(A + i + k * lda), times(sum, &g)));
        }
    }
}
#endif

/* A = A H for n columns of `rows` elements. */
static inline void reflect_columns(int64_t n, const element *v, element tau, int64_t rows, element *A, int64_t lda)
{
    int64_t first = 0;
#if defined(VD_AVX2) || defined(VD_AVX512)
    first = rows / LANES * LANES;
    if (n == 2 || n == 3)
        reflect_lanes(n, v, tau, first, A, lda);
    else
        reflect_long(n, v, tau, first, A, lda);
#endif
    for (int64_t i = first; i < rows; i++)
    {
        element *a = A + i, sum = a[0];
        for (int64_t k = 1; k < n; k++)
            sum = add(sum, mul(a[k * lda], v[k]));
        sum = mul(sum, tau);
        a[0] = sub(a[0], sum);
        for (int64_t k = 1; k < n; k++)
            a[k * lda] = sub(a[k * lda], mul(sum, conjugate(v[k])));
    }
}

#endif
