/*
 * Look-up of parameters in a table. Every call of a tunable routine does it.
 */
#include "tune/table/table.h"

#include <stdlib.h>
#include <string.h>

/* The address of this variable is the key of the table's slot in a handle. */
static const char slot_owner;

struct ddblas_tune_table *ddblas_tune_table_of(ddblasHandle_t handle) { return ddblas_slot(handle, &slot_owner)->object; }

struct ddblas_tune_table *ddblas_tune_exchange(ddblasHandle_t handle, struct ddblas_tune_table *table)
{
    struct ddblas_slot *slot = ddblas_slot(handle, &slot_owner);
    struct ddblas_tune_table *before = slot->object;
    slot->object = table;
    slot->release = free;
    return before;
}

const struct ddblas_tune_row *ddblas_tune_find_row(const struct ddblas_tune_table *table, const void *id, ddblasType_t type,
                                                   int form, int64_t n)
{
    if (!table)
        return NULL;
    const struct ddblas_tune_slot slot = table->slot[ddblas_tune_space_number(id)][type][form];
    const struct ddblas_tune_row *row = table->row + slot.begin;
    /* In every step, the rows below index `low` begin at or before n, and the rows from index
     * `high` on begin after n. */
    int32_t low = 0, high = slot.count;
    while (low < high)
    {
        const int32_t middle = (low + high) / 2;
        if (row[middle].first <= n)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && n <= row[low - 1].last ? &row[low - 1] : NULL;
}

int ddblas_tune_rows(ddblasHandle_t handle, const void *id, ddblasType_t type, int form, const struct ddblas_tune_row **rows)
{
    const struct ddblas_tune_table *table = ddblas_tune_table_of(handle);
    *rows = NULL;
    if (!table)
        return 0;
    const struct ddblas_tune_slot slot = table->slot[ddblas_tune_space_number(id)][type][form];
    *rows = table->row + slot.begin;
    return slot.count;
}

struct ddblas_tune_table *ddblas_table_of_one(const struct ddblas_tune_key *key, const int32_t *parameters)
{
    struct ddblas_tune_table *table = ddblas_allocation_fails() ? NULL : calloc(1, sizeof *table + sizeof table->row[0]);
    if (!table)
        return NULL;
    table->row[0].last = INT64_MAX;
    ddblas_table_set_one(table, key, parameters);
    return table;
}

void ddblas_table_set_one(struct ddblas_tune_table *table, const struct ddblas_tune_key *key, const int32_t *parameters)
{
    table->rows = parameters ? 1 : 0;
    table->slot[ddblas_tune_space_number(key->space->id)][key->type][key->form] = (struct ddblas_tune_slot){0, table->rows};
    if (parameters)
        memcpy(table->row[0].parameters, parameters, sizeof table->row[0].parameters);
}
