/*
 * The CPU engine's share of the units. The CPU times a small product and expects the same rate for
 * its units. It takes a unit from the end of the order if it expects to end this unit before the
 * devices end the rest. Each unit that it has computed corrects the rate.
 */
#include "xt_share.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "xt/xt_barrier.h"
#include "xt/xt_trace.h"
#include "xt/xt_units.h"

enum
{
    PROBE = 512 /* Number of rows, columns and terms of the product that is timed. */
};

static double work_of(const struct xt_plan *p, struct xt_unit at)
{
    return (double)ddblas_xt_rows(p, at.i) * (double)ddblas_xt_columns(p, at.j) * (double)p->k;
}

static ddblasStatus_t multiply_unit(struct xt_share *s, struct xt_unit at)
{
    const struct xt_plan *p = &s->call->plan;
    struct ddblas_gemm_problem g = *s->call->problem;
    const int64_t row = at.i * p->rows, column = at.j * p->columns;
    g.m = ddblas_xt_rows(p, at.i);
    g.n = ddblas_xt_columns(p, at.j);
    g.part = ddblas_xt_part(p, at);
    if (g.k > 0)
    {
        g.A = ddblas_xt_element(s->call, g.A, g.lda, g.transa == DDBLAS_OP_N ? row : 0, g.transa == DDBLAS_OP_N ? 0 : row);
        g.B = ddblas_xt_element(s->call, g.B, g.ldb, g.transb == DDBLAS_OP_N ? 0 : column, g.transb == DDBLAS_OP_N ? column : 0);
    }
    g.C = ddblas_xt_element(s->call, g.C, g.ldc, row, column);
    return ddblas_gemm(s->handle, &g);
}

/* Measures the seconds of a multiply-add. The product that it times consists of the first rows,
 * columns and terms of the call's operands. */
static ddblasStatus_t measure_rate(struct xt_share *s, double *seconds)
{
    struct ddblas_gemm_problem g = *s->call->problem;
    g.m = least(g.m, PROBE);
    g.n = least(g.n, PROBE);
    g.k = least(g.k, PROBE);
    const size_t bytes = (size_t)g.m * (size_t)g.n * ddblas_type_size(g.type);
    g.part = DDBLAS_GEMM_ALL;
    g.C = ddblas_host_alloc(bytes);
    g.ldc = g.m;
    if (!g.C)
        return DDBLAS_STATUS_ALLOC_FAILED;
    char zero[sizeof(ddblasDoubleComplex)] = {0}; /* Zero in every type. */
    g.beta = zero;
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    /* Only the second turn counts, because the first one includes the time in which the threads
     * wake up. */
    for (int turn = 0; turn < 2 && status == DDBLAS_STATUS_SUCCESS; turn++)
    {
        const double begin = ddblas_xt_now();
        status = ddblas_gemm(s->handle, &g);
        *seconds = (ddblas_xt_now() - begin) / ((double)g.m * (double)g.n * (double)(g.k > 0 ? g.k : 1));
    }
    free(g.C);
    return status;
}

static ddblasStatus_t take_units(struct xt_share *s)
{
    const struct xt_plan *p = &s->call->plan;
    /* each: seconds of a multiply-add. busy: seconds that the CPU has worked. done: multiply-adds
     * that it has computed. */
    double each = 0.0, busy = 0.0, done = 0.0;
    int64_t count = 0;
    DDBLAS_CHECK(measure_rate(s, &each));
    for (;; count++)
    {
        const double expected = each * (double)p->rows * (double)p->columns * (double)p->k;
        const int64_t unit = ddblas_xt_units_take_for_cpu(s->call, expected);
        (void)snprintf(s->text, DDBLAS_ERROR_TEXT, "%lld blocks by the CPU, which takes %.3g s for one%s", (long long)count,
                       expected, count == 0 ? ": it does not pay" : "");
        if (unit < 0)
            return DDBLAS_STATUS_SUCCESS;
        const struct xt_unit at = ddblas_xt_unit(p, unit);
        const double begin = ddblas_xt_now();
        ddblas_xt_call_touch(s->call);
        DDBLAS_CHECK(multiply_unit(s, at));
        busy += ddblas_xt_now() - begin;
        done += work_of(p, at);
        each = done > 0.0 ? busy / done : each;
        ddblas_xt_call_arrived(s->call, 1);
    }
}

void *ddblas_xt_share_work(void *argument)
{
    struct xt_share *s = argument;
    if (ddblas_xt_barrier_start(s->call, DDBLAS_STATUS_SUCCESS, ""))
    {
        const ddblasStatus_t status = take_units(s);
        ddblas_xt_call_fail(s->call, status, "the CPU's share: %s", ddblasGetStatusString(status));
    }
    ddblas_xt_barrier_end(s->call, 0.0, 0.0);
    return NULL;
}
