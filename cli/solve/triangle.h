/*
 * Common parts of solve-triangular and its verification.
 */
#ifndef DDBLAS_CLI_TRIANGLE_H
#define DDBLAS_CLI_TRIANGLE_H

#include "judge.h"

/* op(A) X = B. A has zeros outside its triangle, and ones on the diagonal if that is asked for. */
struct cli_triangle_problem
{
    ddblasHostMatrix A, B;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
};

struct cli_triangle_options
{
    struct cli_solve_options o; /* files, gen, b_kind, npy, uplo, kind */
    int trans, diag, type;
};

#define CLI_TRIANGLE_DEFAULTS                                                                                                    \
    {                                                                                                                            \
        .o = CLI_SOLVE_DEFAULTS, .type = -1                                                                                      \
    }

extern const char *const cli_trans_words[]; /* the order of ddblasOperation_t */
extern const char *const cli_diag_words[];  /* the order of ddblasDiagType_t */

#define CLI_TRIANGLE_OPTIONS(t)                                                                                                  \
    {"--uplo", CLI_WORD, &(t).o.uplo, cli_uplo_words}, {"--trans", CLI_WORD, &(t).trans, cli_trans_words},                       \
        {"--diag", CLI_WORD, &(t).diag, cli_diag_words}, {"--type", CLI_WORD, &(t).type, cli_type_words},                        \
        CLI_NPY_OPTION((t).o.npy), CLI_KIND_OPTIONS((t).o.kind),                                                                 \
    {                                                                                                                            \
        "--b", CLI_TEXT, &(t).o.b_kind, 0                                                                                        \
    }

/* The problem in W or U. These functions return an exit code; cli_triangle_free gives the memory
 * back in any case. */
int cli_triangle_load(const struct cli_triangle_options *t, struct cli_triangle_problem *p);
/* *to = the same rounded to a type. Refuses a diagonal with zeros, and numbers beyond the range. */
int cli_triangle_convert(const struct cli_triangle_options *t, const struct cli_triangle_problem *from, ddblasType_t type,
                         struct cli_triangle_problem *to);
/* X by trsv, or by trsm for several columns. */
int cli_triangle_solve(ddblasHandle_t handle, const struct cli_triangle_problem *p, ddblasHostMatrix *X, double *seconds);
void cli_triangle_free(struct cli_triangle_problem *p);

#endif
