/*
 * Batches: checks of the matrices and of the number of members, for batches of products and of
 * systems.
 */
#include "batched.h"

#include "core/checks.h"

static const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;

struct ddblas_batch_matrices ddblas_batch_matrices_of(const struct ddblas_batch_operand *x)
{
    return x->strided ? (struct ddblas_batch_matrices){.first = x->argument, .stride = x->stride}
                      : (struct ddblas_batch_matrices){.list = x->argument};
}

/* Returns 1 if the stride keeps the matrices of the members apart, which is required of matrices
 * that are written. They are apart if each begins after the end of the previous one, or if all of
 * them lie one below another in the columns of one larger matrix. */
static int keeps_apart(const struct ddblas_batch_operand *x, int64_t count)
{
    return x->stride >= x->rows &&
           (x->stride - x->rows >= (x->columns - 1) * x->leading || x->stride <= (x->leading - x->rows) / (count - 1));
}

static ddblasStatus_t check_stride(ddblasHandle_t handle, const struct ddblas_batch_operand *x, int64_t count)
{
    const long long stride = x->stride;
    const int position = x->position + 2;
    const size_t size = x->size > 0 ? x->size : sizeof(cuddreal);
    if (stride < 0)
        return ddblas_fail_argument(handle, invalid, position, "stride%s: %lld is negative", x->name, stride);
    if (x->rows == 0 || x->columns == 0 || count < 2)
        return DDBLAS_STATUS_SUCCESS;
    if (!ddblas_addressable(x->rows, x->columns, x->leading, size) ||
        !ddblas_addressable(x->rows + (x->columns - 1) * x->leading, count, stride, size))
        return ddblas_fail_argument(handle, invalid, position, "stride%s: %lld leads %lld members beyond the address space",
                                    x->name, stride, (long long)count);
    if (x->written && !keeps_apart(x, count))
        return ddblas_fail_argument(handle, invalid, position, "stride%s: with %lld, members of %lld x %lld overlap", x->name,
                                    stride, (long long)x->rows, (long long)x->columns);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_batch_check_sizes(ddblasHandle_t handle, const struct ddblas_batch_operand *x, int64_t count)
{
    const char second = x->name[1] ? (char)(x->name[1] - 'A' + 'a') : '\0';
    const char leading[] = {'l', 'd', (char)(x->name[0] - 'A' + 'a'), second, '\0'};
    DDBLAS_CHECK(ddblas_check_leading(handle, x->position + 1, leading, x->leading, x->rows));
    return x->strided ? check_stride(handle, x, count) : DDBLAS_STATUS_SUCCESS;
}

/* Because the matrices that are written do not overlap, all of them together must fit the address
 * space. */
ddblasStatus_t ddblas_batch_check_count(ddblasHandle_t handle, int position, int64_t m, int64_t n, int64_t count)
{
    const int64_t elements = (int64_t)(PTRDIFF_MAX / sizeof(cuddreal));
    DDBLAS_CHECK(ddblas_check_size(handle, position, "batchCount", count));
    if (m == 0 || n == 0 || count == 0 || (n <= elements / m && count <= elements / m / n))
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, invalid, position, "batchCount: %lld matrices of %lld x %lld exceed the address space",
                                (long long)count, (long long)m, (long long)n);
}

/* Checks the pointers in an array of pointers that is in host memory. */
static ddblasStatus_t check_list(ddblasHandle_t handle, const struct ddblas_batch_operand *x, int64_t count)
{
    const cuddreal *const *list = x->argument;
    for (int64_t i = 0; i < count; i++)
    {
        if (!list[i])
            return ddblas_fail_argument(handle, invalid, x->position, "%sarray: null pointer for member %lld", x->name,
                                        (long long)i);
        if (!ddblas_type_aligned(DDBLAS_TYPE_W, DDBLAS_PLACE_HOST, list[i]))
            return ddblas_fail_argument(handle, DDBLAS_STATUS_MISALIGNED, x->position,
                                        "%sarray: %p for member %lld is not aligned to its type", x->name, (const void *)list[i],
                                        (long long)i);
    }
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_batch_check_pointers(ddblasHandle_t handle, const struct ddblas_batch_operand *x, int64_t count)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    if (x->strided)
        return ddblas_check_pointer(handle, x->position, x->name, DDBLAS_TYPE_W, arrays, x->argument);
    const char name[] = {x->name[0], 'a', 'r', 'r', 'a', 'y', '\0'};
    DDBLAS_CHECK(ddblas_check_not_null(handle, x->position, name, x->argument));
    if ((uintptr_t)x->argument % sizeof(void *) != 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_MISALIGNED, x->position, "%s: %p is not aligned to pointers", name,
                                    x->argument);
    return arrays == DDBLAS_PLACE_HOST ? check_list(handle, x, count) : DDBLAS_STATUS_SUCCESS;
}
