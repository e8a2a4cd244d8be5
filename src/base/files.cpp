#include "base/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw InputError({path.string()}, what + ": " + std::strerror(errno));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int release_and_close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

void write_all(int fd, std::string_view contents, const std::filesystem::path& path) {
  while (!contents.empty()) {
    const ssize_t written = ::write(fd, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, "cannot write");
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
}

void sync_folder(const std::filesystem::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.get() >= 0) ::fsync(fd.get());
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
  Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) fail(path, "cannot open");
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) fail(path, "cannot read");
  if (S_ISDIR(info.st_mode)) throw InputError({path.string()}, "is a directory, expected a file");

  std::string contents;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, "cannot read");
    if (got == 0) return contents;
    contents.append(buffer, static_cast<std::size_t>(got));
    if (contents.size() > limit)
      throw InputError({path.string()},
                       "is larger than " + std::to_string(limit >> 20) + " MB, expected a smaller file");
  }
}

void write_file_atomically(const std::filesystem::path& path, std::string_view contents) {
  auto temporary = path;
  temporary += "." + std::to_string(::getpid()) + ".tmp";
  try {
    Descriptor fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (fd.get() < 0) fail(path, "cannot write");
    write_all(fd.get(), contents, path);
    if (::fsync(fd.get()) != 0) fail(path, "cannot write");
    if (fd.release_and_close() != 0) fail(path, "cannot write");
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail(path, "cannot write");
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  sync_folder(path);
}

}  // namespace tesselle
