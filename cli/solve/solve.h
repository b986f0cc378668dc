/*
 * Common parts of solve, solve-triangular, factor, det and inv: a system A X = B in host memory,
 * its factors and solutions by the library, and their judgement by MPFR.
 */
#ifndef DDBLAS_CLI_SOLVE_H
#define DDBLAS_CLI_SOLVE_H

#include "../cli.h"

/* ---- systems: cli/solve/system.c ------------------------------------------------------------- */

enum cli_method
{
    CLI_METHOD_AUTO, /* Cholesky where A allows it, otherwise LU */
    CLI_METHOD_CHOLESKY,
    CLI_METHOD_LU
};
extern const char *const cli_method_words[]; /* their order */

/* Values of the options. Words that were not given are -1, files null. */
struct cli_solve_options
{
    const char *a_file, *b_file, *x_file;
    const char *gen;    /* verify: A is of this kind, and a_file its N */
    const char *b_kind; /* B of this kind if it has no file; default random-x */
    int npy, uplo, method, refine;
    int64_t digits; /* that a solution must have */
    struct cli_kind_options kind;
};

#define CLI_SOLVE_DEFAULTS                                                                                                       \
    {                                                                                                                            \
        .npy = -1, .uplo = -1, .method = CLI_METHOD_AUTO, .digits = 1, .kind = CLI_KIND_DEFAULTS                                 \
    }

/* The options that say how A is read and factored. */
#define CLI_FACTOR_OPTIONS(o)                                                                                                    \
    {"--method", CLI_WORD, &(o).method, cli_method_words}, {"--uplo", CLI_WORD, &(o).uplo, cli_uplo_words},                      \
        CLI_NPY_OPTION((o).npy)

struct cli_system
{
    ddblasType_t type;     /* W or U */
    ddblasHostMatrix A, B; /* elements of the type; A has both triangles */
    int cholesky;          /* A = A^H with a positive diagonal */
    int inverse;           /* B = I, for the inverse of A */
};

/* A from its file or, with gen, made, in W or U; with o->uplo both triangles from the one named.
 * Infinite elements and NaN are refused. Each of these functions returns an exit code;
 * cli_system_free gives the memory back in any case. */
int cli_system_load_a(const struct cli_solve_options *o, struct cli_system *s);
/* A, square, and B, from its file or made. */
int cli_system_load(const struct cli_solve_options *o, struct cli_system *s);
/* B = I for an A that has been loaded and is square. */
int cli_system_set_identity(const struct cli_solve_options *o, struct cli_system *s);
void cli_system_free(struct cli_system *s);

/* The parts of cli_system_load: A as its file has it, or made; that it is square; B for n rows,
 * from its file or a vector of a kind, its seed the one after A's. */
int cli_read_a(const struct cli_solve_options *o, ddblasHostMatrix *A);
int cli_check_square(const struct cli_solve_options *o, const ddblasHostMatrix *A);
int cli_read_b(const struct cli_solve_options *o, int64_t n, ddblasHostMatrix *B);
/* A matrix of right-hand sides or solutions for a system of order n: a row becomes a column, and
 * anything but n rows and finite numbers is refused. */
int cli_check_columns(ddblasHostMatrix *B, const char *name, int64_t n);
int cli_check_finite(const ddblasHostMatrix *A, const char *name);
/* The same type for two matrices: U if one of them is complex, otherwise W. */
int cli_unify(ddblasHostMatrix *A, ddblasHostMatrix *B, ddblasType_t *type);
/* The name of A, for messages. */
const char *cli_a_name(const struct cli_solve_options *o);

/* ---- factors: cli/solve/factors.c ------------------------------------------------------------ */

/* Factors of a matrix of W or U in the engine's memory. */
struct cli_factors
{
    ddblasType_t type;
    int64_t m, n, lda;
    enum cli_method method; /* CLI_METHOD_CHOLESKY: the lower triangle holds L; CLI_METHOD_LU */
    void *at;
    int64_t *pivots;    /* LU alone */
    int64_t info;       /* as of potrf or getrf */
    int64_t indefinite; /* k > 0: Cholesky was tried, and the leading minor of order k is not positive */
};

/* Factors s->A by the method asked for. Cholesky that was not asked for and fails gives way to LU.
 * Returns an exit code; an exact zero among the pivots of LU is no failure, see info.
 * cli_factors_free gives the memory back in any case. */
int cli_factors_make(ddblasHandle_t handle, const struct cli_solve_options *o, const struct cli_system *s, struct cli_factors *f);
/* The nrhs columns at b, leading dimension f->lda, become solutions. */
ddblasStatus_t cli_factors_solve(ddblasHandle_t handle, const struct cli_factors *f, int64_t nrhs, void *b);
/* c, leading dimension f->lda, becomes the inverse by getri or potri; by potri its lower triangle
 * alone. */
ddblasStatus_t cli_factors_invert(ddblasHandle_t handle, const struct cli_factors *f, void *c);
void cli_factors_free(ddblasHandle_t handle, struct cli_factors *f);
/* The line for a matrix whose pivot `info` is 0, and CLI_BAD_INPUT. */
int cli_singular_error(const struct cli_solve_options *o, int64_t n, int64_t info);
/* "--method cholesky" was given for a matrix that does not allow it. */
int cli_check_method(const struct cli_solve_options *o, const struct cli_system *s);
int cli_indefinite_error(const struct cli_solve_options *o, int64_t info);

/* ---- solutions: cli/solve/solution.c --------------------------------------------------------- */

struct cli_solution
{
    ddblasHostMatrix X;
    enum cli_method method;
    int64_t indefinite; /* as in struct cli_factors */
    int refined;        /* errors are bounds of dd/refine.h; otherwise they are estimates */
    /* One number a column: the largest error over the largest element, and the largest relative
     * error of an element. */
    double *whole, *element;
    ddblasRefineReport_t report; /* if refined */
    double seconds;
};

/* X with A X = B. Refuses a singular A, and with CLI_FEW_DIGITS solutions of fewer digits than
 * o->digits. Returns an exit code; cli_solution_free gives the memory back in any case. */
int cli_solution_find(ddblasHandle_t handle, const struct cli_solve_options *o, const struct cli_system *s,
                      struct cli_solution *solution);
/* The inverse of s->A; s->B becomes the identity. No other place computes an inverse. */
int cli_solution_invert(ddblasHandle_t handle, const struct cli_solve_options *o, struct cli_system *s,
                        struct cli_solution *solution);
void cli_solution_free(struct cli_solution *solution);

/* -log10 of a relative error, from 0 to the 31.3 digits of 2^-104. */
double cli_digits_of_error(double error);
/* The least digits of all columns, by whole or by element. */
double cli_least_digits(const double *errors, int64_t count);

/* The command of a solution: what was found, printed, as JSON, or written to `out`. routine:
 * "solve" or "inv". Returns an exit code. */
int cli_solution_show(ddblasHandle_t handle, const char *routine, const struct cli_solution *solution, const char *out, int json);

#endif
