/*
 * Matrices that the caller has pinned (include/ddblas_mplapack.h), and their copies on the GPU.
 */
#ifndef DDBLAS_MPLAPACK_PINS_HPP
#define DDBLAS_MPLAPACK_PINS_HPP

#include <atomic>
#include <memory>

#include "door.hpp"

namespace ddblas_mplapack
{
/* Pinned memory lies between these addresses; without pins the interval is empty. */
extern std::atomic<uintptr_t> first_pinned, end_of_pinned;

/* Drops the copies of all pinned matrices that have memory in these bytes. */
void drop_copies(const void *memory, size_t bytes);

/* Every routine calls one of these three before it writes to the caller's memory, so that no copy
 * holds old elements. Padding between columns counts as written. */
inline void will_write(const void *memory, size_t bytes)
{
    const uintptr_t first = (uintptr_t)memory;
    if (first < end_of_pinned.load(std::memory_order_relaxed) && first + bytes > first_pinned.load(std::memory_order_relaxed))
        drop_copies(memory, bytes);
}
template <class T>
void will_write_matrix(const T *a, int64_t rows, int64_t columns, int64_t leading)
{
    if (rows > 0 && columns > 0)
        will_write(a, (size_t)((columns - 1) * leading + rows) * sizeof(T));
}
/* A vector of n elements begins at its lowest address, whatever the sign of its increment. */
template <class T>
void will_write_vector(const T *x, int64_t n, int64_t incx)
{
    will_write_matrix(x, 1, n, incx < 0 ? -incx : incx);
}

/* The copy of a pinned matrix in the GPU's memory. */
struct pinned_copy;
using loan = std::shared_ptr<pinned_copy>;

/* The copy that serves a matrix of this call, which `where` then leads to; made first if there is
 * none. Null: no pinned matrix contains this one, or its copy cannot be made. */
loan borrow(const event &what, const matrix &m, view &where);
/* The call that borrowed the copy no longer uses it. */
void give_back(loan &copy);
/* Releases all copies that no call uses, and says whether there was one. */
bool release_idle_copies(const event &what);

/* Compares the checksum of a pinned matrix that contains this one, if the environment asks for it,
 * and reports and drops a copy whose matrix has changed. */
void check_pinned(const event &what, const matrix &m);

/* Around fork: no thread holds the mutex of the pins while a child process is made. The child can
 * neither use nor free memory of its parent's GPU, and leaves the copies behind. */
void hold_pins();
void release_pins();
void abandon_copies();

/* For tests, with DDBLAS_MPLAPACK_CHECK_PINS=1: whether a matrix is pinned at this address and has
 * elements other than those that the drop-in knows of. */
bool is_stale(const void *memory);
} // namespace ddblas_mplapack

#endif
