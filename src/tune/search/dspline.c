/*
 * Computes the d-spline by an orthogonal factorisation of the banded matrix [alpha D; E], one
 * column at a time.
 *
 * The triangular factor R has three diagonals. When the factorisation reaches column j, two rows
 * remain of all earlier ones: the first has entries in the columns j and j+1, the second in column
 * j+1. Givens rotations combine them with the rows of the matrix that begin in column j. These are
 * one second difference, (alpha, -2 alpha, alpha), and a row (1, 0, 0) for each sample there. The
 * matrix A = R^T R of the normal equations is never computed, because its condition number is the
 * square of that of R. In the smooth fits on 10^4 points that tuning needs, this square is near
 * 1/u.
 */
#include "dspline.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A row with entries in up to three columns, and its right-hand side y. */
struct row
{
    double c[3], y;
};

/* Applies a rotation to the rows a and b that makes the entry of b in column `column` zero. */
static inline void rotate_rows(struct row *a, struct row *b, int column)
{
    const double p = a->c[column], q = b->c[column];
    if (q == 0.0)
        return;
    const double inverse = 1.0 / sqrt(p * p + q * q), c = p * inverse, s = q * inverse;
    for (int k = column; k < 3; k++)
    {
        const double u = a->c[k], v = b->c[k];
        a->c[k] = c * u + s * v;
        b->c[k] = c * v - s * u;
    }
    const double u = a->y, v = b->y;
    a->y = c * u + s * v;
    b->y = c * v - s * u;
    b->c[column] = 0.0;
}

/* A product of many factors. Its logarithm is log + log(part). The form avoids a call of log() for
 * each factor. */
struct product
{
    double log, part;
};

static inline void multiply_product(struct product *p, double factor)
{
    p->part *= fabs(factor);
    if (p->part > 0x1p500 || p->part < 0x1p-500)
    {
        p->log += log(p->part);
        p->part = 1.0;
    }
}

struct factor
{
    int32_t points, samples;
    const int32_t *at;
    const double *y;
    /* The three diagonals of R, and the right-hand side. All of them are null if only S and the
     * determinant are wanted. */
    double *r0, *r1, *r2, *rhs;
};

/* Shifts the entries one column to the left, because the next column becomes the first. */
static inline void shift_row(struct row *a)
{
    a->c[0] = a->c[1];
    a->c[1] = a->c[2];
    a->c[2] = 0.0;
}

/* Factors the matrix for one alpha. Writes alpha, residual, sigma, logdet and abic to *result.
 * Returns -1 if R is singular. */
static int factor_for_alpha(const struct factor *f, double alpha, struct ddblas_dspline *result)
{
    /* The rows that remain of earlier ones: `two` has entries in the columns j and j+1, `one` in
     * column j+1. */
    struct row two = {{0.0}, 0.0}, one = {{0.0}, 0.0};
    struct product det = {0.0, 1.0};
    double residual = 0.0;
    int32_t k = 0;
    for (int32_t j = 0; j < f->points; j++)
    {
        struct row r = {{0.0}, 0.0};
        if (j + 2 < f->points)
            r = (struct row){{alpha, -2.0 * alpha, alpha}, 0.0};
        rotate_rows(&r, &two, 0);
        rotate_rows(&two, &one, 1);
        for (; k < f->samples && f->at[k] == j; k++)
        {
            struct row sample = {{1.0, 0.0, 0.0}, f->y[k]};
            rotate_rows(&r, &sample, 0);
            rotate_rows(&two, &sample, 1);
            rotate_rows(&one, &sample, 2);
            residual += sample.y * sample.y;
        }
        if (!(fabs(r.c[0]) > DBL_MIN))
            return -1;
        multiply_product(&det, r.c[0]);
        if (f->r0)
        {
            f->r0[j] = r.c[0];
            f->r1[j] = r.c[1];
            f->r2[j] = r.c[2];
            f->rhs[j] = r.y;
        }
        shift_row(&two);
        shift_row(&one);
    }
    result->alpha = alpha;
    result->residual = residual + two.y * two.y + one.y * one.y;
    result->logdet = 2.0 * (det.log + log(det.part));
    const double degrees = (double)f->samples - 2.0;
    result->sigma = degrees > 0.0 ? sqrt(result->residual / degrees) : 0.0;
    result->abic =
        result->logdet - 2.0 * (f->points - 2) * log(alpha) + (result->residual > 0.0 ? degrees * log(result->residual) : 0.0);
    return 0;
}

/* Solves R f = rhs. If `variance` is not null, also computes the diagonal of (R^T R)^-1 by
 * Takahashi's recursion, which needs only entries of the inverse inside the band. */
static void solve_band(const struct factor *r, double *f, double *variance)
{
    double f1 = 0.0, f2 = 0.0; /* The values f[i+1] and f[i+2]. */
    /* The entries (i+1,i+1), (i+1,i+2) and (i+2,i+2) of the inverse. */
    double z11 = 0.0, z12 = 0.0, z22 = 0.0;
    for (int32_t i = r->points - 1; i >= 0; i--)
    {
        const double inverse = 1.0 / r->r0[i], u1 = r->r1[i] * inverse, u2 = r->r2[i] * inverse;
        f[i] = r->rhs[i] * inverse - u1 * f1 - u2 * f2;
        f2 = f1;
        f1 = f[i];
        if (!variance)
            continue;
        const double z01 = -u1 * z11 - u2 * z12, z02 = -u1 * z12 - u2 * z22;
        variance[i] = inverse * inverse - u1 * z01 - u2 * z02;
        z22 = z11;
        z12 = z01;
        z11 = variance[i];
    }
}

/* Returns 1 if the samples lie on a straight line up to rounding. Then the spline is this line for
 * every alpha, and S consists of rounding errors only. */
static int is_line(const struct factor *f, const struct ddblas_dspline *stiff)
{
    double square = 0.0;
    for (int32_t k = 0; k < f->samples; k++)
        square += f->y[k] * f->y[k];
    return stiff->residual <= 0x1p-80 * square;
}

enum
{
    SCAN = 9, /* Number of values of alpha at which ABIC is evaluated first. */
    /* Largest number of steps of parabolic interpolation that follow. The parabola of a step passes
     * through the point with the least ABIC so far and its two neighbours. */
    REFINE = 6
};

/* A point at which ABIC has been evaluated; x = log2 alpha. */
struct look
{
    double x, abic;
};

static struct look evaluate_abic(const struct factor *f, double x)
{
    struct ddblas_dspline trial;
    return (struct look){x, factor_for_alpha(f, exp2(x), &trial) ? INFINITY : trial.abic};
}

/* Returns x of the vertex of the parabola through the points a, b, c, of which b has the least
 * ABIC. The result keeps a distance from a and from c: at least a tenth of their distance from
 * b. */
static double vertex_of_parabola(struct look a, struct look b, struct look c)
{
    const double p = (b.x - a.x) * (b.abic - c.abic), q = (b.x - c.x) * (b.abic - a.abic);
    const double x = p == q ? b.x : b.x - 0.5 * ((b.x - a.x) * p - (b.x - c.x) * q) / (p - q);
    return fmin(fmax(x, a.x + 0.1 * (b.x - a.x)), c.x - 0.1 * (c.x - b.x));
}

/* Returns log2 alpha of the minimum of ABIC between a and c. */
static double refine_minimum(const struct factor *f, struct look a, struct look b, struct look c)
{
    for (int i = 0; i < REFINE && isfinite(a.abic) && isfinite(c.abic); i++)
    {
        double x = vertex_of_parabola(a, b, c);
        if (fabs(x - b.x) < 0.02)
            break;
        const struct look d = evaluate_abic(f, x);
        const int left = d.x < b.x;
        if (d.abic < b.abic)
        {
            *(left ? &c : &a) = b;
            b = d;
        }
        else
            *(left ? &a : &c) = d;
    }
    return b.x;
}

/* Finds the alpha with the least ABIC. It is searched between 2^-4, where the fit is an
 * interpolation, and 4 N^2, where the fit is a straight line. Returns -1 if R is singular. */
static int choose_alpha(const struct factor *f, double *alpha)
{
    struct ddblas_dspline stiff;
    struct look look[SCAN];
    const double low = -4.0, high = 2.0 + 2.0 * log2((double)f->points), step = (high - low) / (SCAN - 1);
    *alpha = exp2(high);
    if (factor_for_alpha(f, *alpha, &stiff))
        return -1;
    if (f->samples <= 2 || is_line(f, &stiff))
        return 0;
    look[SCAN - 1] = (struct look){high, stiff.abic};
    int least = SCAN - 1;
    for (int i = 0; i < SCAN - 1; i++)
    {
        look[i] = evaluate_abic(f, low + i * step);
        if (look[i].abic < look[least].abic)
            least = i;
    }
    if (least == 0 || least == SCAN - 1)
        *alpha = exp2(look[least].x);
    else
        *alpha = exp2(refine_minimum(f, look[least - 1], look[least], look[least + 1]));
    return 0;
}

int ddblas_dspline_fit(int32_t points, int32_t samples, const int32_t *at, const double *y, double alpha, double *work, double *f,
                       double *variance, struct ddblas_dspline *result)
{
    if (points < 3 || samples < 2 || at[0] == at[samples - 1])
        return -1;
    struct factor factor = {.points = points, .samples = samples, .at = at, .y = y};
    if (!(alpha > 0.0) && choose_alpha(&factor, &alpha))
        return -1;
    factor.r0 = work;
    factor.r1 = work + points;
    factor.r2 = work + 2 * (int64_t)points;
    factor.rhs = work + 3 * (int64_t)points;
    struct ddblas_dspline fit;
    if (factor_for_alpha(&factor, alpha, &fit))
        return -1;
    solve_band(&factor, f, variance);
    *result = fit;
    return 0;
}
