#include "search/solution_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/readable.hpp"
#include "puzzle/symmetry.hpp"
#include "run/gate.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {
namespace {

constexpr std::size_t longest_board = std::size_t{4} << 20;  // bytes that are enough for the first of many boards

/// The beginning of a file, whole lines only: lists of solutions can be large.
std::string beginning_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(longest_board, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() == longest_board) text.resize(std::min(text.rfind('\n'), text.size()));
  return text;
}

/// Calls `visit` with the first lines of a file, at most `count`; false if there are fewer.
template <class Visit>
bool visit_lines(const std::filesystem::path& file, std::uint64_t count, Visit visit) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!std::getline(stream, line) || stream.eof()) return false;  // the last line of a killed run may be half a line
    visit(line);
  }
  return true;
}

/// How many boards a list holds: one per line. A missing file holds none.
std::uint64_t boards_in(const std::filesystem::path& file) {
  if (is_device(file)) return 0;
  std::ifstream stream(file, std::ios::binary);
  std::uint64_t lines = 0;
  for (std::string line; std::getline(stream, line);) lines += line.find_first_not_of(" \t\r") != line.npos;
  return lines;
}

/// Does the file begin with these boards?
bool begins_with(const Puzzle& puzzle, const SymmetryGroup& group, const std::filesystem::path& file,
                 const SolutionFile::Earlier& earlier) try {
  std::uint64_t chain = 0;
  const auto add = [&](const std::string& line) {
    chain = board_chain(chain, group.key(read_solution(puzzle, line, file.string()).solution));
  };
  return visit_lines(file, earlier.boards, add) && chain == earlier.hash;
} catch (const InputError&) {
  return false;
}

/// What a killed run has left of the file takes the file's name if it has the boards and the file has not.
void recover(const Puzzle& puzzle, const std::filesystem::path& file, const SolutionFile::Earlier& earlier) {
  const SymmetryGroup group(puzzle);
  if (begins_with(puzzle, group, file, earlier)) return;
  for (const auto& left : left_behind(file)) {
    if (!begins_with(puzzle, group, left, earlier)) continue;
    std::filesystem::rename(left, file);
    return;
  }
  throw InputError({file.string()},
                   fmt::format("does not begin with the {} that the checkpoint counts: name the file of the earlier "
                               "part, or write only what is found from now on with --overwrite",
                               counted(earlier.boards, "board")));
}

bool same_file(const std::filesystem::path& a, const std::optional<std::filesystem::path>& b) {
  std::error_code ignored;
  return b && (a == *b || std::filesystem::equivalent(a, *b, ignored));
}

void require_free_checkpoint(const SearchRequest& request) {
  if (!request.checkpoint || request.overwrite || same_file(*request.checkpoint, request.resume)) return;
  const std::string file = request.checkpoint->string();
  if (std::filesystem::exists(*request.checkpoint))
    throw InputError({file}, fmt::format("this checkpoint exists: go on from it with --resume {}, or start over with "
                                         "--overwrite",
                                         file));
}

}  // namespace

void require_folder(const std::optional<std::filesystem::path>& file) {
  if (file) require_writable(*file);
}

void require_writable_folder(const std::optional<std::filesystem::path>& folder) {
  if (!folder) return;
  if (folder->empty()) throw InputError({"''"}, "expected the name of a folder");
  std::filesystem::path there = *folder / "";  // of its ancestors, the first that exists
  std::error_code ignored;
  do there = there.parent_path();
  while (there.has_relative_path() && !std::filesystem::exists(there, ignored));
  if (there.empty()) there = ".";
  if (!std::filesystem::is_directory(there, ignored))
    throw InputError({folder->string()}, there == *folder ? "found a file, expected a folder"
                                                          : "cannot be made: " + there.string() + " is not a folder");
  if (::access(there.c_str(), W_OK | X_OK) != 0)
    throw InputError({folder->string()}, fmt::format("cannot be written: {}", std::strerror(errno)));
}

void require_nothing_lost(const SearchRequest& request) {
  require_free_checkpoint(request);
  if (request.out && !request.overwrite) board_on_file(*request.puzzle, *request.out);
}

std::filesystem::path best_board_file(const Puzzle& puzzle) { return puzzle.name + "-best.json"; }

std::optional<Best> board_on_file(const Puzzle& puzzle, const std::filesystem::path& file) {
  if (!std::filesystem::exists(file) || is_device(file)) return std::nullopt;
  const std::string text = std::filesystem::is_regular_file(file) ? beginning_of(file) : "not a file";
  if (text.find_first_not_of(" \t\r\n") == text.npos) return std::nullopt;
  try {
    const Verdict verdict = verify(puzzle, read_solution(puzzle, text, file.string()).solution);
    if (verdict.legal()) return Best{verdict.score, verdict.max_score, verdict.conflicts};
  } catch (const InputError&) {  // one message for whatever else it is
  }
  throw InputError({file.string()}, fmt::format("exists and is not a board of '{}': choose another file for --out, or "
                                                "replace this one with --overwrite",
                                                puzzle.name));
}

bool is_device(const std::filesystem::path& file) {
  const auto status = std::filesystem::status(file);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

bool is_better(const Best& board, const Best& than) {
  return board.score > than.score || (board.score == than.score && board.conflicts < than.conflicts);
}

Solution load_start_board(const Puzzle& puzzle, const std::string& file) {
  const Solution board = load_solution(puzzle, file).solution;
  const Verdict verdict = verify(puzzle, board);
  if (!verdict.legal()) throw InputError({file}, "cannot be started from: " + summary(verdict));
  return board;
}

SolutionFile::SolutionFile(const Puzzle& puzzle, std::filesystem::path path, bool overwrite)
    : puzzle_(puzzle), file_(std::move(path)), before_(overwrite ? 0 : boards_in(file_.target())) {}

SolutionFile::SolutionFile(const Puzzle& puzzle, const std::filesystem::path& path, const Earlier& earlier)
    : puzzle_(puzzle), file_((recover(puzzle, path, earlier), path)) {
  visit_lines(path, earlier.boards, [&](const std::string& line) { write(line); });
}

/// A search that failed has found what it has found.
SolutionFile::~SolutionFile() {
  if (ended_ || boards_ == 0 || boards_ < before_) return;
  try {
    file_.cut_back_to(size_);
    file_.commit();
  } catch (const InputError&) {  // what ends the search is thrown already
  }
}

void SolutionFile::write(const std::string& line) {
  file_.write(line + "\n");
  size_ += line.size() + 1;
  ++boards_;
}

void SolutionFile::hear(const Event& event) {
  if (const auto* found = std::get_if<SolutionFound>(&event)) write(write_solution_json(puzzle_, found->record));
  const auto* finished = std::get_if<Finished>(&event);
  if (finished == nullptr) return;
  ended_ = true;
  const bool says_all = finished->status == Status::exhausted;
  if (!says_all && !is_device(file_.target()) && (boards_ == 0 || boards_ < before_)) return;
  file_.commit();
  written_ = true;
}

std::string SolutionFile::why_kept() const {
  if (!ended_ || written_ || before_ == 0) return "";
  return fmt::format("not written: {} holds {}, and this search found {}; --overwrite replaces it",
                     file_.target().string(), counted(before_, "board"), boards_ == 0 ? "none" : grouped(boards_));
}

BestBoardFile::BestBoardFile(const Puzzle& puzzle, std::filesystem::path path, bool overwrite)
    : puzzle_(puzzle), path_(std::move(path)) {
  if (!overwrite) before_ = board_on_file(puzzle_, path_);
}

void BestBoardFile::hear(const Event& event) {
  const auto* better = std::get_if<Improved>(&event);
  if (better == nullptr) return;
  const SolutionRecord& board = better->record;
  if (before_ && !is_better({board.score, board.max_score, board.conflicts}, *before_)) return;
  write_file_atomically(path_, write_solution_json(puzzle_, board) + "\n");
}

}  // namespace tesselle
