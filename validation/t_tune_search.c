/*
 * The search against timings of synthetic machines with deterministic noise: how near its rule comes to an exhaustive search at
 * sizes that it has not seen, and what it may not do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#include <cmocka.h>

#include "tune/search.h"

enum
{
    CANDIDATES = 360,
    HELD_OUT = 24
};

/* A machine: time of a candidate is launch + sums + tiles at a speed that depends on the tile, as a GPU kernel's is. Blocks share
 * the tiles equally but for a part `quantum` of the last wave, and there is never less than one wave. */
struct machine
{
    double bandwidth, launch; /* bytes/s, s */
    int multiprocessors;
    double quantum; /* 0: equal shares; 1: whole waves only */
    double ripple;  /* a part of the speed that jumps with the candidate */
    double noise;   /* relative, of one timing at effort 0; later efforts halve it */
    uint64_t seed;
    int64_t calls, repeats;
    int wrong, cannot_below; /* a candidate that is wrong; candidates with wide tiles cannot run below this order */
};

static double random_of(uint64_t x)
{
    x ^= x >> 31;
    x *= UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 29;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 32;
    return 0x1p-53 * (double)(x >> 11);
}

/* Tile edges 32 .. 1024, 6 depths, 10 flavours. */
static double true_time(const struct machine *m, int candidate, int64_t n)
{
    const double edge = 32 << candidate % 6;
    const int depth = 1 + candidate / 6 % 6, flavour = candidate / 36;
    const double tiles = ceil((double)n / edge), count = tiles * (tiles + 1.0) / 2.0;
    const double slots = m->multiprocessors * (edge > 256 ? 1.0 : 2.0), share = count / slots;
    const double waves = fmax(1.0, share + m->quantum * (ceil(share) - share));
    const double efficiency = (1.0 - 0.5 * exp(-depth * edge / 300.0)) * (1.0 - 0.03 * flavour * (edge > 128 ? 1 : -0.3)) *
                              (1.0 - 0.06 * depth * (edge > 300)) *
                              (1.0 + m->ripple * (random_of(77U * (unsigned)candidate + 5) - 0.5));
    const double bytes = 8.0 * waves * slots * edge * edge / (tiles > 1.0 ? 1.0 : 2.0);
    const double reduction = 2e-9 * (double)n * tiles / m->multiprocessors;
    return m->launch * (1.0 + 0.1 * flavour) + reduction + bytes / (m->bandwidth * efficiency);
}

static int runs(void *context, int candidate, int64_t n)
{
    const struct machine *m = context;
    return !(candidate % 6 == 5 && n < m->cannot_below);
}

static enum ddblas_search_answer measure(void *context, int candidate, int64_t n, int effort, struct ddblas_search_timing *timing)
{
    struct machine *m = context;
    const double noise = m->noise / (1 << effort);
    const double u = random_of(m->seed + (uint64_t)candidate * 1000003U + (uint64_t)n * 7919U + (uint64_t)effort);
    const double v = random_of(m->seed + (uint64_t)candidate * 3U + (uint64_t)n * 1000033U + (uint64_t)effort);
    assert_true(runs(context, candidate, n));
    m->calls++;
    m->repeats += (int64_t)1 << 2 * effort;
    if (candidate == m->wrong)
        return DDBLAS_SEARCH_WRONG;
    timing->noise = noise;
    /* Normal noise; one timing in fifty is disturbed by up to a half. */
    timing->seconds = true_time(m, candidate, n) * (1.0 + noise * sqrt(-2.0 * log(1.0 - u)) * cos(6.283185307179586 * v));
    if (random_of(m->seed ^ (uint64_t)(n * 31 + candidate)) < 0.02 / (1 << 2 * effort))
        timing->seconds *= 1.0 + 0.5 * u;
    return DDBLAS_SEARCH_TIMED;
}

static int chosen(const struct ddblas_search *s, int64_t n)
{
    for (int i = 0; i < s->ranges; i++)
        if (n >= s->range[i].first && n <= s->range[i].last)
            return s->range[i].candidate;
    fail_msg("no range for %lld", (long long)n);
    return -1;
}

static int up(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

static struct ddblas_search search_of(struct machine *m, int64_t first, int64_t last)
{
    return (struct ddblas_search){
        .candidates = CANDIDATES, .fallback = 14, .first = first, .last = last, .context = m, .measure = measure, .runs = runs};
}

/* The loss of the rule against the best of all candidates at sizes spread over the range that are not on the grid. */
static void assert_near_best(struct machine *m, int64_t first, int64_t last, double worst)
{
    static struct ddblas_search s;
    double loss[HELD_OUT], gain = 0.0;
    s = search_of(m, first, last);
    assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
    for (int i = 0; i < HELD_OUT; i++)
    {
        int64_t n = (int64_t)((double)first * pow((double)last / (double)first, (i + 0.37) / HELD_OUT));
        for (int g = 0; g < DDBLAS_SEARCH_GRID; g++)
            if (ddblas_search_size(first, last, g) == n)
            {
                n++;
                g = -1;
            }
        double best = INFINITY;
        for (int c = 0; c < CANDIDATES; c++)
            if (runs(m, c, n) && c != m->wrong)
                best = fmin(best, true_time(m, c, n));
        loss[i] = true_time(m, chosen(&s, n), n) / best - 1.0;
        gain += log(true_time(m, s.fallback, n) / true_time(m, chosen(&s, n), n)) / HELD_OUT;
    }
    qsort(loss, HELD_OUT, sizeof loss[0], up);
    const double median = 0.5 * (loss[HELD_OUT / 2 - 1] + loss[HELD_OUT / 2]);
    print_message(
        "noise %.3f: median loss %.2f%%, worst %.2f%%, gain %.2f; %lld of %d candidates, %lld of %lld cells at %d sizes, "
        "%d ranges, %d champions\n",
        m->noise, 100.0 * median, 100.0 * loss[HELD_OUT - 1], exp(gain), (long long)s.timed, CANDIDATES, (long long)s.cells,
        (long long)CANDIDATES * s.sizes, s.sizes, s.ranges, s.champions);
    assert_true(median <= 0.03);
    assert_true(loss[HELD_OUT - 1] <= worst);
    assert_true(s.cells < (int64_t)CANDIDATES * s.sizes / 2); /* less than half of an exhaustive search at its own sizes */
}

static void quiet_machine(void **state)
{
    (void)state;
    struct machine m = {
        .bandwidth = 4e12, .launch = 5e-6, .multiprocessors = 132, .quantum = 0.15, .ripple = 0.1, .noise = 0.0, .wrong = -1};
    assert_near_best(&m, 64, 38400, 0.08);
}

static void noisy_machines(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
    {
        struct machine m = {.bandwidth = 4e12,
                            .launch = 5e-6,
                            .multiprocessors = 132,
                            .quantum = 0.15,
                            .ripple = 0.1,
                            .noise = 0.03,
                            .seed = seed,
                            .wrong = -1};
        assert_near_best(&m, 64, 38400, 0.08);
    }
}

/* Whole waves only: time jumps at sizes that differ from candidate to candidate, and some are the best in windows narrower than
 * the distance of the sizes timed. There the median is held to its bar, and the worst size only to the gain over the default
 * (1.6). */
static void jumping_machine(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++)
    {
        struct machine m = {.bandwidth = 4e12,
                            .launch = 5e-6,
                            .multiprocessors = 132,
                            .quantum = 1.0,
                            .ripple = 0.1,
                            .noise = 0.02,
                            .seed = seed,
                            .wrong = -1};
        assert_near_best(&m, 64, 38400, 0.6);
    }
}

static void another_machine(void **state)
{
    (void)state;
    struct machine m = {.bandwidth = 3e11,
                        .launch = 9e-6,
                        .multiprocessors = 40,
                        .ripple = 0.3,
                        .noise = 0.02,
                        .seed = 9,
                        .wrong = -1,
                        .cannot_below = 900};
    assert_near_best(&m, 100, 10000, 0.08);
}

/* The best candidate of many sizes gives wrong results: it is struck out, nowhere in the rule, and called no second time. */
static void wrong_candidate(void **state)
{
    (void)state;
    struct machine m = {
        .bandwidth = 4e12, .launch = 5e-6, .multiprocessors = 132, .quantum = 0.15, .ripple = 0.1, .noise = 0.01, .wrong = -1};
    static struct ddblas_search s;
    s = search_of(&m, 64, 38400);
    assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
    m.wrong = s.range[s.ranges - 1].candidate;
    const struct machine again = m;
    s = search_of(&m, 64, 38400);
    assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
    assert_int_equal(s.wrong, 1);
    for (int i = 0; i < s.ranges; i++)
        assert_int_not_equal(s.range[i].candidate, again.wrong);
    m = again;
    assert_near_best(&m, 64, 38400, 0.08);
}

/* Ranges follow each other without a gap, and never give a size to a candidate that cannot run there. */
static void ranges_are_a_partition(void **state)
{
    (void)state;
    struct machine m = {.bandwidth = 4e12,
                        .launch = 5e-6,
                        .multiprocessors = 132,
                        .ripple = 0.2,
                        .noise = 0.02,
                        .wrong = -1,
                        .cannot_below = 5000};
    static struct ddblas_search s;
    s = search_of(&m, 64, 38400);
    assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
    assert_int_equal(s.range[0].first, 64);
    assert_int_equal(s.range[s.ranges - 1].last, 38400);
    for (int i = 0; i < s.ranges; i++)
    {
        assert_true(s.range[i].first <= s.range[i].last);
        assert_true(i == 0 || (s.range[i].first == s.range[i - 1].last + 1 && s.range[i].candidate != s.range[i - 1].candidate));
        assert_true(runs(&m, s.range[i].candidate, s.range[i].last));
        assert_true(s.range[i].seconds > 0.0 && s.range[i].gain > 0.0);
    }
}

static int first_differs(void *context, int candidate, int64_t n)
{
    (void)context;
    (void)n;
    return candidate < 12;
}

/* Twelve candidates of one speed under noise: hysteresis keeps one of them. */
static enum ddblas_search_answer tied(void *context, int candidate, int64_t n, int effort, struct ddblas_search_timing *timing)
{
    const struct machine *m = context;
    const double u = random_of(m->seed + (uint64_t)candidate * 1000003U + (uint64_t)n * 7919U);
    timing->noise = 0.01 / (1 << effort);
    timing->seconds = 1e-6 * (double)n * (1.0 + 0.02 / (1 << effort) * (u - 0.5));
    return DDBLAS_SEARCH_TIMED;
}

static void ties_do_not_flutter(void **state)
{
    (void)state;
    static struct ddblas_search s;
    for (uint64_t seed = 0; seed < 10; seed++)
    {
        struct machine m = {.seed = seed};
        s = (struct ddblas_search){
            .candidates = 12, .fallback = 3, .first = 100, .last = 10000, .context = &m, .measure = tied, .runs = first_differs};
        assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
        assert_true(s.ranges <= 2);
    }
}

/* The same answers, the same questions: what resuming from a journal rests on. */
static void deterministic(void **state)
{
    (void)state;
    static struct ddblas_search a, b;
    struct machine m = {.bandwidth = 4e12,
                        .launch = 5e-6,
                        .multiprocessors = 132,
                        .quantum = 0.15,
                        .ripple = 0.1,
                        .noise = 0.03,
                        .wrong = -1},
                   k = m;
    a = search_of(&m, 64, 38400);
    b = search_of(&k, 64, 38400);
    assert_int_equal(ddblas_search_run(&a), DDBLAS_SEARCH_DONE);
    assert_int_equal(ddblas_search_run(&b), DDBLAS_SEARCH_DONE);
    assert_int_equal(m.calls, k.calls);
    assert_int_equal(a.ranges, b.ranges);
    assert_memory_equal(a.range, b.range, (size_t)a.ranges * sizeof a.range[0]);
}

struct limited
{
    struct machine m;
    int64_t left;
};

static enum ddblas_search_answer measure_limited(void *context, int candidate, int64_t n, int effort,
                                                 struct ddblas_search_timing *timing)
{
    struct limited *l = context;
    return l->left-- <= 0 ? DDBLAS_SEARCH_STOP : measure(&l->m, candidate, n, effort, timing);
}

static enum ddblas_search_answer measure_in_time(void *context, int candidate, int64_t n, int effort,
                                                 struct ddblas_search_timing *timing)
{
    struct limited *l = context;
    l->left--;
    return measure(&l->m, candidate, n, effort, timing);
}

static int over(void *context) { return ((struct limited *)context)->left <= 0; }

/* Stopped at any moment it says so; out of time at any moment it makes the rule of what it knows. */
static void stop_and_budget(void **state)
{
    (void)state;
    static struct ddblas_search s;
    for (int64_t left = 0; left < 2500; left += 83)
    {
        struct limited l = {
            {.bandwidth = 4e12, .launch = 5e-6, .multiprocessors = 132, .quantum = 0.15, .ripple = 0.1, .wrong = -1}, left};
        s = (struct ddblas_search){
            .candidates = CANDIDATES, .fallback = 14, .first = 64, .last = 38400, .context = &l, .measure = measure_limited};
        assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_STOPPED);
        l.left = left;
        s.measure = measure_in_time;
        s.time_is_over = over;
        const enum ddblas_search_end end = ddblas_search_run(&s);
        assert_true(end == DDBLAS_SEARCH_DONE || (end == DDBLAS_SEARCH_NOTHING && left < CANDIDATES + 2));
        assert_true(l.left >= 0);
    }
    s.candidates = 0;
    assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_NOTHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quiet_machine),       cmocka_unit_test(noisy_machines),  cmocka_unit_test(another_machine),
        cmocka_unit_test(jumping_machine),     cmocka_unit_test(wrong_candidate), cmocka_unit_test(ranges_are_a_partition),
        cmocka_unit_test(ties_do_not_flutter), cmocka_unit_test(deterministic),   cmocka_unit_test(stop_and_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
