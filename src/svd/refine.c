/*
 * Singular values and vectors of a square matrix C in W or U by refinement of those in double,
 * after T. Ogita and K. Aishima, Iterative refinement for singular value decomposition based on
 * matrix multiplication, J. Comput. Appl. Math. 369, 2020.
 *
 * U and V begin as vectors in double (refine_start.c). A step takes two products in W or U and four
 * in double or Z:
 *
 *   R = C V - U S, Q = C^H U - V S,  s_j = Re u_j^H C v_j / u_j^H u_j
 *   f_ij s_j - s_i g_ij = (U^H R)_ij, g_ij s_j - s_i f_ij = (V^H Q)_ij;  2 Re f_jj = 1 - u_j^H u_j
 *   U = U (I + F), V = V (I + G)
 *
 * Up to terms of second order in F and G, U (I + F) are the singular vectors, whether U is
 * orthogonal or not: with these as U* and V*, R = U* (F S - S G) and Q = V* (G S - S F). Steps are
 * taken until R and Q are as small as rounding errors make them. Then U and V are made orthogonal,
 * U = U + U (I - U^H U) / 2, once if the defect is below DONE, and R and Q are computed again. The
 * result is accepted if their Frobenius norms are at most 3 n u_w times the norm of C's largest
 * column. Then no column of C - U S V^H = R V^H exceeds that.
 *
 * The first beginning serves singular values with gaps above CLUSTER times its residual, the
 * smallest one included. The second one also serves clusters of up to DDBLAS_SVD_CLUSTER columns
 * (refine_clusters.c), and null spaces of such dimensions. Then U and V are made orthogonal first,
 * and each step diagonalises C inside of the clusters. Everything else is left to the polar
 * decomposition. All decisions depend on numbers that are the same in every run.
 */
#include <math.h>
#include <stdatomic.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "matrix/matrix.h"
#include "refine.h"

enum
{
    MOST_STEPS = 6,
    MOST_DEFECTS = 3, /* Steps that make U or V orthogonal. */
    CLUSTER = 128     /* An f_ij or g_ij is then below about 0.02. */
};

static const double unit = 0x1p-104, DONE = 0x1p-62;

static _Atomic int64_t refined_calls, refined_by_gesvd;

int64_t ddblas_svd_refined_count(void) { return atomic_load(&refined_calls); }

int64_t ddblas_svd_refined_by_gesvd_count(void) { return atomic_load(&refined_by_gesvd); }

/* ---- memory ---------------------------------------------------------------------------------- */

/* Lays the arrays out in `memory`, and returns their bytes. */
static size_t lay_out(struct ddblas_svd_refinement *c, ddblasType_t type, int64_t n, size_t room, char *memory)
{
    size_t end = ddblas_refined_lay_out(&c->u, type, n, room, memory);
    const double order = (double)n;
    c->v = c->u;
    c->Q = memory + ddblas_eigen_place(&end, order * order, ddblas_type_size(type) / 2);
    c->v.values = (cuddreal *)(void *)(memory + ddblas_eigen_place(&end, order, sizeof(cuddreal)));
    c->v.defect = (double *)(void *)(memory + ddblas_eigen_place(&end, order, sizeof(double)));
    return end;
}

size_t ddblas_svd_refine_bytes(ddblasType_t type, int64_t n, size_t room)
{
    static char nothing;
    struct ddblas_svd_refinement c;
    return room > 0 ? lay_out(&c, type, n, room, &nothing) : 0;
}

ddblasStatus_t ddblas_svd_refine_room(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *room)
{
    size_t second = 0;
    *room = 0;
    if (n <= DDBLAS_SVD_JACOBI)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_refined_room(handle, type, n, room));
    if (*room > 0)
        DDBLAS_CHECK(ddblas_svd_start_room(handle, type, n, &second));
    *room = most_bytes(*room, second);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- operations ------------------------------------------------------------------------------ */

/* NaN counts as the largest. */
static double larger(double a, double b) { return a >= b || isnan(a) ? a : b; }

/* third = X, rounded to double. */
static ddblasStatus_t narrow_vectors(const struct ddblas_svd_refinement *c, const struct ddblas_refined *r)
{
    struct ddblas_refined n = *r;
    n.M = r->X;
    n.first = r->third;
    return ddblas_svd_refine_pass(c, DDBLAS_REFINED_NARROW, &n);
}

/* X = X + third E */
static ddblasStatus_t update_vectors(const struct ddblas_svd_refinement *c, const struct ddblas_refined *r, const void *E)
{
    DDBLAS_CHECK(ddblas_refined_in_double(c->blocks, r, DDBLAS_OP_N, r->third, E, r->second));
    return ddblas_svd_refine_pass(c, DDBLAS_REFINED_UPDATE, r);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* The residuals R and Q: the norm of the largest column, and the larger Frobenius norm. */
struct residual
{
    double column, whole;
};

static ddblasStatus_t add_residual(const struct ddblas_svd_refinement *c, const struct ddblas_refined *r, struct residual *s)
{
    double column, sum = 0.0;
    DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_RESIDUAL, r));
    DDBLAS_CHECK(ddblas_svd_fetch_largest(c, r->measured, &column));
    for (int64_t j = 0; j < c->q->n && !c->blocks->planning; j++)
        sum += c->measured[j] * c->measured[j];
    s->column = larger(s->column, column);
    s->whole = larger(s->whole, sqrt(sum));
    return DDBLAS_STATUS_SUCCESS;
}

/* From T = C V: the residuals and, if `forms`, the products first = U^H R and Q = V^H Q, and
 * third = V. */
static ddblasStatus_t measure(const struct ddblas_svd_refinement *c, int forms, struct residual *s)
{
    *s = (struct residual){0.0, 0.0};
    DDBLAS_CHECK(add_residual(c, &c->u, s));
    if (forms)
        DDBLAS_CHECK(ddblas_refined_in_double(c->blocks, &c->u, DDBLAS_OP_C, c->u.third, c->u.second, c->u.first));
    DDBLAS_CHECK(ddblas_svd_times_c(c, 1, c->u.X));
    DDBLAS_CHECK(add_residual(c, &c->v, s));
    return forms ? ddblas_refined_in_double(c->blocks, &c->v, DDBLAS_OP_C, c->v.third, c->v.second, c->Q) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t fetch_values(const struct ddblas_svd_refinement *c)
{
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_svd_refine_fetch(c, c->q->values, c->u.values, (size_t)c->q->n * sizeof *c->q->values);
}

/* Whether the values exceed `gap` and descend with gaps above it. */
static int are_apart(const struct ddblas_svd_refinement *c, double gap)
{
    const cuddreal *s = c->q->values;
    int good = 1;
    for (int64_t j = 0; j < c->q->n && !c->blocks->planning; j++)
        good = good && s[j].x > gap && (j == 0 || cuddSub(s[j - 1], s[j]).x > gap);
    return good;
}

/* U = U (I + F), V = V (I + G). *good becomes 0 if F or G is too large. */
static ddblasStatus_t correct(const struct ddblas_svd_refinement *c, int *good)
{
    const struct ddblas_svd_pairs pairs = {.n = c->q->n,
                                           .parts = ddblas_type_is_complex(c->blocks->type) ? 2 : 1,
                                           .P = c->u.first,
                                           .Q = c->Q,
                                           .values = c->u.values,
                                           .members = c->u.members,
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
        DDBLAS_CHECK(ddblas_svd_fetch_largest(c, pairs.measured, &largest));
    }
    *good = largest <= 0.02;
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(update_vectors(c, &c->v, c->Q));
    DDBLAS_CHECK(narrow_vectors(c, &c->u));
    return update_vectors(c, &c->u, c->u.first);
}

/* X = X + X (I - X^H X) / 2 until X is orthogonal as far as W goes. */
static ddblasStatus_t make_orthogonal(const struct ddblas_svd_refinement *c, const struct ddblas_refined *r, int *good)
{
    double norm = 1.0;
    for (int step = 0; step < MOST_DEFECTS && !(norm <= DONE); step++)
    {
        double largest;
        DDBLAS_CHECK(ddblas_refined_gram(c->blocks, r, c->measured));
        DDBLAS_CHECK(ddblas_svd_refine_pass(c, DDBLAS_REFINED_DEFECT, r));
        DDBLAS_CHECK(ddblas_svd_fetch_largest(c, r->measured, &largest));
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

static ddblasStatus_t make_both_orthogonal(const struct ddblas_svd_refinement *c, int *good)
{
    DDBLAS_CHECK(make_orthogonal(c, &c->u, good));
    return *good ? make_orthogonal(c, &c->v, good) : DDBLAS_STATUS_SUCCESS;
}

/* T = C V. Columns of clusters are singular vectors then; they do not correct each other, so that
 * only this makes them orthogonal to each other. */
static ddblasStatus_t prepare_step(const struct ddblas_svd_refinement *c, int *good)
{
    if (c->clustered)
        DDBLAS_CHECK(make_both_orthogonal(c, good));
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_times_c(c, 0, c->v.X));
    return c->clustered ? ddblas_svd_rotate_clusters(c, good) : DDBLAS_STATUS_SUCCESS;
}

/* After the first residual, by `start` 0 or 1: finds the clusters. If there are any, prepares their
 * columns, and T = C V. *good becomes 0 if they are not served. */
static ddblasStatus_t treat_clusters(struct ddblas_svd_refinement *c, int start, double gap, int *good)
{
    if (!c->blocks->planning)
    {
        DDBLAS_CHECK(fetch_values(c));
        DDBLAS_CHECK(ddblas_svd_no_clusters(c));
        if (start == 0)
            *good = are_apart(c, gap);
        else
            DDBLAS_CHECK(ddblas_svd_find_clusters(c, gap, good));
        if (!*good || !c->clustered)
            return DDBLAS_STATUS_SUCCESS;
    }
    c->clustered = 1;
    return prepare_step(c, good);
}

/* *good becomes whether the residuals are as small as those of rounding errors. */
static ddblasStatus_t iterate(struct ddblas_svd_refinement *c, int start, int *good)
{
    struct residual s;
    for (int step = 0; step <= MOST_STEPS; step++)
    {
        if (step > 0)
            DDBLAS_CHECK(prepare_step(c, good));
        if (!*good)
            return DDBLAS_STATUS_SUCCESS;
        DDBLAS_CHECK(measure(c, 1, &s));
        if (!c->blocks->planning && s.whole <= 1.5 * (double)c->q->n * unit * c->scale)
            return DDBLAS_STATUS_SUCCESS;
        if (step == 0)
        {
            DDBLAS_CHECK(treat_clusters(c, start, CLUSTER * s.column, good));
            if (*good && c->clustered)
                DDBLAS_CHECK(measure(c, 1, &s));
        }
        if (*good)
            DDBLAS_CHECK(correct(c, good));
        if (!*good || c->blocks->planning)
            return DDBLAS_STATUS_SUCCESS;
    }
    *good = 0;
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Values that are rounding errors may be negative: they and the columns of U get the other sign. */
static ddblasStatus_t fix_signs(const struct ddblas_svd_refinement *c)
{
    cuddreal *s = c->q->values;
    const int64_t n = c->q->n;
    int negative = 0;
    const struct ddblas_matrix_problem scale = {.routine = DDBLAS_MATRIX_DGMM,
                                                .type = c->blocks->type,
                                                .m = n,
                                                .n = n,
                                                .side = DDBLAS_SIDE_RIGHT,
                                                .A = c->u.X,
                                                .lda = n,
                                                .x = c->q->tau,
                                                .incx = 1,
                                                .C = c->u.X,
                                                .ldc = n};
    for (int64_t j = 0; j < n; j++)
    {
        const int minus = cuddSignBit(s[j]) != 0;
        ddblas_svd_put(c->blocks->type, c->measured, j, cuddFromDouble(minus ? -1.0 : 1.0));
        negative |= minus;
        s[j] = cuddFabs(s[j]);
    }
    if (!negative)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_refine_send(c, c->q->tau, c->measured, (size_t)n * c->blocks->size));
    return ddblas_matrix_compute(c->blocks->handle, &scale);
}

/* Lowers values that exceed the one before. Returns by how much, as the Frobenius norm of the
 * change; NaN if a value is. */
static double make_descend(cuddreal *s, int64_t n)
{
    double sum = s[0].x - s[0].x;
    for (int64_t j = 1; j < n; j++)
    {
        const double excess = cuddSub(s[j], s[j - 1]).x;
        if (excess <= 0.0)
            continue;
        sum += excess * excess;
        s[j] = s[j - 1];
    }
    return sqrt(sum);
}

/* Orthogonal vectors, and the check of the result. */
static ddblasStatus_t finish(const struct ddblas_svd_refinement *c, int *good)
{
    struct residual s;
    DDBLAS_CHECK(make_both_orthogonal(c, good));
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_svd_times_c(c, 0, c->v.X));
    DDBLAS_CHECK(measure(c, 0, &s));
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(fetch_values(c));
    DDBLAS_CHECK(fix_signs(c));
    *good = s.whole + make_descend(c->q->values, c->q->n) <= 3.0 * (double)c->q->n * unit * c->scale;
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the decomposition ----------------------------------------------------------------------- */

struct refinement
{
    struct ddblas_svd_square *q;
    int *accepted;
};

/* The refinement from one of two beginnings. */
static ddblasStatus_t refine_from(struct ddblas_svd_refinement *c, int start, int *good)
{
    *good = 1;
    c->clustered = 0;
    DDBLAS_CHECK((start == 0 ? ddblas_svd_start_by_gram : ddblas_svd_start_by_gesvd)(c, good));
    if (*good)
        DDBLAS_CHECK(iterate(c, start, good));
    return *good ? finish(c, good) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t refine_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct refinement *p = problem;
    struct ddblas_svd_square *q = p->q;
    struct ddblas_svd_refinement c = {.blocks = b, .q = q};
    int good = 0, start = 0;
    (void)lay_out(&c, b->type, q->n, q->room, q->X);
    if (!b->planning)
    {
        c.measured = q->host;
        ddblas_svd_place_clusters(&c, (char *)q->host + round_up_bytes((size_t)q->n * b->size, sizeof(cuddcomplex)));
    }
    c.u.n = c.v.n = q->n;
    c.u.ldx = c.v.ldx = q->n;
    c.u.X = q->first;
    c.v.X = q->second;
    *p->accepted = 0;
    for (; start < 2 && (!good || b->planning); start++)
        DDBLAS_CHECK(refine_from(&c, start, &good));
    if (!good || b->planning)
        return DDBLAS_STATUS_SUCCESS;
    q->U = c.u.X;
    q->V = c.v.X;
    *p->accepted = 1;
    atomic_fetch_add(&refined_calls, 1);
    if (start == 2)
        atomic_fetch_add(&refined_by_gesvd, 1);
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
