/*
 * Tables of tuned parameters as text: reading the text from any source, and writing a file in one
 * piece.
 *
 *     ddblas-table 1
 *     engine cuda
 *     device NVIDIA H200
 *     capability 9.0
 *     # routine type variant first last parameters ... time gain date
 *     symv W lower 1 511 tile=64 ... ns=9130.125 gain=1.250 date=2026-11-21
 *     symv W lower 512 - tile=128 ... ns=587000.000 gain=1.031 date=2026-11-21
 *     end 2
 *
 * Lines that begin with # and empty lines are ignored. A row holds for the orders `first` to
 * `last`; "-" as `last` means no upper limit. The rows of one routine, type and variant ascend and
 * do not overlap. The last line counts the rows, so that a truncated file is recognised. Numbers
 * are plain decimals, and the locale does not affect how they are read and written.
 */
#ifndef DDBLAS_TUNE_TABLE_H
#define DDBLAS_TUNE_TABLE_H

#include "tune/tune.h"

enum
{
    DDBLAS_TABLE_BYTES = 1 << 20, /* Largest number of bytes of a file. */
    DDBLAS_TABLE_LINE = 512,      /* Largest number of characters of a line. */
    DDBLAS_TABLE_ROWS = 8192
};

/* Header of a table. */
struct ddblas_table_header
{
    ddblasEngine_t engine;
    char device[DDBLAS_DEVICE_NAME];
    int32_t capability; /* 10 * major + minor. */
};

/* A row of a table, with the problem to which it belongs. */
struct ddblas_table_row
{
    struct ddblas_tune_key key;
    /* 1: the row names the routine's own choice and has no parameters. Its purpose is that tables
     * of lower precedence do not decide this problem. */
    int32_t is_default;
    struct ddblas_tune_row row;
};

struct ddblas_table_error
{
    ddblasStatus_t status;
    int line;
    char why[160];
};

/* Reads only the header. Returns 0, or -1 with *error, which is NOT_SUPPORTED for a table of
 * another version and FORMAT_ERROR for any other failure. */
int ddblas_table_read_header(const char *text, size_t length, struct ddblas_table_header *header,
                             struct ddblas_table_error *error);

/* Reads a whole table into rows[capacity], in the order of the file, and writes the number of rows
 * to *count. It checks that the parameters are numbers and have the names of their space; it does
 * not check their values. Returns 0, or -1 with *error. More than `capacity` rows are a
 * FORMAT_ERROR too. */
int ddblas_table_read(const char *text, size_t length, struct ddblas_table_header *header, struct ddblas_table_row *rows,
                      int32_t capacity, int32_t *count, struct ddblas_table_error *error);

/* Reads a decimal number with at most `places` digits after the point. The result is an integer in
 * units of 10^-places and at most `limit`. Returns 0, or -1 if the text is no such number. */
int ddblas_table_decimal(const char *text, int places, int64_t limit, int64_t *value);

/* Reads the file at `path` into memory from malloc. Returns SUCCESS; FILE_ERROR, also if the file
 * is not a regular file; FORMAT_ERROR if it is longer than DDBLAS_TABLE_BYTES; or ALLOC_FAILED. */
ddblasStatus_t ddblas_table_slurp(const char *path, char **text, size_t *length);

/* Creates the missing folders of `path`. Returns SUCCESS, or FILE_ERROR with a sentence in
 * why[DDBLAS_ERROR_TEXT]. */
ddblasStatus_t ddblas_table_folders(const char *path, char *why);

/* Writes the table to a temporary file in the same folder, waits until the file is on the disk, and
 * renames it to `path`. Creates missing folders. Returns SUCCESS, or FILE_ERROR with a sentence in
 * why[DDBLAS_ERROR_TEXT]; after a failure `path` is unchanged. */
ddblasStatus_t ddblas_table_write(const char *path, const struct ddblas_table_header *header, const struct ddblas_table_row *rows,
                                  int32_t count, char *why);

/* Writes parameters to text[size] in a form such as "block=96 threads=2". */
void ddblas_table_parameters(const struct ddblas_tune_space *space, const int32_t *parameters, char *text, size_t size);

/* Finds the space, the type and the form that belong to a routine, a type's letter and a variant on
 * an engine. Returns 0, or -1 if there is no such problem. */
int ddblas_table_key(ddblasEngine_t engine, const char *routine, char letter, const char *variant, struct ddblas_tune_key *key);

/* The places where tables are searched. A null or empty member is ignored. */
struct ddblas_table_places
{
    /* A file or folder that is searched before all others. "none": no table is used. */
    const char *first;
    const char *user, *installed; /* Folders. */
    const char *const *built_in;  /* Texts of tables; a null pointer ends the list. */
};

/* Merges the tables that fit the device best into one table, in the order that dd/tune.h states.
 * Returns null only if there is not enough memory. */
struct ddblas_tune_table *ddblas_table_collect(const struct ddblas_device *device, const struct ddblas_table_places *places);

/* Returns a table of one row, which gives these parameters for every order of one problem. If
 * `parameters` is null, the table has no row. Returns null if there is not enough memory. */
struct ddblas_tune_table *ddblas_table_of_one(const struct ddblas_tune_key *key, const int32_t *parameters);
/* Replaces the parameters in a table of one row. */
void ddblas_table_set_one(struct ddblas_tune_table *table, const struct ddblas_tune_key *key, const int32_t *parameters);

/* Writes the path of the user's folder of tables to path[size]. Returns 0, or -1 if the environment
 * names no such folder or if the path is too long. */
int ddblas_table_user_folder(char *path, size_t size);

/* Converts the name of a device to a name for a file. It consists of letters, digits and
 * hyphens. */
void ddblas_table_slug(const char *device, char *slug, size_t size);

/* The texts of the tables that are compiled into the library; a null pointer ends the list. */
extern const char *const ddblas_tables_built_in[];

#endif
