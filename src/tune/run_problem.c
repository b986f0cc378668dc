/*
 * One problem of a tuning run. This file makes the timings and duels that the search asks for, or
 * takes them from the journal if it contains them. It limits the time of the search, and makes rows
 * of a table from the result.
 */
#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "timing.h"

/* A row must be faster than the routine's own choice by at least this factor. */
static const double least_gain = 1.005;
/* If the first batch of a candidate takes longer than the best known time by this factor, the
 * candidate gets no further batches. */
static const double hopeless = 2.0;
/* Share of the time of a problem that ranking and sampling may take. The rest is for the second
 * look (search.h). */
static const double first_look = 0.8;

static const struct ddblas_tune_space *space_of(const struct ddblas_tune_run *r) { return r->problem[r->number].space; }

static struct ddblas_timed timed_of(const struct ddblas_tune_run *r)
{
    return (struct ddblas_timed){.handle = r->handle, .space = space_of(r), .work = r->work};
}

/* ---- one timing ------------------------------------------------------------------------------ */

/* Returns 1 if the journal has a timing with less effort of the same candidate and order. The
 * result was verified before that timing, so it need not be verified again. */
static int verified_before(const struct ddblas_tune_run *r, struct ddblas_journal_entry entry)
{
    while (entry.effort-- > 0)
        if (ddblas_journal_find(r->journal, &entry))
            return 1;
    return 0;
}

/* Verifies the result of one candidate at one order, and times it. */
static ddblasStatus_t take_timing(struct ddblas_tune_run *r, struct ddblas_journal_entry *entry)
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
        /* The results do not agree with those of the default. One more call shows whether the
         * candidate runs at all. */
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

static int report_run(struct ddblas_tune_run *r)
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

static void report_stage(void *context, const char *stage, double done)
{
    struct ddblas_tune_run *r = context;
    r->stage = stage;
    r->done = (r->number + fmin(done, 1.0)) / r->problems;
}

/* Called when the candidates of a problem are ready. All remaining problems share the remaining
 * time equally. Compiling the candidates has taken time. This time is taken from the whole budget
 * and not only from the share of the problem that waited for it; so the first problem of a type has
 * as long to search as the others. */
static void share_time(struct ddblas_tune_run *r)
{
    r->begun = ddblas_timing_now();
    r->share = (r->options->budget - (r->begun - r->started)) / (r->problems - r->number);
}

static int time_is_over(void *context, int second_look)
{
    const struct ddblas_tune_run *r = context;
    return r->options->budget > 0.0 && ddblas_timing_now() - r->begun > r->share * (second_look ? 1.0 : first_look);
}

static int candidate_runs(void *context, int candidate, int64_t n)
{
    const struct ddblas_tune_run *r = context;
    const struct ddblas_tune_key *key = &r->problem[r->number];
    return candidate == 0 || space_of(r)->check(&r->device, key->type, key->form, n, n, r->list[candidate]);
}

/* Completes an entry. If the journal has the entry, it is taken from there, otherwise the function
 * `take` is called. Returns 0 if the search must stop. */
static int answer_from_entry(struct ddblas_tune_run *r, struct ddblas_journal_entry *entry,
                             ddblasStatus_t (*take)(struct ddblas_tune_run *r, struct ddblas_journal_entry *entry))
{
    const struct ddblas_journal_entry *known = ddblas_journal_find(r->journal, entry);
    if (known)
    {
        r->resumed += ddblas_journal_take_over(r->journal, known);
        *entry = *known;
        return 1;
    }
    if (report_run(r))
    {
        r->summary->stopped = 1;
        return 0;
    }
    r->status = take(r, entry);
    return r->status == DDBLAS_STATUS_SUCCESS;
}

static enum ddblas_search_answer measure_candidate(void *context, int candidate, int64_t n, int effort,
                                                   struct ddblas_search_timing *timing)
{
    struct ddblas_tune_run *r = context;
    struct ddblas_journal_entry entry = {.key = r->problem[r->number], .n = n, .is_default = candidate == 0, .effort = effort};
    if (candidate > 0)
        memcpy(entry.parameters, r->list[candidate], sizeof entry.parameters);
    if (!answer_from_entry(r, &entry, take_timing))
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

/* Makes a duel between the candidate and the routine's own choice, in which both are timed in
 * turns, and enters the result. */
static ddblasStatus_t take_duel(struct ddblas_tune_run *r, struct ddblas_journal_entry *entry)
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

static enum ddblas_search_answer run_duel(void *context, int candidate, int64_t n, int well, double *quotient)
{
    struct ddblas_tune_run *r = context;
    struct ddblas_journal_entry entry = {
        .key = r->problem[r->number], .n = n, .effort = well ? DDBLAS_JOURNAL_WELL : DDBLAS_JOURNAL_LESS_WELL};
    memcpy(entry.parameters, r->list[candidate], sizeof entry.parameters);
    if (!answer_from_entry(r, &entry, take_duel))
        return DDBLAS_SEARCH_STOP;
    *quotient = 1e-6 * (double)entry.quotient;
    return entry.mark == DDBLAS_JOURNAL_DUEL ? DDBLAS_SEARCH_TIMED : DDBLAS_SEARCH_CANNOT;
}

/* ---- one problem ----------------------------------------------------------------------------- */

static int32_t day_number(void)
{
    const time_t now = time(NULL);
    struct tm parts;
    if (!gmtime_r(&now, &parts))
        return 0;
    return (parts.tm_year + 1900) * 10000 + (parts.tm_mon + 1) * 100 + parts.tm_mday;
}

/* Finds the orders for which the parameters of range i become a row. If the routine's check allows
 * it, the row of the first range begins at order 1, and the row of the last range has no end.
 * Returns 0, or -1 if the check rejects the parameters even for the range itself. */
static int widen_range(const struct ddblas_tune_run *r, const struct ddblas_search *search, int i, int64_t *first, int64_t *last)
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

/* Adds rows for the ranges of a rule. A range gets no row if the routine's own choice is the best
 * in it, or if the duels show no sufficient gain. If that is so for all ranges, and the search was
 * complete, one row names the routine's own choice. It keeps tables of lower precedence from
 * deciding this problem. */
static void add_rows(struct ddblas_tune_run *r, const struct ddblas_search *search)
{
    const int32_t before = r->row_count;
    for (int i = 0; i < search->ranges && r->row_count < DDBLAS_TABLE_ROWS; i++)
    {
        const struct ddblas_search_range *range = &search->range[i];
        struct ddblas_table_row row = {.key = r->problem[r->number]};
        if (range->candidate == 0 || range->gain < least_gain || widen_range(r, search, i, &row.row.first, &row.row.last))
            continue;
        memcpy(row.row.parameters, r->list[range->candidate], sizeof row.row.parameters);
        row.row.picoseconds = (int64_t)llround(1e12 * range->seconds);
        row.row.gain = (int32_t)fmin(1e6, fmax(1.0, 1e3 * range->gain));
        row.row.date = day_number();
        r->rows[r->row_count++] = row;
    }
    if (r->row_count == before && r->row_count < DDBLAS_TABLE_ROWS && !time_is_over(r, 1))
        r->rows[r->row_count++] = (struct ddblas_table_row){
            .key = r->problem[r->number], .row = {.first = 1, .last = INT64_MAX, .date = day_number()}, .is_default = 1};
}

/* Prepares operands for all orders up to *n. If there is not enough memory, reduces *n. */
static ddblasStatus_t prepare(struct ddblas_tune_run *r, const struct ddblas_tune_key *key, int64_t least, int64_t *n)
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
    struct ddblas_tune_run *r = context;
    (void)done;
    r->summary->stopped |= report_run(r) != 0;
    return r->summary->stopped;
}

/* Writes the candidates that the device can run to r->list, from number 1 on, and compiles them.
 * Returns their number. */
static int list_candidates(struct ddblas_tune_run *r, const struct ddblas_tune_key *key)
{
    const int feasible = ddblas_tune_feasible(key, &r->device, r->list + 1, DDBLAS_TUNE_MOST_CANDIDATES - 1);
    if (!space_of(r)->ready)
        return feasible;
    report_stage(r, "compiling", 0.0);
    return space_of(r)->ready(r->handle, key->type, key->form, r->list + 1, feasible, report_ready, r);
}

ddblasStatus_t ddblas_tune_problem(struct ddblas_tune_run *r, struct ddblas_search *search)
{
    const struct ddblas_tune_key *key = &r->problem[r->number];
    const struct ddblas_tune_space *space = space_of(r);
    int64_t first = r->options->n_min > 0 ? r->options->n_min : 64,
            last = ddblas_tune_largest(key, &r->device, r->options->n_max);
    (void)snprintf(r->name, sizeof r->name, "%s %c %s", space->forms[key->form].routine, ddblas_type_letter(key->type),
                   space->forms[key->form].variant);
    report_stage(r, "preparing", 0.0);
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
                                     .measure = measure_candidate,
                                     .runs = candidate_runs,
                                     .duel = run_duel,
                                     .time_is_over = time_is_over,
                                     .progress = report_stage};
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
