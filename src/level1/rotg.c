/*
 * rotg and rotmg: entry points and checks. Scalars in host memory are computed here, on either
 * engine.
 */
#include "rotg.h"

#include <dd/level1.h>

#include "core/checks.h"

static ddblasStatus_t run(ddblasHandle_t handle, ddblasType_t type, int modified, void *const at[5])
{
    static const char *const names[2][5] = {{"a", "b", "c", "s", ""}, {"d1", "d2", "x1", "y1", "param"}};
    const enum ddblas_place place = ddblas_place_of_scalars(handle);
    struct ddblas_rotg problem = {.is_complex = ddblas_type_is_complex(type), .modified = modified};
    problem.word = ddblas_type_is_double_double(type) ? DDBLAS_ROTG_PAIR
                   : ddblas_type_is_single(type)      ? DDBLAS_ROTG_FLOAT
                                                      : DDBLAS_ROTG_DOUBLE;
    for (int k = 0; k < (modified ? 5 : 4); k++)
    {
        const ddblasType_t of = !modified && k == 2 ? ddblas_type_real(type) : type; /* c is real */
        DDBLAS_CHECK(ddblas_check_pointer(handle, k + 2, names[modified][k], of, place, at[k]));
        problem.at[k] = at[k];
    }
#if DDBLAS_HAVE_CUDA
    if (place == DDBLAS_PLACE_DEVICE)
        return ddblas_rotg_cuda(handle, &problem);
#endif
    rotg_call(&problem);
    return DDBLAS_STATUS_SUCCESS;
}

/* Defines ddblas<letter>rotg, for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL1
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    ddblasStatus_t ddblas##letter##rotg(ddblasHandle_t handle, type *a, type *b, real *c, type *s)                               \
    {                                                                                                                            \
        DDBLAS_CHECK(ddblas_enter(handle));                                                                                      \
        return run(handle, DDBLAS_TYPE_##letter, 0, (void *const[5]){a, b, c, s});                                               \
    }
#include <dd/types.def>

/* Defines ddblas<letter>rotmg, for each type. */
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_LEVEL1 & DDBLAS_TYPES_REAL)
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    ddblasStatus_t ddblas##letter##rotmg(ddblasHandle_t handle, type *d1, type *d2, type *x1, const type *y1, type *param)       \
    {                                                                                                                            \
        DDBLAS_CHECK(ddblas_enter(handle));                                                                                      \
        return run(handle, DDBLAS_TYPE_##letter, 1, (void *const[5]){d1, d2, x1, (void *)y1, param});                            \
    }
#include <dd/types.def>
