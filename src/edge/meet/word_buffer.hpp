#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "edge/meet/words.hpp"

namespace tesselle::edge::meet {

/// Words one after the other, with room for those to come that nobody has to clear first: a vector would write every
/// word twice.
class WordBuffer {
 public:
  const Word* begin() const { return words_.get(); }
  const Word* end() const { return begin() + size_; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  Word operator[](std::size_t i) const { return words_[i]; }
  std::span<const Word> span(std::size_t from, std::size_t count) const { return {begin() + from, count}; }
  void clear() { size_ = 0; }
  void release() { words_.reset(), size_ = capacity_ = 0; }

  /// Where up to `more` words may be written; then grow() by as many as were.
  Word* room(std::size_t more) {
    if (size_ + more > capacity_) enlarge(size_ + more);
    return words_.get() + size_;
  }
  void grow(std::size_t written) { size_ += written; }
  void push_back(Word word) {
    *room(1) = word;
    ++size_;
  }

 private:
  struct Free {
    void operator()(Word* words) const { std::free(words); }
  };
  void enlarge(std::size_t least) {
    const std::size_t next = std::max<std::size_t>({least, capacity_ + capacity_ / 2, 64});
    void* moved = std::realloc(words_.get(), next * sizeof(Word));
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(words_.release());
    words_.reset(static_cast<Word*>(moved));
    capacity_ = next;
  }

  std::unique_ptr<Word[], Free> words_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace tesselle::edge::meet
