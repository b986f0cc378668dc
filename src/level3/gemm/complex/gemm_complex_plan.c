/*
 * Complex double-double gemm on the CUDA engine: the sizes of the blocks.
 */
#include "gemm_complex_plan.h"

#include "core/sizes.h"

enum
{
    ALIGNMENT = 256,
    BYTES = 2 * sizeof(double) /* A real number. */
};

static size_t place_matrix(size_t *end, int64_t rows, int64_t columns)
{
    const size_t start = *end;
    *end += round_up_bytes((size_t)rows * (size_t)columns * BYTES, ALIGNMENT);
    return start;
}

static void place_matrices(struct gemm_complex_plan *p)
{
    p->own = 0;
    p->a = place_matrix(&p->own, 2 * p->terms, p->rows);
    p->b = place_matrix(&p->own, 2 * p->terms, 2 * p->columns);
    p->product = place_matrix(&p->own, p->rows, 2 * p->columns);
}

/* Halves the longer side of a block. Returns 0 if the block is the smallest. */
static int shrink_block(struct gemm_complex_plan *p)
{
    int64_t *longer = p->rows >= 2 * p->columns ? &p->rows : &p->columns;
    const int64_t unit = longer == &p->rows ? GEMM_COMPLEX_LEAST_EDGE : GEMM_COMPLEX_LEAST_EDGE / 2;
    if (*longer <= unit)
        return 0;
    *longer = round_up(*longer / 2, unit);
    place_matrices(p);
    return 1;
}

int ddblas_gemm_complex_make_plan(struct gemm_complex_plan *p, int64_t m, int64_t n, int64_t k, int triangle, size_t budget,
                                  gemm_complex_needs *needs, const void *data)
{
    *p = (struct gemm_complex_plan){
        .rows = least(m, GEMM_COMPLEX_EDGE), .columns = least(n, GEMM_COMPLEX_EDGE / 2), .terms = least(k, GEMM_COMPLEX_SLICE)};
    if (triangle)
    {
        const int64_t edge =
            most(round_up(quotient_up(n, GEMM_COMPLEX_TRIANGLE_PARTS), GEMM_COMPLEX_LEAST_EDGE), GEMM_COMPLEX_LEAST_EDGE);
        p->rows = least(p->rows, edge);
        p->columns = least(p->columns, edge);
    }
    place_matrices(p);
    for (;;)
    {
        size_t full, smallest;
        needs(data, p->rows, 2 * p->columns, 2 * p->terms, &full, &smallest);
        /* Half of the workspace is for the gemm, if it can use it. */
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
