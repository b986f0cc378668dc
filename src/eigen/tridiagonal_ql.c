/*
 * Eigenvalues of a real symmetric tridiagonal matrix by implicit QL steps with Wilkinson's shift,
 * on the host. A step takes the unreduced block [l, m]: with the shift sigma that is the eigenvalue
 * of its first 2 x 2 block nearer to d_l,
 *
 *   g = d_m - sigma, s = c = 1, p = 0, and for i = m - 1 ... l:
 *   f = s e_i, b = c e_i, r = sqrt(f^2 + g^2), e_(i+1) = r, s = f / r, c = g / r
 *   g = d_(i+1) - p, r = (d_i - g) s + 2 c b, p = s r, d_(i+1) = g + p, g = c r - b
 *   at the end d_l = d_l - p, e_l = g
 *
 * as in B. S. Garbow and others, EISPACK's imtql2. An e_i is set to 0 if it is at most 2^-106
 * (|d_i| + |d_(i+1)|) or at most 2^-110 |T|, and after NORMAL_STEPS steps for an eigenvalue 2^-106
 * |T|: every step gives a block of small numbers rounding errors from large neighbours, so that it
 * might never converge to the first criterion.
 */
#include <math.h>

#include "backend/isa.h"
#include "core/checks.h"
#include "cpu/ql_cpu.h"
#include "eigen.h"

enum
{
    NORMAL_STEPS = 12 /* Steps after which an eigenvalue counts as slow; two or three are usual. */
};

struct ddblas_plane ddblas_plane(cuddreal f, cuddreal g) { return ql_plane(f, g, 1); }

double ddblas_tridiagonal_norm(int64_t n, const cuddreal *d, const cuddreal *e)
{
    double largest = 0.0;
    for (int64_t i = 0; i < n; i++)
    {
        const double row = (i > 0 ? fabs(e[i - 1].x) : 0.0) + fabs(d[i].x) + (i + 1 < n ? fabs(e[i].x) : 0.0);
        largest = row > largest ? row : largest;
    }
    return largest;
}

static int negligible(const cuddreal *d, const cuddreal *e, int64_t i, double small)
{
    const double size = fabs(e[i].x);
    return size <= small || size <= 0x1p-106 * (fabs(d[i].x) + fabs(d[i + 1].x));
}

/* Returns the last index of the unreduced block that begins at l. */
static int64_t end_of_block(int64_t n, const cuddreal *d, cuddreal *e, int64_t l, double small)
{
    int64_t m = l;
    while (m + 1 < n && !negligible(d, e, m, small))
        m++;
    if (m + 1 < n)
        e[m] = cuddFromDouble(0.0);
    return m;
}

static ddblasStatus_t flush(struct ddblas_rotations *batch, ddblas_rotate rotate, void *context)
{
    if (!batch || batch->sweeps == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(rotate(context, batch));
    batch->sweeps = batch->used = 0;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblas_ql_step *step_in_use(void)
{
#if defined(__x86_64__)
    if (ddblas_isa() != DDBLAS_ISA_PORTABLE)
        return ddblas_ql_step_avx2;
#endif
    return ddblas_ql_step_portable;
}

ddblasStatus_t ddblas_tridiagonal_ql(int64_t n, cuddreal *d, cuddreal *e, int most, struct ddblas_rotations *batch,
                                     ddblas_rotate rotate, void *context, int64_t *failed)
{
    const double norm = ddblas_tridiagonal_norm(n, d, e);
    ddblas_ql_step *const step = step_in_use();
    *failed = 0;
    for (int64_t l = 0; l < n; l++)
        for (int steps = 0;; steps++)
        {
            const int64_t m = end_of_block(n, d, e, l, norm * (steps < NORMAL_STEPS ? 0x1p-110 : 0x1p-106));
            if (m == l)
                break;
            if (steps == most)
            {
                *failed += 1;
                break;
            }
            if (batch && (batch->used + (m - l) > batch->capacity || batch->sweeps == DDBLAS_MOST_SWEEPS))
                DDBLAS_CHECK(flush(batch, rotate, context));
            step(d, e, l, m, batch);
        }
    return flush(batch, rotate, context);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Merges the sorted halves [first, middle) and [middle, last) of `from` into `to`. */
static void merge_halves(const cuddreal *values, const int64_t *from, int64_t *to, int64_t first, int64_t middle, int64_t last)
{
    int64_t a = first, b = middle;
    for (int64_t k = first; k < last; k++)
        to[k] = a < middle && (b >= last || !cuddLt(values[from[b]], values[from[a]])) ? from[a++] : from[b++];
}

/* Sorts by merging, from runs of length one; order has room for 2 n numbers. */
void ddblas_ascending(int64_t n, const cuddreal *values, int64_t *order)
{
    int64_t *from = order, *to = order + n;
    for (int64_t k = 0; k < n; k++)
        from[k] = k;
    for (int64_t run = 1; run < n; run *= 2)
    {
        for (int64_t first = 0; first < n; first += 2 * run)
            merge_halves(values, from, to, first, first + run < n ? first + run : n, first + 2 * run < n ? first + 2 * run : n);
        int64_t *other = from;
        from = to;
        to = other;
    }
    for (int64_t k = 0; k < n && from != order; k++)
        order[k] = from[k];
}
