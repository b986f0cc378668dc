/*
 * A locale with a decimal comma.
 */
#define _POSIX_C_SOURCE 200809L
#include "comma_locale.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int has_comma(const char *name) { return setlocale(LC_ALL, name) && strcmp(localeconv()->decimal_point, ",") == 0; }

/* A locale of a decimal point alone; the other categories stay as they are. */
static int make_locale(void)
{
    char folder[] = "/tmp/ddblas_locale_XXXXXX", command[512];
    if (!mkdtemp(folder))
        return 0;
    (void)snprintf(
        command, sizeof command,
        "cd %s && printf 'LC_NUMERIC\\ndecimal_point \",\"\\nthousands_sep \"\"\\ngrouping -1\\nEND LC_NUMERIC\\n' >of && "
        "{ localedef -c --no-archive -i of -f UTF-8 ./comma.UTF-8 >errors 2>&1; test -e comma.UTF-8/LC_NUMERIC; }",
        folder);
    int made = system(command) == 0 && setenv("LOCPATH", folder, 1) == 0;
    made = made && setlocale(LC_NUMERIC, "comma.UTF-8") && strcmp(localeconv()->decimal_point, ",") == 0;
    (void)unsetenv("LOCPATH");
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 && made;
}

int dd_comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE",     "fr_FR.UTF-8",
                                        "fr_FR.utf8",  "nl_NL.utf8", "ru_RU.utf8"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (has_comma(names[k]))
            return 1;
    (void)setlocale(LC_ALL, "C");
    if (make_locale())
        return 1;
    puts("no locale with a decimal comma on this machine, nor a way to make one");
    return 0;
}
