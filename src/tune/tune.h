/*
 * Interface between a tunable routine and the tuner.
 *
 * A routine with parameters worth choosing declares a space: the calls that it covers (its forms:
 * routine and variant), the names of the parameters, the check that a set of them is legal, the
 * candidates, and how to run and verify one call. A space takes one file, <routine>_candidates.c,
 * and one line in api/spaces.def. At run time the routine asks ddblas_tune_find for the parameters
 * of a call; null means its own default. A candidate is timed by an ordinary call with a table that
 * names it, so there is no second way into a kernel.
 *
 * Nothing here knows the meaning of the parameters. Parameters from a table have passed the
 * routine's check on this device.
 */
#ifndef DDBLAS_TUNE_TUNE_H
#define DDBLAS_TUNE_TUNE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/tune.h>

#include "core/core.h"

enum
{
    DDBLAS_TUNE_PARAMETERS = 8, /* Most parameters of a space. */
    DDBLAS_TUNE_FORMS = 8,
    DDBLAS_TUNE_MOST_SPACES = 8
};

/* A kind of call by its public name: "symv", "lower". */
struct ddblas_tune_form
{
    const char *routine, *variant;
    unsigned types; /* Bit t: the form exists for ddblasType_t t. */
};

/* A problem: type and form of a space. */
struct ddblas_tune_key
{
    const struct ddblas_tune_space *space;
    ddblasType_t type;
    int form;
};

/* Resources of one thread block of a candidate. */
struct ddblas_tune_need
{
    int32_t threads;
    int32_t registers; /* Registers of one thread. */
    int32_t shared;    /* Bytes of shared memory of one block. */
    int32_t blocks;    /* Blocks that must be resident on one multiprocessor. */
};

struct ddblas_tune_space
{
    /* The address of a variable of the routine. The routine passes it to ddblas_tune_find to ask
     * for its parameters, so it need not know its space. */
    const void *id;
    ddblasEngine_t engine;
    const struct ddblas_tune_form *forms;
    int form_count;
    const char *const *parameters; /* Names, letters only. */
    int parameter_count;

    /* Returns 1 when the parameters are legal for all orders n in [first, last] on this device. No
     * other check judges the values of parameters from a table, so this one must accept any int32_t
     * as input. */
    int (*check)(const struct ddblas_device *device, ddblasType_t type, int form, int64_t first, int64_t last,
                 const int32_t *parameters);
    /* Writes at most `capacity` candidates, sets of parameters, to `list` and returns how many
     * there are. Each passes check at some orders. */
    int (*candidates)(const struct ddblas_device *device, ddblasType_t type, int form, int32_t (*list)[DDBLAS_TUNE_PARAMETERS],
                      int capacity);
    /* Writes the resources of a candidate to *need. Null pointer: resources are no limit. */
    void (*need)(ddblasType_t type, int form, const int32_t *parameters, struct ddblas_tune_need *need);
    /* Makes the candidates list[count] ready to run on the handle's device, removes those that turn
     * out not to fit, and returns how many remain. Calls progress(context, done), done from 0 to 1;
     * a nonzero result asks to stop. Null pointer: candidates need no preparation. */
    int (*ready)(ddblasHandle_t handle, ddblasType_t type, int form, int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int count,
                 int (*progress)(void *context, double done), void *context);
    /* Creates operands for all orders up to n and returns a pointer to them in *work. */
    double (*bytes)(ddblasType_t type, int form, int64_t n);
    /* Returns the largest order worth tuning: its operands fit into `memory` bytes, and it is at
     * most the routine's own limit. */
    int64_t (*largest)(ddblasType_t type, int form, double memory);

    /* Creates operands for all orders up to n, as *work. */
    ddblasStatus_t (*prepare)(ddblasHandle_t handle, ddblasType_t type, int form, int64_t n, void **work);
    /* Makes one call of order n with the handle's table. turn selects among several operands, so
     * that caches do not hold them. turn < 0 asks for badly aligned operands, if there are any. */
    ddblasStatus_t (*run)(ddblasHandle_t handle, void *work, int64_t n, int turn);
    /* Returns 1 if a call of order n with the handle's table agrees with a call of the routine's
     * default within the routine's error bound, otherwise 0. */
    int (*agrees)(ddblasHandle_t handle, void *work, int64_t n);
    void (*release)(ddblasHandle_t handle, void *work);
};

/* Tells the tuner which spaces there are: pointers, null at the end, at most
 * DDBLAS_TUNE_MOST_SPACES. The list belongs to the process and must stay valid. The call may be
 * repeated. Tables can be read only after this call. */
void ddblas_tune_set_spaces(const struct ddblas_tune_space *const *spaces);

/* Return the list, and the index in it of the space with this id. */
const struct ddblas_tune_space *const *ddblas_tune_spaces(void);
int ddblas_tune_space_number(const void *id);

/* ---- look-up --------------------------------------------------------------------------------- */

/* Parameters for first <= n <= last. */
struct ddblas_tune_row
{
    int64_t first, last;
    int32_t parameters[DDBLAS_TUNE_PARAMETERS];
    /* Measured time in the middle of the range; 0: unknown. */
    int64_t picoseconds;
    /* The default's time over the time with these parameters, in thousandths: 1100 means that the
     * default takes 1.1 times as long; 0: unknown. */
    int32_t gain;
    int32_t date;   /* yyyymmdd; 0: unknown. */
    int32_t source; /* Index, among the table's sources, of the one that the row is from. */
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

/* All rows of a handle, in one block of memory. */
struct ddblas_tune_table
{
    /* SUCCESS, or the status of the first file that was ignored; `why` then has a sentence. */
    ddblasStatus_t status;
    char why[DDBLAS_ERROR_TEXT];
    int sources;
    char source[DDBLAS_TUNE_SOURCES][DDBLAS_TUNE_SOURCE_TEXT];
    struct ddblas_tune_slot slot[DDBLAS_TUNE_MOST_SPACES][DDBLAS_TYPE_ALL_COUNT][DDBLAS_TUNE_FORMS];
    int32_t rows;
    struct ddblas_tune_row row[];
};

/* Returns the handle's table, or null. */
struct ddblas_tune_table *ddblas_tune_table_of(ddblasHandle_t handle);

/* Gives the handle another table, or none, and returns the old one. Destroying the handle frees the
 * table that it then has. */
struct ddblas_tune_table *ddblas_tune_exchange(ddblasHandle_t handle, struct ddblas_tune_table *table);

/* Gives the handle the table that fits its device. Returns SUCCESS or ALLOC_FAILED. */
ddblasStatus_t ddblas_tune_attach(ddblasHandle_t handle);

/* Gives the handle a copy of the table of `from` if both handles are on devices of the same model.
 * Returns SUCCESS or ALLOC_FAILED. */
ddblasStatus_t ddblas_tune_follow(ddblasHandle_t handle, ddblasHandle_t from);

/* Returns the row of a call; null means the routine's default. The function is a binary search; it
 * allocates nothing and takes no lock. */
const struct ddblas_tune_row *ddblas_tune_find_row(const struct ddblas_tune_table *table, const void *id, ddblasType_t type,
                                                   int form, int64_t n);

/* Returns the parameters of a call from the handle's table, or null. */
static inline const int32_t *ddblas_tune_find(ddblasHandle_t handle, const void *id, ddblasType_t type, int form, int64_t n)
{
    const struct ddblas_tune_row *row = ddblas_tune_find_row(ddblas_tune_table_of(handle), id, type, form, n);
    return row ? row->parameters : NULL;
}

/* Points *rows to all rows of a problem and returns their number. Queries of workspace use it,
 * because their sizes must suffice for every n. */
int ddblas_tune_rows(ddblasHandle_t handle, const void *id, ddblasType_t type, int form, const struct ddblas_tune_row **rows);

/* ---- feasibility ----------------------------------------------------------------------------- */

/* Returns how many blocks with these resources one multiprocessor holds at once, limited by
 * threads, registers (allocated to warps in units of 256), shared memory and the block limit.
 * Returns 0 when not even one fits. */
int ddblas_tune_occupancy(const struct ddblas_device *device, const struct ddblas_tune_need *need);

/* Returns the largest order of a run: at most `wanted` or, if that is 0, the largest order worth
 * tuning. Operands (at most twice a call's bytes) must leave 20% of memory free. */
int64_t ddblas_tune_largest(const struct ddblas_tune_key *key, const struct ddblas_device *device, int64_t wanted);

/* Writes the candidates of a problem that the device's resources allow to `list`. Returns their
 * number, at most capacity. */
int ddblas_tune_feasible(const struct ddblas_tune_key *key, const struct ddblas_device *device,
                         int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int capacity);

#endif
