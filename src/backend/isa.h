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

/* Returns the instruction set in use. It is the one that the environment variable DDBLAS_CPU_ISA
 * names (portable, avx2, avx512); if the variable names none, it is the widest that the processor
 * has. The variable is read once. */
enum ddblas_isa ddblas_isa(void);

/* Checks the value of DDBLAS_CPU_ISA. Returns SUCCESS if the variable is not set, is empty, or
 * names an instruction set that the processor has. Returns INVALID_VALUE if it names no instruction
 * set, and NOT_SUPPORTED if the processor lacks the one that it names. A failure writes a sentence
 * to `why`; in these cases ddblas_isa returns the widest instruction set. */
ddblasStatus_t ddblas_isa_check(char *why, size_t size);

/* Returns the widest instruction set that the processor has. */
enum ddblas_isa ddblas_isa_widest(void);

/* Chooses an instruction set by its name for all later calls; null chooses the widest one. Returns
 * 0. If the processor lacks the instruction set, returns -1 and changes nothing. For tests and
 * benchmarks; no other thread may be computing meanwhile. */
int ddblas_isa_select(const char *name);

/* Returns the usual spelling of the name, such as "AVX-512". */
const char *ddblas_isa_title(enum ddblas_isa isa);

#endif
