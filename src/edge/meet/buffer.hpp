#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace tesselle::edge::meet {

/// Plain values one after the other, with room for more that need not be cleared first: a vector would write every word
/// twice. A large one grows in place, without a second copy meanwhile.
template <class Plain>
class Buffer {
  static_assert(std::is_trivially_copyable_v<Plain>);

 public:
  const Plain* begin() const { return values_.get(); }
  const Plain* end() const { return begin() + size_; }
  Plain* begin() { return values_.get(); }
  Plain* end() { return begin() + size_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(Plain); }
  /// With the room for those to come.
  std::size_t bytes_held() const { return capacity_ * sizeof(Plain); }
  bool empty() const { return size_ == 0; }
  const Plain& operator[](std::size_t i) const { return values_[i]; }
  void clear() { size_ = 0; }
  void release() { values_.reset(), size_ = capacity_ = 0; }
  void shrink(std::size_t size) { size_ = size; }

  /// Where up to `more` may be written; then grow() by as many as were.
  Plain* room(std::size_t more) {
    if (size_ + more > capacity_) enlarge(size_ + more);
    return values_.get() + size_;
  }
  void grow(std::size_t written) { size_ += written; }
  void push_back(const Plain& value) {
    *room(1) = value;
    ++size_;
  }
  void append(const Buffer& more) {
    if (!more.empty()) std::memcpy(static_cast<void*>(room(more.size())), more.begin(), more.bytes());
    grow(more.size());
  }

 private:
  static constexpr std::size_t large = 16 << 20;  // bytes; larger ones are not copied when they grow

  struct Free {
    void operator()(Plain* values) const { std::free(static_cast<void*>(values)); }
  };
  void enlarge(std::size_t least) {
    const std::size_t spare = capacity_ * sizeof(Plain) < large ? capacity_ / 2 : capacity_ / 16;
    const std::size_t next = std::max<std::size_t>({least, capacity_ + spare, 64});
    void* moved = std::realloc(static_cast<void*>(values_.get()), next * sizeof(Plain));
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(values_.release());
    values_.reset(static_cast<Plain*>(moved));
    capacity_ = next;
  }

  std::unique_ptr<Plain[], Free> values_;
  std::size_t size_ = 0, capacity_ = 0;
};

template <class Word>
using WordBuffer = Buffer<Word>;

}  // namespace tesselle::edge::meet
