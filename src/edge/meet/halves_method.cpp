#include "edge/meet/halves_method.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::meet {
namespace {

constexpr std::uint64_t nodes_per_step = 4096;
constexpr int max_bits = 60;  // of a key that are given

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
  remember();
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
  counts_.nodes += nodes_per_step - left;
  return true;
}

void HalvesMethod::remember() {
  heads_were_.reset();
  if (phase_ == Phase::begin) {
    portion_began_ = {counts_, portions_};
    steps_ = 0;
  } else if (phase_ == Phase::heads) {
    heads_were_ = {counts_, head_.place()};
  }
  ++steps_;
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
  counts_.max_bytes = std::max<std::uint64_t>(counts_.max_bytes, finals_.bytes());
  if (finals_.bytes() <= memory_ || portion_.bits == max_bits) return;
  portions_.push_back({portion_.bits + 1, portion_.low | Cut::Key{1} << portion_.bits});
  portions_.push_back({portion_.bits + 1, portion_.low});
  phase_ = Phase::begin;
}

void HalvesMethod::begin_heads() {
  finals_.build_index();
  counts_.max_bytes = std::max<std::uint64_t>(counts_.max_bytes, finals_.bytes());
  counts_.stored += finals_.size();
  ++counts_.portions;
  phase_ = finals_.size() == 0 ? Phase::begin : Phase::heads;
}

void HalvesMethod::meet_finals() {
  ++counts_.heads;
  const Cut::Key key = cut_.head_key(head_.filling());
  if (!wanted(key)) return;
  finals_.for_each(key, [&](Cut::Filling tail) {
    ++counts_.met;
    if (cut_.fits(head_.filling(), tail)) found_.emplace_back(head_.filling(), Filling(tail.begin(), tail.end()));
  });
}

void HalvesMethod::save(ByteWriter& out, const Counts& counts) {
  for (const std::uint64_t count :
       {counts.nodes, counts.stored, counts.heads, counts.met, counts.portions, counts.max_bytes})
    out.number(count);
}

HalvesMethod::Counts HalvesMethod::read_counts(ByteReader& in) {
  Counts counts;
  for (std::uint64_t* count :
       {&counts.nodes, &counts.stored, &counts.heads, &counts.met, &counts.portions, &counts.max_bytes})
    *count = in.number();
  return counts;
}

void HalvesMethod::save(ByteWriter& out) const {
  save(out, portion_began_.counts);
  out.number(portion_began_.portions.size());
  for (const Portion& portion : portion_began_.portions) {
    out.number(static_cast<std::uint64_t>(portion.bits));
    out.number(portion.low);
  }
  out.number(steps_);
  out.number(heads_were_.has_value());
  if (!heads_were_) return;
  save(out, heads_were_->counts);
  heads_were_->place.save(out);
}

void HalvesMethod::restore(ByteReader& in) {
  counts_ = read_counts(in);
  portions_.resize(in.number(2 * max_bits));
  for (Portion& portion : portions_) {
    read_number(in, portion.bits, max_bits);
    portion.low = in.number((Cut::Key{1} << portion.bits) - 1);
  }
  portion_began_ = {counts_, portions_};
  again_ = Again();
  again_->steps = in.number();
  if (read_flag(in)) {
    const Counts counts = read_counts(in);
    again_->heads = {counts, HalfWalker::Place::read(in)};
  }
}

bool HalvesMethod::catch_up() {
  if (!again_) return false;
  if (!again_->heads && again_->steps > 0) {
    --again_->steps;
    if (!step() && again_->steps > 0) refuse_state();
    return true;
  }
  if (again_->heads && phase_ == Phase::begin) {
    if (!next_portion()) refuse_state();
    return true;
  }
  if (again_->heads && phase_ == Phase::finals) {
    step();
    if (phase_ == Phase::begin) refuse_state();
    return true;
  }
  const Again again = *std::exchange(again_, std::nullopt);
  if (!again.heads) return false;
  counts_ = again.heads->counts;
  if (!head_.go_to(again.heads->place)) refuse_state();
  step();
  return false;
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
  add("portions", "", static_cast<double>(counts_.portions));
  add("finals stored", "", static_cast<double>(ready_ ? finals_.size() : counts_.stored));
  add("most memory", "bytes", static_cast<double>(std::max<std::uint64_t>(counts_.max_bytes, finals_.bytes())));
  add("beginnings", "", static_cast<double>(counts_.heads));
  add("meetings", "", static_cast<double>(counts_.met));
  return result;
}

}  // namespace tesselle::edge::meet
