/*
 * Loops over elements at given strides. They are compiled twice, for any processor and for AVX2
 * with FMA, where a fused multiply-add is an instruction and not a call; the bits are the same.
 */
#ifndef DDBLAS_PYTHON_LOOPS_HPP
#define DDBLAS_PYTHON_LOOPS_HPP

#include <cstdint>

/* Strides are in bytes. b is unused by functions of one argument. */
typedef void (*ElementLoop)(int64_t n, const char *a, int64_t stride_a, const char *b, int64_t stride_b, char *out,
                            int64_t stride_out);
typedef void (*PowerLoop)(int64_t n, const char *a, int64_t stride_a, int64_t exponent, char *out, int64_t stride_out);
typedef void (*ReductionLoop)(int64_t n, const char *a, int64_t stride_a, char *out);

struct ElementRow
{
    const char *name;
    bool is_complex; /* whether the arguments are */
    int arguments;
    char result; /* 'W', 'U', or '?' for bool */
    ElementLoop loop;
};

struct ReductionRow
{
    const char *name;
    bool is_complex;
    bool empty_allowed; /* whether there is a result for n = 0 */
    ReductionLoop loop;
};

/* The tables end with a row whose name is null. power is indexed by is_complex. */
struct LoopTable
{
    const ElementRow *elements;
    const ReductionRow *reductions;
    PowerLoop power[2];
};

const LoopTable &loops_portable();
const LoopTable &loops_avx2();

#endif
