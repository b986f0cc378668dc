/*
 * Products of matrices in host memory, which may be larger than the memory of a GPU. Blocks go
 * through one GPU or several; some are loaded and stored while others are multiplied. docs/xt.md
 * explains the pipeline.
 *
 * The handle chooses the engine. The CUDA engine uses the GPUs of the options, by default all of
 * the machine. The CPU engine calls ddblas<t>gemm. If the options give a device_memory, it runs the
 * same pipeline within that memory, on the same blocks, so that programs can be tested without a
 * GPU. Without a device_memory, the CPU engine ignores progress and trace.
 *
 * Matrices and scalars are in host memory whatever the pointer mode: pageable, pinned
 * (cudaMallocHost) or registered (cudaHostRegister). The GPU itself copies pinned and registered
 * matrices. Threads of the CPU copy the others through a ring of pinned memory. Calls return when
 * the result is complete; they use streams of their own, not the handle's.
 *
 * Bits: blocks depend only on sizes, type, options, model of the GPU and whether beta is 0. One GPU
 * computes a block, in one order, by the handle's route and table. Therefore the result is the same
 * for any number of GPUs, however they share the blocks. DDBLAS_XT_CPU_SHARE is the exception: a
 * block computed by the CPU engine has that engine's bits, within the same bound.
 *
 * The handle keeps GPU memory, streams, pinned memory and the threads' handles for the next call.
 * ddblasDestroy and ddblasXtSetOptions free them.
 */
#ifndef DD_XT_H
#define DD_XT_H

#include <dd/ddblas.h>
#include <dd/level3.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DDBLAS_XT_MOST_DEVICES 32

/* Techniques that overlap work, to be added. Each can be used alone, so that its effect can be
 * measured. */
typedef enum ddblasXtTechnique_t
{
    DDBLAS_XT_DEFAULT = 0,       /* DOUBLE_BUFFER + REUSE + DRAIN */
    DDBLAS_XT_DOUBLE_BUFFER = 1, /* Blocks are loaded while earlier ones are multiplied. */
    /* Blocks of A and B stay on the device while there is room and they are needed. */
    DDBLAS_XT_REUSE = 2,
    DDBLAS_XT_DRAIN = 4, /* A block of C is stored while the next one is multiplied. */
    /* Besides the GPUs, the CPU engine takes blocks where that saves time; never by default. Alone
     * it implies the default. */
    DDBLAS_XT_CPU_SHARE = 8,
    DDBLAS_XT_IN_TURN = 16 /* Only alone: load, multiply, store one after another. */
} ddblasXtTechnique_t;

/* Progress function. The thread that made the call calls it after blocks of C have arrived, with
 * the number of those done and of all. A nonzero result cancels: unfinished blocks are dropped and
 * the call returns CANCELLED. The function must not use the handle. */
typedef int (*ddblasXtProgress_t)(void *data, int64_t done, int64_t all);

/* Options. Zeros leave every choice to the library. */
typedef struct ddblasXtOptions_t
{
    /* Number of entries of `devices`; 0: every device of the machine. */
    int32_t device_count;
    int32_t devices[DDBLAS_XT_MOST_DEVICES]; /* Device numbers; one listed twice has two lanes. */
    /* Bytes that each entry of the list may use. 0: half of the smallest device's memory, shared
     * among the entries of one device. */
    size_t device_memory;
    /* Size of a block of C; 0: the library chooses. A triangle has square blocks of block_rows. */
    int64_t block_rows, block_columns;
    int64_t block_terms; /* Terms of the pieces into which k is cut; 0: the library chooses. */
    int32_t techniques;  /* Sum of ddblasXtTechnique_t. */
    /* Threads of the CPU for each direction and each device with pageable memory; 0: the library
     * chooses. */
    int32_t copy_threads;
    ddblasXtProgress_t progress; /* May be null. */
    void *progress_data;
    /* Null, or the name of a file for the timeline as Chrome trace JSON. Each call writes the file
     * anew: beside its name, renamed when complete, as ddblasWriteMatrix does. A call that fails
     * writes the work done until then, unless it fails before its devices begin. If the file cannot
     * be created, the call returns FILE_ERROR before any work. The string is not copied. */
    const char *trace;
} ddblasXtOptions_t;

/* State of C after a call. */
typedef enum ddblasXtState_t
{
    DDBLAS_XT_UNTOUCHED = 0, /* All elements have their old values. */
    DDBLAS_XT_PARTIAL = 1,   /* Some elements are new, the others old. */
    DDBLAS_XT_COMPLETE = 2
} ddblasXtState_t;

/* Report on the handle's last ddblasXt product, whatever status it returned. */
typedef struct ddblasXtReport_t
{
    ddblasXtState_t state;
    int32_t devices; /* Devices that took part. */
    int64_t block_rows, block_columns, block_terms;
    int64_t blocks, blocks_done, blocks_by_cpu;
    double seconds;             /* From the first load to the last store. */
    double expected;            /* By the plan, for one device. */
    double bytes_in, bytes_out; /* Over the bus, for all devices. */
    /* A sentence about the effect of DDBLAS_XT_CPU_SHARE; "" without it. */
    const char *cpu_share;
} ddblasXtReport_t;

/* Set and get the options of later calls; null sets all zeros. Setting frees what earlier calls
 * kept. INVALID_VALUE for argument 2. */
DDBLAS_API ddblasStatus_t ddblasXtSetOptions(ddblasHandle_t handle, const ddblasXtOptions_t *options);
DDBLAS_API ddblasStatus_t ddblasXtGetOptions(ddblasHandle_t handle, ddblasXtOptions_t *options);
/* Gets the report, all zeros before the first product. INVALID_VALUE for argument 2 (null). */
DDBLAS_API ddblasStatus_t ddblasXtGetReport(ddblasHandle_t handle, ddblasXtReport_t *report);

/*
 * C = alpha op(A) op(B) + beta C: arguments as of ddblas<t>gemm, in host memory.
 *
 * Errors as in gemm, with the same positions. INVALID_VALUE also for memory of a device (8, 10,
 * 13), for a matrix beyond the address space (9, 11, 14), for a C that shares elements with A or B
 * (13), and if the blocks are so small that C has more than 2^22. NO_DEVICE if a device of the
 * options does not exist; WORKSPACE_TOO_SMALL if device_memory holds no blocks, or only blocks so
 * small that C has more than 2^22. All these leave C unchanged.
 *
 * ALLOC_FAILED if memory of a device or of the host is short, DEVICE_ERROR if a GPU failed or
 * disappeared, CANCELLED if the progress function asked for it. After these, ddblasXtGetReport
 * tells the state of C. Device memory and pinned memory are allocated before the first product.
 *
 * Error bound, W: gemm's with k + 8 c instead of k + 8, where c is the number of pieces of at most
 * block_terms into which k is cut. S, D, C, Z: k + 2 c instead of k + 2.
 */
DDBLAS_API ddblasStatus_t ddblasXtSgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                        int64_t n, int64_t k, const float *alpha, const float *A, int64_t lda, const float *B,
                                        int64_t ldb, const float *beta, float *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasXtDgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                        int64_t n, int64_t k, const double *alpha, const double *A, int64_t lda, const double *B,
                                        int64_t ldb, const double *beta, double *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasXtCgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                        int64_t n, int64_t k, const ddblasComplex *alpha, const ddblasComplex *A, int64_t lda,
                                        const ddblasComplex *B, int64_t ldb, const ddblasComplex *beta, ddblasComplex *C,
                                        int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasXtZgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                        int64_t n, int64_t k, const ddblasDoubleComplex *alpha, const ddblasDoubleComplex *A,
                                        int64_t lda, const ddblasDoubleComplex *B, int64_t ldb, const ddblasDoubleComplex *beta,
                                        ddblasDoubleComplex *C, int64_t ldc);
DDBLAS_API ddblasStatus_t ddblasXtWgemm(ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                                        int64_t n, int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda,
                                        const cuddreal *B, int64_t ldb, const cuddreal *beta, cuddreal *C, int64_t ldc);

/*
 * C = alpha op(A) op(A)^T + beta C, of which only the triangle uplo is computed, read and written:
 * arguments as of ddblasWsyrk, in host memory. Each block of A is loaded once for both sides.
 *
 * Errors as in syrk, with the same positions, and as above (7, 8, 10, 11). Bound: syrk's with k + 8
 * c.
 */
DDBLAS_API ddblasStatus_t ddblasXtWsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                        int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *beta,
                                        cuddreal *C, int64_t ldc);

#ifdef __cplusplus
}
#endif

#endif
