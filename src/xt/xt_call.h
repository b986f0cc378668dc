/*
 * The state of one call that its threads share. The members of a call are its lanes, each a device
 * with its streams and threads, and the CPU if it has a share. The members meet at the barriers of
 * xt_barrier.h and take their work through xt_units.h. Every thread of the call may call these
 * functions.
 */
#ifndef DDBLAS_XT_CALL_H
#define DDBLAS_XT_CALL_H

#include <pthread.h>

#include <dd/xt.h>

#include "xt/plan/xt_plan.h"

struct xt_section
{
    /* The units [first, end) of the order have not been taken yet. */
    int64_t first, end;
};

struct xt_call
{
    ddblasHandle_t owner;
    const struct ddblas_gemm_problem *problem; /* Its pointers lead to host memory. */
    const ddblasXtOptions_t *options;
    int techniques, reads_c;
    int a_pinned, b_pinned, c_pinned;
    struct xt_plan plan;
    int lanes;   /* Number of lanes. */
    int members; /* Number of members: the lanes, and the CPU if it has a share. */

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct xt_section sections[DDBLAS_XT_MOST_DEVICES];
    /* Number of members that are prepared, and number of members that have ended. */
    int prepared, ended;
    int go;      /* 1: all members are prepared. */
    int touched; /* 1: the call has begun to write to C. */
    int64_t done, by_cpu;
    double started, bytes_in, bytes_out;
    ddblasStatus_t status; /* Status of the first failure. */
    char error[DDBLAS_ERROR_TEXT];
};

/* Records a failure; only the first one is kept. After a failure no unit is given out any more, and
 * ddblas_xt_call_failed returns 1. If `status` is SUCCESS, the function does nothing. */
void ddblas_xt_call_fail(struct xt_call *call, ddblasStatus_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int ddblas_xt_call_failed(struct xt_call *call);
/* Does the work of ddblas_xt_call_fail in a thread that already holds the lock. */
void ddblas_xt_call_note(struct xt_call *call, ddblasStatus_t status, const char *why);

/* ddblas_xt_call_touch reports that the call is about to write to C. ddblas_xt_call_arrived reports
 * that a unit has arrived in host memory; by_cpu is 1 if the CPU has computed it. */
void ddblas_xt_call_touch(struct xt_call *call);
void ddblas_xt_call_arrived(struct xt_call *call, int by_cpu);

/* Returns the address of an element of a matrix on the host. */
static inline void *ddblas_xt_element(const struct xt_call *call, const void *matrix, int64_t leading, int64_t row,
                                      int64_t column)
{
    return (char *)matrix + (size_t)(row + column * leading) * ddblas_type_size(call->problem->type);
}

/* Return the number of rows and of columns of a unit, the number of terms of a chunk, and the part
 * of a unit that is computed. */
int64_t ddblas_xt_rows(const struct xt_plan *plan, int64_t i);
int64_t ddblas_xt_columns(const struct xt_plan *plan, int64_t j);
int64_t ddblas_xt_terms(const struct xt_plan *plan, int64_t chunk);
enum ddblas_gemm_part ddblas_xt_part(const struct xt_plan *plan, struct xt_unit unit);

#endif
