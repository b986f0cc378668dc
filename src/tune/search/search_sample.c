/*
 * The search: samples the champions at further sizes, and makes the rule of the fits.
 */
#include "search_state.h"

#include <math.h>
#include <string.h>

#include "dspline.h"

/* The price of a change of champion, as a logarithm of time summed over the grid. 0.1 is 1% over
 * ten grid places, and ten places are a factor 1.3 in n. */
static const double price_of_change = 0.1;
/* If the expected relative loss is below this, another sample is not worth its time. */
static const double enough = 0.002;

/* A set of champions: bit i stands for champion number i. */
typedef uint32_t champion_set;
static const champion_set everyone = UINT32_MAX;

/* Times these champions at a size. */
static int time_champions(struct state *s, int size, champion_set these)
{
    for (int i = 0; i < s->search->champions; i++)
        if ((these >> i & 1U) && ddblas_search_time(s, size, s->search->champion[i], DDBLAS_SEARCH_EFFORTS - 1) < 0)
            return -1;
    return 0;
}

/* Writes the samples of a champion in the order of the grid; returns their number. */
static int samples_of(const struct state *s, int champion, int32_t *at, double *y)
{
    int count = 0;
    for (int size = 0; size < s->sizes; size++)
    {
        const struct cell *cell = cell_at(s, size, s->search->champion[champion]);
        if (cell->effort < 0)
            continue;
        int k = count++;
        for (; k > 0 && at[k - 1] > s->place[size]; k--)
        {
            at[k] = at[k - 1];
            y[k] = y[k - 1];
        }
        at[k] = s->place[size];
        y[k] = log(cell->seconds);
    }
    return count;
}

static void fit_champions(struct state *s)
{
    for (int i = 0; i < s->search->champions; i++)
    {
        int32_t at[MOST_SIZES];
        double y[MOST_SIZES];
        struct ddblas_dspline fit;
        struct champion_fit *c = &s->fit[i];
        c->usable = 0;
        if (s->struck[s->search->champion[i]])
            continue;
        const int count = samples_of(s, i, at, y);
        if (count < 2 || ddblas_dspline_fit(GRID, count, at, y, 0.0, s->work, c->f, c->deviation, &fit))
            continue;
        for (int g = 0; g < GRID; g++)
            c->deviation[g] = fit.sigma * sqrt(c->deviation[g]);
        c->usable = 1;
    }
}

static int champion_may_run(const struct state *s, int champion, int place)
{
    const struct ddblas_search *search = s->search;
    return s->fit[champion].usable && (!search->runs || search->runs(search->context, search->champion[champion],
                                                                     ddblas_search_size(search->first, search->last, place)));
}

/* Returns the champion with the least fitted time at a grid place, or -1. */
static int least_at(const struct state *s, int place)
{
    int best = -1;
    for (int i = 0; i < s->search->champions; i++)
        if (champion_may_run(s, i, place) && (best < 0 || s->fit[i].f[place] < s->fit[best].f[place]))
            best = i;
    return best;
}

/* Returns the expected cost of taking champion a at a grid place where champion c may be better. It
 * is E max(0, f_a - f_c), with both fits normally distributed. */
static double expected_loss(const struct champion_fit *a, const struct champion_fit *c, int place)
{
    const double s = hypot(a->deviation[place], c->deviation[place]), d = c->f[place] - a->f[place];
    if (!(s > 0.0))
        return d < 0.0 ? -d : 0.0;
    const double z = d / s;
    return s * 0.3989422804014327 * exp(-0.5 * z * z) - 0.5 * d * erfc(z * 0.7071067811865476);
}

/* Returns the grid place with the greatest expected loss among those that have not been sampled.
 * Writes this loss to *loss. */
static int most_uncertain(const struct state *s, double *loss)
{
    int place = -1;
    *loss = 0.0;
    for (int g = 0; g < GRID; g++)
    {
        int known = 0;
        for (int i = 0; i < s->sizes; i++)
            known |= s->place[i] == g;
        const int best = known ? -1 : least_at(s, g);
        for (int i = 0; best >= 0 && i < s->search->champions; i++)
            if (i != best && champion_may_run(s, i, g))
            {
                const double l = expected_loss(&s->fit[best], &s->fit[i], g);
                if (l > *loss)
                {
                    *loss = l;
                    place = g;
                }
            }
    }
    return place;
}

/* Returns the set of champions that may be the best at a grid place: those whose expected loss is
 * above a tenth of `enough`. */
static champion_set contenders_of_place(const struct state *s, int place)
{
    const int best = least_at(s, place);
    champion_set these = 0;
    for (int i = 0; best >= 0 && i < s->search->champions; i++)
        if (champion_may_run(s, i, place) && (i == best || expected_loss(&s->fit[best], &s->fit[i], place) > 0.1 * enough))
            these |= (champion_set)1 << i;
    return these;
}

/* Returns the log of the time of champion number i at a size; NaN if it was not timed. */
static double log_time(const struct state *s, int size, int i)
{
    const struct cell *cell = cell_at(s, size, s->search->champion[i]);
    return cell->effort < 0 || s->struck[s->search->champion[i]] ? (double)NAN : log(cell->seconds);
}

static int first_at(const struct state *s, int size)
{
    int best = -1;
    for (int i = 0; i < s->search->champions; i++)
        if (log_time(s, size, i) == log_time(s, size, i) && (best < 0 || log_time(s, size, i) < log_time(s, size, best)))
            best = i;
    return best;
}

/* Returns the log of the time that is lost at two sizes together if each of them uses the champion
 * that is the best at the other size. */
static double loss_of_exchange(const struct state *s, int p, int q)
{
    const int a = first_at(s, p), b = first_at(s, q);
    if (a < 0 || b < 0 || a == b)
        return 0.0;
    const double loss = log_time(s, p, b) - log_time(s, p, a) + log_time(s, q, a) - log_time(s, q, b);
    return loss == loss ? loss : 0.0;
}

/* Returns the middle place between two neighbouring sizes with different best champions, or -1.
 * Among all such pairs it takes the one with the greatest product of loss_of_exchange and the
 * number of places between the two sizes. The purpose is to find jumps of the time, which a smooth
 * spline misses. */
static int most_disputed(const struct state *s)
{
    double most = 0.0;
    int place = -1;
    for (int p = 0; p < s->sizes; p++)
    {
        int q = -1;
        for (int i = 0; i < s->sizes; i++)
            if (s->place[i] > s->place[p] && (q < 0 || s->place[i] < s->place[q]))
                q = i;
        if (q < 0 || s->place[q] - s->place[p] < 2)
            continue;
        const double loss = loss_of_exchange(s, p, q) * (s->place[q] - s->place[p]);
        if (loss > most && loss_of_exchange(s, p, q) > 10.0 * enough)
        {
            most = loss;
            place = (s->place[p] + s->place[q]) / 2;
        }
    }
    return place;
}

/* Returns the grid place to sample next, and in *these the champions (search.h) to time there.
 * most_disputed gives the place if the number of sizes so far is even or if the greatest expected
 * loss is below `enough`; otherwise, and where nothing is disputed, most_uncertain gives it.
 * Returns -1 if nothing is disputed and that loss is below `enough`. */
static int next_place(const struct state *s, champion_set *these)
{
    double loss;
    const int uncertain = most_uncertain(s, &loss), disputed = most_disputed(s);
    if (disputed >= 0 && (s->sizes % 2 == 0 || loss < enough))
    {
        *these = everyone;
        return disputed;
    }
    if (uncertain < 0 || loss < enough)
        return -1;
    *these = contenders_of_place(s, uncertain);
    return uncertain;
}

int ddblas_search_sample(struct state *s)
{
    struct ddblas_search *search = s->search;
    for (int i = 0; i < REPRESENTATIVE; i++)
    {
        if (search->progress)
            search->progress(search->context, "sampling", 0.7 + 0.1 * i / REPRESENTATIVE);
        if (time_champions(s, i, everyone))
            return -1;
    }
    for (;;)
    {
        champion_set these = everyone;
        if (search->progress)
            search->progress(search->context, "sampling",
                             0.8 + 0.08 * (s->sizes - REPRESENTATIVE) / (MOST_SIZES - REPRESENTATIVE));
        fit_champions(s);
        const int place = s->sizes < MOST_SIZES && !s->out_of_time ? next_place(s, &these) : -1;
        if (place < 0)
            return 0;
        if (time_champions(s, ddblas_search_take_size(s, place), these))
            return -1;
    }
}

/* ---- rule ------------------------------------------------------------------------------------ */

enum
{
    MOST_CHAMPIONS = DDBLAS_SEARCH_CHAMPIONS + 1
};

/* Sizes at neighbouring grid places may be equal, so a range may be empty; an empty range is not
 * added. */
void ddblas_search_add_range(struct state *s, int to, int candidate, double seconds, double gain)
{
    struct ddblas_search *search = s->search;
    struct ddblas_search_range r = {search->first, search->last, candidate, seconds, gain};
    if (search->ranges > 0)
        r.first = search->range[search->ranges - 1].last + 1;
    if (to < GRID - 1)
    {
        const double here = (double)ddblas_search_size(search->first, search->last, to);
        r.last = (int64_t)sqrt(here * (double)ddblas_search_size(search->first, search->last, to + 1));
    }
    if (r.first <= r.last)
        search->range[search->ranges++] = r;
}

/* Adds a range for the places [from, to], which have the same champion. */
static void add_range(struct state *s, int from, int to, int champion)
{
    struct ddblas_search *search = s->search;
    const double *own = s->fit[champion].f;
    int fallback = 0;
    double log_gain = 0.0;
    while (fallback < search->champions && search->champion[fallback] != search->fallback)
        fallback++;
    if (fallback < search->champions && s->fit[fallback].usable)
        for (int g = from; g <= to; g++)
            log_gain += s->fit[fallback].f[g] - own[g];
    ddblas_search_add_range(s, to, search->champion[champion], exp(own[(from + to) / 2]), exp(log_gain / (to - from + 1)));
}

/* Finds a champion for every grid place such that the sum of fitted log times and prices of changes
 * is least. The method is dynamic programming over the grid. */
static void cheapest_sequence(const struct state *s, int *sequence)
{
    signed char from[GRID][MOST_CHAMPIONS];
    double cost[MOST_CHAMPIONS] = {0.0}, next[MOST_CHAMPIONS];
    const int count = s->search->champions;
    int last = 0;
    for (int g = 0; g < GRID; g++)
    {
        const int best = least_at(s, g);
        int cheapest = 0;
        for (int i = 1; i < count; i++)
            if (cost[i] < cost[cheapest])
                cheapest = i;
        for (int i = 0; i < count; i++)
        {
            const int change = g > 0 && cost[cheapest] + price_of_change < cost[i];
            from[g][i] = (signed char)(change ? cheapest : i);
            next[i] = cost[from[g][i]] + (change ? price_of_change : 0.0);
            next[i] += best >= 0 && champion_may_run(s, i, g) ? s->fit[i].f[g] - s->fit[best].f[g] : 1e6;
        }
        memcpy(cost, next, sizeof cost);
    }
    for (int i = 1; i < count; i++)
        if (cost[i] < cost[last])
            last = i;
    for (int g = GRID - 1; g >= 0; g--)
    {
        sequence[g] = last;
        last = from[g][last];
    }
}

void ddblas_search_rule(struct state *s)
{
    int sequence[GRID], any = 0;
    if (s->search->progress)
        s->search->progress(s->search->context, "rule", 0.88);
    fit_champions(s);
    for (int i = 0; i < s->search->champions; i++)
        any |= s->fit[i].usable;
    if (!any)
        return;
    cheapest_sequence(s, sequence);
    for (int from = 0, to; from < GRID; from = to + 1)
    {
        for (to = from; to + 1 < GRID && sequence[to + 1] == sequence[from]; to++)
            continue;
        add_range(s, from, to, sequence[from]);
    }
}
