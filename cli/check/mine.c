/*
 * The user's own result in ddblas verify.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>

const char *const cli_measure_words[] = {"worst", "median", "whole", NULL};

int cli_has_mine(const struct cli_mine *mine) { return mine->o && mine->o->files[0]; }

int cli_mine_read(const struct cli_mine_options *o, int type, int npy, struct cli_mine *mine)
{
    ddblasFileInfo info = {0};
    mine->o = o;
    if (!o->files[0] && (o->files[1] || o->files[2] || cli_was_given("--require-digits")))
        return cli_error(CLI_BAD_INPUT, "--result: expected a file with the options that judge it");
    int code = CLI_OK;
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

void cli_mine_print(const struct cli_mine *mine)
{
    static const char *const names[] = {"the worst component of yours", "the median component of yours", "yours as a whole"};
    if (!cli_has_mine(mine))
        return;
    printf("yours is %s, judged with u = 2^%d\n", mine->o->files[0], ilogb(mine->unit));
    if (mine->o->required.x >= 0.0)
        printf("%s: %s has %.1f digits, %g are required\n", has_digits(mine) ? "PASS" : "FAIL", names[mine->o->measure],
               cli_floor_digits(mine->digits[mine->o->measure]), mine->o->required.x);
}

void cli_mine_json(const struct cli_mine *mine)
{
    char text[160];
    if (!cli_has_mine(mine))
        return;
    int length =
        snprintf(text, sizeof text, "worst %.1f, median %.1f, whole %.1f digits", cli_floor_digits(mine->digits[CLI_WORST]),
                 cli_floor_digits(mine->digits[CLI_MEDIAN]), cli_floor_digits(mine->digits[CLI_WHOLE]));
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
