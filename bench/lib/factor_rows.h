/*
 * Shared by bench_factor.c, bench_expert.c and bench_inverse.c: rows that compare a routine with
 * its peer on fresh data, and numbers on the host that judge results.
 */
#ifndef DD_BENCH_FACTOR_ROWS_H
#define DD_BENCH_FACTOR_ROWS_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "bench.h"
#include "oracle.h"

/* The comment of these records: the unit of achieved and ceiling. */
#define BENCH_FACTOR_UNITS                                                                                                       \
    "achieved and ceiling in TFLOPS of useful double-double operations; the ceiling is gemm's rate in the same run"

/* A call of ours and one of a peer; before each one restore(data) makes fresh data. */
struct bench_contest
{
    void (*restore)(void *data), (*ours)(void *data, int turn), (*peer)(void *data, int turn);
    void *data;
    int rounds;
    double operations; /* Useful ones of a call. */
};

/* Fills in the times of the row and what follows from them, and writes it. Returns what bench_write
 * returns. */
int bench_write_contest(FILE *out, const struct bench_contest *contest, struct bench_row row);

/* Memory of the host; ends the program when there is none. */
void *bench_host_memory(size_t bytes);
cuddreal *bench_host_numbers(int64_t count);

/* Copies row i or column j of an m x n matrix on the engine, with leading dimension m. */
void bench_read_row(ddblasHandle_t handle, const cuddreal *M, int64_t m, int64_t n, int64_t i, cuddreal *to);
void bench_read_column(ddblasHandle_t handle, const cuddreal *M, int64_t m, int64_t j, cuddreal *to);

/* Returns |sum| / scale in 2^-104, and frees both. */
double bench_end_of_sums(dd_exact *sum, dd_exact *scale);

#endif
