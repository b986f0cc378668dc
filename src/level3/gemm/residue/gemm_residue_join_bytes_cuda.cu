/*
 * The last kernel of the residue route where the INT8 products are residues in bytes: it
 * reconstructs C. Only kernels of compute capability 9.0 leave such bytes.
 *
 * For each element it computes the following sum, modulo M, the product of the moduli:
 *
 *   S = sum_i u_i w_i - sum_i below_i w_i,  u_i = r_i + below_i in 0 .. 255
 *
 * r_i is the residue modulo p_i, below_i is added so that the byte is not negative, and w_i is the
 * weight of modulus i (gemm_residue_numbers.c). A weight has six digits of 39 bits, and a digit is
 * held in five bytes. The sums of the bytes of u times the bytes of w are therefore a product of
 * two matrices of bytes, 32 moduli by 30 bytes of weights. Matrix instructions form this product:
 * one takes 16 elements by 32 moduli and leaves 8 sums of each element. Each of these sums is below
 * 2^21 and each digit of S below 2^52. So everything is exact up to the conversion of the digits to
 * doubles, and the result has the bits of gemm_residue_join_cuda.cu.
 *
 * A warp takes 128 rows of one column after another, 16 rows for each group of four lanes:
 *
 *   copies    30 or 31 times 128 bytes of residues and the guard's 128 INT32 are copied into one of
 *             two stages, while the warp works on the other stage. Their pieces of 16 bytes are
 *             permuted so that neither writing nor reading has bank conflicts.
 *   order     Lane t of a group has moduli t, t + 4, ..., t + 28 of the group's 16 rows, four rows
 *             in a word. Permutations of bytes make words of four moduli of one row.
 *   products  8 matrix instructions for 4 rows of each group.
 *   digits    A lane joins its eight sums to one digit and a part of another one
 *             (gemm_residue_numbers.c, byte_of_weight). The four lanes of a group exchange them
 *             through the stage that they have read, so that each lane has all digits of one row.
 *   element   As in gemm_residue_join_cuda.cu: reduction modulo M in FP64, guard, C.
 *
 * An element takes 31 bytes of residues, 4 of the guard's product, 16 of C, and about 90 FP64
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
    ROWS = 128,      /* Rows that a warp treats. */
    GROUP_ROWS = 16, /* Rows that a group of four lanes treats. */
    /* Number of rows whose elements a lane computes. Lane t of group g, t = 0 .. 3 and g = 0 .. 7,
     * has the rows 16 g + 4 q + t of the warp, q = 0 .. 3. */
    LANE_ROWS = 4,
    LANE_MODULI = 8,
    WARP_COLUMNS = 8, /* Number of columns that a warp treats one after another, if C has many. */
    GRID_MOST = 65535
};

/* For 128 rows of one column: the residues, the guard's products, and the key and sum of upper
 * bounds of the column. Rows 16 g .. 16 g + 15 of modulus m are at residue[m][16 (g ^ 2 (m % 4))],
 * and the guard's product of row 16 g + 4 q + t is at guard[q][4 g + t]. These places avoid bank
 * conflicts. */
template <int Moduli>
struct join_column
{
    uint8_t residue[Moduli][ROWS];
    int32_t guard[LANE_ROWS][32];
    uint32_t key, upper;
    uint64_t top;
};

/* Starts the copy of column j. The places of rows beyond the pitch keep their old content; no
 * element of C is computed from them. */
template <int Moduli>
static __device__ __forceinline__ void column_fetch(join_column<Moduli> &column, const gemm_residue_result &r, int64_t first,
                                                    int64_t j, int lane)
{
    const int piece = lane % 8, which = lane / 8;
    if (first + 16 * piece < r.pitch)
    {
        const uint8_t *from = r.bytes + first + 16 * piece + j * r.pitch + which * r.plane;
        uint8_t *const to = &column.residue[which][16 * (piece ^ 2 * which)];
#pragma unroll
        for (int i = 0; i < Moduli; i += 4)
        {
            if (i + 4 <= Moduli || i + which < Moduli)
                copy_async<16>(to + i * ROWS, from);
            from += 4 * r.plane;
        }
    }
    if (first + 4 * lane < r.pitch)
        copy_async<16>(&column.guard[lane % 4][lane / 4 * 4], r.guard + first + 4 * lane + j * r.pitch);
    if (lane < 2)
        copy_async<4>(lane ? &column.upper : &column.key, (lane ? r.uppers_b : r.keys_b) + j);
    if (lane == 2 && r.tops_b)
        copy_async<8>(&column.top, r.tops_b + j);
}

/* The residues of the moduli that belong to the lane, for the rows of its group. Word [.][q] has
 * the rows 4 q .. 4 q + 3. */
struct lane_residues
{
    uint32_t word[LANE_MODULI][GROUP_ROWS / 4];
};

/* Reads the residues and adds `below` to each byte. A place without a modulus may have any residue,
 * because its weight is 0. */
template <int Moduli>
static __device__ __forceinline__ void read_residues(lane_residues &own, const join_column<Moduli> &column, const uint32_t *below,
                                                     bool centred, int group, int t)
{
    const int place = 16 * (group ^ 2 * t);
#pragma unroll
    for (int i = 0; i < LANE_MODULI; i++)
    {
        const int modulus = 4 * i + 4 <= Moduli ? 4 * i + t : min(4 * i + t, Moduli - 1);
        const uint4 v = *reinterpret_cast<const uint4 *>(&column.residue[modulus][place]);
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
    /* below < 128, so no sum of bytes carries into the next byte. */
    for (int i = 0; i < LANE_MODULI; i++)
    {
        const uint32_t four = below[4 * i + t];
#pragma unroll
        for (int q = 0; q < GROUP_ROWS / 4; q++)
            own.word[i][q] = ((own.word[i][q] & 0x7f7f7f7fU) + four) ^ (own.word[i][q] & 0x80808080U);
    }
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

/* A lane's share of the digits of one row: one whole digit, and a part of a digit that another lane
 * completes. */
struct __align__(16) digit_pieces { uint64_t whole, part; };

/* Memory in which the lanes of a group exchange their pieces of four rows. The pieces of row e
 * begin at byte 80 e, and those of the next group at byte 320; so neither writing nor reading has
 * bank conflicts. */
struct exchange_group
{
    struct
    {
        digit_pieces of_lane[4], unused;
    } row[LANE_ROWS];
};

/* Joins the eight sums of bytes that the lane has for one row. */
static __device__ __forceinline__ digit_pieces join_bytes(const int32_t (&sum)[GEMM_BYTE_TILES][4], int half)
{
    const uint32_t s0 = (uint32_t)sum[0][2 * half], s1 = (uint32_t)sum[0][2 * half + 1];
    const uint32_t s2 = (uint32_t)sum[1][2 * half], s3 = (uint32_t)sum[1][2 * half + 1];
    const uint32_t s4 = (uint32_t)sum[2][2 * half], s5 = (uint32_t)sum[2][2 * half + 1];
    const uint32_t s6 = (uint32_t)sum[3][2 * half], s7 = (uint32_t)sum[3][2 * half + 1];
    return {(uint64_t)(s2 + (s3 << 8)) * 65536U + (s0 + (s1 << 8)) + ((uint64_t)s4 << 32),
            (uint64_t)s7 * 65536U + (s5 + (s6 << 8))};
}

/* Computes the pieces of the rows 4 q .. 4 q + 3 of each group, and writes them to the memory of
 * the group. */
static __device__ __forceinline__ void multiply_rows(exchange_group &place, const lane_residues &own,
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
            place.row[row + half].of_lane[t] = join_bytes(sum, half);
    }
}

/* Joins the pieces of all four lanes to the digits of a row and returns the row's sum, which
 * gemm_join_finish computes from the digits. */
static __device__ __forceinline__ cuddreal sum_of_row(const digit_pieces (&of_lane)[4], const gemm_residue_join &join)
{
    const digit_pieces p0 = of_lane[0], p1 = of_lane[1], p2 = of_lane[2], p3 = of_lane[3];
    double digit[GEMM_DIGITS] = {gemm_join_digit(p0.whole, join.offset[0]),
                                 gemm_join_digit(p0.part + (p1.part << 24), join.offset[1]),
                                 gemm_join_digit(p1.whole, join.offset[2]),
                                 gemm_join_digit(p2.whole, join.offset[3]),
                                 gemm_join_digit(p2.part + (p3.part << 24), join.offset[4]),
                                 gemm_join_digit(p3.whole, join.offset[5])};
    return gemm_join_finish(digit, &join);
}

/* Writes the words of the mask for a column, one bit for each row. Bit q of `refused` belongs to
 * row 16 (lane / 4) + 4 q + lane % 4. */
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

/* Returns a bit for each of the lane's rows: set if the row, in column j, is in the part of C that
 * is wanted. i is the row with q = 0. Bit q of `inside` is set if row q is in the matrix. */
static __device__ __forceinline__ unsigned wanted_rows(const gemm_residue_result &r, unsigned inside, int64_t i, int64_t j)
{
    if (r.part == DDBLAS_GEMM_ALL)
        return inside;
    unsigned wanted = 0;
#pragma unroll
    for (int q = 0; q < LANE_ROWS; q++)
        wanted |= (unsigned)is_wanted(r, i + 4 * q, j) << q;
    return wanted;
}

/* Tables of a thread block: the keys, sums of upper bounds and outliers of its rows, in the order
 * of the guard's products; and for each modulus a word with `below` in all four bytes. */
struct join_tables
{
    join_row row[LANE_ROWS][32];
    uint32_t below[32];
    int has_outlier; /* 1: a row has an outlier. */
};

static __device__ __forceinline__ void fill_tables(join_tables &tables, const gemm_residue_result &r,
                                                   const gemm_residue_join &join, int64_t first, int moduli)
{
    const int q = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int64_t i = first + lane / 4 * GROUP_ROWS + 4 * q + lane % 4;
    tables.row[q][lane] = i < r.rows ? join_row_a(r, i) : join_row{0, 0, GEMM_NO_OUTLIER};
    if (q == 0)
        tables.below[lane] = lane < moduli ? 0x01010101U * (uint32_t)join.below[lane] : 0;
    const int found = __syncthreads_or(tables.row[q][lane].outlier >= 0);
    if (threadIdx.x == 0)
        tables.has_outlier = found;
    __syncthreads();
}

template <int Moduli>
__global__ void __launch_bounds__(32 * WARPS, 4)
    join_bytes_kernel(const __grid_constant__ gemm_residue_result r, const __grid_constant__ gemm_residue_join join,
                      const __grid_constant__ gemm_residue_form form)
{
    static_assert(sizeof(exchange_group) == 320 && 8 * sizeof(exchange_group) <= sizeof(join_column<Moduli>::residue), "place");
    static_assert(WARPS == LANE_ROWS, "a thread for each row of the tables");
    __shared__ __align__(16) join_column<Moduli> columns[WARPS][2];
    __shared__ join_tables tables;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, group = lane / 4, t = lane % 4;
    const int64_t first = (int64_t)blockIdx.x * ROWS, i = first + GROUP_ROWS * group + t;
    const cuddreal alpha = r.alpha_device ? *r.alpha_device : r.alpha, beta = r.beta_device ? *r.beta_device : r.beta;
    const bool product = !cuddIsZero(alpha), keep = !cuddIsZero(beta);
    const bool plain = alpha.x == 1.0 && alpha.y == 0.0 && !keep;
    fill_tables(tables, r, join, first, Moduli);
    uint32_t weight[GEMM_BYTE_TILES][2];
#pragma unroll
    for (int tile = 0; tile < GEMM_BYTE_TILES; tile++)
#pragma unroll
        for (int half = 0; half < 2; half++)
            weight[tile][half] = join.weight_bytes[tile][half][lane];
    unsigned inside = 0;
#pragma unroll
    for (int q = 0; q < LANE_ROWS; q++)
        inside |= (unsigned)(i + 4 * q < r.rows) << q;
    if (lane < 2)
        columns[warp][lane].top = 0; /* This remains 0 if the problem has no array of tops. */
    __syncwarp();
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
        copy_wait<1>();
        __syncwarp();
        cuddreal sum[LANE_ROWS] = {};
        unsigned refused = 0;
        const unsigned wanted = wanted_rows(r, inside, i, j);
        if (product)
        {
            join_column<Moduli> &column = columns[warp][turn];
            exchange_group &place = reinterpret_cast<exchange_group *>(column.residue)[group];
            lane_residues own;
            read_residues<Moduli>(own, column, tables.below, form.centred != 0, group, t);
            /* The loop has no branches, so that the chains of instructions of the four rows
             * overlap. */
#pragma unroll
            for (int q = 0; q < LANE_ROWS; q++)
            {
                /* All lanes have read the previous content, so it may be overwritten. */
                __syncwarp();
                multiply_rows(place, own, weight, q, t);
                __syncwarp();
                sum[q] = sum_of_row(place.row[t].of_lane, join);
            }
            const join_row b = join_row_of(column.top, column.key, column.upper);
#pragma unroll
            for (int q = 0; q < LANE_ROWS; q++)
                sum[q] = join_scaled(sum[q], form, tables.row[q][lane], b);
            if (!tables.has_outlier && b.outlier < 0)
            {
#pragma unroll
                for (int q = 0; q < LANE_ROWS; q++)
                    refused |= (unsigned)join_refuses({sum[q], 0.0F}, form, tables.row[q][lane], b, column.guard[q][lane]) << q;
            }
            else
            {
#pragma unroll
                for (int q = 0; q < LANE_ROWS; q++)
                    if (wanted >> q & 1)
                    {
                        const join_sum whole = join_outliers(r, sum[q], tables.row[q][lane], b, i + 4 * q, j);
                        sum[q] = whole.value;
                        refused |= (unsigned)join_refuses(whole, form, tables.row[q][lane], b, column.guard[q][lane]) << q;
                    }
            }
            refused &= wanted;
        }
        cuddreal *const element = r.C + i + j * r.ldc;
#pragma unroll
        for (int q = 0; q < LANE_ROWS; q++)
            if ((wanted & ~refused) >> q & 1)
                element[4 * q] =
                    plain ? sum[q] : updated_element(product, alpha, sum[q], beta, keep ? element[4 * q] : cuddMake(0.0, 0.0));
        write_mask(r, first, j, refused, lane);
        __syncwarp(); /* All lanes have read the stage, so new copies may overwrite it. */
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
