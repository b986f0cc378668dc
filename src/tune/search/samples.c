/*
 * Reads the journal of a run and passes each timing to the caller's callback.
 */
#include <stdio.h>

#include "tune/table/journal.h"

struct reading
{
    int (*each)(void *context, const ddblasTuneSample_t *sample);
    void *context;
};

static int write_sample(void *context, const struct ddblas_journal_entry *e)
{
    const struct reading *reading = context;
    const struct ddblas_tune_space *space = e->key.space;
    char parameters[160] = "default";
    if (e->mark == DDBLAS_JOURNAL_DUEL)
        return 0;
    if (!e->is_default)
        ddblas_table_parameters(space, e->parameters, parameters, sizeof parameters);
    const ddblasTuneSample_t sample = {space->forms[e->key.form].routine,
                                       space->forms[e->key.form].variant,
                                       e->key.type,
                                       parameters,
                                       e->n,
                                       e->mark == DDBLAS_JOURNAL_TIMED ? 1e-12 * (double)e->picoseconds : 0.0,
                                       (double)e->bytes,
                                       e->repeats};
    return reading->each(reading->context, &sample);
}

ddblasStatus_t ddblasTuneReadSamples(const char *path, int (*each)(void *context, const ddblasTuneSample_t *sample),
                                     void *context)
{
    struct reading reading = {each, context};
    if (!path || !each)
        return ddblas_fail(NULL, DDBLAS_STATUS_INVALID_VALUE, "%s: null pointer", path ? "each" : "path");
    const ddblasStatus_t status = ddblas_journal_read(path, write_sample, &reading);
    if (status != DDBLAS_STATUS_SUCCESS)
        (void)ddblas_fail(NULL, status, "%.200s: %s", path,
                          status == DDBLAS_STATUS_FORMAT_ERROR ? "no samples of a tuning run" : "cannot be read as a file");
    return status;
}
