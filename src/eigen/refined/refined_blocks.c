/*
 * Refinement of eigenvectors: T. Ogita and K. Aishima, Iterative refinement for symmetric
 * eigenvalue decomposition, Japan J. Indust. Appl. Math. 35, 2018, and part II: clustered
 * eigenvalues, 36, 2019. X begins with eigenvectors in double of the matrix M rounded to double. A
 * step takes one product in W and two in double:
 *
 *   T = M X, lambda_j = x_j^H t_j / x_j^H x_j, R = T - X diag(lambda), G = X^H R
 *   e_ij = g_ij / (lambda_j - lambda_i), e_jj = (1 - x_j^H x_j) / 2, X = X + X E
 *
 * until R is as small as rounding errors in W make it; in U the products are complex. Columns whose
 * lambda differ by less than CLUSTER times the first residual, or are linked by a chain of such,
 * are a cluster from then on: e_ij = 0 inside of it. From the second step on its columns are
 * rotated, and T's with them, so that they diagonalise M among each other (refined_clusters.c).
 * Clusters of too many columns for that wait until nothing else reduces the residual. Then their
 * columns are made orthonormal, and M among them is diagonalised by the same refinement, unless the
 * cluster is larger than about 0.7 n.
 *
 * Then X = X + X F / 2, F = I - X^H X in W, makes the vectors orthogonal: once if |F| is below
 * DONE, where its square and the errors of a product in double are below u_w. This changes R by
 * (diag(lambda) F - F diag(lambda)) / 2, which is added to the residual. After more than one such
 * step R is computed again. The result is accepted if the residuals are below n u_w times the norm
 * of M. A step with an |e_ij| above 0.01 is not taken, and no more than MOST_STEPS are. All
 * decisions depend on numbers that are the same in every run.
 */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "refined.h"

enum
{
    MOST_STEPS = 6,
    MOST_DEFECTS = 5, /* Steps that make the vectors orthogonal. */
    CLUSTER = 128     /* An e_ij outside of clusters is then below 0.01. */
};

static const double unit = 0x1p-104, DONE = 0x1p-62;

static _Atomic int64_t refined_calls;

static atomic_int forbidden;

void ddblas_refined_allow(int allow) { atomic_store(&forbidden, !allow); }

int ddblas_refined_allowed(void) { return !atomic_load(&forbidden); }

int64_t ddblas_refined_count(void) { return atomic_load(&refined_calls); }

/* ---- operations ------------------------------------------------------------------------------ */

/* A call with its host memory. */
struct call
{
    struct ddblas_block_run *blocks;
    struct ddblas_refined r;
    cuddreal *values; /* n numbers */
    double *measured; /* 2 n numbers, for an order of the columns too */
    struct ddblas_refined_member *members;
    void *small, *work; /* Small matrices of clusters, and three times their memory. */
    int64_t numbers;    /* Numbers of the small matrices in use. */
    double norm;        /* The norm of M's largest column. */
};

static void lay_out_host(struct call *c, void *host)
{
    const size_t bytes = (size_t)ddblas_refined_most_small(c->r.n) * c->blocks->size;
    c->small = host;
    c->work = (char *)host + bytes;
    c->members = (struct ddblas_refined_member *)(void *)((char *)host + 4 * bytes);
    c->measured = (double *)(void *)(c->members + c->r.n);
}

static ddblasStatus_t pass(const struct call *c, enum ddblas_refined_pass which)
{
    struct ddblas_block_run *b = c->blocks;
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_refined_pass_cuda(b->handle, which, &c->r);
#endif
    ddblas_refined_pass_cpu(b->handle, which, &c->r);
    return DDBLAS_STATUS_SUCCESS;
}

/* T = M X; in_double: X is also in `first`. The diagonal of M is treated apart: a row of a product
 * by residues whose largest element is far above the others has too few bits for these, and would
 * be repaired by multiply-adds. */
static ddblasStatus_t multiply_by_m(const struct call *c, int in_double)
{
    DDBLAS_CHECK(ddblas_refined_times_m(c->blocks, &c->r, c->measured, in_double));
    return pass(c, DDBLAS_REFINED_ADD_DIAGONAL);
}

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), "syevd");
}

static ddblasStatus_t send(const struct call *c, void *engine, const void *host, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->to_engine(engine, bytes, host, bytes, bytes, 1, h->stream), "syevd");
}

/* The largest of n numbers in engine memory; NaN if there is one. c->measured gets them. */
static ddblasStatus_t fetch_largest(const struct call *c, const double *numbers, double *largest)
{
    *largest = 0.0;
    DDBLAS_CHECK(fetch(c, c->measured, numbers, (size_t)c->r.n * sizeof *c->measured));
    for (int64_t j = 0; j < c->r.n; j++)
        if (c->measured[j] > *largest || isnan(c->measured[j]))
            *largest = isnan(*largest) ? *largest : c->measured[j];
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t start(const struct call *c, int *failed)
{
    *failed = 0;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(c->blocks))
        return ddblas_refined_start_cusolver(c->blocks->handle, &c->r, failed);
#endif
    return ddblas_refined_start_lapack(c->blocks->handle, &c->r, failed);
}

/* ---- the iteration --------------------------------------------------------------------------- */

/* The largest residual, and the norm of M by which it is judged: the largest modulus of a value or
 * three times the norm of the largest column, whichever is less. */
struct state
{
    double residual, scale;
};

/* From X and T = M X. */
static ddblasStatus_t measure_residual(const struct call *c, struct state *s)
{
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_RESIDUAL));
    *s = (struct state){0.0, 0.0};
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(fetch_largest(c, c->r.measured, &s->residual));
    DDBLAS_CHECK(fetch(c, c->values, c->r.values, (size_t)c->r.n * sizeof *c->values));
    for (int64_t j = 0; j < c->r.n; j++)
        s->scale = fmax(s->scale, fabs(c->values[j].x));
    s->scale = fmin(s->scale, 3.0 * c->norm);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t find_clusters(struct call *c, const struct state *s)
{
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    c->numbers = ddblas_refined_clusters(c->r.n, c->values, CLUSTER * s->residual, c->members);
    return send(c, c->r.members, c->members, (size_t)c->r.n * sizeof *c->members);
}

/* Diagonalises M inside of the clusters, and measures anew. *good becomes 0 if that cannot be. */
static ddblasStatus_t rotate_clusters(const struct call *c, struct state *s, int *good)
{
    const size_t bytes = (size_t)c->numbers * c->blocks->size;
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_GRAM));
    DDBLAS_CHECK(fetch(c, c->small, c->r.small, bytes));
    *good = ddblas_refined_diagonalise(c->blocks->handle, c->blocks->type, c->r.n, c->members, c->small, 0.25 * unit * s->scale,
                                       c->work);
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(send(c, c->r.small, c->small, bytes));
    for (int which = DDBLAS_REFINED_ROTATE_X; which <= DDBLAS_REFINED_TAKE_T; which++)
        DDBLAS_CHECK(pass(c, (enum ddblas_refined_pass)which));
    return measure_residual(c, s);
}

/* X = X + X E. *taken becomes 0 if E is too large. */
static ddblasStatus_t correct(const struct call *c, int *taken)
{
    double largest = 0.0;
    DDBLAS_CHECK(ddblas_refined_in_double(c->blocks, &c->r, DDBLAS_OP_C, c->r.third, c->r.second, c->r.first));
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_CORRECT));
    if (!c->blocks->planning)
        DDBLAS_CHECK(fetch_largest(c, c->r.measured, &largest));
    *taken = largest <= 0.01;
    if (!*taken)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_refined_in_double(c->blocks, &c->r, DDBLAS_OP_N, c->r.third, c->r.first, c->r.second));
    return pass(c, DDBLAS_REFINED_UPDATE);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* ||F||_F, F = I - X^H X, F / 2 in `first`, and the change of the residual that X F / 2 makes. */
static ddblasStatus_t measure_defect(const struct call *c, double *norm, double *change)
{
    const struct ddblas_refined *r = &c->r;
    double sum = 0.0, largest;
    *norm = *change = 0.0;
    DDBLAS_CHECK(ddblas_refined_gram(c->blocks, r, c->measured));
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_DEFECT));
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(fetch_largest(c, r->measured, &largest));
    for (int64_t j = 0; j < r->n; j++)
        sum += c->measured[j] * c->measured[j];
    *norm = sqrt(sum);
    return fetch_largest(c, r->defect, change);
}

/* X = X + X F / 2 until X is orthogonal as far as W goes. *change becomes the change of the
 * residual, *steps the number of steps. */
static ddblasStatus_t make_orthogonal(const struct call *c, double *change, int *steps, int *orthogonal)
{
    const struct ddblas_refined *r = &c->r;
    double defect = 1.0, one;
    *change = 0.0;
    *orthogonal = 0;
    for (*steps = 0; *steps < MOST_DEFECTS && !(defect <= DONE); ++*steps)
    {
        DDBLAS_CHECK(measure_defect(c, &defect, &one));
        if (!(defect <= 1e-3))
            return DDBLAS_STATUS_SUCCESS;
        *change += one;
        DDBLAS_CHECK(ddblas_refined_in_double(c->blocks, r, DDBLAS_OP_N, r->third, r->first, r->second));
        DDBLAS_CHECK(pass(c, DDBLAS_REFINED_UPDATE));
    }
    *orthogonal = defect <= DONE;
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- large clusters -------------------------------------------------------------------------- */

static ddblasStatus_t refine_matrix(struct ddblas_block_run *b, const struct ddblas_refined_call *call, int *accepted);

/* The first column of a cluster that is too large for the host, and has a residual above `small`;
 * -1 if there is none. */
static int64_t find_large(const struct call *c, double small)
{
    for (int64_t j = 0; j < c->r.n; j++)
        if (c->members[j].count > DDBLAS_REFINED_CLUSTER && c->measured[j] > small)
            return c->members[j].first;
    return -1;
}

/* Whether k (k + 1) elements fit into a matrix of order n in double. */
static int fits_beside(int64_t n, int64_t k) { return 2 * k * (k + 1) <= n * n; }

/* Whether the workspace suffices for the products of the call. */
static int has_workspace(const struct call *c, const struct ddblas_refined_call *call)
{
    struct ddblas_block_run plan = {.handle = c->blocks->handle, .type = c->blocks->type, .size = c->blocks->size, .planning = 1};
    int accepted;
    return refine_matrix(&plan, call, &accepted) == DDBLAS_STATUS_SUCCESS &&
           plan.least_bytes <= plan.handle->user_workspace_bytes;
}

/* Diagonalises M among the columns of a cluster, which are orthonormal, by the refinement of
 * S = V^H (M - mu I) V, whose vectors become Q in `first`. T has M X, and then S and the arrays of
 * that refinement. */
static ddblasStatus_t rotate_columns(const struct call *c, int64_t first, int *good)
{
    const struct ddblas_refined *r = &c->r;
    struct ddblas_block_run *b = c->blocks;
    const int64_t n = r->n, k = c->members[first].count;
    struct ddblas_refined_member *only = c->members - n; /* The end of c->work, which is not in use. */
    char *memory = ddblas_block_to(b, r->T, k * (k + 16) / 16 * 16);
    cuddreal *values = (cuddreal *)c->small; /* In host memory, and the other arrays in host memory behind. */
    const enum ddblas_block_form form = ddblas_type_is_complex(b->type) ? DDBLAS_BLOCK_HERMITIAN : DDBLAS_BLOCK_SYMMETRIC;
    struct call part = *c;
    size_t room;
    part.r.small = r->first;
    DDBLAS_CHECK(ddblas_refined_room(b->handle, b->type, k, &room));
    const struct ddblas_refined_call call = {k, room, r->T, part.r.small, k, memory, values, values + k};
    *good = room > 0 && ddblas_refined_bytes(b->type, k, room) <= (size_t)((char *)r->first - memory) && has_workspace(c, &call);
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    for (int64_t j = 0; j < n; j++)
        only[j] = (struct ddblas_refined_member){first, k, j >= first && j < first + k ? 0 : -1};
    DDBLAS_CHECK(send(c, r->members, only, (size_t)n * sizeof *only));
    DDBLAS_CHECK(pass(&part, DDBLAS_REFINED_GRAM));
    DDBLAS_CHECK(ddblas_block_expand(b, form, DDBLAS_FILL_MODE_LOWER, k, part.r.small, k, r->T));
    DDBLAS_CHECK(refine_matrix(b, &call, good));
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(pass(&part, DDBLAS_REFINED_ROTATE_X));
    DDBLAS_CHECK(pass(&part, DDBLAS_REFINED_TAKE_X));
    return send(c, r->members, c->members, (size_t)n * sizeof *c->members);
}

/* Treats one large cluster; *good becomes 0 if there is none, or if that cannot be. T is lost. */
static ddblasStatus_t rotate_large(const struct call *c, double small, int *good)
{
    const struct ddblas_refined *r = &c->r;
    struct state s;
    double change;
    int steps;
    const int64_t first = find_large(c, small);
    *good = first >= 0 && fits_beside(r->n, c->members[first].count);
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(make_orthogonal(c, &change, &steps, good));
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(multiply_by_m(c, 0));
    DDBLAS_CHECK(measure_residual(c, &s));
    return rotate_columns(c, first, good);
}

/* The steps. *converged becomes whether the residual, in *s, is small. */
static ddblasStatus_t iterate(struct call *c, struct state *s, int *converged)
{
    const struct ddblas_refined *r = &c->r;
    double previous = INFINITY;
    *converged = 0;
    for (int step = 0; step <= MOST_STEPS; step++)
    {
        int good = 1;
        DDBLAS_CHECK(multiply_by_m(c, step == 0));
        DDBLAS_CHECK(measure_residual(c, s));
        const double small = 0.25 * (double)r->n * unit * s->scale;
        if (step == 0)
            DDBLAS_CHECK(find_clusters(c, s));
        else if (c->numbers > 0 && s->residual > small)
            DDBLAS_CHECK(rotate_clusters(c, s, &good));
        *converged = good && s->residual <= small;
        if (!c->blocks->planning && (!good || *converged || step == MOST_STEPS))
            return DDBLAS_STATUS_SUCCESS;
        /* From the third residual on, one that stays as it was is that of a large cluster. */
        const int stays = !c->blocks->planning && step >= 2 && !(s->residual < 0.5 * previous);
        previous = s->residual;
        DDBLAS_CHECK(stays ? rotate_large(c, small, &good) : correct(c, &good));
        if (!good || c->blocks->planning)
            return DDBLAS_STATUS_SUCCESS;
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Puts the columns into the order of their values. */
static ddblasStatus_t sort_vectors(const struct call *c)
{
    const struct ddblas_refined *r = &c->r;
    struct ddblas_block_run *b = c->blocks;
    int64_t *order = (int64_t *)(void *)c->measured, *there = (int64_t *)(void *)r->measured;
    cuddreal *sorted = (cuddreal *)c->work;
    const int64_t parts = ddblas_type_is_complex(r->type) ? 2 : 1; /* Real numbers of an element. */
    const struct ddblas_eigen_gather gather = {.type = DDBLAS_TYPE_W,
                                               .rows = parts * r->n,
                                               .columns = r->n,
                                               .Z = r->T,
                                               .ldz = parts * r->n,
                                               .order = there,
                                               .out = r->X,
                                               .ldo = parts * r->ldx};
    ddblas_ascending(r->n, c->values, order);
    for (int64_t j = 0; j < r->n; j++)
        sorted[j] = c->values[order[j]];
    memcpy(c->values, sorted, (size_t)r->n * sizeof *sorted);
    DDBLAS_CHECK(send(c, there, order, (size_t)r->n * sizeof *order));
    DDBLAS_CHECK(ddblas_block_copy(b, r->n, r->n, r->X, r->ldx, r->T, r->n));
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_eigen_gather_cuda(b->handle, &gather);
#endif
    ddblas_eigen_gather_cpu(&gather);
    return DDBLAS_STATUS_SUCCESS;
}

static int is_ascending(const struct call *c)
{
    for (int64_t j = 1; j < c->r.n; j++)
        if (!cuddLe(c->values[j - 1], c->values[j]))
            return 0;
    return 1;
}

/* Orthogonal vectors, the check of the result, and the order of the columns. */
static ddblasStatus_t finish(const struct call *c, struct state *s, int *accepted)
{
    const struct ddblas_refined *r = &c->r;
    double change = 0.0;
    int steps = 0, orthogonal;
    *accepted = 0;
    DDBLAS_CHECK(make_orthogonal(c, &change, &steps, &orthogonal));
    if (!orthogonal && !c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    /* An error of the update itself is below u_w. */
    s->residual += change + 2.0 * unit * s->scale;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    if (steps > 1 || !(s->residual <= (double)r->n * unit * s->scale))
    {
        DDBLAS_CHECK(multiply_by_m(c, 0));
        DDBLAS_CHECK(measure_residual(c, s));
    }
    *accepted = s->residual <= (double)r->n * unit * s->scale;
    return *accepted && !is_ascending(c) ? sort_vectors(c) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t refine_matrix(struct ddblas_block_run *b, const struct ddblas_refined_call *call, int *accepted)
{
    struct call c = {.blocks = b, .values = call->values};
    struct state s;
    int failed;
    *accepted = 0;
    (void)ddblas_refined_lay_out(&c.r, b->type, call->n, call->room, call->memory);
    c.r.n = call->n;
    c.r.M = call->M;
    c.r.X = call->X;
    c.r.ldx = call->ldx;
    if (!b->planning)
        lay_out_host(&c, call->host);
    DDBLAS_CHECK(pass(&c, DDBLAS_REFINED_NARROW));
    if (!b->planning)
        DDBLAS_CHECK(fetch_largest(&c, c.r.measured, &c.norm));
    DDBLAS_CHECK(start(&c, &failed));
    if (failed)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(pass(&c, DDBLAS_REFINED_WIDEN));
    DDBLAS_CHECK(pass(&c, DDBLAS_REFINED_TAKE_DIAGONAL));
    DDBLAS_CHECK(iterate(&c, &s, accepted));
    if (*accepted || b->planning)
        DDBLAS_CHECK(finish(&c, &s, accepted));
    return pass(&c, DDBLAS_REFINED_PUT_DIAGONAL);
}

ddblasStatus_t ddblas_refined_blocks(struct ddblas_block_run *blocks, const struct ddblas_refined_call *call, int *accepted)
{
    DDBLAS_CHECK(refine_matrix(blocks, call, accepted));
    if (*accepted && !blocks->planning)
        atomic_fetch_add(&refined_calls, 1);
    return DDBLAS_STATUS_SUCCESS;
}
