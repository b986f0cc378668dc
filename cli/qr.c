/*
 * ddblas qr: A = Q R for a file, and ddblas verify qr.
 */
#include "check/check.h"
#include "orthogonal.h"

#include <math.h>
#include <stdio.h>

const char cli_qr_help[] =
    "usage: ddblas qr A.mtx [--nonnegative] [--q Q.mtx] [--r R.mtx] [--type S|D|W|C|Z]\n"
    "                 [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "Factors a matrix of at least as many rows as columns into Q with orthonormal columns and an upper triangular R, by\n"
    "default in double-double (type W; Z for complex files). Prints R as a Matrix Market file with all its digits, or writes it\n"
    "to the file of --r, and Q to the file of --q.\n"
    "\n"
    "  --nonnegative  the diagonal of R is >= 0: for a matrix of full rank Q and R are then unique\n"
    "  --type         the precision: the file is rounded to it once\n"
    "  --engine       cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas qr A.mtx\n"
    "  ddblas qr A.mtx --nonnegative --q Q.mtx --r R.mtx\n"
    "  ddblas verify qr A.mtx                   how far A - Q R and Q'Q - I are from 0, by MPFR\n";

/* ---- ddblas qr ------------------------------------------------------------------------------- */

static void print_json(ddblasHandle_t handle, const ddblasHostMatrix *Q, const ddblasHostMatrix *R, double seconds)
{
    char text[CLI_ELEMENT_TEXT];
    cli_orthogonal_json(handle, Q->type, Q->m, Q->n, seconds);
    cli_json_open("r", '[');
    for (int64_t j = 0; j < R->n; j++)
    {
        cli_json_open(NULL, '[');
        for (int64_t i = 0; i <= j; i++)
        {
            cli_element_text(R, i, j, text, sizeof text);
            cli_json_text(NULL, text);
        }
        cli_json_close(']');
    }
    cli_json_close(']');
    cli_json_close('}');
}

/* Q and R of the file in the type asked for, where they are wanted. */
static int factor_file(struct cli_run *run, const struct cli_orthogonal_options *o, const char *q_file, const char *r_file)
{
    ddblasHostMatrix data = {0}, A = {0}, Q = {0}, R = {0};
    double seconds = 0.0;
    ddblasType_t type;
    int code = cli_orthogonal_load(o, &data);
    code = code ? code : cli_check_kind_options();
    code = code ? code : cli_orthogonal_type(o->type, cli_is_complex(data.type), &type);
    code = code ? code : cli_matrix_convert(&data, type, &A);
    code = code ? code : cli_factorise(run->handle, &A, o->nonnegative, &Q, &R, &seconds);
    code = code || !q_file ? code : cli_write(q_file, &Q, NULL, 0);
    code = code || !r_file ? code : cli_write(r_file, &R, NULL, 0);
    if (code == CLI_OK && run->json)
        print_json(run->handle, &Q, &R, seconds);
    else if (code == CLI_OK && !r_file)
        cli_matrix_print(&R);
    ddblasHostMatrixFree(&data);
    ddblasHostMatrixFree(&A);
    ddblasHostMatrixFree(&Q);
    ddblasHostMatrixFree(&R);
    return code;
}

#define QR_OPTIONS(o)                                                                                                            \
    {"--type", CLI_WORD, &(o).type, cli_type_words}, CLI_NPY_OPTION((o).npy), { "--nonnegative", CLI_FLAG, &(o).nonnegative, 0 }

int cli_qr(int argc, char **argv)
{
    struct cli_orthogonal_options o = CLI_ORTHOGONAL_DEFAULTS;
    struct cli_run run = {0};
    const char *q_file = NULL, *r_file = NULL;
    int count;
    const struct cli_option options[] = {
        QR_OPTIONS(o), CLI_RUN_OPTIONS(run), {"--q", CLI_OUTPUT, &q_file, NULL}, {"--r", CLI_OUTPUT, &r_file, NULL}, {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 1, &count);
    code = code ? code : factor_file(&run, &o, q_file, r_file);
    cli_run_close(&run);
    return code;
}

/* ---- ddblas verify qr ------------------------------------------------------------------------ */

struct verdict
{
    struct cli_orthogonal_verdict of;
    int64_t columns; /* that were compared */
    double residual[2], orthogonality[2], bound[2];
    double condition[2]; /* ||R^-1||_1 with the columns of R scaled to length 1, estimated; Inf if R is singular */
};

static int verify_type(struct cli_run *run, const struct cli_orthogonal_options *o, const ddblasHostMatrix *data,
                       struct verdict *v, int c)
{
    ddblasHostMatrix A = {0}, Q = {0}, R = {0};
    int code = cli_matrix_convert(data, v->of.type[c], &A);
    if (code == CLI_OK && !cli_matrix_is_finite(&A))
        code = cli_error(CLI_BAD_INPUT, "verify: expected finite numbers within the range of the type, found Inf or NaN");
    code = code ? code : cli_factorise(run->handle, &A, o->nonnegative, &Q, &R, &v->of.seconds[c]);
    double distance = 1.0;
    code = code || R.n == 0 ? code : cli_distance_to_dependence(&R, &distance);
    if (code == CLI_OK)
    {
        const struct cli_qr_accuracy accuracy = cli_qr_compare(&A, &Q, &R);
        v->condition[c] = 1.0 / distance;
        v->columns = accuracy.columns;
        v->residual[c] = accuracy.residual;
        v->orthogonality[c] = accuracy.orthogonality;
        v->bound[c] = 4.0 * cli_columns_of_bound(A.m, A.n) * cli_unit(A.type);
        if (!(v->residual[c] <= v->bound[c] && v->orthogonality[c] <= v->bound[c]))
            v->of.passed = 0;
    }
    ddblasHostMatrixFree(&A);
    ddblasHostMatrixFree(&Q);
    ddblasHostMatrixFree(&R);
    return code;
}

static void verdict_json(const char *engine, const struct verdict *v)
{
    cli_verdict_json_open(&v->of);
    cli_json_int("compared_columns", v->columns);
    cli_json_bool("orthogonality_estimated", v->columns < v->of.n);
    cli_json_text("engine", engine);
    cli_json_open("results", '[');
    for (int c = 0; c < v->of.count; c++)
    {
        cli_verdict_json_type(&v->of, c);
        cli_json_number("residual", v->residual[c]);
        cli_json_number("orthogonality", v->orthogonality[c]);
        cli_json_number("bound", v->bound[c]);
        cli_json_number("condition", v->condition[c]);
        cli_json_close('}');
    }
    cli_verdict_json_close(&v->of);
}

static void verdict_text(const char *engine, const struct verdict *v)
{
    printf("qr of %s, %lld x %lld, on %s\n", v->of.title, (long long)v->of.m, (long long)v->of.n, engine);
    const int estimated = v->columns < v->of.n;
    if (estimated)
        printf("%lld of %lld columns compared\n", (long long)v->columns, (long long)v->of.n);
    cli_verdict_types(&v->of, "");
    cli_verdict_row(&v->of, "A - Q R, worst column of A", v->residual);
    cli_verdict_row(&v->of, estimated ? "||Q^H Q - I||_F, estimated" : "||Q^H Q - I||_F", v->orthogonality);
    cli_verdict_row(&v->of, "bound, 4 n u", v->bound);
    cli_verdict_row(&v->of, "condition, columns scaled", v->condition);
    cli_verdict_times(&v->of);
    puts(v->of.passed ? "PASS: every error is within its bound" : "FAIL: an error is above its bound");
}

static int verify(struct cli_run *run, const struct cli_orthogonal_options *o)
{
    ddblasHostMatrix data = {0};
    struct verdict v = {0};
    char engine[256];
    int code = cli_orthogonal_load(o, &data);
    code = code ? code : cli_check_kind_options();
    code = code ? code : cli_verdict_begin(&v.of, "qr", o, &data);
    for (int c = 0; code == CLI_OK && c < v.of.count; c++)
        code = verify_type(run, o, &data, &v, c);
    if (code == CLI_OK)
    {
        ddblasGetEngineName(run->handle, engine, sizeof engine);
        (run->json ? verdict_json : verdict_text)(engine, &v);
        code = v.of.passed ? CLI_OK : CLI_FAILED;
    }
    ddblasHostMatrixFree(&data);
    return code;
}

/* R and perhaps Q of the user. */
static int judge_mine(struct cli_run *run, const struct cli_orthogonal_options *o, const struct cli_mine_options *of,
                      const char *svg)
{
    ddblasHostMatrix A = {0};
    struct cli_mine mine = {0};
    struct cli_judgement j = {.routine = "qr", .title = o->gen ? o->gen : o->files[0]};
    int code = cli_orthogonal_load(o, &A);
    code = code ? code : cli_check_kind_options();
    if (code == CLI_OK && !cli_matrix_is_finite(&A))
        code = cli_error(CLI_BAD_INPUT, "%s: expected finite numbers, found Inf or NaN", j.title);
    code = code ? code : cli_mine_read(of, o->type, o->npy, &mine);
    code = code ? code : cli_qr_judge(&A, &mine, &j);
    code = code ? code : cli_judge(&j, &mine, svg, run->json);
    cli_judgement_free(&j);
    cli_mine_free(&mine);
    ddblasHostMatrixFree(&A);
    return code;
}

int cli_verify_qr(int argc, char **argv)
{
    struct cli_orthogonal_options o = CLI_ORTHOGONAL_DEFAULTS;
    struct cli_mine_options mine = CLI_MINE_DEFAULTS;
    struct cli_run run = {0};
    const char *svg = NULL;
    int count;
    const struct cli_option options[] = {QR_OPTIONS(o),
                                         CLI_RUN_OPTIONS(run),
                                         CLI_KIND_OPTIONS(o.kind),
                                         {"--gen", CLI_TEXT, &o.gen, NULL},
                                         CLI_MINE_OPTIONS(mine),
                                         {"--q", CLI_TEXT, &mine.files[1], NULL},
                                         {"--digits-svg", CLI_TEXT, &svg, NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 1, &count);
    code = code ? code : cli_mine_check_options(&mine);
    code = code ? code : cli_svg_name(svg);
    if (code == CLI_OK && svg && !mine.files[0])
        code = cli_error(CLI_BAD_INPUT, "--digits-svg: expected --result with it");
    if (code == CLI_OK && o.nonnegative && mine.files[0])
        code = cli_error(CLI_BAD_INPUT, "--nonnegative: not with --result, whose rows may have any sign");
    if (code == CLI_OK)
        code = mine.files[0] ? judge_mine(&run, &o, &mine, svg) : verify(&run, &o);
    cli_run_close(&run);
    return code;
}
