/*
 * Properties of an element type at run time.
 */
#include "core.h"

/* Letter, size, alignment and kind of each type, by ddblasType_t. */
static const struct
{
    char letter;
    unsigned char size, alignment, is_complex;
} table[] = {
#define ROW(letter, type, real, is_complex) {#letter[0], sizeof(type), _Alignof(real), is_complex},
#define DDBLAS_TYPE                         ROW
#define DDBLAS_COMPLEX_DD_TYPE              ROW
#include <dd/types.def>
#undef ROW
};

size_t ddblas_type_size(ddblasType_t type) { return table[type].size; }

int ddblas_type_is_complex(ddblasType_t type) { return table[type].is_complex; }

char ddblas_type_letter(ddblasType_t type) { return table[type].letter; }

enum ddblas_place ddblas_place_of_arrays(ddblasHandle_t handle)
{
    return handle->backend->engine == DDBLAS_ENGINE_CUDA ? DDBLAS_PLACE_DEVICE : DDBLAS_PLACE_HOST;
}

enum ddblas_place ddblas_place_of_scalars(ddblasHandle_t handle)
{
    return handle->pointer_mode == DDBLAS_POINTER_MODE_HOST ? DDBLAS_PLACE_HOST : ddblas_place_of_arrays(handle);
}

int ddblas_type_aligned(ddblasType_t type, enum ddblas_place place, const void *pointer)
{
    const size_t parts = table[type].alignment;
    const size_t needed = place == DDBLAS_PLACE_HOST && parts > _Alignof(ddblas_host_w) ? _Alignof(ddblas_host_w) : parts;
    return (uintptr_t)pointer % needed == 0;
}

int ddblas_type_is_zero(ddblasType_t type, const void *scalar)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return *(const float *)scalar == 0.0F;
    case DDBLAS_TYPE_D:
        return *(const double *)scalar == 0.0;
    case DDBLAS_TYPE_C:
        return ((const ddblasComplex *)scalar)->x == 0.0F && ((const ddblasComplex *)scalar)->y == 0.0F;
    case DDBLAS_TYPE_Z:
        return ((const ddblasDoubleComplex *)scalar)->x == 0.0 && ((const ddblasDoubleComplex *)scalar)->y == 0.0;
    default:
        return cuddIsZero(*(const ddblas_host_w *)scalar);
    }
}

int ddblas_type_is_one(ddblasType_t type, const void *scalar)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return *(const float *)scalar == 1.0F;
    case DDBLAS_TYPE_D:
        return *(const double *)scalar == 1.0;
    case DDBLAS_TYPE_C:
        return ((const ddblasComplex *)scalar)->x == 1.0F && ((const ddblasComplex *)scalar)->y == 0.0F;
    case DDBLAS_TYPE_Z:
        return ((const ddblasDoubleComplex *)scalar)->x == 1.0 && ((const ddblasDoubleComplex *)scalar)->y == 0.0;
    default:
        return cuddEqD(*(const ddblas_host_w *)scalar, 1.0);
    }
}

static int known(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar,
                 int (*is)(ddblasType_t type, const void *scalar))
{
    if (ddblas_place_of_scalars(handle) != DDBLAS_PLACE_HOST)
        return 0;
    const int real = real_part && ddblas_type_is_complex(type);
    return is(!real ? type : type == DDBLAS_TYPE_C ? DDBLAS_TYPE_S : DDBLAS_TYPE_D, scalar);
}

int ddblas_known_zero(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar)
{
    return known(handle, type, real_part, scalar, ddblas_type_is_zero);
}

int ddblas_known_one(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar)
{
    return known(handle, type, real_part, scalar, ddblas_type_is_one);
}
