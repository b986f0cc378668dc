/*
 * How an element of each type is read: the only place of the oracle that knows the types apart.
 */
#include "oracle_element.h"
#include "oracle.h"

#include <math.h>
#include <stdlib.h>

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

struct dd_element dd_element_load(ddblasType_t type, const void *base, int64_t index)
{
    struct dd_element e = {{0.0, 0.0}, {0.0, 0.0}};
    switch (type)
    {
    case DDBLAS_TYPE_S:
        e.re[0] = (double)((const float *)base)[index];
        break;
    case DDBLAS_TYPE_D:
        e.re[0] = ((const double *)base)[index];
        break;
    case DDBLAS_TYPE_W:
        e.re[0] = ((const cuddreal *)base)[index].x;
        e.re[1] = ((const cuddreal *)base)[index].y;
        break;
    case DDBLAS_TYPE_C:
        e.re[0] = (double)((const ddblasComplex *)base)[index].x;
        e.im[0] = (double)((const ddblasComplex *)base)[index].y;
        break;
    case DDBLAS_TYPE_Z:
        e.re[0] = ((const ddblasDoubleComplex *)base)[index].x;
        e.im[0] = ((const ddblasDoubleComplex *)base)[index].y;
        break;
    case DDBLAS_TYPE_U:
        e.re[0] = ((const cuddcomplex *)base)[index].x.x;
        e.re[1] = ((const cuddcomplex *)base)[index].x.y;
        e.im[0] = ((const cuddcomplex *)base)[index].y.x;
        e.im[1] = ((const cuddcomplex *)base)[index].y.y;
        break;
    default:
        abort();
    }
    return e;
}

int dd_element_is_zero(struct dd_element e) { return e.re[0] == 0.0 && e.re[1] == 0.0 && e.im[0] == 0.0 && e.im[1] == 0.0; }

int dd_element_is_finite(struct dd_element e)
{
    return isfinite(e.re[0]) && isfinite(e.re[1]) && isfinite(e.im[0]) && isfinite(e.im[1]);
}
