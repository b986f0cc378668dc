/*
 * Small device functions of the symv kernels: copies of elements, exchanges between lanes, and the
 * operands.
 */
#ifndef DDBLAS_LEVEL2_SYMV_DEVICE_CUH
#define DDBLAS_LEVEL2_SYMV_DEVICE_CUH

#include "backend/instructions.cuh"
#include "backend/shuffles.cuh"

/* Operands of y = alpha A x + beta y. x and y point at element 0, whatever the sign of the
 * increment is. alpha and beta are read from device memory if the pointers to them are not null. */
template <class T>
struct symv_operands
{
    const T *A;
    int64_t lda;
    const T *x;
    int64_t incx;
    T *y;
    int64_t incy;
    const T *alpha_device;
    const T *beta_device;
    T alpha;
    T beta;
    bool hermitian;

    __device__ __forceinline__ T get_alpha() const { return alpha_device ? *alpha_device : alpha; }
    __device__ __forceinline__ T get_beta() const { return beta_device ? *beta_device : beta; }
};

/* Starts the copy of one element to shared memory, in pieces of Piece bytes. Copies zeros if
 * `valid` is false. */
template <int Piece, class T>
DD_DEVICE void copy_element(T *shared, const T *global, bool valid)
{
#pragma unroll
    for (int i = 0; i < (int)sizeof(T); i += Piece)
        copy_async<Piece>((char *)shared + i, (const char *)global + i, valid ? Piece : 0);
}

/* Loads an element. If it is known to be aligned to its size (Whole), this takes one access. */
template <bool Whole, class T>
DD_DEVICE T load_element(const T *from)
{
    if constexpr (Whole && alignof(T) < 16 && sizeof(T) > alignof(T))
    {
        T to;
        if constexpr (sizeof(T) == 8)
        {
            const uint2 bits = __ldg((const uint2 *)from);
            memcpy(&to, &bits, 8);
        }
        else
        {
            static_assert(sizeof(T) == 16, "8 or 16 bytes");
            const uint4 bits = __ldg((const uint4 *)from);
            memcpy(&to, &bits, 16);
        }
        return to;
    }
    else
        return *from;
}

/* The neighbouring rows of a vector that one 16-byte access covers. If an element has more than 16
 * bytes, it is a single row. */
template <class T>
struct __align__(16) symv_piece
{
    static constexpr int Pack = sizeof(T) < 16 ? 16 / (int)sizeof(T) : 1;
    T of_row[Pack];
};

/* Returns b if `second` is true, otherwise a, without a branch. Shuffles inside a branch are slow,
 * and compilers tend to turn such a selection into a branch. */
template <class Sum>
DD_DEVICE Sum selected(const Sum &a, const Sum &b, bool second)
{
    unsigned of_a[sizeof(Sum) / 4], of_b[sizeof(Sum) / 4];
    Sum result;
    memcpy(of_a, &a, sizeof(Sum));
    memcpy(of_b, &b, sizeof(Sum));
#pragma unroll
    for (int i = 0; i < (int)(sizeof(Sum) / 4); i++)
        of_a[i] = __byte_perm(of_a[i], of_b[i], second ? 0x7654 : 0x3210);
    memcpy(&result, of_a, sizeof(Sum));
    return result;
}

/* Adds accumulators over Lanes neighbouring lanes. Each lane has Count accumulators; Count and
 * Lanes are powers of two, Count <= Lanes <= 32. Afterwards sum[0] of lane l is the total of
 * accumulator l / (Lanes / Count), where l counts from the first of these lanes. In each step two
 * lanes exchange halves of their accumulators, so the cost is about Count additions instead of 5
 * Count. */
template <int Lanes = 32, int Count, class Sum>
DD_DEVICE void reduce_columns(Sum (&sum)[Count], int lane)
{
    int mask = Lanes / 2;
#pragma unroll
    for (int half = Count / 2; half >= 1; half /= 2, mask /= 2)
    {
        const bool high = (lane & mask) != 0;
#pragma unroll
        for (int i = 0; i < Count / 2; i++)
            if (i < half)
            {
                Sum keep = selected(sum[i], sum[i + half], high);
                keep.add(shuffle_xor(selected(sum[i + half], sum[i], high), mask));
                sum[i] = keep;
            }
    }
#pragma unroll
    for (int m = Lanes / 2 / Count; m >= 1; m /= 2)
        sum[0].add(shuffle_xor(sum[0], m));
}

#endif
