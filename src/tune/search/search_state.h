/*
 * The state of a search, which all its stages use.
 */
#ifndef DDBLAS_TUNE_SEARCH_STATE_H
#define DDBLAS_TUNE_SEARCH_STATE_H

#include "search.h"

enum
{
    GRID = DDBLAS_SEARCH_GRID,
    /* Number of sizes of the ranking. They are every 16th place of the grid. All champions are
     * timed at all of them. */
    REPRESENTATIVE = 17,
    MOST_SIZES = 48, /* Largest number of sizes of ranking and sampling. */
    MOST_LOOKS = 96  /* Largest number of sizes of the second look. */
};

/* A candidate at a size: its best timing there, and its duels with the fallback. */
struct cell
{
    double seconds, noise;
    /* Log of the gain over the fallback that the duel has shown; after two duels, the smaller of
     * the two. */
    double log_gain;
    double discord; /* Difference between the two duels. */
    int effort;     /* -1: not timed. */
    int dueled;     /* Number of duels; -1: no duel is possible. */
};

struct champion_fit
{
    /* On the grid: the fitted log of the time in seconds, and its standard deviation. */
    double *f, *deviation;
    int usable;
};

struct state
{
    struct ddblas_search *search;
    /* Grid places of the sizes, in the order in which they were added. */
    int place[MOST_SIZES + MOST_LOOKS];
    int sizes;
    /* The cell of a size and a candidate is cell[size * candidates + candidate]. */
    struct cell *cell;
    /* For each candidate. struck: 1 if it has been excluded because of a wrong result. timed: 1 if
     * it has been timed at least once. */
    char *struck, *timed;
    int32_t *points;
    int *order; /* Memory for a list of candidates. */
    struct champion_fit fit[DDBLAS_SEARCH_CHAMPIONS + 1];
    /* Memory for the arrays of `fit` and the work space of a fit. */
    double *numbers;
    double *work;
    int out_of_time, second_look;
};

static inline struct cell *cell_at(const struct state *s, int size, int candidate)
{
    return s->cell + (int64_t)size * s->search->candidates + candidate;
}

static inline int64_t size_at(const struct state *s, int size)
{
    return ddblas_search_size(s->search->first, s->search->last, s->place[size]);
}

/* Returns the index of the size at a grid place. If the size is new, adds it; if the list is full,
 * returns -1. */
int ddblas_search_take_size(struct state *s, int place);

/* Times the candidate, unless a timing with at least this effort is known. Returns 1 if there is a
 * timing, 0 if the candidate cannot be timed, and -1 if the search must stop. */
int ddblas_search_time(struct state *s, int size, int candidate, int effort);

/* The stages of the search. They return -1 if the search must stop. */
int ddblas_search_rank(struct state *s);
int ddblas_search_sample(struct state *s);
void ddblas_search_rule(struct state *s);
int ddblas_search_look_again(struct state *s);

/* Appends a range to the rule. The range ends at the grid place `to`. */
void ddblas_search_add_range(struct state *s, int to, int candidate, double seconds, double gain);

#endif
