/*
 * What the caller's order or a table says about symv on the GPU, in the place of the built-in choice.
 */
#ifndef DDBLAS_LEVEL2_SYMV_CHOSEN_H
#define DDBLAS_LEVEL2_SYMV_CHOSEN_H

#include "symv.h"
#include "symv_plan.h"

/* That of ddblas_symv_choose_mutexes where the handle's order asks for one and there is one; then the table's choice for this
 * problem when it has one that can run; then the built-in one. */
struct symv_choice ddblas_symv_chosen(ddblasHandle_t handle, const struct ddblas_symv_problem *problem,
                                      const struct symv_device *device);

/* Bytes of workspace that suffice for every plan that the handle may choose for orders up to n. Never falls as n grows. */
size_t ddblas_symv_chosen_workspace(ddblasHandle_t handle, ddblasType_t type, const struct symv_device *device, int64_t n);

#endif
