/*
 * Status codes as text, and the version.
 */
#include "core.h"

/* Name and text of each status code of status.def. */
static const struct
{
    ddblasStatus_t status;
    const char *name;
    const char *text;
} table[] = {
#define DDBLAS_STATUS(name, number, text) {DDBLAS_STATUS_##name, "DDBLAS_STATUS_" #name, text},
#include <dd/status.def>
};

enum
{
    TABLE_SIZE = sizeof table / sizeof table[0]
};

const char *ddblasGetStatusName(ddblasStatus_t status)
{
    for (int i = 0; i < TABLE_SIZE; i++)
        if (table[i].status == status)
            return table[i].name;
    return "unknown status";
}

const char *ddblasGetStatusString(ddblasStatus_t status)
{
    for (int i = 0; i < TABLE_SIZE; i++)
        if (table[i].status == status)
            return table[i].text;
    return "unknown status";
}

int ddblasGetVersion(void) { return 10000 * DDBLAS_VERSION_MAJOR + 100 * DDBLAS_VERSION_MINOR + DDBLAS_VERSION_PATCH; }
