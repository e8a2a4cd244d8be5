#include "base/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "base/hash.hpp"
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

 private:
  int fd_;
};

void sync_folder(const std::filesystem::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.get() >= 0) ::fsync(fd.get());
}

constexpr std::string_view partial_ending = ".partial";
constexpr std::size_t longest_stem = 200;  // bytes of the target's name: file systems allow 255 with what is added

/// "NAME." of the temporary files of a target; they go on with "PROCESS-RANDOM.partial".
std::string partial_stem(const std::filesystem::path& target) {
  return target.filename().string().substr(0, longest_stem) + ".";
}

std::string random_digits() {
  std::uint64_t number = 0;
  if (::getentropy(&number, sizeof number) != 0) number = std::random_device{}();
  return hex64(number);
}

/// The process in the name of a temporary file; nullopt if we did not give it this name.
std::optional<pid_t> process_in(std::string_view name, std::string_view stem) {
  if (!name.starts_with(stem) || !name.ends_with(partial_ending)) return std::nullopt;
  name = name.substr(stem.size(), name.size() - std::min(name.size(), stem.size() + partial_ending.size()));
  pid_t process = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
  const std::string_view rest = name.substr(static_cast<std::size_t>(end - name.data()));
  const bool ours = error == std::errc{} && process > 0 && rest.size() == 17 && rest[0] == '-' &&
                    rest.find_first_not_of("0123456789abcdef", 1) == rest.npos;
  return ours ? std::optional(process) : std::nullopt;
}

/// Nobody writes it any more: there is no such process, and no process of another machine or container, whose numbers
/// mean nothing here, holds the lock that every writer holds.
bool is_abandoned(const std::filesystem::path& file, pid_t process) {
  if (::kill(process, 0) == 0 || errno != ESRCH) return false;
  Descriptor fd(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info {};
  return fd.get() >= 0 && ::fstat(fd.get(), &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == ::geteuid() &&
         ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0;
}

/// Once per target and process: folders can be large, and best boards are written many times a second.
void clear_left_behind(const std::filesystem::path& target) {
  static std::mutex mutex;
  static std::set<std::filesystem::path> cleared;
  const std::lock_guard lock(mutex);
  if (!cleared.insert(std::filesystem::absolute(target)).second) return;
  for (const auto& file : left_behind(target)) ::unlink(file.c_str());
}

/// Where the bytes should go: the end of a chain of links. The name itself if there is nothing yet.
std::filesystem::path resolved(const std::filesystem::path& target) {
  std::error_code none;
  if (!std::filesystem::is_symlink(target, none)) return target;
  const auto end = std::filesystem::weakly_canonical(target, none);
  return none ? target : end;
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

NewFile::NewFile(std::filesystem::path target) : target_(resolved(target)) {
  require_writable(target_);
  struct stat info {};
  if (::stat(target_.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    written_to_ = target_;
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    open_beside();
  }
  if (descriptor_ < 0) fail(target_, "cannot write");
}

void NewFile::open_beside() {
  clear_left_behind(target_);
  written_to_ = target_;
  written_to_.replace_filename(
      fmt::format("{}{}-{}{}", partial_stem(target_), ::getpid(), random_digits(), partial_ending));
  descriptor_ = ::open(written_to_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX | LOCK_NB);
}

NewFile::~NewFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!is_device()) ::unlink(written_to_.c_str());
}

void NewFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(target_, "cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void NewFile::cut_back_to(std::uint64_t size) {
  if (is_device()) return;
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0 || ::lseek(descriptor_, 0, SEEK_END) < 0)
    fail(target_, "cannot write");
}

void NewFile::sync() {
  if (!is_device() && ::fsync(descriptor_) != 0) fail(target_, "cannot write");
}

void NewFile::commit() {
  sync();
  // The name comes before the descriptor is closed: until then the lock keeps others from taking it for a leftover.
  if (!is_device() && ::rename(written_to_.c_str(), target_.c_str()) != 0) fail(target_, "cannot write");
  const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
  if (!closed) fail(target_, "cannot write");
  if (!is_device()) sync_folder(target_);
}

void write_file_atomically(const std::filesystem::path& path, std::string_view contents) {
  NewFile file(path);
  file.write(contents);
  file.commit();
}

void require_writable(const std::filesystem::path& file) {
  if (file.empty()) throw InputError({"''"}, "expected the name of a file");
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  struct stat info {};
  if (::stat(file.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) throw InputError({file.string()}, "is a directory, expected a file");
    if (!S_ISREG(info.st_mode)) return;
  }
  if (::stat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
    if (errno == ENAMETOOLONG) fail(file, "cannot be written");
    throw InputError({file.string()}, fmt::format("cannot be written: there is no folder {}", folder));
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail(file, "cannot be written");
  const long longest_name = ::pathconf(folder.c_str(), _PC_NAME_MAX);
  if (longest_name > 0 && file.filename().string().size() > static_cast<std::size_t>(longest_name)) {
    errno = ENAMETOOLONG;
    fail(file, "cannot be written");
  }
}

std::vector<std::filesystem::path> left_behind(const std::filesystem::path& target) {
  const std::string stem = partial_stem(target);
  std::vector<std::filesystem::path> files;
  std::error_code none;
  const auto folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  // Not with std::filesystem's iterator: it asks for memory where it promises not to throw, and ends the program.
  const std::shared_ptr<DIR> directory(::opendir(folder.c_str()), [](DIR* open) {
    if (open != nullptr) ::closedir(open);
  });
  if (!directory) return files;
  while (const dirent* entry = ::readdir(directory.get()))
    if (const auto process = process_in(entry->d_name, stem))
      if (is_abandoned(folder / entry->d_name, *process)) files.push_back(folder / entry->d_name);
  const auto age = [&](const std::filesystem::path& file) { return std::filesystem::last_write_time(file, none); };
  std::sort(files.begin(), files.end(), [&](const auto& a, const auto& b) { return age(a) > age(b); });
  return files;
}

}  // namespace tesselle
