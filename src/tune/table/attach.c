/*
 * The tables of a handle: the places where they are searched, and the public functions that query
 * them.
 */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/checks.h"
#include "core/user_folder.h"

#ifndef DDBLAS_TABLE_DIR
#define DDBLAS_TABLE_DIR ""
#endif

int ddblas_table_user_folder(char *path, size_t size)
{
    return ddblas_user_folder("XDG_CONFIG_HOME", ".config", "ddblas/tables", path, size);
}

/* Collects the tables for this device in the order that dd/tune.h states. */
static struct ddblas_tune_table *collect_tables(const struct ddblas_device *device, const char *first)
{
    char user[1024];
    (void)ddblas_table_user_folder(user, sizeof user);
    const struct ddblas_table_places places = {first, user, DDBLAS_TABLE_DIR, ddblas_tables_built_in};
    return ddblas_table_collect(device, &places);
}

ddblasStatus_t ddblas_tune_attach(ddblasHandle_t handle)
{
    struct ddblas_device device;
    (void)ddblas_device_facts(handle->backend, handle->device, &device);
    struct ddblas_tune_table *table = collect_tables(&device, getenv("DDBLAS_TUNE_TABLE"));
    free(ddblas_tune_exchange(handle, table));
    return table ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_ALLOC_FAILED;
}

ddblasStatus_t ddblas_tune_follow(ddblasHandle_t handle, ddblasHandle_t from)
{
    struct ddblas_device own, other;
    (void)ddblas_device_facts(handle->backend, handle->device, &own);
    (void)ddblas_device_facts(from->backend, from->device, &other);
    if (own.engine != other.engine || strcmp(own.name, other.name) != 0)
        return DDBLAS_STATUS_SUCCESS;
    const struct ddblas_tune_table *model = ddblas_tune_table_of(from);
    const size_t bytes = sizeof *model + (size_t)model->rows * sizeof model->row[0];
    struct ddblas_tune_table *table = ddblas_host_alloc(bytes);
    if (!table)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the table of the device");
    memcpy(table, model, bytes);
    free(ddblas_tune_exchange(handle, table));
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasTuneLoadTable(ddblasHandle_t handle, const char *path)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    if (path && !*path)
        return ddblas_fail(handle, DDBLAS_STATUS_FILE_ERROR, "a table of no name");
    struct ddblas_device device;
    (void)ddblas_device_facts(handle->backend, handle->device, &device);
    if (path)
    {
        const struct ddblas_table_places alone = {.first = path};
        struct ddblas_tune_table *probe = ddblas_table_collect(&device, &alone);
        status = probe ? probe->status : DDBLAS_STATUS_ALLOC_FAILED;
        if (status != DDBLAS_STATUS_SUCCESS)
            (void)ddblas_fail(handle, status, "%s", probe ? probe->why : "no memory for the table of the device");
        free(probe);
        if (status != DDBLAS_STATUS_SUCCESS)
            return status;
    }
    struct ddblas_tune_table *table = collect_tables(&device, path ? path : getenv("DDBLAS_TUNE_TABLE"));
    if (!table)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the table of the device");
    free(ddblas_tune_exchange(handle, table));
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasTuneGetStatus(ddblasHandle_t handle, char *text, size_t size)
{
    ddblasStatus_t status = ddblas_enter(handle);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const struct ddblas_tune_table *table = ddblas_tune_table_of(handle);
    if (text && size > 0)
        (void)snprintf(text, size, "%s", table ? table->why : "");
    return table ? table->status : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasTuneGetTablePath(ddblasHandle_t handle, char *path, size_t size)
{
    char folder[1024], slug[DDBLAS_DEVICE_NAME];
    struct ddblas_device device;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "path", path));
    if (ddblas_table_user_folder(folder, sizeof folder))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "neither XDG_CONFIG_HOME nor HOME names a folder");
    (void)ddblas_device_facts(handle->backend, handle->device, &device);
    ddblas_table_slug(device.name, slug, sizeof slug);
    if ((size_t)snprintf(path, size, "%s/%s.table", folder, slug) >= size)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 3, "size: %zu characters are too few", size);
    return DDBLAS_STATUS_SUCCESS;
}

/* Finds the problem that belongs to a routine, a type and a variant, and writes it to *key. Returns
 * 1 if the engine has parameters to choose for it, otherwise 0. */
static int find_key(ddblasHandle_t handle, const char *routine, ddblasType_t type, const char *variant,
                    struct ddblas_tune_key *key)
{
    return ddblas_table_key(handle->backend->engine, routine, ddblas_type_letter(type), variant, key) == 0;
}

ddblasStatus_t ddblasTuneQuery(ddblasHandle_t handle, const char *routine, ddblasType_t type, const char *variant, int64_t n,
                               ddblasTuneChoice_t *choice)
{
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    struct ddblas_tune_key key;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 2, "routine", routine));
    DDBLAS_CHECK(ddblas_check_type(handle, 3, type, DDBLAS_TYPES_ALL));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 4, "variant", variant));
    DDBLAS_CHECK(ddblas_check_size(handle, 5, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 6, "choice", choice));
    if (!find_key(handle, routine, type, variant, &key))
        return ddblas_fail_argument(handle, invalid, 2, "routine: %.40s %c %.40s has nothing to choose on this engine", routine,
                                    ddblas_type_letter(type), variant);
    *choice = (ddblasTuneChoice_t){.first = n, .last = n, .parameters = "default"};
    const struct ddblas_tune_table *table = ddblas_tune_table_of(handle);
    const struct ddblas_tune_row *row = ddblas_tune_find_row(table, key.space->id, key.type, key.form, n);
    if (!row)
        return DDBLAS_STATUS_SUCCESS;
    choice->first = row->first;
    choice->last = row->last;
    ddblas_table_parameters(key.space, row->parameters, choice->parameters, sizeof choice->parameters);
    (void)snprintf(choice->source, sizeof choice->source, "%s", table->source[row->source]);
    choice->seconds = 1e-12 * (double)row->picoseconds;
    choice->gain = 1e-3 * row->gain;
    choice->date = row->date;
    return DDBLAS_STATUS_SUCCESS;
}
