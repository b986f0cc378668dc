/*
 * ddblas rank, null and pinv: the numerical rank, an orthonormal basis of the null space, and the
 * pseudo-inverse of a matrix.
 */
#include "svd.h"

#include <inttypes.h>
#include <stdio.h>

const char cli_rank_help[] =
    "usage: ddblas rank A.mtx [--tolerance T] [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "The rank of a matrix of any shape in a Matrix Market or NumPy file: the number of its singular values, in double-double\n"
    "(type W; U for complex files), that are not rounding errors. The line below it has the singular values on both sides of\n"
    "the rank; the rank is certain only if they are far apart.\n"
    "\n" CLI_TOLERANCE_HELP "\n" CLI_NPY_HELP "\n"
    "  ddblas gen hilbert 20 -o H.mtx && ddblas rank H.mtx            20; in FP64 it would be 13\n"
    "  ddblas rank A.mtx --tolerance 1e-12                            elements that came from FP64\n"
    "  ddblas verify rank A.mtx                                       which ranks the errors, found by MPFR, allow\n";

const char cli_null_help[] =
    "usage: ddblas null A.mtx [--tolerance T] [--out Z.mtx] [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N]\n"
    "                   [--json]\n"
    "\n"
    "An orthonormal basis of the null space of a matrix of any shape in a Matrix Market or NumPy file, in double-double (type\n"
    "W; U for complex files): the columns z of Z, A z = 0, one for each singular value that does not count.\n"
    "\n" CLI_TOLERANCE_HELP "\n" CLI_NPY_HELP "\n"
    "  ddblas null A.mtx --out Z.mtx\n"
    "  ddblas verify null A.mtx                                       A z and Z^H Z, by MPFR\n";

const char cli_pinv_help[] =
    "usage: ddblas pinv A.mtx [--tolerance T] [--out X.mtx] [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N]\n"
    "                   [--json]\n"
    "\n"
    "The pseudo-inverse of Moore and Penrose of a matrix of any shape in a Matrix Market or NumPy file, in double-double (type\n"
    "W; U for complex files). Singular values that do not count are taken as 0.\n"
    "\n" CLI_TOLERANCE_HELP "\n" CLI_NPY_HELP "\n"
    "  ddblas pinv A.mtx --out X.mtx\n"
    "  ddblas verify pinv A.mtx                                       the four conditions of Penrose, by MPFR\n";

/* A command: its word, its task, and what its matrix is called. */
struct command
{
    const char *word;
    enum cli_svd_task task;
    const char *matrix;
};

/* The rank and the singular values on both sides of it; mark begins each line. */
static void print_facts(const struct cli_svd *s, const char *mark)
{
    const int64_t order = s->A.m < s->A.n ? s->A.m : s->A.n;
    printf("%srank %" PRId64 " of %" PRId64 " x %" PRId64 ", %.3g ms\n", mark, s->rank, s->A.m, s->A.n, 1e3 * s->seconds);
    if (s->rank > 0)
        printf("%ssingular value %" PRId64 ": %.4g\n", mark, s->rank, cli_svd_value(&s->gap, 0).x);
    if (s->rank < order)
        printf("%ssingular value %" PRId64 ": %.4g, which does not count\n", mark, s->rank + 1, cli_svd_value(&s->gap, 1).x);
}

static void print_json(ddblasHandle_t handle, const struct command *c, const struct cli_svd_options *o, const struct cli_svd *s,
                       const char *out)
{
    char engine[256], text[CLI_ELEMENT_TEXT];
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("routine", c->word);
    cli_json_text("type", cli_type_words[s->A.type]);
    cli_json_int("m", s->A.m);
    cli_json_int("n", s->A.n);
    cli_json_text("engine", engine);
    cli_json_number("seconds", s->seconds);
    cli_json_number("tolerance", cli_svd_tolerance(o, s));
    cli_json_int("rank", s->rank);
    cli_json_number("last_that_counts", cli_svd_value(&s->gap, 0).x);
    cli_json_number("first_that_does_not", cli_svd_value(&s->gap, 1).x);
    if (out)
        cli_json_text("out", out);
    else if (c->matrix)
    {
        cli_json_open(c->matrix, '[');
        for (int64_t j = 0; j < s->Z.n; j++)
        {
            cli_json_open(NULL, '[');
            for (int64_t i = 0; i < s->Z.m; i++)
            {
                cli_element_text(&s->Z, i, j, text, sizeof text);
                cli_json_text(NULL, text);
            }
            cli_json_close(']');
        }
        cli_json_close(']');
    }
    cli_json_close('}');
}

static void print_text(const struct command *c, const struct cli_svd *s, const char *out)
{
    if (c->task == CLI_SVD_RANK)
        printf("%" PRId64 "\n", s->rank);
    else if (out)
        printf("%s: %s, %" PRId64 " x %" PRId64 "\n", out, c->matrix, s->Z.m, s->Z.n);
    else
        cli_matrix_print(&s->Z);
    print_facts(s, c->task == CLI_SVD_RANK ? "# " : out ? "  " : "% ");
}

static int run_command(int argc, char **argv, const struct command *c)
{
    struct cli_svd_options o = CLI_SVD_DEFAULTS;
    struct cli_svd s = {0};
    struct cli_run run = {0};
    const char *out = NULL;
    int count;
    const struct cli_option all[] = {CLI_TOLERANCE_OPTION(o),
                                     CLI_NPY_OPTION(o.of.npy),
                                     CLI_RUN_OPTIONS(run),
                                     {"--out", CLI_OUTPUT, &out, NULL},
                                     {0}},
                            rank[] = {CLI_TOLERANCE_OPTION(o), CLI_NPY_OPTION(o.of.npy), CLI_RUN_OPTIONS(run), {0}};
    int code = cli_run_open(&run, argc, argv, c->task == CLI_SVD_RANK ? rank : all, &o.of.a_file, 1, 1, &count);
    code = code ? code : cli_svd_load(&o, &s);
    code = code ? code : cli_svd_find(run.handle, c->task, &o, &s);
    code = code || !out ? code : cli_write(out, &s.Z, NULL, DDBLAS_DIGITS_SHORTEST);
    if (code == CLI_OK && run.json)
        print_json(run.handle, c, &o, &s, out);
    else if (code == CLI_OK)
        print_text(c, &s, out);
    cli_svd_free(&s);
    cli_run_close(&run);
    return code;
}

int cli_rank(int argc, char **argv)
{
    const struct command command = {"rank", CLI_SVD_RANK, NULL};
    return run_command(argc, argv, &command);
}

int cli_null(int argc, char **argv)
{
    const struct command command = {"null", CLI_SVD_NULL, "basis"};
    return run_command(argc, argv, &command);
}

int cli_pinv(int argc, char **argv)
{
    const struct command command = {"pinv", CLI_SVD_PINV, "pseudo_inverse"};
    return run_command(argc, argv, &command);
}
