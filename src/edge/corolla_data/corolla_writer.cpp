#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "edge/corolla_data/corolla_file.hpp"
#include "edge/corolla_data/layout.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::corollas {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw InputError({path.string()}, fmt::format("cannot write: {}", std::strerror(errno)));
}

}  // namespace

CorollaFileWriter::CorollaFileWriter(const std::filesystem::path& path) : path_(path), temporary_(path) {
  temporary_ += fmt::format(".{}.tmp", ::getpid());
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(path_);
  position_ = sizeof(FileHeader);
}

CorollaFileWriter::~CorollaFileWriter() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void CorollaFileWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(position_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_);
    position_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

Block CorollaFileWriter::append(std::string_view compressed, std::uint32_t fillings) {
  const Block block{position_, static_cast<std::uint32_t>(compressed.size()), fillings, checksum_of(compressed)};
  write(compressed);
  return block;
}

void CorollaFileWriter::cut_back_to(std::uint64_t position) {
  if (::ftruncate(descriptor_, static_cast<off_t>(position)) != 0) fail(path_);
  position_ = position;
}

/// The header goes in last: until then the file does not even say what it is.
void CorollaFileWriter::commit(const CorollaContents& contents) {
  FileHeader header;
  header.radius = static_cast<std::uint32_t>(contents.radius);
  header.puzzle_hash = corolla_hash(contents.puzzle);
  const std::string encoded = encode(contents), compressed = compress(encoded);
  if (encoded.size() > max_contents) throw UsageError("corollas: the counts of this puzzle are too large for a file");
  FileTrailer trailer{position_, compressed.size(), encoded.size()};
  trailer.checksum = file_checksum(header, encoded, trailer);
  write(compressed);
  write(bytes_of(trailer));
  position_ = 0;
  write(bytes_of(header));
  if (::fsync(descriptor_) != 0 || ::close(std::exchange(descriptor_, -1)) != 0 ||
      ::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary_.c_str());
    errno = reason;
    fail(path_);
  }
}

}  // namespace tesselle::edge::corollas
