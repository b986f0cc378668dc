/*
 * geam, dgmm, lacpy and laset for any processor.
 */
#define KERNELS ddblas_matrix_tiles_portable
#include "matrix_cpu_tiles.h"
