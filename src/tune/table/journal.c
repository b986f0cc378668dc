/*
 * The journal of a tuning run.
 */
#define _DEFAULT_SOURCE /* For flock. */
#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
    LINE = 512
};

/* DDBLAS_TUNE_VERSION as text. */
#define AS_TEXT(number) #number
#define TEXT_OF(number) AS_TEXT(number)
#define VERSION         TEXT_OF(DDBLAS_TUNE_VERSION)

struct ddblas_journal
{
    int file;
    char path[1024];
    struct ddblas_journal_entry *entry;
    /* Number of entries; capacity of the array `entry`; number of entries that earlier runs have
     * written. */
    size_t count, room, old;
    /* A hash table with 2 * room buckets. A bucket contains 1 + the index of an entry, or 0 if it
     * is free. */
    int32_t *bucket;
};

/* ---- entries as text ------------------------------------------------------------------------- */

static void print_header(char *text, size_t size, const struct ddblas_table_header *h)
{
    (void)snprintf(text, size, "ddblas-journal %d\nengine %s\ndevice %s\ncapability %d.%d\n", DDBLAS_TUNE_VERSION,
                   h->engine == DDBLAS_ENGINE_CUDA ? "cuda" : "cpu", h->device, (int)(h->capability / 10),
                   (int)(h->capability % 10));
}

static void print_entry(char *text, size_t size, const struct ddblas_journal_entry *e)
{
    const struct ddblas_tune_space *space = e->key.space;
    const struct ddblas_tune_form *form = &space->forms[e->key.form];
    char parameters[160] = "default", values[160];
    if (!e->is_default)
        ddblas_table_parameters(space, e->parameters, parameters, sizeof parameters);
    if (e->mark == DDBLAS_JOURNAL_DUEL)
        (void)snprintf(values, sizeof values, "duel=%lld.%06d", (long long)(e->quotient / 1000000), (int)(e->quotient % 1000000));
    else
        (void)snprintf(values, sizeof values, "ns=%lld.%03d noise=0.%03d bytes=%lld repeats=%d",
                       (long long)(e->picoseconds / 1000), (int)(e->picoseconds % 1000), (int)(e->noise < 999 ? e->noise : 999),
                       (long long)e->bytes, (int)e->repeats);
    (void)snprintf(text, size, "%s %c %s %lld %d %s %s .\n", form->routine, ddblas_type_letter(e->key.type), form->variant,
                   (long long)e->n, e->effort,
                   e->mark == DDBLAS_JOURNAL_WRONG    ? "wrong"
                   : e->mark == DDBLAS_JOURNAL_CANNOT ? "cannot"
                                                      : values,
                   parameters);
}

/* Reads the parameters, which follow the values on a line. Returns 0 if they are those of the
 * space, each of them once and in the order of the space; otherwise -1. */
static int scan_parameters(const char *text, struct ddblas_journal_entry *e)
{
    const struct ddblas_tune_space *space = e->key.space;
    char again[160];
    e->is_default = strcmp(text, "default") == 0;
    if (e->is_default)
        return 0;
    const char *at = text;
    for (int i = 0; i < space->parameter_count; i++)
    {
        const char *equals = strchr(at, '=');
        if (!equals)
            return -1;
        char *end;
        errno = 0;
        const long value = strtol(equals + 1, &end, 10);
        if (errno || value > INT32_MAX || value < INT32_MIN)
            return -1;
        e->parameters[i] = (int32_t)value;
        at = end;
    }
    ddblas_table_parameters(space, e->parameters, again, sizeof again);
    return strcmp(text, again) == 0 ? 0 : -1;
}

/* Returns the next word of a line and terminates the word in place. *rest points behind it
 * afterwards. */
static char *next_word(char **rest)
{
    char *start = *rest + strspn(*rest, " "), *stop = start + strcspn(start, " ");
    *rest = *stop ? stop + 1 : stop;
    *stop = '\0';
    return start;
}

/* Reads "name=number", where the number has up to `places` digits after the point. Returns 0, or -1
 * if the text has another form. */
static int read_value(const char *text, const char *name, int places, int64_t limit, int64_t *number)
{
    const size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && text[length] == '='
               ? ddblas_table_decimal(text + length + 1, places, limit, number)
               : -1;
}

/* Reads "ns=... noise=... bytes=... repeats=...", whose first word is `first`. */
static int scan_timing(const char *first, char **rest, struct ddblas_journal_entry *e)
{
    int64_t noise, repeats;
    e->mark = DDBLAS_JOURNAL_TIMED;
    if (read_value(first, "ns", 3, INT64_C(1) << 60, &e->picoseconds) || read_value(next_word(rest), "noise", 3, 999, &noise) ||
        read_value(next_word(rest), "bytes", 0, INT64_MAX, &e->bytes) ||
        read_value(next_word(rest), "repeats", 0, INT32_MAX, &repeats))
        return -1;
    e->noise = (int32_t)noise;
    e->repeats = (int32_t)repeats;
    return 0;
}

/* Reads one line, without its line end. Returns 0, or -1 if the line was cut off or has a form that
 * no journal contains. */
static int scan_entry(const char *line, ddblasEngine_t engine, struct ddblas_journal_entry *e)
{
    char copy[LINE], *rest = copy;
    const size_t length = strlen(line);
    int64_t effort;
    memset(e, 0, sizeof *e);
    if (length < 2 || length >= sizeof copy || strcmp(line + length - 2, " .") != 0)
        return -1;
    memcpy(copy, line, length - 2);
    copy[length - 2] = '\0';
    const char *routine = next_word(&rest), *letter = next_word(&rest), *variant = next_word(&rest), *n = next_word(&rest),
               *pains = next_word(&rest);
    if (strlen(letter) != 1 || ddblas_table_key(engine, routine, letter[0], variant, &e->key) ||
        ddblas_table_decimal(n, 0, INT64_MAX, &e->n) || ddblas_table_decimal(pains, 0, 9, &effort))
        return -1;
    e->effort = (int)effort;
    const char *mark = next_word(&rest);
    if (strcmp(mark, "wrong") == 0)
        e->mark = DDBLAS_JOURNAL_WRONG;
    else if (strcmp(mark, "cannot") == 0)
        e->mark = DDBLAS_JOURNAL_CANNOT;
    else if (strncmp(mark, "duel=", 5) == 0)
    {
        e->mark = DDBLAS_JOURNAL_DUEL;
        if (read_value(mark, "duel", 6, INT64_C(1) << 40, &e->quotient))
            return -1;
    }
    else if (scan_timing(mark, &rest, e))
        return -1;
    return scan_parameters(rest, e);
}

/* ---- hash table ------------------------------------------------------------------------------ */

static uint64_t hash_of(const struct ddblas_journal_entry *e)
{
    uint64_t h = UINT64_C(1469598103934665603);
    const int64_t words[] = {
        ddblas_tune_space_number(e->key.space->id), (int64_t)e->key.type, e->key.form, e->n, e->is_default, e->effort};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        h = (h ^ (uint64_t)words[i]) * UINT64_C(1099511628211);
    for (int i = 0; i < DDBLAS_TUNE_PARAMETERS; i++)
        h = (h ^ (uint32_t)e->parameters[i]) * UINT64_C(1099511628211);
    return h ^ h >> 29;
}

static int same_entry(const struct ddblas_journal_entry *a, const struct ddblas_journal_entry *b)
{
    return memcmp(&a->key, &b->key, sizeof a->key) == 0 && a->n == b->n && a->is_default == b->is_default &&
           a->effort == b->effort && memcmp(a->parameters, b->parameters, sizeof a->parameters) == 0;
}

/* Returns the bucket that contains an equal entry; if there is none, the free bucket in which the
 * entry belongs. */
static size_t place_of(const struct ddblas_journal *j, const struct ddblas_journal_entry *e)
{
    size_t at = (size_t)(hash_of(e) % (2 * j->room));
    while (j->bucket[at] && !same_entry(&j->entry[j->bucket[at] - 1], e))
        at = (at + 1) % (2 * j->room);
    return at;
}

static int grow_journal(struct ddblas_journal *j)
{
    const size_t room = j->room ? 2 * j->room : 1024;
    struct ddblas_journal_entry *entry = realloc(j->entry, room * sizeof *entry);
    if (!entry)
        return -1;
    j->entry = entry;
    int32_t *bucket = calloc(2 * room, sizeof *bucket);
    if (!bucket)
        return -1;
    free(j->bucket);
    j->bucket = bucket;
    j->room = room;
    for (size_t i = 0; i < j->count; i++)
        j->bucket[place_of(j, &j->entry[i])] = (int32_t)(i + 1);
    return 0;
}

static int remember_entry(struct ddblas_journal *j, const struct ddblas_journal_entry *e)
{
    if (j->count == j->room && grow_journal(j))
        return -1;
    const size_t at = place_of(j, e);
    if (j->bucket[at])
        j->entry[j->bucket[at] - 1] = *e;
    else
    {
        j->entry[j->count++] = *e;
        j->bucket[at] = (int32_t)j->count;
    }
    return 0;
}

const struct ddblas_journal_entry *ddblas_journal_find(const struct ddblas_journal *journal,
                                                       const struct ddblas_journal_entry *like)
{
    if (journal->count == 0)
        return NULL;
    const int32_t found = journal->bucket[place_of(journal, like)];
    return found ? &journal->entry[found - 1] : NULL;
}

int ddblas_journal_take_over(struct ddblas_journal *journal, const struct ddblas_journal_entry *entry)
{
    struct ddblas_journal_entry *own = journal->entry + (entry - journal->entry);
    const int old = (size_t)(entry - journal->entry) < journal->old && !own->taken;
    own->taken = 1;
    return old;
}

/* ---- the file -------------------------------------------------------------------------------- */

static ddblasStatus_t fail_file(char *why, const char *doing, const char *path)
{
    (void)snprintf(why, DDBLAS_ERROR_TEXT, "%s %.180s: %s", doing, path, strerror(errno));
    return DDBLAS_STATUS_FILE_ERROR;
}

/* Opens the file with this name and locks it. A run that ends renames its journal; therefore the
 * function checks, after it has the lock, that the file still has this name. A lock by flock
 * belongs to the open file, so it also excludes other runs of the same process. Returns the file,
 * or -1 with a sentence in `why`. */
static int open_locked(const char *path, char *why)
{
    for (;;)
    {
        struct stat open_one, named;
        const int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0 && errno == ELOOP)
            (void)snprintf(why, DDBLAS_ERROR_TEXT, "%.180s is a symbolic link, which a run does not write to", path);
        else if (file < 0)
            (void)fail_file(why, "opening", path);
        if (file < 0)
            return -1;
        if (flock(file, LOCK_EX | LOCK_NB) != 0)
        {
            (void)snprintf(why, DDBLAS_ERROR_TEXT, "another run holds %.180s", path);
            (void)close(file);
            return -1;
        }
        if (fstat(file, &open_one) == 0 && lstat(path, &named) == 0 && open_one.st_ino == named.st_ino &&
            open_one.st_dev == named.st_dev)
            return file;
        (void)close(file);
    }
}

/* Calls `each` for every complete line of the text. text[length] may be overwritten. If a call
 * returns a value other than 0, the function stops and returns this value; otherwise it returns
 * 0. */
static int scan_lines(char *text, size_t length, ddblasEngine_t engine, int (*each)(void *, const struct ddblas_journal_entry *),
                      void *context)
{
    char *end = text + length;
    int answer = 0;
    for (char *stop; answer == 0 && (stop = memchr(text, '\n', (size_t)(end - text))); text = stop + 1)
    {
        struct ddblas_journal_entry entry;
        *stop = '\0';
        if (scan_entry(text, engine, &entry) == 0)
            answer = each(context, &entry);
    }
    return answer;
}

/* Reads the whole file into memory from malloc and returns this memory, or null on failure. */
static char *read_file(int file, size_t *length)
{
    struct stat properties;
    if (fstat(file, &properties) != 0 || !S_ISREG(properties.st_mode) || properties.st_size > INT32_MAX)
        return NULL;
    const size_t size = (size_t)properties.st_size;
    char *text = malloc(size + 1);
    *length = 0;
    while (text && *length < size)
    {
        const ssize_t got = pread(file, text + *length, size - *length, (off_t)*length);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            break;
        *length += got > 0 ? (size_t)got : 0;
    }
    return text;
}

static int take_entry(void *context, const struct ddblas_journal_entry *entry) { return remember_entry(context, entry); }

/* Reads the entries if the file begins with this header. If not, it empties the file and writes the
 * header. */
static ddblasStatus_t load_entries(struct ddblas_journal *j, const struct ddblas_table_header *header, char *why)
{
    char expected[LINE];
    print_header(expected, sizeof expected, header);
    const size_t head = strlen(expected);
    size_t length;
    char *text = read_file(j->file, &length);
    if (!text)
        return fail_file(why, "reading", j->path);
    int answer = 0, bad = 0;
    if (length >= head && memcmp(text, expected, head) == 0)
        answer = scan_lines(text, length, header->engine, take_entry, j);
    else
        bad = ftruncate(j->file, 0) != 0 || write(j->file, expected, head) != (ssize_t)head;
    free(text);
    j->old = j->count;
    bad = bad || write(j->file, "\n", 1) != 1; /* This ends a line that a crash has cut off. */
    if (bad)
        return fail_file(why, "writing", j->path);
    if (answer)
        (void)snprintf(why, DDBLAS_ERROR_TEXT, "no memory for the timings");
    return answer ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_journal_open(const char *path, const struct ddblas_table_header *header, struct ddblas_journal **journal,
                                   char *why)
{
    *journal = NULL;
    ddblasStatus_t status = ddblas_table_folders(path, why);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    struct ddblas_journal *j = calloc(1, sizeof *j);
    if (!j || grow_journal(j))
    {
        (void)snprintf(why, DDBLAS_ERROR_TEXT, "no memory for the timings");
        if (j)
            free(j->entry);
        free(j);
        return DDBLAS_STATUS_ALLOC_FAILED;
    }
    (void)snprintf(j->path, sizeof j->path, "%s", path);
    j->file = open_locked(path, why);
    status = j->file < 0 ? DDBLAS_STATUS_FILE_ERROR : load_entries(j, header, why);
    if (status == DDBLAS_STATUS_SUCCESS)
        *journal = j;
    else
        (void)ddblas_journal_close(j, NULL);
    return status;
}

ddblasStatus_t ddblas_journal_add(struct ddblas_journal *journal, const struct ddblas_journal_entry *entry)
{
    char line[LINE];
    print_entry(line, sizeof line, entry);
    const size_t length = strlen(line);
    if (write(journal->file, line, length) != (ssize_t)length)
        return DDBLAS_STATUS_FILE_ERROR;
    return remember_entry(journal, entry) ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_journal_close(struct ddblas_journal *journal, const char *renamed)
{
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    if (!journal)
        return status;
    if (renamed && rename(journal->path, renamed) != 0)
        status = DDBLAS_STATUS_FILE_ERROR;
    if (journal->file >= 0)
        (void)close(journal->file);
    free(journal->entry);
    free(journal->bucket);
    free(journal);
    return status;
}

ddblasStatus_t ddblas_journal_read(const char *path, int (*each)(void *context, const struct ddblas_journal_entry *entry),
                                   void *context)
{
    size_t length;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    char *text = file < 0 ? NULL : read_file(file, &length);
    if (file >= 0)
        (void)close(file);
    if (!text)
        return DDBLAS_STATUS_FILE_ERROR;
    static const char *const head[] = {"ddblas-journal " VERSION "\nengine cpu\n", "ddblas-journal " VERSION "\nengine cuda\n"};
    ddblasEngine_t engine = DDBLAS_ENGINE_AUTO;
    for (int i = 0; i < 2; i++)
        if (length >= strlen(head[i]) && memcmp(text, head[i], strlen(head[i])) == 0)
            engine = i ? DDBLAS_ENGINE_CUDA : DDBLAS_ENGINE_CPU;
    const int known = engine != DDBLAS_ENGINE_AUTO;
    if (known)
        (void)scan_lines(text, length, engine, each, context);
    free(text);
    return known ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_FORMAT_ERROR;
}
