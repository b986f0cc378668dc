/*
 * The plan of the residue route: the sizes of its blocks, and their places in the workspace. A line
 * is a row of op(A) or a column of op(B).
 *
 * Blocks are as large as C and the memory budget allow. Large blocks save conversions: op(B) is
 * converted to residues once if all its columns fit, and op(A) once for each block of columns of
 * op(B). A plan that does not fit is therefore reduced in this order: fewer rows of op(A), fewer
 * columns of op(B), smaller products, and only at last fewer terms, because the products of several
 * groups of terms have to be added up in memory.
 *
 * If the products are stored as residues in bytes, they cannot be added up, so such a plan never
 * gets fewer terms. Large products gain little there, because their only advantage is that fewer
 * launches end with idle multiprocessors. Such a plan gets smaller products first.
 */
#include "gemm_residue_plan.h"
#include "fused/gemm_residue_fused.h"

#include "core/sizes.h"
#include "machine/machine.h"

#include <math.h>

enum
{
    ALIGNMENT = 256,
    LEAST_TERMS = 1024,
    LEAST_EDGE = 256,
    /* The columns of a triangle of C are cut into about this many products, so that little of the
     * computed area lies outside the triangle. */
    TRIANGLE_PARTS = 8
};

/* Reserves `bytes` bytes at the offset *end, rounded up to ALIGNMENT, and moves *end behind them.
 * Returns the offset of the reserved bytes. */
static size_t place_array(size_t *end, int64_t bytes)
{
    const size_t at = *end;
    *end += (size_t)round_up(bytes, ALIGNMENT);
    return at;
}

int64_t ddblas_gemm_residue_padded(const struct gemm_residue_plan *p, int64_t lines)
{
    return round_up(lines, p->fused ? GEMM_FUSED_LINES : GEMM_PAD_LINES);
}

struct gemm_residue_layout ddblas_gemm_residue_layout_of(const struct gemm_residue_plan *p)
{
    struct gemm_residue_layout l = {{0}, {0}, {0}, {0}, 0, 0, 0, 0, 0, 0};
    const int64_t lines[2] = {p->lines_a, p->lines_b};
    const int64_t terms = round_up(p->terms, GEMM_PAD_TERMS), pitch = ddblas_gemm_residue_padded(p, p->rows);
    const int64_t columns = ddblas_gemm_residue_padded(p, p->columns);
    /* Bytes of all products for an element of C: INT32 numbers, or bytes and the guard's INT32. */
    const int64_t bytes = p->fused ? GEMM_MODULI_MOST + 4 : 4 * GEMM_PLANES_MOST;
    for (int side = 0; side < 2; side++)
    {
        const int64_t padded = p->prepared >> side & 1 ? 0 : ddblas_gemm_residue_padded(p, lines[side]);
        l.tops[side] = place_array(&l.end, 16 * padded);
        l.keys[side] = l.tops[side] + 8 * (size_t)padded;
        l.uppers[side] = l.tops[side] + 12 * (size_t)padded;
        l.residue[side] = place_array(&l.end, GEMM_PLANES_MOST * padded * terms);
    }
    l.products = place_array(&l.end, bytes * pitch * columns);
    l.mask = place_array(&l.end, pitch / 8 * columns);
    l.any = place_array(&l.end, 4);
    l.one = place_array(&l.end, 16);
    l.product_workspace = place_array(&l.end, (int64_t)p->product_workspace);
    return l;
}

static int plan_fits(struct gemm_residue_plan *p, size_t budget)
{
    p->workspace = ddblas_gemm_residue_layout_of(p).end;
    return p->workspace <= budget;
}

/* Returns about half of `lines`, rounded up to a multiple of `unit`, or of `lines` if lines <
 * unit. */
static int64_t halved_lines(int64_t lines, int64_t unit) { return round_up(most(lines / 2, 1), least(unit, lines)); }

/* Makes the plan one step smaller, or returns 0 if it is already the smallest. Before the number of
 * terms is reduced, the workspace of cuBLAS is given up, because cuBLAS needs none for such small
 * products. */
static int shrink_plan(struct gemm_residue_plan *p)
{
    if (p->fused && most(p->rows, p->columns) > GEMM_PRODUCT_EDGE)
    {
        int64_t *larger = p->rows >= p->columns ? &p->rows : &p->columns;
        *larger = halved_lines(*larger, GEMM_PRODUCT_EDGE);
    }
    else if (p->lines_a > GEMM_PRODUCT_EDGE)
        p->lines_a = halved_lines(p->lines_a, GEMM_PRODUCT_EDGE);
    else if (p->lines_b > GEMM_PRODUCT_EDGE)
        p->lines_b = halved_lines(p->lines_b, GEMM_PRODUCT_EDGE);
    else if (most(p->lines_a, p->lines_b) > LEAST_EDGE ||
             (p->terms <= LEAST_TERMS && most(p->lines_a, p->lines_b) > (p->fused ? GEMM_FUSED_LINES : GEMM_PAD_LINES)))
    {
        int64_t *larger = p->lines_a >= p->lines_b ? &p->lines_a : &p->lines_b;
        *larger = halved_lines(*larger, p->fused ? GEMM_FUSED_LINES : GEMM_PAD_LINES);
    }
    else if (p->product_workspace > 0)
        p->product_workspace = 0;
    else if (!p->fused && p->terms > LEAST_TERMS)
        p->terms = round_up(p->terms / 2, p->prepared ? GEMM_PREPARED_TERMS : GEMM_PAD_TERMS);
    else
        return 0;
    p->rows = least(p->rows, p->lines_a);
    p->columns = least(p->columns, p->lines_b);
    return 1;
}

static int make_plan_of(struct gemm_residue_plan *plan, int64_t m, int64_t n, int64_t k, int triangle, int fused, int prepared,
                        size_t budget)
{
    /* Larger blocks would exceed every budget. The limit also keeps products of two sizes within 64
     * bits. */
    const int64_t limit = (int64_t)1 << 30;
    const int64_t lines_a = least(m, limit), lines_b = least(n, limit), edge = fused ? GEMM_FUSED_EDGE : GEMM_PRODUCT_EDGE;
    *plan = (struct gemm_residue_plan){.slice = least(k, GEMM_TERMS_MOST),
                                       .lines_a = lines_a,
                                       .lines_b = lines_b,
                                       .rows = least(lines_a, edge),
                                       .columns = least(lines_b, edge),
                                       .fused = fused,
                                       .prepared = prepared,
                                       .product_workspace = fused ? 0 : H200_CUBLAS_WORKSPACE};
    plan->terms = plan->slice;
    plan->form = ddblas_gemm_residue_form_of(plan->slice);
    if (triangle)
        plan->columns = least(lines_b, most(LEAST_EDGE, least(edge, round_up(n / TRIANGLE_PARTS, LEAST_EDGE))));
    while (plan->lines_a > (int64_t)1 << 20)
        plan->lines_a = halved_lines(plan->lines_a, GEMM_PRODUCT_EDGE);
    while (plan->lines_b > (int64_t)1 << 20)
        plan->lines_b = halved_lines(plan->lines_b, GEMM_PRODUCT_EDGE);
    while (!plan_fits(plan, budget))
        if (!shrink_plan(plan))
            return 0;
    return 1;
}

int ddblas_gemm_residue_make_plan_with(struct gemm_residue_plan *plan, int64_t m, int64_t n, int64_t k, int triangle, int fused,
                                       int prepared, size_t budget)
{
    return (fused && make_plan_of(plan, m, n, k, triangle, 1, prepared, budget)) ||
           make_plan_of(plan, m, n, k, triangle, 0, prepared, budget);
}

int ddblas_gemm_residue_make_plan(struct gemm_residue_plan *plan, int64_t m, int64_t n, int64_t k, int triangle, int fused,
                                  size_t budget)
{
    return ddblas_gemm_residue_make_plan_with(plan, m, n, k, triangle, fused, 0, budget);
}

size_t ddblas_gemm_residue_budget_within(double device_memory)
{
    const double most_bytes = 17179869184.0;
    return (size_t)fmin(most_bytes, fmax(268435456.0, device_memory / 4.0));
}
