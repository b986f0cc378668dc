/*
 * The hybrid design of TSQR: copies between device and host, and calls of the CPU engine.
 */
#include "tsqr_hybrid.h"
#include "core/sizes.h"

#include <string.h>

/* Offsets of a panel's matrices in host memory, in bytes. Offset 0 has V: first the stacked R
 * factors, later the reflections or Q. Then follow T, R, the top blocks and the workspace. */
struct places
{
    size_t T, R, tops, workspace, bytes;
};

static size_t offset_after(size_t at, int64_t elements, size_t size) { return round_up_bytes(at + (size_t)elements * size, 256); }

static struct places places_of(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel, int64_t p)
{
    static const enum ddblas_tsqr_task tasks[] = {DDBLAS_TSQR_R, DDBLAS_TSQR_FACTOR, DDBLAS_TSQR_FORM, DDBLAS_TSQR_APPLY};
    const size_t size = ddblas_type_size(hybrid->problem->type);
    struct places at;
    size_t workspace = 0;
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++)
    {
        struct ddblas_tsqr_problem tree = ddblas_tsqr_host_problem(hybrid->problem, panel, tasks[i]);
        tree.p = p;
        workspace =
            most_bytes(workspace, ddblas_tsqr_cpu_bytes(&tree, ddblas_threads_for(hybrid->handle, hybrid->problem->type)));
    }
    const int64_t rows = ddblas_tsqr_level_rows(panel, 1);
    at.T = offset_after(0, rows * panel->n, size);
    at.R = offset_after(at.T, panel->end - panel->kept, size);
    at.tops = offset_after(at.R, (int64_t)panel->n * panel->n, size);
    at.workspace = offset_after(at.tops, rows * p, size);
    at.bytes = at.workspace + workspace;
    return at;
}

ddblasStatus_t ddblas_tsqr_hybrid_begin(struct tsqr_hybrid *hybrid, int64_t p)
{
    const struct ddblas_tsqr_problem *problem = hybrid->problem;
    size_t bytes = 0;
    if (problem->plan.design != DDBLAS_TSQR_DESIGN_HYBRID)
        return DDBLAS_STATUS_SUCCESS;
    if (hybrid->handle->backend->capturing(hybrid->handle->stream))
        return ddblas_fail(hybrid->handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "tsqr: the hybrid design waits for the stream, which a graph cannot record");
    for (int64_t first = 0, begin = 0; first < problem->n; first += DDBLAS_TSQR_WIDTH)
    {
        const struct tsqr_panel panel = ddblas_tsqr_panel_make(problem, first, begin);
        begin = panel.end;
        if (panel.on_gpu < panel.tree.levels)
            bytes = most_bytes(bytes, places_of(hybrid, &panel, p).bytes);
    }
    hybrid->memory = bytes > 0 ? ddblas_host_alloc(bytes) : NULL;
    if (bytes > 0 && !hybrid->memory)
        return ddblas_fail(hybrid->handle, DDBLAS_STATUS_ALLOC_FAILED, "tsqr: no %zu bytes of host memory for the tree", bytes);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static ddblasStatus_t copy_to_host(const struct tsqr_hybrid *hybrid, void *host, const void *device, int64_t elements)
{
    const size_t bytes = (size_t)elements * ddblas_type_size(hybrid->problem->type);
    return ddblas_check_engine(hybrid->handle,
                               hybrid->handle->backend->from_engine(host, bytes, device, bytes, bytes, 1, hybrid->handle->stream),
                               "tsqr: copying the leaves' factors");
}

/* Copies a matrix of `columns` columns with `elements` elements each to the device, where the
 * columns are `pitch` elements apart. */
static ddblasStatus_t copy_to_device(const struct tsqr_hybrid *hybrid, void *device, size_t pitch, const void *host,
                                     int64_t elements, int64_t columns)
{
    const size_t size = ddblas_type_size(hybrid->problem->type), bytes = (size_t)elements * size;
    return ddblas_check_engine(
        hybrid->handle,
        hybrid->handle->backend->to_engine(device, pitch * size, host, bytes, bytes, (size_t)columns, hybrid->handle->stream),
        "tsqr: copying the tree's factors");
}

static char *on_device(const struct tsqr_hybrid *hybrid, int64_t offset)
{
    return hybrid->T + (size_t)offset * ddblas_type_size(hybrid->problem->type);
}

/* Transposes an n x n matrix in place. */
static void transpose_square(char *square, int64_t n, size_t size)
{
    char element[sizeof(cuddreal)];
    for (int64_t j = 1; j < n; j++)
        for (int64_t i = 0; i < j; i++)
        {
            char *a = square + (size_t)(i + j * n) * size, *b = square + (size_t)(j + i * n) * size;
            memcpy(element, a, size);
            memcpy(a, b, size);
            memcpy(b, element, size);
        }
}

/* ---- the tree -------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_tsqr_hybrid_factor(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel, void *R, int64_t ldr,
                                         int keep)
{
    const struct places at = places_of(hybrid, panel, 0);
    struct ddblas_tsqr_problem tree = ddblas_tsqr_host_problem(hybrid->problem, panel, keep ? DDBLAS_TSQR_FACTOR : DDBLAS_TSQR_R);
    char *memory = hybrid->memory;
    ddblasStatus_t status = copy_to_host(hybrid, memory, on_device(hybrid, panel->stack[1]), tree.m * tree.n);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    tree.A = memory;
    tree.R = memory + at.R;
    tree.T = keep ? memory + at.T : NULL;
    (void)ddblas_tsqr_cpu_solve(&tree, ddblas_threads_for(hybrid->handle, hybrid->problem->type), memory + at.workspace);
    if (hybrid->problem->layout == DDBLAS_LAYOUT_ROW_MAJOR)
        transpose_square(tree.R, tree.n, ddblas_type_size(tree.type));
    status = copy_to_device(hybrid, R, (size_t)ldr, tree.R, tree.n, tree.n);
    if (keep && status == DDBLAS_STATUS_SUCCESS)
        status =
            copy_to_device(hybrid, on_device(hybrid, panel->stack[1]), (size_t)(tree.m * tree.n), tree.A, tree.m * tree.n, 1);
    if (keep && status == DDBLAS_STATUS_SUCCESS)
        status = copy_to_device(hybrid, on_device(hybrid, panel->kept), (size_t)(panel->end - panel->kept), tree.T,
                                panel->end - panel->kept, 1);
    return status;
}

/* Copies V and T of the tree to host memory. */
static ddblasStatus_t fetch_tree(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel, const struct places *at,
                                 struct ddblas_tsqr_problem *tree)
{
    tree->A = hybrid->memory;
    tree->T = hybrid->memory + at->T;
    const ddblasStatus_t status = copy_to_host(hybrid, tree->A, on_device(hybrid, panel->stack[1]), tree->m * tree->n);
    return status == DDBLAS_STATUS_SUCCESS
               ? copy_to_host(hybrid, tree->T, on_device(hybrid, panel->kept), panel->end - panel->kept)
               : status;
}

ddblasStatus_t ddblas_tsqr_hybrid_form(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel)
{
    const struct places at = places_of(hybrid, panel, 0);
    struct ddblas_tsqr_problem tree = ddblas_tsqr_host_problem(hybrid->problem, panel, DDBLAS_TSQR_FORM);
    const ddblasStatus_t status = fetch_tree(hybrid, panel, &at, &tree);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    (void)ddblas_tsqr_cpu_solve(&tree, ddblas_threads_for(hybrid->handle, hybrid->problem->type), hybrid->memory + at.workspace);
    return copy_to_device(hybrid, on_device(hybrid, panel->stack[1]), (size_t)(tree.m * tree.n), tree.A, tree.m * tree.n, 1);
}

ddblasStatus_t ddblas_tsqr_hybrid_apply(const struct tsqr_hybrid *hybrid, const struct tsqr_panel *panel, int adjoint, void *tops,
                                        int64_t p)
{
    const struct places at = places_of(hybrid, panel, p);
    struct ddblas_tsqr_problem tree = ddblas_tsqr_host_problem(hybrid->problem, panel, DDBLAS_TSQR_APPLY);
    ddblasStatus_t status = fetch_tree(hybrid, panel, &at, &tree);
    tree.op = adjoint ? DDBLAS_OP_C : DDBLAS_OP_N;
    tree.p = p;
    tree.C = hybrid->memory + at.tops;
    if (status == DDBLAS_STATUS_SUCCESS)
        status = copy_to_host(hybrid, tree.C, tops, tree.m * p);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    (void)ddblas_tsqr_cpu_solve(&tree, ddblas_threads_for(hybrid->handle, hybrid->problem->type), hybrid->memory + at.workspace);
    return copy_to_device(hybrid, tops, (size_t)(tree.m * p), tree.C, tree.m * p, 1);
}
