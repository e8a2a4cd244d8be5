#include "sat/proof_file.hpp"

#include <utility>

namespace tesselle::sat {

ProofFile::ProofFile(std::filesystem::path path) : path_(std::move(path)) { file_.emplace(path_); }

void ProofFile::finish() {
  file_->commit();
  file_.reset();
}

}  // namespace tesselle::sat
