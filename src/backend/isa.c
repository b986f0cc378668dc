/*
 * The choice of the instruction set.
 */
#include "isa.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
    const char *name, *title;
} sets[DDBLAS_ISA_COUNT] = {{"portable", "portable"}, {"avx2", "AVX2"}, {"avx512", "AVX-512"}};

static atomic_int chosen = -1;

static int has(enum ddblas_isa isa)
{
#if defined(__x86_64__)
    if (isa == DDBLAS_ISA_AVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (isa == DDBLAS_ISA_AVX2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return isa == DDBLAS_ISA_PORTABLE;
}

enum ddblas_isa ddblas_isa_widest(void)
{
    return has(DDBLAS_ISA_AVX512) ? DDBLAS_ISA_AVX512 : has(DDBLAS_ISA_AVX2) ? DDBLAS_ISA_AVX2 : DDBLAS_ISA_PORTABLE;
}

int ddblas_isa_select(const char *name)
{
    if (!name)
    {
        atomic_store(&chosen, (int)ddblas_isa_widest());
        return 0;
    }
    for (int i = 0; i < DDBLAS_ISA_COUNT; i++)
        if (strcmp(name, sets[i].name) == 0 && has((enum ddblas_isa)i))
        {
            atomic_store(&chosen, i);
            return 0;
        }
    return -1;
}

enum ddblas_isa ddblas_isa(void)
{
    if (atomic_load(&chosen) < 0)
    {
        const char *name = getenv("DDBLAS_CPU_ISA");
        if (!name || ddblas_isa_select(name) != 0)
            (void)ddblas_isa_select(NULL);
    }
    return (enum ddblas_isa)atomic_load(&chosen);
}

const char *ddblas_isa_title(enum ddblas_isa isa) { return sets[isa].title; }
