/*
 * Exchange of values of any type between the lanes of a warp, all of which must take part.
 */
#ifndef DDBLAS_BACKEND_SHUFFLES_CUH
#define DDBLAS_BACKEND_SHUFFLES_CUH

#include <dd/scalar.cuh>

/* Returns the value of lane (lane ^ mask). */
template <class T>
DD_DEVICE T shuffle_xor(T value, int mask)
{
    T result;
    const int *from = (const int *)&value;
    int *to = (int *)&result;
#pragma unroll
    for (int i = 0; i < (int)(sizeof(T) / sizeof(int)); i++)
        to[i] = __shfl_xor_sync(0xffffffffu, from[i], mask);
    return result;
}

/* Returns the value that lane `lane` holds. */
template <class T>
DD_DEVICE T shuffle_from(T value, int lane)
{
    T result;
    const int *from = (const int *)&value;
    int *to = (int *)&result;
#pragma unroll
    for (int i = 0; i < (int)(sizeof(T) / sizeof(int)); i++)
        to[i] = __shfl_sync(0xffffffffu, from[i], lane);
    return result;
}

#endif
