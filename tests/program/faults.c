/* Makes one call fail: loaded before the C library (LD_PRELOAD), it counts the calls with which the program writes files
   and lets the one with number FAULT_AT fail as FAULT_KIND says. The calls so far are written to FAULT_LOG, so that a
   test knows how many there are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int calls;

static const char* setting(const char* name) {
  const char* value = getenv(name);
  return value ? value : "";
}

__attribute__((destructor)) static void tell(void) {
  FILE* log = fopen(setting("FAULT_LOG"), "w");
  if (!log) return;
  fprintf(log, "%d\n", calls);
  fclose(log);
}

/* What happens to this call: 0 if nothing, else the error; -1 for half a write. */
static int fate(int can_be_short) {
  const char* kind = setting("FAULT_KIND");
  if (__atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) != atoi(setting("FAULT_AT"))) return 0;
  if (!strcmp(kind, "short")) return can_be_short ? -1 : 0;
  if (!strcmp(kind, "interrupted")) return can_be_short ? EINTR : 0;
  return !strcmp(kind, "full") ? ENOSPC : EIO;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void* data, size_t size) {
  const int what = fd > 2 ? fate(1) : 0;
  if (what > 0) return errno = what, -1;
  return REAL(write)(fd, data, what < 0 && size > 1 ? size / 2 : size);
}

ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
  const int what = fate(1);
  if (what > 0) return errno = what, -1;
  return REAL(pwrite)(fd, data, what < 0 && size > 1 ? size / 2 : size, at);
}

ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) {
  const int what = fate(1);
  if (what > 0) return errno = what, -1;
  return REAL(pwrite64)(fd, data, what < 0 && size > 1 ? size / 2 : size, at);
}

int fsync(int fd) {
  const int what = fate(0);
  return what ? (errno = what, -1) : REAL(fsync)(fd);
}

int fdatasync(int fd) {
  const int what = fate(0);
  return what ? (errno = what, -1) : REAL(fdatasync)(fd);
}

int rename(const char* from, const char* to) {
  const int what = fate(0);
  return what ? (errno = what, -1) : REAL(rename)(from, to);
}
