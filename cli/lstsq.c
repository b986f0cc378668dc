/*
 * ddblas lstsq: least squares for files, and ddblas verify lstsq.
 */
#include "check/check.h"
#include "orthogonal.h"
#include "product.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char cli_lstsq_help[] =
    "usage: ddblas lstsq A.mtx B.mtx [--type S|D|W|C|Z] [--engine auto|cpu|cuda] [--threads N] [--refine] [--out X.mtx]\n"
    "                                [--npy columns|pairs] [--json]\n"
    "\n"
    "For each column b of B the x that makes ||b - A x|| least, by a QR factorisation of A, which has at least as many rows as\n"
    "columns and full rank; by default in double-double (type W; Z for complex files). Prints x with all its digits, one\n"
    "column after the other, and the norms of the residuals, or writes x to the file of --out.\n"
    "Exit code 2 when A or B is not finite, and when the columns of A are dependent as far as the precision can tell: with each\n"
    "scaled to length 1, a change of no more than the rounding errors of the factorisation, 4 n u, makes them so.\n"
    "\n"
    "  --type    the precision: the files are rounded to it once\n"
    "  --engine  cuda fails when there is no device; auto takes it when there is one\n"
    "  --refine  solves once more for B - A X and adds: more digits where the fit is close\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas gen wampler 6 -o A.mtx && ddblas gen wampler-y1 6 -o y.mtx && ddblas lstsq A.mtx y.mtx     six times 1\n"
    "  ddblas verify lstsq A.mtx y.mtx              correct digits of FP64 and of double-double, by MPFR\n";

/* ---- loading --------------------------------------------------------------------------------- */

/* B, complex when A is. */
static int load_right_hand_sides(const struct cli_orthogonal_options *o, const ddblasHostMatrix *A, ddblasHostMatrix *B)
{
    struct cli_kind_options own = o->kind;
    const struct cli_kind *kind = o->files[1] ? NULL : cli_find_kind(o->b_kind ? o->b_kind : "wampler-y1");
    int code = cli_check_kind_unnamed(o->b_kind, o->files[1]);
    own.seed++;
    if (code)
        return code;
    if (o->files[1])
        code = cli_read(o->files[1], -1, o->npy, B);
    else
        code = kind ? cli_make(kind, A->n, &own, B) : CLI_BAD_INPUT;
    if (code == CLI_OK && B->m != A->m)
        code = cli_error(CLI_BAD_INPUT, "%s: expected %lld rows as A has, got %lld",
                         o->files[1] ? o->files[1] : "the vector made", (long long)A->m, (long long)B->m);
    return code;
}

/* The data with all their digits; a real side is made complex when the other is. */
static int load(const struct cli_orthogonal_options *o, ddblasHostMatrix *A, ddblasHostMatrix *B)
{
    int code = cli_orthogonal_load(o, A);
    if (code == CLI_OK && A->n == 0)
        code = cli_error(CLI_BAD_INPUT, "%s: expected at least one column", o->gen ? o->gen : o->files[0]);
    code = code ? code : load_right_hand_sides(o, A, B);
    code = code ? code : cli_check_kind_options();
    if (code == CLI_OK && cli_is_complex(A->type) != cli_is_complex(B->type))
        code = cli_matrix_turn(cli_is_complex(A->type) ? B : A, DDBLAS_TYPE_U);
    return code;
}

/* ---- ddblas lstsq ---------------------------------------------------------------------------- */

static void print_text(const ddblasHostMatrix *X, const ddblasHostMatrix *residual)
{
    char text[CLI_ELEMENT_TEXT];
    cli_print_banner(X->type);
    for (int64_t j = 0; j < X->n; j++)
    {
        cli_element_text(residual, j, 0, text, sizeof text);
        printf("%% ||b - A x|| = %s\n", text);
    }
    cli_print_elements(X);
}

static void print_json(ddblasHandle_t handle, const ddblasHostMatrix *A, const ddblasHostMatrix *X,
                       const ddblasHostMatrix *residual, double seconds)
{
    char text[CLI_ELEMENT_TEXT];
    cli_orthogonal_json(handle, X->type, A->m, A->n, seconds);
    cli_json_open("solutions", '[');
    for (int64_t j = 0; j < X->n; j++)
    {
        cli_json_open(NULL, '{');
        cli_json_open("x", '[');
        for (int64_t i = 0; i < X->m; i++)
        {
            cli_element_text(X, i, j, text, sizeof text);
            cli_json_text(NULL, text);
        }
        cli_json_close(']');
        cli_element_text(residual, j, 0, text, sizeof text);
        cli_json_text("residual", text);
        cli_json_close('}');
    }
    cli_json_close(']');
    cli_json_close('}');
}

/* X plus the solution for what X leaves of B, whose residuals are those of the sum. */
static int refine(ddblasHandle_t handle, const ddblasHostMatrix *A, const ddblasHostMatrix *B, ddblasHostMatrix *X,
                  ddblasHostMatrix *residual, double *seconds)
{
    const struct cli_product product = {.routine = &cli_gemm_routine,
                                        .type = A->type,
                                        .m = A->m,
                                        .n = B->n,
                                        .k = A->n,
                                        .alpha = {{-1.0, 0.0}},
                                        .beta = {{1.0, 0.0}},
                                        .A = *A,
                                        .B = *X,
                                        .C = *B};
    ddblasHostMatrix rest = {0}, change = {0};
    double times[2] = {0.0, 0.0};
    ddblasHostMatrixFree(residual);
    int code = cli_product_solve(handle, &product, &rest, &times[0]);
    code = code ? code : cli_fit(handle, A, &rest, &change, residual, &times[1]);
    for (int64_t j = 0; code == CLI_OK && j < X->n; j++)
        for (int64_t i = 0; i < X->m; i++)
        {
            cuddreal x[2], more[2];
            cli_fetch(X->type, cli_element(X, i, j), x);
            cli_fetch(X->type, cli_element(&change, i, j), more);
            cli_store(X->type, cli_element(X, i, j), cuddAdd(x[0], more[0]), cuddAdd(x[1], more[1]));
        }
    *seconds += times[0] + times[1];
    ddblasHostMatrixFree(&rest);
    ddblasHostMatrixFree(&change);
    return code;
}

/* A and B in a type, solved. */
static int solve(ddblasHandle_t handle, ddblasType_t type, int refined, const ddblasHostMatrix *A, const ddblasHostMatrix *B,
                 ddblasHostMatrix *X, ddblasHostMatrix *residual, double *seconds)
{
    ddblasHostMatrix a = {0}, b = {0};
    int code = cli_matrix_convert(A, type, &a);
    code = code ? code : cli_matrix_convert(B, type, &b);
    code = code ? code : cli_fit(handle, &a, &b, X, residual, seconds);
    code = code || !refined ? code : refine(handle, &a, &b, X, residual, seconds);
    ddblasHostMatrixFree(&a);
    ddblasHostMatrixFree(&b);
    return code;
}

/* ||b - A x|| is NaN in the same columns as x. */
static int check_solutions(const ddblasHostMatrix *X, const char *b_name)
{
    for (int64_t j = 0; j < X->n; j++)
        for (int64_t i = 0; i < X->m; i++)
        {
            cuddreal x[2];
            cli_fetch(X->type, cli_element(X, i, j), x);
            if (!cuddIsFinite(x[0]) || !cuddIsFinite(x[1]))
                return cli_error(CLI_BAD_INPUT, "%s: the solution for column %lld is beyond the range of type %s", b_name,
                                 (long long)j + 1, cli_type_words[X->type]);
        }
    return CLI_OK;
}

/* A and B in the type to solve in: finite, and A's columns independent of one another. Rounding
 * alone may change each column by 4 n u of its length (dd/tsqr.h): when so little can make them
 * dependent, no digit of x is known. */
static int check_data(ddblasHandle_t handle, const struct cli_orthogonal_options *o, const ddblasHostMatrix *A,
                      const ddblasHostMatrix *B)
{
    const ddblasHostMatrix *const data[] = {A, B};
    ddblasHostMatrix R = {0};
    double distance = 0.0;
    for (int k = 0; k < 2; k++)
        if (!cli_matrix_is_finite(data[k]))
            return cli_error(CLI_BAD_INPUT, "%s: expected finite numbers in the range of type %s, found Inf or NaN", o->files[k],
                             cli_type_words[A->type]);
    const double rounding = 4.0 * cli_columns_of_bound(A->m, A->n) * cli_unit(A->type);
    int code = cli_triangle(handle, A, &R);
    if (code == CLI_OK && !cli_matrix_is_finite(&R))
        code = cli_error(CLI_BAD_INPUT, "%s: the norm of a column is beyond the range of type %s", o->files[0],
                         cli_type_words[A->type]);
    code = code ? code : cli_distance_to_dependence(&R, &distance);
    if (code == CLI_OK && distance <= rounding)
        code = cli_error(CLI_BAD_INPUT,
                         "%s: the columns are dependent: scaled to length 1, they become so by a change of %.2g (estimated from "
                         "R), and rounding in type %s may change them by 4 n u = %.2g",
                         o->files[0], distance, cli_type_words[A->type], rounding);
    ddblasHostMatrixFree(&R);
    return code;
}

static int fit_files(struct cli_run *run, const struct cli_orthogonal_options *o, const char *out)
{
    ddblasHostMatrix A = {0}, B = {0}, X = {0}, residual = {0};
    double seconds = 0.0;
    ddblasType_t type;
    int code = load(o, &A, &B);
    code = code ? code : cli_orthogonal_type(o->type, cli_is_complex(A.type), &type);
    code = code ? code : cli_matrix_turn(&A, type);
    code = code ? code : cli_matrix_turn(&B, type);
    code = code ? code : check_data(run->handle, o, &A, &B);
    code = code ? code : solve(run->handle, type, o->refine, &A, &B, &X, &residual, &seconds);
    code = code ? code : check_solutions(&X, o->files[1]);
    code = code || !out ? code : cli_write(out, &X, NULL, 0);
    if (code == CLI_OK && run->json)
        print_json(run->handle, &A, &X, &residual, seconds);
    else if (code == CLI_OK && !out)
        print_text(&X, &residual);
    ddblasHostMatrixFree(&A);
    ddblasHostMatrixFree(&B);
    ddblasHostMatrixFree(&X);
    ddblasHostMatrixFree(&residual);
    return code;
}

int cli_lstsq(int argc, char **argv)
{
    struct cli_orthogonal_options o = CLI_ORTHOGONAL_DEFAULTS;
    struct cli_run run = {0};
    const char *out = NULL;
    int count;
    const struct cli_option options[] = {{"--type", CLI_WORD, &o.type, cli_type_words},
                                         CLI_NPY_OPTION(o.npy),
                                         {"--refine", CLI_FLAG, &o.refine, NULL},
                                         CLI_RUN_OPTIONS(run),
                                         {"--out", CLI_OUTPUT, &out, NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 2, 2, &count);
    code = code ? code : fit_files(&run, &o, out);
    cli_run_close(&run);
    return code;
}

/* ---- ddblas verify lstsq --------------------------------------------------------------------- */

struct verdict
{
    struct cli_orthogonal_verdict of;
    int64_t right_hand_sides;
    double digits[2], error[2], bound[2], residual[2]; /* the worst of all right-hand sides */
    double condition;                                  /* ||A|| ||A^+||, Frobenius */
    double *components[2];                             /* the digits of each component, or null */
};

static void verdict_text(const char *engine, const struct verdict *v)
{
    printf("lstsq of %s, %lld x %lld, %lld right-hand side%s, on %s\n", v->of.title, (long long)v->of.m, (long long)v->of.n,
           (long long)v->right_hand_sides, v->right_hand_sides == 1 ? "" : "s", engine);
    cli_verdict_types(&v->of, "");
    printf("\n  %-28s", "correct digits, worst");
    for (int c = 0; c < v->of.count; c++)
        cli_print_digits(v->digits[c]);
    cli_verdict_row(&v->of, "error of x, of its norm", v->error);
    cli_verdict_row(&v->of, "bound for this condition", v->bound);
    cli_verdict_row(&v->of, "||b - A x||, largest", v->residual);
    cli_verdict_times(&v->of);
    puts(v->of.passed ? "PASS: the errors are within their bound" : "FAIL: the errors are not within their bound");
}

static void verdict_json(const char *engine, const struct verdict *v)
{
    cli_verdict_json_open(&v->of);
    cli_json_int("right_hand_sides", v->right_hand_sides);
    cli_json_text("engine", engine);
    cli_json_number("condition", v->condition);
    cli_json_open("results", '[');
    for (int c = 0; c < v->of.count; c++)
    {
        cli_verdict_json_type(&v->of, c);
        cli_json_digits("digits", v->digits[c]);
        cli_json_number("error", v->error[c]);
        cli_json_number("bound", v->bound[c]);
        cli_json_number("residual", v->residual[c]);
        cli_json_close('}');
    }
    cli_verdict_json_close(&v->of);
}

/* The data rounded to a narrow type are another problem, one that differs by a rounding: the bound
 * has room for it. */
static int verify_type(struct cli_run *run, int refined, const ddblasHostMatrix *A, const ddblasHostMatrix *B,
                       const struct cli_lstsq_truth *truth, struct verdict *v, int c)
{
    ddblasHostMatrix X = {0}, residual = {0};
    int code = solve(run->handle, v->of.type[c], refined, A, B, &X, &residual, &v->of.seconds[c]);
    v->digits[c] = INFINITY;
    for (int64_t j = 0; code == CLI_OK && j < B->n; j++)
    {
        cuddreal rho[2];
        cli_fetch(residual.type, cli_element(&residual, j, 0), rho);
        v->residual[c] = fmax(v->residual[c], rho[0].x);
        const struct cli_lstsq_accuracy a = cli_lstsq_compare(truth, &X, j, v->components[c] ? v->components[c] + j * X.m : NULL);
        v->digits[c] = fmin(v->digits[c], a.digits);
        v->error[c] = isnan(a.error) ? INFINITY : fmax(v->error[c], a.error);
        v->bound[c] = fmax(v->bound[c], a.bound);
        v->of.passed = v->of.passed && a.error <= a.bound;
    }
    ddblasHostMatrixFree(&X);
    ddblasHostMatrixFree(&residual);
    return code;
}

static int make_components(struct verdict *v)
{
    for (int c = 0; c < 2; c++)
    {
        v->components[c] = calloc((size_t)(v->of.n * v->right_hand_sides) + 1, sizeof(double));
        if (!v->components[c])
            return cli_error(CLI_NO_RESOURCE, "out of memory");
    }
    return CLI_OK;
}

static int draw(const char *svg, const struct verdict *v)
{
    struct cli_digits series[2];
    for (int c = 0; c < v->of.count; c++)
        series[c] = (struct cli_digits){cli_verdict_name(v->of.type[c]), v->components[c]};
    return cli_digits_svg(svg, v->of.title, series, v->of.count, v->of.n * v->right_hand_sides);
}

static int verify(struct cli_run *run, const struct cli_orthogonal_options *o, const char *svg)
{
    ddblasHostMatrix A = {0}, B = {0};
    struct cli_lstsq_truth truth = {0};
    struct verdict v = {0};
    char engine[256];
    int code = cli_svg_name(svg);
    code = code ? code : load(o, &A, &B);
    if (code == CLI_OK && (!cli_matrix_is_finite(&A) || !cli_matrix_is_finite(&B)))
        code = cli_error(CLI_BAD_INPUT, "verify: expected finite numbers, found Inf or NaN");
    code = code ? code : cli_verdict_begin(&v.of, "lstsq", o, &A);
    v.right_hand_sides = B.n;
    code = code ? code : cli_lstsq_exact(&A, &B, &truth);
    v.condition = truth.norm * truth.inverse_norm;
    code = code || !svg ? code : make_components(&v);
    for (int c = 0; code == CLI_OK && c < v.of.count; c++)
        code = verify_type(run, o->refine, &A, &B, &truth, &v, c);
    code = code || !svg ? code : draw(svg, &v);
    if (code == CLI_OK)
    {
        ddblasGetEngineName(run->handle, engine, sizeof engine);
        (run->json ? verdict_json : verdict_text)(engine, &v);
        code = v.of.passed ? CLI_OK : CLI_FAILED;
    }
    ddblasHostMatrixFree(&A);
    ddblasHostMatrixFree(&B);
    free(v.components[0]);
    free(v.components[1]);
    ddblasHostMatrixFree(&truth.X);
    ddblasHostMatrixFree(&truth.residual);
    return code;
}

/* A solution of the user. */
static int judge_mine(struct cli_run *run, const struct cli_orthogonal_options *o, const struct cli_mine_options *of,
                      const char *svg)
{
    ddblasHostMatrix A = {0}, B = {0};
    struct cli_mine mine = {0};
    struct cli_judgement j = {.routine = "lstsq", .title = o->gen ? o->gen : o->files[0]};
    int code = load(o, &A, &B);
    if (code == CLI_OK && (!cli_matrix_is_finite(&A) || !cli_matrix_is_finite(&B)))
        code = cli_error(CLI_BAD_INPUT, "verify: expected finite numbers, found Inf or NaN");
    code = code ? code : cli_mine_read(of, o->type, o->npy, &mine);
    code = code ? code : cli_lstsq_judge(&A, &B, &mine, &j);
    code = code ? code : cli_judge(&j, &mine, svg, run->json);
    cli_judgement_free(&j);
    cli_mine_free(&mine);
    ddblasHostMatrixFree(&A);
    ddblasHostMatrixFree(&B);
    return code;
}

int cli_verify_lstsq(int argc, char **argv)
{
    struct cli_mine_options mine = CLI_MINE_DEFAULTS;
    struct cli_orthogonal_options o = CLI_ORTHOGONAL_DEFAULTS;
    struct cli_run run = {0};
    const char *svg = NULL;
    int count;
    const struct cli_option options[] = {{"--type", CLI_WORD, &o.type, cli_type_words},
                                         CLI_NPY_OPTION(o.npy),
                                         {"--refine", CLI_FLAG, &o.refine, NULL},
                                         CLI_RUN_OPTIONS(run),
                                         CLI_KIND_OPTIONS(o.kind),
                                         {"--gen", CLI_TEXT, &o.gen, NULL},
                                         {"--b", CLI_TEXT, &o.b_kind, NULL},
                                         {"--digits-svg", CLI_TEXT, &svg, NULL},
                                         CLI_MINE_OPTIONS(mine),
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 2, &count);
    if (code == CLI_OK && !o.gen && count < 2)
        code = cli_error(CLI_BAD_INPUT, "verify lstsq: expected A and B, or --gen KIND N; see 'ddblas verify --help'");
    code = code ? code : cli_mine_check_options(&mine);
    if (code == CLI_OK && o.refine && mine.files[0])
        code = cli_error(CLI_BAD_INPUT, "--refine: not with --result");
    code = code ? code : cli_svg_name(svg);
    if (code == CLI_OK)
        code = mine.files[0] ? judge_mine(&run, &o, &mine, svg) : verify(&run, &o, svg);
    cli_run_close(&run);
    return code;
}
