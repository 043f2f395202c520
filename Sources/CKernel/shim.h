// A call of the Linux kernel that the C library does not have. Nothing else of the system is declared here, so that Swift
// takes it from Glibc.
#ifndef PODIUM_CKERNEL_H
#define PODIUM_CKERNEL_H

#include <errno.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Opens a path below a folder: the kernel refuses one that leaves the folder or goes through a link, whatever its names
/// are. Returns -1 with `errno`: ENOSYS where the kernel is too old, EPERM where a filter of system calls forbids it.
static inline int ckernel_open_below(int folder, const char *path, int flags, unsigned mode) {
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = (unsigned)flags;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  long file = -1;
  for (int tries = 0; file < 0 && tries < 16; tries++) {
    file = syscall(SYS_openat2, folder, path, &how, sizeof how);
    // A folder was renamed meanwhile, or a signal came.
    if (file < 0 && errno != EAGAIN && errno != EINTR) break;
  }
  return (int)file;
}

#endif
