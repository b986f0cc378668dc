/*
 * Common parts of ddblas eig and ddblas verify eig: eigenvalues and vectors of a symmetric or
 * Hermitian matrix in host memory.
 */
#ifndef DDBLAS_CLI_EIGEN_H
#define DDBLAS_CLI_EIGEN_H

#include "../solve/solve.h"

struct cli_eig
{
    ddblasHostMatrix A; /* W or U, both triangles */
    ddblasHostMatrix w; /* n x 1, W, ascending; U for a matrix without symmetry */
    ddblasHostMatrix V; /* n x n, without elements unless asked for; U without symmetry */
    double seconds;     /* that the call took */
};

/* Reads A, or makes it, by the members a_file, gen, npy, uplo and kind of the options. Refuses a
 * matrix that is not symmetric (Hermitian) unless a triangle is named or `general` is 1. Each of
 * these functions returns an exit code; cli_eig_free gives the memory back in any case. */
int cli_eig_load(const struct cli_solve_options *o, int general, struct cli_eig *s);
/* w and, if `vectors`, V. */
int cli_eig_find(ddblasHandle_t handle, int vectors, struct cli_eig *s);
/* The same without symmetry, by a handle of the CPU engine: cli/eigen/general.c. */
int cli_eig_find_general(ddblasHandle_t handle, int vectors, struct cli_eig *s);
void cli_eig_free(struct cli_eig *s);

/* Words of a picture: "Eigenvalues", "ascending". */
struct cli_spectrum_words
{
    const char *title, *order;
};
extern const struct cli_spectrum_words cli_eigenvalues, cli_singular_values;

/* Draws the values [first, last], which ascend or descend, by their numbers, counted from 1. The
 * axis of values is logarithmic if all are positive and span more than three decades. */
int cli_spectrum_svg(const char *path, const struct cli_spectrum_words *words, const char *title, const ddblasHostMatrix *w,
                     int64_t first, int64_t last);

/* ---- against MPFR: cli/eigen/eig_exact.c ----------------------------------------------------- */

/* In units of n 2^-104. */
struct cli_eig_accuracy
{
    double residual;      /* the largest ||A v_j - w_j v_j|| over the norm of A's largest column */
    double orthogonality; /* ||V^H V - I||, Frobenius */
    int64_t columns;      /* that were compared: all, or as many as take a few seconds */
};

struct cli_eig_accuracy cli_eig_compare(const struct cli_eig *s);

/* ---- results of the user: cli/eigen/result.c ------------------------------------------------- */

struct cli_mine_options;
/* The judgement of eigenvalues and, in the second file, vectors. Returns an exit code. */
int cli_eig_judge(struct cli_run *run, const struct cli_solve_options *o, const struct cli_mine_options *of, int general,
                  const char *svg, struct cli_eig *s);

struct cli_mine;
struct cli_judgement;
/* The part of a matrix without symmetry: ours, and what is said of yours.
 * cli/eigen/result_general.c */
int cli_eig_judge_general(struct cli_run *run, struct cli_eig *s, const struct cli_mine *mine, struct cli_judgement *j);

#endif
