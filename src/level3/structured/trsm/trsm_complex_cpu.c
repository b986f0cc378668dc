/*
 * Small triangular systems in complex double-double on the CPU. The system T x = alpha b, with T
 * lower triangular of order n, is solved as
 *
 *   M y = alpha b,  x_j = r_j y_j,   r_j = 1 / T(j, j),  M(i, j) = T(i, j) r_j,  M(j, j) = 1
 *
 * M y = alpha b is equivalent to a real system of order 2n. The matrix of the real system has
 * blocks (re, -im; im, re) of the elements of M below the diagonal, and ones on the diagonal. The
 * substitution kernel of W solves it for 32 vectors at a time. Vectors whose result is not finite
 * are solved one by one. All vectors are solved one by one if a reciprocal or an element of M is
 * not safe, which means that overflow or underflow may have made it inaccurate.
 */
#include "trsm_cpu.h"

#include "core/sizes.h"
#include "level3/gemm/cpu/gemm_cpu_w.h"
#include "level3/gemm/gemm_complex.h"

enum
{
    LANES = DDBLAS_SYSTEM_LANES,
    MOST = DDBLAS_SYSTEM_CPU,
    GROUP = DDBLAS_GEMM_U_GROUP,
    /* A thread is worth starting for at least this many multiply-adds, as in gemm. */
    THREAD_WORK = 1 << 17
};

/* The system in lower triangular form. If T is upper triangular, its rows and columns are stored in
 * reverse order. */
struct lower
{
    int n, safe, unit;
    cuddcomplex T[MOST][MOST], reciprocal[MOST];
    /* The real system in the form that the kernel takes. */
    double t[2 * 4 * MOST * MOST], ones[4 * MOST];
};

static int64_t row_of_component(const struct ddblas_systems *s, int i) { return s->upper ? s->n - 1 - i : i; }

/* Returns the address of component i of vector v. */
static ddblas_host_u *component(const struct ddblas_systems *s, int i, int64_t v)
{
    return (ddblas_host_u *)s->x + row_of_component(s, i) * s->step + v * s->stride;
}

/* Returns 1 if a product with d keeps its digits. That is so if d is 0, or if d is finite and not
 * near the ends of the range of double. */
static int is_safe(double d) { return d == 0.0 || (fabs(d) > 0x1p-900 && fabs(d) < 0x1p900); }

static void put_real(struct lower *l, int i, int j, cuddreal a)
{
    l->t[2 * (i * 2 * l->n + j)] = a.x;
    l->t[2 * (i * 2 * l->n + j) + 1] = a.y;
}

static void put_block(struct lower *l, int i, int j, cuddcomplex m)
{
    put_real(l, 2 * i, 2 * j, m.x);
    put_real(l, 2 * i, 2 * j + 1, cuddNeg(m.y));
    put_real(l, 2 * i + 1, 2 * j, m.y);
    put_real(l, 2 * i + 1, 2 * j + 1, m.x);
    l->safe = l->safe && is_safe(m.x.x) && is_safe(m.y.x);
}

/* Reads T and computes the reciprocals and M. */
static void fetch_triangle(const struct ddblas_systems *s, struct lower *l)
{
    l->n = (int)s->n;
    l->unit = s->unit;
    l->safe = 1;
    for (int i = 0; i < l->n; i++)
    {
        for (int j = 0; j < i + !s->unit; j++)
        {
            const cuddcomplex a =
                ((const ddblas_host_u *)s->A)[row_of_component(s, i) * s->row + row_of_component(s, j) * s->column];
            l->T[i][j] = s->conjugate ? cuddcConj(a) : a;
        }
        if (s->unit)
            l->T[i][i] = cuddcFromDoubles(1.0, 0.0);
        const double size = fmax(fabs(l->T[i][i].x.x), fabs(l->T[i][i].y.x));
        l->safe = l->safe && cuddcIsFinite(l->T[i][i]) && cudd_mid_range(size);
        l->reciprocal[i] = s->unit || !l->safe ? cuddcFromDoubles(1.0, 0.0) : cuddcDiv(cuddcFromDoubles(1.0, 0.0), l->T[i][i]);
    }
    for (int i = 0; i < l->n; i++)
    {
        for (int j = 0; j < i; j++)
            put_block(l, i, j, l->unit ? l->T[i][j] : ddblas_gemm_complex_times(l->T[i][j], l->reciprocal[j]));
        put_real(l, 2 * i + 1, 2 * i, cuddFromDouble(0.0));
    }
    for (int i = 0; i < 2 * l->n; i++)
    {
        l->ones[2 * i] = 1.0;
        l->ones[2 * i + 1] = 0.0;
    }
}

/* Solves the system for vector v by the operations of cuddcomplex.h, which treat all special
 * values. */
static void solve_one(const struct ddblas_systems *s, const struct lower *l, int64_t v, cuddcomplex alpha)
{
    cuddcomplex x[MOST];
    for (int i = 0; i < l->n; i++)
    {
        ddblas_host_u *b = component(s, i, v);
        cuddcomplex sum = ddblas_gemm_complex_times(alpha, *b);
        for (int j = 0; j < i; j++)
            sum = cuddcSub(sum, cuddcMul(l->T[i][j], x[j]));
        x[i] = l->unit ? sum : cuddcDiv(sum, l->T[i][i]);
        *b = x[i];
    }
}

/* Multiplies component i of all vectors by f. A component of the real system is LANES high parts
 * followed by LANES low parts. */
static void scale_component(double *x, int i, cuddcomplex f)
{
    const struct ddblas_gemm_w_kernels *kernels = ddblas_gemm_w_chosen_kernels();
    double *const parts[4] = {x + 4 * i * LANES, x + (4 * i + 1) * LANES, x + (4 * i + 2) * LANES, x + (4 * i + 3) * LANES};
    struct ddblas_gemm_u_group z, r;
    for (int first = 0; first < LANES; first += GROUP)
    {
        double *const from[4] = {z.re[0], z.re[1], z.im[0], z.im[1]}, *const to[4] = {r.re[0], r.re[1], r.im[0], r.im[1]};
        for (int part = 0; part < 4; part++)
            for (int v = 0; v < GROUP; v++)
                from[part][v] = parts[part][first + v];
        (void)kernels->combine_complex(f, cuddcFromDoubles(0.0, 0.0), &z, NULL, &r);
        for (int part = 0; part < 4; part++)
            for (int v = 0; v < GROUP; v++)
                parts[part][first + v] = to[part][v];
    }
}

/* Returns component i of vector v of the real system. */
static cuddcomplex solution(const double *x, int i, int v)
{
    const double *at = x + 4 * i * LANES + v;
    return cuddcMake(cuddMake(at[0], at[LANES]), cuddMake(at[2 * LANES], at[3 * LANES]));
}

/* Solves the system for the vectors [first, first + LANES). Vectors beyond the last one are
 * replaced by zeros. */
static void solve_lanes(const struct ddblas_systems *s, const struct lower *l, int64_t first, cuddcomplex alpha)
{
    double x[4 * MOST * LANES];
    const int count = (int)least(s->vectors - first, LANES);
    const int scaled = !cuddEqD(alpha.x, 1.0) || !cuddIsZero(alpha.y);
    for (int i = 0; i < l->n; i++)
    {
        for (int v = 0; v < LANES; v++)
        {
            const cuddcomplex b = v < count ? *component(s, i, first + v) : cuddcFromDoubles(0.0, 0.0);
            double *at = x + 4 * i * LANES + v;
            at[0] = b.x.x, at[LANES] = b.x.y, at[2 * LANES] = b.y.x, at[3 * LANES] = b.y.y;
        }
        if (scaled)
            scale_component(x, i, alpha);
    }
    ddblas_substitution_kernel()(2 * l->n, l->t, l->ones, x);
    for (int i = 0; i < l->n && !l->unit; i++)
        scale_component(x, i, l->reciprocal[i]);
    for (int v = 0; v < count; v++)
    {
        int finite = 1;
        for (int i = 0; i < l->n; i++)
            finite = finite && cuddcIsFinite(solution(x, i, v));
        if (!finite)
            solve_one(s, l, first + v, alpha);
        for (int i = 0; i < l->n && finite; i++)
            *component(s, i, first + v) = solution(x, i, v);
    }
}

void ddblas_solve_complex_cpu(ddblasHandle_t handle, const struct ddblas_systems *systems)
{
    struct lower l;
    const cuddcomplex alpha = *(const ddblas_host_u *)systems->alpha;
    const double worth = 1.0 + 2.0 * (double)systems->vectors * (double)systems->n * (double)systems->n / THREAD_WORK;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_U, worth);
    fetch_triangle(systems, &l);
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int64_t first = 0; first < systems->vectors; first += LANES)
    {
        if (l.safe)
            solve_lanes(systems, &l, first, alpha);
        else
            for (int64_t v = first; v < first + LANES && v < systems->vectors; v++)
                solve_one(systems, &l, v, alpha);
    }
}
