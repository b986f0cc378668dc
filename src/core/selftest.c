/*
 * The self-test of a handle's creation: the header's, as the library was compiled.
 */
#include "core.h"

int ddblas_selftest(void) { return cuddSelfTest(); }
