#include "edge/beam/beam_search.hpp"
#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::beam {

/// Numbers that may be any.
template <class Search>
auto BeamSearch::counters(Search& search) {
  return std::array{&search.nodes_, &search.debt_, &search.passes_, &search.kept_, &search.pass_began_};
}

std::string BeamSearch::save() const {
  ByteWriter out;
  for (const std::uint64_t* counter : counters(*this)) out.number(*counter);
  edge::save(out, rng_);
  edge::save(out, best_);
  out.number(depth_);
  out.number(now_.count > 0);
  if (now_.count > 0) save_boards(out);
  return out.take();
}

void BeamSearch::save_boards(ByteWriter& out) const {
  for (const auto& level : living_ancestors()) {
    std::vector<std::uint32_t> parents, turned;
    for (const Ancestor& ancestor : level) {
      parents.push_back(ancestor.parent);
      turned.push_back(4 * std::uint32_t{ancestor.piece} + ancestor.rotation);
    }
    out.array(std::span<const std::uint32_t>(parents));
    out.array(std::span<const std::uint32_t>(turned));
  }
  out.number(next_);
}

/// Those that a board of this depth comes from.
BeamSearch::Ancestors BeamSearch::living_ancestors() const {
  Ancestors living(depth_);
  if (depth_ > 0) living.back() = ancestors_[depth_ - 1];
  for (std::size_t d = depth_; d-- > 1;) {
    const auto& level = ancestors_[d - 1];
    std::vector<std::uint32_t> number(level.size());
    for (const Ancestor& child : living[d]) number[child.parent] = 1;
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (number[i] == 0) continue;
      number[i] = static_cast<std::uint32_t>(living[d - 1].size());
      living[d - 1].push_back(level[i]);
    }
    for (Ancestor& child : living[d]) child.parent = number[child.parent];
  }
  return living;
}

void BeamSearch::restore(std::string_view state) {
  ByteReader in(state);
  for (std::uint64_t* counter : counters(*this)) *counter = in.number();
  nodes_before_ = nodes_;
  rng_ = read_rng(in);
  best_ = read_optional(in, 4 * board_.cell_count());
  const std::size_t depth = in.number(puzzle_.cell_count());
  const bool in_pass = read_flag(in);
  if (passes_ > 0) {
    const std::uint64_t began = pass_began_;
    --passes_;
    begin_pass();
    pass_began_ = began;
  }
  begin_layer();
  if (depth > plan_.steps.size() || (in_pass && passes_ == 0)) in.refuse();
  if (!in_pass) {
    depth_ = depth;
    now_.count = 0;
    return in.end();
  }
  // The repair that follows a pass takes a share of its nodes: too many would be for ever.
  const std::uint64_t max_nodes = (depth + 1) * width_ * (2 + 4 * puzzle_.pieces.size()) + 2;
  if (pass_began_ > nodes_ || nodes_ - pass_began_ > max_nodes) in.refuse();
  while (depth_ < depth) {
    read_children(in);
    keep_children();
  }
  const std::size_t next = in.number(depth_ == plan_.steps.size() ? 0 : now_.count);
  in.end();
  while (next_ < next) expand(next_++);
}

void BeamSearch::read_children(ByteReader& in) {
  const auto parents = in.array<std::uint32_t>(), turned = in.array<std::uint32_t>();
  if (parents.empty() || parents.size() != turned.size() || parents.size() > width_) in.refuse();
  const auto& kind = of_kind_[static_cast<std::size_t>(step().kind)];
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const std::size_t parent = parents[i], piece = turned[i] / 4;
    if (parent >= now_.count || piece >= puzzle_.pieces.size()) in.refuse();
    const std::uint64_t free = now_.available[parent * words_ + piece / 64] & kind[piece / 64];
    if ((free >> piece % 64 & 1) == 0) in.refuse();
    const auto rotation = static_cast<std::uint8_t>(turned[i] % 4);
    const Word want = wanted(parent);
    const int cost = ConflictBoard::cost(want, board_.sides_of(static_cast<int>(piece), rotation));
    children_.push_back(evaluate(parent, static_cast<std::uint16_t>(piece), rotation, cost, want));
  }
}

Solution BeamSearch::board() const {
  if (now_.count == 0) return board_.solution();
  return {trace_back(least_conflicts())};
}

}  // namespace tesselle::edge::beam
