#include <limits>

#include "edge/schedule/schedule_search.hpp"
#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::schedule {
namespace {

/// Two digits per byte: ledgers keep text.
std::string as_hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += {"0123456789abcdef"[value >> 4], "0123456789abcdef"[value & 15]};
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string bytes;
  if (text.size() % 2 != 0) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const std::size_t high = digits.find(text[i]), low = digits.find(text[i + 1]);
    if (high == digits.npos || low == digits.npos) return std::nullopt;
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

}  // namespace

/// Numbers that may be any.
template <class Search>
auto ScheduleSearch::counters(Search& search) {
  return std::array{&search.descents_.count, &search.descents_.nodes, &search.opening_nodes_, &search.finding_cost_,
                    &search.nodes_,          &search.debt_,           &search.rounds_,        &search.opened_,
                    &search.endgames_,       &search.mended_,         &search.mending_cost_,  &search.swarm_.family,
                    &search.swarm_.boards};
}

std::string ScheduleSearch::save() const {
  ByteWriter out;
  for (const std::uint64_t* counter : counters(*this)) out.number(*counter);
  edge::save(out, rng_);
  edge::save(out, best_);
  out.number(record_depth_);
  out.number(static_cast<std::uint64_t>(failures_));
  out.number(opening_depth_);
  out.number(opening_limit_);
  out.number(width_);
  out.number(wanted_);
  out.number(outright_);
  schedule::save(out, leftover_);
  palette_.save(out);
  selection_.save(out);
  harvest_.save(out);
  workshop_.save(out);
  profile_.save(out);
  descent_.save_allowance(out);
  out.number(growth_ != nullptr);
  out.number(openings_ != nullptr);
  if (openings_) openings_->save(out);
  out.number(descending_);
  if (descending_) descent_.save(out);
  return out.take();
}

void ScheduleSearch::restore(std::string_view state) {
  ByteReader in(state);
  const std::size_t length = course_.length(), longest = plan_.endgame_from() - 1;
  const auto max_conflicts = static_cast<int>(4 * length);
  for (std::uint64_t* counter : counters(*this)) *counter = in.number();
  nodes_before_ = nodes_;
  rng_ = read_rng(in);
  best_ = read_optional(in, max_conflicts);
  read_number(in, record_depth_, length);
  read_number(in, failures_);
  read_number(in, opening_depth_, longest);
  read_number(in, opening_limit_, longest);
  read_number(in, width_, settings_.width);
  read_number(in, wanted_, 2 * plan_.breaks);
  outright_ = read_flag(in);
  leftover_ = read_leftover(in, course_.puzzle);
  palette_ = Palette(course_.puzzle, share_left());
  palette_.restore(in);
  selection_.restore(in, opening_depth_, course_.length());
  harvest_.restore(in, max_conflicts);
  workshop_.restore(in, course_.puzzle);
  profile_.restore(in);
  descent_.restore_allowance(in);
  if (width_ == 0 || (outright_ && !best_)) in.refuse();
  restore_round(in);
  in.end();
  watch();
}

void ScheduleSearch::restore_round(ByteReader& in) {
  growth_.reset();
  openings_.reset();
  if (read_flag(in)) growth_ = std::make_unique<Growth>(course_, opening_depth_);
  if (read_flag(in)) {
    if (!growth_ || !best_ || !descent_.has_allowance()) in.refuse();
    openings_ = std::make_unique<Openings>(course_, *growth_, Openings::Request{width_, leftover_}, Rng());
    openings_->restore(in);
  }
  descending_ = read_flag(in);
  if (!descending_) return;
  if (openings_) in.refuse();
  descent_.restore(in, opening_depth_, plan_.endgame_from() - 1);
}

Lesson ScheduleSearch::lesson() const {
  if (!growth_ || palette_.most_room() == 0) return {};
  ByteWriter out;
  out.number(opening_depth_);
  palette_.save(out);
  return {palette_.most_room(), as_hex(out.take())};
}

void ScheduleSearch::study(std::string_view lesson) {
  const auto bytes = from_hex(lesson);
  if (!bytes) refuse_state();
  ByteReader in(*bytes);
  Studied studied{0, Palette(course_.puzzle, share_left())};
  read_number(in, studied.opening_depth, plan_.endgame_from() - 1);
  studied.palette.restore(in);
  in.end();
  studied_.push_back(std::move(studied));
}

Solution ScheduleSearch::board() const {
  EdgeBoard board{std::vector<std::optional<Placed>>(course_.length())};
  for (const EdgeHint& hint : course_.puzzle.hints) board.cells[hint.square.index()] = hint.placed;
  if (descending_) {
    const std::vector<Placed> laid = descent_.laid();
    for (std::size_t d = 0; d < laid.size(); ++d) board.cells[course_.stops[d].square.index()] = laid[d];
  } else if (openings_) {
    for (const auto& [stop, placed] : openings_->best_board()) board.cells[course_.stops[stop].square.index()] = placed;
  }
  return {course_.turned_back(board)};
}

}  // namespace tesselle::edge::schedule
