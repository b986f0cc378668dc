/*
 * Batches of small symmetric and Hermitian eigenvalue problems on the CUDA engine: cyclic Jacobi
 * (jacobi.h).
 *
 * Tiles: a thread block has a member, whose triangle with the rotations and whose vectors are in
 * shared memory if they fit there: in W 98 KiB for n = 64, in U 197 KiB. Otherwise the vectors are
 * in the workspace, and on a device without room for the triangle (in U 69 KiB for n = 64) it is
 * there too.
 *
 * Work: in a round a thread determines the rotation of a pair; then each takes every so manyth item
 * of the update. About 7 n^3 multiply-adds a sweep with vectors, in U four times as many, and
 * 2 (n - 1) barriers.
 *
 * Edges: an odd order gets a row of zeros.
 *
 * Error bound: docs/numerics.md, "Symmetric eigenvalue problems".
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr_reflector.h"
#include "jacobi.h"
#include "syevd_batched.h"
}

#include <cuda_runtime_api.h>

enum
{
    THREADS = 128,
    NOT_FINITE = 1 << 20, /* An exponent of matrices with Inf or NaN. */
    STATIC_BYTES = 2048   /* Static shared memory of the kernel, and that of the system. */
};

/* The functions of jacobi.h for a type. */
template <class T>
struct steps;

#define STEPS(T, letter)                                                                                                         \
    template <>                                                                                                                  \
    struct steps<T>                                                                                                              \
    {                                                                                                                            \
        typedef struct jacobi_##letter matrix;                                                                                   \
        DD_DEVICE matrix in(int n, void *memory, void *vectors) { return jacobi_in_##letter(n, memory, vectors); }               \
        DD_DEVICE T *at(const matrix &j, int i, int k) { return jacobi_at_##letter(&j, i, k); }                                  \
        DD_DEVICE cuddreal value(const matrix &j, int k) { return jacobi_value_##letter(&j, k); }                                \
        DD_DEVICE int pairs(const matrix &j) { return jacobi_pairs_##letter(&j); }                                               \
        DD_DEVICE int items(const matrix &j) { return jacobi_items_##letter(&j); }                                               \
        DD_DEVICE int rotate(const matrix &j, int round, int k) { return jacobi_rotate_##letter(&j, round, k); }                 \
        DD_DEVICE void update(const matrix &j, int item) { jacobi_update_##letter(&j, item); }                                   \
        DD_DEVICE int place(const matrix &j, int k) { return jacobi_place_##letter(&j, k); }                                     \
        DD_DEVICE int exponent(T a) { return qr_exponent_##letter(a); }                                                          \
        DD_DEVICE T scale(T a, double power) { return qr_scale_##letter(a, power); }                                             \
    };
STEPS(cuddreal, w)
STEPS(cuddcomplex, u)

/* Element (i, k) of the lower triangle. */
template <class T>
static __device__ __forceinline__ T stored(const struct ddblas_syevd_batched &b, const T *A, int i, int k)
{
    const T a = b.uplo == DDBLAS_FILL_MODE_LOWER ? A[i + k * b.lda] : scalar<T>::conj(A[k + i * b.lda]);
    return i == k ? scalar<T>::real_of(a) : a;
}

/* The exponent of the largest element of the triangle, 0 if all are 0. Called by all threads. */
template <class T>
static __device__ int exponent_of_member(const struct ddblas_syevd_batched &b, const T *A, int *of_thread)
{
    const int n = (int)b.n;
    int found = -NOT_FINITE;
    for (int e = (int)threadIdx.x; e < n * n; e += THREADS)
    {
        const int i = e % n, k = e / n;
        if (i < k)
            continue;
        const T a = stored(b, A, i, k);
        const int exponent = !scalar<T>::is_finite(a) ? NOT_FINITE : scalar<T>::is_zero(a) ? -NOT_FINITE : steps<T>::exponent(a);
        found = exponent > found ? exponent : found;
    }
    of_thread[threadIdx.x] = found;
    __syncthreads();
    for (int t = 0; t < THREADS; t++)
        found = of_thread[t] > found ? of_thread[t] : found;
    return found == -NOT_FINITE ? 0 : found;
}

template <class T>
static __device__ void load(const struct ddblas_syevd_batched &b, const T *A, int exponent, const typename steps<T>::matrix &j)
{
    const double power = qr_power(-exponent);
    for (int e = (int)threadIdx.x; e < j.even * j.even; e += THREADS)
    {
        const int i = e % j.even, k = e / j.even;
        if (i >= k)
            *steps<T>::at(j, i, k) = i < j.n ? steps<T>::scale(stored(b, A, i, k), power) : scalar<T>::zero();
    }
    for (int e = (int)threadIdx.x; j.V && e < j.n * j.even; e += THREADS)
        j.V[e] = e % j.n == e / j.n ? scalar<T>::one() : scalar<T>::zero();
    __syncthreads();
}

/* Returns 1 if the sweeps have converged. Called by all threads. */
template <class T>
static __device__ int run_sweeps(const typename steps<T>::matrix &j, int *rotated)
{
    for (int sweep = 0; sweep < JACOBI_MOST_SWEEPS; sweep++)
    {
        int any = 0;
        for (int round = 0; round < j.even - 1; round++)
        {
            int used = 0;
            for (int k = (int)threadIdx.x; k < steps<T>::pairs(j); k += THREADS)
                used |= steps<T>::rotate(j, round, k);
            rotated[threadIdx.x] = used;
            __syncthreads();
            int of_round = 0;
            for (int t = 0; t < steps<T>::pairs(j); t++)
                of_round |= rotated[t];
            for (int item = (int)threadIdx.x; of_round && item < steps<T>::items(j); item += THREADS)
                steps<T>::update(j, item);
            any |= of_round;
            __syncthreads();
        }
        if (!any)
            return 1;
    }
    return 0;
}

/* Places of the two arrays that the compiler knows: it then addresses shared memory directly. */
enum places
{
    ANYWHERE, /* As `room` says. */
    TRIANGLE_INSIDE,
    BOTH_INSIDE
};

/* Array k of a block: in shared memory, or in the block's share of `outside`. */
static __device__ __forceinline__ char *array_at(const struct ddblas_batch_room &room, int k, int inside, void *shared,
                                                 char *outside)
{
    return (inside ? (char *)shared : outside + blockIdx.x * room.share) + room.from[k];
}

template <class T, enum places PLACES>
static __global__ void __launch_bounds__(THREADS, 4)
    syevd_batched_kernel(const struct ddblas_syevd_batched b, const struct ddblas_batch_room room, char *outside)
{
    extern __shared__ double2 shared[];
    __shared__ int of_thread[THREADS];
    char *const triangle = PLACES == ANYWHERE ? array_at(room, 0, room.inside[0], shared, outside) : (char *)shared;
    char *const vectors = array_at(room, 1, PLACES == ANYWHERE ? room.inside[1] : PLACES == BOTH_INSIDE, shared, outside);
    const typename steps<T>::matrix j = steps<T>::in((int)b.n, triangle, b.vectors ? vectors : NULL);
    for (int64_t member = blockIdx.x; member < b.count; member += gridDim.x)
    {
        T *A = (T *)b.A + member * b.stride_a;
        cuddreal *w = b.w + member * b.stride_w;
        const int exponent = exponent_of_member<T>(b, A, of_thread);
        int64_t info = exponent == NOT_FINITE ? b.n + 1 : 0;
        __syncthreads();
        if (info == 0)
        {
            load<T>(b, A, exponent, j);
            info = run_sweeps<T>(j, of_thread) ? 0 : b.n;
        }
        for (int k = (int)threadIdx.x; k < j.n; k += THREADS)
        {
            of_thread[k] = info ? k : steps<T>::place(j, k);
            w[of_thread[k]] = info ? cuddNan() : cuddLdexp(steps<T>::value(j, k), exponent);
        }
        if (threadIdx.x == 0)
            b.info[member] = info;
        __syncthreads();
        for (int e = (int)threadIdx.x; b.vectors && info == 0 && e < j.n * j.n; e += THREADS)
            A[e % j.n + of_thread[e / j.n] * b.lda] = j.V[e];
        __syncthreads();
    }
}

extern "C" ddblasStatus_t ddblas_syevd_batched_room(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch,
                                                    struct ddblas_batch_room *room)
{
    const int n = (int)batch->n, complex = ddblas_type_is_complex(batch->type);
    const size_t vectors = complex ? jacobi_vector_bytes_u(n) : jacobi_vector_bytes_w(n);
    const size_t bytes[DDBLAS_ROOM_ARRAYS] = {complex ? jacobi_bytes_u(n) : jacobi_bytes_w(n), batch->vectors ? vectors : 0, 0};
    return ddblas_batch_room_on(handle, batch->count, STATIC_BYTES, bytes, room);
}

template <class K>
static cudaError_t launch(const struct ddblas_syevd_batched &batch, const struct ddblas_batch_room &room, char *outside,
                          cudaStream_t stream, K *kernel)
{
    const cudaError_t error =
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)room.shared);
    if (error != cudaSuccess)
        return error;
    kernel<<<(unsigned)room.blocks, THREADS, room.shared, stream>>>(batch, room, outside);
    return cudaGetLastError();
}

template <class T>
static cudaError_t launch_type(const struct ddblas_syevd_batched &batch, const struct ddblas_batch_room &room, char *outside,
                               cudaStream_t stream)
{
    return !room.inside[0]  ? launch(batch, room, outside, stream, syevd_batched_kernel<T, ANYWHERE>)
           : room.inside[1] ? launch(batch, room, outside, stream, syevd_batched_kernel<T, BOTH_INSIDE>)
                            : launch(batch, room, outside, stream, syevd_batched_kernel<T, TRIANGLE_INSIDE>);
}

extern "C" ddblasStatus_t ddblas_syevd_batched_cuda(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch)
{
    const cudaStream_t stream = (cudaStream_t)handle->stream;
    struct ddblas_batch_room room;
    void *outside = NULL;
    if (batch->n == 0)
        return ddblas_check_engine(
            handle, ddblas_device_error((int)cudaMemsetAsync(batch->info, 0, (size_t)batch->count * sizeof *batch->info, stream)),
            "a batch of eigenvalue problems");
    DDBLAS_CHECK(ddblas_syevd_batched_room(handle, batch, &room));
    DDBLAS_CHECK(ddblas_workspace(handle, room.workspace, &outside));
    const cudaError_t error = ddblas_type_is_complex(batch->type)
                                  ? launch_type<cuddcomplex>(*batch, room, (char *)outside, stream)
                                  : launch_type<cuddreal>(*batch, room, (char *)outside, stream);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "a batch of eigenvalue problems");
}
