/*
 * Files on their way: progress and its end by the caller, what a process that is killed leaves, the
 * rights of files that are replaced, files that another program makes meanwhile, and files that are
 * named by the number of an open one.
 */
#define _GNU_SOURCE /* O_TMPFILE, setgroups */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <dd/io.h>

#include "folder.h"

static char folder[] = "/tmp/ddblas_target_XXXXXX";
static char path[64];

/* The file's text, at most 255 characters. */
static const char *text_of(const char *name)
{
    static char text[256];
    FILE *f = fopen(name, "rb");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    assert_int_equal(fclose(f), 0);
    return text;
}

static void write_text(const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* m x n, element (i, j) = i + j. */
static ddblasHostMatrix make(int64_t m, int64_t n)
{
    ddblasHostMatrix A;
    assert_int_equal(ddblasHostMatrixInit(&A, DDBLAS_TYPE_D, m, n), DDBLAS_STATUS_SUCCESS);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            ((double *)A.data)[i + j * A.lda] = (double)(i + j);
    return A;
}

/* ---- progress -------------------------------------------------------------------------------- */

struct seen
{
    int64_t calls, done, all, limit; /* limit: ends the call from so many on, -1: never */
};

static int see(void *data, int64_t done, int64_t all)
{
    struct seen *s = data;
    assert_true(done > s->done);
    assert_true(s->calls == 0 || s->all == all);
    s->calls++;
    s->done = done;
    s->all = all;
    return s->limit >= 0 && done >= s->limit;
}

static void progress_of_writing(void **state)
{
    (void)state;
    ddblasHostMatrix A = make(7, 5);
    for (int npy = 0; npy < 2; npy++)
    {
        struct seen s = {.limit = -1};
        const ddblasWriteOptions options = {
            .format = npy ? DDBLAS_FORMAT_NPY : DDBLAS_FORMAT_MTX, .progress = see, .progress_data = &s};
        assert_int_equal(ddblasWriteMatrix(path, &A, &options), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(s.calls, 5);
        assert_int_equal(s.done, 35);
        assert_int_equal(s.all, 35);
    }
    ddblasHostMatrixFree(&A);
    (void)unlink(path);
}

static void progress_ends_the_writing(void **state)
{
    (void)state;
    ddblasHostMatrix A = make(7, 5);
    write_text("as it was");
    for (int npy = 0; npy < 2; npy++)
    {
        struct seen s = {.limit = 14};
        const ddblasWriteOptions options = {
            .format = npy ? DDBLAS_FORMAT_NPY : DDBLAS_FORMAT_MTX, .progress = see, .progress_data = &s};
        assert_int_equal(ddblasWriteMatrix(path, &A, &options), DDBLAS_STATUS_CANCELLED);
        assert_non_null(strstr(ddblasGetLastError(NULL), "the progress function ended the writing"));
        assert_int_equal(s.done, 14);
        assert_string_equal(text_of(path), "as it was");
        assert_int_equal(files_in(folder), 1);
    }
    ddblasHostMatrixFree(&A);
    (void)unlink(path);
}

static void progress_of_reading(void **state)
{
    (void)state;
    enum
    {
        N = 300000
    };
    ddblasHostMatrix A = make(N, 1), B;
    assert_int_equal(ddblasWriteMatrix(path, &A, NULL), DDBLAS_STATUS_SUCCESS);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    const long size = ftell(f);
    (void)fclose(f);
    assert_true(size > 1 << 20); /* more than one piece */
    struct seen s = {.limit = -1};
    ddblasReadOptions options = {.progress = see, .progress_data = &s};
    /* the last call says that all has been read */
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, &options, &B), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(s.done, size);
    assert_int_equal(s.all, size);
    assert_true(((double *)B.data)[N - 1] == N - 1);
    ddblasHostMatrixFree(&B);
    s = (struct seen){.limit = (1 << 20) + 1};
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, &options, &B), DDBLAS_STATUS_CANCELLED);
    assert_non_null(strstr(ddblasGetLastError(NULL), "the progress function ended the reading"));
    assert_null(B.data);
    s = (struct seen){.limit = 1};
    ddblasHostMatrix re, im;
    assert_int_equal(ddblasReadMatrixParts(path, &options, &re, &im), DDBLAS_STATUS_CANCELLED);
    assert_int_equal(s.calls, 1);
    ddblasHostMatrixFree(&A);
    (void)unlink(path);
}

static void a_pipe_has_no_size(void **state)
{
    (void)state;
    int ends[2];
    char name[32];
    ddblasHostMatrix A;
    assert_int_equal(pipe(ends), 0);
    const char text[] = "%%MatrixMarket matrix array real general\n1 1\n2.5\n";
    assert_int_equal(write(ends[1], text, sizeof text - 1), sizeof text - 1);
    (void)close(ends[1]);
    (void)snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    struct seen s = {.limit = -1};
    ddblasReadOptions options = {.progress = see, .progress_data = &s};
    assert_int_equal(ddblasReadMatrix(name, DDBLAS_TYPE_D, &options, &A), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(s.done, sizeof text - 1);
    assert_int_equal(s.all, 0);
    assert_true(((double *)A.data)[0] == 2.5);
    ddblasHostMatrixFree(&A);
    (void)close(ends[0]);
}

/* ---- processes that are killed ------------------------------------------------------------ */

static int kill_in_the_middle(void *data, int64_t done, int64_t all)
{
    (void)data;
    return done > all / 2 ? raise(SIGKILL) : 0;
}

static void a_killed_process_leaves_nothing(void **state)
{
    (void)state;
    const int unnamed = open(folder, O_TMPFILE | O_WRONLY, 0600);
    if (unnamed < 0)
        skip(); /* a file system without such files */
    (void)close(unnamed);
    write_text("as it was");
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
    {
        ddblasHostMatrix A = make(1000, 1000);
        const ddblasWriteOptions options = {.progress = kill_in_the_middle};
        (void)ddblasWriteMatrix(path, &A, &options);
        _exit(0);
    }
    int end = 0;
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFSIGNALED(end) && WTERMSIG(end) == SIGKILL);
    assert_string_equal(text_of(path), "as it was");
    assert_int_equal(files_in(folder), 1);
    (void)unlink(path);
}

/* As a file that is not renamed into its place would have. */
static void the_mode_is_that_of_a_new_file(void **state)
{
    (void)state;
    struct stat about;
    ddblasHostMatrix A = make(1, 1);
    const mode_t before = umask(026);
    assert_int_equal(ddblasWriteMatrix(path, &A, NULL), DDBLAS_STATUS_SUCCESS);
    (void)umask(before);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    ddblasHostMatrixFree(&A);
    (void)unlink(path);
}

/* A file that is replaced keeps its mode, and the link to it. */
static void a_replaced_file_keeps_mode_and_link(void **state)
{
    (void)state;
    struct stat about;
    char link[80];
    ddblasHostMatrix A = make(1, 1);
    write_text("as it was");
    assert_int_equal(chmod(path, 0604), 0);
    (void)snprintf(link, sizeof link, "%s/link.mtx", folder);
    assert_int_equal(symlink("A.mtx", link), 0);
    assert_int_equal(ddblasWriteMatrix(link, &A, NULL), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(lstat(link, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0604);
    assert_string_equal(text_of(path), "%%MatrixMarket matrix array real general\n1 1\n0\n");
    assert_int_equal(files_in(folder), 2);
    ddblasHostMatrixFree(&A);
    (void)unlink(link);
    (void)unlink(path);
}

/* Links that name a file which does not exist stay, and the file is made; a link to itself is an
 * error and stays. */
static void a_link_to_no_file_is_followed(void **state)
{
    (void)state;
    struct stat about;
    char first[80], second[80];
    ddblasHostMatrix A = make(1, 1);
    (void)snprintf(first, sizeof first, "%s/first.mtx", folder);
    (void)snprintf(second, sizeof second, "%s/second.mtx", folder);
    assert_int_equal(symlink(second, first), 0);   /* by its whole name */
    assert_int_equal(symlink("A.mtx", second), 0); /* relative to the folder of the link */
    assert_int_equal(ddblasWriteMatrix(first, &A, NULL), DDBLAS_STATUS_SUCCESS);
    assert_true(lstat(first, &about) == 0 && S_ISLNK(about.st_mode));
    assert_true(lstat(second, &about) == 0 && S_ISLNK(about.st_mode));
    assert_true(lstat(path, &about) == 0 && S_ISREG(about.st_mode));
    assert_string_equal(text_of(path), "%%MatrixMarket matrix array real general\n1 1\n0\n");
    assert_int_equal(files_in(folder), 3);
    (void)unlink(first);
    (void)unlink(second);
    (void)unlink(path);

    assert_int_equal(symlink("first.mtx", first), 0);
    assert_int_equal(ddblasWriteMatrix(first, &A, NULL), DDBLAS_STATUS_FILE_ERROR);
    assert_non_null(strstr(ddblasGetLastError(NULL), "first.mtx"));
    assert_true(lstat(first, &about) == 0 && S_ISLNK(about.st_mode));
    (void)unlink(first);

    assert_int_equal(symlink("none/A.mtx", first), 0); /* no such folder */
    assert_int_equal(ddblasWriteMatrix(first, &A, NULL), DDBLAS_STATUS_FILE_ERROR);
    assert_int_equal(files_in(folder), 1);
    (void)unlink(first);
    ddblasHostMatrixFree(&A);
}

/* The test may run as root, whom no mode stops. */
static void a_file_that_is_not_writable_stays(void **state)
{
    (void)state;
    ddblasHostMatrix A = make(1, 1);
    write_text("as it was");
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(folder, 0777), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
    {
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(2);
        _exit(ddblasWriteMatrix(path, &A, NULL) != DDBLAS_STATUS_FILE_ERROR);
    }
    int end = 0;
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFEXITED(end) && WEXITSTATUS(end) == 0);
    assert_string_equal(text_of(path), "as it was");
    ddblasHostMatrixFree(&A);
    (void)unlink(path);
}

/* The process of a user without rights, in this group, writes a file; returns 0 if it can. */
static int write_as_nobody(gid_t group)
{
    ddblasHostMatrix A = make(1, 1);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
    {
        if (setgroups(1, &group) != 0 || setgid(65534) != 0 || setuid(65534) != 0)
            _exit(2);
        (void)umask(0);
        _exit(ddblasWriteMatrix(path, &A, NULL) != DDBLAS_STATUS_SUCCESS);
    }
    int end = 0;
    assert_int_equal(waitpid(child, &end, 0), child);
    ddblasHostMatrixFree(&A);
    return WIFEXITED(end) ? WEXITSTATUS(end) : 3;
}

/* The user may keep the group of a file only where it is one of the user's own. Without that, the
 * rights of the old group would go to the user's group. */
static void a_replaced_file_gets_no_wider_mode(void **state)
{
    static const struct
    {
        uid_t owner;
        gid_t group;
        mode_t mode;
        gid_t group_of_user, group_after;
        mode_t mode_after;
    } cases[] = {{65534, 0, 0664, 65534, 65534, 0600}, /* the user's file, in a group of others */
                 {65534, 12345, 0660, 12345, 12345, 0660},
                 {0, 12345, 0660, 12345, 12345, 0660}, /* another user's file, in a group of both */
                 {0, 12345, 0640, 12345, 0, 0},        /* not writable */
                 {0, 0, 0646, 65534, 65534, 0600}};    /* another user's file, which all may write */
    struct stat about;
    (void)state;
    if (geteuid() != 0)
        skip(); /* only root may be any user */
    assert_int_equal(chmod(folder, 0777), 0);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        write_text("as it was");
        assert_int_equal(chown(path, cases[k].owner, cases[k].group), 0);
        assert_int_equal(chmod(path, cases[k].mode), 0);
        assert_int_equal(write_as_nobody(cases[k].group_of_user), cases[k].mode_after == 0);
        assert_int_equal(stat(path, &about), 0);
        if (cases[k].mode_after != 0)
        {
            assert_int_equal(about.st_uid, 65534);
            assert_int_equal(about.st_gid, cases[k].group_after);
            assert_int_equal(about.st_mode & 07777, cases[k].mode_after);
        }
        else
            assert_string_equal(text_of(path), "as it was");
        assert_int_equal(files_in(folder), 1);
        (void)unlink(path);
    }
}

/* ---- files that another program makes meanwhile ---------------------------------------------- */

static int make_meanwhile(void *data, int64_t done, int64_t all)
{
    (void)data;
    if (done == all)
        write_text("of another program");
    return 0;
}

/* Returns 1 if such a file makes the call fail and stays, by its name and behind a link, and if
 * without one the call succeeds. */
static int keeps_files_of_others(void)
{
    char link[80];
    int good = 1;
    ddblasHostMatrix A = make(2, 2);
    const ddblasWriteOptions options = {.progress = make_meanwhile};
    (void)snprintf(link, sizeof link, "%s/link.mtx", folder);
    for (int k = 0; k < 2; k++)
    {
        const char *name = k ? link : path;
        if (k && symlink("A.mtx", link) != 0)
            return 0;
        good = good && ddblasWriteMatrix(name, &A, &options) == DDBLAS_STATUS_FILE_ERROR;
        good = good && strstr(ddblasGetLastError(NULL), strerror(EEXIST)) != NULL;
        good = good && strcmp(text_of(path), "of another program") == 0 && files_in(folder) == 1 + k;
        (void)unlink(path);
        good = good && ddblasWriteMatrix(name, &A, NULL) == DDBLAS_STATUS_SUCCESS && files_in(folder) == 1 + k;
        (void)unlink(path);
    }
    (void)unlink(link);
    ddblasHostMatrixFree(&A);
    return good;
}

static void a_file_made_meanwhile_stays(void **state)
{
    (void)state;
    assert_true(keeps_files_of_others());
}

/* Makes system calls of this process fail as on a file system that has no renaming without
 * replacement, and, if without_links is 1, no hard links and no files without names either. Returns
 * 0 if the system allows that. */
static int refuse_calls(int without_links)
{
    enum
    {
        RENAME = SECCOMP_RET_ERRNO | EINVAL,
        LINK = SECCOMP_RET_ERRNO | EPERM,
        OPEN = SECCOMP_RET_ERRNO | EOPNOTSUPP
    };
    const unsigned number = offsetof(struct seccomp_data, nr), flags = offsetof(struct seccomp_data, args[2]),
                   link = without_links ? LINK : SECCOMP_RET_ALLOW, unnamed = without_links ? OPEN : SECCOMP_RET_ALLOW;
    struct sock_filter program[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
                                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 0, 1),
                                    BPF_STMT(BPF_RET | BPF_K, RENAME),
                                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 1, 0),
#ifdef SYS_link
                                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_link, 0, 1),
#else
                                    BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
#endif
                                    BPF_STMT(BPF_RET | BPF_K, link),
                                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
                                    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, flags), /* the low half: the processor is little-endian */
                                    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 0, 1),
                                    BPF_STMT(BPF_RET | BPF_K, unnamed),
                                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog filter = {sizeof program / sizeof program[0], program};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0;
}

static void the_same_on_simpler_file_systems(void **state)
{
    (void)state;
    for (int without_links = 0; without_links < 2; without_links++)
    {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(refuse_calls(without_links) ? 2 : !keeps_files_of_others());
        int end = 0;
        assert_int_equal(waitpid(child, &end, 0), child);
        assert_true(WIFEXITED(end));
        if (WEXITSTATUS(end) == 2)
            skip(); /* no filters of system calls */
        assert_int_equal(WEXITSTATUS(end), 0);
    }
}

/* ---- open files ------------------------------------------------------------------------------ */

/* The text before stays, and the name keeps its file. */
static void an_open_file_by_its_number(void **state)
{
    (void)state;
    static const char *const forms[] = {"/dev/fd/%d", "/proc/self/fd/%d"};
    struct stat before, after;
    ddblasHostMatrix A = make(1, 2);
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++)
    {
        char name[32];
        write_text("before\n");
        const int number = open(path, O_WRONLY | O_APPEND);
        assert_true(number >= 0);
        assert_int_equal(fstat(number, &before), 0);
        (void)snprintf(name, sizeof name, forms[f], number);
        assert_int_equal(ddblasWriteMatrix(name, &A, NULL), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(write(number, "after\n", 6), 6); /* it is still open */
        (void)close(number);
        assert_int_equal(stat(path, &after), 0);
        assert_true(before.st_ino == after.st_ino);
        assert_string_equal(text_of(path), "before\n%%MatrixMarket matrix array real general\n1 2\n0\n1\nafter\n");
    }
    assert_int_equal(ddblasWriteMatrix("/dev/fd/1000000", &A, NULL), DDBLAS_STATUS_FILE_ERROR);
    assert_int_equal(ddblasWriteMatrix("/dev/fd/", &A, NULL), DDBLAS_STATUS_FILE_ERROR);
    ddblasHostMatrixFree(&A);
    (void)unlink(path);
}

static void standard_output_that_is_a_file(void **state)
{
    (void)state;
    ddblasHostMatrix A = make(1, 1);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
    {
        const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        (void)dup2(file, STDOUT_FILENO);
        _exit(ddblasWriteMatrix("/dev/stdout", &A, NULL) != DDBLAS_STATUS_SUCCESS);
    }
    int end = 0;
    struct stat link;
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFEXITED(end) && WEXITSTATUS(end) == 0);
    assert_string_equal(text_of(path), "%%MatrixMarket matrix array real general\n1 1\n0\n");
    assert_int_equal(lstat("/dev/stdout", &link), 0);
    assert_true(S_ISLNK(link.st_mode)); /* it was not replaced */
    ddblasHostMatrixFree(&A);
    (void)unlink(path);
}

/* A socket cannot be opened by its name. */
static void a_socket_by_its_number(void **state)
{
    (void)state;
    static const char text[] = "%%MatrixMarket matrix array real general\n1 1\n2.5\n";
    int ends[2];
    char name[32];
    ddblasHostMatrix A;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(write(ends[1], text, sizeof text - 1), sizeof text - 1);
    (void)close(ends[1]);
    (void)snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    assert_int_equal(ddblasReadMatrix(name, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_SUCCESS);
    assert_true(((double *)A.data)[0] == 2.5);
    ddblasHostMatrixFree(&A);
    (void)close(ends[0]);
}

/* Reading begins where the file has been read to, and the next reader begins there too. */
static void an_open_file_from_its_place(void **state)
{
    (void)state;
    static const char text[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }";
    const double number = 2.5;
    ddblasHostMatrix A;
    ddblasFileInfo info;
    char name[32];
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fprintf(f, "first line\n\x93NUMPY%c%c%c%c%s", 1, 0, (int)sizeof text - 1, 0, text) > 0);
    assert_int_equal(fwrite(&number, sizeof number, 1, f), 1);
    assert_int_equal(fclose(f), 0);
    const int file = open(path, O_RDONLY);
    assert_true(file >= 0);
    assert_int_equal(lseek(file, 11, SEEK_SET), 11);
    (void)snprintf(name, sizeof name, "/dev/fd/%d", file);
    assert_int_equal(ddblasQueryMatrix(name, NULL, &info), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasReadMatrix(name, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_SUCCESS);
    assert_true(A.m == 1 && A.n == 1 && ((double *)A.data)[0] == 2.5);
    assert_int_equal(lseek(file, 0, SEEK_CUR), 11);
    ddblasHostMatrixFree(&A);
    (void)close(file);
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_of_writing),
        cmocka_unit_test(progress_ends_the_writing),
        cmocka_unit_test(progress_of_reading),
        cmocka_unit_test(a_pipe_has_no_size),
        cmocka_unit_test(a_killed_process_leaves_nothing),
        cmocka_unit_test(the_mode_is_that_of_a_new_file),
        cmocka_unit_test(a_replaced_file_keeps_mode_and_link),
        cmocka_unit_test(a_link_to_no_file_is_followed),
        cmocka_unit_test(a_file_that_is_not_writable_stays),
        cmocka_unit_test(a_replaced_file_gets_no_wider_mode),
        cmocka_unit_test(a_file_made_meanwhile_stays),
        cmocka_unit_test(the_same_on_simpler_file_systems),
        cmocka_unit_test(a_socket_by_its_number),
        cmocka_unit_test(an_open_file_from_its_place),
        cmocka_unit_test(an_open_file_by_its_number),
        cmocka_unit_test(standard_output_that_is_a_file),
    };
    if (!mkdtemp(folder))
        return 1;
    (void)snprintf(path, sizeof path, "%s/A.mtx", folder);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return rmdir(folder) != 0 || failed;
}
