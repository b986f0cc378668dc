/*
 * Small triangular systems in double-double on the CPU. A thread solves the system for 32 vectors
 * at a time in vector arithmetic. Vectors whose result is not finite are solved one by one. All
 * vectors are solved one by one if the reciprocal of a diagonal element is not safe, which means
 * that overflow or underflow may have made it inaccurate.
 */
#include "trsm_cpu.h"
#include "core/sizes.h"

#include "backend/isa.h"

enum
{
    LANES = DDBLAS_SYSTEM_LANES,
    MOST = DDBLAS_SYSTEM_CPU,
    /* A thread is worth starting for at least this many multiply-adds, as in gemm. */
    THREAD_WORK = 1 << 17
};

ddblas_substitute ddblas_substitution_kernel(void)
{
    switch (ddblas_isa())
    {
#if defined(__x86_64__)
    case DDBLAS_ISA_AVX512:
        return ddblas_substitute_avx512;
    case DDBLAS_ISA_AVX2:
        return ddblas_substitute_avx2;
#endif
    default:
        return ddblas_substitute_portable;
    }
}

/* The system in lower triangular form. If T is upper triangular, its rows and columns are stored in
 * reverse order. */
struct lower
{
    /* n: the order. safe: 1 if all reciprocals of the diagonal are safe. */
    int n, safe;
    cuddreal t[MOST][MOST], reciprocal[MOST];
};

/* Both engines use struct ddblas_systems. On the CPU engine its pointers lead to host memory, and
 * these functions give them their types. */
static const ddblas_host_w *stored_triangle(const struct ddblas_systems *s) { return s->A; }
static ddblas_host_w *stored_vectors(const struct ddblas_systems *s) { return s->x; }

static int64_t row_of_component(const struct ddblas_systems *s, int i) { return s->upper ? s->n - 1 - i : i; }

static void fetch_triangle(const struct ddblas_systems *s, struct lower *l)
{
    l->n = (int)s->n;
    l->safe = 1;
    for (int i = 0; i < l->n; i++)
    {
        for (int j = 0; j < i + !s->unit; j++)
            l->t[i][j] = stored_triangle(s)[row_of_component(s, i) * s->row + row_of_component(s, j) * s->column];
        if (s->unit)
            l->t[i][i] = cuddFromDouble(1.0);
        l->safe = l->safe && cuddIsFinite(l->t[i][i]) && cudd_mid_range(l->t[i][i].x);
        l->reciprocal[i] = s->unit ? cuddFromDouble(1.0) : cuddDDiv(1.0, l->t[i][i]);
    }
}

/* Solves the system for vector v by the operations of cuddreal.h, which treat all special
 * values. */
static void solve_one(const struct ddblas_systems *s, const struct lower *l, int64_t v, cuddreal alpha)
{
    cuddreal x[MOST];
    for (int i = 0; i < l->n; i++)
    {
        ddblas_host_w *b = stored_vectors(s) + row_of_component(s, i) * s->step + v * s->stride;
        cuddreal sum = cuddMul(alpha, *b);
        for (int j = 0; j < i; j++)
            sum = cuddFma(cuddNeg(l->t[i][j]), x[j], sum);
        x[i] = *b = s->unit ? sum : cuddDiv(sum, l->t[i][i]);
    }
}

/* Solves the system for the vectors [first, first + LANES). Vectors beyond the last one are
 * replaced by zeros. */
static void solve_lanes(const struct ddblas_systems *s, const struct lower *l, int64_t first, cuddreal alpha)
{
    double x[2 * MOST * LANES], t[2 * MOST * MOST], reciprocal[2 * MOST];
    const int count = (int)least(s->vectors - first, LANES), scaled = !cuddEqD(alpha, 1.0);
    for (int i = 0; i < l->n; i++)
    {
        const ddblas_host_w *b = stored_vectors(s) + row_of_component(s, i) * s->step + first * s->stride;
        for (int v = 0; v < LANES; v++)
        {
            const cuddreal e = v >= count ? cuddFromDouble(0.0) : scaled ? cuddMul(alpha, b[v * s->stride]) : b[v * s->stride];
            x[2 * i * LANES + v] = e.x;
            x[(2 * i + 1) * LANES + v] = e.y;
        }
        for (int j = 0; j < i; j++)
        {
            t[2 * (i * l->n + j)] = l->t[i][j].x;
            t[2 * (i * l->n + j) + 1] = l->t[i][j].y;
        }
        reciprocal[2 * i] = l->reciprocal[i].x;
        reciprocal[2 * i + 1] = l->reciprocal[i].y;
    }
    ddblas_substitution_kernel()(l->n, t, reciprocal, x);
    for (int v = 0; v < count; v++)
    {
        int finite = 1;
        for (int i = 0; i < l->n; i++)
            finite = finite && cudd_finite(x[2 * i * LANES + v]) && cudd_finite(x[(2 * i + 1) * LANES + v]);
        if (!finite)
            solve_one(s, l, first + v, alpha);
        for (int i = 0; i < l->n && finite; i++)
            stored_vectors(s)[row_of_component(s, i) * s->step + (first + v) * s->stride] =
                cuddMake(x[2 * i * LANES + v], x[(2 * i + 1) * LANES + v]);
    }
}

/* Solves the system for the vectors [first, first + LANES), all at once or one by one. */
static void solve_vectors(const struct ddblas_systems *s, const struct lower *l, int64_t first, cuddreal alpha)
{
    if (l->safe)
        solve_lanes(s, l, first, alpha);
    else
        for (int64_t v = first; v < first + LANES && v < s->vectors; v++)
            solve_one(s, l, v, alpha);
}

void ddblas_solve_cpu_on(int threads, const struct ddblas_systems *systems)
{
    struct lower l;
    const cuddreal alpha = *(const ddblas_host_w *)systems->alpha;
    fetch_triangle(systems, &l);
    /* With one thread no parallel region is opened, because that takes longer than a small
     * system. */
    if (threads == 1)
        for (int64_t first = 0; first < systems->vectors; first += LANES)
            solve_vectors(systems, &l, first, alpha);
    else
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t first = 0; first < systems->vectors; first += LANES)
            solve_vectors(systems, &l, first, alpha);
}

void ddblas_solve_cpu(ddblasHandle_t handle, const struct ddblas_systems *systems)
{
    const double worth = 1.0 + 0.5 * (double)systems->vectors * (double)systems->n * (double)systems->n / THREAD_WORK;
    ddblas_solve_cpu_on(ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth), systems);
}
