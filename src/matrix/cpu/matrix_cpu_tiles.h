/*
 * The tiles of all types for one instruction set. The including file defines KERNELS, the function
 * of matrix_cpu.h. The compiler has an instruction for fused multiply-adds in some sets, which
 * products in W and U need; the bits are the same in all.
 */
#include <string.h>

#include "core/sizes.h"
#include "matrix/matrix.h"
#include "matrix/matrix_element.h"
#include "matrix_cpu.h"

#define tile            ddblas_matrix_tile
#define PASTE(name, to) name##_##to
#define NAME(name, to)  PASTE(name, to)
#define NAMED(name)     NAME(name, LETTER)

#define LETTER  S
#define ELEMENT float
#include "matrix_cpu_tile.h"
#define LETTER  D
#define ELEMENT double
#include "matrix_cpu_tile.h"
#define LETTER  C
#define ELEMENT ddblasComplex
#include "matrix_cpu_tile.h"
#define LETTER  Z
#define ELEMENT ddblasDoubleComplex
#include "matrix_cpu_tile.h"
#define LETTER  W
#define ELEMENT ddblas_host_w
#include "matrix_cpu_tile.h"
#define LETTER  U
#define ELEMENT ddblas_host_u
#include "matrix_cpu_tile.h"

void KERNELS(const struct ddblas_matrix_problem *problem, const struct ddblas_matrix_tile *t)
{
    switch (problem->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        compute_##letter(problem, t);                                                                                            \
        break;
#include <dd/types.def>
    default:
        break;
    }
}
