/*
 * Complex double-double gemm on the CUDA engine: chooses the sizes of the blocks.
 */
#include "gemm_complex_plan.h"

#include "core/sizes.h"
#include "level3/gemm/residue/fused/gemm_residue_fused.h"
#include "level3/gemm/residue/gemm_residue_plan.h"

enum
{
    ALIGNMENT = 256,
    BYTES = 2 * sizeof(double) /* A real number. */
};

int64_t ddblas_gemm_complex_three_padded(int64_t terms) { return round_up(terms, GEMM_PAD_TERMS); }

static size_t place_matrix(size_t *end, int64_t rows, int64_t columns)
{
    const size_t start = *end;
    *end += round_up_bytes((size_t)rows * (size_t)columns * BYTES, ALIGNMENT);
    return start;
}

static void place_matrices(struct gemm_complex_plan *p)
{
    p->own = 0;
    p->a = place_matrix(&p->own, 2 * p->padded, p->rows);
    p->b = place_matrix(&p->own, 2 * p->padded, 2 * p->columns);
    p->product = place_matrix(&p->own, p->rows, 2 * p->columns);
}

/* Returns 1 if the next smaller block has fewer rows than this one, and 0 if it has fewer
 * columns. */
static int shrinks_rows(const struct gemm_complex_plan *p)
{
    if (p->method == GEMM_COMPLEX_REAL)
        return p->rows >= 2 * p->columns;
    if (p->columns > GEMM_COMPLEX_THREE_FEWEST_COLUMNS)
        return 0;
    return p->rows >= p->columns;
}

/* Halves the rows or the columns of a block. Returns 0 if the block is already the smallest. */
static int shrink_block(struct gemm_complex_plan *p)
{
    const int rows = shrinks_rows(p);
    int64_t *side = rows ? &p->rows : &p->columns;
    const int64_t unit = p->method == GEMM_COMPLEX_THREE ? GEMM_COMPLEX_THREE_LEAST_EDGE
                         : rows                          ? GEMM_COMPLEX_LEAST_EDGE
                                                         : GEMM_COMPLEX_LEAST_EDGE / 2;
    if (*side <= unit)
        return 0;
    *side = round_up(*side / 2, unit);
    place_matrices(p);
    return 1;
}

int ddblas_gemm_complex_make_plan(struct gemm_complex_plan *p, enum gemm_complex_method method, int64_t m, int64_t n, int64_t k,
                                  int triangle, size_t budget, gemm_complex_needs *needs, const void *data)
{
    const int three = method == GEMM_COMPLEX_THREE;
    *p = (struct gemm_complex_plan){.method = method,
                                    .rows = least(m, three ? GEMM_COMPLEX_THREE_ROWS : GEMM_COMPLEX_EDGE),
                                    .columns = least(n, three ? GEMM_COMPLEX_THREE_COLUMNS : GEMM_COMPLEX_EDGE / 2),
                                    .terms = least(k, three ? GEMM_COMPLEX_THREE_SLICE : GEMM_COMPLEX_SLICE)};
    p->padded = three ? ddblas_gemm_complex_three_padded(p->terms) : p->terms;
    if (triangle)
    {
        const int64_t parts = three ? GEMM_COMPLEX_THREE_TRIANGLE_PARTS : GEMM_COMPLEX_TRIANGLE_PARTS;
        const int64_t unit = three ? GEMM_COMPLEX_THREE_LEAST_EDGE : GEMM_COMPLEX_LEAST_EDGE;
        const int64_t edge = most(round_up(quotient_up(n, parts), unit), unit);
        p->rows = least(p->rows, edge);
        p->columns = least(p->columns, edge);
    }
    place_matrices(p);
    for (;;)
    {
        size_t full, smallest;
        needs(data, p->rows, 2 * p->columns, 2 * p->terms, &full, &smallest);
        /* The gemm of the real product may use half of the workspace, or less if it has no use for
         * so much. */
        if (p->own <= budget && smallest <= budget - p->own && p->own <= budget - least_bytes(budget / 2, full))
            return 1;
        if (!shrink_block(p))
            return p->own <= budget && smallest <= budget - p->own;
    }
}

void ddblas_gemm_complex_workspace_of(const struct gemm_complex_plan *p, size_t budget, gemm_complex_needs *needs,
                                      const void *data, size_t *full, size_t *smallest)
{
    size_t most_of_gemm, least_of_gemm;
    needs(data, p->rows, 2 * p->columns, 2 * p->terms, &most_of_gemm, &least_of_gemm);
    *smallest = p->own + least_of_gemm;
    *full = most_bytes(*smallest, p->own + least_bytes(most_of_gemm, budget > p->own ? budget - p->own : 0));
}

static size_t place_bytes(size_t *end, int64_t bytes)
{
    const size_t start = *end;
    *end += round_up_bytes((size_t)bytes, ALIGNMENT);
    return start;
}

struct gemm_complex_three_layout ddblas_gemm_complex_three_layout_of(int64_t rows, int64_t columns, int64_t terms)
{
    struct gemm_complex_three_layout l = {{0}, {0}, {0}, {0}, 0, 0, 0, 0, 0, 0};
    const int64_t lines[2] = {round_up(rows, GEMM_FUSED_LINES), round_up(columns, GEMM_FUSED_LINES)};
    const int64_t elements = lines[0] * lines[1];
    for (int side = 0; side < 2; side++)
    {
        l.tops[side] = place_bytes(&l.end, 16 * lines[side]);
        l.keys[side] = l.tops[side] + 8 * (size_t)lines[side];
        l.uppers[side] = l.tops[side] + 12 * (size_t)lines[side];
        l.residue[side] = place_bytes(&l.end, GEMM_PLANES_MOST * lines[side] * 3 * ddblas_gemm_complex_three_padded(terms));
    }
    l.products = place_bytes(&l.end, (int64_t)3 * GEMM_MODULI_MOST * elements);
    l.guard = place_bytes(&l.end, 2 * 4 * elements);
    l.mask = place_bytes(&l.end, 2 * (elements / 8));
    l.any = place_bytes(&l.end, 4);
    l.one = place_bytes(&l.end, 16);
    return l;
}
