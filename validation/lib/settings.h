/*
 * One call under all settings of a handle, with failing allocations, and with refused arguments:
 * what the tests of the calls of every solver and eigensolver share.
 */
#ifndef DD_VALIDATION_SETTINGS_H
#define DD_VALIDATION_SETTINGS_H

#include "case.h"

/* ---- arguments ------------------------------------------------------------------------------- */

/* Fails unless a call returned `expected`, names the argument `position` and says why. */
void dd_refused(ddblasHandle_t handle, ddblasStatus_t returned, ddblasStatus_t expected, int position);

/* Runs calls that must not write: they get 4096 bytes of the engine's memory, which must be as
 * before when they return. */
void dd_leaves_memory(ddblasHandle_t handle, void (*calls)(char *memory));

/* An offset at which arrays of this type are refused. */
size_t dd_misaligned(ddblasHandle_t handle, ddblasType_t type);

/* Whether a test of this type says more with gemm's route `route` than with the automatic one: only
 * products of W and U take a route. */
int dd_type_takes_route(ddblasType_t type, ddblasGemmRoute_t route);

/* ---- bits ------------------------------------------------------------------------------------ */

enum
{
    DD_OUTPUTS = 4
};

/* An array that a call writes. */
struct dd_output
{
    const void *result; /* where each run leaves it on the host */
    size_t bytes;
    const void *before; /* must stay there if the call fails; null: anything may */
};

/* A call that is run again and again, and the results of its first run. */
struct dd_repeats
{
    ddblasHandle_t handle;
    ddblasStatus_t (*run)(ddblasHandle_t handle, void *problem);
    void *problem; /* the case */
    size_t workspace;
    struct dd_output outputs[DD_OUTPUTS]; /* those with null results are left out */
    void *first[DD_OUTPUTS];
};

/* Takes what the outputs hold now as the results of the first run. dd_repeats_free frees them. */
void dd_repeats_record(struct dd_repeats *r);
void dd_repeats_free(struct dd_repeats *r);

/* Fails unless the outputs have the bits of the first run, or what they held before it. */
void dd_repeats_assert(const struct dd_repeats *r, int succeeded, const char *what);

/* Runs the call, which must succeed with the bits of the first run. */
void dd_repeats_same(const struct dd_repeats *r, const char *what);

/* The same with each instruction set that this machine has and several numbers of threads (CPU
 * engine), and with scalars of other routines in device memory. */
void dd_repeats_over_settings(const struct dd_repeats *r);

/* The same with a workspace of the caller, whose size the query gave. Smaller ones, down to 64
 * bytes, give the same bits or are refused, and then nothing is written. Returns how many of the
 * sizes 1/8, 2/8 ... 7/8 are refused. */
int dd_repeats_over_workspaces(const struct dd_repeats *r);

/* All of these: repeated, over settings, over workspaces, and last, unless `offset` is null, with
 * arrays at 8 mod 16 where the engine takes them. `offset` points to the member of the case that
 * says how many bytes each array begins after a boundary; it keeps its last value. Returns the
 * number of refused sizes. */
int dd_repeats_everywhere(const struct dd_repeats *r, size_t *offset);

/* ---- failing allocations --------------------------------------------------------------------- */

/* Calls a routine with the copies of the operands on the engine. */
typedef ddblasStatus_t dd_operands_call(ddblasHandle_t handle, const void *problem, const struct dd_operand *operands);

/* Runs the case of `r` by a call of the handle `fresh` of the same engine, of whose allocations
 * number `failing` fails; 0: none does. */
typedef ddblasStatus_t dd_repeats_failing(ddblasHandle_t fresh, const struct dd_repeats *r, int failing);

/* Calls with new handles, of whose allocations number 1, 2, ... fails, until one call succeeds.
 * Each failure must be reported and leave the outputs as they were before; the last call must give
 * the bits of the first run. Returns the number of failures. */
int dd_repeats_without_memory(const struct dd_repeats *r, dd_repeats_failing *run);

/* Calls with new handles that take gemm's route `route`, of whose allocations number 1, 2, ...
 * fails, until one call succeeds. Each failure must be reported and leave all operands as they
 * were. The operands then hold the results. Returns the number of failures, at least 1. */
int dd_without_memory(ddblasHandle_t handle, ddblasGemmRoute_t route, struct dd_operand *operands, int count,
                      dd_operands_call *call, const void *problem);

#endif
