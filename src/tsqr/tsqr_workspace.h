/*
 * The CUDA engine's workspace of a task: which arrays it has, and at which offsets. These functions
 * only compute sizes; they allocate nothing.
 */
#ifndef DDBLAS_TSQR_TSQR_WORKSPACE_H
#define DDBLAS_TSQR_TSQR_WORKSPACE_H

#include "tsqr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 1 if the Gram route is tried first for the task. */
int ddblas_tsqr_by_gram(const struct ddblas_tsqr_problem *problem);

/* Returns the bytes of an element of the Gram route's work type (tsqr_gram.h). */
size_t ddblas_tsqr_gram_element_size(ddblasType_t type);

/* Offsets of a task's arrays in the workspace, in bytes; all are multiples of 256. T: the argument
 * T, for tasks that have none. weights: W of a panel. tops: stacked top blocks. R: R, for tasks
 * that do not return it. norms: partial norms. counters: the counters of the design ONE_LAUNCH.
 * partial, gram, factors, refused: the arrays of struct tsqr_gram. bytes: the size of the
 * workspace. */
struct tsqr_workspace
{
    size_t T, weights, tops, R, norms, counters, partial, gram, factors, refused, bytes;
};

struct tsqr_workspace ddblas_tsqr_workspace_of(const struct ddblas_tsqr_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
