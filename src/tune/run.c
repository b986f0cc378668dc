/*
 * A tuning run: it goes through the chosen problems, searches among the candidates of each, and
 * writes the resulting rules to a table.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tune/table/journal.h"
#include "tune/search/search.h"
#include "core/jit/jit.h"
#include "timing.h"

enum
{
    MOST_CANDIDATES = 4096,
    MOST_PROBLEMS = 64
};

static const double least_gain = 1.005; /* Least gain of a row over the routine's own choice. */
/* A candidate whose first batch takes this many times the best time gets no further batches. */
static const double hopeless = 2.0;
/* Share of a problem's time for ranking and sampling; the rest is for the second look
 * (search.h). */
static const double first_look = 0.8;

struct run
{
    ddblasHandle_t handle; /* The run's own handle, with `table`. */
    const ddblasTuneOptions_t *options;
    ddblasTuneSummary_t *summary;
    struct ddblas_device device;
    struct ddblas_journal *journal;
    struct ddblas_tune_table *table; /* A table of one row. */
    struct ddblas_tune_key problem[MOST_PROBLEMS];
    int problems, number; /* Number of problems; number of the current one. */
    char name[64];        /* Name of the current problem. */
    void *work;
    /* Candidates 1, 2, ...; candidate 0 is the routine's own choice. */
    int32_t (*list)[DDBLAS_TUNE_PARAMETERS];
    /* The current order, and the best time known there in seconds. */
    int64_t best_n;
    double best;
    const char *stage;
    double started, done;
    /* Current problem: when its search began, and how many seconds it may take. */
    double begun, share;
    int64_t measured, resumed;
    ddblasStatus_t status; /* Why the search was stopped. */
    struct ddblas_table_row *rows;
    int32_t row_count;
};

static const struct ddblas_tune_space *space_of(const struct run *r) { return r->problem[r->number].space; }

static struct ddblas_timed timed_of(const struct run *r)
{
    return (struct ddblas_timed){.handle = r->handle, .space = space_of(r), .work = r->work};
}

/* ---- one timing ------------------------------------------------------------------------------ */

/* Returns 1 if the journal has a timing of the same pair with less effort, because the result was
 * verified then. */
static int verified_before(const struct run *r, struct ddblas_journal_entry entry)
{
    while (entry.effort-- > 0)
        if (ddblas_journal_find(r->journal, &entry))
            return 1;
    return 0;
}

/* Verifies and times one pair of candidate and order. */
static ddblasStatus_t take_timing(struct run *r, struct ddblas_journal_entry *entry)
{
    struct ddblas_timed timed = timed_of(r);
    double seconds = 0.0, noise = 0.0;
    ddblasStatus_t status;
    ddblas_table_set_one(r->table, &entry->key, entry->is_default ? NULL : entry->parameters);
    (void)ddblas_tune_exchange(r->handle, r->table);
    timed.hopeless = entry->effort == 0 && entry->n == r->best_n ? hopeless * r->best : 0.0;
    entry->bytes = (int64_t)timed.space->bytes(entry->key.type, entry->key.form, entry->n);
    if (verified_before(r, *entry) || timed.space->agrees(r->handle, r->work, entry->n))
    {
        status = ddblas_timing_median(&timed, entry->n, entry->effort, &seconds, &noise, &entry->repeats);
        entry->mark = DDBLAS_JOURNAL_TIMED;
        entry->picoseconds = (int64_t)llround(1e12 * seconds);
        entry->noise = (int32_t)fmin(999.0, 1e3 * noise);
    }
    else
    {
        /* Finds out whether it is wrong or does not run at all. */
        status = ddblas_timing_once(&timed, entry->n);
        entry->mark = DDBLAS_JOURNAL_WRONG;
    }
    if (status == DDBLAS_STATUS_DEVICE_ERROR)
        return status;
    if (status != DDBLAS_STATUS_SUCCESS)
        entry->mark = DDBLAS_JOURNAL_CANNOT;
    r->measured++;
    status = ddblas_journal_add(r->journal, entry);
    return status == DDBLAS_STATUS_SUCCESS ? status : ddblas_fail(r->handle, status, "the journal could not be written");
}

/* ---- callbacks of the search ---------------------------------------------------------------- */

static int report(struct run *r)
{
    if (!r->options->progress)
        return 0;
    const double elapsed = ddblas_timing_now() - r->started;
    double remaining = r->done > 0.0 ? elapsed * (1.0 - r->done) / r->done : 0.0;
    if (r->options->budget > 0.0 && remaining > r->options->budget - elapsed)
        remaining = fmax(0.0, r->options->budget - elapsed);
    const ddblasTuneProgress_t state = {r->name, r->stage, r->done, elapsed, remaining, r->measured, r->resumed};
    return r->options->progress(r->options->context, &state);
}

static void progress(void *context, const char *stage, double done)
{
    struct run *r = context;
    r->stage = stage;
    r->done = (r->number + fmin(done, 1.0)) / r->problems;
}

/* Called when a problem's candidates are ready: the remaining problems share the remaining budget
 * equally. Compilation counts against the whole budget, but not against the problem that waits for
 * it; so the first problem of a type has as long to search as the others. */
static void share_time(struct run *r)
{
    r->begun = ddblas_timing_now();
    r->share = (r->options->budget - (r->begun - r->started)) / (r->problems - r->number);
}

static int time_is_over(void *context, int second_look)
{
    const struct run *r = context;
    return r->options->budget > 0.0 && ddblas_timing_now() - r->begun > r->share * (second_look ? 1.0 : first_look);
}

static int runs(void *context, int candidate, int64_t n)
{
    const struct run *r = context;
    const struct ddblas_tune_key *key = &r->problem[r->number];
    return candidate == 0 || space_of(r)->check(&r->device, key->type, key->form, n, n, r->list[candidate]);
}

/* Completes an entry from the journal, or by `take`. Returns 0 if the search must stop. */
static int answer(struct run *r, struct ddblas_journal_entry *entry,
                  ddblasStatus_t (*take)(struct run *r, struct ddblas_journal_entry *entry))
{
    const struct ddblas_journal_entry *known = ddblas_journal_find(r->journal, entry);
    if (known)
    {
        r->resumed += ddblas_journal_take_over(r->journal, known);
        *entry = *known;
        return 1;
    }
    if (report(r))
    {
        r->summary->stopped = 1;
        return 0;
    }
    r->status = take(r, entry);
    return r->status == DDBLAS_STATUS_SUCCESS;
}

static enum ddblas_search_answer measure(void *context, int candidate, int64_t n, int effort, struct ddblas_search_timing *timing)
{
    struct run *r = context;
    struct ddblas_journal_entry entry = {.key = r->problem[r->number], .n = n, .is_default = candidate == 0, .effort = effort};
    if (candidate > 0)
        memcpy(entry.parameters, r->list[candidate], sizeof entry.parameters);
    if (!answer(r, &entry, take_timing))
        return DDBLAS_SEARCH_STOP;
    timing->seconds = 1e-12 * (double)entry.picoseconds;
    if (entry.mark == DDBLAS_JOURNAL_TIMED && (n != r->best_n || timing->seconds < r->best))
    {
        r->best_n = n;
        r->best = timing->seconds;
    }
    timing->noise = fmax(1e-3 * entry.noise, 1e-3);
    return entry.mark == DDBLAS_JOURNAL_TIMED   ? DDBLAS_SEARCH_TIMED
           : entry.mark == DDBLAS_JOURNAL_WRONG ? DDBLAS_SEARCH_WRONG
                                                : DDBLAS_SEARCH_CANNOT;
}

/* Holds a duel with the routine's own choice (timing in turns) and enters the result. */
static ddblasStatus_t take_duel(struct run *r, struct ddblas_journal_entry *entry)
{
    const struct ddblas_timed timed = timed_of(r);
    double quotient = 1.0;
    ddblas_table_set_one(r->table, &entry->key, entry->parameters);
    ddblasStatus_t status = ddblas_timing_duel(&timed, entry->n, entry->effort == DDBLAS_JOURNAL_WELL, r->table, NULL, &quotient);
    if (status == DDBLAS_STATUS_DEVICE_ERROR)
        return status;
    entry->mark = status == DDBLAS_STATUS_SUCCESS ? DDBLAS_JOURNAL_DUEL : DDBLAS_JOURNAL_CANNOT;
    entry->quotient = (int64_t)llround(1e6 * fmin(quotient, 1e5));
    r->measured++;
    status = ddblas_journal_add(r->journal, entry);
    return status == DDBLAS_STATUS_SUCCESS ? status : ddblas_fail(r->handle, status, "the journal could not be written");
}

static enum ddblas_search_answer duel(void *context, int candidate, int64_t n, int well, double *quotient)
{
    struct run *r = context;
    struct ddblas_journal_entry entry = {
        .key = r->problem[r->number], .n = n, .effort = well ? DDBLAS_JOURNAL_WELL : DDBLAS_JOURNAL_LESS_WELL};
    memcpy(entry.parameters, r->list[candidate], sizeof entry.parameters);
    if (!answer(r, &entry, take_duel))
        return DDBLAS_SEARCH_STOP;
    *quotient = 1e-6 * (double)entry.quotient;
    return entry.mark == DDBLAS_JOURNAL_DUEL ? DDBLAS_SEARCH_TIMED : DDBLAS_SEARCH_CANNOT;
}

/* ---- one problem ----------------------------------------------------------------------------- */

static int32_t today(void)
{
    const time_t now = time(NULL);
    struct tm parts;
    if (!gmtime_r(&now, &parts))
        return 0;
    return (parts.tm_year + 1900) * 10000 + (parts.tm_mon + 1) * 100 + parts.tm_mday;
}

/* Finds the orders for which a range's parameters become a row: if the routine's check allows it,
 * the first range begins at 1 and the last one has no end. Returns 0, or -1 when the check rejects
 * the parameters even for the range itself. */
static int widen(const struct run *r, const struct ddblas_search *search, int i, int64_t *first, int64_t *last)
{
    const struct ddblas_tune_key *key = &r->problem[r->number];
    const struct ddblas_search_range *range = &search->range[i];
    const int32_t *parameters = r->list[range->candidate];
    *first = i == 0 ? 1 : range->first;
    *last = i == search->ranges - 1 ? INT64_MAX : range->last;
    if (!space_of(r)->check(&r->device, key->type, key->form, *first, range->last, parameters))
        *first = range->first;
    if (!space_of(r)->check(&r->device, key->type, key->form, *first, *last, parameters))
        *last = range->last;
    return space_of(r)->check(&r->device, key->type, key->form, *first, *last, parameters) ? 0 : -1;
}

/* Adds the rows of a rule. A range gets no row if the routine's own choice is the best there, or if
 * the duels show no sufficient gain. If this holds for all ranges and the search was complete, one
 * row says so, so that no other table decides. */
static void add_rows(struct run *r, const struct ddblas_search *search)
{
    const int32_t before = r->row_count;
    for (int i = 0; i < search->ranges && r->row_count < DDBLAS_TABLE_ROWS; i++)
    {
        const struct ddblas_search_range *range = &search->range[i];
        struct ddblas_table_row row = {.key = r->problem[r->number]};
        if (range->candidate == 0 || range->gain < least_gain || widen(r, search, i, &row.row.first, &row.row.last))
            continue;
        memcpy(row.row.parameters, r->list[range->candidate], sizeof row.row.parameters);
        row.row.picoseconds = (int64_t)llround(1e12 * range->seconds);
        row.row.gain = (int32_t)fmin(1e6, fmax(1.0, 1e3 * range->gain));
        row.row.date = today();
        r->rows[r->row_count++] = row;
    }
    if (r->row_count == before && r->row_count < DDBLAS_TABLE_ROWS && !time_is_over(r, 1))
        r->rows[r->row_count++] = (struct ddblas_table_row){
            .key = r->problem[r->number], .row = {.first = 1, .last = INT64_MAX, .date = today()}, .is_default = 1};
}

/* Prepares operands for orders up to *n; reduces *n if memory is short. */
static ddblasStatus_t prepare(struct run *r, const struct ddblas_tune_key *key, int64_t least, int64_t *n)
{
    ddblasStatus_t status = space_of(r)->prepare(r->handle, key->type, key->form, *n, &r->work);
    while (status == DDBLAS_STATUS_ALLOC_FAILED && *n > 2 * least)
    {
        *n = *n * 7 / 10;
        status = space_of(r)->prepare(r->handle, key->type, key->form, *n, &r->work);
    }
    return status;
}

static int report_ready(void *context, double done)
{
    struct run *r = context;
    (void)done;
    r->summary->stopped |= report(r) != 0;
    return r->summary->stopped;
}

/* Writes the candidates that the device can run, compiled, to r->list from number 1 on. Returns
 * their number. */
static int list_candidates(struct run *r, const struct ddblas_tune_key *key)
{
    const int feasible = ddblas_tune_feasible(key, &r->device, r->list + 1, MOST_CANDIDATES - 1);
    if (!space_of(r)->ready)
        return feasible;
    progress(r, "compiling", 0.0);
    return space_of(r)->ready(r->handle, key->type, key->form, r->list + 1, feasible, report_ready, r);
}

static ddblasStatus_t tune_problem(struct run *r, struct ddblas_search *search)
{
    const struct ddblas_tune_key *key = &r->problem[r->number];
    const struct ddblas_tune_space *space = space_of(r);
    int64_t first = r->options->n_min > 0 ? r->options->n_min : 64,
            last = ddblas_tune_largest(key, &r->device, r->options->n_max);
    (void)snprintf(r->name, sizeof r->name, "%s %c %s", space->forms[key->form].routine, ddblas_type_letter(key->type),
                   space->forms[key->form].variant);
    progress(r, "preparing", 0.0);
    r->best_n = 0;
    if (first >= last)
        return ddblas_fail_argument(r->handle, DDBLAS_STATUS_INVALID_VALUE, 2, "options: no orders from %lld to %lld",
                                    (long long)first, (long long)last);
    ddblasStatus_t status = prepare(r, key, first, &last);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const int feasible = list_candidates(r, key);
    *search = (struct ddblas_search){.candidates = feasible + 1,
                                     .fallback = 0,
                                     .first = first,
                                     .last = last,
                                     .context = r,
                                     .measure = measure,
                                     .runs = runs,
                                     .duel = duel,
                                     .time_is_over = time_is_over,
                                     .progress = progress};
    r->status = DDBLAS_STATUS_SUCCESS;
    share_time(r);
    const enum ddblas_search_end end = r->summary->stopped ? DDBLAS_SEARCH_STOPPED : ddblas_search_run(search);
    if (end == DDBLAS_SEARCH_DONE)
        add_rows(r, search);
    space->release(r->handle, r->work);
    r->work = NULL;
    if (end == DDBLAS_SEARCH_NO_MEMORY)
        return ddblas_fail(r->handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the search");
    if (end == DDBLAS_SEARCH_STOPPED || r->status != DDBLAS_STATUS_SUCCESS)
        return r->status;
    r->summary->problems++;
    r->summary->candidates += feasible;
    r->summary->timed += search->timed;
    r->summary->cells += search->cells;
    r->summary->wrong += search->wrong;
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Selects the problems of the engine that the options ask for. */
static void choose_problems(struct run *r)
{
    for (const struct ddblas_tune_space *const *s = ddblas_tune_spaces(); *s; s++)
        for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
            for (int f = 0; f < (*s)->form_count; f++)
            {
                const struct ddblas_tune_space *space = *s;
                const char *types = r->options->types, *routine = r->options->routine;
                if (space->engine == r->device.engine && space->forms[f].types >> t & 1U &&
                    (!types || strchr(types, ddblas_type_letter((ddblasType_t)t))) &&
                    (!routine || strcmp(routine, space->forms[f].routine) == 0) && r->problems < MOST_PROBLEMS)
                    r->problem[r->problems++] = (struct ddblas_tune_key){space, (ddblasType_t)t, f};
            }
}

static int is_tuned(const struct run *r, const struct ddblas_tune_key *key)
{
    for (int i = 0; i < r->problems; i++)
        if (memcmp(&r->problem[i], key, sizeof *key) == 0)
            return 1;
    return 0;
}

/* Keeps the rows of other problems in the file that will be replaced, if it is a table of this
 * device. */
static void keep_rows(struct run *r, const char *path, const struct ddblas_table_header *own)
{
    struct ddblas_table_header header;
    struct ddblas_table_error error;
    char *text;
    size_t length;
    int32_t count;
    if (ddblas_table_slurp(path, &text, &length) != DDBLAS_STATUS_SUCCESS)
        return;
    if (ddblas_table_read(text, length, &header, r->rows, DDBLAS_TABLE_ROWS, &count, &error) == 0 &&
        header.engine == own->engine && strcmp(header.device, own->device) == 0)
        for (int32_t i = 0; i < count; i++)
            if (!is_tuned(r, &r->rows[i].key))
                r->rows[r->row_count++] = r->rows[i];
    free(text);
}

/* Kernels that are compiled for the run are kept for the programs that use the table. */
static ddblasStatus_t check_kernel_cache(ddblasHandle_t handle, const struct run *r)
{
    char why[DDBLAS_JIT_WHY];
    for (int i = 0; i < r->problems; i++)
        if (r->problem[i].space->ready && ddblas_jit_available() && ddblas_jit_cache_refused(why))
            return ddblas_fail(handle, DDBLAS_STATUS_FILE_ERROR, "%s", why);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t tune_all(struct run *r, const struct ddblas_table_header *header)
{
    char journal[sizeof r->summary->table + 16], why[DDBLAS_ERROR_TEXT] = "";
    const char *path = r->summary->table;
    struct ddblas_search *search = malloc(sizeof *search);
    (void)snprintf(journal, sizeof journal, "%s.journal", path);
    (void)snprintf(r->summary->samples, sizeof r->summary->samples, "%.1000s.samples", path);
    r->list = calloc(MOST_CANDIDATES, sizeof *r->list);
    r->rows = calloc(DDBLAS_TABLE_ROWS, sizeof *r->rows);
    r->table = ddblas_table_of_one(&r->problem[0], NULL);
    ddblasStatus_t status = DDBLAS_STATUS_ALLOC_FAILED;
    if (!search || !r->list || !r->rows || !r->table)
        (void)ddblas_fail(r->handle, status, "no memory for the run");
    else if ((status = ddblas_journal_open(journal, header, &r->journal, why)) != DDBLAS_STATUS_SUCCESS)
        (void)ddblas_fail(r->handle, status, "%s", why);
    else
        keep_rows(r, path, header);
    for (; status == DDBLAS_STATUS_SUCCESS && r->number < r->problems && !r->summary->stopped; r->number++)
    {
        memset(r->table->slot, 0, sizeof r->table->slot);
        status = tune_problem(r, search);
    }
    if (status == DDBLAS_STATUS_SUCCESS && !r->summary->stopped)
    {
        status = ddblas_table_write(path, header, r->rows, r->row_count, why);
        if (status != DDBLAS_STATUS_SUCCESS)
            (void)ddblas_fail(r->handle, status, "%s", why);
    }
    const int complete = status == DDBLAS_STATUS_SUCCESS && !r->summary->stopped;
    (void)ddblas_journal_close(r->journal, complete ? r->summary->samples : NULL);
    free(search);
    free(r->list);
    free(r->rows);
    (void)ddblas_tune_exchange(r->handle, NULL);
    free(r->table);
    return status;
}

/* Creates a handle for the run with the caller's engine, device, threads and stream. */
static ddblasStatus_t own_handle(ddblasHandle_t like, ddblasHandle_t *own)
{
    ddblasStatus_t status = ddblas_handle_new(own, like->backend->engine);
    if (status != DDBLAS_STATUS_SUCCESS)
        return ddblas_fail(like, status, "%s", ddblasGetLastError(NULL));
    if ((*own)->device != like->device)
    {
        (void)ddblasDestroy(*own);
        return ddblas_fail(like, DDBLAS_STATUS_NOT_SUPPORTED, "the handle's device is not the current one");
    }
    (*own)->threads = like->threads;
    (*own)->stream = like->stream;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasTune(ddblasHandle_t handle, const ddblasTuneOptions_t *options, ddblasTuneSummary_t *summary)
{
    static const ddblasTuneOptions_t everything = {0};
    ddblasTuneSummary_t unused;
    struct run r = {
        .options = options ? options : &everything, .summary = summary ? summary : &unused, .started = ddblas_timing_now()};
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    memset(r.summary, 0, sizeof *r.summary);
    (void)ddblas_device_facts(handle->backend, handle->device, &r.device);
    choose_problems(&r);
    if (r.problems == 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "options: nothing to tune on this engine");
    if (r.options->table && strlen(r.options->table) >= sizeof r.summary->table - 32)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 2, "options: the name of the table is too long");
    if (r.options->table)
        (void)snprintf(r.summary->table, sizeof r.summary->table, "%s", r.options->table);
    else if ((status = ddblasTuneGetTablePath(handle, r.summary->table, sizeof r.summary->table - 32)) != DDBLAS_STATUS_SUCCESS)
        return status;
    if ((status = check_kernel_cache(handle, &r)) != DDBLAS_STATUS_SUCCESS)
        return status;
    if ((status = own_handle(handle, &r.handle)) != DDBLAS_STATUS_SUCCESS)
        return status;

    struct ddblas_table_header header = {.engine = r.device.engine, .capability = r.device.capability};
    memcpy(header.device, r.device.name, sizeof header.device);
    status = tune_all(&r, &header);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        handle->last_argument = r.handle->last_argument;
        (void)snprintf(handle->last_error, sizeof handle->last_error, "%s", r.handle->last_error);
    }
    (void)ddblasDestroy(r.handle);
    r.summary->resumed = r.resumed;
    r.summary->seconds = ddblas_timing_now() - r.started;
    return status == DDBLAS_STATUS_SUCCESS && !r.summary->stopped ? ddblasTuneLoadTable(handle, r.summary->table) : status;
}
