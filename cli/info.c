/*
 * ddblas info: what this build and machine offer.
 */
#include "cli.h"

#include <stdio.h>

const char cli_info_help[] =
    "usage: ddblas info [--json]\n"
    "\n"
    "Shows the version, the engines and what they run on, whether the arithmetic of this build passes its\n"
    "self-test (known results that wrong compiler options break), and the element types.\n"
    "\n"
    "The environment variable DDBLAS_CPU_ISA=portable|avx2|avx512 chooses the instruction set of the CPU engine, by default the\n"
    "widest that the processor has. Results do not depend on it. Another value, or a set that the processor lacks, is an error\n"
    "of every command that computes.\n"
    "\n"
    "  ddblas info\n"
    "  ddblas info --json | python3 -m json.tool\n";

struct engine
{
    const char *name;
    ddblasStatus_t status;
    char text[256]; /* the engine's description, or why it is not there */
};

static void probe(struct engine *engine, int number)
{
    ddblasHandle_t handle;
    engine->name = cli_engine_words[number];
    engine->status = ddblasCreateWithEngine(&handle, (ddblasEngine_t)number);
    if (engine->status == DDBLAS_STATUS_SUCCESS)
    {
        ddblasGetEngineName(handle, engine->text, sizeof engine->text);
        ddblasDestroy(handle);
    }
    else
        snprintf(engine->text, sizeof engine->text, "%s", ddblasGetLastError(NULL));
}

static const struct type
{
    const char *letter, *name;
    size_t bytes;
    const char *explanation;
} types[] = {
#define ROW(letter, T, real, is_complex) {#letter, #T, sizeof(T), is_complex ? "complex, parts " #real : "real"},
#define DDBLAS_TYPES                     DDBLAS_TYPES_ALL
#define DDBLAS_TYPE                      ROW
#include <dd/types.def>
#undef ROW
};

enum
{
    TYPE_COUNT = sizeof types / sizeof types[0]
};

static void print_json(const char *version, const struct engine *engines, int selftest)
{
    cli_json_open(NULL, '{');
    cli_json_text("version", version);
    cli_json_text("selftest", selftest ? "passed" : "failed");
    cli_json_open("engines", '[');
    for (int e = 0; e < 2; e++)
    {
        cli_json_open(NULL, '{');
        cli_json_text("engine", engines[e].name);
        cli_json_bool("available", engines[e].status == DDBLAS_STATUS_SUCCESS);
        cli_json_text("status", ddblasGetStatusName(engines[e].status));
        cli_json_text("description", engines[e].text);
        cli_json_close('}');
    }
    cli_json_close(']');
    cli_json_open("types", '[');
    for (int t = 0; t < TYPE_COUNT; t++)
    {
        cli_json_open(NULL, '{');
        cli_json_text("letter", types[t].letter);
        cli_json_text("name", types[t].name);
        cli_json_int("bytes", (int64_t)types[t].bytes);
        cli_json_close('}');
    }
    cli_json_close(']');
    cli_json_close('}');
}

static void print_text(const char *version, const struct engine *engines, int selftest)
{
    printf("ddblas     %s\n", version);
    printf("self-test  %s\n", selftest ? "passed" : "FAILED");
    for (int e = 0; e < 2; e++)
        printf("%-10s %s%s\n", engines[e].name, engines[e].status ? "not available: " : "", engines[e].text);
    for (int t = 0; t < TYPE_COUNT; t++)
        printf("type %s     %-20s %2zu bytes, %s\n", types[t].letter, types[t].name, types[t].bytes, types[t].explanation);
}

int cli_info(int argc, char **argv)
{
    int json = 0, count;
    const struct cli_option options[] = {{"--json", CLI_FLAG, &json, NULL}, {0}};
    int code = cli_parse(argc, argv, options, NULL, 0, 0, &count);
    if (code)
        return code;
    char version[32];
    int v = ddblasGetVersion();
    snprintf(version, sizeof version, "%d.%d.%d", v / 10000, v / 100 % 100, v % 100);
    struct engine engines[2];
    probe(&engines[0], DDBLAS_ENGINE_CPU);
    probe(&engines[1], DDBLAS_ENGINE_CUDA);
    (json ? print_json : print_text)(version, engines, engines[0].status != DDBLAS_STATUS_SELFTEST_FAILED);
    return engines[0].status == DDBLAS_STATUS_SUCCESS ? CLI_OK : CLI_NO_RESOURCE;
}
