/*
 * The search: the second look at the rule. At an examined size, which the code calls a look,
 * candidates are timed and have duels. In a duel a candidate and the fallback, the library's
 * default, are timed in turns at one size.
 *
 * The rule of the fits comes from times that were taken one after another, at sizes about a factor
 * 1.2 apart. It leaves a question open: is a candidate faster than the fallback when both take
 * turns, at all sizes of its range?
 *
 * First duels: the candidate of each range has duels at five sizes of its range.
 *
 * Further sizes: the next size is always in the middle of the widest gap between examined sizes,
 * until no gap is wider than LOOK_STEP grid places. At each examined size several candidates are
 * timed: the champions, the best of the two neighbouring sizes of the ranking, and the winners of
 * the two neighbouring examined sizes. The candidate of the rule has a duel. Then other candidates
 * have duels, as long as the gain that their times predict exceeds the gain that duels have shown.
 *
 * Final rule: it is the sequence of candidates with the least total log time, plus a price for each
 * change. The times are those of duels; where there was no duel, they are predicted from separate
 * timings. The candidate that is chosen at a size has a second duel on other operands, and the
 * smaller of its two gains counts, because the best of many candidates is partly luck. Then the
 * middle of every change is examined, and the sequence is computed again. The price of a change
 * rises with the difference between the two duels of a candidate, which measures the noise.
 *
 * If the time is over after any of these steps, the final rule follows from the results so far.
 * Only the first duels are always made.
 */
#include "search_look.h"

#include <math.h>

enum
{
    FIRST_DUELS = 5 /* Number of first duels of a range. */
};

/* ---- where to look --------------------------------------------------------------------------- */

/* Makes the first duels. At sizes that are spread over each range of the rule, the candidate that
 * the rule chooses there has a duel with the fallback. */
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

/* Returns the grid place in the middle of the widest gap between examined sizes, if this gap is
 * wider than LOOK_STEP; otherwise -1. A gap at an end of the grid may be at most half as wide. */
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

/* Takes timings and makes duels at all examined sizes. With `losers`, only at those sizes where the
 * candidate of the rule has shown no gain. */
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

/* Examines first the sizes where the candidate of the rule has shown no gain, then new sizes in the
 * widest gaps, then all sizes twice. Each examination also times the winners of the two
 * neighbouring sizes. All sizes are examined twice because a pass goes from small to large sizes:
 * only in the second pass does a size know the new winner of its larger neighbour. */
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
