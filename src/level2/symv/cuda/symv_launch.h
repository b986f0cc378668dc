/*
 * The launches of symv's kernels, one function for each type: src/level2/symv_cuda_<letter>.cu.
 */
#ifndef DDBLAS_LEVEL2_SYMV_LAUNCH_H
#define DDBLAS_LEVEL2_SYMV_LAUNCH_H

#include "backend/launches.h"
#include "level2/symv/symv.h"
#include "level2/symv/symv_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where and how a launch goes. */
struct symv_target
{
    void *stream;
    struct ddblas_launches *launches; /* null: without graphs */
    void *workspace;
    int device;
    int device_scalars; /* alpha and beta are device pointers */
    const void *kernel; /* compiled at run time; null: the plan's shape is compiled into the library */
};

/* White-box tests: every later call uses this choice, NOT_SUPPORTED where it is not feasible; null ends it. */
void ddblas_symv_cuda_substitute(const struct symv_choice *choice);

/* Each returns a cudaError_t. */
#define SYMV_LAUNCH_OF(letter, type, real, is_complex)                                                                           \
    int ddblas_symv_launch_##letter(const struct ddblas_symv_problem *problem, const struct symv_plan *plan,                     \
                                    const struct symv_target *target);
#define DDBLAS_TYPE            SYMV_LAUNCH_OF
#define DDBLAS_COMPLEX_DD_TYPE SYMV_LAUNCH_OF
#include <dd/types.def>

#ifdef __cplusplus
}
#endif

#endif
