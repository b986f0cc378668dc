/*
 * ddblas verify --suite: cases from a text file, each run by a process of its own.
 */
#ifndef DDBLAS_CLI_SUITE_H
#define DDBLAS_CLI_SUITE_H

#include "../cli.h"

struct cli_case
{
    char *line;    /* the text that name and words point into */
    char *command; /* the arguments as they are in the file */
    const char *name;
    char **words;      /* a null pointer ends them */
    int count, number; /* count of words; number of the line */
    double limit_s;    /* seconds; 0: none */

    /* The outcome. */
    int code; /* one of the exit codes of the command; CLI_NO_RESOURCE for a crash */
    int has_digits;
    double digits; /* the worst component's; infinite: exact */
    double seconds;
    char message[1024]; /* "" for a case that passed */
};

struct cli_suite
{
    const char *folder;
    struct cli_case *cases;
    int count;
    double limit_s; /* that of the cases that are read next */
    double seconds;
};

/* Reads folder/suite.txt. Returns an exit code; whatever it is, cli_suite_free frees the cases.
 * cli/check/suite_file.c */
int cli_suite_read(struct cli_suite *suite, const char *folder);
void cli_suite_free(struct cli_suite *suite);

/* Runs a case in the folder and fills in its outcome. cli/check/suite_case.c */
void cli_suite_run(const struct cli_suite *suite, struct cli_case *c);

/* Writes the outcomes as JUnit XML. Returns an exit code. cli/check/suite_junit.c */
int cli_suite_junit(const struct cli_suite *suite, const char *path);

#endif
