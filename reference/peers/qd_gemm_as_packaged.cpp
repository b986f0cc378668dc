/*
 * gemm over QD's dd_real as a user of the package gets it: no flag for the processor, QD's headers
 * as they are installed.
 */
#include <qd/dd_real.h>

#define QD_GEMM qd_gemm_as_packaged
#include "qd_gemm.cpp"
