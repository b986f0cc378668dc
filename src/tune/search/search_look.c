/*
 * The examination of one size in the second look: the place of the size among the other examined
 * sizes, its nominees, and their duels. Nominees are the candidates that may be the best at this
 * size. search_second.c describes the whole second look.
 */
#include "search_look.h"

#include <math.h>

enum
{
    /* At an examined size the candidate of the rule has the first duel. After it, at most this many
     * of the other finalists have one. */
    MOST_DUELS = 4,
    /* Number of nominees that each of the two neighbouring sizes of the ranking contributes. */
    FIRSTS = 12,
    FINALISTS = 5, /* Number of candidates of an examined size that are timed longer. */
    NOMINEES = 48  /* Largest number of nominees of an examined size. */
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
        search->duel(search->context, candidate, n, (s->place[size] / LOOK_STEP + cell->dueled) % 2 == 0, &quotient);
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

/* Returns the candidate with the greatest gain that duels have shown at this size, or the fallback
 * if none has shown a gain. */
static int winner_of_size(const struct state *s, int size)
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

static int nominate_candidate(int *list, int count, int candidate)
{
    for (int i = 0; i < count; i++)
        if (list[i] == candidate)
            return count;
    if (count < NOMINEES)
        list[count++] = candidate;
    return count;
}

/* Adds the best candidates that the ranking found at a size to the list of nominees. */
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
        count = nominate_candidate(list, count, first[i]);
    return count;
}

/* Lists the candidates that may be the best at examined size number i. Returns their number. */
static int nominees(const struct look *l, int i, int *list)
{
    const struct state *s = l->s;
    const int place = place_of(l, i);
    int count = nominate_candidate(list, 0, s->search->fallback), below = -1, above = -1;
    count = nominate_candidate(list, count, l->rule[place]);
    for (int k = i - 1; k <= i + 1; k++)
        if (k >= 0 && k < l->sizes)
            count = nominate_candidate(list, count, winner_of_size(s, l->size[k]));
    for (int k = 0; k < s->search->champions; k++)
        count = nominate_candidate(list, count, s->search->champion[k]);
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

/* Times the candidates list[0 .. count) with this effort, sorts the list by time, and removes
 * candidates that cannot be timed. Returns the number of candidates that remain, or -1 if the
 * search must stop. */
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
        const int best = winner_of_size(s, size);
        const double known = best == s->search->fallback ? 0.0 : cell_at(s, size, best)->log_gain;
        if (predicted_gain(s, size, list[k]) > known + ddblas_look_caution && ddblas_look_duel(s, size, list[k], 1))
            return -1;
    }
    return 0;
}
