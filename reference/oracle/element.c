/*
 * How an element of each type is read and written.
 */
#include "element.h"

#include <math.h>
#include <stdlib.h>

#include "oracle.h"

size_t dd_type_size(ddblasType_t type)
{
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return sizeof(element);
#include <dd/types.def>
    default:
        abort();
    }
}

char dd_type_letter(ddblasType_t type)
{
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return #letter[0];
#include <dd/types.def>
    default:
        abort();
    }
}

int dd_type_is_complex(ddblasType_t type) { return type == DDBLAS_TYPE_C || type == DDBLAS_TYPE_Z || type == DDBLAS_TYPE_U; }
int dd_type_is_single(ddblasType_t type) { return type == DDBLAS_TYPE_S || type == DDBLAS_TYPE_C; }
ddblasType_t dd_type_real(ddblasType_t type)
{
    return type == DDBLAS_TYPE_C   ? DDBLAS_TYPE_S
           : type == DDBLAS_TYPE_Z ? DDBLAS_TYPE_D
           : type == DDBLAS_TYPE_U ? DDBLAS_TYPE_W
                                   : type;
}
int dd_type_is_pair(ddblasType_t type) { return type == DDBLAS_TYPE_W || type == DDBLAS_TYPE_U; }

double dd_oracle_unit(ddblasType_t type)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
    case DDBLAS_TYPE_C:
        return 0x1p-24;
    case DDBLAS_TYPE_W:
    case DDBLAS_TYPE_U:
        return CUDD_EPS;
    default:
        return 0x1p-53;
    }
}

int dd_parts_are_zero(struct dd_parts e) { return e.re[0] == 0.0 && e.re[1] == 0.0 && e.im[0] == 0.0 && e.im[1] == 0.0; }

int dd_parts_are_finite(struct dd_parts e)
{
    return isfinite(e.re[0]) && isfinite(e.re[1]) && isfinite(e.im[0]) && isfinite(e.im[1]);
}

void dd_element_set(ddblasType_t type, void *base, int64_t index, cuddreal re, cuddreal im)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        ((float *)base)[index] = (float)re.x;
        return;
    case DDBLAS_TYPE_D:
        ((double *)base)[index] = re.x;
        return;
    case DDBLAS_TYPE_W:
        ((cuddreal *)base)[index] = re;
        return;
    case DDBLAS_TYPE_C:
        ((ddblasComplex *)base)[index] = (ddblasComplex){(float)re.x, (float)im.x};
        return;
    case DDBLAS_TYPE_Z:
        ((ddblasDoubleComplex *)base)[index] = (ddblasDoubleComplex){re.x, im.x};
        return;
    case DDBLAS_TYPE_U:
        ((cuddcomplex *)base)[index] = cuddcMake(re, im);
        return;
    default:
        abort();
    }
}
