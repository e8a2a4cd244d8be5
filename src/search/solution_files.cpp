#include "search/solution_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.hpp"
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
  if (!file) return;
  const auto folder = std::filesystem::absolute(*file).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw InputError({file->string()}, fmt::format("cannot be written: there is no folder {}", folder.string()));
}

void require_nothing_lost(const SearchRequest& request) {
  require_free_checkpoint(request);
  if (request.out && !request.overwrite) board_on_file(*request.puzzle, *request.out);
}

std::filesystem::path best_board_file(const Puzzle& puzzle) { return puzzle.name + "-best.json"; }

std::optional<Best> board_on_file(const Puzzle& puzzle, const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
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

bool is_better(const Best& board, const Best& than) {
  return board.score > than.score || (board.score == than.score && board.conflicts < than.conflicts);
}

Solution load_start_board(const Puzzle& puzzle, const std::string& file) {
  const Solution board = load_solution(puzzle, file).solution;
  const Verdict verdict = verify(puzzle, board);
  if (!verdict.legal()) throw InputError({file}, "cannot be started from: " + summary(verdict));
  return board;
}

SolutionFile::SolutionFile(const Puzzle& puzzle, std::filesystem::path path)
    : puzzle_(puzzle), path_(std::move(path)), partial_(path_.string() + ".partial") {
  stream_.open(partial_, std::ios::trunc);
  if (!stream_) throw InputError({path_.string()}, "cannot be written");
}

void SolutionFile::write(const SolutionRecord& record) {
  stream_ << write_solution_json(puzzle_, record) << '\n' << std::flush;
  if (!stream_) throw InputError({partial_.string()}, "cannot be written");
}

void SolutionFile::hear(const Event& event) {
  if (const auto* found = std::get_if<SolutionFound>(&event)) write(found->record);
  if (std::holds_alternative<Finished>(event)) {
    stream_.close();
    std::filesystem::rename(partial_, path_);
  }
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
