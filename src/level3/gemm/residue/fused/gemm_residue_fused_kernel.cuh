/*
 * INT8 products of the residue route with one byte a product:
 *
 *   D_z(j, i) = byte of (sum over k of B_z(j, k) A_z(i, k)) mod p_z,   z the plane of a modulus
 *
 *               256 rows i of C                 A block has three warpgroups of 128 threads. One
 *             +-----------------+               thread of the first starts copies of 128 terms of
 *    128      | warpgroup 1: 64 | block 0 of    the tile's lines into a ring of stages. The other
 *    columns  +-----------------+ a cluster     two multiply them (m64n256k32, sums in registers)
 *    j of C   | warpgroup 2: 64 |               and reduce the sums. The two blocks of a cluster
 *             +=================+               have the same rows, and each copies half of their
 *             |                 | block 1       lines into both. The grid is as large as the
 *             |                 |               device, and a cluster takes one tile after another
 *             +-----------------+               in all planes.
 *
 * If C has at most 128 (64) rows, a tile has 128 (64) rows and the ring has more stages; the ring
 * always takes 192 KiB. A block reads 128 (256 / 2 + 128) bytes from L2 for the 2 128 256 128
 * operations of a stage. It writes one byte for each sum, 16 rows in one store.
 *
 * In every 8 rows of the operand in shared memory, a lane has the sums of rows 2 t and 2 t + 1, t =
 * lane % 4. So that these are 16 neighbouring rows of C in every 64, line 16 q + 2 j + e of the 64
 * is copied to row 8 j + 2 q + e (e = 0, 1; q = 0 .. 3; j = 0 .. 7). For this the lines are
 * described as a tensor (terms, e, q, j, group of 64 lines).
 *
 * Edges: for terms beyond the last one the tensor map delivers zeros. Lines beyond the block give
 * sums that are not stored. docs/numerics.md proves that a byte holds the residue.
 */
#include "backend/instructions.cuh"

#include "level3/gemm/residue/gemm_residue_arith.h"
#include "gemm_residue_fused.h"

enum
{
    FUSED_GROUPS = 2, /* Number of warpgroups that multiply. */
    FUSED_THREADS = 128 * (FUSED_GROUPS + 1),
    FUSED_RING = 196608 /* Bytes of the ring. */
};

/* Numbers of registers of a thread. At launch every thread has 168. Then the warpgroup that copies,
 * which needs few, releases some of its registers, and the warpgroups that multiply take them. */
enum
{
    FUSED_COPY_REGISTERS = 40,
    FUSED_PRODUCT_REGISTERS = 232
};

template <int Width>
struct fused_shape
{
    static constexpr int STAGE = (Width + GEMM_FUSED_COLUMNS) * GEMM_FUSED_STEP, STAGES = FUSED_RING / STAGE;
    static constexpr int SHARED = FUSED_RING + 16 * STAGES;
    /* Number of lines of A that a block copies for a stage. They are one box of 2 x 4 x J x GROUPS
     * lines in the dimensions e, q, j, group. */
    static constexpr int LINES = Width / CLUSTER_BLOCKS, J = LINES < 64 ? LINES / 8 : 8, GROUPS = LINES < 64 ? 1 : LINES / 64;
};

/* The kernel's parameters besides the tensor maps. */
struct fused_work
{
    gemm_fused_tiles tiles;
    gemm_residue_byte_numbers numbers;
    int32_t residues, rows, columns;
    int32_t groups; /* Groups of 64 lines of A in a plane. */
    int64_t plane;
    uint8_t *bytes;
    int32_t *guard_product;
};

/* The ring of stages. Each stage has its bytes and two barriers: `full` tells that the copies have
 * arrived, `empty` that all warpgroups have read them. */
template <int Width>
struct fused_ring
{
    typedef fused_shape<Width> shape;
    char *memory;
    int stage, parity;

    __device__ __forceinline__ char *columns() const { return memory + stage * shape::STAGE; }
    __device__ __forceinline__ char *rows() const { return columns() + GEMM_FUSED_COLUMNS * GEMM_FUSED_STEP; }
    __device__ __forceinline__ char *full_of(int s) const { return memory + FUSED_RING + 16 * s; }
    __device__ __forceinline__ char *empty_of(int s) const { return full_of(s) + 8; }
    __device__ __forceinline__ void advance()
    {
        if (++stage == shape::STAGES)
        {
            stage = 0;
            parity ^= 1;
        }
    }
};

/* Copies the lines of all tiles of this block, stage by stage. One thread executes this
 * function. */
template <int Width>
static __device__ __forceinline__ void fused_copy(fused_ring<Width> ring, const ddblas_tensor_map *a, const ddblas_tensor_map *b,
                                                  const fused_work &work, uint32_t first, uint32_t step, int rank)
{
    typedef fused_shape<Width> shape;
    ring.parity = 1; /* All stages are empty. */
    for (uint32_t t = first; t < (uint32_t)work.tiles.count; t += step)
    {
        const gemm_fused_place at = gemm_fused_place_of(&work.tiles, t);
        const int column = (at.across * CLUSTER_BLOCKS + rank) * GEMM_FUSED_COLUMNS;
        const int j = shape::LINES < 64 ? rank * shape::J : 0, later = shape::LINES < 64 ? 0 : rank * shape::GROUPS;
        const int group = at.plane * work.groups + at.down * (Width / 64) + later;
        for (int s = 0; s < work.tiles.steps; s++, ring.advance())
        {
            char *full = ring.full_of(ring.stage);
            phase_wait(ring.empty_of(ring.stage), ring.parity);
            phase_expect(full, shape::STAGE);
            copy_box(ring.columns(), b, full, s * GEMM_FUSED_STEP, column, at.plane);
            copy_box_to_cluster(ring.rows() + rank * shape::LINES * GEMM_FUSED_STEP, a, full, s * GEMM_FUSED_STEP, 0, 0, j,
                                group);
        }
    }
}

/* Computes the sums of one tile. */
template <int Width>
static __device__ __forceinline__ void fused_multiply(int (&sums)[Width / 2], fused_ring<Width> &ring, int group, int steps)
{
    const int me = threadIdx.x % 128;
    int before = ring.stage;
    for (int s = 0; s < steps; s++, ring.advance())
    {
        phase_wait(ring.full_of(ring.stage), ring.parity);
        const uint64_t columns = group_operand(ring.columns() + group * 64 * GEMM_FUSED_STEP), rows = group_operand(ring.rows());
        group_begin();
#pragma unroll
        for (int j = 0; j < GEMM_FUSED_STEP; j += 32)
            group_product(sums, group_operand_right(columns, j), group_operand_right(rows, j), s | j);
        group_commit();
        if (s > 0)
        {
            group_wait<1>();
            if (me < CLUSTER_BLOCKS)
                phase_arrive(ring.empty_of(before), me);
        }
        before = ring.stage;
    }
    group_wait<0>();
    if (me < CLUSTER_BLOCKS)
        phase_arrive(ring.empty_of(before), me);
}

/* Returns the residue of a sum, in the lowest byte of the result. */
template <bool Centred>
static __device__ __forceinline__ uint32_t fused_residue(int sum, const gemm_residue_byte_numbers &numbers, int plane)
{
    return Centred ? gemm_centred_residue(sum, numbers.high[plane], numbers.inverse[plane], numbers.minus[plane])
                   : gemm_low_residue(sum, numbers.reciprocal[plane], numbers.minus[plane]);
}

/* Stores a tile. Lane 4 g + t of warp w has the columns 16 w + g and 16 w + g + 8 of the
 * warpgroup's 64 columns, and in every 64 rows the 16 rows 16 t .. 16 t + 15. */
template <int Width, bool Centred>
static __device__ __forceinline__ void fused_store(const int (&sums)[Width / 2], const fused_work &work,
                                                   const gemm_fused_place &at, int first_column)
{
    const int lane = threadIdx.x % 32, row = at.down * Width;
#pragma unroll
    for (int r = 0; r < 2; r++)
    {
        const int column = first_column + threadIdx.x % 128 / 32 * 16 + lane / 4 + 8 * r;
        if (column >= work.columns)
            continue;
        const int64_t to = (int64_t)column * work.rows + row + lane % 4 * 16;
        uint8_t *bytes = work.bytes + at.plane * work.plane + to;
#pragma unroll
        for (int b = 0; b < Width / 64; b++)
        {
            if (row + 64 * b >= work.rows)
                continue;
            if (at.plane >= work.residues)
            {
#pragma unroll
                for (int j = 0; j < 4; j++)
                {
                    const int e = 4 * (8 * b + 2 * j) + 2 * r;
                    *(int4 *)(work.guard_product + to + 64 * b + 4 * j) =
                        make_int4(sums[e], sums[e + 1], sums[e + 4], sums[e + 5]);
                }
                continue;
            }
            uint32_t packed[4];
#pragma unroll
            for (int j = 0; j < 4; j++)
            {
                const int e = 4 * (8 * b + 2 * j) + 2 * r;
                const auto residue = [&](int i) { return fused_residue<Centred>(sums[i], work.numbers, at.plane); };
                packed[j] = __byte_perm(__byte_perm(residue(e), residue(e + 1), 0x0040),
                                        __byte_perm(residue(e + 4), residue(e + 5), 0x0040), 0x5410);
            }
            *(uint4 *)(bytes + 64 * b) = make_uint4(packed[0], packed[1], packed[2], packed[3]);
        }
    }
}

/* Computes the products of all planes. Width: rows of C in a tile. Centred: the member `centred` of
 * struct gemm_residue_form. */
template <int Width, bool Centred>
__global__ void __launch_bounds__(FUSED_THREADS, 1)
    fused_kernel(const __grid_constant__ ddblas_tensor_map a, const __grid_constant__ ddblas_tensor_map b,
                 const __grid_constant__ fused_work work)
{
#if DDBLAS_HAS_WARPGROUPS
    typedef fused_shape<Width> shape;
    extern __shared__ __align__(1024) char bytes[];
    fused_ring<Width> ring = {bytes, 0, 0};
    const int rank = cluster_rank(), group = (int)threadIdx.x / 128 - 1;
    const uint32_t first = blockIdx.x / CLUSTER_BLOCKS, step = gridDim.x / CLUSTER_BLOCKS;
    if (threadIdx.x == 0)
    {
        for (int s = 0; s < shape::STAGES; s++)
        {
            phase_init(ring.full_of(s), 1);
            phase_init(ring.empty_of(s), CLUSTER_BLOCKS * FUSED_GROUPS);
        }
        phase_init_done();
    }
    cluster_barrier();
    if (group < 0)
    {
        give_registers<FUSED_COPY_REGISTERS>();
        if (threadIdx.x == 0)
            fused_copy<Width>(ring, &a, &b, work, first, step, rank);
    }
    else
    {
        take_registers<FUSED_PRODUCT_REGISTERS>();
        for (uint32_t t = first; t < (uint32_t)work.tiles.count; t += step)
        {
            int sums[Width / 2];
            fused_multiply<Width>(sums, ring, group, work.tiles.steps);
            const gemm_fused_place at = gemm_fused_place_of(&work.tiles, t);
            fused_store<Width, Centred>(sums, work, at, (at.across * CLUSTER_BLOCKS + rank) * GEMM_FUSED_COLUMNS + 64 * group);
        }
    }
    /* No block may end while other blocks of its cluster can still arrive at its barriers. */
    cluster_barrier();
#endif
}
