#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "tesselle/engine.hpp"

namespace tesselle {

/// Threads that wait for tasks. One caller at a time; it works along with them.
class ThreadPool {
 public:
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Valid as long as the pool.
  ParallelFor parallel_for();

 private:
  void run(std::size_t tasks, const std::function<void(std::size_t)>& task);
  void help();
  void end();
  void take_tasks();

  std::mutex mutex_;  // guards all below but next_
  std::condition_variable begun_, finished_;
  const std::function<void(std::size_t)>* task_ = nullptr;
  std::size_t tasks_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::uint64_t round_ = 0;  ///< counts calls of run()
  std::size_t busy_ = 0;     ///< helpers that have not finished the round
  bool ending_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> helpers_;
};

}  // namespace tesselle
