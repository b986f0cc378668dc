/*
 * Batches of triangular systems on the CPU. Normally each thread solves whole members alone, by
 * halves, with the steps of ddblasWtrsm. If there are few members and each is enough work for all
 * threads, the members are solved one after another, each by all threads. The bits are the same in
 * both cases.
 */
#include "batched_cpu.h"

#include "core/sizes.h"
#include "level3/gemm/cpu/gemm_cpu_w_job.h"
#include "level3/structured/block_operations.h"
#include "level3/structured/trsm/trsm_halves.h"
#include "level3/structured/trsm/trsm_panels.h"

static const cuddreal one = {1.0, 0.0}, minus = {-1.0, 0.0};

/* ---- a member on one thread ------------------------------------------------------------------ */

static ddblasStatus_t solve_piece(void *share, const struct ddblas_triangular_problem *p, struct ddblas_trsm_piece f)
{
    const struct ddblas_systems systems = ddblas_trsm_systems(p, f.at, f.order, f.alpha);
    (void)share;
    ddblas_solve_cpu_on(1, &systems);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t subtract_product(void *share, const struct ddblas_triangular_problem *p,
                                       const struct ddblas_trsm_product *product)
{
    struct ddblas_gemm_problem problem = product->problem;
    const ddblas_host_w *block = (const ddblas_host_w *)p->A + product->block;
    ddblas_host_w *C = p->C, *from = C + product->from;
    problem.alpha = &minus;
    problem.A = product->block_is_left ? block : from;
    problem.B = product->block_is_left ? from : block;
    problem.C = C + product->to;
    const struct gemm_w_job w =
        ddblas_gemm_w_make_job(&problem, ddblas_gemm_w_make_plan(1, problem.type, problem.m, problem.n, problem.k), NULL);
    for (int64_t index = 0; index < w.plan.down * w.plan.across; index++)
        ddblas_gemm_w_compute_share(&w, index, share);
    return DDBLAS_STATUS_SUCCESS;
}

/* Returns a member as a problem of its own. */
static struct ddblas_triangular_problem problem_of(const struct ddblas_trsm_batch *batch, const cuddreal *alpha, int64_t member)
{
    struct ddblas_triangular_problem p = batch->each;
    p.alpha = alpha;
    p.A = ddblas_batch_matrix(&batch->A, member);
    p.B = p.C = ddblas_batch_matrix(&batch->B, member);
    return p;
}

static void solve_member(const struct ddblas_trsm_batch *batch, const cuddreal *alpha, int64_t member, void *share)
{
    const struct ddblas_triangular_problem p = problem_of(batch, alpha, member);
    const struct ddblas_trsm_steps steps = {solve_piece, subtract_product, share, DDBLAS_SYSTEM_CPU, &one};
    (void)ddblas_trsm_by_halves(&steps, &p, (struct ddblas_trsm_piece){0, ddblas_triangular_order(&p), alpha});
}

/* ---- workspace of a thread ------------------------------------------------------------------- */

static ddblasStatus_t solve_nothing(void *bytes, const struct ddblas_triangular_problem *p, struct ddblas_trsm_piece f)
{
    (void)bytes;
    (void)p;
    (void)f;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t note_product(void *bytes, const struct ddblas_triangular_problem *p,
                                   const struct ddblas_trsm_product *product)
{
    const struct ddblas_gemm_problem *g = &product->problem;
    size_t *most_so_far = bytes;
    (void)p;
    *most_so_far = most_bytes(*most_so_far, ddblas_gemm_w_make_plan(1, g->type, g->m, g->n, g->k).share);
    return DDBLAS_STATUS_SUCCESS;
}

/* Returns the bytes of workspace with which a thread solves a member, which are those of the
 * member's largest product. The sizes of the products depend on which half is solved first, and
 * this depends on the triangle. The larger of the two workspaces suffices for both. */
static size_t share_of(struct ddblas_triangular_problem p)
{
    size_t bytes = 0;
    const struct ddblas_trsm_steps steps = {solve_nothing, note_product, &bytes, DDBLAS_SYSTEM_CPU, &one};
    const struct ddblas_trsm_piece all = {0, ddblas_triangular_order(&p), &one};
    p.uplo = DDBLAS_FILL_MODE_LOWER;
    (void)ddblas_trsm_by_halves(&steps, &p, all);
    p.uplo = DDBLAS_FILL_MODE_UPPER;
    (void)ddblas_trsm_by_halves(&steps, &p, all);
    return bytes;
}

/* ---- the batch ------------------------------------------------------------------------------- */

/* The number of threads for which a member is enough work follows from its largest product. */
static struct ddblas_batch_shares share_out(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch)
{
    const struct ddblas_triangular_problem *p = &batch->each;
    const int64_t order = ddblas_triangular_order(p), half = order / 2;
    const int left = p->side == DDBLAS_SIDE_LEFT;
    return ddblas_batch_share_out(handle, batch->count, 0.5 * (double)order * (double)p->m * (double)p->n,
                                  ddblas_gemm_w_wanted_threads(handle, p->type, left ? half : p->m, left ? p->n : half, half));
}

static ddblasStatus_t solve_in_turn(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch, const cuddreal *alpha)
{
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int64_t member = 0; member < batch->count && status == DDBLAS_STATUS_SUCCESS; member++)
    {
        const struct ddblas_triangular_problem p = problem_of(batch, alpha, member);
        status = ddblas_trsm_w(handle, &p);
    }
    return status;
}

static ddblasStatus_t solve_dealt(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch, const cuddreal *alpha,
                                  struct ddblas_batch_shares s)
{
    const size_t share = share_of(batch->each);
    void *workspace = NULL;
    const ddblasStatus_t status = ddblas_workspace_shares(handle, share, &s.threads, &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    /* With one thread no parallel region is opened, because that takes longer than some small
     * systems. */
    if (s.threads == 1)
        for (int64_t member = 0; member < batch->count; member++)
            solve_member(batch, alpha, member, workspace);
    else
#pragma omp parallel for num_threads(s.threads) schedule(dynamic, s.turn)
        for (int64_t member = 0; member < batch->count; member++)
            solve_member(batch, alpha, member, ddblas_batch_share(workspace, share));
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_trsm_batched_cpu(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch)
{
    /* alpha is copied, because it may be an element of B. */
    const cuddreal alpha = *(const ddblas_host_w *)batch->each.alpha;
    const struct ddblas_batch_shares s = share_out(handle, batch);
    return s.in_turn ? solve_in_turn(handle, batch, &alpha) : solve_dealt(handle, batch, &alpha, s);
}

size_t ddblas_trsm_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_trsm_batch *batch)
{
    const struct ddblas_triangular_problem *p = &batch->each;
    const struct ddblas_batch_shares s = share_out(handle, batch);
    return s.in_turn ? ddblas_trsm_w_workspace(handle, p->type, p->side, p->m, p->n) : (size_t)s.threads * share_of(*p);
}
