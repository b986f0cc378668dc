/*
 * A tuning run. It goes through the chosen problems, starts a search among the candidates of each
 * problem (run_problem.c), and writes the rules that result to a table.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/jit/jit.h"
#include "timing.h"

/* Selects those problems of the engine that the options ask for. */
static void choose_problems(struct ddblas_tune_run *r)
{
    for (const struct ddblas_tune_space *const *s = ddblas_tune_spaces(); *s; s++)
        for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
            for (int f = 0; f < (*s)->form_count; f++)
            {
                const struct ddblas_tune_space *space = *s;
                const char *types = r->options->types, *routine = r->options->routine;
                if (space->engine == r->device.engine && space->forms[f].types >> t & 1U &&
                    (!types || strchr(types, ddblas_type_letter((ddblasType_t)t))) &&
                    (!routine || strcmp(routine, space->forms[f].routine) == 0) && r->problems < DDBLAS_TUNE_MOST_PROBLEMS)
                    r->problem[r->problems++] = (struct ddblas_tune_key){space, (ddblasType_t)t, f};
            }
}

static int is_tuned(const struct ddblas_tune_run *r, const struct ddblas_tune_key *key)
{
    for (int i = 0; i < r->problems; i++)
        if (memcmp(&r->problem[i], key, sizeof *key) == 0)
            return 1;
    return 0;
}

/* If the file that will be replaced is a table of this device, keeps its rows for problems that
 * this run does not tune. */
static void keep_rows(struct ddblas_tune_run *r, const char *path, const struct ddblas_table_header *own)
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

/* Returns a failure if the kernels that this run compiles could not be kept on disk. The programs
 * that will use the table need these kernels. */
static ddblasStatus_t check_kernel_cache(ddblasHandle_t handle, const struct ddblas_tune_run *r)
{
    char why[DDBLAS_JIT_WHY];
    for (int i = 0; i < r->problems; i++)
        if (r->problem[i].space->ready && ddblas_jit_available() && ddblas_jit_cache_refused(why))
            return ddblas_fail(handle, DDBLAS_STATUS_FILE_ERROR, "%s", why);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t tune_all(struct ddblas_tune_run *r, const struct ddblas_table_header *header)
{
    char journal[sizeof r->summary->table + 16], why[DDBLAS_ERROR_TEXT] = "";
    const char *path = r->summary->table;
    struct ddblas_search *search = malloc(sizeof *search);
    (void)snprintf(journal, sizeof journal, "%s.journal", path);
    (void)snprintf(r->summary->samples, sizeof r->summary->samples, "%.1000s.samples", path);
    r->list = calloc(DDBLAS_TUNE_MOST_CANDIDATES, sizeof *r->list);
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
        status = ddblas_tune_problem(r, search);
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
    struct ddblas_tune_run r = {
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
