#include "cluster/collect.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <unordered_map>

#include "base/files.hpp"
#include "base/json.hpp"
#include "cluster/publish.hpp"
#include "cluster/report.hpp"
#include "search/solution_files.hpp"
#include "store/archive.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::cluster {
namespace {

constexpr std::size_t max_named_damage = 10;

/// The done units of one ledger, as trees: a unit that was split, and its parts.
struct LedgerTrees {
  std::unique_ptr<Ledger> ledger;
  PublishedSearch search;
  std::vector<DoneUnit> units;
  std::unordered_map<std::string, std::vector<std::size_t>>
      parts{};  ///< by the id of the unit that was split; "": roots
};

/// What one file knows about a unit of the published list.
struct TreeSum {
  bool complete = true;
  std::uint64_t done = 0;
  std::vector<std::size_t> members{};
};

class Collector {
 public:
  Collector(const std::vector<std::string>& ledgers, const CollectOptions& options) : options_(options) {
    for (const std::string& address : ledgers) read(address);
    result_.search = files_.front().search;
    set_ = openings_of(result_.search);
  }

  Collected execute() {
    if (const auto reason = refusal(result_.search)) damage(fmt::format("search {}: {}", result_.search.name, *reason));
    add_up();
    if (result_.damage.empty()) take_boards();
    if (result_.damage.empty()) write();
    return std::move(result_);
  }

 private:
  void damage(std::string what) {
    if (result_.damage.size() < max_named_damage) result_.damage.push_back(std::move(what));
  }

  void read(const std::string& address) {
    LedgerTrees file{std::make_unique<Ledger>(address, LedgerSettings{.patience = 0}), {}, {}};
    file.search = find_search(*file.ledger, options_.search);
    if (!files_.empty() && file.search.checksum != files_.front().search.checksum)
      throw UsageError(
          fmt::format("{} and {} hold different searches", files_.front().ledger->name(), file.ledger->name()));
    for (std::int64_t after = 0;;) {
      auto units = file.ledger->done_units(file.search.number, after);
      if (units.empty()) break;
      after = units.back().number;
      for (DoneUnit& unit : units) {
        if (unit.id != unit_id(file.search, unit.place, unit.budget) || unit.checksum != checksum_of(unit))
          damage(fmt::format("{}: the row of unit {} was changed", file.ledger->name(), unit.number));
        file.parts[unit.parent].push_back(file.units.size());
        file.units.push_back(std::move(unit));
      }
    }
    files_.push_back(std::move(file));
  }

  static TreeSum tree_below(const LedgerTrees& file, std::size_t root) {
    TreeSum sum;
    sum.members.push_back(root);
    for (std::size_t i = 0; i < sum.members.size(); ++i) {
      const DoneUnit& unit = file.units[sum.members[i]];
      const auto parts = file.parts.find(unit.id);
      const std::size_t done = parts == file.parts.end() ? 0 : parts->second.size();
      sum.complete &= done == unit.children;
      if (done > 0) sum.members.insert(sum.members.end(), parts->second.begin(), parts->second.end());
    }
    sum.done = sum.members.size();
    return sum;
  }

  /// Per published unit, the file that has all of it, or else the most of it.
  void add_up() {
    struct Choice {
      std::size_t file = 0;
      TreeSum tree;
    };
    std::map<std::string, Choice> chosen;
    for (std::size_t f = 0; f < files_.size(); ++f)
      for (const std::size_t root : files_[f].parts[""]) {
        TreeSum tree = tree_below(files_[f], root);
        const auto [known, first] = chosen.try_emplace(files_[f].units[root].id, Choice{f, tree});
        if (first) continue;
        ++result_.repeated;
        const TreeSum& before = known->second.tree;
        if (std::pair(tree.complete, tree.done) > std::pair(before.complete, before.done))
          known->second = {f, std::move(tree)};
      }
    counted_.resize(files_.size());
    for (const auto& [id, choice] : chosen) {
      result_.roots_done += choice.tree.complete;
      for (const std::size_t member : choice.tree.members) count(choice.file, member);
    }
    const PublishedSearch& search = result_.search;
    result_.nodes += search.top_nodes;
    result_.solutions += search.top_solutions;
    result_.distinct += search.top_distinct;
    result_.complete = search.units > 0 && result_.roots_done == search.units;
    for (const LedgerTrees& file : files_) look_for_missing(file);
  }

  void count(std::size_t f, std::size_t member) {
    const DoneUnit& unit = files_[f].units[member];
    result_.nodes += unit.nodes;
    result_.solutions += unit.solutions;
    result_.distinct += unit.distinct;
    counted_[f].emplace(unit.number, unit.boards);
  }

  /// Every part of a unit that was split must still be there, done or not.
  void look_for_missing(const LedgerTrees& file) {
    if (files_.size() > 1 || file.search.units == 0) return;  // a shard does not say how many units it was given
    std::uint64_t made = file.search.units;
    for (const DoneUnit& unit : file.units) made += unit.children;
    const std::uint64_t there = file.ledger->counts(file.search.number).all();
    if (made != there) damage(fmt::format("{}: {} units were made, {} are there", file.ledger->name(), made, there));
  }

  void take_boards() {
    const bool solutions = result_.search.aim != Aim::optimise;
    if (solutions && result_.search.aim != Aim::count)
      for (const SolutionRecord& board : top_boards(set_)) keep(board, write_solution_json(set_.puzzle, board));
    for (std::size_t f = 0; f < files_.size(); ++f) {
      std::map<std::int64_t, std::uint64_t> missing = counted_[f];
      std::int64_t after = 0;
      for (auto boards = next_boards(f, after); !boards.empty(); boards = next_boards(f, after)) {
        after = boards.back().number;
        for (const Ledger::StoredBoard& board : boards) {
          const auto unit = missing.find(board.unit);
          if (unit == missing.end()) continue;  // counted in another file
          check(f, board, solutions);
          if (unit->second > 0) --unit->second;
        }
      }
      for (const auto& [unit, left] : missing)
        if (left > 0) damage(fmt::format("{}: {} boards of unit {} are missing", files_[f].ledger->name(), left, unit));
    }
  }

  std::vector<Ledger::StoredBoard> next_boards(std::size_t f, std::int64_t after) {
    return files_[f].ledger->boards(files_[f].search.number, after);
  }

  void check(std::size_t f, const Ledger::StoredBoard& board, bool must_solve) {
    const std::string place = fmt::format("{}: board {}", files_[f].ledger->name(), board.number);
    try {
      SolutionRecord record = read_solution(set_.puzzle, board.json, place);
      const Verdict verdict = verify(set_.puzzle, record.solution);
      if (must_solve ? !verdict.solves() : !verdict.legal() || verdict.score != record.score)
        return damage(fmt::format("{} is refused: {}", place, summary(verdict)));
      record.score = verdict.score;
      record.max_score = verdict.max_score;
      record.conflicts = verdict.conflicts;
      keep(record, board.json);
    } catch (const InputError& error) {
      damage(error.what());
    }
  }

  void keep(const SolutionRecord& record, const std::string& json) {
    ++result_.boards;
    const Best worth{record.score, record.max_score, record.conflicts};
    if (!result_.best || is_better(worth, *result_.best)) result_.best = worth;
    lines_ += json + "\n";
    if (options_.archive) records_.push_back(record);
  }

  void write() {
    if (options_.out) write_file_atomically(*options_.out, lines_);
    if (!options_.archive) return;
    BoardArchive archive = BoardArchive::open(options_.archive->string());
    for (const SolutionRecord& record : records_) archive.add(set_.puzzle, record);
  }

  const CollectOptions& options_;
  std::vector<LedgerTrees> files_;
  Collected result_;
  OpeningSet set_;
  std::vector<std::map<std::int64_t, std::uint64_t>> counted_;  // per file: unit -> how many boards it has
  std::string lines_;
  std::vector<SolutionRecord> records_;
};

std::string_view status_of(const Collected& collected) {
  if (collected.search.aim == Aim::solve && collected.solutions > 0) return "solved";
  return collected.complete && collected.search.aim != Aim::optimise ? "exhausted" : "limit";
}

}  // namespace

int Collected::exit_code() const {
  if (!damage.empty()) return 2;
  if (search.aim == Aim::optimise) return boards > 0 ? 0 : 3;
  if (search.aim == Aim::solve && solutions > 0) return 0;
  if (!complete) return 3;
  return solutions > 0 ? 0 : 1;
}

Collected collect(const std::vector<std::string>& ledgers, const CollectOptions& options) {
  require_folder(options.out);
  require_folder(options.archive);
  try {
    return Collector(ledgers, options).execute();
  } catch (const LedgerLost& lost) {
    throw InputError({"--ledger"}, lost.what());
  }
}

std::string collected_json(const Collected& c) {
  Json json = {{"event", "collected"},
               {"name", c.search.name},
               {"puzzle", c.search.puzzle_name},
               {"hash", c.search.puzzle_hash},
               {"goal", aim_name(c.search.aim)},
               {"engine", c.search.engine},
               {"status", status_of(c)},
               {"solutions", c.solutions},
               {"distinct", c.distinct},
               {"nodes", c.nodes},
               {"boards", c.boards},
               {"repeated", c.repeated}};
  json["units"] = Json{{"done", c.roots_done}, {"all", c.search.units}};
  json["best"] =
      c.best ? Json{{"score", c.best->score}, {"max_score", c.best->max_score}, {"conflicts", c.best->conflicts}}
             : Json();
  json["damage"] = c.damage;
  json["exit"] = c.exit_code();
  return json.dump();
}

void make_shard(Ledger& from, unsigned index, unsigned count, const std::string& file) {
  Ledger::init(file);
  Ledger shard(file);
  std::set<std::string> known;
  for (const PublishedSearch& search : shard.searches()) known.insert(search.name);
  for (const PublishedSearch& search : from.searches()) {
    if (search.state != SearchState::open || known.contains(search.name)) continue;
    if (search.units == 0)
      throw UsageError(
          fmt::format("search {} has no end and cannot be cut into shards: publish it with --units", search.name));
    const auto all = from.published_units(search.number);
    std::vector<NewUnit> part;
    for (std::size_t u = index - 1; u < all.size(); u += count) part.push_back(all[u]);
    shard.publish(search, part);
  }
}

}  // namespace tesselle::cluster
