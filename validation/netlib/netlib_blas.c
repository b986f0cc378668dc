/*
 * The BLAS with Fortran's names over this library, as a shared library that is loaded before the
 * system's BLAS (LD_PRELOAD), so that netlib's testers test this library. Every routine of
 * routines.def expands to one function. The name and position of a wrong argument go to xerbla_,
 * which the testers of levels 2 and 3 define. Other failures end the program.
 *
 * The engine is that of DDBLAS_TEST_ENGINE. CUDA is for the emulated device, whose memory is the
 * host's: the testers' arrays are passed as they are.
 *
 * NETLIB_IDLE=1 in the environment: the functions do nothing, so that the testers must find
 * mistakes. When the program ends, the number of calls is written to standard error.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

extern void xerbla_(const char *name, const int *info, size_t length);

/* ---- the handle, and failures ---------------------------------------------------------------- */

static ddblasHandle_t handle;
static long calls;
static int idle;

static void end(void)
{
    (void)ddblasDestroy(handle);
    (void)fprintf(stderr, "netlib_blas: %ld calls\n", calls);
}

static void fail(const char *name)
{
    (void)fprintf(stderr, "netlib_blas: %s: %s\n", name, ddblasGetLastError(handle));
    abort();
}

/* Makes the handle in the first call. Returns 0 if the routine shall do nothing. */
static int begin(const char *name)
{
    if (!handle)
    {
        const char *wish = getenv("NETLIB_IDLE");
        const char *engine = getenv("DDBLAS_TEST_ENGINE");
        const int cuda = engine && strcmp(engine, "cuda") == 0;
        idle = wish && wish[0] == '1';
        if (ddblasCreateWithEngine(&handle, cuda ? DDBLAS_ENGINE_CUDA : DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS ||
            atexit(end) != 0)
            fail(name);
    }
    calls++;
    return !idle;
}

/* Reports a wrong argument with the routine's name, six letters, and the position that it has
 * without the handle. */
static void check(ddblasStatus_t status, const char *name)
{
    char letters[] = "      ";
    const int info = ddblasGetLastArgument(handle) - 1;
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    if (status != DDBLAS_STATUS_INVALID_VALUE || info < 1)
        fail(name);
    for (size_t k = 0; k < 6 && name[k]; k++)
        letters[k] = (char)toupper((unsigned char)name[k]);
    xerbla_(letters, &info, 6);
}

/* ---- arguments ------------------------------------------------------------------------------- */

enum
{
    NO_SUCH_VALUE = 77
};

static int letter(const char *c) { return toupper((unsigned char)*c); }

static ddblasOperation_t op_of(const char *c)
{
    return letter(c) == 'N'   ? DDBLAS_OP_N
           : letter(c) == 'T' ? DDBLAS_OP_T
           : letter(c) == 'C' ? DDBLAS_OP_C
                              : (ddblasOperation_t)NO_SUCH_VALUE;
}

static ddblasFillMode_t uplo_of(const char *c)
{
    return letter(c) == 'L'   ? DDBLAS_FILL_MODE_LOWER
           : letter(c) == 'U' ? DDBLAS_FILL_MODE_UPPER
                              : (ddblasFillMode_t)NO_SUCH_VALUE;
}

static ddblasSideMode_t side_of(const char *c)
{
    return letter(c) == 'L' ? DDBLAS_SIDE_LEFT : letter(c) == 'R' ? DDBLAS_SIDE_RIGHT : (ddblasSideMode_t)NO_SUCH_VALUE;
}

static ddblasDiagType_t diag_of(const char *c)
{
    return letter(c) == 'N' ? DDBLAS_DIAG_NON_UNIT : letter(c) == 'U' ? DDBLAS_DIAG_UNIT : (ddblasDiagType_t)NO_SUCH_VALUE;
}

/* Parameter k of a function, and the argument that it becomes, by kind. T: type, R: its real
 * type. */
#define PARAMETER_op(T, R, k)       const char *a##k
#define PARAMETER_uplo(T, R, k)     const char *a##k
#define PARAMETER_side(T, R, k)     const char *a##k
#define PARAMETER_diag(T, R, k)     const char *a##k
#define PARAMETER_size(T, R, k)     const int *a##k
#define PARAMETER_in(T, R, k)       const T *a##k
#define PARAMETER_out(T, R, k)      T *a##k
#define PARAMETER_real(T, R, k)     const R *a##k
#define PARAMETER_real_out(T, R, k) R *a##k
#define ARGUMENT_op(k)              op_of(a##k)
#define ARGUMENT_uplo(k)            uplo_of(a##k)
#define ARGUMENT_side(k)            side_of(a##k)
#define ARGUMENT_diag(k)            diag_of(a##k)
#define ARGUMENT_size(k)            *a##k
#define ARGUMENT_in(k)              a##k
#define ARGUMENT_out(k)             a##k
#define ARGUMENT_real(k)            a##k
#define ARGUMENT_real_out(k)        a##k

#define P(T, R, k, kind) PARAMETER_##kind(T, R, k)
#define A(T, R, k, kind) ARGUMENT_##kind(k)

/* EACH(F, T, R, kinds): F(T, R, 1, first kind), F(T, R, 2, second kind), ... */
#define EACH_3(F, T, R, a, b, c)                             F(T, R, 1, a), F(T, R, 2, b), F(T, R, 3, c)
#define EACH_4(F, T, R, a, b, c, d)                          EACH_3(F, T, R, a, b, c), F(T, R, 4, d)
#define EACH_5(F, T, R, a, b, c, d, e)                       EACH_4(F, T, R, a, b, c, d), F(T, R, 5, e)
#define EACH_6(F, T, R, a, b, c, d, e, f)                    EACH_5(F, T, R, a, b, c, d, e), F(T, R, 6, f)
#define EACH_7(F, T, R, a, b, c, d, e, f, g)                 EACH_6(F, T, R, a, b, c, d, e, f), F(T, R, 7, g)
#define EACH_8(F, T, R, a, b, c, d, e, f, g, h)              EACH_7(F, T, R, a, b, c, d, e, f, g), F(T, R, 8, h)
#define EACH_9(F, T, R, a, b, c, d, e, f, g, h, i)           EACH_8(F, T, R, a, b, c, d, e, f, g, h), F(T, R, 9, i)
#define EACH_10(F, T, R, a, b, c, d, e, f, g, h, i, j)       EACH_9(F, T, R, a, b, c, d, e, f, g, h, i), F(T, R, 10, j)
#define EACH_11(F, T, R, a, b, c, d, e, f, g, h, i, j, k)    EACH_10(F, T, R, a, b, c, d, e, f, g, h, i, j), F(T, R, 11, k)
#define EACH_12(F, T, R, a, b, c, d, e, f, g, h, i, j, k, l) EACH_11(F, T, R, a, b, c, d, e, f, g, h, i, j, k), F(T, R, 12, l)
#define EACH_13(F, T, R, a, b, c, d, e, f, g, h, i, j, k, l, m)                                                                  \
    EACH_12(F, T, R, a, b, c, d, e, f, g, h, i, j, k, l), F(T, R, 13, m)
#define PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, each, ...) each
#define EACH(F, T, R, ...)                                                                                                       \
    PICK(__VA_ARGS__, EACH_13, EACH_12, EACH_11, EACH_10, EACH_9, EACH_8, EACH_7, EACH_6, EACH_5, EACH_4, EACH_3, , , )          \
    (F, T, R, __VA_ARGS__)

/* ---- functions ------------------------------------------------------------------------------- */

#define NETLIB_MIXED(fortran, public, T, R, ...)                                                                                 \
    void fortran##_(EACH(P, T, R, __VA_ARGS__));                                                                                 \
    void fortran##_(EACH(P, T, R, __VA_ARGS__))                                                                                  \
    {                                                                                                                            \
        if (begin(#fortran))                                                                                                     \
            check(ddblas##public(handle, EACH(A, T, R, __VA_ARGS__)), #fortran);                                                 \
    }

/* The bytes of both types of a result are the same. */
#define NETLIB_VALUE(fortran, public, result, value, T, ...)                                                                     \
    result fortran##_(EACH(P, T, T, __VA_ARGS__));                                                                               \
    result fortran##_(EACH(P, T, T, __VA_ARGS__))                                                                                \
    {                                                                                                                            \
        value computed;                                                                                                          \
        result returned;                                                                                                         \
        memset(&computed, 0, sizeof computed);                                                                                   \
        if (begin(#fortran))                                                                                                     \
            check(ddblas##public(handle, EACH(A, T, T, __VA_ARGS__), &computed), #fortran);                                      \
        memcpy(&returned, &computed, sizeof returned);                                                                           \
        return returned;                                                                                                         \
    }

#define NETLIB_INDEX(fortran, public, T, ...)                                                                                    \
    int fortran##_(EACH(P, T, T, __VA_ARGS__));                                                                                  \
    int fortran##_(EACH(P, T, T, __VA_ARGS__))                                                                                   \
    {                                                                                                                            \
        int64_t index = 0;                                                                                                       \
        if (begin(#fortran))                                                                                                     \
            check(ddblas##public(handle, EACH(A, T, T, __VA_ARGS__), &index), #fortran);                                         \
        return (int)index;                                                                                                       \
    }

#define NETLIB_REAL(name, ...)                                                                                                   \
    NETLIB_MIXED(s##name, S##name, float, float, __VA_ARGS__)                                                                    \
    NETLIB_MIXED(d##name, D##name, double, double, __VA_ARGS__)
#define NETLIB_COMPLEX(name, ...)                                                                                                \
    NETLIB_MIXED(c##name, C##name, ddblasComplex, float, __VA_ARGS__)                                                            \
    NETLIB_MIXED(z##name, Z##name, ddblasDoubleComplex, double, __VA_ARGS__)
#define NETLIB_ALL(name, ...)                                                                                                    \
    NETLIB_REAL(name, __VA_ARGS__)                                                                                               \
    NETLIB_COMPLEX(name, __VA_ARGS__)

/* trmm of the library has a matrix for the result, which may be B. */
#define TRMM(lower, upper, T)                                                                                                    \
    void lower##trmm_(EACH(P, T, T, side, uplo, op, diag, size, size, in, in, size, out, size));                                 \
    void lower##trmm_(EACH(P, T, T, side, uplo, op, diag, size, size, in, in, size, out, size))                                  \
    {                                                                                                                            \
        if (begin(#lower "trmm"))                                                                                                \
            check(ddblas##upper##trmm(handle, EACH(A, T, T, side, uplo, op, diag, size, size, in, in, size, out, size), a10,     \
                                      *a11),                                                                                     \
                  #lower "trmm");                                                                                                \
    }
TRMM(s, S, float)
TRMM(d, D, double)
TRMM(c, C, ddblasComplex)
TRMM(z, Z, ddblasDoubleComplex)

#include "routines.def"
