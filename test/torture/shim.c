/*
 * Loaded before libc into a process with a till (LD_PRELOAD): writes down what reaches the disk, makes chosen writes and
 * syncs fail, or ends the process at one. Only files whose path holds TORTURE_MATCH, or one of several with | between, count.
 *
 * TORTURE_RECORD  a file: one record for each write, truncation, sync and removal, in order (see cuts.ts)
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
#include <sys/mman.h>
#include <sys/stat.h>
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
static int (*real_unlink)(const char *);

static void prepare(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  match = getenv("TORTURE_MATCH");
  const char *path = getenv("TORTURE_RECORD");
  if (path) record = open(path, O_CREAT | O_WRONLY | O_APPEND, 0600);
  path = getenv("TORTURE_CONTROL");
  int fd = path ? open(path, O_RDWR) : -1;
  if (fd >= 0) {
    void *page = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (page != MAP_FAILED) control = page;
    close(fd);
  }
}

static int matches(const char *path) {
  if (!match || strstr(path, "-shm")) return 0;
  for (const char *from = match; *from;) {
    const char *end = strchr(from, '|');
    size_t length = end ? (size_t)(end - from) : strlen(from);
    if (length && memmem(path, strlen(path), from, length)) return 1;
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
ssize_t write(int fd, const void *data, size_t length) {
  pthread_once(&once, prepare);
  ssize_t written = real_write(fd, data, length);
  char name[PATH_MAX];
  const char *path = fd > 2 && fd != record ? path_of(fd, name) : NULL;
  if (path && written > 0 && strstr(path, "-acknowledged")) note('a', path, 0, data, written);
  return written;
}

int fsync(int fd) {
  pthread_once(&once, prepare);
  char name[PATH_MAX];
  const char *path = path_of(fd, name);
  if (path && fails()) return -1;
  int result = real_fsync(fd);
  if (result == 0 && !note_folder(fd) && path) note('s', path, 0, NULL, 0);
  return result;
}
int fdatasync(int fd) {
  pthread_once(&once, prepare);
  char name[PATH_MAX];
  const char *path = path_of(fd, name);
  if (path && fails()) return -1;
  int result = real_fdatasync(fd);
  if (path && result == 0) note('s', path, 0, NULL, 0);
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

int unlink(const char *path) {
  pthread_once(&once, prepare);
  int result = real_unlink(path);
  if (result == 0 && matches(path)) note('u', path, 0, NULL, 0);
  return result;
}
