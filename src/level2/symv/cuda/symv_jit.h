/*
 * Kernels of symv in shapes that are not compiled into the library: finds which template instance a
 * plan needs.
 */
#ifndef DDBLAS_LEVEL2_SYMV_JIT_H
#define DDBLAS_LEVEL2_SYMV_JIT_H

#include "level2/symv/symv.h"
#include "level2/symv/symv_plan.h"

struct ddblas_jit_request;
struct ddblas_jit_kernel;

/* Describes the template instance that symv_launch.cuh would use for this plan. The description is
 * stored in *request unless `request` is null. Returns a tag that no other instance has. */
uint64_t ddblas_symv_request(ddblasType_t type, int hermitian, const struct symv_plan *plan, int32_t capability,
                             struct ddblas_jit_request *request);

/* Returns 1 if the plan can run. *kernel is null if its shape is compiled into the library;
 * otherwise it is the kernel, which the first call on a machine compiles. Returns 0 if there is no
 * kernel. */
int ddblas_symv_kernel(ddblasHandle_t handle, ddblasType_t type, int hermitian, const struct symv_plan *plan,
                       const void **kernel);

/* Compiles, in parallel, the kernels of the choices list[count] for columns that start on cache
 * line boundaries. Sets states[i] to 1 if the kernel is ready, and to 0 if it cannot be compiled,
 * spills registers to memory, or has fewer blocks on a multiprocessor than the shape requires. */
void ddblas_symv_ready(ddblasHandle_t handle, ddblasType_t type, int hermitian, const struct symv_choice *list, int count,
                       char *states, int (*progress)(void *context, double done), void *context);

#endif
