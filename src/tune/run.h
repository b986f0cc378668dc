/*
 * The state of a tuning run, which its two files share: run.c goes through the problems, and
 * run_problem.c tunes one of them.
 */
#ifndef DDBLAS_TUNE_RUN_H
#define DDBLAS_TUNE_RUN_H

#include "tune/search/search.h"
#include "tune/table/journal.h"

enum
{
    DDBLAS_TUNE_MOST_CANDIDATES = 4096,
    DDBLAS_TUNE_MOST_PROBLEMS = 64
};

/* The state of a run. Moments are those of ddblas_timing_now. */
struct ddblas_tune_run
{
    ddblasHandle_t handle; /* The run's own handle, with `table`. */
    const ddblasTuneOptions_t *options;
    ddblasTuneSummary_t *summary;
    struct ddblas_device device;
    struct ddblas_journal *journal;
    struct ddblas_tune_table *table; /* A table of one row: the candidate being timed. */
    struct ddblas_tune_key problem[DDBLAS_TUNE_MOST_PROBLEMS];
    int problems, number; /* Number of problems; number of the current one. */
    char name[64];        /* Name of the current problem. */
    void *work;           /* The current problem's operands, from its space. */
    /* Candidates 1, 2, ...; candidate 0 is the routine's own choice. */
    int32_t (*list)[DDBLAS_TUNE_PARAMETERS];
    /* The current order, and the best time known there in seconds. */
    int64_t best_n;
    double best;
    const char *stage; /* Current activity, for reports. */
    double started;    /* Moment at which the run began. */
    double done;       /* Completed share of the run, 0 to 1. */
    /* Current problem: moment at which its search began, and how many seconds it may take. */
    double begun, share;
    int64_t measured, resumed; /* Timings and duels made; those taken over from the journal. */
    ddblasStatus_t status;     /* Why the search was stopped. */
    struct ddblas_table_row *rows;
    int32_t row_count;
};

/* Tunes the current problem and adds its rows to the run. */
ddblasStatus_t ddblas_tune_problem(struct ddblas_tune_run *r, struct ddblas_search *search);

#endif
