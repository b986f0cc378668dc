/*
 * The secular equation of a merge, for both engines:
 *
 *   w(lambda) = 1 / rho + sum_j z_j^2 / (d_j - lambda) = 0,  d_0 < d_1 < ... < d_(k-1)
 *
 * w increases between two poles. Root i lies between d_i and d_(i+1), the last one in (d_(k-1),
 * d_(k-1) + rho ||z||^2). A root is stored as the number of the nearer pole, its origin, and the
 * shift mu from there, so that all d_j - lambda = (d_j - d_origin) - mu have a small relative
 * error.
 *
 * Iteration. The sign of w halfway between the poles tells the origin. From then on w is replaced
 * by c + s / (d_i - x) + t / (d_(i+1) - x) with the same value and the same derivative: in the
 * scheme of fixed weights the nearer pole keeps its own z^2, in the middle way each pole has the
 * derivative of the sum on its side (R.-C. Li, Solving secular equations stably and efficiently,
 * LAPACK Working Note 89, 1993). A step that leaves the interval in which w changes its sign is
 * replaced by a bisection, and so is every second step if convergence is slow. The iteration runs
 * in double with differences of poles from W, and then in W with derivatives in double, until the
 * step is below 2^-68 of mu, or w is as small as rounding errors make it.
 *
 * Bound below |mu|, the smallest end of the interval: a left origin has z_i^2 / mu <= 1 / rho + 2
 * ||z||^2 / gap, a right one z_(i+1)^2 / |mu| <= 2 ||z||^2 / gap, the last root mu >= rho z^2.
 *
 * The including file defines SECULAR_LANES, and secular_total_d, secular_total_w and
 * secular_product, which combine the numbers of SECULAR_LANES lanes in a fixed order, with the
 * result in all of them; the last one may leave it in lane 0 alone.
 */
#ifndef DDBLAS_EIGEN_SECULAR_H
#define DDBLAS_EIGEN_SECULAR_H

#include "divide.h"

#ifndef SECULAR_FN
#define SECULAR_FN CUDD_FN
#endif

enum
{
    SECULAR_STEPS_D = 40, /* Most steps in double, and in W. */
    SECULAR_STEPS_W = 160,
    SECULAR_PATIENCE = 12 /* After this many steps every second one is a bisection. */
};

struct secular
{
    int64_t k;
    const cuddreal *pole, *weight, *square;
    double sum;
    cuddreal inverse;
};

struct secular_root
{
    int64_t origin;
    cuddreal shift;
};

/* The sums at a point: w, the derivatives of two parts of w (poles up to i, and the other poles),
 * and the sum of the moduli of all terms. */
struct secular_sums
{
    cuddreal value;
    double left, right, size;
};

CUDD_FN cuddreal secular_minus(cuddreal a, cuddreal b) { return cudd_add_parts(a.x, a.y, -b.x, -b.y); }

/* Returns d_j - d_origin. */
CUDD_FN cuddreal secular_apart(const struct secular *s, int64_t j, int64_t origin)
{
    return secular_minus(s->pole[j], s->pole[origin]);
}

/* Computes the sums at the distance mu from the origin, in double. */
SECULAR_FN struct secular_sums secular_sums_d(const struct secular *s, int64_t i, int64_t origin, double mu, int lane)
{
    struct secular_sums sums = {{0.0, 0.0}, 0.0, 0.0, 0.0};
    double value = 0.0;
    for (int64_t j = lane; j < s->k; j += SECULAR_LANES)
    {
        const double away = secular_apart(s, j, origin).x - mu, term = s->square[j].x / away, slope = term / away;
        value += term;
        sums.size += fabs(term);
        if (j <= i)
            sums.left += slope;
        else
            sums.right += slope;
    }
    sums.value = cuddFromDouble(s->inverse.x + secular_total_d(value));
    sums.size = s->inverse.x + secular_total_d(sums.size);
    sums.left = secular_total_d(sums.left);
    sums.right = secular_total_d(sums.right);
    return sums;
}

/* Computes the same sums with w in W. */
SECULAR_FN struct secular_sums secular_sums_w(const struct secular *s, int64_t i, int64_t origin, cuddreal mu, int lane)
{
    struct secular_sums sums = {{0.0, 0.0}, 0.0, 0.0, 0.0};
    for (int64_t j = lane; j < s->k; j += SECULAR_LANES)
    {
        const cuddreal away = secular_minus(secular_apart(s, j, origin), mu), term = cudd_div_parts(s->square[j], away);
        const double slope = term.x / away.x;
        sums.value = cudd_add_parts(sums.value.x, sums.value.y, term.x, term.y);
        sums.size += fabs(term.x);
        if (j <= i)
            sums.left += slope;
        else
            sums.right += slope;
    }
    sums.value = secular_total_w(sums.value);
    sums.value = cudd_add_parts(sums.value.x, sums.value.y, s->inverse.x, s->inverse.y);
    sums.size = s->inverse.x + secular_total_d(sums.size);
    sums.left = secular_total_d(sums.left);
    sums.right = secular_total_d(sums.right);
    return sums;
}

/* Returns the root of c x^2 - a x + b between both poles. */
CUDD_FN double secular_quadratic(double a, double b, double c)
{
    const double root = sqrt(fabs(a * a - 4.0 * b * c));
    return a > 0.0 ? 2.0 * b / (a + root) : c != 0.0 ? (a - root) / (2.0 * c) : b / a;
}

/* Constants of the search for root i. The iterated number is |mu|, in [low, high]; mu has the sign
 * `sign`. */
struct secular_search
{
    int64_t i, origin;
    int last;
    double sign, gap, near, low, high; /* near: the square of the origin's weight. */
};

/* Returns the step from mu to the root of the function that replaces w. */
CUDD_FN double secular_step(const struct secular_search *q, const struct secular_sums *sums, double mu, int middle)
{
    const double w = sums->value.x, slope = sums->left + sums->right;
    if (q->last) /* The last root has one pole, which gets the whole derivative. */
        return -mu * w / (w + mu * slope);
    const int is_left = q->sign > 0.0;
    const double left = is_left ? -mu : -q->gap - mu, right = is_left ? q->gap - mu : -mu; /* d_i - x, d_(i+1) - x */
    const double a = (left + right) * w - left * right * slope, b = left * right * w;
    double c = w - left * sums->left - right * sums->right;
    if (!middle && is_left)
        c = w - right * slope + q->gap * (q->near / left / left);
    else if (!middle)
        c = w - left * slope - q->gap * (q->near / right / right);
    return secular_quadratic(a, b, c);
}

/* Chooses the origin of root i and a first approximation of |mu|. */
SECULAR_FN double secular_begin(const struct secular *s, struct secular_search *q, int lane)
{
    const int64_t i = q->i;
    q->last = i + 1 == s->k;
    q->origin = i;
    q->sign = 1.0;
    if (q->last)
    {
        q->near = s->square[i].x;
        q->low = q->near / s->inverse.x * (1.0 - 0x1p-30);
        q->high = s->sum / s->inverse.x * (1.0 + 0x1p-30);
        return 0.5 * (q->low + q->high);
    }
    q->gap = secular_apart(s, i + 1, i).x;
    struct secular_sums sums = secular_sums_d(s, i, i, 0.5 * q->gap, lane);
    const double rest =
        sums.value.x + 2.0 * (s->square[i].x - s->square[i + 1].x) / q->gap; /* w without the terms of both poles. */
    if (fabs(sums.value.x) <= 0x1p-38 * sums.size)
        sums = secular_sums_w(s, i, i, cuddFromDouble(0.5 * q->gap), lane);
    const int is_left = sums.value.x >= 0.0;
    q->origin = is_left ? i : i + 1;
    q->sign = is_left ? 1.0 : -1.0;
    q->near = s->square[q->origin].x;
    q->high = 0.5 * q->gap * (1.0 + 0x1p-20);
    q->low = (is_left ? q->near / (s->inverse.x + 2.0 * s->sum / q->gap) : q->near * q->gap / (2.0 * s->sum)) * (1.0 - 0x1p-30);
    const double both = s->square[i].x + s->square[i + 1].x;
    return q->sign * secular_quadratic(q->sign * rest * q->gap + both, q->sign * q->near * q->gap, rest);
}

/* Returns the arithmetic mean of the ends of an interval, or their geometric mean if one is more
 * than four times the other. */
CUDD_FN double secular_middle_d(double low, double high) { return high > 4.0 * low ? sqrt(low * high) : 0.5 * (low + high); }

CUDD_FN cuddreal secular_middle_w(cuddreal low, cuddreal high)
{
    return high.x > 4.0 * low.x ? cuddFromDouble(sqrt(low.x * high.x)) : cuddMulD(cuddAdd(low, high), 0.5);
}

/* Iterates in double. Returns |mu|, accurate enough to start the iteration in W. */
SECULAR_FN double secular_iterate_d(const struct secular *s, const struct secular_search *q, double start, int lane)
{
    double low = q->low, high = q->high, at = start, before = 0.0;
    int middle = 0;
    if (!(at > low && at < high))
        at = secular_middle_d(low, high);
    for (int step = 0; step < SECULAR_STEPS_D; step++)
    {
        const struct secular_sums sums = secular_sums_d(s, q->i, q->origin, q->sign * at, lane);
        const double w = sums.value.x;
        if (q->sign * w < 0.0)
            low = at;
        else
            high = at;
        if (fabs(w) <= 0x1p-48 * sums.size)
            return at;
        if (step > 0 && fabs(w) > 0.1 * before)
            middle = !middle;
        before = fabs(w);
        double next = at + q->sign * secular_step(q, &sums, q->sign * at, middle);
        if (!(next > low && next < high) || (step >= SECULAR_PATIENCE && step % 2 == 0))
            next = secular_middle_d(low, high);
        if (fabs(next - at) <= 0x1p-44 * at)
            return next;
        at = next;
    }
    return at;
}

/* Iterates in W. */
SECULAR_FN cuddreal secular_iterate_w(const struct secular *s, const struct secular_search *q, double start, int lane)
{
    const double noise = 0x1p-104 * (1.0 + (double)s->k / 64.0);
    cuddreal low = cuddFromDouble(q->low), high = cuddFromDouble(q->high), at = cuddFromDouble(start);
    for (int step = 0; step < SECULAR_STEPS_W; step++)
    {
        const cuddreal mu = cuddMulD(at, q->sign);
        const struct secular_sums sums = secular_sums_w(s, q->i, q->origin, mu, lane);
        if (fabs(sums.value.x) <= noise * sums.size)
            break;
        if (q->sign * sums.value.x < 0.0)
            low = at;
        else
            high = at;
        const double by = q->sign * secular_step(q, &sums, mu.x, step % 2);
        cuddreal next = cuddAddD(at, by);
        const int inside = cuddLt(low, next) && cuddLt(next, high);
        const int bisects = !inside || (step >= SECULAR_PATIENCE && step % 2 == 0);
        if (bisects)
            next = secular_middle_w(low, high);
        at = next;
        if (fabs(bisects ? cuddSub(high, low).x : by) <= (bisects ? 0x1p-105 : 0x1p-68) * at.x)
            break;
    }
    return at;
}

SECULAR_FN struct secular_root secular_root_of(const struct secular *s, int64_t i, int lane)
{
    struct secular_search q = {i, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0};
    const double start = secular_begin(s, &q, lane), near = secular_iterate_d(s, &q, start, lane);
    const cuddreal distance = secular_iterate_w(s, &q, near, lane);
    const struct secular_root root = {q.origin, cuddMulD(distance, q.sign)};
    return root;
}

/* Returns d_i - lambda_j. */
CUDD_FN cuddreal secular_difference(const struct secular *s, int64_t i, struct secular_root root)
{
    return secular_minus(secular_apart(s, i, root.origin), root.shift);
}

/*
 * Returns the weight of pole i for which the computed roots are exact, up to a factor that all
 * weights have in common:
 *
 *   z_i^2 rho = (lambda_i - d_i) prod_(j != i) (lambda_j - d_i) / (d_j - d_i)
 *
 * All factors are positive, and products of them are within 2^-220 and 2^220. The result is
 * complete in lane 0.
 */
SECULAR_FN cuddreal secular_weight(const struct secular *s, int64_t i, const int64_t *origin, const cuddreal *shift, int lane)
{
    cuddreal product = cuddFromDouble(1.0);
    for (int64_t j = lane; j < s->k; j += SECULAR_LANES)
    {
        const struct secular_root root = {origin[j], shift[j]};
        const cuddreal difference = secular_difference(s, i, root);
        const cuddreal factor = j == i ? difference : cudd_div_parts(difference, secular_apart(s, i, j));
        product = cudd_mul_parts(product.x, product.y, factor.x, factor.y);
    }
    const cuddreal size = cuddSqrt(cuddFabs(secular_product(product)));
    return cuddSignBit(s->weight[i]) ? cuddNeg(size) : size;
}

#endif
