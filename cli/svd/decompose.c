/*
 * Singular values of a matrix from a file, and what follows from them, by the library.
 */
#include "svd.h"

#include <inttypes.h>

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

int cli_svd_load(const struct cli_svd_options *o, struct cli_svd *s)
{
    struct cli_system system = {0};
    int code = cli_system_load_a(&o->of, &system);
    code = code ? code : cli_check_kind_options();
    s->A = system.A;
    if (code == CLI_OK && least(s->A.m, s->A.n) == 0)
        code = cli_error(CLI_BAD_INPUT, "%s: a matrix without elements has no singular values", cli_a_name(&o->of));
    const double tolerance = o->tolerance.x;
    if (code == CLI_OK && tolerance != -1.0 && !(tolerance >= 0.0 && tolerance < 1.0))
        code = cli_error(CLI_BAD_INPUT, "--tolerance: expected a number from 0 to below 1, got %g", tolerance);
    return code ? code : cli_matrix_turn(&s->A, system.type);
}

void cli_svd_free(struct cli_svd *s)
{
    ddblasHostMatrix *const all[] = {&s->A, &s->s, &s->U, &s->VT, &s->Z, &s->gap};
    for (int k = 0; k < 6; k++)
        ddblasHostMatrixFree(all[k]);
}

double cli_svd_tolerance(const struct cli_svd_options *o, const struct cli_svd *s)
{
    return o->tolerance.x >= 0.0 ? o->tolerance.x : (double)(s->A.m > s->A.n ? s->A.m : s->A.n) * 0x1p-104;
}

cuddreal cli_svd_value(const ddblasHostMatrix *values, int64_t number)
{
    cuddreal part[2];
    cli_fetch(values->type, cli_element(values, number, 0), part);
    return part[0];
}

int64_t cli_svd_count_above(const struct cli_svd *s, double cut)
{
    int64_t count = 0;
    while (count < s->s.m && cli_svd_value(&s->s, count).x > cut)
        count++;
    return count;
}

/* ---- the call -------------------------------------------------------------------------------- */

/* Arrays of the engine. */
struct arrays
{
    void *A, *s, *U, *VT, *Z, *gap;
    int64_t *integers; /* info and rank */
};

static ddblasStatus_t take(ddblasHandle_t handle, void **at, int64_t m, int64_t n, size_t size)
{
    return m > 0 && n > 0 ? ddblasMalloc(handle, at, (size_t)m * (size_t)n * size) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t decompose(ddblasHandle_t handle, ddblasSvdMode_t job, const struct cli_svd *s, const struct arrays *at)
{
    const int64_t m = s->A.m, n = s->A.n, ldvt = job == DDBLAS_SVD_MODE_FULL ? n : least(m, n);
    return s->A.type == DDBLAS_TYPE_U
               ? ddblasUgesvd(handle, job, job, m, n, at->A, m, at->s, at->U, m, at->VT, ldvt, at->integers)
               : ddblasWgesvd(handle, job, job, m, n, at->A, m, at->s, at->U, m, at->VT, ldvt, at->integers);
}

static ddblasStatus_t find_rank(ddblasHandle_t handle, enum cli_svd_task task, double tolerance, const struct cli_svd *s,
                                const struct arrays *at)
{
    const int64_t m = s->A.m, n = s->A.n;
    const int complex = s->A.type == DDBLAS_TYPE_U;
    int64_t *info = at->integers, *rank = info + 1;
    if (task == CLI_SVD_RANK)
        return complex ? ddblasUrank(handle, m, n, at->A, m, tolerance, at->gap, rank, info)
                       : ddblasWrank(handle, m, n, at->A, m, tolerance, at->gap, rank, info);
    if (task == CLI_SVD_NULL)
        return complex ? ddblasUnull(handle, m, n, at->A, m, tolerance, n, at->Z, n, at->gap, rank, info)
                       : ddblasWnull(handle, m, n, at->A, m, tolerance, n, at->Z, n, at->gap, rank, info);
    return complex ? ddblasUpinv(handle, m, n, at->A, m, tolerance, at->Z, n, at->gap, rank, info)
                   : ddblasWpinv(handle, m, n, at->A, m, tolerance, at->Z, n, at->gap, rank, info);
}

static ddblasStatus_t place(ddblasHandle_t handle, const struct cli_svd *s, struct arrays *at)
{
    const size_t size = cli_element_size(s->A.type);
    ddblasStatus_t t = cli_matrix_send(handle, &s->A, &at->A);
    t = t ? t : take(handle, &at->s, s->s.m, 1, sizeof(cuddreal));
    t = t ? t : take(handle, &at->U, s->U.m, s->U.n, size);
    t = t ? t : take(handle, &at->VT, s->VT.m, s->VT.n, size);
    t = t ? t : take(handle, &at->Z, s->Z.m, s->Z.n, size);
    t = t ? t : take(handle, &at->gap, 2, 1, sizeof(cuddreal));
    return t ? t : ddblasMalloc(handle, (void **)&at->integers, 2 * sizeof *at->integers);
}

static ddblasStatus_t fetch(ddblasHandle_t handle, const void *at, ddblasHostMatrix *X)
{
    return X->m > 0 && X->n > 0 ? cli_matrix_fetch(handle, at, X->m, X) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t call(ddblasHandle_t handle, enum cli_svd_task task, double tolerance, struct cli_svd *s, struct arrays *at,
                           int64_t *info)
{
    static const ddblasSvdMode_t jobs[] = {DDBLAS_SVD_MODE_NONE, DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_FULL};
    int64_t integers[2] = {0, -1};
    ddblasStatus_t t = place(handle, s, at);
    const double start = cli_seconds();
    if (t == DDBLAS_STATUS_SUCCESS)
        t = task <= CLI_SVD_FULL ? decompose(handle, jobs[task], s, at) : find_rank(handle, task, tolerance, s, at);
    t = t ? t : ddblasGetVector(handle, task <= CLI_SVD_FULL ? 1 : 2, sizeof *integers, at->integers, 1, integers, 1);
    s->seconds = cli_seconds() - start;
    *info = integers[0];
    s->rank = integers[1];
    if (task == CLI_SVD_NULL && t == DDBLAS_STATUS_SUCCESS && *info == 0)
        s->Z.n = s->A.n - s->rank;
    t = t ? t : fetch(handle, at->s, &s->s);
    t = t ? t : fetch(handle, at->U, &s->U);
    t = t ? t : fetch(handle, at->VT, &s->VT);
    t = t ? t : fetch(handle, at->Z, &s->Z);
    return t ? t : fetch(handle, at->gap, &s->gap);
}

/* Makes the host matrices of the results. */
static int make_results(enum cli_svd_task task, struct cli_svd *s)
{
    const ddblasType_t type = s->A.type;
    const int64_t m = s->A.m, n = s->A.n, k = least(m, n), full = task == CLI_SVD_FULL;
    int code = CLI_OK;
    if (task <= CLI_SVD_FULL)
        code = cli_matrix_init(&s->s, DDBLAS_TYPE_W, k, 1);
    if (task == CLI_SVD_THIN || task == CLI_SVD_FULL)
    {
        code = code ? code : cli_matrix_init(&s->U, type, m, full ? m : k);
        code = code ? code : cli_matrix_init(&s->VT, type, full ? n : k, n);
    }
    if (task >= CLI_SVD_RANK)
        code = cli_matrix_init(&s->gap, DDBLAS_TYPE_W, 2, 1);
    if (task >= CLI_SVD_NULL)
        code = code ? code : cli_matrix_init(&s->Z, type, n, task == CLI_SVD_NULL ? n : m);
    return code;
}

int cli_svd_find(ddblasHandle_t handle, enum cli_svd_task task, const struct cli_svd_options *o, struct cli_svd *s)
{
    struct arrays at = {0};
    int64_t info = 0;
    const int code = make_results(task, s);
    if (code)
        return code;
    cli_stage(task == CLI_SVD_THIN || task == CLI_SVD_FULL ? "computing singular values and vectors"
                                                           : "computing singular values",
              s->A.n);
    const ddblasStatus_t t = call(handle, task, cli_svd_tolerance(o, s), s, &at, &info);
    cli_stage(NULL, s->A.n);
    void *const all[] = {at.A, at.s, at.U, at.VT, at.Z, at.gap, at.integers};
    for (int k = 0; k < 7; k++)
        ddblasFree(handle, all[k]);
    if (t != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(handle, t);
    if (info)
        return cli_error(CLI_FAILED, "svd: %" PRId64 " singular values did not converge", info);
    return CLI_OK;
}
