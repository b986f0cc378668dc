/*
 * The last kernel of the residue route where the INT8 products are residues in bytes: reconstruction
 * of C. Only kernels of compute capability 9.0 leave such bytes.
 *
 *   S = sum_i u_i w_i - sum_i below_i w_i,  u_i = r_i + below_i in 0 .. 255, reduced modulo M
 *
 * The weights w_i are numbers of six digits of 39 bits, and a digit is five bytes. So the bytes of
 * the sum are a product of two matrices of bytes, 32 moduli by 30 bytes of weights, which matrix
 * instructions form: they take 16 elements by 32 moduli and leave 8 bytes of each sum. Every sum of
 * bytes is below 2^21, every digit of S below 2^52, so everything is exact up to the conversion of
 * the digits to doubles, and the result has the bits of gemm_residue_join_cuda.cu.
 *
 * A warp takes 128 rows of one column after another, 16 rows for each group of four lanes:
 *
 *   copies    30 or 31 times 128 bytes and the guard's 128 INT32 into one of two stages, while the
 *             warp works on the other stage. Modulus i of a stage begins at byte 160 i, so that
 *             eight lanes read 16 bytes each without bank conflicts.
 *   order     lane t of a group has moduli t, t + 4, ..., t + 28 of the group's 16 rows, four rows
 *             in a word. Permutations of bytes make words of four moduli of one row.
 *   products  8 matrix instructions for 4 rows of each group.
 *   digits    a lane joins its eight sums to one digit and a part of another one
 *             (gemm_residue_numbers.c, byte_of_weight); the four lanes of a group exchange them, so
 *             that each lane has all digits of one row.
 *   element   as in gemm_residue_join_cuda.cu: reduction modulo M in FP64, guard, C.
 *
 * Bytes for an element: 31 of residues, 4 of the guard's product, 16 of C. Operations: about 90 FP64
 * instructions. No warp waits for another. Error bound: docs/numerics.md, the residue route.
 */
#include <cuda_runtime_api.h>

#include "backend/instructions.cuh"
#include "core/sizes.h"
#include "machine/machine.h"

#include "gemm_residue_join_element.cuh"

enum
{
    WARPS = 4,
    ROWS = 128,          /* Rows of a warp. */
    MODULUS_PITCH = 160, /* Bytes from one modulus of a stage to the next. */
    GROUP_ROWS = 16,     /* Rows of four lanes. */
    LANE_ROWS = 4,       /* Rows of which a lane computes the elements. */
    LANE_MODULI = 8,
    WARP_COLUMNS = 8, /* Columns that a warp takes one after another, if there are many. */
    GRID_MOST = 65535
};

/* Residues and guard's products of 128 rows of one column. */
template <int Moduli>
struct join_column
{
    uint8_t residue[Moduli][MODULUS_PITCH];
    int32_t guard[ROWS];
};

/* Starts the copy of column j. Rows beyond the pitch keep their old content, which is not used for
 * any element of C. */
template <int Moduli>
static __device__ __forceinline__ void column_fetch(join_column<Moduli> &column, const gemm_residue_result &r, int64_t first,
                                                    int64_t j, int lane)
{
    const int piece = lane % 8 * 16, which = lane / 8;
    if (first + piece < r.pitch)
    {
        const uint8_t *from = r.bytes + first + piece + j * r.pitch + which * r.plane;
#pragma unroll
        for (int i = 0; i < Moduli; i += 4)
        {
            if (i + 4 <= Moduli || i + which < Moduli)
                copy_async<16>(&column.residue[i + which][piece], from);
            from += 4 * r.plane;
        }
    }
    if (first + 4 * lane < r.pitch)
        copy_async<16>(&column.guard[4 * lane], r.guard + first + 4 * lane + j * r.pitch);
}

/* Residues of the lane's moduli and its group's rows, 4 q .. 4 q + 3 in word [.][q]. */
struct lane_residues
{
    uint32_t word[LANE_MODULI][GROUP_ROWS / 4];
};

/* Reads the residues and adds `below`, byte by byte. Moduli that do not exist have weights of 0, so
 * their residues may be any. */
template <int Moduli>
static __device__ __forceinline__ void read_residues(lane_residues &own, const join_column<Moduli> &column,
                                                     const uint32_t (&below)[LANE_MODULI], bool centred, int group, int t)
{
#pragma unroll
    for (int i = 0; i < LANE_MODULI; i++)
    {
        const int modulus = 4 * i + 4 <= Moduli ? 4 * i + t : min(4 * i + t, Moduli - 1);
        const uint4 v = *reinterpret_cast<const uint4 *>(&column.residue[modulus][GROUP_ROWS * group]);
        own.word[i][0] = v.x;
        own.word[i][1] = v.y;
        own.word[i][2] = v.z;
        own.word[i][3] = v.w;
    }
    if (centred) /* below is 128 */
    {
#pragma unroll
        for (int i = 0; i < LANE_MODULI; i++)
#pragma unroll
            for (int q = 0; q < GROUP_ROWS / 4; q++)
                own.word[i][q] ^= 0x80808080U;
        return;
    }
#pragma unroll
    for (int i = 0; i < LANE_MODULI; i++) /* below < 128, so no carry leaves a byte */
#pragma unroll
        for (int q = 0; q < GROUP_ROWS / 4; q++)
            own.word[i][q] = ((own.word[i][q] & 0x7f7f7f7fU) + below[i]) ^ (own.word[i][q] & 0x80808080U);
}

/* Transposes four words as a matrix of 4 x 4 bytes: byte e of word m becomes byte m of out[e]. */
static __device__ __forceinline__ void transpose_bytes(uint32_t (&out)[4], uint32_t m0, uint32_t m1, uint32_t m2, uint32_t m3)
{
    const uint32_t low_01 = __byte_perm(m0, m1, 0x5140), high_01 = __byte_perm(m0, m1, 0x7362);
    const uint32_t low_23 = __byte_perm(m2, m3, 0x5140), high_23 = __byte_perm(m2, m3, 0x7362);
    out[0] = __byte_perm(low_01, low_23, 0x5410);
    out[1] = __byte_perm(low_01, low_23, 0x7632);
    out[2] = __byte_perm(high_01, high_23, 0x5410);
    out[3] = __byte_perm(high_01, high_23, 0x7632);
}

/* What a lane has of the digits of four rows: a digit, and a part of a digit. After the exchange
 * the index is not the row, but the lane that had the piece. */
struct digit_pieces
{
    uint64_t whole[LANE_ROWS], part[LANE_ROWS];
};

/* Joins the lane's eight sums of bytes for one row. */
static __device__ __forceinline__ void join_bytes(uint64_t &whole, uint64_t &part, const int32_t (&sum)[GEMM_BYTE_TILES][4],
                                                  int half)
{
    const uint32_t s0 = (uint32_t)sum[0][2 * half], s1 = (uint32_t)sum[0][2 * half + 1];
    const uint32_t s2 = (uint32_t)sum[1][2 * half], s3 = (uint32_t)sum[1][2 * half + 1];
    const uint32_t s4 = (uint32_t)sum[2][2 * half], s5 = (uint32_t)sum[2][2 * half + 1];
    const uint32_t s6 = (uint32_t)sum[3][2 * half], s7 = (uint32_t)sum[3][2 * half + 1];
    whole = (uint64_t)(s2 + (s3 << 8)) * 65536U + (s0 + (s1 << 8)) + ((uint64_t)s4 << 32);
    part = (uint64_t)s7 * 65536U + (s5 + (s6 << 8));
}

/* Transposes a matrix of 4 x 4 numbers, of which each lane of a group holds a column. */
static __device__ __forceinline__ void exchange(uint64_t (&piece)[4], int t)
{
#pragma unroll
    for (int distance = 1; distance < 4; distance *= 2)
#pragma unroll
        for (int k = 0; k < 4; k++)
            if ((k & distance) == 0)
            {
                const bool upper = (t & distance) != 0;
                const uint64_t sent = upper ? piece[k] : piece[k + distance];
                const uint64_t received = __shfl_xor_sync(0xffffffffU, sent, distance);
                piece[k] = upper ? received : piece[k];
                piece[k + distance] = upper ? piece[k + distance] : received;
            }
}

/* Computes the pieces of rows 4 q .. 4 q + 3 of each group, and exchanges them: then lane t of a
 * group has those of row 4 q + t. */
static __device__ __forceinline__ void multiply_rows(digit_pieces &pieces, const lane_residues &own,
                                                     const uint32_t (&weight)[GEMM_BYTE_TILES][2], int q, int t)
{
    uint32_t low[4], high[4];
    transpose_bytes(low, own.word[0][q], own.word[1][q], own.word[2][q], own.word[3][q]);
    transpose_bytes(high, own.word[4][q], own.word[5][q], own.word[6][q], own.word[7][q]);
#pragma unroll
    for (int row = 0; row < LANE_ROWS; row += 2)
    {
        int32_t sum[GEMM_BYTE_TILES][4];
        const uint32_t rows[4] = {low[row], low[row + 1], high[row], high[row + 1]};
#pragma unroll
        for (int tile = 0; tile < GEMM_BYTE_TILES; tile++)
            multiply_unsigned_bytes(sum[tile], rows, weight[tile][0], weight[tile][1]);
#pragma unroll
        for (int half = 0; half < 2; half++)
            join_bytes(pieces.whole[row + half], pieces.part[row + half], sum, half);
    }
    exchange(pieces.whole, t);
    exchange(pieces.part, t);
}

/* Returns the sum of a row from its pieces, as gemm_join_finish does. */
static __device__ __forceinline__ cuddreal sum_of_pieces(const digit_pieces &p, const gemm_residue_join &join)
{
    double sum[GEMM_DIGITS] = {gemm_join_digit(p.whole[0], join.offset[0]),
                               gemm_join_digit(p.part[0] + (p.part[1] << 24), join.offset[1]),
                               gemm_join_digit(p.whole[1], join.offset[2]),
                               gemm_join_digit(p.whole[2], join.offset[3]),
                               gemm_join_digit(p.part[2] + (p.part[3] << 24), join.offset[4]),
                               gemm_join_digit(p.whole[3], join.offset[5])};
    return gemm_join_finish(sum, &join);
}

/* Writes the mask's words of a column, a bit for each row. Bit q of `refused` belongs to row
 * 16 (lane / 4) + 4 q + lane % 4. */
static __device__ __forceinline__ void write_mask(const gemm_residue_result &r, int64_t first, int64_t j, unsigned refused,
                                                  int lane)
{
    uint32_t flags = 0;
    if (__any_sync(0xffffffffU, refused != 0))
#pragma unroll
        for (int q = 0; q < LANE_ROWS; q++)
        {
            const uint32_t rows = __ballot_sync(0xffffffffU, (refused >> q & 1) != 0) >> (8 * (lane % 4));
            flags |= (rows & 15) << (4 * q) | (rows >> 4 & 15) << (16 + 4 * q);
        }
    if (lane >= ROWS / 32 || first + 32 * lane >= r.pitch)
        return;
    r.mask[first / 32 + lane + j * (r.pitch / 32)] = flags;
    if (flags)
        *r.any = 1;
}

template <int Moduli>
__global__ void __launch_bounds__(32 * WARPS, 4)
    join_bytes_kernel(const __grid_constant__ gemm_residue_result r, const __grid_constant__ gemm_residue_join join,
                      const __grid_constant__ gemm_residue_form form)
{
    __shared__ __align__(16) join_column<Moduli> columns[WARPS][2];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, group = lane / 4, t = lane % 4;
    const int64_t first = (int64_t)blockIdx.x * ROWS, i = first + GROUP_ROWS * group + t;
    const cuddreal alpha = r.alpha_device ? *r.alpha_device : r.alpha, beta = r.beta_device ? *r.beta_device : r.beta;
    const bool product = !cuddIsZero(alpha);
    uint32_t weight[GEMM_BYTE_TILES][2], below[LANE_MODULI];
#pragma unroll
    for (int tile = 0; tile < GEMM_BYTE_TILES; tile++)
#pragma unroll
        for (int half = 0; half < 2; half++)
            weight[tile][half] = join.weight_bytes[tile][half][lane];
#pragma unroll
    for (int m = 0; m < LANE_MODULI; m++)
        below[m] = 4 * m + t < Moduli ? 0x01010101U * (uint32_t)join.below[4 * m + t] : 0;
    join_row a[LANE_ROWS] = {};
#pragma unroll
    for (int q = 0; q < LANE_ROWS; q++)
        if (i + 4 * q < r.rows)
            a[q] = {r.keys_a[i + 4 * q], r.uppers_a[i + 4 * q]};
    const int64_t step = (int64_t)gridDim.y * WARPS;
    int64_t j = (int64_t)blockIdx.y * WARPS + warp;
    if (product && j < r.columns)
        column_fetch<Moduli>(columns[warp][0], r, first, j, lane);
    copy_commit();
#pragma unroll 1
    for (int turn = 0; j < r.columns; j += step, turn ^= 1)
    {
        if (product && j + step < r.columns)
            column_fetch<Moduli>(columns[warp][turn ^ 1], r, first, j + step, lane);
        copy_commit();
        cuddreal old[LANE_ROWS] = {};
        if (!cuddIsZero(beta)) /* These loads overlap with the copies of the products. */
#pragma unroll
            for (int q = 0; q < LANE_ROWS; q++)
                if (is_wanted(r, i + 4 * q, j))
                    old[q] = r.C[i + 4 * q + j * r.ldc];
        copy_wait<1>();
        __syncwarp();
        lane_residues own = {};
        if (product)
            read_residues<Moduli>(own, columns[warp][turn], below, form.centred != 0, group, t);
        const join_row b = {r.keys_b[j], r.uppers_b[j]};
        unsigned refused = 0;
#pragma unroll
        for (int q = 0; q < LANE_ROWS; q++)
        {
            cuddreal sum = cuddMake(0.0, 0.0);
            const int64_t row = i + 4 * q;
            const bool mine = is_wanted(r, row, j);
            bool refuses = false;
            if (product)
            {
                digit_pieces pieces;
                multiply_rows(pieces, own, weight, q, t);
                sum = sum_of_pieces(pieces, join);
                refuses = join_refuses(sum, form, a[q], b, columns[warp][turn].guard[GROUP_ROWS * group + 4 * q + t]) && mine;
            }
            if (mine && !refuses)
                r.C[row + j * r.ldc] = updated_element(product, alpha, sum, beta, old[q]);
            refused |= (unsigned)refuses << q;
        }
        write_mask(r, first, j, refused, lane);
        __syncwarp(); /* All lanes have read the stage before it is filled again. */
    }
    copy_wait<0>();
}

template <int Moduli>
static cudaError_t launch_join_bytes(const gemm_residue_result &result, const gemm_residue_form &form, cudaStream_t stream)
{
    const int64_t down = quotient_up(result.rows, ROWS), across = quotient_up(result.columns, WARPS * WARP_COLUMNS);
    const int64_t together = most(H200_GEMM_JOIN_BYTES_BLOCKS / down, 1);
    const int64_t few = least(quotient_up(result.columns, WARPS), together);
    const dim3 grid((unsigned)down, (unsigned)least(across > 8 * together ? across : few, GRID_MOST));
    join_bytes_kernel<Moduli><<<grid, 32 * WARPS, 0, stream>>>(result, *ddblas_gemm_residue_join_numbers_of(&form), form);
    return cudaGetLastError();
}

extern "C" int ddblas_gemm_residue_join_bytes(const struct gemm_residue_result *result, const struct gemm_residue_form *form,
                                              void *stream)
{
    return (int)(form->moduli == GEMM_MODULI_LEAST ? launch_join_bytes<GEMM_MODULI_LEAST>
                                                   : launch_join_bytes<GEMM_MODULI_MOST>)(*result, *form, (cudaStream_t)stream);
}
