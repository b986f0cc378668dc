/*
 * One call of laswp under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "laswp_case.h"
#include "poison.h"
#include "terms.h"

static int64_t count_of_indices(const struct laswp_case *c)
{
    return c->k2 < c->k1 ? 0 : c->k1 + (c->k2 - c->k1) * llabs(c->incx);
}

struct laswp_case *laswp_case_new(ddblasType_t type, int64_t rows, int64_t n, int64_t k1, int64_t k2, int64_t incx, int64_t pad,
                                  struct dd_random *g)
{
    struct laswp_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->type = type;
    c->rows = rows;
    c->n = n;
    c->k1 = k1;
    c->k2 = k2;
    c->incx = incx;
    c->lda = dd_least_leading(rows) + pad;
    c->size = dd_type_size(type);
    c->bytes_A = (size_t)(c->lda * n) * c->size;
    c->bytes_ipiv = (size_t)count_of_indices(c) * sizeof *c->ipiv;
    c->A = dd_poisoned(c->bytes_A);
    c->result = dd_poisoned(c->bytes_A);
    c->expected = dd_poisoned(c->bytes_A);
    c->ipiv = dd_poisoned(c->bytes_ipiv);
    for (int64_t q = 0; q < c->lda * n; q++)
        dd_element_put(type, g, 0, (int)dd_random_int(g, -20, 20), (char *)c->A + (size_t)q * c->size);
    return c;
}

void laswp_case_free(struct laswp_case *c)
{
    free(c->A);
    free(c->result);
    free(c->expected);
    free(c->ipiv);
    free(c);
}

static int64_t random_index(const struct laswp_case *c, struct dd_random *g, laswp_pivots pivots, int64_t row)
{
    static const int64_t beyond[] = {0, -1, INT64_MIN, INT64_MAX, -7};
    if (pivots == LASWP_BELOW)
        return dd_random_int(g, row, c->rows);
    if (pivots == LASWP_FEW)
        return 1 + dd_random_int(g, 0, 2) * (c->rows - 1) / 2;
    if (pivots == LASWP_OUTSIDE && dd_random_int(g, 0, 2) == 0)
        return dd_random_int(g, 0, 1) ? beyond[dd_random_int(g, 0, 4)] : c->lda + dd_random_int(g, 1, 3);
    return dd_random_int(g, 1, c->rows);
}

/* Exchanges two rows of the expected matrix, which count from 1. */
static void exchange(const struct laswp_case *c, int64_t i, int64_t k)
{
    for (int64_t j = 0; j < c->n; j++)
    {
        char *a = (char *)c->expected + (size_t)(i - 1 + j * c->lda) * c->size,
             *b = (char *)c->expected + (size_t)(k - 1 + j * c->lda) * c->size;
        for (size_t byte = 0; byte < c->size; byte++)
        {
            const char kept = a[byte];
            a[byte] = b[byte];
            b[byte] = kept;
        }
    }
}

void laswp_case_fill(struct laswp_case *c, struct dd_random *g, laswp_pivots pivots)
{
    const int64_t step = llabs(c->incx);
    for (int64_t t = 0; t < count_of_indices(c); t++)
        c->ipiv[t] = dd_random_int(g, 1, c->rows);
    memcpy(c->expected, c->A, c->bytes_A);
    if (step == 0)
        return;
    for (int64_t i = c->k1; i <= c->k2; i++)
        c->ipiv[c->k1 - 1 + (i - c->k1) * step] = random_index(c, g, pivots, i);
    for (int64_t t = 0; t <= c->k2 - c->k1; t++)
    {
        const int64_t i = c->incx > 0 ? c->k1 + t : c->k2 - t, k = c->ipiv[c->k1 - 1 + (i - c->k1) * step];
        if (k >= 1 && k <= c->lda)
            exchange(c, i, k);
    }
}

ddblasStatus_t laswp_call(ddblasHandle_t h, ddblasType_t type, int64_t n, void *A, int64_t lda, int64_t k1, int64_t k2,
                          const int64_t *ipiv, int64_t incx)
{
    switch (type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_MATRIX
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##laswp(h, n, A, lda, k1, k2, ipiv, incx);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_INTERNAL_ERROR;
    }
}

ddblasStatus_t laswp_case_run(ddblasHandle_t h, struct laswp_case *c)
{
    struct dd_operand A = dd_operand_written(c->A, c->result, c->bytes_A), ipiv = dd_operand_read(c->ipiv, c->bytes_ipiv);
    dd_operands_put(h, &A, 1, c->offset);
    dd_operands_put(h, &ipiv, 1, 8);
    const ddblasStatus_t status = laswp_call(h, c->type, c->n, A.at, c->lda, c->k1, c->k2, ipiv.at, c->incx);
    dd_operands_take(h, &A, 1, c->offset);
    dd_operands_take(h, &ipiv, 1, 8);
    return status;
}

void laswp_case_judge(ddblasHandle_t h, struct laswp_case *c, const char *what)
{
    dd_must(h, laswp_case_run(h, c), "laswp");
    for (int64_t q = 0; q < c->lda * c->n; q++)
    {
        const size_t at = (size_t)q * c->size;
        if (memcmp((char *)c->result + at, (char *)c->expected + at, c->size) != 0)
            fail_msg("%claswp, %s: rows=%lld n=%lld lda=%lld k1=%lld k2=%lld incx=%lld: element (%lld, %lld) is wrong",
                     dd_type_letter(c->type), what, (long long)c->rows, (long long)c->n, (long long)c->lda, (long long)c->k1,
                     (long long)c->k2, (long long)c->incx, (long long)(q % c->lda), (long long)(q / c->lda));
    }
}
