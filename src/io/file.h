/*
 * Common parts of the readers and writers of matrix files: a buffered source with line numbers, a
 * target that appears only when it is complete, and elements of any type as pairs.
 */
#ifndef DDBLAS_IO_FILE_H
#define DDBLAS_IO_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <dd/io.h>

enum
{
    DDBLAS_SOURCE_BYTES = 1 << 20,
    DDBLAS_PATH_TEXT = 120 /* most characters of a path in an error text, taken from its end */
};

/* ---- reading --------------------------------------------------------------------------------- */

struct ddblas_source
{
    FILE *file;
    char path[DDBLAS_PATH_TEXT + 4]; /* for error texts */
    int64_t line;                    /* number of the line last returned, from 1 */
    int64_t start;                   /* where an open file is read from, -1 unless it is given by its number */
    int64_t size;                    /* bytes from there on, -1 when it is not a regular file */
    int64_t consumed, fetched;       /* bytes given out, and bytes read from the file */
    char *buffer;                    /* DDBLAS_SOURCE_BYTES + 1 */
    size_t begin, end;               /* unread part of the buffer */
    int at_end;
    int64_t file_bytes;            /* on disk, -1 when it is not a regular file; size is -1 if compressed */
    struct ddblas_gunzip *gunzip;  /* null unless the file is compressed by gzip */
    ddblasFileProgress_t progress; /* null unless the caller wants to know */
    void *progress_data;
};

/* The bytes of a file that gzip compressed are uncompressed on the way. */

/* Opens a file, or takes over an open one when `file` is not null. On failure nothing is left to
 * close. */
ddblasStatus_t ddblas_source_open(struct ddblas_source *s, const char *path, FILE *file);
void ddblas_source_close(struct ddblas_source *s);

/* The next line without its end (LF or CRLF), null-terminated in the buffer: *text of *length
 * bytes, valid until the next call; null at the end of the file. FILE_ERROR, or FORMAT_ERROR for a
 * line of more than 1 MiB. */
ddblasStatus_t ddblas_source_line(struct ddblas_source *s, char **text, size_t *length);

/* Makes at least `bytes` (up to 1 MiB) unread when the file has them: *data and *available, which
 * is less only at its end. */
ddblasStatus_t ddblas_source_peek(struct ddblas_source *s, size_t bytes, const unsigned char **data, size_t *available);
void ddblas_source_skip(struct ddblas_source *s, size_t bytes);

/* "path:line: " and a sentence as FORMAT_ERROR (or another status). */
ddblasStatus_t ddblas_source_fail(const struct ddblas_source *s, ddblasStatus_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* SUCCESS when the rest of the file can hold count items of at least item_bytes each; when it
 * cannot, or it is unknown and count items overflow, FORMAT_ERROR. */
ddblasStatus_t ddblas_source_holds(const struct ddblas_source *s, int64_t count, int64_t item_bytes, const char *items);

/* ---- writing --------------------------------------------------------------------------------- */

struct ddblas_target
{
    FILE *file;
    const char *path;
    char *resolved;  /* memory of path where that is a symbolic link, otherwise null */
    char *temporary; /* room for its name; null when the path itself is written: a device or a pipe */
    int is_unnamed;  /* it gets that name when it is complete, and would vanish with the process */
    int is_new;      /* the path names no file, and none that appears there later is replaced */
};

ddblasStatus_t ddblas_target_open(struct ddblas_target *t, const char *path);
/* Renames when status is SUCCESS and everything was written, otherwise removes. Returns status or
 * FILE_ERROR, the latter also if the file is new and another one has got its name meanwhile. */
ddblasStatus_t ddblas_target_close(struct ddblas_target *t, ddblasStatus_t status);

/* The number of the open file that a path names, as /dev/stdin and /dev/fd/3 do, or -1. Such a file
 * is not opened again: that fails for sockets, and a file would be read from its beginning. */
int ddblas_path_descriptor(const char *path);

/* FILE_ERROR: "path: cannot do: the reason in errno". */
ddblasStatus_t ddblas_path_fail(const char *path, const char *doing);

/* Tells the caller that `done` of all elements of A are written: CANCELLED if that ends the call.
 */
ddblasStatus_t ddblas_target_progress(const struct ddblas_target *t, const ddblasHostMatrix *A, const ddblasWriteOptions *options,
                                      int64_t done);

/* The end of a path, for error texts. */
void ddblas_path_text(char text[DDBLAS_PATH_TEXT + 4], const char *path);

/* ---- matrices -------------------------------------------------------------------------------- */

/* The destination of a reader: one matrix of any type, or with im two W matrices. */
struct ddblas_destination
{
    ddblasHostMatrix *re, *im;
    ddblasType_t type;
    const ddblasReadOptions *options;
};

/* The most bytes of a matrix that the options, or this machine, allow. */
uint64_t ddblas_memory_limit(const ddblasReadOptions *options);

/* Allocates m x n, by the limits of the options; a complex file needs a complex type or im. */
ddblasStatus_t ddblas_destination_init(struct ddblas_destination *d, const struct ddblas_source *s, int is_complex, int64_t m,
                                       int64_t n, ddblasSymmetry_t symmetry);

/* Element (i, j) += (re, im) rounded to the type; an element that is 0 is replaced. */
void ddblas_destination_add(const struct ddblas_destination *d, int64_t i, int64_t j, cuddreal re, cuddreal im);

/* Element (i, j) of A exactly, as pairs; im is 0 for real types. */
void ddblas_matrix_get(const ddblasHostMatrix *A, int64_t i, int64_t j, cuddreal *re, cuddreal *im);

/* The nearest float. */
float ddblas_pair_to_float(cuddreal a);

/* ---- formats --------------------------------------------------------------------------------- */

struct ddblas_format
{
    ddblasStatus_t (*query)(struct ddblas_source *s, const ddblasReadOptions *options, ddblasFileInfo *info);
    ddblasStatus_t (*read)(struct ddblas_source *s, struct ddblas_destination *d);
    /* Writes A + i im, or A alone when im is null. */
    ddblasStatus_t (*write)(struct ddblas_target *t, const ddblasHostMatrix *A, const ddblasHostMatrix *im,
                            const ddblasWriteOptions *options);
};
extern const struct ddblas_format ddblas_format_mtx, ddblas_format_npy, ddblas_format_text;

/* Whole reads from an open source, whose format the options or its first bytes tell. */
ddblasStatus_t ddblas_read_source(struct ddblas_source *s, struct ddblas_destination *d);

#endif
