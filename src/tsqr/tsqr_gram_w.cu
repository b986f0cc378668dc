/*
 * The kernels of Gram matrices for W.
 */
#include "tsqr_gram_w.cuh"
#include "tsqr_gram_launch.cuh"

extern "C" const tsqr_gram_kernels ddblas_tsqr_gram_W = tsqr_gram_launch<cuddreal>::table();
