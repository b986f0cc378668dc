/*
 * Shared by all benchmarks: one clock, medians, one form of CSV.
 *
 * A file of results is lines of comment with '#', then the header
 *   routine,type,variant,m,n,k,median_us,achieved,ceiling,fraction,peer,peer_us,speedup,error
 * and one row for each measurement: achieved and ceiling in the unit that bounds the routine, named
 * in the variant or a comment; fraction their quotient, speedup = peer_us / median_us; error in the
 * unit that a comment names, empty where none was measured.
 */
#ifndef DD_BENCH_BENCH_H
#define DD_BENCH_BENCH_H

#include <stdint.h>
#include <stdio.h>

#include <dd/ddblas.h>

/* Seconds of a monotonic clock. */
double bench_now(void);

/* Median time in microseconds of one call of run(data). Calls are made in rounds of at least
 * `round_seconds` and 3 calls; of the medians of `rounds` rounds the smallest counts, so that
 * neighbours on the machine disturb less. */
double bench_median_us(void (*run)(void *data), void *data, double round_seconds, int rounds);

/* Median of `count` values, which get sorted. */
double bench_median(double *values, int count);

/* The error of a row whose error was not measured. */
#define BENCH_NOT_MEASURED (-1.0)

struct bench_row
{
    const char *routine;
    char type;
    const char *variant;
    int64_t m, n, k;
    double median_us, achieved, ceiling;
    const char *peer; /* null: none */
    double peer_us;
    double error, bound; /* error beyond bound: the row says FAIL */
};

enum
{
    BENCH_MOST_ORDERS = 16
};

/* Options that several programs share: -o file.csv, -r rows, -q, and orders n. */
struct bench_options
{
    const char *path, *rows; /* null: not given */
    int quick, count;
    int64_t orders[BENCH_MOST_ORDERS];
};

/* Ends the program with the last error of the handle unless a call succeeded. */
void bench_must(ddblasHandle_t handle, ddblasStatus_t status);

/* Returns 0 if an argument is no option. */
int bench_read_options(int count, char **arguments, struct bench_options *o);
/* The usual orders, at most BENCH_MOST_ORDERS, if the command line names none. */
void bench_use_orders(struct bench_options *o, const int64_t *usual, int count);
int64_t bench_largest_order(const struct bench_options *o);

/* Whether a list of the command line names a row. The list has names of routines, or of a routine
 * and a variant, as in "potrf,gesvRefine:A in D"; null names all rows. */
int bench_selects(const char *list, const char *routine, const char *variant);

/* The file of results, standard output when path is null; comments come before the first row. */
FILE *bench_open(const char *path);
void bench_comment(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Date, processor and its load, compiler, as comments. */
void bench_describe_host(FILE *out);
void bench_header(FILE *out);
/* bench_open with host and device as comments; describe(text, size) names the device. */
FILE *bench_open_described(const char *path, void (*describe)(char *text, size_t size));
/* Destroys the handle and closes the file unless it is standard output. */
void bench_close(FILE *out, ddblasHandle_t handle);
/* Writes the row to the file and, in readable form, to standard error. 1 when its error is within
 * its bound. */
int bench_write(FILE *out, const struct bench_row *row);

/* Rates that this machine reaches with `threads` threads, best of several runs. */

/* GB/s of reading `bytes` bytes over and over, every thread its own share, from the cache that
 * holds them. */
double bench_read_bandwidth(int threads, size_t bytes);
/* GB/s of updating `bytes` bytes in place over and over, in the same way: bytes read and bytes
 * written count. */
double bench_update_bandwidth(int threads, size_t bytes);
/* G fused multiply-adds of doubles a second, in vectors of 8, 4 or 2 doubles; each vector
 * instruction counts as that many. */
double bench_fma_rate(int threads, int width);

#endif
