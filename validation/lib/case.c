/*
 * One call under test: operands, scalars and judgement, for the tests of every routine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "poison.h"

void dd_must(ddblasHandle_t handle, ddblasStatus_t status, const char *what)
{
    if (status != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s: %s: %s", what, ddblasGetStatusName(status), ddblasGetLastError(handle));
}

int64_t dd_least_leading(int64_t rows) { return rows > 1 ? rows : 1; }

/* ---- operands -------------------------------------------------------------------------------- */

struct dd_operand dd_operand_read(const void *host, size_t bytes) { return dd_operand_written(host, NULL, bytes); }

struct dd_operand dd_operand_written(const void *host, void *result, size_t bytes)
{
    return (struct dd_operand){.host = host, .result = result, .bytes = bytes};
}

void dd_operands_put(ddblasHandle_t handle, struct dd_operand *operands, int count, size_t offset)
{
    for (int i = 0; i < count; i++)
        operands[i].at = dd_engine_copy(handle, operands[i].host, operands[i].bytes, offset);
}

void dd_operands_take(ddblasHandle_t handle, struct dd_operand *operands, int count, size_t offset)
{
    int written = -1, around = -1; /* operands at fault; all copies are freed before the test fails */
    for (int i = 0; i < count; i++)
    {
        struct dd_operand *o = &operands[i];
        if (o->result)
            dd_engine_read(handle, o->result, o->at, o->bytes);
        else if (!dd_engine_holds(handle, o->at, o->host, o->bytes))
            written = i;
        if (!dd_engine_guarded(handle, o->at, o->bytes, offset))
            around = i;
        dd_engine_free(handle, o->at, offset);
        o->at = NULL;
    }
    if (written >= 0)
        fail_msg("operand %d, which is only read, was written", written);
    if (around >= 0)
        fail_msg("bytes around operand %d were written", around);
}

void dd_rest_unchanged(const char *name, const void *before, const void *after, size_t bytes, size_t size, int64_t leading,
                       dd_is_computed *is_computed, const void *problem)
{
    const int64_t count = (int64_t)(bytes / size);
    for (int64_t index = 0; index < count; index++)
    {
        const int64_t i = index % leading, j = index / leading;
        const size_t at = (size_t)index * size;
        if (memcmp((const char *)before + at, (const char *)after + at, size) != 0 && !is_computed(problem, i, j))
            fail_msg("%s was written at (%lld, %lld), which is not computed", name, (long long)i, (long long)j);
    }
}

/* ---- scalars --------------------------------------------------------------------------------- */

void dd_scalars_put(ddblasHandle_t handle, struct dd_scalars *s, size_t size, const void *alpha, const void *beta, int on_engine)
{
    memset(s, 0, sizeof *s);
    s->alpha = dd_scalar_put(&s->host[0], alpha, size);
    s->beta = dd_scalar_put(&s->host[1], beta, size);
    if (on_engine)
    {
        s->alpha = s->engine[0] = dd_engine_copy(handle, alpha, size, 0);
        s->beta = s->engine[1] = dd_engine_copy(handle, beta, size, 0);
    }
    dd_must(handle, ddblasSetPointerMode(handle, on_engine ? DDBLAS_POINTER_MODE_DEVICE : DDBLAS_POINTER_MODE_HOST),
            "ddblasSetPointerMode");
}

void dd_scalars_take(ddblasHandle_t handle, struct dd_scalars *s)
{
    for (int i = 0; i < 2 && s->engine[i]; i++)
        dd_engine_free(handle, s->engine[i], 0);
}

/* ---- judgement ------------------------------------------------------------------------------- */

double dd_alarm(int64_t k) { return 4.0 * sqrt((double)k) + 8.0; }

static void report(const struct dd_judge *judge, const char *verdict, double error, int64_t i, int64_t j)
{
    fprintf(stderr, "%s: %s, seed %llu, element (%lld, %lld): error %g, bound %g: ", verdict, judge->what,
            (unsigned long long)judge->seed, (long long)i, (long long)j, error, judge->bound);
    judge->describe(judge->problem, i, j);
    fprintf(stderr, "\n");
}

double dd_judge_error(const struct dd_judge *judge, double error, int64_t i, int64_t j)
{
    if (!(error <= judge->bound)) /* NaN fails too */
    {
        report(judge, "FAILED", error, i, j);
        fail_msg("error beyond the bound");
    }
    if (judge->alarm > 0.0 && error > judge->alarm)
        report(judge, "ALARM", error, i, j);
    return error;
}

double dd_judge_elements(const struct dd_judge *judge, int64_t m, int64_t n, dd_is_computed *is_computed, int64_t samples,
                         struct dd_random *g)
{
    const int64_t all = m * n, count = all < samples ? all : samples;
    double largest = 0.0;
    for (int64_t q = 0; q < count; q++)
    {
        const int64_t index = all <= samples ? q : dd_random_int(g, 0, all - 1);
        int64_t i = index % m, j = index / m;
        if (is_computed && !is_computed(judge->problem, i, j))
        {
            if (all <= samples)
                continue;
            const int64_t swapped = i;
            i = j;
            j = swapped;
        }
        largest = fmax(largest, dd_judge_error(judge, judge->error(judge->problem, i, j), i, j));
    }
    return largest;
}

void dd_print_hex(const char *name, const void *element, size_t size)
{
    fprintf(stderr, " %s=", name);
    for (size_t i = 0; i < size; i++)
        fprintf(stderr, "%02x", ((const unsigned char *)element)[i]);
}
