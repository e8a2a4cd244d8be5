#pragma once

#include <cstddef>
#include <functional>

namespace tesselle {

/// Runs task(0) .. task(tasks-1), perhaps side by side, and returns when all are done. If tasks throw, one of the
/// exceptions comes out.
using ParallelFor = std::function<void(std::size_t tasks, const std::function<void(std::size_t)>& task)>;

/// One after the other.
inline void in_order(std::size_t tasks, const std::function<void(std::size_t)>& task) {
  for (std::size_t i = 0; i < tasks; ++i) task(i);
}

}  // namespace tesselle
