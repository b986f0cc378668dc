/*
 * Double-double symv on the CPU: chooses the kernels, and treats increments and special values,
 * which the kernels do not handle.
 */
#include <stdatomic.h>
#include <string.h>

#include "backend/isa.h"
#include "symv_cpu.h"
#include "symv_cpu_w.h"
#include "level2/symv/symv_special.h"

/* ---- kernels -------------------------------------------------------------------------------- */

static const struct ddblas_symv_w_kernels *const kernels_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = &ddblas_symv_w_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = &ddblas_symv_w_avx2,
    [DDBLAS_ISA_AVX512] = &ddblas_symv_w_avx512,
#endif
};

static _Atomic(const struct ddblas_symv_w_kernels *) substitute;

void ddblas_symv_w_substitute(const struct ddblas_symv_w_kernels *kernels) { atomic_store(&substitute, kernels); }

const struct ddblas_symv_w_kernels *ddblas_symv_w_kernels_in_use(void)
{
    const struct ddblas_symv_w_kernels *other = atomic_load(&substitute);
    return other ? other : kernels_of[ddblas_isa()];
}

/* Recomputes component i by the sums of symv_special.h. It is called for a component that is not
 * finite. The kernels return such a component if an operand is not finite, but also if a partial
 * sum leaves the range of double although the result would be finite. */
static cuddreal special_component(const struct ddblas_symv_job *job, int64_t i, cuddreal y)
{
    const struct ddblas_symv_problem *p = job->problem;
    const int lower = p->uplo == DDBLAS_FILL_MODE_LOWER;
    struct special_sum row = special_sum_zero();
    for (int64_t j = 0; j < p->n; j++)
    {
        const int stored = lower ? i >= j : i <= j;
        const ddblas_host_w *a = ddblas_symv_element(job, stored ? i : j, stored ? j : i);
        special_sum_add(&row, *a, ((const cuddreal *)ddblas_symv_x(job, 0))[j]);
    }
    return symv_special_real(row, *(const ddblas_host_w *)p->alpha, *(const ddblas_host_w *)p->beta, y);
}

/* ---- the steps of symv_cpu.c ---------------------------------------------------------------- */

static int is_zero(const void *scalar) { return cuddIsZero(*(const ddblas_host_w *)scalar); }

static void multiply_tile(const struct ddblas_symv_job *job, int64_t ib, int64_t jb, void *scratch)
{
    (void)scratch;
    const struct ddblas_symv_w_kernels *kernels = ddblas_symv_w_kernels_in_use();
    const ddblas_host_w *A = ddblas_symv_element(job, ib * job->T, jb * job->T);
    const int64_t lda = job->problem->lda, m = ddblas_symv_extent(job, ib), k = ddblas_symv_extent(job, jb);
    if (ib == jb)
        kernels->triangle(job->T, A, lda, m, job->problem->uplo == DDBLAS_FILL_MODE_LOWER, ddblas_symv_x(job, ib),
                          ddblas_symv_part(job, ib, ib));
    else
        kernels->rectangle(job->T, A, lda, m, k, ddblas_symv_x(job, ib), ddblas_symv_x(job, jb), ddblas_symv_part(job, ib, jb),
                           ddblas_symv_part(job, jb, ib));
}

static void finish_block(const struct ddblas_symv_job *job, int64_t ib)
{
    const struct ddblas_symv_problem *p = job->problem;
    const cuddreal alpha = *(const ddblas_host_w *)p->alpha, beta = *(const ddblas_host_w *)p->beta;
    const int64_t m = ddblas_symv_extent(job, ib);
    ddblas_host_w *y = p->y;
    cuddreal old[DDBLAS_SYMV_W_T], result[DDBLAS_SYMV_W_T];
    memset(old, 0, (size_t)job->T * sizeof *old);
    if (!cuddIsZero(beta))
        for (int64_t i = 0; i < m; i++)
            old[i] = y[ddblas_symv_index(ib * job->T + i, p->n, p->incy)];
    ddblas_symv_w_kernels_in_use()->combine(job->T, ddblas_symv_part(job, ib, 0), job->blocks, alpha, beta, old, result);
    for (int64_t i = 0; i < m; i++)
    {
        if (!cuddIsFinite(result[i]))
            result[i] = special_component(job, ib * job->T + i, old[i]);
        y[ddblas_symv_index(ib * job->T + i, p->n, p->incy)] = result[i];
    }
}

static void scale_y(const struct ddblas_symv_problem *p)
{
    const cuddreal beta = *(const ddblas_host_w *)p->beta;
    ddblas_host_w *y = p->y;
    for (int64_t i = 0; i < p->n; i++)
    {
        ddblas_host_w *at = y + ddblas_symv_index(i, p->n, p->incy);
        *at = cuddIsZero(beta) ? cuddFromDouble(0.0) : cuddMul(beta, *at);
    }
}

const struct ddblas_symv_cpu_ops ddblas_symv_cpu_w = {DDBLAS_SYMV_W_T, DDBLAS_SYMV_W_UNIT, DDBLAS_SYMV_W_T, 1 << 16, 0, 0,
                                                      multiply_tile,   finish_block,       scale_y,         is_zero};
