/*
 * The small operations of a QR factorisation on the CPU: copies, T of a panel, a zero on R's
 * diagonal.
 */
#include <string.h>

#include "core/sizes.h"
#include "factor/qr/qr.h"

enum
{
    THREAD_ELEMENTS = 1 << 16, /* Elements to copy that are worth a thread. */
    MOST_ORDER = DDBLAS_QR_PANEL_CPU
};

/* ---- copies ---------------------------------------------------------------------------------- */

/* Column j of the reflectors, or of the identity. */
static void copy_column(const struct ddblas_qr_copy *c, int64_t j)
{
    const size_t size = ddblas_type_size(c->type);
    const int64_t one = c->above + j, zeros = least(one, c->rows), s = (int64_t)size;
    char *out = (char *)c->out + j * c->ldo * s;
    memset(out, 0, (size_t)c->rows * size);
    if (zeros < c->rows)
        memcpy(out + zeros * s, ddblas_type_one(c->type), size);
    if (c->part == DDBLAS_QR_VECTORS && one + 1 < c->rows)
        memcpy(out + (one + 1) * s, (const char *)c->A + (j + 1 + j * c->lda) * s, (size_t)(c->rows - one - 1) * size);
}

/* Column j of the adjoint. */
static void adjoin_column(const struct ddblas_qr_copy *c, int64_t j)
{
    const ddblas_host_u *const u = c->A;
    const ddblasComplex *const c_of = c->A;
    const ddblasDoubleComplex *const z_of = c->A;
    for (int64_t i = 0; i < c->rows; i++)
    {
        const int64_t from = j + i * c->lda, to = i + j * c->ldo;
        switch (c->type)
        {
        case DDBLAS_TYPE_S:
            ((float *)c->out)[to] = ((const float *)c->A)[from];
            break;
        case DDBLAS_TYPE_D:
            ((double *)c->out)[to] = ((const double *)c->A)[from];
            break;
        case DDBLAS_TYPE_C:
            ((ddblasComplex *)c->out)[to] = (ddblasComplex){c_of[from].x, -c_of[from].y};
            break;
        case DDBLAS_TYPE_Z:
            ((ddblasDoubleComplex *)c->out)[to] = (ddblasDoubleComplex){z_of[from].x, -z_of[from].y};
            break;
        case DDBLAS_TYPE_U:
            ((ddblas_host_u *)c->out)[to] = cuddcConj(u[from]);
            break;
        default:
            ((ddblas_host_w *)c->out)[to] = ((const ddblas_host_w *)c->A)[from];
            break;
        }
    }
}

static void make_column(const struct ddblas_qr_copy *c, int64_t j)
{
    (c->part == DDBLAS_QR_ADJOINT ? adjoin_column : copy_column)(c, j);
}

void ddblas_qr_copy_cpu(ddblasHandle_t handle, const struct ddblas_qr_copy *copy)
{
    const double worth = 1.0 + (double)copy->rows * (double)copy->columns / THREAD_ELEMENTS;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth);
    if (threads == 1) /* Opening a parallel region takes longer than a small copy. */
        for (int64_t j = 0; j < copy->columns; j++)
            make_column(copy, j);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t j = 0; j < copy->columns; j++)
            make_column(copy, j);
    }
}

/* ---- T --------------------------------------------------------------------------------------- */

/* Element i of an array as a complex number. */
static cuddcomplex load(ddblasType_t type, const void *base, int64_t i)
{
    return ddblas_type_is_complex(type) ? ((const ddblas_host_u *)base)[i] : cuddcFromReal(((const ddblas_host_w *)base)[i]);
}

/* t_jj = tau_j, t_ij = -tau_j sum of t_il s_lj over l = i .. j - 1. Each row of T is computed
 * independently of the others. */
void ddblas_qr_triangle_cpu(const struct ddblas_qr_triangle *t)
{
    cuddcomplex row[MOST_ORDER];
    for (int64_t i = 0; i < t->order; i++)
        for (int64_t j = 0; j < t->order; j++)
        {
            cuddcomplex value = cuddcFromDoubles(0.0, 0.0);
            const cuddcomplex tau = load(t->type, t->tau, j);
            for (int64_t l = i; l < j; l++)
                value = cuddcFma(row[l], load(t->type, t->S, l + j * t->lds), value);
            if (i <= j)
                value = i == j ? tau : cuddcNeg(cuddcMul(tau, value));
            row[j] = value;
            if (ddblas_type_is_complex(t->type))
                ((ddblas_host_u *)t->T)[i + j * t->ldt] = value;
            else
                ((ddblas_host_w *)t->T)[i + j * t->ldt] = value.x;
        }
}

void ddblas_qr_singular_cpu(const struct ddblas_qr_singular *s)
{
    *s->info = 0;
    for (int64_t k = s->order; k >= 1; k--)
        if (ddblas_type_is_zero(s->type, (const char *)s->R + (k - 1) * (s->ldr + 1) * (int64_t)ddblas_type_size(s->type)))
            *s->info = k;
}
