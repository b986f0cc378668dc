/*
 * What a routine says to the tuner and what it gets back.
 *
 * A routine with parameters worth choosing declares a space: which calls it covers (its forms: routine and variant), the names of
 * the parameters, the check that a set of them is legal, the candidates, and how to run and verify one call. It does so in one
 * file of its own, <routine>_candidates.c, and one line in api/spaces.def. At run time it asks ddblas_tune_find for the parameters of
 * a call: null means its own default. A candidate is timed by an ordinary call under a table that names it, so there is no second
 * way into a kernel.
 *
 * Nothing here knows what the parameters mean. Parameters from a table have passed the routine's check on this device.
 */
#ifndef DDBLAS_TUNE_TUNE_H
#define DDBLAS_TUNE_TUNE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/tune.h>

#include "core/core.h"

enum
{
    DDBLAS_TUNE_PARAMETERS = 8, /* of a space at most */
    DDBLAS_TUNE_FORMS = 8,
    DDBLAS_TUNE_MOST_SPACES = 8
};

/* A call as people name it: "symv", "lower". */
struct ddblas_tune_form
{
    const char *routine, *variant;
    unsigned types; /* bit t: exists for ddblasType_t t */
};

/* One problem: type and form of a space. */
struct ddblas_tune_key
{
    const struct ddblas_tune_space *space;
    ddblasType_t type;
    int form;
};

/* What one thread block of a candidate takes. */
struct ddblas_tune_need
{
    int32_t threads;
    int32_t registers; /* of one thread */
    int32_t shared;    /* bytes of one block */
    int32_t blocks;    /* that must be resident on one multiprocessor */
};

struct ddblas_tune_space
{
    ddblasEngine_t engine;
    const struct ddblas_tune_form *forms;
    int form_count;
    const char *const *parameters; /* names, letters only */
    int parameter_count;

    /* 1 when the parameters are legal for all orders n in [first, last] on this device. The door that text passes: any int32_t
     * may come. */
    int (*check)(const struct ddblas_device *device, ddblasType_t type, int form, int64_t first, int64_t last,
                 const int32_t *parameters);
    /* The candidates: writes at most `capacity` sets of parameters and returns how many there are. Each passes check
     * at some orders. */
    int (*candidates)(const struct ddblas_device *device, ddblasType_t type, int form, int32_t (*list)[DDBLAS_TUNE_PARAMETERS],
                      int capacity);
    /* What a candidate takes of a multiprocessor; null where nothing bounds it. */
    void (*need)(ddblasType_t type, int form, const int32_t *parameters, struct ddblas_tune_need *need);
    /* Makes the candidates list[count] ready to run on the handle's device, takes out those that turn out not to fit, and returns
     * how many are left. Calls progress(context, done), done from 0 to 1, which may ask to stop by another result than 0. Null:
     * they are ready. */
    int (*ready)(ddblasHandle_t handle, ddblasType_t type, int form, int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int count,
                 int (*progress)(void *context, double done), void *context);
    /* Bytes that one call moves at least: what GB/s counts. */
    double (*bytes)(ddblasType_t type, int form, int64_t n);
    /* Orders worth tuning: the greatest for which operands fit into `memory` bytes, at most the routine's own limit. */
    int64_t (*largest)(ddblasType_t type, int form, double memory);

    /* Operands for all orders up to n. */
    ddblasStatus_t (*prepare)(ddblasHandle_t handle, ddblasType_t type, int form, int64_t n, void **work);
    /* One call of order n with the handle's table; turn rotates through the operands so that caches do not hold them. A negative
     * turn asks for operands that lie less well, when there are such. */
    ddblasStatus_t (*run)(ddblasHandle_t handle, void *work, int64_t n, int turn);
    /* 1 when a call of order n under the handle's table agrees with a call under `reference`, the routine's default, within the
     * routine's error bound; 0 when not. */
    int (*agrees)(ddblasHandle_t handle, void *work, int64_t n);
    void (*release)(ddblasHandle_t handle, void *work);
};

/* Tells the tuner which spaces there are: pointers, null at the end, at most DDBLAS_TUNE_MOST_SPACES. The process has one list,
 * which stays; the call may be repeated. Tables can be read only after it. */
void ddblas_tune_set_spaces(const struct ddblas_tune_space *const *spaces);

/* The list, and the place of a space in it. */
const struct ddblas_tune_space *const *ddblas_tune_spaces(void);
int ddblas_tune_space_number(const struct ddblas_tune_space *space);

/* ---- look-up ----------------------------------------------------------------------------------------------------------- */

/* The parameters hold for first <= n <= last. */
struct ddblas_tune_row
{
    int64_t first, last;
    int32_t parameters[DDBLAS_TUNE_PARAMETERS];
    int64_t picoseconds; /* measured time in the middle of the range; 0 unknown */
    int32_t gain;        /* thousandths: 1100 = the default takes 1.1 times as long; 0 unknown */
    int32_t date;        /* yyyymmdd, 0 unknown */
    int32_t source;      /* which of the table's sources the row is from */
};

/* Rows of one problem, ascending and disjoint. */
struct ddblas_tune_slot
{
    int32_t begin, count;
};

enum
{
    DDBLAS_TUNE_SOURCES = 8,
    DDBLAS_TUNE_SOURCE_TEXT = 288
};

/* All that a handle knows, in one block of memory. */
struct ddblas_tune_table
{
    ddblasStatus_t status; /* of the worst file met: SUCCESS, or why one was ignored */
    char why[DDBLAS_ERROR_TEXT];
    int sources;
    char source[DDBLAS_TUNE_SOURCES][DDBLAS_TUNE_SOURCE_TEXT];
    struct ddblas_tune_slot slot[DDBLAS_TUNE_MOST_SPACES][DDBLAS_TYPE_ALL_COUNT][DDBLAS_TUNE_FORMS];
    int32_t rows;
    struct ddblas_tune_row row[];
};

/* The handle's table, or null; and another one in its place, whose memory the handle takes over. The old one is returned. */
struct ddblas_tune_table *ddblas_tune_table_of(ddblasHandle_t handle);
struct ddblas_tune_table *ddblas_tune_exchange(ddblasHandle_t handle, struct ddblas_tune_table *table);

/* Gives the handle the table that fits its device; ALLOC_FAILED, or SUCCESS. */
ddblasStatus_t ddblas_tune_attach(ddblasHandle_t handle);

/* The handle chooses as `from` does, where both are on devices of one model: it gets a copy of the table. ALLOC_FAILED, or
 * SUCCESS. */
ddblasStatus_t ddblas_tune_follow(ddblasHandle_t handle, ddblasHandle_t from);

/* The row of a call, or null: the routine's default. No memory, no lock, a binary search. */
const struct ddblas_tune_row *ddblas_tune_find_row(const struct ddblas_tune_table *table, const struct ddblas_tune_space *space,
                                                   ddblasType_t type, int form, int64_t n);

/* The parameters of a call under the handle's table, or null. */
static inline const int32_t *ddblas_tune_find(ddblasHandle_t handle, const struct ddblas_tune_space *space, ddblasType_t type,
                                              int form, int64_t n)
{
    const struct ddblas_tune_row *row = ddblas_tune_find_row(ddblas_tune_table_of(handle), space, type, form, n);
    return row ? row->parameters : NULL;
}

/* All rows of a problem, for sizes that must hold for every n: returns how many there are. */
int ddblas_tune_rows(ddblasHandle_t handle, const struct ddblas_tune_space *space, ddblasType_t type, int form,
                     const struct ddblas_tune_row **rows);

/* ---- feasibility ------------------------------------------------------------------------------------------------------- */

/* Blocks of this need that one multiprocessor of the device holds at once: by threads, registers (handed out to warps by 256),
 * shared memory and the block limit. 0 when not even one fits. */
int ddblas_tune_occupancy(const struct ddblas_device *device, const struct ddblas_tune_need *need);

/* The largest order of a run up to `wanted`, or with 0 up to the orders worth tuning: operands, at most twice the bytes that a
 * call moves, leave a fifth of the memory. */
int64_t ddblas_tune_largest(const struct ddblas_tune_key *key, const struct ddblas_device *device, int64_t wanted);

/* The candidates of a problem that check passes and the device's resources allow. Returns their number, at most capacity. */
int ddblas_tune_feasible(const struct ddblas_tune_key *key, const struct ddblas_device *device,
                         int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int capacity);

#endif
