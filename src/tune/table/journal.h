/*
 * The journal of a tuning run: each timing is written at once as one line, in one piece.
 *
 *     ddblas-journal 1
 *     engine cpu
 *     device Intel(R) Xeon(R) ...
 *     capability 3.0
 *     symv W lower 100 2 ns=10512.250 noise=0.004 bytes=84000 repeats=48 block=64 .
 *     symv W lower 100 0 wrong block=72 .
 *     symv W lower 100 3 duel=1.082000 block=64 .
 *
 * A line ends with " .", so that a line torn by a crash is recognised and ignored. The number after
 * the order is the effort (0, 1, 2). The numbers 3 and 4 in its place mark duels, in which
 * candidate and default are timed in turns: 3 on well aligned operands, 4 on badly aligned ones.
 * duel= is the default's time over the candidate's. If a run finds a journal of the same device and
 * version, it uses the timings there instead of taking new ones. A lock on the file excludes a
 * second run; the system releases it when the process ends, however it ends.
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
    /* Values that an entry has instead of an effort if it is a duel: on well aligned operands, and
     * on badly aligned ones. */
    DDBLAS_JOURNAL_WELL = 3,
    DDBLAS_JOURNAL_LESS_WELL = 4
};

struct ddblas_journal_entry
{
    struct ddblas_tune_key key;
    int64_t n;
    /* 1: the routine's own choice; then the parameters are 0. */
    int32_t is_default;
    int32_t parameters[DDBLAS_TUNE_PARAMETERS];
    int effort;
    enum ddblas_journal_mark mark;
    int64_t picoseconds, bytes;
    /* Result of a duel in millionths: the default's time over the candidate's. */
    int64_t quotient;
    int32_t noise; /* Relative standard error in thousandths. */
    int32_t repeats;
    /* Set by the journal: 1 when this run has used the entry. */
    int32_t taken;
};

struct ddblas_journal;

/* Opens or creates the journal at path, locks it and reads its entries. A journal of another device
 * or version is emptied first. Returns SUCCESS, ALLOC_FAILED, or FILE_ERROR with a sentence in
 * why[DDBLAS_ERROR_TEXT], also when another run holds the lock. */
ddblasStatus_t ddblas_journal_open(const char *path, const struct ddblas_table_header *header, struct ddblas_journal **journal,
                                   char *why);

/* Returns the entry whose key, n, is_default, parameters and effort equal those of `like`, or
 * null. */
const struct ddblas_journal_entry *ddblas_journal_find(const struct ddblas_journal *journal,
                                                       const struct ddblas_journal_entry *like);

/* Marks an entry, which `find` returned, as used. Returns 1 at the first such call for an entry
 * that was in the file before this run, otherwise 0. */
int ddblas_journal_take_over(struct ddblas_journal *journal, const struct ddblas_journal_entry *entry);

/* Appends an entry to the file and to those that `find` searches. Returns SUCCESS, FILE_ERROR, or
 * ALLOC_FAILED. */
ddblasStatus_t ddblas_journal_add(struct ddblas_journal *journal, const struct ddblas_journal_entry *entry);

/* Closes the journal. If `renamed` is not null, renames the file to it first. */
ddblasStatus_t ddblas_journal_close(struct ddblas_journal *journal, const char *renamed);

/* Reads a journal without a lock and calls `each` for its entries. */
ddblasStatus_t ddblas_journal_read(const char *path, int (*each)(void *context, const struct ddblas_journal_entry *entry),
                                   void *context);

#endif
