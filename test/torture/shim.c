/*
 * Loaded before libc into a process with a till (LD_PRELOAD): writes down what reaches the disk, makes chosen writes and
 * syncs fail, or ends the process at one. Only files whose path holds TORTURE_MATCH, or one of several with | between, count;
 * with a $ behind it the path must end so.
 *
 * TORTURE_RECORD  a file: one record for each write, truncation, sync, and change of a name, in order (see recording.ts)
 * TORTURE_CONTROL a file of five 32-bit numbers shared with the process: mode, countdown, errno, seen, hits
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OFF, FAIL_ONCE, FAIL_ON, KILL };
struct control { volatile uint32_t mode, countdown, error, seen, hits; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct control *control;
static int record = -1;
static const char *match;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_truncate)(const char *, off_t);
static int (*real_unlink)(const char *);
static int (*real_unlinkat)(int, const char *, int);
static int (*real_remove)(const char *);
static int (*real_rename)(const char *, const char *);
static int (*real_link)(const char *, const char *);
static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static ssize_t (*real_sendfile)(int, int, off_t *, size_t);
static long (*real_syscall)(long, ...);

static void prepare(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_truncate = dlsym(RTLD_NEXT, "truncate64");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  real_unlinkat = dlsym(RTLD_NEXT, "unlinkat");
  real_remove = dlsym(RTLD_NEXT, "remove");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_link = dlsym(RTLD_NEXT, "link");
  real_open = dlsym(RTLD_NEXT, "open64");
  real_openat = dlsym(RTLD_NEXT, "openat64");
  real_writev = dlsym(RTLD_NEXT, "writev");
  real_pwritev = dlsym(RTLD_NEXT, "pwritev64");
  real_sendfile = dlsym(RTLD_NEXT, "sendfile64");
  real_syscall = dlsym(RTLD_NEXT, "syscall");
  match = getenv("TORTURE_MATCH");
  const char *path = getenv("TORTURE_RECORD");
  if (path) record = real_open(path, O_CREAT | O_WRONLY | O_APPEND, 0600);
  path = getenv("TORTURE_CONTROL");
  int fd = path ? real_open(path, O_RDWR) : -1;
  if (fd >= 0) {
    void *page = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (page != MAP_FAILED) control = page;
    close(fd);
  }
}

static int matches_one(const char *path, const char *wanted, size_t length) {
  size_t all = strlen(path);
  if (length == 0) return 0;
  if (wanted[length - 1] != '$') return memmem(path, all, wanted, length) != NULL;
  length--;
  return length <= all && memcmp(path + all - length, wanted, length) == 0;
}

static int matches(const char *path) {
  if (!match || strstr(path, "-shm")) return 0;
  for (const char *from = match; *from;) {
    const char *end = strchr(from, '|');
    size_t length = end ? (size_t)(end - from) : strlen(from);
    if (matches_one(path, from, length)) return 1;
    from += length + (end ? 1 : 0);
  }
  return 0;
}

static const char *path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0 || !match) return NULL;
  path[length] = 0;
  return matches(path) ? path : NULL;
}

static void note(char op, const char *path, uint64_t offset, const void *data, uint32_t length) {
  if (record < 0) return;
  uint16_t name = strlen(path);
  char head[15];
  head[0] = op;
  memcpy(head + 1, &name, 2);
  memcpy(head + 3, &offset, 8);
  memcpy(head + 11, &length, 4);
  pthread_mutex_lock(&lock);
  real_write(record, head, sizeof head);
  real_write(record, path, name);
  if (length) real_write(record, data, length);
  pthread_mutex_unlock(&lock);
}

/* A folder that is synced keeps what was made and removed in it. */
static int note_folder(int fd) {
  struct stat about;
  char link[64], path[PATH_MAX];
  if (record < 0 || fstat(fd, &about) != 0 || !S_ISDIR(about.st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  note('d', path, 0, NULL, 0);
  return 1;
}

/* Whether this operation is to fail; does not come back when the process is to end here. */
static int fails(void) {
  if (!control || control->mode == OFF) return 0;
  control->seen++;
  if (control->countdown > 1) {
    control->countdown--;
    return 0;
  }
  if (control->countdown == 0 && control->mode != FAIL_ON) return 0;
  control->countdown = 0;
  control->hits++;
  if (control->mode == KILL) raise(SIGKILL);
  errno = control->error;
  return 1;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) {
  pthread_once(&once, prepare);
  char name[PATH_MAX];
  const char *path = path_of(fd, name);
  if (path && fails()) return -1;
  ssize_t written = real_pwrite(fd, data, length, offset);
  if (path && written > 0) note('w', path, offset, data, written);
  return written;
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

/* What the till acknowledges it writes to a file of its own: that says when. */
static void note_written(const char *path, uint64_t from, const struct iovec *parts, int count, ssize_t written) {
  char op = strstr(path, "-acknowledged") ? 'a' : 'w';
  for (int part = 0; part < count && written > 0; part++) {
    size_t length = (size_t)written < parts[part].iov_len ? (size_t)written : parts[part].iov_len;
    if (length) note(op, path, from, parts[part].iov_base, length);
    from += length;
    written -= length;
  }
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  pthread_once(&once, prepare);
  ssize_t written = real_writev(fd, parts, count);
  int error = errno;
  char name[PATH_MAX];
  const char *path = record >= 0 && fd > 2 && fd != record && written > 0 ? path_of(fd, name) : NULL;
  if (path) note_written(path, lseek(fd, 0, SEEK_CUR) - written, parts, count, written);
  errno = error;
  return written;
}
ssize_t write(int fd, const void *data, size_t length) {
  pthread_once(&once, prepare);
  ssize_t written = real_write(fd, data, length);
  int error = errno;
  char name[PATH_MAX];
  const char *path = record >= 0 && fd > 2 && fd != record && written > 0 ? path_of(fd, name) : NULL;
  struct iovec part = { (void *)data, length };
  if (path) note_written(path, lseek(fd, 0, SEEK_CUR) - written, &part, 1, written);
  errno = error;
  return written;
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t offset) {
  pthread_once(&once, prepare);
  char name[PATH_MAX];
  const char *path = path_of(fd, name);
  if (path && fails()) return -1;
  ssize_t written = real_pwritev(fd, parts, count, offset);
  if (path && written > 0) note_written(path, offset, parts, count, written);
  return written;
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev64(fd, parts, count, offset); }

/* What the system would copy by itself nobody sees: who asks for it reads and writes instead. */
ssize_t sendfile64(int out, int in, off_t *offset, size_t length) {
  pthread_once(&once, prepare);
  char name[PATH_MAX];
  if (record >= 0 && path_of(out, name)) {
    errno = EINVAL;
    return -1;
  }
  return real_sendfile(out, in, offset, length);
}
ssize_t sendfile(int out, int in, off_t *offset, size_t length) { return sendfile64(out, in, offset, length); }
long syscall(long number, ...) {
  pthread_once(&once, prepare);
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (record >= 0 && number == SYS_copy_file_range) {
    errno = ENOSYS;
    return -1;
  }
  return real_syscall(number, a, b, c, d, e, f);
}

/* Opening makes a file, or empties it. */
static int opened(int at, const char *path, int flags, mode_t rights) {
  pthread_once(&once, prepare);
  int noted = record >= 0 && (flags & (O_CREAT | O_TRUNC)) && (at == AT_FDCWD || path[0] == '/') && matches(path);
  int was = noted && access(path, F_OK) == 0;
  int fd = real_openat(at, path, flags, rights);
  if (fd < 0 || !noted) return fd;
  int error = errno;
  if (!was) note('c', path, 0, NULL, 0);
  else if (flags & O_TRUNC) note('t', path, 0, NULL, 0);
  errno = error;
  return fd;
}
#define RIGHTS(last) \
  mode_t rights = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, last); rights = va_arg(rest, mode_t); va_end(rest); }
int open64(const char *path, int flags, ...) { RIGHTS(flags) return opened(AT_FDCWD, path, flags, rights); }
int open(const char *path, int flags, ...) { RIGHTS(flags) return opened(AT_FDCWD, path, flags, rights); }
int openat64(int at, const char *path, int flags, ...) { RIGHTS(flags) return opened(at, path, flags, rights); }
int openat(int at, const char *path, int flags, ...) { RIGHTS(flags) return opened(at, path, flags, rights); }

/* A sync is for what was written before it began: another thread writes on meanwhile. */
int fsync(int fd) {
  pthread_once(&once, prepare);
  char name[PATH_MAX];
  const char *path = path_of(fd, name);
  if (path && fails()) return -1;
  if (path) note('b', path, gettid(), NULL, 0);
  int result = real_fsync(fd);
  if (result == 0 && !note_folder(fd) && path) note('s', path, gettid(), NULL, 0);
  return result;
}
int fdatasync(int fd) {
  pthread_once(&once, prepare);
  char name[PATH_MAX];
  const char *path = path_of(fd, name);
  if (path && fails()) return -1;
  if (path) note('b', path, gettid(), NULL, 0);
  int result = real_fdatasync(fd);
  if (path && result == 0) note('s', path, gettid(), NULL, 0);
  return result;
}

int ftruncate64(int fd, off_t size) {
  pthread_once(&once, prepare);
  char name[PATH_MAX];
  const char *path = path_of(fd, name);
  if (path && fails()) return -1;
  int result = real_ftruncate(fd, size);
  if (path && result == 0) note('t', path, size, NULL, 0);
  return result;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int truncate64(const char *path, off_t size) {
  pthread_once(&once, prepare);
  int result = real_truncate(path, size);
  if (result == 0 && matches(path)) note('t', path, size, NULL, 0);
  return result;
}
int truncate(const char *path, off_t size) { return truncate64(path, size); }

static int removed(int result, const char *path) {
  int error = errno;
  if (result == 0 && matches(path)) note('u', path, 0, NULL, 0);
  errno = error;
  return result;
}
int unlink(const char *path) {
  pthread_once(&once, prepare);
  return removed(real_unlink(path), path);
}
int remove(const char *path) {
  pthread_once(&once, prepare);
  return removed(real_remove(path), path);
}
int unlinkat(int at, const char *name, int flags) {
  pthread_once(&once, prepare);
  char folder[PATH_MAX], path[2 * PATH_MAX];
  if (at == AT_FDCWD || name[0] == '/') return removed(real_unlinkat(at, name, flags), name);
  if (!path_of(at, folder)) return real_unlinkat(at, name, flags);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return removed(real_unlinkat(at, name, flags), path);
}

/* The new name is what the record holds as data. */
static int named(int result, char op, const char *from, const char *to) {
  int error = errno;
  if (result == 0 && (matches(from) || matches(to))) note(op, from, 0, to, strlen(to));
  errno = error;
  return result;
}
int rename(const char *from, const char *to) {
  pthread_once(&once, prepare);
  return named(real_rename(from, to), 'r', from, to);
}
int link(const char *from, const char *to) {
  pthread_once(&once, prepare);
  return named(real_link(from, to), 'l', from, to);
}
