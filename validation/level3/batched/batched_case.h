/*
 * One batch under test: each member is a case of gemm or of trsm. The members lie in arrays that
 * are poisoned between them, and the call is made in either form, with strides or with pointers.
 */
#ifndef DD_VALIDATION_BATCHED_CASE_H
#define DD_VALIDATION_BATCHED_CASE_H

#include <dd/ddblas.h>

#include "../gemm/gemm_case.h"
#include "../level3_case.h"

enum batched_form
{
    BATCHED_STRIDED,
    BATCHED_POINTERS, /* Members are stored in the opposite order of their numbers. */
    BATCHED_FORMS
};

struct batched_case
{
    int64_t count;
    /* The members; one of the two is null. Scalars are those of the first member. */
    struct gemm_case **gemm;
    struct level3_case **trsm;
    enum batched_form form;
    int64_t gap;   /* Elements between the arrays of two members. */
    int shared;    /* 1: all members read the A of the first one. */
    size_t offset; /* Bytes from a 256-byte boundary to each operand on the engine. */
    int on_engine; /* alpha and beta are given in the engine's memory. */
    int failing;   /* k > 0: allocation number k of the call fails. */
};

/* Cases without data, with leading dimensions `pad` above the least. */
struct batched_case batched_gemm_new(int64_t count, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                                     int64_t k, int64_t pad);
struct batched_case batched_trsm_new(int64_t count, struct level3_shape shape, int64_t pad);
void batched_free(struct batched_case *c);

/* Fill what the routine may read, and nothing else. */
void batched_gemm_fill(struct batched_case *c, struct dd_random *g, enum gemm_data data);
void batched_trsm_fill(struct batched_case *c, struct dd_random *g, enum level3_data data);

/* Copies to the engine, calls, copies back into the results of the members. What is only read must
 * come back as it was, arrays of pointers too, and of the array with C nothing may change but the
 * elements that are computed; otherwise the test fails. */
ddblasStatus_t batched_run(ddblasHandle_t h, struct batched_case *c);

/* Runs and judges all elements of small members, `samples` of larger ones. Returns the largest
 * error. */
double batched_judge(ddblasHandle_t h, struct batched_case *c, struct dd_random *g, int64_t samples, const char *what,
                     uint64_t seed);

/* Fails unless each member has the bits that a call for it alone gives. */
void batched_assert_alone(ddblasHandle_t h, struct batched_case *c, const char *what);

/* The workspace that the routine's query gives. */
size_t batched_workspace(ddblasHandle_t h, const struct batched_case *c);

#endif
