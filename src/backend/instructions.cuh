/*
 * Instructions of the GPU that CUDA C++ has no name for: asynchronous copies, ordered loads,
 * approximations, products on the tensor cores. This is the only file with PTX. validation/emulator
 * has the same functions for the host, and defines this file's guard.
 */
#ifndef DDBLAS_BACKEND_INSTRUCTIONS_CUH
#define DDBLAS_BACKEND_INSTRUCTIONS_CUH

#include <dd/scalar.cuh>

/* ---- copies to shared memory in the background ----------------------------------------------- */

/* Starts copying Bytes bytes to shared memory. Bytes is 4, 8 or 16, and both addresses are aligned
 * to it. Only the first `valid` bytes of the source are read; the rest is filled with zeros. */
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

/* Starts copying 16 bytes that no thread will read again soon. The L2 cache evicts their line
 * before others. */
DD_DEVICE void copy_async_once(void *shared, const void *global)
{
    const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("{ .reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0; "
                 "cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, policy; }" ::"r"(to),
                 "l"(global)
                 : "memory");
}

/* Makes a group of those copies that this thread has started since its last group. */
DD_DEVICE void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

/* Waits until at most the newest Pending groups of this thread are still in progress. */
template <int Pending>
DD_DEVICE void copy_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

/* Waits for all copies of this thread, whether they belong to a group or not. */
DD_DEVICE void copy_wait_all() { asm volatile("cp.async.wait_all;" ::: "memory"); }

/* ---- barriers of some of a block's threads --------------------------------------------------- */

/* Waits until `threads` threads have arrived at the barrier with this number, 1 .. 15. The threads
 * must be whole warps. */
DD_DEVICE void barrier_wait(int number, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }

/* Arrives at the barrier without waiting. */
DD_DEVICE void barrier_arrive(int number, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

/* ---- ordered loads of data that other blocks store ------------------------------------------- */

/* Acquire load. If another thread has stored the loaded value with release semantics, the earlier
 * stores of that thread are visible after this load. */
DD_DEVICE int load_acquire(const int *from)
{
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    return value;
}

/* Store and load 16 bytes with one access, so that a load never sees the halves of two different
 * stores. They are not ordered with respect to other accesses. */
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

/* Returns the time in nanoseconds of a clock that all multiprocessors share. */
DD_DEVICE long long nanoseconds()
{
    long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

/* Return 1 / sqrt(a) and 1 / a with at least 20 correct bits. Subnormal numbers count as 0. */
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

/* d = A B + c, computed by a warp. A is 16 x 16 and stored by rows, B is 16 x 8 and stored by
 * columns; their elements are signed bytes, four in a word. c is the same number for all elements.
 * Lane 4 g + t holds: of A the bytes 4 t .. 4 t + 3 of row g (a0) and of row g + 8 (a1); of B the
 * bytes 4 t .. 4 t + 3 of column g; of d the columns 2 t and 2 t + 1 in the rows g and g + 8. */
DD_DEVICE void multiply_bytes(int32_t (&d)[4], uint32_t a0, uint32_t a1, uint32_t b, int32_t c)
{
    asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a0), "r"(a1), "r"(b), "r"(c));
}

/* d = A B, computed by a warp. A is 16 x 32 and stored by rows, B is 32 x 8 and stored by columns;
 * their elements are unsigned bytes, four in a word. Lane 4 g + t holds: of A the bytes 4 t .. 4 t
 * + 3 of row g (a[0]) and of row g + 8 (a[1]), and the bytes 16 + 4 t .. 19 + 4 t of the same rows
 * (a[2], a[3]); of B the same bytes of column g (b0, b1); of d the columns 2 t and 2 t + 1 in the
 * rows g and g + 8. */
DD_DEVICE void multiply_unsigned_bytes(int32_t (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "r"(0));
}

/* d += A B, computed by a warp. A is 16 x 4 and B is 4 x 8. Lane 4 g + t holds: of A column t in
 * row g (a0) and in row g + 8 (a1); of B row t in column g; of d the columns 2 t and 2 t + 1 in row
 * g (low) and in row g + 8 (high). */
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

/* DDBLAS_HAS_WARPGROUPS is 1 on devices that have the instructions of this part. On other devices
 * the kernels that use them are compiled as empty functions. CLUSTER_BLOCKS: number of blocks in a
 * cluster of such a kernel. */
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define DDBLAS_HAS_WARPGROUPS 1
#else
#define DDBLAS_HAS_WARPGROUPS 0
#endif
enum
{
    CLUSTER_BLOCKS = 2
};

/* Returns the number of this block in its cluster. */
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

/* Initialises a transaction barrier, which takes 8 bytes of shared memory. A phase of the barrier
 * ends when `arrivals` threads have arrived and all expected bytes have been copied. */
DD_DEVICE void phase_init(void *barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(barrier)), "r"(arrivals)
                 : "memory");
}

/* Makes the initialisation of barriers visible to the other blocks of the cluster and to the copies
 * of boxes. */
DD_DEVICE void phase_init_done() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

/* Arrives at the barrier. Also adds `bytes` to the number of bytes that must be copied before the
 * current phase ends. */
DD_DEVICE void phase_expect(void *barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(barrier)),
                 "r"(bytes)
                 : "memory");
}

/* Arrives at the barrier that is at the same address in block `rank` of the cluster. */
DD_DEVICE void phase_arrive(void *barrier, int rank)
{
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
                 "mbarrier.arrive.shared::cluster.b64 _, [there]; }" ::"r"((unsigned)__cvta_generic_to_shared(barrier)),
                 "r"(rank)
                 : "memory");
}

/* Waits for the end of a phase. parity: the number of the phase modulo 2; the first phase has
 * number 0. */
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

/* give_registers reduces the number of registers of each thread of the warpgroup to Count, and the
 * function after it raises the number to Count. */
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

/* Describes an operand of a warpgroup product: rows of 128 bytes in shared memory. The 16-byte
 * units of a row are permuted within 8 rows, as tensor maps with the 128-byte swizzle store them.
 * The first row is at a multiple of 1024 bytes. */
DD_DEVICE uint64_t group_operand(const void *shared)
{
    const unsigned at = (unsigned)__cvta_generic_to_shared(shared);
    return (uint64_t)((at & 0x3ffff) >> 4) | (uint64_t)1 << 16 | (uint64_t)64 << 32 | (uint64_t)1 << 62;
}
/* Describes the same rows as `operand`, but each row begins `bytes` bytes later. `bytes` is a
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

/* Computes d = A B^T, or d += A B^T if `added` is set, by a warpgroup. A is 64 x 32 and B is 2
 * Count x 32; their elements are signed bytes, stored by rows. For r = 0, 1 and e = 0, 1, lane 4 g
 * + t of warp w holds the element in row 16 w + 8 r + g and column 8 i + 2 t + e in d[4 i + 2 r +
 * e]. */
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

/* Loads 16 bytes with one instruction; the result is zeros if `valid` is false. It is an
 * instruction with a predicate. The compiler issues several of these loads before it waits for the
 * first one, which it does not do with conditional loads in C++. Once: no thread reads the bytes
 * again, so the L2 cache evicts their line before others. */
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

/* Hides the value from the compiler. Whatever depends on it is therefore computed after this point,
 * and is not kept in registers from an earlier computation. */
DD_DEVICE void compute_here(int64_t &value) { asm volatile("" : "+l"(value)); }

#endif
