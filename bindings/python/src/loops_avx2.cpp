/* The loops for processors with AVX2 and FMA; elsewhere compiled as loops.cpp and never used. */
#define LOOPS_TABLE loops_avx2
#include "loops.cpp"
