/*
 * Products of vectors in which a few elements of a column are much larger than all others, as those
 * of nearly diagonal matrices, on the CUDA engine. In the residue route the other elements of such
 * a column have too few bits, and elements of the product are repaired by multiply-adds. So X =
 * S + E, S the few large elements, up to DDBLAS_REFINED_TAKEN in a column, and
 *
 *   M X    = M E + M S
 *   X^H X  = E^H E + S^H X + E^H S
 *
 * with the first product by gemm. A block has a column of the result, and its threads elements
 * THREADS apart. A step reads and writes an element of the result once, with up to 16
 * multiply-adds.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "refined.h"
}

#include <cuda_runtime_api.h>

#include "refined_element.h"

enum
{
    THREADS = 256,
    TAKEN = DDBLAS_REFINED_TAKEN,
    /* An element is large if it is so many times the next one in its column, and so many times
     * 1 / sqrt(n), the size of elements of a vector without large ones. */
    RATIO = 8
};

/* The large elements of all columns, in the memory of `small`: the rows, TAKEN for a column, -1
 * where there are fewer; and their values. */
template <class T>
struct large_elements
{
    int64_t *row;
    T *value;
};

template <class T>
static __device__ __forceinline__ large_elements<T> elements_of(const struct ddblas_refined &r)
{
    T *values = (T *)r.small;
    return {(int64_t *)(void *)(values + r.n * TAKEN), values};
}

template <class T>
static __device__ __forceinline__ T *vector_of(const struct ddblas_refined &r, int64_t j)
{
    return (T *)r.X + j * r.ldx;
}

/* ---- the large elements ---------------------------------------------------------------------- */

struct candidate
{
    double size;
    int64_t row;
};

static __device__ __forceinline__ candidate larger_of(candidate a, candidate b)
{
    return b.size > a.size || (b.size == a.size && b.row < a.row) ? b : a;
}

/* The largest element of a column beside the `count` chosen ones; the first of equal ones. NaN is
 * never chosen. Called by all threads. */
template <class T>
static __device__ candidate find_largest(int64_t n, const T *x, const int64_t *chosen, int count)
{
    __shared__ candidate parts[THREADS];
    candidate mine = {-1.0, n};
    for (int64_t i = threadIdx.x; i < n; i += THREADS)
    {
        bool is_new = true;
        for (int k = 0; k < count; k++)
            is_new &= chosen[k] != i;
        if (is_new)
            mine = larger_of(mine, {scalar<T>::abs1(x[i]).x, i});
    }
    __syncthreads();
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half)
            parts[threadIdx.x] = larger_of(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    return parts[0];
}

/* Chooses the fewest elements of a column that are RATIO times all others; none if these would be
 * more than TAKEN. measured: their number. */
template <class T>
__global__ void __launch_bounds__(THREADS) choose_kernel(const struct ddblas_refined r)
{
    const large_elements<T> e = elements_of<T>(r);
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        int64_t chosen[TAKEN];
        int count = 0, found = 0;
        double last = 0.0;
        for (;;)
        {
            const candidate next = find_largest<T>(r.n, vector_of<T>(r, j), chosen, count);
            if (count == 0 && !(next.size >= RATIO / sqrt((double)r.n)))
                break;
            if (count > 0 && last >= RATIO * next.size)
                found = count;
            if (found > 0 || count == TAKEN)
                break;
            chosen[count++] = next.row;
            last = next.size;
        }
        if (threadIdx.x == 0)
        {
            for (int k = 0; k < TAKEN; k++)
                e.row[j * TAKEN + k] = k < found ? chosen[k] : -1;
            r.measured[j] = (double)found;
        }
    }
}

/* X = E, or X = S + E again. A thread has a column. */
template <class T>
__global__ void __launch_bounds__(THREADS) move_kernel(const struct ddblas_refined r, bool back)
{
    const large_elements<T> e = elements_of<T>(r);
    for (int64_t j = blockIdx.x * (int64_t)THREADS + threadIdx.x; j < r.n; j += (int64_t)gridDim.x * THREADS)
        for (int64_t k = j * TAKEN; k < (j + 1) * TAKEN; k++)
            if (e.row[k] >= 0)
            {
                T *x = vector_of<T>(r, j) + e.row[k];
                if (back)
                    *x = e.value[k];
                else
                {
                    e.value[k] = *x;
                    *x = scalar<T>::zero();
                }
            }
}

/* ---- products -------------------------------------------------------------------------------- */

/* T = T + M S. */
template <class T>
__global__ void __launch_bounds__(THREADS) add_product_kernel(const struct ddblas_refined r)
{
    const large_elements<T> e = elements_of<T>(r);
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            T *t = (T *)r.T + i + j * r.n, sum = *t;
            for (int64_t k = j * TAKEN; k < (j + 1) * TAKEN; k++)
                if (e.row[k] >= 0)
                    sum = refined_add_product(((const T *)r.M)[i + e.row[k] * r.n], e.value[k], sum);
            *t = sum;
        }
}

/* T = T + S^H X + E^H S, the lower triangle; X = S + E. */
template <class T>
__global__ void __launch_bounds__(THREADS) add_gram_kernel(const struct ddblas_refined r)
{
    const large_elements<T> e = elements_of<T>(r);
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
        for (int64_t i = j + threadIdx.x; i < r.n; i += THREADS)
        {
            const int64_t *rows = e.row + i * TAKEN;
            const T *x = vector_of<T>(r, j), *y = vector_of<T>(r, i);
            T *t = (T *)r.T + i + j * r.n, sum = *t;
            for (int k = 0; k < TAKEN; k++)
                if (rows[k] >= 0)
                    sum = refined_add_product(refined_conjugate(e.value[i * TAKEN + k]), x[rows[k]], sum);
            for (int64_t k = j * TAKEN; k < (j + 1) * TAKEN; k++)
            {
                bool in_both = false;
                for (int l = 0; l < TAKEN; l++)
                    in_both |= rows[l] == e.row[k];
                if (e.row[k] >= 0 && !in_both)
                    sum = refined_add_product(refined_conjugate(y[e.row[k]]), e.value[k], sum);
            }
            *t = sum;
        }
}

template <class T>
static void launch_step(cudaStream_t stream, enum ddblas_refined_apart step, const struct ddblas_refined *r)
{
    const unsigned blocks = (unsigned)(r->n < 1 << 20 ? r->n : 1 << 20);
    switch (step)
    {
    case DDBLAS_REFINED_CHOOSE:
        choose_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_ADD_PRODUCT:
        add_product_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_ADD_GRAM:
        add_gram_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    default:
        move_kernel<T><<<(blocks + THREADS - 1) / THREADS, THREADS, 0, stream>>>(*r, step == DDBLAS_REFINED_PUT_BACK);
    }
}

extern "C" ddblasStatus_t ddblas_refined_apart_cuda(ddblasHandle_t handle, enum ddblas_refined_apart step,
                                                    const struct ddblas_refined *r)
{
    if (ddblas_type_is_complex(r->type))
        launch_step<cuddcomplex>((cudaStream_t)handle->stream, step, r);
    else
        launch_step<cuddreal>((cudaStream_t)handle->stream, step, r);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}
