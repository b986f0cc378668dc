/*
 * Products with band and packed matrices whose alpha is 0: y = beta y.
 */
#include "compact.h"

struct ddblas_gemv_problem ddblas_compact_scaling(const struct ddblas_compact_problem *p)
{
    const int64_t outputs = ddblas_compact_outputs(p);
    const struct ddblas_gemv_problem product = {.type = p->type,
                                                .type_of_a = p->type,
                                                .trans = DDBLAS_OP_N,
                                                .m = outputs,
                                                .n = 1,
                                                .alpha = p->alpha,
                                                .lda = outputs,
                                                .incx = 1,
                                                .beta = p->beta,
                                                .y = p->y,
                                                .incy = p->incy};
    return product;
}
