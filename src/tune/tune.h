/*
 * Interface between a tunable routine and the tuner.
 *
 * A routine with parameters worth choosing declares a space. The space says which calls it covers
 * (its forms, each a routine with a variant), the names of the parameters, how to check that a set
 * of them is legal, the candidates, and how to run and verify one call. A space takes one file,
 * <routine>_candidates.c, and one line in api/spaces.def. At run time the routine asks
 * ddblas_tune_find for the parameters of a call. If the answer is null, the routine uses its own
 * default. The tuner times a candidate by an ordinary call with a table that names the candidate,
 * so that no kernel needs a second entry for the tuner.
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
    DDBLAS_TUNE_PARAMETERS = 8, /* Largest number of parameters of a space. */
    DDBLAS_TUNE_FORMS = 8,
    DDBLAS_TUNE_MOST_SPACES = 8
};

/* A kind of call, named by routine and variant as users name them, such as "symv", "lower". */
struct ddblas_tune_form
{
    const char *routine, *variant;
    unsigned types; /* Bit t is set if the form exists for type t of ddblasType_t. */
};

/* A problem: type and form of a space. */
struct ddblas_tune_key
{
    const struct ddblas_tune_space *space;
    ddblasType_t type;
    int form;
};

/* Resources that one thread block of a candidate takes. */
struct ddblas_tune_need
{
    int32_t threads;
    int32_t registers; /* Registers of one thread. */
    int32_t shared;    /* Bytes of shared memory of one block. */
    int32_t blocks;    /* Number of blocks that a multiprocessor must hold at once. */
};

struct ddblas_tune_space
{
    /* The address of a variable of the routine. The routine passes it to ddblas_tune_find to ask
     * for its parameters. So the routine need not know the struct of its space. */
    const void *id;
    ddblasEngine_t engine;
    const struct ddblas_tune_form *forms;
    int form_count;
    const char *const *parameters; /* Names of the parameters, which consist of letters only. */
    int parameter_count;

    /* Returns 1 if the parameters are legal for all orders n in [first, last] on this device. There
     * is no other check of parameters that come from a table. The function must therefore accept
     * every int32_t value as input. */
    int (*check)(const struct ddblas_device *device, ddblasType_t type, int form, int64_t first, int64_t last,
                 const int32_t *parameters);
    /* Writes the candidates, which are sets of parameters, to `list`, at most `capacity` of them,
     * and returns their number. Each candidate passes `check` for some orders. */
    int (*candidates)(const struct ddblas_device *device, ddblasType_t type, int form, int32_t (*list)[DDBLAS_TUNE_PARAMETERS],
                      int capacity);
    /* Writes the resources of a candidate to *need. Null pointer: resources set no limit to the
     * candidates. */
    void (*need)(ddblasType_t type, int form, const int32_t *parameters, struct ddblas_tune_need *need);
    /* Makes the candidates list[count] ready to run on the handle's device, removes those that
     * cannot run after all, and returns the number that remain. Calls progress(context, done), with
     * done from 0 to 1; if the result is not 0, the function should stop. Null pointer: the
     * candidates need no preparation. */
    int (*ready)(ddblasHandle_t handle, ddblasType_t type, int form, int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int count,
                 int (*progress)(void *context, double done), void *context);
    /* Returns the least number of bytes that one call moves. GB/s are computed from it. */
    double (*bytes)(ddblasType_t type, int form, int64_t n);
    /* Returns the largest order that is worth tuning. Its operands fit into `memory` bytes, and it
     * is at most the limit that the routine has itself. */
    int64_t (*largest)(ddblasType_t type, int form, double memory);

    /* Creates operands for all orders up to n and returns a pointer to them in *work. */
    ddblasStatus_t (*prepare)(ddblasHandle_t handle, ddblasType_t type, int form, int64_t n, void **work);
    /* Makes one call of order n with the handle's table. turn selects one of several sets of
     * operands, so that successive calls do not find them in a cache. turn < 0 asks for badly
     * aligned operands, if there are any. */
    ddblasStatus_t (*run)(ddblasHandle_t handle, void *work, int64_t n, int turn);
    /* Returns 1 if the results of two calls of order n agree within the error bound of the routine:
     * a call with the handle's table, and a call with the routine's default. Otherwise returns
     * 0. */
    int (*agrees)(ddblasHandle_t handle, void *work, int64_t n);
    void (*release)(ddblasHandle_t handle, void *work);
};

/* Tells the tuner which spaces there are. `spaces` is a list of at most DDBLAS_TUNE_MOST_SPACES
 * pointers that ends with a null pointer. All handles of the process use the list, and it must stay
 * valid. The call may be repeated. Tables can be read only after this call. */
void ddblas_tune_set_spaces(const struct ddblas_tune_space *const *spaces);

/* The first function returns the list of spaces, the second the index in this list of the space
 * with this id. */
const struct ddblas_tune_space *const *ddblas_tune_spaces(void);
int ddblas_tune_space_number(const void *id);

/* ---- look-up --------------------------------------------------------------------------------- */

/* Parameters for the orders first <= n <= last. */
struct ddblas_tune_row
{
    int64_t first, last;
    int32_t parameters[DDBLAS_TUNE_PARAMETERS];
    /* Measured time of a call in the middle of the range; 0 if it is unknown. */
    int64_t picoseconds;
    /* The quotient of the default's time and the time with these parameters, in thousandths; 1100
     * means that the default takes 1.1 times as long. 0 if it is unknown. */
    int32_t gain;
    int32_t date; /* yyyymmdd; 0: unknown. */
    /* Index of the source from which the row comes, in the list of the table's sources. */
    int32_t source;
};

/* The rows of one problem. Their ranges ascend and do not overlap. */
struct ddblas_tune_slot
{
    int32_t begin, count;
};

enum
{
    DDBLAS_TUNE_SOURCES = 8,
    DDBLAS_TUNE_SOURCE_TEXT = 288
};

/* All rows of a handle, in one piece of memory. */
struct ddblas_tune_table
{
    /* SUCCESS, or the status of the first file or row that was ignored; `why` then has a sentence
     * that names it and says why. */
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

/* Gives the handle another table, or none, and returns its previous table. When the handle is
 * destroyed, it frees the table that it has then. */
struct ddblas_tune_table *ddblas_tune_exchange(ddblasHandle_t handle, struct ddblas_tune_table *table);

/* Gives the handle the table that is right for its device. Returns SUCCESS or ALLOC_FAILED. */
ddblasStatus_t ddblas_tune_attach(ddblasHandle_t handle);

/* Gives the handle a copy of the table of `from` if both handles are on devices of the same model.
 * Returns SUCCESS or ALLOC_FAILED. */
ddblasStatus_t ddblas_tune_follow(ddblasHandle_t handle, ddblasHandle_t from);

/* Returns the row that applies to a call; null means the routine's default. The function is a
 * binary search. It allocates nothing and takes no lock. */
const struct ddblas_tune_row *ddblas_tune_find_row(const struct ddblas_tune_table *table, const void *id, ddblasType_t type,
                                                   int form, int64_t n);

/* Returns the parameters of a call from the table of the handle, or null if the table has none. */
static inline const int32_t *ddblas_tune_find(ddblasHandle_t handle, const void *id, ddblasType_t type, int form, int64_t n)
{
    const struct ddblas_tune_row *row = ddblas_tune_find_row(ddblas_tune_table_of(handle), id, type, form, n);
    return row ? row->parameters : NULL;
}

/* Points *rows to all rows of a problem and returns their number. Workspace queries use the
 * function, because the workspace must suffice for every n. */
int ddblas_tune_rows(ddblasHandle_t handle, const void *id, ddblasType_t type, int form, const struct ddblas_tune_row **rows);

/* ---- feasibility ----------------------------------------------------------------------------- */

/* Returns how many blocks with these resources a multiprocessor holds at once. The limits are
 * threads, registers (which are allocated to a warp in units of 256), shared memory, and the number
 * of blocks. Returns 0 if not even one block fits. */
int ddblas_tune_occupancy(const struct ddblas_device *device, const struct ddblas_tune_need *need);

/* Returns the largest order of a run. It is at most `wanted`; if that is 0, it is the largest order
 * that is worth tuning. The operands, which have at most twice the bytes that a call moves, must
 * leave 20% of the memory free. */
int64_t ddblas_tune_largest(const struct ddblas_tune_key *key, const struct ddblas_device *device, int64_t wanted);

/* Writes those candidates of a problem to `list` that the resources of the device allow. Returns
 * their number, which is at most `capacity`. */
int ddblas_tune_feasible(const struct ddblas_tune_key *key, const struct ddblas_device *device,
                         int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int capacity);

#endif
