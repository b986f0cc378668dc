/*
 * The operands of the kernels of level 1 in W and U.
 */
#ifndef DDBLAS_LEVEL1_OPERANDS_CUH
#define DDBLAS_LEVEL1_OPERANDS_CUH

#include <dd/scalar.cuh>

enum
{
    LEVEL1_THREADS = 256
};

/* Vectors point at their element 0, whatever the sign of their increment. Scalars and the result
 * are on the device if their pointers are not null. */
template <class T>
struct level1_operands
{
    int64_t n;
    T *x, *y;
    int64_t incx, incy;
    const void *a_device, *b_device;
    cuddcomplex a, b;
    bool a_is_real, b_is_real;
};

static __device__ __forceinline__ cuddcomplex level1_scalar(const void *device, cuddcomplex value, bool is_real)
{
    if (!device)
        return value;
    return is_real ? cuddcFromReal(*static_cast<const cuddreal *>(device)) : *static_cast<const cuddcomplex *>(device);
}

#endif
