/*
 * The oracle: expected values and errors of computed values, from MPFR, which only the files
 * oracle_*.c of the validation room know; everything here takes and gives doubles, pairs and
 * elements of the types.
 *
 * Errors are measured, not estimated: differences between computed and exact values are formed
 * exactly or with a relative error far below 2^-200, then scaled. All functions are safe to call
 * from several threads at once.
 */
#ifndef DD_REFERENCE_ORACLE_H
#define DD_REFERENCE_ORACLE_H

#include <stdint.h>

#include <dd/ddblas.h>

/* ---- an exact number ------------------------------------------------------------------------- */

/* Wide enough that sums of up to 2^100 products of two doubles of any exponent are exact. */
typedef struct dd_exact dd_exact;

dd_exact *dd_exact_new(void); /* 0; aborts when out of memory */
void dd_exact_free(dd_exact *s);
void dd_exact_zero(dd_exact *s);
void dd_exact_add(dd_exact *s, double d);                        /* s += d */
void dd_exact_add_product(dd_exact *s, double a, double b);      /* s += a b */
void dd_exact_add_pairs(dd_exact *s, cuddreal a, cuddreal b);    /* s += (a.x + a.y)(b.x + b.y) */
void dd_exact_add_exact(dd_exact *s, const dd_exact *t);         /* s += t */
void dd_exact_multiply(dd_exact *s, cuddreal a);                 /* s *= a.x + a.y, relative error below 2^-4390 */
cuddreal dd_exact_to_pair(const dd_exact *s);                    /* RN to a double, then RN of the rest */
double dd_exact_to_double(const dd_exact *s);                    /* RN */
int dd_exact_sign(const dd_exact *s);                            /* -1, 0, 1 */
int dd_exact_compare_magnitude(const dd_exact *s, int exponent); /* sign of |s| - 2^exponent */
/* |computed - s| / |s| in units of 2^-unit_bits; 0 when both are 0, Inf when s alone is 0 or
 * computed is not finite. */
double dd_exact_relative_error(const dd_exact *s, cuddreal computed, int unit_bits);
/* |computed - s| / scale in the same unit: scale is given as a number of its own, so the answer
 * is useful when s cancels. */
double dd_exact_scaled_error(const dd_exact *s, cuddreal computed, const dd_exact *scale, int unit_bits);

/* ---- scalar operations ----------------------------------------------------------------------- */

/* The mathematical function that a function of cuddreal.h approximates. */
typedef enum dd_operation
{
    DD_OP_SUM,        /* a + b */
    DD_OP_PRODUCT,    /* a b */
    DD_OP_QUOTIENT,   /* a / b */
    DD_OP_ROOT,       /* sqrt(a) */
    DD_OP_MULTIPLYADD /* a b + c */
} dd_operation;

struct dd_scalar_error
{
    double relative;  /* |r - exact| / |exact| in units of u^2 = 2^-106; 0 or Inf when exact is 0 */
    double scaled;    /* the same over |a| + |b| for sums, |a b| + 3/4 |a b + c| for multiply-add; elsewhere = relative */
    double magnitude; /* |exact| rounded to double: 0 or Inf beyond the range of double */
    double absolute;  /* |r - exact| rounded to double, in units of 2^-1074 */
};

/* The error of the computed r. Operands finite; b, c are not used by operations that lack them. */
struct dd_scalar_error dd_oracle_scalar(dd_operation op, cuddreal a, cuddreal b, cuddreal c, cuddreal r);

/* The exact result rounded to a pair: RN to a double, then RN of the rest. Inf when it rounds
 * beyond the range of double. */
cuddreal dd_oracle_scalar_value(dd_operation op, cuddreal a, cuddreal b, cuddreal c);

/* The sign of the exact difference (a.x + a.y) - (b.x + b.y). Finite operands. */
int dd_oracle_compare(cuddreal a, cuddreal b);

/* The integer that floor, ceil, trunc or rint (ties to even) should give, exactly, as a normalised
 * pair. */
cuddreal dd_oracle_floor(cuddreal a);
cuddreal dd_oracle_ceil(cuddreal a);
cuddreal dd_oracle_trunc(cuddreal a);
cuddreal dd_oracle_rint(cuddreal a);

/* pi and e as pairs. */
cuddreal dd_oracle_pi(void);
cuddreal dd_oracle_e(void);

/* ---- y = alpha A x + beta y ------------------------------------------------------------------ */

/* A problem in the terms of level2.h; all pointers are host memory. y is the vector before the
 * call. */
struct dd_symv_problem
{
    ddblasType_t type;
    int hermitian; /* 1: hemv */
    ddblasFillMode_t uplo;
    int64_t n;
    const void *alpha;
    const void *A;
    int64_t lda;
    const void *x;
    int64_t incx;
    const void *beta;
    const void *y;
    int64_t incy;
};

/* The unit of a type: S 2^-24, D 2^-53, W 2^-104, C, Z and U as their real type. */
double dd_oracle_unit(ddblasType_t type);

/* The error of component i, 0 <= i < n, of the computed vector `result` (increment incy, BLAS's
 * convention for negative ones), as |result_i - exact_i| / (|alpha| |A| |x| + |beta| |y|)_i in
 * units of the type. Moduli of complex numbers. 0 when the scale is 0 and result_i is 0; Inf when
 * the scale alone is 0 or result_i is not finite. Costs O(n). */
double dd_oracle_symv_component(const struct dd_symv_problem *p, const void *result, int64_t i);

/* The largest of all components, each also written to error[i] when error is not null; *worst, when
 * not null, gets its index. Costs O(n^2): about 50 us a row of 1000 in W. */
double dd_oracle_symv_error(const struct dd_symv_problem *p, const void *result, double *error, int64_t *worst);

/* The exact component i rounded to nearest: part[0] + part[1] the real, part[2] + part[3] the
 * imaginary part; and, when scale is not null, the scale of that component rounded to double. */
void dd_oracle_symv_value(const struct dd_symv_problem *p, int64_t i, double part[4], double *scale);

#endif
