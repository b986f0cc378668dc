/*
 * One call under test, for the tests of every routine. A file foo_case.c of a routine builds on
 * this file: copies of operands on the engine with guard bytes around them, scalars in either
 * memory, the comparison of all that must be as before the call, and the judgement of errors by a
 * bound.
 */
#ifndef DD_VALIDATION_CASE_H
#define DD_VALIDATION_CASE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/ddblas.h>

#include "bounds.h"
#include "element.h"
#include "engine.h"
#include "random.h"

/* Fails with the library's words when status is not SUCCESS. */
void dd_must(ddblasHandle_t handle, ddblasStatus_t status, const char *what);

/* The least leading dimension of an array with so many rows. */
int64_t dd_least_leading(int64_t rows);

/* call(letter) for the letter of a type: an expression. */
#define DD_OF_TYPE(type, call)                                                                                                   \
    ((type) == DDBLAS_TYPE_S   ? call(S)                                                                                         \
     : (type) == DDBLAS_TYPE_D ? call(D)                                                                                         \
     : (type) == DDBLAS_TYPE_C ? call(C)                                                                                         \
     : (type) == DDBLAS_TYPE_Z ? call(Z)                                                                                         \
     : (type) == DDBLAS_TYPE_W ? call(W)                                                                                         \
                               : call(U))

/* The same where call(letter) is a statement that returns. */
#define DD_SWITCH_TYPE(type, call)                                                                                               \
    switch (type)                                                                                                                \
    {                                                                                                                            \
    case DDBLAS_TYPE_S:                                                                                                          \
        call(S) case DDBLAS_TYPE_D : call(D) case DDBLAS_TYPE_C : call(C) case DDBLAS_TYPE_Z : call(Z) case DDBLAS_TYPE_W        \
            : call(W) default : call(U)                                                                                          \
    }

/* ---- operands -------------------------------------------------------------------------------- */

/* An array on the host, and while a call runs its copy on the engine. */
struct dd_operand
{
    const void *host; /* before the call */
    void *result;     /* gets the whole array after the call; null: the operand is only read */
    size_t bytes;
    void *at; /* the copy, between put and take */
};

struct dd_operand dd_operand_read(const void *host, size_t bytes);
struct dd_operand dd_operand_written(const void *host, void *result, size_t bytes);

/* Copies the operands to the engine, each `offset` bytes past a 256-byte boundary. */
void dd_operands_put(ddblasHandle_t handle, struct dd_operand *operands, int count, size_t offset);
/* Copies results back and frees the copies. Fails when an operand that is only read has changed, or
 * a guard byte in front of an operand or behind it. */
void dd_operands_take(ddblasHandle_t handle, struct dd_operand *operands, int count, size_t offset);

/* Whether a routine computes element (i, j) of an array that it writes, i below the leading
 * dimension. `problem` is the case. */
typedef int dd_is_computed(const void *problem, int64_t i, int64_t j);

/* Fails unless all elements of an array that are not computed have the bytes that they had before.
 * The last column may be shorter than `leading`. */
void dd_rest_unchanged(const char *name, const void *before, const void *after, size_t bytes, size_t size, int64_t leading,
                       dd_is_computed *is_computed, const void *problem);

/* ---- scalars --------------------------------------------------------------------------------- */

/* alpha and beta of a call: in host memory at 8 mod 16, or in the engine's. */
struct dd_scalars
{
    const void *alpha, *beta; /* the arguments */
    struct dd_scalar host[2];
    void *engine[2]; /* null: host memory is used */
};

/* Sets the pointer mode of the handle too. */
void dd_scalars_put(ddblasHandle_t handle, struct dd_scalars *s, size_t size, const void *alpha, const void *beta, int on_engine);
void dd_scalars_take(ddblasHandle_t handle, struct dd_scalars *s);

/* ---- judgement ------------------------------------------------------------------------------- */

/* How errors of one result are judged, and what is said about one that is too large. */
struct dd_judge
{
    const void *problem;                                         /* the case */
    double (*error)(const void *problem, int64_t i, int64_t j);  /* error of an element, in the unit of the bound */
    void (*describe)(const void *problem, int64_t i, int64_t j); /* prints routine, sizes and operands to standard error */
    double bound;                                                /* an error beyond it fails */
    double alarm;                                                /* an error beyond it is printed; 0: none is */
    const char *what;                                            /* the data */
    uint64_t seed;
};

/* An error beyond which no random data should come: 4 sqrt(k) + 8 for sums of k terms. */
double dd_alarm(int64_t k);

/* Judges a known error, of element (i, j). Returns it. */
double dd_judge_error(const struct dd_judge *judge, double error, int64_t i, int64_t j);
/* Judges all computed elements of an m x n result, or `samples` random ones when there are more.
 * Where is_computed is not null and a random element is not computed, its mirror image is judged.
 * Returns the largest error. */
double dd_judge_elements(const struct dd_judge *judge, int64_t m, int64_t n, dd_is_computed *is_computed, int64_t samples,
                         struct dd_random *g);

/* Prints " name=" and the bytes in memory order, in hexadecimal, to standard error. */
void dd_print_hex(const char *name, const void *element, size_t size);

#endif
