/*
 * vd: a vector of doubles, and double-double arithmetic on vectors, the same operations in the same
 * order for every width.
 *
 * The including file defines VD_AVX512 (8 doubles), VD_AVX2 (4 doubles, with FMA) or neither (1
 * double). vd_flip changes the sign of elements where `sign` is negative. vd_swap exchanges
 * elements 2i and 2i + 1; a vector of one double has none to exchange. vd_prefetch_pairs prefetches
 * VD_WIDTH numbers; a vector of one double prefetches nothing.
 *
 * vd_load_pairs and vd_store_pairs keep the order of the numbers. vd_load_mixed and vd_store_mixed
 * need fewer instructions: element k of their vectors belongs to number vd_mixed_place(k).
 */
#ifndef DDBLAS_SIMD_VD_H
#define DDBLAS_SIMD_VD_H

#include "host_memory.h"

#if defined(VD_AVX512) || defined(VD_AVX2)
#include <immintrin.h>
#endif

/* vd_add_by_fma and vd_sub_by_fma give the bits of vd_add and vd_sub, by a fused multiply-add with
 * the factor 1 where the processor has it. */
#if defined(VD_AVX512)
enum
{
    VD_WIDTH = 8
};
typedef __m512d vd;
static inline vd vd_load(const double *p) { return _mm512_loadu_pd(p); }
static inline void vd_store(double *p, vd a) { _mm512_storeu_pd(p, a); }
static inline vd vd_set1(double d) { return _mm512_set1_pd(d); }
static inline vd vd_add(vd a, vd b) { return _mm512_add_pd(a, b); }
static inline vd vd_sub(vd a, vd b) { return _mm512_sub_pd(a, b); }
static inline vd vd_mul(vd a, vd b) { return _mm512_mul_pd(a, b); }
static inline vd vd_fma(vd a, vd b, vd c) { return _mm512_fmadd_pd(a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return _mm512_fmsub_pd(a, b, c); }
static inline vd vd_add_by_fma(vd a, vd b) { return vd_fma(a, vd_set1(1.0), b); }
static inline vd vd_sub_by_fma(vd a, vd b) { return vd_fms(a, vd_set1(1.0), b); }
static inline int vd_any_nan(vd a) { return _mm512_cmp_pd_mask(a, a, _CMP_UNORD_Q) != 0; }
static inline vd vd_flip(vd a, vd sign)
{
    const __m512i bit = _mm512_and_epi64(_mm512_castpd_si512(sign), _mm512_set1_epi64(INT64_MIN));
    return _mm512_castsi512_pd(_mm512_xor_epi64(_mm512_castpd_si512(a), bit));
}
static inline vd vd_swap(vd a) { return _mm512_permute_pd(a, 0x55); }

/* VD_WIDTH numbers that follow one another in memory, as their high and low parts in order. */
static inline vd vd_load_pairs(const ddblas_host_w *p, vd *low)
{
    const vd a = _mm512_loadu_pd(&p[0].x), b = _mm512_loadu_pd(&p[4].x);
    *low = _mm512_permutex2var_pd(a, _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1), b);
    return _mm512_permutex2var_pd(a, _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), b);
}

static inline void vd_store_pairs(ddblas_host_w *p, vd high, vd low)
{
    _mm512_storeu_pd(&p[0].x, _mm512_permutex2var_pd(high, _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), low));
    _mm512_storeu_pd(&p[4].x, _mm512_permutex2var_pd(high, _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4), low));
}

/* h0 l0 ... h3 l3, h4 l4 ... h7 l7 in memory are h0 h4 h1 h5 h2 h6 h3 h7 and l0 l4 l1 l5 ... */
static inline vd vd_load_mixed(const ddblas_host_w *p, vd *low)
{
    const vd a = _mm512_loadu_pd(&p[0].x), b = _mm512_loadu_pd(&p[4].x);
    const vd high = _mm512_unpacklo_pd(a, b);
    *low = _mm512_unpackhi_pd(a, b);
    return high;
}

static inline void vd_store_mixed(ddblas_host_w *p, vd high, vd low)
{
    _mm512_storeu_pd(&p[0].x, _mm512_unpacklo_pd(high, low));
    _mm512_storeu_pd(&p[4].x, _mm512_unpackhi_pd(high, low));
}

static inline void vd_prefetch_pairs(const ddblas_host_w *p)
{
    _mm_prefetch((const char *)p, _MM_HINT_T0);
    _mm_prefetch((const char *)p + 64, _MM_HINT_T0);
}
#elif defined(VD_AVX2)
enum
{
    VD_WIDTH = 4
};
typedef __m256d vd;
static inline vd vd_load(const double *p) { return _mm256_loadu_pd(p); }
static inline void vd_store(double *p, vd a) { _mm256_storeu_pd(p, a); }
static inline vd vd_set1(double d) { return _mm256_set1_pd(d); }
static inline vd vd_add(vd a, vd b) { return _mm256_add_pd(a, b); }
static inline vd vd_sub(vd a, vd b) { return _mm256_sub_pd(a, b); }
static inline vd vd_mul(vd a, vd b) { return _mm256_mul_pd(a, b); }
static inline vd vd_fma(vd a, vd b, vd c) { return _mm256_fmadd_pd(a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return _mm256_fmsub_pd(a, b, c); }
static inline vd vd_add_by_fma(vd a, vd b) { return vd_fma(a, vd_set1(1.0), b); }
static inline vd vd_sub_by_fma(vd a, vd b) { return vd_fms(a, vd_set1(1.0), b); }
static inline int vd_any_nan(vd a) { return _mm256_movemask_pd(_mm256_cmp_pd(a, a, _CMP_UNORD_Q)) != 0; }
static inline vd vd_flip(vd a, vd sign) { return _mm256_xor_pd(a, _mm256_and_pd(sign, _mm256_set1_pd(-0.0))); }
static inline vd vd_swap(vd a) { return _mm256_permute_pd(a, 0x5); }

/* VD_WIDTH numbers that follow one another in memory, as their high and low parts in order. */
static inline vd vd_load_pairs(const ddblas_host_w *p, vd *low)
{
    const vd even = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&p[0].x)), _mm_loadu_pd(&p[2].x), 1);
    const vd odd = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&p[1].x)), _mm_loadu_pd(&p[3].x), 1);
    *low = _mm256_unpackhi_pd(even, odd);
    return _mm256_unpacklo_pd(even, odd);
}

static inline void vd_store_pairs(ddblas_host_w *p, vd high, vd low)
{
    const vd even = _mm256_unpacklo_pd(high, low), odd = _mm256_unpackhi_pd(high, low);
    _mm256_storeu_pd(&p[0].x, _mm256_permute2f128_pd(even, odd, 0x20));
    _mm256_storeu_pd(&p[2].x, _mm256_permute2f128_pd(even, odd, 0x31));
}

/* h0 l0 h1 l1, h2 l2 h3 l3 in memory are h0 h2 h1 h3 and l0 l2 l1 l3. */
static inline vd vd_load_mixed(const ddblas_host_w *p, vd *low)
{
    const vd a = _mm256_loadu_pd(&p[0].x), b = _mm256_loadu_pd(&p[2].x);
    const vd high = _mm256_unpacklo_pd(a, b);
    *low = _mm256_unpackhi_pd(a, b);
    return high;
}

static inline void vd_store_mixed(ddblas_host_w *p, vd high, vd low)
{
    _mm256_storeu_pd(&p[0].x, _mm256_unpacklo_pd(high, low));
    _mm256_storeu_pd(&p[2].x, _mm256_unpackhi_pd(high, low));
}

static inline void vd_prefetch_pairs(const ddblas_host_w *p) { _mm_prefetch((const char *)p, _MM_HINT_T0); }
#else
enum
{
    VD_WIDTH = 1
};
typedef double vd;
static inline vd vd_load(const double *p) { return *p; }
static inline void vd_store(double *p, vd a) { *p = a; }
static inline vd vd_set1(double d) { return d; }
static inline vd vd_add(vd a, vd b) { return cudd_add(a, b); }
static inline vd vd_sub(vd a, vd b) { return cudd_sub(a, b); }
static inline vd vd_mul(vd a, vd b) { return cudd_mul(a, b); }
static inline vd vd_fma(vd a, vd b, vd c) { return cudd_fma(a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return cudd_fma(a, b, -c); }
static inline vd vd_add_by_fma(vd a, vd b) { return cudd_add(a, b); }
static inline vd vd_sub_by_fma(vd a, vd b) { return cudd_sub(a, b); }
static inline int vd_any_nan(vd a) { return isnan(a); }
static inline vd vd_flip(vd a, vd sign) { return signbit(sign) ? -a : a; }

/* VD_WIDTH numbers that follow one another in memory, as their high and low parts in order. */
static inline vd vd_load_pairs(const ddblas_host_w *p, vd *low)
{
    *low = p->y;
    return p->x;
}

static inline void vd_store_pairs(ddblas_host_w *p, vd high, vd low) { *p = cuddMake(high, low); }
static inline vd vd_load_mixed(const ddblas_host_w *p, vd *low)
{
    const vd high = p->x;
    *low = p->y;
    return high;
}
static inline void vd_store_mixed(ddblas_host_w *p, vd high, vd low) { vd_store_pairs(p, high, low); }
static inline void vd_prefetch_pairs(const ddblas_host_w *p) { (void)p; }
#endif

static inline int vd_mixed_place(int k) { return k % 2 * (VD_WIDTH / 2) + k / 2; }

/* Words i .. i + VD_WIDTH - 1 of an array of complex numbers, with the parts of each number
 * exchanged. i is a multiple of VD_WIDTH. */
static inline vd vd_load_swapped(const ddblas_host_w *array, int64_t i, vd *low)
{
#if defined(VD_AVX512) || defined(VD_AVX2)
    vd l;
    const vd h = vd_load_pairs(array + i, &l);
    *low = vd_swap(l);
    return vd_swap(h);
#else
    return vd_load_pairs(array + (i ^ 1), low);
#endif
}

/* 1 if one of the double-double numbers is 0 or has a low part that is not finite. 0 times Inf is
 * NaN, and so is the difference of two Inf. */
static inline int vd_any_special(vd high, vd low)
{
    return vd_any_nan(vd_add(vd_mul(high, vd_set1((double)INFINITY)), vd_sub(low, low)));
}

/* a + b = result + *error, exactly. Knuth, Moller. */
static inline vd vd_two_sum(vd a, vd b, vd *error)
{
    vd s = vd_add(a, b);
    vd bb = vd_sub(s, a);
    *error = vd_add(vd_sub(a, vd_sub(s, bb)), vd_sub(b, bb));
    return s;
}

/* The same bits. Three of the six additions are fused multiply-adds with the factor 1, which some
 * processors execute beside additions. */
static inline vd vd_two_sum_by_fma(vd a, vd b, vd *error)
{
    vd s = vd_add(a, b);
    vd bb = vd_sub(s, a);
    *error = vd_add_by_fma(vd_sub_by_fma(a, vd_sub(s, bb)), vd_sub_by_fma(b, bb));
    return s;
}

/* a + b = result + *error, exactly, for |a| >= |b| or a = 0; otherwise with an error of at most u
 * |b| (1 + 5u). Dekker. */
static inline vd vd_fast_two_sum(vd a, vd b, vd *error)
{
    vd s = vd_add(a, b);
    *error = vd_sub(b, vd_sub(s, a));
    return s;
}

/* (ah + al)(bh + bl) = result + *rest within 5 u^2 |a b|; not normalised, |*rest| <= 3 u |a b| to
 * first order. */
static inline vd vd_product(vd ah, vd al, vd bh, vd bl, vd *rest)
{
    vd p = vd_mul(ah, bh);
    *rest = vd_fma(al, bh, vd_fma(ah, bl, vd_fms(ah, bh, p)));
    return p;
}

/* cudd_mul_parts of cuddreal.h. */
static inline vd vd_dd_mul(vd ah, vd al, vd bh, vd bl, vd *lo)
{
    vd p = vd_mul(ah, bh);
    vd e = vd_fms(ah, bh, p);
    vd t = vd_fma(al, bh, vd_fma(ah, bl, vd_mul(al, bl)));
    return vd_fast_two_sum(p, vd_add(e, t), lo);
}

/* cudd_add_parts of cuddreal.h. */
static inline vd vd_dd_add(vd ah, vd al, vd bh, vd bl, vd *lo)
{
    vd se, te, vl;
    vd s = vd_two_sum(ah, bh, &se);
    vd t = vd_two_sum(al, bl, &te);
    vd v = vd_fast_two_sum(s, vd_add(se, t), &vl);
    return vd_fast_two_sum(v, vd_add(te, vl), lo);
}

#endif
