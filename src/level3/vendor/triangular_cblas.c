/*
 * S, D, C, Z trmm and trsm on the CPU: one single-threaded CBLAS call for every 256 columns (LEFT)
 * or rows (RIGHT) of C.
 */
#include <cblas.h>
#include <string.h>

#include "core/cblas_threads.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "level3/gemm/cpu/gemm_cpu.h"
#include "vendor.h"
#include "level3/structured/triangular.h"

/* Calls CBLAS's trmm or trsm of one type, which overwrites C with the product or the solution. */
#define CALL(letter, alpha, T)                                                                                                   \
    (solve ? cblas_##letter##trsm : cblas_##letter##trmm)(CblasColMajor, side, uplo, op, diag, m, n, alpha, p->A, lda,           \
                                                          (T *)(void *)C, ldc)

/* Computes the columns (LEFT) or rows (RIGHT) [first, first + count) of C. */
static void call_cblas_triangular(const struct ddblas_triangular_problem *p, int solve, int64_t first, int64_t count)
{
    static const CBLAS_TRANSPOSE operations[] = {CblasNoTrans, CblasTrans, CblasConjTrans};
    const int left = p->side == DDBLAS_SIDE_LEFT;
    const CBLAS_SIDE side = left ? CblasLeft : CblasRight;
    const CBLAS_UPLO uplo = p->uplo == DDBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper;
    const CBLAS_DIAG diag = p->diag == DDBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit;
    const CBLAS_TRANSPOSE op = operations[p->trans];
    const int m = (int)(left ? p->m : count), n = (int)(left ? count : p->n), lda = (int)p->lda, ldc = (int)p->ldc;
    const size_t size = ddblas_type_size(p->type);
    char *C = (char *)p->C + (size_t)(left ? first * p->ldc : first) * size;
    /* B may be null if alpha is 0. */
    const char *B = p->B ? (const char *)p->B + (size_t)(left ? first * p->ldb : first) * size : NULL;
    for (int64_t j = 0; j < n && B && p->B != p->C && !ddblas_type_is_zero(p->type, p->alpha); j++)
        memcpy(C + (size_t)(j * p->ldc) * size, B + (size_t)(j * p->ldb) * size, (size_t)m * size);
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        CALL(s, *(const float *)p->alpha, float);
        break;
    case DDBLAS_TYPE_D:
        CALL(d, *(const double *)p->alpha, double);
        break;
    case DDBLAS_TYPE_C:
        CALL(c, p->alpha, void);
        break;
    default:
        CALL(z, p->alpha, void);
        break;
    }
}

ddblasStatus_t ddblas_triangular_cblas(ddblasHandle_t handle, const struct ddblas_triangular_problem *problem, int solve)
{
    const int64_t extent = problem->side == DDBLAS_SIDE_LEFT ? problem->n : problem->m;
    const int64_t tiles = extent > DDBLAS_VENDOR_TILE ? extent / DDBLAS_VENDOR_TILE + 1 : 1;
    const int threads = ddblas_threads_useful(handle, problem->type, (double)tiles);
    DDBLAS_CHECK(ddblas_check_cblas(handle, problem->m, problem->n, problem->lda, problem->ldb, problem->ldc));
    ddblas_cblas_begin();
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
    for (int64_t first = 0; first < extent; first += DDBLAS_VENDOR_TILE)
        call_cblas_triangular(problem, solve, first, least(extent - first, DDBLAS_VENDOR_TILE));
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
