/*
 * Memory full of what nobody may read.
 */
#include "poison.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *dd_poisoned(size_t bytes)
{
    void *memory = aligned_alloc(64, bytes / 64 * 64 + 64);
    if (!memory)
    {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(2);
    }
    return memset(memory, DD_POISON, bytes);
}
