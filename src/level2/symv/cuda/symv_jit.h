/*
 * Kernels of symv in shapes that are not compiled into the library: which instance of the templates a plan needs.
 */
#ifndef DDBLAS_LEVEL2_SYMV_JIT_H
#define DDBLAS_LEVEL2_SYMV_JIT_H

#include "level2/symv/symv.h"
#include "level2/symv/symv_plan.h"

struct ddblas_jit_request;
struct ddblas_jit_kernel;

/* The instance that symv_launch.cuh would take for this plan, and a number that no other instance has. */
uint64_t ddblas_symv_request(ddblasType_t type, int hermitian, const struct symv_plan *plan, int32_t capability,
                             struct ddblas_jit_request *request);

/* 1 when the plan can run: *kernel is null for a shape that is compiled in, otherwise the kernel, compiled at the first call on
 * this machine. 0 when it cannot be had. */
int ddblas_symv_kernel(ddblasHandle_t handle, ddblasType_t type, int hermitian, const struct symv_plan *plan,
                       const void **kernel);

/* Compiles the kernels of the choices list[count] for columns that start on lines, in parallel; states[i]: 1 ready, 0 not to be
 * had or not worth having: registers spilled to memory, or fewer blocks on a multiprocessor than the shape promises. */
void ddblas_symv_ready(ddblasHandle_t handle, ddblasType_t type, int hermitian, const struct symv_choice *list, int count,
                       char *states, int (*progress)(void *context, double done), void *context);

#endif
