/*
 * Results from the user's own programs: read, compared with a reference by component, and judged.
 */
#ifndef DDBLAS_CLI_CHECK_H
#define DDBLAS_CLI_CHECK_H

#include "../cli.h"

/* ---- digits of a matrix: cli/check/digits.c -------------------------------------------------- */

enum
{
    CLI_BINS = 34 /* bins of the histogram: [0, 1), [1, 2), ... digits */
};

/* The correct digits of a component are -log10(|mine - ref| / max(|ref|, floor)), at least 0 and at
 * most cap; moduli for complex numbers. They are cap where mine and ref are equal, 0 where
 * max(|ref|, floor) is 0 and mine is not. A ref that is not finite gives cap if mine is the same
 * (all NaN are the same), otherwise 0; so does a mine that is not finite. Where ref itself may err
 * by e, cap is that of -log10(e / |ref|) digits, errors up to e count as none, and a ref of at most
 * e counts as 0. */
struct cli_rule
{
    double cap;
    cuddreal floor;
    int upper;                 /* 1: elements below the diagonal do not count */
    const double *uncertainty; /* null, or for each component, by columns, a bound on the error of ref itself */
};

struct cli_place
{
    int64_t i, j;
};

struct cli_comparison
{
    int64_t count, equal; /* components, and those that are equal */
    double worst, median; /* the median of an even number is the lower one of the two in the middle */
    double whole;         /* the largest error over the largest |ref|; components that are not finite and equal left out */
    struct cli_place worst_at;
    int64_t histogram[CLI_BINS]; /* components by whole digits */
    double over_bound;           /* the largest |mine - ref| / bound, where 0 / 0 is 0 */
    struct cli_place over_bound_at;
    double cap, whole_cap; /* the digits that ref vouches for: least of all components other than 0, and as a whole */
};

/* Compares matrices of one shape with at least one component. bound: null, or a real matrix of that
 * shape. digits, ratio: null, or a number for each component, which becomes its digits, or its
 * error over its bound. Returns an exit code. */
int cli_digits_compare(const ddblasHostMatrix *mine, const ddblasHostMatrix *ref, const ddblasHostMatrix *bound,
                       const struct cli_rule *rule, double *digits, double *ratio, struct cli_comparison *c);

/* The digits that numbers of so many bits have when they are correctly rounded: -log10 2^-bits; for
 * 0 and from 104 on those of double-double, 31.3. */
double cli_digits_of_bits(int bits);

/* Digits with one decimal, rounded down, so that 11.96 is not shown as the 12 that it lacks. */
double cli_floor_digits(double digits);

/* Lines of the histogram in text, without empty bins, and an array of {"from", "components"} in
 * JSON: the bins from the first to the last one that is not empty. */
void cli_histogram_print(const int64_t *histogram);
void cli_histogram_json(const char *key, const int64_t *histogram);

/* ---- requirements ---------------------------------------------------------------------------- */

/* CLI_OK when so many digits can be asked for where no more than `cap` can be known; what: "REF" or
 * the like, which limits them, or when --require-digits was not given. */
int cli_check_required(cuddreal digits, double cap, const char *what);

/* ---- the user's own result in ddblas verify: cli/check/mine.c -------------------------------- */

enum cli_measure
{
    CLI_WORST,
    CLI_MEDIAN,
    CLI_WHOLE
};
extern const char *const cli_measure_words[]; /* their order */

struct cli_mine_options
{
    const char *files[3]; /* --result, and the files that some routines have beside it; null: not given */
    cuddreal required;    /* digits; -1: not given */
    int measure;
    int type; /* -1: not given; symv and its relatives have an option of their own */
};

#define CLI_MINE_DEFAULTS                                                                                                        \
    {                                                                                                                            \
        .required = {-1.0, 0.0}, .type = -1                                                                                      \
    }
#define CLI_MINE_OPTIONS(o)                                                                                                      \
    {"--result", CLI_TEXT, &(o).files[0], 0}, {"--require-digits", CLI_NUMBER, &(o).required, 0},                                \
    {                                                                                                                            \
        "--measure", CLI_WORD, &(o).measure, cli_measure_words                                                                   \
    }

/* The same for the routines that have --type for the result alone. */
#define CLI_RESULT_OPTIONS(o)                                                                                                    \
    CLI_MINE_OPTIONS(o), { "--type", CLI_WORD, &(o).type, cli_type_words }

struct cli_mine
{
    const struct cli_mine_options *o;
    ddblasHostMatrix X[3]; /* W or U */
    double unit;           /* the u of the bounds: 2^-24, 2^-53, 2^-64, 2^-104 */
    double digits[3];      /* by enum cli_measure; a routine without components sets all to the same */
    int has_place;         /* the worst component's is known */
    struct cli_place worst_at;
};

/* Reads the files that were given, if any. The unit is that of the type asked for; for a type < 0
 * that of the numbers in the first file, 2^-53 for text and integers. Returns an exit code;
 * cli_mine_free gives the memory back in any case. */
int cli_mine_read(const struct cli_mine_options *o, int type, int npy, struct cli_mine *mine);
void cli_mine_free(struct cli_mine *mine);
/* 1 when there is a result to judge. */
int cli_has_mine(const struct cli_mine *mine);
/* Checks that file number k has m x n numbers; a row becomes a column and the other way round. */
int cli_mine_check_shape(struct cli_mine *mine, int k, int64_t m, int64_t n);
/* The exit code of a verification that `passed` as far as bounds go. */
int cli_mine_code(const struct cli_mine *mine, int passed);
/* The report on the result: lines of text, or members of the JSON object. Nothing without
 * a result. */
void cli_mine_print(const struct cli_mine *mine);
void cli_mine_json(const struct cli_mine *mine);

/* CLI_OK unless an option that judges a result was given without one. */
int cli_mine_check_options(const struct cli_mine_options *o);

/* ---- the judgement of such a result: cli/check/judgement.c ----------------------------------- */

/* A quantity that should be small, such as a residual. */
struct cli_quantity
{
    const char *label, *key; /* in text and in JSON */
    double value, bound;     /* bound < 0: the value is shown and not judged */
};

enum
{
    CLI_MOST_QUANTITIES = 6,
    CLI_NOTE = 256
};

/* A result beside ours. A routine fills in what it knows; cli_judge does the rest. */
struct cli_judgement
{
    const char *routine, *title; /* the routine; the title of the matrix */
    int64_t m, n;                /* sizes of the matrix */
    char note[CLI_NOTE];         /* more about the problem, or "" */
    struct cli_quantity quantity[CLI_MOST_QUANTITIES];
    int quantities;

    /* Components, by number in the result's first file. */
    const char *components; /* "x", "eigenvalues" */
    ddblasHostMatrix ours;  /* W or U */
    ddblasHostMatrix bound; /* D, on each error; without elements: the errors are not judged */
    int upper;              /* as in struct cli_rule */
    double *uncertainty;    /* the same, or null */
    char source[CLI_NOTE];  /* how `ours` was computed */
    const char *why;        /* why there is no `ours`, or null */

    double condition; /* 0: not known */
    const char *condition_of;
    int has_digits; /* a routine without components that has digits nevertheless */
    double digits;
};

/* Adds a quantity. */
void cli_judgement_add(struct cli_judgement *j, const char *label, const char *key, double value, double bound);
/* Room for `ours` (m x n of a type), the bounds and, if wanted, the uncertainty. Returns an exit
 * code; cli_judgement_free gives the memory back in any case. */
int cli_judgement_make(struct cli_judgement *j, ddblasType_t type, int64_t m, int64_t n, int uncertain);
void cli_judgement_free(struct cli_judgement *j);
/* Values in an order, such as eigenvalues, beside a result that may have them in another order:
 * `ours`, the bounds and uncertainties are brought into that order, and the note says so. Returns
 * an exit code. */
int cli_judgement_pair(struct cli_judgement *j, const ddblasHostMatrix *mine);
/* A bound on the error of a Rayleigh quotient with this norm of its residual: the square of it over
 * the distance of other eigenvalues (T. Kato and G. Temple; B. N. Parlett, The symmetric eigenvalue
 * problem, 1998, section 11.7), or if none is far enough away `spread`, which bounds the error of
 * every one. distance: to the other quotients. */
double cli_rayleigh_error(double residual, double distance, double spread);
/* The spread of n quotients: they are the eigenvalues of a matrix that differs from A by
 * ||A V - V D||, at most sqrt(n) times the largest residual, and by the loss of orthogonality of V
 * in double-double times `norm`, for which dd/eigen.h and dd/svd.h state 4 n 2^-104. */
double cli_rayleigh_spread(int64_t n, double largest_residual, double norm);
/* Compares the result with `ours`, draws the picture if svg is not null, and prints the report.
 * Returns an exit code: that of cli_mine_code, or of a failure. */
int cli_judge(struct cli_judgement *j, struct cli_mine *mine, const char *svg, int json);
/* The bound of residuals and of the loss of orthogonality in LAPACK's own tests, 50 max(m, n) ulp =
 * 100 max(m, n) u (dd/svd.h); for u = 2^-104 the library's, 4 max(m, n) u. */
double cli_mine_backward_bound(const struct cli_mine *mine, int64_t m, int64_t n);

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
