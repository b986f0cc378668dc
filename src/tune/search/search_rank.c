/*
 * The search: ranking at 17 representative sizes, points, champions.
 */
#include "search_state.h"

#include <math.h>
#include <string.h>

/* Places of the 17 sizes, in sixteenths of the grid, in the order in which they are visited: from
 * the ends inwards. */
static const int visit[REPRESENTATIVE] = {0, 16, 8, 4, 12, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15};

/* Returns a factor. A candidate is hopeless if it took longer than the best time at a neighbouring
 * size by more than this factor. The nearer the neighbours of a size are, the smaller the factor
 * is. */
static double hopeless_factor(int which) { return which < 5 ? 1.6 : which < 9 ? 1.3 : 1.15; }

/* Returns the nearest neighbour of representative size `which`, among the sizes that were visited
 * before it, in a direction (1: larger sizes, -1: smaller sizes). Returns -1 if there is none. */
static int visited_neighbour(int which, int direction)
{
    int nearest = -1;
    for (int i = 0; i < which; i++)
    {
        const int distance = (visit[i] - visit[which]) * direction;
        if (distance > 0 && (nearest < 0 || distance < (visit[nearest] - visit[which]) * direction))
            nearest = i;
    }
    return nearest;
}

static double best_at(const struct state *s, int size)
{
    double best = 0.0;
    for (int c = 0; c < s->search->candidates; c++)
    {
        const struct cell *cell = cell_at(s, size, c);
        if (cell->effort >= 0 && !s->struck[c] && (best == 0.0 || cell->seconds < best))
            best = cell->seconds;
    }
    return best;
}

/* Returns 1 if the candidate's time at this size exceeds `limit` seconds, or if the candidate was
 * not timed there. A candidate is not timed where it cannot run or where its times at other sizes
 * gave no hope. */
static int took_too_long(const struct state *s, int size, int candidate, double limit)
{
    const struct cell *cell = cell_at(s, size, candidate);
    return cell->effort < 0 || cell->seconds > limit;
}

/* Returns 1 when the candidate may run at this size. */
static int runs_at(const struct ddblas_search *search, int candidate, int size, const struct state *s)
{
    return !search->runs || search->runs(search->context, candidate, size_at(s, size));
}

/* Writes to s->order the candidates that are worth a timing at representative size `which`, and
 * returns their number. A candidate that cannot run at the smaller neighbour is judged by the
 * larger neighbour alone. */
static int list_hopeful(struct state *s, int which)
{
    const int below = visited_neighbour(which, -1), above = visited_neighbour(which, 1);
    const double factor = hopeless_factor(which);
    const double low = below < 0 ? 0.0 : factor * best_at(s, below), high = above < 0 ? 0.0 : factor * best_at(s, above);
    int count = 0;
    for (int c = 0; c < s->search->candidates; c++)
    {
        const int bad_below = below >= 0 && (took_too_long(s, below, c, low) || !runs_at(s->search, c, below, s));
        const int bad_above = above >= 0 && (took_too_long(s, above, c, high) && runs_at(s->search, c, above, s));
        if (!s->struck[c] && !(bad_below && bad_above))
            s->order[count++] = c;
    }
    return count;
}

/* Sorts the list by the time at this size. The insertion sort is stable, so that candidates with
 * equal times have the same order in every run. */
static void sort_by_time(const struct state *s, int size, int *list, int count)
{
    for (int i = 1; i < count; i++)
    {
        const int c = list[i];
        int k = i;
        for (; k > 0 && cell_at(s, size, list[k - 1])->seconds > cell_at(s, size, c)->seconds; k--)
            list[k] = list[k - 1];
        list[k] = c;
    }
}

/* Times the candidates list[0 .. count) with this effort, removes candidates that cannot be timed,
 * and sorts the list. Returns the number of candidates that remain, or -1 if the search must
 * stop. */
static int round_of(struct state *s, int size, int *list, int count, int effort)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
    {
        const int known = ddblas_search_time(s, size, list[i], effort);
        if (known < 0)
            return -1;
        if (known)
            list[kept++] = list[i];
    }
    sort_by_time(s, size, list, kept);
    return kept;
}

/* Returns how many candidates of the sorted list stay. They are the first `most`, and also those
 * whose time differs from the last of these by no more than the noise, but at most 2 * most in
 * all. */
static int count_survivors(const struct state *s, int size, const int *list, int count, int most)
{
    if (count <= most)
        return count;
    const struct cell *last = cell_at(s, size, list[most - 1]);
    int kept = most;
    while (kept < count)
    {
        const struct cell *next = cell_at(s, size, list[kept]);
        if (next->seconds * (1.0 - 2.0 * next->noise) > last->seconds * (1.0 + 2.0 * last->noise))
            break;
        kept++;
    }
    return kept < 2 * most ? kept : 2 * most;
}

static int rank_size(struct state *s, int which)
{
    const int size = ddblas_search_take_size(s, visit[which] * ((GRID - 1) / (REPRESENTATIVE - 1)));
    int count = round_of(s, size, s->order, list_hopeful(s, which), 0);
    for (int effort = 1; count > 0 && effort < DDBLAS_SEARCH_EFFORTS; effort++)
    {
        /* Candidates that do not stay keep their order, behind those that stay. */
        const int stay = count_survivors(s, size, s->order, count, effort == 1 ? DDBLAS_SEARCH_PLACES : DDBLAS_SEARCH_PLACES / 3);
        const int kept = round_of(s, size, s->order, stay, effort);
        if (kept < 0)
            return -1;
        memmove(s->order + kept, s->order + stay, (size_t)(count - stay) * sizeof *s->order);
        count -= stay - kept;
    }
    if (count < 0)
        return -1;
    for (int i = 0, place = 0; i < count && place < DDBLAS_SEARCH_PLACES; i++)
    {
        if (s->struck[s->order[i]])
            continue;
        s->points[s->order[i]] += DDBLAS_SEARCH_PLACES - place++;
    }
    return 0;
}

static int is_champion(const struct ddblas_search *search, int candidate)
{
    for (int i = 0; i < search->champions; i++)
        if (search->champion[i] == candidate)
            return 1;
    return 0;
}

static void add_champion(struct state *s, int candidate)
{
    if (candidate >= 0 && !s->struck[candidate] && !is_champion(s->search, candidate))
        s->search->champion[s->search->champions++] = candidate;
}

/* Returns the loss at a representative size: the log of the quotient of the champions' best time
 * and the best time of all candidates. with: a candidate that counts as a champion too; -1:
 * none. */
static double loss_at(const struct state *s, int size, int with)
{
    const double best = best_at(s, size);
    double own = 0.0;
    for (int i = -1; i < s->search->champions; i++)
    {
        const int c = i < 0 ? with : s->search->champion[i];
        const struct cell *cell = c < 0 || s->struck[c] ? NULL : cell_at(s, size, c);
        if (cell && cell->effort >= 0 && (own == 0.0 || cell->seconds < own))
            own = cell->seconds;
    }
    if (best == 0.0)
        return 0.0;
    return own == 0.0 ? log(100.0) : log(own / best);
}

static double total_loss(const struct state *s, int with)
{
    double sum = 0.0;
    for (int size = 0; size < s->sizes; size++)
        sum += loss_at(s, size, with);
    return sum;
}

/* Returns the candidate that reduces the total loss most. Returns -1 if none reduces it by 0.1% on
 * average over the sizes. */
static int most_missed(const struct state *s)
{
    double least = total_loss(s, -1) - 0.001 * s->sizes;
    int best = -1;
    for (int c = 0; c < s->search->candidates; c++)
    {
        if (s->points[c] == 0 || s->struck[c] || is_champion(s->search, c))
            continue;
        const double loss = total_loss(s, c);
        if (loss < least)
        {
            least = loss;
            best = c;
        }
    }
    return best;
}

static int most_points(const struct state *s)
{
    int best = -1;
    for (int c = 0; c < s->search->candidates; c++)
        if (s->points[c] > 0 && !s->struck[c] && !is_champion(s->search, c) && (best < 0 || s->points[c] > s->points[best]))
            best = c;
    return best;
}

/* Chooses the champions, which are the candidates that are compared at all sizes afterwards. The
 * first one is the fallback. The next ones are chosen one after another; each is the candidate that
 * reduces the loss at the representative sizes most. When no candidate reduces it any more, the
 * candidates with the most points follow. */
static void choose_champions(struct state *s)
{
    struct ddblas_search *search = s->search;
    add_champion(s, search->fallback);
    const int room = DDBLAS_SEARCH_CHAMPIONS + search->champions;
    while (search->champions < room)
    {
        int next = most_missed(s);
        next = next < 0 ? most_points(s) : next;
        if (next < 0)
            break;
        add_champion(s, next);
    }
}

int ddblas_search_rank(struct state *s)
{
    for (int which = 0; which < REPRESENTATIVE; which++)
    {
        if (s->search->progress)
            s->search->progress(s->search->context, "ranking", 0.7 * which / REPRESENTATIVE);
        if (rank_size(s, which))
            return -1;
    }
    choose_champions(s);
    return 0;
}
