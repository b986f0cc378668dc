/*
 * Systems of linear equations from files and options.
 */
#include "solve.h"

#include <string.h>

const char *const cli_method_words[] = {"auto", "cholesky", "lu", NULL};

const char *cli_a_name(const struct cli_solve_options *o) { return o->gen ? "the matrix made" : o->a_file; }

int cli_check_finite(const ddblasHostMatrix *A, const char *name)
{
    if (cli_matrix_is_finite(A))
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected finite numbers, found Inf or NaN", name);
}

int cli_check_columns(ddblasHostMatrix *B, const char *name, int64_t n)
{
    if (B->m == 1 && B->n == n && B->lda == 1 && B->data)
    {
        B->m = B->lda = n;
        B->n = 1;
    }
    if (B->m != n)
        return cli_error(CLI_BAD_INPUT, "%s: expected %lld rows as A has, got %lld x %lld", name, (long long)n, (long long)B->m,
                         (long long)B->n);
    return cli_check_finite(B, name);
}

int cli_unify(ddblasHostMatrix *A, ddblasHostMatrix *B, ddblasType_t *type)
{
    *type = cli_is_complex(A->type) || cli_is_complex(B->type) ? DDBLAS_TYPE_U : DDBLAS_TYPE_W;
    const int code = cli_matrix_turn(A, *type);
    A->type = A->data ? A->type : *type; /* one without elements is not turned */
    B->type = B->data ? B->type : *type;
    return code ? code : cli_matrix_turn(B, *type);
}

/* ---- A --------------------------------------------------------------------------------------- */

/* The triangle that is not named becomes the mirror image of the other one, conjugated, and the
 * diagonal real. */
static void mirror(ddblasHostMatrix *A, ddblasFillMode_t uplo)
{
    cuddreal part[2];
    for (int64_t j = 0; j < A->n; j++)
        for (int64_t i = j; i < A->m; i++)
        {
            const int64_t row = uplo == DDBLAS_FILL_MODE_LOWER ? i : j, column = uplo == DDBLAS_FILL_MODE_LOWER ? j : i;
            cli_fetch(A->type, cli_element(A, row, column), part);
            cli_store(A->type, cli_element(A, column, row), part[0], i == j ? cuddFromDouble(0.0) : cuddNeg(part[1]));
        }
}

static int allows_cholesky(const ddblasHostMatrix *A)
{
    cuddreal part[2];
    if (A->m != A->n)
        return 0;
    for (int64_t j = 0; j < A->n; j++)
    {
        cli_fetch(A->type, cli_element(A, j, j), part);
        if (!cuddGt(part[0], cuddFromDouble(0.0)))
            return 0;
        for (int64_t i = j; i < A->m; i++)
            if (!cli_mirrors(A, i, j, 1))
                return 0;
    }
    return 1;
}

int cli_check_square(const struct cli_solve_options *o, const ddblasHostMatrix *A)
{
    if (A->m == A->n)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected a square matrix, got %lld x %lld", cli_a_name(o), (long long)A->m,
                     (long long)A->n);
}

int cli_read_a(const struct cli_solve_options *o, ddblasHostMatrix *A)
{
    int64_t n = 0;
    if (!o->gen)
        return cli_read(o->a_file, -1, o->npy, A);
    const struct cli_kind *kind = cli_find_kind(o->gen);
    const int code = kind ? cli_integer("N", o->a_file, 1, 100000, &n) : CLI_BAD_INPUT;
    return code ? code : cli_make(kind, n, &o->kind, A);
}

int cli_system_load_a(const struct cli_solve_options *o, struct cli_system *s)
{
    int code = cli_read_a(o, &s->A);
    if (code == CLI_OK && o->uplo >= 0)
        code = cli_check_square(o, &s->A);
    if (code)
        return code;
    s->type = cli_is_complex(s->A.type) ? DDBLAS_TYPE_U : DDBLAS_TYPE_W;
    if (o->uplo >= 0 && s->A.data)
        mirror(&s->A, (ddblasFillMode_t)o->uplo);
    code = cli_check_finite(&s->A, cli_a_name(o));
    s->cholesky = code == CLI_OK && allows_cholesky(&s->A);
    return code ? code : cli_check_method(o, s);
}

/* ---- B --------------------------------------------------------------------------------------- */

static int make_b(const struct cli_solve_options *o, int64_t n, ddblasHostMatrix *B)
{
    const char *name = o->b_kind ? o->b_kind : "random-x";
    struct cli_kind_options own = o->kind;
    const struct cli_kind *kind = cli_find_kind(name);
    own.seed++;
    if (n == 0)
        return kind ? cli_matrix_init(B, DDBLAS_TYPE_W, 0, 1) : CLI_BAD_INPUT;
    int code = kind ? cli_make(kind, n, &own, B) : CLI_BAD_INPUT;
    if (code == CLI_OK && B->m != n)
        code = cli_error(CLI_BAD_INPUT, "--b: '%s' has %lld rows, expected %lld as A has", name, (long long)B->m, (long long)n);
    return code;
}

int cli_read_b(const struct cli_solve_options *o, int64_t n, ddblasHostMatrix *B)
{
    if (!o->b_file)
        return make_b(o, n, B);
    int code = cli_check_kind_unnamed(o->b_kind, o->b_file);
    code = code ? code : cli_read(o->b_file, -1, o->npy, B);
    return code ? code : cli_check_columns(B, o->b_file, n);
}

int cli_system_load(const struct cli_solve_options *o, struct cli_system *s)
{
    int code = cli_system_load_a(o, s);
    code = code ? code : cli_check_square(o, &s->A);
    code = code ? code : cli_read_b(o, s->A.n, &s->B);
    code = code ? code : cli_check_kind_options();
    return code ? code : cli_unify(&s->A, &s->B, &s->type);
}

int cli_system_set_identity(const struct cli_solve_options *o, struct cli_system *s)
{
    int code = cli_check_square(o, &s->A);
    code = code ? code : cli_matrix_init(&s->B, s->type, s->A.n, s->A.n);
    s->inverse = 1;
    for (int64_t j = 0; code == CLI_OK && j < s->A.n; j++)
        cli_store(s->type, cli_element(&s->B, j, j), cuddFromDouble(1.0), cuddFromDouble(0.0));
    return code;
}

void cli_system_free(struct cli_system *s)
{
    ddblasHostMatrixFree(&s->A);
    ddblasHostMatrixFree(&s->B);
}
