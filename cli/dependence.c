/*
 * How near the columns of a matrix are to dependence, from the triangle of its factorisation.
 *
 * With the columns of R scaled to length 1, 1 / ||R^-1||_1 is the least change, as the largest
 * 1-norm of its columns, that makes R singular (N. J. Higham, Accuracy and Stability of Numerical
 * Algorithms, theorem 6.5). Scaling loses nothing, because the errors of the factorisation are
 * relative to each column. ||R^-1||_1 is estimated by a few solutions with R and R^H (Higham,
 * algorithm 15.4, as LAPACK's xTRCON), all in complex double-double, whatever the type.
 */
#include "orthogonal.h"

#include <math.h>
#include <stdlib.h>

enum
{
    MOST_STEPS = 5
};

/* R by columns, scaled. */
struct triangle
{
    int64_t n;
    cuddcomplex *R, *x, *z; /* x, z: vectors at work */
};

static cuddcomplex *at(const struct triangle *t, int64_t i, int64_t j) { return t->R + i + j * t->n; }

/* Column j divided by its length; 0 when that is 0 or not finite. */
static int scale_column(const struct triangle *t, int64_t j)
{
    double largest = 0.0;
    int e = 0;
    for (int64_t i = 0; i <= j; i++)
    {
        if (!cuddcIsFinite(*at(t, i, j)))
            return 0;
        largest = fmax(largest, fmax(fabs(at(t, i, j)->x.x), fabs(at(t, i, j)->y.x)));
    }
    if (largest == 0.0)
        return 0;
    (void)frexp(largest, &e);
    cuddreal squares = cuddFromDouble(0.0);
    for (int64_t i = 0; i <= j; i++)
    {
        *at(t, i, j) = cuddcLdexp(*at(t, i, j), -e);
        squares = cuddAdd(squares, cuddcNorm(*at(t, i, j)));
    }
    const cuddreal length = cuddSqrt(squares);
    for (int64_t i = 0; i <= j; i++)
        *at(t, i, j) = cuddcDivReal(*at(t, i, j), length);
    return !cuddcIsZero(*at(t, j, j));
}

/* x = R^-1 x */
static void solve(const struct triangle *t, cuddcomplex *x)
{
    for (int64_t j = t->n - 1; j >= 0; j--)
    {
        x[j] = cuddcDiv(x[j], *at(t, j, j));
        for (int64_t i = 0; i < j; i++)
            x[i] = cuddcSub(x[i], cuddcMul(*at(t, i, j), x[j]));
    }
}

/* x = R^-H x */
static void solve_adjoint(const struct triangle *t, cuddcomplex *x)
{
    for (int64_t j = 0; j < t->n; j++)
    {
        for (int64_t i = 0; i < j; i++)
            x[j] = cuddcSub(x[j], cuddcMul(cuddcConj(*at(t, i, j)), x[i]));
        x[j] = cuddcDiv(x[j], cuddcConj(*at(t, j, j)));
    }
}

static double size_of(cuddcomplex a) { return cuddToDouble(cuddcAbs(a)); }

static double norm_1(const struct triangle *t)
{
    double sum = 0.0;
    for (int64_t i = 0; i < t->n; i++)
        sum += size_of(t->x[i]);
    return sum;
}

/* z = R^-H (x_i / |x_i|); returns the place of its largest element. */
static int64_t steepest(const struct triangle *t)
{
    int64_t largest = 0;
    for (int64_t i = 0; i < t->n; i++)
    {
        const cuddreal size = cuddcAbs(t->x[i]);
        t->z[i] = cuddIsZero(size) ? cuddcFromDoubles(1.0, 0.0) : cuddcDivReal(t->x[i], size);
    }
    solve_adjoint(t, t->z);
    for (int64_t i = 1; i < t->n; i++)
        if (size_of(t->z[i]) > size_of(t->z[largest]))
            largest = i;
    return largest;
}

/* An estimate from below of ||R^-1||_1. */
static double inverse_norm(const struct triangle *t)
{
    const double n = (double)t->n;
    int64_t last = -1;
    for (int64_t i = 0; i < t->n; i++)
        t->x[i] = cuddcFromDoubles(1.0 / n, 0.0);
    solve(t, t->x);
    double norm = norm_1(t);
    for (int step = 1; step < MOST_STEPS && isfinite(norm); step++)
    {
        const int64_t j = steepest(t);
        if (j == last)
            break;
        last = j;
        for (int64_t i = 0; i < t->n; i++)
            t->x[i] = cuddcFromDoubles(i == j ? 1.0 : 0.0, 0.0);
        solve(t, t->x);
        const double next = norm_1(t);
        if (next <= norm)
            break;
        norm = next;
    }
    /* a vector of alternating signs, which the steps above can miss */
    for (int64_t i = 0; i < t->n; i++)
        t->x[i] = cuddcFromDoubles((i % 2 ? -1.0 : 1.0) * (1.0 + (n > 1.0 ? (double)i / (n - 1.0) : 0.0)), 0.0);
    solve(t, t->x);
    return fmax(norm, 2.0 * norm_1(t) / (3.0 * n));
}

int cli_distance_to_dependence(const ddblasHostMatrix *R, double *distance)
{
    const int64_t n = R->n;
    struct triangle t = {.n = n};
    *distance = 0.0;
    t.R = n > 0 ? calloc((size_t)(n + 2) * (size_t)n, sizeof *t.R) : NULL;
    if (!t.R)
        return cli_error(CLI_NO_RESOURCE, "out of memory");
    t.x = t.R + n * n;
    t.z = t.x + n;
    int regular = 1;
    for (int64_t j = 0; j < n && regular; j++)
    {
        for (int64_t i = 0; i <= j; i++)
        {
            cuddreal part[2];
            cli_fetch(R->type, cli_element(R, i, j), part);
            *at(&t, i, j) = cuddcMake(part[0], part[1]);
        }
        regular = scale_column(&t, j);
    }
    const double norm = regular ? inverse_norm(&t) : INFINITY;
    *distance = isfinite(norm) ? 1.0 / norm : 0.0;
    free(t.R);
    return CLI_OK;
}
