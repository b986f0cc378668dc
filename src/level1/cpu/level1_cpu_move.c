/*
 * copy and swap on the CPU, for all types: elements are bytes.
 */
#include <string.h>

#include "level1_cpu.h"

static void copy_element(char *x, char *y, size_t size) { memcpy(y, x, size); }

static void swap_elements(char *x, char *y, size_t size)
{
    char kept[sizeof(cuddcomplex)];
    memcpy(kept, x, size);
    memcpy(x, y, size);
    memcpy(y, kept, size);
}

/* Applies MOVE to each of the `count` pairs of elements of x and y. `size`, in bytes, is a constant
 * for the compiler, so that it can replace memcpy by plain loads and stores. */
#define MOVE_ELEMENTS(MOVE, size)                                                                                                \
    for (int64_t i = 0; i < count; i++)                                                                                          \
    MOVE(x + i * p->incx * (int64_t)(size), y + i * p->incy * (int64_t)(size), size)

#define MOVE_ALL(MOVE)                                                                                                           \
    switch (bytes)                                                                                                               \
    {                                                                                                                            \
    case sizeof(float):                                                                                                          \
        MOVE_ELEMENTS(MOVE, sizeof(float));                                                                                      \
        break;                                                                                                                   \
    case sizeof(double):                                                                                                         \
        MOVE_ELEMENTS(MOVE, sizeof(double));                                                                                     \
        break;                                                                                                                   \
    case sizeof(cuddreal):                                                                                                       \
        MOVE_ELEMENTS(MOVE, sizeof(cuddreal));                                                                                   \
        break;                                                                                                                   \
    default:                                                                                                                     \
        MOVE_ELEMENTS(MOVE, sizeof(cuddcomplex));                                                                                \
    }

void ddblas_level1_move(const struct ddblas_level1_problem *p, int64_t first, int64_t count)
{
    const size_t bytes = ddblas_type_size(p->type);
    char *x = ddblas_level1_element(p->x, first, p->n, p->incx, bytes),
         *y = ddblas_level1_element(p->y, first, p->n, p->incy, bytes);
    if (p->routine == DDBLAS_LEVEL1_swap)
    {
        MOVE_ALL(swap_elements)
    }
    else if (p->incx == 1 && p->incy == 1)
        memcpy(y, x, (size_t)count * bytes);
    else
    {
        MOVE_ALL(copy_element)
    }
}
