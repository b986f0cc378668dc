/*
 * Instructions of the GPU that CUDA C++ has no name for: asynchronous copies, ordered loads,
 * approximations, products on the tensor cores. This is the only file with PTX. validation/emulator
 * has the same functions for the host, and defines this file's guard.
 */
#ifndef DDBLAS_BACKEND_INSTRUCTIONS_CUH
#define DDBLAS_BACKEND_INSTRUCTIONS_CUH

#include <dd/scalar.cuh>

/* ---- copies to shared memory in the background ----------------------------------------------- */

/* Starts copying Bytes bytes (4, 8 or 16; both addresses aligned to it) to shared memory. Only the
 * first `valid` bytes of the source are read; the rest is filled with zeros. */
template <int Bytes>
DD_DEVICE void copy_async(void *shared, const void *global, int valid)
{
    const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global), "r"(valid) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(global), "n"(Bytes), "r"(valid) : "memory");
}

template <int Bytes>
DD_DEVICE void copy_async(void *shared, const void *global)
{
    const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(global), "n"(Bytes) : "memory");
}

/* Starts copying 16 bytes that nobody will read again soon: the L2 cache evicts their line before
 * others. */
DD_DEVICE void copy_async_once(void *shared, const void *global)
{
    const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("{ .reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0; "
                 "cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, policy; }" ::"r"(to),
                 "l"(global)
                 : "memory");
}

/* Makes a group of the copies started since the last group. */
DD_DEVICE void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

/* Waits until at most the newest Pending groups of this thread are in progress. */
template <int Pending>
DD_DEVICE void copy_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

/* Waits for all of this thread's copies, in a group or not. */
DD_DEVICE void copy_wait_all() { asm volatile("cp.async.wait_all;" ::: "memory"); }

/* ---- barriers of some of a block's threads --------------------------------------------------- */

/* Waits until `threads` threads, in whole warps, have arrived at the barrier with this number,
 * 1 .. 15. */
DD_DEVICE void barrier_wait(int number, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }

/* Arrives at the barrier without waiting. */
DD_DEVICE void barrier_arrive(int number, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

/* ---- ordered loads of data that other blocks store ------------------------------------------- */

/* Acquire load: stores released before that value are visible afterwards. */
DD_DEVICE int load_acquire(const int *from)
{
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    return value;
}

/* Relaxed load, for a polling loop that is followed by a fence. */
DD_DEVICE int load_relaxed(const int *from)
{
    int value;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    return value;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* A clock that all multiprocessors share. */
DD_DEVICE long long nanoseconds()
{
    long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

/* 1 / sqrt(a) and 1 / a to at least 20 bits. Subnormal numbers count as 0. */
DD_DEVICE double approximate_rsqrt(double a)
{
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(a));
    return y;
}
DD_DEVICE double approximate_reciprocal(double a)
{
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(a));
    return y;
}

/* d = A B + c, computed by a warp. A is 16 x 16 by rows, B is 16 x 8 by columns. The elements are
 * signed bytes, four in a word. Lane 4 g + t holds bytes 4 t .. 4 t + 3 of A's rows g (a0) and
 * g + 8 (a1), bytes 4 t .. 4 t + 3 of B's column g, and rows g and g + 8 of d's columns 2 t and
 * 2 t + 1. */
DD_DEVICE void multiply_bytes(int32_t (&d)[4], uint32_t a0, uint32_t a1, uint32_t b, int32_t c)
{
    asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a0), "r"(a1), "r"(b), "r"(c));
}

/* d += A B, computed by a warp. A is 16 x 4 by rows, B is 4 x 8 by columns. Lane 4 g + t holds
 * column t of A's rows g (a0) and g + 8 (a1), row t of B's column g, and columns 2 t and 2 t + 1 of
 * d's rows g (low) and g + 8 (high). */
DD_DEVICE void multiply_doubles(double (&low)[2], double (&high)[2], double a0, double a1, double b)
{
#if __CUDA_ARCH__ < 900
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(low[0]), "+d"(low[1])
        : "d"(a0), "d"(b));
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(high[0]), "+d"(high[1])
        : "d"(a1), "d"(b));
#else
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(low[0]), "+d"(low[1]), "+d"(high[0]), "+d"(high[1])
        : "d"(a0), "d"(a1), "d"(b));
#endif
}

/* ---- global memory --------------------------------------------------------------------------- */

/* Loads 16 bytes with one instruction; zeros if not valid. Several of these loads are issued before
 * the first is waited for, which the compiler does not do with conditional loads. Once: nobody
 * reads the bytes again, so the L2 cache evicts their line before others. */
template <bool Once>
DD_DEVICE uint4 load_if(const uint4 *global, bool valid)
{
#define LOAD_IF(load)                                                                                                            \
    asm volatile("{ .reg .pred valid; setp.ne.u32 valid, %5, 0; mov.u32 %0, 0; mov.u32 %1, 0; mov.u32 %2, 0; mov.u32 %3, 0; "    \
                 "@valid " load ".v4.u32 {%0, %1, %2, %3}, [%4]; }"                                                              \
                 : "=&r"(bits.x), "=&r"(bits.y), "=&r"(bits.z), "=&r"(bits.w)                                                    \
                 : "l"(global), "r"((unsigned)valid)                                                                             \
                 : "memory")
    uint4 bits;
    if constexpr (Once)
        LOAD_IF("ld.global.cs");
    else
        LOAD_IF("ld.global");
#undef LOAD_IF
    return bits;
}

/* Stores 16 bytes with one instruction. */
DD_DEVICE void store_pair(void *global, unsigned long long low, unsigned long long high)
{
    asm volatile("st.global.v2.b64 [%0], {%1, %2};" ::"l"(global), "l"(low), "l"(high) : "memory");
}

/* Hides the value from the compiler, so that what depends on it is computed again after this
 * point. */
DD_DEVICE void compute_here(int64_t &value) { asm volatile("" : "+l"(value)); }

#endif
