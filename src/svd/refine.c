/*
 * Singular values and vectors of a square matrix C in W by refinement of those in double, after T.
 * Ogita and K. Aishima, Iterative refinement for singular value decomposition based on matrix
 * multiplication, J. Comput. Appl. Math. 369, 2020.
 *
 * V begins with eigenvectors in double of C^T C, rounded, and U with the columns of C V, made of
 * norm 1. A step takes two products in W and four in double:
 *
 *   R = C V - U S, Q = C^T U - V S,  s_j = u_j^T C v_j / u_j^T u_j
 *   f_ij s_j - s_i g_ij = (U^T R)_ij, g_ij s_j - s_i f_ij = (V^T Q)_ij;  2 f_jj = 1 - u_j^T u_j
 *   U = U (I + F), V = V (I + G)
 *
 * Up to terms of second order in F and G, U (I + F) are the singular vectors, whether U is
 * orthogonal or not: with these as U* and V*, R = U* (F S - S G) and Q = V* (G S - S F). Steps are
 * taken until R and Q are as small as rounding errors in W make them. Then U and V are made
 * orthogonal, U = U + U (I - U^T U) / 2, once if the defect is below DONE, and R and Q are computed
 * again. The result is accepted if their Frobenius norms are at most 3 n u_w times the norm of C's
 * largest column. Then no column of C - U S V^T = R V^T exceeds that.
 *
 * Clusters are left to the polar decomposition: singular values whose gap is below CLUSTER times
 * the first residual, and a smallest one below it. So are matrices with a condition beyond about
 * 10^6, where C^T C does not give vectors that a step improves. All decisions depend on numbers
 * that are the same in every run.
 */
#include <math.h>
#include <stdatomic.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/refined/refined.h"
#include "matrix/matrix.h"
#include "refine.h"
#include "svd.h"

enum
{
    MOST_STEPS = 6,
    MOST_DEFECTS = 3, /* Steps that make U or V orthogonal. */
    CLUSTER = 128     /* An f_ij or g_ij is then below about 0.02. */
};

static const double unit = 0x1p-104, DONE = 0x1p-62;

static _Atomic int64_t refined_calls;

int64_t ddblas_svd_refined_count(void) { return atomic_load(&refined_calls); }

/* ---- memory ---------------------------------------------------------------------------------- */

/* The arrays of a call: those of eigen/refined for U and for V, which share all but the vectors,
 * `values` and `defect`. */
struct call
{
    struct ddblas_block_run *blocks;
    const struct ddblas_svd_square *q;
    struct ddblas_refined u, v;
    double *Q;        /* n x n in double */
    double *measured; /* In host memory: n numbers. */
    double scale;     /* The norm of C's largest column. */
};

/* Lays the arrays out in `memory`, and returns their bytes. */
static size_t lay_out(struct call *c, int64_t n, size_t room, char *memory)
{
    size_t end = ddblas_refined_lay_out(&c->u, DDBLAS_TYPE_W, n, room, memory);
    const double order = (double)n;
    c->v = c->u;
    c->Q = (double *)(void *)(memory + ddblas_eigen_place(&end, order * order, sizeof(double)));
    c->v.values = (cuddreal *)(void *)(memory + ddblas_eigen_place(&end, order, sizeof(cuddreal)));
    c->v.defect = (double *)(void *)(memory + ddblas_eigen_place(&end, order, sizeof(double)));
    return end;
}

size_t ddblas_svd_refine_bytes(int64_t n, size_t room)
{
    static char nothing;
    struct call c;
    return room > 0 ? lay_out(&c, n, room, &nothing) : 0;
}

ddblasStatus_t ddblas_svd_refine_room(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *room)
{
    *room = 0;
    if (type != DDBLAS_TYPE_W || n <= DDBLAS_SVD_JACOBI)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_refined_room(handle, type, n, room);
}

/* ---- operations ------------------------------------------------------------------------------ */

static ddblasStatus_t pass(const struct call *c, enum ddblas_refined_pass which, const struct ddblas_refined *r)
{
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_refined_pass_cuda(c->blocks->handle, which, r);
#endif
    ddblas_refined_pass_cpu(c->blocks->handle, which, r);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), "gesvd");
}

/* NaN counts as the largest. */
static double larger(double a, double b) { return a >= b || isnan(a) ? a : b; }

/* The largest of n numbers in engine memory. c->measured gets them. */
static ddblasStatus_t fetch_largest(const struct call *c, const double *numbers, double *largest)
{
    *largest = 0.0;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(fetch(c, c->measured, numbers, (size_t)c->q->n * sizeof *c->measured));
    for (int64_t j = 0; j < c->q->n; j++)
        *largest = larger(*largest, c->measured[j]);
    return DDBLAS_STATUS_SUCCESS;
}

/* T = C X, or C^T X. */
static ddblasStatus_t multiply_by_c(const struct call *c, int adjoint, const void *X)
{
    const int64_t n = c->q->n;
    const struct ddblas_gemm_problem g = {.type = DDBLAS_TYPE_W,
                                          .transa = adjoint ? DDBLAS_OP_T : DDBLAS_OP_N,
                                          .transb = DDBLAS_OP_N,
                                          .m = n,
                                          .n = n,
                                          .k = n,
                                          .alpha = c->blocks->one,
                                          .A = c->q->C,
                                          .lda = n,
                                          .B = X,
                                          .ldb = n,
                                          .beta = c->blocks->zero,
                                          .C = c->u.T,
                                          .ldc = n};
    return ddblas_block_gemm_part(c->blocks, &g);
}

/* third = X, rounded to double. */
static ddblasStatus_t narrow_vectors(const struct call *c, const struct ddblas_refined *r)
{
    struct ddblas_refined n = *r;
    n.M = r->X;
    n.first = r->third;
    return pass(c, DDBLAS_REFINED_NARROW, &n);
}

/* X = X + third E */
static ddblasStatus_t update_vectors(const struct call *c, const struct ddblas_refined *r, const void *E)
{
    DDBLAS_CHECK(ddblas_refined_in_double(c->blocks, r, DDBLAS_OP_N, r->third, E, r->second));
    return pass(c, DDBLAS_REFINED_UPDATE, r);
}

/* ---- the beginning --------------------------------------------------------------------------- */

/* first = -C^T C in double, whose eigenvalues ascend as singular values descend. */
static ddblasStatus_t square_matrix(struct call *c)
{
    static const cuddcomplex minus = {{-1.0, 0.0}, {0.0, 0.0}}, none = {{0.0, 0.0}, {0.0, 0.0}};
    const int64_t n = c->q->n;
    const struct ddblas_matrix_problem negate = {.routine = DDBLAS_MATRIX_GEAM,
                                                 .type = DDBLAS_TYPE_W,
                                                 .m = n,
                                                 .n = n,
                                                 .transa = DDBLAS_OP_N,
                                                 .transb = DDBLAS_OP_N,
                                                 .alpha = &minus,
                                                 .beta = &none,
                                                 .A = c->q->C,
                                                 .lda = n,
                                                 .B = c->q->C,
                                                 .ldb = n,
                                                 .C = c->u.T,
                                                 .ldc = n};
    struct ddblas_refined plain = c->u, negative = c->u;
    plain.M = c->q->C;
    plain.first = c->u.third;
    negative.M = c->u.T;
    negative.first = c->u.second;
    if (!c->blocks->planning)
        DDBLAS_CHECK(ddblas_matrix_compute(c->blocks->handle, &negate));
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_NARROW, &negative));
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_NARROW, &plain));
    DDBLAS_CHECK(fetch_largest(c, c->u.measured, &c->scale));
    return ddblas_refined_in_double(c->blocks, &c->u, DDBLAS_OP_T, c->u.second, c->u.third, c->u.first);
}

/* first = its eigenvectors */
static ddblasStatus_t find_vectors(const struct call *c, int *failed)
{
    *failed = 0;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_refined_start_cusolver(c->blocks->handle, &c->u, failed);
#endif
    return ddblas_refined_start_lapack(c->blocks->handle, &c->u, failed);
}

/* U = T diag(1 / norms of columns), with norms to at least 4 digits. *good becomes 0 if one is too
 * small for that. */
static ddblasStatus_t normalise(struct call *c, int *good)
{
    const int64_t n = c->q->n;
    cuddreal *factors = c->q->values; /* There are none yet. */
    struct ddblas_refined t = c->u;
    const struct ddblas_matrix_problem scale = {.routine = DDBLAS_MATRIX_DGMM,
                                                .type = DDBLAS_TYPE_W,
                                                .m = n,
                                                .n = n,
                                                .side = DDBLAS_SIDE_RIGHT,
                                                .A = c->u.T,
                                                .lda = n,
                                                .x = c->q->tau,
                                                .incx = 1,
                                                .C = c->u.X,
                                                .ldc = n};
    ddblasHandle_t h = c->blocks->handle;
    double largest;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    t.X = t.T;
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_RESIDUAL, &t));
    DDBLAS_CHECK(fetch_largest(c, t.defect, &largest));
    for (int64_t j = 0; j < n; j++)
    {
        const double square = 1.0 - c->measured[j]; /* The square of the norm. */
        *good = *good && square > 0x1p-40;
        factors[j] = cuddFromDouble(1.0 / sqrt(square));
    }
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    const size_t bytes = (size_t)n * sizeof *factors;
    DDBLAS_CHECK(ddblas_check_engine(h, h->backend->to_engine(c->q->tau, bytes, factors, bytes, bytes, 1, h->stream), "gesvd"));
    return ddblas_matrix_compute(h, &scale);
}

/* U and V in double, and T = C V. */
static ddblasStatus_t begin(struct call *c, int *good)
{
    int failed;
    DDBLAS_CHECK(square_matrix(c));
    DDBLAS_CHECK(find_vectors(c, &failed));
    *good = !failed;
    if (failed)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_WIDEN, &c->v));
    DDBLAS_CHECK(multiply_by_c(c, 0, c->v.X));
    return normalise(c, good);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* The residuals R and Q: the norm of the largest column, and the larger Frobenius norm. */
struct residual
{
    double column, whole;
};

static ddblasStatus_t add_residual(const struct call *c, const struct ddblas_refined *r, struct residual *s)
{
    double column, sum = 0.0;
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_RESIDUAL, r));
    DDBLAS_CHECK(fetch_largest(c, r->measured, &column));
    for (int64_t j = 0; j < c->q->n && !c->blocks->planning; j++)
        sum += c->measured[j] * c->measured[j];
    s->column = larger(s->column, column);
    s->whole = larger(s->whole, sqrt(sum));
    return DDBLAS_STATUS_SUCCESS;
}

/* From T = C V: the residuals and, if `forms`, the products first = U^T R and Q = V^T Q, and
 * third = V. */
static ddblasStatus_t measure(const struct call *c, int forms, struct residual *s)
{
    *s = (struct residual){0.0, 0.0};
    DDBLAS_CHECK(add_residual(c, &c->u, s));
    if (forms)
        DDBLAS_CHECK(ddblas_refined_in_double(c->blocks, &c->u, DDBLAS_OP_T, c->u.third, c->u.second, c->u.first));
    DDBLAS_CHECK(multiply_by_c(c, 1, c->u.X));
    DDBLAS_CHECK(add_residual(c, &c->v, s));
    return forms ? ddblas_refined_in_double(c->blocks, &c->v, DDBLAS_OP_T, c->v.third, c->v.second, c->Q) : DDBLAS_STATUS_SUCCESS;
}

/* Fetches the values. *good becomes 0 unless they exceed `gap` and descend with gaps above it. */
static ddblasStatus_t fetch_values(const struct call *c, double gap, int *good)
{
    const cuddreal *s = c->q->values;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(fetch(c, c->q->values, c->u.values, (size_t)c->q->n * sizeof *s));
    for (int64_t j = 0; j < c->q->n; j++)
        *good = *good && s[j].x > gap && (j == 0 || cuddSub(s[j - 1], s[j]).x > gap);
    return DDBLAS_STATUS_SUCCESS;
}

/* U = U (I + F), V = V (I + G). *good becomes 0 if F or G is too large. */
static ddblasStatus_t correct(const struct call *c, int *good)
{
    const struct ddblas_svd_pairs pairs = {.n = c->q->n,
                                           .P = c->u.first,
                                           .Q = c->Q,
                                           .values = c->u.values,
                                           .left = c->u.defect,
                                           .right = c->v.defect,
                                           .measured = c->u.measured};
    double largest = 0.0;
    if (!c->blocks->planning)
    {
#if DDBLAS_HAVE_CUDA
        if (ddblas_factor_on_cuda(c->blocks))
            DDBLAS_CHECK(ddblas_svd_correct_cuda(c->blocks->handle, &pairs));
#endif
        if (!ddblas_factor_on_cuda(c->blocks))
            ddblas_svd_correct_cpu(c->blocks->handle, &pairs);
        DDBLAS_CHECK(fetch_largest(c, pairs.measured, &largest));
    }
    *good = largest <= 0.02;
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(update_vectors(c, &c->v, c->Q));
    DDBLAS_CHECK(narrow_vectors(c, &c->u));
    return update_vectors(c, &c->u, c->u.first);
}

/* *good becomes whether the residuals are as small as those of rounding errors. */
static ddblasStatus_t iterate(const struct call *c, int *good)
{
    struct residual s;
    for (int step = 0; step <= MOST_STEPS; step++)
    {
        if (step > 0)
            DDBLAS_CHECK(multiply_by_c(c, 0, c->v.X));
        DDBLAS_CHECK(measure(c, 1, &s));
        if (!c->blocks->planning && s.whole <= 1.5 * (double)c->q->n * unit * c->scale)
            return DDBLAS_STATUS_SUCCESS;
        if (step == 0)
            DDBLAS_CHECK(fetch_values(c, CLUSTER * s.column, good));
        if (*good)
            DDBLAS_CHECK(correct(c, good));
        if (!*good || c->blocks->planning)
            return DDBLAS_STATUS_SUCCESS;
    }
    *good = 0;
    return DDBLAS_STATUS_SUCCESS;
}

/* X = X + X (I - X^T X) / 2 until X is orthogonal as far as W goes. */
static ddblasStatus_t make_orthogonal(const struct call *c, const struct ddblas_refined *r, int *good)
{
    double norm = 1.0;
    for (int step = 0; step < MOST_DEFECTS && !(norm <= DONE); step++)
    {
        double largest;
        DDBLAS_CHECK(ddblas_refined_gram(c->blocks, r, c->measured));
        DDBLAS_CHECK(pass(c, DDBLAS_REFINED_DEFECT, r));
        DDBLAS_CHECK(fetch_largest(c, r->measured, &largest));
        norm = 0.0;
        for (int64_t j = 0; j < c->q->n && !c->blocks->planning; j++)
            norm += c->measured[j] * c->measured[j];
        norm = sqrt(norm);
        *good = norm <= 1e-3;
        if (!*good)
            return DDBLAS_STATUS_SUCCESS;
        DDBLAS_CHECK(narrow_vectors(c, r));
        DDBLAS_CHECK(update_vectors(c, r, r->first));
    }
    *good = norm <= DONE;
    return DDBLAS_STATUS_SUCCESS;
}

/* Orthogonal vectors, and the check of the result. */
static ddblasStatus_t finish(const struct call *c, int *good)
{
    struct residual s;
    DDBLAS_CHECK(make_orthogonal(c, &c->u, good));
    if (*good)
        DDBLAS_CHECK(make_orthogonal(c, &c->v, good));
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(multiply_by_c(c, 0, c->v.X));
    DDBLAS_CHECK(measure(c, 0, &s));
    *good = c->blocks->planning || s.whole <= 3.0 * (double)c->q->n * unit * c->scale;
    return *good ? fetch_values(c, 0.0, good) : DDBLAS_STATUS_SUCCESS;
}

/* ---- the decomposition ----------------------------------------------------------------------- */

struct refinement
{
    struct ddblas_svd_square *q;
    int *accepted;
};

static ddblasStatus_t refine_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct refinement *p = problem;
    struct ddblas_svd_square *q = p->q;
    struct call c = {.blocks = b, .q = q};
    int good = 1;
    (void)lay_out(&c, q->n, q->room, q->X);
    c.measured = q->host;
    c.u.n = c.v.n = q->n;
    c.u.ldx = c.v.ldx = q->n;
    c.u.X = q->first;
    c.v.X = q->second;
    *p->accepted = 0;
    DDBLAS_CHECK(begin(&c, &good));
    if (good)
        DDBLAS_CHECK(iterate(&c, &good));
    if (good)
        DDBLAS_CHECK(finish(&c, &good));
    if (!good || b->planning)
        return DDBLAS_STATUS_SUCCESS;
    q->U = c.u.X;
    q->V = c.v.X;
    *p->accepted = 1;
    atomic_fetch_add(&refined_calls, 1);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_svd_refine(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int *accepted)
{
    const struct refinement p = {q, accepted};
    *accepted = 0;
    if (q->room == 0 || !(s->planning || ddblas_refined_allowed()))
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (!s->planning && s->handle->backend->engine == DDBLAS_ENGINE_CUDA)
        DDBLAS_CHECK(ddblas_refined_prepare_cusolver(s->handle));
#endif
    return ddblas_svd_step(s, refine_blocks, &p);
}
