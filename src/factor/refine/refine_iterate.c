/*
 * Iterative refinement: residuals, corrections, the norm of the inverse, and the bounds.
 *
 * M is the inverse of the factors of S, y = 2^column x. A residual r of S y with an error of at
 * most delta asks for the correction d = M r. With G = I - M S and gamma >= |G|,
 *
 *   |exact y - y| <= (|d| + |M| delta) / (1 - gamma),      norms of largest elements and row sums.
 *
 * Corrections stop when the next one is not below half of the last one. If it is then larger than
 * |M| delta, the factors are too coarse for A. docs/numerics.md has the argument for gamma.
 */
#include "refine.h"
#include "factor/exponents/powers.h"

#include <math.h>

#include "core/checks.h"
#include "factor/estimate.h"
#include "level3/gemm/gemm.h"

enum
{
    MOST_ITERATIONS = 100,
    MOST_ESTIMATES = 3
};

/* The estimate of |M| is taken as this much too small, and |G| as so many times the condition times
 * the unit of the factors, or times the contraction that was seen. */
static const double estimate_safety = 3.0, error_of_factors = 16.0, contraction_safety = 4.0;
/* Solutions by GMRES are taken for no better than this. */
static const double least_error_of_gmres = 0.125;

static double unit_of(const struct ddblas_refine *f) { return f->route == DDBLAS_REFINE_ROUTE_W ? 0x1p-104 : 0x1p-53; }

/* Errors of complex products are sqrt 8 times those of real ones: Higham, lemma 3.5. */
static long double complex_factor(const struct ddblas_refine *f) { return f->parts == 2 ? 2.83L : 1.0L; }

/* The modulus of element i of the numbers v, by high parts. */
static long double modulus_of(const struct ddblas_refine *f, const cuddreal *v, int64_t i)
{
    return f->parts == 2 ? hypotl((long double)v[2 * i].x, (long double)v[2 * i + 1].x) : fabsl((long double)v[i].x);
}

/* a 2^e */
static long double scaled(long double a, int e) { return is_power(e) ? a * (long double)power_of(e) : ldexpl(a, e); }

/* ---- residuals and corrections --------------------------------------------------------------- */

/* r = B, the residual of x = 0. */
static ddblasStatus_t fetch_right(struct ddblas_refine *f)
{
    return ddblas_refine_fetch_columns(f, f->r, f->p->B, f->p->ldb, f->p->nrhs);
}

/* r = B - A x, by way of the engine. */
static ddblasStatus_t compute_residual(struct ddblas_refine *f)
{
    static const cuddreal one[2] = {{1.0, 0.0}, {0.0, 0.0}}, minus[2] = {{-1.0, 0.0}, {0.0, 0.0}};
    const struct ddblas_refine_problem *p = f->p;
    const struct ddblas_gemm_problem product = {.type = p->element,
                                                .transa = DDBLAS_OP_N,
                                                .transb = DDBLAS_OP_N,
                                                .m = p->n,
                                                .n = p->nrhs,
                                                .k = p->n,
                                                .alpha = minus,
                                                .A = f->full,
                                                .lda = f->ldfull,
                                                .B = p->X,
                                                .ldb = p->ldx,
                                                .beta = one,
                                                .C = f->vectors,
                                                .ldc = p->n,
                                                .double_a = p->type == DDBLAS_TYPE_D};
    f->p->report->iterations++;
    DDBLAS_CHECK(fetch_right(f));
    DDBLAS_CHECK(ddblas_refine_put_columns(f, f->vectors, p->n, f->r, p->nrhs));
    DDBLAS_CHECK(ddblas_refine_put_columns(f, p->X, p->ldx, f->x, p->nrhs));
    DDBLAS_CHECK(ddblas_gemm(f->handle, &product));
    return ddblas_refine_fetch_columns(f, f->r, f->vectors, p->n, p->nrhs);
}

/* Stores residual j in z, scaled by rows and by a power of two that makes its largest element about
 * 1. */
static void scale_residual(struct ddblas_refine *f, int64_t j)
{
    const cuddreal *r = f->r + j * f->numbers;
    cuddreal *z = f->z + j * f->numbers;
    int largest = DDBLAS_EXPONENT_ZERO;
    for (int64_t k = 0; k < f->numbers; k++)
    {
        const int e = exponent_of(r[k].x) - f->row[k / f->parts];
        if (r[k].x != 0.0 && e > largest)
            largest = e;
    }
    f->columns[j].exponent = largest == DDBLAS_EXPONENT_ZERO ? 0 : largest;
    for (int64_t k = 0; k < f->numbers; k++)
        z[k] = times_power(r[k], -f->row[k / f->parts] - f->columns[j].exponent);
}

/* Computes the corrections that the residuals ask for, in z, and their norms. */
static ddblasStatus_t compute_corrections(struct ddblas_refine *f)
{
    for (int64_t j = 0; j < f->p->nrhs; j++)
        if (f->columns[j].finite)
            scale_residual(f, j);
        else
            for (int64_t k = 0; k < f->numbers; k++)
                f->z[k + j * f->numbers] = cuddFromDouble(0.0);
    DDBLAS_CHECK(ddblas_refine_solve(f, 0, f->p->nrhs));
    for (int64_t j = 0; j < f->p->nrhs; j++)
    {
        long double largest = 0.0L;
        for (int64_t i = 0; i < f->p->n; i++)
        {
            const long double modulus = modulus_of(f, f->z + j * f->numbers, i);
            largest = !(modulus <= largest) && !isnan(largest) ? modulus : largest;
        }
        f->columns[j].correction = ldexpl(largest, f->columns[j].exponent);
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Adds the correction to column j of x, and finds the norm of y. */
static void apply_correction(struct ddblas_refine *f, int64_t j)
{
    struct ddblas_refine_column *c = &f->columns[j];
    cuddreal *x = f->x + j * f->numbers;
    const cuddreal *z = f->z + j * f->numbers;
    for (int64_t k = 0; k < f->numbers; k++)
        x[k] = cuddAdd(x[k], times_power(z[k], c->exponent - f->column[k / f->parts]));
    c->size = 0.0L;
    for (int64_t i = 0; i < f->p->n; i++)
    {
        const long double y = scaled(modulus_of(f, x, i), f->column[i]);
        c->size = y > c->size ? y : c->size;
    }
    c->last = c->correction;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* |M| delta: delta is gemm's bound on the error of a residual. */
static long double error_of_residual(const struct ddblas_refine *f, const struct ddblas_refine_column *c)
{
    const long double terms = complex_factor(f) * ((long double)f->p->n + 8.0L) * 0x1p-104L;
    return (long double)(estimate_safety * f->inverse) * terms * ((long double)f->norm * c->size + c->right);
}

/* The contraction that the condition and the unit of the factors let expect, or what is known of
 * it. */
static long double expected_contraction(const struct ddblas_refine *f)
{
    if (f->route == DDBLAS_REFINE_ROUTE_GMRES)
        return (long double)fmax(f->gmres_error, least_error_of_gmres);
    if (f->route == DDBLAS_REFINE_ROUTE_DOUBLE && f->contraction > 0.0)
        return (long double)f->contraction;
    return complex_factor(f) * (long double)error_of_factors * (long double)f->norm * (long double)f->inverse * unit_of(f);
}

int ddblas_refine_is_coarse(const struct ddblas_refine *f) { return !(expected_contraction(f) <= 0.5L); }

static long double contraction_of(const struct ddblas_refine *f, const struct ddblas_refine_column *c)
{
    const long double coarse = expected_contraction(f);
    const long double seen = (long double)contraction_safety * c->contraction;
    return seen > coarse ? seen : coarse;
}

/* A bound on the correction that y would ask for after the last one was added: what the contraction
 * leaves of that one, and the rounding of y. */
static long double next_correction(const struct ddblas_refine *f, const struct ddblas_refine_column *c)
{
    return contraction_of(f, c) * c->last + 0x1p-103L * c->size;
}

/* Returns 1 if another correction would neither tighten the bound nor, by the contraction that was
 * seen, change a digit of y. */
static int is_settled(const struct ddblas_refine *f, const struct ddblas_refine_column *c)
{
    const long double coarse = expected_contraction(f), seen = contraction_safety * (long double)c->contraction;
    return contraction_of(f, c) * c->last <= error_of_residual(f, c) &&
           (c->contraction > 0.0L ? seen : coarse) * c->last <= 0x1p-106L * c->size;
}

/* Writes the bounds of column j, whose y errs by at most `error`. */
static void report_bounds(const struct ddblas_refine *f, int64_t j, long double error)
{
    long double absolute = 0.0L, largest = 0.0L, relative = 0.0L;
    for (int64_t i = 0; i < f->p->n; i++)
    {
        const long double x = modulus_of(f, f->x + j * f->numbers, i), e = scaled(error, -f->column[i]);
        absolute = e > absolute ? e : absolute;
        largest = x > largest ? x : largest;
        if (e > relative * x)
            relative = e / x;
    }
    if (!(error < (long double)INFINITY))
        absolute = relative = (long double)INFINITY;
    /* Rounded up: x is a high part, and the quotients are rounded. */
    if (f->p->normwise)
        f->p->normwise[j] = absolute == 0.0L ? 0.0 : (double)(absolute / largest) * (1.0 + 0x1p-20);
    if (f->p->componentwise)
        f->p->componentwise[j] = (double)relative * (1.0 + 0x1p-20);
}

/* Writes the bounds of all columns from the corrections that their x asks for. Returns 0 if one of
 * them is of no use. */
static int bound_errors(struct ddblas_refine *f)
{
    int accepted = 1;
    for (int64_t j = 0; j < f->p->nrhs; j++)
    {
        const struct ddblas_refine_column *c = &f->columns[j];
        const long double gamma = contraction_of(f, c);
        if (!c->finite)
        {
            report_bounds(f, j, (long double)INFINITY);
            continue;
        }
        const int useful = !c->failed && gamma <= 0.5L && c->correction < (long double)INFINITY;
        accepted = accepted && useful;
        report_bounds(f, j,
                      useful ? 1.01L * (c->correction / (1.0L - gamma) + error_of_residual(f, c)) / (1.0L - gamma)
                             : (long double)INFINITY);
    }
    return accepted;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Reads B, finds its norms, and starts from x = 0. */
static ddblasStatus_t start_columns(struct ddblas_refine *f)
{
    for (int64_t e = 0; e < f->numbers * f->p->nrhs; e++)
        f->x[e] = cuddFromDouble(0.0);
    DDBLAS_CHECK(fetch_right(f));
    for (int64_t j = 0; j < f->p->nrhs; j++)
    {
        struct ddblas_refine_column *c = &f->columns[j];
        *c = (struct ddblas_refine_column){.active = 1, .finite = 1};
        for (int64_t i = 0; i < f->p->n; i++)
        {
            const long double right = scaled(modulus_of(f, f->r + j * f->numbers, i), -f->row[i]);
            c->right = right > c->right ? right : c->right;
        }
        for (int64_t k = j * f->numbers; k < (j + 1) * f->numbers; k++)
            c->finite = c->finite && cuddIsFinite(f->r[k]);
        for (int64_t k = 0; k < f->numbers && !c->finite; k++)
            f->x[k + j * f->numbers] = cuddNan();
        c->active = c->finite;
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Decides on the correction of column j: applies it and returns 1, or ends the column. */
static int step_column(struct ddblas_refine *f, int64_t j, int first)
{
    struct ddblas_refine_column *c = &f->columns[j];
    const int counts = c->correction > error_of_residual(f, c);
    if (!(c->correction < (long double)INFINITY))
        c->failed = 1;
    if (!first && counts)
    {
        const long double ratio = c->correction / c->last;
        c->contraction = ratio > c->contraction ? ratio : c->contraction;
    }
    if (c->failed || (!first && !(c->correction <= 0.5L * c->last)))
    {
        c->failed = c->failed || counts;
        c->active = 0;
        return 0;
    }
    apply_correction(f, j);
    c->active = c->correction > 0x1p-108L * c->size;
    return 1;
}

ddblasStatus_t ddblas_refine_iterate(struct ddblas_refine *f, int *accepted)
{
    DDBLAS_CHECK(start_columns(f));
    /* At the end every correction is that of the final x, or a bound on it. */
    for (int k = 0, unsettled = 1; unsettled; k++)
    {
        if (k > 0)
            DDBLAS_CHECK(compute_residual(f));
        DDBLAS_CHECK(compute_corrections(f));
        unsettled = 0;
        for (int64_t j = 0; j < f->p->nrhs; j++)
        {
            struct ddblas_refine_column *c = &f->columns[j];
            c->failed = c->failed || (c->active && k == MOST_ITERATIONS);
            if (!c->active || c->failed || !step_column(f, j, k == 0))
                continue;
            c->correction = next_correction(f, c);
            unsettled = unsettled || !is_settled(f, c);
        }
    }
    *accepted = bound_errors(f);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the norm of the inverse ----------------------------------------------------------------- */

static ddblasStatus_t multiply_by_inverse(void *context, int adjoint, int64_t count)
{
    return ddblas_refine_solve(context, !adjoint, count);
}

/* The sums of rows of M are the sums of columns of M^H. */
ddblasStatus_t ddblas_refine_estimate(struct ddblas_refine *f)
{
    const struct ddblas_estimate estimate = {.n = f->p->n,
                                             .is_complex = f->parts == 2,
                                             .rounds = MOST_ESTIMATES,
                                             .x = f->z,
                                             .multiply = multiply_by_inverse,
                                             .context = f};
    return ddblas_estimate_norm(&estimate, &f->inverse);
}

ddblasStatus_t ddblas_refine_judge(struct ddblas_refine *f)
{
    double norm;
    if (!ddblas_refine_is_coarse(f) || !(f->norm * f->inverse * unit_of(f) <= 1.0))
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_refine_estimate_contraction(f, &norm));
    f->contraction = estimate_safety * norm;
    return DDBLAS_STATUS_SUCCESS;
}
