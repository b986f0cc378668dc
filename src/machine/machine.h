/*
 * Constants of a GPU model. h200.def has one row for each number that was measured on an H200, and
 * every decision that depends on such a number takes it from here. default.def derives the
 * constants of models without such a file.
 */
#ifndef DDBLAS_MACHINE_H
#define DDBLAS_MACHINE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Each MACHINE_INTEGER row becomes a constant H200_<name>, for sizes that are compiled in. */
enum
{
#define MACHINE_INTEGER(name, value, unit) H200_##name = (value),
#include "h200.def"
};

/* Each MACHINE_REAL row becomes a member, for models of the time. */
struct ddblas_machine
{
    int multiprocessors;
#define MACHINE_REAL(name, value, unit) double name;
#include "h200.def"
};

/* Returns the constants of an H200. The compiler sees their values. */
static inline const struct ddblas_machine *ddblas_machine_h200(void)
{
    static const struct ddblas_machine h200 = {
        H200_MULTIPROCESSORS,
#define MACHINE_REAL(name, value, unit) value,
#include "h200.def"
    };
    return &h200;
}

/* Properties that a device reports. */
struct ddblas_machine_facts
{
    int is_h200;          /* 1: its name is that of an H200. The other members are ignored. */
    int multiprocessors;  /* 0: unknown. */
    int capability;       /* 10 major + minor. */
    int single_to_double; /* FP32 operations in the time of one FP64 operation. 0: unknown. */
};

/* Returns 1 if a device of this name is an H200. */
int ddblas_machine_is_h200(const char *name);

/* Returns the constants of a device. A device that does not say enough gets those of an H200. Only
 * the constants of gemm's routes are derived so far. */
struct ddblas_machine ddblas_machine_of(const struct ddblas_machine_facts *facts);

#ifdef __cplusplus
}
#endif

#endif
