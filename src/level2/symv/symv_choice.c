/*
 * Chooses method, shape and edge for a call of symv on the GPU.
 */
#include "symv_choice.h"
#include "core/sizes.h"

#include "tune/tune.h"

const char ddblas_symv_cuda_id = 0;

struct symv_choice ddblas_symv_choose_for_handle(ddblasHandle_t handle, const struct ddblas_symv_problem *p,
                                                 const struct symv_device *device)
{
    const enum symv_method asked = ddblas_symv_order(handle) == DDBLAS_SYMV_ORDER_TICKETS ? SYMV_BY_TICKETS : SYMV_ANY_ORDER;
    const int form = ddblas_symv_form(p->hermitian, p->uplo);
    struct symv_choice by_mutexes;
    if (ddblas_symv_order(handle) != DDBLAS_SYMV_ORDER_FIXED &&
        ddblas_symv_choose_mutexes(asked, p->type, device, p->n, &by_mutexes))
        return by_mutexes;
    const int32_t *parameters = ddblas_tune_find(handle, &ddblas_symv_cuda_id, p->type, form, p->n);
    if (parameters)
    {
        const struct symv_choice choice = ddblas_symv_choice_of(parameters);
        if (ddblas_symv_feasible(&choice, device, p->type, p->n))
            return choice;
    }
    return ddblas_symv_choose_built_in(p->type, device, p->n, (uintptr_t)p->A, p->lda);
}

size_t ddblas_symv_workspace_of_handle(ddblasHandle_t handle, ddblasType_t type, const struct symv_device *device, int64_t n)
{
    const size_t by_mutexes =
        ddblas_symv_order(handle) == DDBLAS_SYMV_ORDER_FIXED ? 0 : ddblas_symv_mutexes_workspace(type, device, n);
    size_t most = ddblas_symv_plan_workspace(type, device, n);
    most = most_bytes(by_mutexes, most);
    for (int form = 0; form < DDBLAS_SYMV_FORMS; form++)
    {
        const struct ddblas_tune_row *rows;
        const int count = ddblas_tune_rows(handle, &ddblas_symv_cuda_id, type, form, &rows);
        for (int i = 0; i < count && rows[i].first <= n; i++)
        {
            const struct symv_choice choice = ddblas_symv_choice_of(rows[i].parameters);
            const int64_t last = least(rows[i].last, n);
            const size_t bytes =
                ddblas_symv_feasible(&choice, device, type, last) ? ddblas_symv_choice_workspace(&choice, device, type, last) : 0;
            most = most_bytes(bytes, most);
        }
    }
    return most;
}
