/*
 * Products of the scaled matrix S with a column in host memory.
 */
#include "refine.h"
#include "factor/exponents/powers.h"

#include "core/checks.h"
#include "level3/gemm/gemm.h"

ddblasStatus_t ddblas_refine_times_s(struct ddblas_refine *f, int adjoint, cuddreal *w)
{
    static const cuddreal one[2] = {{1.0, 0.0}, {0.0, 0.0}}, zero[2] = {{0.0, 0.0}, {0.0, 0.0}};
    const struct ddblas_refine_problem *p = f->p;
    const int32_t *before = adjoint ? f->row : f->column, *after = adjoint ? f->column : f->row;
    const struct ddblas_gemm_problem product = {.type = p->element,
                                                .transa = adjoint ? DDBLAS_OP_C : DDBLAS_OP_N,
                                                .transb = DDBLAS_OP_N,
                                                .m = p->n,
                                                .n = 1,
                                                .k = p->n,
                                                .alpha = one,
                                                .A = f->full,
                                                .lda = f->ldfull,
                                                .B = p->X,
                                                .ldb = p->ldx,
                                                .beta = zero,
                                                .C = f->vectors,
                                                .ldc = p->n,
                                                .double_a = p->type == DDBLAS_TYPE_D};
    for (int64_t k = 0; k < f->numbers; k++)
        w[k] = times_power(w[k], -before[k / f->parts]);
    DDBLAS_CHECK(ddblas_refine_put_columns(f, p->X, p->ldx, w, 1));
    DDBLAS_CHECK(ddblas_gemm(f->handle, &product));
    DDBLAS_CHECK(ddblas_refine_fetch_columns(f, w, f->vectors, p->n, 1));
    for (int64_t k = 0; k < f->numbers; k++)
        w[k] = times_power(w[k], -after[k / f->parts]);
    return DDBLAS_STATUS_SUCCESS;
}
