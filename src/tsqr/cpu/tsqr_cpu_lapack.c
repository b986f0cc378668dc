/*
 * S, D, C, Z blocks of TSQR on the CPU: LAPACK by its C interface, one single-threaded call a block.
 */
#include <math.h>
#include <string.h>

#include <dd/ddblas.h>

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "tsqr_cpu.h"

enum
{
    FEW = 16, /* columns up to which errors of 4 n u leave no room for those of a single reflection */
    RUN = 512 /* terms of a partial sum of squares: errors grow with RUN + count / RUN */
};

/* What LAPACK's blocked forms of geqrf, ormqr and orgqr ask for at most: blocks of 64 columns, and 65 x 64 for a triangle. */
static lapack_int work_elements(int64_t columns) { return (lapack_int)(64 * columns + 65 * 64); }

#define ELEMENT float
#define REAL    float
#define PARTS   1
#define GEQRF   LAPACKE_sgeqrf_work
#define MQR     LAPACKE_sormqr_work
#define GQR     LAPACKE_sorgqr_work
#define ADJOINT 'T'
#define FREXP   frexpf
#define LDEXP   ldexpf
#define SQRT    sqrtf
#define FABS    fabsf
#define OPS     ddblas_tsqr_cpu_s
#define NAME(f) f##_s
#include "tsqr_cpu_lapack_type.h"

#define ELEMENT double
#define REAL    double
#define PARTS   1
#define GEQRF   LAPACKE_dgeqrf_work
#define MQR     LAPACKE_dormqr_work
#define GQR     LAPACKE_dorgqr_work
#define ADJOINT 'T'
#define FREXP   frexp
#define LDEXP   ldexp
#define SQRT    sqrt
#define FABS    fabs
#define OPS     ddblas_tsqr_cpu_d
#define NAME(f) f##_d
#include "tsqr_cpu_lapack_type.h"

#define ELEMENT ddblasComplex
#define REAL    float
#define PARTS   2
#define GEQRF   LAPACKE_cgeqrf_work
#define MQR     LAPACKE_cunmqr_work
#define GQR     LAPACKE_cungqr_work
#define ADJOINT 'C'
#define FREXP   frexpf
#define LDEXP   ldexpf
#define SQRT    sqrtf
#define FABS    fabsf
#define OPS     ddblas_tsqr_cpu_c
#define NAME(f) f##_c
#include "tsqr_cpu_lapack_type.h"

#define ELEMENT ddblasDoubleComplex
#define REAL    double
#define PARTS   2
#define GEQRF   LAPACKE_zgeqrf_work
#define MQR     LAPACKE_zunmqr_work
#define GQR     LAPACKE_zungqr_work
#define ADJOINT 'C'
#define FREXP   frexp
#define LDEXP   ldexp
#define SQRT    sqrt
#define FABS    fabs
#define OPS     ddblas_tsqr_cpu_z
#define NAME(f) f##_z
#include "tsqr_cpu_lapack_type.h"
