/*
 * The kernels of Gram matrices for D.
 */
#include "tsqr_gram.cuh"
#include "tsqr_gram_launch.cuh"

extern "C" const tsqr_gram_kernels ddblas_tsqr_gram_D = tsqr_gram_launch<double>::table();
