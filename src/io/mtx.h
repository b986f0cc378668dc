/*
 * Common parts of the Matrix Market reader and writer.
 */
#ifndef DDBLAS_IO_MTX_H
#define DDBLAS_IO_MTX_H

#include "file.h"

/* The words for ddblasSymmetry_t. */
extern const char *const ddblas_mtx_symmetry[];

ddblasStatus_t ddblas_mtx_write(struct ddblas_target *t, const ddblasHostMatrix *A, const ddblasHostMatrix *im,
                                const ddblasWriteOptions *options);

#endif
