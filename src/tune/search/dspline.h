/*
 * The d-spline: a smooth function on a grid of N points from samples at some of them.
 *
 * f in R^N minimises sum_k (y_k - f[at_k])^2 + alpha^2 sum_i (f[i-1] - 2 f[i] + f[i+1])^2, the discrete counterpart of the cubic
 * smoothing spline; after T. Tanaka, T. Katagiri, T. Yuba, d-Spline based incremental performance parameter estimation in
 * automatic performance tuning (PARA 2006), who choose alpha, as here, by Akaike's Bayesian information criterion.
 *
 * As a Bayesian model: the second differences are independent N(0, sigma^2 / alpha^2), the samples N(f[at_k], sigma^2). With
 * A = E^T E + alpha^2 D^T D and S the minimum, the likelihood of the M samples, f integrated out, is greatest in sigma for
 * sigma^2 = S / (M - 2), and then, up to a constant,
 *     ABIC(alpha) = (M - 2) log S + log det A - (N - 2) log alpha^2.
 * The posterior of f has the covariance sigma^2 A^-1; its diagonal says where another sample would teach most.
 */
#ifndef DDBLAS_TUNE_DSPLINE_H
#define DDBLAS_TUNE_DSPLINE_H

#include <stdint.h>

struct ddblas_dspline
{
    double alpha;    /* the weight used */
    double residual; /* S */
    double sigma;    /* sqrt(S / (M - 2)); 0 for M = 2 */
    double logdet;   /* log det A */
    double abic;
};

/* doubles of work space that a fit on a grid of `points` takes. */
#define DDBLAS_DSPLINE_WORK(points) (4 * (int64_t)(points))

/*
 * Fits on a grid of points >= 3. samples values y[k] at grid places 0 <= at[k] < points, in ascending order; several at one place
 * are allowed, and at least two places are needed. alpha > 0 is taken as it is, alpha <= 0 asks for the minimum of ABIC. Writes
 * f[points], and unless null variance[points], the diagonal of A^-1 (times sigma^2 it is the variance of f). O(points + samples)
 * for one alpha. Returns 0, or -1 when the samples do not determine f; then nothing is written.
 */
int ddblas_dspline_fit(int32_t points, int32_t samples, const int32_t *at, const double *y, double alpha, double *work, double *f,
                       double *variance, struct ddblas_dspline *result);

#endif
