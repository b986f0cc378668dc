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
    /* Thread blocks of the factorisation that a multiprocessor holds at this type and number of
     * columns. */
    int resident;
};

/* Replaces the automatic entries of *plan with a table's parameters: design, fan-in, leaves,
 * chunks. The leaves are as tall as that many leaves for each multiprocessor make them, but have at
 * least that many chunks. */
void ddblas_tsqr_take(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n, const int32_t *parameters,
                      ddblasTsqrPlan_t *plan);

/* Replaces the automatic entries of *plan for an m x n matrix, m >= n >= 1. */
void ddblas_tsqr_choose_built_in(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n,
                                 ddblasTsqrPlan_t *plan);

/* Tells whether R and Q of an m x n matrix are worth an attempt with Gram matrices. */
int ddblas_tsqr_suits_gram(ddblasType_t type, int64_t m, int64_t n);

/* Predicted microseconds for a panel with a complete plan. */
double ddblas_tsqr_predict(const struct tsqr_device *device, ddblasType_t type, int64_t m, int64_t n,
                           const ddblasTsqrPlan_t *plan);

/* The id of the space of tsqr on a GPU (tune.h). */
extern const char ddblas_tsqr_cuda_id;

/* The same as ddblas_tsqr_choose_built_in, but parameters in the handle's table come first:
 * tsqr_choice.c. */
void ddblas_tsqr_choose_for_handle(ddblasHandle_t handle, const struct tsqr_device *device, ddblasType_t type, int64_t m,
                                   int64_t n, ddblasTsqrPlan_t *plan);

#ifdef __cplusplus
}
#endif

#endif
