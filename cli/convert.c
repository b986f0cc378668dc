/*
 * ddblas convert: a matrix file in another format.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char cli_convert_help[] = "usage: ddblas convert IN OUT [--type S|D|C|Z|W] [--digits N|shortest|hex] [--json]\n"
                                "\n"
                                "Reads a matrix and writes it in the format that the name OUT ends in:\n"
                                "  .mtx  Matrix Market with the fewest digits that give the same bits back, or with --digits\n"
                                "  .npy  NumPy; double-double as float64 with a last axis of 2, (high, low)\n"
                                "  .txt  Matrix Market whose numbers are exact pairs such as 0x1.8p+0-0x1p-54\n"
                                "The format of IN is found by its content. --type rounds to a type; without it nothing is lost.\n"
                                "OUT appears only when it is complete.\n"
                                "\n"
                                "  ddblas convert A.mtx A.npy\n"
                                "  ddblas convert A.npy A.txt\n"
                                "  ddblas convert A.mtx low.mtx --type D\n"
                                "  ddblas convert A.mtx short.mtx --digits 10\n";

static int ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

int cli_write(const char *path, const ddblasHostMatrix *re, const ddblasHostMatrix *im, int digits)
{
    ddblasWriteOptions options = {0};
    if (!ends_in(path, ".mtx") && !ends_in(path, ".npy") && !ends_in(path, ".txt"))
        return cli_error(CLI_BAD_INPUT, "%s: expected a name that ends in .mtx, .npy or .txt", path);
    options.digits = ends_in(path, ".txt") ? (int)DDBLAS_DIGITS_HEX : digits;
    ddblasStatus_t status =
        im && im->data ? ddblasWriteMatrixParts(path, re, im, &options) : ddblasWriteMatrix(path, re, &options);
    return status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(NULL, status);
}

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

/* A complex file keeps its digits on the way to text as two matrices; otherwise the type holds all there is. */
static int read_any(const char *in, const char *out, int type, ddblasHostMatrix *re, ddblasHostMatrix *im)
{
    ddblasFileInfo info;
    ddblasStatus_t status = ddblasQueryMatrix(in, NULL, &info);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        if (type < 0 && info.is_complex && !ends_in(out, ".npy"))
            status = ddblasReadMatrixParts(in, NULL, re, im);
        else
            status = ddblasReadMatrix(in, type < 0 ? info.type : (ddblasType_t)type, NULL, re);
    }
    return status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(NULL, status);
}

int cli_convert(int argc, char **argv)
{
    const char *positional[2], *digits_text = NULL;
    int type = -1, digits, json = 0, count;
    const struct cli_option options[] = {{"--type", CLI_WORD, &type, cli_type_words},
                                         {"--digits", CLI_TEXT, &digits_text, NULL},
                                         {"--json", CLI_FLAG, &json, NULL},
                                         {0}};
    ddblasHostMatrix re = {0}, im = {0};
    int code = cli_parse(argc, argv, options, positional, 2, 2, &count);
    code = code ? code : parse_digits(digits_text, &digits);
    code = code ? code : read_any(positional[0], positional[1], type, &re, &im);
    code = code ? code : cli_write(positional[1], &re, &im, digits);
    if (code == CLI_OK && json)
    {
        cli_json_open(NULL, '{');
        cli_json_text("in", positional[0]);
        cli_json_text("out", positional[1]);
        cli_json_text("type", cli_type_words[re.type]);
        cli_json_bool("complex", im.data != NULL || cli_is_complex(re.type));
        cli_json_int("rows", re.m);
        cli_json_int("columns", re.n);
        cli_json_close('}');
    }
    else if (code == CLI_OK)
        printf("%s: %" PRId64 " x %" PRId64 "\n", positional[1], re.m, re.n);
    ddblasHostMatrixFree(&re);
    ddblasHostMatrixFree(&im);
    return code;
}
