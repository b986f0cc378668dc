/*
 * The first kernels of the residue route on the CUDA engine: they compute scales and residues. INT8
 * products follow, by cublasLt or by gemm_residue_fused_kernel.cuh, and then
 * gemm_residue_join_cuda.cu reconstructs C. A line is a row of op(A) or a column of op(B); its
 * elements are its terms.
 *
 *   keys    finds the largest and the second largest high word of each line. It reads 16 bytes an
 *           element, 8 if the elements are doubles.
 *   split   rounds each element to an integer of `bits` bits, and computes the integer's residues
 *           modulo 30 or 31 numbers. It reads 16 (8) bytes an element and writes about 31. A warp
 *           takes 128 terms of a line, a lane 4 of them. The integers pass through shared memory.
 *           Matrix instructions (16 moduli by 8 terms) add up the integers' bytes times weights,
 *           and 3 operations reduce each sum to a residue. Where the terms of a line are not
 *           adjacent in memory, a tile of 16 lines passes through shared memory too. Its lines are
 *           rotated by a quarter of the term's index, so that neither writing nor reading has bank
 *           conflicts.
 *
 * No block waits for another. Sums over blocks are sums of integers, so their order does not change
 * the result. Error bound: docs/numerics.md, the residue route.
 */
#include <type_traits>

#include <cuda_runtime_api.h>

#include "backend/instructions.cuh"
#include "core/sizes.h"
#include "machine/machine.h"

extern "C" {
#include "gemm_residue_launch.h"
}
#include "gemm_residue_arith.h"

enum
{
    THREADS = 256,
    WARPS = THREADS / 32,
    KEY_TERMS = 1024, /* Largest number of terms of a line that one warp treats. */
    TILE_LINES = 16,
    TILE_TERMS = 128,
    GRID_MOST = 65535
};

/* Element `index` of an array of double-double numbers or of doubles. */
template <class Element>
static __device__ __forceinline__ cuddreal load_element(const void *X, int64_t index)
{
    if constexpr (std::is_same<Element, double>::value)
        return cuddMake(__ldg((const double *)X + index), 0.0);
    const double2 v = __ldg((const double2 *)X + index);
    return cuddMake(v.x, v.y);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static __device__ __forceinline__ uint32_t key_of(cuddreal a) { return max(gemm_key_of(a.x), gemm_key_of(a.y)); }

/* Returns the key of term t, whose element is at index `at`. In a complex problem it is the key of
 * the complex term. */
template <class Element, bool Complex>
static __device__ __forceinline__ gemm_largest largest_of(const gemm_lines &x, int64_t t, int64_t at)
{
    uint32_t key = key_of(load_element<Element>(x.X, at));
    if constexpr (Complex)
        key = max(key, key_of(load_element<Element>(x.X, at + x.half * x.term_stride)));
    return {key, (uint32_t)t, 0};
}

/* Combines the largest keys that a block has found in a line with those that other blocks have
 * found. An atomic maximum keeps the larger of the two largest keys, and the smaller one becomes a
 * candidate for the second largest key. Maxima commute, so the result does not depend on the order
 * of the blocks. */
static __device__ __forceinline__ void push_largest(gemm_largest found, uint64_t *tops, uint32_t *keys, int64_t line)
{
    if (!tops)
    {
        atomicMax(&keys[line], found.key);
        return;
    }
    const unsigned long long mine = (unsigned long long)found.key << 32 | found.term;
    const unsigned long long old = atomicMax((unsigned long long *)&tops[line], mine);
    const uint32_t second = max(found.second, (uint32_t)(min(mine, old) >> 32));
    if (second)
        atomicMax(&keys[line], second);
}

/* Returns the two largest keys among all lanes of a warp. */
static __device__ __forceinline__ gemm_largest largest_of_warp(gemm_largest mine)
{
    const uint32_t key = __reduce_max_sync(0xffffffffU, mine.key);
    const int owner = __ffs((int)__ballot_sync(0xffffffffU, mine.key == key)) - 1;
    const uint32_t other = (int)threadIdx.x % 32 == owner ? mine.second : mine.key;
    return {key, __shfl_sync(0xffffffffU, mine.term, owner), __reduce_max_sync(0xffffffffU, other)};
}

/* Computes the keys of lines whose terms are adjacent in memory. A warp treats `chunk` terms of one
 * line. */
template <class Element, bool Complex>
__global__ void __launch_bounds__(THREADS)
    keys_along_terms_kernel(const __grid_constant__ gemm_lines x, int chunk, uint64_t *tops, uint32_t *keys)
{
    const int64_t line = (int64_t)blockIdx.x * WARPS + threadIdx.x / 32;
    if (line >= x.lines)
        return;
    const int64_t terms = Complex ? x.half : x.terms;
    for (int64_t first = (int64_t)blockIdx.y * chunk; first < terms; first += (int64_t)gridDim.y * chunk)
    {
        const int64_t from = line * x.line_stride;
        const int64_t end = min(first + chunk, terms);
        gemm_largest found = {0, 0, 0};
#pragma unroll 8
        for (int64_t t = first + threadIdx.x % 32; t < end; t += 32)
            found = gemm_larger(found, largest_of<Element, Complex>(x, t, from + t));
        found = largest_of_warp(found);
        if (threadIdx.x % 32 == 0)
            push_largest(found, tops, keys, line);
    }
}

/* Computes the keys of lines that are adjacent in memory, term by term. A block treats `chunk`
 * terms of 32 lines. */
template <class Element, bool Complex>
__global__ void __launch_bounds__(THREADS)
    keys_along_lines_kernel(const __grid_constant__ gemm_lines x, int chunk, uint64_t *tops, uint32_t *keys)
{
    __shared__ gemm_largest found[WARPS][32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int64_t line = (int64_t)blockIdx.x * 32 + lane;
    const int64_t terms = Complex ? x.half : x.terms;
    gemm_largest mine = {0, 0, 0};
    for (int64_t first = (int64_t)blockIdx.y * chunk; first < terms; first += (int64_t)gridDim.y * chunk)
    {
        const int64_t end = min(first + chunk, terms);
        if (line < x.lines)
#pragma unroll 8
            for (int64_t t = first + warp; t < end; t += WARPS)
                mine = gemm_larger(mine, largest_of<Element, Complex>(x, t, line + t * x.term_stride));
    }
    found[warp][lane] = mine;
    __syncthreads();
    if (warp > 0 || line >= x.lines)
        return;
#pragma unroll
    for (int w = 1; w < WARPS; w++)
        mine = gemm_larger(mine, found[w][lane]);
    push_largest(mine, tops, keys, line);
}

template <class Element, bool Complex>
static cudaError_t launch_keys(const struct gemm_lines *lines, uint64_t *tops, uint32_t *keys, cudaStream_t stream)
{
    const bool along = lines->term_stride == 1;
    const int64_t across = quotient_up(lines->lines, along ? WARPS : 32);
    const int64_t terms = Complex ? lines->half : lines->terms;
    int chunk = KEY_TERMS;
    while (chunk > KEY_TERMS / 16 && across * ((terms - 1) / chunk + 1) < H200_GEMM_KEY_BLOCKS)
        chunk /= 2;
    const dim3 grid((unsigned)across, (unsigned)min((terms - 1) / chunk + 1, (int64_t)GRID_MOST));
    if (along)
        keys_along_terms_kernel<Element, Complex><<<grid, THREADS, 0, stream>>>(*lines, chunk, tops, keys);
    else
        keys_along_lines_kernel<Element, Complex><<<grid, THREADS, 0, stream>>>(*lines, chunk, tops, keys);
    return cudaGetLastError();
}

extern "C" int ddblas_gemm_residue_keys(const struct gemm_lines *lines, uint64_t *tops, uint32_t *keys, void *stream)
{
    const auto launch = lines->doubles ? launch_keys<double, false>
                        : lines->half  ? launch_keys<cuddreal, true>
                                       : launch_keys<cuddreal, false>;
    return (int)launch(lines, tops, keys, (cudaStream_t)stream);
}

/* ---- residues -------------------------------------------------------------------------------- */

/* Packs the lowest bytes of four words into one word. */
static __device__ __forceinline__ uint32_t pack_bytes(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return __byte_perm(__byte_perm(a, b, 0x0040), __byte_perm(c, d, 0x0040), 0x5410);
}

/* The constants of a lane for its four moduli p, those of the rows lane / 4 + 8 q with q = 0 .. 3.
 * weight[q]: word lane % 4 of the row's weights, which the lane passes to the matrix instruction.
 * inverse[q]: 1 / p. minus[q]: -p. */
struct split_lane
{
    uint32_t weight[4];
    float inverse[4];
    int32_t minus[4];
};

/* Loads a lane's weights through shared memory. Reading them directly from a kernel parameter would
 * be slow: the hardware serves lanes that read different words of a parameter one after another. */
static __device__ __forceinline__ split_lane split_lane_of(const gemm_residue_split &given, void *shared)
{
    gemm_residue_split &split = *(gemm_residue_split *)shared;
    if (threadIdx.x < sizeof split / sizeof(uint32_t))
        ((uint32_t *)shared)[threadIdx.x] = ((const uint32_t *)&given)[threadIdx.x];
    __syncthreads();
    split_lane mine;
#pragma unroll
    for (int q = 0; q < 4; q++)
    {
        const int row = threadIdx.x % 32 / 4 + 8 * q;
        mine.weight[q] = split.weight[row][threadIdx.x % 4];
        mine.inverse[q] = split.inverse[row];
        mine.minus[q] = split.minus[row];
    }
    __syncthreads();
    return mine;
}

/* Sets d to the sums of 16 bytes times weights, for the moduli lane / 4 and lane / 4 + 8 and for
 * two terms each. The offset that gemm_residue_of_sum expects is included. */
static __device__ __forceinline__ void byte_product(int32_t (&d)[4], uint32_t w0, uint32_t w1, uint32_t x)
{
    multiply_bytes(d, w0, w1, x, gemm_as_int(GEMM_FLOAT_OFFSET));
}

/* Returns the position of a term's integer in the warp's part of shared memory. The order puts the
 * integers of the eight terms that a matrix instruction reads into different banks. */
static __device__ __forceinline__ int place_of(int term) { return term ^ (term >> 4 & 3) << 1; }

/* Returns the number in the slice of a term of `lines`; for one part of a complex term, the number
 * of the complex term. */
static __device__ __forceinline__ int place_in_slice(const gemm_lines &lines, const gemm_residue_block &block, int64_t term)
{
    return (int)(block.first_term + (lines.half && term >= lines.half ? term - lines.half : term));
}

/* Converts four elements of a lane to integers. Adds their upper bounds to the sum of the line and
 * stores their lower bounds for the guard. place: the number of the first element in the slice. */
static __device__ __forceinline__ void split_convert(cuddreal (&a)[4], const gemm_residue_block &block, uint4 *integers,
                                                     int8_t *lower, int bits, int step, int64_t line, int64_t term, int place,
                                                     bool counted)
{
    gemm_scale scale = {0, GEMM_NO_OUTLIER};
    if (counted)
        scale = gemm_scale_of(block.tops ? block.tops[line] : 0, block.keys[line]);
    const bool finite = gemm_key_is_finite(scale.key);
    const int e = bits - gemm_key_exponent(finite ? scale.key : 0), lane = threadIdx.x % 32;
#pragma unroll
    /* An outlier and all elements of a line with Inf or NaN become the integer 0. */
    for (int q = 0; q < 4; q++)
        if (!finite || scale.outlier == place + q)
            a[q] = cuddMake(0.0, 0.0);
    const double s = gemm_power(e / 2), t = gemm_power(e - e / 2), guard = gemm_power(GEMM_GUARD_BITS - bits);
    uint32_t low[4];
    int upper = 0, inexact = 0;
#pragma unroll
    for (int q = 0; q < 4; q++)
    {
        const gemm_integer x = gemm_integer_of(a[q], s, t, guard);
        integers[place_of(4 * lane + q)] = make_uint4(x.word[0], x.word[1], x.word[2], x.word[3]);
        low[q] = (uint32_t)x.low;
        upper += x.high;
        inexact |= x.inexact;
    }
    upper = __reduce_add_sync(0xffffffffU, upper);
    inexact = __any_sync(0xffffffffU, inexact);
    if (lane == 0 && counted && upper)
    {
        atomicAdd(&block.uppers[line], (uint32_t)upper);
        if (inexact)
            atomicOr(&block.uppers[line], (uint32_t)GEMM_INEXACT);
    }
    if (term >= block.padded_terms)
        return;
    if (step == 1)
        *(uint32_t *)&lower[line * block.pitch + term] = pack_bytes(low[0], low[1], low[2], low[3]);
    else
        *(uint16_t *)&lower[(line * block.pitch + term) / 2] = (uint16_t)(low[0] | low[2] << 8);
}

/* Computes the residues of 64 integers of a line. Each lane gets 16 adjacent terms of four
 * moduli. */
template <int Moduli>
static __device__ __forceinline__ void split_residues(const uint4 *integers, const split_lane &mine, int8_t *to, int64_t plane)
{
    const int row = threadIdx.x % 32 / 4;
    uint4 packed[4];
#pragma unroll
    for (int v = 0; v < 4; v++)
    {
        int32_t sum[2][2][4];
#pragma unroll
        for (int g = 0; g < 2; g++)
        {
            const int term = (row >> 1) * 16 + 4 * v + 2 * g + (row & 1);
            const uint32_t x = ((const uint32_t *)&integers[place_of(term)])[threadIdx.x % 4];
            byte_product(sum[g][0], mine.weight[0], mine.weight[1], x);
            byte_product(sum[g][1], mine.weight[2], mine.weight[3], x);
        }
#pragma unroll
        for (int q = 0; q < 4; q++)
        {
            const int t = q / 2, r = q % 2 * 2;
            (&packed[q].x)[v] = pack_bytes(gemm_residue_of_sum(sum[0][t][r], mine.inverse[q], mine.minus[q]),
                                           gemm_residue_of_sum(sum[0][t][r + 1], mine.inverse[q], mine.minus[q]),
                                           gemm_residue_of_sum(sum[1][t][r], mine.inverse[q], mine.minus[q]),
                                           gemm_residue_of_sum(sum[1][t][r + 1], mine.inverse[q], mine.minus[q]));
        }
    }
#pragma unroll
    for (int q = 0; q < 4; q++)
        if (8 * q + 7 < Moduli || 8 * q + row < Moduli)
            *(uint4 *)(to + 8 * q * plane) = packed[q];
}

/* Converts 128 terms of a line, which a warp holds with four terms in each lane, to residues. */
template <int Moduli>
static __device__ __forceinline__ void split_line(cuddreal (&a)[4], const gemm_residue_block &block, const split_lane &mine,
                                                  uint4 *integers, int bits, int step, int64_t line, int64_t first_term,
                                                  const gemm_lines &lines, bool counted)
{
    const int lane = threadIdx.x % 32;
    const int64_t plane = block.padded_lines * block.pitch;
    __syncwarp();
    split_convert(a, block, integers, block.residue + Moduli * plane, bits, step, line, first_term + 4 * lane,
                  place_in_slice(lines, block, first_term + 4 * lane), counted);
    __syncwarp();
    int8_t *to = &block.residue[lane / 4 * plane + line * block.pitch + first_term + lane % 4 * 16];
#pragma unroll 1
    for (int half = 0; half < TILE_TERMS && first_term + half < block.padded_terms; half += 64)
        split_residues<Moduli>(integers + half, mine, to + half, plane);
}

template <int Moduli, class Element>
__global__ void __launch_bounds__(THREADS, 4)
    split_along_terms_kernel(const __grid_constant__ gemm_lines lines, const __grid_constant__ gemm_residue_block block,
                             const __grid_constant__ gemm_residue_split split, int bits, int step)
{
    __shared__ uint4 integers[WARPS][TILE_TERMS];
    const split_lane mine = split_lane_of(split, integers);
    const int64_t first_term = (int64_t)blockIdx.y * TILE_TERMS, term = first_term + threadIdx.x % 32 * 4;
#pragma unroll 1
    for (int r = threadIdx.x / 32; r < TILE_LINES; r += WARPS)
    {
        const int64_t line = (int64_t)blockIdx.x * TILE_LINES + r;
        if (line >= block.padded_lines)
            continue;
        const bool counted = line < lines.lines;
        const int64_t from = line * lines.line_stride + term;
        cuddreal a[4];
#pragma unroll
        for (int q = 0; q < 4; q++)
            a[q] = counted && term + q < lines.terms ? load_element<Element>(lines.X, from + q) : cuddMake(0.0, 0.0);
        split_line<Moduli>(a, block, mine, integers[threadIdx.x / 32], bits, step, line, first_term, lines, counted);
    }
}

template <int Moduli, class Element>
__global__ void __launch_bounds__(THREADS, 4)
    split_along_lines_kernel(const __grid_constant__ gemm_lines lines, const __grid_constant__ gemm_residue_block block,
                             const __grid_constant__ gemm_residue_split split, int bits, int step)
{
    __shared__ cuddreal tile[TILE_TERMS][TILE_LINES];
    __shared__ uint4 integers[WARPS][TILE_TERMS];
    const split_lane mine = split_lane_of(split, integers);
    const int64_t first_line = (int64_t)blockIdx.x * TILE_LINES, first_term = (int64_t)blockIdx.y * TILE_TERMS;
    const int l = threadIdx.x % TILE_LINES, lane = threadIdx.x % 32;
#pragma unroll
    for (int u = threadIdx.x / TILE_LINES; u < TILE_TERMS; u += THREADS / TILE_LINES)
    {
        const bool inside = first_line + l < lines.lines && first_term + u < lines.terms;
        tile[u][(l + u / 4) % TILE_LINES] =
            inside ? load_element<Element>(lines.X, first_line + l + (first_term + u) * lines.term_stride) : cuddMake(0.0, 0.0);
    }
    __syncthreads();
#pragma unroll 1
    for (int r = threadIdx.x / 32; r < TILE_LINES; r += WARPS)
    {
        if (first_line + r >= block.padded_lines)
            continue;
        cuddreal a[4];
#pragma unroll
        for (int q = 0; q < 4; q++)
            a[q] = tile[4 * lane + q][(r + lane) % TILE_LINES];
        split_line<Moduli>(a, block, mine, integers[threadIdx.x / 32], bits, step, first_line + r, first_term, lines,
                           first_line + r < lines.lines);
    }
}

/* Converts the lines whose numbers are in the list block.some. A warp treats 128 terms of one line.
 * The lines and terms may have any strides. */
template <int Moduli, class Element>
__global__ void __launch_bounds__(THREADS, 4)
    split_some_kernel(const __grid_constant__ gemm_lines lines, const __grid_constant__ gemm_residue_block block,
                      const __grid_constant__ gemm_residue_split split, int bits, int step)
{
    __shared__ uint4 integers[WARPS][TILE_TERMS];
    const int64_t chunks = (block.padded_terms + TILE_TERMS - 1) / TILE_TERMS, all = *block.some_count * chunks;
    if (blockIdx.x * WARPS >= all)
        return;
    const split_lane mine = split_lane_of(split, integers);
#pragma unroll 1
    for (int64_t w = blockIdx.x * WARPS + threadIdx.x / 32; w < all; w += gridDim.x * WARPS)
    {
        const int64_t line = block.some[w / chunks], first_term = w % chunks * TILE_TERMS,
                      term = first_term + threadIdx.x % 32 * 4;
        const int64_t from = line * lines.line_stride + term * lines.term_stride;
        cuddreal a[4];
#pragma unroll
        for (int q = 0; q < 4; q++)
            a[q] = term + q < lines.terms ? load_element<Element>(lines.X, from + q * lines.term_stride) : cuddMake(0.0, 0.0);
        split_line<Moduli>(a, block, mine, integers[threadIdx.x / 32], bits, step, line, first_term, lines, true);
    }
}

template <int Moduli, class Element>
static cudaError_t launch_split(const gemm_lines &lines, const gemm_residue_block &block, int bits, int step, cudaStream_t stream)
{
    const gemm_residue_split &split = *ddblas_gemm_residue_split_numbers();
    const dim3 grid((unsigned)quotient_up(block.padded_lines, TILE_LINES), (unsigned)quotient_up(block.padded_terms, TILE_TERMS));
    if (block.some)
        split_some_kernel<Moduli, Element><<<H200_GEMM_SOME_BLOCKS, THREADS, 0, stream>>>(lines, block, split, bits, step);
    else if (lines.term_stride == 1)
        split_along_terms_kernel<Moduli, Element><<<grid, THREADS, 0, stream>>>(lines, block, split, bits, step);
    else
        split_along_lines_kernel<Moduli, Element><<<grid, THREADS, 0, stream>>>(lines, block, split, bits, step);
    return cudaGetLastError();
}

template <class Element>
static cudaError_t split_elements(const gemm_lines &lines, const gemm_residue_block &block, const gemm_residue_form &form,
                                  cudaStream_t stream)
{
    return (form.moduli == GEMM_MODULI_LEAST
                ? launch_split<GEMM_MODULI_LEAST, Element>
                : launch_split<GEMM_MODULI_MOST, Element>)(lines, block, form.bits, form.guard_step, stream);
}

extern "C" int ddblas_gemm_residue_split(const struct gemm_lines *lines, const struct gemm_residue_block *block,
                                         const struct gemm_residue_form *form, void *stream)
{
    return (int)(lines->doubles ? split_elements<double> : split_elements<cuddreal>)(*lines, *block, *form, (cudaStream_t)stream);
}
