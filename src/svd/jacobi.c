/*
 * Singular values and vectors of small matrices by one-sided Jacobi on the host, for both engines:
 * M. R. Hestenes, Inversion of matrices by biorthogonalization and related results, J. SIAM 6,
 * 1958, with the pivoting of P. P. M. de Rijk, A one-sided Jacobi algorithm for computing the
 * singular value decomposition on a vector computer, SIAM J. Sci. Stat. Comput. 10, 1989.
 *
 * Rotations from the right make the columns of A orthogonal: the cosine of the angle between two of
 * them is at most 2^-104 sqrt(n) in the end, whatever their norms are. The norms are the singular
 * values. If A = B D with a diagonal D, each has a relative error of the order of the condition of
 * B times u_w: J. Demmel and K. Veselic, Jacobi's method is more accurate than QR, SIAM J. Matrix
 * Anal. Appl. 13, 1992. Columns whose norms come below 2^-450, where squares lose digits, are left.
 */
#include <math.h>

#include "core/checks.h"
#include "factor/qr/qr_reflector.h"
#include "simd/host_memory.h"
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

/* a is scaled first, so that the phase has modulus 1 up to rounding errors whatever a is. */
static cuddcomplex phase_of_complex(cuddcomplex a)
{
    const cuddcomplex scaled = qr_scale_u(a, qr_power(-qr_exponent_u(a)));
    return cuddcDivReal(scaled, cuddcAbs(scaled));
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

#define NAME(x)        x##_w
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
#define NAME(x)        x##_u
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

/* ---- on an engine ---------------------------------------------------------------------------- */

ddblasStatus_t ddblas_svd_jacobi(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int64_t *failed)
{
    const size_t column = (size_t)q->n * s->size, bytes = (size_t)q->n * column;
    char *A = q->host, *V = A + bytes;
    *failed = 0;
    q->U = q->first;
    q->V = q->second;
    if (!s->planning)
    {
        DDBLAS_CHECK(ddblas_svd_fetch(s, A, q->C, (size_t)q->ldc * s->size, column, q->n));
        if (!(ddblas_type_is_complex(s->type) ? ddblas_svd_jacobi_u : ddblas_svd_jacobi_w)(q->n, A, V, q->values))
            *failed = q->n;
        DDBLAS_CHECK(ddblas_svd_send(s, q->first, A, bytes));
        DDBLAS_CHECK(ddblas_svd_send(s, q->second, V, bytes));
    }
    if (q->left && *failed == 0)
        DDBLAS_CHECK(ddblas_svd_complete(s, q, q->first));
    return q->right && *failed == 0 ? ddblas_svd_complete(s, q, q->second) : DDBLAS_STATUS_SUCCESS;
}
