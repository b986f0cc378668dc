/*
 * Checks of syevd and heevd that all types share (eigen_settings.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "eigen_settings.h"
#include "poison.h"
#include "settings.h"

/* ---- arguments ------------------------------------------------------------------------------- */

struct arguments
{
    ddblasEigMode_t jobz;
    ddblasFillMode_t uplo;
    int64_t n;
    void *A;
    int64_t lda;
    void *w;
    int64_t *info;
};

static ddblasStatus_t call(ddblasHandle_t h, ddblasType_t type, const struct arguments *a)
{
    return eigen_call(h, type, a->jobz, a->uplo, a->n, a->A, a->lda, a->w, a->info);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct arguments wrong = right;                                                                                          \
        wrong.member = value;                                                                                                    \
        dd_refused(h, call(h, type, &wrong), DDBLAS_STATUS_##status, position);                                                  \
    } while (0)

void eigen_refuse_all(ddblasHandle_t h, ddblasType_t type, int64_t too_large, char *memory)
{
    const size_t off = dd_misaligned(h, type);
    int64_t *integers = (int64_t *)(void *)(memory + 3072), *between = (int64_t *)(void *)(memory + 3076);
    const struct arguments right = {DDBLAS_EIG_MODE_VECTOR, DDBLAS_FILL_MODE_LOWER, 4, memory, 4, memory + 2048, integers};
    REFUSED(jobz, (ddblasEigMode_t)2, INVALID_VALUE, 2);
    REFUSED(uplo, (ddblasFillMode_t)2, INVALID_VALUE, 3);
    REFUSED(n, -1, INVALID_VALUE, 4);
    REFUSED(A, NULL, INVALID_VALUE, 5);
    REFUSED(A, memory + off, MISALIGNED, 5);
    REFUSED(lda, 3, INVALID_VALUE, 6);
    REFUSED(w, NULL, INVALID_VALUE, 7);
    REFUSED(w, memory + off, MISALIGNED, 7);
    REFUSED(info, NULL, INVALID_VALUE, 8);
    REFUSED(info, between, MISALIGNED, 8);
    struct arguments huge = right;
    huge.n = huge.lda = too_large;
    assert_int_equal(call(h, type, &huge), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(call(NULL, type, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

void eigen_empty(ddblasHandle_t h, ddblasType_t type)
{
    for (int jobz = 0; jobz < 2; jobz++)
    {
        int64_t info = 7, after = -1;
        int64_t *there = dd_engine_copy(h, &info, sizeof info, 0);
        const struct arguments a = {(ddblasEigMode_t)jobz, DDBLAS_FILL_MODE_UPPER, 0, NULL, 1, NULL, there};
        assert_int_equal(call(h, type, &a), DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, &after, there, sizeof after);
        assert_int_equal(after, 0);
        dd_engine_free(h, there, 0);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

void eigen_assert_not_finite(ddblasHandle_t h, struct eigen_case *c, const int64_t place[2], int nan)
{
    const cuddreal value = nan ? cuddNan() : cuddInf(), zero = cuddFromDouble(0.0);
    dd_element_set(c->type, eigen_case_at(c, place[0], place[1]), 0, value, zero);
    dd_element_set(c->type, eigen_case_at(c, place[1], place[0]), 0, value, zero);
    eigen_case_store(c);
    dd_must(h, eigen_case_run(h, c), "not finite");
    assert_int_equal(c->info, c->n + 1);
    assert_memory_equal(c->A, c->result, c->bytes);
    for (int64_t e = 0; e < c->n; e++)
        assert_true(cuddIsNan(c->w[e]));
}

/* ---- bits and memory ------------------------------------------------------------------------- */

void eigen_same_in_forms(ddblasHandle_t h, struct eigen_case *const *c, int count)
{
    for (int form = 0; form < count; form++)
    {
        const int64_t n = c[0]->n;
        dd_must(h, eigen_case_run(h, c[form]), "forms");
        assert_memory_equal(c[0]->w, c[form]->w, (size_t)n * sizeof(cuddreal));
        for (int64_t j = 0; j < n; j++)
            assert_memory_equal((char *)c[0]->result + (size_t)(j * c[0]->lda) * c[0]->size,
                                (char *)c[form]->result + (size_t)(j * c[form]->lda) * c[form]->size, (size_t)n * c[0]->size);
    }
    for (int form = 0; form < count; form++)
        eigen_case_free(c[form]);
}

static const int64_t no_info = INT64_MIN;

static ddblasStatus_t run(ddblasHandle_t h, void *problem) { return eigen_case_run(h, problem); }

/* The runs of a case, after the first one. `poison` is what w holds before a call. */
static struct dd_repeats repeats_of(ddblasHandle_t h, struct eigen_case *c, const void *poison)
{
    struct dd_repeats r = {.handle = h, .run = run, .problem = c, .workspace = eigen_case_workspace(h, c)};
    r.outputs[0] = (struct dd_output){c->result, c->bytes, c->A};
    r.outputs[1] = (struct dd_output){c->stored, (size_t)c->n * dd_type_size(dd_type_real(c->type)), poison};
    r.outputs[2] = (struct dd_output){&c->info, sizeof c->info, &no_info};
    if (c->pair)
        r.outputs[3] = (struct dd_output){c->pair->result, c->pair->bytes, c->pair->A};
    dd_must(h, eigen_case_run(h, c), "first");
    assert_int_equal(c->info, 0);
    dd_repeats_record(&r);
    return r;
}

void eigen_case_same_bits(ddblasHandle_t h, struct eigen_case *c)
{
    void *poison = dd_poisoned((size_t)c->n * sizeof *c->w);
    struct dd_repeats r = repeats_of(h, c, poison);
    assert_true(dd_repeats_everywhere(&r, &c->offset) > 0);
    dd_repeats_free(&r);
    free(poison);
}

static ddblasStatus_t run_failing(ddblasHandle_t fresh, const struct dd_repeats *r, int failing)
{
    return eigen_case_run_failing(fresh, r->handle, r->problem, ddblas_inject_allocation_failure, failing);
}

void eigen_case_without_memory(ddblasHandle_t h, struct eigen_case *c)
{
    void *poison = dd_poisoned((size_t)c->n * sizeof *c->w);
    struct dd_repeats r = repeats_of(h, c, poison);
    assert_true(dd_repeats_without_memory(&r, run_failing) > 1);
    dd_repeats_free(&r);
    free(poison);
}
