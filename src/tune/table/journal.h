/*
 * The journal of a tuning run: every timing, written at once, one line each, appended in one piece.
 *
 *     ddblas-journal 1
 *     engine cpu
 *     device Intel(R) Xeon(R) ...
 *     capability 3.0
 *     symv W lower 100 2 ns=10512.250 noise=0.004 bytes=84000 repeats=48 block=64 .
 *     symv W lower 100 0 wrong block=72 .
 *     symv W lower 100 3 duel=1.082000 block=64 .
 *
 * The line ends with " ." so that a line torn by a crash is known and left out. The number after the order is the effort; 3 and 4
 * are duels, on operands that lie well and less well, with the routine's own time over the candidate's. A run that finds a
 * journal of the same device and version takes its timings over in the place of new ones. A lock on the file keeps a second run
 * away; the system lifts it when the process ends, however it ends.
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
    DDBLAS_JOURNAL_WELL = 3, /* in the place of the effort: a duel */
    DDBLAS_JOURNAL_LESS_WELL = 4
};

struct ddblas_journal_entry
{
    struct ddblas_tune_key key;
    int64_t n;
    int32_t is_default; /* 1: the routine's own choice, and then parameters are 0 */
    int32_t parameters[DDBLAS_TUNE_PARAMETERS];
    int effort;
    enum ddblas_journal_mark mark;
    int64_t picoseconds, bytes;
    int64_t quotient; /* of a duel, millionths */
    int32_t noise;    /* thousandths */
    int32_t repeats;
    int32_t taken; /* the journal's own: 1 when it has been taken over */
};

struct ddblas_journal;

/* Opens or makes the journal at path and locks it, and reads what is in it; one of another device or version is emptied first.
 * SUCCESS, FILE_ERROR (a sentence in why[DDBLAS_ERROR_TEXT]; also: another run holds it), ALLOC_FAILED. */
ddblasStatus_t ddblas_journal_open(const char *path, const struct ddblas_table_header *header, struct ddblas_journal **journal,
                                   char *why);

/* The entry with this key, n, default or parameters, and effort, or null. */
const struct ddblas_journal_entry *ddblas_journal_find(const struct ddblas_journal *journal,
                                                       const struct ddblas_journal_entry *like);

/* 1 when the entry, from find, was in the file before this run, the first time that it is asked for one; then 0. */
int ddblas_journal_take_over(struct ddblas_journal *journal, const struct ddblas_journal_entry *entry);

/* Appends an entry to the file and to what find sees. SUCCESS, FILE_ERROR, ALLOC_FAILED. */
ddblasStatus_t ddblas_journal_add(struct ddblas_journal *journal, const struct ddblas_journal_entry *entry);

/* Closes it; with a name, after renaming the file to that. */
ddblasStatus_t ddblas_journal_close(struct ddblas_journal *journal, const char *renamed);

/* Reads a journal without a lock and calls each for its entries. */
ddblasStatus_t ddblas_journal_read(const char *path, int (*each)(void *context, const struct ddblas_journal_entry *entry),
                                   void *context);

#endif
