/*
 * The search: its entry point and its memory.
 */
#include "search_state.h"

#include <stdlib.h>
#include <string.h>

#include "dspline.h"

static int allocate_state(struct state *s)
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

static void release_state(struct state *s)
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
    if (allocate_state(&s) == 0)
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
    release_state(&s);
    return end;
}
