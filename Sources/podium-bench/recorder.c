// Preloaded into a writer: notes everything that reaches the files of one folder, in order, and makes chosen calls
// fail. Compiled by `podium-bench crash` when it is needed; no part of any product.
//
//   PODIUM_RECORD_FOLDER  the folder whose files are watched (an absolute path without a slash at its end)
//   PODIUM_RECORD_LOG     where the notes go
//   PODIUM_RECORD_FAIL    OPERATION:N:ERROR or OPERATION:N+:ERROR: the n-th write, sync or read fails, once or from then on
//
// A note: one byte (w write, t truncate, s sync, u unlink, a acknowledgement on standard output, f a call that was made
// to fail), then length of the name (4 bytes), place (8), length of the data (8), the name, the data; lowest byte first.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DESCRIPTORS 4096

static const char *folder;
static char *watched[DESCRIPTORS];
static int notes = -1;
static char failing[8];
static long fail_at = 0, writes = 0, syncs = 0, reads = 0;
static int fail_on = 0, fail_code = 0;

#define REAL(result, name, ...) ((result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  folder = getenv("PODIUM_RECORD_FOLDER");
  const char *log = getenv("PODIUM_RECORD_LOG");
  if (log) notes = REAL(int, open64, const char *, int, ...)(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  const char *fail = getenv("PODIUM_RECORD_FAIL");
  char code[16] = "";
  char more[2] = "";
  if (!fail) return;
  if (sscanf(fail, "%7[a-z]:%ld%1[+]:%15[A-Z]", failing, &fail_at, more, code) < 4)
    sscanf(fail, "%7[a-z]:%ld:%15[A-Z]", failing, &fail_at, code);
  fail_on = more[0] == '+';
  fail_code = strcmp(code, "ENOSPC") == 0 ? ENOSPC : EIO;
}

static void note(char operation, const char *name, uint64_t place, const void *data, uint64_t count) {
  if (notes < 0) return;
  uint32_t length = (uint32_t)strlen(name);
  size_t total = 21 + length + (data ? count : 0);
  char *bytes = malloc(total);
  if (!bytes) abort();
  bytes[0] = operation;
  memcpy(bytes + 1, &length, 4);
  memcpy(bytes + 5, &place, 8);
  memcpy(bytes + 13, &count, 8);
  memcpy(bytes + 21, name, length);
  if (data) memcpy(bytes + 21 + length, data, count);
  if (REAL(ssize_t, write, int, const void *, size_t)(notes, bytes, total) != (ssize_t)total) abort();
  free(bytes);
}

static int must_fail(const char *operation, long number, const char *name) {
  if (fail_at <= 0 || strcmp(failing, operation) != 0) return 0;
  if (number != fail_at && !(fail_on && number > fail_at)) return 0;
  note('f', name, 0, NULL, 0);
  errno = fail_code;
  return 1;
}

static int within(const char *path) {
  if (!folder || !path) return 0;
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int watch(int descriptor, const char *path) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS) {
    free(watched[descriptor]);
    // The shared index beside the log is memory of running processes, not part of what lasts.
    watched[descriptor] = within(path) && !strstr(path, "-shm") ? strdup(path) : NULL;
  }
  return descriptor;
}

static const char *name_of(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS ? watched[descriptor] : NULL;
}

#define OPEN(name)                                                                                                   \
  int name(const char *path, int flags, ...) {                                                                       \
    va_list rest;                                                                                                    \
    va_start(rest, flags);                                                                                           \
    int mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, int) : 0;                                              \
    va_end(rest);                                                                                                    \
    return watch(REAL(int, name, const char *, int, ...)(path, flags, mode), path);                                 \
  }
OPEN(open)
OPEN(open64)

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS) {
    free(watched[descriptor]);
    watched[descriptor] = NULL;
  }
  return REAL(int, close, int)(descriptor);
}

#define PWRITE(called)                                                                                               \
  ssize_t called(int descriptor, const void *data, size_t count, off64_t place) {                                    \
    const char *name = name_of(descriptor);                                                                          \
    if (name && must_fail("write", ++writes, name)) return -1;                                                       \
    ssize_t done = REAL(ssize_t, called, int, const void *, size_t, off64_t)(descriptor, data, count, place);        \
    if (name && done > 0) note('w', name, (uint64_t)place, data, (uint64_t)done);                                    \
    return done;                                                                                                     \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int descriptor, const void *data, size_t count) {
  const char *name = name_of(descriptor);
  if (name && must_fail("write", ++writes, name)) return -1;
  off64_t place = name ? lseek64(descriptor, 0, SEEK_CUR) : 0;
  ssize_t done = REAL(ssize_t, write, int, const void *, size_t)(descriptor, data, count);
  if (descriptor == STDOUT_FILENO && done > 0) note('a', "out", 0, data, (uint64_t)done);
  if (name && done > 0) note('w', name, (uint64_t)place, data, (uint64_t)done);
  return done;
}

#define PREAD(called)                                                                                                \
  ssize_t called(int descriptor, void *data, size_t count, off64_t place) {                                          \
    const char *name = name_of(descriptor);                                                                          \
    if (name && must_fail("read", ++reads, name)) return -1;                                                         \
    return REAL(ssize_t, called, int, void *, size_t, off64_t)(descriptor, data, count, place);                      \
  }
PREAD(pread)
PREAD(pread64)

#define TRUNCATE(called)                                                                                             \
  int called(int descriptor, off64_t length) {                                                                       \
    int code = REAL(int, called, int, off64_t)(descriptor, length);                                                  \
    const char *name = name_of(descriptor);                                                                          \
    if (name && code == 0) note('t', name, (uint64_t)length, NULL, 0);                                               \
    return code;                                                                                                     \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(called)                                                                                                 \
  int called(int descriptor) {                                                                                       \
    const char *name = name_of(descriptor);                                                                          \
    if (name && must_fail("sync", ++syncs, name)) return -1;                                                         \
    int code = REAL(int, called, int)(descriptor);                                                                   \
    if (name && code == 0) note('s', name, 0, NULL, 0);                                                              \
    return code;                                                                                                     \
  }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
  int code = REAL(int, unlink, const char *)(path);
  if (code == 0 && within(path) && !strstr(path, "-shm")) note('u', path, 0, NULL, 0);
  return code;
}
