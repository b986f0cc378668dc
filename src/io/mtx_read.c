/*
 * Matrix Market files, read line by line. Format: R. F. Boisvert, R. Pozo, K. A. Remington, The
 * Matrix Market exchange formats: initial design, NISTIR 5935, 1996.
 */
#include "file.h"

#include <string.h>

#include "core/core.h"
#include "mtx.h"
#include "dd_arith/text.h"

struct header
{
    int coordinate;
    int field; /* index of fields[] */
    ddblasSymmetry_t symmetry;
    int64_t m, n, entries;
};

enum field
{
    REAL,
    INTEGER,
    COMPLEX,
    PATTERN
};

static const char *const layouts[] = {"array", "coordinate"};
static const char *const fields[] = {"real", "integer", "complex", "pattern"};
/* ---- words and numbers of a line ------------------------------------------------------------- */

static char *skip_blanks(char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

static int is_end(char c) { return c == '\0' || c == ' ' || c == '\t'; }

/* 1 when the next word of the line is `word`, in any case, and steps over it. */
static int take_word(char **p, const char *word)
{
    char *q = skip_blanks(*p);
    for (; *word; q++, word++)
    {
        char c = *q >= 'A' && *q <= 'Z' ? (char)(*q + 32) : *q;
        if (c != *word)
            return 0;
    }
    if (!is_end(*q))
        return 0;
    *p = q;
    return 1;
}

/* Steps over the next word, which is one of `count`; returns which, or -1. */
static int take_one_of(char **p, const char *const *words, int count)
{
    for (int k = 0; k < count; k++)
        if (take_word(p, words[k]))
            return k;
    return -1;
}

/* A number of decimal digits below 2^63. */
static int take_size(char **p, int64_t *value)
{
    char *q = skip_blanks(*p);
    int64_t v = 0;
    if (*q == '+')
        q++;
    if (*q < '0' || *q > '9')
        return 0;
    for (; *q >= '0' && *q <= '9'; q++)
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, *q - '0', &v))
            return 0;
    if (!is_end(*q))
        return 0;
    *p = q;
    *value = v;
    return 1;
}

static int take_number(char **p, int integer, cuddreal *value)
{
    char *q = skip_blanks(*p);
    const char *end = ddblas_scan_number(q, value);
    if (!end || !is_end(*end))
        return 0;
    if (integer)
        for (const char *c = q + (*q == '+' || *q == '-'); c < end; c++)
            if (*c < '0' || *c > '9')
                return 0;
    *p += end - *p;
    return 1;
}

/* 1 when nothing but blanks follows p on a line of that length. */
static int at_line_end(char *p, const char *line, size_t length) { return (size_t)(skip_blanks(p) - line) == length; }

/* The next line that is neither blank nor a comment; null at the end of the file. */
static ddblasStatus_t next_line(struct ddblas_source *s, char **line, size_t *length)
{
    for (;;)
    {
        ddblasStatus_t status = ddblas_source_line(s, line, length);
        if (status || !*line || !(**line == '%' || at_line_end(*line, *line, *length)))
            return status;
    }
}

/* ---- header ---------------------------------------------------------------------------------- */

static ddblasStatus_t read_banner(struct ddblas_source *s, struct header *h)
{
    char *p;
    size_t length;
    ddblasStatus_t status = ddblas_source_line(s, &p, &length);
    if (status)
        return status;
    char *line = p;
    if (!p || !take_word(&p, "%%matrixmarket") || !take_word(&p, "matrix"))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected \"%%%%MatrixMarket matrix ...\", found %s",
                                  p ? "something else" : "an empty file");
    h->coordinate = take_one_of(&p, layouts, 2);
    if (h->coordinate < 0)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected \"array\" or \"coordinate\" after \"matrix\"");
    h->field = take_one_of(&p, fields, h->coordinate ? 4 : 3);
    if (h->field < 0)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected \"real\", \"integer\" or \"complex\"%s after \"%s\"",
                                  h->coordinate ? " or \"pattern\"" : "", layouts[h->coordinate]);
    int symmetry = take_one_of(&p, ddblas_mtx_symmetry, 4);
    h->symmetry = (ddblasSymmetry_t)symmetry;
    if (symmetry < 0 || !at_line_end(p, line, length))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                  "expected \"general\", \"symmetric\", \"skew-symmetric\" or \"hermitian\" as the last word");
    if ((h->symmetry == DDBLAS_SYMMETRY_HERMITIAN && h->field != COMPLEX) ||
        (h->symmetry == DDBLAS_SYMMETRY_SKEW && h->field == PATTERN))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                  "expected another kind of number: \"%s\" does not go with \"%s\"", fields[h->field],
                                  ddblas_mtx_symmetry[symmetry]);
    return DDBLAS_STATUS_SUCCESS;
}

/* Numbers in an array file: all, the lower triangle, or that without the diagonal; 1 when they
 * overflow. */
static int array_entries(const struct header *h, int64_t *entries)
{
    if (h->symmetry == DDBLAS_SYMMETRY_GENERAL)
        return __builtin_mul_overflow(h->m, h->n, entries);
    int64_t a = h->n, b;
    *entries = 0;
    if (a == 0)
        return 0;
    if (__builtin_add_overflow(a, h->symmetry == DDBLAS_SYMMETRY_SKEW ? -1 : 1, &b))
        return 1;
    if (a % 2 == 0)
        a /= 2;
    else
        b /= 2;
    return __builtin_mul_overflow(a, b, entries);
}

static ddblasStatus_t read_header(struct ddblas_source *s, struct header *h)
{
    static const int64_t number_bytes[] = {2, 2, 4, 0}; /* the least that "0 0" and an end of line take */
    char *line;
    size_t length;
    ddblasStatus_t status = read_banner(s, h);
    if (!status)
        status = next_line(s, &line, &length);
    if (status)
        return status;
    char *p = line;
    int good = line && take_size(&p, &h->m) && take_size(&p, &h->n) && (!h->coordinate || take_size(&p, &h->entries)) &&
               at_line_end(p, line, length);
    if (!good)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected %s",
                                  h->coordinate ? "rows, columns and number of entries" : "rows and columns");
    if (h->symmetry != DDBLAS_SYMMETRY_GENERAL && h->m != h->n)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                  "expected as many rows as columns in a %s matrix, found %lld x %lld",
                                  ddblas_mtx_symmetry[h->symmetry], (long long)h->m, (long long)h->n);
    if (!h->coordinate && array_entries(h, &h->entries))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected sizes that fit 63 bits, found %lld x %lld",
                                  (long long)h->m, (long long)h->n);
    return ddblas_source_holds(s, h->entries, number_bytes[h->field] + (h->coordinate ? 4 : 0), "entries");
}

static void describe(const struct header *h, ddblasFileInfo *info)
{
    *info = (ddblasFileInfo){.format = DDBLAS_FORMAT_MTX,
                             .type = h->field == COMPLEX ? DDBLAS_TYPE_Z : DDBLAS_TYPE_W,
                             .symmetry = h->symmetry,
                             .is_complex = h->field == COMPLEX,
                             .m = h->m,
                             .n = h->n,
                             .entries = h->entries};
}

static ddblasStatus_t mtx_query(struct ddblas_source *s, const ddblasReadOptions *options, ddblasFileInfo *info)
{
    struct header h = {0};
    (void)options;
    ddblasStatus_t status = read_header(s, &h);
    if (!status)
        describe(&h, info);
    return status;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Stores entry (i, j) and its mirror image; checks what the symmetry demands of it. */
static ddblasStatus_t store(struct ddblas_source *s, const struct header *h, const struct ddblas_destination *d, int64_t i,
                            int64_t j, cuddreal re, cuddreal im)
{
    static const char *const diagonal[] = {"", "", "0 on the diagonal of a skew-symmetric matrix",
                                           "a real number on the diagonal of a hermitian matrix"};
    if (h->symmetry == DDBLAS_SYMMETRY_GENERAL || i == j)
    {
        int wrong = (h->symmetry == DDBLAS_SYMMETRY_SKEW && !(cuddIsZero(re) && cuddIsZero(im))) ||
                    (h->symmetry == DDBLAS_SYMMETRY_HERMITIAN && !cuddIsZero(im));
        if (wrong)
            return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected %s", diagonal[h->symmetry]);
        ddblas_destination_add(d, i, j, re, im);
        return DDBLAS_STATUS_SUCCESS;
    }
    ddblas_destination_add(d, i, j, re, im);
    if (d->options && d->options->one_triangle)
        return DDBLAS_STATUS_SUCCESS;
    if (h->symmetry == DDBLAS_SYMMETRY_SKEW)
        re = cuddNeg(re);
    if (h->symmetry != DDBLAS_SYMMETRY_SYMMETRIC)
        im = cuddNeg(im);
    ddblas_destination_add(d, j, i, re, im);
    return DDBLAS_STATUS_SUCCESS;
}

/* "row column" of a coordinate line, counted from 0. */
static ddblasStatus_t take_indices(struct ddblas_source *s, const struct header *h, char **p, int64_t *i, int64_t *j)
{
    if (!take_size(p, i) || !take_size(p, j))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected a row, a column%s",
                                  h->field == PATTERN ? "" : " and a number");
    if (*i < 1 || *i > h->m || *j < 1 || *j > h->n)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                  "expected a row in 1 .. %lld and a column in 1 .. %lld, found %lld %lld", (long long)h->m,
                                  (long long)h->n, (long long)*i, (long long)*j);
    if (h->symmetry != DDBLAS_SYMMETRY_GENERAL && *i < *j)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                  "expected the lower triangle only of a %s matrix, found entry %lld %lld above the diagonal",
                                  ddblas_mtx_symmetry[h->symmetry], (long long)*i, (long long)*j);
    --*i;
    --*j;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t read_entry(struct ddblas_source *s, const struct header *h, const struct ddblas_destination *d, char *line,
                                 size_t length, int64_t i, int64_t j)
{
    cuddreal re = cuddMake(1.0, 0.0), im = cuddMake(0.0, 0.0);
    char *p = line;
    if (h->coordinate)
    {
        ddblasStatus_t status = take_indices(s, h, &p, &i, &j);
        if (status)
            return status;
    }
    int good =
        h->field == PATTERN || (take_number(&p, h->field == INTEGER, &re) && (h->field != COMPLEX || take_number(&p, 0, &im)));
    if (!good || !at_line_end(p, line, length))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected %s%s and the end of the line",
                                  h->coordinate ? "a row, a column, " : "",
                                  h->field == COMPLEX   ? "two numbers"
                                  : h->field == INTEGER ? "an integer"
                                  : h->field == REAL    ? "a number"
                                                        : "nothing else");
    return store(s, h, d, i, j, re, im);
}

static ddblasStatus_t read_entries(struct ddblas_source *s, const struct header *h, const struct ddblas_destination *d)
{
    int64_t skew = h->symmetry == DDBLAS_SYMMETRY_SKEW;
    int64_t i = skew, j = 0;
    for (int64_t k = 0; k < h->entries; k++)
    {
        char *line;
        size_t length;
        ddblasStatus_t status = next_line(s, &line, &length);
        if (!status && !line)
            status =
                ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected %lld entries, found the end of the file after %lld",
                                   (long long)h->entries, (long long)k);
        if (!status)
            status = read_entry(s, h, d, line, length, i, j);
        if (status)
            return status;
        if (++i >= h->m)
        {
            j++;
            i = h->symmetry == DDBLAS_SYMMETRY_GENERAL ? 0 : j + skew;
        }
    }
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t mtx_read(struct ddblas_source *s, struct ddblas_destination *d)
{
    struct header h = {0};
    ddblasStatus_t status = read_header(s, &h);
    if (!status && d->options && d->options->info)
        describe(&h, d->options->info);
    if (!status)
        status = ddblas_destination_init(d, s, h.field == COMPLEX, h.m, h.n, h.symmetry);
    if (!status)
        status = read_entries(s, &h, d);
    if (status)
        return status;
    char *line;
    size_t length;
    status = next_line(s, &line, &length);
    if (!status && line)
        status = ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected the end of the file after %lld entries",
                                    (long long)h.entries);
    return status;
}

const struct ddblas_format ddblas_format_mtx = {mtx_query, mtx_read, ddblas_mtx_write};
