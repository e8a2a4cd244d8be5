#include "edge/meet/halves_method.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tesselle::edge::meet {
namespace {

constexpr std::uint64_t nodes_per_step = 4096;

}  // namespace

HalvesMethod::HalvesMethod(const EdgePuzzle& puzzle, std::size_t memory, std::size_t tail_cells,
                           std::optional<Finals> ready)
    : puzzle_(puzzle),
      memory_(memory),
      cut_(puzzle_, ready ? ready->tail_cells() : tail_cells),
      head_(cut_.values(), cut_.head()),
      tail_(cut_.values(), cut_.tail()),
      finals_(ready ? std::move(*ready) : Finals(tail_cells)),
      ready_(ready.has_value()) {}

bool HalvesMethod::step() {
  found_.clear();
  if (phase_ == Phase::begin && !next_portion()) return false;
  std::uint64_t left = nodes_per_step;
  const Phase phase = phase_;
  HalfWalker& half = phase == Phase::finals ? tail_ : head_;
  for (HalfWalker::Stop stop; phase_ == phase && (stop = half.next(left)) != HalfWalker::Stop::budget;) {
    if (stop == HalfWalker::Stop::filled)
      phase == Phase::finals ? keep_final() : meet_finals();
    else if (phase == Phase::finals)
      begin_heads();
    else
      phase_ = Phase::begin;
  }
  nodes_ += nodes_per_step - left;
  return true;
}

bool HalvesMethod::next_portion() {
  if (portions_.empty()) return false;
  portion_ = portions_.back();
  portions_.pop_back();
  head_.rewind();
  tail_.rewind();
  phase_ = Phase::heads;
  if (!ready_) {
    finals_.clear();
    phase_ = Phase::finals;
  }
  return true;
}

void HalvesMethod::keep_final() {
  const Cut::Key key = cut_.tail_key(tail_.filling());
  if (!wanted(key)) return;
  finals_.add(key, tail_.filling());
  max_bytes_ = std::max(max_bytes_, finals_.bytes());
  if (finals_.bytes() <= memory_ || portion_.bits == 60) return;
  portions_.push_back({portion_.bits + 1, portion_.low | Cut::Key{1} << portion_.bits});
  portions_.push_back({portion_.bits + 1, portion_.low});
  phase_ = Phase::begin;
}

void HalvesMethod::begin_heads() {
  finals_.build_index();
  max_bytes_ = std::max(max_bytes_, finals_.bytes());
  stored_ += finals_.size();
  ++portions_done_;
  phase_ = finals_.size() == 0 ? Phase::begin : Phase::heads;
}

void HalvesMethod::meet_finals() {
  ++heads_;
  const Cut::Key key = cut_.head_key(head_.filling());
  if (!wanted(key)) return;
  finals_.for_each(key, [&](Cut::Filling tail) {
    ++met_;
    if (cut_.fits(head_.filling(), tail)) found_.emplace_back(head_.filling(), Filling(tail.begin(), tail.end()));
  });
}

std::string HalvesMethod::remark() const {
  return fmt::format("beginnings of {} cells meet finals of {}", cut_.head().size(), cut_.tail().size());
}

Statistics HalvesMethod::statistics() const {
  Statistics result;
  const auto add = [&](const char* name, const char* unit, double value) {
    result.values.push_back({name, unit, Merge::sum, value});
  };
  add("cells of a final", "", static_cast<double>(cut_.tail().size()));
  add("portions", "", static_cast<double>(portions_done_));
  add("finals stored", "", static_cast<double>(ready_ ? finals_.size() : stored_));
  add("most memory", "bytes", static_cast<double>(std::max(max_bytes_, finals_.bytes())));
  add("beginnings", "", static_cast<double>(heads_));
  add("meetings", "", static_cast<double>(met_));
  return result;
}

}  // namespace tesselle::edge::meet
