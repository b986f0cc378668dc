/*
 * One call of gemm under test: operands in host arrays that are poisoned wherever the routine has
 * no business, the call on the engine under test, and the judgement.
 */
#ifndef DD_VALIDATION_GEMM_CASE_H
#define DD_VALIDATION_GEMM_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "generators.h"
#include "oracle.h"
#include "terms.h"

/* The routine that a case calls. */
enum gemm_routine
{
    GEMM_PLAIN,      /* gemm of the type */
    GEMM_EX,         /* ddblasWgemmEx */
    GEMM_SYRK_LOWER, /* ddblasWsyrkEx: B is a copy of A, transb the opposite of transa */
    GEMM_SYRK_UPPER
};

struct gemm_case
{
    enum gemm_routine routine;
    ddblasType_t type, typea, typeb; /* types of C and the scalars, of A, of B */

    ddblasOperation_t transa, transb;
    int64_t m, n, k, lda, ldb, ldc;
    union dd_element alpha, beta;
    size_t size, size_a, size_b, bytes_A, bytes_B, bytes_C; /* size: of an element of C */

    void *A, *B, *C; /* host; C as before the call */
    void *result;    /* host; all of C's array after the call */
    size_t offset;   /* bytes from a 256-byte boundary to each operand on the engine */
    int on_engine;   /* alpha and beta are given in the engine's memory */
};

/* Leading dimensions `pad` above the least. All arrays hold NaN; result is a copy of C. */
struct gemm_case *gemm_case_new(ddblasType_t type, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                                int64_t k, int64_t pad);
/* The same of ddblasWgemmEx. */
struct gemm_case *gemm_case_new_ex(ddblasType_t typea, ddblasType_t typeb, ddblasOperation_t transa, ddblasOperation_t transb,
                                   int64_t m, int64_t n, int64_t k, int64_t pad);
/* The same of ddblasWsyrkEx. The functions below that write op(A) write B too. */
struct gemm_case *gemm_case_new_syrk(ddblasType_t type, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                     int64_t pad);
void gemm_case_free(struct gemm_case *c);

/* Elements of op(A), op(B), C and, with C as base, of the result: pointers into the host arrays. */
void *gemm_case_a(const struct gemm_case *c, int64_t i, int64_t t);
void *gemm_case_b(const struct gemm_case *c, int64_t t, int64_t j);
void *gemm_case_c(const struct gemm_case *c, const void *base, int64_t i, int64_t j);

/* Elements of op(A) and op(B) in W, whatever their type; an operand of doubles takes high parts. */
cuddreal gemm_case_get_a(const struct gemm_case *c, int64_t i, int64_t t);
cuddreal gemm_case_get_b(const struct gemm_case *c, int64_t t, int64_t j);
void gemm_case_set_a(struct gemm_case *c, int64_t i, int64_t t, cuddreal value);
void gemm_case_set_b(struct gemm_case *c, int64_t t, int64_t j, cuddreal value);

/* Data of gemm_case_fill. */
enum gemm_data
{
    GEMM_UNIFORM,   /* full-length numbers, exponents -10 .. 10 */
    GEMM_WIDE,      /* every element's exponent in -300 .. 300 for A and -150 .. 150 for B (S, C: -30 .. 30, -15 .. 15) */
    GEMM_GRADED,    /* rows of op(A) and columns of op(B) graded over 2^-300 .. 2^300 (S, C: 2^-30 .. 2^30) along k, in opposite
                     * directions, so that each product is of size one and each factor is not */
    GEMM_CANCEL,    /* the terms of each element cancel to about 2^-90 (W, U), 2^-45 (D, Z), 2^-20 (S, C) of their magnitudes */
    GEMM_INTEGER,   /* integers -8 .. 8: exact in every type */
    GEMM_DOMINANT,  /* exponents -2 .. 0, but for one element of each row of op(A) and each column of op(B), whose exponent is
                     * 5 to 45 (S, C: 5 to 25) */
    GEMM_SUBNORMAL, /* A full-length down to the subnormal numbers, B between 1 and 2^60 */
    GEMM_DATA_COUNT
};
const char *gemm_data_name(enum gemm_data data);

/* Fills op(A), op(B), C, alpha and beta and nothing else. */
void gemm_case_fill(struct gemm_case *c, struct dd_random *g, enum gemm_data data);
/* alpha and beta as small integers. */
void gemm_case_scalars(struct gemm_case *c, double alpha, double beta);

/* The call with engine pointers, of any type. */
ddblasStatus_t gemm_call(ddblasHandle_t h, ddblasType_t type, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m,
                         int64_t n, int64_t k, const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,
                         const void *beta, void *C, int64_t ldc);

/* The call of the case's routine with its sizes and other pointers. */
ddblasStatus_t gemm_case_call(ddblasHandle_t h, const struct gemm_case *c, const void *alpha, const void *A, const void *B,
                              const void *beta, void *C);

/* 1 if the routine computes element (i, j) of C's array. */
int gemm_case_computes(const struct gemm_case *c, int64_t i, int64_t j);

/* Copies to the engine, calls, copies back. A and B must come back as they were and nothing of C
 * outside the elements that are computed may change, otherwise the test fails. */
ddblasStatus_t gemm_case_run(ddblasHandle_t h, struct gemm_case *c);

/* |result - exact| / (|alpha| |A| |B| + |beta| |C|) of element (i, j) in units of the type. Where
 * `absolute` > 0, that many 2^-1074 are taken from the error first. */
double gemm_case_error(const struct gemm_case *c, int64_t i, int64_t j, double absolute);

/* The bound in the same unit, from bounds.def. */
double gemm_case_bound(const struct gemm_case *c);

/* Runs, and judges all elements or `samples` random ones, whichever is less; fails beyond the bound
 * and prints an alarm beyond 4 sqrt(k) + 8. Returns the largest error. */
double gemm_case_judge(ddblasHandle_t h, struct gemm_case *c, struct dd_random *g, int64_t samples, const char *what,
                       uint64_t seed);

#endif
