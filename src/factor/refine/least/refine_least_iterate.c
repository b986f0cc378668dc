/*
 * Least squares and least norm by factors in double, or in W or U, and iterative refinement.
 *
 * S = M 2^-exponents, its columns scaled by powers of two. Least squares: M = A, y = 2^exponents x,
 * r = b - A x:
 *
 *   [I    S] [r]   [b]        residuals   f = b - A x - r,  g = -S^H r          in W or U
 *   [S^H  0] [y] = [0]        corrections h = R^-H g,  [d; e] = Q^H f,
 *                                         dy = R^-1 (d - h),  dr = Q [h; e]     with the factors
 *
 * Least norm: M = A^H, r = x, which is -S y and so in the range of A^H:
 *
 *   [I    S] [x]   [0]                    residuals   f = -x - A^H (2^-exponents y),
 *   [S^H  0] [y] = [2^-exponents b]                   g = 2^-exponents (b - A x)
 *
 * A. Bjorck, Iterative refinement of linear least squares solutions, BIT 7, 1967; J. Demmel, Y.
 * Hida, X. Li, J. Riedy, Extra-precise iterative refinement for overdetermined least squares
 * problems, ACM Trans. Math. Softw. 35(4), 2009. With omega >= |S^+| and nu >= |S|, in 2-norms, the
 * size of a pair is w(r, y) = |y| + omega |r|. A correction errs by gamma times its size, gamma a
 * multiple of omega nu and the unit of the factors. If f and g err by at most delta_f and delta_g,
 *
 *   |exact y - y| <= (w(dr, dy) + 2 omega delta_f + 2 omega^2 delta_g) / (1 - gamma),
 *
 * and omega |exact r - r| is at most the same.
 *
 * Corrections stop when the next one is not below half of the last one. docs/numerics.md,
 * "Iterative refinement", has the argument.
 */
#include <math.h>

#include "core/checks.h"
#include "level3/gemm/gemm.h"
#include "refine_least_state.h"
#include "factor/exponents/powers.h"

enum
{
    MOST_ITERATIONS = 100
};

/* The estimates of norms are taken as this much too small; gamma is so many times the condition
 * times the unit of the factors, or times the contraction that was seen. */
static const double estimate_safety = 3.0, error_of_factors = 16.0, contraction_safety = 4.0;

/* ---- sizes and errors ------------------------------------------------------------------------ */

static long double norm_of(const cuddreal *v, int64_t numbers)
{
    long double sum = 0.0L, largest = 0.0L;
    for (int64_t k = 0; k < numbers; k++)
        largest = !(fabsl((long double)v[k].x) <= largest) ? fabsl((long double)v[k].x) : largest;
    if (largest == 0.0L || !(largest < (long double)INFINITY))
        return largest;
    for (int64_t k = 0; k < numbers; k++)
        sum += (long double)v[k].x / largest * ((long double)v[k].x / largest);
    return 1.0001L * largest * sqrtl(sum); /* v is a high part, and all is rounded. */
}

static long double omega(const struct ddblas_least *s) { return (long double)(estimate_safety * s->inverse); }

static long double size_of_pair(const struct ddblas_least *s, long double r, long double y) { return y + omega(s) * r; }

/* Errors of complex products are sqrt 8 times those of real ones: Higham, lemma 3.5. */
static long double complex_factor(const struct ddblas_least *s) { return s->parts == 2 ? 2.83L : 1.0L; }

long double ddblas_least_expected_contraction(const struct ddblas_least *s)
{
    const double unit = ddblas_type_is_double_double(s->type) ? 0x1p-104 : 0x1p-53;
    return complex_factor(s) * (long double)(error_of_factors * unit) * omega(s) * (long double)s->norm;
}

static long double contraction_of(const struct ddblas_least *s, const struct ddblas_least_column *c)
{
    const long double expected = ddblas_least_expected_contraction(s), seen = (long double)contraction_safety * c->contraction;
    return seen > expected ? seen : expected;
}

/* The contribution of errors of the residuals f and g: gemm's bounds, and the sums behind them. The
 * right-hand side is part of one of the two residuals. */
static long double error_of_residuals(const struct ddblas_least *s, const struct ddblas_least_column *c)
{
    const long double unit = complex_factor(s) * 0x1p-104L, nu = (long double)s->norm;
    const long double of_f = s->p->least_norm ? 0.0L : c->of_b, of_g = s->p->least_norm ? c->of_b : 0.0L;
    const long double f = unit * ((long double)s->p->n + 10.0L) * (nu * c->of_y + of_f + c->of_r);
    const long double g = unit * ((long double)s->p->m + 10.0L) * (nu * c->of_r + of_g);
    return 2.0L * omega(s) * (f + omega(s) * g);
}

/* ---- residuals and corrections --------------------------------------------------------------- */

/* C = C - A B, or C = -A^H B. */
static ddblasStatus_t multiply(struct ddblas_least *s, ddblasOperation_t trans, int64_t m, int64_t k, const void *B, int64_t ldb,
                               void *C, int64_t ldc)
{
    static const cuddreal one[2] = {{1.0, 0.0}, {0.0, 0.0}}, minus[2] = {{-1.0, 0.0}, {0.0, 0.0}}, zero[2];
    const struct ddblas_least_problem *p = s->p;
    const struct ddblas_gemm_problem product = {.type = p->element,
                                                .transa = trans,
                                                .transb = DDBLAS_OP_N,
                                                .m = m,
                                                .n = p->nrhs,
                                                .k = k,
                                                .alpha = minus,
                                                .A = p->A,
                                                .lda = p->lda,
                                                .B = B,
                                                .ldb = ldb,
                                                .beta = trans == DDBLAS_OP_N ? one : zero,
                                                .C = C,
                                                .ldc = ldc,
                                                .double_a = p->type == DDBLAS_TYPE_D};
    return ddblas_gemm(s->handle, &product);
}

/* Multiplies columns of y's length by 2^-exponents, from one array to another or in place. */
static void unscale(const struct ddblas_least *s, const cuddreal *from, cuddreal *to)
{
    for (int64_t k = 0; k < s->columns * s->p->nrhs; k++)
        to[k] = times_power(from[k], -s->exponent[k % s->columns / s->parts]);
}

/* f = B - A x - r with B and x = G in engine memory, by way of V; in least norm f = -A^H G - x. */
static ddblasStatus_t compute_f(struct ddblas_least *s)
{
    const struct ddblas_least_problem *p = s->p;
    if (!p->least_norm)
    {
        DDBLAS_CHECK(ddblas_least_fetch_columns(s, s->f, p->B, s->rows, p->ldb, p->nrhs));
        DDBLAS_CHECK(ddblas_least_send_columns(s, s->V, p->m, s->f, s->rows, p->nrhs));
    }
    DDBLAS_CHECK(multiply(s, p->least_norm ? DDBLAS_OP_C : DDBLAS_OP_N, p->m, p->n, s->G, p->n, s->V, p->m));
    DDBLAS_CHECK(ddblas_least_fetch_columns(s, s->f, s->V, s->rows, p->m, p->nrhs));
    for (int64_t k = 0; k < s->rows * p->nrhs; k++)
        s->f[k] = cuddSub(s->f[k], s->r[k]);
    return DDBLAS_STATUS_SUCCESS;
}

/* g = -S^H r, by way of V and G; in least norm g = 2^-exponents (B - A x). */
static ddblasStatus_t compute_g(struct ddblas_least *s)
{
    const struct ddblas_least_problem *p = s->p;
    if (p->least_norm)
    {
        DDBLAS_CHECK(ddblas_least_fetch_columns(s, s->g, p->B, s->columns, p->ldb, p->nrhs));
        DDBLAS_CHECK(ddblas_least_send_columns(s, s->G, p->n, s->g, s->columns, p->nrhs));
    }
    DDBLAS_CHECK(ddblas_least_send_columns(s, s->V, p->m, s->r, s->rows, p->nrhs));
    DDBLAS_CHECK(multiply(s, p->least_norm ? DDBLAS_OP_N : DDBLAS_OP_C, p->n, p->m, s->V, p->m, s->G, p->n));
    DDBLAS_CHECK(ddblas_least_fetch_columns(s, s->g, s->G, s->columns, p->n, p->nrhs));
    unscale(s, s->g, s->g);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t compute_residuals(struct ddblas_least *s)
{
    s->p->report->iterations++;
    unscale(s, s->y, s->f); /* f is large enough for it. */
    DDBLAS_CHECK(ddblas_least_send_columns(s, s->G, s->p->n, s->f, s->columns, s->p->nrhs));
    DDBLAS_CHECK(compute_f(s));
    return compute_g(s);
}

/* The largest exponent of numbers, or `least` if all are 0. */
static int largest_exponent(const cuddreal *v, int64_t numbers, int largest)
{
    for (int64_t k = 0; k < numbers; k++)
        if (v[k].x != 0.0 && exponent_of(v[k].x) > largest)
            largest = exponent_of(v[k].x);
    return largest;
}

/* Multiplies the numbers of all columns by 2^-exponent. Columns that are not refined become 0. */
static void scale_residuals(struct ddblas_least *s)
{
    for (int64_t j = 0; j < s->p->nrhs; j++)
    {
        struct ddblas_least_column *c = &s->of[j];
        cuddreal *f = s->f + j * s->rows, *g = s->g + j * s->columns;
        const int none = -100000, e = largest_exponent(g, s->columns, largest_exponent(f, s->rows, none));
        c->exponent = e == none ? 0 : e;
        for (int64_t k = 0; k < s->rows; k++)
            f[k] = c->finite ? times_power(f[k], -c->exponent) : cuddFromDouble(0.0);
        for (int64_t k = 0; k < s->columns; k++)
            g[k] = c->finite ? times_power(g[k], -c->exponent) : cuddFromDouble(0.0);
    }
}

/* Replaces f and g by dr and dy, scaled by 2^-exponent, and finds the sizes of the corrections. */
static ddblasStatus_t compute_corrections(struct ddblas_least *s)
{
    const int64_t nrhs = s->p->nrhs, rows = s->rows * nrhs, columns = s->columns * nrhs;
    scale_residuals(s);
    DDBLAS_CHECK(ddblas_least_send_vectors(s, s->G, s->g, columns));
    DDBLAS_CHECK(ddblas_least_solve_triangle(s, 1, nrhs));
    DDBLAS_CHECK(ddblas_least_fetch_vectors(s, s->g, s->G, columns));
    DDBLAS_CHECK(ddblas_least_send_vectors(s, s->V, s->f, rows));
    DDBLAS_CHECK(ddblas_least_multiply_by_q(s, 1));
    DDBLAS_CHECK(ddblas_least_fetch_vectors(s, s->f, s->V, rows));
    for (int64_t j = 0; j < nrhs; j++)
        for (int64_t k = 0; k < s->columns; k++)
        {
            cuddreal *d = s->f + k + j * s->rows, *h = s->g + k + j * s->columns;
            const cuddreal difference = cuddSub(*d, *h);
            *d = *h;
            *h = difference;
        }
    DDBLAS_CHECK(ddblas_least_send_vectors(s, s->G, s->g, columns));
    DDBLAS_CHECK(ddblas_least_solve_triangle(s, 0, nrhs));
    DDBLAS_CHECK(ddblas_least_fetch_vectors(s, s->g, s->G, columns));
    DDBLAS_CHECK(ddblas_least_send_vectors(s, s->V, s->f, rows));
    DDBLAS_CHECK(ddblas_least_multiply_by_q(s, 0));
    DDBLAS_CHECK(ddblas_least_fetch_vectors(s, s->f, s->V, rows));
    for (int64_t j = 0; j < nrhs; j++)
        s->of[j].correction = ldexpl(
            size_of_pair(s, norm_of(s->f + j * s->rows, s->rows), norm_of(s->g + j * s->columns, s->columns)), s->of[j].exponent);
    return DDBLAS_STATUS_SUCCESS;
}

static void apply_correction(struct ddblas_least *s, int64_t j)
{
    struct ddblas_least_column *c = &s->of[j];
    cuddreal *r = s->r + j * s->rows, *y = s->y + j * s->columns;
    for (int64_t k = 0; k < s->rows; k++)
        r[k] = cuddAdd(r[k], times_power(s->f[k + j * s->rows], c->exponent));
    for (int64_t k = 0; k < s->columns; k++)
        y[k] = cuddAdd(y[k], times_power(s->g[k + j * s->columns], c->exponent));
    c->of_r = norm_of(r, s->rows);
    c->of_y = norm_of(y, s->columns);
    c->last = c->correction;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void set_zero(cuddreal *v, int64_t numbers)
{
    for (int64_t k = 0; k < numbers; k++)
        v[k] = cuddFromDouble(0.0);
}

/* Starts from r = 0 and y = 0, so that the residuals are the right-hand sides: f = B and g = 0, or
 * in least norm f = 0 and g = 2^-exponents B. */
static ddblasStatus_t start_columns(struct ddblas_least *s)
{
    const int64_t nrhs = s->p->nrhs, numbers = s->p->least_norm ? s->columns : s->rows;
    cuddreal *b = s->p->least_norm ? s->g : s->f;
    set_zero(s->r, s->rows * nrhs);
    set_zero(s->y, s->columns * nrhs);
    set_zero(s->f, s->rows * nrhs);
    set_zero(s->g, s->columns * nrhs);
    DDBLAS_CHECK(ddblas_least_fetch_columns(s, b, s->p->B, numbers, s->p->ldb, nrhs));
    for (int64_t j = 0; j < nrhs; j++)
    {
        s->of[j] = (struct ddblas_least_column){.finite = 1};
        for (int64_t k = j * numbers; k < (j + 1) * numbers; k++)
            s->of[j].finite = s->of[j].finite && cuddIsFinite(b[k]);
        s->of[j].active = s->of[j].finite;
    }
    if (s->p->least_norm)
        unscale(s, s->g, s->g);
    for (int64_t j = 0; j < nrhs; j++)
        s->of[j].of_b = s->of[j].finite ? norm_of(b + j * numbers, numbers) : 0.0L;
    return DDBLAS_STATUS_SUCCESS;
}

/* Returns 1 if another correction would neither tighten the bound nor change a digit. */
static int is_settled(const struct ddblas_least *s, const struct ddblas_least_column *c)
{
    const long double seen = (long double)contraction_safety * c->contraction, expected = ddblas_least_expected_contraction(s);
    const long double of_solution = s->p->least_norm ? size_of_pair(s, c->of_r, 0.0L) : c->of_y;
    return contraction_of(s, c) * c->last <= error_of_residuals(s, c) &&
           (c->contraction > 0.0L ? seen : expected) * c->last <= 0x1p-106L * of_solution;
}

/* Decides on the correction of column j: applies it and returns 1 if another one is needed. */
static int step_column(struct ddblas_least *s, int64_t j, int first)
{
    struct ddblas_least_column *c = &s->of[j];
    const int counts = c->correction > error_of_residuals(s, c);
    if (!(c->correction < (long double)INFINITY))
        c->failed = 1;
    if (!first && counts)
        c->contraction = fmaxl(c->contraction, c->correction / c->last);
    if (c->failed || (!first && !(c->correction <= 0.5L * c->last)))
    {
        c->failed = c->failed || counts;
        c->active = 0;
        return 0;
    }
    apply_correction(s, j);
    /* A bound on the correction that the new pair asks for: what the contraction leaves of this
     * one, and the rounding of the pair. */
    c->correction = contraction_of(s, c) * c->last + 0x1p-103L * size_of_pair(s, c->of_r, c->of_y);
    c->active = c->last > 0.0L;
    return c->active && !is_settled(s, c);
}

ddblasStatus_t ddblas_least_iterate(struct ddblas_least *s)
{
    DDBLAS_CHECK(start_columns(s));
    for (int k = 0, unsettled = 1; unsettled; k++)
    {
        if (k > 0)
            DDBLAS_CHECK(compute_residuals(s));
        DDBLAS_CHECK(compute_corrections(s));
        unsettled = 0;
        for (int64_t j = 0; j < s->p->nrhs; j++)
        {
            struct ddblas_least_column *c = &s->of[j];
            c->failed = c->failed || (c->active && k == MOST_ITERATIONS);
            if (c->active && !c->failed && step_column(s, j, k == 0))
                unsettled = 1;
        }
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the report ------------------------------------------------------------------------------ */

static void put_bounds(const struct ddblas_least *s, int64_t j, double normwise, double componentwise)
{
    if (s->p->normwise)
        s->p->normwise[j] = normwise;
    if (s->p->componentwise)
        s->p->componentwise[j] = componentwise;
}

/* Rows of X, and its columns in host memory: f becomes 2^-exponents y; in least norm it is r. */
static int64_t rows_of_solution(const struct ddblas_least *s) { return s->p->least_norm ? s->p->m : s->p->n; }

static cuddreal *solution_of(struct ddblas_least *s)
{
    if (s->p->least_norm)
        return s->r;
    unscale(s, s->y, s->f);
    return s->f;
}

static ddblasStatus_t send_solution(struct ddblas_least *s)
{
    return ddblas_least_send_columns(s, s->p->X, s->p->ldx, solution_of(s), rows_of_solution(s) * s->parts, s->p->nrhs);
}

static void give_up(struct ddblas_least *s, int64_t j)
{
    for (int64_t k = 0; k < s->columns; k++)
        s->y[k + j * s->columns] = cuddNan();
    for (int64_t k = 0; k < s->rows; k++)
        s->r[k + j * s->rows] = cuddNan();
    put_bounds(s, j, (double)INFINITY, (double)INFINITY);
}

/* The bounds of column j, x in host memory. Its pair errs by at most `error` in size, which bounds
 * the error of y, and that of r times omega. */
static void report_bounds(const struct ddblas_least *s, int64_t j, const cuddreal *x, long double error)
{
    long double absolute = 0.0L, largest = 0.0L, relative = 0.0L;
    for (int64_t i = 0; i < rows_of_solution(s); i++, x += s->parts)
    {
        const long double modulus = hypotl((long double)x[0].x, s->parts == 2 ? (long double)x[1].x : 0.0L);
        const long double e = s->p->least_norm ? error / omega(s) : ldexpl(error, -s->exponent[i]);
        absolute = fmaxl(absolute, e);
        largest = !(modulus <= largest) ? modulus : largest;
        if (e > 0.0L)
            relative = fmaxl(relative, e / modulus);
    }
    if (!(error < (long double)INFINITY) || !(largest < (long double)INFINITY))
        put_bounds(s, j, (double)INFINITY, (double)INFINITY);
    else /* Rounded up: x is a high part, and the quotients are rounded. */
        put_bounds(s, j, absolute == 0.0L ? 0.0 : (double)(absolute / largest) * (1.0 + 0x1p-20),
                   (double)relative * (1.0 + 0x1p-20));
}

/* Returns 1 if no column needs better factors. */
int ddblas_least_is_accepted(const struct ddblas_least *s)
{
    for (int64_t j = 0; j < s->p->nrhs; j++)
        if (s->of[j].finite && (s->of[j].failed || !(contraction_of(s, &s->of[j]) <= 0.5L)))
            return 0;
    return 1;
}

ddblasStatus_t ddblas_least_report(struct ddblas_least *s)
{
    const cuddreal *x = solution_of(s);
    for (int64_t j = 0; j < s->p->nrhs; j++)
    {
        const struct ddblas_least_column *c = &s->of[j];
        const long double gamma = contraction_of(s, c);
        if (!c->finite)
            give_up(s, j);
        else
            report_bounds(s, j, x + j * rows_of_solution(s) * s->parts,
                          !c->failed && gamma <= 0.5L
                              ? 1.01L * (c->correction / (1.0L - gamma) + error_of_residuals(s, c)) / (1.0L - gamma)
                              : (long double)INFINITY);
    }
    return send_solution(s);
}

ddblasStatus_t ddblas_least_report_nothing(struct ddblas_least *s)
{
    s->inverse = (double)INFINITY;
    for (int64_t j = 0; j < s->p->nrhs; j++)
        give_up(s, j);
    return send_solution(s);
}
