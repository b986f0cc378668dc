/*
 * Memory full of what nobody may read, or may leave behind.
 */
#ifndef DD_VALIDATION_POISON_H
#define DD_VALIDATION_POISON_H

#include <stddef.h>

enum
{
    DD_POISON = 0xff /* every byte: NaN in all types */
};

/* At least one byte, aligned to 64; freed by free. The test program ends with a message when there
 * is no memory. */
void *dd_poisoned(size_t bytes);

#endif
