#include "search/solution_files.hpp"

#include <fmt/format.h>

#include "base/files.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"
#include "tesselle/verify.hpp"

namespace tesselle {

void require_folder(const std::optional<std::filesystem::path>& file) {
  if (!file) return;
  const auto folder = std::filesystem::absolute(*file).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw InputError({file->string()}, fmt::format("cannot be written: there is no folder {}", folder.string()));
}

std::filesystem::path best_board_file(const Puzzle& puzzle) { return puzzle.name + "-best.json"; }

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
  if (const auto* better = std::get_if<Improved>(&event)) write(better->record);
  if (std::holds_alternative<Finished>(event)) {
    stream_.close();
    std::filesystem::rename(partial_, path_);
  }
}

void BestBoardFile::hear(const Event& event) {
  if (const auto* better = std::get_if<Improved>(&event))
    write_file_atomically(path_, write_solution_json(puzzle_, better->record) + "\n");
}

}  // namespace tesselle
