#pragma once

#include <filesystem>

namespace tesselle::sat {

/// A proof that is being written. It has the name FILE.partial, is renamed when the proof is complete, and is deleted
/// if it never is.
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
  /// A finished proof of this name exists already and is kept.
  void keep_finished();

 private:
  std::filesystem::path path_, partial_;
  bool complete_ = false;
};

}  // namespace tesselle::sat
