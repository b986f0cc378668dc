/*
 * Files written beside their name and renamed when complete.
 */
#define _GNU_SOURCE /* O_TMPFILE, renameat2 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/checks.h"
#include "core/core.h"

enum
{
    ATTEMPTS = 1000,
    SUFFIX = 48,
    MOST_NAME = 200, /* bytes of a name that are kept: with the suffix it stays below the 255 of a file system */
    LINK = 40,       /* bytes of the path of an open file */
    MOST_LINKS = 40  /* symbolic links that name one another; the kernel's limit too */
};

/* The length of the path up to its last slash, that included. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Calls `make` with the names path.PID.K.tmp until one is new: what it returns, -1 on failure. */
static int with_new_name(struct ddblas_target *t, int (*make)(const struct ddblas_target *t))
{
    const size_t folder = folder_length(t->path), length = folder + strnlen(t->path + folder, MOST_NAME);
    int result = -1;
    for (int k = 0; k < ATTEMPTS && result < 0; k++)
    {
        (void)snprintf(t->temporary, length + SUFFIX, "%.*s.%ld.%d.tmp", (int)length, t->path, (long)getpid(), k);
        result = make(t);
        if (result < 0 && errno != EEXIST)
            break;
    }
    return result;
}

/* The mode of the new file before it has that of the old one, which may be stricter than umask. */
static mode_t mode_of(const struct ddblas_target *t) { return t->is_new ? 0666 : 0600; }

static int create_named(const struct ddblas_target *t)
{
    return open(t->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_of(t));
}

static void link_of(int descriptor, char link[LINK]) { (void)snprintf(link, LINK, "/proc/self/fd/%d", descriptor); }

static int give_name(const struct ddblas_target *t)
{
    char link[LINK];
    link_of(fileno(t->file), link);
    return linkat(AT_FDCWD, link, AT_FDCWD, t->temporary, AT_SYMLINK_FOLLOW);
}

/* A file without a name in the path's folder, which vanishes with the process; -1 where the file
 * system has none, or where it could not be named later. */
static int create_unnamed(const struct ddblas_target *t)
{
    char link[LINK];
    const size_t length = folder_length(t->path);
    (void)memcpy(t->temporary, t->path, length);
    (void)strcpy(t->temporary + length, ".");
    const int descriptor = open(t->temporary, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode_of(t));
    link_of(descriptor, link);
    if (descriptor < 0 || access(link, F_OK) == 0)
        return descriptor;
    (void)close(descriptor);
    return -1;
}

/* A new file in the path's folder. */
static ddblasStatus_t create_beside(struct ddblas_target *t)
{
    t->temporary = ddblas_host_alloc(strlen(t->path) + SUFFIX);
    if (!t->temporary)
    {
        free(t->resolved);
        return ddblas_fail(NULL, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the name of a file");
    }
    int descriptor = create_unnamed(t);
    t->is_unnamed = descriptor >= 0;
    if (!t->is_unnamed)
        descriptor = with_new_name(t, create_named);
    t->file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (t->file)
        return DDBLAS_STATUS_SUCCESS;
    ddblasStatus_t status = ddblas_path_fail(t->path, "create");
    if (descriptor >= 0)
        (void)close(descriptor);
    if (descriptor >= 0 && !t->is_unnamed)
        (void)unlink(t->temporary);
    free(t->temporary);
    free(t->resolved);
    return status;
}

/* The path that a symbolic link names, seen from the current folder; null with errno on failure. */
static char *read_link(const char *path)
{
    const size_t folder = folder_length(path);
    char *name = ddblas_host_alloc(folder + PATH_MAX);
    if (!name)
    {
        errno = ENOMEM;
        return NULL;
    }
    const ssize_t length = readlink(path, name + folder, PATH_MAX - 1);
    if (length < 0)
    {
        free(name);
        return NULL;
    }
    name[folder + (size_t)length] = '\0';
    if (name[folder] == '/')
        memmove(name, name + folder, (size_t)length + 1);
    else
        memcpy(name, path, folder);
    return name;
}

/* *resolved = the file that a path names by way of symbolic links, which are kept; the file need
 * not exist. Null for a path that is no link. */
static ddblasStatus_t follow_link(const char *path, char **resolved)
{
    struct stat about;
    *resolved = NULL;
    for (int count = 0; lstat(*resolved ? *resolved : path, &about) == 0 && S_ISLNK(about.st_mode); count++)
    {
        char *next = count < MOST_LINKS ? read_link(*resolved ? *resolved : path) : NULL;
        if (count == MOST_LINKS)
            errno = ELOOP;
        const int number = errno;
        free(*resolved);
        *resolved = next;
        errno = number;
        if (!next)
            return number == ENOMEM ? ddblas_fail(NULL, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the name of a file")
                                    : ddblas_path_fail(path, "follow the link");
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* A file that does not exist, perhaps the one that a symbolic link names. If a file exists there,
 * the system has refused to follow the link, and so must this function: the link is another
 * user's, in a folder where everybody may write. */
static ddblasStatus_t create_file(struct ddblas_target *t)
{
    struct stat about;
    DDBLAS_CHECK(follow_link(t->path, &t->resolved));
    if (t->resolved && lstat(t->resolved, &about) == 0)
    {
        errno = EACCES;
        ddblasStatus_t status = ddblas_path_fail(t->path, "follow the link");
        free(t->resolved);
        return status;
    }
    t->path = t->resolved ? t->resolved : t->path;
    t->is_new = 1;
    return create_beside(t);
}

/* Gives the new file the owner, the group and the mode of the old one. The system may allow only
 * the group, and then the old owner has the rights of the group or of others. If it allows neither,
 * the file has another group, whose members may have had no right to the old file, so that only the
 * owner's rights remain. */
static void keep_mode(int descriptor, const struct stat *about)
{
    mode_t mode = about->st_mode & 0777;
    if (fchown(descriptor, about->st_uid, about->st_gid) != 0 && fchown(descriptor, (uid_t)-1, about->st_gid) != 0)
        mode &= 0700;
    (void)fchmod(descriptor, mode);
}

/* A new file that will replace the old one, which must be writable. */
static ddblasStatus_t replace_file(struct ddblas_target *t, const struct stat *about)
{
    DDBLAS_CHECK(follow_link(t->path, &t->resolved));
    t->path = t->resolved ? t->resolved : t->path;
    if (access(t->path, W_OK) != 0)
    {
        ddblasStatus_t status = ddblas_path_fail(t->path, "write");
        free(t->resolved);
        return status;
    }
    DDBLAS_CHECK(create_beside(t));
    keep_mode(fileno(t->file), about);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_target_open(struct ddblas_target *t, const char *path)
{
    struct stat about;
    memset(t, 0, sizeof *t);
    t->path = path;
    const int number = ddblas_path_descriptor(path);
    const int missing = number < 0 && stat(path, &about) != 0;
    if (missing && (errno == ENOENT || errno == ELOOP))
        return create_file(t);
    if (missing)
        return ddblas_path_fail(path, "create");
    if (number < 0 && S_ISREG(about.st_mode))
        return replace_file(t, &about);
    const int copy = number < 0 ? -1 : dup(number);
    t->file = number < 0 ? fopen(path, "wb") : copy < 0 ? NULL : fdopen(copy, "wb");
    if (t->file)
        return DDBLAS_STATUS_SUCCESS;
    ddblasStatus_t status = ddblas_path_fail(path, "create");
    if (copy >= 0)
        (void)close(copy);
    return status;
}

ddblasStatus_t ddblas_target_progress(const struct ddblas_target *t, const ddblasHostMatrix *A, const ddblasWriteOptions *options,
                                      int64_t done)
{
    char text[DDBLAS_PATH_TEXT + 4];
    if (!options || !options->progress || !options->progress(options->progress_data, done, A->m * A->n))
        return DDBLAS_STATUS_SUCCESS;
    ddblas_path_text(text, t->path);
    return ddblas_fail(NULL, DDBLAS_STATUS_CANCELLED, "%s: the progress function ended the writing", text);
}

/* Gives the complete file its path. A path that named no file must still name none: a file that
 * another program has made there meanwhile may be one that nobody may write, or that another user
 * has put there, and the caller has not asked for its replacement. File systems that cannot rename
 * without replacing have hard links, which never replace; those without either (FAT) are asked
 * before, which leaves a moment between question and answer. Returns 0, or -1 with errno. */
static int publish(const struct ddblas_target *t)
{
    struct stat about;
    if (!t->is_new)
        return rename(t->temporary, t->path);
    if (renameat2(AT_FDCWD, t->temporary, AT_FDCWD, t->path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (link(t->temporary, t->path) == 0)
        return unlink(t->temporary);
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return -1;
    if (lstat(t->path, &about) != 0)
        return rename(t->temporary, t->path);
    errno = EEXIST;
    return -1;
}

ddblasStatus_t ddblas_target_close(struct ddblas_target *t, ddblasStatus_t status)
{
    int wrong = fflush(t->file) != 0;
    wrong |= ferror(t->file) != 0;
    if (!status && wrong)
        status = ddblas_path_fail(t->path, "write");
    const int is_named = t->temporary && (!t->is_unnamed || (!status && with_new_name(t, give_name) == 0));
    if (!status && t->temporary && !is_named)
        status = ddblas_path_fail(t->path, "name the file");
    if (fclose(t->file) != 0 && !status)
        status = ddblas_path_fail(t->path, "write");
    if (!status && is_named && publish(t) != 0)
        status = ddblas_path_fail(t->path, "rename to");
    if (status && is_named)
        (void)unlink(t->temporary);
    free(t->temporary);
    free(t->resolved);
    return status;
}
