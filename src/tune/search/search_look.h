/*
 * The second look. Interface between three files: search_look.c examines a size, search_second.c
 * chooses the sizes, and search_settle.c makes the final rule. At an examined size, which the names
 * below call a look, candidates are timed and have duels with the fallback.
 */
#ifndef DDBLAS_TUNE_SEARCH_LOOK_H
#define DDBLAS_TUNE_SEARCH_LOOK_H

#include "search_state.h"

#include <math.h>

enum
{
    /* Largest number of grid places between two examined sizes. Eight places are a factor 1.2 in n,
     * for n from 64 to 40000. */
    LOOK_STEP = 8
};

/* A gain predicted from timings must exceed the gain that a duel has shown by at least this much,
 * in the logarithm of time. */
static const double ddblas_look_caution = 0.005;

struct look
{
    struct state *s;
    int size[MOST_LOOKS]; /* Numbers of the examined sizes, in the order of their grid places. */
    int sizes;
    int rule[GRID]; /* For each grid place, the candidate in the rule of the fits. */
    /* For each grid place, the time in seconds of that candidate in the middle of its range. */
    double seconds[GRID];
    int final[GRID]; /* For each grid place, the candidate in the final rule. */
    /* 1 for grid places that were examined or could not be examined, so that they are not tried
     * again. */
    char tried[GRID];
};

static inline int place_of(const struct look *l, int i) { return l->s->place[l->size[i]]; }

/* Returns 1 if a duel has shown how large the candidate's gain is at this size. */
static inline int shown(const struct state *s, int size, int candidate)
{
    return !s->struck[candidate] && cell_at(s, size, candidate)->dueled > 0;
}

/* Returns the gain that separate timings predict: the log of the quotient of the fallback's time
 * and the candidate's time; NaN if one of them is unknown. */
static inline double predicted_gain(const struct state *s, int size, int candidate)
{
    const struct cell *own = cell_at(s, size, candidate), *fallback = cell_at(s, size, s->search->fallback);
    return own->effort < 0 || fallback->effort < 0 ? (double)NAN : log(fallback->seconds / own->seconds);
}

/* Returns 1 if all time is over. */
int ddblas_look_over(struct state *s);

/* Adds the order at this grid place to the examined sizes. If the search already knows this order
 * from another grid place, it uses the entry of that place. Returns the index among the examined
 * sizes. Returns -1 if the order has already been examined or if there is no room. */
int ddblas_look_enter(struct look *l, int place);

/* Makes a duel of the candidate at this size, unless its result is known. number: 1 for the first
 * duel, 2 for the second one, which uses other operands. Returns -1 if the search must stop. */
int ddblas_look_duel(struct state *s, int size, int candidate, int number);

/* Times the nominees of examined size number i and makes duels. Returns -1 if the search must
 * stop. */
int ddblas_look_examine(struct look *l, int i);

/* Finds the best candidate of each examined size from the duels, examines further sizes near the
 * places where the candidate changes, and makes the ranges of the final rule. Returns -1 if the
 * search must stop. */
int ddblas_look_settle(struct look *l);

#endif
