/*
 * The double-double kernels of symv with one error term dropped: a multiply-subtract, which gives
 * the rounding error of a product, gives nothing. A test that passes with these kernels judges
 * nothing.
 */
#include <math.h>

#include "level2/symv/cpu/symv_cpu_w.h"

#define WIDTH 1
#define ORDER                                                                                                                    \
    {                                                                                                                            \
        0                                                                                                                        \
    }
#define KERNELS      symv_mutant
#define KERNELS_NAME "mutant"

typedef double vd;

static inline vd vd_load(const double *at) { return *at; }
static inline void vd_store(double *at, vd v) { *at = v; }
static inline vd vd_set1(double d) { return d; }
static inline vd vd_add(vd a, vd b) { return cudd_add(a, b); }
static inline vd vd_sub(vd a, vd b) { return cudd_sub(a, b); }
static inline vd vd_mul(vd a, vd b) { return cudd_mul(a, b); }
static inline vd vd_fma(vd a, vd b, vd c) { return fma(a, b, c); }
static inline void vd_prefetch(const ddblas_host_w *at) { (void)at; }

static inline vd vd_fms(vd a, vd b, vd c)
{
    (void)a;
    (void)b;
    (void)c;
    return 0.0;
}

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

extern const struct ddblas_symv_w_kernels symv_mutant;

#include "level2/symv/cpu/symv_cpu_w_kernel.h"
