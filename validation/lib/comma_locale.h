/*
 * A locale whose decimal point is a comma, which printf and strtod of the whole program then
 * follow.
 */
#ifndef DD_VALIDATION_COMMA_LOCALE_H
#define DD_VALIDATION_COMMA_LOCALE_H

/* Takes one that the machine has, or makes one with the C library's localedef. Returns 0, after a
 * line that says so, where neither is possible. setlocale(LC_ALL, "C") ends it. */
int dd_comma_locale(void);

#endif
