/*
 * TSQR blocks of S, D, C, Z on the CPU: LAPACK by its C interface, one single-threaded call for
 * each block.
 */
#include <math.h>
#include <string.h>

#include <dd/ddblas.h>

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "tsqr_cpu.h"

#include "core/sizes.h"

enum
{
    /* In matrices of up to this many columns the factors tau are corrected (make_unitary), because
     * the error bound 4 n u is then so small that the error of a single tau of LAPACK uses it
     * up. */
    FEW = 16,
    /* Terms of a partial sum of squares. The number of additions that an element passes is about
     * RUN + count / RUN, and the error grows with it. */
    RUN = 512
};

/* Returns the largest workspace, in elements, that LAPACK's blocked geqrf, ormqr and orgqr need: 64
 * for each column, because their blocks have 64 columns, and 65 x 64 for the triangle T of a
 * block. */
static lapack_int work_elements(int64_t columns) { return (lapack_int)(64 * columns + 65 * 64); }

/* Defines ddblas_tsqr_cpu_s. */
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

/* Defines ddblas_tsqr_cpu_d. */
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

/* Defines ddblas_tsqr_cpu_c. */
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

/* Defines ddblas_tsqr_cpu_z. */
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
