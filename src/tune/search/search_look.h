/*
 * The second look: interface between search_look.c, which examines a size, search_second.c, which
 * chooses the sizes, and search_settle.c, which derives the final rule. At an examined size (a look
 * in the names below) candidates are timed and hold duels with the fallback.
 */
#ifndef DDBLAS_TUNE_SEARCH_LOOK_H
#define DDBLAS_TUNE_SEARCH_LOOK_H

#include "search_state.h"

#include <math.h>

enum
{
    /* Most places between examined sizes: a factor 1.2 in n, for n from 64 to 40000. */
    LOOK_STEP = 8
};

/* A predicted gain must exceed the gain shown in a duel by this much (log time). */
static const double ddblas_look_caution = 0.005;

struct look
{
    struct state *s;
    int size[MOST_LOOKS]; /* The examined sizes, ascending by grid place. */
    int sizes;
    int rule[GRID]; /* Candidate of the fits' rule at each place. */
    /* Time of that candidate in the middle of its range. */
    double seconds[GRID];
    int final[GRID]; /* Candidate of the final rule at each place. */
    /* Places at which an examination was tried. */
    char tried[GRID];
};

static inline int place_of(const struct look *l, int i) { return l->s->place[l->size[i]]; }

/* Returns 1 if a duel has shown the candidate's gain at the size. */
static inline int shown(const struct state *s, int size, int candidate)
{
    return !s->struck[candidate] && cell_at(s, size, candidate)->dueled > 0;
}

/* Returns the predicted gain: log of the fallback's time over the candidate's, timed separately;
 * NaN when unknown. */
static inline double predicted_gain(const struct state *s, int size, int candidate)
{
    const struct cell *own = cell_at(s, size, candidate), *fallback = cell_at(s, size, s->search->fallback);
    return own->effort < 0 || fallback->effort < 0 ? (double)NAN : log(fallback->seconds / own->seconds);
}

/* Returns 1 when all time is over. */
int ddblas_look_over(struct state *s);

/* Adds the order of this grid place to the examined sizes. If the search already knows that order
 * from another place, that entry is taken. Returns the index among the examined sizes, or -1 if the
 * order is examined already or there is no room. */
int ddblas_look_enter(struct look *l, int place);

/* Holds the candidate's first or second duel at the size, as `number` says, unless its result is
 * known. The second duel uses other operands. Returns -1 to stop. */
int ddblas_look_duel(struct state *s, int size, int candidate, int number);

/* Times the nominees of examined size i and holds duels. Returns -1 to stop. */
int ddblas_look_examine(struct look *l, int i);

/* Finds the candidate of each examined size from the duels, examines further sizes near the changes
 * of candidate, and derives the ranges of the final rule. Returns -1 to stop. */
int ddblas_look_settle(struct look *l);

#endif
