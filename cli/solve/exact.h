/*
 * The exact solution of forward.c from inside: matrices in MPFR, and factors.
 */
#ifndef DDBLAS_CLI_EXACT_H
#define DDBLAS_CLI_EXACT_H

#include "judge.h"

#include <mpfr.h>

#define RN MPFR_RNDN

/* A matrix of MPFR numbers, column-major. */
struct cli_exact
{
    int64_t m, n;
    mpfr_t *at;
};

struct cli_truth
{
    int64_t n, nrhs; /* order and right-hand sides of the system, which may be complex */
    int is_complex, bits, factor_bits;
    int cancelled;         /* 1 if a sum of nonzero terms was 0, perhaps by their rounding */
    struct cli_exact X, D; /* solutions, one more than nrhs, and the last correction */
    struct cli_exact F;    /* the factors, and the exchanges of rows */
    int64_t *row;
};

static inline mpfr_ptr cli_exact_at(const struct cli_exact *x, int64_t i, int64_t j) { return x->at[i + j * x->m]; }

/* Zeros. Returns an exit code; release in any case. */
int cli_exact_make(struct cli_exact *x, int64_t m, int64_t n, mpfr_prec_t bits);
void cli_exact_release(struct cli_exact *x);
/* The last column becomes integers at random. A singular matrix may have solutions for the columns
 * of B, but has none for these. */
void cli_exact_random_column(struct cli_exact *Y);
/* Y becomes A^-1 Y by the factors, which have `bits` bits. Returns 1 if a sum of nonzero terms was
 * 0. */
int cli_exact_substitute(const struct cli_exact *A, const int64_t *row, struct cli_exact *Y, mpfr_prec_t bits);

#endif
