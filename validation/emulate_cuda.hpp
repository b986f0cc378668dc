/*
 * A thread block on the host, for following a kernel's code without a GPU: threads are contexts that run in turn, and change at
 * barriers and shuffles. Asynchronous copies are kept back until the thread that started them waits for them, so that a value
 * read too early, or by a thread that was not told, is a wrong value. To be included before a kernel's header.
 *
 * What it does not follow: the memory model (a write is seen at once by all), warps that run apart between barriers in other
 * orders than the turns taken here, arithmetic that differs from the host's.
 */
#ifndef DD_EMULATE_CUDA_HPP
#define DD_EMULATE_CUDA_HPP

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include <ucontext.h>

#define __device__
#define __host__
#define __global__
#define __shared__
#define __noinline__
#define __grid_constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(bytes)                  __attribute__((aligned(bytes)))
#define __cvta_generic_to_shared(pointer) ((size_t)(pointer))

struct alignas(16) uint4
{
    unsigned x, y, z, w;
};
struct alignas(8) uint2
{
    unsigned x, y;
};

namespace emulate
{
struct thread
{
    ucontext_t context;
    std::vector<char> stack;
    bool done;
};

struct barrier
{
    int arrived, generation;
};

static std::vector<thread> threads;
static ucontext_t scheduler;
static int current, block_size;
static barrier block_barrier, warp_barriers[32];
static int exchanged[1024];
static std::function<void()> body;

/* Until `count` threads have come. */
static void wait(barrier &b, int count)
{
    const int generation = b.generation;
    if (++b.arrived == count)
    {
        b.arrived = 0;
        b.generation++;
        return;
    }
    while (b.generation == generation)
        swapcontext(&threads[(size_t)current].context, &scheduler);
}

static void enter()
{
    body();
    threads[(size_t)current].done = true;
    swapcontext(&threads[(size_t)current].context, &scheduler);
}

/* Runs f as `size` threads of a block; every turn begins at another thread. */
static void run(int size, const std::function<void()> &f)
{
    enum
    {
        STACK = 1 << 17,
        STEP = 37 /* coprime to every size */
    };
    body = f;
    block_size = size;
    block_barrier = {};
    for (barrier &b : warp_barriers)
        b = {};
    if ((int)threads.size() < size)
        threads.resize((size_t)size);
    for (thread &t : threads)
    {
        t.stack.resize(STACK);
        getcontext(&t.context);
        t.context.uc_stack.ss_sp = t.stack.data();
        t.context.uc_stack.ss_size = STACK;
        t.context.uc_link = nullptr;
        t.done = false;
        makecontext(&t.context, enter, 0);
    }
    int first = 0;
    for (bool any = true; any; first = (first + STEP) % size)
    {
        any = false;
        for (int i = 0; i < size; i++)
        {
            current = (first + i) % size;
            if (threads[(size_t)current].done)
                continue;
            any = true;
            swapcontext(&scheduler, &threads[(size_t)current].context);
        }
    }
}

/* ---- asynchronous copies ------------------------------------------------------------------------------------------------- */

struct copy
{
    char *to;
    const char *from;
    int bytes, valid;
};

static std::vector<std::vector<copy>> groups[1024]; /* of each thread, the oldest first; the last is open */
static std::function<bool(const char *from, int bytes, int valid)> may_read;
static long forbidden; /* copies that may_read refused, or that are not aligned */

static void start_copies(int size)
{
    for (int i = 0; i < size; i++)
        groups[i].assign(1, {});
}

static void add_copy(void *to, const void *from, int bytes, int valid)
{
    const bool aligned = (uintptr_t)to % (uintptr_t)bytes == 0 && (valid == 0 || (uintptr_t)from % (uintptr_t)bytes == 0);
    if (!aligned || (valid > 0 && !may_read((const char *)from, bytes, valid)))
        forbidden++;
    else
        groups[current].back().push_back({(char *)to, (const char *)from, bytes, valid});
}

static void wait_copies(int pending)
{
    std::vector<std::vector<copy>> &queue = groups[current];
    for (; (int)queue.size() - 1 > pending; queue.erase(queue.begin()))
        for (const copy &c : queue.front())
        {
            memcpy(c.to, c.from, (size_t)c.valid);
            memset(c.to + c.valid, 0, (size_t)(c.bytes - c.valid));
        }
}

struct thread_index
{
    operator int() const { return current; }
};
} // namespace emulate

static struct
{
    emulate::thread_index x;
} threadIdx;
static struct
{
    int x;
} blockIdx;

static inline void __syncthreads() { emulate::wait(emulate::block_barrier, emulate::block_size); }
static inline void __syncwarp() { emulate::wait(emulate::warp_barriers[emulate::current / 32], 32); }

/* The value that the lane `from` of the own warp brought. */
static inline int emulate_exchange(int value, int from)
{
    emulate::exchanged[emulate::current] = value;
    __syncwarp();
    const int result = emulate::exchanged[emulate::current / 32 * 32 + from];
    __syncwarp();
    return result;
}
static inline int __shfl_sync(unsigned, int value, int lane) { return emulate_exchange(value, lane); }
static inline int __shfl_xor_sync(unsigned, int value, int mask) { return emulate_exchange(value, emulate::current % 32 ^ mask); }
static inline int __any_sync(unsigned, int predicate)
{
    int any = 0;
    for (int lane = 0; lane < 32; lane++)
        any |= emulate_exchange(predicate, lane);
    return any;
}

static inline double __dmul_rn(double a, double b) { return a * b; }
static inline double __dadd_rn(double a, double b) { return a + b; }
static inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
static inline int __double2hiint(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return (int)(bits >> 32);
}
static inline int __float_as_int(float f)
{
    int bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}
template <class T>
static inline T __ldg(const T *from)
{
    return *from;
}

#endif
