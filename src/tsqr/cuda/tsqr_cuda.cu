/*
 * TSQR on the CUDA engine: the plan and the order of launches.
 *
 * Columns are factored in panels of up to 64, from left to right. The levels of a panel are
 * factored from the leaves up. Then Q^H of the panel is applied to the columns to its right, and
 * their top rows become rows of R. Explicit Q is formed from the last panel to the first: Q of the
 * panel is applied to the columns to its right, then its own columns are formed from the root down.
 *
 * The designs. LAUNCHES launches a panel's levels one by one. ONE_LAUNCH factors all levels in one
 * launch (tsqr_one_launch.cuh). HYBRID launches the leaves; the CPU factors the levels above
 * (tsqr_hybrid.c). The columns to the right of a panel are always updated level by level. GRAM
 * first tries to compute R and Q from Gram matrices (tsqr_gram.h). The launches of the design
 * LAUNCHES follow in any case, because the host does not wait for the result of the check. Their
 * kernels return at once unless the matrix was refused.
 */
#include <cuda_runtime_api.h>
#include <stdlib.h>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "tsqr/tsqr_hybrid.h"
}
#include "tsqr_launch.h"
#include "tsqr/tsqr_panel.h"
#include "tsqr/tsqr_plan.h"
#include "tsqr/tsqr_workspace.h"

static const tsqr_kernels *const kernels_of[DDBLAS_TYPE_COUNT] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, type, real, is_complex) &ddblas_tsqr_kernels_##letter,
#include <dd/types.def>
};

/* Returns the kernels of the Gram route for a type, or null if the type has no Gram route. */
static const struct tsqr_gram_kernels *gram_of(ddblasType_t type)
{
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TSQR_GRAM_TYPES
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return &ddblas_tsqr_gram_##letter;
#include <dd/types.def>
    default:
        return nullptr;
    }
}

enum
{
    /* Most bytes of shared memory of a thread block on compute capability 9.0. */
    SHARED = 227 << 10
};

/* ---- the plan -------------------------------------------------------------------------------- */

extern "C" ddblasStatus_t ddblas_tsqr_cuda_plan(ddblasHandle_t handle, ddblasType_t type, ddblasLayout_t layout, int64_t m,
                                                int64_t n, ddblasTsqrPlan_t *plan)
{
    (void)layout;
    if (n > DDBLAS_TSQR_MOST_COLUMNS)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "tsqr: %lld columns are more than the CUDA engine's %d",
                           (long long)n, DDBLAS_TSQR_MOST_COLUMNS);
    ddblas_device facts;
    const ddblasStatus_t known = ddblas_device_facts(handle->backend, handle->device, &facts);
    if (known != DDBLAS_STATUS_SUCCESS)
        return ddblas_check_engine(handle, known, "tsqr");
    if (facts.shared_of_block < SHARED)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "tsqr: %d bytes of shared memory are less than a block's %d",
                           facts.shared_of_block, SHARED);
    const bool open = plan->design == DDBLAS_TSQR_DESIGN_AUTO || plan->leaf_rows == 0 || plan->fan_in == 0;
    tsqr_device device = {1, 1};
    if (open)
    {
        device.multiprocessors = facts.multiprocessors;
        const int resident = kernels_of[type]->residency((int)least(n, DDBLAS_TSQR_WIDTH));
        device.resident = resident > 0 ? resident : 1;
    }
    ddblas_tsqr_choose_for_handle(handle, &device, type, m, n, plan);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

extern "C" int64_t ddblas_tsqr_cuda_factor_size(const struct ddblas_tsqr_problem *problem)
{
    return ddblas_tsqr_elements(problem);
}

extern "C" size_t ddblas_tsqr_cuda_workspace(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem)
{
    (void)handle;
    const size_t bytes = ddblas_tsqr_workspace_of(problem).bytes;
    return bytes >= PTRDIFF_MAX / 2 ? PTRDIFF_MAX : bytes;
}

/* ---- one call -------------------------------------------------------------------------------- */

struct run
{
    const struct ddblas_tsqr_problem *problem;
    const tsqr_kernels *kernels;
    size_t size; /* Bytes of an element. */
    char *T, *weights, *tops;
    int32_t *counters;
    /* The kernels of the tree run if *wanted is not 0, or if the pointer is null. */
    const int32_t *wanted;
    struct tsqr_hybrid hybrid;
    void *stream;
    ddblasStatus_t status; /* The first failure, or success. */
};

/* A matrix in memory. */
struct place
{
    char *data;
    tsqr_stride stride;
};

static void keep_first_error(struct run *run, int error)
{
    if (error != cudaSuccess && run->status == DDBLAS_STATUS_SUCCESS)
        run->status = ddblas_check_engine(run->hybrid.handle, ddblas_device_error(error), "tsqr");
}

static struct place matrix_at(const struct run *run, void *data, int64_t ld, int64_t row, int64_t column)
{
    const bool rows = run->problem->layout == DDBLAS_LAYOUT_ROW_MAJOR;
    const tsqr_stride stride = rows ? tsqr_stride{ld, 1} : tsqr_stride{1, ld};
    return {(char *)data + (row * stride.row + column * stride.column) * (int64_t)run->size, stride};
}

/* Returns the place of the stacked R factors of level l >= 1. When the level has been factored, the
 * same place holds its reflections, and later its Q. */
static struct place stack_of(const struct run *run, const struct tsqr_panel *panel, int l)
{
    return {run->T + panel->stack[l] * (int64_t)run->size, {1, ddblas_tsqr_level_rows(panel, l)}};
}

static tsqr_level level_of(const struct run *run, const struct tsqr_panel *panel, int l)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    tsqr_level level = ddblas_tsqr_level_make(panel, p->type, l);
    const struct place at = l == 0 ? matrix_at(run, p->A, p->lda, panel->first, panel->first) : stack_of(run, panel, l);
    level.A = at.data;
    level.a = at.stride;
    level.S = run->T + panel->numbers[l] * (int64_t)run->size;
    level.wanted = run->wanted;
    return level;
}

static void *weights_of(const struct run *run, const struct tsqr_panel *panel, int l)
{
    return run->weights + panel->weights[l] * (int64_t)run->size;
}

static void *signs_of(const struct run *run, const struct tsqr_panel *panel)
{
    return run->problem->plan.nonnegative ? run->T + panel->signs * (int64_t)run->size : nullptr;
}

static bool in_one_launch(const struct run *run) { return run->problem->plan.design == DDBLAS_TSQR_DESIGN_ONE_LAUNCH; }

static bool on_host(const struct tsqr_panel *panel) { return panel->on_gpu < panel->tree.levels; }

/* Returns the arguments for factoring level l. Its R factors go to the stack of the level above,
 * and the R of the root goes to `R`. keep: V and S are stored. */
static tsqr_level level_up(const struct run *run, const struct tsqr_panel *panel, int l, struct place R, bool keep)
{
    tsqr_level level = level_of(run, panel, l);
    const bool root = l == panel->tree.levels;
    const struct place to = root ? R : stack_of(run, panel, l + 1);
    level.R = to.data;
    level.r = to.stride;
    level.signs = root ? signs_of(run, panel) : nullptr;
    level.S = keep ? level.S : nullptr;
    return level;
}

/* Launches one kernel that works on all levels of the panel. up: it factors the tree. down: it
 * forms Q. R: where the panel's R is stored. keep: V and S are stored. */
static void walk_panel(struct run *run, const struct tsqr_panel *panel, struct place R, bool keep, bool up, bool down)
{
    tsqr_whole whole = {};
    whole.levels = panel->tree.levels;
    whole.up = up;
    whole.down = down;
    whole.counters = run->counters;
    for (int l = 0; l <= whole.levels; l++)
    {
        whole.level[l] = level_up(run, panel, l, R, keep);
        whole.first[l] = (int32_t)(l > 0 ? panel->tree.nodes[0] + panel->tree.before[l] : 0);
        whole.weights[l] = weights_of(run, panel, l);
    }
    keep_first_error(run, run->kernels->whole(&whole, run->stream));
}

/* Factors a panel from the leaves up. The panel's R is stored at R with leading dimension ldr.
 * keep: the reflections are stored. */
static void factor_panel(struct run *run, const struct tsqr_panel *panel, struct place R, int64_t ldr, bool keep)
{
    if (in_one_launch(run))
    {
        walk_panel(run, panel, R, keep, true, false);
        return;
    }
    for (int l = 0; l <= panel->on_gpu; l++)
    {
        const tsqr_level level = level_up(run, panel, l, R, keep);
        keep_first_error(run, run->kernels->factor(&level, run->stream));
    }
    if (on_host(panel) && run->status == DDBLAS_STATUS_SUCCESS)
        run->status = ddblas_tsqr_hybrid_factor(&run->hybrid, panel, R.data, ldr, keep);
}

/* Overwrites a panel's columns with Q, from the root down. */
static void form_panel(struct run *run, const struct tsqr_panel *panel)
{
    if (in_one_launch(run))
    {
        walk_panel(run, panel, {}, true, false, true);
        return;
    }
    if (on_host(panel) && run->status == DDBLAS_STATUS_SUCCESS)
        run->status = ddblas_tsqr_hybrid_form(&run->hybrid, panel);
    for (int l = panel->on_gpu; l >= 0; l--)
    {
        const tsqr_level level = level_of(run, panel, l);
        tsqr_above above = {nullptr, {0, 0}, signs_of(run, panel)};
        if (l < panel->tree.levels)
        {
            const struct place q = stack_of(run, panel, l + 1);
            above = {q.data, q.stride, nullptr};
        }
        void *weights = weights_of(run, panel, l);
        keep_first_error(run, run->kernels->weights(&level, &above, weights, run->stream));
        keep_first_error(run, run->kernels->form(&level, weights, run->stream));
    }
}

/* Computes B = Q^H B or B = Q B with the Q of a panel. The top blocks follow one another in the
 * workspace, level by level. */
static void apply_panel(struct run *run, const struct tsqr_panel *panel, bool adjoint, struct place B, int64_t columns)
{
    const int root = panel->tree.levels, levels = panel->on_gpu;
    const bool host = on_host(panel);
    tsqr_level level[DDBLAS_TSQR_LEVELS + 1];
    tsqr_block block[DDBLAS_TSQR_LEVELS + 1];
    char *top = run->tops;
    for (int l = 0; l <= levels; l++)
    {
        level[l] = level_of(run, panel, l);
        block[l] = {B.data, B.stride, columns, nullptr, {0, 0}, l == root ? signs_of(run, panel) : nullptr};
        if (l < root)
        {
            const int64_t rows = ddblas_tsqr_level_rows(panel, l + 1);
            block[l].above = top;
            block[l].a = {1, rows};
            B = {top, {1, rows}};
            top += rows * columns * (int64_t)run->size;
        }
    }
    for (int l = 0; !adjoint && l < levels + host; l++)
        keep_first_error(run, run->kernels->tops(&level[l], &block[l], 1, run->stream));
    if (!adjoint && host && run->status == DDBLAS_STATUS_SUCCESS)
        run->status = ddblas_tsqr_hybrid_apply(&run->hybrid, panel, false, run->tops, columns);
    for (int l = 0; l <= levels; l++)
    {
        const int at = adjoint ? l : levels - l;
        keep_first_error(run, run->kernels->apply(&level[at], &block[at], adjoint, run->stream));
    }
    if (adjoint && host && run->status == DDBLAS_STATUS_SUCCESS)
        run->status = ddblas_tsqr_hybrid_apply(&run->hybrid, panel, true, run->tops, columns);
    for (int l = levels + host - 1; adjoint && l >= 0; l--)
        keep_first_error(run, run->kernels->tops(&level[l], &block[l], 0, run->stream));
}

/* Computes R. The reflections are kept if keep is set, or if panels to the right need them. */
static void factor_matrix(struct run *run, void *R, int64_t ldr, bool keep)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    int64_t begin = 0;
    for (int64_t first = 0; first < p->n; first += DDBLAS_TSQR_WIDTH)
    {
        const struct tsqr_panel panel = ddblas_tsqr_panel_make(p, first, begin);
        const int64_t next = first + panel.n, right = p->n - next;
        begin = panel.end;
        factor_panel(run, &panel, matrix_at(run, R, ldr, first, first), ldr, keep || right > 0);
        if (right == 0)
            continue;
        const struct place B = matrix_at(run, p->A, p->lda, first, next), to = matrix_at(run, R, ldr, first, next);
        const struct place below = matrix_at(run, R, ldr, next, first);
        apply_panel(run, &panel, true, B, right);
        keep_first_error(run, run->kernels->copy(panel.n, right, B.data, B.stride, to.data, to.stride, run->wanted, run->stream));
        keep_first_error(
            run, run->kernels->copy(right, panel.n, nullptr, B.stride, below.data, below.stride, run->wanted, run->stream));
    }
}

/* Returns panel number i. It has to compute all panels before it as well, because each panel's data
 * begin in T where those of the previous panel end. */
static struct tsqr_panel panel_number(const struct ddblas_tsqr_problem *p, int64_t i)
{
    struct tsqr_panel panel = ddblas_tsqr_panel_make(p, 0, 0);
    for (int64_t k = 1; k <= i; k++)
        panel = ddblas_tsqr_panel_make(p, k * DDBLAS_TSQR_WIDTH, panel.end);
    return panel;
}

/* Forms explicit Q. */
static void form_q(struct run *run)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    for (int64_t i = (p->n - 1) / DDBLAS_TSQR_WIDTH; i >= 0; i--)
    {
        const struct tsqr_panel panel = panel_number(p, i);
        const int64_t next = panel.first + panel.n, right = p->n - next;
        if (right > 0)
            apply_panel(run, &panel, false, matrix_at(run, p->A, p->lda, panel.first, next), right);
        form_panel(run, &panel);
        const struct place above = matrix_at(run, p->A, p->lda, 0, panel.first);
        keep_first_error(run, run->kernels->copy(panel.first, panel.n, nullptr, above.stride, above.data, above.stride,
                                                 run->wanted, run->stream));
    }
}

/* Computes R and explicit Q. ONE_LAUNCH does both in the same launch if there is a single panel. */
static void factor_and_form(struct run *run)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    if (in_one_launch(run) && p->n <= DDBLAS_TSQR_WIDTH)
    {
        const struct tsqr_panel panel = ddblas_tsqr_panel_make(p, 0, 0);
        walk_panel(run, &panel, matrix_at(run, p->R, p->ldr, 0, 0), true, true, true);
        return;
    }
    factor_matrix(run, p->R, p->ldr, true);
    form_q(run);
}

/* Applies the Q of all panels to C: C = Q^H C if `adjoint` is set, otherwise C = Q C. */
static void apply_q(struct run *run, bool adjoint)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    const int64_t panels = (p->n - 1) / DDBLAS_TSQR_WIDTH + 1;
    for (int64_t k = 0; k < panels; k++)
    {
        const struct tsqr_panel panel = panel_number(p, adjoint ? k : panels - 1 - k);
        apply_panel(run, &panel, adjoint, matrix_at(run, p->C, p->ldc, panel.first, 0), p->p);
    }
}

static void least_squares(struct run *run, char *R, char *norms)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    factor_matrix(run, R, p->n, true);
    apply_q(run, true);
    const struct place r = matrix_at(run, R, p->n, 0, 0), x = matrix_at(run, p->C, p->ldc, 0, 0);
    const struct place rest = matrix_at(run, p->C, p->ldc, p->n, 0);
    if (p->residual)
        keep_first_error(run, run->kernels->norms(p->m - p->n, p->p, rest.data, rest.stride, norms, p->residual, run->stream));
    keep_first_error(run, run->kernels->solve(p->n, r.data, r.stride, p->p, x.data, x.stride, p->residual, run->stream));
}

/* Computes R, and Q if the task wants it, from Gram matrices. The kernels of the tree are launched
 * after it in any case; they do something only if the matrix was refused. */
static void try_gram(struct run *run, char *base, const struct tsqr_workspace *offsets)
{
    const struct ddblas_tsqr_problem *p = run->problem;
    const struct tsqr_gram_kernels *kernels = gram_of(p->type);
    const struct place A = matrix_at(run, p->A, p->lda, 0, 0), R = matrix_at(run, p->R, p->ldr, 0, 0);
    char *factors = base + offsets->factors;
    tsqr_gram gram = {};
    gram.A = A.data;
    gram.a = A.stride;
    gram.m = p->m;
    gram.n = (int32_t)p->n;
    gram.parts = (int32_t)tsqr_gram_parts(p->m, p->n, ddblas_type_is_double_double(p->type));
    gram.part_rows = tsqr_gram_part_rows(p->m, p->n, ddblas_type_is_double_double(p->type));
    gram.R = R.data;
    gram.r = R.stride;
    gram.partial = base + offsets->partial;
    gram.gram = base + offsets->gram;
    gram.R1 = factors;
    gram.R2 = factors + (size_t)tsqr_gram_factor_elements(p->n) * ddblas_tsqr_gram_element_size(p->type);
    gram.refused = (int32_t *)(base + offsets->refused);
    for (int pass = 0; pass < 2; pass++)
    {
        keep_first_error(run, kernels->sum(&gram, pass, run->stream));
        keep_first_error(run, kernels->factor(&gram, pass, run->stream));
    }
    if (p->task == DDBLAS_TSQR_QR)
        keep_first_error(run, kernels->form(&gram, run->stream));
    keep_first_error(run, kernels->product(&gram, run->stream));
    run->wanted = gram.refused;
}

extern "C" ddblasStatus_t ddblas_tsqr_cuda(ddblasHandle_t handle, const struct ddblas_tsqr_problem *problem)
{
    const struct tsqr_workspace offsets = ddblas_tsqr_workspace_of(problem);
    void *workspace = nullptr;
    struct run run = {};
    run.hybrid = {handle, problem, nullptr, nullptr};
    run.status = ddblas_workspace(handle, offsets.bytes, &workspace);
    if (run.status == DDBLAS_STATUS_SUCCESS)
        run.status = ddblas_tsqr_hybrid_begin(&run.hybrid, most(problem->p, problem->n));
    if (run.status != DDBLAS_STATUS_SUCCESS)
        return run.status;
    char *base = (char *)workspace;
    run.problem = problem;
    run.kernels = kernels_of[problem->type];
    run.size = ddblas_type_size(problem->type);
    run.T = problem->task == DDBLAS_TSQR_FACTOR || problem->task == DDBLAS_TSQR_APPLY ? (char *)problem->T : base + offsets.T;
    run.weights = base + offsets.weights;
    run.tops = base + offsets.tops;
    run.counters = (int32_t *)(base + offsets.counters);
    run.hybrid.T = run.T;
    run.stream = handle->stream;
    if (ddblas_tsqr_by_gram(problem))
        try_gram(&run, base, &offsets);
    switch (problem->task)
    {
    case DDBLAS_TSQR_QR:
        factor_and_form(&run);
        break;
    case DDBLAS_TSQR_R:
        factor_matrix(&run, problem->R, problem->ldr, false);
        break;
    case DDBLAS_TSQR_FACTOR:
        factor_matrix(&run, problem->R, problem->ldr, true);
        break;
    case DDBLAS_TSQR_APPLY:
        apply_q(&run, problem->op == DDBLAS_OP_C);
        break;
    case DDBLAS_TSQR_FORM:
        keep_first_error(&run, cudaMemcpyAsync(run.T, problem->T, (size_t)ddblas_tsqr_elements(problem) * run.size,
                                               cudaMemcpyDeviceToDevice, (cudaStream_t)run.stream));
        form_q(&run);
        break;
    case DDBLAS_TSQR_LSTSQ:
        least_squares(&run, base + offsets.R, base + offsets.norms);
        break;
    }
    free(run.hybrid.memory);
    return run.status;
}
