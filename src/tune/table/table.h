/*
 * Tables as text: reading what anyone may have written, and writing in one piece.
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
 * Lines of # and empty lines are free. "-" is no upper limit. Rows of one problem ascend and do not overlap. The last line counts
 * the rows, so that a file cut anywhere is known as cut. Numbers are plain decimals, read and written without the locale.
 */
#ifndef DDBLAS_TUNE_TABLE_H
#define DDBLAS_TUNE_TABLE_H

#include "tune/tune.h"

enum
{
    DDBLAS_TABLE_BYTES = 1 << 20, /* of a file at most */
    DDBLAS_TABLE_LINE = 512,      /* characters of a line at most */
    DDBLAS_TABLE_ROWS = 8192
};

/* What a table says about itself. */
struct ddblas_table_header
{
    ddblasEngine_t engine;
    char device[DDBLAS_DEVICE_NAME];
    int32_t capability; /* 10 major + minor */
};

/* A row with its problem. */
struct ddblas_table_row
{
    struct ddblas_tune_key key;
    int32_t is_default; /* 1: the routine's own choice, without parameters; tables that come later have no say */
    struct ddblas_tune_row row;
};

struct ddblas_table_error
{
    ddblasStatus_t status;
    int line;
    char why[160];
};

/* Reads the header alone. 0, or -1 with *error: NOT_SUPPORTED for another version, FORMAT_ERROR otherwise. */
int ddblas_table_read_header(const char *text, size_t length, struct ddblas_table_header *header,
                             struct ddblas_table_error *error);

/* Reads a whole table into rows[capacity], *count of them, in the order of the file. Nothing about the rows' parameters is known
 * yet but that they are numbers with the names of their space. 0, or -1 with *error; FORMAT_ERROR also when a row is one too
 * many. */
int ddblas_table_read(const char *text, size_t length, struct ddblas_table_header *header, struct ddblas_table_row *rows,
                      int32_t capacity, int32_t *count, struct ddblas_table_error *error);

/* Decimal digits alone, with at most `places` digits after a point, as an integer in units of 10^-places, at most limit. 0, or
 * -1. */
int ddblas_table_decimal(const char *text, int places, int64_t limit, int64_t *value);

/* The file at path as bytes from malloc. SUCCESS, FILE_ERROR (also for what is no regular file), FORMAT_ERROR (longer than
 * DDBLAS_TABLE_BYTES), ALLOC_FAILED. */
ddblasStatus_t ddblas_table_slurp(const char *path, char **text, size_t *length);

/* Makes the folders of path that are missing. SUCCESS, or FILE_ERROR with a sentence in why[DDBLAS_ERROR_TEXT]. */
ddblasStatus_t ddblas_table_folders(const char *path, char *why);

/* Writes the table to a temporary file in the same folder, syncs it, and renames it to path. Makes missing folders. SUCCESS or
 * FILE_ERROR with a sentence in why[DDBLAS_ERROR_TEXT]; then path is as it was. */
ddblasStatus_t ddblas_table_write(const char *path, const struct ddblas_table_header *header, const struct ddblas_table_row *rows,
                                  int32_t count, char *why);

/* "block=96 threads=2" of a row of the space into text[size]. */
void ddblas_table_parameters(const struct ddblas_tune_space *space, const int32_t *parameters, char *text, size_t size);

/* The space, type and form that a routine, a letter and a variant name on an engine; 0, or -1. */
int ddblas_table_key(ddblasEngine_t engine, const char *routine, char letter, const char *variant, struct ddblas_tune_key *key);

/* Where tables are looked for; a null or empty member is left out. */
struct ddblas_table_places
{
    const char *first;            /* file or folder before everything else; "none": no table */
    const char *user, *installed; /* folders */
    const char *const *built_in;  /* texts, null at the end */
};

/* One table from the device's best sources, as the public header tells. Null only for want of memory. */
struct ddblas_tune_table *ddblas_table_collect(const struct ddblas_device *device, const struct ddblas_table_places *places);

/* A table of one row, the parameters for every order of one problem; null parameters: no row. Null for want of memory. */
struct ddblas_tune_table *ddblas_table_of_one(const struct ddblas_tune_key *key, const int32_t *parameters);
/* Other parameters for the problem of a table of one row. */
void ddblas_table_set_one(struct ddblas_tune_table *table, const struct ddblas_tune_key *key, const int32_t *parameters);

/* The user's folder of tables into path[size]; 0, or -1 when the environment names none or it is too long. */
int ddblas_table_user_folder(char *path, size_t size);

/* The device's name as the name of a file: letters, digits and hyphens. */
void ddblas_table_slug(const char *device, char *slug, size_t size);

/* Tables compiled into the library: texts, null at the end. */
extern const char *const ddblas_tables_built_in[];

#endif
