/*
 * The d-spline: a smooth function on a grid of N points, from samples at M of them.
 *
 * The function f in R^N minimises sum_k (y_k - f[at_k])^2 + alpha^2 sum_i (f[i-1] - 2 f[i] +
 * f[i+1])^2, where y_k is sample k and at_k its grid point. This is the discrete counterpart of the
 * cubic smoothing spline. Source: T. Tanaka, T. Katagiri, T. Yuba, d-Spline based incremental
 * performance parameter estimation in automatic performance tuning (PARA 2006). They too choose
 * alpha by Akaike's Bayesian information criterion, as follows.
 *
 * As a Bayesian model, the second differences are independent N(0, sigma^2 / alpha^2) and the
 * samples are N(f[at_k], sigma^2). Let E be the M x N matrix that picks the samples' points from f,
 * D the matrix of second differences, A = E^T E + alpha^2 D^T D, and S the minimum above. The
 * likelihood of the M samples, with f integrated out, is greatest for sigma^2 = S / (M - 2). Then,
 * up to a constant,
 *     ABIC(alpha) = (M - 2) log S + log det A - (N - 2) log alpha^2,
 * and alpha is chosen such that this is least. The posterior of f has the covariance sigma^2 A^-1.
 * The largest element of its diagonal shows where another sample would give most information.
 */
#ifndef DDBLAS_TUNE_DSPLINE_H
#define DDBLAS_TUNE_DSPLINE_H

#include <stdint.h>

struct ddblas_dspline
{
    double alpha;    /* The weight used. */
    double residual; /* The minimum S. */
    double sigma;    /* sqrt(S / (M - 2)); 0 if M = 2. */
    double logdet;   /* log det A. */
    double abic;
};

/* Number of doubles of work space for a fit on a grid of `points` points. */
#define DDBLAS_DSPLINE_WORK(points) (4 * (int64_t)(points))

/*
 * Fits a d-spline on a grid of points >= 3. The samples are values y[k] at grid places 0 <= at[k] <
 * points, in ascending order. Several samples may be at one place, but at least two different
 * places are needed. If alpha > 0, this alpha is used; otherwise the function takes the alpha with
 * the least ABIC. It writes f[points]. If `variance` is not null, it also writes variance[points],
 * the diagonal of A^-1; times sigma^2 it is the variance of f. One alpha takes O(points + samples)
 * operations. Returns 0, or -1 if the samples do not determine f; then f, variance and *result are
 * not written.
 */
int ddblas_dspline_fit(int32_t points, int32_t samples, const int32_t *at, const double *y, double alpha, double *work, double *f,
                       double *variance, struct ddblas_dspline *result);

#endif
