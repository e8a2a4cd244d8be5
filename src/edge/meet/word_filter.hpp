#pragma once

#include <cstdint>
#include <span>

#include "edge/meet/buffer.hpp"
#include "edge/meet/words.hpp"

namespace tesselle::edge::meet {

/// Both halves of a wide word count; the high bits of the result are the good ones.
inline std::uint64_t hash_of(Word64 word) { return word * 0x9e3779b97f4a7c15u; }
inline std::uint64_t hash_of(Word128 word) {
  return hash_of(static_cast<Word64>(word) + static_cast<Word64>(word >> 64) * 0xd1342543de82ef95u);
}

/// Which words were marked, nearly: it never misses one, and takes about one in a hundred others for marked if there
/// are 16 bits per word. A word sets three bits of one 64-bit block, so that a question is one memory access.
///
/// Several threads may mark at once, or ask at once.
template <class Word>
class WordFilter {
 public:
  explicit WordFilter(bool wide) : wide_(wide) {}
  ~WordFilter() { release(); }
  WordFilter(const WordFilter&) = delete;
  WordFilter& operator=(const WordFilter&) = delete;

  /// Empty, with this much room.
  void reset(std::size_t bytes);
  void release();
  std::size_t bytes() const { return blocks_ * sizeof(Block); }

  void mark(std::span<const Word> words);
  bool may_have(Word word) const {
    const std::uint64_t hash = hash_of(word);
    return (data_[place(hash)] & bits(hash)) == bits(hash);
  }

  /// Appends the rows that, their ends left out, may have been marked.
  void ask(const WordBuffer<Word>& rows, const WordParts<Word>& parts, WordBuffer<Word>& passed) const {
    wide_ ? ask_wide(rows, parts, passed) : ask_plain(rows, parts, passed);
  }

 private:
  using Block = std::uint64_t;
  static Block bits(std::uint64_t hash) {
    return Block{1} << (hash >> 14 & 63) | Block{1} << (hash >> 20 & 63) | Block{1} << (hash >> 26 & 63);
  }
  std::size_t place(std::uint64_t hash) const { return static_cast<std::size_t>((hash >> 32) * blocks_ >> 32); }

  void ask_plain(const WordBuffer<Word>& rows, const WordParts<Word>& parts, WordBuffer<Word>& passed) const;
  void ask_wide(const WordBuffer<Word>& rows, const WordParts<Word>& parts, WordBuffer<Word>& passed) const;

  bool wide_;
  Block* data_ = nullptr;
  std::uint64_t blocks_ = 0;  ///< fewer than 2^32
};

}  // namespace tesselle::edge::meet
