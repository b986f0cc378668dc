/*
 * How near a table comes to the best: at orders that no tuning run samples, every feasible
 * candidate is timed, and the table's choice meets the best of them, and the routine's own choice,
 * in duels.
 * Usage: tune_check [-t types] [-r routine] [-v variant] [-n sizes] [-a] [-c] table
 *   -a  only against the routine's own choice      -c  the list of candidates and nothing else
 * Prints one line a size and, last, lines "# ..." with median and worst loss and the geometric mean
 * of the gains.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tune/search/search.h"
#include "tune/table/table.h"
#include "tune/timing.h"

enum
{
    MOST = 4096,
    FINALISTS = 8,
    MOST_SIZES = 64
};

struct check
{
    ddblasHandle_t handle;
    struct ddblas_device device;
    struct ddblas_tune_table *chosen, *one; /* the table to judge, and one of a single row */
    struct ddblas_tune_key key;
    struct ddblas_timed timed;
    int32_t list[MOST][DDBLAS_TUNE_PARAMETERS];
    double seconds[MOST];
    int count, sizes;
    int64_t cells;
};

static const struct ddblas_tune_space *space_of(const struct check *c) { return c->key.space; }

static void must(ddblasStatus_t status, ddblasHandle_t handle)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "tune_check: %s: %s\n", ddblasGetStatusName(status), ddblasGetLastError(handle));
    exit(2);
}

static int up(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

/* Order number i, between two neighbours of the tuner's grid. */
static int64_t held_out(int i, int sizes, int64_t first, int64_t last)
{
    int64_t n = (int64_t)((double)first * pow((double)last / (double)first, (i + 0.37) / sizes));
    for (int g = 0; g < DDBLAS_SEARCH_GRID; g++)
        if (ddblas_search_size(first, last, g) == n)
        {
            n++;
            g = -1;
        }
    return n;
}

static double time_of(struct check *c, int64_t n, int candidate, int effort)
{
    double seconds = INFINITY, noise;
    int repeats;
    ddblas_table_set_one(c->one, &c->key, c->list[candidate]);
    (void)ddblas_tune_exchange(c->handle, c->one);
    const ddblasStatus_t status = ddblas_timing_median(&c->timed, n, effort, &seconds, &noise, &repeats);
    c->cells++;
    return status == DDBLAS_STATUS_SUCCESS ? seconds : INFINITY;
}

/* The best of all candidates at n: all shortly, the first of them long. -1: none runs. */
static int best_of(struct check *c, int64_t n)
{
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < c->count; i++)
        c->seconds[i] =
            space_of(c)->check(&c->device, c->key.type, c->key.form, n, n, c->list[i]) ? time_of(c, n, i, 0) : INFINITY;
    for (int place = 0; place < FINALISTS; place++)
    {
        int next = 0;
        for (int i = 1; i < c->count; i++)
            if (c->seconds[i] < c->seconds[next])
                next = i;
        if (next >= c->count || !(c->seconds[next] < INFINITY))
            break;
        c->seconds[next] = INFINITY;
        const double seconds = time_of(c, n, next, DDBLAS_SEARCH_EFFORTS - 1);
        if (seconds < least)
        {
            least = seconds;
            best = next;
        }
    }
    return best;
}

/* Time under `other` over time under the judged table. */
static double against(struct check *c, int64_t n, struct ddblas_tune_table *other)
{
    double quotient = 1.0;
    must(ddblas_timing_duel(&c->timed, n, 1, c->chosen, other, &quotient), c->handle);
    return quotient;
}

static void judge(struct check *c, int only_default)
{
    const struct ddblas_tune_form *form = &space_of(c)->forms[c->key.form];
    const int64_t first = 64, last = space_of(c)->largest(c->key.type, c->key.form, c->device.memory);
    double loss[MOST_SIZES], gain = 0.0, loose_gain = 0.0;
    c->count = only_default ? 0 : ddblas_tune_feasible(&c->key, &c->device, c->list, MOST);
    if (space_of(c)->ready && c->count > 0)
        c->count = space_of(c)->ready(c->handle, c->key.type, c->key.form, c->list, c->count, NULL, NULL);
    must(space_of(c)->prepare(c->handle, c->key.type, c->key.form, last, &c->timed.work), c->handle);
    c->timed.handle = c->handle;
    c->timed.space = space_of(c);
    for (int i = 0; i < c->sizes; i++)
    {
        const int64_t n = held_out(i, c->sizes, first, last);
        const struct ddblas_tune_row *row = ddblas_tune_find_row(c->chosen, c->key.space->id, c->key.type, c->key.form, n);
        char own[160] = "default", other[160] = "-";
        const int best = best_of(c, n);
        double loose = 1.0;
        if (row)
            ddblas_table_parameters(space_of(c), row->parameters, own, sizeof own);
        if (best >= 0)
        {
            ddblas_table_set_one(c->one, &c->key, c->list[best]);
            ddblas_table_parameters(space_of(c), c->list[best], other, sizeof other);
        }
        loss[i] = best < 0 ? 0.0 : fmax(0.0, 1.0 / against(c, n, c->one) - 1.0);
        const double g = row ? against(c, n, NULL) : 1.0;
        if (row)
            must(ddblas_timing_duel(&c->timed, n, 0, c->chosen, NULL, &loose), c->handle);
        gain += log(g) / c->sizes;
        loose_gain += log(loose) / c->sizes;
        printf("%s %c %s n=%lld loss=%.4f gain=%.4f loose=%.4f choice: %s; best: %s\n", form->routine,
               ddblas_type_letter(c->key.type), form->variant, (long long)n, loss[i], g, loose, own, other);
        fflush(stdout);
    }
    qsort(loss, (size_t)c->sizes, sizeof loss[0], up);
    printf("# %s %c %s: %d candidates, %d sizes, median loss %.2f%%, worst %.2f%%, gain %.3f, columns anywhere %.3f\n",
           form->routine, ddblas_type_letter(c->key.type), form->variant, c->count, c->sizes,
           50.0 * (loss[(c->sizes - 1) / 2] + loss[c->sizes / 2]), 100.0 * loss[c->sizes - 1], exp(gain), exp(loose_gain));
    fflush(stdout);
    space_of(c)->release(c->handle, c->timed.work);
}

static int is_wanted(const struct check *c, int type, int form, const char *types, const char *routine, const char *variant)
{
    const struct ddblas_tune_form *f = &space_of(c)->forms[form];
    return (f->types >> type & 1U) && (!types || strchr(types, ddblas_type_letter((ddblasType_t)type))) &&
           (!routine || strcmp(routine, f->routine) == 0) && (!variant || strcmp(variant, f->variant) == 0);
}

int main(int argc, char **argv)
{
    static struct check c = {.sizes = 24};
    const char *types = NULL, *routine = NULL, *variant = NULL, *table = NULL;
    int only_default = 0, only_list = 0;
    for (int i = 1; i < argc; i++)
    {
        if (strcmp(argv[i], "-a") == 0)
            only_default = 1;
        else if (strcmp(argv[i], "-c") == 0)
            only_list = 1;
        else if (argv[i][0] == '-' && i + 1 < argc)
        {
            const char *value = argv[++i];
            types = argv[i - 1][1] == 't' ? value : types;
            routine = argv[i - 1][1] == 'r' ? value : routine;
            variant = argv[i - 1][1] == 'v' ? value : variant;
            if (argv[i - 1][1] == 'n')
                c.sizes = atoi(value) > 0 && atoi(value) <= MOST_SIZES ? atoi(value) : c.sizes;
        }
        else
            table = argv[i];
    }
    must(ddblasCreate(&c.handle), NULL);
    if (table)
        must(ddblasTuneLoadTable(c.handle, table), c.handle);
    (void)ddblas_device_facts(c.handle->backend, c.handle->device, &c.device);
    c.chosen = ddblas_tune_table_of(c.handle);
    c.one = ddblas_table_of_one(&c.key, NULL);
    if (!c.one)
        return 2;
    for (const struct ddblas_tune_space *const *s = ddblas_tune_spaces(); (c.key.space = *s) != NULL; s++)
        for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
            for (int f = 0; f < space_of(&c)->form_count; f++)
            {
                c.key.type = (ddblasType_t)t;
                c.key.form = f;
                if (space_of(&c)->engine != c.device.engine || !is_wanted(&c, t, f, types, routine, variant))
                    continue;
                memset(c.one->slot, 0, sizeof c.one->slot);
                if (only_list)
                    printf("%s %c %s: %d candidates\n", space_of(&c)->forms[f].routine, ddblas_type_letter(c.key.type),
                           space_of(&c)->forms[f].variant, ddblas_tune_feasible(&c.key, &c.device, c.list, MOST));
                else
                    judge(&c, only_default);
            }
    (void)ddblas_tune_exchange(c.handle, c.chosen);
    free(c.one);
    must(ddblasDestroy(c.handle), NULL);
    return 0;
}
