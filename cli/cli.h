/*
 * Common parts of the sub-commands of ddblas: options, errors and exit codes, JSON, progress,
 * matrices and files. product.h has those of symv and gemm alone.
 */
#ifndef DDBLAS_CLI_H
#define DDBLAS_CLI_H

#include <stdint.h>
#include <stdio.h>

#include <dd/ddblas.h>

/* Exit codes. */
enum
{
    CLI_OK = 0,
    CLI_FAILED = 1,      /* a verification found an error above its bound */
    CLI_BAD_INPUT = 2,   /* wrong usage or a bad file */
    CLI_NO_RESOURCE = 3, /* no memory or no device */
    CLI_FEW_DIGITS = 4   /* a solution has fewer digits than were asked for */
};

#define CLI_COMMAND(name, word, summary)                                                                                         \
    int cli_##name(int argc, char **argv);                                                                                       \
    extern const char cli_##name##_help[];
#include "commands.def"

/* ddblas verify NAME: argv[0] is "verify". */
#define CLI_VERIFY(name, word, files, judgement) int cli_verify_##name(int argc, char **argv);
#include "verify.def"
/* Prints the help on --result, which follows cli_verify_help: cli/check/mine.c */
void cli_verify_list_results(void);
/* ddblas verify --suite DIR, and its part of the help: cli/check/suite.c */
int cli_verify_suite(int argc, char **argv);
extern const char cli_verify_suite_help[];

/* ---- errors: cli/error.c --------------------------------------------------------------------- */

/* "ddblas: sentence" as one line on stderr, and cli_json_error; returns code. */
int cli_error(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The library's own sentence (of the handle, or of the thread when null) for a status other than
 * SUCCESS, and the exit code of it. */
int cli_status_error(ddblasHandle_t handle, ddblasStatus_t status);

/* A handle on the engine, or the exit code of the failure. */
int cli_open_engine(ddblasHandle_t *handle, int engine, int threads);

/* ---- options: cli/options.c ------------------------------------------------------------------ */

enum cli_option_kind
{
    CLI_FLAG,   /* int: 1 when given */
    CLI_TEXT,   /* const char *: the argument itself */
    CLI_OUTPUT, /* const char *: a matrix file to write; no two of a command are the same file */
    CLI_INT,    /* int64_t */
    CLI_NUMBER, /* cuddreal: any form that cuddFromString reads */
    CLI_SCALAR, /* struct cli_scalar: "re" or "re,im" */
    CLI_WORD    /* int: the place of the argument in words */
};

struct cli_scalar
{
    cuddreal part[2];
    int given; /* 1 when the option stood on the command line */
};

struct cli_option
{
    const char *name; /* "--out" */
    enum cli_option_kind kind;
    void *value;
    const char *const *words; /* the words that CLI_WORD accepts; null ends the list */
};

extern const char *const cli_engine_words[]; /* the order of ddblasEngine_t */
extern const char *const cli_uplo_words[];   /* the order of ddblasFillMode_t */
extern const char *const cli_type_words[];   /* the order of ddblasType_t, U included */
extern const char *const cli_npy_words[];    /* the order of ddblasNpyPairs_t */

/* Parses argv[1 ...] by a list that ends with a null name: arguments that are not options go to
 * positional, at least `least` and at most `most`, *count of them. Options and other arguments may
 * be mixed; "-o" is "--out"; after "--" nothing is an option. Returns CLI_OK or, after one line on
 * stderr, CLI_BAD_INPUT. */
int cli_parse(int argc, char **argv, const struct cli_option *options, const char **positional, int least, int most, int *count);

/* 1 when the option stood on the command line that was parsed last. */
int cli_was_given(const char *name);

/* If not null, cli_parse calls it with the options of the command instead of parsing, and returns
 * CLI_BAD_INPUT, so that the command ends. For completion. */
extern void (*cli_options_wanted)(const struct cli_option *options);

/* text as an integer from low to high, or CLI_BAD_INPUT and one line that names `what`. */
int cli_integer(const char *what, const char *text, int64_t low, int64_t high, int64_t *value);

/* CLI_OK when the name ends in a format that cli_write knows and can be written, otherwise
 * CLI_BAD_INPUT and one line. */
int cli_output_name(const char *path);

/* ---- help and completion --------------------------------------------------------------------- */

/* Prints the prototype and the comment of each function of the library that is named, or for a part
 * of a name the functions that contain it. Returns an exit code. cli/manual.c */
int cli_manual(int count, char **names);
/* Names of all functions of the library, one a line, on stdout. */
void cli_list_functions(void);
/* ddblas complete WORD ...: prints the words with which the last one may be replaced, one a line,
 * with an explanation after a tab. Prints nothing if it may be a file or a number.
 * cli/complete.c */
int cli_complete(int argc, char **argv);

/* ---- "-" for standard input and output: cli/stream.c ----------------------------------------- */

/* 1 when the path, which may be null, is "-". */
int cli_is_stream(const char *path);
/* Standard output belongs to the file "-" of cli_write from now on; what is printed goes to stderr.
 * Refused with json. Returns an exit code. */
int cli_take_stdout(int json);
/* The path under which a file is opened: that of the open stream for "-", the path itself
 * otherwise. cli_input_path refuses a second file from standard input. Both return an exit code. */
int cli_input_path(const char *path, const char **opened);
const char *cli_output_path(const char *path);

/* ---- running: cli/run.c ---------------------------------------------------------------------- */

/* How a command that computes runs: its options and its handle. */
struct cli_run
{
    int engine; /* as ddblasEngine_t */
    int64_t threads;
    int json;
    ddblasHandle_t handle; /* null until cli_run_open */
};

#define CLI_RUN_OPTIONS(r)                                                                                                       \
    {"--engine", CLI_WORD, &(r).engine, cli_engine_words}, {"--threads", CLI_INT, &(r).threads, 0},                              \
    {                                                                                                                            \
        "--json", CLI_FLAG, &(r).json, 0                                                                                         \
    }

/* The opening of such a command: parses its arguments as cli_parse, then opens the engine. Returns
 * an exit code; whatever it is, cli_run_close gives the handle back. */
int cli_run_open(struct cli_run *run, int argc, char **argv, const struct cli_option *options, const char **positional, int least,
                 int most, int *count);
void cli_run_close(struct cli_run *run);

/* ---- JSON on stdout: cli/json.c -------------------------------------------------------------- */

/* One value or bracket at a time; key is null inside an array and at the top. Commas, new lines and
 * indentation come by themselves. A number that is not finite is written as null. */
void cli_json_open(const char *key, char bracket);
void cli_json_close(char bracket);
void cli_json_text(const char *key, const char *value);
void cli_json_int(const char *key, int64_t value);
void cli_json_number(const char *key, double value);
void cli_json_bool(const char *key, int value);
/* After cli_json_errors(1), a failure is {"error": "sentence", "exit_code": code}, unless something
 * has been written already: standard output holds one value, whatever happens. */
void cli_json_errors(int wanted);
void cli_json_error(int code, const char *sentence);
/* Bytes of the UTF-8 character of more than one byte at c, 0 when there is none: names of files may
 * be any bytes. */
int cli_utf8_length(const unsigned char *c);
/* Correct digits; infinitely many are "exact". cli_print_digits: as a column of a table. */
void cli_json_digits(const char *key, double digits);
void cli_print_digits(double digits);

/* ---- progress on stderr: cli/progress.c ------------------------------------------------------ */

/* Shows "what 37%, 12 s left" when stderr is a terminal and the work has taken a while; done =
 * total ends and wipes it. A total of 0 is not known. */
void cli_progress(const char *what, int64_t done, int64_t total);

/* Shows the stage of work and its seconds when stderr is a terminal, until the next one; null wipes
 * it. cli_stage: of a matrix of order n, and only if that is large. cli_stage_of: also the seconds
 * left when it should take so many, 0: not known. cli_shows_progress: stderr is a terminal. */
int cli_shows_progress(void);
void cli_stage(const char *what, int64_t n);
void cli_stage_of(const char *what, double seconds);
void cli_progress_stop(void);

/* Seconds since an arbitrary moment. */
double cli_seconds(void);

/* ---- matrices of any type: cli/matrix.c
 * ---------------------------------------------------------------------------------- A
 * ddblasHostMatrix of any type, U included: complex double-double has no files of its own, it is
 * read and written as two parts. */

size_t cli_element_size(ddblasType_t type);
int cli_is_complex(ddblasType_t type);
/* The type of its parts. */
ddblasType_t cli_real_type(ddblasType_t type);
/* The unit of the type's error bounds: 2^-24, 2^-53, or 2^-104 for W and U. */
double cli_unit(ddblasType_t type);

/* Stores re + i im at element, each part rounded once to the type; real types take re. */
void cli_store(ddblasType_t type, void *element, cuddreal re, cuddreal im);
/* part[0] + i part[1] = the element, exactly. */
void cli_fetch(ddblasType_t type, const void *element, cuddreal part[2]);

/* Element (i, j), counted from 0. */
void *cli_element(const ddblasHostMatrix *A, int64_t i, int64_t j);

/* Return, in double, the modulus of an element, the norm of a column, and the Frobenius norm of a
 * matrix. None of them overflows before its value does. */
double cli_modulus(const ddblasHostMatrix *A, int64_t i, int64_t j);
double cli_norm_of_column(const ddblasHostMatrix *A, int64_t j);
double cli_norm(const ddblasHostMatrix *A);

/* The element as text that gives the same bits back; complex numbers as two numbers and a blank
 * between. */
void cli_element_text(const ddblasHostMatrix *A, int64_t i, int64_t j, char *text, size_t size);
enum
{
    CLI_ELEMENT_TEXT = 2 * CUDD_SHORTEST_SIZE
};

/* Makes *A an m x n matrix of zeros. Returns an exit code; ddblasHostMatrixFree frees it. */
int cli_matrix_init(ddblasHostMatrix *A, ddblasType_t type, int64_t m, int64_t n);
/* *to = from in another type, rounded once. A complex matrix has no real type. Returns an exit
 * code. */
int cli_matrix_convert(const ddblasHostMatrix *from, ddblasType_t type, ddblasHostMatrix *to);
/* *A itself in another type; one without elements keeps its own. */
int cli_matrix_turn(ddblasHostMatrix *A, ddblasType_t type);
/* *engine = a copy in new memory of the engine, leading dimension max(1, m); null without
 * elements. */
ddblasStatus_t cli_matrix_send(ddblasHandle_t handle, const ddblasHostMatrix *A, void **engine);
/* *A = the m x n matrix at `engine`, leading dimension ld. */
ddblasStatus_t cli_matrix_fetch(ddblasHandle_t handle, const void *engine, int64_t ld, ddblasHostMatrix *A);
/* 1 when every element is finite. */
int cli_matrix_is_finite(const ddblasHostMatrix *A);
/* 1 when element (i, j) of A is the mirror image of (j, i), conjugated for a Hermitian matrix. */
int cli_mirrors(const ddblasHostMatrix *A, int64_t i, int64_t j, int hermitian);
/* A Matrix Market file on stdout that gives the same bits back: its first line, where comment lines
 * ("% ...") may follow, then the sizes and the elements. cli_matrix_print: both. */
void cli_print_banner(ddblasType_t type);
void cli_print_elements(const ddblasHostMatrix *A);
void cli_matrix_print(const ddblasHostMatrix *A);

/* Reads a matrix file, which is opened once. type < 0: all that the file holds, W for a real file
 * and U for a complex one. npy: how an n x 2 array of a .npy file is read, as cli_npy_words; < 0:
 * not said, and refused where both are possible. Returns an exit code. */
int cli_read(const char *path, int type, int npy, ddblasHostMatrix *A);
/* The same; *info says what was read. */
int cli_read_informed(const char *path, int type, int npy, ddblasHostMatrix *A, ddblasFileInfo *info);
/* The options with which cli_read calls the library. */
ddblasReadOptions cli_read_options(int npy);
/* The option of the commands that read, and its paragraph of help. */
#define CLI_NPY_OPTION(npy)                                                                                                      \
    {                                                                                                                            \
        "--npy", CLI_WORD, &(npy), cli_npy_words                                                                                 \
    }
#define CLI_NPY_HELP                                                                                                             \
    "An n x 2 float64 array in a .npy file is two columns with --npy columns and n double-double numbers, (high, low),\n"        \
    "with --npy pairs; without the option it is two columns, and refused where each row may be such a pair.\n"                   \
    "'ddblas convert' writes pairs as n x 1 x 2, which every command knows without the option. --pairs is --npy pairs.\n"
/* Writes a matrix (re + i im, im may be null or empty) in the format that the name, an output's,
 * ends in. The file appears when it is complete, so that it may be one that was read before.
 * Returns an exit code. */
int cli_write(const char *path, const ddblasHostMatrix *re, const ddblasHostMatrix *im, int digits);
/* 1 when name ends in `end`. */
int cli_ends_in(const char *name, const char *end);

/* ---- text in files: cli/xml.c ---------------------------------------------------------------- */

/* Writes text as that of an element or an attribute of XML, SVG included. Bytes that XML cannot
 * have become U+FFFD. */
void cli_xml_text(FILE *file, const char *text);
/* Writes a file as a whole; a regular file that cannot be completed is removed. Returns an exit
 * code. */
int cli_write_text(const char *path, const char *text, size_t size);
/* CLI_OK when the file or, where there is none, its folder can be written: asked before long work.
 * Otherwise CLI_BAD_INPUT and one line. "-" is no file. */
int cli_check_folder(const char *path);

/* ---- pictures: cli/svg.c --------------------------------------------------------------------- */

/* A picture of width x height pixels that is drawn by writing SVG's elements to `file`, and appears
 * under its path when it is closed. Both return an exit code; after a failure nothing is left to
 * close. */
struct cli_picture
{
    FILE *file;
    char *text;
    size_t size;
};
int cli_svg_open(struct cli_picture *picture, int width, int height);
int cli_svg_close(struct cli_picture *picture, const char *path);

struct cli_curve
{
    const char *name;
    double *x, *y;
    int points;
    int bold;
};

/* Writes curves over a logarithmic x axis as SVG. Returns an exit code. */
int cli_svg(const char *path, const char *title, const char *x_name, const char *y_name, const struct cli_curve *curves,
            int count);

/* Correct digits of the components of a result, a series for each precision; infinite: exact. */
struct cli_digits
{
    const char *name;
    const double *digits;
};

/* Draws the digits of n components as SVG: the least and the most of a few components that are
 * neighbours where there are more than the picture has room for. Returns an exit code.
 * cli/digits_svg.c */
int cli_digits_svg(const char *path, const char *title, const struct cli_digits *series, int count, int64_t n);
/* CLI_OK when path is null, or ends in .svg and can be written. */
int cli_svg_name(const char *path);

/* ---- ddblas tune report: cli/tune_report.c --------------------------------------------------- */

/* Draws the timings in the file `samples` into the folder and prints the rules of the table; null:
 * the table of this device, and the samples beside it. Returns an exit code. */
int cli_tune_report(ddblasHandle_t handle, const char *samples, const char *table, const char *folder);

/* ---- test matrices: cli/kinds.c -------------------------------------------------------------- */

struct cli_kind_options
{
    int64_t seed;
    cuddreal mu;   /* parameter of the generator laeuchli */
    cuddreal cond; /* condition number of random-spectrum */
};

struct cli_kind;

/* The kind of that name, or null after one line on stderr that lists the near ones. */
const struct cli_kind *cli_find_kind(const char *name);

/* Makes *A the matrix of a kind with parameter n, both triangles filled. */
int cli_make(const struct cli_kind *kind, int64_t n, const struct cli_kind_options *options, ddblasHostMatrix *A);

/* After all of a command's matrices are made: CLI_OK, or CLI_BAD_INPUT when --seed, --mu or --cond
 * was given and none of them depends on it. */
int cli_check_kind_options(void);
/* The same when a vector is read from `file`, null: it is made, although a kind is named. */
int cli_check_kind_unnamed(const char *kind, const char *file);

/* Name, at least `width` wide, and explanation of every kind, one a line, on stdout. */
void cli_list_kinds(const char *before, int width, char between);

#define CLI_KIND_DEFAULTS                                                                                                        \
    {                                                                                                                            \
        1, {0x1p-60, 0.0}, { 1e20, 0.0 }                                                                                         \
    }
#define CLI_KIND_OPTIONS(o)                                                                                                      \
    {"--seed", CLI_INT, &(o).seed, 0}, {"--mu", CLI_NUMBER, &(o).mu, 0}, { "--cond", CLI_NUMBER, &(o).cond, 0 }

#endif
