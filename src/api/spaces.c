/*
 * The list of all that the tuner may choose.
 */
#include "spaces.h"

#include <stddef.h>

const struct ddblas_tune_space *const ddblas_spaces[] = {
#define DDBLAS_TUNE_SPACE(name) &ddblas_tune_space_##name,
#include "spaces.def"
    NULL};
