/*
 * Recorded accuracy: the largest error of each measurement on a fixed seeded set. A later run that
 * is worse fails; one that is better says so. The file is text, `key,value` a line with # for
 * comments; values are written with %.17g and come back exactly.
 */
#ifndef DD_VALIDATION_BASELINE_H
#define DD_VALIDATION_BASELINE_H

struct dd_baseline;

/* Reads the file; one that does not exist is an empty baseline. Aborts with file and line when a
 * line is malformed. With DDBLAS_RECORD=1 in the environment the run records: nothing fails, and
 * close writes the file. */
struct dd_baseline *dd_baseline_open(const char *path);

/* 1 when `measured` is at most the recorded value of `key` up to a part in 2^40 (or when
 * recording); otherwise, or when key is not recorded, prints why and returns 0. */
int dd_baseline_check(struct dd_baseline *b, const char *key, double measured);

/* Prints what improved, writes the file when recording, frees. */
void dd_baseline_close(struct dd_baseline *b);

#endif
