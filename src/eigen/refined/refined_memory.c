/*
 * Memory of the refinement of eigenvectors.
 */
#include "core/sizes.h"
#include "refined.h"

enum
{
    UNIT = 256 /* Alignment of the arrays, in bytes. */
};

static size_t place_array(size_t *end, double count, size_t size)
{
    const size_t most = SIZE_MAX / 16, at = *end; /* No allocation of so many bytes succeeds. */
    const size_t bytes = count * (double)size < (double)most ? round_up_bytes((size_t)count * size, UNIT) : most;
    *end = *end + bytes < most ? *end + bytes : most;
    return at;
}

int64_t ddblas_refined_most_small(int64_t n) { return n * (least(n, DDBLAS_REFINED_CLUSTER) + 1); }

size_t ddblas_refined_lay_out(struct ddblas_refined *r, ddblasType_t type, int64_t n, size_t room, char *memory)
{
    const size_t size = ddblas_type_size(type), narrow = size / 2;
    const double order = (double)n;
    size_t end = 0;
    r->type = type;
    r->room = room;
    r->T = memory + place_array(&end, order * order, size);
    r->second = memory + place_array(&end, order * order, narrow);
    r->third = memory + place_array(&end, order * order, narrow);
    end = most_bytes(end, round_up_bytes(room, UNIT));
    r->first = memory + place_array(&end, order * order, narrow);
    r->values = (cuddreal *)(void *)(memory + place_array(&end, order, sizeof(cuddreal)));
    r->diagonal = (cuddreal *)(void *)(memory + place_array(&end, order, sizeof(cuddreal)));
    r->defect = (double *)(void *)(memory + place_array(&end, order, sizeof(double)));
    r->measured = (double *)(void *)(memory + place_array(&end, order, sizeof(double)));
    r->members =
        (struct ddblas_refined_member *)(void *)(memory + place_array(&end, order, sizeof(struct ddblas_refined_member)));
    r->small = memory + place_array(&end, (double)ddblas_refined_most_small(n), size);
    return end;
}

size_t ddblas_refined_bytes(ddblasType_t type, int64_t n, size_t room)
{
    static char nothing;
    struct ddblas_refined r;
    return ddblas_refined_lay_out(&r, type, n, room, &nothing);
}

ddblasStatus_t ddblas_refined_room(ddblasHandle_t handle, ddblasType_t type, int64_t n, size_t *room)
{
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
        return ddblas_refined_room_cusolver(handle, type, n, room);
#endif
    (void)handle;
    *room = ddblas_refined_room_lapack(type, n);
    return DDBLAS_STATUS_SUCCESS;
}

size_t ddblas_refined_host_bytes(ddblasType_t type, int64_t n)
{
    return (size_t)n * (3 * sizeof(double) + sizeof(struct ddblas_refined_member)) +
           4 * (size_t)ddblas_refined_most_small(n) * ddblas_type_size(type);
}
