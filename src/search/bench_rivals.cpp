#include "search/bench_rivals.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "base/child_process.hpp"
#include "base/effort.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/readable.hpp"
#include "search/data_convert.hpp"
#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

const std::string file_mark = "{file}", count_mark = "{count}";

/// The file of rivals: a name in brackets, then its keys, one per line.
class RivalReader {
 public:
  explicit RivalReader(const std::string& file) : place_{file, 0, 0} {}

  std::vector<Rival> read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++place_.line;
      const std::string_view content = trimmed(line);
      if (!content.empty() && content.front() != '#') take_line(content);
    }
    finish_rival();
    if (rivals_.empty()) refuse("found no program, expected a line like [polycube]");
    return std::move(rivals_);
  }

 private:
  void take_line(std::string_view content) {
    if (content.front() == '[' && content.back() == ']') {
      finish_rival();
      rivals_.emplace_back().name = trimmed(content.substr(1, content.size() - 2));
      if (rivals_.back().name.empty()) refuse("found an empty name, expected one like [polycube]");
      return;
    }
    const auto equals = content.find('=');
    if (equals == std::string_view::npos) refuse("found neither [name] nor key = value");
    if (rivals_.empty()) refuse("found a key, expected the name of a program first: [polycube]");
    take_key(std::string(trimmed(content.substr(0, equals))), std::string(trimmed(content.substr(equals + 1))));
  }

  void take_key(const std::string& key, const std::string& value) {
    Rival& rival = rivals_.back();
    if (key == "command")
      rival.command = with_mark(value, file_mark);
    else if (key == "answer")
      rival.answer = with_mark(value, count_mark);
    else if (key == "format")
      rival.format = known_format(value);
    else if (key == "counts")
      rival.counts = symmetry_of(value);
    else if (key == "puzzles")
      rival.puzzles = words_of(value);
    else
      refuse(fmt::format("found key '{}', expected command, format, answer, counts or puzzles{}", key,
                         did_you_mean(key, keys())));
  }

  static std::vector<std::string> keys() { return {"command", "format", "answer", "counts", "puzzles"}; }

  std::string with_mark(const std::string& value, const std::string& mark) const {
    if (value.find(mark) == std::string::npos) refuse(fmt::format("found no {} in '{}'", mark, value));
    return value;
  }

  std::string known_format(const std::string& value) const {
    const auto formats = convert_formats();
    if (std::find(formats.begin(), formats.end(), value) == formats.end())
      refuse(fmt::format("found format '{}', expected one of {}", value, fmt::join(formats, ", ")));
    return value;
  }

  Symmetry symmetry_of(const std::string& value) const {
    if (value != "all" && value != "distinct") refuse(fmt::format("found '{}', expected all or distinct", value));
    return value == "all" ? Symmetry::all : Symmetry::distinct;
  }

  static std::vector<std::string> words_of(const std::string& value) {
    std::istringstream words(value);
    std::vector<std::string> list;
    for (std::string word; words >> word;) list.push_back(word);
    return list;
  }

  static std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
  }

  void finish_rival() const {
    if (rivals_.empty()) return;
    const Rival& rival = rivals_.back();
    const auto missing = rival.command.empty()   ? "command"
                         : rival.format.empty()  ? "format"
                         : rival.answer.empty()  ? "answer"
                         : rival.puzzles.empty() ? "puzzles"
                                                 : nullptr;
    if (missing) refuse(fmt::format("[{}] has no '{}'", rival.name, missing));
  }

  [[noreturn]] void refuse(const std::string& message) const { throw InputError(place_, message); }

  Place place_;
  std::vector<Rival> rivals_{};
};

/// The puzzle as a file that the rival reads; removed at the end.
class RivalFile {
 public:
  RivalFile(const Puzzle& puzzle, const std::string& format)
      : path_(std::filesystem::temp_directory_path() / fmt::format("tesselle-bench-{}.{}", ::getpid(), format)) {
    write_file_atomically(path_, converted(puzzle, {.format = format}, std::nullopt).text);
  }
  ~RivalFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  RivalFile(const RivalFile&) = delete;
  RivalFile& operator=(const RivalFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// One rival on one puzzle, run by run.
class Duel {
 public:
  Duel(const Rival& rival, const std::string& puzzle, double seconds)
      : rival_(rival), puzzle_(share(load_puzzle(puzzle))), file_(*puzzle_, rival.format), seconds_(seconds) {
    row_.puzzle = puzzle;
    row_.rival = rival.name;
  }

  /// False if it was stopped, or if another run is pointless.
  bool run_once(const std::stop_token& stop) { return run_ours(stop) && run_theirs(stop); }

  RivalRow result() const {
    RivalRow row = row_;
    if (row.ours && row.theirs) row.verdict = *row.ours == *row.theirs ? RivalVerdict::agrees : RivalVerdict::differs;
    return row;
  }

 private:
  bool run_ours(const std::stop_token& stop) {
    SearchRequest request;
    request.puzzle = puzzle_;
    request.goal = Goal::count;
    request.symmetry = rival_.counts;
    request.threads = 1;
    request.limits.seconds = seconds_;
    const EffortMeter meter;
    const Finished finished = search(request, {}, stop);
    note_time(row_.our_seconds, meter.cpu_seconds());
    row_.engine = finished.engine;
    if (finished.status != Status::exhausted)
      return give_up(fmt::format("ours did not finish in {}", readable_seconds(seconds_)));
    row_.ours = rival_.counts == Symmetry::all ? std::optional(finished.solutions) : finished.distinct;
    return row_.ours.has_value() || give_up(fmt::format("engine {} does not count distinct boards", finished.engine));
  }

  bool run_theirs(const std::stop_token& stop) {
    const ChildResult result =
        run_in_shell(replaced(rival_.command, file_mark, shell_word(file_.path())), seconds_, stop);
    note_time(row_.their_seconds, result.cpu_seconds);
    if (result.end == ChildEnd::too_slow)
      return give_up(fmt::format("{} did not finish in {}", rival_.name, readable_seconds(seconds_)));
    if (result.end == ChildEnd::stopped) return give_up("stopped");
    if (result.end == ChildEnd::crashed) return give_up(fmt::format("{} ended by signal {}", rival_.name, result.code));
    row_.theirs = rival_count(result.output, rival_.answer);
    if (row_.theirs) return true;
    return give_up(result.code == 0 ? fmt::format("{} printed nothing like '{}'", rival_.name, rival_.answer)
                                    : fmt::format("{} ended with exit code {}", rival_.name, result.code));
  }

  static std::string replaced(std::string text, const std::string& mark, const std::string& by) {
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
      text.replace(at, mark.size(), by);
    return text;
  }

  static void note_time(double& best, double seconds) { best = best > 0 ? std::min(best, seconds) : seconds; }

  bool give_up(std::string reason) {
    row_.reason = std::move(reason);
    row_.theirs.reset();
    return false;
  }

  const Rival& rival_;
  std::shared_ptr<const Puzzle> puzzle_;
  RivalFile file_;
  double seconds_;
  RivalRow row_{};
};

const char* verdict_name(RivalVerdict verdict) {
  switch (verdict) {
    case RivalVerdict::agrees:
      return "agrees";
    case RivalVerdict::differs:
      return "differs";
    case RivalVerdict::no_answer:
      break;
  }
  return "no answer";
}

/// Digits at the beginning, perhaps grouped by commas, and how many letters they take.
std::pair<std::optional<std::uint64_t>, std::size_t> leading_count(std::string_view text) {
  std::string digits;
  std::size_t length = 0;
  for (; length < text.size(); ++length) {
    const bool is_digit = text[length] >= '0' && text[length] <= '9';
    if (!is_digit && !(text[length] == ',' && !digits.empty())) break;
    if (is_digit) digits += text[length];
  }
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  const bool read = error == std::errc{} && end == digits.data() + digits.size() && !digits.empty();
  return {read ? std::optional(count) : std::nullopt, length};
}

}  // namespace

std::vector<Rival> read_rivals(std::string_view text, const std::string& file) { return RivalReader(file).read(text); }

std::optional<std::uint64_t> rival_count(std::string_view output, std::string_view answer) {
  const auto mark = answer.find(count_mark);
  const std::string_view before = answer.substr(0, mark), after = answer.substr(mark + count_mark.size());
  std::optional<std::uint64_t> last;
  for (std::size_t at = 0; at < output.size(); ++at) {
    if (output.compare(at, before.size(), before) != 0) continue;
    const std::size_t number = at + before.size();
    const bool inside_a_number = before.empty() && at > 0 && output[at - 1] >= '0' && output[at - 1] <= '9';
    if (number > output.size() || inside_a_number) continue;
    const auto [count, length] = leading_count(output.substr(number));
    if (count && output.compare(number + length, after.size(), after) == 0) last = count;
  }
  return last;
}

std::optional<double> RivalRow::ratio() const {
  if (verdict != RivalVerdict::agrees || our_seconds <= 0) return std::nullopt;
  return their_seconds / our_seconds;
}

bool run_against(const RivalRequest& request, const std::function<void(const RivalRow&)>& tell,
                 const std::stop_token& stop) {
  bool any = false;
  for (const Rival& rival : request.rivals)
    for (const std::string& puzzle : rival.puzzles) {
      if (!request.puzzle.empty() && puzzle != request.puzzle) continue;
      any = true;
      Duel duel(rival, puzzle, request.seconds);
      for (unsigned run = 0; run < request.runs && duel.run_once(stop); ++run) continue;
      if (stop.stop_requested()) return false;
      tell(duel.result());
    }
  if (!any) throw UsageError(fmt::format("bench: no program is asked for the puzzle '{}'", request.puzzle));
  return true;
}

std::string rival_json(const RivalRow& row) {
  Json json = {{"event", "rival"},
               {"puzzle", row.puzzle},
               {"rival", row.rival},
               {"engine", row.engine},
               {"verdict", verdict_name(row.verdict)},
               {"reason", row.reason},
               {"ours", row.ours},
               {"theirs", row.theirs},
               {"our_cpu_seconds", row.our_seconds},
               {"their_cpu_seconds", row.their_seconds},
               {"ratio", row.ratio()}};
  return json.dump();
}

}  // namespace tesselle
