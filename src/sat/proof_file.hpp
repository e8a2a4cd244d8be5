#pragma once

#include <filesystem>

namespace tesselle::sat {

/// A proof on its way to a file: written under the name FILE.partial, which gets its own name when it is a proof, and
/// goes away if it never becomes one.
class ProofFile {
 public:
  explicit ProofFile(std::filesystem::path path);
  ~ProofFile();
  ProofFile(const ProofFile&) = delete;
  ProofFile& operator=(const ProofFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& partial() const { return partial_; }
  bool complete() const { return complete_; }
  /// Throws InputError if the file cannot be named.
  void finish();
  /// There is a finished proof under this name already, and it stays.
  void keep_finished();

 private:
  std::filesystem::path path_, partial_;
  bool complete_ = false;
};

}  // namespace tesselle::sat
