/*
 * S, D, C, Z symm and hemm on the CPU: one single-threaded CBLAS call for every 256 columns (LEFT)
 * or rows (RIGHT) of C.
 */
#include <cblas.h>

#include "core/cblas_threads.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "vendor.h"
#include "level3/structured/symm.h"

/* Computes the columns (LEFT) or rows (RIGHT) [first, first + count) of C. */
static void call_cblas_symm(const struct ddblas_symm_problem *p, int64_t first, int64_t count)
{
    const int left = p->side == DDBLAS_SIDE_LEFT;
    const CBLAS_SIDE side = left ? CblasLeft : CblasRight;
    const CBLAS_UPLO uplo = p->uplo == DDBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper;
    const int m = (int)(left ? p->m : count), n = (int)(left ? count : p->n), lda = (int)p->lda, ldb = (int)p->ldb,
              ldc = (int)p->ldc;
    const size_t size = ddblas_type_size(p->type);
    /* B may be null if alpha is 0. */
    const void *B = p->B ? (const char *)p->B + (size_t)(left ? first * p->ldb : first) * size : NULL;
    void *C = (char *)p->C + (size_t)(left ? first * p->ldc : first) * size;
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        cblas_ssymm(CblasColMajor, side, uplo, m, n, *(const float *)p->alpha, p->A, lda, B, ldb, *(const float *)p->beta, C,
                    ldc);
        break;
    case DDBLAS_TYPE_D:
        cblas_dsymm(CblasColMajor, side, uplo, m, n, *(const double *)p->alpha, p->A, lda, B, ldb, *(const double *)p->beta, C,
                    ldc);
        break;
    case DDBLAS_TYPE_C:
        (p->hermitian ? cblas_chemm : cblas_csymm)(CblasColMajor, side, uplo, m, n, p->alpha, p->A, lda, B, ldb, p->beta, C, ldc);
        break;
    default:
        (p->hermitian ? cblas_zhemm : cblas_zsymm)(CblasColMajor, side, uplo, m, n, p->alpha, p->A, lda, B, ldb, p->beta, C, ldc);
        break;
    }
}

ddblasStatus_t ddblas_symm_cblas(ddblasHandle_t handle, const struct ddblas_symm_problem *problem)
{
    const int64_t extent = problem->side == DDBLAS_SIDE_LEFT ? problem->n : problem->m;
    const int64_t tiles = extent > DDBLAS_VENDOR_TILE ? extent / DDBLAS_VENDOR_TILE + 1 : 1;
    const int threads = ddblas_threads_useful(handle, problem->type, (double)tiles);
    DDBLAS_CHECK(ddblas_check_cblas(handle, problem->m, problem->n, problem->lda, problem->ldb, problem->ldc));
    ddblas_cblas_begin();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
    for (int64_t first = 0; first < extent; first += DDBLAS_VENDOR_TILE)
        call_cblas_symm(problem, first, least(extent - first, DDBLAS_VENDOR_TILE));
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
