/*
 * The GPU side of bench_tsqr.c.
 */
#include "tsqr_device.h"

#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "device_data.cuh"

namespace
{

/* ---- data ------------------------------------------------------------------------------------ */

template <class T>
struct view
{
    T *data;
    int64_t row, column;
    view(bench_matrix m) : data((T *)m.data), row(m.row), column(m.column) {}
    __device__ T &operator()(int64_t i, int64_t j) const { return data[i * row + j * column]; }
};

template <class T>
__global__ void fill(view<T> A, int64_t m, int64_t n, uint64_t seed)
{
    for (int64_t k = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; k < m * n; k += (int64_t)gridDim.x * blockDim.x)
        draw(A(k % m, k / m), seed + (uint64_t)k);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* Any element as a pair of double-double parts. */
struct wide
{
    cuddreal re, im;
};
__device__ wide widen(float a) { return {cuddFromDouble(a), cuddFromDouble(0.0)}; }
__device__ wide widen(double a) { return {cuddFromDouble(a), cuddFromDouble(0.0)}; }
__device__ wide widen(cuddreal a) { return {a, cuddFromDouble(0.0)}; }
__device__ wide widen(ddblasComplex a) { return {cuddFromDouble(a.x), cuddFromDouble(a.y)}; }
__device__ wide widen(ddblasDoubleComplex a) { return {cuddFromDouble(a.x), cuddFromDouble(a.y)}; }

template <class T>
constexpr bool has_imaginary = false;
template <>
constexpr bool has_imaginary<ddblasComplex> = true;
template <>
constexpr bool has_imaginary<ddblasDoubleComplex> = true;

/* sum + a b. */
template <class T>
__device__ void add_product(wide &sum, wide a, wide b)
{
    sum.re = cuddFma(a.re, b.re, sum.re);
    if (has_imaginary<T>)
    {
        sum.re = cuddFma(cuddNeg(a.im), b.im, sum.re);
        sum.im = cuddFma(a.re, b.im, cuddFma(a.im, b.re, sum.im));
    }
}

__device__ double square(wide a) { return a.re.x * a.re.x + a.im.x * a.im.x; }

/* sums[0] += ||A - Q R||^2, sums[1] += ||A||^2. */
template <class T>
__global__ void add_residual(int64_t m, int64_t n, view<T> A, view<T> Q, view<T> R, double *sums)
{
    double residual = 0.0, norm = 0.0;
    for (int64_t e = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; e < m * n; e += (int64_t)gridDim.x * blockDim.x)
    {
        const int64_t i = e % m, j = e / m;
        const wide a = widen(A(i, j));
        wide sum = {cuddNeg(a.re), cuddNeg(a.im)};
        for (int64_t k = 0; k <= j; k++)
            add_product<T>(sum, widen(Q(i, k)), widen(R(k, j)));
        residual += square(sum);
        norm += square(a);
    }
    atomicAdd(&sums[0], residual);
    atomicAdd(&sums[1], norm);
}

/* A sum of millions of double-double terms: a head in double, and what its roundings leave in
 * double-double, so that the error of the sum is that of its terms. */
struct long_sum
{
    double head;
    cuddreal tail;

    __device__ void add(double x)
    {
        const double s = __dadd_rn(head, x), t = __dsub_rn(s, head);
        tail = cuddAddD(tail, __dadd_rn(__dsub_rn(head, __dsub_rn(s, t)), __dsub_rn(x, t)));
        head = s;
    }
    __device__ void add(cuddreal x)
    {
        add(x.x);
        tail = cuddAddD(tail, x.y);
    }
    __device__ void add(const long_sum &x)
    {
        add(x.head);
        tail = cuddAdd(tail, x.tail);
    }
    __device__ long_sum of_lane(int mask) const
    {
        return {__shfl_xor_sync(~0u, head, mask), {__shfl_xor_sync(~0u, tail.x, mask), __shfl_xor_sync(~0u, tail.y, mask)}};
    }
};

/* sums[2] += |(Q^H Q - I)_ij|^2, i <= j, once more for the other triangle. One block an element. */
template <class T>
__global__ void add_orthogonality(int64_t m, view<T> Q, double *sums)
{
    __shared__ long_sum part[8][2];
    const int64_t i = blockIdx.x, j = blockIdx.y;
    if (i > j)
        return;
    long_sum re = {}, im = {};
    for (int64_t r = threadIdx.x; r < m; r += blockDim.x)
    {
        const wide a = widen(Q(r, i)), b = widen(Q(r, j));
        re.add(cuddMul(a.re, b.re));
        if (has_imaginary<T>)
        {
            re.add(cuddMul(a.im, b.im));
            im.add(cuddMul(a.re, b.im));
            im.add(cuddNeg(cuddMul(a.im, b.re)));
        }
    }
    for (int mask = 16; mask >= 1; mask /= 2)
    {
        re.add(re.of_lane(mask));
        im.add(im.of_lane(mask));
    }
    if (threadIdx.x % 32 == 0)
    {
        part[threadIdx.x / 32][0] = re;
        part[threadIdx.x / 32][1] = im;
    }
    __syncthreads();
    if (threadIdx.x == 0)
    {
        for (unsigned w = 1; w < blockDim.x / 32; w++)
        {
            re.add(part[w][0]);
            im.add(part[w][1]);
        }
        re.add(i == j ? -1.0 : 0.0);
        const wide sum = {cuddAddD(re.tail, re.head), cuddAddD(im.tail, im.head)};
        atomicAdd(&sums[2], square(sum) * (i == j ? 1.0 : 2.0));
    }
}

template <class T>
void errors_of(int64_t m, int64_t n, bench_matrix A, bench_matrix Q, bench_matrix R, double *residual, double *orthogonality)
{
    double *sums, host[3];
    MUST(cudaMalloc((void **)&sums, sizeof host));
    MUST(cudaMemset(sums, 0, sizeof host));
    const int64_t blocks = (m * n + 255) / 256;
    add_residual<T><<<(unsigned)(blocks < 8192 ? blocks : 8192), 256>>>(m, n, view<T>(A), view<T>(Q), view<T>(R), sums);
    add_orthogonality<T><<<dim3((unsigned)n, (unsigned)n), 256>>>(m, view<T>(Q), sums);
    MUST(cudaGetLastError());
    MUST(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
    MUST(cudaFree(sums));
    *residual = sqrt(host[0] / host[1]);
    *orthogonality = sqrt(host[2]);
}

/* ---- cuSOLVER -------------------------------------------------------------------------------- */

struct solver
{
    cusolverDnHandle_t handle;
    ddblasType_t type;
    int64_t m, n;
    int size; /* elements of work */
    void *work, *tau;
    int *info;
};
solver cusolver;

void check(cusolverStatus_t status, const char *what)
{
    if (status != CUSOLVER_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_tsqr: cuSOLVER, %s: %d\n", what, (int)status);
        exit(2);
    }
}

#define QR_OF(letter, type, geqrf, orgqr)                                                                                        \
    void prepare_##letter(int m, int n, type *A)                                                                                 \
    {                                                                                                                            \
        int first = 0, second = 0;                                                                                               \
        check(cusolverDn##geqrf##_bufferSize(cusolver.handle, m, n, A, m, &first), "buffer of geqrf");                           \
        check(cusolverDn##orgqr##_bufferSize(cusolver.handle, m, n, n, A, m, (type *)cusolver.tau, &second), "buffer of orgqr"); \
        cusolver.size = first > second ? first : second;                                                                         \
        MUST(cudaMalloc(&cusolver.work, (size_t)cusolver.size * sizeof(type)));                                                  \
    }                                                                                                                            \
    void factor_##letter(int m, int n, type *A, int r_only)                                                                      \
    {                                                                                                                            \
        type *tau = (type *)cusolver.tau, *work = (type *)cusolver.work;                                                         \
        check(cusolverDn##geqrf(cusolver.handle, m, n, A, m, tau, work, cusolver.size, cusolver.info), "geqrf");                 \
        if (!r_only)                                                                                                             \
            check(cusolverDn##orgqr(cusolver.handle, m, n, n, A, m, tau, work, cusolver.size, cusolver.info), "orgqr");          \
    }
QR_OF(S, float, Sgeqrf, Sorgqr)
QR_OF(D, double, Dgeqrf, Dorgqr)
QR_OF(C, cuComplex, Cgeqrf, Cungqr)
QR_OF(Z, cuDoubleComplex, Zgeqrf, Zungqr)

void prepare(ddblasType_t type, int64_t m, int64_t n, void *A)
{
    if (cusolver.handle && cusolver.type == type && cusolver.m == m && cusolver.n == n)
        return;
    if (!cusolver.handle)
    {
        check(cusolverDnCreate(&cusolver.handle), "create");
        MUST(cudaMalloc((void **)&cusolver.info, sizeof(int)));
        MUST(cudaMalloc(&cusolver.tau, 1024 * sizeof(double2)));
    }
    MUST(cudaFree(cusolver.work));
    cusolver.type = type;
    cusolver.m = m;
    cusolver.n = n;
    switch (type)
    {
    case DDBLAS_TYPE_S:
        prepare_S((int)m, (int)n, (float *)A);
        break;
    case DDBLAS_TYPE_C:
        prepare_C((int)m, (int)n, (cuComplex *)A);
        break;
    case DDBLAS_TYPE_Z:
        prepare_Z((int)m, (int)n, (cuDoubleComplex *)A);
        break;
    default:
        prepare_D((int)m, (int)n, (double *)A);
        break;
    }
}

} // namespace

#define FOR_TYPE(call)                                                                                                           \
    switch (type)                                                                                                                \
    {                                                                                                                            \
    case DDBLAS_TYPE_S:                                                                                                          \
        call(float);                                                                                                             \
        break;                                                                                                                   \
    case DDBLAS_TYPE_D:                                                                                                          \
        call(double);                                                                                                            \
        break;                                                                                                                   \
    case DDBLAS_TYPE_C:                                                                                                          \
        call(ddblasComplex);                                                                                                     \
        break;                                                                                                                   \
    case DDBLAS_TYPE_Z:                                                                                                          \
        call(ddblasDoubleComplex);                                                                                               \
        break;                                                                                                                   \
    default:                                                                                                                     \
        call(cuddreal);                                                                                                          \
        break;                                                                                                                   \
    }

extern "C" void bench_tsqr_fill(ddblasType_t type, bench_matrix A, int64_t m, int64_t n, uint64_t seed)
{
#define FILL(T) fill<T><<<4096, 256>>>(view<T>(A), m, n, seed)
    FOR_TYPE(FILL)
    MUST(cudaGetLastError());
}

extern "C" void bench_tsqr_errors(ddblasType_t type, int64_t m, int64_t n, bench_matrix A, bench_matrix Q, bench_matrix R,
                                  double *residual, double *orthogonality)
{
#define ERRORS(T) errors_of<T>(m, n, A, Q, R, residual, orthogonality)
    FOR_TYPE(ERRORS)
}

extern "C" int bench_cusolver_qr(ddblasType_t type, int64_t m, int64_t n, void *A, int r_only)
{
    if (type == DDBLAS_TYPE_W)
        return 0;
    prepare(type, m, n, A);
    switch (type)
    {
    case DDBLAS_TYPE_S:
        factor_S((int)m, (int)n, (float *)A, r_only);
        break;
    case DDBLAS_TYPE_C:
        factor_C((int)m, (int)n, (cuComplex *)A, r_only);
        break;
    case DDBLAS_TYPE_Z:
        factor_Z((int)m, (int)n, (cuDoubleComplex *)A, r_only);
        break;
    default:
        factor_D((int)m, (int)n, (double *)A, r_only);
        break;
    }
    return 1;
}

extern "C" void *bench_tsqr_alloc(size_t bytes)
{
    void *pointer = NULL;
    MUST(cudaMalloc(&pointer, bytes));
    return pointer;
}

extern "C" void bench_tsqr_free(void *pointer) { MUST(cudaFree(pointer)); }

extern "C" void bench_tsqr_copy(void *to, const void *from, size_t bytes)
{
    MUST(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, 0));
}

extern "C" void bench_tsqr_wait(void) { MUST(cudaDeviceSynchronize()); }

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

extern "C" double bench_tsqr_median_us(void (*restore)(void *data), void (*run)(void *data, int turn), void *data, int turns,
                                       int rounds)
{
    const int count = turns * rounds;
    cudaEvent_t *events = (cudaEvent_t *)calloc((size_t)(2 * turns), sizeof *events);
    float *times = (float *)calloc((size_t)count, sizeof *times);
    if (!events || !times)
        abort();
    for (int t = 0; t < 2 * turns; t++)
        MUST(cudaEventCreate(&events[t]));
    for (int r = -1; r < rounds; r++) /* round -1 warms up */
    {
        restore(data);
        for (int t = 0; t < turns; t++)
        {
            MUST(cudaEventRecord(events[2 * t], 0));
            run(data, t);
            MUST(cudaEventRecord(events[2 * t + 1], 0));
        }
        MUST(cudaDeviceSynchronize());
        for (int t = 0; r >= 0 && t < turns; t++)
            MUST(cudaEventElapsedTime(&times[r * turns + t], events[2 * t], events[2 * t + 1]));
    }
    for (int t = 0; t < 2 * turns; t++)
        MUST(cudaEventDestroy(events[t]));
    qsort(times, (size_t)count, sizeof *times, compare);
    const double median = 0.5e3 * ((double)times[(count - 1) / 2] + (double)times[count / 2]);
    free(events);
    free(times);
    return median;
}
