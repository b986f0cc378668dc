/*
 * Solutions of S d = z by GMRES, for the refinement of systems whose condition is too large for
 * factors in double: the preconditioner is M, the inverse of factors in double, applied from the
 * left.
 *
 * M S is near the identity but for a few singular values: those that S has below the unit of double
 * times its norm. GMRES takes about one product for each. Products with S and M are computed in W,
 * for M with the factors converted to W, because M S v would otherwise have errors of the condition
 * times the unit of double; the Krylov space is in double. P. Amestoy, A. Buttari, N. J. Higham,
 * J.-Y. L'Excellent, T. Mary, B. Vieuble, Five-precision GMRES-based iterative refinement, SIAM J.
 * Matrix Anal. Appl. 45(1), 2024.
 */
#include "refine.h"
#include "factor/exponents/powers.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"

enum
{
    MOST_PRODUCTS = 50, /* The most products that a solution may take. */
    LEAST_PRODUCTS = 3,
    /* On the CPU engine n / 24 products, with as many solutions by factors in W, take the time of a
     * factorisation in W. An estimate takes at most 6 solutions by GMRES, and a right-hand side
     * about 3. All together may take half of that time. */
    SHARE = 48,
    SOLUTIONS_OF_ESTIMATE = 6,
    SOLUTIONS_OF_COLUMN = 3
};

/* A solution ends where this relative error is expected, and fails where the other one is. */
static const double small_error = 0x1p-24, large_error = 0x1p-7;
static const double error_safety = 16.0;

struct ddblas_refine_gmres
{
    int64_t most;       /* Products of a solution. */
    cuddreal *w;        /* A column in W. */
    double *basis;      /* most + 1 columns in double. */
    double _Complex *h; /* The Hessenberg matrix, a triangle after rotations; columns of most + 1. */
    double _Complex *g; /* The right-hand side of the least-squares problem. */
    double _Complex *s; /* Sines of the rotations... */
    double *c;          /* ... and cosines. */
    double scale;       /* The solution is this multiple of what the basis gives. */
};

static const char owner; /* Its address names the slot of the setting in a handle. */

void ddblas_refine_set_gmres(ddblasHandle_t handle, int products) { ddblas_slot(handle, &owner)->setting = products; }

/* Products that a solution may take, or 0. */
static int64_t products_of_solution(struct ddblas_refine *f)
{
    const int set = ddblas_slot(f->handle, &owner)->setting;
    if (set != 0)
        return set < 0 ? 0 : least(set, f->p->n);
    if (f->handle->backend->engine != DDBLAS_ENGINE_CPU)
        return 0;
    const int64_t products = f->p->n / (SHARE * (SOLUTIONS_OF_ESTIMATE + SOLUTIONS_OF_COLUMN * f->p->nrhs));
    return products < LEAST_PRODUCTS ? 0 : least(products, MOST_PRODUCTS);
}

/* ---- memory and factors ---------------------------------------------------------------------- */

void ddblas_refine_gmres_end(struct ddblas_refine *f)
{
    struct ddblas_refine_gmres *g = f->gmres;
    if (!g)
        return;
    free(g->w);
    free(g->basis);
    free(g->h);
    free(g->g);
    free(g->s);
    free(g->c);
    free(g);
    f->gmres = NULL;
}

static int allocate(struct ddblas_refine *f, int64_t most)
{
    struct ddblas_refine_gmres *g = ddblas_host_alloc(sizeof *g);
    const size_t count = (size_t)most + 1, numbers = (size_t)f->numbers;
    if (!g)
        return 0;
    *g = (struct ddblas_refine_gmres){.most = most,
                                      .w = ddblas_host_alloc(numbers * sizeof *g->w),
                                      .basis = ddblas_host_alloc(count * numbers * sizeof *g->basis),
                                      .h = ddblas_host_alloc(count * count * sizeof *g->h),
                                      .g = ddblas_host_alloc(count * sizeof *g->g),
                                      .s = ddblas_host_alloc(count * sizeof *g->s),
                                      .c = ddblas_host_alloc(count * sizeof *g->c)};
    f->gmres = g;
    return g->w && g->basis && g->h && g->g && g->s && g->c;
}

/* The pivots of LAPACK and cuSOLVER are numbers of 32 bits, those of W of 64 bits. */
static ddblasStatus_t widen_pivots(struct ddblas_refine *f)
{
    const int64_t n = f->p->n;
    int32_t *narrow = (int32_t *)(void *)f->z; /* Nothing is in z and r yet. */
    int64_t *wide = (int64_t *)(void *)f->r;
    DDBLAS_CHECK(ddblas_refine_fetch(f, narrow, f->pivots, (size_t)n * sizeof *narrow));
    for (int64_t i = 0; i < n; i++)
        wide[i] = narrow[i];
    return ddblas_refine_send(f, f->pivots, wide, (size_t)n * sizeof *wide);
}

static ddblasStatus_t widen_factors(struct ddblas_refine *f)
{
#if DDBLAS_HAVE_CUDA
    if (f->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_refine_widen_cuda(f);
#endif
    return ddblas_refine_widen_cpu(f);
}

ddblasStatus_t ddblas_refine_gmres_begin(struct ddblas_refine *f, int *begun)
{
    const int64_t most = products_of_solution(f);
    if (most == 0 || !allocate(f, most))
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(widen_factors(f));
    if (!f->p->positive)
        DDBLAS_CHECK(widen_pivots(f));
    f->route = DDBLAS_REFINE_ROUTE_GMRES;
    f->gmres_error = 0.0;
    *begun = 1;
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- vectors in double ----------------------------------------------------------------------- */

/* x^H y */
static double _Complex dot(const struct ddblas_refine *f, const double *x, const double *y)
{
    double re = 0.0, im = 0.0;
    for (int64_t k = 0; k < f->numbers; k++)
        re += x[k] * y[k];
    for (int64_t k = 0; k < f->numbers && f->parts == 2; k += 2)
        im += x[k] * y[k + 1] - x[k + 1] * y[k];
    return re + im * _Complex_I;
}

/* y += a x */
static void add_multiple(const struct ddblas_refine *f, double _Complex a, const double *x, double *y)
{
    const double re = creal(a), im = cimag(a);
    for (int64_t k = 0; k < f->numbers && f->parts == 1; k++)
        y[k] += re * x[k];
    for (int64_t k = 0; k < f->numbers && f->parts == 2; k += 2)
    {
        y[k] += re * x[k] - im * x[k + 1];
        y[k + 1] += re * x[k + 1] + im * x[k];
    }
}

/* Divides v by its norm and returns that. */
static double normalize(const struct ddblas_refine *f, double *v)
{
    const double norm = sqrt(creal(dot(f, v, v)));
    for (int64_t k = 0; k < f->numbers && norm > 0.0; k++)
        v[k] /= norm;
    return norm;
}

/* ---- GMRES ----------------------------------------------------------------------------------- */

/* The first vector of the basis: M z over its norm. Returns 0 if it has none. */
static int start_basis(const struct ddblas_refine *f)
{
    struct ddblas_refine_gmres *g = f->gmres;
    double largest = 0.0;
    for (int64_t k = 0; k < f->numbers; k++)
        largest = fmax(largest, fabs(g->w[k].x));
    for (int64_t k = 0; k < f->numbers; k++)
        g->basis[k] = g->w[k].x / largest;
    g->scale = largest * normalize(f, g->basis);
    memset(g->g, 0, ((size_t)g->most + 1) * sizeof *g->g);
    g->g[0] = 1.0;
    return g->scale > 0.0 && g->scale < (double)INFINITY;
}

/* Makes vector k + 1 of the basis from M S times vector k, and column k of the Hessenberg matrix:
 * Gram and Schmidt, twice. */
static void extend_basis(const struct ddblas_refine *f, int64_t k)
{
    struct ddblas_refine_gmres *g = f->gmres;
    double *next = g->basis + (k + 1) * f->numbers;
    double _Complex *h = g->h + k * (g->most + 1);
    for (int64_t e = 0; e < f->numbers; e++)
        next[e] = g->w[e].x;
    memset(h, 0, ((size_t)g->most + 1) * sizeof *h);
    for (int turn = 0; turn < 2; turn++)
        for (int64_t j = 0; j <= k; j++)
        {
            const double _Complex projection = dot(f, g->basis + j * f->numbers, next);
            h[j] += projection;
            add_multiple(f, -projection, g->basis + j * f->numbers, next);
        }
    h[k + 1] = normalize(f, next);
}

/* Applies the rotations to column k, with a new one that makes it end on the diagonal. */
static void rotate_column(struct ddblas_refine_gmres *g, int64_t k)
{
    double _Complex *h = g->h + k * (g->most + 1);
    for (int64_t j = 0; j < k; j++)
    {
        const double _Complex upper = g->c[j] * h[j] + g->s[j] * h[j + 1];
        h[j + 1] = g->c[j] * h[j + 1] - conj(g->s[j]) * h[j];
        h[j] = upper;
    }
    const double modulus = cabs(h[k]), length = hypot(modulus, creal(h[k + 1]));
    const double _Complex sign = modulus > 0.0 ? h[k] / modulus : 1.0;
    g->c[k] = modulus / length;
    g->s[k] = sign * (creal(h[k + 1]) / length);
    h[k] = sign * length;
    g->g[k + 1] = -conj(g->s[k]) * g->g[k];
    g->g[k] *= g->c[k];
}

/* The relative error that the residual of k + 1 products lets expect: it, times the quotient of the
 * extreme elements on the diagonal of the triangle, which is a rough condition of M S. NaN if a
 * product was not finite. */
static double expected_error(const struct ddblas_refine_gmres *g, int64_t k)
{
    double largest = 0.0, smallest = (double)INFINITY;
    for (int64_t j = 0; j <= k; j++)
    {
        const double r = cabs(g->h[j + j * (g->most + 1)]);
        if (!(r < (double)INFINITY))
            return (double)NAN;
        largest = fmax(largest, r);
        smallest = fmin(smallest, r);
    }
    return error_safety * (largest / smallest) * (cabs(g->g[k + 1]) + 0x1p-50);
}

/* Writes the solution in the space of `count` vectors to the numbers z. */
static void write_solution(const struct ddblas_refine *f, int64_t count, cuddreal *z)
{
    struct ddblas_refine_gmres *g = f->gmres;
    double *sum = (double *)(void *)g->w; /* The column in W is no longer needed. */
    memset(sum, 0, (size_t)f->numbers * sizeof *sum);
    for (int64_t j = count - 1; j >= 0; j--)
    {
        for (int64_t i = j + 1; i < count; i++)
            g->g[j] -= g->h[j + i * (g->most + 1)] * g->g[i];
        g->g[j] /= g->h[j + j * (g->most + 1)];
        add_multiple(f, g->g[j], g->basis + j * f->numbers, sum);
    }
    for (int64_t k = 0; k < f->numbers; k++)
        z[k] = cuddFromDouble(sum[k] * g->scale);
}

/* Replaces the numbers z by the solution. *error becomes its expected error. */
static ddblasStatus_t solve_column(struct ddblas_refine *f, int adjoint, cuddreal *z, double *error)
{
    struct ddblas_refine_gmres *g = f->gmres;
    const size_t bytes = (size_t)f->numbers * sizeof *z;
    memcpy(g->w, z, bytes);
    *error = (double)INFINITY;
    DDBLAS_CHECK(ddblas_refine_solve_w(f, adjoint, 1, g->w));
    if (!start_basis(f))
        return DDBLAS_STATUS_SUCCESS;
    int64_t k = 0;
    for (; k < g->most; k++)
    {
        for (int64_t e = 0; e < f->numbers; e++)
            g->w[e] = cuddFromDouble(g->basis[e + k * f->numbers]);
        f->p->report->products++;
        DDBLAS_CHECK(ddblas_refine_times_s(f, adjoint, f->gmres->w));
        DDBLAS_CHECK(ddblas_refine_solve_w(f, adjoint, 1, g->w));
        extend_basis(f, k);
        rotate_column(g, k);
        *error = expected_error(g, k);
        if (!(*error > small_error) || cabs(g->g[k + 1]) <= 0x1p-50) /* Small, NaN, or the space has ended. */
            break;
    }
    if (*error <= large_error)
        write_solution(f, least(k + 1, g->most), z);
    return DDBLAS_STATUS_SUCCESS;
}

static int is_zero(const struct ddblas_refine *f, const cuddreal *z)
{
    for (int64_t k = 0; k < f->numbers; k++)
        if (z[k].x != 0.0)
            return 0;
    return 1;
}

/* After a failure nothing more is computed: all solutions are NaN. */
ddblasStatus_t ddblas_refine_gmres_solve(struct ddblas_refine *f, int adjoint, int64_t count)
{
    for (int64_t j = 0; j < count; j++)
    {
        cuddreal *z = f->z + j * f->numbers;
        double error = 0.0;
        if (f->gmres_error <= large_error && !is_zero(f, z))
            DDBLAS_CHECK(solve_column(f, adjoint, z, &error));
        if (!(error <= large_error))
            error = (double)INFINITY;
        f->gmres_error = fmax(f->gmres_error, error);
        for (int64_t k = 0; k < f->numbers && f->gmres_error > large_error; k++)
            z[k] = cuddNan();
    }
    return DDBLAS_STATUS_SUCCESS;
}
