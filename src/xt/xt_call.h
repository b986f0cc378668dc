/*
 * One call: what its lanes share. Units wait in one section for each lane; a lane that is done takes half of what the longest
 * section has left. Everything here may be called by any thread of the call.
 */
#ifndef DDBLAS_XT_CALL_H
#define DDBLAS_XT_CALL_H

#include <pthread.h>

#include <dd/xt.h>

#include "xt/plan/xt_plan.h"

struct xt_section
{
    int64_t first, end; /* of the order, not yet taken */
};

struct xt_call
{
    ddblasHandle_t owner;
    const struct ddblas_gemm_problem *problem; /* host pointers */
    const ddblasXtOptions_t *options;
    int techniques, reads_c;
    int a_pinned, b_pinned, c_pinned;
    struct xt_plan plan;
    int lanes;   /* with devices */
    int members; /* threads that call `ready`: lanes, and the CPU where it has a share */

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct xt_section sections[DDBLAS_XT_MOST_DEVICES];
    int prepared, ended; /* members that are */
    int go;              /* all members are prepared */
    int touched;         /* something of C is being written */
    int64_t done, by_cpu;
    double started, bytes_in, bytes_out;
    ddblasStatus_t status; /* of the first failure */
    char error[DDBLAS_ERROR_TEXT];
};

/* A member is prepared, or failed with a sentence. Waits for the others; 1 when all are prepared. */
int ddblas_xt_call_ready(struct xt_call *call, ddblasStatus_t status, const char *why);
/* A member is done and has copied so many bytes; `count` members were never started. */
void ddblas_xt_call_ended(struct xt_call *call, double bytes_in, double bytes_out);
void ddblas_xt_call_absent(struct xt_call *call, int count);
/* Waits for the end of all members and tells the caller's progress function; for the caller's thread. */
void ddblas_xt_call_wait(struct xt_call *call);

/* The next unit of a lane, and the end of its section; -1 when there is none or the call has failed. */
int64_t ddblas_xt_call_take(struct xt_call *call, int lane, int64_t *end);
/* One for the CPU, from the end of the longest section, where it is done with it in `seconds` before the devices are done with
 * all; -1 where not. */
int64_t ddblas_xt_call_take_for_cpu(struct xt_call *call, double seconds);

/* The first failure counts; later calls of take and `failed` tell everyone. SUCCESS does nothing. */
void ddblas_xt_call_fail(struct xt_call *call, ddblasStatus_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int ddblas_xt_call_failed(struct xt_call *call);

/* Something of C is about to be written; a unit has arrived. */
void ddblas_xt_call_touch(struct xt_call *call);
void ddblas_xt_call_arrived(struct xt_call *call, int by_cpu);

/* The element's place in a matrix on the host. */
static inline void *ddblas_xt_element(const struct xt_call *call, const void *matrix, int64_t leading, int64_t row,
                                      int64_t column)
{
    return (char *)matrix + (size_t)(row + column * leading) * ddblas_type_size(call->problem->type);
}

/* Rows, columns and terms of a unit and a chunk; which part of it is computed. */
int64_t ddblas_xt_rows(const struct xt_plan *plan, int64_t i);
int64_t ddblas_xt_columns(const struct xt_plan *plan, int64_t j);
int64_t ddblas_xt_terms(const struct xt_plan *plan, int64_t chunk);
enum ddblas_gemm_part ddblas_xt_part(const struct xt_plan *plan, struct xt_unit unit);

#endif
