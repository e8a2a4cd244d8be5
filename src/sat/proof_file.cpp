#include "sat/proof_file.hpp"

#include <utility>

#include "tesselle/errors.hpp"

namespace tesselle::sat {

ProofFile::ProofFile(std::filesystem::path path) : path_(std::move(path)), partial_(path_.string() + ".partial") {
  if (std::filesystem::is_directory(path_)) throw InputError({path_.string()}, "is a directory, expected a file");
}

ProofFile::~ProofFile() {
  std::error_code ignored;
  if (!complete_) std::filesystem::remove(partial_, ignored);
}

void ProofFile::finish() {
  std::error_code failure;
  std::filesystem::rename(partial_, path_, failure);
  if (failure) throw InputError({path_.string()}, "cannot be written: " + failure.message());
  complete_ = true;
}

void ProofFile::keep_finished() {
  std::error_code ignored;
  std::filesystem::remove(partial_, ignored);
  complete_ = true;
}

}  // namespace tesselle::sat
