/*
 * Level 1 inside the library: one problem for all routines and types, which level1.c checks and
 * gives to the engine of the handle. To add a routine, write its row in level1_routines.def, its
 * entry point in level1.c, and its kernels.
 */
#ifndef DDBLAS_LEVEL1_H
#define DDBLAS_LEVEL1_H

#include <dd/level1.h>

#include "core/core.h"

enum ddblas_level1_routine
{
#define DDBLAS_LEVEL1(name, form, result, ...) DDBLAS_LEVEL1_##name,
#include "level1_routines.def"
    DDBLAS_LEVEL1_COUNT
};

enum ddblas_level1_form
{
    DDBLAS_LEVEL1_UPDATE,
    DDBLAS_LEVEL1_SUM,
    DDBLAS_LEVEL1_EXTREME
};

enum ddblas_level1_result
{
    DDBLAS_LEVEL1_NONE,
    DDBLAS_LEVEL1_NUMBER,
    DDBLAS_LEVEL1_INDEX
};

/* Positions of arguments in the prototype; 0 for an argument that a routine does not have. */
struct ddblas_level1_positions
{
    int a, b, x, incx, y, incy, result;
};

struct ddblas_level1_traits
{
    const char *name;
    enum ddblas_level1_form form;
    enum ddblas_level1_result result;
    struct ddblas_level1_positions at;
};

extern const struct ddblas_level1_traits ddblas_level1_traits[DDBLAS_LEVEL1_COUNT];

/* A problem with checked arguments: n >= 1, and incx > 0 in routines of one vector. In routines of
 * two vectors incx and incy are not 0, except that incx of copy may be 0. Vectors point at the
 * caller's first stored element. With a negative increment, element i of n is at
 * (i - (n - 1)) * inc from there, as in BLAS. The routine decides which vectors are written. */
struct ddblas_level1_problem
{
    enum ddblas_level1_routine routine;
    ddblasType_t type;           /* Type of the vectors. */
    ddblasType_t a_type, b_type; /* Types of the scalars. */
    ddblasType_t result_type;    /* Type of a result that is a NUMBER. */
    int64_t n;
    const void *a; /* alpha, c of rot, or param of rotm; in host or engine memory, by the mode. */
    const void *b; /* s of rot. */
    void *x;
    int64_t incx;
    void *y;
    int64_t incy;
    void *result; /* In host or engine memory, by the mode. */
};

/* Returns the index of element `i` of n, counted from the caller's first stored element. */
static inline int64_t ddblas_level1_at(int64_t i, int64_t n, int64_t increment)
{
    return increment > 0 ? i * increment : (i - (n - 1)) * increment;
}

/* Compute the problem on the engine. */
ddblasStatus_t ddblas_level1_cpu(ddblasHandle_t handle, const struct ddblas_level1_problem *problem);
ddblasStatus_t ddblas_level1_cuda(ddblasHandle_t handle, const struct ddblas_level1_problem *problem);
/* The CUDA engine for S, D, C, Z. */
ddblasStatus_t ddblas_level1_cublas(ddblasHandle_t handle, const struct ddblas_level1_problem *problem);

/* Bytes of workspace of the CUDA engine in W and U, and in S, D, C, Z. */
size_t ddblas_level1_cuda_workspace(void);
size_t ddblas_level1_cublas_workspace(void);

/* Writes 0 to a result of `bytes` bytes in the device's memory, in the stream's turn. */
ddblasStatus_t ddblas_level1_zero_cuda(ddblasHandle_t handle, void *result, size_t bytes);

#endif
