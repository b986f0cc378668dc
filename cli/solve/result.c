/*
 * The judgement of a user's solution of op(A) X = B: backward errors, and each component beside the
 * exact solution by MPFR. An error A^-1 (b - A x) is at most |A^-1| times the residual, so that a
 * bound of the backward error gives one of each component.
 */
#include "../check/check.h"
#include "judge.h"

#include <math.h>
#include <stdlib.h>

/* Work of one judgement. */
struct work
{
    struct cli_truth *truth;
    ddblasHostMatrix inverse; /* |op(A)^-1| */
    double *sums, *scales;    /* as in cli_backward_errors */
};

static int allocate(struct work *w, const ddblasHostMatrix *X)
{
    w->sums = calloc((size_t)(X->m * X->n) + 1, sizeof *w->sums);
    w->scales = calloc((size_t)X->n + 1, sizeof *w->scales);
    return w->sums && w->scales ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory");
}

static void release(struct work *w)
{
    cli_truth_free(w->truth);
    ddblasHostMatrixFree(&w->inverse);
    free(w->sums);
    free(w->scales);
}

/* The largest sum of a row. */
static double norm_of(const ddblasHostMatrix *moduli)
{
    double largest = 0.0;
    for (int64_t i = 0; i < moduli->m; i++)
    {
        double sum = 0.0;
        for (int64_t j = 0; j < moduli->n; j++)
            sum += *(const double *)cli_element(moduli, i, j);
        largest = fmax(largest, sum);
    }
    return largest;
}

int cli_truth_condition(const struct cli_truth *truth, const struct cli_equation *e, double *condition)
{
    ddblasHostMatrix inverse = {0};
    double norm = 0.0;
    const int code = cli_truth_inverse(truth, &inverse);
    for (int64_t i = 0; i < e->A->n; i++)
    {
        double sum = 0.0;
        for (int64_t j = 0; j < e->A->n; j++)
        {
            cuddreal part[2];
            cli_equation_element(e, i, j, part);
            sum += hypot(part[0].x, part[1].x);
        }
        norm = fmax(norm, sum);
    }
    *condition = code ? 0.0 : norm * norm_of(&inverse);
    ddblasHostMatrixFree(&inverse);
    return code;
}

/* The bound of component (i, j) for a backward error of 1. */
static double amplification(const struct work *w, int by_component, int64_t i, int64_t j)
{
    double sum = 0.0;
    for (int64_t k = 0; k < w->inverse.n; k++)
        sum += *(const double *)cli_element(&w->inverse, i, k) * (by_component ? w->sums[k + j * w->inverse.n] : w->scales[j]);
    return sum;
}

/* The exact solution with the bounds of the components. 2^-106 |x| is what rounding it to double
 * pairs may change. */
static int set_components(const struct work *w, int by_component, double unit, struct cli_judgement *j)
{
    int code = cli_matrix_init(&j->bound, DDBLAS_TYPE_D, j->ours.m, j->ours.n);
    for (int64_t column = 0; code == CLI_OK && column < j->ours.n; column++)
        for (int64_t i = 0; i < j->ours.m; i++)
        {
            cuddreal part[2];
            cli_fetch(j->ours.type, cli_element(&j->ours, i, column), part);
            *(double *)cli_element(&j->bound, i, column) =
                unit * amplification(w, by_component, i, column) + 0x1p-104 * hypot(part[0].x, part[1].x);
        }
    return code;
}

int cli_solution_judge(const struct cli_equation *e, const ddblasHostMatrix *B, const struct cli_mine *mine, int by_component,
                       double bound, struct cli_judgement *j)
{
    const ddblasHostMatrix *X = &mine->X[0];
    const int complex = cli_is_complex(e->A->type) || cli_is_complex(B->type);
    struct work w = {0};
    int code = allocate(&w, X);
    j->components = "x";
    code = code ? code : cli_truth_find(e, B, &w.truth, &j->why);
    if (code == CLI_OK)
    {
        const struct cli_backward errors = cli_backward_errors(e, X, B, w.sums, w.scales);
        cli_judgement_add(j, "largest |b - A x|_i / (|A| |x| + |b|)_i", "backward_error_by_component", errors.component,
                          by_component ? bound * mine->unit : -1.0);
        cli_judgement_add(j, "||b - A x|| / (||A|| ||x|| + ||b||)", "backward_error_by_norm", errors.norm,
                          by_component ? -1.0 : bound * mine->unit);
        j->condition = errors.size;
    }
    if (code == CLI_OK && w.truth)
    {
        code = cli_truth_solutions(w.truth, complex ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, &j->ours);
        (void)snprintf(j->source, sizeof j->source, "a solution by MPFR at %d bits", cli_truth_bits(w.truth));
        code = code ? code : cli_truth_inverse(w.truth, &w.inverse);
        j->condition *= norm_of(&w.inverse);
        j->condition_of = "||A|| ||A^-1||, sums of rows";
        code = code ? code : set_components(&w, by_component, bound * mine->unit, j);
        if (code == CLI_OK && !cli_matrix_is_finite(&j->ours))
            j->why = "the exact solution is beyond the range of double-double";
    }
    else
        j->condition = 0.0;
    release(&w);
    return code;
}
