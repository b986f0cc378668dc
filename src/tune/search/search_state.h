/*
 * What the stages of the search share.
 */
#ifndef DDBLAS_TUNE_SEARCH_STATE_H
#define DDBLAS_TUNE_SEARCH_STATE_H

#include "search.h"

enum
{
    GRID = DDBLAS_SEARCH_GRID,
    REPRESENTATIVE = 17, /* sizes of the ranking: every 16th place of the grid; all champions are timed at all of them */
    MOST_SIZES = 48,     /* of the search */
    MOST_LOOKS = 96      /* of the second look */
};

/* The best timing of a candidate at a size, and its duel. */
struct cell
{
    double seconds, noise;
    double log_gain; /* over the fallback, in the duel; the lesser when there were two */
    double discord;  /* between two duels */
    int effort;      /* -1: not timed */
    int dueled;      /* how often; -1: not to be had */
};

struct champion_fit
{
    double *f, *deviation; /* log seconds and its standard deviation on the grid */
    int usable;
};

struct state
{
    struct ddblas_search *search;
    int place[MOST_SIZES + MOST_LOOKS]; /* of the sizes used, on the grid, in the order in which they were taken */
    int sizes;
    struct cell *cell;    /* [size][candidate] */
    char *struck, *timed; /* by candidate */
    int32_t *points;
    int *order; /* room for a list of candidates */
    struct champion_fit fit[DDBLAS_SEARCH_CHAMPIONS + 1];
    double *numbers; /* behind fit, and the work space of a fit */
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

/* Number of the size at a place of the grid, taken into the list when it is new; -1 when the list is full. */
int ddblas_search_take_size(struct state *s, int place);

/* Times the candidate unless it is known with this effort. 1: known; 0: not to be had; -1: stop. */
int ddblas_search_time(struct state *s, int size, int candidate, int effort);

/* The stages; -1: stop. */
int ddblas_search_rank(struct state *s);
int ddblas_search_sample(struct state *s);
void ddblas_search_rule(struct state *s);
int ddblas_search_look_again(struct state *s);

/* One more range of the rule, after the last one, up to the place. */
void ddblas_search_add_range(struct state *s, int to, int candidate, double seconds, double gain);

#endif
