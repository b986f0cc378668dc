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
 * wider than STEP places. At each examined size the champions, the best of the ranking's two
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
    /* Most places between examined sizes: a factor 1.2 in n, for n from 64 to 40000. */
    STEP = 8,
    FIRST_DUELS = 5, /* First duels of a range. */
    MOST_DUELS = 4,  /* Most duels of an examined size, after that of the rule's candidate. */
    FIRSTS = 12,     /* Nominees from each neighbouring size of the ranking. */
    FINALISTS = 5,   /* Candidates of an examined size that are timed longer. */
    NOMINEES = 48    /* Most nominees of an examined size. */
};

int ddblas_look_over(struct state *s)
{
    const struct ddblas_search *search = s->search;
    s->out_of_time |= search->time_is_over && search->time_is_over(search->context, 1);
    return s->out_of_time;
}

int ddblas_look_enter(struct look *l, int place)
{
    const struct ddblas_search *search = l->s->search;
    int i = l->sizes, size = -1;
    l->tried[place] = 1;
    for (int k = 0; k < l->s->sizes && size < 0; k++)
        if (size_at(l->s, k) == ddblas_search_size(search->first, search->last, place))
            size = k;
    for (int k = 0; k < l->sizes; k++)
        if (l->size[k] == size)
            return -1;
    if (l->sizes == MOST_LOOKS || (size < 0 && (size = ddblas_search_take_size(l->s, place)) < 0))
        return -1;
    for (l->sizes++; i > 0 && place_of(l, i - 1) > l->s->place[size]; i--)
        l->size[i] = l->size[i - 1];
    l->size[i] = size;
    return i;
}

/* ---- one look -------------------------------------------------------------------------------- */

int ddblas_look_duel(struct state *s, int size, int candidate, int number)
{
    struct ddblas_search *search = s->search;
    struct cell *cell = cell_at(s, size, candidate);
    const int64_t n = size_at(s, size);
    double quotient = 1.0;
    if (candidate == search->fallback || s->struck[candidate] || cell->dueled < 0 || cell->dueled >= number ||
        (search->runs && !search->runs(search->context, candidate, n)))
        return 0;
    const enum ddblas_search_answer answer =
        search->duel(search->context, candidate, n, (s->place[size] / STEP + cell->dueled) % 2 == 0, &quotient);
    if (answer == DDBLAS_SEARCH_STOP)
        return -1;
    if (answer == DDBLAS_SEARCH_WRONG)
    {
        s->struck[candidate] = 1;
        search->wrong++;
    }
    if (answer != DDBLAS_SEARCH_TIMED || !(quotient > 0.0))
    {
        cell->dueled = -1;
        return 0;
    }
    const double gain = log(quotient);
    cell->discord = cell->dueled ? fabs(gain - cell->log_gain) : 0.0;
    cell->log_gain = cell->dueled ? fmin(gain, cell->log_gain) : gain;
    cell->dueled++;
    search->duels++;
    return 0;
}

/* Returns the candidate of the greatest gain shown by duels at the size, or the fallback. */
static int winner(const struct state *s, int size)
{
    int best = s->search->fallback;
    double gain = 0.0;
    for (int c = 0; c < s->search->candidates; c++)
        if (shown(s, size, c) && cell_at(s, size, c)->log_gain > gain)
        {
            best = c;
            gain = cell_at(s, size, c)->log_gain;
        }
    return best;
}

static int nominate(int *list, int count, int candidate)
{
    for (int i = 0; i < count; i++)
        if (list[i] == candidate)
            return count;
    if (count < NOMINEES)
        list[count++] = candidate;
    return count;
}

/* Nominates the best candidates of the ranking at a size. */
static int nominate_firsts(const struct state *s, int size, int *list, int count)
{
    int first[FIRSTS], firsts = 0;
    for (int c = 0; c < s->search->candidates; c++)
    {
        const struct cell *cell = cell_at(s, size, c);
        int k = firsts;
        if (cell->effort < 0 || s->struck[c])
            continue;
        for (; k > 0 && cell_at(s, size, first[k - 1])->seconds > cell->seconds; k--)
            if (k < FIRSTS)
                first[k] = first[k - 1];
        if (k < FIRSTS)
            first[k] = c;
        firsts += firsts < FIRSTS;
    }
    for (int i = 0; i < firsts; i++)
        count = nominate(list, count, first[i]);
    return count;
}

/* Lists the candidates that may be the best at examined size i; returns their number. */
static int nominees(const struct look *l, int i, int *list)
{
    const struct state *s = l->s;
    const int place = place_of(l, i);
    int count = nominate(list, 0, s->search->fallback), below = -1, above = -1;
    count = nominate(list, count, l->rule[place]);
    for (int k = i - 1; k <= i + 1; k++)
        if (k >= 0 && k < l->sizes)
            count = nominate(list, count, winner(s, l->size[k]));
    for (int k = 0; k < s->search->champions; k++)
        count = nominate(list, count, s->search->champion[k]);
    for (int k = 0; k < REPRESENTATIVE && k < s->sizes; k++)
    {
        if (s->place[k] <= place && (below < 0 || s->place[k] > s->place[below]))
            below = k;
        if (s->place[k] >= place && (above < 0 || s->place[k] < s->place[above]))
            above = k;
    }
    count = below >= 0 ? nominate_firsts(s, below, list, count) : count;
    return above >= 0 ? nominate_firsts(s, above, list, count) : count;
}

/* Times list[0 .. count) with the effort, sorts it, and removes candidates that cannot be timed.
 * Returns the number that remain, or -1. */
static int time_list(struct state *s, int size, int *list, int count, int effort)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
    {
        const int c = list[i], known = ddblas_search_time(s, size, c, effort);
        int k = kept;
        if (known < 0)
            return -1;
        if (!known)
            continue;
        for (; k > 0 && cell_at(s, size, list[k - 1])->seconds > cell_at(s, size, c)->seconds; k--)
            list[k] = list[k - 1];
        list[k] = c;
        kept++;
    }
    return kept;
}

int ddblas_look_examine(struct look *l, int i)
{
    struct state *s = l->s;
    const int size = l->size[i];
    int list[NOMINEES], count = time_list(s, size, list, nominees(l, i, list), 0);
    if (count < 0)
        return -1;
    int finalists = count < FINALISTS ? count : FINALISTS;
    if (ddblas_search_time(s, size, s->search->fallback, 1) < 0 || (finalists = time_list(s, size, list, finalists, 1)) < 0 ||
        ddblas_look_duel(s, size, l->rule[s->place[size]], 1))
        return -1;
    for (int k = 0; k < finalists && k < MOST_DUELS && !ddblas_look_over(s); k++)
    {
        const int best = winner(s, size);
        const double known = best == s->search->fallback ? 0.0 : cell_at(s, size, best)->log_gain;
        if (promise(s, size, list[k]) > known + ddblas_look_caution && ddblas_look_duel(s, size, list[k], 1))
            return -1;
    }
    return 0;
}

/* ---- where to look --------------------------------------------------------------------------- */

/* Holds the first duels, those of the rule's candidate, at sizes spread over each of its ranges. */
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

/* Returns the middle of the widest gap between examined sizes that is wider than STEP, or -1. The
 * ends of the grid should be at most half a step from an examined size. */
static int widest_gap(const struct look *l)
{
    int widest = STEP, place = -1;
    for (int i = 0; i <= l->sizes; i++)
    {
        const int from = i == 0 ? -STEP / 2 : place_of(l, i - 1), to = i == l->sizes ? GRID - 1 + STEP / 2 : place_of(l, i);
        const int middle = (from + to) / 2 < GRID - 1 ? (from + to) / 2 : GRID - 1;
        if (to - from > widest && !l->tried[middle])
        {
            widest = to - from;
            place = middle;
        }
    }
    return place;
}

/* Times and duels at all examined sizes or, with `losers`, only those where the rule's candidate
 * has shown no gain. */
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

/* Examines first the sizes where the rule's candidate loses, then new sizes in the gaps, then all
 * of them twice, so that the winners of both neighbours compete. */
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
