/*
 * The search: it derives a rule, which gives a candidate for each range of the order n, from many
 * candidates and with few timings.
 *
 * Ranking. 17 sizes n, spaced by equal factors, are visited from the ends inwards. At each size all
 * candidates except hopeless ones are timed briefly, the better ones longer, and the best again
 * (successive halving on noisy medians). A candidate is hopeless if it took too long at both
 * neighbouring sizes visited before. The 25 fastest candidates of a size get 25, 24, ... points.
 *
 * Champions. Ten candidates are chosen: first those that most reduce the sum of the losses at the
 * 17 sizes, then those with most points. The loss at a size is the logarithm of the champions' best
 * time over the best time of all candidates.
 *
 * Sampling. The champions are timed at the 17 sizes, then at one more size after another, each time
 * where the choice between them is most uncertain.
 *
 * Rule. A d-spline (dspline.h) is fitted to each champion's log time as a function of log n. At
 * each size the champion of least fitted time is chosen. Each change of the champion from one size
 * to the next costs a price, so that ties do not cause many short ranges.
 *
 * Second look. The candidates of the rule are compared with the fallback, the library's default, in
 * duels. In a duel the two are timed in turns at one size, so that a disturbance of the machine
 * affects both. The sizes of the duels are spread over every range. If the timings of another
 * candidate predict a larger gain than the duels have shown, that candidate duels as well. The
 * final rule follows from the duels, with the same price of changes.
 *
 * Champions and d-splines are the method of T. Imamura and co-workers for ASPEN.K2 and of T.
 * Tanaka, T. Katagiri, T. Yuba. Successive halving, the sequential choice of sizes and the price of
 * a change are added here.
 *
 * The search knows neither devices nor clocks. It asks a function for timings, in an order that
 * depends only on the answers.
 */
#ifndef DDBLAS_TUNE_SEARCH_H
#define DDBLAS_TUNE_SEARCH_H

#include <stdint.h>

enum
{
    /* Number of places of the d-splines' grid. The sizes at neighbouring places have a constant
     * quotient. */
    DDBLAS_SEARCH_GRID = 257,
    DDBLAS_SEARCH_PLACES = 25, /* Candidates of a size that get points. */
    DDBLAS_SEARCH_CHAMPIONS = 10,
    /* The efforts of a timing are 0, 1 and 2. They stand for 3, 7 and 15 batches of calls
     * (timing.h). */
    DDBLAS_SEARCH_EFFORTS = 3
};

enum ddblas_search_answer
{
    DDBLAS_SEARCH_TIMED,
    /* The error of the result is above the bound. The candidate is then excluded at all sizes. */
    DDBLAS_SEARCH_WRONG,
    DDBLAS_SEARCH_CANNOT, /* The candidate does not run at this size. */
    DDBLAS_SEARCH_STOP    /* Stop the search. */
};

struct ddblas_search_timing
{
    double seconds; /* Median time of a call, in seconds. */
    double noise;   /* Standard error of the median, divided by the median. */
};

/* A range of the rule. */
struct ddblas_search_range
{
    int64_t first, last;
    int candidate;
    double seconds; /* Time in seconds of a call in the middle of the range, fitted or measured. */
    /* Geometric mean, over the range, of the quotient of the fallback's time and this candidate's
     * time, from the fits or from the duels; 1 if it is unknown. */
    double gain;
};

struct ddblas_search
{
    int candidates; /* Number of candidates. They are numbered from 0. */
    /* Number of the candidate that is the library's default. It is always a champion. -1: there is
     * none. */
    int fallback;
    int64_t first, last; /* Sizes to tune, 1 <= first < last. */
    void *context;
    enum ddblas_search_answer (*measure)(void *context, int candidate, int64_t n, int effort,
                                         struct ddblas_search_timing *timing);
    /* Returns 1 if the candidate can run at n. Null pointer: it can run at every n. */
    int (*runs)(void *context, int candidate, int64_t n);
    /* Times the fallback and the candidate in turns at size n, and writes the quotient of the
     * fallback's time and the candidate's time. well: on well aligned operands, otherwise on badly
     * aligned ones. Null pointer: there is no second look, and the rule is that of the fits. */
    enum ddblas_search_answer (*duel)(void *context, int candidate, int64_t n, int well, double *quotient);
    /* Returns 1 if the time is over: with second_look = 0 the time for ranking and sampling, with
     * second_look = 1 all time. The search then ends with the results so far. Null pointer: there
     * is no limit. */
    int (*time_is_over)(void *context, int second_look);
    /* Receives the name of the current stage and the share of the work that is done. May be
     * null. */
    void (*progress)(void *context, const char *stage, double done);

    /* Results of the search. */
    struct ddblas_search_range range[DDBLAS_SEARCH_GRID];
    int ranges;
    int champion[DDBLAS_SEARCH_CHAMPIONS + 1];
    int champions;
    int64_t timed; /* Number of candidates that were timed at least once. */
    int64_t cells; /* Number of pairs of candidate and size that were timed. */
    int64_t wrong; /* Number of candidates that were excluded because of a wrong result. */
    int64_t duels;
    int sizes; /* Number of sizes at which anything was timed. */
};

enum ddblas_search_end
{
    DDBLAS_SEARCH_DONE,
    DDBLAS_SEARCH_STOPPED,
    DDBLAS_SEARCH_NO_MEMORY,
    DDBLAS_SEARCH_NOTHING /* No candidate could be timed. */
};

enum ddblas_search_end ddblas_search_run(struct ddblas_search *search);

/* Returns the size that belongs to a place of the grid from `first` to `last`. */
int64_t ddblas_search_size(int64_t first, int64_t last, int place);

#endif
