/*
 * trsm: describes the systems whose matrix is one diagonal block of T = op(A) as a struct
 * ddblas_systems, which the kernels take.
 */
#include "trsm_panels.h"

/* RIGHT: x T = b is equivalent to T^T x^T = b^T, so the rows of B are the vectors, and T is
 * transposed. */
struct ddblas_systems ddblas_trsm_systems(const struct ddblas_triangular_problem *p, int64_t at, int64_t order, const void *alpha)
{
    const int64_t size = (int64_t)ddblas_type_size(p->type);
    const int left = p->side == DDBLAS_SIDE_LEFT, along_rows = (p->trans == DDBLAS_OP_N) == left;
    return (struct ddblas_systems){.type = p->type,
                                   .conjugate = p->trans == DDBLAS_OP_C && ddblas_type_is_complex(p->type),
                                   .n = order,
                                   .vectors = left ? p->n : p->m,
                                   .all = left ? p->n : p->m,
                                   .upper = ddblas_triangular_is_lower(p) != left,
                                   .unit = p->diag == DDBLAS_DIAG_UNIT,
                                   .A = (const char *)p->A + (at + at * p->lda) * size,
                                   .row = along_rows ? 1 : p->lda,
                                   .column = along_rows ? p->lda : 1,
                                   .alpha = alpha,
                                   .x = (char *)p->C + at * (left ? 1 : p->ldc) * size,
                                   .step = left ? 1 : p->ldc,
                                   .stride = left ? p->ldc : 1};
}
