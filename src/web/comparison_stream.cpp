#include "web/comparison_stream.hpp"

#include <fmt/format.h>

#include "web/failure.hpp"
#include "web/file_options.hpp"

namespace tesselle::web {
namespace {

constexpr std::size_t max_compared_runs = 100, longest_label = 200;
constexpr auto sign_of_life = std::chrono::milliseconds(500);

Variant variant_from(const Json& json) {
  Variant variant{"", json.at("engine").text()};
  for (const auto& [key, value] : json.members()) {
    if (key == "label") variant.label = value.text();
    if (key == "options")
      for (const auto& [name, chosen] : value.members()) variant.options[name] = chosen.text();
    if (key != "label" && key != "options" && key != "engine")
      throw Refusal(400, fmt::format("variants: no key '{}' is known here", key));
  }
  if (variant.label.empty()) variant.label = variant.engine;
  if (variant.label.size() > longest_label) throw Refusal(400, "variants: 'label' is too long");
  refuse_file_options(variant.engine, variant.options);
  return variant;
}

/// Goal, symmetry, limits and target as in a search request.
SearchRequest common_part(const Json& body) {
  Json request = {{"puzzle", "girafe"}};
  for (const char* key : {"goal", "symmetry", "limits", "target"})
    if (const Json* value = body.find(key)) request[key] = *value;
  return request_from_json(request.dump());
}

}  // namespace

ComparisonRequest comparison_from(const Json& body, PuzzleShelf& shelf, double max_seconds) {
  const SearchRequest common = common_part(body);
  ComparisonRequest request;
  request.puzzles = {shelf.named_by(body.at("puzzle")).puzzle};
  for (const Json& variant : body.at("variants").items()) request.variants.push_back(variant_from(variant));
  request.seeds = {1};
  if (const Json* seeds = body.find("seeds")) {
    request.seeds.clear();
    for (const Json& seed : seeds->items()) request.seeds.push_back(seed.count());
  }
  if (request.seeds.size() > max_compared_runs / std::max<std::size_t>(request.variants.size(), 1))
    throw Refusal(400, fmt::format("expected at most {} runs", max_compared_runs));
  request.goal = common.goal;
  request.target = common.target;
  request.symmetry = common.symmetry;
  request.limits = common.limits;
  request.limits.seconds = std::min(request.limits.seconds.value_or(max_seconds), max_seconds);
  return request;
}

ComparisonStream::ComparisonStream(ComparisonRequest request, std::stop_token server_ends)
    : server_ends_(std::move(server_ends)) {
  require_comparable(request);
  thread_ = std::thread([this, request = std::move(request)] { run(request); });
}

ComparisonStream::~ComparisonStream() {
  stop_.request_stop();
  thread_.join();
}

void ComparisonStream::run(const ComparisonRequest& request) {
  try {
    const auto told = [&](const std::string&, const std::string& variant, const RunRow& row) {
      tell(run_json(row, variant));
    };
    tell(comparison_json(compare(request, told, stop_.get_token())));
  } catch (const std::exception& error) {
    tell(Json{{"event", "failed"}, {"message", error.what()}}.dump());
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  news_.notify_all();
}

void ComparisonStream::tell(std::string line) {
  const std::lock_guard lock(mutex_);
  waiting_ += std::move(line) + "\n";
  news_.notify_all();
}

bool ComparisonStream::go_on(const Writer& write) {
  if (server_ends_.stop_requested()) stop_.request_stop();
  std::string lines;
  bool ended = false;
  {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, sign_of_life, [&] { return ended_ || !waiting_.empty(); });
    lines.swap(waiting_);
    ended = ended_;
  }
  if (lines.empty()) lines = "\n";
  return write(lines) && !ended;
}

}  // namespace tesselle::web
