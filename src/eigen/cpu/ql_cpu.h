/*
 * A step of the QL algorithm on a tridiagonal matrix, on the host. One algorithm (ql_cpu_kernel.h)
 * is compiled for each instruction set and gives the same bits in all of them: with AVX2, fused
 * multiply-adds are instructions, and otherwise calls of the C library.
 */
#ifndef DDBLAS_EIGEN_QL_CPU_H
#define DDBLAS_EIGEN_QL_CPU_H

#include "eigen/eigen.h"
#include "eigen/excess.h"
#include "factor/qr/qr_reflector.h"

/* The rotation that takes (f, g) to (0, r). Errors of c and s accumulate in vectors over all steps,
 * and with for_vectors they are corrected so that c^2 + s^2 = 1 up to their last rounding. */
static inline struct ddblas_plane ql_plane(cuddreal f, cuddreal g, int for_vectors)
{
    const int a = qr_exponent_w(f), b = qr_exponent_w(g), e = a > b ? a : b;
    const cuddreal x = qr_scale_w(f, qr_power(-e)), y = qr_scale_w(g, qr_power(-e));
    const cuddreal root = cuddSqrt(cuddAdd(cuddSqr(x), cuddSqr(y)));
    const cuddreal s = cuddDiv(x, root), c = cuddDiv(y, root), r = qr_scale_w(root, qr_power(e));
    if (!for_vectors)
        return (struct ddblas_plane){r, s, c};
    const double half = -0.5 * eigen_excess(c, s);
    return (struct ddblas_plane){r, cuddAddD(s, s.x * half), cuddAddD(c, c.x * half)};
}

/* Does one QL step on the block [l, m], l < m, and records its rotations if batch is not null. */
typedef void ddblas_ql_step(cuddreal *d, cuddreal *e, int64_t l, int64_t m, struct ddblas_rotations *batch);
extern ddblas_ql_step ddblas_ql_step_portable, ddblas_ql_step_avx2;

#endif
