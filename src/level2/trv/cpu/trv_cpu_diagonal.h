/*
 * trmv and trsv with one diagonal block L of the triangle, in double-double. The including file
 * defines BLOCK_FUNCTION, the name of the function, and BLOCK_LINKAGE, static or nothing; NUMBER,
 * the type of an element, and HOST, its type in host memory; the operations ADD, SUB, MUL, DIV and
 * CONJ.
 *
 *   solve      for j = 0, 1, ...:         x_j = x_j / l_jj, then x_i = x_i - l_ij x_j for i > j
 *   multiply   for j = count - 1, ..., 0: x_i = x_i + l_ij x_j for i > j, then x_j = l_jj x_j
 *
 * If the diagonal is unit, l_jj is not read. Error: docs/numerics.md, "TRMV and TRSV".
 */
#include "trv_cpu.h"

#include <dd/cuddcomplex.h>

#include "simd/host_memory.h"

static NUMBER load_element(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t i, int64_t j)
{
    const NUMBER a = ((const HOST *)p->A)[l->first + i * l->row + j * l->column];
    return p->trans == DDBLAS_OP_C ? CONJ(a) : a;
}

BLOCK_LINKAGE void BLOCK_FUNCTION(const struct ddblas_trv_problem *p, const struct ddblas_trv_layout *l, int64_t first,
                                  int64_t count)
{
    NUMBER x[DDBLAS_TRV_BLOCK];
    HOST *const own = (HOST *)p->x + l->start + first * l->step;
    const int solve = p->routine == DDBLAS_TRV_SOLVE, unit = p->diag == DDBLAS_DIAG_UNIT;
    for (int64_t i = 0; i < count; i++)
        x[i] = own[i * l->step];
    for (int64_t k = 0; k < count; k++)
    {
        const int64_t j = solve ? k : count - 1 - k;
        if (solve && !unit)
            x[j] = DIV(x[j], load_element(p, l, first + j, first + j));
        for (int64_t i = j + 1; i < count; i++)
        {
            const NUMBER product = MUL(load_element(p, l, first + i, first + j), x[j]);
            x[i] = solve ? SUB(x[i], product) : ADD(x[i], product);
        }
        if (!solve && !unit)
            x[j] = MUL(load_element(p, l, first + j, first + j), x[j]);
    }
    for (int64_t i = 0; i < count; i++)
        own[i * l->step] = x[i];
}
