/*
 * symv and hemv for the tuner, on both engines: the forms, and functions that run a call and verify
 * its result.
 */
#ifndef DDBLAS_LEVEL2_SYMV_WORK_H
#define DDBLAS_LEVEL2_SYMV_WORK_H

#include "tune/tune.h"
#include "symv.h"

/* The forms, which are pairs of a routine and a triangle, in the order of ddblas_symv_form. */
extern const struct ddblas_tune_form ddblas_symv_forms[DDBLAS_SYMV_FORMS];

/* These functions are the members of struct ddblas_tune_space with these names. pointer: the
 * operands that `prepare` created. */
double ddblas_symv_bytes(ddblasType_t type, int form, int64_t n);
ddblasStatus_t ddblas_symv_prepare(ddblasHandle_t handle, ddblasType_t type, int form, int64_t n, void **pointer);
ddblasStatus_t ddblas_symv_run(ddblasHandle_t handle, void *pointer, int64_t n, int turn);
int ddblas_symv_agrees(ddblasHandle_t handle, void *pointer, int64_t n);
void ddblas_symv_release(ddblasHandle_t handle, void *pointer);

/* Returns the order whose matrix takes a quarter of the memory. `memory` is in bytes. */
int64_t ddblas_symv_largest(ddblasType_t type, double memory);

#endif
