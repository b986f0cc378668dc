/*
 * Checks of gesvd that all types share (svd_settings.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "backend/allocate.h"
#include "poison.h"
#include "settings.h"
#include "svd_settings.h"

/* ---- arguments ------------------------------------------------------------------------------- */

ddblasStatus_t svd_query(ddblasHandle_t h, ddblasType_t type, int jobu, int jobv, int64_t m, int64_t n, size_t *bytes)
{
    return ddblasGesvdWorkspaceSize(h, type, (ddblasSvdMode_t)jobu, (ddblasSvdMode_t)jobv, m, n, bytes);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct svd_arguments wrong = right;                                                                                      \
        wrong.member = value;                                                                                                    \
        dd_refused(h, svd_call(h, type, &wrong), DDBLAS_STATUS_##status, position);                                              \
    } while (0)

struct svd_arguments svd_refuse_all(ddblasHandle_t h, ddblasType_t type, char *memory)
{
    const size_t off = dd_misaligned(h, type);
    int64_t *integers = (int64_t *)(void *)(memory + 3840), *between = (int64_t *)(void *)(memory + 3844);
    const struct svd_arguments right = {.jobu = DDBLAS_SVD_MODE_FULL,
                                        .jobv = DDBLAS_SVD_MODE_THIN,
                                        .m = 6,
                                        .n = 4,
                                        .A = memory,
                                        .lda = 6,
                                        .s = memory + 1024,
                                        .U = memory + 1536,
                                        .ldu = 6,
                                        .VT = memory + 3072,
                                        .ldvt = 4,
                                        .info = integers};
    REFUSED(jobu, 3, INVALID_VALUE, 2);
    REFUSED(jobv, -1, INVALID_VALUE, 3);
    REFUSED(m, -1, INVALID_VALUE, 4);
    REFUSED(n, -1, INVALID_VALUE, 5);
    REFUSED(A, NULL, INVALID_VALUE, 6);
    REFUSED(A, memory + off, MISALIGNED, 6);
    REFUSED(lda, 5, INVALID_VALUE, 7);
    REFUSED(s, NULL, INVALID_VALUE, 8);
    REFUSED(s, memory + off, MISALIGNED, 8);
    REFUSED(U, NULL, INVALID_VALUE, 9);
    REFUSED(U, memory + off, MISALIGNED, 9);
    REFUSED(ldu, 5, INVALID_VALUE, 10);
    REFUSED(VT, NULL, INVALID_VALUE, 11);
    REFUSED(VT, memory + off, MISALIGNED, 11);
    REFUSED(ldvt, 3, INVALID_VALUE, 12);
    REFUSED(info, NULL, INVALID_VALUE, 13);
    REFUSED(info, between, MISALIGNED, 13);
    return right;
}

/* ---- special values -------------------------------------------------------------------------- */

void svd_assert_not_finite(ddblasHandle_t h, struct svd_case *c, int last_row, int second_part, int nan)
{
    const cuddreal value = nan ? cuddNan() : cuddInf(), zero = cuddFromDouble(0.0);
    const int imaginary = dd_type_is_complex(c->type) && second_part;
    dd_element_set(c->type, svd_case_at(c, last_row ? c->m - 1 : 0, last_row ? 0 : c->n - 1), 0, imaginary ? zero : value,
                   imaginary ? value : zero);
    dd_must(h, svd_case_run(h, c), "not finite");
    assert_int_equal(c->info, c->order + 1);
    for (int64_t e = 0; e < c->order; e++)
        assert_true(cuddIsNan(c->s[e]));
    void *poison = dd_poisoned(c->u + c->vt);
    assert_memory_equal(c->U, poison, c->u);
    assert_memory_equal(c->VT, poison, c->vt);
    free(poison);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static const int64_t no_info = INT64_MIN;

static ddblasStatus_t run(ddblasHandle_t h, void *problem) { return svd_case_run(h, problem); }

/* The runs of a case, after the first one. `poison` is what the results hold before a call. */
static struct dd_repeats repeats_of(ddblasHandle_t h, struct svd_case *c, const void *poison)
{
    struct dd_repeats r = {.handle = h, .run = run, .problem = c, .workspace = svd_case_workspace(h, c)};
    r.outputs[0] = (struct dd_output){c->U, c->u, poison};
    r.outputs[1] = (struct dd_output){c->VT, c->vt, poison};
    r.outputs[2] = (struct dd_output){c->stored, c->raw, poison};
    r.outputs[3] = (struct dd_output){&c->info, sizeof c->info, &no_info};
    dd_must(h, svd_case_run(h, c), "first");
    assert_int_equal(c->info, 0);
    dd_repeats_record(&r);
    return r;
}

void svd_case_same_bits(ddblasHandle_t h, struct svd_case *c)
{
    void *poison = dd_poisoned(c->u + c->vt + c->raw);
    struct dd_repeats r = repeats_of(h, c, poison);
    assert_true(dd_repeats_everywhere(&r, &c->offset) > 0);
    dd_repeats_free(&r);
    free(poison);
}

void svd_same_as_padded(ddblasHandle_t h, struct svd_case *c, struct svd_case *wide)
{
    dd_must(h, svd_case_run(h, c), "dense");
    dd_must(h, svd_case_run(h, wide), "padded");
    void *U = svd_dense(wide, wide->U, c->m, c->columns, wide->ldu), *VT = svd_dense(wide, wide->VT, c->rows, c->n, wide->ldvt);
    assert_memory_equal(c->stored, wide->stored, c->raw);
    assert_memory_equal(c->U, U, c->u);
    assert_memory_equal(c->VT, VT, c->vt);
    free(U);
    free(VT);
    svd_case_free(c);
    svd_case_free(wide);
}

static ddblasStatus_t run_failing(ddblasHandle_t fresh, const struct dd_repeats *r, int failing)
{
    return svd_case_run_failing(fresh, r->handle, r->problem, ddblas_inject_allocation_failure, failing);
}

void svd_case_without_memory(ddblasHandle_t h, struct svd_case *c)
{
    void *poison = dd_poisoned(c->u + c->vt + c->raw);
    struct dd_repeats r = repeats_of(h, c, poison);
    assert_true(dd_repeats_without_memory(&r, run_failing) > 1);
    dd_repeats_free(&r);
    free(poison);
}
