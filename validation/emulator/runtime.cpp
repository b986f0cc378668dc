/*
 * The part of the CUDA runtime that the library and its tests call, for emulated devices: memory of
 * the host under another name, streams that are threads with queues, graphs that are lists of what
 * was recorded. What runs in a stream begins some time after the call that asked for it, so that a
 * missing synchronisation has its chance; the legacy stream does at once what it is asked, after
 * all blocking streams.
 *
 * DDBLAS_EMULATE_DEVICES: how many there are (1). DDBLAS_EMULATE_SHARED: the most bytes of shared
 * memory that a block is said to take, an H200's where it is not set.
 */
#include "blocks.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <cuda.h>

extern "C" {
#include "../lib/h200.h"
}

typedef std::function<void()> operation;

/* ---- errors ---------------------------------------------------------------------------------- */

static thread_local cudaError_t last_error = cudaSuccess;

static cudaError_t failed(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

/* For tests: copy number n from now on (1 is the next one) fails, and so does every later copy,
 * allocation and wait, as on a GPU after an error. n = 0 ends this. */
static std::atomic<int> copies_until_failure;
extern "C" void ddblas_emulate_failure(int n) { copies_until_failure = n; }
static bool has_failed() { return copies_until_failure < 0; }
static bool copy_fails()
{
    int n = copies_until_failure;
    while (n > 0 && !copies_until_failure.compare_exchange_weak(n, n == 1 ? -1 : n - 1))
    {
    }
    return has_failed();
}

cudaError_t cudaGetLastError(void)
{
    const cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error)
    {
    case cudaSuccess:
        return "no error";
    case cudaErrorMemoryAllocation:
        return "out of memory";
    case cudaErrorInvalidValue:
        return "invalid argument";
    case cudaErrorInvalidDevice:
        return "invalid device ordinal";
    case cudaErrorNotSupported:
        return "operation not supported";
    case cudaErrorStreamCaptureUnsupported:
        return "operation not permitted when stream is capturing";
    default:
        return "error of the emulated device";
    }
}

/* ---- devices --------------------------------------------------------------------------------- */

static thread_local int current_device;

static int devices()
{
    static const char *const text = getenv("DDBLAS_EMULATE_DEVICES");
    static const int count = text ? atoi(text) : 1;
    return count;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = devices();
    return *count > 0 ? cudaSuccess : failed(cudaErrorNoDevice);
}
cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= devices())
        return failed(cudaErrorInvalidDevice);
    current_device = device;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int *device)
{
    *device = current_device;
    return cudaSuccess;
}

/* An H200's numbers, so that plans and tables are those of the real one, but for its memory, which
 * the host must have. */
static constexpr size_t MEMORY = (size_t)6 << 30;

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    if (device < 0 || device >= devices())
        return failed(cudaErrorInvalidDevice);
    *properties = {};
    strcpy(properties->name, h200.name);
    properties->major = h200.capability / 10;
    properties->minor = h200.capability % 10;
    properties->totalGlobalMem = MEMORY;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    static const std::map<cudaDeviceAttr, int> known = {
        {cudaDevAttrComputeCapabilityMajor, h200.capability / 10},
        {cudaDevAttrComputeCapabilityMinor, h200.capability % 10},
        {cudaDevAttrMultiProcessorCount, h200.multiprocessors},
        {cudaDevAttrMaxThreadsPerMultiProcessor, h200.threads},
        {cudaDevAttrMaxBlocksPerMultiprocessor, h200.blocks},
        {cudaDevAttrMaxRegistersPerMultiprocessor, h200.registers},
        {cudaDevAttrSingleToDoublePrecisionPerfRatio, h200.single_to_double},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, h200.shared},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, h200.shared_of_block},
        {cudaDevAttrReservedSharedMemoryPerBlock, h200.shared - h200.shared_of_block},
        {cudaDevAttrL2CacheSize, (int)h200.cache},
        {cudaDevAttrHostNumaId, -1},
    };
    if (device < 0 || device >= devices())
        return failed(cudaErrorInvalidDevice);
    const auto found = known.find(attribute);
    if (found == known.end())
        return failed(cudaErrorInvalidValue);
    if (const char *const text = attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin ? getenv("DDBLAS_EMULATE_SHARED") : nullptr)
    {
        *value = atoi(text);
        return cudaSuccess;
    }
    *value = found->second;
    return cudaSuccess;
}

/* ---- memory ---------------------------------------------------------------------------------- */

namespace
{

struct range
{
    size_t bytes;
    cudaMemoryType type;
    int device;
};

struct
{
    std::mutex mutex;
    std::map<const char *, range> ranges;
    std::map<int, size_t> used;
} *const memory = new std::remove_reference_t<decltype(*memory)>();

} // namespace

/* The allocation that contains `at`. */
static range kind_of(const void *at)
{
    std::lock_guard<std::mutex> lock(memory->mutex);
    auto after = memory->ranges.upper_bound((const char *)at);
    if (after != memory->ranges.begin())
    {
        --after;
        if ((const char *)at < after->first + after->second.bytes)
            return after->second;
    }
    return {0, cudaMemoryTypeUnregistered, -1};
}

static bool capturing_strictly();

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    if (capturing_strictly())
        return failed(cudaErrorStreamCaptureUnsupported);
    *pointer = nullptr;
    if (bytes == 0)
        return cudaSuccess;
    if (has_failed())
        return failed(cudaErrorLaunchFailure);
    {
        std::lock_guard<std::mutex> lock(memory->mutex);
        if (bytes > MEMORY - memory->used[current_device])
            return failed(cudaErrorMemoryAllocation);
    }
    void *made = nullptr;
    if (posix_memalign(&made, 512, bytes) != 0) /* not a byte more: AddressSanitizer sees the one after the last */
        return failed(cudaErrorMemoryAllocation);
    memset(made, emulate::unwritten(), std::min<size_t>(bytes, 1 << 24));
    std::lock_guard<std::mutex> lock(memory->mutex);
    memory->ranges[(const char *)made] = {bytes, cudaMemoryTypeDevice, current_device};
    memory->used[current_device] += bytes;
    *pointer = made;
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned)
{
    if (posix_memalign(pointer, 4096, std::max<size_t>(bytes, 1)) != 0)
        return failed(cudaErrorMemoryAllocation);
    std::lock_guard<std::mutex> lock(memory->mutex);
    memory->ranges[(const char *)*pointer] = {bytes, cudaMemoryTypeHost, current_device};
    return cudaSuccess;
}

static cudaError_t take_out(void *pointer, cudaMemoryType type)
{
    std::lock_guard<std::mutex> lock(memory->mutex);
    const auto found = memory->ranges.find((const char *)pointer);
    if (found == memory->ranges.end() || found->second.type != type)
        return failed(cudaErrorInvalidValue);
    if (type == cudaMemoryTypeDevice)
        memory->used[found->second.device] -= found->second.bytes;
    memory->ranges.erase(found);
    return cudaSuccess;
}

cudaError_t cudaFree(void *pointer)
{
    if (!pointer)
        return cudaSuccess;
    cudaDeviceSynchronize();
    const cudaError_t error = take_out(pointer, cudaMemoryTypeDevice);
    if (error == cudaSuccess)
        free(pointer);
    return error;
}
cudaError_t cudaFreeHost(void *pointer)
{
    if (!pointer)
        return cudaSuccess;
    const cudaError_t error = take_out(pointer, cudaMemoryTypeHost);
    if (error == cudaSuccess)
        free(pointer);
    return error;
}
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned)
{
    std::lock_guard<std::mutex> lock(memory->mutex);
    if (memory->ranges.count((const char *)pointer))
        return failed(cudaErrorHostMemoryAlreadyRegistered);
    memory->ranges[(const char *)pointer] = {bytes, cudaMemoryTypeHost, current_device};
    return cudaSuccess;
}
cudaError_t cudaHostUnregister(void *pointer) { return take_out(pointer, cudaMemoryTypeHost); }

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    const range r = kind_of(pointer);
    *attributes = {};
    attributes->type = r.type;
    attributes->device = r.device;
    attributes->devicePointer = r.type == cudaMemoryTypeDevice ? (void *)pointer : nullptr;
    attributes->hostPointer = r.type == cudaMemoryTypeDevice ? nullptr : (void *)pointer;
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    std::lock_guard<std::mutex> lock(memory->mutex);
    *total = MEMORY;
    *available = *total - memory->used[current_device];
    return cudaSuccess;
}

/* ---- streams --------------------------------------------------------------------------------- */

/* In a graph, and in its executable: an operation after the one before it. */
struct CUgraphNode_st
{
    operation run;
    const void *kernel; /* null: no kernel */
    emulate::binder bind;
};
struct CUgraph_st
{
    std::vector<CUgraphNode_st> nodes;
};
struct CUgraphExec_st
{
    std::vector<CUgraphNode_st> nodes;
    const CUgraphNode_st *first; /* in the graph */
};

struct CUstream_st
{
    const unsigned long long number = ++made; /* 0 is the legacy stream */
    static std::atomic<unsigned long long> made;
    bool blocking;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<operation> queue;
    bool busy = false, ending = false;
    std::unique_ptr<CUgraph_st> recording;
    CUstream_st *joined = nullptr; /* whose recording this one's operations are part of since it waited for an event of it */
    cudaStreamCaptureMode mode;
    std::thread worker;

    explicit CUstream_st(bool b) : blocking(b), worker([this] { serve(); }) {}

    void serve()
    {
        std::unique_lock<std::mutex> lock(mutex);
        for (;;)
        {
            changed.wait(lock, [&] { return ending || !queue.empty(); });
            if (queue.empty())
                return;
            const operation next = std::move(queue.front());
            queue.pop_front();
            busy = true;
            lock.unlock();
            next();
            lock.lock();
            busy = false;
            changed.notify_all();
        }
    }
    void add(operation o)
    {
        std::lock_guard<std::mutex> lock(mutex);
        queue.push_back(std::move(o));
        changed.notify_all();
    }
    void drain()
    {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return !busy && queue.empty(); });
    }
    void end()
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            ending = true;
            changed.notify_all();
        }
        worker.join();
    }
};

namespace
{
struct
{
    std::mutex mutex;
    std::set<CUstream_st *> all;
} *const streams = new std::remove_reference_t<decltype(*streams)>();
} // namespace

std::atomic<unsigned long long> CUstream_st::made;

static std::atomic<int> captures; /* that forbid what is not recorded */
static thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;
static bool capturing_strictly() { return captures > 0 && thread_mode != cudaStreamCaptureModeRelaxed; }

static void drain_streams(bool blocking_only)
{
    std::vector<CUstream_st *> some;
    {
        std::lock_guard<std::mutex> lock(streams->mutex);
        for (CUstream_st *s : streams->all)
            if (s->blocking || !blocking_only)
                some.push_back(s);
    }
    for (CUstream_st *s : some)
        s->drain();
}

static bool is_legacy(cudaStream_t stream) { return stream == nullptr; }

/* The graph that records the stream's operations, in the order of the calls; null if they run. */
static CUgraph_st *recording_of(cudaStream_t stream)
{
    return is_legacy(stream) ? nullptr : stream->joined ? stream->joined->recording.get() : stream->recording.get();
}

static cudaError_t enqueue(cudaStream_t stream, operation o, const void *kernel = nullptr, emulate::binder bind = nullptr)
{
    if (is_legacy(stream))
    {
        if (capturing_strictly())
            return failed(cudaErrorStreamCaptureImplicit);
        drain_streams(true);
        o();
    }
    else if (CUgraph_st *const graph = recording_of(stream))
        graph->nodes.push_back({std::move(o), kernel, std::move(bind)});
    else
        stream->add(std::move(o));
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    *stream = new CUstream_st(!(flags & cudaStreamNonBlocking));
    std::lock_guard<std::mutex> lock(streams->mutex);
    streams->all.insert(*stream);
    return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithFlags(stream, cudaStreamDefault); }
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    {
        std::lock_guard<std::mutex> lock(streams->mutex);
        if (!streams->all.erase(stream))
            return failed(cudaErrorInvalidResourceHandle);
    }
    stream->end();
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *number)
{
    *number = is_legacy(stream) ? 0 : stream->number;
    return cudaSuccess;
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    if (is_legacy(stream))
        drain_streams(true);
    else if (recording_of(stream))
        return failed(cudaErrorStreamCaptureUnsupported);
    else
        stream->drain();
    if (has_failed())
        return failed(cudaErrorLaunchFailure);
    return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize(void)
{
    if (capturing_strictly())
        return failed(cudaErrorStreamCaptureUnsupported);
    drain_streams(false);
    return cudaSuccess;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* A copy of rows in a stream. Host memory that is not pinned is read before the call returns and
 * written before it returns. */
static cudaError_t copy_rows(char *to, size_t to_pitch, const char *from, size_t from_pitch, size_t width, size_t rows,
                             cudaStream_t stream)
{
    if (width == 0 || rows == 0)
        return cudaSuccess;
    if (copy_fails())
        return failed(cudaErrorLaunchFailure);
    const bool recording = recording_of(stream) != nullptr;
    const auto copy = [=](const char *source, size_t pitch)
    {
        for (size_t r = 0; r < rows; r++)
            memcpy(to + r * to_pitch, source + r * pitch, width);
    };
    if (!recording && kind_of(from).type == cudaMemoryTypeUnregistered)
    {
        auto staged = std::make_shared<std::vector<char>>(width * rows);
        for (size_t r = 0; r < rows; r++)
            memcpy(staged->data() + r * width, from + r * from_pitch, width);
        return enqueue(stream, [=] { copy(staged->data(), width); });
    }
    const cudaError_t error = enqueue(stream, [=] { copy(from, from_pitch); });
    if (error == cudaSuccess && !recording && kind_of(to).type == cudaMemoryTypeUnregistered)
        return cudaStreamSynchronize(stream);
    return error;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind)
{
    return copy_rows((char *)to, bytes, (const char *)from, bytes, bytes, 1, nullptr);
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t stream)
{
    return copy_rows((char *)to, bytes, (const char *)from, bytes, bytes, 1, stream);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows,
                              cudaMemcpyKind, cudaStream_t stream)
{
    return copy_rows((char *)to, to_pitch, (const char *)from, from_pitch, width, rows, stream);
}
cudaError_t cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t stream)
{
    return enqueue(stream, [=] { memset(at, value, bytes); });
}
cudaError_t cudaMemset(void *at, int value, size_t bytes) { return cudaMemsetAsync(at, value, bytes, nullptr); }

/* ---- events ---------------------------------------------------------------------------------- */

struct CUevent_st
{
    std::mutex mutex;
    std::condition_variable changed;
    uint64_t asked = 0, done = 0;
    std::chrono::steady_clock::time_point when;
    CUstream_st *captured = nullptr; /* recorded there last, as part of a graph */

    void wait(uint64_t number)
    {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return done >= number; });
    }
};

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    *event = new CUevent_st();
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    event->captured = recording_of(stream) ? stream->joined ? stream->joined : stream : nullptr;
    if (event->captured)
        return cudaSuccess;
    uint64_t number;
    {
        std::lock_guard<std::mutex> lock(event->mutex);
        number = ++event->asked;
    }
    return enqueue(stream,
                   [=]
                   {
                       std::lock_guard<std::mutex> lock(event->mutex);
                       event->done = std::max(event->done, number);
                       event->when = std::chrono::steady_clock::now();
                       event->changed.notify_all();
                   });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    event->wait(event->asked);
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    event->wait(event->asked);
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t begin, cudaEvent_t end)
{
    *milliseconds = std::chrono::duration<float, std::milli>(end->when - begin->when).count();
    return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    if (event->captured)
    {
        if (stream != event->captured)
            stream->joined = event->captured;
        return cudaSuccess;
    }
    const uint64_t number = event->asked;
    return enqueue(stream, [=] { event->wait(number); });
}

/* ---- what a kernel does ---------------------------------------------------------------------- */

namespace
{
struct
{
    std::mutex mutex;
    std::map<const void *, int> allowed; /* dynamic shared memory that a kernel may have beyond the usual */
} *const kernels = new std::remove_reference_t<decltype(*kernels)>();
} // namespace

/* All its blocks, or an error where it cannot run. */
static cudaError_t kernel_operation(operation *run, const void *kernel, dim3 blocks, dim3 threads, size_t shared, operation body)
{
    const uint64_t size = (uint64_t)threads.x * threads.y * threads.z;
    const uint64_t grid = (uint64_t)blocks.x * blocks.y * blocks.z;
    int allowed = 48 << 10;
    {
        std::lock_guard<std::mutex> lock(kernels->mutex);
        const auto found = kernels->allowed.find(kernel);
        allowed = found == kernels->allowed.end() ? allowed : std::max(allowed, found->second);
    }
    if (grid == 0 || blocks.x > INT32_MAX || blocks.y > 65535 || blocks.z > 65535 || size == 0 || size > 1024 ||
        shared > (size_t)allowed)
        return failed(cudaErrorInvalidConfiguration);
    *run = [=]
    {
        emulate::work w = {body, blocks, threads, shared, 0, 0};
        emulate::execute(w);
    };
    return cudaSuccess;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    if (is_legacy(stream) || stream->recording)
        return failed(cudaErrorStreamCaptureUnsupported);
    stream->recording.reset(new CUgraph_st());
    stream->mode = mode;
    captures += mode != cudaStreamCaptureModeRelaxed;
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    if (!stream->recording)
        return failed(cudaErrorIllegalState);
    captures -= stream->mode != cudaStreamCaptureModeRelaxed;
    *graph = stream->recording.release();
    std::lock_guard<std::mutex> lock(streams->mutex);
    for (CUstream_st *s : streams->all)
        if (s->joined == stream)
            s->joined = nullptr;
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status)
{
    *status = recording_of(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode)
{
    std::swap(*mode, thread_mode);
    return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long)
{
    if (capturing_strictly())
        return failed(cudaErrorStreamCaptureUnsupported);
    *executable = new CUgraphExec_st{graph->nodes, graph->nodes.data()};
    return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream)
{
    for (const CUgraphNode_st &node : executable->nodes)
        if (const cudaError_t error = enqueue(stream, node.run))
            return error;
    return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable)
{
    delete executable;
    return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete graph;
    return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    for (size_t i = 0; nodes && i < std::min(*count, graph->nodes.size()); i++)
        nodes[i] = &graph->nodes[i];
    *count = graph->nodes.size();
    return cudaSuccess;
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    const size_t roots = graph->nodes.empty() ? 0 : 1;
    if (nodes && *count > 0 && roots > 0)
        *nodes = &graph->nodes[0];
    *count = roots;
    return cudaSuccess;
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *parameters)
{
    if (!node->kernel)
        return failed(cudaErrorInvalidValue);
    *parameters = {};
    parameters->func = (void *)node->kernel;
    return cudaSuccess;
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, const cudaKernelNodeParams *p)
{
    if (!node->kernel || p->func != node->kernel)
        return failed(cudaErrorInvalidValue);
    operation run;
    const cudaError_t error =
        kernel_operation(&run, p->func, p->gridDim, p->blockDim, p->sharedMemBytes, node->bind(p->kernelParams));
    if (error == cudaSuccess)
        executable->nodes[node - executable->first].run = run;
    return error;
}

/* ---- kernels --------------------------------------------------------------------------------- */

cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value > emulate::SHARED)
        return failed(cudaErrorInvalidValue);
    std::lock_guard<std::mutex> lock(kernels->mutex);
    kernels->allowed[kernel] = value;
    return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *)
{
    *attributes = {};
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 64;
    attributes->binaryVersion = attributes->ptxVersion = 90;
    return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int threads, size_t shared)
{
    constexpr size_t of_a_thread = 64; /* registers */
    *blocks = (int)std::min((size_t)h200.registers / (of_a_thread * (size_t)threads), (size_t)h200.shared / (shared + 1024));
    return cudaSuccess;
}
/* The driver's functions that the library asks the runtime for. */
static CUresult encode_tiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t dimensions, void *at, const cuuint64_t *sizes,
                             const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *steps,
                             CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion,
                             CUtensorMapFloatOOBfill)
{
    emulate::box_map m = {(const char *)at, {}, {}, {}, dimensions};
    bool good = type == CU_TENSOR_MAP_DATA_TYPE_UINT8 && dimensions >= 3 && dimensions <= 5 && (uintptr_t)at % 16 == 0 &&
                interleave == CU_TENSOR_MAP_INTERLEAVE_NONE && swizzle == CU_TENSOR_MAP_SWIZZLE_128B && box[0] <= 128;
    for (cuuint32_t d = 0; good && d < dimensions; d++)
    {
        good = sizes[d] >= 1 && sizes[d] <= (cuuint64_t)1 << 32 && box[d] >= 1 && box[d] <= 256 && steps[d] == 1 &&
               (d == 0 || (strides[d - 1] % 16 == 0 && strides[d - 1] < (cuuint64_t)1 << 40));
        m.sizes[d] = sizes[d];
        m.box[d] = box[d];
        if (d > 0)
            m.strides[d - 1] = strides[d - 1];
    }
    static_assert(sizeof m <= sizeof *map, "room in a tensor map");
    if (good)
        memcpy(map, &m, sizeof m);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult *found)
{
    const bool known = strcmp(name, "cuTensorMapEncodeTiled") == 0;
    *function = known ? (void *)encode_tiled : nullptr;
    *found = known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *, const void *, cudaJitOption *, void **, unsigned, cudaLibraryOption *, void **,
                                unsigned)
{
    return failed(cudaErrorNotSupported);
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t *, cudaLibrary_t, const char *) { return failed(cudaErrorNotSupported); }

cudaError_t emulate::launch(const void *kernel, dim3 blocks, dim3 threads, size_t shared, cudaStream_t stream, operation body,
                            binder bind)
{
    operation run;
    const cudaError_t error = kernel_operation(&run, kernel, blocks, threads, shared, std::move(body));
    return error == cudaSuccess ? enqueue(stream, run, kernel, std::move(bind)) : error;
}

cudaError_t emulate::in_stream(cudaStream_t stream, operation o) { return enqueue(stream, std::move(o)); }
