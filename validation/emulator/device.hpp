/*
 * The language of CUDA kernels for a host compiler: what a .cu file finds before its first line
 * when it is compiled for the emulated device. Threads of a block are contexts that change at
 * barriers, shuffles and pauses (blocks.cpp); the blocks of a launch run on several threads of the
 * host.
 *
 * Asynchronous copies are kept back until the thread that started them waits for them, so that a
 * value read too early, or by a thread that was not told, is a wrong value; with a seed half of
 * them take place at once, so that one written too early is too. Memory begins as NaN, with odd
 * seeds as numbers, for in double-double symv forms sums again that are NaN. The order in which
 * threads run is drawn from DDBLAS_EMULATE_SEED; what depends on it without a barrier between shows
 * as bits that change.
 *
 * What is not followed: the memory model (a store is seen at once by the threads of a block), the
 * machine's approximations of 1/x and 1/sqrt(x), which are the host's, and time.
 */
#ifndef DD_EMULATOR_DEVICE_HPP
#define DD_EMULATOR_DEVICE_HPP

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

#define __CUDA_RUNTIME_H__ /* the toolkit's C++ layer above its C interface is below */
#include <cuda_runtime_api.h>
#include <vector_functions.h>

#undef __device__
#undef __host__
#undef __global__
#undef __shared__
#undef __constant__
#undef __grid_constant__
#undef __launch_bounds__
#undef __forceinline__
#undef __noinline__
#undef __align__
#define __device__
#define __host__
#define __global__
#define __constant__
#define __grid_constant__
#define __noinline__
#define __launch_bounds__(...)
#define __forceinline__  inline
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __shared__       thread_local /* a block runs on one thread of the host */

namespace emulate
{

/* ---- threads --------------------------------------------------------------------------------- */

struct place
{
    uint3 thread, block;
    dim3 threads, blocks;
    int lane;
};
extern thread_local const place *here; /* place of the thread that runs */

void block_barrier();
/* Barriers by number, of the given number of threads: a thread arrives and goes on, or waits. */
void named_barrier(int number, int threads, bool waits);
int block_or(int value);
void warp_barrier(unsigned mask);
void pause(); /* lets others run */

enum
{
    WORD = 24 /* bytes that a lane brings at most */
};

/* Each lane of the mask brings a value. The value of lane i is then at byte i WORD of the array
 * returned, until the next call. */
const unsigned char *bring(unsigned mask, const void *value, size_t size);

template <class T>
inline T value_of(const unsigned char *brought, int lane)
{
    T value;
    memcpy(&value, brought + lane * WORD, sizeof value);
    return value;
}

/* The value of lane `from`, or the own one where there is no such lane. */
template <class T>
inline T exchange(unsigned mask, T value, int from, bool there)
{
    static_assert(sizeof(T) <= WORD, "a word of a lane");
    const unsigned char *brought = bring(mask, &value, sizeof value);
    return there ? value_of<T>(brought, from) : value;
}

/* f over the values of all lanes of the mask, in their order. */
template <class T, class F>
inline T combine(unsigned mask, T value, F f)
{
    const unsigned char *brought = bring(mask, &value, sizeof value);
    T result{};
    bool first = true;
    for (int lane = 0; lane < 32; lane++)
        if (mask >> lane & 1)
        {
            const T next = value_of<T>(brought, lane);
            result = first ? next : f(result, next);
            first = false;
        }
    return result;
}

void copy_start(void *to, const void *from, int bytes, int valid);
void copy_commit();
void copy_wait(int pending);
void copy_wait_all();

/* Barriers with a count of bytes, in 8 bytes of shared memory, for the threads of one block. */
void phase_init(void *barrier, int arrivals);
void phase_arrive(void *barrier, int bytes); /* `bytes` more bytes are expected */
void phase_wait(const void *barrier, int parity);

/* Copies a box of a tensor at once; its rows of 128 bytes are swizzled. */
void copy_box(void *shared, const void *map, void *barrier, const int *at);

/* A warpgroup's product; each thread forms its own `count` sums. Operands are addresses. */
void group_product(int *sums, int count, uint64_t a, uint64_t b, bool added);

/* ---- launches -------------------------------------------------------------------------------- */

enum
{
    RESIDENT_BLOCKS = 3 /* The host's threads that serve as multiprocessors. */
};

/* The body of a kernel's threads with the arguments that an array points at. */
typedef std::function<std::function<void()>(void **)> binder;

cudaError_t launch(const void *kernel, dim3 blocks, dim3 threads, size_t shared, cudaStream_t stream, std::function<void()> body,
                   binder bind);

/* kernel<<<blocks, threads, shared, stream>>> becomes a call of this; calling the result is the
 * launch. */
template <class... Parameters>
struct launcher
{
    void (*kernel)(Parameters...);
    dim3 blocks, threads;
    size_t shared;
    cudaStream_t stream;

    template <class... Arguments>
    cudaError_t operator()(Arguments &&...arguments) const
    {
        return hand_over(std::decay_t<Parameters>(std::forward<Arguments>(arguments))...);
    }

  private:
    template <class... Values>
    cudaError_t hand_over(Values... values) const
    {
        void (*const run)(Parameters...) = kernel;
        return launch((const void *)kernel, blocks, threads, shared, stream, [run, values...] { run(values...); },
                      [run](void **arguments) { return bound<Values...>(run, arguments, std::index_sequence_for<Values...>()); });
    }
    template <class... Values, size_t... I>
    static std::function<void()> bound(void (*run)(Parameters...), void **arguments, std::index_sequence<I...>)
    {
        const std::tuple<Values...> values(*(Values *)arguments[I]...);
        return [run, values] { run(std::get<I>(values)...); };
    }
};

template <class... Parameters>
inline launcher<Parameters...> launching(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, size_t shared = 0,
                                         cudaStream_t stream = nullptr)
{
    return {kernel, blocks, threads, shared, stream};
}

} // namespace emulate

/* A cooperative launch needs room for all its blocks at once. */
template <class... Parameters, class... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*kernel)(Parameters...), Arguments &&...arguments)
{
    for (unsigned i = 0; i < c->numAttrs; i++)
        if (c->attrs[i].id == cudaLaunchAttributeCooperative && c->gridDim.x > emulate::RESIDENT_BLOCKS)
            return cudaErrorCooperativeLaunchTooLarge;
    return emulate::launching(kernel, c->gridDim, c->blockDim, c->dynamicSmemBytes,
                              c->stream)(std::forward<Arguments>(arguments)...);
}
template <class T>
inline cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc((void **)pointer, size);
}
template <class... Parameters>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, void (*kernel)(Parameters...))
{
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class... Parameters>
inline cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}

/* ---- what kernels call ----------------------------------------------------------------------- */

#define threadIdx (emulate::here->thread)
#define blockIdx  (emulate::here->block)

/* Two that are names of a launch's fields too. */
namespace emulate
{
template <dim3 place::*Sizes>
struct sizes_here
{
    struct
    {
        operator unsigned() const { return (here->*Sizes).x; }
    } x;
    struct
    {
        operator unsigned() const { return (here->*Sizes).y; }
    } y;
    struct
    {
        operator unsigned() const { return (here->*Sizes).z; }
    } z;
};
} // namespace emulate
static constexpr emulate::sizes_here<&emulate::place::threads> blockDim = {};
static constexpr emulate::sizes_here<&emulate::place::blocks> gridDim = {};

inline void __syncthreads() { emulate::block_barrier(); }
inline int __syncthreads_or(int value) { return emulate::block_or(value); }
inline void __syncwarp(unsigned mask = 0xffffffffu) { emulate::warp_barrier(mask); }
inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __nanosleep(unsigned) { emulate::pause(); }
inline void cudaTriggerProgrammaticLaunchCompletion() {}
inline void cudaGridDependencySynchronize() {}

template <class T>
inline T __shfl_sync(unsigned mask, T value, int lane, int width = 32)
{
    return emulate::exchange(mask, value, emulate::here->lane / width * width + lane % width, true);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32)
{
    const int from = emulate::here->lane ^ with;
    return emulate::exchange(mask, value, from, from / width == emulate::here->lane / width);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, int by, int width = 32)
{
    const int lane = emulate::here->lane;
    return emulate::exchange(mask, value, lane - by, lane % width >= by);
}
inline unsigned __ballot_sync(unsigned mask, int predicate)
{
    return emulate::combine(mask, predicate ? 1u << emulate::here->lane : 0u, [](unsigned a, unsigned b) { return a | b; });
}
inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }
template <class T>
inline T __reduce_max_sync(unsigned mask, T value)
{
    return emulate::combine(mask, value, [](T a, T b) { return a > b ? a : b; });
}
template <class T>
inline T __reduce_add_sync(unsigned mask, T value)
{
    return emulate::combine(mask, value, [](T a, T b) { return T(a + b); });
}

template <class T>
inline T atomicAdd(T *at, std::common_type_t<T> value)
{
    return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}
template <class T>
inline T atomicOr(T *at, std::common_type_t<T> value)
{
    return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);
}
template <class T>
inline T atomicExch(T *at, std::common_type_t<T> value)
{
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
}
template <class T>
inline T atomicCAS(T *at, std::common_type_t<T> expected, std::common_type_t<T> value)
{
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}
template <class T>
inline T atomicMax(T *at, std::common_type_t<T> value)
{
    T old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    while (old < value && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        ;
    return old;
}

template <class T>
inline T __ldg(const T *from)
{
    return *from;
}
template <class T>
inline T __ldcg(const T *from)
{
    return *from;
}
template <class T>
inline T __ldcs(const T *from)
{
    return *from;
}
template <class T>
inline void __stcs(T *to, T value)
{
    *to = value;
}

template <class A, class B>
inline std::common_type_t<A, B> min(A a, B b)
{
    return (std::common_type_t<A, B>)b < (std::common_type_t<A, B>)a ? b : a;
}
template <class A, class B>
inline std::common_type_t<A, B> max(A a, B b)
{
    return (std::common_type_t<A, B>)a < (std::common_type_t<A, B>)b ? b : a;
}

inline double __dmul_rn(double a, double b) { return a * b; }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
inline float rsqrtf(float a) { return 1.0f / sqrtf(a); }
inline double rsqrt(double a) { return 1.0 / sqrt(a); }

namespace emulate
{
template <class To, class From>
inline To bits(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
} // namespace emulate
inline int __float_as_int(float a) { return emulate::bits<int>(a); }
inline float __int_as_float(int a) { return emulate::bits<float>(a); }
inline long long __double_as_longlong(double a)
{
    long long bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}
inline double __longlong_as_double(long long bits)
{
    double a;
    memcpy(&a, &bits, sizeof a);
    return a;
}
inline int __double2hiint(double a) { return (int)(emulate::bits<uint64_t>(a) >> 32); }
inline double __hiloint2double(int high, int low)
{
    return emulate::bits<double>((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}
inline int __popc(unsigned a) { return __builtin_popcount(a); }
inline int __ffs(int a) { return __builtin_ffs(a); }
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)
{
    const uint64_t both = (uint64_t)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned)(both >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}
inline int __dp4a(int a, int b, int c)
{
    for (int i = 0; i < 4; i++)
        c += (int8_t)(a >> 8 * i) * (int8_t)(b >> 8 * i);
    return c;
}

/* ---- src/backend/instructions.cuh ------------------------------------------------------------ */

#define DDBLAS_BACKEND_INSTRUCTIONS_CUH
#include <dd/scalar.cuh>

template <int Bytes>
inline void copy_async(void *shared, const void *global, int valid = Bytes)
{
    emulate::copy_start(shared, global, Bytes, valid);
}
inline void copy_async_once(void *shared, const void *global) { emulate::copy_start(shared, global, 16, 16); }
inline void copy_commit() { emulate::copy_commit(); }
template <int Pending>
inline void copy_wait()
{
    emulate::copy_wait(Pending);
}
inline void copy_wait_all() { emulate::copy_wait_all(); }

inline void barrier_wait(int number, int threads) { emulate::named_barrier(number, threads, true); }
inline void barrier_arrive(int number, int threads) { emulate::named_barrier(number, threads, false); }
inline int load_acquire(const int *from) { return __atomic_load_n(from, __ATOMIC_SEQ_CST); }
inline int load_relaxed(const int *from) { return __atomic_load_n(from, __ATOMIC_SEQ_CST); }

/* The second half is stored last and loaded first, so that both belong to one store as long as no
 * other store follows before the load. */
inline void store_together(void *to, unsigned long long low, unsigned long long high)
{
    __atomic_store_n((unsigned long long *)to, low, __ATOMIC_SEQ_CST);
    __atomic_store_n((unsigned long long *)to + 1, high, __ATOMIC_SEQ_CST);
}
inline void load_together(const void *from, unsigned long long *low, unsigned long long *high)
{
    emulate::pause(); /* callers poll */
    *high = __atomic_load_n((const unsigned long long *)from + 1, __ATOMIC_SEQ_CST);
    *low = __atomic_load_n((const unsigned long long *)from, __ATOMIC_SEQ_CST);
}

inline long long nanoseconds()
{
    emulate::pause();
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

/* As coarse as the machine's: the high word of a double; denormals count as zero. */
inline double high_word(double a) { return __hiloint2double(__double2hiint(a), 0); }
inline double flushed(double a) { return fabs(a) < 0x1p-1022 ? copysign(0.0, a) : a; }
inline double approximate_rsqrt(double a) { return high_word(1.0 / sqrt(flushed(a))); }
inline double approximate_reciprocal(double a) { return flushed(high_word(1.0 / flushed(a))); }

inline void multiply_doubles(double (&low)[2], double (&high)[2], double a0, double a1, double b)
{
    const double own[3] = {a0, a1, b};
    const unsigned char *brought = emulate::bring(0xffffffffu, own, sizeof own);
    const auto word = [&](int lane, int i)
    {
        double d;
        memcpy(&d, brought + lane * emulate::WORD + 8 * i, sizeof d);
        return d;
    };
    const int lane = emulate::here->lane;
    for (int q = 0; q < 2; q++)
        for (int k = 0; k < 4; k++)
        {
            low[q] = fma(word(lane / 4 * 4 + k, 0), word(4 * (2 * (lane % 4) + q) + k, 2), low[q]);
            high[q] = fma(word(lane / 4 * 4 + k, 1), word(4 * (2 * (lane % 4) + q) + k, 2), high[q]);
        }
}
inline void store_pair(void *global, unsigned long long low, unsigned long long high)
{
    const unsigned long long both[2] = {low, high};
    memcpy(global, both, sizeof both);
}
template <bool Once>
inline uint4 load_if(const uint4 *global, bool valid)
{
    return valid ? *global : uint4{0, 0, 0, 0};
}
inline void compute_here(int64_t &) {}

/* A cluster is one block. Copies and products of a warpgroup take effect at once. */
#define DDBLAS_HAS_WARPGROUPS 1
enum
{
    CLUSTER_BLOCKS = 1
};
inline int cluster_rank() { return 0; }
inline void cluster_barrier() { emulate::block_barrier(); }
inline void phase_init(void *barrier, int arrivals) { emulate::phase_init(barrier, arrivals); }
inline void phase_init_done() {}
inline void phase_expect(void *barrier, int bytes) { emulate::phase_arrive(barrier, bytes); }
inline void phase_arrive(void *barrier, int) { emulate::phase_arrive(barrier, 0); }
inline void phase_wait(void *barrier, int parity) { emulate::phase_wait(barrier, parity); }
inline void copy_box(void *shared, const void *map, void *barrier, int c0, int c1, int c2)
{
    const int at[] = {c0, c1, c2};
    emulate::copy_box(shared, map, barrier, at);
}
inline void copy_box_to_cluster(void *shared, const void *map, void *barrier, int c0, int c1, int c2, int c3, int c4)
{
    const int at[] = {c0, c1, c2, c3, c4};
    emulate::copy_box(shared, map, barrier, at);
}
template <int Count>
inline void give_registers()
{
}
template <int Count>
inline void take_registers()
{
}
inline uint64_t group_operand(const void *shared) { return (uint64_t)(uintptr_t)shared; }
inline uint64_t group_operand_right(uint64_t operand, int bytes) { return operand + (uint64_t)bytes; }
inline void group_begin() {}
/* A product is one of all warps of the warpgroup: none ends before the others have begun it. */
inline void group_commit() { emulate::named_barrier(12 + (int)emulate::here->thread.x / 128, 128, true); }
template <int Pending>
inline void group_wait()
{
}
template <int Count>
inline void group_product(int (&d)[Count], uint64_t a, uint64_t b, int added)
{
    emulate::group_product(d, Count, a, b, added != 0);
}

inline void multiply_bytes(int32_t (&d)[4], uint32_t a0, uint32_t a1, uint32_t b, int32_t c)
{
    const uint32_t own[3] = {a0, a1, b};
    const unsigned char *brought = emulate::bring(0xffffffffu, own, sizeof own);
    const auto byte = [&](int lane, int word, int i) { return (int32_t)(int8_t)brought[lane * emulate::WORD + 4 * word + i]; };
    const int lane = emulate::here->lane;
    for (int q = 0; q < 4; q++)
    {
        const int row = lane / 4, column = 2 * (lane % 4) + q % 2;
        d[q] = c;
        for (int k = 0; k < 16; k++)
            d[q] += byte(4 * row + k / 4, q / 2, k % 4) * byte(4 * column + k / 4, 2, k % 4);
    }
}

inline void multiply_unsigned_bytes(int32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    const uint32_t own[6] = {a[0], a[1], a[2], a[3], b0, b1};
    const unsigned char *brought = emulate::bring(0xffffffffu, own, sizeof own);
    const auto byte = [&](int lane, int word, int i) { return (int32_t)brought[lane * emulate::WORD + 4 * word + i]; };
    const int lane = emulate::here->lane;
    for (int q = 0; q < 4; q++)
    {
        const int row = lane / 4, column = 2 * (lane % 4) + q % 2;
        d[q] = 0;
        for (int k = 0; k < 32; k++)
            d[q] += byte(4 * row + k % 16 / 4, q / 2 + k / 16 * 2, k % 4) * byte(4 * column + k % 16 / 4, 4 + k / 16, k % 4);
    }
}

#endif
