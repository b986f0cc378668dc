/*
 * Double-double trsm on both engines by halves (trsm_halves.h). On the CUDA engine, large systems
 * are solved by panels instead (trsm_panels.c).
 */
#include "level3/structured/block_operations.h"
#include "level3/vendor/vendor.h"
#include "level3/structured/triangular_w.h"
#include "trsm_halves.h"
#include "trsm_panels.h"

static ddblasStatus_t solve_piece(void *run, const struct ddblas_triangular_problem *p, struct ddblas_trsm_piece f)
{
    const struct ddblas_systems systems = ddblas_trsm_systems(p, f.at, f.order, f.alpha);
    return ddblas_block_solve(run, &systems);
}

static ddblasStatus_t subtract_product(void *run, const struct ddblas_triangular_problem *p,
                                       const struct ddblas_trsm_product *product)
{
    struct ddblas_block_run *b = run;
    struct ddblas_gemm_problem problem = product->problem;
    const void *block = ddblas_block_at(b, p->A, product->block);
    void *from = ddblas_block_to(b, p->C, product->from);
    problem.alpha = b->minus;
    problem.A = product->block_is_left ? block : from;
    problem.B = product->block_is_left ? from : block;
    problem.C = ddblas_block_to(b, p->C, product->to);
    return ddblas_block_gemm_part(b, &problem);
}

ddblasStatus_t ddblas_trsm_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_triangular_problem *p = problem;
    const struct ddblas_trsm_piece all = {0, ddblas_triangular_order(p), b->alpha};
    const struct ddblas_trsm_steps steps = {solve_piece, subtract_product, b, ddblas_block_system(b), b->carry};
    if (!ddblas_type_is_double_double(b->type))
        return ddblas_vendor_trsm_blocks(b, p);
#if DDBLAS_HAVE_CUDA
    if (ddblas_trsm_by_panels(b, p))
        return ddblas_trsm_panels(b, p);
#endif
    return ddblas_trsm_by_halves(&steps, p, all);
}

ddblasStatus_t ddblas_trsm_w(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem)
{
    return ddblas_triangular_w(handle, ddblas_trsm_blocks, problem);
}

size_t ddblas_trsm_w_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, int64_t m, int64_t n)
{
    return ddblas_triangular_w_workspace(handle, type, ddblas_trsm_blocks, side, m, n);
}
