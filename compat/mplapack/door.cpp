/*
 * Handles of threads, the way to a GPU and back, and the trace.
 */
#include "door.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <pthread.h>

#include "number.hpp"
#include "pins.hpp"

namespace ddblas_mplapack
{
/* ---- settings -------------------------------------------------------------------------------- */

double setting(const char *name, double otherwise)
{
    const char *text = std::getenv(name);
    char *end = nullptr;
    const double value = text ? std::strtod(text, &end) : otherwise;
    return text && (end == text || *end != '\0' || !(value >= 0.0)) ? otherwise : value;
}

namespace
{
/* The number of GPUs that may be used, and the multiply-adds from which on a call goes to one. */
const double devices = setting("DDBLAS_MPLAPACK_DEVICES", 1.0);
const double threshold = setting("DDBLAS_MPLAPACK_THRESHOLD", 0x1p21);

/* ---- trace ----------------------------------------------------------------------------------- */

std::FILE *open_trace()
{
    const char *name = std::getenv("DDBLAS_TRACE");
    std::FILE *file = name && *name ? std::fopen(name, "a") : nullptr;
    if (name && *name && !file)
        std::fprintf(stderr, "ddblas: DDBLAS_TRACE: %s cannot be opened\n", name);
    return file;
}
std::FILE *const trace_file = open_trace();
std::mutex trace_mutex;

/* ---- handles --------------------------------------------------------------------------------- */

struct handles
{
    ddblasHandle_t cpu = nullptr, device = nullptr;
    bool no_device = false; /* A GPU could not be used, and is not tried again by this thread. */
    ~handles() { close(); }
    void close()
    {
        if (cpu)
            (void)ddblasDestroy(cpu);
        if (device)
            (void)ddblasDestroy(device);
        cpu = device = nullptr;
    }
};
thread_local handles own;

/* ---- fork: no thread holds a mutex while a child process is made ----------------------------- */

std::atomic<bool> is_child{false};

void before_fork()
{
    hold_pins();
    trace_mutex.lock();
}
void after_fork()
{
    trace_mutex.unlock();
    release_pins();
}
/* A child process cannot use the GPU of its parent, in whatever thread. */
void in_child()
{
    own.device = nullptr;
    is_child = true;
    abandon_copies();
    after_fork();
}
const int watching_forks = pthread_atfork(before_fork, after_fork, in_child);

ddblasHandle_t device(const event &what)
{
    if (own.device || own.no_device || is_child)
        return own.device;
    if (devices < 1.0 || ddblasCreateWithEngine(&own.device, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS)
    {
        own.device = nullptr;
        own.no_device = true;
        remark(what, devices < 1.0 ? "no GPU is to be used" : ddblasGetLastError(nullptr));
    }
    return own.device;
}

/* ---- the way to a GPU ------------------------------------------------------------------------ */

/* Matrices of a call on the GPU: copies of its own, and of pinned matrices if `pins` allows it. */
class copies
{
  public:
    copies(ddblasHandle_t on, const event &call, bool pins) : handle(on), what(call), with_pins(pins) {}
    copies(const copies &) = delete;
    copies &operator=(const copies &) = delete;
    ~copies()
    {
        for (size_t i = 0; i < views.size(); i++)
            if (loans[i])
                give_back(loans[i]);
            else
                (void)ddblasFree(handle, views[i].memory);
    }

    ddblasStatus_t add(const matrix &m)
    {
        view pinned;
        loans.push_back(with_pins && m.how == use::read ? borrow(what, m, pinned) : nullptr);
        if (loans.back())
        {
            views.push_back(pinned);
            return DDBLAS_STATUS_SUCCESS;
        }
        const int64_t leading = std::max<int64_t>(m.rows, 1);
        void *memory = nullptr;
        ddblasStatus_t status = ddblasMalloc(handle, &memory, (size_t)(leading * std::max<int64_t>(m.columns, 0)) * m.size);
        if (status != DDBLAS_STATUS_SUCCESS)
            return status;
        views.push_back({memory, leading});
        if (m.how == use::written || m.rows <= 0 || m.columns <= 0)
            return status;
        return ddblasSetMatrix(handle, m.rows, m.columns, m.size, m.memory, m.leading, memory, leading);
    }

    const view *all() const { return views.data(); }

  private:
    ddblasHandle_t handle;
    const event &what;
    const bool with_pins;
    std::vector<view> views;
    std::vector<loan> loans; /* One for each view; null where the memory belongs to this call. */
};

/* Results of a call on their way back. A GPU that fails while it copies them leaves the caller's
 * matrices as they were. */
struct result
{
    const matrix *to;
    std::unique_ptr<char[]> memory;

    ddblasStatus_t fetch(ddblasHandle_t handle, const matrix &m, const view &v)
    {
        to = &m;
        memory.reset(new char[(size_t)(m.rows * m.columns) * m.size]);
        return ddblasGetMatrix(handle, m.rows, m.columns, m.size, v.memory, v.leading, memory.get(), m.rows);
    }

    void deliver() const
    {
        const size_t column = (size_t)to->rows * to->size;
        will_write(to->memory, (size_t)((to->columns - 1) * to->leading + to->rows) * to->size);
        for (int64_t j = 0; j < to->columns; j++)
            std::memcpy(static_cast<char *>(to->memory) + (size_t)(j * to->leading) * to->size, memory.get() + (size_t)j * column,
                        column);
    }
};

/* A failure leaves the library's sentence in `why`, before the next call clears it. */
ddblasStatus_t try_device(ddblasHandle_t handle, const event &what, bool pins, const matrix *matrices, int count, body function,
                          const void *data, std::string &why)
{
    copies there(handle, what, pins);
    std::vector<result> results;
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && status == DDBLAS_STATUS_SUCCESS; i++)
        status = there.add(matrices[i]);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = function(data, handle, there.all());
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasSynchronize(handle);
    for (int i = 0; i < count && status == DDBLAS_STATUS_SUCCESS; i++)
        if (matrices[i].how != use::read && matrices[i].rows > 0 && matrices[i].columns > 0)
        {
            results.emplace_back();
            status = results.back().fetch(handle, matrices[i], there.all()[i]);
        }
    if (status != DDBLAS_STATUS_SUCCESS)
        why = ddblasGetLastError(handle);
    else
        for (const result &r : results)
            r.deliver();
    return status;
}

/* The same with pins; if the GPU then lacks memory, again without them and their copies. */
ddblasStatus_t try_device(ddblasHandle_t handle, const event &what, const matrix *matrices, int count, body function,
                          const void *data, std::string &why)
{
    const ddblasStatus_t status = try_device(handle, what, true, matrices, count, function, data, why);
    return status == DDBLAS_STATUS_ALLOC_FAILED && release_idle_copies(what)
               ? try_device(handle, what, false, matrices, count, function, data, why)
               : status;
}

/* Whether the GPU has done the call. After an error of the device the thread uses it no more; what
 * does not fit or is not offered there is tried again the next time. */
bool done_on_device(const event &what, const matrix *matrices, int count, body function, const void *data)
{
    const ddblasHandle_t handle = device(what);
    if (!handle)
        return false;
    ddblasStatus_t status;
    std::string why;
    try
    {
        status = try_device(handle, what, matrices, count, function, data, why);
    } catch (const std::bad_alloc &)
    {
        status = DDBLAS_STATUS_ALLOC_FAILED;
        why = "no memory of the host";
    }
    if (status == DDBLAS_STATUS_SUCCESS)
        return true;
    remark(what, std::string(ddblasGetStatusName(status)) + " on the GPU: " + why);
    if (status == DDBLAS_STATUS_DEVICE_ERROR || status == DDBLAS_STATUS_NO_DEVICE)
    {
        (void)ddblasDestroy(own.device);
        own.device = nullptr;
        own.no_device = true;
    }
    return false;
}
} // namespace

/* ---- what the others call -------------------------------------------------------------------- */

const bool tracing = trace_file != nullptr;

void remark(const event &what, const std::string &text)
{
    if (!tracing)
        return;
    const std::lock_guard<std::mutex> lock(trace_mutex);
    std::fprintf(trace_file, "# %s: %s\n", what.name, text.c_str());
    std::fflush(trace_file);
}

void trace(const event &what, const char *engine, std::chrono::steady_clock::time_point start)
{
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const std::lock_guard<std::mutex> lock(trace_mutex);
    std::fprintf(trace_file, "%.*s,%lld,%lld,%lld,%s,%.9f\n", (int)std::strcspn(what.name, " "), what.name, (long long)what.m,
                 (long long)what.n, (long long)what.k, engine, seconds.count());
    std::fflush(trace_file);
}

void check(ddblasStatus_t status, const event &what)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    if (status == DDBLAS_STATUS_ALLOC_FAILED)
        throw std::bad_alloc();
    throw std::runtime_error(std::string(what.name) + ": " + ddblasGetLastError(own.cpu));
}

ddblasHandle_t cpu()
{
    if (!own.cpu)
        check(ddblasCreateWithEngine(&own.cpu, DDBLAS_ENGINE_CPU), {"ddblas", 0, 0, 0});
    return own.cpu;
}

void run(const event &what, double multiply_adds, const matrix *matrices, int count, body function, const void *data)
{
    const auto start = tracing ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point();
    const char *engine = "cuda";
    for (int i = 0; i < count; i++)
        if (matrices[i].how != use::written)
            check_pinned(what, matrices[i]);
    if (multiply_adds <= 0.0 || multiply_adds < threshold || !done_on_device(what, matrices, count, function, data))
    {
        constexpr int most = 8;
        view views[most];
        for (int i = 0; i < count && i < most; i++)
        {
            const matrix &m = matrices[i];
            views[i] = {m.memory, m.leading};
            if (m.how != use::read && m.rows > 0 && m.columns > 0)
                will_write(m.memory, (size_t)((m.columns - 1) * m.leading + m.rows) * m.size);
        }
        engine = "cpu";
        check(function(data, cpu(), views), what);
    }
    if (tracing)
        trace(what, engine, start);
}

/* ---- small sizes ----------------------------------------------------------------------------- */

namespace
{
#if defined(__x86_64__)
const bool fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
const ddblas_small_w &small_w = fused ? ddblas_small_w_avx2 : ddblas_small_w_portable;
const ddblas_small_u &small_u = fused ? ddblas_small_u_avx2 : ddblas_small_u_portable;
#else
const ddblas_small_w &small_w = ddblas_small_w_portable;
const ddblas_small_u &small_u = ddblas_small_u_portable;
#endif
} // namespace

const ddblas_small_w &library<dd_real>::small() { return small_w; }
const ddblas_small_u &library<dd_complex>::small() { return small_u; }
} // namespace ddblas_mplapack
