/*
 * ddblas compare: a result in a file beside a reference in another one.
 */
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char cli_compare_help[] =
    "usage: ddblas compare MINE REF [--require-digits D] [--measure worst|median|whole] [--bound FILE] [--floor F]\n"
    "                      [--ref-digits N] [--npy columns|pairs] [--svg FILE] [--out FILE] [--json]\n"
    "\n"
    "The correct decimal digits of each component of MINE beside REF, two files of one shape (a row and a column of as many\n"
    "numbers are the same): Matrix Market, NumPy (.npy of any numbers, long double and pairs too), plain text and .csv, each\n"
    "also compressed by gzip. It shows the worst component and its place, the median, the digits of the whole (largest error\n"
    "over largest component of REF), and how many components have how many digits.\n"
    "\n"
    "A component has -log10(|mine - ref| / |ref|) digits, with moduli for complex numbers; the difference is exact.\n"
    "  at least 0, and at most what REF vouches for: 7.2 digits in float32, 15.9 in float64, 19.2 in long double, 31.3 in\n"
    "    double-double, text and integers. --ref-digits N says that REF has fewer\n"
    "  equal components have that maximum; where ref is 0, any other number has 0 digits\n"
    "  where ref is Inf or NaN, the same Inf or NaN has the maximum, all else 0 digits; an Inf or NaN in MINE alone 0\n"
    "\n"
    "  --require-digits D  exit code 4 if the worst component has fewer digits; D may be 12.5\n"
    "  --measure           median or whole: that number has to have them instead of the worst component\n"
    "  --bound FILE        a bound on each |mine - ref|, a matrix of the same shape: exit code 1 if one is exceeded\n"
    "  --floor F           divides by max(|ref|, F): components below F count as if they were F\n"
    "  --svg FILE          draws the digits of each component, and with --bound the errors over their bounds\n"
    "  --out FILE          writes the digits of each component as a matrix\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas compare y.npy reference.mtx --require-digits 12\n"
    "  ddblas compare result.csv reference.npy --measure whole --require-digits 14 --json\n"
    "  ddblas verify symv A.mtx x.mtx --result y.npy     without a reference: MPFR on the data themselves\n";

static const char *const measure_names[] = {"the worst component has", "the median component has", "the whole has"};

struct options
{
    const char *files[2], *bound, *svg, *out;
    cuddreal required, floor, ref_digits;
    int measure, npy, json;
};

struct comparison
{
    const struct options *o;
    ddblasHostMatrix mine, ref, bound;
    struct cli_rule rule;
    struct cli_comparison of;
    double *digits, *ratio;
};

/* ---- files ----------------------------------------------------------------------------------- */

/* A row becomes a column where the reference is one, and the other way round. */
static int check_shape(ddblasHostMatrix *A, const char *name, const ddblasHostMatrix *ref)
{
    if ((A->m == 1 || A->n == 1) && A->m == ref->n && A->n == ref->m && (A->lda == 1 || A->n == 1))
    {
        A->m = ref->m;
        A->n = ref->n;
        A->lda = A->m > 1 ? A->m : 1;
    }
    if (A->m == ref->m && A->n == ref->n)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected %lld x %lld as the reference, got %lld x %lld", name, (long long)ref->m,
                     (long long)ref->n, (long long)A->m, (long long)A->n);
}

static int read_bound(const struct options *o, struct comparison *c)
{
    cuddreal part[2];
    int code = cli_read(o->bound, -1, o->npy, &c->bound);
    code = code ? code : check_shape(&c->bound, o->bound, &c->ref);
    if (code == CLI_OK && cli_is_complex(c->bound.type))
        code = cli_error(CLI_BAD_INPUT, "%s: expected real bounds, got complex numbers", o->bound);
    for (int64_t k = 0; code == CLI_OK && k < c->ref.m * c->ref.n; k++)
    {
        cli_fetch(c->bound.type, cli_element(&c->bound, k % c->ref.m, k / c->ref.m), part);
        if (!cuddGe(part[0], cuddFromDouble(0.0)))
            code = cli_error(CLI_BAD_INPUT, "%s: expected bounds from 0 on, found another one at (%lld, %lld)", o->bound,
                             (long long)(k % c->ref.m) + 1, (long long)(k / c->ref.m) + 1);
    }
    return code;
}

static int read_files(const struct options *o, struct comparison *c)
{
    ddblasFileInfo info = {0};
    int code = cli_read_informed(o->files[1], -1, o->npy, &c->ref, &info);
    code = code ? code : cli_read(o->files[0], -1, o->npy, &c->mine);
    code = code ? code : check_shape(&c->mine, o->files[0], &c->ref);
    if (code == CLI_OK && !c->ref.data)
        code = cli_error(CLI_BAD_INPUT, "%s: expected at least one component, got %lld x %lld", o->files[1], (long long)c->ref.m,
                         (long long)c->ref.n);
    c->rule.cap = cli_digits_of_bits(info.bits);
    if (o->ref_digits.x >= 0.0)
        c->rule.cap = fmin(c->rule.cap, o->ref_digits.x);
    code = code ? code : cli_check_required(o->required, c->rule.cap, o->files[1]);
    return code || !o->bound ? code : read_bound(o, c);
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static double measured(const struct comparison *c)
{
    return c->o->measure == CLI_WORST ? c->of.worst : c->o->measure == CLI_MEDIAN ? c->of.median : c->of.whole;
}

static int is_within(const struct comparison *c) { return !c->o->bound || c->of.over_bound <= 1.0; }
static int is_required(const struct comparison *c) { return c->o->required.x >= 0.0; }
static int has_digits(const struct comparison *c) { return !is_required(c) || measured(c) >= c->o->required.x; }

static int verdict_of(const struct comparison *c) { return !is_within(c) ? CLI_FAILED : has_digits(c) ? CLI_OK : CLI_FEW_DIGITS; }

/* One sentence; reports of many comparisons quote it. */
static void summarise(const struct comparison *c, char *text, size_t size)
{
    int length = snprintf(text, size, "worst %.1f, median %.1f, whole %.1f digits", cli_floor_digits(c->of.worst),
                          cli_floor_digits(c->of.median), cli_floor_digits(c->of.whole));
    if (c->o->bound)
        length += snprintf(text + length, size - (size_t)length, "; error / bound %.3g", c->of.over_bound);
    if (is_required(c))
        (void)snprintf(text + length, size - (size_t)length, "; %s %g required", cli_measure_words[c->o->measure],
                       c->o->required.x);
}

static void print_text(const struct comparison *c)
{
    char text[2][CLI_ELEMENT_TEXT];
    const struct cli_place at = c->of.worst_at;
    cli_element_text(&c->mine, at.i, at.j, text[0], sizeof text[0]);
    cli_element_text(&c->ref, at.i, at.j, text[1], sizeof text[1]);
    printf("%s beside %s, %" PRId64 " x %" PRId64 ", which vouches for %.1f digits\n\n", c->o->files[0], c->o->files[1], c->ref.m,
           c->ref.n, cli_floor_digits(c->rule.cap));
    printf("  %-18s %9.1f   at (%" PRId64 ", %" PRId64 "): %s\n", "worst component", cli_floor_digits(c->of.worst), at.i + 1,
           at.j + 1, text[0]);
    printf("  %-18s %9s   where the reference has %s\n", "", "", text[1]);
    printf("  %-18s %9.1f\n", "median component", cli_floor_digits(c->of.median));
    printf("  %-18s %9.1f   largest error over largest component\n",
           c->ref.m == 1 || c->ref.n == 1 ? "whole vector" : "whole matrix", cli_floor_digits(c->of.whole));
    printf("  %-18s %9" PRId64 "   of %" PRId64 " components\n", "equal", c->of.equal, c->of.count);
    if (c->o->bound)
        printf("  %-18s %9.3g   largest, at (%" PRId64 ", %" PRId64 ")\n", "error / bound", c->of.over_bound,
               c->of.over_bound_at.i + 1, c->of.over_bound_at.j + 1);
    putchar('\n');
    cli_histogram_print(c->of.histogram);
    if (c->o->bound)
        printf("\n%s\n", is_within(c) ? "PASS: every error is within its bound" : "FAIL: an error is above its bound");
    if (is_required(c))
        printf("\n%s: %s %.1f digits, %g are required\n", has_digits(c) ? "PASS" : "FAIL", measure_names[c->o->measure],
               cli_floor_digits(measured(c)), c->o->required.x);
}

static void json_place(const struct comparison *c, const char *key, struct cli_place at)
{
    char text[CLI_ELEMENT_TEXT];
    cli_json_open(key, '{');
    cli_json_int("row", at.i + 1);
    cli_json_int("column", at.j + 1);
    cli_element_text(&c->mine, at.i, at.j, text, sizeof text);
    cli_json_text("mine", text);
    cli_element_text(&c->ref, at.i, at.j, text, sizeof text);
    cli_json_text("reference", text);
    cli_json_close('}');
}

static void print_json(const struct comparison *c)
{
    char summary[256];
    summarise(c, summary, sizeof summary);
    cli_json_open(NULL, '{');
    cli_json_text("summary", summary);
    cli_json_text("mine", c->o->files[0]);
    cli_json_text("reference", c->o->files[1]);
    cli_json_int("m", c->ref.m);
    cli_json_int("n", c->ref.n);
    cli_json_number("reference_digits", c->rule.cap);
    cli_json_number("worst_component_digits", c->of.worst);
    cli_json_number("median_component_digits", c->of.median);
    cli_json_number("normwise_digits", c->of.whole);
    json_place(c, "worst_component", c->of.worst_at);
    cli_json_int("equal", c->of.equal);
    cli_histogram_json("histogram", c->of.histogram);
    if (c->o->bound)
    {
        cli_json_number("error_over_bound", c->of.over_bound);
        json_place(c, "largest_error_over_bound", c->of.over_bound_at);
    }
    if (is_required(c))
    {
        cli_json_number("required_digits", c->o->required.x);
        cli_json_text("measure", cli_measure_words[c->o->measure]);
    }
    cli_json_bool("passed", verdict_of(c) == CLI_OK);
    cli_json_close('}');
}

/* ---- the command ----------------------------------------------------------------------------- */

static int write_digits(const struct comparison *c)
{
    const ddblasHostMatrix digits = {DDBLAS_TYPE_D, DDBLAS_SYMMETRY_GENERAL, c->ref.m, c->ref.n, c->ref.m, c->digits};
    return cli_write(c->o->out, &digits, NULL, DDBLAS_DIGITS_SHORTEST);
}

static int compare(const struct options *o, struct comparison *c)
{
    int code = read_files(o, c);
    if (code)
        return code;
    const size_t count = (size_t)c->ref.m * (size_t)c->ref.n;
    c->digits = calloc(count, sizeof *c->digits);
    c->ratio = calloc(count, sizeof *c->ratio);
    if (!c->digits || !c->ratio)
        return cli_error(CLI_NO_RESOURCE, "out of memory for %zu digits", count);
    code = cli_digits_compare(&c->mine, &c->ref, o->bound ? &c->bound : NULL, &c->rule, c->digits, c->ratio, &c->of);
    const struct cli_panel_series drawn = {o->files[0], c->digits, o->bound ? c->ratio : NULL};
    code = code || !o->svg ? code : cli_check_svg(o->svg, o->files[1], &drawn, 1, (int64_t)count);
    code = code || !o->out ? code : write_digits(c);
    if (code)
        return code;
    (o->json ? print_json : print_text)(c);
    return verdict_of(c);
}

int cli_compare(int argc, char **argv)
{
    const cuddreal none = {-1.0, 0.0};
    struct options o = {.required = none, .floor = {0.0, 0.0}, .ref_digits = none, .npy = -1};
    struct comparison c = {.o = &o};
    int count;
    const struct cli_option options[] = {{"--require-digits", CLI_NUMBER, &o.required, NULL},
                                         {"--measure", CLI_WORD, &o.measure, cli_measure_words},
                                         {"--bound", CLI_TEXT, &o.bound, NULL},
                                         {"--floor", CLI_NUMBER, &o.floor, NULL},
                                         {"--ref-digits", CLI_NUMBER, &o.ref_digits, NULL},
                                         CLI_NPY_OPTION(o.npy),
                                         {"--svg", CLI_TEXT, &o.svg, NULL},
                                         {"--out", CLI_OUTPUT, &o.out, NULL},
                                         {"--json", CLI_FLAG, &o.json, NULL},
                                         {0}};
    int code = cli_parse(argc, argv, options, o.files, 2, 2, &count);
    code = code ? code : cli_svg_name(o.svg);
    if (code == CLI_OK && !(o.floor.x >= 0.0 && cuddIsFinite(o.floor)))
        code = cli_error(CLI_BAD_INPUT, "--floor: expected a number from 0 on");
    if (code == CLI_OK && cli_was_given("--ref-digits") && !(o.ref_digits.x > 0.0))
        code = cli_error(CLI_BAD_INPUT, "--ref-digits: expected a number above 0");
    if (code == CLI_OK && cli_is_stream(o.files[0]) + cli_is_stream(o.files[1]) + cli_is_stream(o.bound) > 1)
        code = cli_error(CLI_BAD_INPUT, "-: expected one file from standard input, got two");
    c.rule.floor = o.floor;
    code = code ? code : compare(&o, &c);
    ddblasHostMatrixFree(&c.mine);
    ddblasHostMatrixFree(&c.ref);
    ddblasHostMatrixFree(&c.bound);
    free(c.digits);
    free(c.ratio);
    return code;
}
