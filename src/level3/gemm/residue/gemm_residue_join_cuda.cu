/*
 * The last kernel of the residue route on the CUDA engine where the INT8 products are stored as
 * INT32: it reconstructs C. gemm_residue_join_bytes_cuda.cu does the same from products stored as
 * residues of one byte.
 *
 * For each element of C the kernel reads 31 or 32 INT32 and writes the element. It reduces each
 * product modulo its p in integers and then computes the six digits of the sum in FP64, all
 * exactly. A block takes 128 rows of one column after another. While it sums the products of one
 * half of the moduli, those of the other half are copied to shared memory.
 *
 * No block waits for another. Error bound: docs/numerics.md, the residue route.
 */
#include <cuda_runtime_api.h>

#include "backend/instructions.cuh"
#include "core/sizes.h"
#include "machine/machine.h"

#include "gemm_residue_join_element.cuh"

enum
{
    JOIN_THREADS = 64,
    JOIN_ROWS = 2 * JOIN_THREADS,
    /* Number of columns that a block treats one after another, if there are many blocks. */
    JOIN_COLUMNS = 8,
    GRID_MOST = 65535
};

/* The products of half of the moduli for one column of a block of 128 rows. */
template <int Moduli>
struct join_stage
{
    static constexpr int HALF = (Moduli + 1) / 2;
    int32_t product[HALF][JOIN_ROWS];
};

/* Starts the copy of the products of column j for one half of the moduli, 16 bytes at a time. The
 * two warps of the block copy the products of two moduli at once, each warp those of one. Together
 * with the second half of the moduli, the second warp copies the guard's product. In shared memory
 * the places of rows beyond the pitch keep their old content; no element of C is computed from
 * them. */
template <int Moduli, int Half>
static __device__ __forceinline__ void join_fetch(join_stage<Moduli> &stage, int32_t *guard, const gemm_residue_result &r,
                                                  int64_t first, int64_t j)
{
    constexpr int HALF = join_stage<Moduli>::HALF, From = Half * HALF, To = Half ? Moduli : HALF;
    constexpr int PIECE = 4, PIECES = JOIN_ROWS / PIECE, TOGETHER = JOIN_THREADS / PIECES;
    const int chunk = threadIdx.x % PIECES * PIECE, which = threadIdx.x / PIECES;
    const int64_t at = first + chunk + j * r.pitch;
    if (first + chunk < r.pitch)
    {
        const int32_t *from = r.products + at + (From + which) * r.plane;
        const int64_t step = TOGETHER * r.plane;
#pragma unroll
        for (int p = 0; p < To - From; p += TOGETHER)
        {
            if (From + p + TOGETHER <= To || From + p + which < To)
                copy_async<16>(&stage.product[p + which][chunk], from);
            from += step;
        }
    }
    const int piece = threadIdx.x % (JOIN_ROWS / 4) * 4;
    if (Half && threadIdx.x >= JOIN_ROWS / 4 && first + piece < r.pitch)
        copy_async<16>(&guard[piece], r.guard + first + piece + j * r.pitch);
}

static __device__ __forceinline__ double residue_of(int32_t product, const gemm_residue_join &join, int p)
{
    return gemm_reduced(product, join.modulus[p], join.reciprocal[p]);
}

/* Adds the products of one half of the moduli to the sums of the lane's two rows, which are 32 rows
 * apart. The weights come through uniform registers: each weight is loaded once for both rows. */
template <int Moduli, int Half>
static __device__ __forceinline__ void join_sums(double (&sum)[2][GEMM_DIGITS], const join_stage<Moduli> &stage,
                                                 const gemm_residue_join &join, int row)
{
    constexpr int HALF = join_stage<Moduli>::HALF, From = Half * HALF, To = Half ? Moduli : HALF;
#pragma unroll
    for (int p = From; p < To; p++)
#pragma unroll
        for (int h = 0; h < 2; h++)
            gemm_join_add(sum[h], residue_of(stage.product[p - From][row + 32 * h], join, p), join.weight[p]);
}

template <int Moduli>
__global__ void __launch_bounds__(JOIN_THREADS, 10)
    join_kernel(const __grid_constant__ gemm_residue_result r, const __grid_constant__ gemm_residue_join join,
                const __grid_constant__ gemm_residue_form form)
{
    __shared__ __align__(16) join_stage<Moduli> stages[2];
    __shared__ __align__(16) int32_t guards[JOIN_ROWS];
    const int lane = threadIdx.x % 32, local = threadIdx.x / 32 * 64 + lane;
    const int64_t first = (int64_t)blockIdx.x * JOIN_ROWS, i = first + local;
    const cuddreal alpha = r.alpha_device ? *r.alpha_device : r.alpha, beta = r.beta_device ? *r.beta_device : r.beta;
    const bool product = !cuddIsZero(alpha);
    join_row a[2] = {};
#pragma unroll
    for (int h = 0; h < 2; h++)
        if (i + 32 * h < r.rows)
            a[h] = join_row_a(r, i + 32 * h);
    const int64_t step = gridDim.y;
    int64_t j = blockIdx.y;
    if (product)
        join_fetch<Moduli, 0>(stages[0], guards, r, first, j);
    copy_commit();
#pragma unroll 1
    for (; j < r.columns; j += step)
    {
        double sums[2][GEMM_DIGITS] = {};
        if (product)
            join_fetch<Moduli, 1>(stages[1], guards, r, first, j);
        copy_commit();
        cuddreal old[2] = {cuddMake(0.0, 0.0), cuddMake(0.0, 0.0)};
        /* The old elements of C are loaded here, while the copies of the products are on their
         * way. */
        if (!cuddIsZero(beta))
#pragma unroll
            for (int h = 0; h < 2; h++)
                if (is_wanted(r, i + 32 * h, j))
                    old[h] = r.C[i + 32 * h + j * r.ldc];
        copy_wait<1>();
        __syncthreads();
        if (product)
            join_sums<Moduli, 0>(sums, stages[0], join, local);
        __syncthreads();
        if (product && j + step < r.columns)
            join_fetch<Moduli, 0>(stages[0], guards, r, first, j + step);
        copy_commit();
        copy_wait<1>();
        __syncthreads();
        cuddreal sum[2] = {cuddMake(0.0, 0.0), cuddMake(0.0, 0.0)};
        if (product)
        {
            join_sums<Moduli, 1>(sums, stages[1], join, local);
#pragma unroll
            for (int h = 0; h < 2; h++)
                sum[h] = gemm_join_finish(sums[h], &join);
        }
        const join_row b = join_row_b(r, j);
#pragma unroll
        for (int h = 0; h < 2; h++)
        {
            const int64_t row = i + 32 * h;
            const bool mine = is_wanted(r, row, j);
            join_sum value = {join_scaled(sum[h], form, a[h], b), 0.0F};
            if (product && mine && (a[h].outlier >= 0 || b.outlier >= 0))
                value = join_outliers(r, value.value, a[h], b, row, j);
            const bool refused = product && join_refuses(value, form, a[h], b, guards[local + 32 * h]) && mine;
            if (mine && !refused)
                r.C[row + j * r.ldc] = updated_element(product, alpha, value.value, beta, old[h]);
            const uint32_t flags = __ballot_sync(0xffffffffU, refused);
            if (lane == 0 && row < r.pitch)
            {
                r.mask[row / 32 + j * (r.pitch / 32)] = flags;
                if (flags)
                    *r.any = 1;
            }
        }
        __syncthreads();
    }
    copy_wait<0>();
}

template <int Moduli>
static cudaError_t launch_join(const gemm_residue_result &result, const gemm_residue_form &form, cudaStream_t stream)
{
    const int64_t down = quotient_up(result.rows, JOIN_ROWS), across = quotient_up(result.columns, JOIN_COLUMNS);
    const int64_t together = most(H200_GEMM_JOIN_BLOCKS / down, 1);
    const dim3 grid((unsigned)down, (unsigned)least(across > 8 * together ? across : least(result.columns, together), GRID_MOST));
    join_kernel<Moduli><<<grid, JOIN_THREADS, 0, stream>>>(result, *ddblas_gemm_residue_join_numbers_of(&form), form);
    return cudaGetLastError();
}

extern "C" int ddblas_gemm_residue_join(const struct gemm_residue_result *result, const struct gemm_residue_form *form,
                                        void *stream)
{
    if (result->bytes)
        return ddblas_gemm_residue_join_bytes(result, form, stream);
    return (int)(form->moduli == GEMM_MODULI_LEAST ? launch_join<GEMM_MODULI_LEAST>
                                                   : launch_join<GEMM_MODULI_MOST>)(*result, *form, (cudaStream_t)stream);
}

__global__ void begin_kernel(uint32_t *any, cuddreal *one)
{
    *any = 0;
    *one = cuddMake(1.0, 0.0);
}

extern "C" int ddblas_gemm_residue_begin(uint32_t *any, cuddreal *one, void *stream)
{
    begin_kernel<<<1, 1, 0, (cudaStream_t)stream>>>(any, one);
    return (int)cudaGetLastError();
}
