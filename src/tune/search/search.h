/*
 * The search: from many candidates to a rule by ranges of n, with few timings.
 *
 * Ranking: at 17 sizes, spaced by equal factors and visited from the ends inwards, all candidates that are not hopeless are timed
 * shortly, the better part of them longer, the best again (successive halving on noisy medians). Hopeless is a candidate that
 * took too long at both neighbours visited before. The first 25 of a size get 25, 24, ... points.
 *
 * Champions: ten, first those that the sizes miss most, then by points.
 *
 * Sampling: the champions at these sizes, then at one size after another where the choice is most uncertain.
 *
 * Rule: for each champion a d-spline of log time over log n; at each size the least, with a price for each change, so that ties
 * do not flutter.
 *
 * Second look: the rule's candidates against the fallback in duels, at sizes spread over every range; where another promises more
 * than has been shown, it duels as well. What the duels showed, with the same price of changes, settles the rule.
 *
 * Champion sieve and d-spline are the method of T. Imamura and co-workers for ASPEN.K2 and of T. Tanaka, T. Katagiri, T. Yuba;
 * halving, the sequential choice of sizes and the price of a change are added to it.
 *
 * The search knows neither devices nor clocks: it asks a function for timings, in an order that depends only on the answers.
 */
#ifndef DDBLAS_TUNE_SEARCH_H
#define DDBLAS_TUNE_SEARCH_H

#include <stdint.h>

enum
{
    DDBLAS_SEARCH_GRID = 257,  /* sizes at equal factors: the grid of the d-splines */
    DDBLAS_SEARCH_PLACES = 25, /* that get points */
    DDBLAS_SEARCH_CHAMPIONS = 10,
    DDBLAS_SEARCH_EFFORTS = 3 /* efforts are 0, 1, 2: each takes about four times the repeats of the one before */
};

enum ddblas_search_answer
{
    DDBLAS_SEARCH_TIMED,
    DDBLAS_SEARCH_WRONG,  /* the result is beyond the error bound: strike the candidate out everywhere */
    DDBLAS_SEARCH_CANNOT, /* does not run at this size */
    DDBLAS_SEARCH_STOP    /* give up the search */
};

struct ddblas_search_timing
{
    double seconds; /* median */
    double noise;   /* standard error of the median over the median */
};

/* A range of the rule. */
struct ddblas_search_range
{
    int64_t first, last;
    int candidate;
    double seconds; /* fitted, in the middle of the range */
    double gain; /* geometric mean over the range of the fallback's time over this one's, fitted, or shown in duels; 1: unknown */
};

struct ddblas_search
{
    int candidates;      /* numbered from 0 */
    int fallback;        /* the candidate that stands for the library's default; always a champion; -1: none */
    int64_t first, last; /* sizes to tune, 1 <= first < last */
    void *context;
    enum ddblas_search_answer (*measure)(void *context, int candidate, int64_t n, int effort,
                                         struct ddblas_search_timing *timing);
    /* 1 when the candidate may run at n; null: always. */
    int (*runs)(void *context, int candidate, int64_t n);
    /* Time of the fallback over that of the candidate at n, in turns, well: on operands that lie well, or less well. Null: no
     * second look, the rule is that of the fits. */
    enum ddblas_search_answer (*duel)(void *context, int candidate, int64_t n, int well, double *quotient);
    /* 1 when the time for the search, or with second_look for all, is over: it ends with what it has. Null: never. */
    int (*time_is_over)(void *context, int second_look);
    /* What is being done, and how much of the whole is done. May be null. */
    void (*progress)(void *context, const char *stage, double done);

    /* Results. */
    struct ddblas_search_range range[DDBLAS_SEARCH_GRID];
    int ranges;
    int champion[DDBLAS_SEARCH_CHAMPIONS + 1];
    int champions;
    int64_t timed; /* candidates timed at least once */
    int64_t cells; /* pairs of candidate and size timed */
    int64_t wrong; /* candidates struck out */
    int64_t duels;
    int sizes; /* sizes at which anything was timed */
};

enum ddblas_search_end
{
    DDBLAS_SEARCH_DONE,
    DDBLAS_SEARCH_STOPPED,
    DDBLAS_SEARCH_NO_MEMORY,
    DDBLAS_SEARCH_NOTHING /* no candidate could be timed */
};

enum ddblas_search_end ddblas_search_run(struct ddblas_search *search);

/* The size at a place of the grid from first to last. */
int64_t ddblas_search_size(int64_t first, int64_t last, int place);

#endif
