/*
 * The GPU side of bench_symv.c.
 */
#include "symv_device.h"

#include <chrono>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "device_data.cuh"

namespace
{

/* ---- data ------------------------------------------------------------------------------------ */

template <class T>
__global__ void fill(T *A, int64_t m, int64_t n, int64_t ld, int uplo, uint64_t seed)
{
    for (int64_t j = blockIdx.y; j < n; j += gridDim.y)
        for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < m; i += (int64_t)gridDim.x * blockDim.x)
        {
            T *a = &A[i + j * ld];
            draw(*a, seed + (uint64_t)(i + j * m));
            if (uplo == DDBLAS_FILL_MODE_LOWER ? i < j : uplo == DDBLAS_FILL_MODE_UPPER && i > j)
                memset(a, 0xff, sizeof(T));
        }
}

/* ---- ceilings -------------------------------------------------------------------------------- */

template <int LOADS>
__global__ void read_all(const uint4 *data, size_t count, uint4 *never)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    uint4 sum = {0, 0, 0, 0};
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += LOADS * step)
    {
        uint4 v[LOADS];
#pragma unroll
        for (int u = 0; u < LOADS; u++)
            v[u] = i + u * step < count ? __ldcs(data + i + u * step) : uint4{0, 0, 0, 0};
#pragma unroll
        for (int u = 0; u < LOADS; u++)
        {
            sum.x ^= v[u].x;
            sum.y ^= v[u].y;
            sum.z ^= v[u].z;
            sum.w ^= v[u].w;
        }
    }
    if (sum.x == 1 && sum.y == 2 && sum.z == 3 && sum.w == 4)
        *never = sum;
}

constexpr int FMA_CHAINS = 8, FMA_STEPS = 4096;

__global__ void multiply_add(double *never, double a, double b)
{
    double v[FMA_CHAINS];
    for (int c = 0; c < FMA_CHAINS; c++)
        v[c] = threadIdx.x + c;
    for (int s = 0; s < FMA_STEPS; s++)
#pragma unroll
        for (int c = 0; c < FMA_CHAINS; c++)
            v[c] = fma(v[c], a, b);
    double sum = 0.0;
    for (int c = 0; c < FMA_CHAINS; c++)
        sum += v[c];
    if (sum == 12345.0)
        *never = sum;
}

int multiprocessors()
{
    static int count;
    if (count == 0)
        MUST(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

struct reading
{
    const uint4 *data;
    size_t count;
    int blocks, threads, loads; /* loads of a thread under way */
};

void run_reading(void *data, int)
{
    static uint4 *never;
    if (!never)
        never = (uint4 *)bench_device_alloc(sizeof *never);
    const reading *r = (const reading *)data;
    const auto kernel = r->loads == 2 ? read_all<2> : r->loads == 4 ? read_all<4> : read_all<8>;
    kernel<<<r->blocks, r->threads>>>(r->data, r->count, never);
}

struct copying
{
    void *to;
    const void *from;
    size_t bytes;
};

void run_copying(void *data, int)
{
    const copying *c = (const copying *)data;
    MUST(cudaMemcpyAsync(c->to, c->from, c->bytes, cudaMemcpyDeviceToDevice));
}

void run_fma(void *data, int) { multiply_add<<<multiprocessors() * 4, 512>>>((double *)data, 0.999, 0.001); }

int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* ---- the independent result ------------------------------------------------------------------ */

__device__ cuddreal real_part(float a) { return cuddFromDouble(a); }
__device__ cuddreal real_part(double a) { return cuddFromDouble(a); }
__device__ cuddreal real_part(cuddreal a) { return a; }
__device__ cuddreal real_part(ddblasComplex a) { return cuddFromDouble(a.x); }
__device__ cuddreal real_part(ddblasDoubleComplex a) { return cuddFromDouble(a.x); }
__device__ cuddreal real_part(cuddcomplex a) { return a.x; }
template <class T>
__device__ cuddreal imaginary_part(T)
{
    return cuddFromDouble(0.0);
}
template <>
__device__ cuddreal imaginary_part(ddblasComplex a)
{
    return cuddFromDouble(a.y);
}
template <>
__device__ cuddreal imaginary_part(ddblasDoubleComplex a)
{
    return cuddFromDouble(a.y);
}
template <>
__device__ cuddreal imaginary_part(cuddcomplex a)
{
    return a.y;
}

__device__ double modulus(cuddreal x, cuddreal y) { return hypot(x.x, y.x); }

constexpr int CHECK_THREADS = 256, CHECK_ROWS = 64;

/* Row number `blockIdx.x` of the sample: error over (|A| |x|)_i. */
template <class T>
__global__ void check(const T *A, int64_t lda, const T *x, const T *y, int64_t n, int upper, int hermitian, double *errors)
{
    __shared__ cuddreal re[CHECK_THREADS], im[CHECK_THREADS];
    __shared__ double size[CHECK_THREADS];
    const int64_t last = gridDim.x - 1, i = last > 0 ? (n - 1) * (int64_t)blockIdx.x / last : 0;
    cuddreal r = cuddFromDouble(0.0), m = r;
    double s = 0.0;
    for (int64_t j = threadIdx.x; j < n; j += CHECK_THREADS)
    {
        const bool stored = upper ? i <= j : i >= j;
        const T a = stored ? A[i + j * lda] : A[j + i * lda];
        const cuddreal ar = real_part(a), xr = real_part(x[j]), xi = imaginary_part(x[j]);
        cuddreal ai = imaginary_part(a);
        if (hermitian)
            ai = i == j ? cuddFromDouble(0.0) : stored ? ai : cuddNeg(ai);
        r = cuddAdd(r, cuddSub(cuddMul(ar, xr), cuddMul(ai, xi)));
        m = cuddAdd(m, cuddAdd(cuddMul(ar, xi), cuddMul(ai, xr)));
        s += modulus(ar, ai) * modulus(xr, xi);
    }
    re[threadIdx.x] = r;
    im[threadIdx.x] = m;
    size[threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.x == 0)
    {
        for (int t = 1; t < CHECK_THREADS; t++)
        {
            r = cuddAdd(r, re[t]);
            m = cuddAdd(m, im[t]);
            s += size[t];
        }
        const double e = modulus(cuddSub(real_part(y[i]), r), cuddSub(imaginary_part(y[i]), m)) / s;
        errors[blockIdx.x] = e == e ? e : 1e300;
    }
}

template <class T>
double error_of(const bench_symv &c)
{
    static double *errors;
    if (!errors)
        errors = (double *)bench_device_alloc(CHECK_ROWS * sizeof(double));
    const int rows = c.n < CHECK_ROWS ? (int)c.n : CHECK_ROWS;
    check<T><<<rows, CHECK_THREADS>>>((const T *)c.A, c.lda, (const T *)c.x, (const T *)c.y, c.n,
                                      c.uplo == DDBLAS_FILL_MODE_UPPER, c.hermitian, errors);
    double host[CHECK_ROWS], most = 0.0;
    MUST(cudaMemcpy(host, errors, (size_t)rows * sizeof(double), cudaMemcpyDeviceToHost));
    for (int i = 0; i < rows; i++)
        most = host[i] > most ? host[i] : most;
    return most;
}

/* ---- cuBLAS ---------------------------------------------------------------------------------- */

cublasHandle_t cublas_handle(int atomics)
{
    static cublasHandle_t handle;
    if (!handle && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_symv: cuBLAS could not be started\n");
        exit(2);
    }
    (void)cublasSetAtomicsMode(handle, atomics ? CUBLAS_ATOMICS_ALLOWED : CUBLAS_ATOMICS_NOT_ALLOWED);
    return handle;
}

template <class T, class C, class Function>
bool call_cublas(Function function, const bench_symv &c, int atomics, C one, C zero)
{
    const cublasFillMode_t uplo = c.uplo == DDBLAS_FILL_MODE_UPPER ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    return function(cublas_handle(atomics), uplo, (int)c.n, &one, (const C *)c.A, (int)c.lda, (const C *)c.x, 1, &zero, (C *)c.y,
                    1) == CUBLAS_STATUS_SUCCESS;
}

} // namespace

extern "C" void bench_device_describe(char *text, size_t size)
{
    cudaDeviceProp p;
    int driver = 0, runtime = 0;
    MUST(cudaGetDeviceProperties(&p, 0));
    MUST(cudaDriverGetVersion(&driver));
    MUST(cudaRuntimeGetVersion(&runtime));
    snprintf(text, size, "%s, %d multiprocessors, L2 %d MiB; CUDA %d.%d, driver for %d.%d", p.name, p.multiProcessorCount,
             p.l2CacheSize >> 20, runtime / 1000, runtime % 1000 / 10, driver / 1000, driver % 1000 / 10);
}

extern "C" size_t bench_device_free_memory(void)
{
    size_t free_bytes = 0, all = 0;
    MUST(cudaMemGetInfo(&free_bytes, &all));
    return free_bytes;
}

extern "C" void *bench_device_alloc(size_t bytes)
{
    void *pointer = nullptr;
    MUST(cudaMalloc(&pointer, bytes));
    return pointer;
}

extern "C" void bench_device_fill(ddblasType_t type, void *A, int64_t m, int64_t n, int64_t ld, int uplo, uint64_t seed)
{
    const dim3 grid(8, (unsigned)(n < 4096 ? n : 4096));
    switch (type)
    {
#define FILL(letter, T, real, is_complex)                                                                                        \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        fill<T><<<grid, 256>>>((T *)A, m, n, ld, uplo, seed);                                                                    \
        break;
#define DDBLAS_TYPES DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE  FILL
#include <dd/types.def>
#undef FILL
    default:
        break;
    }
    MUST(cudaGetLastError());
    MUST(cudaDeviceSynchronize());
}

extern "C" double bench_device_read_bandwidth(const void *data, size_t bytes)
{
    double best = 0.0;
    for (int threads = 256; threads <= 1024; threads *= 2)
        for (int waves = 1; waves <= 16; waves *= 4)
        {
            reading r = {(const uint4 *)data, bytes / sizeof(uint4), multiprocessors() * (2048 / threads) * waves, threads, 8};
            const double us = bench_device_median_us(run_reading, &r, 2, 9);
            best = 1e-3 * (double)bytes / us > best ? 1e-3 * (double)bytes / us : best;
        }
    return best;
}

extern "C" double bench_device_copy_bandwidth(void *to, const void *from, size_t bytes)
{
    copying c = {to, from, bytes};
    return 2e-3 * (double)bytes / bench_device_median_us(run_copying, &c, 2, 9);
}

/* Blocks of 128, 256, 512 or 1024 threads with 2, 4 or 8 loads, as many as the data need, or at
 * most one or four times as many as have 2048 threads on each multiprocessor. */
extern "C" void bench_device_read(const void *data, size_t bytes, int grid)
{
    constexpr int THREADS = 4, LOADS = 3, WAVES = 3;
    static_assert(THREADS * LOADS * WAVES == BENCH_READ_GRIDS, "symv_device.h");
    const int threads = 128 << grid % THREADS, loads = 2 << grid / THREADS % LOADS, waves = grid / THREADS / LOADS;
    const size_t of_block = (size_t)(threads * loads) * sizeof(uint4), needed = (bytes + of_block - 1) / of_block,
                 most = (size_t)multiprocessors() * (2048 / threads) * (waves == 1 ? 1 : 4);
    reading r = {(const uint4 *)data, bytes / sizeof(uint4), (int)(waves == 0 || needed < most ? needed : most), threads, loads};
    run_reading(&r, 0);
}

extern "C" double bench_device_fma_rate(void)
{
    double *never = (double *)bench_device_alloc(sizeof *never);
    const double us = bench_device_median_us(run_fma, never, 2, 9);
    MUST(cudaFree(never));
    return 1e-3 * multiprocessors() * 4.0 * 512.0 * FMA_CHAINS * FMA_STEPS / us;
}

extern "C" double bench_device_median_us(void (*run)(void *data, int turn), void *data, int warm, int repeats)
{
    static cudaEvent_t before, after;
    float ms[BENCH_MOST_REPEATS];
    if (!before)
    {
        MUST(cudaEventCreate(&before));
        MUST(cudaEventCreate(&after));
    }
    repeats = repeats < BENCH_MOST_REPEATS ? repeats : BENCH_MOST_REPEATS;
    /* short calls go on for two milliseconds: the first ones after a pause of the host take
     * longer */
    const auto start = std::chrono::steady_clock::now();
    for (int t = 0; t < warm || std::chrono::steady_clock::now() - start < std::chrono::milliseconds(2); t++)
    {
        run(data, t);
        MUST(cudaDeviceSynchronize());
    }
    for (int t = 0; t < repeats; t++)
    {
        MUST(cudaEventRecord(before));
        run(data, warm + t);
        MUST(cudaEventRecord(after));
        MUST(cudaEventSynchronize(after));
        MUST(cudaEventElapsedTime(&ms[t], before, after));
    }
    qsort(ms, (size_t)repeats, sizeof ms[0], compare);
    return 1e3 * ms[repeats / 2];
}

extern "C" int bench_cublas_symv(const struct bench_symv *c, int atomics)
{
    const cuComplex one_c = {1.0f, 0.0f}, zero_c = {0.0f, 0.0f};
    const cuDoubleComplex one_z = {1.0, 0.0}, zero_z = {0.0, 0.0};
    switch (c->type)
    {
    case DDBLAS_TYPE_S:
        return call_cublas<float>(cublasSsymv, *c, atomics, 1.0f, 0.0f);
    case DDBLAS_TYPE_D:
        return call_cublas<double>(cublasDsymv, *c, atomics, 1.0, 0.0);
    case DDBLAS_TYPE_C:
        return c->hermitian ? call_cublas<cuComplex>(cublasChemv, *c, atomics, one_c, zero_c)
                            : call_cublas<cuComplex>(cublasCsymv, *c, atomics, one_c, zero_c);
    case DDBLAS_TYPE_Z:
        return c->hermitian ? call_cublas<cuDoubleComplex>(cublasZhemv, *c, atomics, one_z, zero_z)
                            : call_cublas<cuDoubleComplex>(cublasZsymv, *c, atomics, one_z, zero_z);
    default:
        return 0;
    }
}

extern "C" double bench_device_symv_error(const struct bench_symv *c)
{
    switch (c->type)
    {
#define ERROR_OF(letter, T, real, is_complex)                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return error_of<T>(*c);
#define DDBLAS_TYPES DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE  ERROR_OF
#include <dd/types.def>
#undef ERROR_OF
    default:
        return 1e300;
    }
}
