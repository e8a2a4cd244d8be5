#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "edge/meet/chains.hpp"

namespace tesselle::edge::meet {

/// What a thread needs to fill rows. What is in it may become large, so there are as many as threads at work, not as
/// tasks.
template <class Word>
struct Workbench {
  InsideFiller<Word> stem_filler, bottom_filler;
  typename RowFiller<Word>::Scratch scratch{};
  WordBuffer<Word> rows{}, passed{}, words{};

  std::uint64_t take_nodes() { return stem_filler.take_nodes() + bottom_filler.take_nodes(); }
  std::size_t bytes_held() const {
    std::size_t bytes = stem_filler.bytes_held() + bottom_filler.bytes_held();
    for (const WordBuffer<Word>* buffer : {&scratch[0], &scratch[1], &rows, &passed, &words})
      bytes += buffer->bytes_held();
    return bytes;
  }
};

/// Lends workbenches; a new one is made if all are lent.
template <class Word>
class Workbenches {
 public:
  explicit Workbenches(std::function<Workbench<Word>()> make) : make_(std::move(make)) {}

  /// Calls work(workbench).
  template <class Work>
  void lend(const Work& work) {
    std::unique_ptr<Workbench<Word>> bench = take();
    work(*bench);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(bench));
  }
  /// While none is lent.
  std::size_t bytes_held() const {
    std::size_t bytes = 0;
    for (const auto& bench : idle_) bytes += bench->bytes_held();
    return bytes;
  }

 private:
  std::unique_ptr<Workbench<Word>> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<Workbench<Word>>(make_());
    auto bench = std::move(idle_.back());
    idle_.pop_back();
    return bench;
  }

  std::function<Workbench<Word>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workbench<Word>>> idle_;
};

}  // namespace tesselle::edge::meet
