/*
 * State of the search, for all its stages.
 */
#ifndef DDBLAS_TUNE_SEARCH_STATE_H
#define DDBLAS_TUNE_SEARCH_STATE_H

#include "search.h"

enum
{
    GRID = DDBLAS_SEARCH_GRID,
    /* Sizes of the ranking: every 16th place of the grid. All champions are timed at all of
     * them. */
    REPRESENTATIVE = 17,
    MOST_SIZES = 48, /* Most sizes of ranking and sampling. */
    MOST_LOOKS = 96  /* Most sizes of the second look. */
};

/* The best timing of a candidate at a size, and its duels with the fallback. */
struct cell
{
    double seconds, noise;
    /* Log of the gain over the fallback in the duel; after two duels the smaller one. */
    double log_gain;
    double discord; /* Difference between two duels. */
    int effort;     /* -1: not timed. */
    int dueled;     /* Number of duels; -1: no duel is possible. */
};

struct champion_fit
{
    double *f, *deviation; /* Log seconds and its standard deviation on the grid. */
    int usable;
};

struct state
{
    struct ddblas_search *search;
    /* Grid places of the sizes used, in the order in which they were added. */
    int place[MOST_SIZES + MOST_LOOKS];
    int sizes;
    struct cell *cell; /* cell[size * candidates + candidate]. */
    /* For each candidate: struck is 1 if it is excluded for a wrong result, timed is 1 if it was
     * timed at least once. */
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

/* Returns the index of the size at a place of the grid, adding it if it is new; -1 when the list is
 * full. */
int ddblas_search_take_size(struct state *s, int place);

/* Times the candidate unless a timing of at least this effort is known. Returns 1: known; 0: not
 * available; -1: stop. */
int ddblas_search_time(struct state *s, int size, int candidate, int effort);

/* The stages. -1: stop. */
int ddblas_search_rank(struct state *s);
int ddblas_search_sample(struct state *s);
void ddblas_search_rule(struct state *s);
int ddblas_search_look_again(struct state *s);

/* Appends a range to the rule that ends at the place `to`. */
void ddblas_search_add_range(struct state *s, int to, int candidate, double seconds, double gain);

#endif
