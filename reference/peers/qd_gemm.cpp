/*
 * gemm over QD's dd_real; QD_GEMM, when it is defined, is the function's name, and QD's headers are
 * then those of the includer.
 */
#include "qd_gemm.h"

#ifndef QD_GEMM
#include "qd_fused.h"
#define QD_GEMM qd_gemm
#endif

static_assert(sizeof(dd_real) == sizeof(cuddreal), "one layout");

namespace
{

constexpr int64_t BLOCK = 64;

inline int64_t end_of(int64_t start, int64_t n) { return start + BLOCK < n ? start + BLOCK : n; }

/* The block of C that starts at (i0, j0) += alpha times blocks of A and B with the terms from
 * t0. */
void add_block(int64_t n, int64_t i0, int64_t j0, int64_t t0, dd_real alpha, const dd_real *A, const dd_real *B, dd_real *C)
{
    for (int64_t j = j0; j < end_of(j0, n); j++)
        for (int64_t t = t0; t < end_of(t0, n); t++)
        {
            const dd_real b = alpha * B[t + j * n];
            for (int64_t i = i0; i < end_of(i0, n); i++)
                C[i + j * n] = dd_real::ieee_add(C[i + j * n], A[i + t * n] * b);
        }
}

} // namespace

void QD_GEMM(int64_t n, const cuddreal *alpha, const cuddreal *A, const cuddreal *B, const cuddreal *beta, cuddreal *C)
{
    dd_real *out = reinterpret_cast<dd_real *>(C);
    const dd_real *a = reinterpret_cast<const dd_real *>(A), *b = reinterpret_cast<const dd_real *>(B);
    for (int64_t i = 0; i < n * n; i++)
        out[i] = *reinterpret_cast<const dd_real *>(beta) * out[i];
    for (int64_t j = 0; j < n; j += BLOCK)
        for (int64_t t = 0; t < n; t += BLOCK)
            for (int64_t i = 0; i < n; i += BLOCK)
                add_block(n, i, j, t, *reinterpret_cast<const dd_real *>(alpha), a, b, out);
}
