/*
 * ddblas eig: eigenvalues and eigenvectors of a symmetric, Hermitian or general matrix.
 */
#include "eigen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char cli_eig_help[] =
    "usage: ddblas eig A.mtx [--vectors V.mtx] [--range I:J] [--digits N] [--svg FILE] [--uplo L|U]\n"
    "                  [--general] [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "The eigenvalues of a symmetric or Hermitian matrix in a Matrix Market or NumPy file, in double-double (type W; U for\n"
    "complex files), in ascending order, one a line.\n"
    "\n"
    "  --vectors  writes the eigenvectors, of norm 1, as the columns of a matrix; their eigenvalues are those printed\n"
    "  --range    the eigenvalues number I to J alone, counted from 1 in ascending order, and their vectors; all are computed\n"
    "  --digits   significant digits that are printed; default 32. The error of an eigenvalue is a few units of 2^-104, which\n"
    "             is 5e-32, times the largest modulus of all: digits beyond that mean nothing\n"
    "  --svg      draws the eigenvalues by their numbers\n"
    "  --uplo     reads that triangle of A alone\n"
    "  --general  takes any square matrix: the real and the imaginary part of each eigenvalue, in the order of the real parts,\n"
    "             and right eigenvectors, which are complex; on the CPU engine. An eigenvalue errs by a few units of n 2^-104\n"
    "             times the norm of A times its own condition, which may be large\n"
    "  --engine   cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas gen wilkinson 21 -o W.mtx && ddblas eig W.mtx --range 20:21\n"
    "  ddblas eig A.mtx --vectors V.mtx --svg spectrum.svg\n"
    "  ddblas eig companion.mtx --general             the roots of a polynomial\n"
    "  ddblas verify eig A.mtx                        residuals and orthogonality, by MPFR\n";

enum
{
    DIGITS = 32,
    MOST_DIGITS = 200,
    VALUE_TEXT = MOST_DIGITS + 32
};

struct options
{
    const char *vectors, *range, *svg;
    int64_t digits;
    int64_t first, last;
    int general;
};

/* "I:J" or "I". */
static int parse_range(const char *text, int64_t n, int64_t *first, int64_t *last)
{
    char begin[32];
    const char *colon = strchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : strlen(text);
    if (length >= sizeof begin)
        return cli_error(CLI_BAD_INPUT, "--range: expected I:J, got '%s'", text);
    memcpy(begin, text, length);
    begin[length] = '\0';
    const int code = cli_integer("--range", begin, 1, n, first);
    if (code || !colon)
    {
        *last = *first;
        return code;
    }
    return cli_integer("--range", colon + 1, *first, n, last);
}

static void value_text(const ddblasHostMatrix *w, int64_t number, int64_t digits, char *text)
{
    cuddreal part[2];
    cli_fetch(w->type, cli_element(w, number - 1, 0), part);
    (void)cuddToString(text, VALUE_TEXT, part[0], (int)digits, 'g');
    if (cli_is_complex(w->type))
    {
        const size_t length = strlen(text);
        text[length] = ' ';
        (void)cuddToString(text + length + 1, VALUE_TEXT, part[1], (int)digits, 'g');
    }
}

static void print_text(const struct cli_eig *s, const struct options *o)
{
    char text[2 * VALUE_TEXT];
    cli_print_banner(s->w.type);
    printf("%% eigenvalues %" PRId64 " to %" PRId64 " of %" PRId64 ", %.3g ms\n", o->first, o->last, s->A.n, 1e3 * s->seconds);
    printf("%" PRId64 " 1\n", o->last - o->first + 1);
    for (int64_t k = o->first; k <= o->last; k++)
    {
        value_text(&s->w, k, o->digits, text);
        puts(text);
    }
}

static void print_json(ddblasHandle_t handle, const struct cli_eig *s, const struct options *o)
{
    char engine[256], text[2 * VALUE_TEXT];
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("routine", "eig");
    cli_json_text("type", cli_type_words[s->A.type]);
    cli_json_int("n", s->A.n);
    cli_json_int("first", o->first);
    cli_json_int("last", o->last);
    cli_json_text("engine", engine);
    cli_json_number("seconds", s->seconds);
    cli_json_open("eigenvalues", '[');
    for (int64_t k = o->first; k <= o->last; k++)
    {
        value_text(&s->w, k, o->digits, text);
        cli_json_text(NULL, text);
    }
    cli_json_close(']');
    if (o->vectors)
        cli_json_text("vectors", o->vectors);
    cli_json_close('}');
}

/* The columns of the range, which lie one after another. */
static int write_vectors(const struct cli_eig *s, const struct options *o)
{
    ddblasHostMatrix part = s->V;
    part.data = cli_element(&s->V, 0, o->first - 1);
    part.n = o->last - o->first + 1;
    cli_stage("writing", s->A.n);
    const int code = cli_write(o->vectors, &part, NULL, DDBLAS_DIGITS_SHORTEST);
    cli_stage(NULL, s->A.n);
    return code;
}

/* The general case has the CPU engine alone, so that "auto" means this one. */
static int find_general(struct cli_run *run, const struct options *o, struct cli_eig *s)
{
    if (run->engine == DDBLAS_ENGINE_CUDA)
        return cli_error(CLI_BAD_INPUT, "--general: there is no such routine on the CUDA engine");
    (void)ddblasDestroy(run->handle);
    run->handle = NULL;
    const int code = cli_open_engine(&run->handle, DDBLAS_ENGINE_CPU, (int)run->threads);
    return code ? code : cli_eig_find_general(run->handle, o->vectors != NULL, s);
}

static int run_eig(struct cli_run *run, const struct cli_solve_options *of, struct options *o, struct cli_eig *s)
{
    if (o->general && (of->uplo >= 0 || o->svg))
        return cli_error(CLI_BAD_INPUT, "--general: %s is for matrices with real eigenvalues", o->svg ? "--svg" : "--uplo");
    int code = cli_eig_load(of, o->general, s);
    o->first = 1;
    o->last = s->A.n;
    code = code || !o->range ? code : parse_range(o->range, s->A.n, &o->first, &o->last);
    if (code == CLI_OK)
        code = o->general ? find_general(run, o, s) : cli_eig_find(run->handle, o->vectors != NULL, s);
    code = code || !o->svg ? code : cli_spectrum_svg(o->svg, &cli_eigenvalues, of->a_file, &s->w, o->first, o->last);
    code = code || !o->vectors ? code : write_vectors(s, o);
    if (code)
        return code;
    if (run->json)
        print_json(run->handle, s, o);
    else
        print_text(s, o);
    return CLI_OK;
}

int cli_eig(int argc, char **argv)
{
    struct cli_solve_options of = CLI_SOLVE_DEFAULTS;
    struct options o = {.digits = DIGITS};
    struct cli_eig s = {0};
    struct cli_run run = {0};
    int count;
    const struct cli_option options[] = {{"--vectors", CLI_OUTPUT, &o.vectors, NULL},
                                         {"--range", CLI_TEXT, &o.range, NULL},
                                         {"--digits", CLI_INT, &o.digits, NULL},
                                         {"--svg", CLI_TEXT, &o.svg, NULL},
                                         {"--uplo", CLI_WORD, &of.uplo, cli_uplo_words},
                                         {"--general", CLI_FLAG, &o.general, NULL},
                                         CLI_NPY_OPTION(of.npy),
                                         CLI_RUN_OPTIONS(run),
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, &of.a_file, 1, 1, &count);
    code = code ? code : cli_svg_name(o.svg);
    if (code == CLI_OK && (o.digits < 1 || o.digits > MOST_DIGITS))
        code = cli_error(CLI_BAD_INPUT, "--digits: expected 1 to %d, got %" PRId64, MOST_DIGITS, o.digits);
    code = code ? code : run_eig(&run, &of, &o, &s);
    cli_eig_free(&s);
    cli_run_close(&run);
    return code;
}
