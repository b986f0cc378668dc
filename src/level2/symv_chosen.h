/*
 * What a table says about symv on the GPU, in the place of the built-in choice.
 */
#ifndef DDBLAS_LEVEL2_SYMV_CHOSEN_H
#define DDBLAS_LEVEL2_SYMV_CHOSEN_H

#include "symv.h"
#include "symv_plan.h"

/* The table's choice for this problem when it has one that can run at its order, otherwise the built-in one. */
struct symv_choice ddblas_symv_chosen(ddblasHandle_t handle, const struct ddblas_symv_problem *problem,
                                      const struct symv_device *device);

/* Bytes of workspace that suffice for every plan, the table's and the built-in ones, of orders up to n. Never falls as n grows.
 */
size_t ddblas_symv_chosen_workspace(ddblasHandle_t handle, ddblasType_t type, const struct symv_device *device, int64_t n);

#endif
