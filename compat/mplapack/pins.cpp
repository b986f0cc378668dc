/*
 * Pinned matrices. One mutex guards the list of pins, their copies and the handle that these belong
 * to. It is held while a matrix is copied, so that two calls do not copy the same matrix.
 */
#include "pins.hpp"

#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string>

#include "include/ddblas_mplapack.h"

namespace ddblas_mplapack
{
std::atomic<uintptr_t> first_pinned{UINTPTR_MAX}, end_of_pinned{0};

/* The handle belongs to the pins, because a copy outlives the thread that made it. */
struct pinned_copy
{
    ddblasHandle_t handle;
    void *memory = nullptr;
    explicit pinned_copy(ddblasHandle_t on) : handle(on) {}
    pinned_copy(const pinned_copy &) = delete;
    pinned_copy &operator=(const pinned_copy &) = delete;
    ~pinned_copy() { (void)ddblasFree(handle, memory); } /* under the mutex */
};

namespace
{
const bool checking = setting("DDBLAS_MPLAPACK_CHECK_PINS", 0.0) != 0.0;

struct pin
{
    const char *memory;
    int64_t rows, columns, leading;
    size_t size; /* Bytes of an element. */
    loan copy;
    bool summed;       /* The checksum is known: the drop-in has not written here since. */
    uint64_t checksum; /* With DDBLAS_MPLAPACK_CHECK_PINS=1. */

    size_t bytes() const { return (size_t)((columns - 1) * leading + rows) * size; }
    const char *end() const { return memory + bytes(); }

    /* A polynomial of the words with an odd factor: every change of a single word changes it. */
    uint64_t sum() const
    {
        uint64_t s = 0;
        for (int64_t j = 0; j < columns; j++)
        {
            const char *const column = memory + (size_t)(j * leading) * size;
            for (size_t i = 0; i < (size_t)rows * size; i += sizeof(uint64_t))
            {
                uint64_t word;
                std::memcpy(&word, column + i, sizeof word);
                s = s * 0x9E3779B97F4A7C15u + word;
            }
        }
        return s;
    }
    /* The matrix as it is now counts as known. */
    void renew()
    {
        copy.reset();
        summed = checking;
        if (checking)
            checksum = sum();
    }
    bool is_stale() const { return summed && checksum != sum(); }
};

struct pins
{
    std::mutex mutex;
    std::map<uintptr_t, pin> by_address; /* They do not overlap. */
    ddblasHandle_t handle = nullptr;
    bool no_device = false; /* The GPU could not be used, or has failed. */
};
/* Never destroyed, because threads may call while the program ends. */
pins &all()
{
    static pins *const only = new pins();
    return *only;
}
using guard = std::lock_guard<std::mutex>;

void note_bounds()
{
    first_pinned = all().by_address.empty() ? UINTPTR_MAX : all().by_address.begin()->first;
    end_of_pinned = all().by_address.empty() ? 0 : (uintptr_t)all().by_address.rbegin()->second.end();
}

/* The first pin that has memory at or behind this address. */
std::map<uintptr_t, pin>::iterator first_from(uintptr_t address)
{
    auto p = all().by_address.upper_bound(address);
    if (p != all().by_address.begin() && (uintptr_t)std::prev(p)->second.end() > address)
        --p;
    return p;
}

/* The pinned matrix that contains this one as a block, and the block's first row and column, or
 * null. */
pin *holder(const matrix &m, int64_t &row, int64_t &column)
{
    const uintptr_t address = (uintptr_t)m.memory;
    if (m.rows <= 0 || m.columns <= 0 || address < first_pinned || address >= end_of_pinned)
        return nullptr;
    const auto found = first_from(address);
    if (found == all().by_address.end() || found->first > address)
        return nullptr;
    pin &p = found->second;
    const size_t offset = (size_t)(address - found->first);
    if (p.size != m.size || offset % p.size != 0 || (m.columns > 1 && m.leading != p.leading))
        return nullptr;
    row = (int64_t)(offset / p.size) % p.leading;
    column = (int64_t)(offset / p.size) / p.leading;
    return row + m.rows <= p.rows && column + m.columns <= p.columns ? &p : nullptr;
}

/* The handle of all copies, made when the first copy is. */
ddblasHandle_t handle_of_copies(const event &what)
{
    if (!all().handle && !all().no_device && ddblasCreateWithEngine(&all().handle, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS)
    {
        all().handle = nullptr;
        all().no_device = true;
        remark(what, std::string("pinned matrices are not copied: ") + ddblasGetLastError(nullptr));
    }
    return all().handle;
}

std::string described(const pin &p)
{
    return "pinned matrix of " + std::to_string(p.rows) + " x " + std::to_string(p.columns) + " elements";
}

/* Copies the matrix to the GPU. After an error of the device no matrix is copied any more; without
 * memory there the next call tries again. */
void make_copy(const event &what, pin &p)
{
    const ddblasHandle_t handle = handle_of_copies(what);
    if (!handle || all().no_device)
        return;
    const loan copy = std::make_shared<pinned_copy>(handle);
    ddblasStatus_t status = ddblasMalloc(handle, &copy->memory, (size_t)(p.rows * p.columns) * p.size);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasSetMatrix(handle, p.rows, p.columns, p.size, p.memory, p.leading, copy->memory, p.rows);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        p.copy = copy;
        return remark(what, "copied a " + described(p) + " to the GPU");
    }
    remark(what, "no copy of a " + described(p) + ": " + ddblasGetStatusName(status) + ": " + ddblasGetLastError(handle));
    all().no_device = status != DDBLAS_STATUS_ALLOC_FAILED;
}

/* Wrong arguments of a pin: the position of the first, or 0. */
int wrong_pin(const void *a, int64_t m, int64_t n, int64_t lda, size_t size)
{
    const int64_t most = size == 0 ? 0 : (int64_t)(PTRDIFF_MAX / size);
    return m < 0                                                                                ? 2
           : n < 0                                                                              ? 3
           : size != 2 * sizeof(double) && size != 4 * sizeof(double)                           ? 5
           : !a && m > 0 && n > 0                                                               ? 1
           : lda < std::max<int64_t>(m, 1) || m > most || (n > 1 && lda > (most - m) / (n - 1)) ? 4
                                                                                                : 0;
}
} // namespace

/* ---- what the others call -------------------------------------------------------------------- */

void drop_copies(const void *memory, size_t bytes)
{
    const guard lock(all().mutex);
    const uintptr_t first = (uintptr_t)memory;
    for (auto p = first_from(first); p != all().by_address.end() && p->first < first + bytes; ++p)
    {
        p->second.copy.reset();
        p->second.summed = false;
    }
}

loan borrow(const event &what, const matrix &m, view &where)
{
    if (end_of_pinned == 0)
        return nullptr;
    const guard lock(all().mutex);
    int64_t row, column;
    pin *const p = holder(m, row, column);
    if (p && !p->copy)
        make_copy(what, *p);
    if (!p || !p->copy)
        return nullptr;
    where = {static_cast<char *>(p->copy->memory) + (size_t)(row + column * p->rows) * p->size, p->rows};
    return p->copy;
}

void give_back(loan &copy)
{
    if (!copy)
        return;
    const guard lock(all().mutex);
    copy.reset();
}

bool release_idle_copies(const event &what)
{
    const guard lock(all().mutex);
    int64_t released = 0;
    for (auto &[address, p] : all().by_address)
        if (p.copy.use_count() == 1)
        {
            p.copy.reset();
            released++;
        }
    if (released > 0)
        remark(what, "no memory on the GPU: released the copies of " + std::to_string(released) + " pinned matrices");
    return released > 0;
}

void check_pinned(const event &what, const matrix &m)
{
    if (!checking || end_of_pinned == 0)
        return;
    const guard lock(all().mutex);
    int64_t row, column;
    pin *const p = holder(m, row, column);
    if (!p)
        return;
    if (p->is_stale())
    {
        const std::string text = "a " + described(*p) + " was changed without ddblas_mplapack_update";
        std::fprintf(stderr, "ddblas: %s: %s\n", what.name, text.c_str());
        remark(what, text);
        p->renew();
    }
    else if (!p->summed)
        p->renew();
}

void hold_pins() { all().mutex.lock(); }
void release_pins() { all().mutex.unlock(); }
void abandon_copies()
{
    for (auto &[address, p] : all().by_address)
        (void)new loan(std::move(p.copy));
    all().handle = nullptr;
    all().no_device = true;
}

bool is_stale(const void *memory)
{
    const guard lock(all().mutex);
    const auto p = all().by_address.find((uintptr_t)memory);
    return p != all().by_address.end() && p->second.is_stale();
}
} // namespace ddblas_mplapack

using namespace ddblas_mplapack;

int ddblas_mplapack_pin(const void *A, int64_t m, int64_t n, int64_t lda, size_t element_size)
{
    const int wrong = wrong_pin(A, m, n, lda, element_size);
    if (wrong || m == 0 || n == 0)
        return -wrong;
    pin made = {static_cast<const char *>(A), m, n, lda, element_size, nullptr, false, 0};
    const guard lock(all().mutex);
    auto other = first_from((uintptr_t)A);
    while (other != all().by_address.end() && other->first < (uintptr_t)made.end())
        other = all().by_address.erase(other);
    made.renew();
    try
    {
        all().by_address.emplace((uintptr_t)A, std::move(made));
    } catch (const std::bad_alloc &)
    {
        note_bounds();
        return 1;
    }
    note_bounds();
    return 0;
}

int ddblas_mplapack_update(const void *A)
{
    const guard lock(all().mutex);
    const auto p = all().by_address.find((uintptr_t)A);
    if (p == all().by_address.end())
        return 1;
    p->second.renew();
    return 0;
}

int ddblas_mplapack_unpin(const void *A)
{
    const guard lock(all().mutex);
    if (all().by_address.erase((uintptr_t)A) == 0)
        return 1;
    note_bounds();
    return 0;
}
