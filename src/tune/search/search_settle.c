/*
 * The search: the final rule of the second look, by dynamic programming over the examined sizes. At
 * an examined size, which the code calls a look, candidates have had duels with the fallback, the
 * library's default. The discord of a candidate at an examined size is the difference between its
 * two duels there.
 */
#include "search_look.h"

#include <math.h>

enum
{
    /* If there are fewer discords than this, their median is not used. */
    TOO_FEW = 5,
    /* A further size is examined between the two sizes around a change only if they are at least
     * this many grid places apart. */
    FINEST = 3,
    RIVALS = 64, /* Largest number of candidates that compete for the final rule. */
    /* Largest number of rounds of duels and further sizes before the final rule. */
    SETTLEMENTS = 16,
    /* Largest number of discords (head of this file) from which the median is taken. */
    DISCORDS = 512
};

/* Smallest price of a change, which is paid when different candidates are chosen at neighbouring
 * sizes. Its unit is the logarithm of time, summed over the grid, as in the rule of the fits
 * (search_sample.c). */
static const double least_price = 0.1;
/* This factor times the median discord is added to the price of a change, so that noise alone
 * causes no changes. */
static const double price_of_noise = 8.0;
/* Used instead of the median discord if there are fewer than TOO_FEW discords. */
static const double usual_discord = 0.02;
/* Cost that keeps a candidate from being chosen at a size. */
static const double never = 1e6;

/* Returns the price of a change. It rises with the median discord. */
static double price_of_change(const struct look *l)
{
    double v[DISCORDS];
    int count = 0;
    for (int i = 0; i < l->sizes; i++)
        for (int c = 0; c < l->s->search->candidates && count < DISCORDS; c++)
        {
            const struct cell *cell = cell_at(l->s, l->size[i], c);
            int k = count;
            if (cell->dueled < 2)
                continue;
            for (count++; k > 0 && v[k - 1] > cell->discord; k--)
                v[k] = v[k - 1];
            v[k] = cell->discord;
        }
    return least_price + price_of_noise * (count < TOO_FEW ? usual_discord : v[count / 2]);
}

/* Lists the fallback and all candidates that have shown a gain at any size. Returns their
 * number. */
static int list_rivals(const struct look *l, int *list)
{
    int count = 1;
    list[0] = l->s->search->fallback;
    for (int c = 0; c < l->s->search->candidates && count < RIVALS; c++)
        for (int i = 0; i < l->sizes; i++)
            if (c != list[0] && shown(l->s, l->size[i], c) && cell_at(l->s, l->size[i], c)->log_gain > 0.0)
            {
                list[count++] = c;
                break;
            }
    return count;
}

/* Returns the log of the quotient of the candidate's time and the fallback's time at examined size
 * number i. at_the_end: 1 excludes candidates with fewer than two duels, except the candidate in
 * the rule of the fits. */
static double cost_at(const struct look *l, int i, int candidate, int at_the_end)
{
    const struct state *s = l->s;
    const struct cell *cell = cell_at(s, l->size[i], candidate);
    const double predicted = predicted_gain(s, l->size[i], candidate);
    if (candidate == s->search->fallback)
        return 0.0;
    if (s->struck[candidate] || cell->dueled < 0 || (at_the_end && cell->dueled < 2 && candidate != l->rule[place_of(l, i)]))
        return never;
    return cell->dueled > 0 ? -cell->log_gain : predicted == predicted ? ddblas_look_caution - predicted : never;
}

/* Returns the number of grid places that examined size number i represents. */
static double width_of_size(const struct look *l, int i)
{
    const double from = i == 0 ? -0.5 : 0.5 * (place_of(l, i - 1) + place_of(l, i));
    return (i == l->sizes - 1 ? GRID - 0.5 : 0.5 * (place_of(l, i) + place_of(l, i + 1))) - from;
}

/* Finds a candidate for each examined size such that the sum of costs and prices of changes is
 * least, by dynamic programming. */
static void cheapest_sequence(const struct look *l, int *sequence, int at_the_end)
{
    const double price = price_of_change(l);
    signed char from[MOST_LOOKS][RIVALS] = {{0}};
    double cost[RIVALS] = {0.0};
    int list[RIVALS] = {0}, last = 0;
    const int count = list_rivals(l, list);
    for (int i = 0; i < l->sizes; i++)
    {
        int cheapest = 0;
        for (int k = 1; k < count; k++)
            if (cost[k] < cost[cheapest])
                cheapest = k;
        const double least = cost[cheapest];
        for (int k = 0; k < count; k++)
        {
            const int change = i > 0 && least + price < cost[k];
            from[i][k] = (signed char)(change ? cheapest : k);
            cost[k] = (change ? least + price : cost[k]) + width_of_size(l, i) * cost_at(l, i, list[k], at_the_end);
        }
    }
    for (int k = 1; k < count; k++)
        if (cost[k] < cost[last])
            last = k;
    for (int i = l->sizes - 1; i >= 0; i--)
    {
        sequence[i] = list[last];
        last = from[i][last];
    }
}

/* Examines a size in the middle between the two examined sizes around every change. Returns the
 * number of sizes that were new, or -1 if the search must stop. */
static int look_at_changes(struct look *l, const int *sequence)
{
    int middle[MOST_LOOKS], count = 0, fresh = 0;
    for (int i = 0; i + 1 < l->sizes; i++)
        if (sequence[i] != sequence[i + 1] && place_of(l, i + 1) - place_of(l, i) >= FINEST)
            middle[count++] = (place_of(l, i) + place_of(l, i + 1)) / 2;
    for (int k = 0; k < count && !ddblas_look_over(l->s); k++)
    {
        const int i = ddblas_look_enter(l, middle[k]);
        if (i >= 0 && ddblas_look_examine(l, i))
            return -1;
        fresh += i >= 0;
    }
    return fresh;
}

/* Makes the missing duels of those chosen candidates that have had fewer than two. Returns their
 * number, or -1 if the search must stop. */
static int duel_the_chosen(struct look *l, const int *sequence)
{
    int fresh = 0;
    for (int i = 0; i < l->sizes && !ddblas_look_over(l->s); i++)
    {
        const struct cell *cell = cell_at(l->s, l->size[i], sequence[i]);
        for (int number = cell->dueled + 1; sequence[i] != l->s->search->fallback && number > 0 && number <= 2; number++)
        {
            if (ddblas_look_duel(l->s, l->size[i], sequence[i], number))
                return -1;
            fresh++;
        }
    }
    return fresh;
}

static int find_sequence(struct look *l, int *sequence)
{
    for (int round = 0; round < SETTLEMENTS; round++)
    {
        cheapest_sequence(l, sequence, 0);
        int fresh = duel_the_chosen(l, sequence);
        if (fresh == 0)
            fresh = look_at_changes(l, sequence);
        if (fresh < 0)
            return -1;
        if (fresh == 0)
            break;
    }
    cheapest_sequence(l, sequence, 1);
    return 0;
}

/* ---- the rule -------------------------------------------------------------------------------- */

/* sequence[i] is the candidate of examined size number i. Returns the last grid place that gets
 * this candidate if the next examined size has another one. If the rule of the fits changes from
 * the one candidate to the other between the two sizes, it is the last place before that change,
 * otherwise the place in the middle between the two sizes. */
static int change_after(const struct look *l, const int *sequence, int i)
{
    for (int g = place_of(l, i); g < place_of(l, i + 1); g++)
        if (l->rule[g] == sequence[i] && l->rule[g + 1] == sequence[i + 1])
            return g;
    return (place_of(l, i) + place_of(l, i + 1)) / 2;
}

/* Assigns to every grid place the candidate of the examined size to which the place belongs. If
 * this candidate cannot run at the place, the fallback is assigned. */
static void assign_sequence(struct look *l, const int *sequence)
{
    const struct ddblas_search *search = l->s->search;
    for (int i = 0, g = 0; i < l->sizes; i++)
        for (const int last = i == l->sizes - 1 ? GRID - 1 : change_after(l, sequence, i); g <= last; g++)
        {
            const int64_t n = ddblas_search_size(search->first, search->last, g);
            l->final[g] = !search->runs || search->runs(search->context, sequence[i], n) ? sequence[i] : search->fallback;
        }
}

/* Adds a range for the grid places [from, to]. Its gain is the mean gain of its duels, and its time
 * that at the examined size nearest to its middle. */
static void add_range(struct look *l, int from, int to)
{
    const struct state *s = l->s;
    const int candidate = l->final[from];
    int nearest = -1, middle = (from + to) / 2;
    double sum = 0.0, weight = 0.0, seconds = l->seconds[middle];
    for (int i = 0; i < l->sizes; i++)
    {
        const struct cell *cell = cell_at(s, l->size[i], candidate);
        const int distance = place_of(l, i) > middle ? place_of(l, i) - middle : middle - place_of(l, i);
        if (place_of(l, i) < from || place_of(l, i) > to)
            continue;
        if (shown(s, l->size[i], candidate))
        {
            sum += width_of_size(l, i) * cell->log_gain;
            weight += width_of_size(l, i);
        }
        if (cell->effort >= 0 && (nearest < 0 || distance < nearest))
        {
            nearest = distance;
            seconds = cell->seconds;
        }
    }
    ddblas_search_add_range(l->s, to, candidate, seconds, weight > 0.0 ? exp(sum / weight) : 1.0);
}

int ddblas_look_settle(struct look *l)
{
    int sequence[MOST_LOOKS];
    if (find_sequence(l, sequence))
        return -1;
    assign_sequence(l, sequence);
    l->s->search->ranges = 0;
    for (int from = 0, to; from < GRID; from = to + 1)
    {
        for (to = from; to + 1 < GRID && l->final[to + 1] == l->final[from]; to++)
            continue;
        add_range(l, from, to);
    }
    return 0;
}
