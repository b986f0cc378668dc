/*
 * The product of a block of complex gemm by three products of residues: scales, residues, products,
 * reconstruction, repair, in this order in the handle's stream. The host never waits.
 *
 * A line of residues has three blocks of `padded` bytes: row i of op(A) has the residues of re a,
 * im a and re a + im a, column j of op(B) those of im b, re b and re b + im b, as column 2j + 1 of
 * B' begins with im b. In the plane of the guard's lower bounds the third block repeats the first.
 * So the two sums of products that bound the parts of an element from below are
 *
 *   for re:  blocks 0, 1 of A with blocks 1, 2 of B      |re a||re b| + |im a||im b|
 *   for im:  blocks 0, 1 of A with blocks 0, 1 of B      |re a||im b| + |im a||re b|
 */
#include "gemm_complex_three.h"

#if DDBLAS_HAVE_CUDA

#include "backend/device_error.h"
#include "core/sizes.h"
#include "gemm_complex_plan.h"
#include "level3/gemm/residue/gemm_residue_complex.h"
#include "level3/gemm/residue/fused/gemm_residue_fused.h"
#include "level3/gemm/residue/gemm_residue_prepared.h"
#include "level3/gemm/residue/gemm_residue_route.h"

/* State of a call. */
struct three
{
    ddblasHandle_t handle;
    const struct ddblas_gemm_problem *product;
    struct gemm_residue_form form;
    struct gemm_complex_three_layout at;
    char *memory;
    /* padded: number of bytes of one of the three blocks of a line. columns: number of complex
     * columns. */
    int64_t padded, columns;
    struct gemm_residue_block lines[2]; /* Residues of the rows of op(A) and the columns of op(B). */
    /* Number of elements of the block of C, including its padding. */
    int64_t plane;
    int error; /* The first error of the CUDA runtime; later steps do nothing. */
};

static struct three three_of(ddblasHandle_t handle, const struct ddblas_gemm_problem *product, int64_t terms, char *workspace)
{
    struct three s = {.handle = handle,
                      .product = product,
                      .form = (product->sparse ? ddblas_gemm_residue_form_fine : ddblas_gemm_residue_form_of)(2 * terms),
                      .at = ddblas_gemm_complex_three_layout_of(product->m, product->n / 2, terms),
                      .memory = workspace,
                      .padded = ddblas_gemm_complex_three_padded(terms),
                      .columns = product->n / 2};
    /* Re and Im are sums and differences of three residues, so the residues must be the least
     * ones. */
    s.form.centred = 1;
    const int64_t lines[2] = {product->m, s.columns};
    for (int side = 0; side < 2; side++)
        s.lines[side] = (struct gemm_residue_block){.padded_lines = round_up(lines[side], GEMM_FUSED_LINES),
                                                    .padded_terms = 2 * s.padded,
                                                    .pitch = 3 * s.padded,
                                                    .tops = (uint64_t *)(void *)(workspace + s.at.tops[side]),
                                                    .keys = (uint32_t *)(void *)(workspace + s.at.keys[side]),
                                                    .uppers = (uint32_t *)(void *)(workspace + s.at.uppers[side]),
                                                    .residue = (int8_t *)(workspace + s.at.residue[side])};
    s.plane = s.lines[0].padded_lines * s.lines[1].padded_lines;
    return s;
}

/* Describes columns of A' or of B' that are `stride` numbers apart. */
static struct gemm_lines lines_of(const struct three *s, const void *X, int64_t lines, int64_t stride)
{
    return (struct gemm_lines){
        .X = X, .line_stride = stride, .term_stride = 1, .lines = lines, .terms = 2 * s->padded, .half = s->padded};
}

static void convert_side(struct three *s, int side)
{
    const struct ddblas_gemm_problem *p = s->product;
    const int64_t ld = 2 * s->padded;
    const struct gemm_lines lines =
        side == 0 ? lines_of(s, p->A, p->m, ld) : lines_of(s, (const cuddreal *)p->B + ld, s->columns, 2 * ld);
    if (!s->error)
        s->error = ddblas_gemm_residue_scales(&lines, &s->lines[side], s->handle->stream);
    ddblas_gemm_residue_mark(s->handle, GEMM_STAGE_SCALE);
    if (!s->error)
        s->error = ddblas_gemm_residue_convert(&lines, &s->lines[side], &s->form, 0, s->handle->stream);
    if (!s->error)
        s->error = ddblas_gemm_residue_add_parts(&s->lines[side], &s->form, s->handle->stream);
    ddblas_gemm_residue_mark(s->handle, GEMM_STAGE_RESIDUES);
}

/* Describes the products, modulo each modulus, of block number `a` of the rows of op(A) with block
 * number `b` of the columns of op(B). */
static struct gemm_residue_fused products_of_blocks(const struct three *s, int a, int b)
{
    struct ddblas_device facts;
    (void)ddblas_device_facts(s->handle->backend, s->handle->device, &facts);
    return (struct gemm_residue_fused){.A = s->lines[0].residue + a * s->padded,
                                       .B = s->lines[1].residue + b * s->padded,
                                       .lines_a = s->lines[0].padded_lines,
                                       .lines_b = s->lines[1].padded_lines,
                                       .padded_a = s->lines[0].padded_lines,
                                       .padded_b = s->lines[1].padded_lines,
                                       .terms = s->padded,
                                       .pitch_a = s->lines[0].pitch,
                                       .pitch_b = s->lines[1].pitch,
                                       .rows = s->lines[0].padded_lines,
                                       .columns = s->columns,
                                       .residues = s->form.moduli,
                                       .plane = s->plane,
                                       .multiprocessors = facts.multiprocessors};
}

static void multiply_residues(struct three *s)
{
    static const int blocks[3][2] = {{0, 1}, {1, 0}, {2, 2}};
    for (int q = 0; q < 3; q++)
    {
        struct gemm_residue_fused p = products_of_blocks(s, blocks[q][0], blocks[q][1]);
        p.bytes = (uint8_t *)s->memory + s->at.products + q * s->form.moduli * s->plane;
        if (!s->error)
            s->error = ddblas_gemm_residue_fused(&p, &s->form, s->handle->stream);
    }
    ddblas_gemm_residue_mark(s->handle, GEMM_STAGE_PRODUCTS);
}

/* Computes the guard's product for the real parts (part = 0) or for the imaginary parts (part =
 * 1). */
static void multiply_guard(struct three *s, int part)
{
    struct gemm_residue_fused p = products_of_blocks(s, 0, 0);
    const int64_t step = s->form.guard_step, skipped = part == 0 ? s->padded / step : 0;
    p.A = s->lines[0].residue + s->form.moduli * s->lines[0].padded_lines * s->lines[0].pitch;
    p.B = s->lines[1].residue + s->form.moduli * s->lines[1].padded_lines * s->lines[1].pitch + skipped;
    p.terms = 2 * s->padded / step;
    p.pitch_a /= step;
    p.pitch_b /= step;
    p.residues = 0;
    p.guard = 1;
    p.guard_product = (int32_t *)(void *)(s->memory + s->at.guard) + part * s->plane;
    if (!s->error)
        s->error = ddblas_gemm_residue_fused(&p, &s->form, s->handle->stream);
}

static struct gemm_residue_result result_of(const struct three *s)
{
    const struct ddblas_gemm_problem *p = s->product;
    return (struct gemm_residue_result){.bytes = (const uint8_t *)s->memory + s->at.products,
                                        .guard = (const int32_t *)(const void *)(s->memory + s->at.guard),
                                        .pitch = s->lines[0].padded_lines,
                                        .plane = s->plane,
                                        .rows = p->m,
                                        .columns = s->columns,
                                        .keys_a = s->lines[0].keys,
                                        .uppers_a = s->lines[0].uppers,
                                        .keys_b = s->lines[1].keys,
                                        .uppers_b = s->lines[1].uppers,
                                        .tops_a = s->lines[0].tops,
                                        .tops_b = s->lines[1].tops,
                                        .lines_a = lines_of(s, p->A, p->m, 2 * s->padded),
                                        .lines_b = lines_of(s, p->B, 2 * s->columns, 2 * s->padded),
                                        .C = (cuddreal *)p->C,
                                        .ldc = p->ldc,
                                        .alpha = {1.0, 0.0},
                                        .beta = *(const ddblas_host_w *)p->beta,
                                        .mask = (uint32_t *)(void *)(s->memory + s->at.mask),
                                        .any = (uint32_t *)(void *)(s->memory + s->at.any)};
}

ddblasStatus_t ddblas_gemm_complex_three(ddblasHandle_t handle, const struct ddblas_gemm_problem *product, int64_t terms,
                                         char *workspace, struct gemm_complex_converted *converted)
{
    struct three s = three_of(handle, product, terms, workspace);
    for (int side = 0; side < 2; side++)
        if (!converted->side[side])
        {
            convert_side(&s, side);
            converted->side[side] = 1;
        }
    multiply_residues(&s);
    multiply_guard(&s, 0);
    multiply_guard(&s, 1);
    ddblas_gemm_residue_mark(handle, GEMM_STAGE_GUARD);
    const struct gemm_residue_result result = result_of(&s);
    if (!s.error)
        s.error = ddblas_gemm_residue_begin(result.any, (cuddreal *)(void *)(workspace + s.at.one), handle->stream);
    if (!s.error)
        s.error = ddblas_gemm_residue_join_complex(&result, &s.form, handle->stream);
    ddblas_gemm_residue_mark(handle, GEMM_STAGE_JOIN);
    if (s.error)
        return ddblas_check_engine(handle, ddblas_device_error(s.error), "gemm");
    const struct ddblas_gemm_mask mask = {result.any, result.mask, result.pitch / 32};
    const ddblasStatus_t status = ddblas_gemm_plain_cuda(handle, product, &mask, NULL);
    ddblas_gemm_residue_mark(handle, GEMM_STAGE_REPAIR);
    return status;
}

#endif
