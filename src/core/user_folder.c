/*
 * The user's folders.
 */
#include "user_folder.h"

#include <stdio.h>
#include <stdlib.h>

int ddblas_user_folder(const char *variable, const char *below, const char *name, char *path, size_t size)
{
    const char *own = getenv(variable), *home = getenv("HOME");
    size_t length = size;
    if (own && own[0] == '/')
        length = (size_t)snprintf(path, size, "%s/%s", own, name);
    else if (home && home[0] == '/')
        length = (size_t)snprintf(path, size, "%s/%s/%s", home, below, name);
    if (length < size)
        return 0;
    path[0] = '\0';
    return -1;
}
