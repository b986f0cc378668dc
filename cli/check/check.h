/*
 * Results from the user's own programs: read, compared with a reference by component, and judged.
 */
#ifndef DDBLAS_CLI_CHECK_H
#define DDBLAS_CLI_CHECK_H

#include "../cli.h"

/* ---- digits of a matrix: cli/check/digits.c -------------------------------------------------- */

enum
{
    CLI_BINS = 34 /* of the histogram: [0, 1), [1, 2), ... digits */
};

/* The correct digits of a component are -log10(|mine - ref| / max(|ref|, floor)), at least 0 and at
 * most cap; moduli for complex numbers. They are cap where mine and ref are equal, 0 where
 * max(|ref|, floor) is 0 and mine is not. A ref that is not finite gives cap if mine is the same
 * (all NaN are the same), otherwise 0; so does a mine that is not finite. */
struct cli_rule
{
    double cap;
    cuddreal floor;
};

struct cli_place
{
    int64_t i, j;
};

struct cli_comparison
{
    int64_t count, equal; /* components, and those that are equal */
    double worst, median; /* of an even number of components the lower one of the two in the middle */
    double whole;         /* the largest error over the largest |ref|; components that are not finite and equal left out */
    struct cli_place worst_at;
    int64_t histogram[CLI_BINS]; /* components by whole digits */
    double over_bound;           /* the largest |mine - ref| / bound, where 0 / 0 is 0 */
    struct cli_place over_bound_at;
};

/* Compares matrices of one shape with at least one component. bound: null, or a real matrix of that
 * shape. digits, ratio: null, or a number for each component, which becomes its digits, or its error
 * over its bound. Returns an exit code. */
int cli_digits_compare(const ddblasHostMatrix *mine, const ddblasHostMatrix *ref, const ddblasHostMatrix *bound,
                       const struct cli_rule *rule, double *digits, double *ratio, struct cli_comparison *c);

/* The digits that numbers of so many bits have when they are correctly rounded: -log10 2^-bits; for
 * 0 and from 104 on those of double-double, 31.3. */
double cli_digits_of_bits(int bits);

/* Digits with one decimal, rounded down, so that 11.96 is not shown as the 12 that it lacks. */
double cli_floor_digits(double digits);

/* Lines of the histogram in text, without empty bins, and an array of {"from", "components"} in JSON: the
 * bins from the first to the last one that is not empty. */
void cli_histogram_print(const int64_t *histogram);
void cli_histogram_json(const char *key, const int64_t *histogram);

/* ---- requirements ---------------------------------------------------------------------------- */

/* CLI_OK when so many digits can be asked for where no more than `cap` can be known; what: "REF" or
 * the like, which limits them. Not given: -1. */
int cli_check_required(cuddreal digits, double cap, const char *what);

/* ---- pictures: cli/check/check_svg.c --------------------------------------------------------- */

/* Components of one result: their digits, and null or their errors over their bounds. */
struct cli_panel_series
{
    const char *name;
    const double *digits, *ratio;
};

/* Draws digits by component and, where a series has them, errors over bounds below, as SVG. Returns
 * an exit code. */
int cli_check_svg(const char *path, const char *title, const struct cli_panel_series *series, int count, int64_t n);

#endif
