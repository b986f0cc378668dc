/*
 * The search: its entry point, its memory, and the timings.
 */
#include "search_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dspline.h"

int64_t ddblas_search_size(int64_t first, int64_t last, int place)
{
    const double n = (double)first * pow((double)last / (double)first, place / (double)(GRID - 1));
    return place == 0 ? first : place == GRID - 1 ? last : (int64_t)llround(n);
}

int ddblas_search_take_size(struct state *s, int place)
{
    for (int i = 0; i < s->sizes; i++)
        if (s->place[i] == place)
            return i;
    if (s->sizes == MOST_SIZES + MOST_LOOKS)
        return -1;
    s->place[s->sizes] = place;
    return s->sizes++;
}

/* Stores a timing. Counts the candidate at its first timing, and the pair of candidate and size at
 * its first. */
static void enter(struct state *s, int candidate, struct cell *cell, const struct ddblas_search_timing *timing, int effort)
{
    s->search->timed += !s->timed[candidate];
    s->timed[candidate] = 1;
    s->search->cells += cell->effort < 0;
    cell->seconds = timing->seconds;
    cell->noise = timing->noise;
    cell->effort = effort;
}

int ddblas_search_time(struct state *s, int size, int candidate, int effort)
{
    struct ddblas_search *search = s->search;
    struct cell *cell = cell_at(s, size, candidate);
    struct ddblas_search_timing timing = {0.0, 0.0};
    const int64_t n = size_at(s, size);
    if (s->struck[candidate])
        return 0;
    if (cell->effort >= effort)
        return 1;
    if (search->runs && !search->runs(search->context, candidate, n))
        return 0;
    if (s->out_of_time || (search->time_is_over && search->time_is_over(search->context, s->second_look)))
    {
        s->out_of_time = 1;
        return cell->effort >= 0;
    }
    switch (search->measure(search->context, candidate, n, effort, &timing))
    {
    case DDBLAS_SEARCH_TIMED:
        if (timing.seconds > 0.0)
            enter(s, candidate, cell, &timing, effort);
        return cell->effort >= 0;
    case DDBLAS_SEARCH_WRONG:
        s->struck[candidate] = 1;
        search->wrong++;
        return 0;
    case DDBLAS_SEARCH_CANNOT:
        return 0;
    default:
        return -1;
    }
}

static int allocate(struct state *s)
{
    const size_t count = (size_t)s->search->candidates, fits = DDBLAS_SEARCH_CHAMPIONS + 1;
    const size_t sizes = MOST_SIZES + (s->search->duel ? MOST_LOOKS : 0);
    s->cell = malloc(sizes * count * sizeof *s->cell);
    s->struck = calloc(count, 1);
    s->timed = calloc(count, 1);
    s->points = calloc(count, sizeof *s->points);
    s->order = malloc(count * sizeof *s->order);
    s->numbers = malloc((2 * fits * GRID + DDBLAS_DSPLINE_WORK(GRID)) * sizeof *s->numbers);
    if (!s->cell || !s->struck || !s->timed || !s->points || !s->order || !s->numbers)
        return -1;
    for (size_t i = 0; i < sizes * count; i++)
        s->cell[i] = (struct cell){.effort = -1};
    for (size_t i = 0; i < fits; i++)
    {
        s->fit[i].f = s->numbers + 2 * i * GRID;
        s->fit[i].deviation = s->fit[i].f + GRID;
    }
    s->work = s->numbers + 2 * fits * GRID;
    return 0;
}

static void release(struct state *s)
{
    free(s->cell);
    free(s->struck);
    free(s->timed);
    free(s->points);
    free(s->order);
    free(s->numbers);
}

enum ddblas_search_end ddblas_search_run(struct ddblas_search *search)
{
    struct state s = {.search = search};
    search->ranges = search->champions = search->sizes = 0;
    search->timed = search->cells = search->wrong = search->duels = 0;
    if (search->candidates < 1)
        return DDBLAS_SEARCH_NOTHING;
    enum ddblas_search_end end = DDBLAS_SEARCH_NO_MEMORY;
    if (allocate(&s) == 0)
    {
        end = DDBLAS_SEARCH_STOPPED;
        if (ddblas_search_rank(&s) == 0 && ddblas_search_sample(&s) == 0)
        {
            ddblas_search_rule(&s);
            end = search->ranges > 0 ? DDBLAS_SEARCH_DONE : DDBLAS_SEARCH_NOTHING;
            if (search->duel && search->fallback >= 0 && search->ranges > 0 && ddblas_search_look_again(&s))
                end = DDBLAS_SEARCH_STOPPED;
        }
        search->sizes = s.sizes;
    }
    release(&s);
    return end;
}
