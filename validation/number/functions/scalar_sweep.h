/*
 * Many operands through one function, each error against the proved bound.
 */
#ifndef DD_VALIDATION_SCALAR_SWEEP_H
#define DD_VALIDATION_SCALAR_SWEEP_H

#include "scalar_operands.h"

struct dd_largest
{
    double error; /* largest, in u^2, of results at or above 2^-915; -1 before the first */
    double qd;    /* QD's on the same operands */
    double tiny;  /* most that underflow added to the bound below 2^-915, in 2^-1074: 2 are allowed */
    enum dd_stream stream;
    struct dd_operands worst; /* operands of `error` */
    int64_t broken;           /* results beyond the bound or not normalised; the first few are printed */
    int64_t by_mpfr;
};

/* n operands from all streams. Every error that could be the largest so far is confirmed by MPFR;
 * the others are known to be smaller from error-free transforms (scalar_estimate.h), one in 4096 of
 * them checked against MPFR as well. A finding that the estimate was wrong ends the program. */
void dd_sweep(const struct dd_function *f, int64_t n, uint64_t seed, struct dd_largest *l);

/* all = the larger of both in each field, sums of the counts. */
void dd_merge_largest(struct dd_largest *all, const struct dd_largest *l);

/* One line: function, error, bound, operands in hexadecimal. */
void dd_report_operands(const char *what, const struct dd_function *f, const struct dd_operands *o, double error);

#endif
