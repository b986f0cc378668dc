/*
 * gemv over QD's dd_real.
 */
#include "qd_gemv.h"
#include "qd_fused.h"

static_assert(sizeof(dd_real) == sizeof(cuddreal), "one layout");

static inline const dd_real &dd(const cuddreal *a) { return *reinterpret_cast<const dd_real *>(a); }

void qd_gemv(int transposed, int64_t m, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x,
             const cuddreal *beta, cuddreal *y)
{
    dd_real *out = reinterpret_cast<dd_real *>(y);
    for (int64_t i = 0; i < (transposed ? n : m); i++)
        out[i] = dd(beta) * out[i];
    for (int64_t j = 0; j < n; j++)
    {
        const cuddreal *column = A + j * lda;
        if (transposed)
        {
            dd_real sum = 0.0;
            for (int64_t i = 0; i < m; i++)
                sum = dd_real::ieee_add(sum, dd(column + i) * dd(x + i));
            out[j] = dd_real::ieee_add(out[j], dd(alpha) * sum);
        }
        else
        {
            const dd_real along = dd(alpha) * dd(x + j);
            for (int64_t i = 0; i < m; i++)
                out[i] = dd_real::ieee_add(out[i], along * dd(column + i));
        }
    }
}
