/*
 * ddblas verify solve-triangular: trsv and trsm beside MPFR, in a narrow type and in double-double.
 */
#include "../check/check.h"
#include "triangle.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    COLUMNS = 2
};

/* The solution in one type. The backward error is that of the data rounded to the type, and the
 * digits are those of the data as they are. */
struct column
{
    ddblasType_t type;
    const char *name;
    int judged;
    double backward, bound; /* in units of the type */
    double seconds;
    double *digits;
    struct cli_forward forward;
};

struct verdict
{
    const char *title, *why;
    const struct cli_triangle_problem *p;
    struct column column[COLUMNS];
    double condition; /* if why is null */
    int passed;
};

/* The bounds of dd/level2.h and dd/level3.h. trsm of S, D, C, Z, which BLAS computes, has a larger
 * one, because blocks of the diagonal may be inverted. */
static double bound_of(const struct cli_triangle_problem *p, ddblasType_t type)
{
    const double n = (double)p->A.n;
    const int native = cli_unit(type) != 0x1p-104;
    return (native && p->B.n != 1 ? 8.0 * n + 80.0 : n + 80.0) * (cli_is_complex(type) ? sqrt(8.0) : 1.0);
}

static const char *name_of(ddblasType_t type)
{
    const double unit = cli_unit(type);
    return unit == 0x1p-24 ? "FP32" : unit == 0x1p-53 ? "FP64" : type == DDBLAS_TYPE_W ? "W" : "U";
}

static int choose_types(const struct cli_triangle_options *t, struct verdict *v)
{
    const int is_complex = cli_is_complex(v->p->A.type);
    const int narrow = t->type >= 0 && cli_unit((ddblasType_t)t->type) != 0x1p-104;
    const ddblasType_t type = narrow ? (ddblasType_t)t->type : is_complex ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
    if (cli_is_complex(type) != is_complex)
        return cli_error(CLI_BAD_INPUT, "--type: expected %s for these files", is_complex ? "C, Z or U" : "S, D or W");
    v->column[0] = (struct column){.type = type, .judged = narrow};
    v->column[1] = (struct column){.type = v->p->A.type, .judged = 1};
    return CLI_OK;
}

/* ---- output ---------------------------------------------------------------------------------- */

static void digits_row(const char *label, double first, double second)
{
    printf("  %-18s", label);
    cli_print_digits(first);
    cli_print_digits(second);
    putchar('\n');
}

static void print_text(const char *engine, const struct verdict *v)
{
    const struct column *c = v->column;
    printf("solve-triangular of %s, %s%s%s, n = %" PRId64 ", %" PRId64 " right-hand side%s, on %s\n\n", v->title,
           cli_uplo_words[v->p->uplo], cli_trans_words[v->p->trans], cli_diag_words[v->p->diag], v->p->A.n, v->p->B.n,
           v->p->B.n == 1 ? "" : "s", engine);
    printf("  %-18s %11s %11s\n", "", c[0].name, c[1].name);
    printf("  %-18s %11.3g %11.3g   largest |b - op(A) x|_i / (|op(A)| |x| + |b|)_i, in units u\n", "backward error",
           c[0].backward, c[1].backward);
    printf("  %-18s %11.4g %11.4g   u = 2^-24, 2^-53 or 2^-104\n", "its bound", c[0].bound, c[1].bound);
    if (v->why)
        printf("  no correct digits: %s\n", v->why);
    else
    {
        puts("  correct digits");
        digits_row("worst component", c[0].forward.worst, c[1].forward.worst);
        digits_row("median component", c[0].forward.median, c[1].forward.median);
        digits_row(v->p->B.n == 1 ? "whole vector" : "worst column", c[0].forward.whole, c[1].forward.whole);
        printf("  %-18s %11.3g               ||A|| ||A^-1||, sums of rows\n", "condition", v->condition);
    }
    printf("  %-18s %11.3g %11.3g   ms\n\n", "time", 1e3 * c[0].seconds, 1e3 * c[1].seconds);
    puts(v->passed ? "PASS: the backward error is within its bound" : "FAIL: the backward error is above its bound");
}

static void print_json(const char *engine, const struct verdict *v)
{
    cli_json_open(NULL, '{');
    cli_json_text("routine", "solve-triangular");
    cli_json_text("matrix", v->title);
    cli_json_text("uplo", cli_uplo_words[v->p->uplo]);
    cli_json_text("trans", cli_trans_words[v->p->trans]);
    cli_json_text("diag", cli_diag_words[v->p->diag]);
    cli_json_int("n", v->p->A.n);
    cli_json_int("right_hand_sides", v->p->B.n);
    cli_json_text("engine", engine);
    if (v->why)
        cli_json_text("no_digits", v->why);
    else
        cli_json_number("condition", v->condition);
    cli_json_open("results", '[');
    for (int k = 0; k < COLUMNS; k++)
    {
        const struct column *c = &v->column[k];
        cli_json_open(NULL, '{');
        cli_json_text("type", cli_type_words[c->type]);
        cli_json_number("backward_error", c->backward);
        cli_json_number("backward_bound", c->bound);
        cli_json_number("unit", cli_unit(c->type));
        if (!v->why)
        {
            cli_json_digits("worst_component_digits", c->forward.worst);
            cli_json_digits("median_component_digits", c->forward.median);
            cli_json_digits("normwise_digits", c->forward.whole);
        }
        cli_json_bool("judged", c->judged);
        cli_json_number("seconds", c->seconds);
        cli_json_close('}');
    }
    cli_json_close(']');
    cli_json_bool("passed", v->passed);
    cli_json_close('}');
}

/* ---- judgement ------------------------------------------------------------------------------- */

static struct cli_equation equation_of(const struct cli_triangle_problem *p)
{
    return (struct cli_equation){.A = &p->A, .triangular = 1, .uplo = p->uplo, .trans = p->trans, .diag = p->diag};
}

/* Solves in the column's type, and judges. A solution with Inf or NaN has no digit, and its
 * backward error is infinite. */
static int judge_column(ddblasHandle_t handle, const struct cli_triangle_options *t, const struct cli_truth *truth,
                        struct verdict *v, struct column *c)
{
    struct cli_triangle_problem p = {0};
    ddblasHostMatrix X = {0};
    const int64_t count = v->p->A.n * v->p->B.n;
    c->name = name_of(c->type);
    c->bound = bound_of(v->p, c->type);
    c->digits = calloc((size_t)count + 1, sizeof(double));
    int code = c->digits ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory");
    code = code ? code : cli_triangle_convert(t, v->p, c->type, &p);
    code = code ? code : cli_triangle_solve(handle, &p, &X, &c->seconds);
    if (code == CLI_OK && !cli_matrix_is_finite(&X))
        c->backward = INFINITY;
    else if (code == CLI_OK)
    {
        const struct cli_equation e = equation_of(&p);
        c->backward = cli_backward_error(&e, &X, &p.B) / cli_unit(c->type);
        code = truth ? cli_forward_digits(truth, &X, c->digits, &c->forward) : CLI_OK;
    }
    v->passed = v->passed && (!c->judged || c->backward <= c->bound);
    ddblasHostMatrixFree(&X);
    cli_triangle_free(&p);
    return code;
}

static int draw(const char *svg, const struct verdict *v)
{
    struct cli_digits series[COLUMNS];
    if (v->why)
        return cli_error(CLI_BAD_INPUT, "--digits-svg: there are no digits to draw: %s", v->why);
    for (int c = 0; c < COLUMNS; c++)
        series[c] = (struct cli_digits){v->column[c].name, v->column[c].digits};
    return cli_digits_svg(svg, v->title, series, COLUMNS, v->p->A.n * v->p->B.n);
}

static int verify(struct cli_run *run, const struct cli_triangle_options *t, const char *svg)
{
    struct cli_triangle_problem p = {0};
    struct cli_truth *truth = NULL;
    struct verdict v = {.title = t->o.gen ? t->o.gen : t->o.a_file, .p = &p, .passed = 1};
    char engine[256];
    int code = cli_triangle_load(t, &p);
    const struct cli_equation e = equation_of(&p);
    code = code ? code : choose_types(t, &v);
    code = code ? code : cli_truth_find(&e, &p.B, &truth, &v.why);
    code = code || !truth ? code : cli_truth_condition(truth, &e, &v.condition);
    for (int c = 0; code == CLI_OK && c < COLUMNS; c++)
        code = judge_column(run->handle, t, truth, &v, &v.column[c]);
    code = code || !svg ? code : draw(svg, &v);
    if (code == CLI_OK)
    {
        ddblasGetEngineName(run->handle, engine, sizeof engine);
        (run->json ? print_json : print_text)(engine, &v);
        code = v.passed ? CLI_OK : CLI_FAILED;
    }
    for (int c = 0; c < COLUMNS; c++)
        free(v.column[c].digits);
    cli_truth_free(truth);
    cli_triangle_free(&p);
    return code;
}

/* A result of the user, by the bound of a program in its precision. */
static int judge_result(struct cli_run *run, const struct cli_triangle_options *t, const struct cli_mine_options *of,
                        const char *svg)
{
    struct cli_triangle_problem p = {0};
    struct cli_mine mine = {0};
    struct cli_judgement j = {.routine = "solve-triangular", .title = t->o.gen ? t->o.gen : t->o.a_file};
    int code = cli_triangle_load(t, &p);
    code = code ? code : cli_mine_read(of, t->type, t->o.npy, &mine);
    code = code ? code : cli_mine_check_shape(&mine, 0, p.A.n, p.B.n);
    if (code == CLI_OK)
    {
        const struct cli_equation e = equation_of(&p);
        const ddblasType_t narrow = cli_is_complex(p.A.type) ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
        j.m = j.n = p.A.n;
        (void)snprintf(j.note, sizeof j.note, "%s%s%s, %" PRId64 " right-hand side%s", cli_uplo_words[p.uplo],
                       cli_trans_words[p.trans], cli_diag_words[p.diag], p.B.n, p.B.n == 1 ? "" : "s");
        code = cli_solution_judge(&e, &p.B, &mine, 1, bound_of(&p, mine.unit == 0x1p-104 ? p.A.type : narrow), &j);
    }
    code = code ? code : cli_judge(&j, &mine, svg, run->json);
    cli_judgement_free(&j);
    cli_mine_free(&mine);
    cli_triangle_free(&p);
    return code;
}

int cli_verify_solve_triangular(int argc, char **argv)
{
    struct cli_mine_options mine = CLI_MINE_DEFAULTS;
    struct cli_triangle_options t = CLI_TRIANGLE_DEFAULTS;
    struct cli_run run = {0};
    const char *files[2] = {NULL, NULL}, *svg = NULL;
    int count;
    const struct cli_option options[] = {CLI_TRIANGLE_OPTIONS(t),
                                         CLI_RUN_OPTIONS(run),
                                         {"--gen", CLI_TEXT, &t.o.gen, NULL},
                                         {"--digits-svg", CLI_TEXT, &svg, NULL},
                                         CLI_MINE_OPTIONS(mine),
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, files, 1, 2, &count);
    t.o.a_file = files[0];
    t.o.b_file = files[1];
    code = code ? code : cli_svg_name(svg);
    code = code ? code : cli_mine_check_options(&mine);
    if (code == CLI_OK)
        code = mine.files[0] ? judge_result(&run, &t, &mine, svg) : verify(&run, &t, svg);
    cli_run_close(&run);
    return code;
}
