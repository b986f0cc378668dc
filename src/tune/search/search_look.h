/*
 * The second look: what its two halves share, the looks and the settlement.
 */
#ifndef DDBLAS_TUNE_SEARCH_LOOK_H
#define DDBLAS_TUNE_SEARCH_LOOK_H

#include "search_state.h"

#include <math.h>

/* What a promise must exceed a duel by. */
static const double ddblas_look_caution = 0.005;

struct look
{
    struct state *s;
    int size[MOST_LOOKS]; /* by place */
    int sizes;
    int rule[GRID];       /* the candidate of the fits */
    double seconds[GRID]; /* its time in the middle of its range */
    int final[GRID];      /* the candidate of the duels */
    char tried[GRID];     /* places that were to be looked at */
};

static inline int place_of(const struct look *l, int i) { return l->s->place[l->size[i]]; }

/* 1 when the candidate's gain has been shown at the size. */
static inline int shown(const struct state *s, int size, int candidate)
{
    return !s->struck[candidate] && cell_at(s, size, candidate)->dueled > 0;
}

/* log of the fallback's time over the candidate's, timed one after the other; NaN when unknown. */
static inline double promise(const struct state *s, int size, int candidate)
{
    const struct cell *own = cell_at(s, size, candidate), *fallback = cell_at(s, size, s->search->fallback);
    return own->effort < 0 || fallback->effort < 0 ? (double)NAN : log(fallback->seconds / own->seconds);
}

/* 1 when the time for all is over. */
int ddblas_look_over(struct state *s);

/* Enters the place, or the one of the same size that is known, among the looks; its number there, or -1 when there is no room or
 * it is one already. */
int ddblas_look_enter(struct look *l, int place);

/* The candidate's duel at the size, its first or its second (on the other operands), unless it is known. -1: stop. */
int ddblas_look_duel(struct state *s, int size, int candidate, int number);

/* Times the nominees of look i, and duels. -1: stop. */
int ddblas_look_examine(struct look *l, int i);

/* The sequence of candidates, look by look, from what the looks and as many more beside its changes have shown, and from it the
 * ranges of the rule. -1: stop. */
int ddblas_look_settle(struct look *l);

#endif
