/*
 * One-sided Jacobi in W and U for one instruction set. The including file defines VD_AVX2 or not
 * (simd/vd.h), and JACOBI(letter), the name of the function for a type. jacobi.c explains the
 * method. Rotations in W work on vectors of columns, with the operations and the bits of the loop
 * over elements; a vector with a result that is 0, Inf or NaN is computed again by that loop.
 */
#include <math.h>

#include "eigen/excess.h"
#include "factor/qr/qr_reflector.h"
#include "simd/vd.h"

#include "svd.h"

enum
{
    MOST_SWEEPS = 60 /* About ten suffice. */
};

/* A sine, and the tangent of half the angle. */
struct rotation
{
    cuddreal s, t;
};

/* Whether a product of two columns with squares alpha and beta is not small against their norms. */
static int is_large(cuddreal modulus, cuddreal alpha, cuddreal beta, double small)
{
    const double least = 0x1p-900;
    return alpha.x >= least && beta.x >= least && modulus.x > small * sqrt(alpha.x) * sqrt(beta.x);
}

static cuddreal phase_of_real(cuddreal a) { return cuddFromDouble(cuddSignBit(a) ? -1.0 : 1.0); }
static cuddreal turn_real(cuddreal a, cuddreal phase) { return cuddSignBit(phase) ? cuddNeg(a) : a; }

/* a is scaled first, so that the phase has modulus 1 up to rounding errors whatever a is. They are
 * corrected as those of c and s in eigen/tridiagonal_ql.c, because a column passes through several
 * hundred rotations. */
static cuddcomplex phase_of_complex(cuddcomplex a)
{
    const cuddcomplex scaled = qr_scale_u(a, qr_power(-qr_exponent_u(a)));
    const cuddcomplex phase = cuddcDivReal(scaled, cuddcAbs(scaled));
    const double half = cudd_mul(-0.5, eigen_excess(phase.x, phase.y));
    return cuddcMake(cuddAddD(phase.x, cudd_mul(phase.x.x, half)), cuddAddD(phase.y, cudd_mul(phase.y.x, half)));
}

/* The rotation that makes columns with squares alpha and beta and the product gamma > 0 orthogonal:
 * t = tan, the smaller root of t^2 + 2 zeta t - 1 = 0 with zeta = (beta - alpha) / (2 gamma). */
static struct rotation rotation_of(cuddreal alpha, cuddreal beta, cuddreal gamma)
{
    const cuddreal zeta = cuddDiv(cuddSub(beta, alpha), cuddMulD(gamma, 2.0)), modulus = cuddFabs(zeta);
    cuddreal t;
    if (modulus.x > 0x1p200) /* The square may overflow, and 1 is below its last digit. */
        t = cuddDDiv(0.5, modulus);
    else
        t = cuddDDiv(1.0, cuddAdd(modulus, cuddSqrt(cuddAddD(cuddSqr(modulus), 1.0))));
    t = cuddSignBit(zeta) ? cuddNeg(t) : t;
    const cuddreal c = cuddDDiv(1.0, cuddSqrt(cuddAddD(cuddSqr(t), 1.0))), s = cuddMul(c, t);
    return (struct rotation){s, cuddDiv(s, cuddAddD(c, 1.0))};
}

static void rotate_elements_w(int64_t n, ddblas_host_w *x, ddblas_host_w *y, struct rotation r, cuddreal phase);

/* The first VD_WIDTH elements of two columns. Returns 0, without a change, for a special result. */
static int rotate_vector(ddblas_host_w *x, ddblas_host_w *y, struct rotation r, vd sign)
{
    const vd th = vd_set1(r.t.x), tl = vd_set1(r.t.y), sh = vd_set1(r.s.x), sl = vd_set1(r.s.y), minus = vd_set1(-1.0);
    vd al, bl, pl, ul, xl, yl;
    const vd ah = vd_load_pairs(x, &al);
    vd bh = vd_load_pairs(y, &bl);
    bh = vd_flip(bh, sign);
    bl = vd_flip(bl, sign);
    vd ph = vd_dd_mul(ah, al, th, tl, &pl), uh = vd_dd_add(bh, bl, ph, pl, &ul);
    ph = vd_dd_mul(uh, ul, vd_flip(sh, minus), vd_flip(sl, minus), &pl);
    const vd xh = vd_dd_add(ah, al, ph, pl, &xl);
    ph = vd_dd_mul(bh, bl, vd_flip(th, minus), vd_flip(tl, minus), &pl);
    uh = vd_dd_add(ah, al, ph, pl, &ul);
    ph = vd_dd_mul(uh, ul, sh, sl, &pl);
    const vd yh = vd_dd_add(bh, bl, ph, pl, &yl);
    if (vd_any_special(xh, xl) || vd_any_special(yh, yl))
        return 0;
    vd_store_pairs(x, xh, xl);
    vd_store_pairs(y, yh, yl);
    return 1;
}

static void rotate_w(int64_t n, ddblas_host_w *x, ddblas_host_w *y, struct rotation r, cuddreal phase)
{
    const vd sign = vd_set1(phase.x);
    int64_t i = 0;
    for (; i + VD_WIDTH <= n; i += VD_WIDTH)
        if (!rotate_vector(x + i, y + i, r, sign))
            rotate_elements_w(VD_WIDTH, x + i, y + i, r, phase);
    rotate_elements_w(n - i, x + i, y + i, r, phase);
}

#define NAME(x)        x##_w
#define JACOBI_NAME    JACOBI(w)
#define ROTATE         rotate_w
#define ELEMENT        ddblas_host_w
#define VALUE          cuddreal
#define DOT(a, b)      cuddMul(a, b)
#define PHASE(a)       phase_of_real(a)
#define TURN(a, p)     turn_real(a, p)
#define NORM(a)        cuddSqr(a)
#define ADD(a, b)      cuddAdd(a, b)
#define MUL_REAL(a, d) cuddMul(a, d)
#define ABS(a)         cuddFabs(a)
#define EXPONENT(a)    qr_exponent_w(a)
#define SCALE(a, p)    qr_scale_w(a, p)
#define FROM_DOUBLE(d) cuddFromDouble(d)
#include "jacobi_kernel.h"

#undef NAME
#undef ELEMENT
#undef VALUE
#undef DOT
#undef PHASE
#undef TURN
#undef NORM
#undef ADD
#undef MUL_REAL
#undef ABS
#undef EXPONENT
#undef SCALE
#undef FROM_DOUBLE
#undef JACOBI_NAME
#undef ROTATE
#define NAME(x)        x##_u
#define JACOBI_NAME    JACOBI(u)
#define ROTATE         rotate_elements_u
#define ELEMENT        ddblas_host_u
#define VALUE          cuddcomplex
#define DOT(a, b)      cuddcMul(cuddcConj(a), b)
#define PHASE(a)       phase_of_complex(a)
#define TURN(a, p)     cuddcMul(a, cuddcConj(p))
#define NORM(a)        cuddcNorm(a)
#define ADD(a, b)      cuddcAdd(a, b)
#define MUL_REAL(a, d) cuddcMulReal(a, d)
#define ABS(a)         cuddcAbs(a)
#define EXPONENT(a)    qr_exponent_u(a)
#define SCALE(a, p)    qr_scale_u(a, p)
#define FROM_DOUBLE(d) cuddcFromDoubles(d, 0.0)
#include "jacobi_kernel.h"
