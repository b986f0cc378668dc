/*
 * ddblas verify: a routine against MPFR, in a narrow type and in double-double side by side.
 */
#include "product.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char cli_verify_help[] =
    "usage: ddblas verify symv A.mtx [x.mtx] [options of 'ddblas symv'] [--json]\n"
    "       ddblas verify gemv A.mtx [x.mtx] [options of 'ddblas gemv'] [--json]\n"
    "       ddblas verify dot x.mtx [y.mtx] [options of 'ddblas dot'] [--json]\n"
    "       ddblas verify nrm2 x.mtx [options of 'ddblas nrm2'] [--json]\n"
    "       ddblas verify gemm A.mtx B.mtx [C.mtx] [options of 'ddblas gemm'] [--samples N] [--json]\n"
    "       ddblas verify symv|gemv|dot|nrm2|gemm --gen KIND N  [--seed S] [--cond COND] [--x KIND | --y KIND | --b KIND] [...]\n"
    "       ddblas verify solve A.mtx x.mtx b.mtx [--digits N] [--digits-svg FILE] [--json]\n"
    "       ddblas verify solve A.mtx b.mtx | --gen KIND N [b.mtx] [--b KIND]  [options of 'ddblas solve'] [...]\n"
    "       ddblas verify solve-triangular A.mtx [b.mtx] | --gen KIND N  [options of 'ddblas solve-triangular'] [...]\n"
    "       ddblas verify qr A.mtx | --gen KIND N  [options of 'ddblas qr'] [--json]\n"
    "       ddblas verify lstsq A.mtx B.mtx | --gen KIND N [--b KIND]  [options of 'ddblas lstsq'] [--json]\n"
    "       ddblas verify eig A.mtx | --gen KIND N  [--uplo L|U] [--json]\n"
    "       ddblas verify svd|rank|null|pinv A.mtx | --gen KIND N  [--tolerance T] [...]\n"
    "       ddblas verify ROUTINE ... --result FILE [--type S|D|W|C|Z|U] [--require-digits D] [--measure worst|median|whole] "
    "[...]\n"
    "\n"
    "Computes the product twice, in FP64 (the files rounded to D, or Z for complex ones) and in double-double (W, or U for\n"
    "complex symv, gemv, dot and nrm2), and compares both with MPFR at 512 bits on the double-double data. It shows the\n"
    "correct decimal digits of the worst and of the median element, those of the whole result (largest error over largest "
    "element), and the largest\n"
    "error as a part of the bound of each type, (k + 8) u (|alpha| |A| |B| + |beta| |C|) with k = n for symv, u = 2^-24, 2^-53\n"
    "or 2^-104, and sqrt 8 times that for complex types; for nrm2 (n / 2 + 5) u times the norm, twice that for C and Z. PASS:\n"
    "every element of double-double is within its bound.\n"
    "\n"
    "  --type S|D|C|Z  the narrow type; its elements then have to be within their bound too\n"
    "  --samples N     gemm: elements to compare, spread over the result; default: as many as take a few seconds\n"
    "\n"
    "Exit code 1 when an element is not within its bound. Complex gemm has no double-double: Z (or C) alone is judged.\n"
    "\n"
    "qr factors the data in FP64 and in W; by MPFR on the data of each type it shows how far A - Q R is from 0, in the column\n"
    "where it is farthest relative to A's, and ||Q^H Q - I||_F, beside their bound 4 n u, and an estimate of ||R^-1||_1 with\n"
    "the columns of R scaled to length 1: digits of R and Q are lost by that factor. Of a large matrix it compares some\n"
    "columns. lstsq solves in both and shows the correct digits of x and its error beside what the\n"
    "condition k = ||A|| ||A^+|| allows: 8 n u k (1 + k ||b - A x|| / (||A|| ||x||)).\n"
    "\n"
    "solve judges an x from a file, or one that it computes from A and b, by its backward error: the largest\n"
    "|b - A x|_i / (|A| |x| + |b|)_i, exact but for a rounding, in units of 2^-104. An x within 3 (n + 200) of them (sqrt 8\n"
    "times that for complex systems) solves a system whose elements differ from those of the files by no more than that: PASS.\n"
    "Up to 400 unknowns (a complex one counts twice) it also shows the correct digits of x, by a solution with partial pivoting\n"
    "at 424 bits or more, whose own correctness is checked by a correction; they depend on the condition of A and are judged\n"
    "only with --digits N, which asks for N digits of the largest component of each column. solve-triangular does the same\n"
    "for trsv or trsm in FP64 and in double-double, with the bound n + 80 (8 n + 80 for several columns in FP64 or FP32).\n"
    "\n"
    "eig: largest ||A v - w v|| / ||A||, ||V^H V - I||_F; bound 4 n 2^-104.\n"
    "\n"
    "  --digits-svg FILE  draws the correct digits of each component; also with symv, gemv, gemm and lstsq\n"
    "\n"
    "  ddblas verify symv A.mtx x.mtx\n"
    "  ddblas verify symv --gen hilbert 24 --x hilbert-x           FP64 loses every digit\n"
    "  ddblas verify solve --gen hilbert 15 --refine --digits-svg digits.svg\n"
    "  ddblas verify lstsq --gen wampler 6 --b wampler-y2          FP64 loses half its digits\n";

enum
{
    MOST_COLUMNS = 3,
    TERMS = 1 << 23 /* products of gemm that MPFR forms in a few seconds */
};

/* One type side by side with the other. */
struct column
{
    ddblasType_t type;
    const char *name, *key; /* "FP64", "fp64" */
    int judged;
    double seconds;
    ddblasHostMatrix result;
};

struct verdict
{
    const struct cli_product *product;
    const char *title; /* the matrix */
    struct column column[MOST_COLUMNS];
    struct cli_candidate candidate[MOST_COLUMNS];
    int columns, passed;
    int64_t compared;
    struct cli_mine mine; /* the last column, if it is given */
};

static struct column make_column(ddblasType_t type, int judged)
{
    static const char *const names[][2] = {{"FP32", "fp32"}, {"FP64", "fp64"}, {"W", "w"}, {"U", "u"}};
    const double unit = cli_unit(type);
    const int row = unit == 0x1p-24 ? 0 : unit == 0x1p-53 ? 1 : type == DDBLAS_TYPE_W ? 2 : 3;
    return (struct column){.type = type, .name = names[row][0], .key = names[row][1], .judged = judged, .result = {.lda = 1}};
}

/* The narrow type, and double-double where the routine has it. --type W or U asks for nothing
 * more. */
static int choose_columns(struct verdict *v, int asked)
{
    const int is_complex = cli_is_complex(v->product->type);
    const int has_wide = !is_complex || v->product->routine->has_u;
    const int narrow = asked >= 0 && cli_unit((ddblasType_t)asked) != 0x1p-104;
    const ddblasType_t type = narrow ? (ddblasType_t)asked : is_complex ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
    if (is_complex && !cli_is_complex(type))
        return cli_error(CLI_BAD_INPUT, "--type: expected C or Z (or U) for complex files");
    v->column[v->columns++] = make_column(type, narrow || !has_wide);
    if (has_wide)
        v->column[v->columns++] = make_column(is_complex ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, 1);
    return CLI_OK;
}

static int is_mine(const struct verdict *v, int c) { return cli_has_mine(&v->mine) && c == v->columns - 1; }

/* The column of the result that the user gave. */
static int add_mine(struct verdict *v, const struct cli_product_options *o)
{
    const struct cli_product *p = v->product;
    struct column *c = &v->column[v->columns];
    int code = cli_mine_read(&o->mine, o->type, o->npy, &v->mine);
    if (code || !cli_has_mine(&v->mine))
        return code;
    code = cli_mine_check_shape(&v->mine, 0, p->m, p->n);
    *c = (struct column){.type = v->mine.X[0].type, .name = "yours", .key = "yours", .judged = 1, .result = v->mine.X[0]};
    v->mine.X[0] = (ddblasHostMatrix){.lda = 1};
    v->columns++;
    return code;
}

/* That of yours is in its own unit. */
static double bound_of(const struct verdict *v, int c)
{
    const ddblasType_t narrow = cli_is_complex(v->product->type) ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
    return is_mine(v, c) ? cli_product_bound(v->product, narrow) * (v->mine.unit / 0x1p-53)
                         : cli_product_bound(v->product, v->column[c].type);
}

/* ---- output ---------------------------------------------------------------------------------- */

static void print_json(const char *engine, const struct verdict *v)
{
    cli_json_open(NULL, '{');
    cli_json_text("routine", cli_product_name(v->product));
    cli_json_text("matrix", v->title);
    v->product->routine->describe(v->product, 1);
    cli_json_int("compared", v->compared);
    cli_json_text("engine", engine);
    cli_mine_json(&v->mine);
    if (cli_has_mine(&v->mine))
        cli_json_number("condition", v->candidate[0].accuracy.condition);
    for (int c = 0; c < v->columns; c++)
    {
        const struct cli_accuracy *a = &v->candidate[c].accuracy;
        cli_json_open(v->column[c].key, '{');
        cli_json_text("type", cli_type_words[v->column[c].type]);
        cli_json_digits("worst_component_digits", a->worst);
        cli_json_digits("median_component_digits", a->median);
        cli_json_digits("normwise_digits", a->norm);
        cli_json_number("error_over_bound", a->bound_ratio);
        cli_json_bool("judged", v->column[c].judged);
        if (!is_mine(v, c))
            cli_json_number("seconds", v->column[c].seconds);
        cli_json_close('}');
    }
    cli_json_text("bound",
                  "(k + 8) u (|alpha| |A| |B| + |beta| |C|) in each element, k = n for symv, u = 2^-24 for fp32, 2^-53 for "
                  "fp64, 2^-104 for w and u; sqrt 8 times that for complex types; of nrm2 (n / 2 + 5) u times the norm, twice "
                  "that for C and Z");
    cli_json_bool("passed", cli_mine_code(&v->mine, v->passed) == CLI_OK);
    cli_json_close('}');
}

/* The row of a quantity that `of` picks. */
static void digits_row(const struct verdict *v, const char *label, double (*of)(const struct cli_accuracy *a))
{
    printf("  %-18s", label);
    for (int c = 0; c < v->columns; c++)
        cli_print_digits(of(&v->candidate[c].accuracy));
    putchar('\n');
}

static double worst(const struct cli_accuracy *a) { return a->worst; }
static double median(const struct cli_accuracy *a) { return a->median; }
static double norm(const struct cli_accuracy *a) { return a->norm; }

static void print_verdict(const struct verdict *v)
{
    const char *join = "";
    printf("%s: the errors of ", v->passed ? "PASS" : "FAIL");
    for (int c = 0; c < v->columns; c++)
        if (v->column[c].judged && (v->candidate[c].accuracy.bound_ratio <= 1.0) == v->passed)
        {
            printf("%s%s", join, v->column[c].name);
            join = " and ";
        }
    printf(" are %s their bound in %s %selement\n", v->passed ? "within" : "above", v->passed ? "every" : "some",
           v->compared < v->product->m * v->product->n ? "compared " : "");
}

static void print_text(const char *engine, const struct verdict *v)
{
    const struct cli_product *p = v->product;
    printf("%s of %s, ", cli_product_name(p), v->title);
    p->routine->describe(p, 0);
    printf(", on %s\n", engine);
    if (v->compared < p->m * p->n)
        printf("%" PRId64 " of %" PRId64 " elements compared\n", v->compared, p->m * p->n);
    printf("\n  %-18s", "correct digits");
    for (int c = 0; c < v->columns; c++)
        printf(" %11s", v->column[c].name);
    putchar('\n');
    digits_row(v, "worst component", worst);
    digits_row(v, "median component", median);
    digits_row(v, p->routine->is_vector ? "whole vector" : "whole matrix", norm);
    printf("  %-18s", "error / bound");
    for (int c = 0; c < v->columns; c++)
        printf(" %11.3g", v->candidate[c].accuracy.bound_ratio);
    printf("   largest, each with its own bound\n  %-18s", "time");
    for (int c = 0; c < v->columns - cli_has_mine(&v->mine); c++)
        printf(" %11.3g", 1e3 * v->column[c].seconds);
    printf("   ms\n");
    if (cli_has_mine(&v->mine))
        printf("  %-18s %11.3g   largest %s / |exact|\n", "condition", v->candidate[0].accuracy.condition,
               p->routine->is_norm ? "norm" : "(|alpha| |A| |B| + |beta| |C|)");
    putchar('\n');
    print_verdict(v);
    cli_mine_print(&v->mine);
}

/* ---- the comparison -------------------------------------------------------------------------- */

/* The exact answer exists. */
static int check_finite(const struct cli_product *p, const char *where)
{
    const cuddreal scalars[] = {p->alpha[0], p->alpha[1], p->beta[0], p->beta[1]};
    int finite = cli_matrix_is_finite(&p->A) && cli_matrix_is_finite(&p->B) && cli_matrix_is_finite(&p->C);
    for (size_t s = 0; s < sizeof scalars / sizeof scalars[0]; s++)
        finite = finite && cuddIsFinite(scalars[s]);
    return finite ? CLI_OK : cli_error(CLI_BAD_INPUT, "verify: expected finite numbers%s, found Inf or NaN", where);
}

static int solve_column(ddblasHandle_t handle, const struct cli_product *exact, struct column *column)
{
    struct cli_product rounded;
    int code = cli_product_convert(exact, column->type, &rounded);
    code = code ? code : check_finite(&rounded, " within the range of the type");
    code = code ? code : cli_product_solve(handle, &rounded, &column->result, &column->seconds);
    cli_product_free(&rounded);
    return code;
}

/* All elements, or as many as TERMS allow. */
static int64_t count_samples(const struct cli_product *p, int64_t asked)
{
    const int64_t all = p->m * p->n, affordable = TERMS / (p->k > 0 ? p->k : 1);
    const int64_t samples = asked ? asked : p->routine->is_vector ? all : affordable > 64 ? affordable : 64;
    return samples < all ? samples : all;
}

/* Room for the digits of each element, if a picture of them is wanted. */
static int make_digits(struct verdict *v)
{
    for (int c = 0; c < v->columns; c++)
    {
        v->candidate[c].digits = calloc((size_t)v->compared + 1, sizeof(double));
        v->candidate[c].ratio = calloc((size_t)v->compared + 1, sizeof(double));
        if (!v->candidate[c].digits || !v->candidate[c].ratio)
            return cli_error(CLI_NO_RESOURCE, "out of memory for %lld digits", (long long)v->compared);
    }
    return CLI_OK;
}

static int draw(const struct verdict *v, const char *path)
{
    struct cli_digits series[MOST_COLUMNS];
    struct cli_panel_series panels[MOST_COLUMNS];
    for (int c = 0; c < v->columns; c++)
    {
        series[c] = (struct cli_digits){v->column[c].name, v->candidate[c].digits};
        panels[c] = (struct cli_panel_series){v->column[c].name, v->candidate[c].digits, v->candidate[c].ratio};
    }
    return cli_has_mine(&v->mine) ? cli_check_svg(path, v->title, panels, v->columns, v->compared)
                                  : cli_digits_svg(path, v->title, series, v->columns, v->compared);
}

static int verify(struct cli_run *run, struct verdict *v, const struct cli_product_options *o)
{
    char engine[256];
    int code = cli_svg_name(o->svg);
    code = code ? code : check_finite(v->product, "");
    code = code ? code : choose_columns(v, o->type);
    code = code ? code : add_mine(v, o);
    for (int c = 0; c < v->columns; c++)
    {
        code = code || is_mine(v, c) ? code : solve_column(run->handle, v->product, &v->column[c]);
        v->candidate[c].result = &v->column[c].result;
        v->candidate[c].bound = bound_of(v, c);
    }
    v->compared = count_samples(v->product, o->samples);
    code = code || !o->svg ? code : make_digits(v);
    code = code ? code : cli_product_compare(v->product, v->candidate, v->columns, v->compared);
    code = code || !o->svg ? code : draw(v, o->svg);
    if (code)
        return code;
    v->passed = 1;
    for (int c = 0; c < v->columns; c++)
        v->passed = v->passed && (!v->column[c].judged || v->candidate[c].accuracy.bound_ratio <= 1.0);
    if (cli_has_mine(&v->mine))
    {
        const struct cli_accuracy *a = &v->candidate[v->columns - 1].accuracy;
        v->mine.digits[CLI_WORST] = fmin(a->worst, cli_digits_of_bits(0));
        v->mine.digits[CLI_MEDIAN] = fmin(a->median, cli_digits_of_bits(0));
        v->mine.digits[CLI_WHOLE] = fmin(a->norm, cli_digits_of_bits(0));
    }
    const int result = cli_mine_code(&v->mine, v->passed);
    ddblasGetEngineName(run->handle, engine, sizeof engine);
    (run->json ? print_json : print_text)(engine, v);
    return result;
}

/* The data are read with all their digits; a complex product without a double-double routine is
 * data of type U all the same. */
int cli_product_verify(struct cli_run *run, const struct cli_routine *routine, const struct cli_product_options *o)
{
    struct cli_product p = {0};
    struct verdict v = {.product = &p, .title = o->gen ? o->gen : o->files[0]};
    int code = cli_product_load(&p, routine, o, CLI_EVERY_DIGIT);
    code = code ? code : verify(run, &v, o);
    for (int c = 0; c < v.columns; c++)
    {
        ddblasHostMatrixFree(&v.column[c].result);
        free(v.candidate[c].digits);
        free(v.candidate[c].ratio);
    }
    cli_mine_free(&v.mine);
    cli_product_free(&p);
    return code;
}

/* ---- the list of routines -------------------------------------------------------------------- */

static const struct routine
{
    const char *name;
    int (*verify)(int argc, char **argv);
} routines[] = {
#define CLI_VERIFY(name, word, files, judgement) {word, cli_verify_##name},
#include "verify.def"
};

/* After the names of all routines. */
static int no_routine(const char *given)
{
    char list[128] = "";
    for (size_t r = 0; r < sizeof routines / sizeof routines[0]; r++)
    {
        const size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", r ? ", " : "", routines[r].name);
    }
    return given ? cli_error(CLI_BAD_INPUT, "verify: '%s' is not a routine (%s); see 'ddblas verify --help'", given, list)
                 : cli_error(CLI_BAD_INPUT, "verify: expected a routine (%s); see 'ddblas verify --help'", list);
}

int cli_verify(int argc, char **argv)
{
    if (argc < 2)
        return no_routine(NULL);
    for (int i = 1; i < argc && argv[1][0] == '-'; i++)
        if (strcmp(argv[i], "--suite") == 0 || strncmp(argv[i], "--suite=", 8) == 0)
            return cli_verify_suite(argc, argv);
    for (size_t r = 0; r < sizeof routines / sizeof routines[0]; r++)
        if (strcmp(argv[1], routines[r].name) == 0)
        {
            argv[1] = argv[0];
            return routines[r].verify(argc - 1, argv + 1);
        }
    return no_routine(argv[1][0] == '-' ? NULL : argv[1]);
}
