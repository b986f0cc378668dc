/*
 * ddblas verify svd, rank, null and pinv: the results beside MPFR.
 */
#include "../check/check.h"
#include "svd.h"

#include <inttypes.h>
#include <stdio.h>

enum
{
    MOST_ROWS = 4
};

/* A quantity, judged in units of max(m, n) 2^-104. */
struct row
{
    const char *label, *key;
    double value, bound;
};

/* The judgement of a command's result. */
struct verdict
{
    const char *routine;
    struct row row[MOST_ROWS];
    int rows, passed;
    int64_t columns, all;      /* The columns that were compared, of so many. */
    int has_rank;              /* The rank, and the ranks that the errors allow. */
    int64_t least, most;       /* -1 where it is not known. */
    double seconds, condition; /* the largest singular value over the last that counts */
};

static void add_row(struct verdict *v, const char *label, const char *key, double value, double bound)
{
    v->row[v->rows++] = (struct row){label, key, value, bound};
    v->passed = v->passed && value <= bound;
}

/* ---- judgements ------------------------------------------------------------------------------ */

static const double bound = 4.0, bound_of_inverse = 8.0; /* The bounds of dd/svd.h. */

static double unit_of(const struct cli_svd *s) { return (double)(s->A.m > s->A.n ? s->A.m : s->A.n) * 0x1p-104; }

/* 1 for a matrix of zeros. */
static double over(double largest, double last) { return largest > 0.0 ? largest / last : 1.0; }

static int judge_svd(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct verdict *v,
                     struct cli_svd_accuracy *a)
{
    const int code = cli_svd_find(handle, CLI_SVD_THIN, o, s);
    if (code)
        return code;
    *a = cli_svd_compare(s);
    v->columns = a->columns;
    v->all = a->all;
    v->seconds = s->seconds;
    v->condition = over(cli_svd_value(&s->s, 0).x, cli_svd_value(&s->s, s->s.m - 1).x);
    add_row(v, "worst ||(A - U S V^H)_j|| / ||A||", "residual", a->residual, bound);
    add_row(v, "||U^H U - I||_F", "left", a->left, bound);
    add_row(v, "||V^H V - I||_F", "right", a->right, bound);
    return CLI_OK;
}

void cli_rank_range(const struct cli_svd_options *o, const struct cli_svd *s, const struct cli_svd_accuracy *a, int64_t *least,
                    int64_t *most)
{
    const double first = cli_svd_value(&s->s, 0).x, error = a->whole + (a->left + a->right) * unit_of(s) * first;
    const double tolerance = cli_svd_tolerance(o, s), cut = tolerance * first, room = (1.0 + tolerance) * error;
    *least = cli_svd_count_above(s, cut + room);
    *most = cut - room > 0.0 || first == 0.0 ? cli_svd_count_above(s, cut - room) : s->s.m;
}

static int judge_rank(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct verdict *v)
{
    struct cli_svd_accuracy a;
    struct cli_svd found = {.A = s->A};
    int code = judge_svd(handle, o, s, v, &a);
    code = code ? code : cli_svd_find(handle, CLI_SVD_RANK, o, &found);
    ddblasHostMatrixFree(&found.gap);
    if (code)
        return code;
    s->rank = found.rank;
    v->condition = s->rank > 0 ? over(cli_svd_value(&s->s, 0).x, cli_svd_value(&s->s, s->rank - 1).x) : 1.0;
    cli_rank_range(o, s, &a, &v->least, &v->most);
    v->passed = v->passed && s->rank >= v->least && s->rank <= v->most;
    return CLI_OK;
}

static int judge_null(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct verdict *v)
{
    double first = 0.0;
    int code = cli_svd_find(handle, CLI_SVD_NULL, o, s);
    code = code ? code : cli_svd_find_first(handle, o, s, &first);
    v->condition = s->rank > 0 ? over(first, cli_svd_value(&s->gap, 0).x) : 1.0;
    if (code)
        return code;
    const struct cli_svd_accuracy a = cli_null_compare(s);
    const double rest = cli_svd_value(&s->gap, 1).x;
    v->columns = a.columns;
    v->all = a.all;
    v->seconds = s->seconds;
    add_row(v, "worst ||A z|| / ||A||_F", "residual", a.residual,
            bound + (a.norm > 0.0 ? (1.0 + 0x1p-40) * rest / a.norm / unit_of(s) : 0.0));
    add_row(v, "||Z^H Z - I||_F", "orthogonality", a.right, bound);
    return CLI_OK;
}

/* Singular values that do not count are a change of A, which enters the first condition three times
 * (docs/numerics.md). */
static int judge_pinv(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct verdict *v)
{
    double first = 0.0;
    int code = cli_svd_find(handle, CLI_SVD_PINV, o, s);
    code = code ? code : cli_svd_find_first(handle, o, s, &first);
    v->condition = s->rank > 0 ? over(first, cli_svd_value(&s->gap, 0).x) : 1.0;
    if (code)
        return code;
    const struct cli_pinv_accuracy a = cli_pinv_compare(s);
    const double rest = cli_svd_value(&s->gap, 1).x,
                 limit = bound_of_inverse + (a.norm > 0.0 ? 3.0 * rest / a.norm / unit_of(s) : 0.0);
    v->columns = a.columns;
    v->all = a.all;
    v->seconds = s->seconds;
    add_row(v, "||A X A - A|| / (||A||^2 ||X||)", "first", a.first, limit);
    add_row(v, "||X A X - X|| / (||A|| ||X||^2)", "second", a.second, limit);
    add_row(v, "||A X - (A X)^H|| / (||A|| ||X||)", "third", a.third, limit);
    add_row(v, "||X A - (X A)^H|| / (||A|| ||X||)", "fourth", a.fourth, limit);
    return CLI_OK;
}

static int judge_decomposition(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct verdict *v)
{
    struct cli_svd_accuracy a;
    return judge_svd(handle, o, s, v, &a);
}

/* ---- output ---------------------------------------------------------------------------------- */

static void print_text(const char *engine, const char *title, const struct cli_svd *s, const struct verdict *v)
{
    printf("%s of %s, %" PRId64 " x %" PRId64 ", type %s, %.3g ms on %s\n", v->routine, title, s->A.m, s->A.n,
           cli_type_words[s->A.type], 1e3 * v->seconds, engine);
    if (v->columns < v->all)
        printf("%" PRId64 " of %" PRId64 " columns compared, spread evenly; Frobenius norms are estimated from them\n",
               v->columns, v->all);
    if (v->has_rank)
        printf("rank %" PRId64 "\n", s->rank);
    if (v->most >= 0)
        printf("the errors allow ranks from %" PRId64 " to %" PRId64 "\n", v->least, v->most);
    printf("\n  %-34s %16s %9s\n", "", "max(m, n) 2^-104", "bound");
    for (int k = 0; k < v->rows; k++)
        printf("  %-34s %16.3g %9.3g\n", v->row[k].label, v->row[k].value, v->row[k].bound);
    puts(v->passed ? "\nPASS: all are within their bounds" : "\nFAIL: an error is above its bound, or the rank is not allowed");
}

static void print_json(const char *engine, const char *title, const struct cli_svd *s, const struct verdict *v)
{
    cli_json_open(NULL, '{');
    cli_json_text("routine", v->routine);
    cli_json_text("matrix", title);
    cli_json_text("type", cli_type_words[s->A.type]);
    cli_json_int("m", s->A.m);
    cli_json_int("n", s->A.n);
    cli_json_text("engine", engine);
    cli_json_number("seconds", v->seconds);
    cli_json_int("compared_columns", v->columns);
    cli_json_int("columns", v->all);
    if (v->has_rank)
        cli_json_int("rank", s->rank);
    if (v->most >= 0)
    {
        cli_json_int("least_rank", v->least);
        cli_json_int("most_rank", v->most);
    }
    cli_json_number("condition", v->condition);
    cli_json_text("unit", "max(m, n) 2^-104");
    for (int k = 0; k < v->rows; k++)
    {
        cli_json_open(v->row[k].key, '{');
        cli_json_number("error", v->row[k].value);
        cli_json_number("bound", v->row[k].bound);
        cli_json_close('}');
    }
    cli_json_bool("passed", v->passed);
    cli_json_close('}');
}

/* ---- commands -------------------------------------------------------------------------------- */

typedef int judgement(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct verdict *v);

/* A routine: its word, its judgement, and that of a user's result. */
struct routine
{
    const char *word;
    judgement *judge;
    cli_svd_judgement *judge_mine;
};

static int verify_ours(struct cli_run *run, const struct cli_svd_options *o, const struct routine *r, struct cli_svd *s)
{
    struct verdict v = {.routine = r->word, .passed = 1, .has_rank = r->judge != judge_decomposition, .least = -1, .most = -1};
    char engine[256];
    int code = cli_svd_load(o, s);
    code = code ? code : r->judge(run->handle, o, s, &v);
    if (code)
        return code;
    ddblasGetEngineName(run->handle, engine, sizeof engine);
    (run->json ? print_json : print_text)(engine, o->of.gen ? o->of.gen : o->of.a_file, s, &v);
    return v.passed ? CLI_OK : CLI_FAILED;
}

static int verify_mine(struct cli_run *run, const struct cli_svd_options *o, const struct routine *r,
                       const struct cli_mine_options *of, const char *svg, struct cli_svd *s)
{
    struct cli_mine mine = {0};
    struct cli_judgement j = {.routine = r->word, .title = o->of.gen ? o->of.gen : o->of.a_file};
    int code = cli_svd_load(o, s);
    code = code ? code : cli_mine_read(of, of->type, o->of.npy, &mine);
    j.m = s->A.m;
    j.n = s->A.n;
    code = code ? code : r->judge_mine(run->handle, o, s, &mine, &j);
    code = code ? code : cli_judge(&j, &mine, svg, run->json);
    cli_judgement_free(&j);
    cli_mine_free(&mine);
    return code;
}

static int verify(int argc, char **argv, const struct routine *r)
{
    struct cli_svd_options o = CLI_SVD_DEFAULTS;
    struct cli_mine_options mine = CLI_MINE_DEFAULTS;
    struct cli_svd s = {0};
    struct cli_run run = {0};
    const char *svg = NULL;
    int count;
    const struct cli_option options[] = {CLI_TOLERANCE_OPTION(o),
                                         CLI_NPY_OPTION(o.of.npy),
                                         CLI_KIND_OPTIONS(o.of.kind),
                                         {"--gen", CLI_TEXT, &o.of.gen, NULL},
                                         CLI_RUN_OPTIONS(run),
                                         CLI_RESULT_OPTIONS(mine),
                                         {"--digits-svg", CLI_TEXT, &svg, NULL},
                                         /* for svd alone; a null name ends the list */
                                         {r->judge == judge_decomposition ? "--u" : NULL, CLI_TEXT, &mine.files[1], NULL},
                                         {"--vt", CLI_TEXT, &mine.files[2], NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, &o.of.a_file, 1, 1, &count);
    code = code ? code : cli_mine_check_options(&mine);
    code = code ? code : cli_svg_name(svg);
    if (code == CLI_OK && svg && !mine.files[0])
        code = cli_error(CLI_BAD_INPUT, "--digits-svg: expected --result with it");
    if (code == CLI_OK)
        code = mine.files[0] ? verify_mine(&run, &o, r, &mine, svg, &s) : verify_ours(&run, &o, r, &s);
    cli_svd_free(&s);
    cli_run_close(&run);
    return code;
}

#define VERIFY(name, judge)                                                                                                      \
    int cli_verify_##name(int argc, char **argv)                                                                                 \
    {                                                                                                                            \
        const struct routine r = {#name, judge, cli_##name##_judge};                                                             \
        return verify(argc, argv, &r);                                                                                           \
    }

VERIFY(svd, judge_decomposition)
VERIFY(rank, judge_rank)
VERIFY(null, judge_null)
VERIFY(pinv, judge_pinv)
