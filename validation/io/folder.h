/*
 * The folder into which a test writes its files.
 */
#ifndef DD_VALIDATION_FOLDER_H
#define DD_VALIDATION_FOLDER_H

#include <dirent.h>

/* The number of files in a folder. */
static inline int files_in(const char *folder)
{
    int n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    while (readdir(d))
        n++;
    (void)closedir(d);
    return n - 2; /* without . and .. */
}

#endif
