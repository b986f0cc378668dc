/*
 * From a plan to kernel launches: the templates behind the functions of symv_launch.h.
 */
#ifndef DDBLAS_LEVEL2_SYMV_LAUNCH_CUH
#define DDBLAS_LEVEL2_SYMV_LAUNCH_CUH

#include <type_traits>

#include "backend/backend.h"
#include "backend/prepared_launch.cuh"
#include "symv_finish.cuh"
#include "symv_launch.h"
#include "symv_rows.cuh"
#include "symv_square.cuh"
#include "symv_ticket.cuh"
#include "symv_tile.cuh"

/* Computes y = beta y. Used if the host knows that alpha is 0. */
template <class T>
__global__ void symv_scale_kernel(const __grid_constant__ symv_operands<T> op, int64_t n)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    store_results(op, n, false, i, i < n, scalar<T>::zero(), op.get_beta(), scalar<T>::zero());
}

/* Allows a kernel to use all the shared memory that a block may have. One call for each kernel and
 * device is enough; further calls do no harm. */
template <auto Kernel>
static cudaError_t allow_shared(int device)
{
    enum
    {
        DEVICES = 64
    };
    static bool done[DEVICES];
    if (device < DEVICES && __atomic_load_n(&done[device], __ATOMIC_ACQUIRE))
        return cudaSuccess;
    ddblas_device facts;
    cudaFuncAttributes attributes;
    if (ddblas_device_facts(&ddblas_backend_cuda, device, &facts) != DDBLAS_STATUS_SUCCESS)
        return cudaErrorInvalidDevice;
    cudaError_t error = cudaFuncGetAttributes(&attributes, Kernel);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     facts.shared_of_block - (int)attributes.sharedSizeBytes);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute(Kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
    if (error == cudaSuccess && device < DEVICES)
        __atomic_store_n(&done[device], true, __ATOMIC_RELEASE);
    return error;
}

/* Requests the same division of a multiprocessor's memory into L1 cache and shared memory for the
 * small kernel after the sweep as for the sweep, so that the multiprocessors need not change it
 * between the kernels. */
template <auto Kernel>
static cudaError_t keep_split(int device)
{
    enum
    {
        DEVICES = 64
    };
    static bool done[DEVICES];
    if (device < DEVICES && __atomic_load_n(&done[device], __ATOMIC_ACQUIRE))
        return cudaSuccess;
    const cudaError_t error =
        cudaFuncSetAttribute(Kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
    if (error == cudaSuccess && device < DEVICES)
        __atomic_store_n(&done[device], true, __ATOMIC_RELEASE);
    return error;
}

/* Launches a single kernel. */
template <class... Parameters, class... Arguments>
static cudaError_t start(const symv_target &target, void (*kernel)(Parameters...), int blocks, int threads, size_t shared,
                         const Arguments &...arguments)
{
    const prepared_launch only(kernel, blocks, threads, shared, false, arguments...);
    return (cudaError_t)ddblas_launch_graphs_start(target.graphs, &only.launch, 1, target.stream);
}

/* Launches two kernels; the second one starts while the first still runs. */
template <class First, class Second>
static cudaError_t start_both(const symv_target &target, const First &first, const Second &second)
{
    const ddblas_launch both[] = {first.launch, second.launch};
    return (cudaError_t)ddblas_launch_graphs_start(target.graphs, both, 2, target.stream);
}

/* The bit of a type in the masks of symv_shape.h. */
template <class T>
struct symv_bit_of;
#define SYMV_BIT_OF(letter, type, real, is_complex)                                                                              \
    template <>                                                                                                                  \
    struct symv_bit_of<type>                                                                                                     \
    {                                                                                                                            \
        static constexpr unsigned value = SYMV_OF(letter);                                                                       \
    };
#define DDBLAS_TYPES DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE  SYMV_BIT_OF
#include <dd/types.def>
#undef SYMV_BIT_OF

template <class T, bool Hermitian>
struct symv_launcher
{
    const symv_operands<T> &op;
    const symv_plan &plan;
    const symv_target &target;

    template <int Warps, int U, int Group, int Stages, int Resident, symv_alignment Alignment, int Unit>
    cudaError_t tiles() const
    {
        constexpr int V = sizeof(T) < 16 ? 16 / (int)sizeof(T) : 1, Columns = sizeof(T) <= 16 ? Group : Group / 2;
        constexpr int Fitting = Stages - (Alignment == SYMV_OFF_LINES);
        using Shape = symv_tile_shape<T, Hermitian, Alignment, Unit, Warps, U, V, Columns, Fitting, Resident>;
        if (plan.choice.method != SYMV_BY_TILES)
        {
            if constexpr (SYMV_SHAPE(Warps, U, Group, Stages, Resident) == SYMV_TICKET_SHAPE)
                return tickets<Shape>();
            return cudaErrorInvalidValue;
        }
        const cudaError_t error = allow_shared<symv_tile_kernel<Shape>>(target.device);
        return error == cudaSuccess ? sweep(symv_tile_kernel<Shape>, Shape::Threads) : error;
    }

    /* Launches the sweep, which is an instance of symv_tile_kernel, and the kernel that adds the
     * partial sums of the sweep. */
    template <class Kernel>
    cudaError_t sweep(Kernel kernel, int threads) const
    {
        T *slots = (T *)target.workspace;
        const cudaError_t error = keep_split<symv_finish_kernel<T>>(target.device);
        if (error != cudaSuccess)
            return error;
        const symv_geometry &g = plan.geometry;
        return start_both(target, prepared_launch(kernel, g.blocks, threads, plan.shared, false, op, g, slots),
                          prepared_launch(symv_finish_kernel<T>, g.tiles * (g.edge / symv_finish_shape<T>::Rows),
                                          32 * SYMV_FINISH_WARPS, 0, true, op, g, slots));
    }

    /* Launches a kernel that was compiled at run time. target.kernel is the CUDA runtime's handle
     * of an instance like those above. */
    cudaError_t compiled_at_run_time() const
    {
        typedef void (*tile_kernel)(symv_operands<T>, symv_geometry, T *);
        typedef void (*rows_kernel)(symv_operands<T>, int, int);
        const int threads = 32 * symv_shape_of(plan.choice.shape).warps;
        if (plan.choice.method == SYMV_BY_TILES)
            return sweep((tile_kernel)target.kernel, threads);
        return start(target, (rows_kernel)target.kernel, plan.geometry.blocks, threads, 0, op, plan.geometry.n,
                     plan.geometry.upper);
    }

    template <class Shape>
    cudaError_t tickets() const
    {
        const size_t counters = symv_ticket_counters_bytes(plan.geometry.tiles);
        cudaError_t error = cudaMemsetAsync(target.workspace, 0, counters, (cudaStream_t)target.stream);
        if (error == cudaSuccess)
            error = allow_shared<symv_ticket_kernel<Shape>>(target.device);
        if (error == cudaSuccess)
            error =
                start(target, symv_ticket_kernel<Shape>, plan.geometry.blocks, Shape::Threads, plan.shared, op, plan.geometry,
                      (int *)target.workspace, (T *)((char *)target.workspace + counters), plan.choice.method == SYMV_BY_TICKETS);
        return error;
    }

    template <int Warps, int U, int Group, int Stages, int Resident>
    cudaError_t tiles_of_unit() const
    {
        constexpr int Part = (int)sizeof(typename scalar<T>::part);
        /* The `if` limits the instances that are compiled: symv_plan.c chooses alignment classes
         * only for these types and shapes. */
        if constexpr (!scalar<T>::is_double_double || (!scalar<T>::is_complex && U >= SYMV_DD_CLASSES))
            if (plan.alignment == SYMV_IN_CLASSES)
                return tiles<Warps, U, Group, Stages, Resident, SYMV_IN_CLASSES, 16>();
        if constexpr (!scalar<T>::is_double_double)
        {
            if (plan.alignment == SYMV_OFF_LINES && plan.unit == 16)
                return tiles<Warps, U, Group, Stages, Resident, SYMV_OFF_LINES, 16>();
            if constexpr (std::is_same<T, ddblasComplex>::value)
                if (plan.alignment == SYMV_OFF_LINES && plan.unit == 8)
                    return tiles<Warps, U, Group, Stages, Resident, SYMV_OFF_LINES, 8>();
            if (plan.alignment == SYMV_OFF_LINES)
                return tiles<Warps, U, Group, Stages, Resident, SYMV_OFF_LINES, Part>();
        }
        return tiles<Warps, U, Group, Stages, Resident, SYMV_ON_LINES, 16>();
    }

    template <int B, int Threads, int Loads, bool Whole>
    cudaError_t rows() const
    {
        using Shape = symv_rows_shape<T, Hermitian, Whole, B, Threads, Loads>;
        return start(target, symv_rows_kernel<Shape>, plan.geometry.blocks, Threads, 0, op, plan.geometry.n, plan.geometry.upper);
    }

    template <int B, int Threads, int Loads>
    cudaError_t rows_of_unit() const
    {
        if constexpr (sizeof(T) > 16)
            return rows<B, Threads, Loads, false>();
        else
        {
            if constexpr (sizeof(T) > alignof(T))
                if (plan.unit < (int)sizeof(T))
                    return rows<B, Threads, Loads, false>();
            return rows<B, Threads, Loads, true>();
        }
    }

    template <int Warps, int Columns, int Resident, symv_placement Placement>
    cudaError_t squares() const
    {
        using Shape = symv_square_shape<T, Hermitian, Placement, Warps, Columns, Resident>;
        const symv_geometry &g = plan.geometry;
        T *sums = (T *)target.workspace;
        return start_both(
            target,
            prepared_launch(symv_square_kernel<Shape>, g.blocks, Shape::Threads, 0, false, op, g.n, g.upper, g.tiles, sums),
            prepared_launch(symv_gather_kernel<T>, symv_ceil_div(g.n, SYMV_GATHER_ROWS), 32 * SYMV_GATHER_WARPS, 0, true, op, g.n,
                            g.upper, g.tiles, g.edge, sums));
    }

    template <int Warps, int Columns, int Resident>
    cudaError_t squares_of_placement() const
    {
        if (plan.placement == SYMV_WHOLE)
            return squares<Warps, Columns, Resident, SYMV_WHOLE>();
        if (plan.placement == SYMV_SLANTED)
            return squares<Warps, Columns, Resident, SYMV_SLANTED>();
        if constexpr (sizeof(T) > alignof(T))
            return squares<Warps, Columns, Resident, SYMV_SCATTERED>();
        return cudaErrorInvalidValue;
    }

    cudaError_t run() const
    {
        if (target.kernel)
            return compiled_at_run_time();
        if (plan.choice.method == SYMV_BY_ROWS)
            switch (plan.choice.shape)
            {
#define SYMV_ROWS(name, types, rows, threads, loads)                                                                             \
    case SYMV_##name:                                                                                                            \
        if constexpr (((types)&symv_bit_of<T>::value) != 0)                                                                      \
            return rows_of_unit<rows, threads, loads>();                                                                         \
        break;
                SYMV_ROW_SHAPES(SYMV_ROWS)
#undef SYMV_ROWS
            }
        else if (plan.choice.method == SYMV_BY_SQUARES)
            switch (plan.choice.shape)
            {
#define SYMV_SQUARE(name, types, warps, columns, resident)                                                                       \
    case SYMV_##name:                                                                                                            \
        if constexpr (((types)&symv_bit_of<T>::value) != 0)                                                                      \
            return squares_of_placement<warps, columns, resident>();                                                             \
        break;
                SYMV_SQUARES(SYMV_SQUARE)
#undef SYMV_SQUARE
            }
        else
            switch (plan.choice.shape)
            {
#define SYMV_TILE(name, types, warps, columns, group, stages, resident)                                                          \
    case SYMV_##name:                                                                                                            \
        if constexpr (((types)&symv_bit_of<T>::value) != 0)                                                                      \
            return tiles_of_unit<warps, columns, group, stages, resident>();                                                     \
        break;
                SYMV_TILES(SYMV_TILE)
#undef SYMV_TILE
            }
        return cudaErrorInvalidValue;
    }
};

/* Returns the address of element 0 of a vector whose increment may be negative. */
template <class T>
static T *first_element(T *vector, int64_t n, int64_t increment)
{
    return increment < 0 ? vector - (n - 1) * increment : vector;
}

/* Returns true if all floating-point numbers in an element are 0. */
template <class T>
static bool host_is_zero(const T &a)
{
    typedef typename scalar<T>::word word;
    word words[sizeof(T) / sizeof(word)];
    memcpy(words, &a, sizeof(T));
    for (word w : words)
        if (w != word(0))
            return false;
    return true;
}

template <class T>
static cudaError_t symv_launch(const ddblas_symv_problem &p, const symv_plan &plan, const symv_target &target)
{
    symv_operands<T> op;
    /* memset also clears the padding, because launch arguments are compared byte by byte. */
    memset(&op, 0, sizeof op);
    op.A = (const T *)p.A;
    op.lda = p.lda;
    op.x = first_element((const T *)p.x, p.n, p.incx);
    op.incx = p.incx;
    op.y = first_element((T *)p.y, p.n, p.incy);
    op.incy = p.incy;
    op.hermitian = p.hermitian != 0;
    if (target.device_scalars)
    {
        op.alpha_device = (const T *)p.alpha;
        op.beta_device = (const T *)p.beta;
    }
    else
    {
        memcpy(&op.alpha, p.alpha, sizeof(T));
        memcpy(&op.beta, p.beta, sizeof(T));
        if (host_is_zero(op.alpha))
            return start(target, symv_scale_kernel<T>, (int)((p.n + 255) / 256), 256, 0, op, p.n);
    }
    if constexpr (scalar<T>::is_complex)
        if (p.hermitian)
            return symv_launcher<T, true>{op, plan, target}.run();
    return symv_launcher<T, false>{op, plan, target}.run();
}

/* Defines the function of symv_launch.h for one type. */
#define SYMV_LAUNCH(letter, T)                                                                                                   \
    extern "C" int ddblas_symv_launch_##letter(const struct ddblas_symv_problem *problem, const struct symv_plan *plan,          \
                                               const struct symv_target *target)                                                 \
    {                                                                                                                            \
        return (int)symv_launch<T>(*problem, *plan, *target);                                                                    \
    }

#endif
