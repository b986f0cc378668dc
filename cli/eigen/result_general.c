/*
 * The judgement of a user's eigenvalues and right eigenvectors of a matrix without symmetry. An
 * eigenvalue of a matrix that differs from A by E errs by at most ||E|| times its condition
 * ||x|| ||y|| / |y^H x|, but for terms of the second order, where x and y are its vectors. The y
 * are the rows of the inverse of our vectors, by MPFR.
 */
#include "../check/check.h"
#include "../exact_sum.h"
#include "../solve/judge.h"
#include "eigen.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- order ----------------------------------------------------------------------------------- */

/* Eigenvalue number `ours` of ours and number `yours` of yours. */
struct pair
{
    double distance;
    int64_t ours, yours;
};

/* Equal distances in the order of the numbers, so that equal eigenvalues keep theirs. */
static int compare_pairs(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->ours != y->ours ? (x->ours > y->ours) - (x->ours < y->ours) : (x->yours > y->yours) - (x->yours < y->yours);
}

static double distance_of(const ddblasHostMatrix *a, int64_t i, const ddblasHostMatrix *b, int64_t k)
{
    cuddreal x[2], y[2];
    cli_fetch(a->type, cli_element(a, i, 0), x);
    cli_fetch(b->type, cli_element(b, k, 0), y);
    const double distance = hypot(cuddSub(x[0], y[0]).x, cuddSub(x[1], y[1]).x);
    return isnan(distance) ? INFINITY : distance;
}

/* number[k] = that of our eigenvalue beside number k of yours: the nearest pairs first. Returns an
 * exit code. */
static int match(const ddblasHostMatrix *ours, const ddblasHostMatrix *yours, int64_t *number)
{
    const int64_t n = ours->m;
    struct pair *pairs = malloc((size_t)(n * n) * sizeof *pairs);
    int *taken = calloc((size_t)n, sizeof *taken);
    const int code = pairs && taken ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory");
    for (int64_t k = 0; pairs && taken && k < n; k++)
    {
        number[k] = -1;
        for (int64_t i = 0; i < n; i++)
            pairs[k * n + i] = (struct pair){distance_of(ours, i, yours, k), i, k};
    }
    if (pairs && taken)
        qsort(pairs, (size_t)(n * n), sizeof *pairs, compare_pairs);
    for (int64_t p = 0; pairs && taken && p < n * n; p++)
        if (!taken[pairs[p].ours] && number[pairs[p].yours] < 0)
        {
            taken[pairs[p].ours] = 1;
            number[pairs[p].yours] = pairs[p].ours;
        }
    free(pairs);
    free(taken);
    return code;
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* condition[j] = ||x|| ||y|| / |y^H x|. *why: null, or why they are not known. */
static int set_conditions(const struct cli_eig *s, double *condition, const char **why)
{
    const struct cli_equation e = {.A = &s->V};
    ddblasHostMatrix zero = {0}, inverse = {0};
    struct cli_truth *truth = NULL;
    int code = cli_matrix_init(&zero, DDBLAS_TYPE_U, s->A.n, 1);
    code = code ? code : cli_truth_find(&e, &zero, &truth, why);
    code = code || !truth ? code : cli_truth_inverse(truth, &inverse);
    for (int64_t j = 0; code == CLI_OK && truth && j < s->A.n; j++)
    {
        double row = 0.0;
        for (int64_t k = 0; k < s->A.n; k++)
            row = hypot(row, *(const double *)cli_element(&inverse, j, k));
        condition[j] = row * cli_norm_of_column(&s->V, j);
    }
    if (*why)
        *why = "the matrix is too large for conditions by MPFR, or its eigenvectors are dependent";
    for (int64_t j = 0; code == CLI_OK && truth && j < s->A.n; j++)
        if (!(4.0 * (double)s->A.n * 0x1p-104 * condition[j] < 1.0))
            *why = "the eigenvectors are dependent as far as double-double can tell";
    cli_truth_free(truth);
    ddblasHostMatrixFree(&zero);
    ddblasHostMatrixFree(&inverse);
    return code;
}

/* ---- the judgement --------------------------------------------------------------------------- */

/* ours, in the order of yours, with the errors of both. */
static void set_components(const struct cli_eig *s, const struct cli_mine *mine, const double *condition, const int64_t *number,
                           struct cli_judgement *j)
{
    const double norm = cli_norm(&s->A), unit = 4.0 * (double)s->A.n * 0x1p-104;
    int ordered = 1;
    for (int64_t k = 0; k < s->A.n; k++)
    {
        cuddreal part[2];
        cli_fetch(s->w.type, cli_element(&s->w, number[k], 0), part);
        cli_store(j->ours.type, cli_element(&j->ours, k, 0), part[0], part[1]);
        j->uncertainty[k] = unit * norm * condition[number[k]];
        *(double *)cli_element(&j->bound, k, 0) =
            cli_mine_backward_bound(mine, s->A.n, s->A.n) * norm * condition[number[k]] + j->uncertainty[k];
        const double size = hypot(part[0].x, part[1].x);
        j->condition = fmax(j->condition, size > j->uncertainty[k] ? norm * condition[number[k]] / size : INFINITY);
        ordered = ordered && number[k] == k;
    }
    j->components = "eigenvalues";
    j->condition_of = "largest ||A|| ||x|| ||y|| / (|w| |y^H x|)";
    (void)snprintf(j->source, sizeof j->source, "eigenvalues in double-double");
    if (!ordered)
        (void)snprintf(j->note, sizeof j->note, "yours are in another order than ours");
}

/* The largest | ||v||^2 - 1 |. */
static double norm_defect(const ddblasHostMatrix *V)
{
    struct cli_sum s;
    mpfr_t square;
    cuddreal v[2];
    double worst = 0.0;
    mpfr_init2(square, CLI_SUM_BITS);
    cli_sum_start(&s);
    for (int64_t j = 0; j < V->n; j++)
    {
        mpfr_set_si(square, -1, MPFR_RNDN);
        for (int64_t i = 0; i < V->m; i++)
        {
            cli_sum_clear(&s);
            cli_sum_fetch(V, i, j, v);
            cli_sum_add(&s, v, cli_sum_one, 0, 1);
            cli_sum_add_square(square, &s);
        }
        worst = cli_larger(worst, fabs(mpfr_get_d(square, MPFR_RNDN)));
    }
    cli_sum_finish(&s);
    mpfr_clear(square);
    return worst;
}

static void judge_vectors(const struct cli_eig *s, const struct cli_mine *mine, struct cli_judgement *j)
{
    const struct cli_eig yours = {.A = s->A, .w = mine->X[0], .V = mine->X[1]};
    const struct cli_eig_accuracy a = cli_eig_compare(&yours);
    const double bound = cli_mine_backward_bound(mine, s->A.n, s->A.n);
    cli_judgement_add(j, "worst ||A v - w v|| / ||A||", "residual", a.residual * (double)s->A.n * 0x1p-104, bound);
    cli_judgement_add(j, "largest | ||v||^2 - 1 |", "norm", norm_defect(&mine->X[1]), bound);
}

int cli_eig_judge_general(struct cli_run *run, struct cli_eig *s, const struct cli_mine *mine, struct cli_judgement *j)
{
    const int64_t n = s->A.n;
    double *condition = calloc((size_t)n, sizeof *condition);
    int64_t *number = calloc((size_t)n, sizeof *number);
    ddblasHandle_t handle = NULL;
    int code = condition && number ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory");
    code = code ? code : cli_open_engine(&handle, DDBLAS_ENGINE_CPU, (int)run->threads);
    code = code ? code : cli_eig_find_general(handle, 1, s);
    code = code ? code : cli_judgement_make(j, DDBLAS_TYPE_U, n, 1, 1);
    code = code ? code : set_conditions(s, condition, &j->why);
    code = code ? code : match(&s->w, &mine->X[0], number);
    if (code == CLI_OK && !j->why)
        set_components(s, mine, condition, number, j);
    if (code == CLI_OK && mine->o->files[1])
        judge_vectors(s, mine, j);
    free(condition);
    free(number);
    (void)ddblasDestroy(handle);
    return code;
}
