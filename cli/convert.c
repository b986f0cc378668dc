/*
 * ddblas convert: a matrix file in another format.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const char cli_convert_help[] =
    "usage: ddblas convert IN OUT [--type S|D|W|C|Z|U] [--digits N|shortest|hex] [--npy columns|pairs]\n"
    "                      [--json]\n"
    "\n"
    "Reads a matrix and writes it in the format that the name OUT ends in:\n"
    "  .mtx  Matrix Market with the fewest digits that give the same bits back, or with --digits\n"
    "  .npy  NumPy; double-double as float64 with a last axis of 2, (high, low)\n"
    "  .txt  Matrix Market whose numbers are exact pairs such as 0x1.8p+0-0x1p-54\n"
    "The format of IN is found by its content. --type rounds to a type; without it nothing is lost.\n"
    "OUT appears only when it is complete. IN or OUT may be -, standard input or output, which gets Matrix Market.\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas convert A.mtx A.npy\n"
    "  ddblas convert A.npy A.txt\n"
    "  ddblas convert pairs.npy x.npy --npy pairs\n"
    "  ddblas convert A.mtx low.mtx --type D\n"
    "  ddblas convert A.mtx short.mtx --digits 10\n";

static int parse_digits(const char *text, int *digits)
{
    int64_t n;
    *digits = DDBLAS_DIGITS_SHORTEST;
    if (!text || strcmp(text, "shortest") == 0)
        return CLI_OK;
    if (strcmp(text, "hex") == 0)
    {
        *digits = DDBLAS_DIGITS_HEX;
        return CLI_OK;
    }
    int code = cli_integer("--digits (or 'shortest', 'hex')", text, 1, 10000, &n);
    *digits = code ? 0 : (int)n;
    return code;
}

/* A second look at a file is possible: it is no pipe. */
static int is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Without --type a complex file keeps its digits on the way to text as U, and otherwise the file's
 * own type holds all there is; of a pipe, whose type is not known before it is read, W or U. NumPy
 * has no complex double-double: there it is Z. */
static int read_any(const char *in, const char *out, int type, int npy, ddblasHostMatrix *A)
{
    const ddblasReadOptions options = cli_read_options(npy);
    ddblasFileInfo info;
    ddblasHostMatrix all = {0};
    if (type < 0 && !cli_is_stream(in) && is_file(in))
    {
        const ddblasStatus_t status = ddblasQueryMatrix(in, &options, &info);
        if (status != DDBLAS_STATUS_SUCCESS)
            return cli_status_error(NULL, status);
        type = info.is_complex && !cli_ends_in(out, ".npy") ? DDBLAS_TYPE_U : (int)info.type;
    }
    int code = cli_read(in, type, npy, &all);
    if (code == CLI_OK && type < 0 && all.type == DDBLAS_TYPE_U && cli_ends_in(out, ".npy"))
        code = cli_matrix_convert(&all, DDBLAS_TYPE_Z, A);
    else
    {
        *A = all;
        all = (ddblasHostMatrix){0};
    }
    ddblasHostMatrixFree(&all);
    return code;
}

int cli_convert(int argc, char **argv)
{
    const char *positional[2], *digits_text = NULL;
    int type = -1, npy = -1, digits, json = 0, count;
    const struct cli_option options[] = {{"--type", CLI_WORD, &type, cli_type_words},
                                         {"--digits", CLI_TEXT, &digits_text, NULL},
                                         CLI_NPY_OPTION(npy),
                                         {"--json", CLI_FLAG, &json, NULL},
                                         {0}};
    ddblasHostMatrix A = {0};
    int code = cli_parse(argc, argv, options, positional, 2, 2, &count);
    code = code ? code : cli_output_name(positional[1]);
    if (code == CLI_OK && cli_is_stream(positional[1]))
        code = cli_take_stdout(json);
    code = code ? code : parse_digits(digits_text, &digits);
    if (code == CLI_OK && digits_text && !cli_ends_in(positional[1], ".mtx") && !cli_is_stream(positional[1]))
        code = cli_error(CLI_BAD_INPUT, "--digits: %s holds every digit; expected a name that ends in .mtx", positional[1]);
    code = code ? code : read_any(positional[0], positional[1], type, npy, &A);
    code = code ? code : cli_write(positional[1], &A, NULL, digits);
    if (code == CLI_OK && json)
    {
        cli_json_open(NULL, '{');
        cli_json_text("in", positional[0]);
        cli_json_text("out", positional[1]);
        cli_json_text("type", cli_type_words[A.type]);
        cli_json_bool("complex", cli_is_complex(A.type));
        cli_json_int("rows", A.m);
        cli_json_int("columns", A.n);
        cli_json_close('}');
    }
    else if (code == CLI_OK)
        printf("%s: %" PRId64 " x %" PRId64 "\n", positional[1], A.m, A.n);
    ddblasHostMatrixFree(&A);
    return code;
}
