/*
 * trmv and trsv on the CPU: diagonal blocks in S, D, C and Z, through CBLAS. The triangle and the
 * vector are copied to the stack, so that sizes and increments beyond 32 bits never reach CBLAS.
 */
#include "trv_cpu.h"

#include <string.h>

#include <cblas.h>

#include "core/cblas_threads.h"

/* Calls CBLAS's trmv or trsv. L is the copy of a lower triangle, whose columns are DDBLAS_TRV_BLOCK
 * elements apart, and x is the copy of the vector. */
static void call_cblas(const struct ddblas_trv_problem *p, int n, const void *L, void *x)
{
    const CBLAS_DIAG diag = p->diag == DDBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit;
    const int solve = p->routine == DDBLAS_TRV_SOLVE;
    switch (p->type)
    {
#define CALL(letter, name)                                                                                                       \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        (solve ? cblas_##name##trsv : cblas_##name##trmv)(CblasColMajor, CblasLower, CblasNoTrans, diag, n, L, DDBLAS_TRV_BLOCK, \
                                                          x, 1);                                                                 \
        break;
        CALL(S, s)
        CALL(D, d)
        CALL(C, c)
        CALL(Z, z)
#undef CALL
    default:
        break;
    }
}

/* Copies an element. If op is C, the copy is the conjugate of the element. */
static void copy_element(const struct ddblas_trv_problem *p, size_t size, const char *from, char *to)
{
    memcpy(to, from, size);
    if (p->trans != DDBLAS_OP_C)
        return;
    if (p->type == DDBLAS_TYPE_C)
        ((ddblasComplex *)to)->y = -((ddblasComplex *)to)->y;
    else if (p->type == DDBLAS_TYPE_Z)
        ((ddblasDoubleComplex *)to)->y = -((ddblasDoubleComplex *)to)->y;
}

void ddblas_trv_cpu_blas(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first, int64_t count)
{
    _Alignas(16) char L[DDBLAS_TRV_BLOCK * DDBLAS_TRV_BLOCK * sizeof(ddblasDoubleComplex)];
    _Alignas(16) char x[DDBLAS_TRV_BLOCK * sizeof(ddblasDoubleComplex)];
    const int64_t size = (int64_t)ddblas_type_size(p->type), unit = p->diag == DDBLAS_DIAG_UNIT;
    const char *A = (const char *)p->A + (l->first + first * (l->row + l->column)) * size;
    char *own = (char *)p->x + (l->start + first * l->step) * size;
    memset(L, 0, sizeof L);
    for (int64_t j = 0; j < count; j++)
        for (int64_t i = j + unit; i < count; i++)
            copy_element(p, (size_t)size, A + (i * l->row + j * l->column) * size, L + (i + j * DDBLAS_TRV_BLOCK) * size);
    for (int64_t i = 0; i < count; i++)
        memcpy(x + i * size, own + i * l->step * size, (size_t)size);
    ddblas_cblas_begin();
    call_cblas(p, (int)count, L, x);
    ddblas_cblas_end();
    for (int64_t i = 0; i < count; i++)
        memcpy(own + i * l->step * size, x + i * size, (size_t)size);
}
