/*
 * Clusters of eigenvalues that double cannot tell apart. For the columns V of a cluster the GRAM
 * pass has S = V^T (M - mu I) V and B = V^T V in W. F = I - B is of the second order of the errors
 * of V. L = I + F / 2 + 3 F^2 / 8 + ... is B^(-1/2) up to F^TERMS, and Q = L J, where J
 * diagonalises L S L by Jacobi's rotations: V Q has orthonormal columns that diagonalise M. The
 * gaps inside of a cluster are resolved as far as W allows, because S has only numbers of the
 * cluster's width.
 */
#include <math.h>

#include "refined.h"

enum
{
    TERMS = 7,
    MOST_SWEEPS = 30,
    /* Clusters of this many columns in all that are worth a thread: about 100 us. */
    THREAD_COLUMNS = 8
};

int64_t ddblas_refined_clusters(int64_t n, const cuddreal *values, double gap, struct ddblas_refined_member *members)
{
    int64_t numbers = 0;
    for (int64_t first = 0, end; first < n; first = end)
    {
        for (end = first + 1; end < n && cuddSub(values[end], values[end - 1]).x <= gap;)
            end++;
        const int64_t count = end - first, has_place = count > 1 && count <= DDBLAS_REFINED_CLUSTER;
        for (int64_t j = first; j < end; j++)
            members[j] = (struct ddblas_refined_member){first, count, has_place ? numbers : -1};
        numbers += has_place ? count * (count + 1) : 0;
    }
    return numbers;
}

/* C = A B, k x k. */
static void multiply(int64_t k, const cuddreal *A, const cuddreal *B, cuddreal *C)
{
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < k; i++)
        {
            cuddreal sum = cuddFromDouble(0.0);
            for (int64_t p = 0; p < k; p++)
                sum = cuddFma(A[i + p * k], B[p + j * k], sum);
            C[i + j * k] = sum;
        }
}

/* L from the small matrix; F and other are memory for k^2 numbers. Returns 0 if F is not small. */
static int form_root(int64_t k, const cuddreal *small, cuddreal *F, cuddreal *other, cuddreal *L)
{
    static const double coefficients[TERMS] = {1.0, 1.0 / 2.0, 3.0 / 8.0, 5.0 / 16.0, 35.0 / 128.0, 63.0 / 256.0, 231.0 / 1024.0};
    double largest = 0.0;
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = j; i < k; i++)
        {
            F[i + j * k] = F[j + i * k] = cuddDSub(i == j ? 1.0 : 0.0, small[j + (i + 1) * k]);
            largest = fabs(F[i + j * k].x) <= largest ? largest : fabs(F[i + j * k].x);
        }
    for (int64_t e = 0; e < k * k; e++)
        L[e] = cuddFromDouble(e % (k + 1) == 0 ? coefficients[TERMS - 1] : 0.0);
    for (int term = TERMS - 2; term >= 0; term--)
    {
        multiply(k, F, L, other);
        for (int64_t e = 0; e < k * k; e++)
            L[e] = e % (k + 1) == 0 ? cuddAddD(other[e], coefficients[term]) : other[e];
    }
    return largest * (double)k <= 0.05;
}

/* Rotates two lines of k numbers, `step` apart: (x, y) becomes (c x - s y, s x + c y). */
static void rotate_lines(int64_t k, cuddreal *x, cuddreal *y, int64_t step, cuddreal c, cuddreal s)
{
    for (int64_t e = 0; e < k * step; e += step)
    {
        const cuddreal a = x[e], b = y[e];
        x[e] = cuddSub(cuddMul(c, a), cuddMul(s, b));
        y[e] = cuddAdd(cuddMul(s, a), cuddMul(c, b));
    }
}

/* Makes S(p, q) zero, and applies the rotation to the columns of Q. */
static void rotate_pair(int64_t k, cuddreal *S, cuddreal *Q, int64_t p, int64_t q)
{
    const cuddreal one = cuddFromDouble(1.0);
    const cuddreal theta = cuddDiv(cuddSub(S[q + q * k], S[p + p * k]), cuddMulD(S[p + q * k], 2.0));
    const cuddreal root = cuddSqrt(cuddAdd(cuddSqr(theta), one)), sum = cuddAdd(cuddFabs(theta), root);
    const cuddreal size = cuddDiv(one, sum), t = theta.x < 0.0 ? cuddNeg(size) : size;
    const cuddreal c = cuddDiv(one, cuddSqrt(cuddAdd(cuddSqr(t), one))), s = cuddMul(t, c);
    rotate_lines(k, S + p * k, S + q * k, 1, c, s);
    rotate_lines(k, S + p, S + q, k, c, s);
    rotate_lines(k, Q + p * k, Q + q * k, 1, c, s);
    S[p + q * k] = S[q + p * k] = cuddFromDouble(0.0);
}

/* Jacobi's method: elements of S beside the diagonal become at most `least`; Q's columns follow. */
static void diagonalise(int64_t k, cuddreal *S, cuddreal *Q, double least)
{
    int rotated = 1;
    for (int sweep = 0; sweep < MOST_SWEEPS && rotated; sweep++)
    {
        rotated = 0;
        for (int64_t p = 0; p < k; p++)
            for (int64_t q = p + 1; q < k; q++)
                if (fabs(S[p + q * k].x) > least)
                {
                    rotate_pair(k, S, Q, p, q);
                    rotated = 1;
                }
    }
}

/* out = the columns of Q, in ascending order of S's diagonal. */
static void store_sorted(int64_t k, const cuddreal *S, const cuddreal *Q, cuddreal *out)
{
    for (int64_t j = 0; j < k; j++)
    {
        int64_t place = 0;
        for (int64_t i = 0; i < k; i++)
            place += cuddLt(S[i + i * k], S[j + j * k]) || (i < j && cuddEq(S[i + i * k], S[j + j * k]));
        for (int64_t i = 0; i < k; i++)
            out[i + place * k] = Q[i + j * k];
    }
}

/* `work` has 3 k^2 numbers. */
static int solve_cluster(int64_t k, cuddreal *small, double small_element, cuddreal *work)
{
    cuddreal *L = work, *S = work + k * k, *other = S + k * k;
    double largest = 0.0;
    if (!form_root(k, small, S, other, L))
        return 0;
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = j; i < k; i++)
            S[i + j * k] = S[j + i * k] = small[i + j * k];
    multiply(k, L, S, other);
    multiply(k, other, L, S);
    for (int64_t e = 0; e < k * k; e++)
        largest = fmax(largest, fabs(S[e].x));
    diagonalise(k, S, L, fmax(small_element, 0x1p-106 * largest));
    store_sorted(k, S, L, small);
    return 1;
}

int ddblas_refined_diagonalise(ddblasHandle_t handle, int64_t n, const struct ddblas_refined_member *members, cuddreal *small,
                               double small_element, cuddreal *work)
{
    int good = 1;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, (double)n / THREAD_COLUMNS);
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(&& : good)
    for (int64_t j = 0; j < n; j++)
        if (members[j].first == j && members[j].at >= 0)
            good = solve_cluster(members[j].count, small + members[j].at, small_element, work + 3 * members[j].at) && good;
    return good;
}
