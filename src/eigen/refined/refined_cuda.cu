/*
 * Operations on columns for the refinement of eigenvectors, on the CUDA engine. A block has a
 * column, and its threads elements THREADS apart; sums are added in a fixed order. A pass reads and
 * writes each element once or twice: 30 to 60 bytes, beside products of n terms an element.
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
    THREADS = 256
};

/* An element rounded to double. */
template <class T>
struct narrow
{
    typedef double type;
};
template <>
struct narrow<cuddcomplex>
{
    typedef ddblasDoubleComplex type;
};

/* Column j of an array with leading dimension ld. */
template <class E>
static __device__ __forceinline__ E *column_of(void *array, int64_t ld, int64_t j)
{
    return (E *)array + j * ld;
}
template <class E>
static __device__ __forceinline__ const E *column_of(const void *array, int64_t ld, int64_t j)
{
    return (const E *)array + j * ld;
}

/* Sums of all threads' numbers, in every thread. */
template <class T>
static __device__ T sum_of_block(T mine)
{
    __shared__ T parts[THREADS];
    __syncthreads(); /* All threads have read the previous result. */
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half)
            parts[threadIdx.x] = scalar<T>::merge(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    return parts[0];
}

/* The larger of two numbers; NaN counts as the largest. */
static __device__ double larger(double a, double b) { return a >= b || isnan(a) ? a : b; }

/* The sum, or the largest, of all threads' numbers, in thread 0. */
static __device__ double reduce_block(double mine, bool adds)
{
    __shared__ double parts[THREADS];
    __syncthreads();
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half)
        {
            const double a = parts[threadIdx.x], b = parts[threadIdx.x + half];
            parts[threadIdx.x] = adds ? __dadd_rn(a, b) : larger(a, b);
        }
        __syncthreads();
    }
    return parts[0];
}

template <class T>
__global__ void __launch_bounds__(THREADS) convert_kernel(const struct ddblas_refined r, enum ddblas_refined_pass pass)
{
    typedef typename narrow<T>::type N;
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const N *from = column_of<N>(pass == DDBLAS_REFINED_WIDEN ? r.first : r.second, r.n, j);
        T *x = column_of<T>(r.X, r.ldx, j);
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
            x[i] = pass == DDBLAS_REFINED_WIDEN ? refined_wide(from[i]) : refined_sum(x[i], from[i]);
    }
}

template <class T>
__global__ void __launch_bounds__(THREADS) narrow_kernel(const struct ddblas_refined r)
{
    typedef typename narrow<T>::type N;
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const T *m = column_of<T>(r.M, r.n, j);
        N *first = column_of<N>(r.first, r.n, j);
        double sum = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            first[i] = refined_narrow(m[i]);
            sum += refined_square(first[i]);
        }
        sum = reduce_block(sum, true);
        if (threadIdx.x == 0)
            r.measured[j] = sqrt(sum);
    }
}

/* Moves the diagonal of M out of it, or back. */
template <class T>
__global__ void __launch_bounds__(THREADS) move_diagonal_kernel(const struct ddblas_refined r, bool back)
{
    for (int64_t j = blockIdx.x * (int64_t)THREADS + threadIdx.x; j < r.n; j += (int64_t)gridDim.x * THREADS)
    {
        T *m = (T *)r.M + j + j * r.n;
        if (!back)
            r.diagonal[j] = refined_real_part(*m);
        *m = scalar<T>::zero();
        if (back)
            *m = refined_add_times_real(*m, r.diagonal[j], scalar<T>::one());
    }
}

template <class T>
__global__ void __launch_bounds__(THREADS) add_diagonal_kernel(const struct ddblas_refined r)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const T *x = column_of<T>(r.X, r.ldx, j);
        T *t = column_of<T>(r.T, r.n, j);
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
            t[i] = refined_add_times_real(t[i], r.diagonal[i], x[i]);
    }
}

template <class T>
__global__ void __launch_bounds__(THREADS) residual_kernel(const struct ddblas_refined r)
{
    typedef typename narrow<T>::type N;
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const T *x = column_of<T>(r.X, r.ldx, j), *t = column_of<T>(r.T, r.n, j);
        N *second = column_of<N>(r.second, r.n, j), *third = column_of<N>(r.third, r.n, j);
        cuddreal product = cuddFromDouble(0.0), square = product;
        double sum = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            product = refined_add_real_product(x[i], t[i], product);
            square = refined_add_real_product(x[i], x[i], square);
        }
        product = sum_of_block(product);
        square = sum_of_block(square);
        const cuddreal value = cuddDiv(product, square);
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            second[i] = refined_narrow(refined_shifted(t[i], value, x[i]));
            third[i] = refined_narrow(x[i]);
            sum += refined_square(second[i]);
        }
        sum = reduce_block(sum, true);
        if (threadIdx.x == 0)
        {
            r.values[j] = value;
            r.defect[j] = cuddDSub(1.0, square).x;
            r.measured[j] = sqrt(sum);
        }
    }
}

template <class T>
__global__ void __launch_bounds__(THREADS) correct_kernel(const struct ddblas_refined r)
{
    typedef typename narrow<T>::type N;
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        N *e = column_of<N>(r.first, r.n, j);
        double largest = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            if (i == j)
                e[i] = refined_real(e[i], 0.5 * r.defect[j]);
            else
                e[i] = r.members[i].first == r.members[j].first ? refined_real(e[i], 0.0)
                                                                : refined_quotient(e[i], cuddSub(r.values[j], r.values[i]).x);
            if (i != j)
                largest = larger(refined_modulus(e[i]), largest);
        }
        largest = reduce_block(largest, false);
        if (threadIdx.x == 0)
            r.measured[j] = largest;
    }
}

template <class T>
__global__ void __launch_bounds__(THREADS) defect_kernel(const struct ddblas_refined r)
{
    typedef typename narrow<T>::type N;
    const T *gram = column_of<T>(r.T, r.n, 0);
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        N *first = column_of<N>(r.first, r.n, j);
        double sum = 0.0, weighted = 0.0;
        for (int64_t i = threadIdx.x; i < r.n; i += THREADS)
        {
            const T g = i >= j ? gram[i + j * r.n] : refined_conjugate(gram[j + i * r.n]);
            const N defect = refined_difference(i == j ? 1.0 : 0.0, g);
            const double factor = 0.5 * cuddSub(r.values[i], r.values[j]).x;
            first[i] = refined_times(defect, 0.5);
            sum += refined_square(defect);
            weighted += refined_square(refined_times(defect, factor));
        }
        sum = reduce_block(sum, true);
        weighted = reduce_block(weighted, true);
        if (threadIdx.x == 0)
        {
            r.measured[j] = sqrt(sum);
            r.defect[j] = sqrt(weighted);
        }
    }
}

/* ---- clusters -------------------------------------------------------------------------------- */

template <class T>
__global__ void __launch_bounds__(THREADS) gram_kernel(const struct ddblas_refined r)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const struct ddblas_refined_member m = r.members[j];
        const T *x = column_of<T>(r.X, r.ldx, j), *t = column_of<T>(r.T, r.n, j);
        for (int64_t i = j; m.at >= 0 && i < m.first + m.count; i++)
        {
            const T *y = column_of<T>(r.X, r.ldx, i);
            const cuddreal mu = r.values[m.first];
            T product = scalar<T>::zero(), square = product;
            for (int64_t e = threadIdx.x; e < r.n; e += THREADS)
            {
                const T left = refined_conjugate(y[e]);
                product = refined_add_product(left, refined_shifted(t[e], mu, x[e]), product);
                square = refined_add_product(left, x[e], square);
            }
            product = sum_of_block(product);
            square = sum_of_block(square);
            if (threadIdx.x == 0)
            {
                T *small = (T *)r.small + m.at;
                small[i - m.first + (j - m.first) * m.count] = product;
                small[j - m.first + (i - m.first + 1) * m.count] = square;
            }
        }
    }
}

/* The columns of clusters: wide = from Q. */
template <class T>
__global__ void __launch_bounds__(THREADS) rotate_kernel(const struct ddblas_refined r, const void *from, int64_t ldf)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
    {
        const struct ddblas_refined_member m = r.members[j];
        const T *Q = (const T *)r.small + m.at + (j - m.first) * m.count, *A = column_of<T>(from, ldf, m.first);
        T *wide = column_of<T>(r.second, r.n, j);
        for (int64_t i = threadIdx.x; m.at >= 0 && i < r.n; i += THREADS)
        {
            T sum = scalar<T>::zero();
            for (int64_t p = 0; p < m.count; p++)
                sum = refined_add_product(A[i + p * ldf], Q[p], sum);
            wide[i] = sum;
        }
    }
}

/* The columns of clusters: to = wide. */
template <class T>
__global__ void __launch_bounds__(THREADS) take_kernel(const struct ddblas_refined r, void *to, int64_t ldt)
{
    for (int64_t j = blockIdx.x; j < r.n; j += gridDim.x)
        for (int64_t i = threadIdx.x; r.members[j].at >= 0 && i < r.n; i += THREADS)
            column_of<T>(to, ldt, j)[i] = column_of<T>(r.second, r.n, j)[i];
}

template <class T>
static void launch_pass(cudaStream_t stream, enum ddblas_refined_pass pass, const struct ddblas_refined *r)
{
    const unsigned blocks = (unsigned)(r->n < 1 << 20 ? r->n : 1 << 20);
    const bool back = pass == DDBLAS_REFINED_PUT_DIAGONAL;
    switch (pass)
    {
    case DDBLAS_REFINED_NARROW:
        narrow_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_TAKE_DIAGONAL:
    case DDBLAS_REFINED_PUT_DIAGONAL:
        move_diagonal_kernel<T><<<(blocks + THREADS - 1) / THREADS, THREADS, 0, stream>>>(*r, back);
        break;
    case DDBLAS_REFINED_ADD_DIAGONAL:
        add_diagonal_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_RESIDUAL:
        residual_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_CORRECT:
        correct_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_DEFECT:
        defect_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_GRAM:
        gram_kernel<T><<<blocks, THREADS, 0, stream>>>(*r);
        break;
    case DDBLAS_REFINED_ROTATE_X:
        rotate_kernel<T><<<blocks, THREADS, 0, stream>>>(*r, r->X, r->ldx);
        break;
    case DDBLAS_REFINED_TAKE_X:
        take_kernel<T><<<blocks, THREADS, 0, stream>>>(*r, r->X, r->ldx);
        break;
    case DDBLAS_REFINED_ROTATE_T:
        rotate_kernel<T><<<blocks, THREADS, 0, stream>>>(*r, r->T, r->n);
        break;
    case DDBLAS_REFINED_TAKE_T:
        take_kernel<T><<<blocks, THREADS, 0, stream>>>(*r, r->T, r->n);
        break;
    default:
        convert_kernel<T><<<blocks, THREADS, 0, stream>>>(*r, pass);
    }
}

extern "C" ddblasStatus_t ddblas_refined_pass_cuda(ddblasHandle_t handle, enum ddblas_refined_pass pass,
                                                   const struct ddblas_refined *r)
{
    if (ddblas_type_is_complex(r->type))
        launch_pass<cuddcomplex>((cudaStream_t)handle->stream, pass, r);
    else
        launch_pass<cuddreal>((cudaStream_t)handle->stream, pass, r);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}
