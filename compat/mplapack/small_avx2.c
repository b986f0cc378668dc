/*
 * The tables of small.h for processors with fused multiply-add.
 */
#define NAMES(letter, name) name##_##letter##_avx2
#include "small_types.h"
