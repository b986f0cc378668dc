/*
 * The launch functions of TSQR's kernels for one type. The build makes a source for each type that
 * includes this file and names the table.
 */
#ifndef DDBLAS_TSQR_TSQR_LAUNCH_CUH
#define DDBLAS_TSQR_TSQR_LAUNCH_CUH

#include "tsqr_apply.cuh"
#include "tsqr_factor.cuh"
#include "tsqr_form.cuh"
#include "tsqr_launch.h"
#include "tsqr_one_launch.cuh"
#include "tsqr_start.cuh"
#include "tsqr_tools.cuh"

template <class T>
struct tsqr_launch
{
    typedef tsqr_shape<T, 16> narrow;
    typedef tsqr_shape<T, 32> medium;
    typedef tsqr_shape<T, 64> wide;

    /* Calls f with the shape for n columns. */
    template <class F>
    static int with_shape(int n, F f)
    {
        return n <= narrow::width ? f(narrow()) : n <= medium::width ? f(medium()) : f(wide());
    }

    static int factor(const tsqr_level *level, void *stream)
    {
        return with_shape(level->n,
                          [&](auto shape)
                          {
                              typedef decltype(shape) S;
                              return tsqr_start(tsqr_factor_kernel<T, S>, dim3(level->nodes), S::threads,
                                                sizeof(tsqr_factor_memory<T, S>), stream, *level);
                          });
    }

    static int residency(int n)
    {
        return with_shape(
            n,
            [&](auto shape)
            {
                typedef decltype(shape) S;
                int blocks = 0;
                const int shared = (int)sizeof(tsqr_factor_memory<T, S>);
                const void *kernel = (const void *)tsqr_factor_kernel<T, S>;
                if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared) != cudaSuccess ||
                    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, S::threads, shared) != cudaSuccess)
                    (void)cudaGetLastError();
                return blocks;
            });
    }

    static int weights(const tsqr_level *level, const tsqr_above *above, void *weights, void *stream)
    {
        const dim3 grid(level->nodes, (level->n + TSQR_WEIGHT_COLUMNS - 1) / TSQR_WEIGHT_COLUMNS);
        return tsqr_start(tsqr_weights_kernel<T>, grid, TSQR_WEIGHT_THREADS, 2 * sizeof(tsqr_numbers<T>), stream, *level, *above,
                          (T *)weights);
    }

    static int form(const tsqr_level *level, const void *weights, void *stream)
    {
        int error;
        const int multiprocessors = tsqr_multiprocessors(&error);
        return error ? error
                     : with_shape(
                           level->n,
                           [&](auto shape)
                           {
                               typedef decltype(shape) S;
                               const int64_t items = (int64_t)level->nodes * level->chunks, most = multiprocessors * S::blocks;
                               return tsqr_start(tsqr_form_kernel<T, S>, dim3((unsigned)(items < most ? items : most)),
                                                 S::threads, sizeof(tsqr_form_memory<T, S>), stream, *level, (const T *)weights);
                           });
    }

    static int whole(const tsqr_whole *whole, void *stream)
    {
        const tsqr_level &leaves = whole->level[0];
        const int parts = (leaves.n + TSQR_WEIGHT_COLUMNS - 1) / TSQR_WEIGHT_COLUMNS;
        int64_t items = whole->up ? leaves.nodes : 0;
        for (int l = 0; whole->down && l <= whole->levels; l++)
            items += tsqr_items_down(&whole->level[l], parts);
        const size_t counters = sizeof(int32_t) * (size_t)tsqr_counters(whole->first[whole->levels] + 1);
        const cudaError_t error = cudaMemsetAsync(whole->counters, 0, counters, (cudaStream_t)stream);
        return error ? (int)error
                     : with_shape(leaves.n,
                                  [&](auto shape)
                                  {
                                      typedef decltype(shape) S;
                                      return tsqr_start(tsqr_whole_kernel<T, S>, dim3((unsigned)items), S::threads,
                                                        tsqr_whole_memory<T, S>(), stream, *whole);
                                  });
    }

    template <class S>
    static int apply_shape(const tsqr_level *level, const tsqr_block *block, int adjoint, void *stream)
    {
        const dim3 grid(level->nodes, (unsigned)((block->columns + S::width - 1) / S::width));
        const size_t shared = sizeof(tsqr_apply_memory<T, S>);
        return adjoint ? tsqr_start(tsqr_apply_kernel<T, S, true>, grid, S::threads, shared, stream, *level, *block)
                       : tsqr_start(tsqr_apply_kernel<T, S, false>, grid, S::threads, shared, stream, *level, *block);
    }

    static int apply(const tsqr_level *level, const tsqr_block *block, int adjoint, void *stream)
    {
        if constexpr (sizeof(T) < 16)
            if (block->columns > medium::width)
                return apply_shape<wide>(level, block, adjoint, stream);
        return block->columns <= narrow::width ? apply_shape<narrow>(level, block, adjoint, stream)
                                               : apply_shape<medium>(level, block, adjoint, stream);
    }

    static int tops(const tsqr_level *level, const tsqr_block *block, int up, void *stream)
    {
        return tsqr_start(up ? tsqr_tops_kernel<T, true> : tsqr_tops_kernel<T, false>, dim3(level->nodes), TSQR_COPY_THREADS, 0,
                          stream, *level, *block);
    }

    static int copy(int64_t m, int64_t n, const void *A, tsqr_stride a, void *B, tsqr_stride b, const int32_t *wanted,
                    void *stream)
    {
        const int64_t blocks = (m * n + TSQR_COPY_THREADS - 1) / TSQR_COPY_THREADS;
        if (blocks == 0)
            return cudaSuccess;
        return tsqr_start(tsqr_copy_kernel<T>, dim3((unsigned)(blocks < 4096 ? blocks : 4096)), TSQR_COPY_THREADS, 0, stream, m,
                          n, (const T *)A, a, (T *)B, b, wanted);
    }

    static int solve(int64_t n, const void *R, tsqr_stride r, int64_t p, void *B, tsqr_stride b, void *residual, void *stream)
    {
        return tsqr_start(tsqr_solve_kernel<T>, dim3((unsigned)p), TSQR_SOLVE_THREADS, 0, stream, (int)n, (const T *)R, r, (T *)B,
                          b, (typename scalar<T>::real *)residual);
    }

    static int norms(int64_t m, int64_t p, const void *B, tsqr_stride b, void *partial, void *residual, void *stream)
    {
        typedef typename scalar<T>::real R;
        const int error = tsqr_start(tsqr_partial_norm_kernel<T>, dim3(TSQR_NORM_PARTS, (unsigned)p), TSQR_COPY_THREADS, 0,
                                     stream, m, (const T *)B, b, (R *)partial);
        return error ? error
                     : tsqr_start(tsqr_norm_kernel<R>, dim3((unsigned)p), TSQR_NORM_PARTS, 0, stream, (const R *)partial,
                                  (R *)residual);
    }

    static constexpr tsqr_kernels table() { return {factor, weights, form, whole, apply, tops, copy, solve, norms, residency}; }
};

/* The table ddblas_tsqr_kernels_<letter> of one type. */
#define TSQR_LAUNCH(letter, T) extern "C" const tsqr_kernels ddblas_tsqr_kernels_##letter = tsqr_launch<T>::table();

#endif
