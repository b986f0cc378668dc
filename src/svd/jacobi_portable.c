/*
 * One-sided Jacobi: any processor.
 */
#define JACOBI(letter) ddblas_svd_jacobi_##letter##_portable
#include "jacobi_columns.h"
