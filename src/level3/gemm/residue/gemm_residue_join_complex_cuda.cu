/*
 * Kernels of the residue route for complex products by three real ones (gemm_complex_three.h).
 *
 *   add_parts   forms the residues of re a + im a from those of re a and im a. For each complex
 *               term and modulus it reads two bytes and writes one; a thread has 16 terms.
 *   join        reconstructs the real and the imaginary part of an element of C. It reads 90 or 93
 *               bytes of residues and two INT32 of the guard, and writes two numbers. It reduces
 *               the residues of both parts in integers and then computes six digits of each part in
 *               FP64, all exactly.
 *
 * A block of join has four warps and takes 256 rows of one column after another. Each lane has two
 * of these rows:
 *
 *     warp  w  | rows 64 w .. 64 w + 31 | rows 64 w + 32 .. 64 w + 63 |
 *     lane  l  |    row 64 w + l        |      row 64 w + 32 + l      |
 *
 * The two rows of a lane share the loads of the weights, which are kernel parameters. No block
 * waits for another. Rows beyond the last one are read up to the pitch and not stored. Error bound:
 * docs/numerics.md, the residue route.
 */
#include <cuda_runtime_api.h>

#include "core/sizes.h"

extern "C" {
#include "gemm_residue_complex.h"
}
#include "gemm_residue_join_element.cuh"

enum
{
    PART_THREADS = 256,
    JOIN_THREADS = 128,
    JOIN_ROWS = 2 * JOIN_THREADS,
    JOIN_COLUMNS = 8, /* Number of columns that a block treats one after another. */
    GRID_MOST = 65535
};

/* ---- sums of parts --------------------------------------------------------------------------- */

struct part_moduli
{
    int32_t modulus[GEMM_MODULI_MOST];
};

static __device__ __forceinline__ uint32_t sum_of_parts(uint32_t a, uint32_t b, int32_t p)
{
    uint32_t sum = 0;
#pragma unroll
    for (int byte = 0; byte < 4; byte++)
    {
        const int32_t s = (int8_t)(a >> (8 * byte) & 255) + (int8_t)(b >> (8 * byte) & 255);
        sum |= ((uint32_t)gemm_least_residue(s, p) & 255) << (8 * byte);
    }
    return sum;
}

__global__ void __launch_bounds__(PART_THREADS)
    add_parts_kernel(const __grid_constant__ gemm_residue_block block, const __grid_constant__ part_moduli numbers, int moduli,
                     int step)
{
    const int plane = blockIdx.y;
    const bool guard = plane == moduli;
    const int64_t part = block.padded_terms / 2 / (guard ? step : 1), pitch = 3 * part;
    int8_t *residue = block.residue + plane * block.padded_lines * block.pitch;
    /* A plane has fewer than 2^36 bytes, so the number of its pieces of 16 bytes fits 32 bits, and
     * a division of 32 bits is faster than one of 64. */
    const uint32_t pieces = (uint32_t)(part / 16), all = pieces * (uint32_t)block.padded_lines;
    for (uint32_t t = blockIdx.x * PART_THREADS + threadIdx.x; t < all; t += gridDim.x * PART_THREADS)
    {
        const uint32_t line = t / pieces;
        int8_t *at = residue + line * pitch + (t - line * pieces) * 16;
        uint4 a = *(const uint4 *)at;
        if (!guard)
        {
            const uint4 b = *(const uint4 *)(at + part);
            const int32_t p = numbers.modulus[plane];
            a = make_uint4(sum_of_parts(a.x, b.x, p), sum_of_parts(a.y, b.y, p), sum_of_parts(a.z, b.z, p),
                           sum_of_parts(a.w, b.w, p));
        }
        *(uint4 *)(at + 2 * part) = a;
    }
}

extern "C" int ddblas_gemm_residue_add_parts(const struct gemm_residue_block *block, const struct gemm_residue_form *form,
                                             void *stream)
{
    part_moduli numbers = {};
    for (int i = 0; i < form->moduli; i++)
        numbers.modulus[i] = ddblas_gemm_modulus(i);
    const int64_t pieces = block->padded_terms / 32 * block->padded_lines;
    const dim3 grid((unsigned)least(quotient_up(pieces, PART_THREADS), GRID_MOST), (unsigned)form->moduli + 1);
    add_parts_kernel<<<grid, PART_THREADS, 0, (cudaStream_t)stream>>>(*block, numbers, form->moduli, form->guard_step);
    return (int)cudaGetLastError();
}

/* ---- reconstruction -------------------------------------------------------------------------- */

/* Adds the residues of both parts of a complex element to the sums. at: the address of the element
 * in the first plane. */
template <int Moduli>
static __device__ __forceinline__ void join_parts(double (&sum)[2][2][GEMM_DIGITS], const uint8_t *at, int64_t plane,
                                                  const gemm_residue_join &join)
{
#pragma unroll
    for (int i = 0; i < Moduli; i++)
#pragma unroll
        for (int h = 0; h < 2; h++)
        {
            const uint8_t *byte = at + i * plane + 32 * h;
            const int32_t p1 = (int8_t)byte[0], p2 = (int8_t)byte[Moduli * plane], p3 = (int8_t)byte[2 * Moduli * plane];
            const int32_t re = gemm_real_residue(p1, p2, join.modulus[i]),
                          im = gemm_imaginary_residue(p1, p2, p3, join.modulus[i]);
            gemm_join_add(sum[h][0], gemm_small_double((uint32_t)re), join.weight[i]);
            gemm_join_add(sum[h][1], gemm_small_double((uint32_t)im), join.weight[i]);
        }
}

template <int Moduli>
__global__ void __launch_bounds__(JOIN_THREADS)
    join_complex_kernel(const __grid_constant__ gemm_residue_result r, const __grid_constant__ gemm_residue_join join,
                        const __grid_constant__ gemm_residue_form form)
{
    const int lane = threadIdx.x % 32;
    const int64_t i = (int64_t)blockIdx.x * JOIN_ROWS + threadIdx.x / 32 * 64 + lane;
    /* The comparison is the same for all lanes of a warp, because the pitch is a multiple of 64. */
    if (i - lane >= r.pitch)
        return;
    join_row a[2] = {};
#pragma unroll
    for (int h = 0; h < 2; h++)
        if (i + 32 * h < r.rows)
            a[h] = join_row_a(r, i + 32 * h);
    const bool added = !cuddIsZero(r.beta);
#pragma unroll 1
    for (int64_t j = blockIdx.y; j < r.columns; j += gridDim.y)
    {
        double sums[2][2][GEMM_DIGITS] = {};
        join_parts<Moduli>(sums, r.bytes + i + j * r.pitch, r.plane, join);
        const join_row b = join_row_b(r, j);
#pragma unroll
        for (int h = 0; h < 2; h++)
#pragma unroll
            for (int part = 0; part < 2; part++)
            {
                const int64_t row = i + 32 * h, column = 2 * j + part;
                const bool mine = row < r.rows;
                join_sum sum = {join_scaled(gemm_join_finish(sums[h][part], &join), form, a[h], b), 0.0F};
                if (mine && (a[h].outlier >= 0 || b.outlier >= 0))
                    sum = join_outliers(r, sum.value, a[h], b, row, column);
                const int32_t guard = r.guard[part * r.plane + row + j * r.pitch];
                const bool refused = join_refuses(sum, form, a[h], b, guard) && mine;
                cuddreal *to = r.C + row + column * r.ldc;
                if (mine && !refused)
                    *to = added ? cuddAdd(sum.value, *to) : sum.value;
                const uint32_t flags = __ballot_sync(0xffffffffU, refused);
                if (lane == 0)
                {
                    r.mask[row / 32 + column * (r.pitch / 32)] = flags;
                    if (flags)
                        *r.any = 1;
                }
            }
    }
}

template <int Moduli>
static cudaError_t launch_join_complex(const gemm_residue_result &result, const gemm_residue_form &form, cudaStream_t stream)
{
    const dim3 grid((unsigned)quotient_up(result.rows, JOIN_ROWS),
                    (unsigned)least(quotient_up(result.columns, JOIN_COLUMNS), GRID_MOST));
    join_complex_kernel<Moduli><<<grid, JOIN_THREADS, 0, stream>>>(result, *ddblas_gemm_residue_join_numbers_of(&form), form);
    return cudaGetLastError();
}

extern "C" int ddblas_gemm_residue_join_complex(const struct gemm_residue_result *result, const struct gemm_residue_form *form,
                                                void *stream)
{
    return (int)(form->moduli == GEMM_MODULI_LEAST ? launch_join_complex<GEMM_MODULI_LEAST>
                                                   : launch_join_complex<GEMM_MODULI_MOST>)(*result, *form, (cudaStream_t)stream);
}
