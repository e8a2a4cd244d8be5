#include "run/thread_pool.hpp"

#include <string>
#include <system_error>

#include "tesselle/errors.hpp"

namespace tesselle {

ThreadPool::ThreadPool(unsigned threads) {
  try {
    for (unsigned t = 1; t < threads; ++t) helpers_.emplace_back([this] { help(); });
  } catch (const std::system_error&) {
    end();
    throw UsageError("--threads " + std::to_string(threads) + ": the system does not allow that many here");
  }
}

ThreadPool::~ThreadPool() { end(); }

void ThreadPool::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  begun_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

ParallelFor ThreadPool::parallel_for() {
  return [this](std::size_t tasks, const std::function<void(std::size_t)>& task) { run(tasks, task); };
}

void ThreadPool::run(std::size_t tasks, const std::function<void(std::size_t)>& task) {
  if (tasks < 2) return in_order(tasks, task);
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    tasks_ = tasks;
    next_ = 0;
    busy_ = helpers_.size();
    failure_ = nullptr;
    ++round_;
  }
  begun_.notify_all();
  take_tasks();
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [&] { return busy_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
}

void ThreadPool::help() {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begun_.wait(lock, [&] { return ending_ || round_ != seen; });
    if (ending_) return;
    seen = round_;
    lock.unlock();
    take_tasks();
    lock.lock();
    if (--busy_ == 0) finished_.notify_all();
  }
}

/// task_ and tasks_ do not change while anyone is busy with the round.
void ThreadPool::take_tasks() {
  for (std::size_t i; (i = next_++) < tasks_;) try {
      (*task_)(i);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
}

}  // namespace tesselle
