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
    int resident; /* blocks of the factorisation that one holds at this type and number of columns */
};

/* *plan with its automatic entries replaced by a table's parameters: design, fan-in, and leaves as high as that many for each
 * multiprocessor need, but of that many chunks at least. */
void ddblas_tsqr_take(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n, const int32_t *parameters,
                      ddblasTsqrPlan_t *plan);

/* *plan with its automatic entries replaced for an m x n matrix, m >= n >= 1. */
void ddblas_tsqr_choose(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n, ddblasTsqrPlan_t *plan);

/* Whether R and Q of an m x n matrix are worth an attempt by Gram matrices. */
int ddblas_tsqr_suits_gram(ddblasType_t type, int64_t m, int64_t n);

/* Microseconds that a panel is predicted to take with a complete plan. */
double ddblas_tsqr_predict(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n,
                           const ddblasTsqrPlan_t *plan);

/* The same after what the handle's table says: tsqr_candidates_gpu.c. */
void ddblas_tsqr_chosen(ddblasHandle_t handle, const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n,
                        ddblasTsqrPlan_t *plan);

#ifdef __cplusplus
}
#endif

#endif
