/*
 * Batches of exact INT8 products by cublasLt. All kernels of cublasLt give the same results,
 * because the products are exact, so the choice among them is free. cublasLt is asked for its
 * proposals once for each shape, and the handle keeps the choice.
 */
#include "gemm_products.h"
#include "machine/machine.h"

#if DDBLAS_HAVE_CUDA

#include <cublasLt.h>
#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

enum
{
    /* Number of choices that a handle keeps. trsm by panels needs one for each panel; if its last
     * block of vectors is smaller, it needs a second one for each panel. */
    KEPT = 256,
    OFFERS = 8
};

/* Everything on which the choice of a kernel depends. */
struct shape
{
    int64_t m, n, terms, batches, pitch, pitch_a, pitch_b, stride_a, stride_b, stride_p;
    size_t workspace_bytes;
};

struct products_library
{
    cublasLtHandle_t lt;
    int next; /* Index of the entry of `kept` that is overwritten next. */
    struct
    {
        struct shape shape; /* m = 0: empty. */
        cublasLtMatmulAlgo_t algorithm;
    } kept[KEPT];
};

static void release_library(void *object)
{
    struct products_library *library = object;
    (void)cublasLtDestroy(library->lt);
    free(library);
}

static ddblasStatus_t fail_with_cublas(ddblasHandle_t handle, cublasStatus_t status)
{
    return ddblas_fail(handle, status == CUBLAS_STATUS_ALLOC_FAILED ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_DEVICE_ERROR,
                       "INT8 products by cublasLt: %s", cublasLtGetStatusString(status));
}

static ddblasStatus_t library_of(ddblasHandle_t handle, struct products_library **library)
{
    static const char owner; /* its address names the slot of cublasLt in a handle */
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    *library = slot->object;
    if (*library)
        return DDBLAS_STATUS_SUCCESS;
    struct products_library *made = ddblas_allocation_fails() ? NULL : calloc(1, sizeof *made);
    if (!made)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for cublasLt's choices");
    const cublasStatus_t status = cublasLtCreate(&made->lt);
    if (status != CUBLAS_STATUS_SUCCESS)
    {
        free(made);
        return fail_with_cublas(handle, status);
    }
    slot->object = made;
    slot->release = release_library;
    *library = made;
    return DDBLAS_STATUS_SUCCESS;
}

/* The descriptors of one cublasLt call. */
struct description
{
    cublasLtMatmulDesc_t operation;
    cublasLtMatrixLayout_t A, B, P;
};

static cublasStatus_t describe_matrix(cublasLtMatrixLayout_t *layout, cudaDataType_t type, int64_t rows, int64_t columns,
                                      int64_t pitch, int64_t batches, int64_t stride)
{
    const int32_t count = (int32_t)batches;
    cublasStatus_t status = cublasLtMatrixLayoutCreate(layout, type, (uint64_t)rows, (uint64_t)columns, pitch);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride);
    return status;
}

static cublasStatus_t describe_product(struct description *d, const struct gemm_products *p)
{
    const cublasOperation_t transposed = CUBLAS_OP_T;
    cublasStatus_t status = cublasLtMatmulDescCreate(&d->operation, CUBLAS_COMPUTE_32I, CUDA_R_32I);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatmulDescSetAttribute(d->operation, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = describe_matrix(&d->A, CUDA_R_8I, p->terms, p->m, p->pitch_a, p->batches, p->stride_a);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = describe_matrix(&d->B, CUDA_R_8I, p->terms, p->n, p->pitch_b, p->batches, p->stride_b);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = describe_matrix(&d->P, CUDA_R_32I, p->m, p->n, p->pitch, p->batches, p->stride_p);
    return status;
}

static void discard_description(struct description *d)
{
    if (d->operation)
        (void)cublasLtMatmulDescDestroy(d->operation);
    cublasLtMatrixLayout_t layouts[] = {d->A, d->B, d->P};
    for (int i = 0; i < 3; i++)
        if (layouts[i])
            (void)cublasLtMatrixLayoutDestroy(layouts[i]);
}

/* Returns the index of the proposal to use. It is the first kernel whose thread blocks fill all
 * multiprocessors in exactly one wave, as those of a persistent kernel do. If there is no such
 * kernel, it is the first proposal. */
static int best_of(const cublasLtMatmulHeuristicResult_t *found, int count)
{
    for (int i = 0; i < count && H200_GEMM_PRODUCTS_IN_ONE_WAVE; i++)
        if (found[i].state == CUBLAS_STATUS_SUCCESS && found[i].wavesCount > 0.999F && found[i].wavesCount < 1.001F)
            return i;
    return 0;
}

static cublasStatus_t choose_algorithm(struct products_library *library, const struct description *d,
                                       const struct gemm_products *p, cublasLtMatmulAlgo_t *algorithm)
{
    struct shape shape;
    memset(&shape, 0, sizeof shape);
    shape = (struct shape){p->m,       p->n,        p->terms,    p->batches,  p->pitch,          p->pitch_a,
                           p->pitch_b, p->stride_a, p->stride_b, p->stride_p, p->workspace_bytes};
    for (int i = 0; i < KEPT; i++)
        if (memcmp(&library->kept[i].shape, &shape, sizeof shape) == 0)
        {
            *algorithm = library->kept[i].algorithm;
            return CUBLAS_STATUS_SUCCESS;
        }
    cublasLtMatmulPreference_t preference = NULL;
    cublasLtMatmulHeuristicResult_t found[OFFERS];
    int count = 0;
    cublasStatus_t status = cublasLtMatmulPreferenceCreate(&preference);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &p->workspace_bytes,
                                                      sizeof p->workspace_bytes);
    if (status == CUBLAS_STATUS_SUCCESS)
        status =
            cublasLtMatmulAlgoGetHeuristic(library->lt, d->operation, d->A, d->B, d->P, d->P, preference, OFFERS, found, &count);
    if (preference)
        (void)cublasLtMatmulPreferenceDestroy(preference);
    if (status == CUBLAS_STATUS_SUCCESS && count == 0)
        status = CUBLAS_STATUS_NOT_SUPPORTED;
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    *algorithm = found[best_of(found, count)].algo;
    library->kept[library->next].shape = shape;
    library->kept[library->next].algorithm = *algorithm;
    library->next = (library->next + 1) % KEPT;
    return CUBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_gemm_products(ddblasHandle_t handle, const struct gemm_products *p)
{
    struct products_library *library = NULL;
    const ddblasStatus_t made = library_of(handle, &library);
    if (made != DDBLAS_STATUS_SUCCESS)
        return made;
    struct description d = {NULL, NULL, NULL, NULL};
    cublasLtMatmulAlgo_t algorithm;
    const int32_t one = 1, added = p->added ? 1 : 0;
    cublasStatus_t status = describe_product(&d, p);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = choose_algorithm(library, &d, p, &algorithm);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasLtMatmul(library->lt, d.operation, &one, p->A, d.A, p->B, d.B, &added, p->P, d.P, p->P, d.P, &algorithm,
                                p->workspace, p->workspace_bytes, (cudaStream_t)handle->stream);
    discard_description(&d);
    return status == CUBLAS_STATUS_SUCCESS ? DDBLAS_STATUS_SUCCESS : fail_with_cublas(handle, status);
}

#endif
