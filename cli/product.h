/*
 * Common parts of symv, gemv, gemm, dot and nrm2: a product C = alpha op(A) op(B) + beta C in host
 * memory, from files and options, through the library, and beside its exact value. Of symv and
 * gemv, B is x and C is y; of dot, A is x, a column, B is y, and C has one element. The norm nrm2
 * is the square root of such a product, of x^H and x; there A is x, and B is empty.
 */
#ifndef DDBLAS_CLI_PRODUCT_H
#define DDBLAS_CLI_PRODUCT_H

#include "check/check.h"
#include "cli.h"

struct cli_product
{
    const struct cli_routine *routine;
    ddblasType_t type;
    int64_t m, n, k; /* the result is m x n, each element a sum of k products */
    cuddreal alpha[2], beta[2];
    ddblasHostMatrix A, B, C; /* elements of the type; C is empty if beta is 0 */
    int hermitian;            /* symv: A = A^H, hemv */
    ddblasFillMode_t uplo;
    ddblasOperation_t transa, transb; /* gemm; gemv has the first; dot conjugates x if it is C */
    int over_host;                    /* gemm: the operands stay in host memory, by dd/xt.h */
    int64_t more_runs;                /* after the first one: the time is the best of all */
};

/* Values of the options of a product. Words that were not given are -1. */
struct cli_product_options
{
    const char *files[3]; /* the files of A, B, C, or null */
    const char *gen;      /* verify: A is of this kind, and files[0] its N */
    const char *b_kind;   /* B when it has no file */
    const char *svg;      /* verify: the picture of the digits, or null */
    int type, npy, uplo, hermitian, transa, transb, over_host;
    int64_t runs;    /* how often the routine is run and timed */
    int64_t samples; /* verify: elements to compare, 0: as many as take little time */
    struct cli_scalar alpha, beta;
    struct cli_kind_options kind;
    struct cli_mine_options mine; /* verify */
};

extern const struct cli_product_options cli_product_defaults; /* alpha = 1, beta = 0 */

#define CLI_PRODUCT_OPTIONS(o)                                                                                                   \
    {"--type", CLI_WORD, &(o).type, cli_type_words}, CLI_NPY_OPTION((o).npy), {"--alpha", CLI_SCALAR, &(o).alpha, 0},            \
        {"--beta", CLI_SCALAR, &(o).beta, 0}, {"--repeat", CLI_INT, &(o).runs, 0}, CLI_KIND_OPTIONS((o).kind)

/* Engine memory, or host memory where the product is formed there, and scalars on the host. */
struct cli_operands
{
    void *A, *B, *C;
    _Alignas(16) char alpha[32], beta[32];
};

struct cli_routine
{
    const char *name, *result_name; /* "gemm", "C" */
    int has_u;                      /* the library has it in type U */
    int is_vector;                  /* the result */
    /* The operand that beta multiplies and its option, for the error text if it is missing. */
    const char *beta_operand;
    /* Sets m, n, k and checks the shapes of what has been read; makes B when it has no file.
     * Returns an exit code. */
    int (*prepare)(struct cli_product *p, const struct cli_product_options *o);
    ddblasStatus_t (*call)(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o);
    /* The factors of product t of element (i, j) of op(A) op(B). */
    void (*factors)(const struct cli_product *p, int64_t i, int64_t j, int64_t t, cuddreal a[2], cuddreal b[2]);
    /* Sizes and letters on stdout: as text such as "n = 4", or as JSON. */
    void (*describe)(const struct cli_product *p, int json);
    int is_norm;   /* nrm2: the result is the square root of the product, and real */
    int is_number; /* dot and nrm2: the result is one number */
};

extern const struct cli_routine cli_symv_routine, cli_gemv_routine, cli_gemm_routine, cli_dot_routine, cli_nrm2_routine;

/* The routine's name: hemv of a Hermitian symv. */
const char *cli_product_name(const struct cli_product *p);

/* Reads or makes the operands in the type asked for. CLI_ANY_TYPE: in W, or, when a file is
 * complex, in U, or Z where the routine lacks U; CLI_EVERY_DIGIT: in W or U. Returns an exit code;
 * whatever it is, cli_product_free gives the memory back. */
enum
{
    CLI_ANY_TYPE = -1,
    CLI_EVERY_DIGIT = -2
};
int cli_product_load(struct cli_product *p, const struct cli_routine *routine, const struct cli_product_options *o, int type);
void cli_product_free(struct cli_product *p);

/* Checks that x is a vector of n elements; a row becomes a column. B = a vector of k elements made
 * by the kind o->b_kind, random-x if it is null. Both return an exit code. */
int cli_product_check_vector(ddblasHostMatrix *x, const char *name, int64_t n);
int cli_product_make_vector(struct cli_product *p, const struct cli_product_options *o);

/* *to = the same product with its operands rounded to another type. Returns an exit code; free *to
 * in any case. */
int cli_product_convert(const struct cli_product *from, ddblasType_t type, struct cli_product *to);

/* Runs the routine on the handle's engine; *result becomes the m x n result, *seconds the best time
 * of its runs, or over host memory the time of one. */
int cli_product_solve(ddblasHandle_t handle, const struct cli_product *p, ddblasHostMatrix *result, double *seconds);

/* The command of a routine after cli_run_open: loads, solves, and prints the result or writes it to
 * `out`. Returns an exit code.
 */
int cli_product_command(struct cli_run *run, const struct cli_routine *routine, const struct cli_product_options *o,
                        const char *out);

/* ddblas verify after cli_run_open: cli/verify.c. */
int cli_product_verify(struct cli_run *run, const struct cli_routine *routine, const struct cli_product_options *o);

/* ---- against exact values: cli/product_exact.c ----------------------------------------------- */

/* How far a computed result is from the exact one. An element's digits are -log10 |error / exact|,
 * at least 0, and infinite when it is exact; complex numbers by their moduli. */
struct cli_accuracy
{
    double worst, median; /* digits of the worst and of the median element */
    double norm;          /* digits of the largest error relative to the largest exact element */
    double condition;     /* largest (|alpha| |op(A)| |op(B)| + |beta| |C|) / |exact| of an element */
    double bound_ratio;   /* largest |error| / (bound (|alpha| |op(A)| |op(B)| + |beta| |C|)), of a norm / (bound norm) */
};

struct cli_candidate
{
    const ddblasHostMatrix *result;
    double bound;   /* the factor of the error bound */
    double *digits; /* null, or a number for each element compared, which becomes its digits */
    double *ratio;  /* the same: its error over its bound */
    struct cli_accuracy accuracy;
};

/* (k + 8) u_T, times sqrt 8 for complex types; for a norm (k / 2 + 5) u_T, twice that for C and Z.
 */
double cli_product_bound(const struct cli_product *p, ddblasType_t type);

/* Fills the accuracy of each candidate for a product of finite numbers, over `samples` elements at
 * places of their own or over all when there are no more. Returns an exit code. */
int cli_product_compare(const struct cli_product *p, struct cli_candidate *candidates, int count, int64_t samples);

#endif
