/*
 * Matrix files, entry points: arguments, choice of the format, and clean-up after failure.
 */
#include <string.h>

#include "core/core.h"
#include "file.h"

static ddblasStatus_t null_argument(int position, const char *name)
{
    return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "argument %d (%s) is null", position, name);
}

static ddblasStatus_t wrong_argument(int position, const char *name, const char *reason)
{
    return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "argument %d (%s): %s", position, name, reason);
}

static const struct ddblas_format *format_of(ddblasFileFormat_t format)
{
    return format == DDBLAS_FORMAT_NPY    ? &ddblas_format_npy
           : format == DDBLAS_FORMAT_TEXT ? &ddblas_format_text
                                          : &ddblas_format_mtx;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* 1 when path ends in `end`, or in `end` and .gz. */
static int has_name(const char *path, const char *end)
{
    size_t length = strlen(path), n = strlen(end);
    if (length >= 3 && strcmp(path + length - 3, ".gz") == 0)
        length -= 3;
    return length >= n && strncmp(path + length - n, end, n) == 0;
}

/* 1 when the bytes, after blanks, begin like a number or a comment of plain text. */
static int begins_like_text(const unsigned char *data, size_t available)
{
    size_t k = available >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (k < available && data[k] && strchr(" \t\r\n", data[k]))
        k++;
    return k < available && data[k] && strchr("0123456789+-.(#nNiI", data[k]) != NULL;
}

/* The format that the options, the first bytes or the name tell. */
static ddblasStatus_t choose(struct ddblas_source *s, const ddblasReadOptions *options, const struct ddblas_format **format)
{
    enum
    {
        FIRST_BYTES = 4096
    };
    const unsigned char *data;
    size_t available;
    *format = format_of(options ? options->format : DDBLAS_FORMAT_AUTO);
    if (options && options->format != DDBLAS_FORMAT_AUTO)
        return DDBLAS_STATUS_SUCCESS;
    ddblasStatus_t status = ddblas_source_peek(s, FIRST_BYTES, &data, &available);
    if (!status && available > 0 && data[0] == 0x93)
        *format = &ddblas_format_npy;
    else if (!status && available > 4 && memcmp(data, "PK\x03\x04", 4) == 0)
        status =
            ddblas_source_fail(s, DDBLAS_STATUS_NOT_SUPPORTED,
                               "found a zip archive, such as .npz or a spreadsheet: expected one array, as numpy.save writes it");
    else if (!status && (available == 0 || data[0] != '%') && (has_name(s->path, ".csv") || begins_like_text(data, available)))
        *format = &ddblas_format_text;
    return status;
}

ddblasStatus_t ddblas_read_source(struct ddblas_source *s, struct ddblas_destination *d)
{
    const struct ddblas_format *format;
    ddblasStatus_t status = choose(s, d->options, &format);
    if (!status)
        status = format->read(s, d);
    if (status)
    {
        ddblasHostMatrixFree(d->re);
        ddblasHostMatrixFree(d->im);
    }
    return status;
}

static ddblasStatus_t read_file(const char *path, struct ddblas_destination *d)
{
    struct ddblas_source s;
    if (!path)
        return null_argument(1, "path");
    ddblasStatus_t status = ddblas_source_open(&s, path, NULL);
    if (status)
        return status;
    if (d->options)
    {
        s.progress = d->options->progress;
        s.progress_data = d->options->progress_data;
    }
    status = ddblas_read_source(&s, d);
    ddblas_source_close(&s);
    return status;
}

ddblasStatus_t ddblasQueryMatrix(const char *path, const ddblasReadOptions *options, ddblasFileInfo *info)
{
    struct ddblas_source s;
    const struct ddblas_format *format;
    if (!path || !info)
        return null_argument(path ? 3 : 1, path ? "info" : "path");
    memset(info, 0, sizeof *info);
    ddblasStatus_t status = ddblas_source_open(&s, path, NULL);
    if (status)
        return status;
    status = choose(&s, options, &format);
    if (!status)
        status = format->query(&s, options, info);
    ddblas_source_close(&s);
    return status;
}

ddblasStatus_t ddblasReadMatrix(const char *path, ddblasType_t type, const ddblasReadOptions *options, ddblasHostMatrix *A)
{
    if (!A)
        return null_argument(4, "A");
    *A = (ddblasHostMatrix){.lda = 1};
    if (!ddblas_type_is_of(type, DDBLAS_TYPES_OF_FILES))
        return wrong_argument(2, "type", "no such type");
    A->type = type;
    struct ddblas_destination d = {.re = A, .type = type, .options = options};
    return read_file(path, &d);
}

ddblasStatus_t ddblasReadMatrixParts(const char *path, const ddblasReadOptions *options, ddblasHostMatrix *re,
                                     ddblasHostMatrix *im)
{
    if (!re || !im)
        return null_argument(re ? 4 : 3, re ? "im" : "re");
    *re = *im = (ddblasHostMatrix){.type = DDBLAS_TYPE_W, .lda = 1};
    struct ddblas_destination d = {.re = re, .im = im, .type = DDBLAS_TYPE_W, .options = options};
    return read_file(path, &d);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* An error text for a matrix that cannot be written; null if it can. */
static const char *matrix_fault(const ddblasHostMatrix *A)
{
    if (!ddblas_type_is_of(A->type, DDBLAS_TYPES_OF_FILES))
        return "its type is unknown";
    if ((unsigned)A->symmetry > (unsigned)DDBLAS_SYMMETRY_HERMITIAN)
        return "its symmetry is unknown";
    if (A->m < 0 || A->n < 0)
        return "m or n is negative";
    if (A->lda < 1 || A->lda < A->m)
        return "lda < max(1, m)";
    if (A->m > 0 && A->n > 0 && !A->data)
        return "data is null";
    if (A->symmetry != DDBLAS_SYMMETRY_GENERAL && A->m != A->n)
        return "declared symmetric and not square";
    return NULL;
}

static ddblasFileFormat_t format_to_write(const char *path, const ddblasWriteOptions *options)
{
    size_t length = strlen(path);
    if (options && options->format != DDBLAS_FORMAT_AUTO)
        return options->format;
    return length >= 4 && strcmp(path + length - 4, ".npy") == 0 ? DDBLAS_FORMAT_NPY : DDBLAS_FORMAT_MTX;
}

static const char *options_fault(const ddblasWriteOptions *options)
{
    if (!options)
        return NULL;
    if ((unsigned)options->format > (unsigned)DDBLAS_FORMAT_NPY)
        return "no such format";
    return options->digits < DDBLAS_DIGITS_HEX ? "no such digits" : NULL;
}

static ddblasStatus_t write_file(const char *path, const ddblasHostMatrix *A, const ddblasHostMatrix *im,
                                 const ddblasWriteOptions *options)
{
    struct ddblas_target t;
    ddblasStatus_t status = ddblas_target_open(&t, path);
    if (status)
        return status;
    status = format_of(format_to_write(path, options))->write(&t, A, im, options);
    return ddblas_target_close(&t, status);
}

ddblasStatus_t ddblasWriteMatrix(const char *path, const ddblasHostMatrix *A, const ddblasWriteOptions *options)
{
    if (!path || !A)
        return null_argument(path ? 2 : 1, path ? "A" : "path");
    if (matrix_fault(A))
        return wrong_argument(2, "A", matrix_fault(A));
    if (options_fault(options))
        return wrong_argument(3, "options", options_fault(options));
    return write_file(path, A, NULL, options);
}

ddblasStatus_t ddblasWriteMatrixParts(const char *path, const ddblasHostMatrix *re, const ddblasHostMatrix *im,
                                      const ddblasWriteOptions *options)
{
    if (!path || !re)
        return null_argument(path ? 2 : 1, path ? "re" : "path");
    if (matrix_fault(re) || !ddblas_type_is_double_double(re->type))
        return wrong_argument(2, "re", matrix_fault(re) ? matrix_fault(re) : "its type is not W");
    if (im && im->m == 0 && im->n == 0)
        im = NULL;
    if (im && (matrix_fault(im) || !ddblas_type_is_double_double(im->type)))
        return wrong_argument(3, "im", matrix_fault(im) ? matrix_fault(im) : "its type is not W");
    if (im && (im->m != re->m || im->n != re->n || im->symmetry != re->symmetry))
        return wrong_argument(3, "im", "its shape or symmetry is not that of re");
    if (options_fault(options))
        return wrong_argument(4, "options", options_fault(options));
    if (im && format_to_write(path, options) == DDBLAS_FORMAT_NPY)
        return ddblas_fail(NULL, DDBLAS_STATUS_NOT_SUPPORTED,
                           "complex double-double numbers have no .npy form: write Matrix Market");
    return write_file(path, re, im, options);
}
