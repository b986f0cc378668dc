/*
 * Streams of operands for each operation: random over all exponents, and aimed at where errors are
 * large or paths change.
 */
#ifndef DD_VALIDATION_SCALAR_OPERANDS_H
#define DD_VALIDATION_SCALAR_OPERANDS_H

#include "random.h"
#include "scalar_functions.h"

struct dd_operands
{
    cuddreal a, b, c;
};

enum dd_stream
{
    DD_STREAM_RANDOM,  /* significands of full and of random length, exponents of the middle range */
    DD_STREAM_RANGE,   /* exponents of operands and results from one end of the range of double to the other, subnormals too */
    DD_STREAM_EXTREME, /* high parts near powers of two, low parts near half an ulp */
    DD_STREAM_TIE,     /* few significant bits: sums and products of high parts that are ties or nearly */
    DD_STREAM_CANCEL,  /* sums that cancel to any number of bits; operands of other operations close to each other */
    DD_STREAM_WIDE,    /* parts or operands far apart */
    DD_STREAM_CLIMB,   /* small changes of the worst operands known */
    DD_STREAM_COUNT
};

const char *dd_stream_name(enum dd_stream stream);

/* The next operands of f, fitted to its form, finite. For DD_STREAM_CLIMB, start from `worst`.
 * Roots get positive numbers; quotients and functions without care for special values stay in mid
 * range. */
struct dd_operands dd_next_operands(struct dd_random *g, const struct dd_function *f, enum dd_stream stream,
                                    const struct dd_operands *worst);

#endif
