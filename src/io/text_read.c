/*
 * Plain text and .csv files, read line by line: numbers separated by blanks, commas or semicolons.
 */
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "file.h"
#include "dd_arith/text.h"

enum
{
    FIRST_ROOM = 1024 /* numbers */
};

/* The numbers so far, row by row. */
struct numbers
{
    cuddreal *re, *im; /* im: null until a complex number comes */
    int64_t count, room, rows, columns;
    char separator; /* the first one that was seen: ',', ';' or ' '; 0 before */
};

struct value
{
    cuddreal re, im;
    int is_complex;
};

static char *skip_blanks(char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

static int is_imaginary_unit(char c) { return c == 'j' || c == 'J' || c == 'i' || c == 'I'; }

/* ---- one number ------------------------------------------------------------------------------ */

/* The pair form of hexadecimal numbers, 0x1p+0-0x1p-54, would take the imaginary part for the low
 * part. */
static int is_hexadecimal(const char *p, const char *end)
{
    while (p < end && *p != 'x' && *p != 'X')
        p++;
    return p < end;
}

/* "1", "1+2j", "2j": returns the character after it, or null. */
static char *scan_sum(char *p, struct value *v)
{
    const char *end = ddblas_scan_number(p, &v->re);
    v->im = cuddMake(0.0, 0.0);
    v->is_complex = 0;
    if (!end)
        return NULL;
    char *q = p + (end - p);
    if (is_imaginary_unit(*q))
    {
        v->im = v->re;
        v->re = cuddMake(0.0, 0.0);
    }
    else if (*q == '+' || *q == '-')
    {
        end = ddblas_scan_number(q, &v->im);
        if (!end || !is_imaginary_unit(*end))
            return NULL;
        q += end - q;
    }
    else
        return q;
    v->is_complex = 1;
    return is_hexadecimal(p, q) ? NULL : q + 1;
}

/* A sum, or one in brackets, or "(1,2)" as Fortran and C++ write complex numbers. */
static char *scan_value(char *p, struct value *v)
{
    if (*p != '(')
        return scan_sum(p, v);
    char *q = scan_sum(skip_blanks(p + 1), v);
    q = q ? skip_blanks(q) : NULL;
    if (q && *q == ',' && !v->is_complex)
    {
        q = skip_blanks(q + 1);
        const char *end = ddblas_scan_number(q, &v->im);
        v->is_complex = 1;
        q = end ? skip_blanks(q + (end - q)) : NULL;
    }
    return q && *q == ')' ? q + 1 : NULL;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* *array with room for `room` numbers, of which `count` are kept. */
static int grow(cuddreal **array, int64_t count, int64_t room)
{
    cuddreal *larger = ddblas_host_alloc((size_t)room * sizeof *larger);
    if (!larger)
        return 0;
    if (count > 0)
        memcpy(larger, *array, (size_t)count * sizeof *larger);
    free(*array);
    *array = larger;
    return 1;
}

static ddblasStatus_t no_memory(const struct ddblas_source *s, const struct numbers *n)
{
    return ddblas_source_fail(s, DDBLAS_STATUS_ALLOC_FAILED, "no memory for more than %lld numbers", (long long)n->count);
}

static ddblasStatus_t add_value(const struct ddblas_source *s, const ddblasReadOptions *options, struct numbers *n,
                                const struct value *v)
{
    if (v->is_complex && !n->im)
    {
        if (n->room > 0 && !grow(&n->im, 0, n->room))
            return no_memory(s, n);
        for (int64_t k = 0; k < n->count; k++)
            n->im[k] = cuddMake(0.0, 0.0);
    }
    if (n->count == n->room)
    {
        const int64_t room = n->room > 0 ? 2 * n->room : FIRST_ROOM;
        const int has_im = n->im || v->is_complex;
        if ((uint64_t)room > 2 * FIRST_ROOM && (uint64_t)n->count * sizeof *n->re > ddblas_memory_limit(options))
            return no_memory(s, n);
        if (!grow(&n->re, n->count, room) || (has_im && !grow(&n->im, n->count, room)))
            return no_memory(s, n);
        n->room = room;
    }
    n->re[n->count] = v->re;
    if (n->im)
        n->im[n->count] = v->im;
    n->count++;
    return DDBLAS_STATUS_SUCCESS;
}

/* Steps over the separator before the next number of the line. *more is 0 at its end, where no
 * comma may be. A file has one kind of separator, so that a decimal comma is not taken for one. */
static ddblasStatus_t take_separator(const struct ddblas_source *s, struct numbers *n, char **p, const char *line_end, int *more)
{
    char *q = skip_blanks(*p);
    const int blanks = q > *p, mark = *q == ',' || *q == ';';
    *more = !(q == line_end || *q == '#');
    if (!*more)
        return DDBLAS_STATUS_SUCCESS;
    if (!mark && !blanks)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected a blank, a comma or a semicolon after number %lld",
                                  (long long)(n->count - n->rows * n->columns));
    const char found = (char)(mark ? *q : ' ');
    if (n->separator && n->separator != found)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                  "expected one kind of separator, found '%c' after '%c' (the decimal point is a point)", found,
                                  n->separator);
    n->separator = found;
    *p = skip_blanks(q + mark);
    if (*p == line_end || **p == '#')
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected a number after the last '%c'", found);
    return DDBLAS_STATUS_SUCCESS;
}

/* 1 if a field is a number, or begins like one: 1/3, "2" and 1_000 are no names. */
static int is_like_number(char *p)
{
    struct value v;
    const char *end = scan_value(p, &v);
    if (end && strchr(" \t,;#", *end))
        return 1;
    p += strspn(p, "\"'([+-.");
    return *p >= '0' && *p <= '9';
}

/* 1 if no field of the line is like a number: the names of columns, which the first line may
 * have. */
static int has_names_alone(char *p)
{
    for (;;)
    {
        p = skip_blanks(p);
        if (is_like_number(p))
            return 0;
        if (*p == '"')
            p += 1 + strcspn(p + 1, "\"");
        p += strcspn(p, " \t,;");
        if (*p == '\0')
            return 1;
        p++;
    }
}

/* FORMAT_ERROR that shows the beginning of what was found. */
static ddblasStatus_t no_number(const struct ddblas_source *s, int64_t number, const char *p)
{
    char found[21];
    size_t k = 0;
    for (; k + 1 < sizeof found && p[k]; k++)
        found[k] = (char)(p[k] < ' ' || p[k] > '~' ? '?' : p[k]);
    found[k] = '\0';
    return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected number %lld of the line, found \"%s\"", (long long)number,
                              found);
}

static ddblasStatus_t read_row(const struct ddblas_source *s, const ddblasReadOptions *options, struct numbers *n, char *p,
                               const char *line_end)
{
    const int64_t first = n->count;
    struct value v;
    for (int more = 1; more;)
    {
        char *end = scan_value(p, &v);
        if (!end)
            return no_number(s, n->count - first + 1, p);
        ddblasStatus_t status = add_value(s, options, n, &v);
        p = end;
        if (!status)
            status = take_separator(s, n, &p, line_end, &more);
        if (status)
            return status;
    }
    const int64_t columns = n->count - first;
    if (n->rows > 0 && columns != n->columns)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected %lld numbers as in the first row, found %lld",
                                  (long long)n->columns, (long long)columns);
    n->columns = columns;
    n->rows++;
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t read_rows(struct ddblas_source *s, const ddblasReadOptions *options, struct numbers *n)
{
    static const char mark[] = "\xef\xbb\xbf"; /* the byte order mark of UTF-8 */
    char *line;
    size_t length;
    for (int first = 1;;)
    {
        ddblasStatus_t status = ddblas_source_line(s, &line, &length);
        if (status || !line)
            return status;
        const char *end = line + length;
        char *p = skip_blanks(s->line == 1 && strncmp(line, mark, sizeof mark - 1) == 0 ? line + sizeof mark - 1 : line);
        if (p == end || *p == '#')
            continue;
        if (!(first && has_names_alone(p)))
            status = read_row(s, options, n, p, end);
        if (status)
            return status;
        first = 0;
    }
}

static ddblasStatus_t read_numbers(struct ddblas_source *s, const ddblasReadOptions *options, struct numbers *n)
{
    ddblasStatus_t status = read_rows(s, options, n);
    if (!status && n->count == 0)
        status = ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected numbers, found none");
    return status;
}

static void release(struct numbers *n)
{
    free(n->re);
    free(n->im);
}

/* ---- the format ------------------------------------------------------------------------------ */

static void describe(const struct numbers *n, ddblasFileInfo *info)
{
    *info = (ddblasFileInfo){.format = DDBLAS_FORMAT_TEXT,
                             .type = n->im ? DDBLAS_TYPE_Z : DDBLAS_TYPE_W,
                             .symmetry = DDBLAS_SYMMETRY_GENERAL,
                             .is_complex = n->im != NULL,
                             .m = n->rows,
                             .n = n->columns,
                             .entries = n->count};
}

static ddblasStatus_t text_query(struct ddblas_source *s, const ddblasReadOptions *options, ddblasFileInfo *info)
{
    struct numbers n = {0};
    ddblasStatus_t status = read_numbers(s, options, &n);
    if (!status)
        describe(&n, info);
    release(&n);
    return status;
}

static ddblasStatus_t text_read(struct ddblas_source *s, struct ddblas_destination *d)
{
    struct numbers n = {0};
    ddblasStatus_t status = read_numbers(s, d->options, &n);
    if (!status && d->options && d->options->info)
        describe(&n, d->options->info);
    if (!status)
        status = ddblas_destination_init(d, s, n.im != NULL, n.rows, n.columns, DDBLAS_SYMMETRY_GENERAL);
    for (int64_t k = 0; !status && k < n.count; k++)
        ddblas_destination_add(d, k / n.columns, k % n.columns, n.re[k], n.im ? n.im[k] : cuddMake(0.0, 0.0));
    release(&n);
    return status;
}

/* Nothing writes plain text. */
const struct ddblas_format ddblas_format_text = {text_query, text_read, NULL};
