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
    DDBLAS_ISA_AVX2,   /* With FMA. */
    DDBLAS_ISA_AVX512, /* F, DQ and VL. */
    DDBLAS_ISA_COUNT
};

/* The instruction set in use: the one that the environment variable DDBLAS_CPU_ISA names (portable,
 * avx2, avx512), otherwise the widest that the processor has. The variable is read once. */
enum ddblas_isa ddblas_isa(void);

/* Checks the value of DDBLAS_CPU_ISA. Returns SUCCESS if the variable is unset or empty, or names
 * an instruction set that the processor has; INVALID_VALUE if it names no instruction set;
 * NOT_SUPPORTED if the processor lacks the one that it names. A failure writes a sentence to `why`;
 * ddblas_isa would then return the widest. */
ddblasStatus_t ddblas_isa_check(char *why, size_t size);

/* The widest instruction set that the processor has. */
enum ddblas_isa ddblas_isa_widest(void);

/* Chooses an instruction set by name for all later calls; null chooses the widest. Returns 0, or -1
 * without a change if the processor lacks it. For tests and benchmarks; no other thread may be
 * computing. */
int ddblas_isa_select(const char *name);

/* The usual spelling, such as "AVX-512". */
const char *ddblas_isa_title(enum ddblas_isa isa);

#endif
