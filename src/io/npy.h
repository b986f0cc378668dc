/*
 * Common parts of the .npy reader and writer.
 */
#ifndef DDBLAS_IO_NPY_H
#define DDBLAS_IO_NPY_H

#include "file.h"

#define DDBLAS_NPY_MAGIC "\x93NUMPY"

ddblasStatus_t ddblas_npy_write(struct ddblas_target *t, const ddblasHostMatrix *A, const ddblasHostMatrix *im,
                                const ddblasWriteOptions *options);

#endif
