/* The loops for processors with AVX2 and FMA. */
#define LOOPS_TABLE loops_avx2
#include "loops.cpp"
