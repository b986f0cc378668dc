/*
 * The user's folders, as the XDG base directory specification tells.
 */
#ifndef DDBLAS_CORE_USER_FOLDER_H
#define DDBLAS_CORE_USER_FOLDER_H

#include <stddef.h>

/* "$VARIABLE/NAME" into path[size], or "$HOME/BELOW/NAME" where the variable is not set or
 * relative, which is to be ignored. 0, or -1 and an empty path when the environment names none or
 * it is too long. */
int ddblas_user_folder(const char *variable, const char *below, const char *name, char *path, size_t size);

#endif
