#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/cpu.hpp"
#include "edge/meet/hits.hpp"
#include "edge/meet/method.hpp"
#include "edge/meet/ring_boards.hpp"
#include "edge/meet/ring_split.hpp"
#include "edge/meet/workbenches.hpp"

namespace tesselle::edge::meet {

/// Framed puzzles with different pieces. Bottom halves are made and marked in a filter; top halves are made one after
/// the other and look in the filter for the bottom half that has all other pieces and fits along the cut; bottom halves
/// are made again and compared with the few top halves that passed. No half is stored, so memory holds the filter, the
/// lists of chains and what passed.
///
/// One corner piece stays in the top left corner (of a board that is not square: in the top row), or at the same place
/// of the board turned by half a turn, so that of each orbit of rotations one board is found. If the chains or the
/// filter do not fit into memory the work is done in parts: for some border pieces it is fixed whether they are in the
/// top half.
///
/// Each step is cut into the same tasks whatever the threads, and their results are put together in order.
///
/// Neither filter nor chains are saved. A restored search lists and marks the bottom halves of its part again, leaves
/// out the stems that were answered, if those were not the first that memory held, and makes the steps since then
/// again. So it needs the same nodes; but how much memory is held depends on what came before, so "most memory" may
/// be less than in a search that was not interrupted.
template <class Word>
class RingMethodOf final : public Method {
 public:
  /// Part of the work: border pieces that are in the top half, or are not.
  struct Part {
    RingSet in_top = 0, not_in_top = 0;
    std::size_t decided = 0;  ///< border pieces 0 …
    double share = 1;         ///< of the work
  };

  /// `split`: another cut than the best.
  RingMethodOf(const EdgePuzzle& puzzle, RingPuzzle ring, std::size_t memory,
               bool wide = supports(Instructions::avx512), std::optional<RingSplit> split = std::nullopt);

  /// Before the first step: does only this part, which is split if it does not fit into memory.
  void restrict_to(const Part& part);

  bool step() override;
  void use_threads(ParallelFor parallel) override { parallel_ = std::move(parallel); }
  std::uint64_t nodes() const override { return nodes_; }
  std::size_t found() const override { return found_.size(); }
  Solution board(std::size_t index) const override { return found_[index]; }
  bool one_of_each_orbit() const override { return true; }
  Statistics statistics() const override;
  std::optional<double> fraction() const override;
  std::string remark() const override { return split_.text(); }
  void save(ByteWriter& out) const override;
  void restore(ByteReader& in) override;
  bool catch_up() override;

 private:
  enum class Phase { list_bottoms, mark, list_stems, ask, answer };
  using Corners = std::pair<std::uint8_t, std::uint8_t>;  ///< left and right
  /// What came out of a task.
  struct Task {
    Chains chains;  ///< listed, or the stems of the hits
    Buffer<Hit<Word>> hits;
    std::vector<Meeting<Word>> meetings;
    std::uint64_t nodes = 0, tops = 0, bottoms = 0;
  };

  struct Counts {
    std::uint64_t nodes = 0, marked = 0, tops = 0, passed = 0, parts_done = 0, max_bytes = 0;
    double done = 0;
  };
  struct PartBegan {
    Counts counts;
    std::vector<Part> parts;
  };
  /// Stems that are listed and ask after others were answered.
  struct StemsBegan {
    Counts counts;
    std::size_t first = 0;  ///< beginning
    double answered_share = 0;
  };
  /// What is still to be done again.
  struct Again {
    std::optional<StemsBegan> stems;  ///< as soon as the bottom halves are marked
    std::uint64_t steps = 0;          ///< after that
  };
  Counts counts() const { return {nodes_, marked_, tops_, passed_, parts_done_, max_bytes_, done_}; }
  void set_counts(const Counts& counts);
  static void save(ByteWriter& out, const Counts& counts);
  static Counts read_counts(ByteReader& in);
  Part read_part(ByteReader& in) const;
  void remember();
  void next_part();
  void begin(Phase phase);
  bool list_chains(const ChainLister& lister, const std::vector<Corners>& corners, Portion portion, Chains& chains,
                   std::size_t max_bytes);
  std::size_t beginnings_at_a_time(const Chains& chains, std::size_t bytes_left) const;
  void list_bottoms();
  void list_stems();
  void mark();
  void ask();
  void answer();
  void after_answer();
  void clear_stems();
  double asked_share() const;

  template <class Work>
  bool for_groups(const Chains& chains, std::size_t chains_per_task, const Work& work);
  void gather(std::size_t tasks);
  double expected_words();
  void split_part(const Part& part);
  void split_and_leave();
  void end_part();
  bool can_split() const { return part_->decided < ring_.border.size(); }
  void note_memory();

  RowEnds possible_ends(std::span<const Chain> stems) const;
  void ask_group(Task& task, Workbench<Word>& bench, std::span<const Chain> stems) const;
  void gather_hits();
  bool all_stems_listed() const { return next_stems_ == stem_lister_.beginnings(); }
  void list_counterparts(Workbench<Word>& bench, std::span<const Chain> bottoms) const;
  void answer_group(Task& task, Workbench<Word>& bench, std::span<const Chain> bottoms) const;
  void meet(Task& task, const Hit<Word>& hit, std::span<const Chain> bottoms) const;

  EdgePuzzle puzzle_;
  RingPuzzle ring_;
  WordParts<Word> words_;
  std::size_t memory_;
  RingSplit split_;
  ParallelFor parallel_ = in_order;
  RowFiller<Word> rows_;
  ChainLister stem_lister_, bottom_lister_;
  Counterparts<Word> counterparts_;
  RingBoards<Word> boards_;
  std::vector<Corners> top_corners_, bottom_corners_;
  Workbenches<Word> benches_;
  std::vector<Task> tasks_;

  std::vector<Part> parts_{1};  ///< still to do
  std::optional<Part> part_;
  Phase phase_ = Phase::list_bottoms;
  std::size_t next_ = 0;              ///< beginning or chain
  std::size_t listed_ = 0;            ///< beginnings since the lists were empty
  std::size_t next_stems_ = 0;        ///< beginning of stems that are not listed yet
  std::size_t asked_stems_ = 0;       ///< chains that have asked, when answering begins
  std::size_t asked_beginnings_ = 0;  ///< whose stems have all asked
  double answered_share_ = 0;         ///< of the stems of the part
  Chains bottoms_, stems_;
  Chains hit_stems_;  ///< what hits belong to
  WordFilter<Word> filter_;
  Hits<Word> hits_;
  std::vector<Solution> found_;
  std::uint64_t nodes_ = 0, marked_ = 0, tops_ = 0, passed_ = 0, parts_done_ = 0;
  std::size_t max_bytes_ = 0;
  double done_ = 0;  ///< the shares of the parts that are

  PartBegan part_began_;
  std::optional<StemsBegan> stems_began_;  ///< since the part began
  std::uint64_t steps_ = 0;                ///< since either
  bool stems_begin_ = false;               ///< with the next step
  std::optional<Again> again_;
};

using RingMethod = RingMethodOf<Word64>;
using WideRingMethod = RingMethodOf<Word128>;

}  // namespace tesselle::edge::meet
