/*
 * Properties of an element type at run time.
 */
#include "core.h"

/* The number of a real type, from its C type. */
#define REAL_TYPE(real) _Generic(*(real *)0, float : DDBLAS_TYPE_S, double : DDBLAS_TYPE_D, cuddreal : DDBLAS_TYPE_W)

/* Letter, size, alignment, kind and real type of each type, by ddblasType_t. */
static const struct
{
    char letter;
    unsigned char size, alignment, is_complex;
    ddblasType_t real;
} table[] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, type, real, is_complex) {#letter[0], sizeof(type), _Alignof(real), is_complex, REAL_TYPE(real)},
#include <dd/types.def>
};

/* The masks of types.def have the bits of ddblasType_t. */
#define DDBLAS_TYPES                                DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, type, real, is_complex) _Static_assert(DDBLAS_TYPES_##letter == 1 << DDBLAS_TYPE_##letter, #letter);
#include <dd/types.def>

/* 1 followed by zeros, in either kind of word: the first elements are 1 and 0 of each type. */
static const ddblasComplex one_s = {1.0F, 0.0F};
static const cuddcomplex one_d = {{1.0, 0.0}, {0.0, 0.0}};

/* The number formats, by the real type: bytes of a word, is a word a float, is a number two of
 * them, unit of error bounds, and the element 1. */
static const struct
{
    unsigned char word, is_single, is_double_double;
    double unit;
    const void *one;
} formats[] = {[DDBLAS_TYPE_S] = {sizeof(float), 1, 0, 0x1p-24, &one_s},
               [DDBLAS_TYPE_D] = {sizeof(double), 0, 0, 0x1p-53, &one_d},
               [DDBLAS_TYPE_W] = {sizeof(double), 0, 1, 0x1p-104, &one_d}};

size_t ddblas_type_size(ddblasType_t type) { return table[type].size; }

int ddblas_type_is_complex(ddblasType_t type) { return table[type].is_complex; }

ddblasType_t ddblas_type_real(ddblasType_t type) { return table[type].real; }

int ddblas_type_is_double_double(ddblasType_t type) { return formats[table[type].real].is_double_double; }

int ddblas_type_is_single(ddblasType_t type) { return formats[table[type].real].is_single; }

size_t ddblas_type_word(ddblasType_t type) { return formats[table[type].real].word; }

double ddblas_type_unit(ddblasType_t type) { return formats[table[type].real].unit; }

const void *ddblas_type_one(ddblasType_t type) { return formats[table[type].real].one; }

int ddblas_type_is_of(ddblasType_t type, unsigned types)
{
    return (unsigned)type < DDBLAS_TYPE_ALL_COUNT && (types >> (unsigned)type & 1U) != 0;
}

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
    case DDBLAS_TYPE_U:
        return cuddcIsZero(*(const ddblas_host_u *)scalar);
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
    case DDBLAS_TYPE_U:
        return cuddEqD(((const ddblas_host_u *)scalar)->x, 1.0) && cuddIsZero(((const ddblas_host_u *)scalar)->y);
    default:
        return cuddEqD(*(const ddblas_host_w *)scalar, 1.0);
    }
}

static int is_known_scalar(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar,
                           int (*is)(ddblasType_t type, const void *scalar))
{
    if (ddblas_place_of_scalars(handle) != DDBLAS_PLACE_HOST)
        return 0;
    return is(real_part ? ddblas_type_real(type) : type, scalar);
}

int ddblas_known_zero(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar)
{
    return is_known_scalar(handle, type, real_part, scalar, ddblas_type_is_zero);
}

int ddblas_known_one(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar)
{
    return is_known_scalar(handle, type, real_part, scalar, ddblas_type_is_one);
}
