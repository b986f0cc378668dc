/*
 * The user's own result in ddblas verify.
 */
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char result_help[] =
    "\n"
    "--result FILE judges a result of any program in the precision of its numbers: u = 2^-24 in float32, 2^-64 in long double,\n"
    "2^-104 in pairs of double-double, otherwise 2^-53; --type chooses another u. Each component is compared with MPFR, or with\n"
    "double-double where there is no exact value; the report says how many digits ours has, names the worst component, and "
    "shows\n"
    "the condition and how many of the digits of u it leaves. Residuals, and bounds without a factor here, may be up to\n"
    "100 max(m, n) u, the threshold of LAPACK's own tests, and 4 max(m, n) u in pairs; for gradients of least squares and for\n"
    "pseudo-inverses twice that.\n"
    "\n";
static const char result_options[] =
    "\n"
    "  --require-digits D, --measure and the formats of files are those of 'ddblas compare'; --digits-svg FILE draws the digits\n"
    "\n"
    "  ddblas verify solve A.mtx b.mtx --result x.npy --require-digits 12\n"
    "  ddblas verify eig A.mtx --result w.npy --vectors V.npy\n"
    "  ddblas verify qr A.mtx --result R.npy --q Q.npy --json\n"
    "\n"
    "Exit code 1: an error is above its bound, the fault of the program; 4: all are within their bounds, but fewer digits than\n"
    "were asked for are right, the fault of the problem or of the precision.\n";

/* A routine, and what cli_verify_list_results says of it. */
static const char *const results[][3] = {
#define CLI_VERIFY(name, word, files, judgement) {word, files, judgement},
#include "../verify.def"
};

void cli_verify_list_results(void)
{
    fputs(result_help, stdout);
    printf("  %-16s  %-18s  %s\n", "routine", "--result", "judged by");
    for (size_t k = 0; k < sizeof results / sizeof results[0]; k++)
        printf("  %-16s  %-18s  %s\n", results[k][0], results[k][1], results[k][2]);
    fputs(result_options, stdout);
}

const char *const cli_measure_words[] = {"worst", "median", "whole", NULL};

int cli_has_mine(const struct cli_mine *mine) { return mine->o && mine->o->files[0]; }

int cli_mine_check_options(const struct cli_mine_options *o)
{
    if (!o->files[0] && (o->files[1] || o->files[2] || cli_was_given("--require-digits") || o->type >= 0))
        return cli_error(CLI_BAD_INPUT, "--result: expected a file with the options that judge it");
    return CLI_OK;
}

int cli_mine_read(const struct cli_mine_options *o, int type, int npy, struct cli_mine *mine)
{
    ddblasFileInfo info = {0};
    mine->o = o;
    int code = cli_mine_check_options(o);
    for (int k = 2; k >= 0 && code == CLI_OK; k--)
        if (o->files[k])
            code = cli_read_informed(o->files[k], -1, npy, &mine->X[k], &info);
    mine->unit = type >= 0        ? cli_unit((ddblasType_t)type)
                 : info.bits == 0 ? 0x1p-53
                                  : ldexp(1.0, info.bits < 104 ? -info.bits : -104);
    return code ? code : cli_check_required(o->required, cli_digits_of_bits(0), "MPFR on these data");
}

void cli_mine_free(struct cli_mine *mine)
{
    for (int k = 0; k < 3; k++)
        ddblasHostMatrixFree(&mine->X[k]);
}

int cli_mine_check_shape(struct cli_mine *mine, int k, int64_t m, int64_t n)
{
    ddblasHostMatrix *X = &mine->X[k];
    if ((X->m == 1 || X->n == 1) && X->m == n && X->n == m)
    {
        X->m = m;
        X->n = n;
        X->lda = m > 1 ? m : 1;
    }
    if (X->m == m && X->n == n)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected a result of %lld x %lld, got %lld x %lld", mine->o->files[k], (long long)m,
                     (long long)n, (long long)X->m, (long long)X->n);
}

static int has_digits(const struct cli_mine *mine)
{
    return mine->o->required.x < 0.0 || mine->digits[mine->o->measure] >= mine->o->required.x;
}

int cli_mine_code(const struct cli_mine *mine, int passed)
{
    return !passed ? CLI_FAILED : !cli_has_mine(mine) || has_digits(mine) ? CLI_OK : CLI_FEW_DIGITS;
}

enum
{
    CLI_PLACE_TEXT = 64
};

/* " at (3, 1)", or "". */
static const char *place_text(const struct cli_mine *mine, char *text)
{
    text[0] = 0;
    if (mine->has_place)
        (void)snprintf(text, CLI_PLACE_TEXT, " at (%" PRId64 ", %" PRId64 ")", mine->worst_at.i + 1, mine->worst_at.j + 1);
    return text;
}

void cli_mine_print(const struct cli_mine *mine)
{
    static const char *const names[] = {"the worst component of yours", "the median component of yours", "yours as a whole"};
    char at[CLI_PLACE_TEXT];
    if (!cli_has_mine(mine))
        return;
    printf("yours is %s, judged with u = 2^%d\n", mine->o->files[0], ilogb(mine->unit));
    if (mine->o->required.x >= 0.0)
        printf("%s: %s%s has %.1f digits, %g are required\n", has_digits(mine) ? "PASS" : "FAIL", names[mine->o->measure],
               mine->o->measure == CLI_WORST ? place_text(mine, at) : "", cli_floor_digits(mine->digits[mine->o->measure]),
               mine->o->required.x);
}

void cli_mine_json(const struct cli_mine *mine)
{
    char text[240], at[CLI_PLACE_TEXT];
    if (!cli_has_mine(mine))
        return;
    int length =
        snprintf(text, sizeof text, "worst %.1f%s, median %.1f, whole %.1f digits", cli_floor_digits(mine->digits[CLI_WORST]),
                 place_text(mine, at), cli_floor_digits(mine->digits[CLI_MEDIAN]), cli_floor_digits(mine->digits[CLI_WHOLE]));
    if (mine->o->required.x >= 0.0)
        (void)snprintf(text + length, sizeof text - (size_t)length, "; %s %g required", cli_measure_words[mine->o->measure],
                       mine->o->required.x);
    cli_json_text("summary", text);
    cli_json_text("result", mine->o->files[0]);
    cli_json_number("result_unit", mine->unit);
    if (mine->o->required.x < 0.0)
        return;
    cli_json_number("required_digits", mine->o->required.x);
    cli_json_text("measure", cli_measure_words[mine->o->measure]);
}
