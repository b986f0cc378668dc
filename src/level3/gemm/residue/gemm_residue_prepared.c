/*
 * Conversion of lines to residues, and the layout of prepared residues.
 */
#include "gemm_residue_prepared.h"

#include "core/sizes.h"
#include "fused/gemm_residue_fused.h"

enum
{
    ALIGNMENT = 256
};

struct gemm_lines ddblas_gemm_lines_of(int side, ddblasOperation_t op, const void *X, int doubles, int64_t ldx, int64_t first,
                                       int64_t lines, int64_t first_term, int64_t terms)
{
    const int along_lines = (side == 0) == (op == DDBLAS_OP_N);
    struct gemm_lines l = {X, along_lines ? 1 : ldx, along_lines ? ldx : 1, lines, terms, doubles, 0};
    l.X = gemm_lines_at(&l, first, first_term);
    return l;
}

/* Offsets of the arrays of one slice, in bytes, and the shape of its residues. */
struct layout
{
    struct gemm_residue_block block;   /* Without pointers. */
    size_t keys, uppers, residue, end; /* The tops begin at offset 0. */
};

/* Returns the layout of a slice of up to GEMM_TERMS_MOST terms. */
static struct layout layout_of(int64_t lines, int64_t terms)
{
    const struct gemm_residue_form form = ddblas_gemm_residue_form_of(terms);
    struct layout l = {.block = {.padded_lines = round_up(lines, GEMM_FUSED_LINES),
                                 .padded_terms = round_up(terms, GEMM_PAD_TERMS),
                                 .pitch = round_up(terms, GEMM_PREPARED_TERMS)}};
    const size_t plane = (size_t)(l.block.padded_lines * l.block.pitch);
    l.keys = sizeof(uint64_t) * (size_t)l.block.padded_lines;
    l.uppers = l.keys + sizeof(uint32_t) * (size_t)l.block.padded_lines;
    l.residue = round_up_bytes(l.uppers + sizeof(uint32_t) * (size_t)l.block.padded_lines, ALIGNMENT);
    l.end =
        l.residue + (size_t)form.moduli * plane + plane / (size_t)form.guard_step + (size_t)(GEMM_FUSED_LINES * l.block.pitch);
    return l;
}

size_t ddblas_gemm_residue_prepared_bytes(int64_t lines, int64_t terms)
{
    /* The calculation in double guards against an overflow of size_t below. It takes an upper bound
     * of the bytes: an element takes at most GEMM_PLANES_MOST bytes, one for each plane, and the 16
     * bytes that a line takes in each slice are less than one more byte for each element of the
     * padded block. */
    const double elements = ((double)lines + 2 * GEMM_FUSED_LINES) * ((double)terms + GEMM_PREPARED_TERMS);
    if (elements * (GEMM_PLANES_MOST + 1) > 0x1p62)
        return SIZE_MAX;
    if (lines == 0 || terms == 0)
        return 0;
    const int64_t whole = terms / GEMM_TERMS_MOST, rest = terms % GEMM_TERMS_MOST;
    return (whole > 0 ? (size_t)whole * layout_of(lines, GEMM_TERMS_MOST).end : 0) + (rest > 0 ? layout_of(lines, rest).end : 0);
}

struct gemm_residue_block ddblas_gemm_residue_prepared_block(const struct gemm_residue_prepared *p, int64_t first_term)
{
    const struct layout l = layout_of(p->lines, least(p->terms - first_term, GEMM_TERMS_MOST));
    char *memory = p->memory;
    if (first_term > 0)
        memory += (size_t)(first_term / GEMM_TERMS_MOST) * layout_of(p->lines, GEMM_TERMS_MOST).end;
    struct gemm_residue_block b = l.block;
    b.tops = (uint64_t *)(void *)memory;
    b.keys = (uint32_t *)(void *)(memory + l.keys);
    b.uppers = (uint32_t *)(void *)(memory + l.uppers);
    b.residue = (int8_t *)(memory + l.residue);
    return b;
}

#if DDBLAS_HAVE_CUDA

#include <cuda_runtime_api.h>

static int clear_bytes(void *array, int64_t bytes, void *stream)
{
    return (int)cudaMemsetAsync(array, 0, (size_t)bytes, (cudaStream_t)stream);
}

int ddblas_gemm_residue_scales(const struct gemm_lines *lines, const struct gemm_residue_block *block, void *stream)
{
    char *const first = block->tops ? (char *)block->tops : (char *)block->keys;
    const int error = clear_bytes(first, (char *)(block->uppers + lines->lines) - first, stream);
    return error ? error : ddblas_gemm_residue_keys(lines, block->tops, block->keys, stream);
}

int ddblas_gemm_residue_convert(const struct gemm_lines *lines, const struct gemm_residue_block *block,
                                const struct gemm_residue_form *form, int again, void *stream)
{
    const int error = again ? clear_bytes(block->uppers, (int64_t)sizeof(uint32_t) * lines->lines, stream) : 0;
    return error ? error : ddblas_gemm_residue_split(lines, block, form, stream);
}

int ddblas_gemm_residue_prepare(const struct gemm_residue_prepared *p, const struct gemm_lines *lines, void *stream)
{
    int error = 0;
    for (int64_t first = 0; first < p->terms && !error; first += GEMM_TERMS_MOST)
    {
        const struct gemm_residue_block block = ddblas_gemm_residue_prepared_block(p, first);
        struct gemm_lines slice = *lines;
        slice.X = gemm_lines_at(lines, 0, first);
        slice.terms = least(p->terms - first, GEMM_TERMS_MOST);
        const struct gemm_residue_form form = ddblas_gemm_residue_form_of(slice.terms);
        error = ddblas_gemm_residue_scales(&slice, &block, stream);
        if (!error)
            error = ddblas_gemm_residue_convert(&slice, &block, &form, 0, stream);
    }
    return error;
}

#endif
