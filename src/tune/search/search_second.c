/*
 * The search: the second look at the rule. At an examined size (a look in the code's names)
 * candidates are timed and hold duels. A duel times a candidate and the fallback, the library's
 * default, in turns at one size.
 *
 * The rule of the fits comes from times that were taken one after another, at sizes a factor 1.2 or
 * so apart. The question is whether a candidate is faster than the fallback when both take turns,
 * at all sizes of its range.
 *
 * First duels: each range's candidate duels at five sizes of its range.
 *
 * Further sizes are taken in the middle of the widest gap between examined sizes, until no gap is
 * wider than LOOK_STEP places. At each examined size the champions, the best of the ranking's two
 * neighbouring sizes and the winners of the neighbouring ones are timed. The rule's candidate
 * duels. Then other candidates duel as long as the gain that their times predict exceeds the gain
 * shown by duels.
 *
 * Final rule: it is the sequence of least total log time by duels (by predicted gains where there
 * was no duel), with a price of changes. The candidate chosen at a size duels a second time on
 * other operands; the smaller of the two gains counts, because the best of many candidates is
 * partly luck. Then the middle of every change is examined, and the sequence is computed again. The
 * price of changes rises with the difference between a candidate's two duels.
 *
 * If the time is over after any of these steps, the final rule follows from the results so far.
 * Only the first duels are always held.
 */
#include "search_look.h"

#include <math.h>

enum
{
    FIRST_DUELS = 5 /* First duels of a range. */
};

/* ---- where to look --------------------------------------------------------------------------- */

/* Holds the first duels. At sizes spread over each range of the rule, the candidate that the rule
 * chooses there duels with the fallback. */
static int look_first(struct look *l)
{
    for (int from = 0, to; from < GRID; from = to + 1)
    {
        for (to = from; to + 1 < GRID && l->rule[to + 1] == l->rule[from]; to++)
            continue;
        const int places = to - from + 1, wanted = l->rule[from] == l->s->search->fallback ? 1 : FIRST_DUELS;
        const int count = wanted < places ? wanted : places;
        for (int k = 0; k < count; k++)
        {
            const int i = ddblas_look_enter(l, from + (2 * k + 1) * places / (2 * count));
            if (i < 0)
                continue;
            if (ddblas_search_time(l->s, l->size[i], l->rule[from], 1) < 0 ||
                ddblas_look_duel(l->s, l->size[i], l->rule[from], 1))
                return -1;
        }
    }
    return 0;
}

/* Returns the middle of the widest gap between examined sizes that is wider than LOOK_STEP, or -1.
 * The ends of the grid should be at most half a step from an examined size. */
static int widest_gap(const struct look *l)
{
    int widest = LOOK_STEP, place = -1;
    for (int i = 0; i <= l->sizes; i++)
    {
        const int from = i == 0 ? -LOOK_STEP / 2 : place_of(l, i - 1),
                  to = i == l->sizes ? GRID - 1 + LOOK_STEP / 2 : place_of(l, i);
        const int middle = (from + to) / 2 < GRID - 1 ? (from + to) / 2 : GRID - 1;
        if (to - from > widest && !l->tried[middle])
        {
            widest = to - from;
            place = middle;
        }
    }
    return place;
}

/* Takes timings and holds duels at all examined sizes or, with `losers`, only at those where the
 * rule's candidate has shown no gain. */
static int examine_all(struct look *l, int losers)
{
    const struct state *s = l->s;
    for (int i = 0; i < l->sizes && !ddblas_look_over(l->s); i++)
    {
        const int own = l->rule[place_of(l, i)];
        if (losers && own != s->search->fallback && shown(s, l->size[i], own) &&
            cell_at(s, l->size[i], own)->log_gain > ddblas_look_caution)
            continue;
        if (ddblas_look_examine(l, i))
            return -1;
    }
    return 0;
}

/* Examines first the sizes where the rule's candidate has shown no gain, then new sizes in the
 * widest gaps, then all sizes twice. Each examination also times the winners of the two
 * neighbouring sizes. The passes go from small to large sizes, so only the second one knows the new
 * winner of the larger neighbour. */
static int look_everywhere(struct look *l)
{
    const struct ddblas_search *search = l->s->search;
    if (examine_all(l, 1))
        return -1;
    for (int place; !ddblas_look_over(l->s) && (place = widest_gap(l)) >= 0;)
    {
        const int i = ddblas_look_enter(l, place);
        if (search->progress)
            search->progress(search->context, "second look", 0.9 + 0.08 * l->sizes / MOST_LOOKS);
        if (i >= 0 && ddblas_look_examine(l, i))
            return -1;
    }
    return examine_all(l, 0) || examine_all(l, 0) ? -1 : 0;
}

/* ---- the whole second look ------------------------------------------------------------------- */

int ddblas_search_look_again(struct state *s)
{
    struct ddblas_search *search = s->search;
    struct look l = {.s = s};
    s->second_look = 1;
    s->out_of_time = 0;
    for (int g = 0, i = 0; g < GRID; g++)
    {
        while (i < search->ranges - 1 && ddblas_search_size(search->first, search->last, g) > search->range[i].last)
            i++;
        l.rule[g] = search->range[i].candidate;
        l.seconds[g] = search->range[i].seconds;
    }
    if (search->progress)
        search->progress(search->context, "second look", 0.89);
    return look_first(&l) || look_everywhere(&l) ? -1 : ddblas_look_settle(&l);
}
