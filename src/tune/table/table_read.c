/*
 * Reads tables from text. Text that is not exactly a table is rejected, and the error names the
 * line. The code trusts neither the length of the text nor its bytes.
 */
#define _POSIX_C_SOURCE 200809L
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- lines and words ------------------------------------------------------------------------- */

struct reader
{
    const char *at, *end;
    int line;
    char text[DDBLAS_TABLE_LINE + 1]; /* The line that was read last. */
    /* The part of this line that next_word() has not returned yet. */
    char *rest;
    struct ddblas_table_error *error;
};

static int refuse_table(struct reader *r, ddblasStatus_t status, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int refuse_table(struct reader *r, ddblasStatus_t status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(r->error->why, sizeof r->error->why, format, arguments);
    va_end(arguments);
    r->error->status = status;
    r->error->line = r->line;
    return -1;
}

static int refuse_line(struct reader *r, const char *what) { return refuse_table(r, DDBLAS_STATUS_FORMAT_ERROR, "%s", what); }

/* Reads the next line that is neither empty nor a comment, without its line end and trailing
 * blanks. Returns 1 if there is such a line, 0 at the end of the text, and -1 on an error. */
static int next_line(struct reader *r)
{
    while (r->at < r->end)
    {
        const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
        r->line++;
        if (!stop)
            return refuse_line(r, "the last line has no end: the file is cut");
        size_t length = (size_t)(stop - r->at);
        if (length > DDBLAS_TABLE_LINE)
            return refuse_line(r, "the line is too long");
        memcpy(r->text, r->at, length);
        r->at = stop + 1;
        while (length > 0 && (r->text[length - 1] == '\r' || r->text[length - 1] == ' '))
            length--;
        r->text[length] = '\0';
        for (size_t i = 0; i < length; i++)
            if (r->text[i] < ' ' || r->text[i] > '~')
                return refuse_line(r, "the line has a byte that is not printable ASCII");
        r->rest = r->text;
        if (length > 0 && r->text[0] != '#')
            return 1;
    }
    return 0;
}

/* Returns the next word of the line, or "" at its end. */
static char *next_word(struct reader *r)
{
    char *start = r->rest + strspn(r->rest, " ");
    char *stop = start + strcspn(start, " ");
    r->rest = *stop ? stop + 1 : stop;
    *stop = '\0';
    return start;
}

int ddblas_table_decimal(const char *text, int places, int64_t limit, int64_t *value)
{
    int64_t v = 0;
    int digits = 0, after = -1;
    for (; *text; text++)
    {
        if (*text == '.' && places > 0 && after < 0)
        {
            after = 0;
            continue;
        }
        if (*text < '0' || *text > '9' || after == places || v > (limit - (*text - '0')) / 10)
            return -1;
        v = 10 * v + (*text - '0');
        digits++;
        after += after >= 0;
    }
    for (after = after < 0 ? 0 : after; after < places; after++)
    {
        if (v > limit / 10)
            return -1;
        v *= 10;
    }
    *value = v;
    return digits > 0 && v <= limit ? 0 : -1;
}

static int read_integer(const char *text, int64_t limit, int64_t *value) { return ddblas_table_decimal(text, 0, limit, value); }

/* ---- header ---------------------------------------------------------------------------------- */

/* Reads the next line, which must have the form "name value". Returns the value, which is the whole
 * rest of the line. If the line has another form, records the error and returns null. */
static const char *read_field(struct reader *r, const char *name)
{
    const int got = next_line(r);
    if (got < 0)
        return NULL;
    if (got == 0 || strcmp(next_word(r), name) != 0 || !*r->rest)
    {
        refuse_table(r, DDBLAS_STATUS_FORMAT_ERROR, "expected the line '%s ...'", name);
        return NULL;
    }
    return r->rest + strspn(r->rest, " ");
}

static int read_header(struct reader *r, struct ddblas_table_header *header)
{
    int64_t version, major, minor;
    const char *text = read_field(r, "ddblas-table");
    if (!text)
        return -1;
    if (read_integer(text, INT32_MAX, &version))
        return refuse_line(r, "the version is no number");
    if (version != DDBLAS_TUNE_VERSION)
        return refuse_table(r, DDBLAS_STATUS_NOT_SUPPORTED, "the table has version %d, this library reads version %d",
                            (int)version, DDBLAS_TUNE_VERSION);
    if (!(text = read_field(r, "engine")))
        return -1;
    if (strcmp(text, "cpu") != 0 && strcmp(text, "cuda") != 0)
        return refuse_line(r, "the engine is neither cpu nor cuda");
    header->engine = text[1] == 'p' ? DDBLAS_ENGINE_CPU : DDBLAS_ENGINE_CUDA;
    if (!(text = read_field(r, "device")))
        return -1;
    if (strlen(text) >= sizeof header->device)
        return refuse_line(r, "the device's name is too long");
    memset(header->device, 0, sizeof header->device);
    strcpy(header->device, text);
    if (!(text = read_field(r, "capability")))
        return -1;
    char copy[16], *point;
    (void)snprintf(copy, sizeof copy, "%s", text);
    if (strlen(text) >= sizeof copy || !(point = strchr(copy, '.')))
        return refuse_line(r, "the capability is not major.minor");
    *point = '\0';
    if (read_integer(copy, 9999, &major) || read_integer(point + 1, 9, &minor))
        return refuse_line(r, "the capability is not major.minor");
    header->capability = (int32_t)(10 * major + minor);
    return 0;
}

int ddblas_table_read_header(const char *text, size_t length, struct ddblas_table_header *header,
                             struct ddblas_table_error *error)
{
    struct reader r = {.at = text, .end = text + length, .error = error};
    return read_header(&r, header);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Splits "name=value" at the "=" and returns the value, or null if there is no "=". */
static char *value_of(char *text)
{
    char *equals = strchr(text, '=');
    if (equals)
        *equals++ = '\0';
    return equals;
}

/* Reads a parameter, which may be negative. */
static int read_parameter(const char *value, int32_t *parameter)
{
    int64_t v;
    const int negative = *value == '-';
    if (read_integer(value + negative, INT32_MAX, &v))
        return -1;
    *parameter = (int32_t)(negative ? -v : v);
    return 0;
}

static int read_date(const char *value, int32_t *date)
{
    int64_t year, month, day;
    char copy[11];
    if (strlen(value) != 10 || value[4] != '-' || value[7] != '-')
        return -1;
    memcpy(copy, value, sizeof copy);
    copy[4] = copy[7] = '\0';
    if (read_integer(copy, 9999, &year) || read_integer(copy + 5, 12, &month) || read_integer(copy + 8, 31, &day))
        return -1;
    *date = (int32_t)(10000 * year + 100 * month + day);
    return 0;
}

/* Reads the words name=value that follow the range. Every parameter of the space must occur once,
 * or the word "default" instead of all parameters. ns, gain and date may occur once each. */
static int read_values(struct reader *r, struct ddblas_table_row *row)
{
    const struct ddblas_tune_space *space = row->key.space;
    unsigned seen = 0;
    int64_t gain = 0;
    for (char *name = next_word(r); *name; name = next_word(r))
    {
        if (strcmp(name, "default") == 0 && !seen && !row->is_default)
        {
            row->is_default = 1;
            continue;
        }
        char *value = value_of(name);
        int which = 0, bad;
        if (!value)
            return refuse_line(r, "expected name=value");
        while (which < space->parameter_count && strcmp(name, space->parameters[which]) != 0)
            which++;
        if (which < space->parameter_count)
            bad = read_parameter(value, &row->row.parameters[which]);
        else if (strcmp(name, "ns") == 0)
            bad = ddblas_table_decimal(value, 3, INT64_C(1) << 60, &row->row.picoseconds), which = 16;
        else if (strcmp(name, "gain") == 0)
            bad = ddblas_table_decimal(value, 3, 1000000000, &gain), which = 17;
        else if (strcmp(name, "date") == 0)
            bad = read_date(value, &row->row.date), which = 18;
        else
            return refuse_line(r, "the routine has no parameter of this name");
        if (bad)
            return refuse_table(r, DDBLAS_STATUS_FORMAT_ERROR, "the value of %.32s is no number in its range", name);
        if (seen & 1U << which)
            return refuse_table(r, DDBLAS_STATUS_FORMAT_ERROR, "%.32s is given twice", name);
        seen |= 1U << which;
    }
    if (row->is_default && (seen & 0xffffU))
        return refuse_line(r, "the default has no parameters");
    if (!row->is_default && (seen & 0xffffU) != (1U << space->parameter_count) - 1U)
        return refuse_line(r, "a parameter is missing");
    row->row.gain = (int32_t)gain;
    return 0;
}

/* Reads a line of the form "routine type variant first last name=value ...". routine: the first
 * word of the line. */
static int read_row(struct reader *r, ddblasEngine_t engine, const char *routine, struct ddblas_table_row *row)
{
    const char *letter = next_word(r), *variant = next_word(r), *first = next_word(r), *last = next_word(r);
    memset(row, 0, sizeof *row);
    if (strlen(letter) != 1 || ddblas_table_key(engine, routine, letter[0], variant, &row->key))
        return refuse_line(r, "no such routine, type and variant on this engine");
    row->row.last = INT64_MAX;
    if (read_integer(first, INT64_MAX, &row->row.first) ||
        (strcmp(last, "-") != 0 && read_integer(last, INT64_MAX, &row->row.last)) || row->row.first > row->row.last)
        return refuse_line(r, "the range of orders is none");
    return read_values(r, row);
}

/* Returns 1 if the range of the previous row of the same problem ends below the range of this
 * row. */
static int in_order(const struct ddblas_table_row *rows, int32_t count, const struct ddblas_table_row *row)
{
    for (int32_t i = count; i-- > 0;)
        if (memcmp(&rows[i].key, &row->key, sizeof row->key) == 0)
            return rows[i].row.last < row->row.first;
    return 1;
}

int ddblas_table_read(const char *text, size_t length, struct ddblas_table_header *header, struct ddblas_table_row *rows,
                      int32_t capacity, int32_t *count, struct ddblas_table_error *error)
{
    struct reader r = {.at = text, .end = text + length, .error = error};
    *count = 0;
    if (read_header(&r, header))
        return -1;
    for (;;)
    {
        int64_t announced;
        const int got = next_line(&r);
        if (got < 0)
            return -1;
        if (got == 0)
            return refuse_line(&r, "the line 'end' is missing: the file is cut");
        const char *first = next_word(&r);
        if (strcmp(first, "end") == 0)
        {
            if (read_integer(next_word(&r), INT32_MAX, &announced) || announced != *count)
                return refuse_line(&r, "the number after 'end' is not the number of rows");
            return next_line(&r) == 0 ? 0 : refuse_line(&r, "text after the line 'end'");
        }
        if (*count == capacity)
            return refuse_line(&r, "too many rows");
        if (read_row(&r, header->engine, first, &rows[*count]))
            return -1;
        if (!in_order(rows, *count, &rows[*count]))
            return refuse_line(&r, "the range overlaps the one before or comes after it");
        (*count)++;
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Reads up to `size` bytes. Returns their number, or -1 on an error of the file. */
static ssize_t read_all(int file, char *bytes, size_t size)
{
    size_t length = 0;
    while (length < size)
    {
        const ssize_t got = read(file, bytes + length, size - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ssize_t)length;
}

ddblasStatus_t ddblas_table_slurp(const char *path, char **text, size_t *length)
{
    struct stat properties;
    *text = NULL;
    *length = 0;
    /* O_NONBLOCK has the effect that opening a pipe does not wait for a writer. */
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return DDBLAS_STATUS_FILE_ERROR;
    ddblasStatus_t status = DDBLAS_STATUS_FILE_ERROR;
    char *bytes = NULL;
    if (fstat(file, &properties) == 0 && S_ISREG(properties.st_mode))
    {
        bytes = malloc(DDBLAS_TABLE_BYTES + 1);
        const ssize_t got = bytes ? read_all(file, bytes, DDBLAS_TABLE_BYTES + 1) : 0;
        *length = got > 0 ? (size_t)got : 0;
        status = !bytes                     ? DDBLAS_STATUS_ALLOC_FAILED
                 : got < 0                  ? DDBLAS_STATUS_FILE_ERROR
                 : got > DDBLAS_TABLE_BYTES ? DDBLAS_STATUS_FORMAT_ERROR
                                            : DDBLAS_STATUS_SUCCESS;
    }
    (void)close(file);
    if (status == DDBLAS_STATUS_SUCCESS)
        *text = bytes;
    else
        free(bytes);
    return status;
}
