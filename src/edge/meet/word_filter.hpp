#pragma once

#include <cstdint>
#include <span>

#include "edge/meet/buffer.hpp"

namespace tesselle::edge::meet {

/// Which words were marked, nearly: it never misses one, and takes about one in a hundred others for marked if there
/// are 16 bits per word. A word sets three bits of one 64-bit block, so that a question is one memory access.
///
/// Several threads may mark at once, or ask at once.
class WordFilter {
 public:
  explicit WordFilter(bool wide) : wide_(wide) {}
  ~WordFilter() { release(); }
  WordFilter(const WordFilter&) = delete;
  WordFilter& operator=(const WordFilter&) = delete;

  /// Empty, with this much room.
  void reset(std::size_t bytes);
  void release();
  std::size_t bytes() const { return blocks_ * sizeof(Word); }

  void mark(std::span<const Word> words);
  bool may_have(Word word) const {
    const Word hash = hash_of(word);
    return (data_[place(hash)] & bits(hash)) == bits(hash);
  }

  /// Appends the rows that, their ends left out, may have been marked.
  void ask(const WordBuffer& rows, const WordLayout& layout, WordBuffer& passed) const {
    wide_ ? ask_wide(rows, layout, passed) : ask_plain(rows, layout, passed);
  }

 private:
  static constexpr Word factor = 0x9e3779b97f4a7c15u;
  static Word hash_of(Word word) { return word * factor; }
  static Word bits(Word hash) {
    return Word{1} << (hash >> 14 & 63) | Word{1} << (hash >> 20 & 63) | Word{1} << (hash >> 26 & 63);
  }
  std::size_t place(Word hash) const { return static_cast<std::size_t>((hash >> 32) * blocks_ >> 32); }

  void ask_plain(const WordBuffer& rows, const WordLayout& layout, WordBuffer& passed) const;
  void ask_wide(const WordBuffer& rows, const WordLayout& layout, WordBuffer& passed) const;

  bool wide_;
  Word* data_ = nullptr;
  std::uint64_t blocks_ = 0;  ///< fewer than 2^32
};

}  // namespace tesselle::edge::meet
