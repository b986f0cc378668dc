/*
 * The table of routines, which entry points and engines read.
 */
#include "level1.h"

const struct ddblas_level1_traits ddblas_level1_traits[DDBLAS_LEVEL1_COUNT] = {
#define DDBLAS_LEVEL1(name, form, result, ...) {#name, DDBLAS_LEVEL1_##form, DDBLAS_LEVEL1_##result, {__VA_ARGS__}},
#include "level1_routines.def"
};
