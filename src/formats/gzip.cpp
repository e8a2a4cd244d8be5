#include "formats/gzip.hpp"

#include <zlib.h>

#include <array>
#include <new>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

constexpr std::size_t max_unpacked_bytes = std::size_t{64} << 20;  // a few kilobytes can unpack to gigabytes

/// zlib's state, released whatever happens.
class Inflater {
 public:
  explicit Inflater(std::string_view bytes) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    const int status = inflateInit2(&stream_, 16 + MAX_WBITS);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK) throw InternalError("zlib cannot be initialised");
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Appends what comes next; false at the end of the stream.
  bool next(std::string& out, const std::string& file) {
    std::array<char, 65536> buffer;
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    const std::size_t made = buffer.size() - stream_.avail_out;
    out.append(buffer.data(), made);
    if (status == Z_STREAM_END) return false;
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK || made == 0) throw InputError({file}, "found a damaged gzip file");
    return true;
  }

 private:
  z_stream stream_{};
};

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string unzipped(std::string_view bytes, const std::string& file) {
  Inflater inflater(bytes);
  std::string text;
  while (inflater.next(text, file))
    if (text.size() > max_unpacked_bytes) throw InputError({file}, "unpacks to more than 64 MB, expected less");
  return text;
}

}  // namespace tesselle
