#include "search/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/envelope.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/rng.hpp"
#include "search/memory_unit_ledger.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

constexpr int certificate_version = 1;
constexpr std::uint32_t deepest_certified = 4096;
constexpr std::size_t largest_certificate = std::size_t{4} << 30;  // bytes

Json counts_json(std::uint64_t nodes, std::uint64_t solutions, std::uint64_t distinct) {
  return {{"nodes", nodes}, {"solutions", solutions}, {"distinct", distinct}};
}

std::string head_line(const Certificate& certificate) {
  const OpeningSet& set = certificate.set;
  const UnitTotals all = certificate.totals("");
  return Json{{"name", set.puzzle.name},
              {"puzzle", write_toml(set.puzzle)},
              {"engine", set.engine},
              {"options", set.options},
              {"symmetry", set.reduced ? "reduced" : "whole"},
              {"seed", set.seed},
              {"depth", set.depth},
              {"openings", set.openings.size()},
              {"above", counts_json(set.top_nodes, set.top_solutions, set.top_distinct)},
              {"total", counts_json(all.nodes, all.solutions, all.distinct)}}
      .dump();
}

void read_head(const Json& head, Certificate& certificate, const std::string& name) {
  OpeningSet& set = certificate.set;
  set.puzzle = read_toml(head.at("puzzle").text(), name);
  set.engine = head.at("engine").text();
  set.options = head.at("options").text();
  const std::string& symmetry = head.at("symmetry").text();
  if (symmetry != "reduced" && symmetry != "whole") throw JsonError("'symmetry': expected whole or reduced");
  set.reduced = symmetry == "reduced";
  set.seed = head.at("seed").count();
  set.depth = static_cast<std::uint32_t>(head.at("depth").count(deepest_certified));
  const Json& above = head.at("above");
  set.top_nodes = above.at("nodes").count();
  set.top_solutions = above.at("solutions").count();
  set.top_distinct = above.at("distinct").count();
}

void read_opening(const Json& line, Certificate& certificate) {
  TreePosition place{certificate.set.depth, {}, 0};
  for (const std::uint64_t choice : line.at("choices").counts()) {
    if (choice > UINT32_MAX) throw JsonError("'choices': a number is too large");
    place.choices.push_back(static_cast<std::uint32_t>(choice));
  }
  if (place.choices.size() != certificate.set.depth) throw JsonError("'choices': expected as many as the depth");
  certificate.set.openings.push_back({std::move(place), 0});
  certificate.results.push_back(
      {line.at("nodes").count(), line.at("solutions").count(), line.at("distinct").count(), 0});
}

/// Numbers of the openings to walk again, ascending.
std::vector<std::size_t> chosen_openings(const Certificate& certificate, const RecheckWanted& wanted) {
  if (wanted.parts == 0 || wanted.part == 0 || wanted.part > wanted.parts)
    throw UsageError(fmt::format("--part {}/{}: there is no such part", wanted.part, wanted.parts));
  std::vector<std::size_t> chosen;
  for (std::size_t i = wanted.part - 1; i < certificate.results.size(); i += wanted.parts) chosen.push_back(i);
  if (wanted.random && *wanted.random < chosen.size()) {
    Rng rng(wanted.seed);
    for (std::size_t i = 0; i < *wanted.random; ++i)
      std::swap(chosen[i], chosen[i + rng.below(static_cast<std::uint32_t>(chosen.size() - i))]);
    chosen.resize(*wanted.random);
    std::sort(chosen.begin(), chosen.end());
  }
  return chosen;
}

std::string difference(std::size_t opening, const UnitResult& claimed, const UnitResult& found) {
  if (claimed.nodes == found.nodes && claimed.solutions == found.solutions && claimed.distinct == found.distinct)
    return "";
  return fmt::format("opening {}: found {} nodes, {} solutions, {} distinct; expected {}, {} and {}", opening + 1,
                     found.nodes, found.solutions, found.distinct, claimed.nodes, claimed.solutions, claimed.distinct);
}

}  // namespace

UnitTotals Certificate::totals(const std::string& file) const {
  UnitTotals sum;
  sum.units = sum.done = results.size();
  sum.nodes = set.top_nodes;
  sum.solutions = set.top_solutions;
  sum.distinct = set.top_distinct;
  const auto add = [&](std::uint64_t& to, std::uint64_t more) {
    if (__builtin_add_overflow(to, more, &to)) throw InputError({file}, "its sums are too large");
  };
  for (const UnitResult& result : results) {
    add(sum.nodes, result.nodes);
    add(sum.solutions, result.solutions);
    add(sum.distinct, result.distinct);
  }
  return sum;
}

std::optional<Certificate> certificate_of(const OpeningSet& set, UnitLedger& ledger) {
  Certificate certificate{set, {}};
  auto* telling = dynamic_cast<TellsUnitResults*>(&ledger);
  if (telling == nullptr) throw UsageError("a certificate: this ledger does not tell what came out of each opening");
  for (auto& result : telling->unit_results()) {
    if (!result) return std::nullopt;
    certificate.results.push_back(std::move(*result));
  }
  if (certificate.results.size() != set.openings.size()) return std::nullopt;
  return certificate;
}

std::string certificate_text(const Certificate& certificate) {
  std::string text = head_line(certificate) + "\n";
  for (std::size_t i = 0; i < certificate.results.size(); ++i) {
    const UnitResult& result = certificate.results[i];
    Json line = {{"choices", certificate.set.openings[i].position.choices}};
    line.update(counts_json(result.nodes, result.solutions, result.distinct));
    text += line.dump() + "\n";
  }
  return text;
}

Certificate certificate_from_text(std::string_view text, const std::string& name) {
  Certificate certificate;
  std::uint64_t openings = 0, number = 0;
  Json total;
  try {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1);
      const Json line = Json::parse(text.substr(0, end));
      text.remove_prefix(end + 1);
      if (number++ == 0) {
        read_head(line, certificate, name);
        openings = line.at("openings").count();
        total = line.at("total");
      } else {
        read_opening(line, certificate);
      }
    }
    if (certificate.results.empty() || certificate.results.size() != openings)
      throw JsonError(fmt::format("expected {} openings, found {}", openings, certificate.results.size()));
    const UnitTotals sum = certificate.totals(name);
    if (total.at("nodes").count() != sum.nodes || total.at("solutions").count() != sum.solutions ||
        total.at("distinct").count() != sum.distinct)
      throw JsonError("the total is not the sum of the openings");
  } catch (const JsonError& error) {
    throw InputError({name}, fmt::format("is not a certificate that can be right: {}", error.what()));
  }
  return certificate;
}

void write_certificate(const std::string& path, const Certificate& certificate) {
  const Envelope envelope{"certificate", certificate_version, puzzle_hash(certificate.set.puzzle)};
  write_file_atomically(path, sealed(envelope, certificate_text(certificate)));
}

Certificate read_certificate(const std::string& path) {
  const std::string file = read_file(path, largest_certificate);
  const Unsealed found = unsealed(path, file, {"certificate", certificate_version, 0});
  Certificate certificate = certificate_from_text(found.contents, path);
  if (puzzle_hash(certificate.set.puzzle) != found.puzzle_hash)
    throw InputError({path}, "its first line names another puzzle");
  return certificate;
}

RecheckReport recheck(const std::string& path, const Certificate& certificate, const RecheckWanted& wanted,
                      const Subscriber& subscriber, std::stop_token stop) {
  const auto chosen = chosen_openings(certificate, wanted);
  check_tree(path, certificate.set);
  const auto all_units = units_of(certificate.set);
  std::vector<WorkUnit> units;
  for (const std::size_t opening : chosen) units.push_back(all_units[opening]);
  MemoryUnitLedger ledger(std::move(units));
  if (!chosen.empty())
    solve_openings(certificate.set, ledger, {.threads = wanted.threads, .limits = wanted.limits}, subscriber,
                   std::move(stop));
  RecheckReport report;
  report.wanted = chosen.size();
  const auto results = ledger.unit_results();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!results[i]) continue;
    ++report.checked;
    report.nodes += results[i]->nodes;
    report.solutions += results[i]->solutions;
    if (report.wrong.empty()) report.wrong = difference(chosen[i], certificate.results[chosen[i]], *results[i]);
  }
  return report;
}

std::string recheck_json(const Certificate& certificate, const RecheckReport& report) {
  const UnitTotals all = certificate.totals("");
  return Json{{"event", "recheck"},
              {"puzzle", certificate.set.puzzle.name},
              {"hash", hex64(puzzle_hash(certificate.set.puzzle))},
              {"engine", certificate.set.engine},
              {"openings", all.units},
              {"nodes", all.nodes},
              {"solutions", all.solutions},
              {"distinct", all.distinct},
              {"wanted", report.wanted},
              {"checked", report.checked},
              {"nodes_walked", report.nodes}}
      .dump();
}

std::pair<std::size_t, std::size_t> parse_part(const std::string& text) {
  std::pair<std::size_t, std::size_t> part{0, 0};
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto read = [&](std::size_t from, std::size_t to, std::size_t& number) {
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, number);
    return error == std::errc() && end == text.data() + to;
  };
  if (slash + 1 >= text.size() || !read(0, slash, part.first) || !read(slash + 1, text.size(), part.second) ||
      part.first == 0 || part.first > part.second)
    throw UsageError(fmt::format("--part '{}': expected K/N, such as 2/5", text));
  return part;
}

}  // namespace tesselle
