/*
 * The judgement of a user's QR factorisation and of a user's solution of least squares.
 */
#include "check/check.h"
#include "exact_sum.h"
#include "orthogonal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum
{
    TERMS = 1 << 24 /* products that take a few seconds */
};

static int64_t affordable(double terms_of_a_column, int64_t all)
{
    const double columns = TERMS / (terms_of_a_column > 1.0 ? terms_of_a_column : 1.0);
    return columns < 1.0 ? 1 : columns < (double)all ? (int64_t)columns : all;
}

static int64_t column_of(int64_t c, int64_t columns, int64_t all)
{
    return columns > 1 ? c * (all - 1) / (columns - 1) : all - 1;
}

/* ---- QR: shapes ------------------------------------------------------------------------------ */

/* R is n x n or, as from a full factorisation, m x n, with zeros below the diagonal; Q has as many
 * columns as R has rows. */
static int check_factors(const ddblasHostMatrix *A, struct cli_mine *mine)
{
    const ddblasHostMatrix *R = &mine->X[0];
    const int is_full = R->m == A->m && R->n == A->n;
    const int code = is_full ? CLI_OK : cli_mine_check_shape(mine, 0, A->n, A->n);
    for (int64_t j = 0; code == CLI_OK && j < R->n; j++)
        for (int64_t i = j + 1; i < R->m; i++)
            if (cli_modulus(R, i, j) != 0.0)
                return cli_error(CLI_BAD_INPUT,
                                 "%s: expected an upper triangular R with zeros below the diagonal, found %g at (%" PRId64
                                 ", %" PRId64 ")",
                                 mine->o->files[0], cli_modulus(R, i, j), i + 1, j + 1);
    return code || !mine->o->files[1] ? code : cli_mine_check_shape(mine, 1, A->m, R->m);
}

/* ---- QR: R ----------------------------------------------------------------------------------- */

/* Row i of ours times the phase of the diagonal element of yours: a row of R and the column of Q
 * may both be multiplied by any number of modulus 1. */
static void turn_row(const ddblasHostMatrix *yours, int64_t i, struct cli_judgement *j)
{
    const int is_complex = cli_is_complex(j->ours.type) || cli_is_complex(yours->type);
    cuddreal part[2];
    cli_fetch(yours->type, cli_element(yours, i, i), part);
    const double largest = fmax(fabs(part[0].x), fabs(part[1].x));
    int e = 0;
    if (!isfinite(largest) || largest == 0.0)
        return;
    (void)frexp(largest, &e);
    const cuddreal x = cuddLdexp(part[0], -e), y = cuddLdexp(part[1], -e);
    const cuddreal size = cuddSqrt(cuddAdd(cuddMul(x, x), cuddMul(y, y)));
    const cuddreal re = is_complex ? cuddDiv(x, size) : cuddFromDouble(x.x < 0.0 ? -1.0 : 1.0),
                   im = is_complex ? cuddDiv(y, size) : cuddFromDouble(0.0);
    for (int64_t k = i; k < j->ours.n; k++)
    {
        cli_fetch(j->ours.type, cli_element(&j->ours, i, k), part);
        cli_store(j->ours.type, cli_element(&j->ours, i, k), cuddSub(cuddMul(part[0], re), cuddMul(part[1], im)),
                  cuddAdd(cuddMul(part[0], im), cuddMul(part[1], re)));
        j->uncertainty[i + k * j->ours.m] = is_complex ? 0x1p-101 * cli_modulus(&j->ours, i, k) : 0.0;
    }
}

/* R errs by at most about sqrt(2) ||A^+|| ||A|| times the change of A that explains it
 * (G. W. Stewart, Perturbation bounds for the QR factorization of a matrix, SIAM J. Numer. Anal.
 * 14, 1977), in Frobenius norms. */
static int set_triangle(const ddblasHostMatrix *A, const struct cli_mine *mine, struct cli_judgement *j)
{
    const ddblasHostMatrix *R = &mine->X[0];
    const int is_complex = cli_is_complex(A->type) || cli_is_complex(R->type);
    const double norm = cli_norm(A);
    double inverse = 0.0;
    int code = cli_judgement_make(j, is_complex ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, R->m, A->n, 1);
    code = code ? code : cli_qr_exact(A, &j->ours, &inverse, &j->why);
    if (code || j->why)
        return code;
    j->upper = 1;
    j->components = "R, up to the signs of its rows";
    j->condition = norm * inverse;
    j->condition_of = "||A|| ||A^+||, Frobenius";
    (void)snprintf(j->source, sizeof j->source, "R by MPFR at 2048 bits");
    for (int64_t i = 0; i < A->n; i++)
        turn_row(R, i, j);
    for (int64_t k = 0; k < j->ours.m * j->ours.n; k++)
        ((double *)j->bound.data)[k] =
            sqrt(2.0) * j->condition * cli_mine_backward_bound(mine, A->m, A->n) * norm + j->uncertainty[k];
    return CLI_OK;
}

/* ---- QR: residuals --------------------------------------------------------------------------- */

/* sqrt(squares) / (a b), or 0 if the squares are 0. */
static double root_over(mpfr_ptr squares, double a, double b)
{
    const int nothing = mpfr_zero_p(squares);
    mpfr_sqrt(squares, squares, MPFR_RNDN);
    mpfr_div_d(squares, squares, a, MPFR_RNDN);
    mpfr_div_d(squares, squares, b, MPFR_RNDN);
    return nothing ? 0.0 : mpfr_get_d(squares, MPFR_RNDN);
}

/* ||(A^H A - R^H R)_j|| over ||A|| ||A_j||, where `norm` is ||A||. The exponents of MPFR have room
 * for squares. */
static double gram_defect(const ddblasHostMatrix *A, const ddblasHostMatrix *R, double norm, int64_t j)
{
    struct cli_sum s;
    mpfr_t total;
    mpfr_init2(total, CLI_SUM_BITS);
    mpfr_set_zero(total, 1);
    cli_sum_start(&s);
    for (int64_t i = 0; i < A->n; i++)
    {
        cli_sum_clear(&s);
        cli_sum_add_columns(&s, A, i, A, j, A->m, 1);
        cli_sum_add_columns(&s, R, i, R, j, (i < j ? i : j) + 1, -1);
        cli_sum_add_square(total, &s);
    }
    const double result = root_over(total, norm, cli_norm_of_column(A, j));
    cli_sum_finish(&s);
    mpfr_clear(total);
    return result;
}

/* Without Q: A^H A = R^H R for every R. */
static void judge_gram(const ddblasHostMatrix *A, const struct cli_mine *mine, struct cli_judgement *j)
{
    const int64_t columns = affordable(2.0 * (double)A->m * (double)A->n, A->n);
    const double norm = cli_norm(A);
    double worst = 0.0;
    for (int64_t c = 0; c < columns && A->n > 0; c++)
    {
        const int64_t k = column_of(c, columns, A->n);
        worst = cli_larger(worst, gram_defect(A, &mine->X[0], norm, k));
        cli_progress("comparing", c + 1, columns);
    }
    cli_judgement_add(j, "worst ||(A^H A - R^H R)_j|| / (||A|| ||A_j||)", "gram", worst,
                      2.0 * cli_mine_backward_bound(mine, A->m, A->n));
}

static void judge_factors(const ddblasHostMatrix *A, const struct cli_mine *mine, struct cli_judgement *j)
{
    const ddblasHostMatrix *Q = &mine->X[1];
    const struct cli_qr_accuracy a = cli_qr_compare(A, Q, &mine->X[0]);
    const double bound = cli_mine_backward_bound(mine, A->m, A->n);
    const int64_t columns = affordable((double)Q->m * (double)Q->n, Q->n);
    mpfr_t squares;
    mpfr_init2(squares, CLI_SUM_BITS);
    mpfr_set_zero(squares, 1);
    for (int64_t c = 0; c < columns && Q->n > 0; c++)
        cli_add_orthogonality(squares, Q, column_of(c, columns, Q->n));
    cli_judgement_add(j, "worst ||(A - Q R)_j|| / ||A_j||", "residual", a.residual, bound);
    cli_judgement_add(j, columns < Q->n ? "||Q^H Q - I||_F, estimated" : "||Q^H Q - I||_F", "orthogonality",
                      cli_norm_of_all(squares, columns, Q->n), bound);
    mpfr_clear(squares);
}

int cli_qr_judge(const ddblasHostMatrix *A, struct cli_mine *mine, struct cli_judgement *j)
{
    int code = check_factors(A, mine);
    j->m = A->m;
    j->n = A->n;
    code = code || A->n == 0 ? code : set_triangle(A, mine, j);
    if (code == CLI_OK && mine->o->files[1])
        judge_factors(A, mine, j);
    else if (code == CLI_OK)
        judge_gram(A, mine, j);
    return code;
}

/* ---- least squares --------------------------------------------------------------------------- */

static cuddreal to_pair(mpfr_ptr r)
{
    const double high = mpfr_get_d(r, MPFR_RNDN);
    mpfr_sub_d(r, r, high, MPFR_RNDN);
    return cuddFastTwoSum(high, mpfr_get_d(r, MPFR_RNDN));
}

/* r = b - A x of column j, each component rounded to double-double. */
static void set_residual(const ddblasHostMatrix *A, const ddblasHostMatrix *B, const ddblasHostMatrix *X, int64_t j,
                         ddblasHostMatrix *r)
{
    struct cli_sum s;
    cuddreal b[2];
    cli_sum_start(&s);
    for (int64_t i = 0; i < A->m; i++)
    {
        cli_sum_clear(&s);
        cli_sum_fetch(B, i, j, b);
        cli_sum_add(&s, b, cli_sum_one, 0, 1);
        cli_sum_add_row(&s, A, i, X, j, A->n, -1);
        cli_store(r->type, cli_element(r, i, 0), to_pair(s.re), to_pair(s.im));
    }
    cli_sum_finish(&s);
}

/* ||A^H r|| over ||A|| (||r|| + ||A|| ||x||), where `norm` is ||A||. */
static double gradient_of(const ddblasHostMatrix *A, const ddblasHostMatrix *r, double norm, double size)
{
    struct cli_sum s;
    mpfr_t total;
    mpfr_init2(total, CLI_SUM_BITS);
    mpfr_set_zero(total, 1);
    cli_sum_start(&s);
    for (int64_t i = 0; i < A->n; i++)
    {
        cli_sum_clear(&s);
        cli_sum_add_columns(&s, A, i, r, 0, A->m, 1);
        cli_sum_add_square(total, &s);
    }
    const double result = root_over(total, norm, cli_norm_of_column(r, 0) + norm * size);
    cli_sum_finish(&s);
    mpfr_clear(total);
    return result;
}

/* (A + E)^H (b - (A + E) x) = 0 makes ||A^H r|| at most ||E|| (||r|| + ||A|| ||x||), but for terms
 * of the second order. */
static int judge_gradient(const ddblasHostMatrix *A, const ddblasHostMatrix *B, const struct cli_mine *mine, double norm,
                          struct cli_judgement *j)
{
    const ddblasHostMatrix *X = &mine->X[0];
    ddblasHostMatrix r = {0};
    double worst = 0.0, largest = 0.0;
    const int code = cli_matrix_init(&r, DDBLAS_TYPE_U, A->m, 1);
    for (int64_t k = 0; code == CLI_OK && k < X->n; k++)
    {
        set_residual(A, B, X, k, &r);
        const double size = cli_norm_of_column(&r, 0);
        largest = cli_larger(largest, size);
        worst = cli_larger(worst, gradient_of(A, &r, norm, cli_norm_of_column(X, k)));
    }
    if (!cli_matrix_is_finite(X))
        worst = largest = INFINITY;
    cli_judgement_add(j, "||A^H r|| / (||A|| (||r|| + ||A|| ||x||))", "gradient", worst,
                      2.0 * cli_mine_backward_bound(mine, A->m, A->n));
    cli_judgement_add(j, "||r||, r = b - A x, largest", "residual", largest, -1.0);
    ddblasHostMatrixFree(&r);
    return code;
}

/* The condition of a column's solution, k (1 + k ||r|| / (||A|| ||x||)), bounds its errors. */
static void set_bounds(const struct cli_lstsq_truth *truth, const struct cli_mine *mine, struct cli_judgement *j)
{
    const double k = truth->norm * truth->inverse_norm;
    for (int64_t c = 0; c < j->ours.n; c++)
    {
        const double rho = *(const double *)cli_element(&truth->residual, c, 0), size = cli_norm_of_column(&j->ours, c);
        const double absolute = k * (size + truth->inverse_norm * rho), relative = size > 0.0 ? absolute / size : k;
        j->condition = fmax(j->condition, relative);
        for (int64_t i = 0; i < j->ours.m; i++)
            *(double *)cli_element(&j->bound, i, c) =
                cli_mine_backward_bound(mine, truth->m, j->ours.m) * absolute + 0x1p-104 * cli_modulus(&j->ours, i, c);
    }
    j->condition_of = "k (1 + k ||r|| / (||A|| ||x||)), k = ||A|| ||A^+||";
}

int cli_lstsq_judge(const ddblasHostMatrix *A, const ddblasHostMatrix *B, struct cli_mine *mine, struct cli_judgement *j)
{
    struct cli_lstsq_truth truth = {0};
    int code = cli_mine_check_shape(mine, 0, A->n, B->n);
    code = code ? code : cli_lstsq_exact(A, B, &truth);
    code = code ? code : cli_matrix_init(&j->bound, DDBLAS_TYPE_D, A->n, B->n);
    if (code == CLI_OK)
    {
        j->m = A->m;
        j->n = A->n;
        j->components = "x";
        j->ours = truth.X;
        truth.X = (ddblasHostMatrix){.lda = 1};
        (void)snprintf(j->note, sizeof j->note, "%" PRId64 " right-hand side%s", B->n, B->n == 1 ? "" : "s");
        (void)snprintf(j->source, sizeof j->source, "a solution by MPFR at 2048 bits");
        if (!cli_matrix_is_finite(&j->ours))
            j->why = "the exact solution is beyond the range of double-double";
        set_bounds(&truth, mine, j);
        code = judge_gradient(A, B, mine, truth.norm, j);
    }
    ddblasHostMatrixFree(&truth.X);
    ddblasHostMatrixFree(&truth.residual);
    return code;
}
