/*
 * Level 1: entry points, checks, choice of the engine.
 */
#include "level1.h"

#include <string.h>

#include "core/checks.h"

/* ---- checks ---------------------------------------------------------------------------------- */

static ddblasStatus_t check_scalar(ddblasHandle_t handle, int position, ddblasType_t type, const void *scalar)
{
    if (position == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_pointer(handle, position, "scalar", type, ddblas_place_of_scalars(handle), scalar);
}

static ddblasStatus_t check_vector(ddblasHandle_t handle, int position, const char *name, ddblasType_t type, const void *vector)
{
    if (position == 0)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_pointer(handle, position, name, type, ddblas_place_of_arrays(handle), vector);
}

/* The result of index routines has the alignment of a double. */
static ddblasStatus_t check_result(ddblasHandle_t handle, const struct ddblas_level1_traits *t, ddblasType_t type,
                                   const void *result)
{
    const ddblasType_t as = t->result == DDBLAS_LEVEL1_INDEX ? DDBLAS_TYPE_D : type;
    if (t->result == DDBLAS_LEVEL1_NONE)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_check_pointer(handle, t->at.result, "result", as, ddblas_place_of_scalars(handle), result);
}

/* Routines of two vectors. Only copy takes an increment of 0. */
static ddblasStatus_t check_increments(ddblasHandle_t handle, const struct ddblas_level1_problem *p)
{
    const struct ddblas_level1_positions *at = &ddblas_level1_traits[p->routine].at;
    if (p->routine == DDBLAS_LEVEL1_copy)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_increment(handle, at->incx, "incx", p->incx));
    return ddblas_check_increment(handle, at->incy, "incy", p->incy);
}

/* Checks the arguments and returns the status. *nothing becomes 1 if there are no elements to work
 * on, or if alpha of axpy is 0. */
static ddblasStatus_t check(ddblasHandle_t handle, const struct ddblas_level1_problem *p, int *nothing)
{
    const struct ddblas_level1_traits *t = &ddblas_level1_traits[p->routine];
    const int two = t->at.y != 0;
    if (two)
        DDBLAS_CHECK(check_increments(handle, p));
    *nothing = p->n <= 0 || (!two && p->incx <= 0);
    DDBLAS_CHECK(check_result(handle, t, p->result_type, p->result));
    if (*nothing)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_scalar(handle, t->at.a, p->a_type, p->a));
    DDBLAS_CHECK(check_scalar(handle, t->at.b, p->b_type, p->b));
    *nothing = p->routine == DDBLAS_LEVEL1_axpy && ddblas_known_zero(handle, p->a_type, 0, p->a);
    if (!*nothing)
        DDBLAS_CHECK(check_vector(handle, t->at.x, "x", p->type, p->x));
    return check_vector(handle, t->at.y, "y", p->type, p->y);
}

/* ---- quick returns and engines --------------------------------------------------------------- */

static ddblasStatus_t zero_result(ddblasHandle_t handle, const struct ddblas_level1_problem *p)
{
    const enum ddblas_level1_result kind = ddblas_level1_traits[p->routine].result;
    if (kind == DDBLAS_LEVEL1_NONE || !p->result)
        return DDBLAS_STATUS_SUCCESS;
    const size_t bytes = kind == DDBLAS_LEVEL1_INDEX ? sizeof(int64_t) : ddblas_type_size(p->result_type);
#if DDBLAS_HAVE_CUDA
    if (ddblas_place_of_scalars(handle) == DDBLAS_PLACE_DEVICE)
        return ddblas_level1_zero_cuda(handle, p->result, bytes);
#endif
    (void)handle;
    memset(p->result, 0, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t compute(ddblasHandle_t handle, const struct ddblas_level1_problem *p)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        if (ddblas_level1_traits[p->routine].result != DDBLAS_LEVEL1_NONE &&
            ddblas_place_of_scalars(handle) == DDBLAS_PLACE_HOST && handle->backend->capturing(handle->stream))
            return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                               "a result in host memory has to be waited for, which a recording stream does not allow");
        return ddblas_type_is_double_double(p->type) ? ddblas_level1_cuda(handle, p) : ddblas_level1_cublas(handle, p);
    }
#endif
    return ddblas_level1_cpu(handle, p);
}

/* If all elements of x are copied to one place (incy = 0), the last one remains: the problem
 * becomes a copy of that element. */
static void keep_last_element(struct ddblas_level1_problem *p)
{
    const int64_t bytes = (int64_t)ddblas_type_size(p->type);
    p->x = (char *)p->x + ddblas_level1_at(p->n - 1, p->n, p->incx) * bytes;
    p->n = p->incx = p->incy = 1;
}

static ddblasStatus_t run(ddblasHandle_t handle, struct ddblas_level1_problem problem)
{
    int nothing = 1;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check(handle, &problem, &nothing));
    if (!nothing && problem.routine == DDBLAS_LEVEL1_copy && problem.incy == 0)
        keep_last_element(&problem);
    return nothing ? zero_result(handle, &problem) : compute(handle, &problem);
}

ddblasStatus_t ddblasLevel1WorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    (void)n;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_LEVEL1));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "bytes", bytes));
    *bytes = 0;
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        *bytes = ddblas_type_is_double_double(type) ? ddblas_level1_cuda_workspace() : ddblas_level1_cublas_workspace();
#endif
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- entry points ---------------------------------------------------------------------------- */

/* The number of the type of a pointer's elements. */
#define TYPE_OF(pointer)                                                                                                         \
    _Generic((pointer),                                                                                                          \
        const float *: DDBLAS_TYPE_S,                                                                                            \
        const double *: DDBLAS_TYPE_D,                                                                                           \
        const cuddreal *: DDBLAS_TYPE_W,                                                                                         \
        const ddblasComplex *: DDBLAS_TYPE_C,                                                                                    \
        const ddblasDoubleComplex *: DDBLAS_TYPE_Z,                                                                              \
        const cuddcomplex *: DDBLAS_TYPE_U)

/* The members of a problem that all routines have. Problems hold vectors without const. */
#define PROBLEM(name, letter, ...)                                                                                               \
    run(handle,                                                                                                                  \
        (struct ddblas_level1_problem){                                                                                          \
            .routine = DDBLAS_LEVEL1_##name, .type = DDBLAS_TYPE_##letter, .n = n, .x = (void *)x, .incx = incx, __VA_ARGS__})

/* Defines one entry point, ddblas<letter>axpy. */
#define AXPY(letter, element)                                                                                                    \
    ddblasStatus_t ddblas##letter##axpy(ddblasHandle_t handle, int64_t n, const element *alpha, const element *x, int64_t incx,  \
                                        element *y, int64_t incy)                                                                \
    {                                                                                                                            \
        return PROBLEM(axpy, letter, .a = alpha, .a_type = TYPE_OF(alpha), .y = y, .incy = incy);                                \
    }

/* prefix: the letters in the name; scalar: the type of alpha. */
#define SCAL(prefix, letter, element, scalar)                                                                                    \
    ddblasStatus_t ddblas##prefix##scal(ddblasHandle_t handle, int64_t n, const scalar *alpha, element *x, int64_t incx)         \
    {                                                                                                                            \
        return PROBLEM(scal, letter, .a = alpha, .a_type = TYPE_OF(alpha));                                                      \
    }

/* Defines one entry point, ddblas<letter>copy. */
#define COPY(letter, element)                                                                                                    \
    ddblasStatus_t ddblas##letter##copy(ddblasHandle_t handle, int64_t n, const element *x, int64_t incx, element *y,            \
                                        int64_t incy)                                                                            \
    {                                                                                                                            \
        return PROBLEM(copy, letter, .y = y, .incy = incy);                                                                      \
    }

/* Defines one entry point, ddblas<letter>swap. */
#define SWAP(letter, element)                                                                                                    \
    ddblasStatus_t ddblas##letter##swap(ddblasHandle_t handle, int64_t n, element *x, int64_t incx, element *y, int64_t incy)    \
    {                                                                                                                            \
        return PROBLEM(swap, letter, .y = y, .incy = incy);                                                                      \
    }

/* real, sine: the types of c and s. */
#define ROT(prefix, letter, element, real, sine)                                                                                 \
    ddblasStatus_t ddblas##prefix##rot(ddblasHandle_t handle, int64_t n, element *x, int64_t incx, element *y, int64_t incy,     \
                                       const real *c, const sine *s)                                                             \
    {                                                                                                                            \
        return PROBLEM(rot, letter, .y = y, .incy = incy, .a = c, .a_type = TYPE_OF(c), .b = s, .b_type = TYPE_OF(s));           \
    }

/* Defines one entry point, ddblas<letter>rotm. */
#define ROTM(letter, element)                                                                                                    \
    ddblasStatus_t ddblas##letter##rotm(ddblasHandle_t handle, int64_t n, element *x, int64_t incx, element *y, int64_t incy,    \
                                        const element *param)                                                                    \
    {                                                                                                                            \
        return PROBLEM(rotm, letter, .y = y, .incy = incy, .a = param, .a_type = TYPE_OF(param));                                \
    }

/* public_name: dot, dotu or dotc. */
#define DOT(public_name, name, letter, element)                                                                                  \
    ddblasStatus_t ddblas##letter##public_name(ddblasHandle_t handle, int64_t n, const element *x, int64_t incx,                 \
                                               const element *y, int64_t incy, element *result)                                  \
    {                                                                                                                            \
        return PROBLEM(name, letter, .y = (void *)y, .incy = incy, .result = result, .result_type = DDBLAS_TYPE_##letter);       \
    }

/* name: nrm2 or asum; real: the type of the result. */
#define NORM(prefix, name, letter, element, real)                                                                                \
    ddblasStatus_t ddblas##prefix##name(ddblasHandle_t handle, int64_t n, const element *x, int64_t incx, real *result)          \
    {                                                                                                                            \
        return PROBLEM(name, letter, .result = result, .result_type = TYPE_OF((const real *)result));                            \
    }

/* name: amax or amin. */
#define INDEX(prefix, name, letter, element)                                                                                     \
    ddblasStatus_t ddblasI##prefix##name(ddblasHandle_t handle, int64_t n, const element *x, int64_t incx, int64_t *result)      \
    {                                                                                                                            \
        return PROBLEM(name, letter, .result = result);                                                                          \
    }

/* All types. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL1
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    AXPY(letter, type)                                                                                                           \
    SCAL(letter, letter, type, type)                                                                                             \
    COPY(letter, type)                                                                                                           \
    SWAP(letter, type)                                                                                                           \
    ROT(letter, letter, type, real, type)
#include <dd/types.def>

#define DDBLAS_TYPES (DDBLAS_TYPES_OF_LEVEL1 & DDBLAS_TYPES_REAL)
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DOT(dot, dotu, letter, type)                                                                                                 \
    ROTM(letter, type)
#include <dd/types.def>

#define DDBLAS_TYPES (DDBLAS_TYPES_OF_LEVEL1 & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    DOT(dotu, dotu, letter, type)                                                                                                \
    DOT(dotc, dotc, letter, type)
#include <dd/types.def>

/* Names whose letters do not follow from the type's alone: of norms and of indices. */
#define NORMS(prefix, index, letter, element, real)                                                                              \
    NORM(prefix, nrm2, letter, element, real)                                                                                    \
    NORM(prefix, asum, letter, element, real)                                                                                    \
    INDEX(index, amax, letter, element)                                                                                          \
    INDEX(index, amin, letter, element)
NORMS(S, s, S, float, float)
NORMS(D, d, D, double, double)
NORMS(W, w, W, cuddreal, cuddreal)
NORMS(Sc, c, C, ddblasComplex, float)
NORMS(Dz, z, Z, ddblasDoubleComplex, double)
NORMS(Wu, u, U, cuddcomplex, cuddreal)

/* Complex vectors with real scalars. */
#define REAL_SCALARS(prefix, letter, element, real)                                                                              \
    SCAL(prefix, letter, element, real)                                                                                          \
    ROT(prefix, letter, element, real, real)
REAL_SCALARS(Cs, C, ddblasComplex, float)
REAL_SCALARS(Zd, Z, ddblasDoubleComplex, double)
REAL_SCALARS(Uw, U, cuddcomplex, cuddreal)
