/*
 * Clusters of singular values in a refinement: neighbours that the beginning does not tell apart.
 * The columns of U and V of a cluster, U_c and V_c, span what they should after each correction,
 * but are not singular vectors. The singular value decomposition of the small matrix U_c^H C V_c =
 * X S Y^H, by Jacobi's method on the host, makes them such: U_c X and V_c Y. In U a column whose
 * value is a rounding error is such a cluster too: u^H C v does not tell its phase.
 */
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "refine.h"

enum
{
    CLUSTER = DDBLAS_SVD_CLUSTER,
    ALIGNMENT = 64
};

static size_t bytes_of_members(int64_t n) { return (size_t)n * sizeof(struct ddblas_refined_member); }

size_t ddblas_svd_cluster_bytes(ddblasType_t type, int64_t n)
{
    return round_up_bytes(bytes_of_members(n), ALIGNMENT) + 2 * CLUSTER * CLUSTER * ddblas_type_size(type) +
           CLUSTER * sizeof(cuddreal);
}

void ddblas_svd_place_clusters(struct ddblas_svd_refinement *c, void *host)
{
    c->members = host;
    c->small = (char *)host + round_up_bytes(bytes_of_members(c->q->n), ALIGNMENT);
}

/* ---- members --------------------------------------------------------------------------------- */

static ddblasStatus_t send_members(const struct ddblas_svd_refinement *c)
{
    return ddblas_svd_refine_send(c, c->u.members, c->members, bytes_of_members(c->q->n));
}

ddblasStatus_t ddblas_svd_no_clusters(struct ddblas_svd_refinement *c)
{
    c->clustered = 0;
    if (c->blocks->planning)
        return DDBLAS_STATUS_SUCCESS;
    for (int64_t j = 0; j < c->q->n; j++)
        c->members[j] = (struct ddblas_refined_member){j, 1, -1};
    return send_members(c);
}

ddblasStatus_t ddblas_svd_find_clusters(struct ddblas_svd_refinement *c, double gap, int *good)
{
    const cuddreal *s = c->q->values;
    const int64_t n = c->q->n;
    const int complex = ddblas_type_is_complex(c->blocks->type);
    c->clustered = 0;
    for (int64_t first = 0, end = 1; first < n; first = end++)
    {
        while (end < n && !(cuddSub(s[end - 1], s[end]).x > gap))
            end++;
        const int rotated = end - first > 1 || (complex && !(s[first].x > gap));
        for (int64_t j = first; j < end; j++)
            c->members[j] = (struct ddblas_refined_member){first, end - first, rotated ? 0 : -1};
        *good = *good && end - first <= CLUSTER;
        c->clustered = c->clustered || rotated;
    }
    return *good ? send_members(c) : DDBLAS_STATUS_SUCCESS;
}

/* ---- rotations ------------------------------------------------------------------------------- */

/* C = op(A) B for C of m x n, with terms of k elements; op is the adjoint or none. */
static ddblasStatus_t multiply(const struct ddblas_svd_refinement *c, int adjoint, int64_t m, int64_t n, int64_t k, const void *A,
                               int64_t lda, const void *B, int64_t ldb, void *C, int64_t ldc)
{
    const struct ddblas_gemm_problem g = {.type = c->blocks->type,
                                          .transa = adjoint ? DDBLAS_OP_C : DDBLAS_OP_N,
                                          .transb = DDBLAS_OP_N,
                                          .m = m,
                                          .n = n,
                                          .k = k,
                                          .alpha = c->blocks->one,
                                          .A = A,
                                          .lda = lda,
                                          .B = B,
                                          .ldb = ldb,
                                          .beta = c->blocks->zero,
                                          .C = C,
                                          .ldc = ldc};
    return ddblas_block_gemm_part(c->blocks, &g);
}

/* The k columns of X from column `first` on become their product with the matrix at `host`. */
static ddblasStatus_t rotate(const struct ddblas_svd_refinement *c, void *X, int64_t first, int64_t k, const void *host)
{
    const int64_t n = c->q->n;
    char *columns = ddblas_block_to(c->blocks, X, first * n);
    if (!c->blocks->planning)
        DDBLAS_CHECK(ddblas_svd_refine_send(c, c->u.small, host, (size_t)(k * k) * c->blocks->size));
    DDBLAS_CHECK(multiply(c, 0, n, k, k, columns, n, c->u.small, k, c->u.second, n));
    return ddblas_block_copy(c->blocks, n, k, c->u.second, n, columns, n);
}

/* Decomposes the k x k matrix A on the host: it becomes X, and `right` Y. Returns 0 if that is not
 * possible, and where a singular value is 0: its column of X is not known. A matrix of zeros gives
 * identities. */
static int decompose(const struct ddblas_svd_refinement *c, int64_t k, void *A, void *right)
{
    const ddblasType_t type = c->blocks->type;
    const size_t bytes = (size_t)(k * k) * c->blocks->size;
    cuddreal *values = (cuddreal *)(void *)(c->small + 2 * CLUSTER * CLUSTER * c->blocks->size);
    if (!(ddblas_type_is_complex(type) ? ddblas_svd_jacobi_u : ddblas_svd_jacobi_w)(k, A, right, values))
        return 0;
    if (cuddIsZero(values[0]))
        for (int64_t e = 0; e < k * k; e++)
            ddblas_svd_put(type, A, e, cuddFromDouble(e % (k + 1) == 0 ? 1.0 : 0.0));
    if (cuddIsZero(values[0]))
        memcpy(right, A, bytes);
    return cuddIsZero(values[0]) || !cuddIsZero(values[k - 1]);
}

static ddblasStatus_t rotate_cluster(const struct ddblas_svd_refinement *c, int64_t first, int64_t k, int *good)
{
    const int64_t n = c->q->n;
    const size_t matrix = (size_t)(k * k) * c->blocks->size;
    char *left = c->small, *right = c->small + CLUSTER * CLUSTER * c->blocks->size;
    const char *U = ddblas_block_to(c->blocks, c->u.X, first * n), *T = ddblas_block_to(c->blocks, c->u.T, first * n);
    DDBLAS_CHECK(multiply(c, 1, k, k, n, U, n, T, n, c->u.small, k));
    if (!c->blocks->planning)
    {
        DDBLAS_CHECK(ddblas_svd_refine_fetch(c, left, c->u.small, matrix));
        *good = decompose(c, k, left, right);
    }
    if (!*good)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(rotate(c, c->u.X, first, k, left));
    DDBLAS_CHECK(rotate(c, c->v.X, first, k, right));
    return rotate(c, c->u.T, first, k, right);
}

ddblasStatus_t ddblas_svd_rotate_clusters(const struct ddblas_svd_refinement *c, int *good)
{
    if (c->blocks->planning)
        return rotate_cluster(c, 0, CLUSTER, good);
    for (int64_t j = 0; j < c->q->n && *good; j += c->members[j].count)
        if (c->members[j].at >= 0)
            DDBLAS_CHECK(rotate_cluster(c, j, c->members[j].count, good));
    return DDBLAS_STATUS_SUCCESS;
}
