/*
 * The cache of compiled kernels on disk.
 *
 * A file: the eight letters of `magic`, length of name and of cubin as 64-bit numbers of this
 * machine, SHA-256 of both, the name with its zero, the cubin. It is written beside its place under
 * a name of its own and renamed, so that a reader sees all of it or none, whatever happens to the
 * writer; what a power cut may still tear, the checksum finds, and the next writer replaces it.
 */
#define _POSIX_C_SOURCE 200809L
#include "jit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/user_folder.h"

static const char magic[8] = {'d', 'd', 'b', 'l', 'a', 's', 'k', '1'};

struct header
{
    char magic[8];
    uint64_t name_bytes, cubin_bytes;
    unsigned char sum[DDBLAS_SHA256_BYTES];
};

enum
{
    MOST_BYTES = 1 << 26, /* the largest file that is read */
    MOST_PATH = 1024,
    ABANDONED = 3600 /* seconds after which a file that is being written belongs to nobody */
};

struct ddblas_jit_image *ddblas_jit_new_image(const char *name, const void *cubin, size_t bytes)
{
    const size_t name_bytes = strlen(name) + 1;
    struct ddblas_jit_image *image = malloc(sizeof *image + bytes + name_bytes);
    if (!image)
        return NULL;
    char *copy = (char *)(image + 1);
    memcpy(copy, cubin, bytes);
    memcpy(copy + bytes, name, name_bytes);
    *image = (struct ddblas_jit_image){.name = copy + bytes, .cubin = copy, .bytes = bytes};
    return image;
}

/* ---- places ---------------------------------------------------------------------------------- */

static int cache_folder(char *path, size_t size)
{
    return ddblas_user_folder("XDG_CACHE_HOME", ".cache", "ddblas/kernels", path, size);
}

/* 1 if only this user and root can have written the file or folder. */
static int is_ours(const struct stat *about)
{
    return (about->st_uid == geteuid() || about->st_uid == 0) && (about->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Opens the folder when it is ours, otherwise -1 with a sentence in why[DDBLAS_JIT_WHY], which may
 * be null and is left as it is where there is no folder. Kernels are code: those of a folder that
 * others can write are not loaded. Folders above it do not matter, because whoever exchanges this
 * one for another cannot make it ours. */
static int open_folder(char *why)
{
    char path[MOST_PATH];
    struct stat about;
    if (cache_folder(path, sizeof path))
        return -1;
    const int file = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (file >= 0 && fstat(file, &about) == 0 && is_ours(&about))
        return file;
    const int reason = file >= 0 ? 0 : errno;
    if (file >= 0)
        (void)close(file);
    if (why && reason != ENOENT)
        (void)snprintf(why, DDBLAS_JIT_WHY, "the folder of compiled kernels %.100s %s; remove it or set XDG_CACHE_HOME", path,
                       reason ? "is a symbolic link, a file, or closed to this user"
                              : "belongs to another user or can be written by others");
    return -1;
}

int ddblas_jit_cache_refused(char *why)
{
    why[0] = '\0';
    const int file = open_folder(why);
    if (file >= 0)
        (void)close(file);
    return why[0] != '\0';
}

/* Makes the folder and those above it. Only this user's own code runs from it. */
static int make_folder(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/'))
    {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : -1;
}

/* The name of a key's file: its digits in hexadecimal. */
static void name_of(const unsigned char key[DDBLAS_SHA256_BYTES], char name[2 * DDBLAS_SHA256_BYTES + 1])
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < DDBLAS_SHA256_BYTES; i++)
    {
        name[2 * i] = digits[key[i] >> 4];
        name[2 * i + 1] = digits[key[i] & 15];
    }
    name[2 * DDBLAS_SHA256_BYTES] = '\0';
}

int ddblas_jit_cache_path(const unsigned char key[DDBLAS_SHA256_BYTES], char *path, size_t size)
{
    char name[2 * DDBLAS_SHA256_BYTES + 1], place[MOST_PATH];
    name_of(key, name);
    if (cache_folder(place, sizeof place))
        return -1;
    return (size_t)snprintf(path, size, "%s/%s", place, name) < size ? 0 : -1;
}

/* ---- reading --------------------------------------------------------------------------------- */

static int read_all(int file, void *to, size_t bytes)
{
    for (size_t done = 0; done < bytes;)
    {
        const ssize_t got = read(file, (char *)to + done, bytes - done);
        if (got > 0)
            done += (size_t)got;
        else if (got == 0 || errno != EINTR)
            return -1;
    }
    return 0;
}

static void sum_of(const char *name, size_t name_bytes, const void *cubin, size_t cubin_bytes,
                   unsigned char sum[DDBLAS_SHA256_BYTES])
{
    struct ddblas_sha256 s;
    ddblas_sha256_start(&s);
    ddblas_sha256_add(&s, name, name_bytes);
    ddblas_sha256_add(&s, cubin, cubin_bytes);
    ddblas_sha256_end(&s, sum);
}

/* The file's content when it is ours and its lengths and its checksum are right. */
static struct ddblas_jit_image *read_image(int file)
{
    struct stat about;
    struct header h;
    unsigned char sum[DDBLAS_SHA256_BYTES];
    if (fstat(file, &about) || !S_ISREG(about.st_mode) || !is_ours(&about) || about.st_size > MOST_BYTES ||
        read_all(file, &h, sizeof h) || memcmp(h.magic, magic, sizeof magic) != 0 || h.name_bytes < 2 ||
        h.name_bytes > MOST_BYTES || h.cubin_bytes < 1 || h.cubin_bytes > MOST_BYTES ||
        (uint64_t)about.st_size != sizeof h + h.name_bytes + h.cubin_bytes)
        return NULL;
    const size_t name_bytes = (size_t)h.name_bytes, bytes = (size_t)h.cubin_bytes;
    struct ddblas_jit_image *image = malloc(sizeof *image + bytes + name_bytes);
    if (!image)
        return NULL;
    char *cubin = (char *)(image + 1), *name = cubin + bytes;
    *image = (struct ddblas_jit_image){.name = name, .cubin = cubin, .bytes = bytes};
    if (read_all(file, name, name_bytes) == 0 && name[name_bytes - 1] == '\0' && read_all(file, cubin, bytes) == 0)
    {
        sum_of(name, name_bytes, cubin, bytes, sum);
        if (memcmp(sum, h.sum, sizeof sum) == 0)
            return image;
    }
    free(image);
    return NULL;
}

struct ddblas_jit_image *ddblas_jit_cache_find(const unsigned char key[DDBLAS_SHA256_BYTES])
{
    char name[2 * DDBLAS_SHA256_BYTES + 1];
    const int place = open_folder(NULL);
    if (place < 0)
        return NULL;
    name_of(key, name);
    const int file = openat(place, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct ddblas_jit_image *image = file >= 0 ? read_image(file) : NULL;
    if (file >= 0)
        (void)close(file);
    (void)close(place);
    return image;
}

/* ---- writing --------------------------------------------------------------------------------- */

static int write_all(int file, const void *from, size_t bytes)
{
    for (size_t done = 0; done < bytes;)
    {
        const ssize_t put = write(file, (const char *)from + done, bytes - done);
        if (put >= 0)
            done += (size_t)put;
        else if (errno != EINTR)
            return -1;
    }
    return 0;
}

/* Removes what writers that were killed have left. */
static void sweep_folder(const char *place)
{
    DIR *all = opendir(place);
    const time_t now = time(NULL);
    for (struct dirent *d = all ? readdir(all) : NULL; d; d = readdir(all))
    {
        char path[MOST_PATH];
        struct stat about;
        if (strncmp(d->d_name, "part-", 5) == 0 && (size_t)snprintf(path, sizeof path, "%s/%s", place, d->d_name) < sizeof path &&
            stat(path, &about) == 0 && about.st_mtime + ABANDONED < now)
            (void)unlink(path);
    }
    if (all)
        (void)closedir(all);
}

static char swept[MOST_PATH];

static void sweep_once(void)
{
    if (cache_folder(swept, sizeof swept) == 0)
        sweep_folder(swept);
}

int ddblas_jit_cache_store(const unsigned char key[DDBLAS_SHA256_BYTES], const struct ddblas_jit_image *image)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char path[MOST_PATH], part[MOST_PATH];
    struct header h = {.name_bytes = strlen(image->name) + 1, .cubin_bytes = image->bytes};
    memcpy(h.magic, magic, sizeof magic);
    char why[DDBLAS_JIT_WHY];
    if (cache_folder(part, sizeof part) || make_folder(part) || ddblas_jit_cache_refused(why) ||
        ddblas_jit_cache_path(key, path, sizeof path))
        return -1;
    (void)pthread_once(&once, sweep_once);
    const size_t length = strlen(part);
    if ((size_t)snprintf(part + length, sizeof part - length, "/part-XXXXXX") >= sizeof part - length)
        return -1;
    const int file = mkstemp(part);
    if (file < 0)
        return -1;
    sum_of(image->name, (size_t)h.name_bytes, image->cubin, image->bytes, h.sum);
    int failed = write_all(file, &h, sizeof h) || write_all(file, image->name, (size_t)h.name_bytes) ||
                 write_all(file, image->cubin, image->bytes);
    failed |= close(file);
    if (!failed && rename(part, path) == 0)
        return 0;
    (void)unlink(part);
    return -1;
}
