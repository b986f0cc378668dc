/*
 * ddblas verify eig: eigenvalues and eigenvectors beside MPFR.
 */
#include "../check/check.h"
#include "eigen.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const double bound = 4.0; /* that dd/eigen.h states, in units of n 2^-104 */

/* The largest modulus of an eigenvalue over the smallest. */
static double condition_of(const struct cli_eig *s)
{
    double largest = 0.0, least = INFINITY;
    for (int64_t k = 0; k < s->A.n; k++)
    {
        cuddreal part[2];
        cli_fetch(s->w.type, cli_element(&s->w, k, 0), part);
        largest = fmax(largest, fabs(part[0].x));
        least = fmin(least, fabs(part[0].x));
    }
    return largest > 0.0 ? largest / least : 1.0;
}

static void print_text(const char *engine, const char *title, const struct cli_eig *s, const struct cli_eig_accuracy *a,
                       int passed)
{
    printf("eig of %s, n = %" PRId64 ", type %s, %.3g ms on %s\n", title, s->A.n, cli_type_words[s->A.type], 1e3 * s->seconds,
           engine);
    if (a->columns < s->A.n)
        printf("%" PRId64 " of %" PRId64 " vectors compared, spread evenly\n", a->columns, s->A.n);
    printf("\n  %-34s %9s\n", "", "n 2^-104");
    printf("  %-34s %9.3g\n", "worst ||A v - w v|| / ||A||", a->residual);
    printf("  %-34s %9.3g\n", a->columns < s->A.n ? "||V^H V - I||_F, estimated" : "||V^H V - I||_F", a->orthogonality);
    printf("  %-34s %9.3g\n\n", "their bound", bound);
    puts(passed ? "PASS: residuals and orthogonality are within their bound" : "FAIL: an error is above its bound");
}

static void print_json(const char *engine, const char *title, const struct cli_eig *s, const struct cli_eig_accuracy *a,
                       int passed)
{
    cli_json_open(NULL, '{');
    cli_json_text("routine", "eig");
    cli_json_text("matrix", title);
    cli_json_text("type", cli_type_words[s->A.type]);
    cli_json_int("n", s->A.n);
    cli_json_text("engine", engine);
    cli_json_number("seconds", s->seconds);
    cli_json_int("compared_vectors", a->columns);
    cli_json_bool("orthogonality_estimated", a->columns < s->A.n);
    cli_json_text("unit", "n 2^-104");
    cli_json_number("residual", a->residual);
    cli_json_number("orthogonality", a->orthogonality);
    cli_json_number("bound", bound);
    cli_json_number("condition", condition_of(s));
    cli_json_bool("passed", passed);
    cli_json_close('}');
}

static int verify(struct cli_run *run, const struct cli_solve_options *o, struct cli_eig *s)
{
    char engine[256];
    int code = cli_eig_load(o, 0, s);
    code = code ? code : cli_eig_find(run->handle, 1, s);
    if (code)
        return code;
    const struct cli_eig_accuracy accuracy = cli_eig_compare(s);
    const int passed = accuracy.residual <= bound && accuracy.orthogonality <= bound;
    ddblasGetEngineName(run->handle, engine, sizeof engine);
    (run->json ? print_json : print_text)(engine, o->gen ? o->gen : o->a_file, s, &accuracy, passed);
    return passed ? CLI_OK : CLI_FAILED;
}

int cli_verify_eig(int argc, char **argv)
{
    struct cli_solve_options o = CLI_SOLVE_DEFAULTS;
    struct cli_mine_options mine = CLI_MINE_DEFAULTS;
    struct cli_eig s = {0};
    struct cli_run run = {0};
    const char *svg = NULL;
    int count, general = 0;
    const struct cli_option options[] = {{"--uplo", CLI_WORD, &o.uplo, cli_uplo_words},
                                         CLI_NPY_OPTION(o.npy),
                                         CLI_KIND_OPTIONS(o.kind),
                                         {"--gen", CLI_TEXT, &o.gen, NULL},
                                         CLI_RUN_OPTIONS(run),
                                         CLI_RESULT_OPTIONS(mine),
                                         {"--vectors", CLI_TEXT, &mine.files[1], NULL},
                                         {"--general", CLI_FLAG, &general, NULL},
                                         {"--digits-svg", CLI_TEXT, &svg, NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, &o.a_file, 1, 1, &count);
    code = code ? code : cli_mine_check_options(&mine);
    code = code ? code : cli_svg_name(svg);
    if (code == CLI_OK && svg && !mine.files[0])
        code = cli_error(CLI_BAD_INPUT, "--digits-svg: expected --result with it");
    if (code == CLI_OK && general && !mine.files[0])
        code = cli_error(CLI_BAD_INPUT, "--general: expected --result with it");
    if (code == CLI_OK && general && (o.uplo >= 0 || run.engine == DDBLAS_ENGINE_CUDA))
        code = cli_error(CLI_BAD_INPUT, "--general: %s",
                         o.uplo >= 0 ? "--uplo is for matrices with real eigenvalues"
                                     : "there is no such routine on the CUDA engine");
    if (code == CLI_OK)
        code = mine.files[0] ? cli_eig_judge(&run, &o, &mine, general, svg, &s) : verify(&run, &o, &s);
    cli_eig_free(&s);
    cli_run_close(&run);
    return code;
}
