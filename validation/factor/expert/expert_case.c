/*
 * One call of an expert driver under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "element.h"
#include "expert_case.h"
#include "poison.h"
#include "terms.h"

struct expert_case *expert_case_new(ddblasType_t type, int positive, int64_t n, int64_t nrhs)
{
    struct expert_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct expert_case){.type = type, .positive = positive, .n = n, .nrhs = nrhs, .lda = n + 1, .size = dd_type_size(type)};
    c->s = refine_system_new(positive, dd_type_is_complex(type) ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, n, nrhs);
    c->bytes_A = (size_t)(c->lda * n) * c->size;
    c->bytes_F = (size_t)(n * n) * c->size;
    c->bytes_B = (size_t)(n * nrhs) * c->size;
    c->A = dd_poisoned(c->bytes_A);
    c->F = dd_poisoned(c->bytes_F);
    c->B = dd_poisoned(c->bytes_B);
    c->X = dd_poisoned(c->bytes_B);
    c->ipiv = dd_poisoned((size_t)n * sizeof *c->ipiv);
    c->R = dd_poisoned((size_t)n * sizeof *c->R);
    c->C = dd_poisoned((size_t)n * sizeof *c->C);
    c->ferr = dd_poisoned((size_t)nrhs * sizeof *c->ferr);
    c->berr = dd_poisoned((size_t)nrhs * sizeof *c->berr);
    return c;
}

void expert_case_free(struct expert_case *c)
{
    refine_system_free(&c->s);
    free(c->A);
    free(c->F);
    free(c->B);
    free(c->X);
    free(c->ipiv);
    free(c->R);
    free(c->C);
    free(c->ferr);
    free(c->berr);
    free(c);
}

/* Writes an element, which is one number of the system or two, and rounds the numbers as the type
 * does. */
static void write_element(const struct expert_case *c, void *to, int64_t at, cuddreal *numbers)
{
    const int parts = c->s.parts;
    dd_element_set(c->type, to, at, numbers[0], parts == 2 ? numbers[1] : cuddFromDouble(0.0));
    const struct dd_parts p = dd_parts_load(c->type, to, at);
    numbers[0] = cuddMake(p.re[0], p.re[1]);
    if (parts == 2)
        numbers[1] = cuddMake(p.im[0], p.im[1]);
}

static int is_stored(const struct expert_case *c, int64_t i, int64_t j)
{
    return !c->positive || (c->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j);
}

void expert_case_write(struct expert_case *c)
{
    const int parts = c->s.parts;
    memset(c->A, DD_POISON, c->bytes_A);
    memset(c->F, DD_POISON, c->bytes_F);
    memset(c->X, DD_POISON, c->bytes_B);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
        {
            union dd_element scratch;
            cuddreal *numbers = c->s.A + (i + j * c->n) * parts;
            write_element(c, &scratch, 0, numbers);
            if (is_stored(c, i, j))
                memcpy((char *)c->A + (size_t)(i + j * c->lda) * c->size, &scratch, c->size);
            if (c->positive && i == j && parts == 2)
            {
                numbers[1] = cuddFromDouble(0.0);
                dd_element_set(c->type, c->A, i + j * c->lda, numbers[0], cuddNan());
            }
        }
    for (int64_t e = 0; e < c->n * c->nrhs; e++)
        write_element(c, c->B, e, c->s.B + e * parts);
}

#define DRIVE(letter)                                                                                                            \
    (c->positive ? ddblas##letter##posvx(handle, c->fact, c->uplo, c->n, c->nrhs, a->A, c->lda, a->F, ld, &c->equed, a->R, a->B, \
                                         ld, a->X, ld, &c->report, c->ferr, c->berr)                                             \
                 : ddblas##letter##gesvx(handle, c->fact, c->trans, c->n, c->nrhs, a->A, c->lda, a->F, ld, a->ipiv, &c->equed,   \
                                         a->R, a->C, a->B, ld, a->X, ld, &c->report, c->ferr, c->berr))
#define REFINE(letter)                                                                                                           \
    (c->positive                                                                                                                 \
         ? ddblas##letter##porfs(handle, c->uplo, c->n, c->nrhs, a->A, c->lda, a->F, ld, a->B, ld, a->X, ld, c->ferr, c->berr)   \
         : ddblas##letter##gerfs(handle, c->trans, c->n, c->nrhs, a->A, c->lda, a->F, ld, a->ipiv, a->B, ld, a->X, ld, c->ferr,  \
                                 c->berr))
#define OF_TYPE(CALL)                                                                                                            \
    const int64_t ld = dd_least_leading(c->n);                                                                                   \
    switch (c->type)                                                                                                             \
    {                                                                                                                            \
    case DDBLAS_TYPE_S:                                                                                                          \
        return CALL(S);                                                                                                          \
    case DDBLAS_TYPE_D:                                                                                                          \
        return CALL(D);                                                                                                          \
    case DDBLAS_TYPE_C:                                                                                                          \
        return CALL(C);                                                                                                          \
    case DDBLAS_TYPE_Z:                                                                                                          \
        return CALL(Z);                                                                                                          \
    case DDBLAS_TYPE_W:                                                                                                          \
        return CALL(W);                                                                                                          \
    default:                                                                                                                     \
        return CALL(U);                                                                                                          \
    }

ddblasStatus_t expert_drive(ddblasHandle_t handle, struct expert_case *c, const struct expert_arguments *a){OF_TYPE(DRIVE)}

ddblasStatus_t expert_refine(ddblasHandle_t handle, struct expert_case *c, const struct expert_arguments *a)
{
    OF_TYPE(REFINE)
}

/* Fails unless elements that the call has no business with are as they were. */
static int is_of_matrix(const void *problem, int64_t i, int64_t j)
{
    const struct expert_case *c = problem;
    return i < c->n && is_stored(c, i, j);
}

ddblasStatus_t expert_run_on(ddblasHandle_t handle, struct expert_case *c, int refines)
{
    const size_t factors = (size_t)c->n * sizeof *c->R;
    const int given = refines || c->fact == DDBLAS_FACT_FACTORED, may_scale = !refines && c->fact == DDBLAS_FACT_EQUILIBRATE;
    char *A = dd_poisoned(c->bytes_A), *F = dd_poisoned(c->bytes_F), *B = dd_poisoned(c->bytes_B);
    memcpy(A, c->A, c->bytes_A);
    memcpy(F, c->F, c->bytes_F);
    memcpy(B, c->B, c->bytes_B);
    struct dd_operand o[] = {dd_operand_written(A, c->A, c->bytes_A),
                             dd_operand_written(F, c->F, c->bytes_F),
                             dd_operand_written(B, c->B, c->bytes_B),
                             dd_operand_written(c->X, c->X, c->bytes_B),
                             dd_operand_written(c->ipiv, c->ipiv, (size_t)c->n * sizeof *c->ipiv),
                             dd_operand_written(c->R, c->R, factors),
                             dd_operand_written(c->C, c->C, factors)};
    enum
    {
        OPERANDS = sizeof o / sizeof o[0]
    };
    dd_operands_put(handle, o, OPERANDS, 0);
    const struct expert_arguments a = {o[0].at, o[1].at, o[2].at, o[3].at, o[4].at, o[5].at, o[6].at};
    const ddblasStatus_t status = refines ? expert_refine(handle, c, &a) : expert_drive(handle, c, &a);
    c->argument = ddblasGetLastArgument(handle);
    dd_operands_take(handle, o, OPERANDS, 0);
    dd_rest_unchanged("A", A, c->A, c->bytes_A, c->size, c->lda, is_of_matrix, c);
    dd_rest_unchanged("AF", F, c->F, c->bytes_F, c->size, c->n, is_of_matrix, c);
    if (!may_scale || c->equed == DDBLAS_EQUILIBRATION_NONE)
        assert_memory_equal(A, c->A, c->bytes_A);
    if (given)
        assert_memory_equal(F, c->F, c->bytes_F);
    if (refines || c->equed == DDBLAS_EQUILIBRATION_NONE)
        assert_memory_equal(B, c->B, c->bytes_B);
    for (int64_t e = 0; e < c->n * c->nrhs; e++)
    {
        const struct dd_parts p = dd_parts_load(c->type, c->X, e);
        c->s.X[e * c->s.parts] = cuddMake(p.re[0], p.re[1]);
        if (c->s.parts == 2)
            c->s.X[2 * e + 1] = cuddMake(p.im[0], p.im[1]);
    }
    free(A);
    free(F);
    free(B);
    return status;
}

/* Element (i, j) of op(A). */
static struct dd_number element_of(const struct expert_case *c, int64_t i, int64_t j)
{
    const int plain = c->trans == DDBLAS_OP_N;
    const cuddreal *a = c->s.A + (plain ? i + j * c->n : j + i * c->n) * c->s.parts;
    return dd_number_load(c->s.type, a, c->trans == DDBLAS_OP_C && c->s.parts == 2);
}

/* The componentwise backward error of column j of X in the given system, in units of the type. */
static double backward_error(const struct expert_case *c, int64_t j)
{
    double largest = 0.0;
    const cuddreal *B = c->s.B + j * c->n * c->s.parts, *X = c->s.X + j * c->n * c->s.parts;
    for (int64_t i = 0; i < c->n; i++)
    {
        struct dd_terms t;
        dd_terms_start(&t);
        dd_terms_add(&t, dd_number_load(c->s.type, B + i * c->s.parts, 0), dd_number_of(1.0));
        for (int64_t k = 0; k < c->n; k++)
            dd_terms_add(&t, dd_number_negative(element_of(c, i, k)), dd_number_load(c->s.type, X + k * c->s.parts, 0));
        largest = fmax(largest, dd_terms_error(&t, c->type, dd_number_of(0.0), 0.0));
        dd_terms_end(&t);
    }
    return largest;
}

/* The system with op(A), for the oracle. */
static struct system plain_system(const struct expert_case *c)
{
    const int parts = c->s.parts;
    struct system s = c->s;
    s.A = refine_numbers(c->n * c->n * parts, sizeof *s.A);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
        {
            const struct dd_number a = element_of(c, i, j);
            s.A[(i + j * c->n) * parts] = a.re;
            if (parts == 2)
                s.A[(i + j * c->n) * 2 + 1] = a.im;
        }
    return s;
}

double expert_check(const struct expert_case *c, const char *what)
{
    const double unit = dd_type_is_pair(c->type) ? 0x1p-104 : dd_type_is_single(c->type) ? 0x1p-24 : 0x1p-53;
    const double terms = ((double)c->n + 8.0) * (c->s.parts == 2 ? 2.83 : 1.0);
    struct system plain = plain_system(c);
    double largest = 0.0;
    for (int64_t j = 0; j < c->nrhs; j++)
    {
        const struct refine_errors e = refine_true_errors(&plain, j);
        const double exact = backward_error(c, j), reported = c->berr[j] / unit;
        if (!(e.normwise <= c->ferr[j]))
            fail_msg("%s, type %c, op %d, n = %lld, rcond %g: error %g, ferr %g", what, dd_type_letter(c->type), (int)c->trans,
                     (long long)c->n, c->report.rcond, e.normwise, c->ferr[j]);
        /* Sums of parts are at most sqrt 2 times moduli, their products twice. */
        if (!(exact <= (c->s.parts == 2 ? 2.0 : 1.0) * reported * 1.01 + terms) ||
            !(reported <= (c->s.parts == 2 ? 1.42 : 1.0) * exact * 1.01 + terms))
            fail_msg("%s, type %c, op %d, n = %lld: backward error %g, berr %g units", what, dd_type_letter(c->type),
                     (int)c->trans, (long long)c->n, exact, reported);
        largest = fmax(largest, c->ferr[j]);
    }
    free(plain.A);
    return largest;
}
