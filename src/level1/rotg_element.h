/*
 * rotg and rotmg: what dd/level1.h defines, on both engines. All types are computed in
 * double-double, by the reference BLAS's conventions, and rounded to the type at the end. Numbers
 * are taken apart into a fraction in [1/2, 1) and an exponent of its own, so that nothing overflows
 * or underflows before a result is put together again. Error: docs/numerics.md, "Generation of
 * rotations".
 */
#ifndef DDBLAS_LEVEL1_ROTG_ELEMENT_H
#define DDBLAS_LEVEL1_ROTG_ELEMENT_H

#include <dd/cuddcomplex.h>

/* The word of which numbers consist in memory. */
enum ddblas_rotg_word
{
    DDBLAS_ROTG_FLOAT,
    DDBLAS_ROTG_DOUBLE,
    DDBLAS_ROTG_PAIR
};

/* A call. at: a, b, c, s of rotg; d1, d2, x1, y1, param of rotmg. */
struct ddblas_rotg
{
    enum ddblas_rotg_word word;
    int is_complex, modified;
    void *at[5];
};

/* ---- memory ---------------------------------------------------------------------------------- */

/* Part `k` of the numbers in memory: pairs may be aligned to 8 bytes only. */
CUDD_FN cuddreal rotg_load(const struct ddblas_rotg *p, int argument, int k)
{
    const void *const from = p->at[argument];
    if (p->word == DDBLAS_ROTG_FLOAT)
        return cuddFromDouble((double)((const float *)from)[k]);
    if (p->word == DDBLAS_ROTG_DOUBLE)
        return cuddFromDouble(((const double *)from)[k]);
    return cuddMake(((const double *)from)[2 * k], ((const double *)from)[2 * k + 1]);
}

CUDD_FN void rotg_store(const struct ddblas_rotg *p, int argument, int k, cuddreal value)
{
    void *const to = p->at[argument];
    if (p->word == DDBLAS_ROTG_FLOAT)
        ((float *)to)[k] = (float)value.x;
    else if (p->word == DDBLAS_ROTG_DOUBLE)
        ((double *)to)[k] = value.x;
    else
    {
        ((double *)to)[2 * k] = value.x;
        ((double *)to)[2 * k + 1] = value.y;
    }
}

CUDD_FN cuddcomplex rotg_load_complex(const struct ddblas_rotg *p, int argument)
{
    return cuddcMake(rotg_load(p, argument, 0), rotg_load(p, argument, 1));
}

CUDD_FN void rotg_store_complex(const struct ddblas_rotg *p, int argument, cuddcomplex value)
{
    rotg_store(p, argument, 0, value.x);
    rotg_store(p, argument, 1, value.y);
}

/* ---- scaled numbers -------------------------------------------------------------------------- */

/* m 2^e with |m.x| in [1/2, 1), or m = 0. Finite numbers. */
struct rotg_scaled
{
    cuddreal m;
    int e;
};

/* a 2^e as a scaled number. */
CUDD_FN struct rotg_scaled rotg_scale(cuddreal a, int e)
{
    struct rotg_scaled r;
    r.m = cuddFrexp(a, &r.e);
    r.e += e;
    return r;
}

CUDD_FN cuddreal rotg_value(struct rotg_scaled a) { return cuddLdexp(a.m, a.e); }

CUDD_FN struct rotg_scaled rotg_times(struct rotg_scaled a, struct rotg_scaled b)
{
    return rotg_scale(cuddMul(a.m, b.m), a.e + b.e);
}

CUDD_FN struct rotg_scaled rotg_over(struct rotg_scaled a, struct rotg_scaled b)
{
    return rotg_scale(cuddDiv(a.m, b.m), a.e - b.e);
}

/* 1 if |a| > |b|. */
CUDD_FN int rotg_exceeds(struct rotg_scaled a, struct rotg_scaled b)
{
    if (cuddIsZero(a.m) || cuddIsZero(b.m))
        return !cuddIsZero(a.m);
    return a.e > b.e || (a.e == b.e && cuddGt(cuddFabs(a.m), cuddFabs(b.m)));
}

/* sqrt(a^2 + b^2) for numbers that are not both 0. */
CUDD_FN struct rotg_scaled rotg_root(struct rotg_scaled a, struct rotg_scaled b)
{
    const int e = cuddIsZero(b.m) || (!cuddIsZero(a.m) && a.e > b.e) ? a.e : b.e;
    const cuddreal x = cuddLdexp(a.m, a.e - e), y = cuddLdexp(b.m, b.e - e);
    return rotg_scale(cuddSqrt(cuddAdd(cuddSqr(x), cuddSqr(y))), e);
}

/* ---- rotg ------------------------------------------------------------------------------------ */

CUDD_FN void rotg_real(const struct ddblas_rotg *p)
{
    const cuddreal a = rotg_load(p, 0, 0), b = rotg_load(p, 1, 0), zero = cuddFromDouble(0.0), one = cuddFromDouble(1.0);
    const int a_exceeds = cuddGt(cuddFabs(a), cuddFabs(b));
    cuddreal r = a, c = one, s = zero, z = zero;
    if (cuddIsZero(a) && !cuddIsZero(b))
    {
        r = b;
        c = zero;
        s = z = one;
    }
    else if (!cuddIsZero(b))
    {
        const int negative = cuddSignBit(a_exceeds ? a : b), finite = cuddIsFinite(a) && cuddIsFinite(b);
        cuddreal reciprocal;
        if (finite)
        {
            const struct rotg_scaled f = rotg_scale(a, 0), g = rotg_scale(b, 0);
            struct rotg_scaled root = rotg_root(f, g);
            root.m = negative ? cuddNeg(root.m) : root.m;
            r = rotg_value(root);
            c = rotg_value(rotg_over(f, root));
            s = rotg_value(rotg_over(g, root));
            reciprocal = rotg_value(rotg_over(root, f));
        }
        else
        {
            r = cuddAdd(cuddFabs(a), cuddFabs(b));
            r = negative ? cuddNeg(r) : r;
            c = cuddDiv(a, r);
            s = cuddDiv(b, r);
            reciprocal = cuddDDiv(1.0, c);
        }
        const int c_is_zero = p->word == DDBLAS_ROTG_FLOAT ? (float)c.x == 0.0f : c.x == 0.0;
        z = a_exceeds ? s : c_is_zero ? one : reciprocal;
    }
    rotg_store(p, 0, 0, r);
    rotg_store(p, 1, 0, z);
    rotg_store(p, 2, 0, c);
    rotg_store(p, 3, 0, s);
}

/* a divided by the power of two for which its larger part is in [1/2, 1). */
CUDD_FN cuddcomplex rotg_fraction(cuddcomplex a, int *e)
{
    *e = cuddc_exponent(a);
    return cuddcLdexp(a, -*e);
}

/* |a| of a fraction; exact if a part is 0. */
CUDD_FN cuddreal rotg_modulus(cuddcomplex a)
{
    if (cuddIsZero(a.x) || cuddIsZero(a.y))
        return cuddFabs(cuddIsZero(a.y) ? a.x : a.y);
    return cuddSqrt(cuddcNorm(a));
}

/* phase = f / |f|, or 1 if f = 0; r = phase sqrt(|f|^2 + |g|^2), c = |f| / |r|, s = phase conj(g) /
 * |r|. */
CUDD_FN void rotg_complex(const struct ddblas_rotg *p)
{
    const cuddcomplex f = rotg_load_complex(p, 0), g = rotg_load_complex(p, 1);
    const cuddreal zero = cuddFromDouble(0.0), one = cuddFromDouble(1.0);
    cuddcomplex r = f, s = cuddcFromReal(zero);
    cuddreal c = one;
    if (!cuddcIsZero(g) && (!cuddcIsFinite(f) || !cuddcIsFinite(g)))
    {
        c = cuddNan();
        r = s = cuddcMake(c, c);
    }
    else if (!cuddcIsZero(g))
    {
        int ef, eg;
        const cuddcomplex mf = rotg_fraction(f, &ef), mg = rotg_fraction(g, &eg);
        const struct rotg_scaled size_f = rotg_scale(rotg_modulus(mf), ef), size_g = rotg_scale(rotg_modulus(mg), eg);
        const int f_is_zero = cuddcIsZero(f);
        const struct rotg_scaled root = f_is_zero ? size_g : rotg_root(size_f, size_g);
        const cuddcomplex phase = f_is_zero ? cuddcFromReal(one) : cuddcDivReal(mf, cuddLdexp(size_f.m, size_f.e - ef));
        c = f_is_zero ? zero : rotg_value(rotg_over(size_f, root));
        r = cuddcLdexp(cuddcMulReal(phase, root.m), root.e);
        s = cuddcLdexp(cuddcDivReal(f_is_zero ? cuddcConj(mg) : cuddcMul(phase, cuddcConj(mg)), root.m), eg - root.e);
    }
    rotg_store_complex(p, 0, r);
    rotg_store(p, 2, 0, c);
    rotg_store_complex(p, 3, s);
}

/* ---- rotmg ----------------------------------------------------------------------------------- */

/* The results. h: h11, h21, h12, h22. */
struct rotg_modified
{
    struct rotg_scaled d1, d2, x1, h[4];
    double flag;
};

/* Nothing can be eliminated: all results are 0, or NaN. */
CUDD_FN struct rotg_modified rotg_refused(double value)
{
    struct rotg_modified r;
    r.d1.m = cuddFromDouble(value);
    r.d1.e = 0;
    r.d2 = r.x1 = r.d1;
    for (int k = 0; k < 4; k++)
        r.h[k] = r.d1;
    r.flag = -1.0;
    return r;
}

/* Moves |*d| between 2^-24 and 2^24, both excluded, by factors 2^24, and row 1 or 2 of H with it.
 * The numbers of H that the flag implied are then stored too. */
CUDD_FN void rotg_rescale(struct rotg_modified *r, struct rotg_scaled *d, int row)
{
    if (cuddIsZero(d->m))
        return;
    for (;;)
    {
        const int small = d->e < -23 || (d->e == -23 && fabs(d->m.x) == 0.5), large = d->e >= 25;
        const int step = small ? 12 : -12;
        if (!small && !large)
            return;
        d->e += 2 * step;
        r->h[row].e -= step;
        r->h[row + 2].e -= step;
        if (row == 0)
            r->x1.e -= step;
        r->flag = -1.0;
    }
}

/* The formulas of Hopkins for finite numbers with d1 >= 0, d2 != 0 and y1 != 0. */
CUDD_FN struct rotg_modified rotg_modify(struct rotg_scaled d1, struct rotg_scaled d2, struct rotg_scaled x1,
                                         struct rotg_scaled y1)
{
    const struct rotg_scaled p1 = rotg_times(d1, x1), p2 = rotg_times(d2, y1), one = rotg_scale(cuddFromDouble(1.0), 0);
    const struct rotg_scaled q1 = rotg_times(p1, x1), q2 = rotg_times(p2, y1);
    const int first = rotg_exceeds(q1, q2); /* x1 remains in its place */
    struct rotg_scaled minus = one;
    struct rotg_modified r;
    minus.m = cuddNeg(one.m);
    if (!first && cuddSignBit(q2.m))
        return rotg_refused(0.0);
    r.flag = first ? 0.0 : 1.0;
    r.h[0] = first ? one : rotg_over(p1, p2);
    r.h[1] = first ? rotg_over(y1, x1) : minus;
    r.h[2] = first ? rotg_over(p2, p1) : one;
    r.h[3] = first ? one : rotg_over(x1, y1);
    /* u = 1 + q2 / q1, or 1 + q1 / q2 */
    const struct rotg_scaled product = first ? rotg_times(r.h[1], r.h[2]) : rotg_times(r.h[0], r.h[3]);
    const struct rotg_scaled u = rotg_scale(cuddAdd(cuddFromDouble(1.0), rotg_value(product)), 0);
    if (first)
        r.h[1].m = cuddNeg(r.h[1].m);
    if (!cuddGtD(u.m, 0.0))
        return rotg_refused(0.0);
    r.d1 = rotg_over(first ? d1 : d2, u);
    r.d2 = rotg_over(first ? d2 : d1, u);
    r.x1 = rotg_times(first ? x1 : y1, u);
    rotg_rescale(&r, &r.d1, 0);
    rotg_rescale(&r, &r.d2, 1);
    return r;
}

CUDD_FN void rotg_modified_call(const struct ddblas_rotg *p)
{
    const cuddreal d1 = rotg_load(p, 0, 0), d2 = rotg_load(p, 1, 0), x1 = rotg_load(p, 2, 0), y1 = rotg_load(p, 3, 0);
    struct rotg_modified r;
    if (cuddLtD(d1, 0.0))
        r = rotg_refused(0.0);
    else if (cuddIsFinite(d2) && cuddIsFinite(y1) && (cuddIsZero(d2) || cuddIsZero(y1)))
    {
        rotg_store(p, 4, 0, cuddFromDouble(-2.0));
        return;
    }
    else if (!cuddIsFinite(d1) || !cuddIsFinite(d2) || !cuddIsFinite(x1) || !cuddIsFinite(y1))
        r = rotg_refused((double)NAN);
    else
        r = rotg_modify(rotg_scale(d1, 0), rotg_scale(d2, 0), rotg_scale(x1, 0), rotg_scale(y1, 0));
    rotg_store(p, 0, 0, rotg_value(r.d1));
    rotg_store(p, 1, 0, rotg_value(r.d2));
    rotg_store(p, 2, 0, rotg_value(r.x1));
    rotg_store(p, 4, 0, cuddFromDouble(r.flag));
    for (int k = 0; k < 4; k++)
        if (r.flag < 0.0 || (r.flag == 0.0) == (k == 1 || k == 2))
            rotg_store(p, 4, k + 1, rotg_value(r.h[k]));
}

/* ---- both ------------------------------------------------------------------------------------ */

CUDD_FN void rotg_call(const struct ddblas_rotg *p)
{
    if (p->modified)
        rotg_modified_call(p);
    else if (p->is_complex)
        rotg_complex(p);
    else
        rotg_real(p);
}

#endif
