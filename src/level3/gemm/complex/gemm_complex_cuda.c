/*
 * Complex double-double gemm on the CUDA engine. C is computed in blocks, each as a real product of
 * twice the columns and twice the terms (gemm_complex_plan.h). The double-double gemm forms this
 * product by the plain or the residue route. On devices whose INT8 products leave residues of one
 * byte, three products of residues make a complex one instead (gemm_complex_three.h).
 *
 * The workspace limits the size of the blocks, but the bits of C do not depend on the blocks. For
 * the route, the plan of the plain route and the slices of k follow from the sizes of the whole
 * call, and the residue route gives the same bits for every block size. The host never waits for
 * the device.
 */
#include "gemm_complex_cuda.h"

#include "core/sizes.h"
#include "machine/machine.h"

#if DDBLAS_HAVE_CUDA

#include <string.h>

#include "backend/device_error.h"
#include "gemm_complex_launch.h"
#include "gemm_complex_plan.h"
#include "gemm_complex_three.h"
#include "level3/gemm/residue/gemm_residue_route.h"

/* Everything on which the choice of a route depends, and the workspace of the gemm of a block. */
struct sizes
{
    ddblasHandle_t handle;
    int by_residues;
    enum gemm_complex_method method;
    /* Size of the largest block; columns are real columns. The plan of the plain route is made for
     * this size. */
    int64_t m, n;
    int64_t last; /* Real terms of the last slice if it is shorter than the others, otherwise 0. */
};

static double three_from = H200_GEMM_COMPLEX_THREE_ORDER;

void ddblas_gemm_complex_use_three_from(double order) { three_from = order < 0.0 ? H200_GEMM_COMPLEX_THREE_ORDER : order; }

static struct sizes sizes_of(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    /* A complex column makes two real columns, and a complex term two real terms. */
    const int64_t columns = 2 * least(n, INT64_MAX / 2), terms = 2 * least(k, GEMM_COMPLEX_SLICE);
    const int by_residues = k > 0 && ddblas_gemm_by_residues(handle, m, columns, terms);
    const int three = by_residues && ddblas_gemm_residue_has_fused(handle) &&
                      (double)m * (double)n * (double)k >= three_from * three_from * three_from;
    return (struct sizes){.handle = handle,
                          .by_residues = by_residues,
                          .method = three ? GEMM_COMPLEX_THREE : GEMM_COMPLEX_REAL,
                          .m = least(m, GEMM_COMPLEX_EDGE),
                          .n = least(columns, GEMM_COMPLEX_EDGE),
                          .last = k > GEMM_COMPLEX_SLICE ? 2 * (k % GEMM_COMPLEX_SLICE) : 0};
}

static void needs_of_slice(const struct sizes *s, int64_t m, int64_t n, int64_t k, size_t *full, size_t *smallest)
{
    if (k == 0)
        *full = *smallest = 0;
    else if (s->method == GEMM_COMPLEX_THREE)
        *full = *smallest = ddblas_gemm_complex_three_layout_of(m, n / 2, k / 2).end;
    else if (s->by_residues)
    {
        *full = ddblas_gemm_residue_workspace(s->handle, m, n, k, 0);
        *smallest = ddblas_gemm_residue_least(m, n, k, 0);
    }
    else
        *full = *smallest = ddblas_gemm_plain_cuda_block_workspace(s->handle, m, n, k, s->m, s->n);
}

static void needs_of_gemm(const void *data, int64_t m, int64_t n, int64_t k, size_t *full, size_t *smallest)
{
    const struct sizes *s = data;
    size_t last_full, last_smallest;
    needs_of_slice(s, m, n, k, full, smallest);
    needs_of_slice(s, m, n, s->method == GEMM_COMPLEX_THREE ? 0 : s->last, &last_full, &last_smallest);
    *full = most_bytes(*full, last_full);
    *smallest = most_bytes(*smallest, last_smallest);
}

size_t ddblas_gemm_complex_cuda_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    const struct sizes s = sizes_of(handle, m, n, k);
    const size_t budget = ddblas_gemm_residue_budget(handle);
    struct gemm_complex_plan plan;
    size_t full, smallest;
    (void)ddblas_gemm_complex_make_plan(&plan, s.method, m, n, k, 0, budget, needs_of_gemm, &s);
    ddblas_gemm_complex_workspace_of(&plan, budget, needs_of_gemm, &s, &full, &smallest);
    return full;
}

size_t ddblas_gemm_complex_cuda_least(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    const struct sizes s = sizes_of(handle, m, n, k);
    struct gemm_complex_plan plan;
    size_t full, smallest;
    (void)ddblas_gemm_complex_make_plan(&plan, s.method, m, n, k, 0, 0, needs_of_gemm, &s);
    ddblas_gemm_complex_workspace_of(&plan, 0, needs_of_gemm, &s, &full, &smallest);
    return smallest;
}

/* State of a call. */
struct call
{
    ddblasHandle_t handle;
    const struct ddblas_gemm_problem *problem;
    struct sizes sizes;
    struct gemm_complex_plan plan;
    char *memory;
    int scalars_on_device;
    /* The current block of C: rows [i0, i0 + rows) and columns [j0, j0 + columns). The current
     * slice of k: terms [t0, t0 + terms). */
    int64_t i0, rows, j0, columns, t0, terms;
    /* The values of i0, j0 and t0 for which A' and B' are in the workspace; -1: none. */
    int64_t kept_i0, kept_j0, kept_t0;
    /* Tells for which of the current A' and B' the workspace has the residues. Used with
     * GEMM_COMPLEX_THREE only. */
    struct gemm_complex_converted converted;
    ddblasStatus_t status; /* The first failure; later steps do nothing. */
};

static cuddreal *matrix_at(const struct call *c, size_t offset) { return (cuddreal *)(void *)(c->memory + offset); }

static void check_cuda(struct call *c, int error)
{
    c->status = ddblas_check_engine(c->handle, ddblas_device_error(error), "gemm");
}

/* Returns half of the length of a column of A' and B' for the current slice, in numbers. */
static int64_t padded_terms(const struct call *c)
{
    return c->plan.method == GEMM_COMPLEX_THREE ? ddblas_gemm_complex_three_padded(c->terms) : c->terms;
}

/* Stores A' (side 0) or B' (side 1) of the current block and slice. */
static void expand_side(struct call *c, int side)
{
    const struct ddblas_gemm_problem *p = c->problem;
    const ddblasOperation_t op = side == 0 ? p->transa : p->transb;
    const int along_lines = side == 0 ? op == DDBLAS_OP_N : op != DDBLAS_OP_N;
    const int64_t leading = side == 0 ? p->lda : p->ldb, first = side == 0 ? c->i0 : c->j0;
    struct gemm_complex_lines lines = {.X = side == 0 ? p->A : p->B,
                                       .line_stride = along_lines ? 1 : leading,
                                       .term_stride = along_lines ? leading : 1,
                                       .lines = side == 0 ? c->rows : c->columns,
                                       .terms = c->terms,
                                       .padded = padded_terms(c),
                                       .apart = c->plan.method == GEMM_COMPLEX_THREE,
                                       .conjugate = op == DDBLAS_OP_C,
                                       .alpha = c->scalars_on_device ? p->alpha : NULL};
    lines.X += first * lines.line_stride + c->t0 * lines.term_stride;
    c->converted.side[side] = 0;
    if (c->status == DDBLAS_STATUS_SUCCESS)
        check_cuda(c,
                   ddblas_gemm_complex_expand(&lines, side, matrix_at(c, side == 0 ? c->plan.a : c->plan.b), c->handle->stream));
}

/* Adds A'^T B' to P. The gemm gets the part of the workspace behind P, as if the caller had set it,
 * and its scalars are in host memory. */
static void add_product(struct call *c, size_t gemm_bytes)
{
    static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    ddblasHandle_t handle = c->handle;
    const struct ddblas_gemm_problem g = {.type = DDBLAS_TYPE_W,
                                          .transa = DDBLAS_OP_T,
                                          .transb = DDBLAS_OP_N,
                                          .m = c->rows,
                                          .n = 2 * c->columns,
                                          .k = 2 * padded_terms(c),
                                          .alpha = &one,
                                          .A = matrix_at(c, c->plan.a),
                                          .lda = 2 * padded_terms(c),
                                          .B = matrix_at(c, c->plan.b),
                                          .ldb = 2 * padded_terms(c),
                                          .beta = c->t0 > 0 ? &one : &zero,
                                          .C = matrix_at(c, c->plan.product),
                                          .ldc = c->rows,
                                          .sparse = c->problem->sparse,
                                          .plan_m = c->sizes.m,
                                          .plan_n = c->sizes.n};
    if (c->status != DDBLAS_STATUS_SUCCESS)
        return;
    void *const callers = handle->user_workspace;
    const size_t callers_bytes = handle->user_workspace_bytes;
    const ddblasPointerMode_t mode = handle->pointer_mode;
    handle->user_workspace = c->memory + c->plan.own;
    handle->user_workspace_bytes = gemm_bytes;
    handle->pointer_mode = DDBLAS_POINTER_MODE_HOST;
    if (c->plan.method == GEMM_COMPLEX_THREE)
        c->status = ddblas_gemm_complex_three(handle, &g, c->terms, c->memory + c->plan.own, &c->converted);
    else
        c->status = c->sizes.by_residues ? ddblas_gemm_residue_route(handle, &g)
                                         : ddblas_gemm_plain_cuda(handle, &g, NULL, handle->user_workspace);
    handle->user_workspace = callers;
    handle->user_workspace_bytes = callers_bytes;
    handle->pointer_mode = mode;
}

/* Computes C = alpha P + beta C on the current block. If P is null, there is no product, and C =
 * beta C. */
static void combine_block(struct call *c, const cuddreal *P)
{
    const struct ddblas_gemm_problem *p = c->problem;
    struct gemm_complex_block b = {.P = P,
                                   .ldp = c->rows,
                                   .C = (cuddcomplex *)p->C + c->i0 + c->j0 * p->ldc,
                                   .ldc = p->ldc,
                                   .rows = c->rows,
                                   .columns = c->columns,
                                   .below = c->i0 - c->j0,
                                   .part = p->part,
                                   .real_diagonal = p->real_diagonal};
    if (c->scalars_on_device)
    {
        b.alpha_device = p->alpha;
        b.beta_device = p->beta;
    }
    else
    {
        b.alpha = *(const ddblas_host_u *)p->alpha;
        b.beta = *(const ddblas_host_u *)p->beta;
    }
    if (c->status == DDBLAS_STATUS_SUCCESS)
        check_cuda(c, ddblas_gemm_complex_combine(&b, c->handle->stream));
}

static void compute_block(struct call *c, size_t gemm_bytes)
{
    const struct ddblas_gemm_problem *p = c->problem;
    for (c->t0 = 0; c->t0 < p->k; c->t0 += c->plan.terms)
    {
        c->terms = least(c->plan.terms, p->k - c->t0);
        if (c->kept_i0 != c->i0 || c->kept_t0 != c->t0)
            expand_side(c, 0);
        if (c->kept_j0 != c->j0 || c->kept_t0 != c->t0)
            expand_side(c, 1);
        c->kept_i0 = c->i0;
        c->kept_j0 = c->j0;
        c->kept_t0 = c->t0;
        add_product(c, gemm_bytes);
    }
    combine_block(c, matrix_at(c, c->plan.product));
}

static ddblasStatus_t scale_matrix(struct call *c)
{
    c->rows = c->problem->m;
    c->columns = c->problem->n;
    combine_block(c, NULL);
    return c->status;
}

static int block_is_wanted(const struct call *c)
{
    const enum ddblas_gemm_part part = c->problem->part;
    return !(part == DDBLAS_GEMM_LOWER && c->i0 + c->rows - 1 < c->j0) &&
           !(part == DDBLAS_GEMM_UPPER && c->i0 > c->j0 + c->columns - 1);
}

ddblasStatus_t ddblas_gemm_complex_cuda(ddblasHandle_t handle, const struct ddblas_gemm_problem *p)
{
    struct call c = {.handle = handle,
                     .problem = p,
                     .scalars_on_device = handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE,
                     .kept_i0 = -1,
                     .kept_j0 = -1,
                     .kept_t0 = -1,
                     .status = DDBLAS_STATUS_SUCCESS};
    if (p->k == 0 || ddblas_known_zero(handle, p->type, 0, p->alpha))
        return scale_matrix(&c);
    const size_t budget = handle->user_workspace ? handle->user_workspace_bytes : ddblas_gemm_residue_budget(handle);
    size_t full, smallest;
    void *memory = NULL;
    c.sizes = sizes_of(handle, p->m, p->n, p->k);
    if (!ddblas_gemm_complex_make_plan(&c.plan, c.sizes.method, p->m, p->n, p->k, ddblas_gemm_cuts_part(p), budget, needs_of_gemm,
                                       &c.sizes))
        return ddblas_fail(handle, DDBLAS_STATUS_WORKSPACE_TOO_SMALL, "complex gemm: %zu bytes of workspace hold no block",
                           budget);
    ddblas_gemm_complex_workspace_of(&c.plan, budget, needs_of_gemm, &c.sizes, &full, &smallest);
    const ddblasStatus_t status = ddblas_workspace(handle, full, &memory);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    c.memory = memory;
    for (; c.i0 < p->m; c.i0 += c.plan.rows)
        for (c.j0 = 0; c.j0 < p->n && c.status == DDBLAS_STATUS_SUCCESS; c.j0 += c.plan.columns)
        {
            c.rows = least(c.plan.rows, p->m - c.i0);
            c.columns = least(c.plan.columns, p->n - c.j0);
            if (block_is_wanted(&c))
                compute_block(&c, full - c.plan.own);
        }
    return c.status;
}

#endif
