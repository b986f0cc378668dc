/*
 * ddblas tune report: the timings of a run as pictures, and the rules that were made of them.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum
{
    MOST_CURVES = 12,
    NAME = 160
};

struct timing
{
    char routine[16], variant[16], parameters[NAME];
    ddblasType_t type;
    int64_t n;
    double seconds, bytes;
    int order; /* in which it was taken */
};

struct timings
{
    struct timing *list;
    int count, room, failed;
};

static int add(void *context, const ddblasTuneSample_t *sample)
{
    struct timings *t = context;
    if (sample->seconds == 0.0)
        return 0;
    if (t->count == t->room)
    {
        const int room = t->room ? 2 * t->room : 4096;
        struct timing *list = realloc(t->list, (size_t)room * sizeof *list);
        if (!list)
            return t->failed = 1;
        t->list = list;
        t->room = room;
    }
    struct timing *one = &t->list[t->count];
    *one = (struct timing){
        .type = sample->type, .n = sample->n, .seconds = sample->seconds, .bytes = sample->bytes, .order = t->count};
    snprintf(one->routine, sizeof one->routine, "%s", sample->routine);
    snprintf(one->variant, sizeof one->variant, "%s", sample->variant);
    snprintf(one->parameters, sizeof one->parameters, "%s", sample->parameters);
    t->count++;
    return 0;
}

static int by_problem(const struct timing *a, const struct timing *b)
{
    const int routine = strcmp(a->routine, b->routine);
    if (routine)
        return routine;
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    return strcmp(a->variant, b->variant);
}

/* By problem, parameters, n; the last timing of a pair first. */
static int by_curve(const void *p, const void *q)
{
    const struct timing *a = p, *b = q;
    const int problem = by_problem(a, b), parameters = strcmp(a->parameters, b->parameters);
    if (problem || parameters)
        return problem ? problem : parameters;
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    return a->order > b->order ? -1 : a->order < b->order;
}

/* Leaves the last timing of each pair. */
static void sort_and_thin(struct timings *t)
{
    int kept = 0;
    qsort(t->list, (size_t)t->count, sizeof *t->list, by_curve);
    for (int i = 0; i < t->count; i++)
        if (kept == 0 || by_problem(&t->list[i], &t->list[kept - 1]) != 0 || t->list[i].n != t->list[kept - 1].n ||
            strcmp(t->list[i].parameters, t->list[kept - 1].parameters) != 0)
            t->list[kept++] = t->list[i];
    t->count = kept;
}

/* One past the last timing with the parameters of `first`. */
static int curve_end(const struct timing *list, int first, int end)
{
    int i = first + 1;
    while (i < end && strcmp(list[i].parameters, list[first].parameters) == 0)
        i++;
    return i;
}

static double rate(const struct timing *t) { return 1e-9 * t->bytes / t->seconds; }

static int fill_curve(struct cli_curve *curve, const struct timing *list, int first, int end)
{
    double *numbers = malloc(2 * (size_t)(end - first) * sizeof *numbers);
    if (!numbers)
        return cli_error(CLI_NO_RESOURCE, "no memory for a picture");
    *curve =
        (struct cli_curve){.name = list[first].parameters, .x = numbers, .y = numbers + (end - first), .points = end - first};
    for (int i = first; i < end; i++)
    {
        curve->x[i - first] = (double)list[i].n;
        curve->y[i - first] = rate(&list[i]);
    }
    return CLI_OK;
}

/* The candidates with most sizes: the champions, which were timed everywhere. */
static int champion_curves(struct cli_curve *curves, int *count, const struct timing *list, int begin, int end)
{
    int most = 0;
    for (int i = begin, next; i < end; i = next)
    {
        next = curve_end(list, i, end);
        most = next - i > most ? next - i : most;
    }
    for (int size = most; size > most / 2; size--)
        for (int i = begin, next; i < end; i = next)
        {
            next = curve_end(list, i, end);
            if (next - i == size && *count < MOST_CURVES - 1)
            {
                const int code = fill_curve(&curves[*count], list, i, next);
                if (code)
                    return code;
                (*count)++;
            }
        }
    return CLI_OK;
}

/* The timing of these parameters at n, or null. */
static const struct timing *find(const struct timing *list, int begin, int end, const char *parameters, int64_t n)
{
    for (int i = begin; i < end; i++)
        if (list[i].n == n && strcmp(list[i].parameters, parameters) == 0)
            return &list[i];
    return NULL;
}

/* The choices of the table at the sizes where the default was timed, which is everywhere. */
static int rule_curve(ddblasHandle_t handle, struct cli_curve *curve, const struct timing *list, int begin, int end)
{
    int first = begin;
    while (first < end && strcmp(list[first].parameters, "default") != 0)
        first = curve_end(list, first, end);
    if (first == end)
        return CLI_OK;
    const int code = fill_curve(curve, list, first, curve_end(list, first, end));
    if (code)
        return code;
    int kept = 0;
    for (int i = 0; i < curve->points; i++)
    {
        ddblasTuneChoice_t choice;
        const int64_t n = (int64_t)curve->x[i];
        if (ddblasTuneQuery(handle, list[first].routine, list[first].type, list[first].variant, n, &choice) !=
            DDBLAS_STATUS_SUCCESS)
            continue;
        const struct timing *t = find(list, begin, end, choice.parameters, n);
        if (!t)
            continue;
        curve->x[kept] = (double)n;
        curve->y[kept++] = rate(t);
    }
    curve->points = kept;
    curve->name = "the rule";
    curve->bold = 1;
    return CLI_OK;
}

static void print_rules(ddblasHandle_t handle, const struct timing *one, int64_t first, int64_t last)
{
    ddblasTuneChoice_t c;
    printf("%s %s %s\n", one->routine, cli_type_words[one->type], one->variant);
    for (int64_t n = first; n <= last; n = c.last + 1)
    {
        if (ddblasTuneQuery(handle, one->routine, one->type, one->variant, n, &c) != DDBLAS_STATUS_SUCCESS)
            return;
        if (strcmp(c.parameters, "default") == 0)
        {
            const int64_t start = n; /* up to the next row */
            while (c.last < last && strcmp(c.parameters, "default") == 0 &&
                   ddblasTuneQuery(handle, one->routine, one->type, one->variant, c.last + 1, &c) == DDBLAS_STATUS_SUCCESS)
                continue;
            if (strcmp(c.parameters, "default") != 0)
                c.last = c.first - 1;
            printf("  %8lld ... %-8lld default\n", (long long)start, (long long)c.last);
        }
        else
            printf("  %8lld ... %-8lld %s, gain %.3f\n", (long long)c.first, (long long)(c.last < last ? c.last : last),
                   c.parameters, c.gain);
        if (c.last >= last)
            return;
    }
}

static int draw(ddblasHandle_t handle, const struct timing *list, int begin, int end, const char *folder)
{
    struct cli_curve curves[MOST_CURVES] = {{0}};
    char path[1024], title[128];
    int64_t low = list[begin].n, high = low;
    int count = 0, code = champion_curves(curves, &count, list, begin, end);
    for (int i = begin; i < end; i++)
    {
        low = list[i].n < low ? list[i].n : low;
        high = list[i].n > high ? list[i].n : high;
    }
    if (!code)
        code = rule_curve(handle, &curves[count], list, begin, end);
    if (!code && curves[count].points > 0)
        count++;
    snprintf(path, sizeof path, "%s/%s-%s-%s.svg", folder, list[begin].routine, cli_type_words[list[begin].type],
             list[begin].variant);
    snprintf(title, sizeof title, "%s, type %s, %s", list[begin].routine, cli_type_words[list[begin].type], list[begin].variant);
    if (!code)
        code = cli_svg(path, title, "n", "GB/s", curves, count);
    for (int c = 0; c < count; c++)
        free(curves[c].x);
    if (!code)
    {
        print_rules(handle, &list[begin], low, high);
        printf("  %s\n", path);
    }
    return code;
}

/* The folder that the pictures go to, made if it is not there. */
static int make_folder(const char *folder)
{
    struct stat about;
    if (mkdir(folder, 0777) == 0 || (stat(folder, &about) == 0 && S_ISDIR(about.st_mode)))
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: the folder cannot be made", folder);
}

int cli_tune_report(ddblasHandle_t handle, const char *samples, const char *table, const char *folder)
{
    struct timings t = {0};
    char path[1024], samples_path[1040];
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    if (table)
        snprintf(path, sizeof path, "%s", table);
    else
        status = ddblasTuneGetTablePath(handle, path, sizeof path);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasTuneLoadTable(handle, path);
    if (status != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(handle, status);
    snprintf(samples_path, sizeof samples_path, "%s.samples", path);
    status = ddblasTuneReadSamples(samples ? samples : samples_path, add, &t);
    int code = status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(NULL, status);
    if (!code && t.failed)
        code = cli_error(CLI_NO_RESOURCE, "no memory for the timings");
    if (!code && t.count > 0)
        sort_and_thin(&t);
    code = code ? code : make_folder(folder);
    for (int begin = 0, end; !code && begin < t.count; begin = end)
    {
        for (end = begin + 1; end < t.count && by_problem(&t.list[begin], &t.list[end]) == 0; end++)
            continue;
        code = draw(handle, t.list, begin, end, folder);
    }
    free(t.list);
    return code;
}
