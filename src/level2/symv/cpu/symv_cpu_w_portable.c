/*
 * Double-double symv kernels for any processor: vectors of one double. Fused multiply-adds call
 * fma(), which is slow on a processor without such an instruction but correct.
 */
#include <math.h>

#include "simd/host_memory.h"

#define WIDTH 1
#define ORDER                                                                                                                    \
    {                                                                                                                            \
        0                                                                                                                        \
    }
#define KERNELS      ddblas_symv_w_portable
#define KERNELS_NAME "portable"

typedef double vd;

static inline vd vd_load(const double *at) { return *at; }
static inline void vd_store(double *at, vd v) { *at = v; }
static inline vd vd_set1(double d) { return d; }
static inline vd vd_add(vd a, vd b) { return cudd_add(a, b); }
static inline vd vd_sub(vd a, vd b) { return cudd_sub(a, b); }
static inline vd vd_mul(vd a, vd b) { return cudd_mul(a, b); }
static inline vd vd_fma(vd a, vd b, vd c) { return fma(a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return fma(a, b, -c); }
static inline void vd_prefetch(const ddblas_host_w *at) { (void)at; }

static inline void vd_load_pairs(const ddblas_host_w *at, vd *h, vd *l)
{
    *h = at->x;
    *l = at->y;
}

static inline void vd_store_pairs(cuddreal *at, vd h, vd l)
{
    at->x = h;
    at->y = l;
}

#include "symv_cpu_w_kernel.h"
