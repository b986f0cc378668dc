/*
 * The kernels of Gram matrices for S.
 */
#include "tsqr_gram.cuh"
#include "tsqr_gram_launch.cuh"

extern "C" const tsqr_gram_kernels ddblas_tsqr_gram_S = tsqr_gram_launch<float>::table();
