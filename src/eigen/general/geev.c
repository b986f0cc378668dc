/*
 * geev: entry points, checks, workspace query.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/standard/standard.h"
#include "general.h"

static ddblasStatus_t check_mode(ddblasHandle_t handle, int position, const char *name, ddblasEigMode_t job)
{
    if (job == DDBLAS_EIG_MODE_NOVECTOR || job == DDBLAS_EIG_MODE_VECTOR)
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position, "%s: %d is no ddblasEigMode_t", name, (int)job);
}

static ddblasStatus_t check_pointers(ddblasHandle_t handle, const struct ddblas_geev_problem *p)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int complex = ddblas_type_is_complex(p->type), vl = complex ? 8 : 9;
    DDBLAS_CHECK(ddblas_check_pointer(handle, 5, "A", p->type, arrays, p->A));
    DDBLAS_CHECK(ddblas_check_pointer(handle, 7, complex ? "w" : "wr", p->type, arrays, p->wr));
    if (!complex)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 8, "wi", p->type, arrays, p->wi));
    if (p->left)
        DDBLAS_CHECK(ddblas_check_pointer(handle, vl, "VL", p->type, arrays, p->VL));
    return p->right ? ddblas_check_pointer(handle, vl + 2, "VR", p->type, arrays, p->VR) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t call_geev(ddblasHandle_t handle, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr,
                                const struct ddblas_geev_problem *p)
{
    const int vl = ddblas_type_is_complex(p->type) ? 8 : 9;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_mode(handle, 2, "jobvl", jobvl));
    DDBLAS_CHECK(check_mode(handle, 3, "jobvr", jobvr));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "n", p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, 6, "lda", p->lda, p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, vl + 1, "ldvl", p->ldvl, p->left ? p->n : 1));
    DDBLAS_CHECK(ddblas_check_leading(handle, vl + 3, "ldvr", p->ldvr, p->right ? p->n : 1));
    if (p->n > 0)
        DDBLAS_CHECK(check_pointers(handle, p));
    DDBLAS_CHECK(ddblas_factor_check_integers(handle, vl + 4, "info", p->info));
    DDBLAS_CHECK(ddblas_general_check_order(handle, p->type, p->n));
    if (p->n == 0)
        return ddblas_factor_clear_info(handle, p->info);
    if (ddblas_is_standard(p->type))
        return ddblas_geev_lapack(handle, p);
    return ddblas_factor_run(handle, p->type, ddblas_geev_routine, p);
}

ddblasStatus_t ddblasGeevWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr,
                                       int64_t n, size_t *bytes)
{
    static cuddcomplex nothing;
    const struct ddblas_geev_problem p = {.type = type,
                                          .left = jobvl == DDBLAS_EIG_MODE_VECTOR,
                                          .right = jobvr == DDBLAS_EIG_MODE_VECTOR,
                                          .n = n,
                                          .A = &nothing,
                                          .lda = most(n, 1),
                                          .VL = &nothing,
                                          .ldvl = most(n, 1),
                                          .VR = &nothing,
                                          .ldvr = most(n, 1)};
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_EIGEN));
    DDBLAS_CHECK(check_mode(handle, 3, "jobvl", jobvl));
    DDBLAS_CHECK(check_mode(handle, 4, "jobvr", jobvr));
    DDBLAS_CHECK(ddblas_general_check_query(handle, type, 5, n, bytes));
    *bytes = n == 0                     ? 0
             : ddblas_is_standard(type) ? ddblas_geev_bytes_lapack(&p)
                                        : ddblas_block_workspace(handle, type, ddblas_geev_routine, &p);
    return DDBLAS_STATUS_SUCCESS;
}

/* Defines one entry point, ddblas<letter>geev. */
#define GEEV(letter, element, parameters, real, imaginary)                                                                       \
    ddblasStatus_t ddblas##letter##geev(ddblasHandle_t handle, ddblasEigMode_t jobvl, ddblasEigMode_t jobvr, int64_t n,          \
                                        const element *A, int64_t lda, parameters, element *VL, int64_t ldvl, element *VR,       \
                                        int64_t ldvr, int64_t *info)                                                             \
    {                                                                                                                            \
        const struct ddblas_geev_problem problem = {.type = DDBLAS_TYPE_##letter,                                                \
                                                    .left = jobvl == DDBLAS_EIG_MODE_VECTOR,                                     \
                                                    .right = jobvr == DDBLAS_EIG_MODE_VECTOR,                                    \
                                                    .n = n,                                                                      \
                                                    .A = A,                                                                      \
                                                    .lda = lda,                                                                  \
                                                    .wr = real,                                                                  \
                                                    .wi = imaginary,                                                             \
                                                    .VL = VL,                                                                    \
                                                    .ldvl = ldvl,                                                                \
                                                    .VR = VR,                                                                    \
                                                    .ldvr = ldvr,                                                                \
                                                    .info = info};                                                               \
        return call_geev(handle, jobvl, jobvr, &problem);                                                                        \
    }

#define TWO(element) element *wr, element *wi
GEEV(S, float, TWO(float), wr, wi)
GEEV(D, double, TWO(double), wr, wi)
GEEV(C, ddblasComplex, ddblasComplex *w, w, NULL)
GEEV(Z, ddblasDoubleComplex, ddblasDoubleComplex *w, w, NULL)
GEEV(W, cuddreal, TWO(cuddreal), wr, wi)
GEEV(U, cuddcomplex, cuddcomplex *w, w, NULL)
