/*
 * Double-double symv kernels for x86-64 with AVX-512: vectors of eight doubles.
 */
#include <immintrin.h>

#include "simd/host_memory.h"

#define WIDTH 8
#define ORDER                                                                                                                    \
    {                                                                                                                            \
        0, 4, 1, 5, 2, 6, 3, 7                                                                                                   \
    }
#define KERNELS      ddblas_symv_w_avx512
#define KERNELS_NAME "avx512"

typedef __m512d vd;

static inline vd vd_load(const double *at) { return _mm512_loadu_pd(at); }
static inline void vd_store(double *at, vd v) { _mm512_storeu_pd(at, v); }
static inline vd vd_set1(double d) { return _mm512_set1_pd(d); }
static inline vd vd_add(vd a, vd b) { return _mm512_add_pd(a, b); }
static inline vd vd_sub(vd a, vd b) { return _mm512_sub_pd(a, b); }
static inline vd vd_mul(vd a, vd b) { return _mm512_mul_pd(a, b); }
static inline vd vd_fma(vd a, vd b, vd c) { return _mm512_fmadd_pd(a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return _mm512_fmsub_pd(a, b, c); }

static inline void vd_prefetch(const ddblas_host_w *at)
{
    _mm_prefetch((const char *)at, _MM_HINT_T0);
    _mm_prefetch((const char *)at + 64, _MM_HINT_T0);
}

/* Converts pairs h0 l0 h1 l1 h2 l2 h3 l3, h4 l4 ... h7 l7 in memory to vectors h0 h4 h1 h5 h2 h6 h3
 * h7 and l0 l4 l1 l5 l2 l6 l3 l7, and back. */
static inline void vd_load_pairs(const ddblas_host_w *at, vd *h, vd *l)
{
    vd a = _mm512_loadu_pd(&at[0].x), b = _mm512_loadu_pd(&at[4].x);
    *h = _mm512_unpacklo_pd(a, b);
    *l = _mm512_unpackhi_pd(a, b);
}

static inline void vd_store_pairs(cuddreal *at, vd h, vd l)
{
    _mm512_storeu_pd(&at[0].x, _mm512_unpacklo_pd(h, l));
    _mm512_storeu_pd(&at[4].x, _mm512_unpackhi_pd(h, l));
}

#include "symv_cpu_w_kernel.h"
