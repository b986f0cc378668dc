/*
 * Launches of the panels of a QR factorisation (qr_panel_kernel.cuh): one cooperative launch if the
 * rows fit the shared memory of the device, otherwise two launches a column, with the same bits.
 */
#include <dd/scalar.cuh>

extern "C" {
#include "backend/device_error.h"
#include "core/sizes.h"
#include "factor/qr/qr.h"
}
#include "qr_panel_kernel.cuh"

#include <cuda_runtime_api.h>

enum
{
    COUNTER_BYTES = 256
};

/* The rows of a unit, from the number of rows alone. */
static int unit_of(int64_t rows)
{
    int unit = 32;
    while (unit < QR_MOST_UNIT && rows > (int64_t)unit * QR_FEW_UNITS)
        unit = unit == 256 ? QR_MOST_UNIT : 2 * unit;
    return unit;
}

/* The most units of panels with at most so many rows. */
static int64_t most_units(int64_t rows) { return most(QR_FEW_UNITS, quotient_up(rows, QR_MOST_UNIT)); }

/* The counters; total; row j twice; slots twice. Both types have slots of one size. */
template <class T, int COLUMNS>
static qr_scratch<T, COLUMNS> scratch_of(void *memory, int64_t rows)
{
    typedef qr_slot<T, COLUMNS> slot;
    qr_scratch<T, COLUMNS> s;
    slot *at = (slot *)((char *)memory + COUNTER_BYTES);
    s.turns = (unsigned *)memory;
    s.left = s.turns + 1;
    s.total = at++;
    for (int i = 0; i < 2; i++)
        s.row_j[i] = at++;
    for (int i = 0; i < 2; i++, at += quotient_up(rows, unit_of(rows)))
        s.slots[i] = at;
    return s;
}

extern "C" size_t ddblas_qr_panel_scratch(int64_t rows)
{
    typedef qr_slot<cuddreal, DDBLAS_QR_PANEL_CUDA> slot;
    static_assert(sizeof(slot) == sizeof(qr_slot<cuddcomplex, DDBLAS_QR_PANEL_COMPLEX_CUDA>), "one size");
    return COUNTER_BYTES + (size_t)(2 * most_units(rows) + 3) * sizeof(slot);
}

/* Launches the kernel that holds the panel in shared memory. Returns an error if the panel does not
 * fit the device. */
template <class T, int COLUMNS>
static cudaError_t launch_resident(ddblasHandle_t handle, const qr_panel<T> &p, size_t bytes,
                                   const qr_scratch<T, COLUMNS> &scratch)
{
    struct ddblas_device facts;
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)quotient_up(p.rows, p.unit));
    if (ddblas_device_facts(handle->backend, handle->device, &facts) != DDBLAS_STATUS_SUCCESS)
        return cudaErrorNotSupported;
    if ((int64_t)bytes > facts.shared_of_block - 16384 /* static shared memory */ ||
        (int)config.gridDim.x > facts.multiprocessors)
        return cudaErrorCooperativeLaunchTooLarge;
    const cudaError_t error =
        cudaFuncSetAttribute(qr_resident_kernel<T, COLUMNS>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (error != cudaSuccess)
        return error;
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.blockDim = dim3(QR_THREADS);
    config.dynamicSmemBytes = bytes;
    config.stream = (cudaStream_t)handle->stream;
    config.attrs = &attribute;
    config.numAttrs = config.gridDim.x > 1 ? 1 : 0;
    return cudaLaunchKernelEx(&config, qr_resident_kernel<T, COLUMNS>, p, scratch);
}

template <class T, int COLUMNS>
static cudaError_t launch_columns(cudaStream_t stream, const qr_panel<T> &p, size_t bytes, const qr_scratch<T, COLUMNS> &scratch)
{
    const unsigned units = (unsigned)quotient_up(p.rows, p.unit);
    const cudaError_t error =
        cudaFuncSetAttribute(qr_column_kernel<T, COLUMNS>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (error != cudaSuccess)
        return error;
    for (int j = 0; j <= p.columns; j++)
    {
        qr_column_kernel<T, COLUMNS><<<units, QR_THREADS, bytes, stream>>>(p, j, scratch);
        if (j < p.columns)
            qr_total_kernel<T, COLUMNS><<<1, QR_THREADS, 0, stream>>>(p, j, scratch);
    }
    return cudaGetLastError();
}

template <class T, int COLUMNS>
static ddblasStatus_t launch_panel(ddblasHandle_t handle, const struct ddblas_qr_panel *f)
{
    const qr_panel<T> p = {(T *)f->A, f->lda, f->rows, (int)f->columns, unit_of(f->rows), (T *)f->tau};
    const qr_scratch<T, COLUMNS> scratch = scratch_of<T, COLUMNS>(f->scratch, f->rows);
    const size_t bytes = (size_t)(p.unit + 1) * COLUMNS * sizeof(T);
    cudaError_t error = launch_resident<T, COLUMNS>(handle, p, bytes, scratch);
    if (error != cudaSuccess)
    {
        (void)cudaGetLastError(); /* The error of a launch that was too large. */
        error = launch_columns<T, COLUMNS>((cudaStream_t)handle->stream, p, bytes, scratch);
    }
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "geqrf");
}

extern "C" ddblasStatus_t ddblas_qr_prepare_cuda(ddblasHandle_t handle, void *scratch, int64_t rows)
{
    const cudaError_t error = cudaMemsetAsync(scratch, 0, ddblas_qr_panel_scratch(rows), (cudaStream_t)handle->stream);
    return ddblas_check_engine(handle, ddblas_device_error((int)error), "geqrf");
}

extern "C" ddblasStatus_t ddblas_qr_panel_cuda(ddblasHandle_t handle, const struct ddblas_qr_panel *panel)
{
    return ddblas_type_is_complex(panel->type) ? launch_panel<cuddcomplex, DDBLAS_QR_PANEL_COMPLEX_CUDA>(handle, panel)
                                               : launch_panel<cuddreal, DDBLAS_QR_PANEL_CUDA>(handle, panel);
}
