#include "search/verdict_json.hpp"

#include "base/hash.hpp"
#include "base/json.hpp"

namespace tesselle {
namespace {

Json faults_json(const std::vector<Fault>& faults) {
  Json list = Json::list();
  for (const Fault& fault : faults) list.push_back(fault.what);
  return list;
}

std::string_view side_word(Side side) {
  constexpr std::array<std::string_view, 4> words = {"north", "east", "south", "west"};
  return words[static_cast<std::size_t>(side)];
}

/// The card in the puzzle's own names: cells "B2", pieces from 1, colours as the puzzle calls them.
class CardJson {
 public:
  CardJson(const EdgePuzzle& puzzle, const BoardCard& card) : puzzle_(puzzle), card_(card) {}

  Json json(const std::optional<BuiltInSet>& set) const {
    Json missing = Json::list();
    for (const PieceId piece : card_.missing) missing.push_back(piece.index() + 1);
    return {{"set", set ? Json(set->name) : Json()},
            {"whole_set", card_.whole_set()},
            {"pieces", puzzle_.pieces.size()},
            {"placed", puzzle_.cell_count() - card_.empty.size()},
            {"empty", cells(card_.empty)},
            {"strangers", cells(card_.strangers)},
            {"misnamed", cells(card_.misnamed)},
            {"repeated", repeated()},
            {"missing", std::move(missing)},
            {"rim_sides", card_.rim_sides},
            {"rim_faults", rim_faults()},
            {"clues_kept", card_.clues_kept()},
            {"clues", clues()},
            {"score", card_.score},
            {"max_score", card_.max_score},
            {"conflicts", clashes()}};
  }

 private:
  std::string cell(Square square) const { return square_name(puzzle_, square); }
  Json colour(const std::optional<Colour>& colour) const {
    return colour ? Json(puzzle_.colours[colour->index()]) : Json();
  }

  Json cells(const std::vector<Square>& squares) const {
    Json list = Json::list();
    for (const Square square : squares) list.push_back(cell(square));
    return list;
  }

  Json repeated() const {
    Json list = Json::list();
    for (const auto& piece : card_.repeated)
      list.push_back({{"piece", piece.piece.index() + 1}, {"cells", cells(piece.squares)}});
    return list;
  }

  Json rim_faults() const {
    Json list = Json::list();
    for (const auto& fault : card_.rim_faults)
      list.push_back({{"cell", cell(fault.square)}, {"side", side_word(fault.side)}, {"colour", colour(fault.colour)}});
    return list;
  }

  Json clues() const {
    Json list = Json::list();
    for (const auto& clue : card_.clues)
      list.push_back({{"cell", cell(clue.hint.square)},
                      {"piece", clue.hint.placed.piece.index() + 1},
                      {"rotation", clue.hint.placed.rotation},
                      {"kept", clue.kept}});
    return list;
  }

  Json clashes() const {
    Json list = Json::list();
    for (const auto& clash : card_.clashes)
      list.push_back({{"cell", cell(clash.square)},
                      {"side", side_word(clash.side)},
                      {"colour", colour(clash.here)},
                      {"other", cell(clash.other)},
                      {"other_colour", colour(clash.there)}});
    return list;
  }

  const EdgePuzzle& puzzle_;
  const BoardCard& card_;
};

}  // namespace

std::string verdict_json(const Judgement& judgement) {
  const Verdict& verdict = judgement.verdict;
  const Puzzle& puzzle = judgement.puzzle;
  const Json json = {{"event", "verdict"},
                     {"solves", verdict.solves()},
                     {"legal", verdict.legal()},
                     {"complete", verdict.complete},
                     {"score", verdict.score},
                     {"max_score", verdict.max_score},
                     {"conflicts", verdict.conflicts},
                     {"faults", faults_json(verdict.faults)},
                     {"shortfalls", faults_json(verdict.shortfalls)},
                     {"card", judgement.card ? CardJson(puzzle.edge(), *judgement.card).json(judgement.set) : Json()},
                     {"puzzle", puzzle.name},
                     {"hash", hex64(puzzle_hash(puzzle))}};
  return json.dump();
}

std::string proof_json(const ProofVerdict& verdict) {
  const Json json = {{"event", "proof"},         {"accepted", verdict.accepted},   {"clauses", verdict.clauses},
                     {"lemmas", verdict.lemmas}, {"deletions", verdict.deletions}, {"reason", verdict.reason}};
  return json.dump();
}

}  // namespace tesselle
