/*
 * Common parts of the .npy reader and writer.
 */
#ifndef DDBLAS_IO_NPY_H
#define DDBLAS_IO_NPY_H

#include "file.h"

#define DDBLAS_NPY_MAGIC "\x93NUMPY"

/* *value = the number of `bytes` bytes at p, of a kind of descr: f, c (one of its two parts), i, u
 * or b. swap: the bytes are in the order of other machines. Exact but for the range of f16, beyond
 * which it is rounded as cuddFromString rounds. Returns 0 for 16 bytes that are no 80-bit number of
 * x86; *value is then 0. */
int ddblas_npy_number(const unsigned char *p, char kind, int bytes, int swap, cuddreal *value);

ddblasStatus_t ddblas_npy_write(struct ddblas_target *t, const ddblasHostMatrix *A, const ddblasHostMatrix *im,
                                const ddblasWriteOptions *options);

#endif
