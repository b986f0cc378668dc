/*
 * Prepared operands of gemm: creation, conversion of a matrix, destruction, checks.
 *
 * A handle keeps a list of its live operands. If a pointer is not in the list, the call is refused
 * without reading what the pointer points at. So an operand that has been destroyed is recognised.
 *
 * On the CUDA engine an operand holds residues. On the CPU engine it only remembers the matrix,
 * because a packed copy would save little. The CPU's products pack blocks of op(A) while they work.
 * If C has at least 64 columns, packing takes at most an eighth of the time. A good part of this
 * eighth is the reading of the matrix, and a packed copy would have to be read too
 * (docs/lab/cpu.md).
 */
#include "gemm_operand.h"

#include <stdlib.h>

#include "core/checks.h"
#include "core/sizes.h"

#if DDBLAS_HAVE_CUDA
#include "backend/device_error.h"
#endif

enum
{
    ALIGNMENT = 256
};

static int on_cuda(ddblasHandle_t handle) { return handle->backend->engine == DDBLAS_ENGINE_CUDA; }

/* ---- the list -------------------------------------------------------------------------------- */

/* Frees an operand. Returns the status of the engine's release of memory. */
static ddblasStatus_t free_operand(ddblasGemmOperand_t operand)
{
    const ddblasStatus_t status = operand->own_memory ? operand->backend->release(operand->own_memory) : DDBLAS_STATUS_SUCCESS;
    free(operand);
    return status;
}

static void release_list(void *first)
{
    for (ddblasGemmOperand_t o = first, next; o; o = next)
    {
        next = o->next;
        (void)free_operand(o);
    }
}

/* Returns the slot whose object is the first live operand of the handle. */
static struct ddblas_slot *list_of(ddblasHandle_t handle)
{
    static const char owner; /* The address of this variable is the key of the slot. */
    struct ddblas_slot *slot = ddblas_slot(handle, &owner);
    slot->release = release_list;
    return slot;
}

static int is_live(ddblasHandle_t handle, const struct ddblasGemmOperand *operand)
{
    const struct ddblasGemmOperand *o = list_of(handle)->object;
    while (o && o != operand)
        o = o->next;
    return o != NULL;
}

static void add_to_list(ddblasHandle_t handle, ddblasGemmOperand_t operand)
{
    struct ddblas_slot *list = list_of(handle);
    operand->next = list->object;
    list->object = operand;
}

static void remove_from_list(ddblasHandle_t handle, ddblasGemmOperand_t operand)
{
    struct ddblas_slot *list = list_of(handle);
    ddblasGemmOperand_t before = list->object;
    if (before == operand)
    {
        list->object = operand->next;
        return;
    }
    while (before->next != operand)
        before = before->next;
    before->next = operand->next;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static ddblasStatus_t check_live(ddblasHandle_t handle, int position, const char *name, ddblasGemmOperand_t operand)
{
    DDBLAS_CHECK(ddblas_check_not_null(handle, position, name, operand));
    if (is_live(handle, operand))
        return DDBLAS_STATUS_SUCCESS;
    return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position,
                                "%s: the operand was destroyed, or another handle created it", name);
}

static const char *name_of(int side) { return side == 0 ? "prepared_a" : "prepared_b"; }

ddblasStatus_t ddblas_gemm_check_owned(ddblasHandle_t handle, int position, int side, ddblasGemmOperand_t operand, int64_t k)
{
    if (!operand)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(check_live(handle, position, name_of(side), operand));
    if (operand->side != (side == 0 ? DDBLAS_SIDE_LEFT : DDBLAS_SIDE_RIGHT))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position,
                                    "%s: the operand was created as the %s factor of products", name_of(side),
                                    side == 0 ? "right" : "left");
    if (operand->residues.terms != k)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, position,
                                    "%s: the operand was created for k = %lld, not %lld", name_of(side),
                                    (long long)operand->residues.terms, (long long)k);
    return DDBLAS_STATUS_SUCCESS;
}

int64_t ddblas_gemm_operand_line(const struct ddblas_gemm_problem *p, int side)
{
    const struct ddblasGemmOperand *o = p->prepared[side];
    const int64_t lines = side == 0 ? p->m : p->n, last = o->residues.lines - lines;
    const int64_t stride = ddblas_gemm_lines_of(side, o->op, o->X, 0, o->ldx, 0, 0, 0, 0).line_stride;
    const uintptr_t from = (uintptr_t)o->X, to = (uintptr_t)(side == 0 ? p->A : p->B);
    if (to < from || (to - from) % sizeof(cuddreal) != 0)
        return -1;
    const uintptr_t elements = (to - from) / sizeof(cuddreal), line = elements / (uintptr_t)stride;
    return elements % (uintptr_t)stride == 0 && last >= 0 && line <= (uintptr_t)last ? (int64_t)line : -1;
}

ddblasStatus_t ddblas_gemm_check_operand(ddblasHandle_t handle, int position, const struct ddblas_gemm_problem *p, int side)
{
    const struct ddblasGemmOperand *o = p->prepared[side];
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    const char *name = name_of(side);
    if (!o)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_gemm_check_owned(handle, position, side, p->prepared[side], p->k));
    if (!o->is_prepared)
        return ddblas_fail_argument(handle, invalid, position, "%s: no matrix has been prepared in the operand", name);
    if ((o->op == DDBLAS_OP_N) != ((side == 0 ? p->transa : p->transb) == DDBLAS_OP_N) || o->ldx != (side == 0 ? p->lda : p->ldb))
        return ddblas_fail_argument(handle, invalid, position,
                                    "%s: the matrix was prepared with another operation or leading dimension", name);
    if (ddblas_gemm_operand_line(p, side) < 0)
        return ddblas_fail_argument(handle, invalid, position, "%s: %s does not lead to %lld %s of the matrix that was prepared",
                                    name, side == 0 ? "A" : "B", (long long)(side == 0 ? p->m : p->n),
                                    side == 0 ? "rows of op(A)" : "columns of op(B)");
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- creation and preparation ---------------------------------------------------------------- */

static ddblasStatus_t check_shape(ddblasHandle_t handle, ddblasSideMode_t side, int64_t rows, int64_t columns)
{
    DDBLAS_CHECK(ddblas_check_side(handle, 2, side));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "rows", rows));
    return ddblas_check_size(handle, 4, "columns", columns);
}

/* Sets *bytes to the bytes of memory that an operand takes. */
static ddblasStatus_t size_of_operand(ddblasHandle_t handle, ddblasSideMode_t side, int64_t rows, int64_t columns, size_t *bytes)
{
    const int left = side == DDBLAS_SIDE_LEFT;
    const size_t size = on_cuda(handle) ? ddblas_gemm_residue_prepared_bytes(left ? rows : columns, left ? columns : rows) : 0;
    if (size == SIZE_MAX)
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "no memory holds the residues of %lld x %lld elements",
                           (long long)rows, (long long)columns);
    *bytes = size;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasWgemmOperandSize(ddblasHandle_t handle, ddblasSideMode_t side, int64_t rows, int64_t columns, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_shape(handle, side, rows, columns));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    return size_of_operand(handle, side, rows, columns, bytes);
}

/* Gives the operand the caller's memory, or allocates it. */
static ddblasStatus_t provide_memory(ddblasHandle_t handle, ddblasGemmOperand_t operand, void *memory, size_t needed)
{
    if (!memory && needed > 0)
    {
        if (handle->backend->capturing(handle->stream))
            return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED,
                               "%zu bytes for an operand cannot be allocated during capture: give the operand memory", needed);
        const ddblasStatus_t status = handle->backend->alloc(&operand->own_memory, needed);
        if (status != DDBLAS_STATUS_SUCCESS)
            return ddblas_fail(handle, status, "%zu bytes for an operand could not be allocated", needed);
    }
    operand->residues.memory = memory ? memory : operand->own_memory;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasWgemmOperandCreate(ddblasHandle_t handle, ddblasSideMode_t side, int64_t rows, int64_t columns, void *memory,
                                        size_t bytes, ddblasGemmOperand_t *operand)
{
    size_t needed = 0;
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_shape(handle, side, rows, columns));
    DDBLAS_CHECK(size_of_operand(handle, side, rows, columns, &needed));
    if ((uintptr_t)memory % ALIGNMENT != 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_MISALIGNED, 5, "memory: %p is not a multiple of %d bytes", memory,
                                    ALIGNMENT);
    if (memory && bytes < needed)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, 6, "bytes: the operand needs %zu bytes, not %zu", needed,
                                    bytes);
    DDBLAS_CHECK(ddblas_check_not_null(handle, 7, "operand", operand));
    *operand = NULL;
    ddblasGemmOperand_t made = ddblas_allocation_fails() ? NULL : calloc(1, sizeof *made);
    if (!made)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for an operand");
    const ddblasStatus_t status = provide_memory(handle, made, memory, needed);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        free(made);
        return status;
    }
    made->backend = handle->backend;
    made->side = side;
    made->residues.lines = side == DDBLAS_SIDE_LEFT ? rows : columns;
    made->residues.terms = side == DDBLAS_SIDE_LEFT ? columns : rows;
    add_to_list(handle, made);
    *operand = made;
    return DDBLAS_STATUS_SUCCESS;
}

/* Puts the conversion of the operand's matrix into the stream. */
static ddblasStatus_t convert_matrix(ddblasHandle_t handle, const struct ddblasGemmOperand *o)
{
#if DDBLAS_HAVE_CUDA
    if (on_cuda(handle))
    {
        const struct gemm_lines lines = ddblas_gemm_lines_of(o->side == DDBLAS_SIDE_RIGHT, o->op, o->X, 0, o->ldx, 0,
                                                             o->residues.lines, 0, o->residues.terms);
        const int error = ddblas_gemm_residue_prepare(&o->residues, &lines, handle->stream);
        return ddblas_check_engine(handle, error ? ddblas_device_error(error) : DDBLAS_STATUS_SUCCESS, "preparing an operand");
    }
#endif
    (void)handle;
    (void)o;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasWgemmOperandPrepare(ddblasHandle_t handle, ddblasGemmOperand_t operand, ddblasOperation_t op,
                                         const cuddreal *X, int64_t ldx)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_live(handle, 2, "operand", operand));
    DDBLAS_CHECK(ddblas_check_operation(handle, 3, "op", op));
    const int64_t lines = operand->residues.lines, terms = operand->residues.terms;
    const int along_lines = (operand->side == DDBLAS_SIDE_LEFT) == (op == DDBLAS_OP_N), empty = lines == 0 || terms == 0;
    DDBLAS_CHECK(ddblas_check_leading(handle, 5, "ldx", ldx, along_lines ? lines : terms));
    if (!empty)
        DDBLAS_CHECK(ddblas_check_pointer(handle, 4, "X", DDBLAS_TYPE_W, ddblas_place_of_arrays(handle), X));
    operand->op = op;
    operand->X = X;
    operand->ldx = ldx;
    operand->is_prepared = 0;
    if (!empty)
        DDBLAS_CHECK(convert_matrix(handle, operand));
    operand->is_prepared = 1;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasWgemmOperandDestroy(ddblasHandle_t handle, ddblasGemmOperand_t operand)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_live(handle, 2, "operand", operand));
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    if (operand->own_memory)
        status = handle->backend->synchronize(handle->stream);
    remove_from_list(handle, operand);
    const ddblasStatus_t released = free_operand(operand);
    return ddblas_check_engine(handle, status != DDBLAS_STATUS_SUCCESS ? status : released, "destroying an operand");
}
