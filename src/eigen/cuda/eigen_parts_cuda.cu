/*
 * The operations of the eigensolver on vectors and matrices on the CUDA engine, except rotations.
 * The kernels of a column have one block, whose threads have elements THREADS apart; sums are added
 * in a fixed order. They take a small part of the time at large orders and are not tuned.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "eigen/eigen.h"
}

#include <cuda_runtime_api.h>

#include "factor/qr/qr_reflector.h"

enum
{
    THREADS = 256,
    MOST_BLOCKS = 4096
};

/* Functions that differ between the types. */
static __device__ int exponent_of(cuddreal a) { return qr_exponent_w(a); }
static __device__ int exponent_of(cuddcomplex a) { return qr_exponent_u(a); }
static __device__ cuddreal scaled(cuddreal a, double power) { return qr_scale_w(a, power); }
static __device__ cuddcomplex scaled(cuddcomplex a, double power) { return qr_scale_u(a, power); }
static __device__ cuddreal norm_of(cuddreal a) { return cuddSqr(a); }
static __device__ cuddreal norm_of(cuddcomplex a) { return cuddcNorm(a); }
static __device__ cuddreal real_part(cuddreal a) { return a; }
static __device__ cuddreal real_part(cuddcomplex a) { return a.x; }
static __device__ cuddreal times_real(cuddreal a, cuddreal r) { return cuddMul(a, r); }
static __device__ cuddcomplex times_real(cuddcomplex a, cuddreal r) { return cuddcMulReal(a, r); }
static __device__ qr_reflector_w reflector_of(cuddreal alpha, cuddreal square) { return qr_reflect_w(alpha, square); }
static __device__ qr_reflector_u reflector_of(cuddcomplex alpha, cuddreal square) { return qr_reflect_u(alpha, square); }
static __device__ void set_real(cuddreal *to, cuddreal value) { *to = value; }
static __device__ void set_real(cuddcomplex *to, cuddreal value) { *to = cuddcFromReal(value); }

/* The sum of all threads' values, in every thread. */
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

/* The largest of all threads' numbers, in every thread. */
static __device__ int largest_of_block(int mine)
{
    __shared__ int parts[THREADS];
    __syncthreads();
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half && parts[threadIdx.x + half] > parts[threadIdx.x])
            parts[threadIdx.x] = parts[threadIdx.x + half];
        __syncthreads();
    }
    return parts[0];
}

/* ---- scaling --------------------------------------------------------------------------------- */

/* *found becomes the largest exponent of elements other than 0, or DDBLAS_EIGEN_NOT_FINITE. A
 * maximum does not depend on its order. */
template <class T>
__global__ void __launch_bounds__(THREADS) exponent_kernel(int64_t elements, const T *M, int *found)
{
    int most = INT_MIN;
    for (int64_t k = blockIdx.x * (int64_t)THREADS + threadIdx.x; k < elements; k += (int64_t)gridDim.x * THREADS)
    {
        const T a = M[k];
        const int e = !scalar<T>::is_finite(a) ? DDBLAS_EIGEN_NOT_FINITE : scalar<T>::is_zero(a) ? INT_MIN : exponent_of(a);
        most = e > most ? e : most;
    }
    most = largest_of_block(most);
    if (threadIdx.x == 0)
        atomicMax(found, most);
}

template <class T>
__global__ void __launch_bounds__(THREADS) scale_kernel(int64_t elements, T *M, double power)
{
    for (int64_t k = blockIdx.x * (int64_t)THREADS + threadIdx.x; k < elements; k += (int64_t)gridDim.x * THREADS)
        M[k] = scaled(M[k], power);
}

static unsigned blocks_of(int64_t elements) { return (unsigned)least(quotient_up(elements, THREADS), MOST_BLOCKS); }

template <class T>
static ddblasStatus_t scale_matrix(ddblasHandle_t handle, const struct ddblas_eigen_scale *s, int *exponent)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    const int none = INT_MIN;
    int found = none;
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->to_engine(s->found, sizeof none, &none, sizeof none, sizeof none, 1, stream), "syevd"));
    exponent_kernel<T><<<blocks_of(s->elements), THREADS, 0, stream>>>(s->elements, (const T *)s->M, s->found);
    DDBLAS_CHECK(ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd"));
    DDBLAS_CHECK(ddblas_check_engine(
        handle, handle->backend->from_engine(&found, sizeof found, s->found, sizeof found, sizeof found, 1, stream), "syevd"));
    *exponent = found == none ? 0 : found;
    if (found == none || found == DDBLAS_EIGEN_NOT_FINITE)
        return DDBLAS_STATUS_SUCCESS;
    scale_kernel<T><<<blocks_of(s->elements), THREADS, 0, stream>>>(s->elements, (T *)s->M, qr_power(-found));
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}

extern "C" ddblasStatus_t ddblas_eigen_scale_cuda(ddblasHandle_t handle, const struct ddblas_eigen_scale *scale, int *exponent)
{
    return ddblas_type_is_complex(scale->type) ? scale_matrix<cuddcomplex>(handle, scale, exponent)
                                               : scale_matrix<cuddreal>(handle, scale, exponent);
}

/* ---- reduction to tridiagonal form ----------------------------------------------------------- */

/* A column of the reduction; pointers lead to the element in row j + 1 of the column's arrays. */
template <class T>
struct column
{
    int64_t below; /* Rows from j + 1 on. */
    T *x;          /* Column j of M. */
    T *P, *Q;      /* Columns 2 i of P and Q. */
    int64_t ld;
    cuddreal *d, *e; /* Elements j. */
    T *tau, *row;
    int terms;      /* 2 (i + 1) */
    const T *Q_row; /* Row j + 1 of Q. */
};

/* d, e, tau and v of a column: v takes its place in M, and those in P and Q. */
template <class T>
__global__ void __launch_bounds__(THREADS) reflect_kernel(const column<T> c)
{
    if (threadIdx.x == 0)
        *c.d = real_part(c.x[-1]);
    if (c.below == 0)
        return;
    int mine = QR_LEAST_EXPONENT;
    for (int64_t k = threadIdx.x; k < c.below; k += THREADS)
    {
        const int e = exponent_of(c.x[k]);
        mine = e > mine ? e : mine;
    }
    const int exponent = largest_of_block(mine);
    const double power = qr_power(-exponent);
    cuddreal square = cuddFromDouble(0.0);
    for (int64_t k = threadIdx.x; k < c.below; k += THREADS)
        if (k > 0)
            square = cuddAdd(square, norm_of(scaled(c.x[k], power)));
    square = sum_of_block(square);
    const auto r = reflector_of(scaled(c.x[0], power), square);
    __syncthreads(); /* All threads have read the first element. */
    if (threadIdx.x == 0)
    {
        *c.e = qr_scale_w(r.beta, qr_power(exponent));
        *c.tau = r.tau;
    }
    for (int64_t k = threadIdx.x; k < c.below; k += THREADS)
    {
        const T v = k == 0 ? scalar<T>::one() : scalar<T>::mul(r.factor, scaled(c.x[k], power));
        c.x[k] = v;
        c.P[k] = v;
        c.Q[k + c.ld] = v;
    }
}

/* w from p, which P has in its next column; and the row of the next column's update. */
template <class T>
__global__ void __launch_bounds__(THREADS) finish_kernel(const column<T> c)
{
    T *p = c.P + c.ld;
    const T tau = *c.tau;
    T dot = scalar<T>::zero();
    for (int64_t k = threadIdx.x; k < c.below; k += THREADS)
        dot = scalar<T>::fma(scalar<T>::conj(p[k]), c.P[k], dot);
    dot = sum_of_block(dot);
    const T alpha = times_real(dot, cuddMulD(norm_of(tau), -0.5));
    for (int64_t k = threadIdx.x; k < c.below; k += THREADS)
    {
        const T w = scalar<T>::add(scalar<T>::mul(tau, p[k]), scalar<T>::mul(alpha, c.P[k]));
        p[k] = w;
        c.Q[k] = w;
    }
    __syncthreads();
    for (int k = (int)threadIdx.x; k < c.terms; k += THREADS)
        c.row[k] = scalar<T>::conj(c.Q_row[k * c.ld]);
}

template <class T>
static column<T> column_of(const struct ddblas_sytrd_column *p)
{
    const struct ddblas_sytrd *s = p->sytrd;
    const int64_t n = s->n, i = p->i, j = p->j;
    column<T> c;
    c.below = n - j - 1;
    c.x = (T *)s->M + j + 1 + j * n;
    c.P = (T *)s->P + j + 1 + 2 * i * n;
    c.Q = (T *)s->Q + j + 1 + 2 * i * n;
    c.ld = n;
    c.d = (cuddreal *)s->d + j;
    c.e = (cuddreal *)s->e + j;
    c.tau = (T *)s->tau + j;
    c.row = (T *)s->row;
    c.terms = (int)(2 * (i + 1));
    c.Q_row = (const T *)s->Q + j + 1;
    return c;
}

extern "C" ddblasStatus_t ddblas_sytrd_reflect_cuda(ddblasHandle_t handle, const struct ddblas_sytrd_column *c)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    if (ddblas_type_is_complex(c->sytrd->type))
        reflect_kernel<cuddcomplex><<<1, THREADS, 0, stream>>>(column_of<cuddcomplex>(c));
    else
        reflect_kernel<cuddreal><<<1, THREADS, 0, stream>>>(column_of<cuddreal>(c));
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}

extern "C" ddblasStatus_t ddblas_sytrd_finish_cuda(ddblasHandle_t handle, const struct ddblas_sytrd_column *c)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    if (ddblas_type_is_complex(c->sytrd->type))
        finish_kernel<cuddcomplex><<<1, THREADS, 0, stream>>>(column_of<cuddcomplex>(c));
    else
        finish_kernel<cuddreal><<<1, THREADS, 0, stream>>>(column_of<cuddreal>(c));
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}

/* ---- vectors --------------------------------------------------------------------------------- */

template <class T>
__global__ void __launch_bounds__(THREADS)
    gather_kernel(int64_t n, const cuddreal *Z, int64_t ldz, const int64_t *order, T *out, int64_t ldo)
{
    const int64_t pieces = (n + THREADS - 1) / THREADS;
    for (int64_t k = blockIdx.x; k < pieces * n; k += gridDim.x)
    {
        const int64_t i = k % pieces * THREADS + threadIdx.x, j = k / pieces;
        if (i < n)
            set_real(&out[i + j * ldo], Z[i + order[j] * ldz]);
    }
}

template <class T>
static void launch_gather(cudaStream_t stream, const struct ddblas_eigen_gather *g)
{
    const int64_t pieces = quotient_up(g->n, THREADS) * g->n;
    gather_kernel<T><<<(unsigned)least(pieces, MOST_BLOCKS), THREADS, 0, stream>>>(g->n, (const cuddreal *)g->Z, g->ldz, g->order,
                                                                                   (T *)g->out, g->ldo);
}

extern "C" ddblasStatus_t ddblas_eigen_gather_cuda(ddblasHandle_t handle, const struct ddblas_eigen_gather *gather)
{
    if (ddblas_type_is_complex(gather->type))
        launch_gather<cuddcomplex>((cudaStream_t)handle->stream, gather);
    else
        launch_gather<cuddreal>((cudaStream_t)handle->stream, gather);
    return ddblas_check_engine(handle, ddblas_device_error((int)cudaGetLastError()), "syevd");
}
