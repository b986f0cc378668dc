/*
 * laswp: entry points, checks, choice of the engine.
 */
#include "laswp.h"

#include "core/checks.h"
#include "core/sizes.h"

/* The arguments of a call, in the order of the prototype. */
struct call
{
    ddblasType_t type;
    int64_t n;
    void *A;
    int64_t lda, k1, k2;
    const int64_t *ipiv;
    int64_t incx;
};

/* Checks that the last index lies within an address space. */
static ddblasStatus_t check_extent(ddblasHandle_t handle, const struct call *c)
{
    const int64_t most_indices = INT64_MAX / (int64_t)sizeof(int64_t), between = most(1, c->k2 - c->k1);
    if (c->k2 <= most_indices && c->incx >= -(most_indices - c->k1) / between && c->incx <= (most_indices - c->k1) / between)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 8, "incx: %lld leads beyond the address space",
                                (long long)c->incx);
}

/* Checks the arguments and returns the status. *nothing becomes 1 if no rows are exchanged. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct call *c, int *nothing)
{
    DDBLAS_CHECK(ddblas_check_size(handle, 2, "n", c->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 4, "lda", c->lda, c->k2));
    if (c->k1 < 1)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 5, "k1: %lld is below 1", (long long)c->k1);
    *nothing = c->n == 0 || c->k2 < c->k1 || c->incx == 0;
    if (*nothing)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_extent(handle, c));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 3, "A", c->type, ddblas_place_of_arrays(handle), c->A));
    /* An index has the alignment of a double. */
    return ddblas_check_pointer(handle, 7, "ipiv", DDBLAS_TYPE_D, ddblas_place_of_arrays(handle), c->ipiv);
}

static ddblasStatus_t run(ddblasHandle_t handle, const struct call *c)
{
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, c, &nothing));
    if (nothing)
        return DDBLAS_STATUS_SUCCESS;
    const struct ddblas_laswp_problem problem = {.type = c->type,
                                                 .n = c->n,
                                                 .A = c->A,
                                                 .lda = c->lda,
                                                 .first = c->k1 - 1,
                                                 .count = c->k2 - c->k1 + 1,
                                                 .pivot = c->ipiv + (c->k1 - 1),
                                                 .step = c->incx < 0 ? -c->incx : c->incx,
                                                 .backward = c->incx < 0};
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_laswp_cuda(handle, &problem);
#endif
    return ddblas_laswp_cpu(handle, &problem);
}

/* Defines one entry point, ddblas<letter>laswp. */
#define LASWP(letter, element)                                                                                                   \
    ddblasStatus_t ddblas##letter##laswp(ddblasHandle_t handle, int64_t n, element *A, int64_t lda, int64_t k1, int64_t k2,      \
                                         const int64_t *ipiv, int64_t incx)                                                      \
    {                                                                                                                            \
        const struct call c = {DDBLAS_TYPE_##letter, n, A, lda, k1, k2, ipiv, incx};                                             \
        return run(handle, &c);                                                                                                  \
    }
/* Defines ddblas?laswp. */
#define DDBLAS_TYPES                                   DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, element, real, is_complex) LASWP(letter, element)
#include <dd/types.def>
