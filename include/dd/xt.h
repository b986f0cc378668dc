/*
 * Products of matrices in host memory that may be larger than the memory of a GPU: blocks go through one GPU or several, loaded
 * and stored while others are multiplied. docs/xt.md explains the pipeline.
 *
 * The handle chooses the engine. With the CUDA engine the GPUs of the options work, by default all of the machine. The CPU engine
 * calls ddblas<t>gemm, unless options give it a device_memory: then it runs the same pipeline within that memory, on the same
 * blocks, which is how programs are tested without a GPU. Without one, neither progress nor trace is served.
 *
 * Matrices and scalars are host memory whatever the pointer mode: pageable, pinned (cudaMallocHost) or registered
 * (cudaHostRegister). Pinned and registered matrices are copied by the GPU itself; others go through a ring of pinned memory by
 * threads of the CPU. Calls return when the result is there and use streams of their own, not the handle's.
 *
 * Bits: blocks depend on sizes, type, options, model of the GPU and whether beta is 0, on nothing else, and a block is computed
 * by one GPU in one order, by the handle's route and table; so the result is the same for any number of GPUs, however they share
 * the blocks. DDBLAS_XT_CPU_SHARE is the exception: a block computed by the CPU engine has its bits, within the same bound.
 *
 * Memory of GPUs, streams, pinned memory and threads' handles are kept with the handle for the next call, and given back by
 * ddblasDestroy or ddblasXtSetOptions.
 */
#ifndef DD_XT_H
#define DD_XT_H

#include <dd/ddblas.h>
#include <dd/level3.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DDBLAS_XT_MOST_DEVICES 32

/* What overlaps. Numbers to be added; each is a technique of its own, so that its worth can be measured. */
typedef enum ddblasXtTechnique_t
{
    DDBLAS_XT_DEFAULT = 0,       /* DOUBLE_BUFFER + REUSE + DRAIN */
    DDBLAS_XT_DOUBLE_BUFFER = 1, /* blocks are loaded while earlier ones are multiplied */
    DDBLAS_XT_REUSE = 2,         /* blocks of A and B stay on the device while there is room and need */
    DDBLAS_XT_DRAIN = 4,         /* a block of C is stored while the next one is multiplied */
    DDBLAS_XT_CPU_SHARE = 8,     /* the CPU engine takes blocks where that pays, beside the GPUs; never by default */
    DDBLAS_XT_IN_TURN = 16       /* alone: load, multiply, store one after the other */
} ddblasXtTechnique_t;

/* Called from the thread that made the call, after blocks of C have arrived, with the number of them and of all. Other than 0
 * cancels: blocks under way are dropped and the call returns CANCELLED. It must not use the handle, which is at work. */
typedef int (*ddblasXtProgress_t)(void *data, int64_t done, int64_t all);

/* Zeros leave every choice to the library. */
typedef struct ddblasXtOptions_t
{
    int32_t device_count;                    /* 0: every device of the machine */
    int32_t devices[DDBLAS_XT_MOST_DEVICES]; /* their numbers; one that stands twice works twice */
    size_t device_memory;                    /* bytes that each of them may take; 0: half of the device's memory in all */
    int64_t block_rows, block_columns;       /* of a block of C; 0: chosen. A triangle has square blocks of block_rows */
    int64_t block_terms;                     /* into which k is cut; 0: chosen */
    int32_t techniques;                      /* sum of ddblasXtTechnique_t */
    int32_t copy_threads;        /* threads of the CPU for each direction and device with pageable memory; 0: chosen */
    ddblasXtProgress_t progress; /* or null */
    void *progress_data;
    /* Null, or a file for the timeline as Chrome trace JSON, which each call writes anew, a call that fails with what was done
     * until then, unless it fails before its devices are at work. It is written beside its name and renamed when complete, as
     * ddblasWriteMatrix does. FILE_ERROR, before any work, where it cannot be made. Not copied. */
    const char *trace;
} ddblasXtOptions_t;

/* What C holds after a call. */
typedef enum ddblasXtState_t
{
    DDBLAS_XT_UNTOUCHED = 0, /* what it held before */
    DDBLAS_XT_PARTIAL = 1,   /* some elements are new, the others old */
    DDBLAS_XT_COMPLETE = 2
} ddblasXtState_t;

/* The last ddblasXt product of the handle, whatever status it returned. */
typedef struct ddblasXtReport_t
{
    ddblasXtState_t state;
    int32_t devices; /* that took part */
    int64_t block_rows, block_columns, block_terms;
    int64_t blocks, blocks_done, blocks_by_cpu;
    double seconds;             /* from the first load to the last store */
    double expected;            /* by the plan, for one device */
    double bytes_in, bytes_out; /* over the bus, all devices */
    const char *cpu_share;      /* a sentence: what DDBLAS_XT_CPU_SHARE came to; "" without it */
} ddblasXtReport_t;

/* Options of later calls; null: all zeros. Gives back what earlier calls kept. INVALID_VALUE for argument 2. */
DDBLAS_API ddblasStatus_t ddblasXtSetOptions(ddblasHandle_t handle, const ddblasXtOptions_t *options);
DDBLAS_API ddblasStatus_t ddblasXtGetOptions(ddblasHandle_t handle, ddblasXtOptions_t *options);
/* INVALID_VALUE for argument 2 (null). All zeros before the first product. */
DDBLAS_API ddblasStatus_t ddblasXtGetReport(ddblasHandle_t handle, ddblasXtReport_t *report);

/*
 * C = alpha op(A) op(B) + beta C: arguments as of ddblas<t>gemm, in host memory.
 *
 * Errors: as gemm, by the same positions; INVALID_VALUE also for memory of a device (8, 10, 13), for a matrix beyond the address
 * space (9, 11, 14), for a C that shares elements with A or B (13), and for blocks of which C has more than 2^22. NO_DEVICE when
 * a device of the options is not there, WORKSPACE_TOO_SMALL when device_memory holds no blocks or only such; all these leave C
 * untouched. ALLOC_FAILED when a device or the host has not the memory, DEVICE_ERROR when a GPU failed or disappeared, CANCELLED:
 * ddblasXtGetReport says what C holds. Memory of devices and pinned memory is had before the first product.
 *
 * Error bound, W: gemm's with k + 8 c in the place of k + 8, c = the number of pieces of at most block_terms into which k is cut;
 * S, D, C, Z: k + 2 c in the place of k + 2.
 */
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DDBLAS_API ddblasStatus_t ddblasXt##letter##gemm(                                                                            \
        ddblasHandle_t handle, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k,              \
        const type *alpha, const type *A, int64_t lda, const type *B, int64_t ldb, const type *beta, type *C, int64_t ldc);
#include <dd/types.def>

/*
 * C = alpha op(A) op(A)^T + beta C, of which the triangle uplo is computed, read and written: arguments as of ddblasWsyrk, in
 * host memory. Each block of A is loaded for both sides at once.
 *
 * Errors: as syrk, by the same positions, and as above (7, 8, 10, 11). Bound: syrk's with k + 8 c.
 */
DDBLAS_API ddblasStatus_t ddblasXtWsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,
                                        int64_t k, const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *beta,
                                        cuddreal *C, int64_t ldc);

#ifdef __cplusplus
}
#endif

#endif
