/*
 * The state of a tuning run. Two files share it: run.c goes through the problems, and run_problem.c
 * tunes one of them.
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

/* The state of a run. Moments are times in seconds as ddblas_timing_now returns them. */
struct ddblas_tune_run
{
    ddblasHandle_t handle; /* The handle of the run. Its table is `table`. */
    const ddblasTuneOptions_t *options;
    ddblasTuneSummary_t *summary;
    struct ddblas_device device;
    struct ddblas_journal *journal;
    /* A table of one row, which names the candidate that is being timed. */
    struct ddblas_tune_table *table;
    struct ddblas_tune_key problem[DDBLAS_TUNE_MOST_PROBLEMS];
    int problems, number; /* Number of problems; number of the current one. */
    char name[64];        /* Name of the current problem. */
    void *work;           /* The operands of the current problem, made by its space. */
    /* The candidates 1, 2, .... Candidate 0 is the routine's own choice. */
    int32_t (*list)[DDBLAS_TUNE_PARAMETERS];
    /* The current order, and the shortest time known for it, in seconds. */
    int64_t best_n;
    double best;
    const char *stage; /* Text for reports: the current activity of the run. */
    double started;    /* Moment at which the run began. */
    double done;       /* Completed share of the run, 0 to 1. */
    /* For the current problem: the moment at which its search began, and the number of seconds that
     * it may take. */
    double begun, share;
    /* Number of timings and duels that were made, and number of those that were taken from the
     * journal. */
    int64_t measured, resumed;
    ddblasStatus_t status; /* The reason why the search was stopped. */
    struct ddblas_table_row *rows;
    int32_t row_count;
};

/* Tunes the current problem and adds its rows to the run. */
ddblasStatus_t ddblas_tune_problem(struct ddblas_tune_run *r, struct ddblas_search *search);

#endif
