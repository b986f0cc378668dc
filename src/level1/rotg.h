/*
 * rotg and rotmg inside the library: one problem for both and all types. rotg.c checks the
 * arguments and computes with scalars in host memory; rotg_cuda.cu has scalars on the device.
 */
#ifndef DDBLAS_LEVEL1_ROTG_H
#define DDBLAS_LEVEL1_ROTG_H

#include "core/core.h"
#include "rotg_element.h"

/* One kernel with one thread, in the stream of the handle. */
ddblasStatus_t ddblas_rotg_cuda(ddblasHandle_t handle, const struct ddblas_rotg *problem);

#endif
