/*
 * Chooses the instruction set of the CPU engine.
 */
#include "isa.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
    const char *name, *title;
} sets[DDBLAS_ISA_COUNT] = {{"portable", "portable"}, {"avx2", "AVX2"}, {"avx512", "AVX-512"}};

static atomic_int chosen = -1;

static int has_isa(enum ddblas_isa isa)
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
    return has_isa(DDBLAS_ISA_AVX512) ? DDBLAS_ISA_AVX512 : has_isa(DDBLAS_ISA_AVX2) ? DDBLAS_ISA_AVX2 : DDBLAS_ISA_PORTABLE;
}

/* Returns the index in sets[] of the instruction set with this name, or -1. */
static int find_isa(const char *name)
{
    for (int i = 0; i < DDBLAS_ISA_COUNT; i++)
        if (strcmp(name, sets[i].name) == 0)
            return i;
    return -1;
}

int ddblas_isa_select(const char *name)
{
    const int i = name ? find_isa(name) : (int)ddblas_isa_widest();
    if (i < 0 || !has_isa((enum ddblas_isa)i))
        return -1;
    atomic_store(&chosen, i);
    return 0;
}

/* Returns the value of the environment variable DDBLAS_CPU_ISA, or null if it is not set or
 * empty. */
static const char *isa_asked_for(void)
{
    const char *name = getenv("DDBLAS_CPU_ISA");
    return name && name[0] ? name : NULL;
}

ddblasStatus_t ddblas_isa_check(char *why, size_t size)
{
    char list[64] = "";
    const char *name = isa_asked_for();
    if (atomic_load(&chosen) >= 0 || ddblas_isa_select(name) == 0)
        return DDBLAS_STATUS_SUCCESS;
    const int known = find_isa(name) >= 0;
    for (int i = 0; i < DDBLAS_ISA_COUNT; i++)
        if (!known || has_isa((enum ddblas_isa)i))
        {
            const size_t length = strlen(list);
            (void)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", sets[i].name);
        }
    (void)snprintf(why, size,
                   known ? "the environment variable DDBLAS_CPU_ISA is '%s', which this processor lacks: it has %s"
                         : "the environment variable DDBLAS_CPU_ISA is '%.40s': expected one of %s",
                   name, list);
    return known ? DDBLAS_STATUS_NOT_SUPPORTED : DDBLAS_STATUS_INVALID_VALUE;
}

enum ddblas_isa ddblas_isa(void)
{
    if (atomic_load(&chosen) < 0 && ddblas_isa_select(isa_asked_for()) != 0)
        (void)ddblas_isa_select(NULL);
    return (enum ddblas_isa)atomic_load(&chosen);
}

const char *ddblas_isa_title(enum ddblas_isa isa) { return sets[isa].title; }
