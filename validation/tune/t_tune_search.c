/*
 * The search against timings of synthetic machines with deterministic noise: how near its rule
 * comes to an exhaustive search at sizes that it has not seen, and what it may not do.
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

#include "tune/search/search.h"

enum
{
    CANDIDATES = 360,
    FALLBACK = 14,
    HELD_OUT = 24
};

/* A machine: time of a candidate is launch + sums + tiles at a speed that depends on the tile, as a
 * GPU kernel's is. Blocks share the tiles equally but for a part `quantum` of the last wave, and
 * there is never less than one wave. */
struct machine
{
    double bandwidth, launch; /* bytes/s, s */
    int multiprocessors;
    double quantum; /* 0: equal shares; 1: whole waves only */
    double ripple;  /* a part of the speed that jumps with the candidate */
    double noise;   /* relative, of one timing at effort 0; later efforts halve it */
    uint64_t seed;
    int64_t calls, repeats, duels;
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

/* A random factor of a time, as the median of several turns has it. */
static double disturbed(const struct machine *m, int candidate, int64_t n, int well)
{
    candidate += well * 5000;
    const double u = random_of(m->seed + (uint64_t)candidate * 1000003U + (uint64_t)n * 104729U + 11U);
    const double v = random_of(m->seed + (uint64_t)candidate * 3U + (uint64_t)n * 1299709U + 13U);
    return 1.0 + 0.25 * m->noise * sqrt(-2.0 * log(1.0 - u)) * cos(6.283185307179586 * v);
}

static enum ddblas_search_answer duel(void *context, int candidate, int64_t n, int well, double *quotient)
{
    struct machine *m = context;
    assert_true(runs(context, candidate, n) && candidate != m->wrong && candidate != FALLBACK);
    m->duels++;
    *quotient = true_time(m, FALLBACK, n) / true_time(m, candidate, n) * disturbed(m, candidate, n, well);
    return DDBLAS_SEARCH_TIMED;
}

/* The result of a rule without a second look: a range holds when its candidate gains 0.5% in the
 * mean of five duels. */
static void judge_ranges(struct ddblas_search *s,
                         enum ddblas_search_answer (*turns)(void *, int candidate, int64_t n, int well, double *quotient))
{
    for (int i = 0; i < s->ranges; i++)
    {
        double sum = 0.0, quotient;
        const double low = (double)s->range[i].first, high = (double)s->range[i].last;
        for (int k = 0; k < 5 && s->range[i].candidate != s->fallback; k++)
        {
            (void)turns(s->context, s->range[i].candidate, (int64_t)(low * pow(high / low, (k + 0.5) / 5)), 1, &quotient);
            sum += log(quotient) / 5;
        }
        if (sum < log(1.005))
            s->range[i].candidate = s->fallback;
    }
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
    return (struct ddblas_search){.candidates = CANDIDATES,
                                  .fallback = FALLBACK,
                                  .first = first,
                                  .last = last,
                                  .context = m,
                                  .measure = measure,
                                  .runs = runs};
}

/* The loss of the rule against the best of all candidates at sizes spread over the range that are
 * not on the grid. */
static double loss_of(const struct ddblas_search *s, struct machine *m, double *median, double *gain)
{
    const int64_t first = s->first, last = s->last;
    double loss[HELD_OUT];
    *gain = 0.0;
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
        loss[i] = true_time(m, chosen(s, n), n) / best - 1.0;
        *gain += log(true_time(m, s->fallback, n) / true_time(m, chosen(s, n), n)) / HELD_OUT;
    }
    qsort(loss, HELD_OUT, sizeof loss[0], up);
    *median = 0.5 * (loss[HELD_OUT / 2 - 1] + loss[HELD_OUT / 2]);
    *gain = exp(*gain);
    return loss[HELD_OUT - 1];
}

/* Without and with the second look; the bars are for the latter. Returns by how much its worst loss
 * is less. */
static double assert_near_best(struct machine *m, int64_t first, int64_t last, double bar)
{
    static struct ddblas_search s;
    double median = 0.0, worst = 0.0, former = 0.0, gain = 0.0;
    for (int again = 0; again < 2; again++)
    {
        s = search_of(m, first, last);
        s.duel = again ? duel : NULL;
        assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
        if (!again)
            judge_ranges(&s, duel);
        former = worst;
        worst = loss_of(&s, m, &median, &gain);
        print_message(
            "%s noise %.3f: median loss %.2f%%, worst %.2f%%, gain %.3f; %lld of %d candidates, %lld of %lld cells at %d "
            "sizes, %lld duels, %d ranges, %d champions\n",
            again ? "second look" : "first look ", m->noise, 100.0 * median, 100.0 * worst, gain, (long long)s.timed, CANDIDATES,
            (long long)s.cells, (long long)CANDIDATES * s.sizes, s.sizes, (long long)s.duels, s.ranges, s.champions);
    }
    assert_true(median <= 0.03);
    assert_true(worst <= bar);
    assert_true(s.cells < (int64_t)CANDIDATES * s.sizes / 2); /* less than half of an exhaustive search at its own sizes */
    return former - worst;
}

static void quiet_machine(void **state)
{
    (void)state;
    struct machine m = {
        .bandwidth = 4e12, .launch = 5e-6, .multiprocessors = 132, .quantum = 0.15, .ripple = 0.1, .noise = 0.0, .wrong = -1};
    (void)assert_near_best(&m, 64, 38400, 0.08);
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
        (void)assert_near_best(&m, 64, 38400, 0.08);
    }
}

/* Whole waves only: time jumps at sizes that differ from candidate to candidate, and some are the
 * best in windows narrower than the distance of the sizes timed. There the median is held to its
 * bar, and the worst size to the gain over the default (1.6) and to what it is without the second
 * look. */
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
        assert_true(assert_near_best(&m, 64, 38400, 0.6) >= 0.0);
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
    (void)assert_near_best(&m, 100, 10000, 0.08);
}

/* ---- machines with one fault: what the fits tell is not the truth ---------------------------- */

enum fault
{
    LOSES,         /* in the duels: the best candidate by the search's timings is slower than the default, another gains */
    LOSES_IN_HALF, /* the same in the upper half of its range only */
    CHANGES,       /* the best candidate changes inside a range, between the sizes of the search */
    OVERLONG,      /* a candidate that gains on both sides is slower than the default in between, and nothing gains there */
    WINDOW         /* inside the default's own range another gains */
};

struct faulty
{
    enum fault fault;
    struct machine m; /* for its noise */
    int64_t from, to; /* the window of the fault */
    int wrong;
};

enum
{
    FEW = 12,
    STANDARD = 0, /* the default */
    STAR = 5,
    RUNNER_UP = 7
};

/* Time over the default's, which takes 2 us + n^2 ps. The other candidates are 10 to 40% slower.
 * search: as the search's timings have it. */
static double share_of(const struct faulty *f, int candidate, int64_t n, int search)
{
    const int inside = n >= f->from && n <= f->to, upper = (double)n > sqrt((double)f->from * (double)f->to);
    if (candidate == STANDARD)
        return 1.0;
    if (candidate != STAR && candidate != RUNNER_UP)
        return 1.1 + 0.03 * candidate;
    switch (f->fault)
    {
    case LOSES:
        return candidate == STAR ? inside && search ? 0.85 : 1.12 : inside ? 0.88 : 1.05;
    case LOSES_IN_HALF:
        return candidate == STAR ? inside && (search || !upper) ? 0.80 : 1.15 : inside ? 0.88 : 1.05;
    case CHANGES:
        return candidate == STAR ? inside ? 0.97 : 0.80 : inside ? 0.82 : 0.95;
    case OVERLONG:
        return candidate == STAR ? inside ? 1.12 : 0.80 : 1.08;
    case WINDOW:
        return candidate == STAR ? inside ? 0.84 : 1.04 : 1.06;
    }
    return 1.0;
}

static double faulty_time(const struct faulty *f, int candidate, int64_t n, int search)
{
    return (2e-6 + 1e-12 * (double)n * (double)n) * share_of(f, candidate, n, search);
}

static enum ddblas_search_answer measure_faulty(void *context, int candidate, int64_t n, int effort,
                                                struct ddblas_search_timing *timing)
{
    struct faulty *f = context;
    struct machine as = f->m;
    as.noise = 4.0 * f->m.noise / (1 << effort);
    as.seed += (uint64_t)effort * 17U;
    f->m.calls++;
    if (candidate == f->wrong && n >= f->from && n <= f->to)
        return DDBLAS_SEARCH_WRONG;
    timing->noise = 0.25 * as.noise;
    timing->seconds = faulty_time(f, candidate, n, 1) * disturbed(&as, candidate, n, 0);
    return DDBLAS_SEARCH_TIMED;
}

static enum ddblas_search_answer duel_faulty(void *context, int candidate, int64_t n, int well, double *quotient)
{
    struct faulty *f = context;
    assert_int_not_equal(candidate, STANDARD);
    f->m.duels++;
    *quotient = faulty_time(f, STANDARD, n, 0) / faulty_time(f, candidate, n, 0) * disturbed(&f->m, candidate, n, well);
    return DDBLAS_SEARCH_TIMED;
}

static struct ddblas_search search_of_faulty(struct faulty *f, int again)
{
    return (struct ddblas_search){.candidates = FEW,
                                  .fallback = STANDARD,
                                  .first = 64,
                                  .last = 38400,
                                  .context = f,
                                  .measure = measure_faulty,
                                  .duel = again ? duel_faulty : NULL};
}

/* The worst loss at 400 sizes. A change is found to within 3 places of the grid, so sizes within a
 * factor 1.1 of the machine's own jumps do not count. */
static double worst_of_faulty(const struct ddblas_search *s, const struct faulty *f)
{
    const double middle = sqrt((double)f->from * (double)f->to);
    const double jump[3] = {(double)f->from, (double)f->to, f->fault == LOSES_IN_HALF ? middle : (double)f->to};
    double worst = 0.0;
    for (int i = 0; i < 400; i++)
    {
        const int64_t n = (int64_t)(64.0 * pow(600.0, (i + 0.37) / 400));
        double best = INFINITY;
        int near = 0;
        for (int k = 0; k < 3; k++)
            near |= fabs(log((double)n / jump[k])) < log(1.1);
        for (int c = 0; c < FEW; c++)
            best = c == f->wrong ? best : fmin(best, faulty_time(f, c, n, 0));
        worst = near ? worst : fmax(worst, faulty_time(f, chosen(s, n), n, 0) / best - 1.0);
    }
    return worst;
}

/* Each of these rules misses by more than 8% without the second look, and by no more than 8% with
 * it. */
static void machines_with_a_fault(void **state)
{
    (void)state;
    static const struct
    {
        const char *name;
        enum fault fault;
        int64_t from, to;
    } cases[] = {{"its candidate loses, another gains", LOSES, 1500, 2600},
                 {"its candidate loses in one half", LOSES_IN_HALF, 1500, 6000},
                 {"the best changes inside", CHANGES, 330, 460},
                 {"a range too long", OVERLONG, 330, 460},
                 {"a gain inside the default's range", WINDOW, 1600, 2250}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint64_t seed = 1; seed <= 5; seed++)
        {
            struct faulty f = {cases[i].fault, {.noise = 0.02, .seed = seed}, cases[i].from, cases[i].to, -1};
            static struct ddblas_search s;
            double worst[2];
            int64_t calls[2];
            for (int again = 0; again < 2; again++)
            {
                f.m.calls = f.m.duels = 0;
                s = search_of_faulty(&f, again);
                assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
                calls[again] = f.m.calls;
                if (!again)
                    judge_ranges(&s, duel_faulty);
                worst[again] = worst_of_faulty(&s, &f);
            }
            print_message(
                "%-34s worst loss %.1f%%, with a second look %.1f%% (%lld timings, then %lld and %lld duels; %d ranges)\n",
                cases[i].name, 100.0 * worst[0], 100.0 * worst[1], (long long)calls[0], (long long)calls[1], (long long)s.duels,
                s.ranges);
            assert_int_equal(s.duels, f.m.duels);
            assert_true(worst[0] > 0.08);
            assert_true(worst[1] <= 0.08);
            assert_true(s.ranges <= 6);
        }
}

/* A candidate that turns out to be wrong in the second look alone is struck out of the whole
 * rule. */
static void wrong_in_the_second_look(void **state)
{
    (void)state;
    struct faulty f = {OVERLONG, {.noise = 0.02, .seed = 3}, 330, 460, STAR};
    static struct ddblas_search s;
    s = search_of_faulty(&f, 0);
    assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
    assert_int_equal(s.wrong, 0);
    s = search_of_faulty(&f, 1);
    assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
    assert_int_equal(s.wrong, 1);
    for (int i = 0; i < s.ranges; i++)
        assert_int_not_equal(s.range[i].candidate, STAR);
}

/* The best candidate of many sizes gives wrong results: it is struck out, nowhere in the rule, and
 * called no second time. */
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
    (void)assert_near_best(&m, 64, 38400, 0.08);
}

/* Ranges follow each other without a gap, and never give a size to a candidate that cannot run
 * there. */
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

/* Duels of the tied, with the noise of the machine. */
static enum ddblas_search_answer duel_tied(void *context, int candidate, int64_t n, int well, double *quotient)
{
    *quotient = disturbed(context, candidate, n, well);
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
        /* Nor in the second look, whatever the noise of a duel: 1%, 5%, 20%. */
        for (int noise = 0; noise < 3; noise++)
        {
            m.noise = (const double[]){0.04, 0.2, 0.8}[noise];
            s.duel = duel_tied;
            assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_DONE);
            print_message("tied, noise of a duel %.2f: %d ranges\n", 0.25 * m.noise, s.ranges);
            assert_true(s.ranges <= 4);
        }
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
    a.duel = b.duel = duel;
    assert_int_equal(ddblas_search_run(&a), DDBLAS_SEARCH_DONE);
    assert_int_equal(ddblas_search_run(&b), DDBLAS_SEARCH_DONE);
    assert_int_equal(m.calls, k.calls);
    assert_int_equal(m.duels, k.duels);
    assert_true(m.duels > 0);
    assert_int_equal(a.ranges, b.ranges);
    assert_memory_equal(a.range, b.range, (size_t)a.ranges * sizeof a.range[0]);
}

struct limited
{
    struct machine m;
    int64_t left, late; /* late: duels when the time is over */
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

static enum ddblas_search_answer duel_limited(void *context, int candidate, int64_t n, int well, double *quotient)
{
    struct limited *l = context;
    return l->left-- <= 0 ? DDBLAS_SEARCH_STOP : duel(&l->m, candidate, n, well, quotient);
}

static enum ddblas_search_answer duel_in_time(void *context, int candidate, int64_t n, int well, double *quotient)
{
    struct limited *l = context;
    l->late += l->left-- <= 0;
    return duel(&l->m, candidate, n, well, quotient);
}

/* A fifth of the time, or the rest if that is less, is for the second look. */
enum
{
    FIRST_SHARE = 2200
};

static int over(void *context, int second_look)
{
    const struct limited *l = context;
    return l->left <= 0 || (!second_look && l->m.calls >= FIRST_SHARE);
}

/* Stopped at any moment it says so; out of time at any moment it makes the rule of what it knows:
 * nothing is timed after that, and the only duels are the first five of each range of the fits, at
 * most 6 ranges here, and one of a look that was under way.
 */
static void stop_and_budget(void **state)
{
    (void)state;
    static struct ddblas_search s;
    int64_t most = 0;
    for (int64_t left = 0; left < 3300; left += 83)
    {
        struct limited l = {
            {.bandwidth = 4e12, .launch = 5e-6, .multiprocessors = 132, .quantum = 0.15, .ripple = 0.1, .wrong = -1}, left, 0};
        s = (struct ddblas_search){.candidates = CANDIDATES,
                                   .fallback = FALLBACK,
                                   .first = 64,
                                   .last = 38400,
                                   .context = &l,
                                   .measure = measure_limited};
        s.duel = duel_limited;
        assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_STOPPED);
        l.left = left;
        l.m.calls = l.late = 0;
        s.measure = measure_in_time;
        s.duel = duel_in_time;
        s.time_is_over = over;
        const enum ddblas_search_end end = ddblas_search_run(&s);
        assert_true(end == DDBLAS_SEARCH_DONE || (end == DDBLAS_SEARCH_NOTHING && left < CANDIDATES + 2));
        assert_true(l.left + l.late >= 0);
        assert_true(l.late <= 31);
        most = l.m.duels - l.late > most ? l.m.duels - l.late : most;
    }
    assert_true(most > 20); /* some of these moments were in the second look */
    s.candidates = 0;
    assert_int_equal(ddblas_search_run(&s), DDBLAS_SEARCH_NOTHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quiet_machine),
        cmocka_unit_test(noisy_machines),
        cmocka_unit_test(another_machine),
        cmocka_unit_test(jumping_machine),
        cmocka_unit_test(wrong_candidate),
        cmocka_unit_test(ranges_are_a_partition),
        cmocka_unit_test(ties_do_not_flutter),
        cmocka_unit_test(deterministic),
        cmocka_unit_test(stop_and_budget),
        cmocka_unit_test(machines_with_a_fault),
        cmocka_unit_test(wrong_in_the_second_look),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
