/* Stands between a program and its disk (LD_PRELOAD): writes down what is done to the files of one folder, in order, and lets
 * the Nth of these calls fail.
 *
 * DISK_FOLDER  the files that are watched; `-shm` files are not: they are made anew after a crash
 * DISK_LOG     where it is written down: op, length of the name, offset, length of the data (as int64), name, data
 * DISK_FAIL    "N ERRNO EVER HALF": call N fails (with EVER all from there on); with HALF a write is half done before
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls;

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

static int watched(const char *path) {
    const char *folder = getenv("DISK_FOLDER");
    size_t length = strlen(path);
    return folder && !strncmp(path, folder, strlen(folder)) && !(length > 4 && !strcmp(path + length - 4, "-shm"));
}

static int name_of(int fd, char *path, size_t room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, room - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return watched(path);
}

static void note(char op, const char *path, int64_t offset, const void *data, int64_t length) {
    const char *log = getenv("DISK_LOG");
    if (!log) return;
    pthread_mutex_lock(&lock);
    int fd = REAL(int, "open", const char *, int, ...)(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    int64_t head[4] = {op, (int64_t)strlen(path), offset, length};
    ssize_t (*put)(int, const void *, size_t) = REAL(ssize_t, "write", int, const void *, size_t);
    if (put(fd, head, sizeof head) < 0 || put(fd, path, strlen(path)) < 0 || (data && put(fd, data, length) < 0)) abort();
    close(fd);
    pthread_mutex_unlock(&lock);
}

/* 0: goes on; 1: fails; 2: fails half done. */
static int fails(void) {
    const char *told = getenv("DISK_FAIL");
    long at, number;
    int ever, half;
    if (!told || sscanf(told, "%ld %ld %d %d", &at, &number, &ever, &half) != 4) return 0;
    pthread_mutex_lock(&lock);
    long now = ++calls;
    pthread_mutex_unlock(&lock);
    if (now != at && !(ever && now > at)) return 0;
    errno = (int)number;
    return half ? 2 : 1;
}

static ssize_t put_at(int fd, const void *data, size_t length, int64_t offset, int moves) {
    char path[4096];
    ssize_t (*at)(int, const void *, size_t, int64_t) = REAL(ssize_t, "pwrite64", int, const void *, size_t, int64_t);
    ssize_t (*on)(int, const void *, size_t) = REAL(ssize_t, "write", int, const void *, size_t);
    int seen = name_of(fd, path, sizeof path);
    int failing = seen ? fails() : 0, number = errno;
    if (failing == 2) length /= 2;
    if (failing == 1) return -1;
    if (seen && moves) offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = moves ? on(fd, data, length) : at(fd, data, length, offset);
    if (seen && done > 0) note('w', path, offset, data, done);
    if (failing == 2) {
        errno = number;
        return -1;
    }
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return put_at(fd, data, length, offset, 0); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) { return put_at(fd, data, length, offset, 0); }
ssize_t write(int fd, const void *data, size_t length) { return put_at(fd, data, length, 0, 1); }

static int on_file(char op, const char *name, int fd, int64_t length) {
    char path[4096];
    int seen = name_of(fd, path, sizeof path);
    if (seen && fails()) return -1;
    int done = op == 't' ? REAL(int, name, int, off64_t)(fd, length) : REAL(int, name, int)(fd);
    if (seen && !done) note(op, path, length, NULL, 0);
    return done;
}

int fsync(int fd) { return on_file('s', "fsync", fd, 0); }
int fdatasync(int fd) { return on_file('s', "fdatasync", fd, 0); }
int ftruncate(int fd, off_t length) { return on_file('t', "ftruncate64", fd, length); }
int ftruncate64(int fd, off64_t length) { return on_file('t', "ftruncate64", fd, length); }

int unlink(const char *path) {
    int seen = watched(path);
    if (seen && fails()) return -1;
    int done = REAL(int, "unlink", const char *)(path);
    if (seen && !done) note('u', path, 0, NULL, 0);
    return done;
}

static int opened(const char *name, const char *path, int flags, mode_t mode) {
    if (watched(path) && fails()) return -1;
    return REAL(int, name, const char *, int, ...)(path, flags, mode);
}

#define OPEN(name)                                \
    int name(const char *path, int flags, ...) {  \
        va_list rest;                             \
        va_start(rest, flags);                    \
        mode_t mode = va_arg(rest, mode_t);       \
        va_end(rest);                             \
        return opened(#name, path, flags, mode);  \
    }
OPEN(open)
OPEN(open64)
