/*
 * Double-double numbers in host memory that a caller owns.
 *
 * cuddreal is declared with an alignment of 16 bytes, which the GPU's loads need. In host memory
 * the library asks for no more than a double's 8 bytes: Fortran's types with bind(C), QD's dd_real
 * and C++'s operator new give no more. Access through a plain pointer to cuddreal would then be
 * undefined, and compilers use instructions that fault. The types below are the same structs with a
 * smaller alignment, and pointers to both are compatible. Code of the CPU engine accesses the
 * caller's arrays and scalars through these types only, as arguments of memcpy as well, because a
 * compiler takes the alignment of a copy from the pointer's type. A function's cuddcomplex is first
 * stored in a variable, then in an array: GCC 14 lets a function that it does not inline write its
 * result of 32 bytes straight into the array, with instructions that need 16 bytes. In C alone: C++
 * copies a class through a reference, to which the alignment is lost, so that CUDA sources copy a
 * scalar by memcpy from a pointer to void.
 */
#ifndef DDBLAS_SIMD_HOST_MEMORY_H
#define DDBLAS_SIMD_HOST_MEMORY_H

#include <dd/cuddcomplex.h>

#if !defined(__cplusplus)
typedef cuddreal ddblas_host_w __attribute__((aligned(8)));
typedef cuddcomplex ddblas_host_u __attribute__((aligned(8)));
#endif

#endif
