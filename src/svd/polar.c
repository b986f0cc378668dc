/*
 * Singular values and vectors of a square matrix by a polar decomposition:
 *
 *   C W = Q L^H      W orthogonal and random; L lower triangular; geqrf
 *   L = P H          P orthogonal, H positive semidefinite
 *   H = Y S Y^H      syevd
 *   C = (Q Y) S (W P Y)^H
 *
 * The polar decomposition is QDWH: Y. Nakatsukasa, Z. Bai and F. Gygi, Optimizing Halley's
 * iteration for computing the matrix polar decomposition, SIAM J. Matrix Anal. Appl. 31, 2010, and
 * Y. Nakatsukasa and N. J. Higham, Stable and efficient spectral divide and conquer algorithms for
 * the symmetric eigenvalue decomposition and the SVD, SIAM J. Sci. Comput. 35, 2013. From X = L /
 * scale, with all singular values in [l, 1],
 *
 *   X = X (a I + b X^H X) (I + c X^H X)^-1,   c = a + b - 1
 *
 * brings them close to 1; a, b and c make l largest in each step. While c is large, the step is
 *
 *   [sqrt(c) X; I] = [Q1; Q2] R,   X = (b / c) X + (a - b / c) / sqrt(c) Q1 Q2^H
 *
 * and otherwise, with the Cholesky factor of Z = I + c X^H X,
 *
 *   X = (b / c) X + (a - b / c) X Z^-1.
 *
 * The rows of the first matrix differ by factors of up to 10^23, and its QR factorisation needs
 * pivots then, unless earlier columns determine the later ones as well as their size allows. W has
 * this effect: the diagonal of L descends as the singular values do, up to moderate factors, for
 * almost every W, and so do the columns of L: J. Demmel, I. Dumitriu and O. Holtz, Fast linear
 * algebra is stable, Numer. Math. 108, 2007. W is the same for every matrix of an order.
 *
 * l begins as 2^-108 / sqrt(n), whatever the matrix is, so that the steps are always the same.
 * Smaller singular values stay below 1 in P. They count as rounding errors of L: P^H L is H up to
 * them, and ddblas_svd_complete replaces their columns of P Y, which are not of norm 1, by others
 * that are orthogonal to the rest.
 */
#include <math.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
#include "svd.h"

enum
{
    MOST_STEPS = 20 /* More than any order takes; about seven. */
};

static const double MOST_CHOLESKY = 100.0; /* The largest c of a step by Cholesky. */

/* a, b and c of a step. */
struct weights
{
    cuddreal a, b, c;
};

/* The weights for singular values in [l, 1]; b and c follow from a exactly enough to keep 1 at 1.
 * l becomes its image. */
static struct weights weights_of(double *l)
{
    const double square = *l * *l, root = sqrt(1.0 + cbrt(4.0 * (1.0 - square) / (square * square))), d = root * root - 1.0,
                 inner = 8.0 - 4.0 * d + 8.0 * (2.0 - square) / (square * root);
    struct weights w;
    const double a = 1.0 - *l < 1e-13 ? 3.0 : root + 0.5 * sqrt(inner);
    w.a = cuddFromDouble(a);
    w.b = cuddMulD(cuddSqr(cuddSubD(w.a, 1.0)), 0.25);
    w.c = cuddSubD(cuddAdd(w.a, w.b), 1.0);
    *l = fmin(*l * (a + w.b.x * square) / (1.0 + w.c.x * square), 1.0);
    return w;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static ddblasStatus_t step_by_qr(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q, struct weights w)
{
    const int64_t n = q->n, tall = 2 * n;
    char *top = q->first, *bottom = top + (size_t)n * s->size;
    const cuddreal root = cuddSqrt(w.c), old = cuddDiv(w.b, w.c), new = cuddDiv(cuddSub(w.a, old), root);
    DDBLAS_CHECK(ddblas_svd_add(s, n, root, q->X, n, cuddFromDouble(0.0), 0, NULL, top, tall));
    DDBLAS_CHECK(ddblas_svd_identity(s, n, n, 0, bottom, tall));
    DDBLAS_CHECK(ddblas_svd_form(s, tall, n, top, tall, q->tau));
    return ddblas_svd_multiply(s, n, 0, 1, new, top, tall, bottom, tall, old, q->X, 0);
}

/* B = B L^-H or B L^-1. */
static ddblasStatus_t divide_by_factor(struct ddblas_svd_steps *s, int64_t n, int adjoint, const void *L, void *B)
{
    static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}};
    const ddblasOperation_t turned = ddblas_type_is_complex(s->type) ? DDBLAS_OP_C : DDBLAS_OP_T;
    const struct ddblas_triangular_problem t = {.type = s->type,
                                                .side = DDBLAS_SIDE_RIGHT,
                                                .uplo = DDBLAS_FILL_MODE_LOWER,
                                                .trans = adjoint ? turned : DDBLAS_OP_N,
                                                .diag = DDBLAS_DIAG_NON_UNIT,
                                                .m = n,
                                                .n = n,
                                                .alpha = &one,
                                                .A = L,
                                                .lda = n,
                                                .B = B,
                                                .ldb = n,
                                                .C = B,
                                                .ldc = n};
    return ddblas_svd_step(s, ddblas_trsm_blocks, &t);
}

static ddblasStatus_t step_by_cholesky(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q, struct weights w)
{
    const int64_t n = q->n;
    void *Z = q->first, *Y = q->second;
    const cuddreal old = cuddDiv(w.b, w.c), new = cuddSub(w.a, old);
    const struct ddblas_potrf_problem potrf = {.type = s->type,
                                               .tasks = DDBLAS_FACTOR,
                                               .uplo = DDBLAS_FILL_MODE_LOWER,
                                               .n = n,
                                               .A = Z,
                                               .F = Z,
                                               .lda = n,
                                               .info = q->info};
    DDBLAS_CHECK(ddblas_svd_identity(s, n, n, 0, Z, n));
    DDBLAS_CHECK(ddblas_svd_multiply(s, n, 1, 0, w.c, q->X, n, q->X, n, cuddFromDouble(1.0), Z, 1));
    DDBLAS_CHECK(ddblas_svd_step(s, ddblas_potrf_blocks, &potrf));
    DDBLAS_CHECK(ddblas_svd_copy(s, n, n, q->X, n, Y, n));
    DDBLAS_CHECK(divide_by_factor(s, n, 1, Z, Y));
    DDBLAS_CHECK(divide_by_factor(s, n, 0, Z, Y));
    return ddblas_svd_add(s, n, old, q->X, n, new, 0, Y, q->X, n);
}

/* X = P. */
static ddblasStatus_t iterate(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q)
{
    double l = 0x1p-108 / sqrt((double)q->n);
    for (int step = 0, last = 0; !last && step < MOST_STEPS; step++)
    {
        last = 1.0 - l < 1e-13; /* The cube of that is below u_w. */
        const struct weights w = weights_of(&l);
        DDBLAS_CHECK((w.c.x > MOST_CHOLESKY ? step_by_qr : step_by_cholesky)(s, q, w));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* The power of two that is at least the Frobenius norm of L. */
static ddblasStatus_t find_scale(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q, double *scale)
{
    cuddreal norm = cuddFromDouble(1.0);
    size_t bytes = 0;
    int e;
    DDBLAS_CHECK(ddblasLangeWorkspaceSize(s->handle, s->type, DDBLAS_NORM_FROBENIUS, q->n, q->n, &bytes));
    if (s->planning)
        s->bytes = most_bytes(s->bytes, bytes);
    else
        DDBLAS_CHECK(ddblas_type_is_complex(s->type)
                         ? ddblasUlange(s->handle, DDBLAS_NORM_FROBENIUS, q->n, q->n, q->C, q->n, &norm)
                         : ddblasWlange(s->handle, DDBLAS_NORM_FROBENIUS, q->n, q->n, q->C, q->n, &norm));
    (void)frexp(norm.x, &e);
    *scale = ldexp(1.0, norm.x > 0.0 ? e : 0);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the random matrix ----------------------------------------------------------------------- */

/* Numbers in [-1, 1) from splitmix64: G. L. Steele, D. Lea and C. H. Flood, Fast splittable
 * pseudorandom number generators, OOPSLA 2014. */
static double random_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return ldexp((double)((z ^ z >> 31) >> 11), -52) - 1.0;
}

/* W, in `mix`. */
static ddblasStatus_t make_mix(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q)
{
    const size_t bytes = (size_t)q->n * s->size;
    uint64_t state = 1;
    for (int64_t j = 0; j < q->n && !s->planning; j++)
    {
        for (int64_t i = 0; i < q->n; i++)
        {
            const cuddreal number = cuddFromDouble(random_number(&state));
            if (ddblas_type_is_complex(s->type))
                ((ddblas_host_u *)q->host)[i] = cuddcFromReal(number);
            else
                ((ddblas_host_w *)q->host)[i] = number;
        }
        DDBLAS_CHECK(ddblas_svd_send(s, (char *)q->mix + (size_t)j * bytes, q->host, bytes));
    }
    return ddblas_svd_form(s, q->n, q->n, q->mix, q->n, q->tau);
}

/* C W = Q L^H: the reflectors of Q in `turned`, and C becomes L. */
static ddblasStatus_t reduce(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q)
{
    struct ddblas_block_run b = {.handle = s->handle, .type = s->type, .size = s->size, .planning = s->planning};
    const int64_t n = q->n;
    DDBLAS_CHECK(make_mix(s, q));
    DDBLAS_CHECK(ddblas_svd_multiply(s, n, 0, 0, cuddFromDouble(1.0), q->C, n, q->mix, n, cuddFromDouble(0.0), q->turned, 0));
    DDBLAS_CHECK(ddblas_svd_factor(s, n, n, q->turned, n, q->reflectors));
    DDBLAS_CHECK(ddblas_block_expand(&b, DDBLAS_BLOCK_TRIANGULAR, DDBLAS_FILL_MODE_UPPER, n, q->turned, n, q->X));
    return ddblas_svd_adjoint(s, n, n, q->X, n, q->C, n);
}

/* ---- the decomposition ----------------------------------------------------------------------- */

/* -H = Y diag(-values) Y^H, Y in `second`. The sign makes the values descend. */
static ddblasStatus_t decompose_h(struct ddblas_svd_steps *s, const struct ddblas_svd_square *q, int64_t *failed)
{
    const int64_t n = q->n;
    const cuddreal half = cuddFromDouble(0.5);
    struct ddblas_syevd_problem syevd = {.type = s->type,
                                         .vectors = q->left || q->right,
                                         .uplo = DDBLAS_FILL_MODE_LOWER,
                                         .n = n,
                                         .A = q->second,
                                         .lda = n,
                                         .w = q->w,
                                         .info = q->info};
    DDBLAS_CHECK(ddblas_svd_multiply(s, n, 1, 0, cuddFromDouble(-1.0), q->X, n, q->C, n, cuddFromDouble(0.0), q->first, 0));
    DDBLAS_CHECK(ddblas_svd_add(s, n, half, q->first, n, half, 1, q->first, q->second, n));
    DDBLAS_CHECK(ddblas_syevd_choose(s->handle, &syevd));
    DDBLAS_CHECK(ddblas_svd_step(s, ddblas_syevd_blocks, &syevd));
    if (s->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_fetch(s, failed, q->info, sizeof *failed, sizeof *failed, 1));
    DDBLAS_CHECK(ddblas_svd_fetch(s, q->values, q->w, (size_t)n * sizeof *q->values, (size_t)n * sizeof *q->values, 1));
    for (int64_t j = 0; j < n; j++) /* Negative values are rounding errors of H. */
        q->values[j] = cuddLtD(q->values[j], 0.0) ? cuddNeg(q->values[j]) : cuddFromDouble(0.0);
    return DDBLAS_STATUS_SUCCESS;
}

/* V = W P Y, in X. */
static ddblasStatus_t form_right(struct ddblas_svd_steps *s, struct ddblas_svd_square *q)
{
    const int64_t n = q->n;
    const cuddreal one = cuddFromDouble(1.0), zero = cuddFromDouble(0.0);
    q->V = q->X;
    DDBLAS_CHECK(ddblas_svd_multiply(s, n, 0, 0, one, q->X, n, q->second, n, zero, q->first, 0));
    DDBLAS_CHECK(ddblas_svd_complete(s, q, q->first));
    return ddblas_svd_multiply(s, n, 0, 0, one, q->mix, n, q->first, n, zero, q->X, 0);
}

/* U = Q Y, in `second`. */
static ddblasStatus_t form_left(struct ddblas_svd_steps *s, struct ddblas_svd_square *q)
{
    const int64_t n = q->n;
    const struct ddblas_ormqr_problem p = {.type = s->type,
                                           .side = DDBLAS_SIDE_LEFT,
                                           .m = n,
                                           .n = n,
                                           .k = n,
                                           .A = q->turned,
                                           .lda = n,
                                           .tau = q->reflectors,
                                           .C = q->second,
                                           .ldc = n};
    q->U = q->second;
    return ddblas_svd_step(s, ddblas_ormqr_blocks, &p);
}

ddblasStatus_t ddblas_svd_polar(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int64_t *failed)
{
    const int64_t n = q->n;
    double scale;
    *failed = 0;
    DDBLAS_CHECK(reduce(s, q));
    DDBLAS_CHECK(find_scale(s, q, &scale));
    DDBLAS_CHECK(ddblas_svd_add(s, n, cuddFromDouble(1.0 / scale), q->C, n, cuddFromDouble(0.0), 0, NULL, q->X, n));
    DDBLAS_CHECK(iterate(s, q));
    DDBLAS_CHECK(decompose_h(s, q, failed));
    if (*failed != 0)
        return DDBLAS_STATUS_SUCCESS;
    if (q->right)
        DDBLAS_CHECK(form_right(s, q));
    return q->left ? form_left(s, q) : DDBLAS_STATUS_SUCCESS;
}
