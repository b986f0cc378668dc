/*
 * Double-double trsm by panels of X on the CUDA engine. A panel has 256 rows of X (LEFT) or 256
 * columns of X (RIGHT):
 *
 *   X(panel) = T(panel, panel)^-1 (alpha B(panel) - T(panel, solved) X(solved))
 *
 * `solved` stands for the rows (LEFT) or columns (RIGHT) of X that are solved already; they are the
 * terms of the product. The product is computed as in the residue route of gemm. It is cheap
 * because the residues of X are kept from panel to panel. These residues belong to integers, scaled
 * by the largest element that each vector has had so far. When a panel makes the scale of a vector
 * grow, the residues of that vector are recomputed. So the bits are the same as if all residues
 * were computed anew for each product. Each element of T is converted to residues once for each
 * block of vectors, and each element of B is reconstructed once.
 *
 * While the product of a panel runs, a second stream computes the residues of T for the next panel,
 * because the last tiles of the product leave most multiprocessors idle. A block has as many
 * vectors as the workspace allows; the vectors do not depend on each other. The host never waits
 * for the device.
 */
#include "trsm_panels.h"
#include "core/sizes.h"

#if DDBLAS_HAVE_CUDA

#include <cuda_runtime_api.h>

#include "backend/device_error.h"
#include "backend/streams.h"
#include "level3/gemm/gemm_products.h"
#include "level3/gemm/residue/gemm_residue_launch.h"
#include "level3/gemm/residue/gemm_residue_route.h"
#include "level3/structured/second_stream.h"
#include "machine/machine.h"

enum
{
    PANEL = DDBLAS_PANEL_CUDA,
    LEAST_ORDER = 4 * PANEL,
    ALIGNMENT = 256,
    LEAST_VECTORS = GEMM_PAD_LINES,
    /* Arrays of residues, called sides: T for panels of even number, T for panels of odd number,
     * and X. */
    SIDES = 3,
    SIDE_X = 2
};

/* Offsets, in bytes, of the arrays in the workspace, and the size of a block of vectors. */
struct layout
{
    size_t keys[SIDES], uppers[SIDES], residue[SIDES];
    size_t grown; /* Numbers of the vectors whose scale has grown. */
    /* Arrays with one number for each panel. counts: how many vectors have a scale that has grown.
     * any: not 0 if the product of the panel needs repair. */
    size_t counts, any;
    size_t products, mask, product_workspace, end;
    int64_t vectors;      /* Number of vectors of a block. */
    size_t product_bytes; /* Bytes of workspace for cuBLAS. */
};

static size_t place_array(size_t *end, int64_t bytes)
{
    const size_t at = *end;
    *end += (size_t)round_up(bytes, ALIGNMENT);
    return at;
}

static int64_t panels_of(int64_t order) { return (order - 1) / PANEL + 1; }

static struct layout layout_of(int64_t order, int64_t vectors, size_t product_workspace)
{
    struct layout l = {.vectors = vectors, .product_bytes = product_workspace};
    const int64_t terms = round_up(order, GEMM_PAD_TERMS), lines[SIDES] = {PANEL, PANEL, round_up(vectors, GEMM_PAD_LINES)};
    for (int side = 0; side < SIDES; side++)
    {
        l.keys[side] = place_array(&l.end, 4 * lines[side]);
        l.uppers[side] = place_array(&l.end, 4 * lines[side]);
        l.residue[side] = place_array(&l.end, GEMM_PLANES_MOST * lines[side] * terms);
    }
    l.grown = place_array(&l.end, 4 * lines[SIDE_X]);
    l.counts = place_array(&l.end, 4 * panels_of(order));
    l.any = place_array(&l.end, 4 * panels_of(order));
    l.products = place_array(&l.end, 4 * GEMM_PLANES_MOST * PANEL * lines[SIDE_X]);
    l.mask = place_array(&l.end, PANEL / 8 * lines[SIDE_X]);
    l.product_workspace = place_array(&l.end, (int64_t)product_workspace);
    return l;
}

/* Returns the smallest layout. It has no workspace for cuBLAS, because cuBLAS needs none for small
 * products. */
static struct layout smallest_layout(int64_t order) { return layout_of(order, LEAST_VECTORS, 0); }

/* Returns the layout with as many vectors in a block as the budget (in bytes) allows. All blocks
 * have about the same size. */
static struct layout layout_within(int64_t order, int64_t vectors, size_t budget)
{
    const size_t product_workspace = H200_CUBLAS_WORKSPACE;
    for (int64_t blocks = (vectors - 1) / ((int64_t)1 << 20) + 1;; blocks *= 2)
    {
        const struct layout l = layout_of(order, round_up((vectors - 1) / blocks + 1, LEAST_VECTORS), product_workspace);
        if (l.end <= budget)
            return l;
        if (l.vectors == LEAST_VECTORS)
            return smallest_layout(order);
    }
}

static int64_t vectors_of(const struct ddblas_triangular_problem *p) { return p->side == DDBLAS_SIDE_LEFT ? p->n : p->m; }

int ddblas_trsm_by_panels(const struct ddblas_block_run *b, const struct ddblas_triangular_problem *p)
{
    const int64_t order = ddblas_triangular_order(p);
    return !ddblas_type_is_complex(p->type) && b->handle->backend->engine == DDBLAS_ENGINE_CUDA && order >= LEAST_ORDER &&
           order <= GEMM_TERMS_MOST && ddblas_gemm_by_residues(b->handle, PANEL, vectors_of(p), order / 2);
}

/* State of a call while it solves one block of vectors. */
struct run
{
    ddblasHandle_t handle;
    struct ddblas_block_run *blocks;
    /* The second stream. Its event `begin` tells that the residues of T may be overwritten, its
     * event `done` that they are complete. */
    struct ddblas_second_stream *beside;
    const struct ddblas_triangular_problem *p;
    struct layout layout;
    char *memory;
    int64_t order, vectors; /* Order of T, and number of vectors of the block. */
    cuddreal *X;            /* First element of the block of X. */
    ddblasStatus_t status;  /* The first failure; later steps do nothing. */
};

static int has_no_failure(const struct run *r) { return r->status == DDBLAS_STATUS_SUCCESS; }
static int is_left(const struct run *r) { return r->p->side == DDBLAS_SIDE_LEFT; }

static void check_cuda(struct run *r, int error)
{
    if (error != cudaSuccess)
        r->status = ddblas_check_engine(r->handle, ddblas_device_error(error), "trsm");
}

/* Records the event in the stream, after all work that has been put there. */
static void record_event(struct run *r, void *event, void *stream)
{
    if (has_no_failure(r))
        check_cuda(r, (int)cudaEventRecord((cudaEvent_t)event, (cudaStream_t)stream));
}

static void await_event(struct run *r, void *stream, void *event)
{
    if (has_no_failure(r))
        check_cuda(r, (int)cudaStreamWaitEvent((cudaStream_t)stream, (cudaEvent_t)event, 0));
}

/* A range of rows or columns of T, with the numbers that they have in the whole T. It is a panel,
 * or the terms of a product. */
struct range
{
    int64_t first, count;
};

/* Returns the panel that is solved after `number` other panels. Panels begin at multiples of PANEL,
 * whichever end of T is solved first. */
static struct range panel_of(const struct run *r, int64_t number)
{
    const int64_t last = panels_of(r->order) - 1, at = (ddblas_triangular_second_first(r->p, 1) ? last - number : number) * PANEL;
    return (struct range){at, least(PANEL, r->order - at)};
}

/* Returns the rows (LEFT) or columns (RIGHT) of X that are solved before this panel. */
static struct range solved_before(const struct run *r, struct range panel)
{
    const int64_t end = panel.first + panel.count;
    return ddblas_triangular_second_first(r->p, 1) ? (struct range){end, r->order - end} : (struct range){0, panel.first};
}

/* Describes the lines of T that belong to a panel: its rows (LEFT) or columns (RIGHT) with the
 * numbers in `panel`. Their terms are those in `solved`. */
static struct gemm_lines lines_of_T(const struct run *r, struct range panel, struct range solved)
{
    /* 1: neighbouring lines are adjacent in memory. 0: neighbouring terms are. */
    const int along = (r->p->trans == DDBLAS_OP_N) == is_left(r);
    struct gemm_lines l = {r->p->A, along ? 1 : r->p->lda, along ? r->p->lda : 1, panel.count, solved.count, 0, 0};
    l.X = gemm_lines_at(&l, panel.first, solved.first);
    return l;
}

/* Describes the vectors of X as an operand of the product. The terms of a vector are its rows
 * (LEFT) or columns (RIGHT) in `range`. */
static struct gemm_lines lines_of_X(const struct run *r, struct range range)
{
    struct gemm_lines l = {r->X, is_left(r) ? r->p->ldc : 1, is_left(r) ? 1 : r->p->ldc, r->vectors, range.count, 0, 0};
    l.X = gemm_lines_at(&l, 0, range.first);
    return l;
}

/* Returns where the residues of one side are, for a product whose terms are those in `range`. The
 * arrays of T begin with the first of these terms. In the array of X, every term of the whole
 * system has a fixed place. */
static struct gemm_residue_block block_of(const struct run *r, int side, struct range range)
{
    const int64_t from = side == SIDE_X ? range.first : 0, terms = round_up(range.count, GEMM_PAD_TERMS);
    return (struct gemm_residue_block){.padded_lines = side == SIDE_X ? round_up(r->vectors, GEMM_PAD_LINES) : PANEL,
                                       .padded_terms = terms,
                                       .pitch = side == SIDE_X ? round_up(r->order, GEMM_PAD_TERMS) : terms,
                                       .keys = (uint32_t *)(void *)(r->memory + r->layout.keys[side]),
                                       .uppers = (uint32_t *)(void *)(r->memory + r->layout.uppers[side]),
                                       .residue = (int8_t *)(r->memory + r->layout.residue[side] + from)};
}

/* Returns the residues of the rows (LEFT) or columns (RIGHT) of T that belong to a panel. */
static struct gemm_residue_block block_of_T(const struct run *r, struct range panel, struct range solved)
{
    return block_of(r, (int)(panel.first / PANEL % 2), solved);
}

/* Computes the scales and residues of the rows (LEFT) or columns (RIGHT) of T that belong to a
 * panel. The work goes to the second stream and begins after the event `free`. Then records the
 * event `ready`. */
static void split_T(struct run *r, const struct gemm_residue_form *form, struct range panel, struct range solved)
{
    const struct gemm_lines lines = lines_of_T(r, panel, solved);
    const struct gemm_residue_block block = block_of_T(r, panel, solved);
    void *stream = r->beside->stream;
    await_event(r, stream, r->beside->begin);
    if (has_no_failure(r)) /* keys and uppers are adjacent in memory, so one call clears both. */
        check_cuda(
            r, (int)cudaMemsetAsync(block.keys, 0, (size_t)((char *)block.residue - (char *)block.keys), (cudaStream_t)stream));
    if (has_no_failure(r))
        check_cuda(r, ddblas_gemm_residue_keys(&lines, NULL, block.keys, stream));
    if (has_no_failure(r))
        check_cuda(r, ddblas_gemm_residue_split(&lines, &block, form, stream));
    record_event(r, r->beside->done, stream);
}

static uint32_t *number_at(const struct run *r, size_t place, int64_t number)
{
    return (uint32_t *)(void *)(r->memory + place) + number;
}

/* Returns the address of a panel's entry in an array that has one number for each panel. place: the
 * offset of the array in the workspace. */
static uint32_t *number_of(const struct run *r, size_t place, struct range panel)
{
    return number_at(r, place, panel.first / PANEL);
}

/* Adds the residues of a solved panel of X to the residues that are kept. For vectors whose scale
 * has grown, it also recomputes the residues of all earlier panels. */
static void keep_panel(struct run *r, const struct gemm_residue_form *form, struct range panel, struct range solved)
{
    const struct gemm_lines lines = lines_of_X(r, panel), before = lines_of_X(r, solved);
    const struct gemm_residue_block block = block_of(r, SIDE_X, panel);
    struct gemm_residue_block again = block_of(r, SIDE_X, solved);
    again.some = number_at(r, r->layout.grown, 0);
    again.some_count = number_of(r, r->layout.counts, panel);
    if (has_no_failure(r) && solved.count > 0)
        check_cuda(r, ddblas_gemm_residue_split(&before, &again, form, r->handle->stream));
    if (has_no_failure(r))
        check_cuda(r, ddblas_gemm_residue_split(&lines, &block, form, r->handle->stream));
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_RESIDUES);
}

/* Multiplies the residues of a panel's rows (LEFT) or columns (RIGHT) of T by the residues of the
 * vectors. There is one product for each modulus and one for the guard. */
static void multiply_panel(struct run *r, const struct gemm_residue_form *form, struct range panel, struct range solved)
{
    const struct gemm_residue_block t = block_of_T(r, panel, solved), x = block_of(r, SIDE_X, solved);
    const struct gemm_residue_block *a = is_left(r) ? &t : &x, *b = is_left(r) ? &x : &t;
    const struct gemm_products p = {.m = a->padded_lines,
                                    .n = b->padded_lines,
                                    .terms = t.padded_terms,
                                    .batches = form->moduli + 1,
                                    .A = a->residue,
                                    .B = b->residue,
                                    .P = (int32_t *)(void *)(r->memory + r->layout.products),
                                    .pitch = a->padded_lines,
                                    .pitch_a = a->pitch,
                                    .pitch_b = b->pitch,
                                    .stride_a = a->padded_lines * a->pitch,
                                    .stride_b = b->padded_lines * b->pitch,
                                    .stride_p = a->padded_lines * b->padded_lines,
                                    .workspace = r->memory + r->layout.product_workspace,
                                    .workspace_bytes = r->layout.product_bytes};
    if (has_no_failure(r))
        r->status = ddblas_gemm_products(r->handle, &p);
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_PRODUCTS);
}

/* Returns the update B(panel) = alpha B(panel) - T(panel, solved) X(solved) as a gemm problem. */
static struct ddblas_gemm_problem problem_of(const struct run *r, struct range panel, struct range solved)
{
    const int left = is_left(r);
    const cuddreal *t = lines_of_T(r, panel, solved).X, *x = lines_of_X(r, solved).X;
    return (struct ddblas_gemm_problem){.type = DDBLAS_TYPE_W,
                                        .transa = left ? r->p->trans : DDBLAS_OP_N,
                                        .transb = left ? DDBLAS_OP_N : r->p->trans,
                                        .m = left ? panel.count : r->vectors,
                                        .n = left ? r->vectors : panel.count,
                                        .k = solved.count,
                                        .alpha = r->blocks->minus,
                                        .A = left ? t : x,
                                        .lda = left ? r->p->lda : r->p->ldc,
                                        .B = left ? x : t,
                                        .ldb = left ? r->p->ldc : r->p->lda,
                                        .beta = r->p->alpha,
                                        .C = r->X + panel.first * (left ? 1 : r->p->ldc),
                                        .ldc = r->p->ldc};
}

/* Reconstructs the product, and recomputes the elements that failed the guard by multiply-adds. */
static void reconstruct_panel(struct run *r, const struct gemm_residue_form *form, struct range panel, struct range solved)
{
    const struct gemm_residue_block t = block_of_T(r, panel, solved), x = block_of(r, SIDE_X, solved);
    const struct gemm_residue_block *a = is_left(r) ? &t : &x, *b = is_left(r) ? &x : &t;
    const struct ddblas_gemm_problem p = problem_of(r, panel, solved);
    struct gemm_residue_result result = {.products = (const int32_t *)(const void *)(r->memory + r->layout.products),
                                         .pitch = a->padded_lines,
                                         .plane = a->padded_lines * b->padded_lines,
                                         .rows = p.m,
                                         .columns = p.n,
                                         .keys_a = a->keys,
                                         .uppers_a = a->uppers,
                                         .keys_b = b->keys,
                                         .uppers_b = b->uppers,
                                         .C = p.C,
                                         .ldc = p.ldc,
                                         .part = DDBLAS_GEMM_ALL,
                                         .mask = (uint32_t *)(void *)(r->memory + r->layout.mask),
                                         .any = number_of(r, r->layout.any, panel)};
    if (r->handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE)
    {
        result.alpha_device = p.alpha;
        result.beta_device = p.beta;
    }
    else
    {
        result.alpha = *(const ddblas_host_w *)p.alpha;
        result.beta = *(const ddblas_host_w *)p.beta;
    }
    result.guard = result.products + form->moduli * result.plane;
    const struct ddblas_gemm_mask mask = {result.any, result.mask, result.pitch / 32};
    if (has_no_failure(r))
        check_cuda(r, ddblas_gemm_residue_join(&result, form, r->handle->stream));
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_JOIN);
    if (has_no_failure(r))
        r->status = ddblas_gemm_plain_cuda(r->handle, &p, &mask, NULL);
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_REPAIR);
}

/* Solves the small systems of a panel and updates the keys of the vectors. */
static void solve_panel(struct run *r, struct range panel, const cuddreal *alpha)
{
    struct ddblas_systems systems = ddblas_trsm_systems(r->p, panel.first, panel.count, alpha);
    systems.x = r->X + panel.first * systems.step;
    systems.vectors = r->vectors;
    systems.keys = number_at(r, r->layout.keys[SIDE_X], 0);
    systems.uppers = number_at(r, r->layout.uppers[SIDE_X], 0);
    systems.grown = number_at(r, r->layout.grown, 0);
    systems.grown_count = number_of(r, r->layout.counts, panel);
    if (has_no_failure(r))
        r->status = ddblas_solve_cuda(r->handle, &systems);
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_SYSTEMS);
}

/* Solves the block of vectors, panel after panel. */
static void solve_block(struct run *r)
{
    const int64_t panels = panels_of(r->order);
    const struct gemm_residue_form form = ddblas_gemm_residue_form_kept(r->order);
    void *stream = r->handle->stream;
    check_cuda(r, (int)cudaMemsetAsync(r->memory + r->layout.keys[SIDE_X], 0, r->layout.residue[SIDE_X] - r->layout.keys[SIDE_X],
                                       (cudaStream_t)stream));
    check_cuda(
        r, (int)cudaMemsetAsync(r->memory + r->layout.counts, 0, r->layout.products - r->layout.counts, (cudaStream_t)stream));
    for (int64_t i = 0; i < panels && has_no_failure(r); i++)
    {
        const struct range panel = panel_of(r, i), solved = solved_before(r, panel);
        if (i > 0)
            await_event(r, stream, r->beside->done);
        record_event(r, r->beside->begin, stream);
        if (i > 0)
            multiply_panel(r, &form, panel, solved);
        if (i + 1 < panels)
        {
            const struct range next = panel_of(r, i + 1);
            split_T(r, &form, next, solved_before(r, next));
        }
        if (i > 0)
            reconstruct_panel(r, &form, panel, solved);
        solve_panel(r, panel, i > 0 ? r->blocks->carry : r->p->alpha);
        if (i + 1 < panels)
            keep_panel(r, &form, panel, solved);
    }
}

ddblasStatus_t ddblas_trsm_panels(struct ddblas_block_run *b, const struct ddblas_triangular_problem *p)
{
    struct run r = {.handle = b->handle, .blocks = b, .p = p, .order = ddblas_triangular_order(p)};
    const int64_t vectors = vectors_of(p);
    const size_t budget = b->planning ? ddblas_gemm_residue_budget(r.handle) : r.handle->user_workspace_bytes;
    void *memory = NULL;
    r.layout = layout_within(r.order, vectors, budget);
    if (b->planning)
    {
        ddblas_block_note(b, r.layout.end, smallest_layout(r.order).end);
        return DDBLAS_STATUS_SUCCESS;
    }
    r.status = ddblas_workspace(r.handle, r.layout.end, &memory);
    r.memory = memory;
    if (has_no_failure(&r))
        r.status = ddblas_second_stream(r.handle, &r.beside);
    for (int64_t first = 0; first < vectors && has_no_failure(&r); first += r.layout.vectors)
    {
        r.vectors = least(r.layout.vectors, vectors - first);
        r.X = (cuddreal *)p->C + first * (p->side == DDBLAS_SIDE_LEFT ? p->ldc : 1);
        solve_block(&r);
    }
    return r.status;
}

#endif
