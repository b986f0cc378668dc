/*
 * Constants of a GPU model. h200.def has one row for each number that was measured on an H200, and
 * every decision that depends on such a number takes it from here.
 */
#ifndef DDBLAS_MACHINE_H
#define DDBLAS_MACHINE_H

/* Each MACHINE_INTEGER row becomes a constant H200_<name>, for sizes that are compiled in. */
enum
{
#define MACHINE_INTEGER(name, value, unit) H200_##name = (value),
#include "h200.def"
};

/* Each MACHINE_REAL row becomes a member, for models of the time. */
struct ddblas_machine
{
#define MACHINE_REAL(name, value, unit) double name;
#include "h200.def"
};

/* Returns the constants of an H200. The compiler sees their values. */
static inline const struct ddblas_machine *ddblas_machine_h200(void)
{
    static const struct ddblas_machine h200 = {
#define MACHINE_REAL(name, value, unit) value,
#include "h200.def"
    };
    return &h200;
}

#endif
