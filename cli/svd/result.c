/*
 * The judgement of a user's singular values and vectors, rank, basis of the null space and
 * pseudo-inverse.
 */
#include "../check/check.h"
#include "../orthogonal.h"
#include "svd.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    TERMS = 1 << 24,        /* products of 512 bits that take a few seconds */
    INVERSE_TERMS = 1 << 22 /* and of 2048 bits */
};

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most_of(int64_t a, int64_t b) { return a > b ? a : b; }

static double unit_of(const struct cli_svd *s) { return (double)most_of(s->A.m, s->A.n) * 0x1p-104; }

/* In cli_null_compare and its relatives, "mine" is the Z of a copy. */
static struct cli_svd with(const struct cli_svd *s, ddblasHostMatrix Z) { return (struct cli_svd){.A = s->A, .Z = Z}; }

/* ---- singular values and vectors ------------------------------------------------------------- */

static double value_at(const ddblasHostMatrix *s, int64_t k) { return cli_svd_value(s, k).x; }

/* The distance of other eigenvalues of (0 A; A^H 0) from value k of the descending ones. */
static double distance_at(const struct cli_svd *s, const ddblasHostMatrix *values, int64_t k)
{
    const double value = value_at(values, k), least = value_at(values, values->m - 1);
    double distance = fmin(value + least, s->A.m != s->A.n ? value : INFINITY);
    if (k > 0)
        distance = fmin(distance, value_at(values, k - 1) - value);
    return k + 1 < values->m ? fmin(distance, value - value_at(values, k + 1)) : distance;
}

/* ours = Rayleigh quotients by MPFR, or where these take too long s, and their errors. */
static void set_quotients(const struct cli_svd *s, struct cli_judgement *j)
{
    const int64_t k = s->s.m;
    const int exact = 2.0 * (double)s->A.m * (double)s->A.n * (double)k <= TERMS;
    double largest = 0.0;
    for (int64_t i = 0; i < k; i++)
    {
        cuddreal value = cli_svd_value(&s->s, i);
        j->uncertainty[i] = exact ? cli_svd_quotient(s, i, &value) : 4.0 * unit_of(s) * value_at(&s->s, 0);
        largest = fmax(largest, j->uncertainty[i]);
        cli_store(DDBLAS_TYPE_W, cli_element(&j->ours, i, 0), value, cuddFromDouble(0.0));
        cli_progress("exact singular values", i + 1, k);
    }
    const double spread = cli_rayleigh_spread(s->A.m + s->A.n, largest, value_at(&s->s, 0));
    for (int64_t i = 0; exact && i < k; i++)
        j->uncertainty[i] = cli_rayleigh_error(j->uncertainty[i], distance_at(s, &j->ours, i), spread);
    (void)snprintf(j->source, sizeof j->source, "%s",
                   exact ? "Rayleigh quotients by MPFR of vectors in double-double" : "singular values in double-double");
}

static int set_values(const struct cli_svd *s, const struct cli_mine *mine, struct cli_judgement *j)
{
    const double first = value_at(&s->s, 0);
    double least = first;
    const int code = cli_judgement_make(j, DDBLAS_TYPE_W, s->s.m, 1, 1);
    if (code)
        return code;
    set_quotients(s, j);
    for (int64_t i = 0; i < s->s.m; i++)
    {
        const double size = value_at(&j->ours, i);
        least = fmin(least, size <= j->uncertainty[i] ? 0.0 : size);
        *(double *)cli_element(&j->bound, i, 0) = cli_mine_backward_bound(mine, s->A.m, s->A.n) * first + j->uncertainty[i];
    }
    j->components = "singular values";
    j->condition = first > 0.0 ? first / least : 1.0;
    j->condition_of = "largest singular value over smallest";
    return cli_judgement_pair(j, &mine->X[0]);
}

/* U is m x k or m x m, and VT k x n or n x n. */
static int check_vectors(const struct cli_svd *s, struct cli_mine *mine)
{
    const int64_t m = s->A.m, n = s->A.n, k = least_of(m, n);
    if (!mine->o->files[1] != !mine->o->files[2])
        return cli_error(CLI_BAD_INPUT, "--u, --vt: expected both or none");
    if (!mine->o->files[1])
        return CLI_OK;
    const int code = mine->X[1].m == m && mine->X[1].n == m ? CLI_OK : cli_mine_check_shape(mine, 1, m, k);
    return code || (mine->X[2].m == n && mine->X[2].n == n) ? code : cli_mine_check_shape(mine, 2, k, n);
}

static void judge_vectors(const struct cli_svd *s, const struct cli_mine *mine, struct cli_judgement *j)
{
    const struct cli_svd yours = {.A = s->A, .s = mine->X[0], .U = mine->X[1], .VT = mine->X[2]};
    const struct cli_svd_accuracy a = cli_svd_compare(&yours);
    const double bound = cli_mine_backward_bound(mine, s->A.m, s->A.n);
    cli_judgement_add(j, "worst ||(A - U S V^H)_j|| / ||A||", "residual", a.residual * unit_of(s), bound);
    cli_judgement_add(j, "||U^H U - I||_F", "left", a.left * unit_of(s), bound);
    cli_judgement_add(j, "||V^H V - I||_F", "right", a.right * unit_of(s), bound);
}

int cli_svd_judge(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct cli_mine *mine,
                  struct cli_judgement *j)
{
    int code = cli_mine_check_shape(mine, 0, least_of(s->A.m, s->A.n), 1);
    code = code ? code : check_vectors(s, mine);
    code = code ? code : cli_svd_find(handle, CLI_SVD_THIN, o, s);
    code = code ? code : set_values(s, mine, j);
    if (code == CLI_OK && mine->o->files[1])
        judge_vectors(s, mine, j);
    return code;
}

/* ---- rank ------------------------------------------------------------------------------------ */

/* *rank = the number in the file. */
static int take_rank(const struct cli_svd *s, struct cli_mine *mine, int64_t *rank)
{
    const int64_t k = least_of(s->A.m, s->A.n);
    cuddreal part[2];
    const int code = cli_mine_check_shape(mine, 0, 1, 1);
    if (code)
        return code;
    cli_fetch(mine->X[0].type, cli_element(&mine->X[0], 0, 0), part);
    if (!(part[0].x >= 0.0 && part[0].x <= (double)k && part[0].x == floor(part[0].x) && part[0].y == 0.0 && part[1].x == 0.0))
        return cli_error(CLI_BAD_INPUT, "%s: expected a rank, an integer from 0 to %" PRId64 ", got %g", mine->o->files[0], k,
                         part[0].x);
    *rank = (int64_t)part[0].x;
    return CLI_OK;
}

/* The singular values on both sides of a rank. */
static void show_gap(const struct cli_svd *s, int64_t rank, const char *const labels[2], const char *const keys[2],
                     struct cli_judgement *j)
{
    if (rank > 0)
        cli_judgement_add(j, labels[0], keys[0], value_at(&s->s, rank - 1), -1.0);
    if (rank < s->s.m)
        cli_judgement_add(j, labels[1], keys[1], value_at(&s->s, rank), -1.0);
}

/* The tolerances with which the rank would be `rank`. */
static void note_tolerances(const struct cli_svd *s, double tolerance, int64_t rank, struct cli_judgement *j)
{
    const double first = value_at(&s->s, 0), last = rank > 0 ? value_at(&s->s, rank - 1) : 0.0,
                 next = rank < s->s.m ? value_at(&s->s, rank) : 0.0;
    const int length = snprintf(j->note, sizeof j->note, "tolerance %.3g", tolerance);
    if (last > next)
        (void)snprintf(j->note + length, sizeof j->note - (size_t)length,
                       "; rank %" PRId64 " is that of tolerances from %.3g to below %.3g", rank, next / first, last / first);
    else
        (void)snprintf(j->note + length, sizeof j->note - (size_t)length, "; rank %" PRId64 " is that of no tolerance", rank);
}

int cli_rank_judge(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct cli_mine *mine,
                   struct cli_judgement *j)
{
    static const char *const labels[][2] = {{"our last singular value that counts", "our first that does not"},
                                            {"last singular value that counts, yours", "first that does not, yours"}},
                             *const keys[][2] = {{"last_that_counts", "first_that_does_not"},
                                                 {"your_last_that_counts", "your_first_that_does_not"}};
    int64_t yours = 0, least = 0, most = 0;
    int code = take_rank(s, mine, &yours);
    code = code ? code : cli_svd_find(handle, CLI_SVD_THIN, o, s);
    if (code)
        return code;
    const struct cli_svd_accuracy a = cli_svd_compare(s);
    cli_rank_range(o, s, &a, &least, &most);
    const double tolerance = cli_svd_tolerance(o, s);
    const int64_t ours = cli_svd_count_above(s, tolerance * value_at(&s->s, 0));
    note_tolerances(s, tolerance, yours, j);
    j->has_digits = 1;
    j->components = "the rank";
    j->digits = yours >= least && yours <= most ? cli_digits_of_bits(0) : 0.0;
    cli_judgement_add(j, "distance from the ranks that errors allow", "distance",
                      (double)(yours < least  ? least - yours
                               : yours > most ? yours - most
                                              : 0),
                      0.0);
    cli_judgement_add(j, "our rank", "our_rank", (double)ours, -1.0);
    show_gap(s, ours, labels[0], keys[0], j);
    if (yours != ours)
        show_gap(s, yours, labels[1], keys[1], j);
    return CLI_OK;
}

/* ---- null space ------------------------------------------------------------------------------ */

int cli_svd_find_first(ddblasHandle_t handle, const struct cli_svd_options *o, const struct cli_svd *s, double *first)
{
    struct cli_svd values = {.A = s->A};
    const int code = cli_svd_find(handle, CLI_SVD_VALUES, o, &values);
    *first = code ? 0.0 : value_at(&values.s, 0);
    ddblasHostMatrixFree(&values.s);
    return code;
}

static int check_basis(const struct cli_svd_options *o, const struct cli_svd *s, struct cli_mine *mine)
{
    const int64_t columns = s->A.n - s->rank;
    ddblasHostMatrix *Z = &mine->X[0];
    if (columns == 1 && Z->m == 1 && Z->n == s->A.n)
        return cli_mine_check_shape(mine, 0, s->A.n, 1);
    if (columns > 0 && Z->m == s->A.n && Z->n == columns)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT,
                     "%s: expected a basis of %" PRId64 " x %" PRId64 ", as the rank is %" PRId64
                     " with the tolerance %.3g, got %" PRId64 " x %" PRId64 "; --tolerance changes it",
                     mine->o->files[0], s->A.n, columns, s->rank, cli_svd_tolerance(o, s), Z->m, Z->n);
}

/* Z of a vector of unit norm: the part of z outside the null space has a norm of at most
 * (||A z|| + s[rank]) / s[rank - 1]. */
static void set_angle(const struct cli_svd *s, const struct cli_mine *mine, double residual_bound, double norm, double first,
                      struct cli_judgement *j)
{
    const double last = value_at(&s->gap, 0), rest = value_at(&s->gap, 1), columns = sqrt((double)(s->A.n - s->rank));
    const double angle = s->rank > 0 ? cli_null_angle(&s->Z, &mine->X[0]) : 0.0;
    const double ours = s->rank > 0 ? 4.0 * unit_of(s) * (1.0 + norm / last) * columns : 0.0;
    const double amplified = s->rank > 0 ? columns * (residual_bound * norm + rest) / last + ours : 0.0;
    cli_judgement_add(j, "||Z - Y Y^H Z||_F, where Y is our basis", "angle", angle, amplified);
    j->condition = s->rank > 0 ? first / last : 1.0;
    j->condition_of = "largest singular value over the last that counts";
    j->has_digits = 1;
    j->components = "the space, which is the sine of its angle to ours";
    j->digits = fmin(cli_digits_of_bits(0), fmax(0.0, -log10(fmax(angle, ours))));
    if (isnan(j->digits) || isinf(angle))
        j->digits = 0.0;
}

int cli_null_judge(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct cli_mine *mine,
                   struct cli_judgement *j)
{
    double first = 0.0;
    int code = cli_svd_find(handle, CLI_SVD_NULL, o, s);
    code = code ? code : check_basis(o, s, mine);
    code = code ? code : cli_svd_find_first(handle, o, s, &first);
    if (code)
        return code;
    const struct cli_svd yours = with(s, mine->X[0]);
    const struct cli_svd_accuracy a = cli_null_compare(&yours);
    const double bound = cli_mine_backward_bound(mine, s->A.m, s->A.n), rest = value_at(&s->gap, 1);
    (void)snprintf(j->note, sizeof j->note, "rank %" PRId64, s->rank);
    cli_judgement_add(j, "worst ||A z|| / ||A||_F", "residual", a.residual * unit_of(s),
                      bound + (a.norm > 0.0 ? (1.0 + 0x1p-40) * rest / a.norm : 0.0));
    cli_judgement_add(j, "||Z^H Z - I||_F", "orthogonality", a.right * unit_of(s), bound);
    set_angle(s, mine, bound, a.norm, first, j);
    return CLI_OK;
}

/* ---- pseudo-inverse -------------------------------------------------------------------------- */

/* *to = A^H. */
static int set_adjoint(const ddblasHostMatrix *A, ddblasHostMatrix *to)
{
    cuddreal part[2];
    const int code = cli_matrix_init(to, A->type, A->n, A->m);
    for (int64_t i = 0; code == CLI_OK && i < A->m; i++)
        for (int64_t k = 0; k < A->n; k++)
        {
            cli_fetch(A->type, cli_element(A, i, k), part);
            cli_store(A->type, cli_element(to, k, i), part[0], cuddNeg(part[1]));
        }
    return code;
}

/* ours = the pseudo-inverse of an A of full rank, whose columns are solutions of least squares by
 * MPFR; for more columns than rows those of A^H. */
static int set_exact_inverse(const struct cli_svd *s, struct cli_judgement *j)
{
    struct cli_lstsq_truth truth = {0};
    ddblasHostMatrix A = {0}, I = {0};
    const int wide = s->A.m < s->A.n;
    const int64_t rows = most_of(s->A.m, s->A.n);
    int code = wide ? set_adjoint(&s->A, &A) : CLI_OK;
    code = code ? code : cli_matrix_init(&I, s->A.type, rows, rows);
    for (int64_t i = 0; code == CLI_OK && i < rows; i++)
        cli_store(I.type, cli_element(&I, i, i), cuddFromDouble(1.0), cuddFromDouble(0.0));
    code = code ? code : cli_lstsq_exact(wide ? &A : &s->A, &I, &truth);
    if (code == CLI_OK)
        ddblasHostMatrixFree(&j->ours);
    code = code || !wide ? code : set_adjoint(&truth.X, &j->ours);
    if (code == CLI_OK && !wide)
    {
        j->ours = truth.X;
        truth.X = (ddblasHostMatrix){.lda = 1};
    }
    (void)snprintf(j->source, sizeof j->source, "the pseudo-inverse by MPFR at 2048 bits");
    ddblasHostMatrixFree(&A);
    ddblasHostMatrixFree(&I);
    ddblasHostMatrixFree(&truth.X);
    ddblasHostMatrixFree(&truth.residual);
    return code;
}

/* ours = that in double-double, with the error that dd/svd.h states; where singular values were
 * dropped, the distance of these enlarges it. */
static int set_our_inverse(const struct cli_svd *s, double norm, double inverse, struct cli_judgement *j)
{
    const double last = value_at(&s->gap, 0), rest = value_at(&s->gap, 1);
    const double error = s->rank > 0 ? 8.0 * unit_of(s) * norm * inverse * inverse * last / (last - rest) : 0.0;
    const int code = cli_matrix_convert(&s->Z, s->A.type, &j->ours);
    for (int64_t i = 0; i < s->A.m * s->A.n; i++)
        j->uncertainty[i] = error;
    (void)snprintf(j->source, sizeof j->source, "the pseudo-inverse in double-double");
    return code;
}

static int set_inverse(const struct cli_svd *s, const struct cli_mine *mine, struct cli_judgement *j)
{
    const double norm = cli_norm(&s->A), inverse = cli_norm(&s->Z), rows = (double)most_of(s->A.m, s->A.n);
    const int exact = s->rank == least_of(s->A.m, s->A.n) && rows * rows * (double)least_of(s->A.m, s->A.n) <= INVERSE_TERMS;
    int code = cli_judgement_make(j, s->A.type, s->A.n, s->A.m, 1);
    if (code == CLI_OK && !exact)
        ddblasHostMatrixFree(&j->ours);
    code = code ? code : exact ? set_exact_inverse(s, j) : set_our_inverse(s, norm, inverse, j);
    for (int64_t k = 0; code == CLI_OK && k < s->A.m * s->A.n; k++)
        ((double *)j->bound.data)[k] =
            2.0 * cli_mine_backward_bound(mine, s->A.m, s->A.n) * norm * inverse * inverse + j->uncertainty[k];
    return code;
}

int cli_pinv_judge(ddblasHandle_t handle, const struct cli_svd_options *o, struct cli_svd *s, struct cli_mine *mine,
                   struct cli_judgement *j)
{
    double first = 0.0;
    int code = cli_mine_check_shape(mine, 0, s->A.n, s->A.m);
    code = code ? code : cli_svd_find(handle, CLI_SVD_PINV, o, s);
    code = code ? code : cli_svd_find_first(handle, o, s, &first);
    code = code ? code : set_inverse(s, mine, j);
    if (code)
        return code;
    const struct cli_svd yours = with(s, mine->X[0]);
    const struct cli_pinv_accuracy a = cli_pinv_compare(&yours);
    const double unit = unit_of(s), limit = 2.0 * cli_mine_backward_bound(mine, s->A.m, s->A.n) +
                                            (a.norm > 0.0 ? 3.0 * value_at(&s->gap, 1) / a.norm : 0.0);
    (void)snprintf(j->note, sizeof j->note, "rank %" PRId64, s->rank);
    j->components = "X";
    j->condition = s->rank > 0 ? first / value_at(&s->gap, 0) : 1.0;
    j->condition_of = "largest singular value over the last that counts";
    cli_judgement_add(j, "||A X A - A|| / (||A||^2 ||X||)", "first", a.first * unit, limit);
    cli_judgement_add(j, "||X A X - X|| / (||A|| ||X||^2)", "second", a.second * unit, limit);
    cli_judgement_add(j, "||A X - (A X)^H|| / (||A|| ||X||)", "third", a.third * unit, limit);
    cli_judgement_add(j, "||X A - (X A)^H|| / (||A|| ||X||)", "fourth", a.fourth * unit, limit);
    return CLI_OK;
}
