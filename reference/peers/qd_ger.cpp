/*
 * ger over QD's dd_real.
 */
#include "qd_ger.h"
#include "qd_fused.h"

static_assert(sizeof(dd_real) == sizeof(cuddreal), "one layout");

static inline const dd_real &dd(const cuddreal *a) { return *reinterpret_cast<const dd_real *>(a); }

void qd_ger(int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *x, const cuddreal *y, cuddreal *A, int64_t lda)
{
    dd_real *out = reinterpret_cast<dd_real *>(A);
    for (int64_t j = 0; j < n; j++)
    {
        const dd_real t = dd(alpha) * dd(y + j);
        for (int64_t i = 0; i < m; i++)
            out[j * lda + i] = dd_real::ieee_add(out[j * lda + i], dd(x + i) * t);
    }
}
