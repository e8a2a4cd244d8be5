#include "edge/meet/ring_method.hpp"
#include "edge/tables/saved_state.hpp"

namespace tesselle::edge::meet {

template <class Word>
void RingMethodOf<Word>::set_counts(const Counts& counts) {
  nodes_ = counts.nodes;
  marked_ = counts.marked;
  tops_ = counts.tops;
  passed_ = counts.passed;
  parts_done_ = counts.parts_done;
  max_bytes_ = counts.max_bytes;
  done_ = counts.done;
}

template <class Word>
void RingMethodOf<Word>::save(ByteWriter& out, const Counts& counts) {
  for (const std::uint64_t count :
       {counts.nodes, counts.marked, counts.tops, counts.passed, counts.parts_done, counts.max_bytes})
    out.number(count);
  save_real(out, counts.done);
}

template <class Word>
typename RingMethodOf<Word>::Counts RingMethodOf<Word>::read_counts(ByteReader& in) {
  Counts counts;
  for (std::uint64_t* count :
       {&counts.nodes, &counts.marked, &counts.tops, &counts.passed, &counts.parts_done, &counts.max_bytes})
    *count = in.number();
  counts.done = read_real(in);
  return counts;
}

template <class Word>
void RingMethodOf<Word>::save(ByteWriter& out) const {
  save(out, part_began_.counts);
  out.number(part_began_.parts.size());
  for (const Part& part : part_began_.parts) {
    out.number(part.decided);
    out.number(part.in_top);
    save_real(out, part.share);
  }
  out.number(stems_began_.has_value());
  if (stems_began_) {
    save(out, stems_began_->counts);
    out.number(stems_began_->first);
    save_real(out, stems_began_->answered_share);
  }
  out.number(steps_);
}

template <class Word>
typename RingMethodOf<Word>::Part RingMethodOf<Word>::read_part(ByteReader& in) const {
  Part part;
  read_number(in, part.decided, ring_.border.size());
  const RingSet decided = (RingSet{1} << part.decided) - 1;
  part.in_top = in.number();
  if ((part.in_top & ~decided) != 0) in.refuse();
  part.not_in_top = decided & ~part.in_top;
  part.share = read_real(in);
  return part;
}

template <class Word>
void RingMethodOf<Word>::restore(ByteReader& in) {
  set_counts(read_counts(in));
  parts_.clear();
  for (std::uint64_t count = in.number(); count > 0; --count) parts_.push_back(read_part(in));
  part_began_ = {counts(), parts_};
  again_ = Again();
  if (read_flag(in)) {
    again_->stems = StemsBegan();
    again_->stems->counts = read_counts(in);
    read_number(in, again_->stems->first, stem_lister_.beginnings());
    again_->stems->answered_share = read_real(in);
  }
  again_->steps = in.number();
}

template <class Word>
bool RingMethodOf<Word>::catch_up() {
  if (!again_) return false;
  if (again_->stems && !(part_ && phase_ == Phase::list_stems)) {
    if (!step() || !part_) refuse_state();
    return true;
  }
  if (again_->stems) {
    set_counts(again_->stems->counts);
    next_stems_ = asked_beginnings_ = again_->stems->first;
    answered_share_ = again_->stems->answered_share;
    stems_begin_ = true;
    again_->stems.reset();
    return true;
  }
  if (again_->steps == 0) {
    again_.reset();
    return false;
  }
  --again_->steps;
  if (!step() && again_->steps > 0) refuse_state();
  return true;
}

template void RingMethodOf<Word64>::save(ByteWriter&) const;
template void RingMethodOf<Word64>::restore(ByteReader&);
template bool RingMethodOf<Word64>::catch_up();
template void RingMethodOf<Word128>::save(ByteWriter&) const;
template void RingMethodOf<Word128>::restore(ByteReader&);
template bool RingMethodOf<Word128>::catch_up();

}  // namespace tesselle::edge::meet
