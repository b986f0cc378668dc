/*
 * The journal of a tuning run. Each timing is appended as one line as soon as it has been taken, by
 * one write, so that an interrupted run loses at most one timing:
 *
 *     ddblas-journal 1
 *     engine cpu
 *     device Intel(R) Xeon(R) ...
 *     capability 3.0
 *     symv W lower 100 2 ns=10512.250 noise=0.004 bytes=84000 repeats=48 block=64 .
 *     symv W lower 100 0 wrong block=72 .
 *     symv W lower 100 3 duel=1.082000 block=64 .
 *
 * A line names the routine, type and variant, the order, the effort, the result and the candidate's
 * parameters. It ends with " .", so that a line torn by a crash is recognised and ignored. The
 * effort is 0, 1 or 2. The numbers 3 and 4 in its place mark duels, in which candidate and default
 * are timed in turns: 3 on well aligned operands, 4 on badly aligned ones. duel= is the default's
 * time over the candidate's. `wrong` marks a candidate whose result was wrong. If a run finds a
 * journal of the same device and version, it uses the timings there instead of taking new ones. A
 * lock on the file excludes a second run; the system releases it when the process ends, however it
 * ends.
 */
#ifndef DDBLAS_TUNE_JOURNAL_H
#define DDBLAS_TUNE_JOURNAL_H

#include "table.h"

enum ddblas_journal_mark
{
    DDBLAS_JOURNAL_TIMED,
    DDBLAS_JOURNAL_DUEL,
    DDBLAS_JOURNAL_WRONG,
    DDBLAS_JOURNAL_CANNOT
};

enum
{
    /* Values that replace the effort if an entry is a duel: one for duels on well aligned operands,
     * one for those on badly aligned ones. */
    DDBLAS_JOURNAL_WELL = 3,
    DDBLAS_JOURNAL_LESS_WELL = 4
};

struct ddblas_journal_entry
{
    struct ddblas_tune_key key;
    int64_t n;
    /* 1: the entry is about the routine's own choice. The parameters are then 0. */
    int32_t is_default;
    int32_t parameters[DDBLAS_TUNE_PARAMETERS];
    int effort;
    enum ddblas_journal_mark mark;
    int64_t picoseconds, bytes;
    /* Result of a duel: the quotient of the default's time and the candidate's time, in
     * millionths. */
    int64_t quotient;
    int32_t noise; /* Relative standard error of the time, in thousandths. */
    int32_t repeats;
    /* Set by the journal. 1: this run has used the entry. */
    int32_t taken;
};

struct ddblas_journal;

/* Opens or creates the journal at `path`, locks it and reads its entries. If the journal is of
 * another device or version, it is emptied. Returns SUCCESS, ALLOC_FAILED or FILE_ERROR.
 * FILE_ERROR, which is also returned if another run holds the lock, comes with a sentence in
 * why[DDBLAS_ERROR_TEXT]. */
ddblasStatus_t ddblas_journal_open(const char *path, const struct ddblas_table_header *header, struct ddblas_journal **journal,
                                   char *why);

/* Returns the entry with the same key, n, is_default, parameters and effort as `like`, or null. */
const struct ddblas_journal_entry *ddblas_journal_find(const struct ddblas_journal *journal,
                                                       const struct ddblas_journal_entry *like);

/* Marks an entry that ddblas_journal_find has returned as used. Returns 1 if the entry was in the
 * file before this run and this is the first such call for it; otherwise 0. */
int ddblas_journal_take_over(struct ddblas_journal *journal, const struct ddblas_journal_entry *entry);

/* Appends an entry to the file, and to the entries that ddblas_journal_find searches. Returns
 * SUCCESS, FILE_ERROR or ALLOC_FAILED. */
ddblasStatus_t ddblas_journal_add(struct ddblas_journal *journal, const struct ddblas_journal_entry *entry);

/* Closes the journal. If `renamed` is not null, first gives the file this name. */
ddblasStatus_t ddblas_journal_close(struct ddblas_journal *journal, const char *renamed);

/* Reads a journal without locking it, and calls `each` for each of its entries. */
ddblasStatus_t ddblas_journal_read(const char *path, int (*each)(void *context, const struct ddblas_journal_entry *entry),
                                   void *context);

#endif
