/*
 * The list of all that the tuner may choose.
 */
#ifndef DDBLAS_API_SPACES_H
#define DDBLAS_API_SPACES_H

#include "tune/tune.h"

/* ddblas_tune_space_<name> for each row of spaces.def; the routine that is tuned defines it. */
#define DDBLAS_TUNE_SPACE(name) extern const struct ddblas_tune_space ddblas_tune_space_##name;
#include "spaces.def"

/* Pointers to all of them, null at the end. */
extern const struct ddblas_tune_space *const ddblas_spaces[];

#endif
