/*
 * The CUDA engine's choices for a factorisation. Arithmetic only: tsqr_plan.c.
 */
#ifndef DDBLAS_TSQR_TSQR_PLAN_H
#define DDBLAS_TSQR_TSQR_PLAN_H

#include "tsqr.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tsqr_device
{
    int multiprocessors;
    /* Number of thread blocks of the factorisation that a multiprocessor holds at once, for the
     * type and the number of columns of the matrix. */
    int resident;
};

/* Replaces the automatic entries of *plan with values from the four parameters of a table: design,
 * fan-in, leaves for each multiprocessor, and the least number of chunks of a leaf. The height of a
 * leaf follows from the third: each multiprocessor gets that many leaves, unless a leaf would then
 * have fewer chunks than the fourth parameter demands. */
void ddblas_tsqr_take(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n, const int32_t *parameters,
                      ddblasTsqrPlan_t *plan);

/* Replaces the automatic entries of *plan for an m x n matrix, m >= n >= 1. */
void ddblas_tsqr_choose_built_in(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n,
                                 ddblasTsqrPlan_t *plan);

/* Returns 1 if R and Q of an m x n matrix are worth an attempt with Gram matrices. */
int ddblas_tsqr_suits_gram(ddblasType_t type, int64_t m, int64_t n);

/* Returns the predicted time, in microseconds, of a panel with a complete plan. */
double ddblas_tsqr_predict(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n,
                           const ddblasTsqrPlan_t *plan);

/* The id of the space of tsqr on a GPU (tune.h). */
extern const char ddblas_tsqr_cuda_id;

/* Replaces the automatic entries of *plan with parameters from the handle's table, if it has any
 * for this case, and the others as ddblas_tsqr_choose_built_in does (tsqr_choice.c). */
void ddblas_tsqr_choose_for_handle(ddblasHandle_t handle, const struct tsqr_device *device, ddblasType_t type, int64_t m,
                                   int64_t n, ddblasTsqrPlan_t *plan);

#ifdef __cplusplus
}
#endif

#endif
