/*
 * Operations on columns for the refinement of eigenvectors, on the CPU engine. A column belongs to
 * one thread, so the bits do not depend on the threads.
 */
#include <math.h>
#include <string.h>

#include "refined.h"
#include "refined_element.h"

enum
{
    THREAD_ELEMENTS = 1 << 13 /* Elements of W that are worth a thread, about 50 us. */
};

#define NAME(function) function##_w
#define ELEMENT        cuddreal
#define HOST           ddblas_host_w
#define NARROW         double
#define FROM_DOUBLE(a) cuddFromDouble(a)
#define FROM_REAL(a)   (a)
#include "refined_cpu_kernel.h"

#define NAME(function) function##_u
#define ELEMENT        cuddcomplex
#define HOST           ddblas_host_u
#define NARROW         ddblasDoubleComplex
#define FROM_DOUBLE(a) cuddcFromDoubles(a, 0.0)
#define FROM_REAL(a)   cuddcMake(a, cuddFromDouble(0.0))
#include "refined_cpu_kernel.h"

void ddblas_refined_pass_cpu(ddblasHandle_t handle, enum ddblas_refined_pass pass, const struct ddblas_refined *r)
{
    const double worth = 1.0 + (double)r->n * (double)r->n / THREAD_ELEMENTS;
    const int threads = ddblas_threads_useful(handle, r->type, worth);
    void (*const pass_over_column)(enum ddblas_refined_pass, const struct ddblas_refined *, int64_t) =
        ddblas_type_is_complex(r->type) ? pass_over_column_u : pass_over_column_w;
    if (threads == 1) /* Opening a parallel region takes longer than a small pass. */
        for (int64_t j = 0; j < r->n; j++)
            pass_over_column(pass, r, j);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t j = 0; j < r->n; j++)
            pass_over_column(pass, r, j);
    }
}
