/*
 * Matrices in host memory, and their elements as double-double pairs.
 */
#define _POSIX_C_SOURCE 200809L
#include "file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/core.h"
#include "core/sizes.h"

ddblasStatus_t ddblasHostMatrixInit(ddblasHostMatrix *A, ddblasType_t type, int64_t m, int64_t n)
{
    if (!A)
        return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "argument 1 (A) is null");
    memset(A, 0, sizeof *A);
    A->lda = 1;
    if (!ddblas_type_is_of(type, DDBLAS_TYPES_OF_FILES))
        return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "argument 2 (type) is no type: %d", (int)type);
    A->type = type;
    if (m < 0 || n < 0)
        return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "argument %d (%c) is negative", m < 0 ? 3 : 4, m < 0 ? 'm' : 'n');
    size_t bytes;
    int overflow = __builtin_mul_overflow((size_t)m, (size_t)n, &bytes);
    overflow = __builtin_mul_overflow(bytes, ddblas_type_size(type), &bytes) || overflow;
    if (m > 0 && n > 0)
        A->data = overflow ? NULL : ddblas_host_alloc(bytes);
    if (m > 0 && n > 0 && !A->data)
        return ddblas_fail(NULL, DDBLAS_STATUS_ALLOC_FAILED, "no memory for a %lld x %lld matrix of %c", (long long)m,
                           (long long)n, ddblas_type_letter(type));
    A->m = m;
    A->n = n;
    A->lda = most(m, 1);
    if (A->data)
        memset(A->data, 0, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

void ddblasHostMatrixFree(ddblasHostMatrix *A)
{
    if (!A)
        return;
    free(A->data);
    memset(A, 0, sizeof *A);
    A->lda = 1;
}

float ddblas_pair_to_float(cuddreal a)
{
    /* a.x rounded to odd instead of to nearest carries what the low part adds into the second
     * rounding */
    double odd = a.x;
    uint64_t bits;
    memcpy(&bits, &odd, sizeof bits);
    if (a.y != 0.0 && !(bits & 1))
        odd = nextafter(odd, a.y > 0.0 ? (double)INFINITY : -(double)INFINITY);
    return (float)odd;
}

/* ---- elements -------------------------------------------------------------------------------- */

static void add_double(double *to, double d) { *to = *to == 0.0 ? d : *to + d; }
static void add_float(float *to, float f) { *to = *to == 0.0f ? f : *to + f; }
static void add_pair(cuddreal *to, cuddreal a) { *to = cuddIsZero(*to) ? a : cuddAdd(*to, a); }

void ddblas_destination_add(const struct ddblas_destination *d, int64_t i, int64_t j, cuddreal re, cuddreal im)
{
    size_t at = (size_t)(i + j * d->re->lda);
    void *data = d->re->data;
    switch (d->type)
    {
    case DDBLAS_TYPE_S:
        add_float((float *)data + at, ddblas_pair_to_float(re));
        break;
    case DDBLAS_TYPE_D:
        add_double((double *)data + at, re.x);
        break;
    case DDBLAS_TYPE_C:
        add_float(&((ddblasComplex *)data)[at].x, ddblas_pair_to_float(re));
        add_float(&((ddblasComplex *)data)[at].y, ddblas_pair_to_float(im));
        break;
    case DDBLAS_TYPE_Z:
        add_double(&((ddblasDoubleComplex *)data)[at].x, re.x);
        add_double(&((ddblasDoubleComplex *)data)[at].y, im.x);
        break;
    default:
        add_pair((cuddreal *)data + at, re);
        if (d->im && d->im->data)
            add_pair((cuddreal *)d->im->data + at, im);
        break;
    }
}

void ddblas_matrix_get(const ddblasHostMatrix *A, int64_t i, int64_t j, cuddreal *re, cuddreal *im)
{
    size_t at = (size_t)(i + j * A->lda);
    *im = cuddMake(0.0, 0.0);
    switch (A->type)
    {
    case DDBLAS_TYPE_S:
        *re = cuddFromDouble((double)((const float *)A->data)[at]);
        break;
    case DDBLAS_TYPE_D:
        *re = cuddFromDouble(((const double *)A->data)[at]);
        break;
    case DDBLAS_TYPE_C:
        *re = cuddFromDouble((double)((const ddblasComplex *)A->data)[at].x);
        *im = cuddFromDouble((double)((const ddblasComplex *)A->data)[at].y);
        break;
    case DDBLAS_TYPE_Z:
        *re = cuddFromDouble(((const ddblasDoubleComplex *)A->data)[at].x);
        *im = cuddFromDouble(((const ddblasDoubleComplex *)A->data)[at].y);
        break;
    default:
        *re = ((const ddblas_host_w *)A->data)[at];
        break;
    }
}

/* ---- destination ----------------------------------------------------------------------------- */

uint64_t ddblas_memory_limit(const ddblasReadOptions *options)
{
    if (options && options->max_bytes)
        return options->max_bytes;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
}

ddblasStatus_t ddblas_destination_init(struct ddblas_destination *d, const struct ddblas_source *s, int is_complex, int64_t m,
                                       int64_t n, ddblasSymmetry_t symmetry)
{
    int parts = d->im && is_complex;
    if (is_complex && !d->im && !ddblas_type_is_complex(d->type))
        return ddblas_source_fail(s, DDBLAS_STATUS_NOT_SUPPORTED,
                                  "the numbers are complex: expected a read as Z or C, or by parts, not as %c",
                                  ddblas_type_letter(d->type));
    uint64_t bytes;
    int overflow = __builtin_mul_overflow((uint64_t)m, (uint64_t)n, &bytes);
    overflow = __builtin_mul_overflow(bytes, (parts ? 2 : 1) * (uint64_t)ddblas_type_size(d->type), &bytes) || overflow;
    if (overflow || bytes > ddblas_memory_limit(d->options))
        return ddblas_source_fail(s, DDBLAS_STATUS_ALLOC_FAILED,
                                  "a dense %lld x %lld matrix of %c is more than the memory allowed", (long long)m, (long long)n,
                                  ddblas_type_letter(d->type));
    ddblasStatus_t status = ddblasHostMatrixInit(d->re, d->type, m, n);
    if (!status && parts)
        status = ddblasHostMatrixInit(d->im, d->type, m, n);
    if (!status)
    {
        d->re->symmetry = symmetry;
        if (parts)
            d->im->symmetry = symmetry;
    }
    return status;
}
