/* Makes one call fail: loaded before the C library (LD_PRELOAD), it counts the calls with which the program writes files
   and lets the one with number FAULT_AT fail as FAULT_KIND says. The calls so far are written to FAULT_LOG, so that a
   test knows how many there are. With the kind "memory" it is allocations that are counted and fail (if FAULT_LIBRARY
   names a library, only those that this library asks for); with the kind
   "paths" none fails, and FAULT_LOG lists the first allocation on each path of calls that leads to one. With CLOCK_JUMP
   the wall clock jumps by that many seconds, forth and back, after every tenth look at it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int calls;
static int memory_fails; /* allocations are counted, nothing else */
static int fail_at;
static int lists_paths;
static FILE* path_log;
static const char* only_library;

static const char* setting(const char* name) {
  const char* value = getenv(name);
  return value ? value : "";
}

__attribute__((constructor)) static void begin(void) {
  fail_at = atoi(setting("FAULT_AT"));
  only_library = getenv("FAULT_LIBRARY");
  memory_fails = !strcmp(setting("FAULT_KIND"), "memory");
  if (strcmp(setting("FAULT_KIND"), "paths")) return;
  void* frames[2];
  backtrace(frames, 2); /* the first call asks for memory itself */
  path_log = fopen(setting("FAULT_LOG"), "w");
  lists_paths = memory_fails = path_log != NULL;
  calls = 0;
}

__attribute__((destructor)) static void tell(void) {
  const int all = calls;
  memory_fails = 0;
  if (lists_paths) {
    lists_paths = 0;
    fclose(path_log);
    return;
  }
  FILE* log = fopen(setting("FAULT_LOG"), "w");
  if (!log) return;
  fprintf(log, "%d\n", all);
  fclose(log);
}

/* What happens to this call: 0 if nothing, else the error; -1 for half a write. */
static int fate(int can_be_short) {
  const char* kind = setting("FAULT_KIND");
  if (memory_fails) return 0;
  if (__atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) != fail_at) return 0;
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

/* --- memory --- */

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);

enum { max_frames = 64, known_size = 1 << 18 };
static uint64_t known[known_size]; /* hashes of paths */
static __thread int inside;

static void list_path(int number) {
  void* frames[max_frames];
  if (inside) return;
  inside = 1;
  const int depth = backtrace(frames, max_frames);
  uint64_t hash = 14695981039346656037u;
  for (int f = 0; f < depth; ++f) hash = (hash ^ (uintptr_t)frames[f]) * 1099511628211u;
  for (uint64_t at = hash % known_size; known[at] != hash; at = (at + 1) % known_size)
    if (known[at] == 0) {
      known[at] = hash;
      fprintf(path_log, "%d %016llx\n", number, (unsigned long long)hash);
      break;
    }
  inside = 0;
}

static int is_meant(const void* caller) {
  Dl_info info;
  return !only_library || (dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, only_library));
}

static int no_memory(const void* caller) {
  if (!memory_fails || inside || !is_meant(caller)) return 0;
  const int number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  if (lists_paths) list_path(number);
  return number == fail_at && (errno = ENOMEM);
}

#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))
void* malloc(size_t size) { return no_memory(CALLER) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return no_memory(CALLER) ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return no_memory(CALLER) ? NULL : __libc_realloc(old, size); }

/* --- the clock --- */

int clock_gettime(clockid_t clock, struct timespec* now) {
  static int looks;
  const int result = REAL(clock_gettime)(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME)
    now->tv_sec += (__atomic_add_fetch(&looks, 1, __ATOMIC_SEQ_CST) / 10 % 2 ? 1 : -1) * atol(setting("CLOCK_JUMP"));
  return result;
}
