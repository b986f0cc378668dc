/*
 * One call of a routine of level 1 under test, of any type: operands in host arrays that are
 * poisoned wherever the routine has no business, the call on the engine under test, and the
 * judgement.
 */
#ifndef DD_VALIDATION_LEVEL1_CASE_H
#define DD_VALIDATION_LEVEL1_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"

enum level1_kind
{
    LEVEL1_axpy,
    LEVEL1_scal,
    LEVEL1_copy,
    LEVEL1_swap,
    LEVEL1_rot,
    LEVEL1_rotm,
    LEVEL1_dotu,
    LEVEL1_dotc,
    LEVEL1_nrm2,
    LEVEL1_asum,
    LEVEL1_amax,
    LEVEL1_amin,
    LEVEL1_KINDS
};

/* Positions of arguments, counted from 1 for the handle; 0 for those that a kind lacks. */
struct level1_positions
{
    int a, b, x, incx, y, incy, result;
};
extern const struct level1_positions level1_positions[LEVEL1_KINDS];

/* The arguments of a call. */
struct level1_call
{
    int64_t n;
    const void *a, *b;
    void *x;
    int64_t incx;
    void *y;
    int64_t incy;
    void *result;
};

struct level1_function
{
    const char *name;
    enum level1_kind kind;
    ddblasType_t type, a_type, b_type; /* a_type: also of a result */
    ddblasStatus_t (*call)(ddblasHandle_t handle, const struct level1_call *arguments);
};

enum
{
#define DD_LEVEL1(function, kind, type, a, b) LEVEL1_FUNCTION_##function,
#include "level1_functions.def"
    LEVEL1_FUNCTIONS
};
extern const struct level1_function level1_functions[LEVEL1_FUNCTIONS];

typedef enum level1_data
{
    LEVEL1_UNIFORM, /* full-length numbers, exponents -4 .. 0 */
    LEVEL1_WIDE,    /* exponents up to +-150, in S and C +-15 */
    LEVEL1_INTEGER, /* integers -8 .. 8 */
    LEVEL1_CANCEL,  /* nearly all of a sum, or of each element of an update, cancels */
    LEVEL1_DATA_COUNT
} level1_data;

struct level1_case
{
    const struct level1_function *f;
    int64_t n, incx, incy;
    union dd_element a, b;
    _Alignas(16) unsigned char param[5 * sizeof(cuddreal)]; /* the five elements of rotm */
    size_t bytes_x, bytes_y;
    void *x, *y;             /* host; as before the call; y is null where there is none */
    void *x_after, *y_after; /* host; after the call */
    union dd_element number; /* the result */
    int64_t index;           /* the result of amax and amin */
    size_t offset;           /* bytes from a 256-byte boundary to each vector on the engine */
    int on_engine;           /* 1: scalars and result in the engine's memory */
};

/* All arrays hold NaN. n may be 0. Kinds of one vector take |incx|. */
struct level1_case *level1_case_new(const struct level1_function *f, int64_t n, int64_t incx, int64_t incy);
void level1_case_free(struct level1_case *c);

/* The first scalar, or the five numbers of rotm, and its bytes. */
const void *level1_a(const struct level1_case *c, size_t *bytes);

int level1_writes(const struct level1_case *c); /* the kind has no result */

/* Fills what the routine may read, scalars included. */
void level1_case_fill(struct level1_case *c, struct dd_random *g, level1_data data);

/* Element i of a vector, by BLAS's rule. */
void *level1_x(const struct level1_case *c, void *array, int64_t i);
void *level1_y(const struct level1_case *c, void *array, int64_t i);

/* Copies to the engine, calls, copies back. What is only read, what lies between elements and what
 * surrounds vectors and results must not change, otherwise the test fails. */
ddblasStatus_t level1_case_run(ddblasHandle_t h, struct level1_case *c);

/* Runs, and judges every element by the bound, in W and U also by the defined bits; fails with the
 * options of the call. Returns the largest error in units of the bound's. exact: an error fails. */
double level1_case_judge(ddblasHandle_t h, struct level1_case *c, int exact, const char *what, uint64_t seed);
/* The largest error of the results of the last run, and the bound. */
double level1_case_error(const struct level1_case *c);
double level1_case_bound(const struct level1_case *c);

/* 1 if elements of updates in W and U are what dd/level1.h defines, NaN for NaN. */
int level1_case_is_defined(const struct level1_case *c);

#endif
