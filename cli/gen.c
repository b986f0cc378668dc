/*
 * ddblas gen: test matrices and vectors in files.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>

const char cli_gen_help[] =
    "usage: ddblas gen KIND N [-o FILE] [--seed S] [--mu MU] [--cond COND] [--json]\n"
    "\n"
    "Writes the test matrix or vector of a KIND with parameter N. Each entry is the exact number of the formula rounded\n"
    "once to double-double. FILE ends in .mtx (Matrix Market, default KIND.mtx), .npy or .txt (exact hexadecimal).\n"
    "\n"
    "  ddblas gen hilbert 12                               writes hilbert.mtx\n"
    "  ddblas gen random 1000 --seed 7 -o A.npy            the same seed gives the same matrix everywhere\n"
    "  ddblas gen random-spectrum 200 --cond 1e25 -o A.mtx\n"
    "  ddblas gen laeuchli 50 --mu 0x1p-60 -o L.mtx        numbers may be hexadecimal\n"
    "\n"
    "Kinds (indices i, j count from 1):\n";

int cli_gen(int argc, char **argv)
{
    struct cli_kind_options kind_options = CLI_KIND_DEFAULTS;
    const char *out = NULL, *positional[2];
    char default_name[64];
    int json = 0, count;
    int64_t n;
    const struct cli_option options[] = {
        {"--out", CLI_OUTPUT, &out, NULL}, {"--json", CLI_FLAG, &json, NULL}, CLI_KIND_OPTIONS(kind_options), {0}};
    int code = cli_parse(argc, argv, options, positional, 2, 2, &count);
    const struct cli_kind *kind = code ? NULL : cli_find_kind(positional[0]);
    if (!kind || cli_integer("N", positional[1], 1, INT32_MAX, &n))
        return CLI_BAD_INPUT;
    if (!out)
    {
        snprintf(default_name, sizeof default_name, "%s.mtx", positional[0]);
        out = default_name;
    }
    ddblasHostMatrix A = {0};
    code = cli_make(kind, n, &kind_options, &A);
    code = code ? code : cli_check_kind_options();
    code = code ? code : cli_write(out, &A, NULL, DDBLAS_DIGITS_SHORTEST);
    if (code == CLI_OK && json)
    {
        cli_json_open(NULL, '{');
        cli_json_text("kind", positional[0]);
        cli_json_text("file", out);
        cli_json_int("rows", A.m);
        cli_json_int("columns", A.n);
        cli_json_close('}');
    }
    else if (code == CLI_OK)
        printf("%s: %s, %" PRId64 " x %" PRId64 "\n", out, positional[0], A.m, A.n);
    ddblasHostMatrixFree(&A);
    return code;
}
