/*
 * Double-double symv kernels for x86-64 with AVX2 and FMA: vectors of four doubles.
 */
#include <immintrin.h>

#include "simd/host_memory.h"

#define WIDTH 4
#define ORDER                                                                                                                    \
    {                                                                                                                            \
        0, 2, 1, 3                                                                                                               \
    }
#define KERNELS      ddblas_symv_w_avx2
#define KERNELS_NAME "avx2"

typedef __m256d vd;

static inline vd vd_load(const double *at) { return _mm256_loadu_pd(at); }
static inline void vd_store(double *at, vd v) { _mm256_storeu_pd(at, v); }
static inline vd vd_set1(double d) { return _mm256_set1_pd(d); }
static inline vd vd_add(vd a, vd b) { return _mm256_add_pd(a, b); }
static inline vd vd_sub(vd a, vd b) { return _mm256_sub_pd(a, b); }
static inline vd vd_mul(vd a, vd b) { return _mm256_mul_pd(a, b); }
static inline vd vd_fma(vd a, vd b, vd c) { return _mm256_fmadd_pd(a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return _mm256_fmsub_pd(a, b, c); }
static inline void vd_prefetch(const ddblas_host_w *at) { _mm_prefetch((const char *)at, _MM_HINT_T0); }

/* Converts pairs h0 l0 h1 l1, h2 l2 h3 l3 in memory to vectors h0 h2 h1 h3 and l0 l2 l1 l3, and
 * back. */
static inline void vd_load_pairs(const ddblas_host_w *at, vd *h, vd *l)
{
    vd a = _mm256_loadu_pd(&at[0].x), b = _mm256_loadu_pd(&at[2].x);
    *h = _mm256_unpacklo_pd(a, b);
    *l = _mm256_unpackhi_pd(a, b);
}

static inline void vd_store_pairs(cuddreal *at, vd h, vd l)
{
    _mm256_storeu_pd(&at[0].x, _mm256_unpacklo_pd(h, l));
    _mm256_storeu_pd(&at[2].x, _mm256_unpackhi_pd(h, l));
}

#include "symv_cpu_w_kernel.h"
