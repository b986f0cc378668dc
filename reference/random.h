/*
 * Random numbers of our own, the same on every machine: xoshiro256** seeded by splitmix64.
 */
#ifndef DD_REFERENCE_RANDOM_H
#define DD_REFERENCE_RANDOM_H

#include <stdint.h>

#include <dd/cuddreal.h>

struct dd_random
{
    uint64_t state[4];
};

/* The seed of a test run: DDBLAS_SEED from the environment, otherwise `standard`. */
uint64_t dd_random_seed(uint64_t standard);

/* By how much a test divides the number of its random cases: DDBLAS_TEST_SCALE from the
 * environment, otherwise 1. */
int64_t dd_test_scale(void);

/* Whether a test leaves out the case of this number, 0, 1, ..., of a family that is not random:
 * with DDBLAS_TEST_PART = p in the environment it takes about one case in p, among them the first,
 * otherwise every one. The fractional part of the number times the golden ratio decides, so that
 * any stretch of the family and any remainder modulo another number has its share. */
int dd_test_leaves_out(int64_t number);

void dd_random_start(struct dd_random *g, uint64_t seed);
uint64_t dd_random_bits(struct dd_random *g);
/* Uniform integer in [low, high]. */
int64_t dd_random_int(struct dd_random *g, int64_t low, int64_t high);
/* Uniform in [0, 1), 53 bits. */
double dd_random_unit(struct dd_random *g);
/* Random sign and 53 random bits of significand, 2^exponent <= |d| < 2^(exponent + 1). */
double dd_random_double(struct dd_random *g, int exponent);

/* A normalised pair 2^exponent <= |high part| < 2^(exponent + 1). random_pair: the low part right
 * below the high one in most cases, of random length and gap in the rest. */
cuddreal dd_random_pair(struct dd_random *g, int exponent);
/* Both parts with 53 random bits, the low one between 1/4 and 1/2 ulp of the high one. */
cuddreal dd_random_full_pair(struct dd_random *g, int exponent);
/* As full_pair with the high part close to a power of two and the low part close to half an ulp:
 * where bounds are nearly reached.
 */
cuddreal dd_random_extreme_pair(struct dd_random *g, int exponent);

#endif
