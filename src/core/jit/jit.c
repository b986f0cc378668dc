/*
 * Kernels compiled at run time: the key of a request, one image, many images by many threads,
 * kernels on a device.
 */
#define _POSIX_C_SOURCE 200809L
#include "jit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void ddblas_jit_key(const struct ddblas_jit_request *request, unsigned char key[DDBLAS_SHA256_BYTES])
{
    struct ddblas_sha256 s;
    char numbers[64];
    int major, minor;
    (void)ddblas_nvrtc_version(&major, &minor);
    (void)snprintf(numbers, sizeof numbers, "ddblas 1, NVRTC %d.%d, sm_%d", major, minor, (int)request->capability);
    ddblas_sha256_start(&s);
    ddblas_sha256_add_text(&s, numbers);
    ddblas_sha256_add_text(&s, request->include);
    ddblas_sha256_add_text(&s, request->instance);
    ddblas_nvrtc_digest(&s);
    for (const struct ddblas_jit_file *f = ddblas_jit_files; f->name; f++)
    {
        ddblas_sha256_add_text(&s, f->name);
        ddblas_sha256_add_text(&s, f->text);
    }
    ddblas_sha256_end(&s, key);
}

ddblasStatus_t ddblas_jit_image(const struct ddblas_jit_request *request, struct ddblas_jit_image **image, char *why)
{
    unsigned char key[DDBLAS_SHA256_BYTES];
    *image = NULL;
    if (!ddblas_jit_available())
    {
        if (why)
            (void)snprintf(why, DDBLAS_JIT_WHY, "NVRTC is not there");
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
    ddblas_jit_key(request, key);
    *image = ddblas_jit_cache_find(key);
    if (*image)
        return DDBLAS_STATUS_SUCCESS;
    const ddblasStatus_t status = ddblas_nvrtc_compile(request, image, why);
    if (status == DDBLAS_STATUS_SUCCESS)
        (void)ddblas_jit_cache_store(key, *image);
    return status;
}

/* ---- many ------------------------------------------------------------------------------------ */

enum
{
    MOST_THREADS = 64
};

struct batch
{
    const struct ddblas_jit_request *requests;
    struct ddblas_jit_image **images;
    int count;
    atomic_int next, done, stopped;
};

static void *run_worker(void *data)
{
    struct batch *b = data;
    for (int i; !atomic_load(&b->stopped) && (i = atomic_fetch_add(&b->next, 1)) < b->count;)
    {
        (void)ddblas_jit_image(&b->requests[i], &b->images[i], NULL);
        (void)atomic_fetch_add(&b->done, 1);
    }
    return NULL;
}

static int count_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count < MOST_THREADS ? (int)count : MOST_THREADS;
}

void ddblas_jit_images(const struct ddblas_jit_request *requests, int count, struct ddblas_jit_image **images,
                       int (*progress)(void *context, int done), void *context)
{
    struct batch b = {.requests = requests, .images = images, .count = count};
    pthread_t thread[MOST_THREADS];
    int threads = 0;
    for (int i = 0; i < count; i++)
        images[i] = NULL;
    while (threads < count_processors() && threads < count && pthread_create(&thread[threads], NULL, run_worker, &b) == 0)
        threads++;
    if (threads == 0)
        (void)run_worker(&b);
    while (atomic_load(&b.done) < count && !atomic_load(&b.stopped))
    {
        const struct timespec pause = {0, 20000000};
        if (progress && progress(context, atomic_load(&b.done)))
            atomic_store(&b.stopped, 1);
        (void)nanosleep(&pause, NULL);
    }
    for (int i = 0; i < threads; i++)
        (void)pthread_join(thread[i], NULL);
}

/* ---- kernels --------------------------------------------------------------------------------- */

enum
{
    BUCKETS = 1024
};

/* Chains that only grow at their heads, so that readers need no lock. */
static struct ddblas_jit_kernel *_Atomic heads[BUCKETS];
static pthread_mutex_t entering = PTHREAD_MUTEX_INITIALIZER;

static struct ddblas_jit_kernel *_Atomic *head_of(uint64_t tag, int device)
{
    const uint64_t mixed = (tag + (uint64_t)device) * UINT64_C(0x9e3779b97f4a7c15);
    return &heads[mixed >> 54];
}

const struct ddblas_jit_kernel *ddblas_jit_find(uint64_t tag, int device)
{
    const struct ddblas_jit_kernel *k = atomic_load_explicit(head_of(tag, device), memory_order_acquire);
    while (k && (k->tag != tag || k->device != device))
        k = k->next;
    return k;
}

const struct ddblas_jit_kernel *ddblas_jit_enter(ddblasHandle_t handle, uint64_t tag, const struct ddblas_jit_image *image)
{
    struct ddblas_jit_kernel *_Atomic *head = head_of(tag, handle->device);
    (void)pthread_mutex_lock(&entering);
    const struct ddblas_jit_kernel *known = ddblas_jit_find(tag, handle->device);
    struct ddblas_jit_kernel *k = known ? NULL : calloc(1, sizeof *k);
    if (k)
    {
        *k = (struct ddblas_jit_kernel){.tag = tag, .device = handle->device, .next = atomic_load(head)};
        if (image && handle->backend->load &&
            handle->backend->load(handle->device, image->cubin, image->name, &k->loaded) != DDBLAS_STATUS_SUCCESS)
            k->loaded.function = NULL;
        atomic_store_explicit(head, k, memory_order_release);
    }
    (void)pthread_mutex_unlock(&entering);
    return known ? known : k;
}
