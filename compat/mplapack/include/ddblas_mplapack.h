/*
 * Matrices that stay the same over many calls of the drop-in for MPLAPACK, in C and C++. Where a
 * call goes to a GPU, its matrices are copied there and thrown away afterwards. A pinned matrix is
 * copied once, by the first call that needs it on the GPU, and its copy serves later calls, until
 * the matrix is unpinned:
 *
 *     ddblas_mplapack_pin(A, n, n, lda, sizeof *A);
 *     for (int i = 0; i < 100; i++)
 *         Rgemm("N", "N", n, n, n, one, A, lda, B[i], ldb, zero, C[i], ldc);     A is copied once
 *     ddblas_mplapack_unpin(A);
 *
 * Results do not depend on pins, provided that the caller keeps these rules:
 *   - After it has changed elements of a pinned matrix itself, it calls ddblas_mplapack_update
 *     before the next call that reads the matrix. Without that a call on the GPU computes with the
 *     old elements. Changes by routines of the drop-in, of whatever level, are noticed: they drop
 *     the copy, and the next call copies the matrix again.
 *   - It unpins the matrix before it frees the memory or uses the memory for something else.
 *   - While one thread changes a pinned matrix no other thread uses the matrix, as without pins.
 *   - All threads that call the drop-in have the same current device.
 *
 * A copy serves every operand that a routine only reads: the matrix, and blocks of it with the same
 * leading dimension. Operands that a routine overwrites are copied as without pins.
 *
 * Pins change nothing where no GPU is used: the functions succeed and only remember the matrix. If
 * the GPU has no memory for a copy, or because of copies no memory for another matrix, the call
 * goes on without pins: idle copies are released, and later calls make them again. A child process
 * of fork keeps the pins and loses the copies. DDBLAS_TRACE names a file in which a line beginning
 * with # reports every copy and every release for lack of memory.
 *
 * With the environment variable DDBLAS_MPLAPACK_CHECK_PINS=1 a checksum of each pinned matrix is
 * taken when it is pinned or updated, and compared in every call of a routine of level 3 or of
 * LAPACK that reads the matrix, on whatever engine. A difference is reported to standard error and
 * in the trace, and the call computes with the new elements. The check reads the whole matrix in
 * each such call, and is meant for the search for a forgotten update.
 *
 * All functions may be called by several threads at once. They return
 *   0   the function has done its work
 *   1   update and unpin: no matrix is pinned at this address; pin: no memory of the host
 *   -i  argument i is wrong; nothing has changed
 */
#ifndef DDBLAS_MPLAPACK_H
#define DDBLAS_MPLAPACK_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* Pins the m x n column-major matrix A of host memory. element_size is 16 bytes for dd_real and 32
 * for dd_complex. A second pin of the same matrix is an update; a pin of memory that overlaps other
 * pinned matrices ends their pins. Nothing is read or copied yet. Wrong arguments: A is null
 * although there are elements (1), m (2) or n (3) is negative, lda is below max(1, m) or the last
 * column would be beyond the address space (4), element_size (5) is neither size. An empty matrix
 * needs no pin: 0 is returned and nothing remembered. */
int ddblas_mplapack_pin(const void *A, int64_t m, int64_t n, int64_t lda, size_t element_size);

/* Says that the caller has changed elements of the matrix that is pinned at A: its copy is dropped,
 * and the next call that needs the matrix on the GPU copies it again. */
int ddblas_mplapack_update(const void *A);

/* Ends the pin of the matrix at A and frees its copy, after calls of other threads that use it. */
int ddblas_mplapack_unpin(const void *A);

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
