/*
 * Kernels compiled at run time, as far as that goes without a GPU: SHA-256 against FIPS 180-4, the
 * cache on disk with every kind of damage, with many writers at once and with writers that are
 * killed, NVRTC on the library's own sources, and the library without NVRTC.
 * DDBLAS_TEST_ALL_KERNELS=1 compiles every candidate of the tuner instead of a few.
 */
#define _XOPEN_SOURCE 700 /* chown, symlink, mkdtemp */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include <cmocka.h>

#include "api/spaces.h"
#include "core/jit/jit.h"
#include "../lib/h200.h"
#include "level2/symv/cuda/symv_jit.h"
#include "random.h"
#include "tune/tune.h"

static char cache[256];

/* An empty cache for one test. */
static int fresh_cache(void **state)
{
    (void)state;
    (void)snprintf(cache, sizeof cache, "/tmp/ddblas-jit-XXXXXX");
    assert_non_null(mkdtemp(cache));
    return setenv("XDG_CACHE_HOME", cache, 1);
}

static int remove_cache(void **state)
{
    char command[300];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf '%s'", cache);
    return system(command);
}

static void nap(long microseconds)
{
    const struct timespec t = {0, 1000 * microseconds};
    (void)nanosleep(&t, NULL);
}

/* ---- SHA-256 --------------------------------------------------------------------------------- */

static void assert_digest(const char *text, size_t repeats, const char *expected)
{
    struct ddblas_sha256 s;
    unsigned char digest[DDBLAS_SHA256_BYTES];
    char hex[2 * DDBLAS_SHA256_BYTES + 1];
    ddblas_sha256_start(&s);
    for (size_t i = 0; i < repeats; i++)
        ddblas_sha256_add(&s, text, strlen(text));
    ddblas_sha256_end(&s, digest);
    for (int i = 0; i < DDBLAS_SHA256_BYTES; i++)
        (void)snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    assert_string_equal(hex, expected);
}

/* The examples of FIPS 180-4 and of NIST's test vectors. */
static void known_digests(void **state)
{
    (void)state;
    assert_digest("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_digest("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    assert_digest("a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* ---- the cache ------------------------------------------------------------------------------- */

static void make_key(unsigned number, unsigned char key[DDBLAS_SHA256_BYTES])
{
    struct ddblas_sha256 s;
    ddblas_sha256_start(&s);
    ddblas_sha256_add(&s, &number, sizeof number);
    ddblas_sha256_end(&s, key);
}

/* Content that is known from its key and its variant: variants differ in length and in every
 * byte. */
static struct ddblas_jit_image *make_image(unsigned number, unsigned variant)
{
    unsigned char bytes[3000];
    variant %= 256;
    const size_t length = 1000 + 100 * (variant % 20);
    for (size_t i = 0; i < length; i++)
        bytes[i] = (unsigned char)(i * 31 + number * 7 + variant * 13);
    bytes[0] = (unsigned char)variant;
    return ddblas_jit_new_image("_Z6kernelv", bytes, length);
}

static int is_sound(unsigned number, const struct ddblas_jit_image *image)
{
    struct ddblas_jit_image *same = make_image(number, ((const unsigned char *)image->cubin)[0]);
    const int sound = same->bytes == image->bytes && memcmp(same->cubin, image->cubin, same->bytes) == 0 &&
                      strcmp(same->name, image->name) == 0;
    free(same);
    return sound;
}

static void write_file(const char *path, const void *bytes, size_t length)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    fclose(out);
}

static size_t slurp(const char *path, unsigned char *to, size_t most)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    const size_t length = fread(to, 1, most, in);
    fclose(in);
    return length;
}

static void damaged_files(void **state)
{
    (void)state;
    static unsigned char whole[8192], spoilt[8192];
    unsigned char key[DDBLAS_SHA256_BYTES];
    char path[1024];
    struct ddblas_jit_image *image = make_image(1, 3), *found;
    make_key(1, key);
    assert_null(ddblas_jit_cache_find(key));
    assert_int_equal(ddblas_jit_cache_store(key, image), 0);
    found = ddblas_jit_cache_find(key);
    assert_non_null(found);
    assert_true(is_sound(1, found));
    free(found);
    assert_int_equal(ddblas_jit_cache_path(key, path, sizeof path), 0);
    const size_t length = slurp(path, whole, sizeof whole);
    for (size_t cut = 0; cut < length; cut += cut < 80 ? 1 : 37)
    {
        write_file(path, whole, cut);
        assert_null(ddblas_jit_cache_find(key));
    }
    for (size_t at = 0; at < length; at++)
    {
        memcpy(spoilt, whole, length);
        spoilt[at] ^= (unsigned char)(1U << at % 8);
        write_file(path, spoilt, length);
        assert_null(ddblas_jit_cache_find(key));
    }
    memcpy(spoilt, whole, length);
    spoilt[length] = 0;
    write_file(path, spoilt, length + 1);
    assert_null(ddblas_jit_cache_find(key));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_null(ddblas_jit_cache_find(key));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_null(ddblas_jit_cache_find(key));
    assert_int_equal(ddblas_jit_cache_store(key, image), -1); /* a folder has the name of the file */
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(ddblas_jit_cache_store(key, image), 0);
    found = ddblas_jit_cache_find(key);
    assert_non_null(found);
    free(found);
    free(image);
}

/* No folder, one that cannot be made, and what a dead writer has left. */
static void odd_folders(void **state)
{
    (void)state;
    unsigned char key[DDBLAS_SHA256_BYTES];
    char path[400];
    struct ddblas_jit_image *image = make_image(2, 1);
    make_key(2, key);
    assert_int_equal(ddblas_jit_cache_store(key, image), 0);
    (void)snprintf(path, sizeof path, "%s/file", cache);
    write_file(path, "x", 1);
    setenv("XDG_CACHE_HOME", path, 1);
    assert_int_equal(ddblas_jit_cache_store(key, image), -1);
    assert_null(ddblas_jit_cache_find(key));
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", cache, 1);
    assert_int_equal(ddblas_jit_cache_store(key, image), 0);
    (void)snprintf(path, sizeof path, "%s/.cache/ddblas/kernels", cache);
    assert_int_equal(access(path, R_OK), 0);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_int_equal(ddblas_jit_cache_store(key, image), -1);
    assert_null(ddblas_jit_cache_find(key));
    free(image);
}

/* Whether the cache gives the image of this number, which lies there whole. */
static int is_found(unsigned number)
{
    unsigned char key[DDBLAS_SHA256_BYTES];
    make_key(number, key);
    struct ddblas_jit_image *found = ddblas_jit_cache_find(key);
    const int there = found != NULL;
    assert_true(!there || is_sound(number, found));
    free(found);
    return there;
}

/* Kernels are code: they are taken from files and a folder that only this user and root can have
 * written. */
static void writable_by_others(void **state)
{
    (void)state;
    unsigned char key[DDBLAS_SHA256_BYTES];
    char path[1024], folder[400], moved[400], why[DDBLAS_JIT_WHY];
    struct ddblas_jit_image *image = make_image(4, 2);
    make_key(4, key);
    assert_false(ddblas_jit_cache_refused(why)); /* no folder yet */
    assert_string_equal(why, "");
    assert_int_equal(ddblas_jit_cache_store(key, image), 0);
    assert_int_equal(ddblas_jit_cache_path(key, path, sizeof path), 0);
    (void)snprintf(folder, sizeof folder, "%s/ddblas/kernels", cache);
    (void)snprintf(moved, sizeof moved, "%s/elsewhere", cache);
    assert_true(is_found(4) && !ddblas_jit_cache_refused(why));

    static const mode_t open_to_others[] = {0666, 0620, 0602, 0777};
    for (size_t i = 0; i < sizeof open_to_others / sizeof open_to_others[0]; i++)
    {
        assert_int_equal(chmod(path, open_to_others[i]), 0);
        assert_false(is_found(4));
        assert_int_equal(chmod(path, 0644), 0);
        assert_int_equal(chmod(folder, open_to_others[i] | 0700), 0);
        assert_false(is_found(4));
        assert_true(ddblas_jit_cache_refused(why) && strstr(why, folder) && strstr(why, "written by others"));
        assert_int_equal(ddblas_jit_cache_store(key, image), -1);
        assert_int_equal(chmod(folder, 0755), 0);
        assert_true(is_found(4) && !ddblas_jit_cache_refused(why));
    }

    assert_int_equal(rename(path, moved), 0); /* a link instead of the file, then instead of the folder */
    assert_int_equal(symlink(moved, path), 0);
    assert_false(is_found(4));
    assert_int_equal(rename(moved, path), 0);
    assert_true(is_found(4));
    assert_int_equal(rename(folder, moved), 0);
    assert_int_equal(symlink(moved, folder), 0);
    assert_false(is_found(4));
    assert_true(ddblas_jit_cache_refused(why) && strstr(why, "symbolic link"));
    assert_int_equal(unlink(folder), 0);
    assert_int_equal(rename(moved, folder), 0);
    assert_true(is_found(4));

    if (getuid() == 0) /* others can own files here */
    {
        assert_int_equal(chown(path, 54321, 0), 0);
        assert_false(is_found(4));
        assert_int_equal(chown(path, 0, 0), 0);
        assert_int_equal(chown(folder, 54321, 0), 0);
        assert_false(is_found(4));
        assert_true(ddblas_jit_cache_refused(why) && strstr(why, "belongs to another user"));
        assert_int_equal(chown(folder, 0, 0), 0);
        assert_true(is_found(4));
    }
    free(image);
}

static void abandoned_parts_are_swept(void **state)
{
    (void)state;
    char old[400], young[400], folder[300];
    unsigned char key[DDBLAS_SHA256_BYTES];
    make_key(3, key);
    (void)snprintf(folder, sizeof folder, "mkdir -p %s/ddblas/kernels", cache);
    assert_int_equal(system(folder), 0);
    (void)snprintf(old, sizeof old, "%s/ddblas/kernels/part-abcdef", cache);
    (void)snprintf(young, sizeof young, "%s/ddblas/kernels/part-ghijkl", cache);
    write_file(old, "torn", 4);
    write_file(young, "being written", 13);
    const struct utimbuf past = {time(NULL) - 7200, time(NULL) - 7200};
    assert_int_equal(utime(old, &past), 0);
    const pid_t child = fork(); /* a process sweeps once */
    if (child == 0)
    {
        struct ddblas_jit_image *image = make_image(3, 0);
        _exit(ddblas_jit_cache_store(key, image) != 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_not_equal(access(old, F_OK), 0);
    assert_int_equal(access(young, F_OK), 0);
}

enum
{
    KEYS = 8,
    WRITERS = 6
};

/* Stores and reads the same few keys over and over; ends with 1 when it ever reads what nobody
 * wrote. */
static void hammer(unsigned seed, int rounds)
{
    unsigned char key[DDBLAS_SHA256_BYTES];
    for (int i = 0; i < rounds; i++)
    {
        const unsigned number = (seed + (unsigned)i * 5) % KEYS;
        make_key(number, key);
        struct ddblas_jit_image *own = make_image(number, seed * 16 + (unsigned)i), *found;
        if (ddblas_jit_cache_store(key, own))
            _exit(2);
        found = ddblas_jit_cache_find(key);
        if (!found || !is_sound(number, found)) /* once stored, always there */
            _exit(1);
        free(own);
        free(found);
    }
    _exit(0);
}

static void many_writers(void **state)
{
    (void)state;
    pid_t child[WRITERS];
    for (unsigned w = 0; w < WRITERS; w++)
        if ((child[w] = fork()) == 0)
            hammer(w, (int)(400 / dd_test_scale()));
    for (int w = 0; w < WRITERS; w++)
    {
        int status;
        assert_int_equal(waitpid(child[w], &status, 0), child[w]);
        assert_int_equal(status, 0);
    }
}

static void killed_writers(void **state)
{
    (void)state;
    unsigned char key[DDBLAS_SHA256_BYTES];
    struct dd_random g;
    dd_random_start(&g, 77);
    for (int kill_number = 0; kill_number < 50; kill_number++)
    {
        const pid_t child = fork();
        int status;
        if (child == 0)
            hammer((unsigned)kill_number, 1000000);
        nap((long)dd_random_int(&g, 0, 8000));
        (void)kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        for (unsigned number = 0; number < KEYS; number++)
        {
            make_key(number, key);
            char path[1024];
            struct ddblas_jit_image *found = ddblas_jit_cache_find(key);
            assert_int_equal(ddblas_jit_cache_path(key, path, sizeof path), 0);
            assert_int_equal(found != NULL, access(path, F_OK) == 0); /* under its name there is no torn file */
            assert_true(!found || is_sound(number, found));
            free(found);
        }
    }
}

/* ---- NVRTC ----------------------------------------------------------------------------------- */

/* The first call in a process decides whether there is NVRTC: each of these is a process of its
 * own. */
static int without(const char *name)
{
    static int32_t list[4096][DDBLAS_TUNE_PARAMETERS];
    const struct ddblas_tune_key key = {&ddblas_tune_space_symv_cuda, DDBLAS_TYPE_W, 0};
    const struct ddblas_tune_space *space = &ddblas_tune_space_symv_cuda;
    struct ddblas_jit_request request = {"symv_rows.cuh", "symv_rows_kernel<symv_rows_shape<double, false, true, 2, 64, 4>>", 90};
    struct ddblas_jit_image *image;
    char why[DDBLAS_JIT_WHY] = "";
    setenv("DDBLAS_NVRTC", name, 1);
    if (ddblas_jit_available() || ddblas_jit_image(&request, &image, why) != DDBLAS_STATUS_NOT_SUPPORTED || image || !why[0])
        return 1;
    const int count = ddblas_tune_feasible(&key, &h200, list, 4096);
    for (int i = 0; i < count; i++)
    {
        const struct symv_choice choice = ddblas_symv_choice_of(list[i]);
        if (!ddblas_symv_is_compiled(DDBLAS_TYPE_W, &choice))
            return 2;
    }
    /* A table's row with a shape that is not compiled in is refused at the door. */
    const int32_t other[DDBLAS_TUNE_PARAMETERS] = {SYMV_BY_TILES, 2, 4, 4, 3, 1, 256};
    return count < SYMV_ROWS_COUNT + SYMV_TILE_COUNT ? 3 : space->check(&h200, DDBLAS_TYPE_W, 0, 1000, 1000, other) ? 4 : 0;
}

static void library_without_nvrtc(void **state)
{
    (void)state;
    static const char *const names[] = {"none", "/nonexistent/libnvrtc.so", "libm.so.6"};
    for (int i = 0; i < 3; i++)
    {
        const pid_t child = fork();
        int status;
        if (child == 0)
            _exit(without(names[i]));
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

static void need_nvrtc(void)
{
    if (ddblas_jit_available())
        return;
    print_message("NVRTC is not there\n");
    skip();
}

static void compiled_kept_and_mended(void **state)
{
    (void)state;
    static unsigned char bytes[1 << 20];
    struct ddblas_jit_request request = {"symv_rows.cuh", "symv_rows_kernel<symv_rows_shape<double, false, true, 2, 64, 4>>", 90};
    struct ddblas_jit_image *first, *second;
    unsigned char key[DDBLAS_SHA256_BYTES], other[DDBLAS_SHA256_BYTES];
    char why[DDBLAS_JIT_WHY] = "", path[1024];
    need_nvrtc();
    assert_int_equal(ddblas_jit_image(&request, &first, why), DDBLAS_STATUS_SUCCESS);
    assert_true(first->compiled && strstr(first->name, "symv_rows_kernel") && first->bytes > 1000);
    assert_memory_equal(first->cubin, "\177ELF", 4);
    assert_int_equal(ddblas_jit_image(&request, &second, why), DDBLAS_STATUS_SUCCESS);
    assert_false(second->compiled);
    assert_int_equal(first->bytes, second->bytes);
    assert_memory_equal(first->cubin, second->cubin, first->bytes);
    assert_string_equal(first->name, second->name);
    free(second);

    ddblas_jit_key(&request, key);
    assert_int_equal(ddblas_jit_cache_path(key, path, sizeof path), 0);
    const size_t length = slurp(path, bytes, sizeof bytes);
    bytes[length / 2] ^= 4;
    write_file(path, bytes, length);
    assert_int_equal(ddblas_jit_image(&request, &second, why), DDBLAS_STATUS_SUCCESS);
    assert_true(second->compiled); /* the damage was seen */
    free(second);
    assert_int_equal(ddblas_jit_image(&request, &second, why), DDBLAS_STATUS_SUCCESS);
    assert_false(second->compiled); /* and mended */
    free(second);
    free(first);

    /* A cache that cannot be written costs time and nothing else. */
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
    assert_int_equal(ddblas_jit_image(&request, &second, why), DDBLAS_STATUS_SUCCESS);
    assert_true(second->compiled);
    free(second);
    setenv("XDG_CACHE_HOME", cache, 1);

    /* Everything that matters is in the key. */
    request.capability = 80;
    ddblas_jit_key(&request, other);
    assert_memory_not_equal(key, other, sizeof key);
    request.capability = 90;
    request.include = "symv_tile.cuh";
    ddblas_jit_key(&request, other);
    assert_memory_not_equal(key, other, sizeof key);

    struct ddblas_jit_request bad = {"symv_rows.cuh", "symv_rows_kernel<symv_rows_shape<double, false, true, 3, 64, 4>>", 90};
    assert_int_equal(ddblas_jit_image(&bad, &second, why), DDBLAS_STATUS_NOT_SUPPORTED); /* 32 % 3: a static_assert */
    assert_null(second);
    assert_non_null(strstr(why, "lanes of a warp"));
    bad.capability = 12345;
    assert_int_equal(ddblas_jit_image(&bad, &second, NULL), DDBLAS_STATUS_NOT_SUPPORTED);
}

enum
{
    BATCH = 6
};

static void make_batch(struct ddblas_jit_request *requests)
{
    for (int i = 0; i < BATCH; i++)
    {
        requests[i] = (struct ddblas_jit_request){.include = "symv_rows.cuh", .capability = 90};
        (void)snprintf(requests[i].instance, sizeof requests[i].instance,
                       "symv_rows_kernel<symv_rows_shape<double, false, true, %d, 64, %d>>", i == 2 ? 3 : 1 << i % 3, 4 << i / 3);
    }
}

static int count_calls(void *context, int done)
{
    ++*(int *)context;
    return done < 0;
}

static int stop_at_once(void *context, int done)
{
    (void)context;
    (void)done;
    return 1;
}

static void many_at_once(void **state)
{
    (void)state;
    struct ddblas_jit_request requests[BATCH];
    struct ddblas_jit_image *images[BATCH];
    int calls = 0, there = 0;
    need_nvrtc();
    make_batch(requests);
    ddblas_jit_images(requests, BATCH, images, count_calls, &calls);
    for (int i = 0; i < BATCH; i++)
    {
        assert_int_equal(images[i] != NULL, i != 2);
        assert_true(!images[i] || images[i]->compiled);
        free(images[i]);
    }
    assert_true(calls > 0);
    assert_int_equal(remove_cache(NULL), 0);
    ddblas_jit_images(requests, BATCH, images, stop_at_once, NULL);
    for (int i = 0; i < BATCH; i++)
    {
        there += images[i] != NULL;
        free(images[i]);
    }
    assert_true(there < BATCH - 1);
    ddblas_jit_images(requests, 0, images, NULL, NULL);
}

/* A process compiling into the cache is killed at any moment, again and again; what it had done
 * stays and is sound. */
static void killed_compilers(void **state)
{
    (void)state;
    struct ddblas_jit_request requests[BATCH];
    struct ddblas_jit_image *images[BATCH];
    struct dd_random g;
    int before = 0, finished = 0;
    need_nvrtc();
    make_batch(requests);
    dd_random_start(&g, 78);
    for (int kill_number = 0; kill_number < 12 && !finished; kill_number++)
    {
        int status, kept = 0;
        const pid_t child = fork();
        if (child == 0)
        {
            ddblas_jit_images(requests, BATCH, images, NULL, NULL);
            _exit(0);
        }
        nap((long)dd_random_int(&g, 50000, 450000));
        (void)kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        finished = WIFEXITED(status);
        for (int i = 0; i < BATCH; i++)
        {
            unsigned char key[DDBLAS_SHA256_BYTES];
            char path[1024];
            ddblas_jit_key(&requests[i], key);
            struct ddblas_jit_image *found = ddblas_jit_cache_find(key);
            assert_int_equal(ddblas_jit_cache_path(key, path, sizeof path), 0);
            assert_int_equal(found != NULL, access(path, F_OK) == 0);
            assert_true(!found || memcmp(found->cubin, "\177ELF", 4) == 0);
            kept += found != NULL;
            free(found);
        }
        assert_true(kept >= before);
        before = kept;
    }
    ddblas_jit_images(requests, BATCH, images, NULL, NULL);
    for (int i = 0; i < BATCH; i++)
    {
        assert_int_equal(images[i] != NULL, i != 2);
        free(images[i]);
    }
}

/* The candidates of every type and form compile, in each way in which columns may lie. */
static void candidates_compile(void **state)
{
    (void)state;
    static int32_t list[4096][DDBLAS_TUNE_PARAMETERS];
    static const int64_t odd_lda[] = {4096, 4097, 4098};
    const struct symv_device numbers = {.multiprocessors = 132, .shared_of_block = 232448};
    const int all = getenv("DDBLAS_TEST_ALL_KERNELS") != NULL;
    struct dd_random g;
    int compiled = 0;
    need_nvrtc();
    dd_random_start(&g, 79);
    for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
        for (int hermitian = 0; hermitian <= ddblas_type_is_complex((ddblasType_t)t); hermitian++)
        {
            const struct ddblas_tune_key key = {&ddblas_tune_space_symv_cuda, (ddblasType_t)t, 2 * hermitian};
            const int count = ddblas_tune_feasible(&key, &h200, list, 4096);
            assert_true(count > 100 && count < 4096);
            int32_t last = -1;
            for (int i = all ? 0 : (int)dd_random_int(&g, 0, count - 1); i < count; i += all ? 1 : count)
            {
                const struct symv_choice choice = ddblas_symv_choice_of(list[i]);
                if (choice.shape == last)
                    continue;
                last = choice.shape;
                struct symv_plan plan;
                struct ddblas_jit_request request;
                struct ddblas_jit_image *image;
                char why[DDBLAS_JIT_WHY] = "";
                const int64_t lda = odd_lda[all ? 0 : dd_random_int(&g, 0, 2)];
                ddblas_symv_make_plan(&plan, &choice, &numbers, key.type, 0, 128, 0, lda);
                (void)ddblas_symv_request(key.type, hermitian, &plan, 90, &request);
                if (ddblas_jit_image(&request, &image, why) != DDBLAS_STATUS_SUCCESS)
                    fail_msg("%s: %s", request.instance, why);
                compiled++;
                free(image);
            }
        }
    print_message("%d kernels\n", compiled);
}

/* Different instances have different tags, and the same plan the same. */
static void tags(void **state)
{
    (void)state;
    static int32_t list[4096][DDBLAS_TUNE_PARAMETERS];
    static struct ddblas_jit_request requests[8192];
    static uint64_t tag[8192];
    static const int64_t lda[] = {4096, 4097, 4098};
    const struct symv_device numbers = {.multiprocessors = 132, .shared_of_block = 232448};
    int found = 0;
    need_nvrtc();
    for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
        for (int hermitian = 0; hermitian <= ddblas_type_is_complex((ddblasType_t)t); hermitian++)
        {
            const struct ddblas_tune_key key = {&ddblas_tune_space_symv_cuda, (ddblasType_t)t, 2 * hermitian};
            const int count = ddblas_tune_feasible(&key, &h200, list, 4096);
            for (int i = 0; i < count; i += 23)
                for (int l = 0; l < 3; l++, found++)
                {
                    struct symv_plan plan;
                    const struct symv_choice choice = ddblas_symv_choice_of(list[i]);
                    int32_t back[DDBLAS_TUNE_PARAMETERS] = {0};
                    ddblas_symv_parameters_of(&choice, back);
                    assert_memory_equal(back, list[i], sizeof back);
                    ddblas_symv_make_plan(&plan, &choice, &numbers, key.type, 0, 128, 0, lda[l]);
                    tag[found] = ddblas_symv_request(key.type, hermitian, &plan, 90, &requests[found]);
                }
        }
    for (int i = 0; i < found; i++)
        for (int k = 0; k < i; k++) /* an instance may have several tags, a tag has one instance */
            assert_true(tag[i] != tag[k] || strcmp(requests[i].instance, requests[k].instance) == 0);
}

int main(void)
{
    setenv("DDBLAS_TUNE_TABLE", "none", 1);
    (void)umask(022); /* a cache that the group can write would be refused */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_digests),
        cmocka_unit_test_setup_teardown(library_without_nvrtc, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(abandoned_parts_are_swept, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(damaged_files, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(odd_folders, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(writable_by_others, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(many_writers, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(killed_writers, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(killed_compilers, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(compiled_kept_and_mended, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(many_at_once, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(candidates_compile, fresh_cache, remove_cache),
        cmocka_unit_test_setup_teardown(tags, fresh_cache, remove_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
