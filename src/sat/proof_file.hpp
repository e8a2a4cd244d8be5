#pragma once

#include <filesystem>
#include <optional>

#include "base/files.hpp"

namespace tesselle::sat {

/// A proof that is being written. It has a temporary name (NewFile), is renamed when the proof is complete, and is
/// deleted if it never is.
class ProofFile {
 public:
  explicit ProofFile(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  /// Where solvers write, one after the other, each from the beginning.
  const std::filesystem::path& partial() const { return file_->written_to(); }
  bool complete() const { return !file_; }
  /// Throws InputError if the file cannot be named.
  void finish();
  /// A finished proof of this name exists already and is kept.
  void keep_finished() { file_.reset(); }

 private:
  std::filesystem::path path_;
  std::optional<NewFile> file_;
};

}  // namespace tesselle::sat
