/*
 * Tables: which parameters a routine uses at which size on which device, as text that anyone can make with `ddblas tune`.
 *
 * When a handle is created it collects the tables that fit its device, best first:
 *   1. what DDBLAS_TUNE_TABLE names (a file, or a folder of *.table files; "none": no table at all, the library's defaults);
 *   2. tables for this device's name, 3. for its compute capability, 4. for a lower one, the highest first. Among equals the
 * user's folder ($XDG_CONFIG_HOME/ddblas/tables, otherwise ~/.config/ddblas/tables) comes before the installed folder, and that
 *      before the tables compiled into the library.
 * For each problem (routine, type, variant) the first table that has rows for it decides; without one, or outside its ranges,
 * the routine's own default holds. Of the CPU engine, the name is the processor's and the capability 1.0 portable, 2.0 AVX2, 3.0
 * AVX-512.
 *
 * A file that cannot be used is ignored, never an error of the call that would have used it: ddblasTuneGetStatus says why.
 * Parameters are checked by the routine before they are used, so that no table can make a result wrong. Another table may change
 * the last bits of a result; the same table gives the same bits.
 */
#ifndef DD_TUNE_H
#define DD_TUNE_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The form of a table and the meaning of parameters. A table of another version is ignored. */
#define DDBLAS_TUNE_VERSION 1

/* Uses the file or folder at path before everything else, as DDBLAS_TUNE_TABLE does; null returns to the order above. When the
 * file cannot be used the handle keeps what it had. FILE_ERROR, FORMAT_ERROR (no table, truncated, for another engine, or a row
 * refused by its routine), NOT_SUPPORTED (another version), ALLOC_FAILED. Workspace sizes may change: query them again. */
DDBLAS_API ddblasStatus_t ddblasTuneLoadTable(ddblasHandle_t handle, const char *path);

/* SUCCESS, or why the first file that was ignored was ignored, with a sentence in text (size - 1 characters at most; text may be
 * null). */
DDBLAS_API ddblasStatus_t ddblasTuneGetStatus(ddblasHandle_t handle, char *text, size_t size);

/* Where `ddblas tune` writes the table of this handle's device: a file in the user's folder. NOT_SUPPORTED when the environment
 * names no home; INVALID_VALUE: path (2), or size (3) too small for it. */
DDBLAS_API ddblasStatus_t ddblasTuneGetTablePath(ddblasHandle_t handle, char *path, size_t size);

/* What holds for one call. */
typedef struct ddblasTuneChoice_t
{
    int64_t first, last;  /* orders for which it holds; last INT64_MAX: no limit */
    char parameters[160]; /* "block=96", or "default" */
    char source[288];     /* the file, "built in", or "" for a default */
    double seconds;       /* measured in the middle of the range; 0 unknown */
    double gain;          /* time of the default over this time; 0 unknown */
    int date;             /* yyyymmdd; 0 unknown */
} ddblasTuneChoice_t;

/* What routine ("symv"), type and variant ("lower") use at order n >= 0 on this handle. INVALID_VALUE for a problem that has no
 * choice on this engine. For a default, first = last = n. */
DDBLAS_API ddblasStatus_t ddblasTuneQuery(ddblasHandle_t handle, const char *routine, ddblasType_t type, const char *variant,
                                          int64_t n, ddblasTuneChoice_t *choice);

/* ---- making a table ---------------------------------------------------------------------------------------------------- */

/* The state of a run, for a progress bar. */
typedef struct ddblasTuneProgress_t
{
    const char *problem;       /* "symv W lower" */
    const char *stage;         /* "ranking", "sampling", "rule", "second look" */
    double done;               /* 0 .. 1, of the whole run */
    double elapsed, remaining; /* seconds; remaining is an estimate */
    int64_t measured;          /* timings taken */
    int64_t resumed;           /* timings taken over from an interrupted run */
} ddblasTuneProgress_t;

typedef struct ddblasTuneOptions_t
{
    const char *routine;  /* null: all */
    const char *types;    /* letters; null: all */
    const char *table;    /* file to write; null: ddblasTuneGetTablePath */
    double budget;        /* seconds of the whole run; 0: no limit */
    int64_t n_min, n_max; /* orders, as far as memory has room for them; 0: the routine's own */
    /* Called before every timing; a result other than 0 stops the run, which can be resumed. May be null. */
    int (*progress)(void *context, const ddblasTuneProgress_t *state);
    void *context;
} ddblasTuneOptions_t;

/* What a run did. */
typedef struct ddblasTuneSummary_t
{
    char table[1024];   /* the file written */
    char samples[1024]; /* its timings, for ddblasTuneReadSamples */
    int problems;       /* tuned */
    int64_t candidates; /* feasible, summed over the problems */
    int64_t timed;      /* of them timed at least once */
    int64_t cells;      /* pairs (candidate, n) timed */
    int64_t wrong;      /* candidates struck out: result beyond the error bound */
    int64_t resumed;    /* timings taken over from an interrupted run */
    double seconds;
    int stopped; /* 1: progress asked for the stop; nothing was written, the timings are kept for the next run */
} ddblasTuneSummary_t;

/* Times the candidates of every problem chosen on this handle's engine and device, and writes the table in one piece: a reader
 * sees the old file or the new one. Rows of problems that are not tuned are kept from the file that was there. Timings go to a
 * journal beside the table at once; a run that was interrupted, even killed, is continued from it. Two runs for one table
 * exclude each other. The handle's table is replaced by the new one. options may be null.
 * INVALID_VALUE (2, options: nothing to tune, or a name of more than 990 characters), FILE_ERROR (also: another run holds the
 * journal, the journal is a symbolic link, or others can write the folder of compiled kernels), ALLOC_FAILED; NOT_SUPPORTED when
 * the handle's device is not the current one. */
DDBLAS_API ddblasStatus_t ddblasTune(ddblasHandle_t handle, const ddblasTuneOptions_t *options, ddblasTuneSummary_t *summary);

/* One timing of a run. */
typedef struct ddblasTuneSample_t
{
    const char *routine, *variant;
    ddblasType_t type;
    const char *parameters; /* "block=96", or "default" */
    int64_t n;
    double seconds; /* median; 0: the result was wrong or the candidate does not run at this order */
    double bytes;   /* that the call moves at least */
    int repeats;
} ddblasTuneSample_t;

/* Calls each(context, sample) for the timings in a samples file, in the order in which they were taken; of several timings of a
 * pair the last is the best. A torn last line is left out. Stops when each returns other than 0. FILE_ERROR, FORMAT_ERROR. */
DDBLAS_API ddblasStatus_t ddblasTuneReadSamples(const char *path, int (*each)(void *context, const ddblasTuneSample_t *sample),
                                                void *context);

#ifdef __cplusplus
}
#endif

#endif
