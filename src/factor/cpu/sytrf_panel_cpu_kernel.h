/*
 * Symmetric indefinite factorisation on the CPU, for the type whose operations sytrf_panel_cpu.c
 * defines before it includes this file. In the view of sytrf.h, for the columns k of a panel:
 *
 *   w = column k of A, less the products of the panel's columns before it (one call of gemv)
 *   the pivot is chosen (sytrf_pivot.h); a row that it needs is computed in the same way
 *   rows and columns are exchanged: in A from column k on, in L and W of the panel
 *   L = W D^-1, and the columns of L go to A
 *
 * A pivot of order 2, [d c*; c e], with p = e / c, q = d / c*, t = 1 / (p q - 1), where c* is c or
 * its conjugate:  l1 = (t / c*) (p w1 - w2),  l2 = (t / c) (q w2 - w1).
 */

/* A panel with its arrays: element (i, j) of the view. */
struct NAME(view)
{
    const struct ddblas_sytrf_panel *p;
    HOST *A, *L, *W, *candidates;
};

static int64_t NAME(row_of)(const struct ddblas_sytrf_panel *p, int64_t i) { return p->upper ? p->n - 1 - i : i; }

static HOST *NAME(a_at)(const struct NAME(view) * v, int64_t i, int64_t j)
{
    return v->A + NAME(row_of)(v->p, i) + NAME(row_of)(v->p, j) * v->p->lda;
}

/* Element of L or W in column j of the matrix. */
static HOST *NAME(panel_at)(const struct NAME(view) * v, HOST *base, int64_t i, int64_t j)
{
    return base + NAME(row_of)(v->p, i) + (j - v->p->first) * v->p->n;
}

/* Stores the result of a function by way of a variable (simd/host_memory.h). */
static void NAME(store)(HOST *to, T value) { *to = value; }

static T NAME(adjoint)(int hermitian, T a) { return hermitian ? CONJUGATE(a) : a; }

/* Element (i, j) of the matrix that is not yet factored, from the triangle. */
static T NAME(symmetric_at)(const struct NAME(view) * v, int64_t i, int64_t j)
{
    if (i == j)
        return v->p->hermitian ? REAL_OF(*NAME(a_at)(v, i, i)) : *NAME(a_at)(v, i, i);
    return i > j ? *NAME(a_at)(v, i, j) : NAME(adjoint)(v->p->hermitian, *NAME(a_at)(v, j, i));
}

/* Computes column j of the matrix in the rows from k on, to column[0], column[1], ... in the order
 * of the caller's rows: the array begins with the caller's first of these rows. */
static void NAME(update_column)(ddblasHandle_t handle, const struct NAME(view) * v, int64_t k, int64_t j, HOST *column)
{
    const struct ddblas_sytrf_panel *p = v->p;
    const int64_t rows = p->n - k, begin = p->upper ? 0 : k, terms = k - p->first;
    HOST *diagonal = column + NAME(row_of)(p, j) - begin;
    const T one = FROM_DOUBLE(1.0), minus = FROM_DOUBLE(-1.0);
    T factors[DDBLAS_SYTRF_WIDTH];
    for (int64_t i = k; i < p->n; i++)
        NAME(store)(column + NAME(row_of)(p, i) - begin, NAME(symmetric_at)(v, i, j));
    for (int64_t t = 0; t < terms; t++)
        factors[t] = NAME(adjoint)(p->hermitian, *NAME(panel_at)(v, v->W, j, p->first + t));
    const struct ddblas_gemv_problem product = {.type = TYPE,
                                                .type_of_a = TYPE,
                                                .trans = DDBLAS_OP_N,
                                                .m = rows,
                                                .n = terms,
                                                .alpha = &minus,
                                                .A = v->L + begin,
                                                .lda = p->n,
                                                .x = factors,
                                                .incx = 1,
                                                .beta = &one,
                                                .y = column,
                                                .incy = 1};
    if (terms > 0)
        (void)ddblas_gemv_cpu(handle, &product); /* With fewer threads if memory is short. */
    if (p->hermitian)
        NAME(store)(diagonal, REAL_OF(*diagonal));
}

/* Returns the largest magnitude of a column in the rows from `from` on but row `except`, and its
 * row in the view. Of equal ones it takes the first row of the caller's matrix. */
static struct ddblas_pivot NAME(largest)(const struct NAME(view) * v, const HOST *column, int64_t k, int64_t from, int64_t except)
{
    const struct ddblas_sytrf_panel *p = v->p;
    const int64_t begin = p->upper ? 0 : k;
    struct ddblas_pivot best = {cuddFromDouble(0.0), -1};
    for (int64_t q = 0; q < p->n - from; q++)
    {
        const int64_t i = p->upper ? p->n - 1 - q : from + q;
        const cuddreal magnitude = MAGNITUDE(column[NAME(row_of)(p, i) - begin]);
        if (i != except && (best.row < 0 || ddblas_pivot_larger(magnitude, best.magnitude)))
            best = (struct ddblas_pivot){magnitude, i};
    }
    return best;
}

static void NAME(exchange_elements)(HOST *a, HOST *b)
{
    const T kept = *a;
    *a = *b;
    *b = kept;
}

/* Moves row and column `from` of the matrix that is not yet factored to row and column `to`, and
 * exchanges these rows of L and W. Column `from` of A is free then. columns_of_w: those of W that
 * are not candidates. */
static void NAME(exchange_rows)(const struct NAME(view) * v, int64_t from, int64_t to, int64_t columns_of_l, int64_t columns_of_w)
{
    const struct ddblas_sytrf_panel *p = v->p;
    *NAME(a_at)(v, to, to) = *NAME(a_at)(v, from, from);
    for (int64_t i = from + 1; i < to; i++)
    {
        const T element = NAME(adjoint)(p->hermitian, *NAME(a_at)(v, i, from));
        *NAME(a_at)(v, to, i) = element;
    }
    for (int64_t i = to + 1; i < p->n; i++)
        *NAME(a_at)(v, i, to) = *NAME(a_at)(v, i, from);
    for (int64_t j = p->first; j < p->first + columns_of_l; j++)
        NAME(exchange_elements)(NAME(panel_at)(v, v->L, from, j), NAME(panel_at)(v, v->L, to, j));
    for (int64_t j = p->first; j < p->first + columns_of_w; j++)
        NAME(exchange_elements)(NAME(panel_at)(v, v->W, from, j), NAME(panel_at)(v, v->W, to, j));
}

/* Computes column k of L from column k of W. */
static void NAME(divide_by_one)(const struct NAME(view) * v, int64_t k, int is_zero)
{
    const T d = *NAME(panel_at)(v, v->W, k, k);
    *NAME(a_at)(v, k, k) = d;
    for (int64_t i = k + 1; i < v->p->n; i++)
    {
        const T w = *NAME(panel_at)(v, v->W, i, k);
        const T l = is_zero ? w : DIVIDE(w, d);
        *NAME(panel_at)(v, v->L, i, k) = l;
        *NAME(a_at)(v, i, k) = l;
    }
}

/* Computes the columns k and k + 1 of L from those of W. */
static void NAME(divide_by_two)(const struct NAME(view) * v, int64_t k)
{
    const T d = *NAME(panel_at)(v, v->W, k, k), c = *NAME(panel_at)(v, v->W, k + 1, k);
    const T e = *NAME(panel_at)(v, v->W, k + 1, k + 1), star = NAME(adjoint)(v->p->hermitian, c);
    const T p = DIVIDE(e, c), q = DIVIDE(d, star);
    const T t = DIVIDE(FROM_DOUBLE(1.0), SUBTRACT(MULTIPLY(p, q), FROM_DOUBLE(1.0)));
    const T first = DIVIDE(t, star), second = DIVIDE(t, c);
    *NAME(a_at)(v, k, k) = d;
    *NAME(a_at)(v, k + 1, k) = c;
    *NAME(a_at)(v, k + 1, k + 1) = e;
    *NAME(panel_at)(v, v->L, k + 1, k + 1) = e;
    NAME(store)(NAME(panel_at)(v, v->L, k + 1, k), FROM_DOUBLE(0.0));
    for (int64_t i = k + 2; i < v->p->n; i++)
    {
        const T w1 = *NAME(panel_at)(v, v->W, i, k), w2 = *NAME(panel_at)(v, v->W, i, k + 1);
        const T l1 = MULTIPLY(first, SUBTRACT(MULTIPLY(p, w1), w2)), l2 = MULTIPLY(second, SUBTRACT(MULTIPLY(q, w2), w1));
        *NAME(panel_at)(v, v->L, i, k) = l1;
        *NAME(panel_at)(v, v->L, i, k + 1) = l2;
        *NAME(a_at)(v, i, k) = l1;
        *NAME(a_at)(v, i, k + 1) = l2;
    }
}

/* Chooses the pivot of column k, whose updated column is in W, and leaves the updated column `row`
 * in column 0 of the candidates if that row was looked at. */
static enum ddblas_sytrf_choice NAME(choose_pivot)(ddblasHandle_t handle, const struct NAME(view) * v, int64_t k, int64_t *row)
{
    const struct ddblas_sytrf_panel *p = v->p;
    const int64_t begin = p->upper ? 0 : k;
    const HOST *column = NAME(panel_at)(v, v->W, 0, k) - NAME(row_of)(p, 0) + begin;
    const cuddreal d = MAGNITUDE(*NAME(panel_at)(v, v->W, k, k));
    const struct ddblas_pivot in_column = NAME(largest)(v, column, k, k + 1, -1);
    enum ddblas_sytrf_choice choice = ddblas_sytrf_by_column(d, in_column.magnitude);
    if (choice != DDBLAS_SYTRF_LOOK)
        return choice;
    *row = in_column.row;
    NAME(update_column)(handle, v, k, *row, v->candidates);
    const struct ddblas_pivot in_row = NAME(largest)(v, v->candidates, k, k, *row);
    return ddblas_sytrf_by_row(d, in_column.magnitude, in_row.magnitude, MAGNITUDE(v->candidates[NAME(row_of)(p, *row) - begin]));
}

/* Factors with the pivot of column k, of order 1 or 2. Returns the next column. */
static int64_t NAME(eliminate)(ddblasHandle_t handle, const struct NAME(view) * v, int64_t k)
{
    const struct ddblas_sytrf_panel *p = v->p;
    const int64_t begin = p->upper ? 0 : k;
    int64_t row = k;
    NAME(update_column)(handle, v, k, k, NAME(panel_at)(v, v->W, 0, k) - NAME(row_of)(p, 0) + begin);
    const enum ddblas_sytrf_choice choice = NAME(choose_pivot)(handle, v, k, &row);
    const int is_pair = choice == DDBLAS_SYTRF_PAIR, moves = is_pair || choice == DDBLAS_SYTRF_OTHER;
    const int64_t last = is_pair ? k + 1 : k;
    if (moves)
    {
        for (int64_t i = k; i < p->n; i++)
            *NAME(panel_at)(v, v->W, i, last) = v->candidates[NAME(row_of)(p, i) - begin];
        if (row != last)
            NAME(exchange_rows)(v, last, row, k - p->first, last + 1 - p->first);
    }
    const int64_t pivot = NAME(row_of)(p, moves ? row : k) + 1;
    p->ipiv[NAME(row_of)(p, k)] = p->ipiv[NAME(row_of)(p, last)] = is_pair ? -pivot : pivot;
    if (choice == DDBLAS_SYTRF_ZERO && *p->info == 0)
        *p->info = NAME(row_of)(p, k) + 1;
    if (is_pair)
        NAME(divide_by_two)(v, k);
    else
        NAME(divide_by_one)(v, k, choice == DDBLAS_SYTRF_ZERO);
    return last + 1;
}

/* Restores column `first` if the panel before has finished it, and sets it to 0 in L and W. */
static void NAME(restore_column)(const struct NAME(view) * v)
{
    const struct ddblas_sytrf_panel *p = v->p;
    for (int64_t i = p->first; i < p->n; i++)
    {
        *NAME(a_at)(v, i, p->first) = *NAME(panel_at)(v, v->L, i, p->first + DDBLAS_SYTRF_PANEL);
        NAME(store)(NAME(panel_at)(v, v->L, i, p->first), FROM_DOUBLE(0.0));
        NAME(store)(NAME(panel_at)(v, v->W, i, p->first), FROM_DOUBLE(0.0));
    }
}

static void NAME(factor_panel)(ddblasHandle_t handle, const struct ddblas_sytrf_panel *p)
{
    const struct NAME(view) v = {p, p->A, p->L, p->W, p->candidates};
    int64_t k = p->state[0];
    if (k > p->first)
        NAME(restore_column)(&v);
    while (k < p->last)
        k = NAME(eliminate)(handle, &v, k);
    for (int64_t i = p->last; i < p->n && k == p->last; i++)
    {
        NAME(store)(NAME(panel_at)(&v, v.L, i, p->last), FROM_DOUBLE(0.0));
        NAME(store)(NAME(panel_at)(&v, v.W, i, p->last), FROM_DOUBLE(0.0));
    }
    p->state[0] = k;
}

/* ---- systems --------------------------------------------------------------------------------- */

static int64_t NAME(row_of_system)(const struct ddblas_sytrf_system *s, int64_t i) { return s->upper ? s->n - 1 - i : i; }

/* Exchanges rows of column j of F as row q of the view says. */
static void NAME(exchange_in_column)(const struct ddblas_sytrf_system *s, int64_t j, int64_t q)
{
    const int64_t row = NAME(row_of_system)(s, q);
    HOST *column = (HOST *)s->F + NAME(row_of_system)(s, j) * s->n;
    NAME(exchange_elements)(column + row, column + s->order.row[row] - 1);
}

static void NAME(unfold)(const struct ddblas_sytrf_system *s)
{
    for (int64_t j = 0; j < s->n; j++)
    {
        const int64_t column = NAME(row_of_system)(s, j);
        const int begins_pair = s->order.kind[column] == 1;
        const int64_t step_end = least(s->n, (j / DDBLAS_SYTRF_EXCHANGE_COLUMNS + 1) * DDBLAS_SYTRF_EXCHANGE_COLUMNS);
        for (int64_t i = j; i < s->n; i++)
        {
            const int64_t row = NAME(row_of_system)(s, i);
            ((HOST *)s->F)[row + column * s->n] =
                begins_pair && i == j + 1 ? FROM_DOUBLE(0.0) : ((const HOST *)s->A)[row + column * s->lda];
        }
        for (int64_t q = j + 1 + begins_pair; q < step_end; q++)
            NAME(exchange_in_column)(s, j, q);
        if (begins_pair && j + 1 == step_end)
            NAME(exchange_in_column)(s, j, j + 1);
    }
}

/* Divides the components k and k + 1 of a right-hand side by a block of order 2. */
static void NAME(divide_pair)(const struct ddblas_sytrf_system *s, int64_t k, HOST *b)
{
    const int64_t i = NAME(row_of_system)(s, k), j = NAME(row_of_system)(s, k + 1);
    const HOST *A = s->A;
    const T d = s->hermitian ? REAL_OF(A[i + i * s->lda]) : A[i + i * s->lda], c = A[j + i * s->lda];
    const T e = s->hermitian ? REAL_OF(A[j + j * s->lda]) : A[j + j * s->lda], star = NAME(adjoint)(s->hermitian, c);
    const T p = DIVIDE(e, star), q = DIVIDE(d, c);
    const T t = DIVIDE(FROM_DOUBLE(1.0), SUBTRACT(MULTIPLY(p, q), FROM_DOUBLE(1.0)));
    const T b1 = b[i], b2 = b[j];
    const T x1 = MULTIPLY(DIVIDE(t, c), SUBTRACT(MULTIPLY(p, b1), b2));
    const T x2 = MULTIPLY(DIVIDE(t, star), SUBTRACT(MULTIPLY(q, b2), b1));
    b[i] = x1;
    b[j] = x2;
}

static void NAME(divide)(const struct ddblas_sytrf_system *s)
{
    for (int64_t column = 0; column < s->nrhs; column++)
        for (int64_t k = 0; k < s->n; k++)
        {
            const int64_t i = NAME(row_of_system)(s, k);
            HOST *b = (HOST *)s->B + column * s->ldb;
            const T d = ((const HOST *)s->A)[i + i * s->lda];
            if (s->order.kind[i] == 0)
            {
                const T x = DIVIDE(b[i], s->hermitian ? REAL_OF(d) : d);
                b[i] = x;
            }
            else if (s->order.kind[i] == 1)
                NAME(divide_pair)(s, k, b);
        }
}

#undef NAME
#undef T
#undef HOST
#undef TYPE
#undef SUBTRACT
#undef MULTIPLY
#undef DIVIDE
#undef MAGNITUDE
#undef CONJUGATE
#undef REAL_OF
#undef FROM_DOUBLE
