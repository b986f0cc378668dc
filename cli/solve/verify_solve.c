/*
 * ddblas verify solve: a solution beside MPFR.
 */
#include "../check/check.h"
#include "judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct verdict
{
    const char *title, *x_name;
    const struct cli_solution *solution; /* null: x is from a file */
    int64_t n, columns;
    double backward, bound; /* in units of 2^-104 */
    const char *why;        /* there is no exact solution, or null */
    int bits;
    struct cli_forward forward;
    double condition;
    int64_t asked; /* digits */
    int passed;
};

static double bound_of(const struct cli_system *s)
{
    return 3.0 * ((double)s->A.n + 200.0) * (s->type == DDBLAS_TYPE_U ? sqrt(8.0) : 1.0);
}

static const char *source_name(const struct verdict *v)
{
    return !v->solution ? v->x_name : v->solution->method == CLI_METHOD_CHOLESKY ? "Cholesky" : "LU";
}

static void print_row(const char *label, double digits)
{
    printf("  %-18s", label);
    cli_print_digits(digits);
    putchar('\n');
}

static void print_text(const char *engine, const struct verdict *v)
{
    printf("solve of %s, n = %" PRId64 ", %" PRId64 " right-hand side%s, x ", v->title, v->n, v->columns,
           v->columns == 1 ? "" : "s");
    if (v->solution)
        printf("by %s%s on %s\n\n", source_name(v), v->solution->refined ? " and refinement" : "", engine);
    else
        printf("in %s\n\n", v->x_name);
    printf("  %-18s %11.3g   largest |b - A x|_i / (|A| |x| + |b|)_i in units of 2^-104\n", "backward error", v->backward);
    printf("  %-18s %11.4g   3 (n + 200), sqrt 8 times that for complex systems\n", "its bound", v->bound);
    if (v->why)
        printf("  no correct digits: %s\n\n", v->why);
    else
    {
        printf("  correct digits, by a solution at %d bits\n", v->bits);
        print_row("worst component", v->forward.worst);
        print_row("median component", v->forward.median);
        print_row(v->columns == 1 ? "whole vector" : "worst column", v->forward.whole);
        printf("  %-18s %11.3g   ||A|| ||A^-1||, sums of rows\n\n", "condition", v->condition);
    }
    if (v->backward > v->bound)
        puts("FAIL: the backward error is above its bound");
    else if (!v->passed)
        printf("FAIL: fewer than %" PRId64 " digits of the largest component are correct\n", v->asked);
    else if (!v->why && v->forward.whole < 1.0)
        puts("PASS: the backward error is within its bound, but no digit of x is right: A is too ill-conditioned");
    else
        puts("PASS: the backward error is within its bound");
}

static void print_json(const char *engine, const struct verdict *v)
{
    cli_json_open(NULL, '{');
    cli_json_text("routine", "solve");
    cli_json_text("matrix", v->title);
    cli_json_int("n", v->n);
    cli_json_int("right_hand_sides", v->columns);
    cli_json_text("x", source_name(v));
    if (v->solution)
        cli_json_text("engine", engine);
    cli_json_number("backward_error", v->backward);
    cli_json_number("backward_bound", v->bound);
    cli_json_text("unit", "2^-104");
    if (v->why)
        cli_json_text("no_digits", v->why);
    else
    {
        cli_json_int("bits", v->bits);
        cli_json_digits("worst_component_digits", v->forward.worst);
        cli_json_digits("median_component_digits", v->forward.median);
        cli_json_digits("normwise_digits", v->forward.whole);
        cli_json_number("condition", v->condition);
    }
    cli_json_bool("passed", v->passed);
    cli_json_close('}');
}

/* The forward error, as far as there is an exact solution, and its picture. */
static int judge_forward(const struct cli_equation *e, const struct cli_system *s, const ddblasHostMatrix *X, const char *svg,
                         struct verdict *v)
{
    struct cli_truth *truth = NULL;
    const int64_t count = X->m * X->n;
    double *digits = malloc(((size_t)count + 1) * sizeof *digits);
    int code = digits ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory");
    code = code ? code : cli_truth_find(e, &s->B, &truth, &v->why);
    if (code == CLI_OK && truth)
    {
        const struct cli_digits series = {"x", digits};
        v->bits = cli_truth_bits(truth);
        code = cli_forward_digits(truth, X, digits, &v->forward);
        code = code ? code : cli_truth_condition(truth, e, &v->condition);
        code = code || !svg ? code : cli_digits_svg(svg, v->title, &series, 1, count);
    }
    else if (code == CLI_OK && svg)
        code = cli_error(CLI_BAD_INPUT, "--digits-svg: there are no digits to draw: %s", v->why);
    cli_truth_free(truth);
    free(digits);
    return code;
}

static int judge(struct cli_run *run, const struct cli_system *s, const ddblasHostMatrix *X, const char *svg, struct verdict *v)
{
    const struct cli_equation e = {.A = &s->A};
    char engine[256];
    v->n = s->A.n;
    v->columns = s->B.n;
    v->backward = ldexp(cli_backward_error(&e, X, &s->B), 104);
    v->bound = bound_of(s);
    const int code = judge_forward(&e, s, X, svg, v);
    if (code)
        return code;
    v->passed = v->backward <= v->bound && (v->asked == 0 || (!v->why && v->forward.whole >= (double)v->asked));
    ddblasGetEngineName(run->handle, engine, sizeof engine);
    (run->json ? print_json : print_text)(engine, v);
    return v->passed ? CLI_OK : CLI_FAILED;
}

/* X from its file, in the type of the system, which it may make complex. */
static int read_solution(const struct cli_solve_options *o, struct cli_system *s, ddblasHostMatrix *X)
{
    int code = cli_read(o->x_file, -1, o->npy, X);
    code = code ? code : cli_check_columns(X, o->x_file, s->A.n);
    if (code == CLI_OK && X->n != s->B.n)
        code = cli_error(CLI_BAD_INPUT, "%s: expected %lld columns as b has, got %lld", o->x_file, (long long)s->B.n,
                         (long long)X->n);
    code = code ? code : cli_unify(&s->A, X, &s->type);
    return code ? code : cli_unify(&s->A, &s->B, &s->type);
}

static int verify(struct cli_run *run, const struct cli_solve_options *o, const char *svg)
{
    struct cli_system s = {0};
    struct cli_solution solution = {0};
    struct verdict v = {.title = o->gen ? o->gen : o->a_file, .x_name = o->x_file, .asked = o->digits};
    struct cli_solve_options any = *o;
    any.digits = 0; /* a solution without a digit is judged like any other */
    int code = cli_system_load(&any, &s);
    if (code == CLI_OK && o->x_file)
        code = read_solution(o, &s, &solution.X);
    else if (code == CLI_OK)
    {
        v.solution = &solution;
        code = cli_solution_find(run->handle, &any, &s, &solution);
    }
    code = code ? code : judge(run, &s, &solution.X, svg, &v);
    cli_solution_free(&solution);
    cli_system_free(&s);
    return code;
}

/* ---- a result of the user -------------------------------------------------------------------- */

/* Gaussian elimination with partial pivoting keeps 3 n u times the growth of the elements, which is
 * small as a rule. LAPACK's own tests allow 30 u where this allows 3 (n + 10) u. */
static double bound_of_result(int64_t n) { return 3.0 * ((double)n + 10.0); }

/* ours for a system that is too large for MPFR: a refined solution with bounds on its errors. */
static int set_refined(ddblasHandle_t handle, const struct cli_solve_options *o, const struct cli_system *s,
                       struct cli_judgement *j)
{
    struct cli_solution solution = {0};
    struct cli_solve_options refined = *o;
    refined.refine = 1;
    refined.digits = 0;
    int code = cli_solution_find(handle, &refined, s, &solution);
    code = code ? code : cli_judgement_make(j, s->type, s->A.n, s->B.n, 1);
    j->why = NULL;
    for (int64_t k = 0; code == CLI_OK && k < s->B.n; k++)
    {
        double largest = 0.0;
        for (int64_t i = 0; i < s->A.n; i++)
        {
            cuddreal part[2];
            cli_fetch(s->type, cli_element(&solution.X, i, k), part);
            cli_store(s->type, cli_element(&j->ours, i, k), part[0], part[1]);
            j->uncertainty[i + k * s->A.n] = hypot(part[0].x, part[1].x) * solution.element[k];
            largest = fmax(largest, hypot(part[0].x, part[1].x));
        }
        for (int64_t i = 0; i < s->A.n; i++)
            j->uncertainty[i + k * s->A.n] = fmin(j->uncertainty[i + k * s->A.n], largest * solution.whole[k]);
        if (!(solution.whole[k] < 1.0))
            j->why = "the system is too large for MPFR, and no digit of a refined solution is certain";
    }
    ddblasHostMatrixFree(&j->bound);
    j->condition = solution.report.condition;
    j->condition_of = "||A|| ||A^-1|| after scaling, estimated";
    (void)snprintf(j->source, sizeof j->source, "a refined solution in double-double");
    cli_solution_free(&solution);
    return code;
}

static int judge_result(struct cli_run *run, const struct cli_solve_options *o, const struct cli_mine_options *of,
                        const char *svg)
{
    struct cli_system s = {0};
    struct cli_mine mine = {0};
    struct cli_judgement j = {.routine = "solve", .title = o->gen ? o->gen : o->a_file};
    int code = cli_system_load(o, &s);
    code = code ? code : cli_mine_read(of, of->type, o->npy, &mine);
    code = code ? code : cli_mine_check_shape(&mine, 0, s.A.n, s.B.n);
    if (code == CLI_OK)
    {
        const struct cli_equation e = {.A = &s.A};
        j.m = j.n = s.A.n;
        (void)snprintf(j.note, sizeof j.note, "%" PRId64 " right-hand side%s", s.B.n, s.B.n == 1 ? "" : "s");
        code = cli_solution_judge(&e, &s.B, &mine, 0, bound_of_result(s.A.n), &j);
        if (code == CLI_OK && cli_truth_is_too_large(&e, &s.B))
            code = set_refined(run->handle, o, &s, &j);
    }
    code = code ? code : cli_judge(&j, &mine, svg, run->json);
    cli_judgement_free(&j);
    cli_mine_free(&mine);
    cli_system_free(&s);
    return code;
}

/* The options that go with a result and those that do not. */
static int check_options(const struct cli_solve_options *o, const struct cli_mine_options *of)
{
    if (o->x_file && (o->refine || o->method != CLI_METHOD_AUTO))
        return cli_error(CLI_BAD_INPUT, "--refine, --method: expected A and b alone, got an x in %s too", o->x_file);
    if (of->files[0] && o->x_file)
        return cli_error(CLI_BAD_INPUT, "--result: expected A and b alone, got an x in %s too", o->x_file);
    if (of->files[0] && (o->refine || o->method != CLI_METHOD_AUTO || o->digits))
        return cli_error(CLI_BAD_INPUT, "--refine, --method, --digits: not with --result, which has --require-digits");
    return cli_mine_check_options(of);
}

int cli_verify_solve(int argc, char **argv)
{
    struct cli_mine_options mine = CLI_MINE_DEFAULTS;
    struct cli_solve_options o = CLI_SOLVE_DEFAULTS;
    struct cli_run run = {0};
    const char *files[3] = {NULL, NULL, NULL}, *svg = NULL;
    int count;
    const struct cli_option options[] = {CLI_FACTOR_OPTIONS(o),
                                         {"--refine", CLI_FLAG, &o.refine, NULL},
                                         {"--digits", CLI_INT, &o.digits, NULL},
                                         {"--digits-svg", CLI_TEXT, &svg, NULL},
                                         CLI_KIND_OPTIONS(o.kind),
                                         {"--gen", CLI_TEXT, &o.gen, NULL},
                                         {"--b", CLI_TEXT, &o.b_kind, NULL},
                                         CLI_RUN_OPTIONS(run),
                                         CLI_RESULT_OPTIONS(mine),
                                         {0}};
    o.digits = 0;
    int code = cli_run_open(&run, argc, argv, options, files, 1, 3, &count);
    o.a_file = files[0];
    o.b_file = count == 3 ? files[2] : files[1];
    o.x_file = count == 3 ? files[1] : NULL;
    code = code ? code : check_options(&o, &mine);
    code = code ? code : cli_svg_name(svg);
    if (code == CLI_OK)
        code = mine.files[0] ? judge_result(&run, &o, &mine, svg) : verify(&run, &o, svg);
    cli_run_close(&run);
    return code;
}
