/*
 * Common parts of ddblas qr and ddblas lstsq: a factorisation or a fit of host matrices through the
 * library, and beside exact values.
 */
#ifndef DDBLAS_CLI_ORTHOGONAL_H
#define DDBLAS_CLI_ORTHOGONAL_H

#include "cli.h"

/* Values of the options. Words that were not given are -1. */
struct cli_orthogonal_options
{
    const char *files[2]; /* the files of A and, for lstsq, B */
    const char *gen;      /* verify: A is of this kind, and files[0] its N */
    const char *b_kind;   /* lstsq: B of this kind when it has no file */
    int type, npy, nonnegative, refine;
    struct cli_kind_options kind;
};

#define CLI_ORTHOGONAL_DEFAULTS                                                                                                  \
    {                                                                                                                            \
        .type = -1, .npy = -1, .kind = CLI_KIND_DEFAULTS                                                                         \
    }

/* A with all its digits: from its file or, with gen, made. W for real data, U for complex data. At
 * least as many rows as columns. Returns an exit code; free *A in any case. */
int cli_orthogonal_load(const struct cli_orthogonal_options *o, ddblasHostMatrix *A);

/* The type to solve in, into *type: the one asked for, otherwise W, or Z for complex data. Returns
 * an exit code. */
int cli_orthogonal_type(int asked, int is_complex, ddblasType_t *type);

/* The JSON object of a result, opened, with what is said of every one. */
void cli_orthogonal_json(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, double seconds);

/* Q and R of A, which has a type of the library's tsqr. *seconds: of the call. Returns an exit
 * code; free both in any case. */
int cli_factorise(ddblasHandle_t handle, const ddblasHostMatrix *A, int nonnegative, ddblasHostMatrix *Q, ddblasHostMatrix *R,
                  double *seconds);

/* R alone. */
int cli_triangle(ddblasHandle_t handle, const ddblasHostMatrix *A, ddblasHostMatrix *R);

/* *distance: with the columns of R scaled to length 1, an estimate of the least change of a column
 * (1-norm) that makes them dependent; 0 when they are, or R is not finite. R has a column. Returns
 * an exit code. cli/dependence.c */
int cli_distance_to_dependence(const ddblasHostMatrix *R, double *distance);

/* X (n x nrhs) and the norms of the residuals (nrhs x 1, real) of A X ~ B; NaN where there is no
 * solution. */
int cli_fit(ddblasHandle_t handle, const ddblasHostMatrix *A, const ddblasHostMatrix *B, ddblasHostMatrix *X,
            ddblasHostMatrix *residual, double *seconds);

/* ---- verify ---------------------------------------------------------------------------------- */

/* The types in which verify solved, side by side. */
struct cli_orthogonal_verdict
{
    const char *routine, *title; /* the routine; the title of the matrix */
    int64_t m, n;
    int count, passed;
    ddblasType_t type[2];
    double seconds[2];
};

/* A verdict of the data, passed so far, in the narrow type asked for, or D (Z for complex data),
 * then in W for real data. Returns an exit code. */
int cli_verdict_begin(struct cli_orthogonal_verdict *v, const char *routine, const struct cli_orthogonal_options *o,
                      const ddblasHostMatrix *data);
/* "FP32", "FP64" or "W". */
const char *cli_verdict_name(ddblasType_t type);
/* A line of the table: the types, a quantity in each, the times. */
void cli_verdict_types(const struct cli_orthogonal_verdict *v, const char *label);
void cli_verdict_row(const struct cli_orthogonal_verdict *v, const char *label, const double *value);
void cli_verdict_times(const struct cli_orthogonal_verdict *v);
/* The JSON object up to the sizes of the matrix, and the end of it and of its list of types. */
void cli_verdict_json_open(const struct cli_orthogonal_verdict *v);
void cli_verdict_json_close(const struct cli_orthogonal_verdict *v);
/* One type's object, opened; the caller adds its quantities and closes it. */
void cli_verdict_json_type(const struct cli_orthogonal_verdict *v, int c);

/* ---- against MPFR: cli/orthogonal_exact.c ---------------------------------------------------- */

struct cli_qr_accuracy
{
    double residual;      /* the largest ||(A - Q R)_j|| / ||A_j|| */
    double orthogonality; /* ||Q^H Q - I||, Frobenius; when not all columns were compared, estimated from those that were */
    int64_t columns;      /* that were compared */
};

/* Over all columns, or as many as take a few seconds, spread evenly; the estimate is then sqrt(n /
 * columns) times the Frobenius norm of the compared columns. All of one type. */
struct cli_qr_accuracy cli_qr_compare(const ddblasHostMatrix *A, const ddblasHostMatrix *Q, const ddblasHostMatrix *R);

/* The elements of R on and above the diagonal, which is positive, for an A of full rank, and
 * *inverse = ||A^+||, Frobenius. R has at least n rows, and zeros below. *why: null, or why there
 * is no such R. Returns an exit code. */
int cli_qr_exact(const ddblasHostMatrix *A, ddblasHostMatrix *R, double *inverse, const char **why);

/* n, or what stands for it in the bounds where columns are few: dd/tsqr.h. */
double cli_columns_of_bound(int64_t m, int64_t n);

/* Least squares exactly: the solutions rounded to W or U, the norm of each residual, and ||A||,
 * ||A^+|| (Frobenius). */
struct cli_lstsq_truth
{
    ddblasHostMatrix X, residual;
    double norm, inverse_norm;
    int64_t m;
};

/* A of full rank. Returns an exit code; free truth->X and truth->residual in any case. */
int cli_lstsq_exact(const ddblasHostMatrix *A, const ddblasHostMatrix *B, struct cli_lstsq_truth *truth);

struct cli_lstsq_accuracy
{
    /* Correct digits of the worst component: -log10 |x - exact| / |exact|, at least 0, Inf if all
     * are exact. */
    double digits;
    double error; /* ||x - exact|| / ||exact|| */
    /* 8 n u k (1 + k rho / (||A|| ||exact||)), where k = ||A|| ||A^+|| and rho is the norm of the
     * exact residual. */
    double bound;
};

/* Accuracy of column j of X; u is the unit of X's type. digits: null, or a number for each
 * component, which becomes its digits. */
struct cli_lstsq_accuracy cli_lstsq_compare(const struct cli_lstsq_truth *truth, const ddblasHostMatrix *X, int64_t j,
                                            double *digits);

/* ---- results of the user: cli/orthogonal_result.c -------------------------------------------- */

struct cli_judgement;
struct cli_mine;
/* Judgements of qr (files: R, and Q or none) and lstsq (x); A and B in W or U. The caller has read
 * the files and filled in the titles of *j. Both return an exit code. */
int cli_qr_judge(const ddblasHostMatrix *A, struct cli_mine *mine, struct cli_judgement *j);
int cli_lstsq_judge(const ddblasHostMatrix *A, const ddblasHostMatrix *B, struct cli_mine *mine, struct cli_judgement *j);

#endif
