/*
 * Where the elements of L stand in what sytrf stores for uplo = LOWER: an exchange is not applied
 * to the columns that were finished before it.
 */
#ifndef DD_BENCH_SYTRF_ROW_H
#define DD_BENCH_SYTRF_ROW_H

#include <stdint.h>

/* Returns the order of the block of D that begins in column k. */
static inline int64_t bench_sytrf_order(const int64_t *ipiv, int64_t k) { return ipiv[k] > 0 ? 1 : 2; }

/* For row i of P A P^T = L D L^T: stores in at[t] the row in which L(i, t) stands, t < n, and
 * returns the row of A that has come to row i. first[t] becomes the first column of the block of D
 * that has column t. */
static inline int64_t bench_sytrf_row(int64_t n, const int64_t *ipiv, int64_t i, int64_t *at, int64_t *first)
{
    for (int64_t k = 0; k < n; k += bench_sytrf_order(ipiv, k))
        for (int64_t t = k; t < k + bench_sytrf_order(ipiv, k); t++)
            first[t] = k;
    for (int64_t t = n - 1; t >= 0; t--)
    {
        const int64_t other = (ipiv[t] > 0 ? ipiv[t] : -ipiv[t]) - 1;
        const int is_last = t == n - 1 || first[t + 1] != first[t];
        at[t] = i;
        if (!is_last)
            continue;
        if (first[t] < t) /* Both columns of a block of order 2 have had its exchange. */
            at[t - 1] = i;
        i = i == t ? other : i == other ? t : i;
        if (first[t] < t)
            t--;
    }
    return i;
}

#endif
