/*
 * What the library knows of an element type at run time.
 */
#include "core.h"

static const struct
{
    char letter;
    unsigned char size, alignment, is_complex;
} table[] = {
#define ROW(letter, type, real, is_complex) {#letter[0], sizeof(type), _Alignof(real), is_complex},
#define DDBLAS_TYPE                         ROW
#define DDBLAS_COMPLEX_DD_TYPE              ROW
#include <dd/types.def>
#undef ROW
};

size_t ddblas_type_size(ddblasType_t type) { return table[type].size; }

int ddblas_type_is_complex(ddblasType_t type) { return table[type].is_complex; }

char ddblas_type_letter(ddblasType_t type) { return table[type].letter; }

int ddblas_type_aligned(ddblasType_t type, const void *pointer) { return (uintptr_t)pointer % table[type].alignment == 0; }
