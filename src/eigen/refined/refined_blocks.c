/*
 * Refinement of eigenvectors: T. Ogita and K. Aishima, Iterative refinement for symmetric
 * eigenvalue decomposition, Japan J. Indust. Appl. Math. 35, 2018. X begins with eigenvectors in
 * double of the matrix M rounded to double. A step takes one product in W and two in double:
 *
 *   T = M X, lambda_j = x_j^T t_j / x_j^T x_j, R = T - X diag(lambda), G = X^T R
 *   e_ij = g_ij / (lambda_j - lambda_i), e_jj = (1 - x_j^T x_j) / 2, X = X + X E
 *
 * until R is as small as rounding errors in W make it. Then X = X + X (I - X^T X) / 2 makes the
 * vectors orthogonal, and residuals and X^T X - I are computed in W. The result is accepted if both
 * are below n u_w. A step with an |e_ij| above 0.01 is not taken, and no more than MOST_STEPS are:
 * eigenvalues that double cannot tell apart are left to the direct route. All decisions depend on
 * numbers that are the same in every run.
 */
#include <math.h>
#include <stdatomic.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "refined.h"

enum
{
    UNIT = 256,
    MOST_STEPS = 6
};

static const double unit = 0x1p-104;

static _Atomic int64_t refined_calls;

static atomic_int forbidden;

void ddblas_refined_allow(int allow) { atomic_store(&forbidden, !allow); }

int ddblas_refined_allowed(void) { return !atomic_load(&forbidden); }

int64_t ddblas_refined_count(void) { return atomic_load(&refined_calls); }

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t place_array(size_t *end, double count, size_t size)
{
    const size_t most = SIZE_MAX / 16, at = *end; /* No allocation of so many bytes succeeds. */
    const size_t bytes = count * (double)size < (double)most ? round_up_bytes((size_t)count * size, UNIT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

/* Lays the arrays out in `memory`, and returns their bytes. */
static size_t lay_out(struct ddblas_refined *r, int64_t n, size_t room, char *memory)
{
    const double order = (double)n;
    size_t end = 0;
    r->room = room;
    r->T = (cuddreal *)(void *)(memory + place_array(&end, order * order, sizeof(cuddreal)));
    r->second = (double *)(void *)(memory + place_array(&end, order * order, sizeof(double)));
    r->third = (double *)(void *)(memory + place_array(&end, order * order, sizeof(double)));
    end = most_bytes(end, round_up_bytes(room, UNIT));
    r->first = (double *)(void *)(memory + place_array(&end, order * order, sizeof(double)));
    r->values = (cuddreal *)(void *)(memory + place_array(&end, order, sizeof(cuddreal)));
    r->defect = (double *)(void *)(memory + place_array(&end, order, sizeof(double)));
    r->measured = (double *)(void *)(memory + place_array(&end, order, sizeof(double)));
    return end;
}

size_t ddblas_refined_bytes(int64_t n, size_t room)
{
    static char nothing;
    struct ddblas_refined r;
    return lay_out(&r, n, room, &nothing);
}

ddblasStatus_t ddblas_refined_room(ddblasHandle_t handle, int64_t n, size_t *room)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_refined_room_cusolver(handle, n, room);
#endif
    (void)handle;
    *room = ddblas_refined_room_lapack(n);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- operations ------------------------------------------------------------------------------ */

/* A call with its host memory. */
struct call
{
    struct ddblas_block_run *blocks;
    struct ddblas_refined r;
    cuddreal *values; /* n numbers */
    double *measured; /* n numbers */
};

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

static ddblasStatus_t fetch(const struct call *c, void *host, const void *engine, size_t bytes)
{
    ddblasHandle_t h = c->blocks->handle;
    return ddblas_check_engine(h, h->backend->from_engine(host, bytes, engine, bytes, bytes, 1, h->stream), "syevd");
}

/* The largest measured number; NaN if there is one. */
static ddblasStatus_t fetch_largest(const struct call *c, double *largest)
{
    *largest = 0.0;
    DDBLAS_CHECK(fetch(c, c->measured, c->r.measured, (size_t)c->r.n * sizeof *c->measured));
    for (int64_t j = 0; j < c->r.n; j++)
        *largest = c->measured[j] <= *largest ? *largest : c->measured[j];
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

/* C = op(A) B in double, n x n. */
static ddblasStatus_t multiply_doubles(const struct call *c, ddblasOperation_t trans, const double *A, const double *B, double *C)
{
    static const double one = 1.0, zero = 0.0;
    struct ddblas_block_run *b = c->blocks;
    const int64_t n = c->r.n;
    const struct ddblas_gemm_problem g = {.type = DDBLAS_TYPE_D,
                                          .transa = trans,
                                          .transb = DDBLAS_OP_N,
                                          .m = n,
                                          .n = n,
                                          .k = n,
                                          .alpha = &one,
                                          .A = A,
                                          .lda = n,
                                          .B = B,
                                          .ldb = n,
                                          .beta = &zero,
                                          .C = C,
                                          .ldc = n};
    size_t bytes = 0;
    if (!b->planning)
        return ddblas_gemm(b->handle, &g);
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        bytes = ddblas_gemm_cuda_workspace(b->handle, DDBLAS_TYPE_D, n, n, n);
#endif
    if (!ddblas_factor_on_cuda(b))
        bytes = ddblas_gemm_cpu_workspace(b->handle, DDBLAS_TYPE_D, n, n, n);
    ddblas_block_note(b, bytes, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

/* T = M X. */
static ddblasStatus_t multiply_matrix(const struct call *c)
{
    struct ddblas_block_run *b = c->blocks;
    const struct ddblas_refined *r = &c->r;
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, r->n, r->n, r->n, b->one, r->M, r->n, r->X, r->ldx, b->zero, r->T,
                             r->n);
}

/* T = X^T X. */
static ddblasStatus_t multiply_vectors(const struct call *c)
{
    struct ddblas_block_run *b = c->blocks;
    const struct ddblas_refined *r = &c->r;
    return ddblas_block_gemm(b, DDBLAS_OP_T, DDBLAS_OP_N, r->n, r->n, r->n, b->one, r->X, r->ldx, r->X, r->ldx, b->zero, r->T,
                             r->n);
}

/* ---- the iteration --------------------------------------------------------------------------- */

/* Residuals, the largest of which *residual becomes, and the values; *scale becomes the largest
 * modulus of these, and *ascending whether they are ascending. */
static ddblasStatus_t measure_residual(const struct call *c, double *residual, double *scale, int *ascending)
{
    DDBLAS_CHECK(multiply_matrix(c));
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_RESIDUAL));
    *residual = *scale = 0.0;
    *ascending = 1;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(fetch_largest(c, residual));
    DDBLAS_CHECK(fetch(c, c->values, c->r.values, (size_t)c->r.n * sizeof *c->values));
    for (int64_t j = 0; j < c->r.n; j++)
    {
        *scale = fmax(*scale, fabs(c->values[j].x));
        if (j > 0 && !cuddLe(c->values[j - 1], c->values[j]))
            *ascending = 0;
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* X = X + X E. *taken becomes 0 if E is too large. */
static ddblasStatus_t correct(const struct call *c, int *taken)
{
    double largest = 0.0;
    DDBLAS_CHECK(multiply_doubles(c, DDBLAS_OP_T, c->r.third, c->r.second, c->r.first));
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_CORRECT));
    if (!c->blocks->planning)
        DDBLAS_CHECK(fetch_largest(c, &largest));
    *taken = largest <= 0.01;
    if (!*taken)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(multiply_doubles(c, DDBLAS_OP_N, c->r.third, c->r.first, c->r.second));
    return pass(c, DDBLAS_REFINED_UPDATE);
}

/* ||I - X^T X||_F, and (I - X^T X) / 2 in `first`. */
static ddblasStatus_t measure_defect(const struct call *c, double *norm)
{
    double sum = 0.0, largest = 0.0;
    DDBLAS_CHECK(multiply_vectors(c));
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_DEFECT));
    if (!c->blocks->planning)
    {
        DDBLAS_CHECK(fetch_largest(c, &largest));
        for (int64_t j = 0; j < c->r.n; j++)
            sum += c->measured[j] * c->measured[j];
    }
    *norm = sqrt(sum);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t iterate(const struct call *c, int *converged)
{
    const double small = (double)c->r.n * unit;
    double residual, scale;
    int ascending = 1;
    *converged = 0;
    for (int step = 0; step <= MOST_STEPS; step++)
    {
        int taken = 1;
        DDBLAS_CHECK(measure_residual(c, &residual, &scale, &ascending));
        if (!ascending || residual <= 0.25 * small * scale)
        {
            *converged = ascending;
            if (!c->blocks->planning)
                return DDBLAS_STATUS_SUCCESS;
        }
        if (step == MOST_STEPS)
            return DDBLAS_STATUS_SUCCESS;
        DDBLAS_CHECK(correct(c, &taken));
        if (!taken || c->blocks->planning)
            return DDBLAS_STATUS_SUCCESS;
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* X = X + X (I - X^T X) / 2, and the check of the result. */
static ddblasStatus_t finish(const struct call *c, int *accepted)
{
    const double small = (double)c->r.n * unit;
    double defect, residual, scale;
    int ascending;
    *accepted = 0;
    DDBLAS_CHECK(measure_defect(c, &defect));
    if (!(defect <= 1e-10))
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(multiply_doubles(c, DDBLAS_OP_N, c->r.third, c->r.first, c->r.second));
    DDBLAS_CHECK(pass(c, DDBLAS_REFINED_UPDATE));
    DDBLAS_CHECK(measure_defect(c, &defect));
    DDBLAS_CHECK(measure_residual(c, &residual, &scale, &ascending));
    *accepted = ascending && defect <= small && residual <= small * scale;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_refined_blocks(struct ddblas_block_run *b, int64_t n, size_t room, const void *M, void *X, int64_t ldx,
                                     void *memory, cuddreal *host, int *accepted)
{
    struct call c = {.blocks = b, .values = host, .measured = host ? (double *)(void *)(host + n) : NULL};
    int failed;
    *accepted = 0;
    (void)lay_out(&c.r, n, room, memory);
    c.r.n = n;
    c.r.M = M;
    c.r.X = X;
    c.r.ldx = ldx;
    DDBLAS_CHECK(pass(&c, DDBLAS_REFINED_NARROW));
    DDBLAS_CHECK(start(&c, &failed));
    if (failed)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(pass(&c, DDBLAS_REFINED_WIDEN));
    DDBLAS_CHECK(iterate(&c, accepted));
    if (*accepted || b->planning)
        DDBLAS_CHECK(finish(&c, accepted));
    if (*accepted && !b->planning)
        atomic_fetch_add(&refined_calls, 1);
    return DDBLAS_STATUS_SUCCESS;
}
