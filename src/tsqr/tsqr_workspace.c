/*
 * The arrays of a task in the CUDA engine's workspace.
 */
#include "tsqr_workspace.h"

#include "core/core.h"
#include "core/sizes.h"
#include "tsqr/cuda/tsqr_launch.h"
#include "tsqr/gram/tsqr_gram.h"
#include "tsqr_panel.h"

/* Reserves room for an array at *at and returns its offset. A workspace beyond PTRDIFF_MAX / 2
 * bytes stays at that size. */
static size_t take_array(size_t *at, int64_t elements, size_t size)
{
    const size_t here = *at, limit = PTRDIFF_MAX / 2;
    if (elements < 0 || (uint64_t)elements > (limit - here) / size)
        *at = limit;
    else
        *at += round_up_bytes((size_t)elements * size, 256);
    return here;
}

static int uses_counters(const struct ddblas_tsqr_problem *p)
{
    return p->plan.design == DDBLAS_TSQR_DESIGN_ONE_LAUNCH && p->task != DDBLAS_TSQR_APPLY;
}

int ddblas_tsqr_by_gram(const struct ddblas_tsqr_problem *p)
{
    return p->plan.design == DDBLAS_TSQR_DESIGN_GRAM && (p->task == DDBLAS_TSQR_QR || p->task == DDBLAS_TSQR_R);
}

size_t ddblas_tsqr_gram_element_size(ddblasType_t type)
{
    return ddblas_type_size(ddblas_type_is_single(type) ? DDBLAS_TYPE_D : type);
}

struct tsqr_workspace ddblas_tsqr_workspace_of(const struct ddblas_tsqr_problem *p)
{
    const size_t size = ddblas_type_size(p->type);
    const int own_T = p->task != DDBLAS_TSQR_FACTOR && p->task != DDBLAS_TSQR_APPLY;
    const int forms = p->task == DDBLAS_TSQR_QR || p->task == DDBLAS_TSQR_FORM;
    const int64_t right = p->task == DDBLAS_TSQR_APPLY ? p->p : most(p->n - DDBLAS_TSQR_WIDTH, 0);
    const int solves = p->task == DDBLAS_TSQR_LSTSQ;
    struct tsqr_workspace offsets = {0};
    size_t at = 0;
    offsets.T = take_array(&at, own_T ? ddblas_tsqr_elements(p) : 0, size);
    offsets.weights = take_array(&at, forms ? ddblas_tsqr_weight_elements(p) : 0, size);
    offsets.tops = take_array(&at, ddblas_tsqr_top_elements(p, solves ? most(p->p, right) : right), size);
    offsets.R = take_array(&at, solves ? p->n * p->n : 0, size);
    offsets.norms = take_array(&at, solves ? p->p : 0, size * DDBLAS_TSQR_NORM_PARTS);
    offsets.counters = take_array(&at, uses_counters(p) ? tsqr_counters(ddblas_tsqr_most_nodes(p)) : 0, sizeof(int32_t));
    if (ddblas_tsqr_by_gram(p))
    {
        const size_t work = ddblas_tsqr_gram_element_size(p->type);
        offsets.partial =
            take_array(&at, tsqr_gram_parts(p->m, p->n, ddblas_type_is_double_double(p->type)) * tsqr_packed(p->n), work);
        offsets.gram = take_array(&at, tsqr_packed(p->n), work);
        offsets.factors = take_array(&at, 2 * tsqr_gram_factor_elements(p->n), work);
        offsets.refused = take_array(&at, 1, sizeof(int32_t));
    }
    offsets.bytes = at;
    return offsets;
}
