/*
 * What a table says about symv on the GPU, in the place of the built-in choice.
 */
#include "symv_chosen.h"

#include "../tune/tune.h"

static struct symv_choice choice_of(const int32_t *parameters)
{
    return (struct symv_choice){parameters[0], parameters[1], parameters[2]};
}

struct symv_choice ddblas_symv_chosen(ddblasHandle_t handle, const struct ddblas_symv_problem *p,
                                      const struct symv_device *device)
{
    const int form = ddblas_symv_form(p->hermitian, p->uplo);
    const int32_t *parameters = ddblas_tune_find(handle, DDBLAS_TUNE_symv_cuda, p->type, form, p->n);
    if (parameters)
    {
        const struct symv_choice choice = choice_of(parameters);
        if (ddblas_symv_feasible(&choice, device, p->type, p->n))
            return choice;
    }
    return ddblas_symv_choose(p->type, p->uplo == DDBLAS_FILL_MODE_UPPER, device, p->n);
}

/* Row and column sums of every tile and of every block: 2 edge elements a slot. */
static size_t slots_bytes(const struct symv_choice *choice, ddblasType_t type, const struct symv_device *device, int64_t n)
{
    int32_t strip, height, resident;
    if (choice->method == SYMV_BY_ROWS)
        return 0;
    ddblas_symv_tile_numbers(choice->shape, ddblas_type_size(type), &strip, &height, &resident);
    const size_t tiles = (size_t)((n + choice->edge - 1) / choice->edge);
    return (tiles * (tiles + 1) / 2 + (size_t)device->multiprocessors * (size_t)resident) * 2 * (size_t)choice->edge *
           ddblas_type_size(type);
}

size_t ddblas_symv_chosen_workspace(ddblasHandle_t handle, ddblasType_t type, const struct symv_device *device, int64_t n)
{
    size_t most = ddblas_symv_plan_workspace(type, device, n);
    for (int form = 0; form < DDBLAS_SYMV_FORMS; form++)
    {
        const struct ddblas_tune_row *rows;
        const int count = ddblas_tune_rows(handle, DDBLAS_TUNE_symv_cuda, type, form, &rows);
        for (int i = 0; i < count && rows[i].first <= n; i++)
        {
            const struct symv_choice choice = choice_of(rows[i].parameters);
            const int64_t last = rows[i].last < n ? rows[i].last : n;
            const size_t bytes = ddblas_symv_feasible(&choice, device, type, last) ? slots_bytes(&choice, type, device, last) : 0;
            most = bytes > most ? bytes : most;
        }
    }
    return most;
}
