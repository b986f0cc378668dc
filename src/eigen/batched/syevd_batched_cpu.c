/*
 * Batches of small symmetric eigenvalue problems on the CPU engine: a thread has a member.
 */
#include <string.h>

#include "core/sizes.h"
#include "core/checks.h"
#include "factor/qr/qr_reflector.h"
#include "jacobi.h"
#include "level3/batched/batched_cpu.h"
#include "simd/host_memory.h"
#include "syevd_batched.h"

enum
{
    NOT_FINITE = 1 << 20 /* Reported as the exponent of a matrix with Inf or NaN. */
};

/* The arrays of a member. */
struct member
{
    ddblas_host_w *A, *w;
};

static struct member member_of(const struct ddblas_syevd_batched *b, int64_t number)
{
    return (struct member){(ddblas_host_w *)b->A + number * b->stride_a, (ddblas_host_w *)b->w + number * b->stride_w};
}

static cuddreal stored(const struct ddblas_syevd_batched *b, const ddblas_host_w *A, int i, int k)
{
    const int row = b->uplo == DDBLAS_FILL_MODE_LOWER ? i : k, column = b->uplo == DDBLAS_FILL_MODE_LOWER ? k : i;
    return A[row + column * b->lda];
}

/* The exponent of the largest element of the triangle, 0 if all are 0. */
static int exponent_of_member(const struct ddblas_syevd_batched *b, const ddblas_host_w *A)
{
    int found = -NOT_FINITE;
    for (int i = 0; i < (int)b->n; i++)
        for (int k = 0; k <= i; k++)
        {
            const cuddreal a = stored(b, A, i, k);
            const int e = !cuddIsFinite(a) ? NOT_FINITE : cuddIsZero(a) ? -NOT_FINITE : qr_exponent_w(a);
            found = e > found ? e : found;
        }
    return found == -NOT_FINITE ? 0 : found;
}

static void load(const struct ddblas_syevd_batched *b, const ddblas_host_w *A, int exponent, const struct jacobi *j)
{
    const double power = qr_power(-exponent);
    for (int i = 0; i < j->even; i++)
        for (int k = 0; k <= i; k++)
            *jacobi_at(j, i, k) = i < j->n ? qr_scale_w(stored(b, A, i, k), power) : cuddFromDouble(0.0);
    for (int e = 0; j->V && e < j->n * j->even; e++)
        j->V[e] = cuddFromDouble(e % j->n == e / j->n ? 1.0 : 0.0);
}

/* Returns 1 if the sweeps have converged. */
static int run_sweeps(const struct jacobi *j)
{
    for (int sweep = 0; sweep < JACOBI_MOST_SWEEPS; sweep++)
    {
        int rotated = 0;
        for (int round = 0; round < j->even - 1; round++)
        {
            int of_round = 0;
            for (int k = 0; k < jacobi_pairs(j); k++)
                of_round |= jacobi_rotate(j, round, k);
            for (int item = 0; of_round && item < jacobi_items(j); item++)
                jacobi_update(j, item);
            rotated |= of_round;
        }
        if (!rotated)
            return 1;
    }
    return 0;
}

static void compute_member(const struct ddblas_syevd_batched *b, int64_t number, void *memory)
{
    const struct member m = member_of(b, number);
    const struct jacobi j = jacobi_in((int)b->n, b->vectors, memory);
    const int exponent = exponent_of_member(b, m.A);
    int64_t info = exponent == NOT_FINITE ? b->n + 1 : 0;
    if (info == 0)
    {
        load(b, m.A, exponent, &j);
        info = run_sweeps(&j) ? 0 : b->n;
    }
    b->info[number] = info;
    for (int k = 0; k < j.n; k++)
    {
        const int place = info ? k : jacobi_place(&j, k);
        m.w[place] = info ? cuddNan() : cuddLdexp(*jacobi_at(&j, k, k), exponent);
        for (int i = 0; b->vectors && info == 0 && i < j.n; i++)
            m.A[i + place * b->lda] = j.V[i + k * j.n];
    }
}

static size_t share_of(int64_t n) { return round_up_bytes(jacobi_bytes((int)n, 1), 256); }

static struct ddblas_batch_shares share_out(ddblasHandle_t handle, const struct ddblas_syevd_batched *b)
{
    const double n = (double)b->n;
    return ddblas_batch_share_out(handle, b->count, 50.0 * n * n * n, 1);
}

size_t ddblas_syevd_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch)
{
    return (size_t)share_out(handle, batch).threads * share_of(batch->n);
}

ddblasStatus_t ddblas_syevd_batched_cpu(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch)
{
    if (batch->n == 0)
    {
        memset(batch->info, 0, (size_t)batch->count * sizeof *batch->info);
        return DDBLAS_STATUS_SUCCESS;
    }
    struct ddblas_batch_shares s = share_out(handle, batch);
    const size_t share = share_of(batch->n);
    void *workspace = NULL;
    DDBLAS_CHECK(ddblas_workspace_shares(handle, share, &s.threads, &workspace));
    if (s.threads == 1) /* Opening a parallel region takes longer than some members. */
    {
        for (int64_t member = 0; member < batch->count; member++)
            compute_member(batch, member, workspace);
        return DDBLAS_STATUS_SUCCESS;
    }
#pragma omp parallel for num_threads(s.threads) schedule(dynamic, s.turn)
    for (int64_t member = 0; member < batch->count; member++)
        compute_member(batch, member, ddblas_batch_share(workspace, share));
    return DDBLAS_STATUS_SUCCESS;
}
