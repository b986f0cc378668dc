/*
 * Products with band and packed matrices on the CPU in S, D, C and Z, by one call of CBLAS on one
 * thread.
 */
#include "compact_cpu.h"

#include <cblas.h>

#include "core/cblas_threads.h"

static void call_gbmv(const struct ddblas_compact_problem *p)
{
    const struct layout *l = &p->layout;
    const CBLAS_TRANSPOSE trans = p->trans == DDBLAS_OP_N ? CblasNoTrans : p->trans == DDBLAS_OP_T ? CblasTrans : CblasConjTrans;
    const int m = (int)l->m, n = (int)l->n, kl = (int)l->kl, ku = (int)l->ku, lda = (int)l->lda, incx = (int)p->incx,
              incy = (int)p->incy;
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        cblas_sgbmv(CblasColMajor, trans, m, n, kl, ku, *(const float *)p->alpha, p->A, lda, p->x, incx, *(const float *)p->beta,
                    p->y, incy);
        break;
    case DDBLAS_TYPE_D:
        cblas_dgbmv(CblasColMajor, trans, m, n, kl, ku, *(const double *)p->alpha, p->A, lda, p->x, incx,
                    *(const double *)p->beta, p->y, incy);
        break;
    case DDBLAS_TYPE_C:
        cblas_cgbmv(CblasColMajor, trans, m, n, kl, ku, p->alpha, p->A, lda, p->x, incx, p->beta, p->y, incy);
        break;
    default:
        cblas_zgbmv(CblasColMajor, trans, m, n, kl, ku, p->alpha, p->A, lda, p->x, incx, p->beta, p->y, incy);
        break;
    }
}

static void call_band(const struct ddblas_compact_problem *p, CBLAS_UPLO uplo)
{
    const struct layout *l = &p->layout;
    const int n = (int)l->n, k = (int)(l->kl + l->ku), lda = (int)l->lda, incx = (int)p->incx, incy = (int)p->incy;
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        cblas_ssbmv(CblasColMajor, uplo, n, k, *(const float *)p->alpha, p->A, lda, p->x, incx, *(const float *)p->beta, p->y,
                    incy);
        break;
    case DDBLAS_TYPE_D:
        cblas_dsbmv(CblasColMajor, uplo, n, k, *(const double *)p->alpha, p->A, lda, p->x, incx, *(const double *)p->beta, p->y,
                    incy);
        break;
    case DDBLAS_TYPE_C:
        cblas_chbmv(CblasColMajor, uplo, n, k, p->alpha, p->A, lda, p->x, incx, p->beta, p->y, incy);
        break;
    default:
        cblas_zhbmv(CblasColMajor, uplo, n, k, p->alpha, p->A, lda, p->x, incx, p->beta, p->y, incy);
        break;
    }
}

static void call_packed(const struct ddblas_compact_problem *p, CBLAS_UPLO uplo)
{
    const int n = (int)p->layout.n, incx = (int)p->incx, incy = (int)p->incy;
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        cblas_sspmv(CblasColMajor, uplo, n, *(const float *)p->alpha, p->A, p->x, incx, *(const float *)p->beta, p->y, incy);
        break;
    case DDBLAS_TYPE_D:
        cblas_dspmv(CblasColMajor, uplo, n, *(const double *)p->alpha, p->A, p->x, incx, *(const double *)p->beta, p->y, incy);
        break;
    case DDBLAS_TYPE_C:
        cblas_chpmv(CblasColMajor, uplo, n, p->alpha, p->A, p->x, incx, p->beta, p->y, incy);
        break;
    default:
        cblas_zhpmv(CblasColMajor, uplo, n, p->alpha, p->A, p->x, incx, p->beta, p->y, incy);
        break;
    }
}

ddblasStatus_t ddblas_compact_cpu_cblas(ddblasHandle_t handle, const struct ddblas_compact_problem *problem)
{
    const struct layout *l = &problem->layout;
    const CBLAS_UPLO uplo = l->upper ? CblasUpper : CblasLower;
    if (!ddblas_cblas_takes(l->m) || !ddblas_cblas_takes(l->n) || !ddblas_cblas_takes(l->lda) ||
        !ddblas_cblas_takes(problem->incx) || !ddblas_cblas_takes(problem->incy))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "%s: CBLAS takes no sizes and increments beyond 2^31 - 1",
                           problem->name);
    ddblas_cblas_begin();
    if (!problem->symmetric)
        call_gbmv(problem);
    else if (l->storage == LAYOUT_BAND)
        call_band(problem, uplo);
    else
        call_packed(problem, uplo);
    ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
