/*
 * factor_rows.h says what is here.
 */
#include "factor_rows.h"

#include <stdlib.h>

#include "tsqr_device.h"

int bench_write_contest(FILE *out, const struct bench_contest *contest, struct bench_row row)
{
    row.median_us = bench_tsqr_median_us(contest->restore, contest->ours, contest->data, 1, contest->rounds);
    row.peer_us = bench_tsqr_median_us(contest->restore, contest->peer, contest->data, 1, contest->rounds);
    row.achieved = 1e-6 * contest->operations / row.median_us;
    const int within = bench_write(out, &row);
    fflush(out);
    return within;
}

void *bench_host_memory(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        abort();
    return p;
}

cuddreal *bench_host_numbers(int64_t count) { return bench_host_memory((size_t)count * sizeof(cuddreal)); }

void bench_read_row(ddblasHandle_t handle, const cuddreal *M, int64_t m, int64_t n, int64_t i, cuddreal *to)
{
    bench_must(handle, ddblasGetMatrix(handle, 1, n, sizeof *to, M + i, m, to, 1));
}

void bench_read_column(ddblasHandle_t handle, const cuddreal *M, int64_t m, int64_t j, cuddreal *to)
{
    bench_must(handle, ddblasGetMatrix(handle, m, 1, sizeof *to, M + j * m, m, to, m));
}

double bench_end_of_sums(dd_exact *sum, dd_exact *scale)
{
    const double error = dd_exact_scaled_error(sum, cuddFromDouble(0.0), scale, 104);
    dd_exact_free(sum);
    dd_exact_free(scale);
    return error;
}
