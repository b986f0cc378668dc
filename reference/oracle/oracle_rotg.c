/*
 * The oracle for rotg and rotmg.
 */
#include "oracle_rotg.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "element.h"
#include "oracle.h"
#include "oracle_mpfr.h"

enum
{
    BITS = 6000 /* sums of products of three pairs, whose parts may be far apart */
};

static void set_parts(mpfr_t to, const double part[2])
{
    mpfr_set_d(to, part[0], RN);
    mpfr_add_d(to, to, part[1], RN);
}

/* |computed - exact| / scale, less what underflow adds. */
static double relative(ddblasType_t type, const double computed[2], mpfr_srcptr exact, mpfr_srcptr scale)
{
    const double unit = dd_oracle_unit(type), largest = dd_type_is_single(type) ? (double)FLT_MAX : DBL_MAX;
    if (isnan(computed[0]) || isnan(computed[1]))
        return (double)INFINITY;
    if (isinf(computed[0])) /* right if the exact number rounds to it */
        return mpfr_sgn(exact) == (computed[0] > 0.0 ? 1 : -1) && fabs(mpfr_get_d(exact, MPFR_RNDA)) > largest * (1.0 - unit)
                   ? 0.0
                   : (double)INFINITY;
    mpfr_t error, underflow;
    mpfr_inits2(BITS, error, underflow, (mpfr_ptr)0);
    set_parts(error, computed);
    mpfr_sub(error, error, exact, RN);
    mpfr_abs(error, error, RN);
    mpfr_set_ui_2exp(underflow, 1, dd_type_is_single(type) ? -149 : -1073, RN);
    mpfr_sub(error, error, underflow, RN);
    const double result = mpfr_sgn(error) <= 0 ? 0.0 : dd_mpfr_ratio(error, scale, -ilogb(unit));
    mpfr_clears(error, underflow, (mpfr_ptr)0);
    return result;
}

/* ---- rotg ------------------------------------------------------------------------------------ */

static double error_of_z(ddblasType_t type, const void *z, const void *c, int s_is_z, mpfr_srcptr s, mpfr_srcptr exact_c)
{
    const struct dd_parts stored = dd_parts_load(type, z, 0), stored_c = dd_parts_load(type, c, 0);
    if (s_is_z)
        return relative(type, stored.re, s, s);
    if (stored_c.re[0] == 0.0)
        return stored.re[0] == 1.0 && stored.re[1] == 0.0 ? 0.0 : (double)INFINITY;
    mpfr_t reciprocal;
    mpfr_init2(reciprocal, BITS);
    mpfr_ui_div(reciprocal, 1, exact_c, RN);
    const double error = relative(type, stored.re, reciprocal, reciprocal);
    mpfr_clear(reciprocal);
    return error;
}

struct dd_rotg_error dd_oracle_rotg_error(ddblasType_t type, const void *a, const void *b, const void *r, const void *z,
                                          const void *c, const void *s)
{
    const int is_complex = dd_type_is_complex(type);
    const struct dd_parts pa = dd_parts_load(type, a, 0), pb = dd_parts_load(type, b, 0), pr = dd_parts_load(type, r, 0),
                          pc = dd_parts_load(dd_type_real(type), c, 0), ps = dd_parts_load(type, s, 0);
    struct dd_rotg_error e = {0.0, 0.0, 0.0, 0.0};
    mpfr_t ar, ai, br, bi, of_a, of_b, root, phase_r, phase_i, exact, other;
    mpfr_inits2(BITS, ar, ai, br, bi, of_a, of_b, root, phase_r, phase_i, exact, other, (mpfr_ptr)0);
    set_parts(ar, pa.re);
    set_parts(ai, pa.im);
    set_parts(br, pb.re);
    set_parts(bi, pb.im);
    mpfr_hypot(of_a, ar, ai, RN);
    mpfr_hypot(of_b, br, bi, RN);
    mpfr_hypot(root, of_a, of_b, RN);
    const int a_exceeds = mpfr_cmp(of_a, of_b) > 0, a_is_zero = mpfr_zero_p(of_a);
    if (is_complex) /* the phase of a */
    {
        mpfr_set_ui(phase_r, 1, RN);
        mpfr_set_ui(phase_i, 0, RN);
        if (!a_is_zero)
        {
            mpfr_div(phase_r, ar, of_a, RN);
            mpfr_div(phase_i, ai, of_a, RN);
        }
    }
    else /* sigma; c is a / r */
    {
        mpfr_set_si(phase_r, mpfr_sgn(a_exceeds ? ar : br), RN);
        mpfr_set_ui(phase_i, 0, RN);
    }
    mpfr_mul(exact, phase_r, root, RN);
    e.r = relative(type, pr.re, exact, exact);
    mpfr_mul(exact, phase_i, root, RN);
    if (is_complex)
        e.r = fmax(e.r, relative(type, pr.im, exact, exact));
    /* s = phase conj(b) / root; in real types sigma b / root */
    mpfr_fmma(exact, phase_r, br, phase_i, bi, RN);
    mpfr_fmms(other, phase_i, br, phase_r, bi, RN);
    mpfr_div(exact, exact, root, RN);
    mpfr_div(other, other, root, RN);
    mpfr_div(of_b, of_b, root, RN); /* |s| */
    e.s = relative(type, ps.re, exact, of_b);
    if (is_complex)
        e.s = hypot(e.s, relative(type, ps.im, other, of_b));
    mpfr_div(other, is_complex ? of_a : ar, root, RN);
    if (!is_complex)
        mpfr_mul(other, other, phase_r, RN);
    e.c = relative(dd_type_real(type), pc.re, other, other);
    if (!is_complex)
        e.z = error_of_z(type, z, c, a_exceeds, exact, other);
    mpfr_clears(ar, ai, br, bi, of_a, of_b, root, phase_r, phase_i, exact, other, (mpfr_ptr)0);
    return e;
}

/* ---- rotmg ----------------------------------------------------------------------------------- */

/* Exact results. h: h11, h21, h12, h22. */
struct modified
{
    mpfr_t d1, d2, x1, h[4], kappa;
    int flag;
};

static void all_zero(struct modified *m)
{
    mpfr_set_ui(m->d1, 0, RN);
    mpfr_set_ui(m->d2, 0, RN);
    mpfr_set_ui(m->x1, 0, RN);
    for (int k = 0; k < 4; k++)
        mpfr_set_ui(m->h[k], 0, RN);
    m->flag = -1;
}

/* Factors of d and of a row of H until 2^-24 < |d| < 2^24. */
static void rescale(struct modified *m, mpfr_ptr d, int row)
{
    while (!mpfr_zero_p(d))
    {
        mpfr_t size;
        mpfr_init2(size, BITS);
        mpfr_abs(size, d, RN);
        const int small = mpfr_cmp_ui_2exp(size, 1, -24) <= 0, large = mpfr_cmp_ui_2exp(size, 1, 24) >= 0;
        mpfr_clear(size);
        if (!small && !large)
            return;
        const long by = small ? 12 : -12;
        mpfr_mul_2si(d, d, 2 * by, RN);
        mpfr_mul_2si(m->h[row], m->h[row], -by, RN);
        mpfr_mul_2si(m->h[row + 2], m->h[row + 2], -by, RN);
        if (row == 0)
            mpfr_mul_2si(m->x1, m->x1, -by, RN);
        m->flag = -1;
    }
}

/* From d1, d2, x1 in m, and y1. */
static void modify(struct modified *m, mpfr_srcptr y1)
{
    mpfr_t p1, p2, q1, q2, t, u;
    mpfr_inits2(BITS, p1, p2, q1, q2, t, u, (mpfr_ptr)0);
    mpfr_mul(p1, m->d1, m->x1, RN);
    mpfr_mul(p2, m->d2, y1, RN);
    mpfr_mul(q1, p1, m->x1, RN);
    mpfr_mul(q2, p2, y1, RN);
    const int first = mpfr_cmpabs(q1, q2) > 0;
    mpfr_set_ui(m->kappa, 1, RN);
    if (mpfr_sgn(m->d1) < 0)
        all_zero(m);
    else if (mpfr_zero_p(p2))
        m->flag = -2;
    else if (!first && mpfr_sgn(q2) < 0)
        all_zero(m);
    else
    {
        m->flag = first ? 0 : 1;
        mpfr_set_si(m->h[0], 1, RN);
        mpfr_set_si(m->h[1], -1, RN);
        mpfr_set_si(m->h[2], 1, RN);
        mpfr_set_si(m->h[3], 1, RN);
        if (first)
        {
            mpfr_div(m->h[1], y1, m->x1, RN);
            mpfr_neg(m->h[1], m->h[1], RN);
            mpfr_div(m->h[2], p2, p1, RN);
            mpfr_div(t, q2, q1, RN);
        }
        else
        {
            mpfr_div(m->h[0], p1, p2, RN);
            mpfr_div(m->h[3], m->x1, y1, RN);
            mpfr_div(t, q1, q2, RN);
            mpfr_swap(m->d1, m->d2);
            mpfr_set(m->x1, y1, RN);
        }
        mpfr_add_ui(u, t, 1, RN);
        mpfr_div(m->d1, m->d1, u, RN);
        mpfr_div(m->d2, m->d2, u, RN);
        mpfr_mul(m->x1, m->x1, u, RN);
        mpfr_abs(t, t, RN);
        mpfr_add_ui(t, t, 1, RN);
        mpfr_div(m->kappa, t, u, RN);
        rescale(m, m->d1, 0);
        rescale(m, m->d2, 1);
    }
    mpfr_clears(p1, p2, q1, q2, t, u, (mpfr_ptr)0);
}

double dd_oracle_rotmg_error(ddblasType_t type, const void *const before[4], const void *const after[3], const void *param)
{
    struct modified m;
    mpfr_t y1;
    mpfr_inits2(BITS, y1, m.d1, m.d2, m.x1, m.h[0], m.h[1], m.h[2], m.h[3], m.kappa, (mpfr_ptr)0);
    mpfr_ptr const numbers[7] = {m.d1, m.d2, m.x1, m.h[0], m.h[1], m.h[2], m.h[3]};
    for (int k = 0; k < 3; k++)
        set_parts(numbers[k], dd_parts_load(type, before[k], 0).re);
    set_parts(y1, dd_parts_load(type, before[3], 0).re);
    modify(&m, y1);
    double largest = dd_parts_load(type, param, 0).re[0] == m.flag ? 0.0 : (double)INFINITY;
    for (int k = 0; k < 7; k++)
    {
        const int of_h = k >= 3,
                  written = !of_h || m.flag == -1 || (m.flag == 0 && (k == 4 || k == 5)) || (m.flag == 1 && (k == 3 || k == 6));
        const struct dd_parts computed = of_h ? dd_parts_load(type, param, k - 2) : dd_parts_load(type, after[k], 0);
        if (written)
            largest = fmax(largest, mpfr_zero_p(numbers[k]) ? (dd_parts_are_zero(computed) ? 0.0 : (double)INFINITY)
                                                            : relative(type, computed.re, numbers[k], numbers[k]));
        else if (!isnan(computed.re[0]))
            largest = (double)INFINITY;
    }
    largest /= mpfr_get_d(m.kappa, RN);
    mpfr_clears(y1, m.d1, m.d2, m.x1, m.h[0], m.h[1], m.h[2], m.h[3], m.kappa, (mpfr_ptr)0);
    return largest;
}
