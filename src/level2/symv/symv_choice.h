/*
 * The choice of method, shape and edge for a call of symv on the GPU, from the handle's order of
 * summation, its table, or the built-in choice of symv_plan.h.
 */
#ifndef DDBLAS_LEVEL2_SYMV_CHOICE_H
#define DDBLAS_LEVEL2_SYMV_CHOICE_H

#include "symv.h"
#include "symv_plan.h"

/* Returns the choice for a problem. If the order of summation of the handle asks for mutexes and
 * ddblas_symv_choose_mutexes finds a choice, this choice is returned. Otherwise the choice of the
 * handle's table is returned if there is one that can run, and else the built-in choice. */
struct symv_choice ddblas_symv_choose_for_handle(ddblasHandle_t handle, const struct ddblas_symv_problem *problem,
                                                 const struct symv_device *device);

/* Returns bytes of workspace that suffice for every plan that the handle may choose for orders up
 * to n. The result never decreases as n grows. */
size_t ddblas_symv_workspace_of_handle(ddblasHandle_t handle, ddblasType_t type, const struct symv_device *device, int64_t n);

/* The id of the space of symv on a GPU (tune.h). */
extern const char ddblas_symv_cuda_id;

#endif
