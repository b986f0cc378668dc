/*
 * Common parts of ddblas svd, rank, null and pinv, and of their forms of verify: a matrix of any
 * shape in host memory, and its singular values and what follows from them by the library.
 */
#ifndef DDBLAS_CLI_SVD_H
#define DDBLAS_CLI_SVD_H

#include "../solve/solve.h"

enum cli_svd_task
{
    CLI_SVD_VALUES, /* s */
    CLI_SVD_THIN,   /* s and thin U and VT */
    CLI_SVD_FULL,   /* s and full U and VT */
    CLI_SVD_RANK,   /* rank and gap */
    CLI_SVD_NULL,   /* these and Z */
    CLI_SVD_PINV    /* rank, gap and X, in Z */
};

struct cli_svd
{
    ddblasHostMatrix A;        /* m x n, W or U */
    ddblasHostMatrix s, U, VT; /* as in dd/svd.h; s is min(m, n) x 1 */
    ddblasHostMatrix Z;        /* n x (n - rank), or the pseudo-inverse */
    ddblasHostMatrix gap;      /* 2 x 1 */
    int64_t rank;
    double seconds; /* that the call took */
};

struct cli_svd_options
{
    struct cli_solve_options of; /* a_file, gen, npy, kind */
    cuddreal tolerance;          /* -1 unless given */
};

#define CLI_SVD_DEFAULTS                                                                                                         \
    {                                                                                                                            \
        .of = CLI_SOLVE_DEFAULTS, .tolerance = { -1.0, 0.0 }                                                                     \
    }

#define CLI_TOLERANCE_OPTION(o)                                                                                                  \
    {                                                                                                                            \
        "--tolerance", CLI_NUMBER, &(o).tolerance, NULL                                                                          \
    }

#define CLI_TOLERANCE_HELP                                                                                                       \
    "  --tolerance  singular values count if they are above T times the largest one; from 0 to below 1. Default: max(m, n)\n"    \
    "               2^-104, the size of the rounding errors. A matrix whose elements have larger errors needs a larger T\n"

/* Reads A, or makes it. Refuses one without elements and a tolerance out of range. Each of these
 * functions returns an exit code; cli_svd_free gives the memory back in any case. */
int cli_svd_load(const struct cli_svd_options *o, struct cli_svd *s);
/* Computes the members that the task names. */
int cli_svd_find(ddblasHandle_t handle, enum cli_svd_task task, const struct cli_svd_options *o, struct cli_svd *s);
void cli_svd_free(struct cli_svd *s);
/* The tolerance in use. */
double cli_svd_tolerance(const struct cli_svd_options *o, const struct cli_svd *s);
/* The number of singular values in s above `cut`. */
int64_t cli_svd_count_above(const struct cli_svd *s, double cut);
/* Element `number` of s or gap, counted from 0. */
cuddreal cli_svd_value(const ddblasHostMatrix *values, int64_t number);

/* ---- against MPFR: cli/svd/svd_exact.c ------------------------------------------------------- */

/* Errors in units of max(m, n) 2^-104, each over the columns that were compared: all, or as many as
 * take a few seconds. */
struct cli_svd_accuracy
{
    int64_t columns, all;
    double residual;    /* svd: the largest column of A - U S V^H over A's; null: the largest of A Z over ||A||_F */
    double whole;       /* svd: ||A - U S V^H||_F, not in these units */
    double left, right; /* ||U^H U - I||_F, ||V^H V - I||_F; null: right is ||Z^H Z - I||_F */
    double norm;        /* null: ||A||_F, not in these units */
};
struct cli_svd_accuracy cli_svd_compare(const struct cli_svd *s);
struct cli_svd_accuracy cli_null_compare(const struct cli_svd *s);
/* The least and the largest rank that the errors of s, U and VT allow. The exact singular values
 * differ from s by at most the norm of A - U S V^H, found by MPFR, and by the defects of U and V
 * times s[0]. So does the cut, times the tolerance. cli/svd/verify_svd.c */
void cli_rank_range(const struct cli_svd_options *o, const struct cli_svd *s, const struct cli_svd_accuracy *a, int64_t *least,
                    int64_t *most);

/* The conditions of Moore and Penrose, in Frobenius norms and the same units. The columns of A and
 * those of X count together. */
struct cli_pinv_accuracy
{
    int64_t columns, all;
    double first;  /* ||A X A - A|| / (||A||^2 ||X||) */
    double second; /* ||X A X - X|| / (||A|| ||X||^2) */
    double third;  /* ||A X - (A X)^H|| / (||A|| ||X||) */
    double fourth; /* ||X A - (X A)^H|| / (||A|| ||X||) */
    double norm;   /* ||A||, not in these units */
};
struct cli_pinv_accuracy cli_pinv_compare(const struct cli_svd *s);

/* Rayleigh quotients of (U_j; V_j) for the matrix (0 A; A^H 0), whose eigenvalues are the singular
 * values, their negatives and zeros: *value = Re(u^H A v) / ((||u||^2 + ||v||^2) / 2), and the norm
 * of the residual over that of (u; v), which is returned. */
double cli_svd_quotient(const struct cli_svd *s, int64_t j, cuddreal *value);
/* ||Z - Y Y^H Z||_F: the sines of the angles between the columns of Z and the space that those of Y
 * span. */
double cli_null_angle(const ddblasHostMatrix *Y, const ddblasHostMatrix *Z);

/* ---- results of the user: cli/svd/result.c --------------------------------------------------- */

/* *first = the largest singular value. Returns an exit code. */
int cli_svd_find_first(ddblasHandle_t handle, const struct cli_svd_options *o, const struct cli_svd *s, double *first);

struct cli_judgement;
struct cli_mine;
/* Judgements of svd (files: singular values, U and VT), rank, null and pinv. The caller has read
 * the result and filled in the titles and sizes of *j. Each returns an exit code. */
typedef int cli_svd_judgement(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct cli_mine *mine,
                              struct cli_judgement *j);
cli_svd_judgement cli_svd_judge, cli_rank_judge, cli_null_judge, cli_pinv_judge;

#endif
