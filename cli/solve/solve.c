/*
 * ddblas solve and ddblas inv: systems of linear equations, and the inverse of a matrix.
 */
#include "solve.h"

#define METHOD_HELP                                                                                                              \
    "  --method  auto: Cholesky if A is symmetric, or Hermitian, with a positive diagonal, and LU with partial pivoting if it\n" \
    "            is not or if Cholesky finds A not positive definite; the output says which\n"                                   \
    "  --uplo    reads that triangle of A alone; A is then symmetric, or Hermitian if it is complex\n"                           \
    "  --refine  factors in double, and in double-double if the condition needs it, with refinement until no\n"                  \
    "            more digits come, and bounds on the errors. Prints the factors' precision, the number of residuals, the\n"      \
    "            condition of the scaled matrix and the digits that the bounds vouch for\n"                                      \
    "  --digits  exit code 4, one line that says how many digits can be had, and no result if they are fewer than N; default\n"  \
    "            1, and 0 takes any. Digits are those of the largest element of each column: by the bound with --refine,\n"      \
    "            otherwise by an estimate from one correction of the solution, which may err\n"                                  \
    "  --engine  cuda fails when there is no device; auto takes it when there is one\n"

const char cli_solve_help[] =
    "usage: ddblas solve A.mtx [b.mtx] [--method auto|cholesky|lu] [--uplo L|U] [--refine] [--digits N] [--out X.mtx]\n"
    "                    [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "Solves A x = b for a square matrix and one or more right-hand sides in Matrix Market or NumPy files, in double-double\n"
    "(type W; U for complex files), and prints x with all its digits, or writes it to the file of --out.\n"
    "Exit code 2 when A is singular, that is, when a pivot is exactly 0: the message has its number.\n"
    "\n"
    "  b         without b.mtx a vector is made: --b random-x (default, with --seed) or another kind of 'ddblas "
    "gen'\n" METHOD_HELP "\n" CLI_NPY_HELP "\n"
    "  ddblas solve A.mtx b.mtx\n"
    "  ddblas solve A.mtx b.mtx --refine --digits 25 --out x.mtx\n"
    "  ddblas verify solve A.mtx x.mtx b.mtx          how good a solution is, by MPFR\n";

const char cli_inv_help[] =
    "usage: ddblas inv A.mtx [--method auto|cholesky|lu] [--uplo L|U] [--refine] [--digits N] [--out FILE]\n"
    "                  [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "The inverse of a square matrix in a Matrix Market or NumPy file, in double-double (type W; U for complex files): solutions\n"
    "for the columns of the identity. Where the inverse is to be multiplied by b, 'ddblas solve A.mtx b.mtx' has more digits.\n"
    "Exit code 2 when A is singular, that is, when a pivot is exactly 0.\n"
    "\n" METHOD_HELP "\n" CLI_NPY_HELP "\n"
    "  ddblas inv A.mtx --out Ainv.mtx\n"
    "  ddblas gen hilbert 12 -o H.mtx && ddblas inv H.mtx --refine        integers, as far as the digits go\n";

#define SOLVE_OPTIONS(o)                                                                                                         \
    CLI_FACTOR_OPTIONS(o), {"--refine", CLI_FLAG, &(o).refine, 0}, { "--digits", CLI_INT, &(o).digits, 0 }

int cli_solve(int argc, char **argv)
{
    struct cli_solve_options o = CLI_SOLVE_DEFAULTS;
    struct cli_system s = {0};
    struct cli_solution solution = {0};
    struct cli_run run = {0};
    const char *out = NULL, *files[2] = {NULL, NULL};
    int count;
    const struct cli_option options[] = {
        SOLVE_OPTIONS(o),     CLI_KIND_OPTIONS(o.kind),          {"--b", CLI_TEXT, &o.b_kind, NULL},
        CLI_RUN_OPTIONS(run), {"--out", CLI_OUTPUT, &out, NULL}, {0}};
    int code = cli_run_open(&run, argc, argv, options, files, 1, 2, &count);
    o.a_file = files[0];
    o.b_file = files[1];
    code = code ? code : cli_system_load(&o, &s);
    code = code ? code : cli_solution_find(run.handle, &o, &s, &solution);
    code = code ? code : cli_solution_show(run.handle, "solve", &solution, out, run.json);
    cli_solution_free(&solution);
    cli_system_free(&s);
    cli_run_close(&run);
    return code;
}

int cli_inv(int argc, char **argv)
{
    struct cli_solve_options o = CLI_SOLVE_DEFAULTS;
    struct cli_system s = {0};
    struct cli_solution solution = {0};
    struct cli_run run = {0};
    const char *out = NULL;
    int count;
    const struct cli_option options[] = {SOLVE_OPTIONS(o), CLI_RUN_OPTIONS(run), {"--out", CLI_OUTPUT, &out, NULL}, {0}};
    int code = cli_run_open(&run, argc, argv, options, &o.a_file, 1, 1, &count);
    code = code ? code : cli_system_load_a(&o, &s);
    code = code ? code : cli_solution_invert(run.handle, &o, &s, &solution);
    code = code ? code : cli_solution_show(run.handle, "inv", &solution, out, run.json);
    cli_solution_free(&solution);
    cli_system_free(&s);
    cli_run_close(&run);
    return code;
}
