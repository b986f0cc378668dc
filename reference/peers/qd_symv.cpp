/*
 * symv over QD's dd_real.
 */
#include "qd_symv.h"
#include "qd_fused.h"

static_assert(sizeof(dd_real) == sizeof(cuddreal), "one layout");

static inline const dd_real &dd(const cuddreal *a) { return *reinterpret_cast<const dd_real *>(a); }

void qd_symv(int lower, int64_t n, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *x, const cuddreal *beta,
             cuddreal *y)
{
    dd_real *out = reinterpret_cast<dd_real *>(y);
    for (int64_t i = 0; i < n; i++)
        out[i] = dd(beta) * out[i];
    for (int64_t j = 0; j < n; j++)
    {
        const dd_real along = dd(alpha) * dd(x + j);
        dd_real across = 0.0;
        const int64_t first = lower ? j + 1 : 0, last = lower ? n : j;
        for (int64_t i = first; i < last; i++)
        {
            const dd_real &a = dd(A + j * lda + i);
            out[i] = dd_real::ieee_add(out[i], along * a);
            across = dd_real::ieee_add(across, a * dd(x + i));
        }
        out[j] = dd_real::ieee_add(out[j], dd_real::ieee_add(along * dd(A + j * lda + j), dd(alpha) * across));
    }
}
