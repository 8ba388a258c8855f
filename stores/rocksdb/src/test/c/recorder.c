/*
 * Records what a process does to the files under one directory, in the order in which it happens, so that a test can
 * compute what a loss of power would leave of them. It is loaded before the C library (LD_PRELOAD).
 *
 *   RECORDER_ROOT   the directory whose files are recorded
 *   RECORDER_TRACE  the file to which the records are written; it lies elsewhere
 *
 * A record is: one byte for the operation, four for the handle of an open file, eight for an offset, length or flags,
 * four for the number of bytes that follow, and these bytes; numbers are little-endian. The page of a file that is mapped
 * is recorded, if it changed, before the next operation. What is written to a file named "marks" becomes a mark in the
 * trace; the marks "fail write" and "fail sync" make the next such operation on a file of the log fail.
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
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_FILES 65536
#define PAGE_BYTES 256

enum { MARKS = 1, LOG = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root;
static int trace = -1;
static uint32_t last_handle;
static uint32_t handles[MOST_FILES];
static char kinds[MOST_FILES];
static char *page;
static size_t page_bytes;
static uint32_t page_handle;
static char page_seen[PAGE_BYTES];
static int fail_write;
static int fail_sync;

__attribute__((constructor)) static void begin(void) {
  root = getenv("RECORDER_ROOT");
  const char *file = getenv("RECORDER_TRACE");
  if (root && file) trace = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

static int is_recorded(const char *path) {
  return trace >= 0 && path && strncmp(path, root, strlen(root)) == 0;
}

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), part = strlen(end);
  return length >= part && strcmp(text + length - part, end) == 0;
}

static void emit(const void *data, size_t length) {
  const char *at = data;
  while (length > 0) {
    long done = syscall(SYS_write, trace, at, length);
    if (done <= 0) abort();
    at += done;
    length -= (size_t)done;
  }
}

static void record(char operation, uint32_t handle, uint64_t number, const void *data, uint32_t length) {
  char head[17];
  head[0] = operation;
  memcpy(head + 1, &handle, 4);
  memcpy(head + 5, &number, 8);
  memcpy(head + 13, &length, 4);
  emit(head, sizeof head);
  emit(data, length);
}

static void record_page(void) {
  if (page && memcmp(page, page_seen, page_bytes) != 0) {
    memcpy(page_seen, page, page_bytes);
    record('p', page_handle, 0, page_seen, (uint32_t)page_bytes);
  }
}

static void record_paths(char operation, const char *first, const char *second) {
  char both[8192];
  int length = snprintf(both, sizeof both, "%s\n%s", first, second);
  record(operation, 0, 0, both, (uint32_t)length);
}

static void enter(void) {
  pthread_mutex_lock(&lock);
  record_page();
}

static void leave(void) { pthread_mutex_unlock(&lock); }

static uint32_t handle_of(int fd) { return fd >= 0 && fd < MOST_FILES ? handles[fd] : 0; }

/* Opening. */

static int opened(int at, const char *path, int flags, mode_t mode) {
  if (!is_recorded(path)) return (int)syscall(SYS_openat, at, path, flags, mode);
  enter();
  struct stat before;
  int existed = stat(path, &before) == 0;
  int fd = (int)syscall(SYS_openat, at, path, flags, mode);
  int error = errno;
  if (fd >= 0 && fd < MOST_FILES) {
    handles[fd] = ++last_handle;
    kinds[fd] = ends_with(path, "/marks") ? MARKS : ends_with(path, ".log") ? LOG : 0;
    uint64_t how = (existed ? 0 : 1) | ((flags & O_TRUNC) ? 2 : 0);
    if (kinds[fd] != MARKS) record('o', handles[fd], how, path, (uint32_t)strlen(path));
  }
  leave();
  errno = error;
  return fd;
}

#define MODE(flags)                          \
  mode_t mode = 0;                           \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {   \
    va_list more;                            \
    va_start(more, flags);                   \
    mode = (mode_t)va_arg(more, unsigned);   \
    va_end(more);                            \
  }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }

static void forget(int fd) {
  if (fd >= 0 && fd < MOST_FILES) handles[fd] = 0;
}

int close(int fd) {
  if (handle_of(fd)) {
    enter();
    forget(fd);
    leave();
  }
  return (int)syscall(SYS_close, fd);
}

int dup2(int from, int to) {
  if (handle_of(to)) {
    enter();
    forget(to);
    leave();
  }
  return (int)syscall(SYS_dup3, from, to, 0) ;
}

/* Writing. */

static ssize_t written(int fd, const void *data, size_t length, off_t offset, int positioned) {
  enter();
  int kind = kinds[fd];
  if (kind == MARKS) {
    if (length >= 10 && memcmp(data, "fail write", 10) == 0) fail_write = 2;
    if (length >= 9 && memcmp(data, "fail sync", 9) == 0) fail_sync = 1;
    record('k', 0, 0, data, (uint32_t)length);
    leave();
    return (ssize_t)length;
  }
  size_t part = length;
  if (fail_write && kind == LOG) {
    if (--fail_write == 0) {
      leave();
      errno = ENOSPC;
      return -1;
    }
    part = (length + 1) / 2;
  }
  struct stat now;
  off_t at = positioned ? offset : lseek(fd, 0, SEEK_CUR);
  if (!positioned && (fcntl(fd, F_GETFL) & O_APPEND) && fstat(fd, &now) == 0) at = now.st_size;
  long done = positioned ? syscall(SYS_pwrite64, fd, data, part, offset) : syscall(SYS_write, fd, data, part);
  int error = errno;
  if (done > 0) record('w', handles[fd], (uint64_t)at, data, (uint32_t)done);
  leave();
  errno = error;
  return done;
}

ssize_t write(int fd, const void *data, size_t length) {
  return handle_of(fd) ? written(fd, data, length, 0, 0) : syscall(SYS_write, fd, data, length);
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
  return handle_of(fd) ? written(fd, data, length, offset, 1) : syscall(SYS_pwrite64, fd, data, length, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) { return pwrite(fd, data, length, offset); }

int ftruncate(int fd, off_t length) {
  if (!handle_of(fd)) return (int)syscall(SYS_ftruncate, fd, length);
  enter();
  int result = (int)syscall(SYS_ftruncate, fd, length);
  int error = errno;
  if (result == 0) record('t', handles[fd], (uint64_t)length, "", 0);
  leave();
  errno = error;
  return result;
}

int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

/* Waiting for the disk. The recording itself does not wait: the trace says what was waited for. */

static int synced(int fd) {
  enter();
  int failing = fail_sync && kinds[fd] == LOG;
  if (failing) {
    fail_sync = 0;
  } else {
    record('s', handles[fd], 0, "", 0);
  }
  leave();
  errno = EIO;
  return failing ? -1 : 0;
}

int fsync(int fd) { return handle_of(fd) ? synced(fd) : (int)syscall(SYS_fsync, fd); }
int fdatasync(int fd) { return handle_of(fd) ? synced(fd) : (int)syscall(SYS_fdatasync, fd); }

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
  void *address = (void *)syscall(SYS_mmap, at, length, protection, flags, fd, offset);
  if (handle_of(fd) && (flags & MAP_SHARED) && (protection & PROT_WRITE) && address != MAP_FAILED && length <= PAGE_BYTES) {
    enter();
    page = address;
    page_bytes = length;
    page_handle = handles[fd];
    memcpy(page_seen, page, length);
    leave();
  }
  return address;
}

void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
  return mmap(at, length, protection, flags, fd, offset);
}

int munmap(void *address, size_t length) {
  if (page && address == page) {
    enter();
    page = NULL;
    leave();
  }
  return (int)syscall(SYS_munmap, address, length);
}

int msync(void *address, size_t length, int flags) {
  if (page && (char *)address <= page && page < (char *)address + length) {
    enter();
    record('s', page_handle, 0, "", 0);
    leave();
    return 0;
  }
  return (int)syscall(SYS_msync, address, length, flags);
}

/* Names. */

int rename(const char *from, const char *to) {
  if (!is_recorded(from)) return (int)syscall(SYS_rename, from, to);
  enter();
  int result = (int)syscall(SYS_rename, from, to);
  int error = errno;
  if (result == 0) record_paths('r', from, to);
  leave();
  errno = error;
  return result;
}

int unlink(const char *path) {
  if (!is_recorded(path)) return (int)syscall(SYS_unlink, path);
  enter();
  int result = (int)syscall(SYS_unlink, path);
  int error = errno;
  if (result == 0) record('u', 0, 0, path, (uint32_t)strlen(path));
  leave();
  errno = error;
  return result;
}

int mkdir(const char *path, mode_t mode) {
  if (!is_recorded(path)) return (int)syscall(SYS_mkdir, path, mode);
  enter();
  int result = (int)syscall(SYS_mkdir, path, mode);
  int error = errno;
  if (result == 0) record('m', 0, 0, path, (uint32_t)strlen(path));
  leave();
  errno = error;
  return result;
}
