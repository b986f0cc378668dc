/*
 * The handle and what every routine does with it: checks, errors, workspace, choice of engine.
 */
#ifndef DDBLAS_CORE_H
#define DDBLAS_CORE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/ddblas.h>

#include "backend/allocate.h"
#include "backend/backend.h"
#include "simd/host_memory.h"

enum
{
    DDBLAS_ERROR_TEXT = 256,
    DDBLAS_MOST_THREADS = 1024
};

#define DDBLAS_MAGIC UINT64_C(0x6464626c61732121)

/* A room's own entry in a handle: an object, for example another library's handle, or a setting.
 * The owner is the address of a variable of the room, so that the core need not know the rooms. */
struct ddblas_slot
{
    const void *owner; /* null: the slot is free */
    void *object;      /* null until the room makes it */
    void (*release)(void *object);
    int setting; /* 0 until the room sets it */
};

enum
{
    DDBLAS_MOST_SLOTS = 16
};

struct ddblasContext
{
    uint64_t magic; /* DDBLAS_MAGIC while the handle lives */
    const struct ddblas_backend *backend;
    int device;
    int threads; /* threads of the CPU engine; 0: OpenMP's default */
    void *stream;
    ddblasPointerMode_t pointer_mode;
    void *user_workspace; /* null: use the handle's own */
    size_t user_workspace_bytes;
    void *own_workspace;
    size_t own_workspace_bytes;
    struct ddblas_slot slot[DDBLAS_MOST_SLOTS];
    int last_argument;
    char last_error[DDBLAS_ERROR_TEXT];
};

/* Makes a handle as ddblasCreateWithEngine does, but without what other rooms keep in it. */
ddblasStatus_t ddblas_handle_new(ddblasHandle_t *handle, ddblasEngine_t engine);

/* The slot of `owner` in the handle: the one it has, or a free one. There are at most
 * DDBLAS_MOST_SLOTS owners. Destroying the handle releases the objects, those of the youngest slots
 * first. */
struct ddblas_slot *ddblas_slot(ddblasHandle_t handle, const void *owner);

/* Returns the graphs that a handle keeps for the launches of its routines
 * (backend/launch_graphs.h), made at the first call; null if they could not be allocated. Only in
 * builds with CUDA. */
struct ddblas_launch_graphs *ddblas_handle_graphs(ddblasHandle_t handle);

/* SUCCESS when the handle lives, and then clears its last error; otherwise NOT_INITIALIZED. Every
 * public function starts with it.
 */
ddblasStatus_t ddblas_enter(ddblasHandle_t handle);

/* Records a sentence (printf form) in the handle, or in the thread when handle is null, and returns
 * status. */
ddblasStatus_t ddblas_fail(ddblasHandle_t handle, ddblasStatus_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a wrong argument, with its position counted from 1. */
ddblasStatus_t ddblas_fail_argument(ddblasHandle_t handle, ddblasStatus_t status, int position, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns status; when it is an engine's failure, records the engine's own words with what was
 * being done. */
ddblasStatus_t ddblas_check_engine(ddblasHandle_t handle, ddblasStatus_t status, const char *doing);

/* Provides a workspace for up to `threads` threads, `share` bytes each. If the caller's workspace
 * is smaller, *threads becomes the number of threads that fit, at least one. */
ddblasStatus_t ddblas_workspace_shares(ddblasHandle_t handle, size_t share, int *threads, void **workspace);

/* At least `bytes` of the engine's memory for the running call: the caller's workspace when set
 * (WORKSPACE_TOO_SMALL if it is too small), otherwise the handle's own, grown when needed. 0 bytes
 * give null. The content is undefined. */
ddblasStatus_t ddblas_workspace(ddblasHandle_t handle, size_t bytes, void **workspace);

/* bytes of one element of the type, and 1 for complex types. */
size_t ddblas_type_size(ddblasType_t type);
int ddblas_type_is_complex(ddblasType_t type);
/* The letter: 'S', 'D', ... */
char ddblas_type_letter(ddblasType_t type);

/* Traits of a type, by which code tells types apart. The real type is that of the parts: S of C,
 * D of Z, W of U; a real type is its own. */
ddblasType_t ddblas_type_real(ddblasType_t type);
/* 1 for W and U, whose arithmetic is this library's own. The others have IEEE arithmetic, and BLAS
 * and LAPACK libraries have them. */
int ddblas_type_is_double_double(ddblasType_t type);
/* 1 for S and C, which consist of floats; the others consist of doubles. */
int ddblas_type_is_single(ddblasType_t type);
/* Bytes of the floats or doubles of which an element consists. */
size_t ddblas_type_word(ddblasType_t type);
/* The unit of error bounds: 2^-24, 2^-53, or u_w = 2^-104. */
double ddblas_type_unit(ddblasType_t type);
/* The element 1, in host memory. */
const void *ddblas_type_one(ddblasType_t type);
/* 1 if this is a type, and one of a mask of types.def; any number may be asked about. */
int ddblas_type_is_of(ddblasType_t type, unsigned types);

/* The memory that a pointer argument leads to. */
enum ddblas_place
{
    DDBLAS_PLACE_HOST,
    DDBLAS_PLACE_DEVICE
};
/* Return 1 if the scalar, in host memory, is zero, or is one. */
int ddblas_type_is_zero(ddblasType_t type, const void *scalar);
int ddblas_type_is_one(ddblasType_t type, const void *scalar);

/* Where the arrays of a call lie, by the handle's engine, and where its scalars lie, by the pointer
 * mode. */
enum ddblas_place ddblas_place_of_arrays(ddblasHandle_t handle);
enum ddblas_place ddblas_place_of_scalars(ddblasHandle_t handle);

/* Return 1 if the scalar is in host memory and is 0, or is 1. real_part: it has the type's real
 * type. */
int ddblas_known_zero(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar);
int ddblas_known_one(ddblasHandle_t handle, ddblasType_t type, int real_part, const void *scalar);

/* 1 when a pointer to elements of this type has the alignment that the type needs: in host memory
 * that of its floats or doubles, on a device that of its parts, which are 16 bytes in W and U. */
int ddblas_type_aligned(ddblasType_t type, enum ddblas_place place, const void *pointer);

/* 1 when columns of `rows` elements of `size` bytes, `leading` elements apart, end within the
 * address space. */
int ddblas_addressable(int64_t rows, int64_t columns, int64_t leading, size_t size);

/* 0 when double-double arithmetic of this build on this host gives known results, otherwise the
 * number of the failed case. */
int ddblas_selftest(void);

/* Threads that the CPU engine uses for this handle, >= 1: as many as are asked for, or fewer where
 * the system refuses them. The calling thread gets the same number from one call to the next while
 * the handle's setting stays. */
int ddblas_threads(ddblasHandle_t handle);

/* The same for a routine of this type: fewer where it calls CBLAS, which may not be able to serve
 * as many. */
int ddblas_threads_for(ddblasHandle_t handle, ddblasType_t type);

/* The same for a call for which at most `useful` >= 1 threads have enough work. The system is asked
 * only for threads that are wanted: never for a small call. */
int ddblas_threads_useful(ddblasHandle_t handle, ddblasType_t type, double useful);

/* The next call of ddblas_threads in this thread tries threads that were refused before. */
void ddblas_threads_try_again(void);

/* From the first call on, a child process made by fork alone computes with one thread; 1 in such a
 * child. */
void ddblas_threads_watch_forks(void);
int ddblas_threads_forked(void);

#endif
