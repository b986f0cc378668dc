/*
 * Clusters of eigenvalues that double cannot tell apart. For the columns V of a cluster the GRAM
 * pass has S = V^H (M - mu I) V and B = V^H V in W or U. F = I - B is of the second order of the
 * errors of V. L = I + F / 2 + 3 F^2 / 8 + ... is B^(-1/2) up to F^TERMS, and Q = L J, where J
 * diagonalises L S L by Jacobi's rotations: V Q has orthonormal columns that diagonalise M. The
 * gaps inside of a cluster are resolved as far as W allows, because S has only numbers of the
 * cluster's width.
 */
#include <math.h>

#include "refined.h"
#include "refined_element.h"

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

#define NAME(function) function##_w
#define T              cuddreal
#define FROM_DOUBLE(a) cuddFromDouble(a)
#define ADD            cuddAdd
#define SUBTRACT       cuddSub
#define MULTIPLY       cuddMul
#define TIMES_REAL     cuddMul
#define OVER_REAL      cuddDiv
#define CONJUGATE      refined_conjugate_w
#define MAGNITUDE      cuddFabs
#define REAL(a)        (a)
#include "refined_clusters_kernel.h"

#define NAME(function) function##_u
#define T              cuddcomplex
#define FROM_DOUBLE(a) cuddcFromDoubles(a, 0.0)
#define ADD            cuddcAdd
#define SUBTRACT       cuddcSub
#define MULTIPLY       cuddcMul
#define TIMES_REAL     cuddcMulReal
#define OVER_REAL      cuddcDivReal
#define CONJUGATE      cuddcConj
#define MAGNITUDE      cuddcAbs
#define REAL(a)        ((a).x)
#include "refined_clusters_kernel.h"

/* The cluster whose numbers begin at number `at` of `small`. */
static int solve_cluster(ddblasType_t type, const struct ddblas_refined_member *m, void *small, double small_element, void *work)
{
    return ddblas_type_is_complex(type)
               ? solve_cluster_u(m->count, (cuddcomplex *)small + m->at, small_element, (cuddcomplex *)work + 3 * m->at)
               : solve_cluster_w(m->count, (cuddreal *)small + m->at, small_element, (cuddreal *)work + 3 * m->at);
}

int ddblas_refined_diagonalise(ddblasHandle_t handle, ddblasType_t type, int64_t n, const struct ddblas_refined_member *members,
                               void *small, double small_element, void *work)
{
    int good = 1;
    const int threads = ddblas_threads_useful(handle, type, (double)n / THREAD_COLUMNS);
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(&& : good)
    for (int64_t j = 0; j < n; j++)
        if (members[j].first == j && members[j].at >= 0)
            good = solve_cluster(type, &members[j], small, small_element, work) && good;
    return good;
}
