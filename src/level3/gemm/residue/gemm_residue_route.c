/*
 * The residue route, step by step: blocks of op(A) and op(B) become residues, INT8 products are
 * formed, C is reconstructed and repaired. A line is a row of op(A) or a column of op(B); its
 * elements are its terms.
 *
 * The host never waits for the device. The device sets a flag for each element of C that fails the
 * guard. The plain route's kernel then recomputes the flagged elements; if there are none, it
 * returns at once. A scale or a sum of upper bounds depends on one whole line, and a flag on one
 * element and its two lines. None of them depends on the blocks into which C is cut, so the bits of
 * C do not either.
 */
#include "gemm_residue_route.h"
#include "core/sizes.h"

#if DDBLAS_HAVE_CUDA

#include <cuda_runtime_api.h>

#include "backend/device_error.h"
#include "level3/gemm/gemm_products.h"
#include "level3/gemm/gemm_operand.h"
#include "fused/gemm_residue_fused.h"

/* State of a call. */
struct route
{
    ddblasHandle_t handle;
    const struct ddblas_gemm_problem *problem;
    struct gemm_residue_plan plan;
    struct gemm_residue_layout layout;
    char *memory;
    struct gemm_residue_form form; /* Parameters for the current slice of k. */
    int64_t first_term, slice_terms;
    /* Three values, each for op(A) and for op(B). array: which of the two arrays of residues in the
     * workspace this side uses. is_ready: 1 if that array holds the residues already, so that
     * nothing is converted. first_line: if the operand is prepared, the number of the prepared line
     * with which the problem begins. */
    int array[2], is_ready[2];
    int64_t first_line[2];
    ddblasStatus_t status; /* The first failure; later steps do nothing. */
};

static int has_no_failure(const struct route *r) { return r->status == DDBLAS_STATUS_SUCCESS; }

static void check_cuda(struct route *r, int error)
{
    if (error != cudaSuccess)
        r->status = ddblas_check_engine(r->handle, ddblas_device_error(error), "gemm");
}

/* Describes the lines [first, first + lines) of op(A) (side 0) or op(B) (side 1), with the terms
 * [first_term, first_term + terms) of the slice. */
static struct gemm_lines lines_of(const struct route *r, int side, int64_t first, int64_t lines, int64_t first_term,
                                  int64_t terms)
{
    const struct ddblas_gemm_problem *p = r->problem;
    return ddblas_gemm_lines_of(side, side == 0 ? p->transa : p->transb, side == 0 ? p->A : p->B,
                                side == 0 ? p->double_a : p->double_b, side == 0 ? p->lda : p->ldb, first, lines,
                                r->first_term + first_term, terms);
}

/* Returns 1 if the residues of a side are prepared. */
static int is_prepared(const struct route *r, int side) { return r->plan.prepared >> side & 1; }

/* Returns where the residues of a side are. The place of prepared residues covers all lines of the
 * operand and all terms of the slice. */
static struct gemm_residue_block block_of(const struct route *r, int side, int64_t lines, int64_t terms)
{
    if (is_prepared(r, side))
        return ddblas_gemm_residue_prepared_block(&r->problem->prepared[side]->residues, r->first_term);
    struct gemm_residue_block b = {.padded_lines = ddblas_gemm_residue_padded(&r->plan, lines),
                                   .padded_terms = round_up(terms, GEMM_PAD_TERMS)};
    b.pitch = b.padded_terms;
    b.tops = (uint64_t *)(void *)(r->memory + r->layout.tops[r->array[side]]);
    b.keys = (uint32_t *)(void *)(r->memory + r->layout.keys[r->array[side]]);
    b.uppers = (uint32_t *)(void *)(r->memory + r->layout.uppers[r->array[side]]);
    b.residue = (int8_t *)(r->memory + r->layout.residue[r->array[side]]);
    return b;
}

/* Computes the keys of lines from all terms of the slice. The scale and the outlier of a line
 * follow from its keys. */
static void compute_scales(struct route *r, int side, int64_t first, int64_t lines)
{
    const struct gemm_lines whole = lines_of(r, side, first, lines, 0, r->slice_terms);
    const struct gemm_residue_block block = block_of(r, side, lines, r->plan.terms);
    if (!has_no_failure(r) || r->is_ready[side])
        return;
    check_cuda(r, ddblas_gemm_residue_scales(&whole, &block, r->handle->stream));
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_SCALE);
}

/* Computes the residues of a chunk of terms. If the slice has several chunks, its residues are
 * computed anew for each block of C, while the scales of op(B) are kept for all blocks in the same
 * columns of C. The first chunk then sets the sums of upper bounds to zero, because they hold the
 * sums of the previous block. */
static void compute_residues(struct route *r, int side, int64_t first, int64_t lines, int64_t first_term, int64_t terms)
{
    const struct gemm_lines chunk = lines_of(r, side, first, lines, first_term, terms);
    struct gemm_residue_block block = block_of(r, side, lines, terms);
    block.first_term = first_term;
    if (!has_no_failure(r) || r->is_ready[side])
        return;
    const int again = first_term == 0 && terms < r->slice_terms;
    check_cuda(r, ddblas_gemm_residue_convert(&chunk, &block, &r->form, again, r->handle->stream));
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_RESIDUES);
}

/* A block of C with `rows` rows and `columns` columns. Its first row is row i0 of C and belongs to
 * line i of the current residues of op(A). Its first column is column j0 of C and belongs to line j
 * of the current residues of op(B). */
struct place
{
    int64_t i0, i, rows, j0, j, columns;
    int64_t lines_a, lines_b; /* Number of lines of the current residues of op(A) and of op(B). */
};

/* Returns the number of the line that row (side 0) or column (side 1) `index` of C has in the
 * residues of this side. first: if the residues are not prepared, the row or column of C to which
 * their first line belongs. */
static int64_t line_of(const struct route *r, int side, int64_t index, int64_t first)
{
    return is_prepared(r, side) ? r->first_line[side] + index : index - first;
}

/* Computes the products of all moduli as residues in bytes, and the guard's product as INT32. */
static void multiply_to_bytes(struct route *r, const struct place *at)
{
    const struct gemm_residue_block a = block_of(r, 0, at->lines_a, r->slice_terms),
                                    b = block_of(r, 1, at->lines_b, r->slice_terms);
    const int64_t step = r->form.guard_step, pitch = ddblas_gemm_residue_padded(&r->plan, at->rows);
    struct ddblas_device facts;
    (void)ddblas_device_facts(r->handle->backend, r->handle->device, &facts);
    struct gemm_residue_fused p = {.A = a.residue + at->i * a.pitch,
                                   .B = b.residue + at->j * b.pitch,
                                   .lines_a = a.padded_lines - at->i,
                                   .lines_b = b.padded_lines - at->j,
                                   .padded_a = a.padded_lines,
                                   .padded_b = b.padded_lines,
                                   .terms = a.padded_terms,
                                   .pitch_a = a.pitch,
                                   .pitch_b = b.pitch,
                                   .rows = pitch,
                                   .columns = at->columns,
                                   .residues = r->form.moduli,
                                   .guard = step == 1,
                                   .bytes = (uint8_t *)(r->memory + r->layout.products),
                                   .plane = pitch * ddblas_gemm_residue_padded(&r->plan, at->columns),
                                   .multiprocessors = facts.multiprocessors};
    p.guard_product = (int32_t *)(void *)(p.bytes + r->form.moduli * p.plane);
    if (has_no_failure(r))
        check_cuda(r, ddblas_gemm_residue_fused(&p, &r->form, r->handle->stream));
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_PRODUCTS);
    if (step > 1)
    {
        p.residues = 0;
        p.guard = 1;
        p.terms = a.padded_terms / step;
        p.pitch_a = a.pitch / step;
        p.pitch_b = b.pitch / step;
        p.A = a.residue + r->form.moduli * a.padded_lines * a.pitch + at->i * p.pitch_a;
        p.B = b.residue + r->form.moduli * b.padded_lines * b.pitch + at->j * p.pitch_b;
        if (has_no_failure(r))
            check_cuda(r, ddblas_gemm_residue_fused(&p, &r->form, r->handle->stream));
    }
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_GUARD);
}

/* Computes the INT32 products of all moduli for `terms` terms, beginning with term `first` of the
 * slice. If first is not 0, they are added to the products of the earlier terms. The guard's
 * product is one more of the same batch if the guard uses every term, otherwise a product of its
 * own. */
static void multiply_residues(struct route *r, const struct place *at, int64_t first, int64_t terms)
{
    const struct gemm_residue_block a = block_of(r, 0, at->lines_a, terms), b = block_of(r, 1, at->lines_b, terms);
    /* The position of term `first` within a line. Prepared lines have all terms of the slice; lines
     * in the workspace begin with term `first`. */
    const int64_t first_a = is_prepared(r, 0) ? first : 0, first_b = is_prepared(r, 1) ? first : 0;
    const int64_t pitch = round_up(at->rows, GEMM_PAD_LINES), step = r->form.guard_step;
    struct gemm_products p = {.m = pitch,
                              .n = round_up(at->columns, GEMM_PAD_LINES),
                              .terms = round_up(terms, GEMM_PAD_TERMS),
                              .batches = step == 1 ? r->form.moduli + 1 : r->form.moduli,
                              .A = a.residue + at->i * a.pitch + first_a,
                              .B = b.residue + at->j * b.pitch + first_b,
                              .P = (int32_t *)(void *)(r->memory + r->layout.products),
                              .pitch = pitch,
                              .pitch_a = a.pitch,
                              .pitch_b = b.pitch,
                              .stride_a = a.padded_lines * a.pitch,
                              .stride_b = b.padded_lines * b.pitch,
                              .stride_p = pitch * round_up(at->columns, GEMM_PAD_LINES),
                              .added = first > 0,
                              .workspace = r->memory + r->layout.product_workspace,
                              .workspace_bytes = r->plan.product_workspace};
    if (has_no_failure(r))
        r->status = ddblas_gemm_products(r->handle, &p);
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_PRODUCTS);
    if (step > 1)
    {
        p.batches = 1;
        p.terms /= step;
        p.pitch_a /= step;
        p.pitch_b /= step;
        p.A = a.residue + r->form.moduli * p.stride_a + at->i * p.pitch_a + first_a / step;
        p.B = b.residue + r->form.moduli * p.stride_b + at->j * p.pitch_b + first_b / step;
        p.P += r->form.moduli * p.stride_p;
        if (has_no_failure(r))
            r->status = ddblas_gemm_products(r->handle, &p);
    }
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_GUARD);
}

/* Recomputes the elements that failed the guard by double-double multiply-adds. */
static void repair_elements(struct route *r, const struct gemm_residue_result *result, const struct place *at)
{
    struct ddblas_gemm_problem p = *r->problem;
    const struct gemm_lines a = lines_of(r, 0, at->i0, at->rows, 0, r->slice_terms),
                            b = lines_of(r, 1, at->j0, at->columns, 0, r->slice_terms);
    const struct ddblas_gemm_mask mask = {result->any, result->mask, result->pitch / 32};
    p.m = at->rows;
    p.n = at->columns;
    p.k = r->slice_terms;
    p.A = a.X;
    p.B = b.X;
    p.C = result->C;
    p.part = DDBLAS_GEMM_ALL;
    const cuddreal one = {1.0, 0.0};
    if (r->first_term > 0)
        p.beta = r->handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE ? (const void *)(r->memory + r->layout.one) : &one;
    if (has_no_failure(r))
        r->status = ddblas_gemm_plain_cuda(r->handle, &p, &mask, NULL);
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_REPAIR);
}

static void reconstruct_block(struct route *r, const struct place *at)
{
    const struct ddblas_gemm_problem *p = r->problem;
    const struct gemm_residue_block a = block_of(r, 0, at->lines_a, r->plan.terms),
                                    b = block_of(r, 1, at->lines_b, r->plan.terms);
    const int64_t pitch = ddblas_gemm_residue_padded(&r->plan, at->rows),
                  plane = pitch * ddblas_gemm_residue_padded(&r->plan, at->columns);
    /* Bytes of a product, for one element of C and one modulus. */
    const int64_t size = r->plan.fused ? 1 : 4;
    const char *products = r->memory + r->layout.products;
    struct gemm_residue_result result = {.products = (const int32_t *)(const void *)products,
                                         .bytes = r->plan.fused ? (const uint8_t *)products : NULL,
                                         .guard = (const int32_t *)(const void *)(products + r->form.moduli * plane * size),
                                         .pitch = pitch,
                                         .plane = plane,
                                         .rows = at->rows,
                                         .columns = at->columns,
                                         .keys_a = a.keys + at->i,
                                         .uppers_a = a.uppers + at->i,
                                         .keys_b = b.keys + at->j,
                                         .uppers_b = b.uppers + at->j,
                                         .tops_a = a.tops + at->i,
                                         .tops_b = b.tops + at->j,
                                         .lines_a = lines_of(r, 0, at->i0, at->rows, 0, r->slice_terms),
                                         .lines_b = lines_of(r, 1, at->j0, at->columns, 0, r->slice_terms),
                                         .C = (cuddreal *)p->C + at->i0 + at->j0 * p->ldc,
                                         .ldc = p->ldc,
                                         .below = at->i0 - at->j0,
                                         .part = p->part,
                                         .alpha = {1.0, 0.0},
                                         .beta = {1.0, 0.0},
                                         .mask = (uint32_t *)(void *)(r->memory + r->layout.mask),
                                         .any = (uint32_t *)(void *)(r->memory + r->layout.any)};
    const int on_device = r->handle->pointer_mode == DDBLAS_POINTER_MODE_DEVICE;
    result.alpha_device = on_device ? p->alpha : NULL;
    if (!on_device)
        result.alpha = *(const ddblas_host_w *)p->alpha;
    if (r->first_term == 0)
    {
        result.beta_device = on_device ? p->beta : NULL;
        if (!on_device)
            result.beta = *(const ddblas_host_w *)p->beta;
    }
    if (has_no_failure(r))
        check_cuda(r, ddblas_gemm_residue_begin(result.any, (cuddreal *)(void *)(r->memory + r->layout.one), r->handle->stream));
    if (has_no_failure(r))
        check_cuda(r, ddblas_gemm_residue_join(&result, &r->form, r->handle->stream));
    ddblas_gemm_residue_mark(r->handle, GEMM_STAGE_JOIN);
    repair_elements(r, &result, at);
}

/* Narrows the rows [*first, *end): removes rows in which the columns [j0, j0 + columns) have no
 * element of C that the problem computes. *first is rounded down to a multiple of
 * GEMM_FUSED_LINES. */
static void rows_wanted(const struct route *r, int64_t j0, int64_t columns, int64_t *first, int64_t *end)
{
    if (r->problem->part == DDBLAS_GEMM_LOWER)
        *first = most(*first, j0 / GEMM_FUSED_LINES * GEMM_FUSED_LINES);
    if (r->problem->part == DDBLAS_GEMM_UPPER)
        *end = least(*end, j0 + columns);
}

/* Computes all blocks of C in the rows [i0, i0 + lines_a) and the columns [j0, j0 + lines_b). Their
 * residues have been computed for all terms of the slice. */
static void products_of(struct route *r, int64_t i0, int64_t lines_a, int64_t j0, int64_t lines_b)
{
    for (int64_t j = j0; j < j0 + lines_b; j += r->plan.columns)
    {
        struct place at = {.j0 = j,
                           .j = line_of(r, 1, j, j0),
                           .columns = least(r->plan.columns, j0 + lines_b - j),
                           .lines_a = lines_a,
                           .lines_b = lines_b};
        int64_t first = i0, end = i0 + lines_a;
        rows_wanted(r, j, at.columns, &first, &end);
        for (int64_t i = first; i < end && has_no_failure(r); i += r->plan.rows)
        {
            at.i0 = i;
            at.i = line_of(r, 0, i, i0);
            at.rows = least(r->plan.rows, end - i);
            if (r->plan.fused)
                multiply_to_bytes(r, &at);
            else
                multiply_residues(r, &at, 0, r->slice_terms);
            reconstruct_block(r, &at);
        }
    }
}

/* Computes one block of C, one chunk of terms after another. The INT32 products of the chunks are
 * added up in memory. */
static void products_in_chunks(struct route *r, int64_t i0, int64_t lines_a, int64_t j0, int64_t lines_b)
{
    const struct place at = {i0, line_of(r, 0, i0, i0), lines_a, j0, line_of(r, 1, j0, j0), lines_b, lines_a, lines_b};
    for (int64_t t = 0; t < r->slice_terms && has_no_failure(r); t += r->plan.terms)
    {
        const int64_t terms = least(r->plan.terms, r->slice_terms - t);
        compute_residues(r, 0, i0, lines_a, t, terms);
        compute_residues(r, 1, j0, lines_b, t, terms);
        multiply_residues(r, &at, t, terms);
    }
    reconstruct_block(r, &at);
}

/* Returns 1 if the problem computes elements of the block of C with rows [i0, i0 + lines_a) and
 * columns [j0, j0 + lines_b). */
static int block_is_wanted(const struct route *r, int64_t i0, int64_t lines_a, int64_t j0, int64_t lines_b)
{
    int64_t first = i0, end = i0 + lines_a;
    rows_wanted(r, j0, lines_b, &first, &end);
    return first < end;
}

static void add_slice(struct route *r)
{
    const struct ddblas_gemm_problem *p = r->problem;
    const int whole = r->plan.terms >= r->slice_terms;
    /* The row of C to which the first line of the current residues of op(A) belongs; -1: there are
     * none. */
    int64_t kept = -1;
    for (int64_t j0 = 0; j0 < p->n && has_no_failure(r); j0 += r->plan.lines_b)
    {
        const int64_t lines_b = least(r->plan.lines_b, p->n - j0);
        compute_scales(r, 1, j0, lines_b);
        if (whole)
            compute_residues(r, 1, j0, lines_b, 0, r->slice_terms);
        for (int64_t i0 = 0; i0 < p->m && has_no_failure(r); i0 += r->plan.lines_a)
        {
            const int64_t lines_a = least(r->plan.lines_a, p->m - i0);
            if (!block_is_wanted(r, i0, lines_a, j0, lines_b))
                continue;
            if (!whole || kept != i0)
            {
                compute_scales(r, 0, i0, lines_a);
                if (whole)
                    compute_residues(r, 0, i0, lines_a, 0, r->slice_terms);
                kept = i0;
            }
            if (whole)
                products_of(r, i0, lines_a, j0, lines_b);
            else
                products_in_chunks(r, i0, lines_a, j0, lines_b);
        }
    }
}

/* Returns 1 if the product is A A^T or A^T A, as in syrk. Both sides then have the same lines,
 * scales and residues, so that they need to be computed only once. */
static int is_one_side(const struct ddblas_gemm_problem *p)
{
    return p->A == p->B && p->double_a == p->double_b && p->lda == p->ldb && p->m == p->n &&
           (p->transa == DDBLAS_OP_N) != (p->transb == DDBLAS_OP_N);
}

/* Finds where the residues of each side are, and which of them are ready. */
static void find_residues(struct route *r)
{
    const struct ddblas_gemm_problem *p = r->problem;
    const int one_block =
        !r->plan.prepared && r->plan.lines_a >= p->m && r->plan.lines_b >= p->n && r->plan.terms >= r->plan.slice;
    const int one_side = one_block && is_one_side(p), exchanged = one_block && p->exchanged && p->k <= r->plan.slice;
    for (int side = 0; side < 2; side++)
    {
        r->array[side] = one_side ? 1 : exchanged ? 1 - side : side;
        r->is_ready[side] = exchanged || (one_side && side == 0) || is_prepared(r, side);
        r->first_line[side] = is_prepared(r, side) ? ddblas_gemm_operand_line(p, side) : 0;
    }
}

ddblasStatus_t ddblas_gemm_residue_route(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    struct route r = {.handle = handle, .problem = problem, .status = DDBLAS_STATUS_SUCCESS};
    const size_t budget = handle->user_workspace ? handle->user_workspace_bytes : ddblas_gemm_residue_budget(handle);
    void *memory = NULL;
    const int prepared = (problem->prepared[0] ? 1 : 0) | (problem->prepared[1] ? 2 : 0);
    if (!ddblas_gemm_residue_make_plan_with(&r.plan, problem->m, problem->n, problem->k, ddblas_gemm_cuts_part(problem),
                                            ddblas_gemm_residue_has_fused(handle), prepared, budget))
        return ddblas_fail(handle, DDBLAS_STATUS_WORKSPACE_TOO_SMALL, "gemm by residues: %zu bytes of workspace hold no block",
                           budget);
    const ddblasStatus_t status = ddblas_workspace(handle, r.plan.workspace, &memory);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    r.memory = memory;
    r.layout = ddblas_gemm_residue_layout_of(&r.plan);
    find_residues(&r);
    for (; r.first_term < problem->k && has_no_failure(&r); r.first_term += r.plan.slice)
    {
        r.slice_terms = least(r.plan.slice, problem->k - r.first_term);
        r.form = (problem->sparse ? ddblas_gemm_residue_form_fine : ddblas_gemm_residue_form_of)(r.slice_terms);
        add_slice(&r);
    }
    return r.status;
}

#endif
