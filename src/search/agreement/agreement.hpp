#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "search/agreement/shrink.hpp"

/// The agreement machine: random small puzzles of both families and all lattices, each searched by every engine that
/// accepts it, with random options, threads, slices and interruptions; every answer is compared with brute force.
/// docs/selftest.md tells what is drawn and what is compared.
namespace tesselle {

struct AgreementRequest {
  std::uint64_t seed = 1;
  std::uint64_t first = 1;  ///< number of the first puzzle; seed and number give the puzzle and its trials
  std::optional<std::uint64_t> puzzles{};         ///< upper limit
  std::optional<double> seconds{};                ///< upper limit
  unsigned threads = 1;                           ///< puzzles at a time
  std::vector<std::string> engines{};             ///< only these; empty: all
  std::size_t max_failures = 10;                  ///< then it ends
  std::optional<std::filesystem::path> folder{};  ///< where failing cases are kept
};

/// What was done with one engine.
struct AgreementTally {
  std::uint64_t trials = 0;    ///< that agreed or did not
  std::uint64_t refused = 0;   ///< the engine is not made for the puzzle or the options
  std::uint64_t too_long = 0;  ///< not followed to the end
  double seconds = 0;          ///< of all its trials
};

/// A failing case after shrinking, and the file that keeps it.
struct KeptCase {
  FailingCase failing;
  std::uint64_t number = 0;  ///< of the puzzle it came from
  std::filesystem::path file{};
};

struct AgreementReport {
  std::uint64_t seed = 1, first = 1;
  std::uint64_t puzzles = 0;      ///< tried
  std::uint64_t next = 1;         ///< go on from this number
  std::uint64_t brute_force = 0;  ///< of these: compared with brute force, not with another engine
  std::uint64_t too_large = 0;    ///< drawn and left out
  std::uint64_t solvable = 0;
  std::uint64_t large = 0;  ///< besides: large puzzles, through whose trees a planted solution was followed
  std::map<std::pair<Family, std::string>, AgreementTally> engines;
  std::vector<KeptCase> failures;
  double seconds = 0;
};

/// Tries puzzles until a limit or a stop request comes. `tell` is called with every failure, one at a time.
AgreementReport check_agreement(const AgreementRequest& request, const std::function<void(const KeptCase&)>& tell = {},
                                std::stop_token stop = {});

/// A failing case as the text of a puzzle file whose remarks name the trial, and back. A puzzle file without such a
/// remark is tried with all engines. Returns what goes wrong.
std::string case_file(const FailingCase& failing);
std::vector<FailingCase> replay(const std::filesystem::path& file);

/// One line of JSON, without the newline.
std::string agreement_json(const AgreementReport& report);
std::string failure_json(const KeptCase& kept);

}  // namespace tesselle
