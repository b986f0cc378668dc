/*
 * Singular values and vectors of small matrices by one-sided Jacobi on the host, for both engines:
 * M. R. Hestenes, Inversion of matrices by biorthogonalization and related results, J. SIAM 6,
 * 1958, with the pivoting of P. P. M. de Rijk, A one-sided Jacobi algorithm for computing the
 * singular value decomposition on a vector computer, SIAM J. Sci. Stat. Comput. 10, 1989.
 *
 * Rotations from the right make the columns of A orthogonal: the cosine of the angle between two of
 * them is at most 2^-104 sqrt(n) in the end, whatever their norms are. The norms are the singular
 * values. If A = B D with a diagonal D, each has a relative error of the order of the condition of
 * B times u_w: J. Demmel and K. Veselic, Jacobi's method is more accurate than QR, SIAM J. Matrix
 * Anal. Appl. 13, 1992. Columns whose norms come below 2^-450, where squares lose digits, are left.
 */
#include "backend/isa.h"
#include "core/checks.h"
#include "svd.h"

#if !defined(__x86_64__)
#define ddblas_svd_jacobi_w_avx2 ddblas_svd_jacobi_w_portable
#define ddblas_svd_jacobi_u_avx2 ddblas_svd_jacobi_u_portable
#endif

static int is_portable(void)
{
#if defined(__x86_64__)
    return ddblas_isa() == DDBLAS_ISA_PORTABLE;
#else
    return 1;
#endif
}

int ddblas_svd_jacobi_w(int64_t n, void *matrix, void *vectors, cuddreal *values)
{
    return (is_portable() ? ddblas_svd_jacobi_w_portable : ddblas_svd_jacobi_w_avx2)(n, matrix, vectors, values);
}

int ddblas_svd_jacobi_u(int64_t n, void *matrix, void *vectors, cuddreal *values)
{
    return (is_portable() ? ddblas_svd_jacobi_u_portable : ddblas_svd_jacobi_u_avx2)(n, matrix, vectors, values);
}

/* ---- on an engine ---------------------------------------------------------------------------- */

ddblasStatus_t ddblas_svd_jacobi(struct ddblas_svd_steps *s, struct ddblas_svd_square *q, int64_t *failed)
{
    const size_t column = (size_t)q->n * s->size, bytes = (size_t)q->n * column;
    char *A = q->host, *V = A + bytes;
    *failed = 0;
    q->U = q->first;
    q->V = q->second;
    if (!s->planning)
    {
        DDBLAS_CHECK(ddblas_svd_fetch(s, A, q->C, (size_t)q->ldc * s->size, column, q->n));
        if (!(ddblas_type_is_complex(s->type) ? ddblas_svd_jacobi_u : ddblas_svd_jacobi_w)(q->n, A, V, q->values))
            *failed = q->n;
        DDBLAS_CHECK(ddblas_svd_send(s, q->first, A, bytes));
        DDBLAS_CHECK(ddblas_svd_send(s, q->second, V, bytes));
    }
    if (q->left && *failed == 0)
        DDBLAS_CHECK(ddblas_svd_complete(s, q, q->first));
    return q->right && *failed == 0 ? ddblas_svd_complete(s, q, q->second) : DDBLAS_STATUS_SUCCESS;
}
