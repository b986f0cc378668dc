/*
 * The launch functions of the Gram route for one element type T, as a table tsqr_gram_kernels.
 * Include the type's passes over A before this file: tsqr_gram.cuh or tsqr_gram_w.cuh.
 */
#ifndef DDBLAS_TSQR_TSQR_GRAM_LAUNCH_CUH
#define DDBLAS_TSQR_TSQR_GRAM_LAUNCH_CUH

#include "tsqr_gram_factor.cuh"
#include "tsqr/cuda/tsqr_launch.h"
#include "tsqr/cuda/tsqr_start.cuh"

template <class T>
struct tsqr_gram_launch
{
    typedef typename tsqr_gram_shape<T, 16>::work X;

    /* Calls f with the shape for n columns. */
    template <class F>
    static int with_shape(int n, F f)
    {
        return n <= 16   ? f(tsqr_gram_shape<T, 16>())
               : n <= 32 ? f(tsqr_gram_shape<T, 32>())
               : n <= 64 ? f(tsqr_gram_shape<T, 64>())
                         : f(tsqr_gram_shape<T, 128>());
    }

    static int sum(const tsqr_gram *gram, int pass, void *stream)
    {
        const int error = with_shape(gram->n,
                                     [&](auto shape)
                                     {
                                         typedef decltype(shape) S;
                                         const auto kernel = pass ? tsqr_gram_kernel<T, S, 1> : tsqr_gram_kernel<T, S, 0>;
                                         return tsqr_start(kernel, dim3(gram->parts), S::threads, sizeof(tsqr_gram_memory<T, S>),
                                                           stream, *gram);
                                     });
        return error ? error
                     : tsqr_start(tsqr_gram_sum_kernel<X>, dim3(tsqr_gram_sum_blocks(gram->n)), tsqr_gram_sum_threads, 0, stream,
                                  *gram, pass);
    }

    static int form(const tsqr_gram *gram, void *stream)
    {
        int error;
        const int multiprocessors = tsqr_multiprocessors(&error);
        return error
                   ? error
                   : with_shape(gram->n,
                                [&](auto shape)
                                {
                                    typedef decltype(shape) S;
                                    const int64_t chunks = (gram->m - 1) / S::chunk + 1, most = multiprocessors * S::form_blocks;
                                    return tsqr_start(tsqr_gram_form_kernel<T, S>,
                                                      dim3((unsigned)(chunks < most ? chunks : most)), S::threads,
                                                      sizeof(tsqr_gram_form_memory<T, S>), stream, *gram);
                                });
    }

    static int factor(const tsqr_gram *gram, int pass, void *stream)
    {
        return tsqr_start(tsqr_gram_factor_kernel<X>, dim3(1), TSQR_GRAM_FACTOR_THREADS, tsqr_gram_factor_bytes<X>, stream, *gram,
                          pass);
    }

    static int product(const tsqr_gram *gram, void *stream)
    {
        return tsqr_start(tsqr_gram_product_kernel<T, X>, dim3(tsqr_gram_product_blocks(gram->n)), TSQR_GRAM_PRODUCT_THREADS, 0,
                          stream, *gram);
    }

    static constexpr tsqr_gram_kernels table() { return {sum, factor, form, product}; }
};

/* The table ddblas_tsqr_gram_<letter> of one type. */
#define TSQR_GRAM_LAUNCH(letter, T) extern "C" const tsqr_gram_kernels ddblas_tsqr_gram_##letter = tsqr_gram_launch<T>::table();

#endif
