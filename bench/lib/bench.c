/*
 * Clock, medians and CSV.
 */
#define _GNU_SOURCE /* program_invocation_short_name */

#include "bench.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    MOST_CALLS = 100000,
    LINE_SIZE = 256
};

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bench_must(ddblasHandle_t handle, ddblasStatus_t status)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, ddblasGetStatusName(status), ddblasGetLastError(handle));
    exit(2);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

double bench_median_us(void (*run)(void *data), void *data, double round_seconds, int rounds)
{
    double best = INFINITY, *calls = malloc(MOST_CALLS * sizeof *calls);
    if (!calls)
        abort();
    run(data);
    for (int round = 0; round < rounds; round++)
    {
        const double start = bench_now();
        double before = start;
        int count = 0;
        while (count < MOST_CALLS && (count < 3 || before - start < round_seconds))
        {
            run(data);
            const double after = bench_now();
            calls[count++] = 1e6 * (after - before);
            before = after;
        }
        best = fmin(best, bench_median(calls, count));
    }
    free(calls);
    return best;
}

FILE *bench_open(const char *path)
{
    FILE *out = path ? fopen(path, "w") : stdout;
    if (!out)
    {
        perror(path);
        exit(2);
    }
    return out;
}

void bench_comment(FILE *out, const char *format, ...)
{
    va_list list;
    fputs("# ", out);
    va_start(list, format);
    vfprintf(out, format, list);
    va_end(list);
    fputc('\n', out);
}

/* The first line of a file that starts with `key`, as a comment. */
static void describe_file(FILE *out, const char *path, const char *key)
{
    char line[LINE_SIZE];
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (strncmp(line, key, strlen(key)) == 0)
        {
            line[strcspn(line, "\n")] = '\0';
            bench_comment(out, "%s: %s", path, line);
            break;
        }
    if (in)
        fclose(in);
}

void bench_describe_host(FILE *out)
{
    char date[64];
    const time_t now = time(NULL);
    struct tm utc;
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &utc));
    bench_comment(out, "%s", date);
    describe_file(out, "/proc/cpuinfo", "model name");
    describe_file(out, "/proc/loadavg", "");
    bench_comment(out, "compiler %s", __VERSION__);
}

FILE *bench_open_described(const char *path, void (*describe)(char *text, size_t size))
{
    char device[256];
    FILE *out = bench_open(path);
    describe(device, sizeof device);
    bench_describe_host(out);
    bench_comment(out, "%s", device);
    return out;
}

void bench_close(FILE *out, ddblasHandle_t handle)
{
    (void)ddblasDestroy(handle);
    if (out != stdout)
        (void)fclose(out);
}

void bench_header(FILE *out)
{
    fputs("routine,type,variant,m,n,k,median_us,achieved,ceiling,fraction,peer,peer_us,speedup,error\n", out);
}

int bench_read_options(int count, char **arguments, struct bench_options *o)
{
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "-q") == 0)
            o->quick = 1;
        else if (strcmp(arguments[i], "-o") == 0 && i + 1 < count)
            o->path = arguments[++i];
        else if (strcmp(arguments[i], "-r") == 0 && i + 1 < count)
            o->rows = arguments[++i];
        else if (strtoll(arguments[i], NULL, 10) > 0 && o->count < BENCH_MOST_ORDERS)
            o->orders[o->count++] = strtoll(arguments[i], NULL, 10);
        else
            return 0;
    return 1;
}

void bench_use_orders(struct bench_options *o, const int64_t *usual, int count)
{
    for (int i = 0; o->count == 0 && i < count; i++)
        o->orders[i] = usual[i];
    o->count = o->count ? o->count : count;
}

int64_t bench_largest_order(const struct bench_options *o)
{
    int64_t largest = 1;
    for (int i = 0; i < o->count; i++)
        largest = o->orders[i] > largest ? o->orders[i] : largest;
    return largest;
}

/* Whether `item`, of `length` characters, is the name, or the name, a colon and the variant. */
static int item_names(const char *item, size_t length, const char *routine, const char *variant)
{
    const size_t name = strlen(routine);
    if (length < name || strncmp(item, routine, name) != 0)
        return 0;
    return length == name ||
           (item[name] == ':' && length == name + 1 + strlen(variant) && strncmp(item + name + 1, variant, strlen(variant)) == 0);
}

int bench_selects(const char *list, const char *routine, const char *variant)
{
    for (const char *item = list; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL)
        if (item_names(item, strcspn(item, ","), routine, variant))
            return 1;
    return !list;
}

int bench_write(FILE *out, const struct bench_row *r)
{
    const double fraction = r->ceiling > 0.0 ? r->achieved / r->ceiling : 0.0;
    const int measured = !(r->error < 0.0), ok = !measured || r->error <= r->bound;
    char error[32] = "";
    if (measured)
        snprintf(error, sizeof error, "%s%.3g", ok ? "" : "FAIL ", r->error);
    fprintf(out, "%s,%c,%s,%lld,%lld,%lld,%.3f,%.3f,%.3f,%.3f,%s,", r->routine, r->type, r->variant, (long long)r->m,
            (long long)r->n, (long long)r->k, ok ? r->median_us : (double)NAN, ok ? r->achieved : (double)NAN, r->ceiling,
            ok ? fraction : (double)NAN, r->peer ? r->peer : "");
    if (r->peer && ok)
        fprintf(out, "%.3f,%.2f,%s\n", r->peer_us, r->peer_us / r->median_us, error);
    else
        fprintf(out, ",,%s\n", error);
    fprintf(stderr, "%-6s %c %-28s n=%-6lld %11.1f us  %8.2f of %8.2f (%5.1f%%)", r->routine, r->type, r->variant,
            (long long)r->n, r->median_us, r->achieved, r->ceiling, 100.0 * fraction);
    if (r->peer)
        fprintf(stderr, "  %s %.1f us, %.2f times", r->peer, r->peer_us, r->peer_us / r->median_us);
    fprintf(stderr, "  error %s\n", measured ? error : "not measured");
    return ok;
}
