#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "edge/corolla_data/corolla_file.hpp"
#include "edge/corolla_data/layout.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::edge::corollas {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw InputError({path.string()}, fmt::format("cannot write: {}", std::strerror(errno)));
}

}  // namespace

/// Its header is written last, at the beginning, which only a file on disk allows.
CorollaFileWriter::CorollaFileWriter(const std::filesystem::path& path) : file_(path), position_(sizeof(FileHeader)) {
  if (file_.written_to() == file_.target()) throw InputError({path.string()}, "is not a regular file");
}

void CorollaFileWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(position_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(file_.target());
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
  file_.cut_back_to(position);
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
  file_.commit();
}

}  // namespace tesselle::edge::corollas
