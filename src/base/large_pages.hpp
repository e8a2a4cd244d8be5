#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace tesselle {

/// Allocates large tables that are read in no order at all, on pages of 2 MB where the system has them: most address
/// translations are spared.
template <class T>
struct LargePages {
  using value_type = T;
  static constexpr std::size_t page = std::size_t{2} << 20;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = (count * sizeof(T) + page - 1) / page * page;
    void* memory = std::aligned_alloc(page, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    ::madvise(memory, bytes, MADV_HUGEPAGE);  // if it is refused, all works with small pages
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  friend bool operator==(const LargePages&, const LargePages&) { return true; }
};

}  // namespace tesselle
