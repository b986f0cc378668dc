/*
 * The instruction set of the CPU engine's own kernels. Results do not depend on it.
 */
#ifndef DDBLAS_BACKEND_ISA_H
#define DDBLAS_BACKEND_ISA_H

#include <stddef.h>

#include <dd/ddblas.h>

enum ddblas_isa
{
    DDBLAS_ISA_PORTABLE,
    DDBLAS_ISA_AVX2,   /* with FMA */
    DDBLAS_ISA_AVX512, /* F, DQ and VL */
    DDBLAS_ISA_COUNT
};

/* The one in use: the one that the environment variable DDBLAS_CPU_ISA (portable, avx2, avx512) names, otherwise the widest that
 * the processor has. The variable is read once. */
enum ddblas_isa ddblas_isa(void);

/* SUCCESS when that choice is possible. INVALID_VALUE where the variable names no set, NOT_SUPPORTED where it names one that the
 * processor lacks, with a sentence in `why`; ddblas_isa would then give the widest. An empty value counts as none. */
ddblasStatus_t ddblas_isa_check(char *why, size_t size);

/* The widest that the processor has. */
enum ddblas_isa ddblas_isa_widest(void);

/* Chooses by name for all later calls, null for the default. 0, or -1 without change where the processor lacks it. For tests and
 * benchmarks; not while another thread computes. */
int ddblas_isa_select(const char *name);

/* How people write it: "AVX-512". */
const char *ddblas_isa_title(enum ddblas_isa isa);

#endif
