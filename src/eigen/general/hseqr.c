/*
 * gehrd, orghr (in complex types unghr) and hseqr: entry points, checks, workspace queries.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/standard/standard.h"
#include "general.h"

/* A query's operands, which are not accessed: offsets from a null pointer are not defined. */
static cuddcomplex nothing;

static int on_cuda(ddblasHandle_t handle) { return handle->backend->engine == DDBLAS_ENGINE_CUDA; }

ddblasStatus_t ddblas_general_check_order(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    if (n > 0 && on_cuda(handle))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "nonsymmetric eigenproblems are solved on the CPU engine alone");
    if (ddblas_is_standard(type) && n > DDBLAS_GENERAL_STANDARD_MOST)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "n = %lld: in S, D, C and Z orders end at %d", (long long)n,
                           (int)DDBLAS_GENERAL_STANDARD_MOST);
    return ddblas_check_order(handle, n);
}

ddblasStatus_t ddblas_general_check_query(ddblasHandle_t handle, ddblasType_t type, int position, int64_t n, const size_t *bytes)
{
    DDBLAS_CHECK(ddblas_check_size(handle, position, "n", n));
    DDBLAS_CHECK(ddblas_check_not_null(handle, position + 1, "bytes", bytes));
    return ddblas_general_check_order(handle, type, n);
}

/* Checks n, ilo and ihi, which is the argument after ilo. */
static ddblasStatus_t check_range(ddblasHandle_t handle, int position_of_ilo, int64_t n, int64_t ilo, int64_t ihi)
{
    DDBLAS_CHECK(ddblas_check_size(handle, position_of_ilo - 1, "n", n));
    if (ilo < 1 || ilo > most(n, 1))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position_of_ilo,
                                    "ilo: %lld is not in 1 ... max(1, %lld)", (long long)ilo, (long long)n);
    if (ihi < least(ilo, n) || ihi > n)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position_of_ilo + 1,
                                    "ihi: %lld is not in min(ilo, n) ... n", (long long)ihi);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- gehrd and orghr ------------------------------------------------------------------------- */

/* Both have the same arguments; `forms` means orghr. */
static ddblasStatus_t call_gehrd(ddblasHandle_t handle, const struct ddblas_gehrd_problem *p, int forms)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(check_range(handle, 3, p->n, p->ilo, p->ihi));
    DDBLAS_CHECK(ddblas_check_leading(handle, 6, "lda", p->lda, p->n));
    if (p->n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "A", p->type, arrays, p->A));
    if (p->n > 1)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "tau", p->type, arrays, p->tau));
    DDBLAS_CHECK(ddblas_general_check_order(handle, p->type, p->n));
    if (ddblas_is_standard(p->type))
        return ddblas_gehrd_lapack(handle, p, forms);
    if (p->n == 1 && !forms)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_factor_run(handle, p->type, forms ? ddblas_orghr_routine : ddblas_gehrd_routine, p);
}

static ddblasStatus_t query_gehrd(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes, int forms)
{
    const struct ddblas_gehrd_problem p = {
        .type = type, .n = n, .ilo = 1, .ihi = n, .A = &nothing, .lda = most(n, 1), .tau = &nothing};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_EIGEN));
    DDBLAS_CHECK(ddblas_general_check_query(handle, type, 3, n, bytes));
    *bytes = n == 0 ? 0
             : ddblas_is_standard(type)
                 ? ddblas_gehrd_bytes_lapack(&p, forms)
                 : ddblas_block_workspace(handle, type, forms ? ddblas_orghr_routine : ddblas_gehrd_routine, &p);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasGehrdWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query_gehrd(handle, type, n, bytes, 0);
}

ddblasStatus_t ddblasOrghrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *bytes)
{
    return query_gehrd(handle, type, n, bytes, 1);
}

/* Defines ddblas<letter>gehrd and ddblas<letter><form>, which is orghr or unghr. */
#define GEHRD(letter, element, form)                                                                                             \
    ddblasStatus_t ddblas##letter##gehrd(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, element *A, int64_t lda,    \
                                         element *tau)                                                                           \
    {                                                                                                                            \
        const struct ddblas_gehrd_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .n = n, .ilo = ilo, .ihi = ihi, .A = A, .lda = lda, .tau = tau};                       \
        return call_gehrd(handle, &problem, 0);                                                                                  \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##form(ddblasHandle_t handle, int64_t n, int64_t ilo, int64_t ihi, element *A, int64_t lda,     \
                                        const element *tau)                                                                      \
    {                                                                                                                            \
        const struct ddblas_gehrd_problem problem = {                                                                            \
            .type = DDBLAS_TYPE_##letter, .n = n, .ilo = ilo, .ihi = ihi, .A = A, .lda = lda, .tau = (element *)tau};            \
        return call_gehrd(handle, &problem, 1);                                                                                  \
    }

GEHRD(S, float, orghr)
GEHRD(D, double, orghr)
GEHRD(C, ddblasComplex, unghr)
GEHRD(Z, ddblasDoubleComplex, unghr)
GEHRD(W, cuddreal, orghr)
GEHRD(U, cuddcomplex, unghr)

/* ---- hseqr ----------------------------------------------------------------------------------- */

static ddblasStatus_t check_letters(ddblasHandle_t handle, int position, ddblasSchurJob_t job, ddblasSchurVectors_t compz)
{
    if (job != DDBLAS_SCHUR_EIGENVALUES && job != DDBLAS_SCHUR_FORM)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "job: %d is no ddblasSchurJob_t", (int)job);
    if (compz == DDBLAS_SCHUR_VECTORS_NONE || compz == DDBLAS_SCHUR_VECTORS_INITIALISE ||
        compz == DDBLAS_SCHUR_VECTORS_ACCUMULATE)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position + 1, "compz: %d is no ddblasSchurVectors_t",
                                (int)compz);
}

static ddblasStatus_t call_hseqr(ddblasHandle_t handle, ddblasSchurJob_t job, const struct ddblas_hseqr_problem *p)
{
    const int complex = ddblas_type_is_complex(p->type), vectors = p->compz != DDBLAS_SCHUR_VECTORS_NONE, z = complex ? 10 : 11;
    DDBLAS_CHECK(ddblas_enter(handle));
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(check_letters(handle, 2, job, p->compz));
    DDBLAS_CHECK(check_range(handle, 5, p->n, p->ilo, p->ihi));
    DDBLAS_CHECK(ddblas_check_leading(handle, 8, "ldh", p->ldh, p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, z + 1, "ldz", p->ldz, vectors ? p->n : 1));
    if (p->n > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, 7, "H", p->type, arrays, p->H));
        DDBLAS_CHECK(ddblas_check_pointer(handle, 9, complex ? "w" : "wr", p->type, arrays, p->wr));
        if (!complex)
            DDBLAS_CHECK(ddblas_check_pointer(handle, 10, "wi", p->type, arrays, p->wi));
        if (vectors)
            DDBLAS_CHECK(ddblas_check_pointer(handle, z, "Z", p->type, arrays, p->Z));
    }
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, z + 2, "info", p->info));
    DDBLAS_CHECK(ddblas_general_check_order(handle, p->type, p->n));
    if (p->n == 0)
        return ddblas_factor_clear_info(handle, p->info);
    if (ddblas_is_standard(p->type))
        return ddblas_hseqr_lapack(handle, p);
    return ddblas_factor_run(handle, p->type, ddblas_hseqr_routine, p);
}

ddblasStatus_t ddblasHseqrWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasSchurJob_t job,
                                        ddblasSchurVectors_t compz, int64_t n, size_t *bytes)
{
    const struct ddblas_hseqr_problem p = {.type = type,
                                           .schur = job == DDBLAS_SCHUR_FORM,
                                           .compz = compz,
                                           .n = n,
                                           .ilo = 1,
                                           .ihi = n,
                                           .H = &nothing,
                                           .ldh = most(n, 1),
                                           .Z = &nothing,
                                           .ldz = most(n, 1)};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_EIGEN));
    DDBLAS_CHECK(check_letters(handle, 3, job, compz));
    DDBLAS_CHECK(ddblas_general_check_query(handle, type, 5, n, bytes));
    *bytes = n == 0                     ? 0
             : ddblas_is_standard(type) ? ddblas_hseqr_bytes_lapack(&p)
                                        : ddblas_block_workspace(handle, type, ddblas_hseqr_routine, &p);
    return DDBLAS_STATUS_SUCCESS;
}

/* Defines one entry point, ddblas<letter>hseqr. */
#define HSEQR(letter, element, parameters, real, imaginary)                                                                      \
    ddblasStatus_t ddblas##letter##hseqr(ddblasHandle_t handle, ddblasSchurJob_t job, ddblasSchurVectors_t compz, int64_t n,     \
                                         int64_t ilo, int64_t ihi, element *H, int64_t ldh, parameters, element *Z, int64_t ldz, \
                                         int64_t *info)                                                                          \
    {                                                                                                                            \
        const struct ddblas_hseqr_problem problem = {.type = DDBLAS_TYPE_##letter,                                               \
                                                     .schur = job == DDBLAS_SCHUR_FORM,                                          \
                                                     .compz = compz,                                                             \
                                                     .n = n,                                                                     \
                                                     .ilo = ilo,                                                                 \
                                                     .ihi = ihi,                                                                 \
                                                     .H = H,                                                                     \
                                                     .ldh = ldh,                                                                 \
                                                     .wr = real,                                                                 \
                                                     .wi = imaginary,                                                            \
                                                     .Z = Z,                                                                     \
                                                     .ldz = ldz,                                                                 \
                                                     .info = info};                                                              \
        return call_hseqr(handle, job, &problem);                                                                                \
    }

#define TWO(element) element *wr, element *wi
HSEQR(S, float, TWO(float), wr, wi)
HSEQR(D, double, TWO(double), wr, wi)
HSEQR(C, ddblasComplex, ddblasComplex *w, w, NULL)
HSEQR(Z, ddblasDoubleComplex, ddblasDoubleComplex *w, w, NULL)
HSEQR(W, cuddreal, TWO(cuddreal), wr, wi)
HSEQR(U, cuddcomplex, cuddcomplex *w, w, NULL)
