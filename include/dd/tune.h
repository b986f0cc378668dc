/*
 * Tables: text files with the parameters that a routine uses at each size on a device. Anyone can
 * make them with `ddblas tune`.
 *
 * When a handle is created it collects the tables that fit its device, best first:
 *   1. the file named by DDBLAS_TUNE_TABLE, or all *.table files of the folder named there; "none":
 *      no table at all, the library's defaults;
 *   2. tables for this device's name;
 *   3. tables for its compute capability;
 *   4. tables for a lower capability, the highest first.
 * Among equals the user's folder ($XDG_CONFIG_HOME/ddblas/tables, otherwise
 * ~/.config/ddblas/tables) comes first, then the installed folder, then the tables compiled into
 * the library. For each problem (routine, type, variant) the first table that has rows for it
 * decides. Without such a table, or outside its ranges, the routine uses its own default. On the
 * CPU engine the name is the processor's, and the capability is 1.0 for portable code, 2.0 for
 * AVX2, 3.0 for AVX-512.
 *
 * A file that cannot be used is ignored; the call that would have used it succeeds, and
 * ddblasTuneGetStatus tells why. The routine checks parameters before it uses them, so no table can
 * make a result wrong. Another table may change the last bits of a result; the same table gives the
 * same bits.
 */
#ifndef DD_TUNE_H
#define DD_TUNE_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the table's format and of the parameters' meaning. A table of another version is
 * ignored. */
#define DDBLAS_TUNE_VERSION 1

/* Uses the file or folder at path before everything else, as DDBLAS_TUNE_TABLE does; null returns
 * to the order above. If the file cannot be used, the handle keeps its old table. FILE_ERROR,
 * FORMAT_ERROR (no table, truncated, for another engine, or a row rejected by its routine),
 * NOT_SUPPORTED (another version), ALLOC_FAILED. Workspace sizes may change: query them again. */
DDBLAS_API ddblasStatus_t ddblasTuneLoadTable(ddblasHandle_t handle, const char *path);

/* Returns SUCCESS, or the reason why the first ignored file was ignored, with a sentence in text
 * (at most size - 1 characters; text may be null). */
DDBLAS_API ddblasStatus_t ddblasTuneGetStatus(ddblasHandle_t handle, char *text, size_t size);

/* Writes the path to which `ddblas tune` writes the table of this handle's device: a file in the
 * user's folder. NOT_SUPPORTED when the environment names no home; INVALID_VALUE: path (2), or size
 * (3) too small for it. */
DDBLAS_API ddblasStatus_t ddblasTuneGetTablePath(ddblasHandle_t handle, char *path, size_t size);

/* Parameters that one call uses. */
typedef struct ddblasTuneChoice_t
{
    int64_t first, last;  /* Orders with these parameters; last INT64_MAX: no limit. */
    char parameters[160]; /* "block=96", or "default". */
    char source[288];     /* The file, "built in", or "" for a default. */
    double seconds;       /* Measured in the middle of the range; 0: unknown. */
    double gain;          /* Time of the default over this time; 0: unknown. */
    int date;             /* yyyymmdd; 0: unknown. */
} ddblasTuneChoice_t;

/* Tells which parameters routine ("symv"), type and variant ("lower") use at order n >= 0 on this
 * handle. INVALID_VALUE for a problem that has no choice on this engine. For a default, first =
 * last = n. */
DDBLAS_API ddblasStatus_t ddblasTuneQuery(ddblasHandle_t handle, const char *routine, ddblasType_t type, const char *variant,
                                          int64_t n, ddblasTuneChoice_t *choice);

/* ---- making a table -------------------------------------------------------------------------- */

/* State of a run, for a progress bar. */
typedef struct ddblasTuneProgress_t
{
    const char *problem; /* "symv W lower" */
    /* "compiling", "ranking", "sampling", "rule", "second look". */
    const char *stage;
    double done;               /* Share of the whole run that is done, 0 .. 1. */
    double elapsed, remaining; /* Seconds; remaining is an estimate. */
    int64_t measured;          /* Timings taken. */
    int64_t resumed;           /* Timings used from an interrupted run. */
} ddblasTuneProgress_t;

typedef struct ddblasTuneOptions_t
{
    const char *routine; /* Null: all. */
    const char *types;   /* Letters; null: all. */
    const char *table;   /* File to write; null: that of ddblasTuneGetTablePath. */
    double budget;       /* Seconds of the whole run; 0: no limit. */
    /* Range of orders, as far as they fit the memory; 0: the routine's own. */
    int64_t n_min, n_max;
    /* Called before every new timing; a nonzero result stops the run, which can be resumed. May be
     * null. */
    int (*progress)(void *context, const ddblasTuneProgress_t *state);
    void *context;
} ddblasTuneOptions_t;

/* Result of a run. */
typedef struct ddblasTuneSummary_t
{
    char table[1024];   /* The file written. */
    char samples[1024]; /* File with the timings, for ddblasTuneReadSamples. */
    int problems;       /* Problems tuned. */
    int64_t candidates; /* Feasible candidates, summed over the problems. */
    int64_t timed;      /* Candidates timed at least once. */
    int64_t cells;      /* Pairs (candidate, n) timed. */
    /* Candidates excluded because a result was beyond the error bound. */
    int64_t wrong;
    int64_t resumed; /* Timings used from an interrupted run. */
    double seconds;
    /* 1: progress asked to stop; no table was written, and the timings are kept for the next
     * run. */
    int stopped;
} ddblasTuneSummary_t;

/* Times the candidates of every problem chosen on this handle's engine and device, and writes the
 * table in one piece: a reader sees the old file or the new one. Rows of other problems in the old
 * file are kept. Each timing goes to a journal beside the table at once, from which an interrupted
 * or killed run continues. Two runs for one table exclude each other. The new table replaces the
 * handle's. options may be null. INVALID_VALUE (2, options: nothing to tune, or a file name of more
 * than 991 characters), FILE_ERROR (also: another run holds the journal, the journal is a symbolic
 * link, or others can write the folder of compiled kernels), ALLOC_FAILED; NOT_SUPPORTED when the
 * handle's device is not the current one. */
DDBLAS_API ddblasStatus_t ddblasTune(ddblasHandle_t handle, const ddblasTuneOptions_t *options, ddblasTuneSummary_t *summary);

/* One timing of a run. */
typedef struct ddblasTuneSample_t
{
    const char *routine, *variant;
    ddblasType_t type;
    const char *parameters; /* "block=96", or "default". */
    int64_t n;
    /* Median; 0: the result was wrong or the candidate does not run at this order. */
    double seconds;
    double bytes; /* Least bytes that the call moves. */
    int repeats;
} ddblasTuneSample_t;

/* Calls each(context, sample) for the timings in a samples file, in the order in which they were
 * taken. If a pair has several timings, the last is the best. A torn last line is ignored. Stops at
 * the first nonzero result of `each`. FILE_ERROR, FORMAT_ERROR. */
DDBLAS_API ddblasStatus_t ddblasTuneReadSamples(const char *path, int (*each)(void *context, const ddblasTuneSample_t *sample),
                                                void *context);

#ifdef __cplusplus
}
#endif

#endif
