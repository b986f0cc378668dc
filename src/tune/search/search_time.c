/*
 * The sizes of a search, and its timings.
 */
#include "search_state.h"

#include <math.h>

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

/* Stores a timing. If it is the first timing of the candidate, the candidate is counted; if it is
 * the first one of the candidate at this size, the pair is counted. */
static void enter_timing(struct state *s, int candidate, struct cell *cell, const struct ddblas_search_timing *timing, int effort)
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
            enter_timing(s, candidate, cell, &timing, effort);
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
