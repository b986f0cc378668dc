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

/* Starts copying 16 bytes that no thread will read again soon: the L2 cache evicts their line
 * before others. */
DD_DEVICE void copy_async_once(void *shared, const void *global)
{
    const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("{ .reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0; "
                 "cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, policy; }" ::"r"(to),
                 "l"(global)
                 : "memory");
}

/* Makes a group of the copies that this thread started since its last group. */
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

/* Acquire load. If another thread stored the loaded value with release semantics, its earlier
 * stores are visible after this load. */
DD_DEVICE int load_acquire(const int *from)
{
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    return value;
}

/* Stores and loads 16 bytes, both halves at once: a load sees the halves of one store. Not ordered
 * with other accesses. */
DD_DEVICE void store_together(void *to, unsigned long long low, unsigned long long high)
{
    asm volatile("{ .reg .b128 both; mov.b128 both, {%1, %2}; st.relaxed.gpu.global.b128 [%0], both; }" ::"l"(to), "l"(low),
                 "l"(high)
                 : "memory");
}
DD_DEVICE void load_together(const void *from, unsigned long long *low, unsigned long long *high)
{
    asm volatile("{ .reg .b128 both; ld.relaxed.gpu.global.b128 both, [%2]; mov.b128 {%0, %1}, both; }"
                 : "=l"(*low), "=l"(*high)
                 : "l"(from)
                 : "memory");
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

/* d = A B, computed by a warp. A is 16 x 32 by rows, B is 32 x 8 by columns. The elements are
 * unsigned bytes, four in a word. Lane 4 g + t holds bytes 4 t .. 4 t + 3 of A's rows g (a[0]) and
 * g + 8 (a[1]) and bytes 16 + 4 t .. 19 + 4 t of the same rows (a[2], a[3]), the same bytes of B's
 * column g (b0, b1), and rows g and g + 8 of d's columns 2 t and 2 t + 1. */
DD_DEVICE void multiply_unsigned_bytes(int32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "r"(0));
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

/* ---- boxes, clusters and warpgroup products (sm_90a) ----------------------------------------- */

/* DDBLAS_HAS_WARPGROUPS: 1 where the instructions of this part exist. On other devices kernels that
 * use them are compiled as empty functions. CLUSTER_BLOCKS: the blocks of a cluster of such a
 * kernel. */
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define DDBLAS_HAS_WARPGROUPS 1
#else
#define DDBLAS_HAS_WARPGROUPS 0
#endif
enum
{
    CLUSTER_BLOCKS = 2
};

/* The number of this block in its cluster. */
DD_DEVICE int cluster_rank()
{
    int rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* Waits until all threads of the cluster have arrived. */
DD_DEVICE void cluster_barrier()
{
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}

/* Transaction barrier, 8 bytes of shared memory. A phase ends when `arrivals` threads have arrived
 * and all expected bytes have come. */
DD_DEVICE void phase_init(void *barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(barrier)), "r"(arrivals)
                 : "memory");
}

/* Makes the initialised barriers visible to the cluster and to the copies of tiles. */
DD_DEVICE void phase_init_done() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

/* Arrives at the barrier and adds `bytes` to the bytes that must come before its phase ends. */
DD_DEVICE void phase_expect(void *barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(barrier)),
                 "r"(bytes)
                 : "memory");
}

/* Arrives at the barrier with the same address in block `rank` of the cluster. */
DD_DEVICE void phase_arrive(void *barrier, int rank)
{
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
                 "mbarrier.arrive.shared::cluster.b64 _, [there]; }" ::"r"((unsigned)__cvta_generic_to_shared(barrier)),
                 "r"(rank)
                 : "memory");
}

/* Waits for the end of a phase with this parity (0 for the first). */
DD_DEVICE void phase_wait(void *barrier, int parity)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(barrier);
    unsigned done;
    do
        asm volatile("{ .reg .pred done; mbarrier.try_wait.parity.shared::cta.b64 done, [%1], %2; selp.u32 %0, 1, 0, done; }"
                     : "=r"(done)
                     : "r"(at), "r"(parity)
                     : "memory");
    while (!done);
}

/* Starts the copy of a box of a tensor of 3 dimensions to shared memory. map is the tensor map of
 * the tensor (backend/tensor_map.h), and c0, c1, c2 are the coordinates of the box. The barrier
 * counts all bytes of the box. */
DD_DEVICE void copy_box(void *shared, const void *map, void *barrier, int c0, int c1, int c2)
{
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(
            (unsigned)__cvta_generic_to_shared(shared)),
        "l"(map), "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"(c0), "r"(c1), "r"(c2)
        : "memory");
}

/* Starts the copy of a box of a tensor of 5 dimensions, with the coordinates c0 .. c4. The box goes
 * to every block of the cluster, to the address `shared` in the shared memory of each block. The
 * barrier at the address `barrier` of each block counts all bytes of the box. */
DD_DEVICE void copy_box_to_cluster(void *shared, const void *map, void *barrier, int c0, int c1, int c2, int c3, int c4)
{
    asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
                 "[%1, {%3, %4, %5, %6, %7}], [%2], %8;" ::"r"((unsigned)__cvta_generic_to_shared(shared)),
                 "l"(map), "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4),
                 "h"((uint16_t)((1 << CLUSTER_BLOCKS) - 1))
                 : "memory");
}

/* Reduce and raise the number of registers of each thread of the warpgroup to Count. */
template <int Count>
DD_DEVICE void give_registers()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count));
}
template <int Count>
DD_DEVICE void take_registers()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count));
}

/* Describes an operand of a warpgroup product: rows of 128 bytes in shared memory, whose 16-byte
 * units are permuted within 8 rows as tensor maps with the 128-byte swizzle store them. The first
 * row is at a multiple of 1024 bytes. */
DD_DEVICE uint64_t group_operand(const void *shared)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(shared);
    return (uint64_t)((at & 0x3ffff) >> 4) | (uint64_t)1 << 16 | (uint64_t)64 << 32 | (uint64_t)1 << 62;
}
/* Describes the same rows of an operand, beginning `bytes` bytes later in each row. `bytes` is a
 * multiple of 32 below 128. */
DD_DEVICE uint64_t group_operand_right(uint64_t operand, int bytes) { return operand + (uint64_t)(bytes >> 4); }

/* Begin, end and await a group of asynchronous products of this warpgroup. */
DD_DEVICE void group_begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
DD_DEVICE void group_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int Pending>
DD_DEVICE void group_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

/* d = A B^T, or d += A B^T if `added`, computed by a warpgroup. A is 64 x 32, B is 2 Count x 32,
 * signed bytes by rows. Lane 4 g + t of warp w holds, for r = 0, 1 and e = 0, 1, the element of row
 * 16 w + 8 r + g and column 8 i + 2 t + e in d[4 i + 2 r + e]. */
#define GROUP_TEN(t)     "%" #t "0, %" #t "1, %" #t "2, %" #t "3, %" #t "4, %" #t "5, %" #t "6, %" #t "7, %" #t "8, %" #t "9, "
#define GROUP_30         GROUP_TEN() GROUP_TEN(1) GROUP_TEN(2)
#define GROUP_60         GROUP_30 GROUP_TEN(3) GROUP_TEN(4) GROUP_TEN(5)
#define GROUP_120        GROUP_60 GROUP_TEN(6) GROUP_TEN(7) GROUP_TEN(8) GROUP_TEN(9) GROUP_TEN(10) GROUP_TEN(11)
#define GROUP_SUM_4(i)   "+r"(d[i]), "+r"(d[(i) + 1]), "+r"(d[(i) + 2]), "+r"(d[(i) + 3])
#define GROUP_SUM_16(i)  GROUP_SUM_4(i), GROUP_SUM_4((i) + 4), GROUP_SUM_4((i) + 8), GROUP_SUM_4((i) + 12)
#define GROUP_SUM_32(i)  GROUP_SUM_16(i), GROUP_SUM_16((i) + 16)
#define GROUP_SUM_64(i)  GROUP_SUM_32(i), GROUP_SUM_32((i) + 32)
#define GROUP_SUM_128(i) GROUP_SUM_64(i), GROUP_SUM_64((i) + 64)
#define GROUP_PRODUCT(columns, sums, names, a_name, b_name, added_name)                                                          \
    asm volatile("{ .reg .pred added; setp.ne.b32 added, " added_name ", 0; "                                                    \
                 "wgmma.mma_async.sync.aligned.m64n" columns "k32.s32.s8.s8 {" names "}, " a_name ", " b_name ", added; }"       \
                 : sums                                                                                                          \
                 : "l"(a), "l"(b), "r"(added))
template <int Count>
DD_DEVICE void group_product(int (&d)[Count], uint64_t a, uint64_t b, int added)
{
    static_assert(Count == 32 || Count == 64 || Count == 128, "64, 128 or 256 columns");
    if constexpr (Count == 32)
        GROUP_PRODUCT("64", GROUP_SUM_32(0), GROUP_30 "%30, %31", "%32", "%33", "%34");
    else if constexpr (Count == 64)
        GROUP_PRODUCT("128", GROUP_SUM_64(0), GROUP_60 "%60, %61, %62, %63", "%64", "%65", "%66");
    else
        GROUP_PRODUCT("256", GROUP_SUM_128(0), GROUP_120 "%120, %121, %122, %123, %124, %125, %126, %127", "%128", "%129",
                      "%130");
}
#undef GROUP_TEN
#undef GROUP_30
#undef GROUP_60
#undef GROUP_120
#undef GROUP_SUM_4
#undef GROUP_SUM_16
#undef GROUP_SUM_32
#undef GROUP_SUM_64
#undef GROUP_SUM_128
#undef GROUP_PRODUCT

/* ---- global memory --------------------------------------------------------------------------- */

/* Loads 16 bytes with one instruction; zeros if not valid. Several of these loads are issued before
 * the first is waited for, which the compiler does not do with conditional loads. Once: no thread
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
