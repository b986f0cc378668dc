/*
 * The passes of norms for all types and one instruction set. The including file defines KERNELS,
 * the struct of norm_cpu.h. The bits are the same in all instruction sets.
 */
#include "core/sizes.h"
#include "matrix/norm_element.h"
#include "norm_cpu.h"

#define PASTE(name, to) name##_##to
#define NAME(name, to)  PASTE(name, to)
#define NAMED(name)     NAME(name, LETTER)
#define PRECISION       NAMED(NORM_PRECISION)
#define PRECISE(name)   NAME(name, PRECISION)

#define LETTER  S
#define ELEMENT float
#include "norm_cpu_type.h"
#define LETTER  D
#define ELEMENT double
#include "norm_cpu_type.h"
#define LETTER  C
#define ELEMENT ddblasComplex
#include "norm_cpu_type.h"
#define LETTER  Z
#define ELEMENT ddblasDoubleComplex
#include "norm_cpu_type.h"
#define LETTER  W
#define ELEMENT ddblas_host_w
#include "norm_cpu_type.h"
#define LETTER  U
#define ELEMENT ddblas_host_u
#include "norm_cpu_type.h"

static struct special_sum column_of(const struct ddblas_norm_problem *p, enum ddblas_norm_term term, int64_t j, int64_t first,
                                    int64_t last)
{
    switch (p->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return column_##letter(p, term, j, first, last);
#include <dd/types.def>
    default:
        return special_sum_zero();
    }
}

static void rows_of(const struct ddblas_norm_problem *p, int64_t row, int64_t count, int64_t first_column, int64_t last_column,
                    struct special_sum *sums)
{
    switch (p->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        rows_##letter(p, row, count, first_column, last_column, sums);                                                           \
        break;
#include <dd/types.def>
    default:
        break;
    }
}

const struct ddblas_norm_kernels KERNELS = {column_of, rows_of};
