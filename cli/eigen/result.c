/*
 * The judgement of a user's eigenvalues and eigenvectors of a symmetric or Hermitian matrix. The
 * eigenvalues are compared with Rayleigh quotients, by MPFR, of the vectors in double-double: these
 * are far more accurate than the eigenvalues in double-double where the latter are well separated,
 * and their residuals bound their errors.
 */
#include "../check/check.h"
#include "../exact_sum.h"
#include "eigen.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum
{
    TERMS = 1 << 24 /* products that take a few seconds */
};

/* *value = the Rayleigh quotient v^H A v / v^H v of column j of V; returns the norm of its residual
 * over that of v. */
static double quotient_of(const struct cli_eig *s, int64_t j, cuddreal *value)
{
    struct cli_sum y, product;
    mpfr_t squares, norm, sum, work;
    cuddreal a[2], v[2];
    mpfr_inits2(CLI_SUM_BITS, squares, norm, sum, work, (mpfr_ptr)0);
    mpfr_set_zero(squares, 1);
    mpfr_set_zero(norm, 1);
    mpfr_set_zero(sum, 1);
    cli_sum_start(&y);
    cli_sum_start(&product);
    for (int64_t i = 0; i < s->A.n; i++)
    {
        cli_sum_clear(&y);
        for (int64_t k = 0; k < s->A.n; k++)
        {
            cli_sum_fetch(&s->A, i, k, a);
            cli_sum_fetch(&s->V, k, j, v);
            cli_sum_add(&y, a, v, 0, 1);
        }
        cli_sum_add_square(squares, &y);
        cli_sum_fetch(&s->V, i, j, v);
        cli_sum_clear(&product);
        cli_sum_add(&product, v, cli_sum_one, 0, 1);
        cli_sum_add_square(norm, &product);
        mpfr_fma(sum, product.re, y.re, sum, MPFR_RNDN);
        mpfr_fma(sum, product.im, y.im, sum, MPFR_RNDN);
    }
    /* ||A v - w v||^2 / ||v||^2 = ||A v||^2 / ||v||^2 - w^2, with rounding errors below 2^-500 of
     * ||A v||^2. */
    mpfr_div(sum, sum, norm, MPFR_RNDN);
    mpfr_div(squares, squares, norm, MPFR_RNDN);
    mpfr_mul_2si(norm, squares, 12 - CLI_SUM_BITS, MPFR_RNDN);
    mpfr_sqr(work, sum, MPFR_RNDN);
    mpfr_sub(squares, squares, work, MPFR_RNDN);
    mpfr_abs(squares, squares, MPFR_RNDN);
    mpfr_add(squares, squares, norm, MPFR_RNDN);
    mpfr_sqrt(squares, squares, MPFR_RNDU);
    const double high = mpfr_get_d(sum, MPFR_RNDN), residual = mpfr_get_d(squares, MPFR_RNDU);
    mpfr_sub_d(sum, sum, high, MPFR_RNDN);
    *value = cuddFastTwoSum(high, mpfr_get_d(sum, MPFR_RNDN));
    cli_sum_finish(&y);
    cli_sum_finish(&product);
    mpfr_clears(squares, norm, sum, work, (mpfr_ptr)0);
    return residual;
}

static double value_at(const ddblasHostMatrix *w, int64_t k)
{
    cuddreal part[2];
    cli_fetch(w->type, cli_element(w, k, 0), part);
    return part[0].x;
}

/* The distance of the neighbours of value k, which ascend. */
static double distance_at(const ddblasHostMatrix *w, int64_t k)
{
    double distance = INFINITY;
    if (k > 0)
        distance = value_at(w, k) - value_at(w, k - 1);
    return k + 1 < w->m ? fmin(distance, value_at(w, k + 1) - value_at(w, k)) : distance;
}

/* ours = Rayleigh quotients, and their errors. */
static void set_quotients(const struct cli_eig *s, double norm, struct cli_judgement *j)
{
    const int64_t n = s->A.n;
    double largest = 0.0;
    for (int64_t k = 0; k < n; k++)
    {
        cuddreal value;
        j->uncertainty[k] = quotient_of(s, k, &value);
        largest = fmax(largest, j->uncertainty[k]);
        cli_store(DDBLAS_TYPE_W, cli_element(&j->ours, k, 0), value, cuddFromDouble(0.0));
        cli_progress("exact eigenvalues", k + 1, n);
    }
    for (int64_t k = 0; k < n; k++)
        j->uncertainty[k] =
            cli_rayleigh_error(j->uncertainty[k], distance_at(&j->ours, k), cli_rayleigh_spread(n, largest, norm));
    (void)snprintf(j->source, sizeof j->source, "Rayleigh quotients by MPFR of vectors in double-double");
}

/* ours = the eigenvalues in double-double; dd/eigen.h has the bound of their errors. */
static void set_values(const struct cli_eig *s, double norm, struct cli_judgement *j)
{
    cuddreal part[2];
    for (int64_t k = 0; k < s->A.n; k++)
    {
        cli_fetch(s->w.type, cli_element(&s->w, k, 0), part);
        cli_store(DDBLAS_TYPE_W, cli_element(&j->ours, k, 0), part[0], part[1]);
        j->uncertainty[k] = 4.0 * (double)s->A.n * 0x1p-104 * norm;
    }
    (void)snprintf(j->source, sizeof j->source, "eigenvalues in double-double");
}

static int set_eigenvalues(const struct cli_eig *s, const struct cli_mine *mine, struct cli_judgement *j)
{
    const int64_t n = s->A.n;
    const double norm = fmax(fabs(value_at(&s->w, 0)), fabs(value_at(&s->w, n - 1)));
    double least = norm;
    int code = cli_judgement_make(j, DDBLAS_TYPE_W, n, 1, 1);
    if (code)
        return code;
    if ((double)n * (double)n * (double)n <= TERMS)
        set_quotients(s, norm, j);
    else
        set_values(s, norm, j);
    for (int64_t k = 0; k < n; k++)
    {
        const double size = fabs(value_at(&j->ours, k));
        least = fmin(least, size <= j->uncertainty[k] ? 0.0 : size);
        *(double *)cli_element(&j->bound, k, 0) = cli_mine_backward_bound(mine, n, n) * norm + j->uncertainty[k];
    }
    j->components = "eigenvalues";
    j->condition = norm > 0.0 ? norm / least : 1.0;
    j->condition_of = "largest |w| over smallest";
    return cli_judgement_pair(j, &mine->X[0]);
}

static void judge_vectors(const struct cli_eig *s, const struct cli_mine *mine, struct cli_judgement *j)
{
    const struct cli_eig yours = {.A = s->A, .w = mine->X[0], .V = mine->X[1]};
    const struct cli_eig_accuracy a = cli_eig_compare(&yours);
    const double unit = (double)s->A.n * 0x1p-104, bound = cli_mine_backward_bound(mine, s->A.n, s->A.n);
    cli_judgement_add(j, "worst ||A v - w v|| / ||A||", "residual", a.residual * unit, bound);
    cli_judgement_add(j, a.columns < s->A.n ? "||V^H V - I||_F, estimated" : "||V^H V - I||_F", "orthogonality",
                      a.orthogonality * unit, bound);
}

static int judge_symmetric(struct cli_run *run, struct cli_eig *s, const struct cli_mine *mine, struct cli_judgement *j)
{
    int code = cli_eig_find(run->handle, 1, s);
    code = code ? code : set_eigenvalues(s, mine, j);
    if (code == CLI_OK && mine->o->files[1])
        judge_vectors(s, mine, j);
    return code;
}

int cli_eig_judge(struct cli_run *run, const struct cli_solve_options *o, const struct cli_mine_options *of, int general,
                  const char *svg, struct cli_eig *s)
{
    struct cli_mine mine = {0};
    struct cli_judgement j = {.routine = "eig", .title = o->gen ? o->gen : o->a_file};
    int code = cli_eig_load(o, general, s);
    code = code ? code : cli_mine_read(of, of->type, o->npy, &mine);
    code = code ? code : cli_mine_check_shape(&mine, 0, s->A.n, 1);
    code = code || !of->files[1] ? code : cli_mine_check_shape(&mine, 1, s->A.n, s->A.n);
    j.m = j.n = s->A.n;
    code = code ? code : (general ? cli_eig_judge_general : judge_symmetric)(run, s, &mine, &j);
    code = code ? code : cli_judge(&j, &mine, svg, run->json);
    cli_judgement_free(&j);
    cli_mine_free(&mine);
    return code;
}
