/*
 * Kernels compiled at run time with NVRTC from the library's own sources, which are embedded in it,
 * and kept on disk.
 *
 * NVRTC is loaded by name when it is first asked for (DDBLAS_NVRTC: another name, or "none");
 * without it the library has the kernels that were compiled with it. A compiled kernel is an image:
 * a cubin with the kernel's name in it. Images are kept in $XDG_CACHE_HOME/ddblas/kernels,
 * otherwise ~/.cache/ddblas/kernels, one file each, named by the SHA-256 of all that it was made
 * from (sources, options, architecture, version of NVRTC), so that nothing is ever out of date. The
 * folder is a mere cache: any number of processes may use it at once, any file of it may be removed
 * at any time. Files and a folder that belong to another user than this one and root, or that
 * others can write, are not loaded from.
 */
#ifndef DDBLAS_JIT_H
#define DDBLAS_JIT_H

#include "core/core.h"
#include "sha256.h"

/* The embedded sources under the names by which they include each other; a null name at the end.
 * Made at build time. */
struct ddblas_jit_file
{
    const char *name, *text;
};
extern const struct ddblas_jit_file ddblas_jit_files[];

enum
{
    DDBLAS_JIT_NAME = 192,
    DDBLAS_JIT_WHY = 512
};

/* A kernel: an instance of a template. */
struct ddblas_jit_request
{
    const char *include;            /* the embedded file with the template */
    char instance[DDBLAS_JIT_NAME]; /* "symv_rows_kernel<...>" */
    int32_t capability;             /* 90: compute capability 9.0 */
};

/* One block of memory; freed by free. */
struct ddblas_jit_image
{
    const char *name; /* the kernel's name in the cubin */
    const void *cubin;
    size_t bytes;
    int compiled; /* 1: by this call; 0: from the cache */
};

/* 1 if NVRTC can be loaded. */
int ddblas_jit_available(void);

/* The image of a request, from the cache or compiled and put there. NOT_SUPPORTED without NVRTC or
 * when the source does not compile (its words in why[DDBLAS_JIT_WHY], which may be null),
 * ALLOC_FAILED. A cache that cannot be written is no failure. */
ddblasStatus_t ddblas_jit_image(const struct ddblas_jit_request *request, struct ddblas_jit_image **image, char *why);

/* The images of `count` requests by as many threads as there are processors, null where there is
 * none. Calls progress(context, done), unless null, from the caller's thread several times a
 * second; when it returns other than 0 no further one is begun. */
void ddblas_jit_images(const struct ddblas_jit_request *requests, int count, struct ddblas_jit_image **images,
                       int (*progress)(void *context, int done), void *context);

/* ---- kernels on a device --------------------------------------------------------------------- */

/* A kernel that was asked for under a tag on a device. Lives as long as the process. */
struct ddblas_jit_kernel
{
    uint64_t tag;
    int device;
    struct ddblas_kernel loaded; /* loaded.function is null if it could not be compiled */
    struct ddblas_jit_kernel *next;
};

/* The kernel entered under the tag, or null. Takes no lock. */
const struct ddblas_jit_kernel *ddblas_jit_find(uint64_t tag, int device);

/* Loads an image on the handle's device and enters it under the tag. A null image enters that there
 * is none. Returns null if memory is exhausted. */
const struct ddblas_jit_kernel *ddblas_jit_enter(ddblasHandle_t handle, uint64_t tag, const struct ddblas_jit_image *image);

/* ---- parts, for tests ------------------------------------------------------------------------ */

/* NVRTC itself. compile: SUCCESS, NOT_SUPPORTED with why, ALLOC_FAILED. */
int ddblas_nvrtc_version(int *major, int *minor);
ddblasStatus_t ddblas_nvrtc_compile(const struct ddblas_jit_request *request, struct ddblas_jit_image **image, char *why);
/* Adds to a digest everything besides the request that the result depends on: options, and the
 * headers that replace the C library's. */
void ddblas_nvrtc_digest(struct ddblas_sha256 *sum);

/* 1, with a sentence in why[DDBLAS_JIT_WHY], when the folder of the cache is there and others can
 * have written it: find and store leave it alone. */
int ddblas_jit_cache_refused(char *why);

/* The cache. find: null when there is no sound image under the key. store: 0, or -1. */
void ddblas_jit_key(const struct ddblas_jit_request *request, unsigned char key[DDBLAS_SHA256_BYTES]);
int ddblas_jit_cache_path(const unsigned char key[DDBLAS_SHA256_BYTES], char *path, size_t size);
struct ddblas_jit_image *ddblas_jit_cache_find(const unsigned char key[DDBLAS_SHA256_BYTES]);
int ddblas_jit_cache_store(const unsigned char key[DDBLAS_SHA256_BYTES], const struct ddblas_jit_image *image);

/* An image with room for name and cubin, both copied unless null. */
struct ddblas_jit_image *ddblas_jit_new_image(const char *name, const void *cubin, size_t bytes);

#endif
