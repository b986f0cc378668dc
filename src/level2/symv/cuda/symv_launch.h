/*
 * The launches of symv's kernels, one function per type. The build makes a source for each type
 * that includes symv_launch.cuh.
 */
#ifndef DDBLAS_LEVEL2_SYMV_LAUNCH_H
#define DDBLAS_LEVEL2_SYMV_LAUNCH_H

#include "backend/launch_graphs.h"
#include "level2/symv/symv.h"
#include "level2/symv/symv_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where and how to launch. */
struct symv_target
{
    void *stream;
    struct ddblas_launch_graphs *graphs; /* Null: launch without graphs. */
    void *workspace;
    int device;
    int device_scalars; /* 1: alpha and beta are device pointers. */
    /* Kernel compiled at run time; null if the plan's shape is compiled into the library. */
    const void *kernel;
};

/* For white-box tests: every later call uses this choice, or fails with NOT_SUPPORTED if the choice
 * cannot run. Null restores the normal choice. */
void ddblas_symv_cuda_substitute(const struct symv_choice *choice);

/* Declares ddblas_symv_launch_<letter> for each type, which symv_launch.cuh defines. The functions
 * return a cudaError_t. */
#define SYMV_LAUNCH_OF(letter, type, real, is_complex)                                                                           \
    int ddblas_symv_launch_##letter(const struct ddblas_symv_problem *problem, const struct symv_plan *plan,                     \
                                    const struct symv_target *target);
#define DDBLAS_TYPES DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE  SYMV_LAUNCH_OF
#include <dd/types.def>

#ifdef __cplusplus
}
#endif

#endif
