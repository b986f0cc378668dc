/*
 * ddblas: dense linear algebra in double-double (W) and in single, double, complex and double
 * complex (S, D, C, Z) for NVIDIA GPUs and CPUs. This umbrella header declares the handle, what it
 * holds, and memory helpers, and includes the rest.
 *
 * Conventions are those of cuBLAS: column-major matrices, a handle, a stream, scalars on the host
 * or the device, a status from every call. Sizes are int64_t. A handle is used by one thread at a
 * time; different handles are independent.
 *
 * Engines. A handle works on one engine. With DDBLAS_ENGINE_CUDA all vectors and matrices are
 * device pointers and calls are asynchronous on the handle's stream; with DDBLAS_ENGINE_CPU they
 * are host pointers and calls return when the result is there.
 *
 * Alignment. Pointers to elements in a device's memory are multiples of 16 bytes in W and U. In
 * host memory, which is where scalars of DDBLAS_POINTER_MODE_HOST are on both engines and
 * everything is on the CPU engine, they need no more than a double's 8 bytes, although cuddreal is
 * declared with 16: arrays of Fortran's bind(C) types, of QD's dd_real and of C++'s operator new
 * will do, cast to cuddreal *. S, D, C, Z need the alignment of their floats or doubles. Anything
 * else is MISALIGNED.
 *
 * Operands that a call does not read, because alpha is 0 or a size is 0, may be null. With scalars
 * in the device's memory alpha counts as not 0.
 *
 * Threads of the CPU engine. Products, factorisations and conversions take a thread for each 50
 * microseconds of work or so, at most as many as the handle has: small calls run in the caller's
 * thread alone. OpenMP's threads wait by spinning unless told otherwise; where other programs use
 * the same cores set OMP_WAIT_POLICY=passive in the environment, or give the handle fewer threads.
 * A stack of 128 KiB suffices for every routine, in the calling thread and in OpenMP's
 * (OMP_STACKSIZE).
 *
 * Results are reproducible: the same inputs give the same bits on the same engine (and GPU model),
 * whatever the stream, the repetition or the number of CPU threads, unless a caller asks for
 * DDBLAS_SYMV_ORDER_ANY.
 *
 * Errors. A wrong argument is reported before anything is touched: DDBLAS_STATUS_INVALID_VALUE, its
 * position from ddblasGetLastArgument (the handle is argument 1) and a sentence from
 * ddblasGetLastError; comments give positions in brackets. A failed allocation leaves operands
 * intact. A status is NOT_INITIALIZED for a handle that is null or was destroyed, INVALID_VALUE for
 * a null pointer where a result goes, and DEVICE_ERROR when the device fails; the comments do not
 * repeat this.
 */
#ifndef DD_DDBLAS_H
#define DD_DDBLAS_H

#include <stddef.h>
#include <stdint.h>

#include <dd/cuddcomplex.h>
#include <dd/cuddreal.h>

#define DDBLAS_VERSION_MAJOR 0
#define DDBLAS_VERSION_MINOR 2
#define DDBLAS_VERSION_PATCH 0

#if defined(_WIN32)
#define DDBLAS_API
#else
#define DDBLAS_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Complex numbers, laid out as cuComplex, cuDoubleComplex, C's _Complex and std::complex: real part
 * x, imaginary part y. */
typedef struct ddblasComplex
{
    float x, y;
} ddblasComplex;

typedef struct ddblasDoubleComplex
{
    double x, y;
} ddblasDoubleComplex;

#define DDBLAS_STATUS(name, number, text) DDBLAS_STATUS_##name = number,
typedef enum ddblasStatus_t
{
#include <dd/status.def>
} ddblasStatus_t;

/* The letters of types.def as numbers. The types of every routine come first, DDBLAS_TYPE_COUNT of
 * them; U, which only some routines take, follows. */
#define DDBLAS_TYPES                                DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, type, real, is_complex) DDBLAS_TYPE_##letter,
typedef enum ddblasType_t
{
#include <dd/types.def>
    DDBLAS_TYPE_ALL_COUNT,
    DDBLAS_TYPE_COUNT = DDBLAS_TYPE_U
} ddblasType_t;

typedef enum ddblasEngine_t
{
    DDBLAS_ENGINE_AUTO = 0, /* CUDA when this build has it and a device is usable, otherwise CPU */
    DDBLAS_ENGINE_CPU = 1,
    DDBLAS_ENGINE_CUDA = 2
} ddblasEngine_t;

/* Where the scalars of calls are. They must not lie in memory that the call writes. */
typedef enum ddblasPointerMode_t
{
    DDBLAS_POINTER_MODE_HOST = 0,  /* alpha, beta are read on the host before the call returns */
    DDBLAS_POINTER_MODE_DEVICE = 1 /* alpha, beta are read by the engine when the call executes */
} ddblasPointerMode_t;

/* Which triangle of a symmetric or Hermitian matrix is stored; the other one is neither read nor
 * written. FULL means all elements; only lacpy and laset (dd/matrix.h) take it. Numbers as in
 * cuBLAS. */
typedef enum ddblasFillMode_t
{
    DDBLAS_FILL_MODE_LOWER = 0,
    DDBLAS_FILL_MODE_UPPER = 1,
    DDBLAS_FILL_MODE_FULL = 2
} ddblasFillMode_t;

/* op(X): X, its transpose or its conjugate transpose. Numbers as in cuBLAS. */
typedef enum ddblasOperation_t
{
    DDBLAS_OP_N = 0,
    DDBLAS_OP_T = 1,
    DDBLAS_OP_C = 2 /* for real types the same as T */
} ddblasOperation_t;

/* On which side of the other operand the symmetric or triangular matrix stands, and whether the
 * diagonal of a triangular one is taken as ones and not read. Numbers as in cuBLAS. */
typedef enum ddblasSideMode_t
{
    DDBLAS_SIDE_LEFT = 0,
    DDBLAS_SIDE_RIGHT = 1
} ddblasSideMode_t;

typedef enum ddblasDiagType_t
{
    DDBLAS_DIAG_NON_UNIT = 0,
    DDBLAS_DIAG_UNIT = 1
} ddblasDiagType_t;

/* Whether eigenvectors are computed. The values are cuSOLVER's. */
typedef enum
{
    DDBLAS_EIG_MODE_NOVECTOR = 0,
    DDBLAS_EIG_MODE_VECTOR = 1
} ddblasEigMode_t;

/* Which eigenvalues are computed. The values are cuSOLVER's. */
typedef enum
{
    DDBLAS_EIG_RANGE_ALL = 1001, /* All. */
    DDBLAS_EIG_RANGE_I = 1002,   /* Those of the numbers il .. iu in ascending order, from 1 on. */
    DDBLAS_EIG_RANGE_V = 1003    /* Those in the half-open interval (vl, vu]. */
} ddblasEigRange_t;

/* Norms of a matrix: the largest modulus of an element; the largest sum of moduli of a column; that
 * of a row; the root of the sum of the squares of moduli. */
typedef enum ddblasNorm_t
{
    DDBLAS_NORM_MAX = 0,
    DDBLAS_NORM_ONE = 1,
    DDBLAS_NORM_INF = 2,
    DDBLAS_NORM_FROBENIUS = 3
} ddblasNorm_t;

typedef struct ddblasContext *ddblasHandle_t;

#if !defined(__CUDACC_RTC__) /* kernels compiled at run time see the types and no host functions */

/* ---- handle ---------------------------------------------------------------------------------- */

/* Makes a handle on the engine that DDBLAS_ENGINE_AUTO chooses, after a self-test of the
 * arithmetic. The environment variable DDBLAS_CPU_ISA may name the instruction set of the CPU
 * engine's own kernels, portable, avx2 or avx512; by default it is the widest that the processor
 * has. Results do not depend on it. The first handle of a process reads it. ALLOC_FAILED,
 * SELFTEST_FAILED, INVALID_VALUE (null; DDBLAS_CPU_ISA has another value), NOT_SUPPORTED (the
 * processor lacks the set that it names). On failure *handle is null. */
DDBLAS_API ddblasStatus_t ddblasCreate(ddblasHandle_t *handle);

/* The same on a chosen engine. CUDA without a usable device is NO_DEVICE, in a build without CUDA
 * NOT_SUPPORTED: never the CPU in its place. The CUDA engine is bound to the device that is current
 * at this call, which must be current at its later calls. */
DDBLAS_API ddblasStatus_t ddblasCreateWithEngine(ddblasHandle_t *handle, ddblasEngine_t engine);

/* Frees the handle and its own workspace after the work in its stream. A null handle is
 * NOT_INITIALIZED. */
DDBLAS_API ddblasStatus_t ddblasDestroy(ddblasHandle_t handle);

/* The engine of the handle: CPU or CUDA. */
DDBLAS_API ddblasStatus_t ddblasGetEngine(ddblasHandle_t handle, ddblasEngine_t *engine);

/* A line that names the engine: the device and its compute capability, or the instruction set and
 * number of threads. At most size - 1 characters are written. */
DDBLAS_API ddblasStatus_t ddblasGetEngineName(ddblasHandle_t handle, char *name, size_t size);

/* The cudaStream_t on which later calls run; null is the default stream. The CPU engine keeps it
 * without using it. Calls on two streams must not share a workspace, the handle's own one included:
 * see ddblasSetWorkspace. */
DDBLAS_API ddblasStatus_t ddblasSetStream(ddblasHandle_t handle, void *stream);
DDBLAS_API ddblasStatus_t ddblasGetStream(ddblasHandle_t handle, void **stream);

/* Waits for all work of the handle's stream. DEVICE_ERROR reports an error of earlier asynchronous
 * work. */
DDBLAS_API ddblasStatus_t ddblasSynchronize(ddblasHandle_t handle);

/* Where scalars are read from; HOST at first. INVALID_VALUE (2): neither mode. */
DDBLAS_API ddblasStatus_t ddblasSetPointerMode(ddblasHandle_t handle, ddblasPointerMode_t mode);
DDBLAS_API ddblasStatus_t ddblasGetPointerMode(ddblasHandle_t handle, ddblasPointerMode_t *mode);

/* Threads of the CPU engine, of which at most 1024 are used; 0 restores the default of OpenMP.
 * Results do not depend on it. In a child process made by fork alone it is one thread. S, D, C and
 * Z use no more than OpenBLAS was built for. OpenMP ends the process when the system refuses it a
 * thread (a limit on processes or address space), so the library starts and ends as many threads as
 * a trial, once in each calling thread. Set: ALLOC_FAILED (2) when the system refuses them; the
 * setting stays as it was. A call, with a setting made elsewhere or the default, uses the threads
 * that it gets. Near the limit only half of the remaining threads are used. The trial does not see
 * what other code takes between it and the call. Get gives the number that a call of this thread
 * uses, 1 at least. INVALID_VALUE (2): negative. */
DDBLAS_API ddblasStatus_t ddblasSetThreads(ddblasHandle_t handle, int threads);
DDBLAS_API ddblasStatus_t ddblasGetThreads(ddblasHandle_t handle, int *threads);

/* Memory of the engine's side, 256-byte aligned, that the routines may use instead of memory that
 * the handle allocates for itself. Each routine has a query ddblas<routine>WorkspaceSize. With a
 * workspace set, no call allocates there: one that is too small is WORKSPACE_TOO_SMALL. (On a GPU
 * the runtime has memory of its own for what a handle keeps of launches that come again, made
 * outside graphs that a stream records: a few graphs of one or two kernels.) (null, 0) returns to
 * the handle's own. A workspace, set or the handle's own, serves one call at a time, in stream
 * order: after ddblasSetStream to another stream set another one, or synchronise. MISALIGNED (2):
 * not a multiple of 256; INVALID_VALUE (2): null with bytes. */
DDBLAS_API ddblasStatus_t ddblasSetWorkspace(ddblasHandle_t handle, void *workspace, size_t bytes);

/* The error text of the last failed call on this handle, one sentence; "" after none. With a
 * null handle: the last failure in this thread of a call that has no handle. Valid until the next
 * call on the handle. */
DDBLAS_API const char *ddblasGetLastError(ddblasHandle_t handle);

/* The position of the wrong argument in the last call that returned INVALID_VALUE or MISALIGNED,
 * counted from 1; otherwise 0.
 */
DDBLAS_API int ddblasGetLastArgument(ddblasHandle_t handle);

/* "DDBLAS_STATUS_..." and the sentence of status.def. Never null. */
DDBLAS_API const char *ddblasGetStatusName(ddblasStatus_t status);
DDBLAS_API const char *ddblasGetStatusString(ddblasStatus_t status);

/* The version of the library that is linked: 10000 major + 100 minor + patch. */
DDBLAS_API int ddblasGetVersion(void);

/* ---- memory: on the handle's engine, in its stream ------------------------------------------- */

/* bytes >= 0 of the engine's memory, 256-byte aligned; 0 bytes give a null pointer. ALLOC_FAILED,
 * and then *pointer is null. */
DDBLAS_API ddblasStatus_t ddblasMalloc(ddblasHandle_t handle, void **pointer, size_t bytes);
/* Gives it back; null is allowed. */
DDBLAS_API ddblasStatus_t ddblasFree(ddblasHandle_t handle, void *pointer);

/* Copies an m x n column-major matrix of element_size bytes an element between host and engine,
 * BLAS fashion: leading dimensions lda >= max(1, m), ldb >= max(1, m). Padding is not touched. The
 * host array may be reused on return. INVALID_VALUE: m (2) or n (3) negative, element_size (4) 0,
 * source (5) or destination (7) null when there are elements, leading dimensions (6, 8), also where
 * the last column would be beyond the address space. */
DDBLAS_API ddblasStatus_t ddblasSetMatrix(ddblasHandle_t handle, int64_t m, int64_t n, size_t element_size, const void *host,
                                          int64_t lda, void *engine, int64_t ldb);
DDBLAS_API ddblasStatus_t ddblasGetMatrix(ddblasHandle_t handle, int64_t m, int64_t n, size_t element_size, const void *engine,
                                          int64_t lda, void *host, int64_t ldb);
/* Copies a vector of n elements; increments incx, incy >= 1. INVALID_VALUE: n (2), element_size
 * (3), source (4), incx (5), destination (6), incy (7). */
DDBLAS_API ddblasStatus_t ddblasSetVector(ddblasHandle_t handle, int64_t n, size_t element_size, const void *host, int64_t incx,
                                          void *engine, int64_t incy);
DDBLAS_API ddblasStatus_t ddblasGetVector(ddblasHandle_t handle, int64_t n, size_t element_size, const void *engine, int64_t incx,
                                          void *host, int64_t incy);

/* ---- conversion of m x n matrices on the engine; all pointers are the engine's ------------------
 * Column-major, leading dimensions >= max(1, m); m = 0 or
 * n = 0 returns at once. Padding is not touched; the result must not overlap the source.
 * INVALID_VALUE with the position for a size, a leading dimension or a null pointer; MISALIGNED for
 * W. */

/* W[i + j ldw] = D[i + j ldd], exactly. */
DDBLAS_API ddblasStatus_t ddblasConvertDtoW(ddblasHandle_t handle, int64_t m, int64_t n, const double *D, int64_t ldd,
                                            cuddreal *W, int64_t ldw);
/* D[i + j ldd] = W[i + j ldw] rounded to nearest. */
DDBLAS_API ddblasStatus_t ddblasConvertWtoD(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *W, int64_t ldw,
                                            double *D, int64_t ldd);
/* Two separate arrays of high and low parts, leading dimension lds both, to pairs; the pairs are
 * normalised. */
DDBLAS_API ddblasStatus_t ddblasConvertSplitToW(ddblasHandle_t handle, int64_t m, int64_t n, const double *hi, const double *lo,
                                                int64_t lds, cuddreal *W, int64_t ldw);
/* And back, exactly. */
DDBLAS_API ddblasStatus_t ddblasConvertWToSplit(ddblasHandle_t handle, int64_t m, int64_t n, const cuddreal *W, int64_t ldw,
                                                double *hi, double *lo, int64_t lds);

#endif

#ifdef __cplusplus
}
#endif

#if !defined(__CUDACC_RTC__)
#include <dd/batched.h>
#include <dd/compact.h>
#include <dd/condition.h>
#include <dd/determinant.h>
#include <dd/eigen.h>
#include <dd/equilibrate.h>
#include <dd/expert.h>
#include <dd/factor.h>
#include <dd/factor_batched.h>
#include <dd/few.h>
#include <dd/indefinite.h>
#include <dd/inverse.h>
#include <dd/io.h>
#include <dd/level1.h>
#include <dd/level2.h>
#include <dd/level3.h>
#include <dd/matrix.h>
#include <dd/nonsymmetric.h>
#include <dd/qr.h>
#include <dd/rank.h>
#include <dd/refine.h>
#include <dd/svd.h>
#include <dd/tridiagonal.h>
#include <dd/tsqr.h>
#include <dd/tune.h>
#include <dd/xt.h>
#endif

#endif
