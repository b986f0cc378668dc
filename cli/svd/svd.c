/*
 * ddblas svd: singular values and vectors of a matrix.
 */
#include "svd.h"

#include <inttypes.h>
#include <stdio.h>

#include "../eigen/eigen.h"

const char cli_svd_help[] =
    "usage: ddblas svd A.mtx [--u U.mtx] [--vt VT.mtx] [--full] [--digits N] [--svg FILE]\n"
    "                  [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "The singular values of a matrix of any shape in a Matrix Market or NumPy file, in double-double (type W; U for complex\n"
    "files), in descending order, one a line: A = U diag(s) V^H.\n"
    "\n"
    "  --u, --vt  write U and V^H, with min(m, n) columns and rows\n"
    "  --full     all columns of U and rows of V^H: square matrices\n"
    "  --digits   significant digits that are printed; default 32. The error of a singular value is a few units of max(m, n)\n"
    "             2^-104, which is max(m, n) 5e-32, times the largest one: digits beyond that mean nothing\n"
    "  --svg      draws the singular values by their numbers\n"
    "  --engine   cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas gen hilbert 12 -o H.mtx && ddblas svd H.mtx --svg spectrum.svg\n"
    "  ddblas svd A.mtx --u U.mtx --vt VT.mtx\n"
    "  ddblas rank A.mtx                              how many of them are not rounding errors\n"
    "  ddblas verify svd A.mtx                        residuals and orthogonality, by MPFR\n";

enum
{
    DIGITS = 32,
    MOST_DIGITS = 200,
    VALUE_TEXT = MOST_DIGITS + 32
};

struct options
{
    struct cli_svd_options common;
    const char *u, *vt, *svg;
    int full;
    int64_t digits;
};

static void print_text(const struct cli_svd *s, const struct options *o)
{
    char text[VALUE_TEXT];
    cli_print_banner(DDBLAS_TYPE_W);
    printf("%% %" PRId64 " singular values of a %" PRId64 " x %" PRId64 " matrix, %.3g ms\n", s->s.m, s->A.m, s->A.n,
           1e3 * s->seconds);
    printf("%" PRId64 " 1\n", s->s.m);
    for (int64_t k = 0; k < s->s.m; k++)
    {
        (void)cuddToString(text, sizeof text, cli_svd_value(&s->s, k), (int)o->digits, 'g');
        puts(text);
    }
}

static void print_json(ddblasHandle_t handle, const struct cli_svd *s, const struct options *o)
{
    char engine[256], text[VALUE_TEXT];
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("routine", "svd");
    cli_json_text("type", cli_type_words[s->A.type]);
    cli_json_int("m", s->A.m);
    cli_json_int("n", s->A.n);
    cli_json_text("engine", engine);
    cli_json_number("seconds", s->seconds);
    cli_json_open("singular_values", '[');
    for (int64_t k = 0; k < s->s.m; k++)
    {
        (void)cuddToString(text, sizeof text, cli_svd_value(&s->s, k), (int)o->digits, 'g');
        cli_json_text(NULL, text);
    }
    cli_json_close(']');
    if (o->u)
        cli_json_text("u", o->u);
    if (o->vt)
        cli_json_text("vt", o->vt);
    cli_json_close('}');
}

static int run_svd(struct cli_run *run, const struct options *o, struct cli_svd *s)
{
    const enum cli_svd_task task = !o->u && !o->vt ? CLI_SVD_VALUES : o->full ? CLI_SVD_FULL : CLI_SVD_THIN;
    int code = cli_svd_load(&o->common, s);
    code = code ? code : cli_svd_find(run->handle, task, &o->common, s);
    code = code || !o->svg ? code : cli_spectrum_svg(o->svg, &cli_singular_values, o->common.of.a_file, &s->s, 1, s->s.m);
    code = code || !o->u ? code : cli_write(o->u, &s->U, NULL, DDBLAS_DIGITS_SHORTEST);
    code = code || !o->vt ? code : cli_write(o->vt, &s->VT, NULL, DDBLAS_DIGITS_SHORTEST);
    if (code)
        return code;
    if (run->json)
        print_json(run->handle, s, o);
    else
        print_text(s, o);
    return CLI_OK;
}

int cli_svd(int argc, char **argv)
{
    struct options o = {.common = CLI_SVD_DEFAULTS, .digits = DIGITS};
    struct cli_svd s = {0};
    struct cli_run run = {0};
    int count;
    const struct cli_option options[] = {{"--u", CLI_OUTPUT, &o.u, NULL},
                                         {"--vt", CLI_OUTPUT, &o.vt, NULL},
                                         {"--full", CLI_FLAG, &o.full, NULL},
                                         {"--digits", CLI_INT, &o.digits, NULL},
                                         {"--svg", CLI_TEXT, &o.svg, NULL},
                                         CLI_NPY_OPTION(o.common.of.npy),
                                         CLI_RUN_OPTIONS(run),
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, &o.common.of.a_file, 1, 1, &count);
    code = code ? code : cli_svg_name(o.svg);
    if (code == CLI_OK && (o.digits < 1 || o.digits > MOST_DIGITS))
        code = cli_error(CLI_BAD_INPUT, "--digits: expected 1 to %d, got %" PRId64, MOST_DIGITS, o.digits);
    if (code == CLI_OK && o.full && !o.u && !o.vt)
        code = cli_error(CLI_BAD_INPUT, "--full: expected --u or --vt with it");
    code = code ? code : run_svd(&run, &o, &s);
    cli_svd_free(&s);
    cli_run_close(&run);
    return code;
}
