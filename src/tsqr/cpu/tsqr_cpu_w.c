/*
 * TSQR blocks of W (double-double) on the CPU: Householder reflections in panels of 8 columns. The
 * reflections of a panel form a compact WY block reflector I - V T V^T (R. Schreiber, C. Van Loan,
 * SIAM J. Sci. Stat. Comput. 10(1), 1989).
 *
 * A block is split into high and low parts (tsqr_cpu_w.h), and its rows are padded with zeros to a
 * multiple of 8. Below the diagonal a factored block holds the vectors of the reflections; their
 * first element 1 is not stored. T holds the 8 x k triangles of the panels side by side.
 */
#include <math.h>
#include <string.h>

#include "backend/isa.h"
#include "core/sizes.h"
#include "tsqr_cpu.h"
#include "tsqr_cpu_w.h"

enum
{
    LANES = DDBLAS_TSQR_W_LANES,
    PANEL = DDBLAS_TSQR_W_PANEL,
    /* A panel is applied by one thread alone if it has fewer multiply-adds than this, which take a
     * few milliseconds. */
    SHARED = 1 << 22
};

static const struct ddblas_tsqr_w_kernels *substitute;

void ddblas_tsqr_w_substitute(const struct ddblas_tsqr_w_kernels *kernels) { substitute = kernels; }

const struct ddblas_tsqr_w_kernels *ddblas_tsqr_w_kernels(void)
{
    if (substitute)
        return substitute;
    switch (ddblas_isa())
    {
#if defined(__x86_64__)
    case DDBLAS_ISA_AVX512:
        return &ddblas_tsqr_w_avx512;
    case DDBLAS_ISA_AVX2:
        return &ddblas_tsqr_w_avx2;
#endif
    default:
        return &ddblas_tsqr_w_portable;
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static int64_t leading_dimension(int64_t rows) { return round_up(rows, LANES); }

static size_t block_bytes(int64_t rows, int64_t columns)
{
    return (size_t)leading_dimension(rows) * (size_t)columns * sizeof(cuddreal);
}

static size_t scratch_bytes(int64_t rows, int64_t n, int64_t p)
{
    (void)n;
    (void)p;
    return block_bytes(rows, PANEL);
}

static void clear_block(const struct ddblas_tsqr_block *b) { memset(b->data, 0, block_bytes(b->rows, b->columns)); }

static void load_block(const struct ddblas_tsqr_block *b, int64_t first, int64_t count, struct ddblas_tsqr_view from)
{
    const int64_t ld = leading_dimension(b->rows);
    for (int64_t j = 0; j < b->columns; j++)
    {
        double *to = (double *)b->data + 2 * ld * j + first;
        const ddblas_host_w *x = (const ddblas_host_w *)from.at + j * from.column;
        for (int64_t i = 0; i < count; i++)
        {
            to[i] = x[i * from.row].x;
            to[ld + i] = x[i * from.row].y;
        }
        if (first + count == b->rows) /* The load of the last row also zeroes the padding. */
            for (int64_t i = count; i < ld - first; i++)
                to[i] = to[ld + i] = 0.0;
    }
}

static void store_block(const struct ddblas_tsqr_block *b, int64_t first, int64_t count, struct ddblas_tsqr_view to)
{
    const int64_t ld = leading_dimension(b->rows);
    for (int64_t j = 0; j < b->columns; j++)
    {
        const double *from = (const double *)b->data + 2 * ld * j + first;
        ddblas_host_w *x = (ddblas_host_w *)to.at + j * to.column;
        for (int64_t i = 0; i < count; i++)
            x[i * to.row] = cuddMake(from[i], cudd_finite(from[i]) ? from[ld + i] : 0.0);
    }
}

/* ---- one reflection -------------------------------------------------------------------------- */

/* Multiplies a column by a power of two so that the larger of |alpha| and the largest element of
 * the tail comes near 1. No square then overflows, and none that matters underflows. Returns the
 * exponent of the power that the column was divided by. The scaling is exact except for elements
 * below 2^-70 of the largest one, which may underflow. */
static int scale_column(int64_t rows, double *tail, int64_t ld, cuddreal *alpha)
{
    double largest = fabs(alpha->x);
    int e = 0;
    for (int64_t i = 0; i < rows; i++)
        largest = fabs(tail[i]) > largest ? fabs(tail[i]) : largest;
    if (largest == 0.0 || !cudd_finite(largest))
        return 0;
    (void)frexp(largest, &e);
    e = e > 1000 ? 1000 : e < -1000 ? -1000 : e;
    const double f = ldexp(1.0, -e);
    for (int64_t i = 0; i < rows; i++)
    {
        tail[i] *= f;
        tail[ld + i] *= f;
    }
    *alpha = cuddMake(alpha->x * f, alpha->y * f);
    return e;
}

/* Computes the reflection I - tau v v^T, v = (1, tail'), that maps (alpha, tail) to (beta, 0). tail
 * has `rows` high parts and, from tail + ld on, as many low parts. Overwrites tail with tail' and
 * alpha with beta; returns tau. beta has the opposite sign of alpha, so that alpha - beta has no
 * cancellation. If tail is 0, tau is 0 and alpha is not changed. */
static cuddreal make_reflection(const struct ddblas_tsqr_w_kernels *w, int64_t rows, double *tail, int64_t ld, cuddreal *alpha)
{
    cuddreal squares = w->square_sum(rows, tail, ld), a = *alpha;
    int e = 0;
    if (!(squares.x >= 0x1p-600 && squares.x <= 0x1p+900 && fabs(a.x) <= 0x1p+450))
    {
        e = scale_column(rows, tail, ld, &a);
        squares = w->square_sum(rows, tail, ld);
    }
    if (squares.x == 0.0)
    {
        memset(tail, 0, (size_t)rows * sizeof *tail);
        memset(tail + ld, 0, (size_t)rows * sizeof *tail);
        return cuddFromDouble(0.0);
    }
    const cuddreal norm = cuddSqrt(cuddAdd(cuddSqr(a), squares));
    const cuddreal beta = a.x < 0.0 ? norm : cuddNeg(norm);
    const cuddreal difference = cuddSub(a, beta);
    w->multiply(rows, cuddDDiv(1.0, difference), tail, ld);
    *alpha = cuddLdexp(beta, e);
    return cuddNeg(cuddDiv(difference, beta));
}

/* ---- panels ---------------------------------------------------------------------------------- */

/* A panel of a block: its columns j0 .. j0 + k - 1 from row j0 on, and its V in scratch. */
struct panel
{
    /* rows: number of rows from row j0 on, including padding. ld: leading dimension of the
     * block. */
    int64_t j0, rows, ld;
    int k;
    double *at; /* Element (j0, j0) of the block. */
    double *V;  /* Its leading dimension is `rows`. */
};

static struct panel panel_at(const struct ddblas_tsqr_block *b, int64_t j0, void *scratch)
{
    const int64_t ld = leading_dimension(b->rows), left = b->columns - j0;
    return (struct panel){.j0 = j0,
                          .rows = ld - j0,
                          .ld = ld,
                          .k = (int)least(left, PANEL),
                          .at = (double *)b->data + 2 * ld * j0 + j0,
                          .V = scratch};
}

/* Copies column c of V from the block: c zeros, the element 1, which the block does not store, and
 * the block's elements below the diagonal. */
static double *unpack_column(const struct panel *p, int c)
{
    const double *from = p->at + 2 * p->ld * c;
    double *v = p->V + 2 * p->rows * c;
    for (int part = 0; part < 2; part++)
    {
        memset(v + part * p->rows, 0, (size_t)(c + 1) * sizeof *v);
        memcpy(v + part * p->rows + c + 1, from + part * p->ld + c + 1, (size_t)(p->rows - c - 1) * sizeof *v);
    }
    v[c] = 1.0;
    return v;
}

/* Computes the triangle T of a panel from tau and the products of its vectors: T(0:c, c) = -tau_c
 * T(0:c, 0:c) (V^T v_c). */
static void make_triangle(const struct ddblas_tsqr_w_kernels *w, const struct panel *p, const cuddreal *tau, ddblas_host_w *T)
{
    cuddreal G[PANEL * PANEL];
    memset(T, 0, (size_t)(PANEL * p->k) * sizeof *T);
    w->gram(p->rows, p->k, p->V, p->rows, G);
    for (int c = 0; c < p->k; c++)
    {
        for (int r = 0; r < c; r++)
        {
            cuddreal sum = cuddFromDouble(0.0);
            for (int q = r; q < c; q++)
                sum = cuddFma(T[r + PANEL * q], G[q + PANEL * c], sum);
            T[r + PANEL * c] = cuddNeg(cuddMul(tau[c], sum));
        }
        T[c + PANEL * c] = tau[c];
    }
}

static void factor_panel(const struct ddblas_tsqr_w_kernels *w, const struct panel *p, ddblas_host_w *T)
{
    cuddreal tau[PANEL];
    for (int c = 0; c < p->k; c++)
    {
        double *column = p->at + 2 * p->ld * c, *v = unpack_column(p, c);
        cuddreal alpha = cuddMake(column[c], column[p->ld + c]);
        v[c] = 0.0;
        tau[c] = make_reflection(w, p->rows, v, p->rows, &alpha);
        v[c] = 1.0;
        v[p->rows + c] = 0.0;
        w->apply(p->rows, 1, v, p->rows, &tau[c], 1, p->k - c - 1, column + 2 * p->ld, p->ld);
        column[c] = alpha.x;
        column[p->ld + c] = alpha.y;
        for (int part = 0; part < 2; part++)
            memcpy(column + part * p->ld + c + 1, v + part * p->rows + c + 1, (size_t)(p->rows - c - 1) * sizeof *v);
    }
    make_triangle(w, p, tau, T);
}

/* Applies a panel to the columns of C from `first` on, in tiles of 8 columns. The threads share the
 * tiles. The bits of a tile do not depend on the thread that computes it. */
static void apply_panel(const struct ddblas_tsqr_w_kernels *w, const struct panel *p, const ddblas_host_w *T, int transposed,
                        const struct ddblas_tsqr_block *C, int64_t first, int threads)
{
    const int64_t ld = leading_dimension(C->rows), count = C->columns - first, tiles = quotient_up(count, LANES);
    const int worth = threads > 1 && tiles > 1 && 2.0 * (double)p->rows * (double)p->k * (double)count >= SHARED;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (worth)
    for (int64_t tile = 0; tile < tiles; tile++)
    {
        const int64_t j = tile * LANES, wide = least(count - j, LANES);
        w->apply(p->rows, p->k, p->V, p->rows, T, transposed, wide, (double *)C->data + 2 * ld * (first + j) + p->j0, ld);
    }
}

static void factor_block(const struct ddblas_tsqr_block *block, void *T, void *scratch, int threads)
{
    const struct ddblas_tsqr_w_kernels *w = ddblas_tsqr_w_kernels();
    for (int64_t j0 = 0; j0 < block->columns; j0 += PANEL)
    {
        const struct panel p = panel_at(block, j0, scratch);
        ddblas_host_w *t = (ddblas_host_w *)T + PANEL * j0;
        factor_panel(w, &p, t);
        if (j0 + p.k < block->columns)
            apply_panel(w, &p, t, 1, block, j0 + p.k, threads);
    }
}

/* Applies the block reflector of the panel that begins at column j0 to the columns of C from
 * `first` on. */
static void apply_reflection(int adjoint, const struct ddblas_tsqr_block *V, const void *T, int64_t j0,
                             const struct ddblas_tsqr_block *C, int64_t first, void *scratch, int threads)
{
    const struct panel p = panel_at(V, j0, scratch);
    for (int c = 0; c < p.k; c++)
        (void)unpack_column(&p, c);
    apply_panel(ddblas_tsqr_w_kernels(), &p, (const ddblas_host_w *)T + PANEL * j0, adjoint, C, first, threads);
}

static int64_t last_panel(const struct ddblas_tsqr_block *V) { return (V->columns - 1) / PANEL * PANEL; }

static void apply_block(int adjoint, const struct ddblas_tsqr_block *V, const void *T, const struct ddblas_tsqr_block *C,
                        void *scratch, int threads)
{
    if (adjoint)
        for (int64_t j0 = 0; j0 < V->columns; j0 += PANEL)
            apply_reflection(1, V, T, j0, C, 0, scratch, threads);
    else
        for (int64_t j0 = last_panel(V); j0 >= 0; j0 -= PANEL)
            apply_reflection(0, V, T, j0, C, 0, scratch, threads);
}

/* Sets C to the first columns of Q. The panels are applied to I from the last one to the first.
 * When the panel at column j0 is applied, the columns of C before j0 are still columns of I, and
 * they are zero in the panel's rows; the panel would not change them, so they are left out. */
static void form_block(const struct ddblas_tsqr_block *V, const void *T, const struct ddblas_tsqr_block *C, void *scratch,
                       int threads)
{
    const int64_t ld = leading_dimension(C->rows);
    clear_block(C);
    for (int64_t j = 0; j < C->columns; j++)
        ((double *)C->data)[2 * ld * j + j] = 1.0;
    for (int64_t j0 = last_panel(V); j0 >= 0; j0 -= PANEL)
        apply_reflection(0, V, T, j0, C, j0, scratch, threads);
}

/* ---- least squares --------------------------------------------------------------------------- */

static void solve_triangle(int64_t n, const void *R, void *x, int64_t stride)
{
    ddblas_host_w *b = x;
    for (int64_t j = n - 1; j >= 0; j--)
    {
        const cuddreal *column = (const cuddreal *)R + n * j;
        const cuddreal v = cuddDiv(b[j * stride], column[j]);
        b[j * stride] = v;
        for (int64_t i = 0; i < j; i++)
            b[i * stride] = cuddFma(cuddNeg(column[i]), v, b[i * stride]);
    }
}

static void norm_of_vector(int64_t count, const void *x, int64_t stride, void *result)
{
    enum
    {
        /* Terms of a partial sum. The number of additions that an element passes is about RUN +
         * count / RUN, and the error grows with it. */
        RUN = 512
    };
    const ddblas_host_w *v = x;
    cuddreal total = cuddFromDouble(0.0);
    double largest = 0.0;
    int e = 0;
    for (int64_t i = 0; i < count; i++)
        largest = fabs(v[i * stride].x) > largest ? fabs(v[i * stride].x) : largest;
    if (largest > 0.0 && cudd_finite(largest))
        (void)frexp(largest, &e);
    for (int64_t start = 0; start < count; start += RUN)
    {
        cuddreal sum = cuddFromDouble(0.0);
        for (int64_t i = start; i < count && i < start + RUN; i++)
        {
            const cuddreal s = cuddLdexp(v[i * stride], -e);
            sum = cuddAdd(sum, cuddSqr(s));
        }
        total = cuddAdd(total, sum);
    }
    *(ddblas_host_w *)result = cuddLdexp(cuddSqrt(total), e);
}

const struct ddblas_tsqr_cpu_ops ddblas_tsqr_cpu_w = {PANEL,      block_bytes,    scratch_bytes, clear_block,
                                                      load_block, store_block,    factor_block,  apply_block,
                                                      form_block, solve_triangle, norm_of_vector};
