/*
 * A panel of a QR factorisation on the CPU, column after column. x is column j below row j, times a
 * power of two that makes the largest component of x and a_jj about 1:
 *
 *   h_c = x^H a_c                          one product of gemv, for c >= j; h_j = |x|^2
 *   beta, tau, factor                      from a_jj and h_j (qr_reflector.h)
 *   v^H a_c = a_jc + conj(factor) h_c,  w_c = conj(tau) v^H a_c
 *   a_jc = a_jc - w_c,  a_ic = a_ic - v_i w_c,  v = factor x      for i, c > j, by ger
 *
 * gemv and ger fix the order of all sums by the shape alone, and everything else is computed
 * element by element: the bits do not depend on the threads.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr.h"
#include "factor/qr/qr_reflector.h"
#include "level2/gemv/gemv.h"
#include "level2/ger/ger.h"

enum
{
    MOST_COLUMNS = DDBLAS_QR_PANEL_CPU,
    THREAD_ROWS = 1 << 12, /* Elements to scale that are worth a thread, about 50 us. */
    ROWS = 1 << 10         /* Rows that a thread takes at a time. */
};

static void *at(const struct ddblas_qr_panel *p, int64_t i, int64_t j)
{
    return ddblas_type_is_complex(p->type) ? (void *)((ddblas_host_u *)p->A + i + j * p->lda)
                                           : (void *)((ddblas_host_w *)p->A + i + j * p->lda);
}

/* Elements as complex numbers, whatever the type is. */
static cuddcomplex load(const struct ddblas_qr_panel *p, const void *from)
{
    return ddblas_type_is_complex(p->type) ? *(const ddblas_host_u *)from : cuddcFromReal(*(const ddblas_host_w *)from);
}

static void store(const struct ddblas_qr_panel *p, void *to, cuddcomplex value)
{
    if (ddblas_type_is_complex(p->type))
        *(ddblas_host_u *)to = value;
    else
        *(ddblas_host_w *)to = value.x;
}

/* ---- the column ------------------------------------------------------------------------------ */

/* Returns the largest exponent of column j in the rows [first, last). */
static int exponent_of_rows(const struct ddblas_qr_panel *p, int64_t j, int64_t first, int64_t last)
{
    int e = QR_LEAST_EXPONENT;
    for (int64_t i = first; i < last; i++)
    {
        const int f = ddblas_type_is_complex(p->type) ? qr_exponent_u(*(const ddblas_host_u *)at(p, i, j))
                                                      : qr_exponent_w(*(const ddblas_host_w *)at(p, i, j));
        e = f > e ? f : e;
    }
    return e;
}

/* Multiplies column j in the rows [first, last) by a power of two. */
static void scale_rows(const struct ddblas_qr_panel *p, int64_t j, int64_t first, int64_t last, double power)
{
    for (int64_t i = first; i < last; i++)
        if (ddblas_type_is_complex(p->type))
        {
            const cuddcomplex element = qr_scale_u(*(ddblas_host_u *)at(p, i, j), power);
            *(ddblas_host_u *)at(p, i, j) = element;
        }
        else
            *(ddblas_host_w *)at(p, i, j) = qr_scale_w(*(ddblas_host_w *)at(p, i, j), power);
}

/* Multiplies column j in the rows [first, last) by the factor that makes it v. */
static void multiply_rows(const struct ddblas_qr_panel *p, int64_t j, int64_t first, int64_t last, cuddcomplex factor)
{
    for (int64_t i = first; i < last; i++)
        if (ddblas_type_is_complex(p->type))
        {
            const cuddcomplex element = cuddcMul(*(ddblas_host_u *)at(p, i, j), factor);
            *(ddblas_host_u *)at(p, i, j) = element;
        }
        else
            *(ddblas_host_w *)at(p, i, j) = cuddMul(*(ddblas_host_w *)at(p, i, j), factor.x);
}

static int threads_of_column(ddblasHandle_t handle, const struct ddblas_qr_panel *p)
{
    return ddblas_threads_useful(handle, DDBLAS_TYPE_W, 1.0 + (double)p->rows / THREAD_ROWS);
}

/* Scales column j from row j on, and returns the exponent: a power of two is exact, and the largest
 * component becomes about 1. */
static int scale_column(ddblasHandle_t handle, const struct ddblas_qr_panel *p, int64_t j)
{
    const int threads = threads_of_column(handle, p);
    int e = QR_LEAST_EXPONENT;
    if (threads == 1) /* Opening a parallel region takes longer than a small column. */
    {
        e = exponent_of_rows(p, j, j, p->rows);
        scale_rows(p, j, j, p->rows, qr_power(-e));
        return e;
    }
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : e)
    for (int64_t first = j; first < p->rows; first += ROWS)
    {
        const int f = exponent_of_rows(p, j, first, least(first + ROWS, p->rows));
        e = f > e ? f : e;
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t first = j; first < p->rows; first += ROWS)
        scale_rows(p, j, first, least(first + ROWS, p->rows), qr_power(-e));
    return e;
}

static void multiply_column(ddblasHandle_t handle, const struct ddblas_qr_panel *p, int64_t j, cuddcomplex factor)
{
    const int threads = threads_of_column(handle, p);
    if (threads == 1)
        multiply_rows(p, j, j + 1, p->rows, factor);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t first = j + 1; first < p->rows; first += ROWS)
            multiply_rows(p, j, first, least(first + ROWS, p->rows), factor);
    }
}

/* ---- the step -------------------------------------------------------------------------------- */

/* A reflector of either type. */
struct reflector
{
    cuddcomplex beta, tau, factor;
};

static struct reflector reflect(ddblasType_t type, cuddcomplex alpha, cuddreal square)
{
    if (ddblas_type_is_complex(type))
    {
        const struct qr_reflector_u r = qr_reflect_u(alpha, square);
        return (struct reflector){cuddcFromReal(r.beta), r.tau, r.factor};
    }
    const struct qr_reflector_w r = qr_reflect_w(alpha.x, square);
    return (struct reflector){cuddcFromReal(r.beta), cuddcFromReal(r.tau), cuddcFromReal(r.factor)};
}

/* Room for elements of either type. */
union numbers
{
    ddblas_host_w w[MOST_COLUMNS];
    ddblas_host_u u[MOST_COLUMNS];
};

static void *number_of(const struct ddblas_qr_panel *p, union numbers *n, int64_t i)
{
    return ddblas_type_is_complex(p->type) ? (void *)&n->u[i] : (void *)&n->w[i];
}

/* sums: conj(h_c) for the columns c from j on. */
static ddblasStatus_t multiply_columns(ddblasHandle_t handle, const struct ddblas_qr_panel *p, int64_t j, union numbers *sums)
{
    static const cuddcomplex zero = {{0.0, 0.0}, {0.0, 0.0}}, one = {{1.0, 0.0}, {0.0, 0.0}};
    const struct ddblas_gemv_problem product = {.type = p->type,
                                                .type_of_a = p->type,
                                                .trans = DDBLAS_OP_C,
                                                .m = p->rows - j - 1,
                                                .n = p->columns - j,
                                                .alpha = &one,
                                                .A = at(p, j + 1, j),
                                                .lda = p->lda,
                                                .x = at(p, j + 1, j),
                                                .incx = 1,
                                                .beta = &zero,
                                                .y = sums,
                                                .incy = 1};
    return ddblas_gemv_cpu(handle, &product);
}

/* Subtracts v w^T from the columns behind column j; w has their coefficients. */
static void update_columns(ddblasHandle_t handle, const struct ddblas_qr_panel *p, int64_t j, const union numbers *w)
{
    const cuddcomplex minus = cuddcFromDoubles(-1.0, 0.0);
    const int64_t rows = p->rows - j - 1, columns = p->columns - j - 1;
    const struct ddblas_ger_problem update = {.name = "geqrf",
                                              .type = p->type,
                                              .layout = {.storage = LAYOUT_FULL, .m = rows, .n = columns, .lda = p->lda},
                                              .m = rows,
                                              .n = columns,
                                              .alpha = &minus,
                                              .x = at(p, j + 1, j),
                                              .incx = 1,
                                              .y = w,
                                              .incy = 1,
                                              .A = at(p, j + 1, j + 1)};
    if (rows > 0 && columns > 0)
        (void)ddblas_ger_cpu(handle, &update); /* It allocates nothing and cannot fail. */
}

static ddblasStatus_t factor_column(ddblasHandle_t handle, const struct ddblas_qr_panel *p, int64_t j)
{
    const int e = scale_column(handle, p, j);
    const cuddcomplex alpha = load(p, at(p, j, j));
    union numbers sums = {.u = {{{0.0, 0.0}, {0.0, 0.0}}}}, w;
    if (j + 1 < p->rows)
        DDBLAS_CHECK(multiply_columns(handle, p, j, &sums));
    const struct reflector r = reflect(p->type, alpha, load(p, &sums).x);
    store(p, ddblas_type_is_complex(p->type) ? (void *)((ddblas_host_u *)p->tau + j) : (void *)((ddblas_host_w *)p->tau + j),
          r.tau);
    store(p, at(p, j, j), cuddcLdexp(r.beta, e));
    multiply_column(handle, p, j, r.factor);
    for (int64_t c = j + 1; c < p->columns; c++)
    {
        const cuddcomplex a = load(p, at(p, j, c)), sum = load(p, number_of(p, &sums, c - j));
        const cuddcomplex product = cuddcAdd(a, cuddcConj(cuddcMul(r.factor, sum)));
        const cuddcomplex coefficient = cuddcMul(cuddcConj(r.tau), product);
        store(p, at(p, j, c), cuddcSub(a, coefficient));
        store(p, number_of(p, &w, c - j - 1), coefficient);
    }
    update_columns(handle, p, j, &w);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_qr_panel_cpu(ddblasHandle_t handle, const struct ddblas_qr_panel *panel)
{
    for (int64_t j = 0; j < panel->columns; j++)
        DDBLAS_CHECK(factor_column(handle, panel, j));
    return DDBLAS_STATUS_SUCCESS;
}

size_t ddblas_qr_panel_cpu_workspace(ddblasHandle_t handle, const struct ddblas_qr_panel *panel)
{
    return panel->rows > 1 ? ddblas_gemv_cpu_workspace(handle, panel->type, DDBLAS_OP_C, panel->rows - 1, panel->columns) : 0;
}
