#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tesselle {

/// Reads a whole file. Throws InputError when it cannot (missing, a directory, no permission, larger than `limit`).
std::string read_file(const std::filesystem::path& path, std::size_t limit = std::size_t{256} << 20);

/// A file that is being written. It grows beside its target, in the same folder, under a name that nobody can guess,
/// and takes the target's place in one step: readers see the old contents or the new, never half of them, even if the
/// machine stops in between. What is not committed is removed. A process that is killed cannot do that; so the first
/// file that a process makes for a target removes what ended processes have left behind for it.
///
/// A target that is a link stays one: the file it names is replaced. Devices, pipes and sockets are written to as they
/// are, because replacing them by a file is never what was meant.
class NewFile {
 public:
  /// Throws InputError naming the target.
  explicit NewFile(std::filesystem::path target);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::filesystem::path& target() const { return target_; }
  /// Where the bytes go now: the temporary name, or the device itself.
  const std::filesystem::path& written_to() const { return written_to_; }
  int descriptor() const { return descriptor_; }

  void write(std::string_view bytes);
  /// Takes back what was written after the first `size` bytes. Devices cannot do that.
  void cut_back_to(std::uint64_t size);
  /// What was written survives a power failure.
  void sync();
  /// The contents are complete.
  void commit();

 private:
  bool is_device() const { return written_to_ == target_; }
  void open_beside();

  std::filesystem::path target_, written_to_;
  int descriptor_ = -1;
};

/// Writes the whole file in one step, as NewFile does. Throws InputError.
void write_file_atomically(const std::filesystem::path& path, std::string_view contents);

/// Throws InputError, before any work is done, if a file of this name cannot be made: the name is empty or that of a
/// folder, or the folder does not exist or is write-protected.
void require_writable(const std::filesystem::path& file);

/// What processes that have ended left behind of a target, newest first (names as NewFile gives them).
std::vector<std::filesystem::path> left_behind(const std::filesystem::path& target);

}  // namespace tesselle
