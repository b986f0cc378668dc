/*
 * The tables of small.h for every processor.
 */
#define NAMES(letter, name) name##_##letter##_portable
#include "small_types.h"
