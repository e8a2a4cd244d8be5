#include "search/data_corollas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/json.hpp"
#include "edge/corolla_data/build.hpp"
#include "tesselle/errors.hpp"
#include "tesselle/search.hpp"

namespace tesselle {
namespace {

namespace grown = edge::corollas;

static_assert(max_corolla_radius == grown::max_radius);
static_assert(CorollasRequest{}.radius == grown::BuildSettings{}.radius);
static_assert(CorollasRequest{}.store_limit == grown::BuildSettings{}.store_limit);
static_assert(CorollasRequest{}.count_limit == grown::BuildSettings{}.count_limit);

std::string numbers_of_kind(const PieceKinds& kinds, std::size_t kind) {
  std::vector<std::size_t> numbers;
  for (const PieceId piece : kinds.members[kind]) numbers.push_back(piece.index() + 1);
  return fmt::format("{}", fmt::join(numbers, "="));
}

std::string frontier_name(const grown::Zone& zone, const grown::FrontierSide& frontier) {
  static constexpr std::array names = {"north", "east", "south", "west"};
  const grown::PatchCell& cell = zone.cells[frontier.cell];
  return fmt::format("({:+},{:+}) {}", cell.row, cell.column, names[static_cast<std::size_t>(frontier.side)]);
}

CorollaCentre corolla_centre(const grown::PatchPieces& pieces, const grown::CentreRecord& record) {
  const edge::OrientedKind& value = pieces[record.centre];
  CorollaCentre centre;
  centre.pieces = numbers_of_kind(pieces.kinds(), value.kind);
  centre.rotation = value.rotation;
  for (std::size_t side = 0; side < centre.sides.size(); ++side) centre.sides[side] = value.sides[side].value;
  centre.corollas = record.fillings;
  centre.all = record.all;
  for (const grown::SideCount& side : record.sides) centre.frontier.push_back({side.side, side.colour, side.count});
  return centre;
}

void count_corollas_of_zone(CorollaZone& zone, const grown::PatchPieces& pieces,
                            const std::vector<std::uint64_t>& counts) {
  zone.per_piece.resize(pieces.kinds().shape.size());
  for (std::size_t value = 0; value < counts.size(); ++value) {
    zone.per_piece[pieces[static_cast<grown::Value>(value)].kind] += counts[value];
    zone.corollas += counts[value];
    zone.centres_found += counts[value] > 0;
  }
}

CorollaZone corolla_zone(const grown::CorollaFile& file, std::size_t index) {
  const grown::Zone& place = file.map().zones[index];
  const grown::ZoneRecord& record = file.contents().zones[index];
  CorollaZone zone;
  zone.cells = static_cast<std::size_t>(std::count(file.map().zone.begin(), file.map().zone.end(), index));
  zone.patch = place.cells.size();
  for (const grown::FrontierSide& side : place.frontier) zone.frontier.push_back(frontier_name(place, side));
  zone.centres_allowed = file.pieces().on(place.cells[0].rim).size();
  count_corollas_of_zone(zone, file.pieces(), file.counts(index));
  zone.all = record.all();
  zone.fillings_kept = record.fillings_kept;
  for (const grown::CentreRecord& centre : record.centres)
    zone.centres.push_back(corolla_centre(file.pieces(), centre));
  return zone;
}

Json zone_as_json(const CorollaZone& zone, std::size_t number) {
  Json centres = Json::list();
  for (const CorollaCentre& centre : zone.centres) {
    Json sides = Json::list();
    for (const CorollaSideCount& side : centre.frontier) sides.push_back({side.side, side.colour, side.corollas});
    centres.push_back({{"pieces", centre.pieces},
                       {"rotation", centre.rotation},
                       {"corollas", centre.corollas},
                       {"all", centre.all},
                       {"frontier", sides}});
  }
  return {{"event", "zone"},
          {"zone", number},
          {"cells", zone.cells},
          {"patch", zone.patch},
          {"frontier", zone.frontier.size()},
          {"corollas", zone.corollas},
          {"all", zone.all},
          {"kept", zone.fillings_kept ? "fillings" : "counts"},
          {"centres", centres}};
}

}  // namespace

std::uint64_t CorollasSummary::corollas() const {
  return std::accumulate(zones.begin(), zones.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const CorollaZone& zone) { return sum + zone.corollas; });
}

bool CorollasSummary::all() const {
  return std::all_of(zones.begin(), zones.end(), [](const CorollaZone& zone) { return zone.all; });
}

std::size_t CorollasSummary::zones_counted_only() const {
  return static_cast<std::size_t>(
      std::count_if(zones.begin(), zones.end(), [](const CorollaZone& zone) { return !zone.fillings_kept; }));
}

std::optional<CorollasSummary> build_corollas(const Puzzle& puzzle, const std::filesystem::path& file,
                                              const CorollasRequest& request,
                                              const std::function<void(const CorollasProgress&)>& progress,
                                              const std::stop_token& stop) {
  if (puzzle.family() != Family::edge) throw UsageError("corollas: made for edge puzzles, this is a packing puzzle");
  const grown::BuildSettings settings{.radius = request.radius,
                                      .threads = request.threads == 0 ? default_threads() : request.threads,
                                      .store_limit = request.store_limit,
                                      .count_limit = request.count_limit};
  const auto pass_on = [&](const grown::BuildProgress& p) {
    if (progress) progress({p.zone + 1, p.zones, p.centres_done, p.centres});
  };
  if (grown::build_corollas(puzzle, file, settings, stop, pass_on) == grown::BuildEnd::stopped) return std::nullopt;
  return read_corollas(file);
}

CorollasSummary read_corollas(const std::filesystem::path& path) {
  const grown::CorollaFile file(path);
  CorollasSummary summary;
  summary.puzzle = file.contents().name;
  summary.radius = file.contents().radius;
  summary.width = file.map().width;
  summary.height = file.map().height;
  for (const std::uint32_t zone : file.map().zone) summary.zone_of_cell.push_back(zone + 1);
  const PieceKinds& kinds = file.pieces().kinds();
  for (std::size_t kind = 0; kind < kinds.shape.size(); ++kind) summary.pieces.push_back(numbers_of_kind(kinds, kind));
  for (std::size_t zone = 0; zone < file.map().zones.size(); ++zone) summary.zones.push_back(corolla_zone(file, zone));
  summary.bytes = file.size();
  return summary;
}

const CorollaZone& zone_of(const CorollasSummary& summary, std::size_t zone, const std::string& option) {
  if (zone == 0 || zone > summary.zones.size())
    throw UsageError(fmt::format("{}: found {}, the file has zones 1 to {}", option, zone, summary.zones.size()));
  return summary.zones[zone - 1];
}

std::string corollas_built_json(const CorollasSummary& summary, double seconds) {
  return Json{{"event", "built"},
              {"puzzle", summary.puzzle},
              {"radius", summary.radius},
              {"zones", summary.zones.size()},
              {"zones_counted_only", summary.zones_counted_only()},
              {"corollas", summary.corollas()},
              {"all", summary.all()},
              {"bytes", summary.bytes},
              {"seconds", seconds}}
      .dump();
}

std::vector<std::string> corollas_json(const CorollasSummary& summary) {
  std::vector<std::string> lines = {Json{
      {"event", "corollas"},
      {"puzzle", summary.puzzle},
      {"radius", summary.radius},
      {"width", summary.width},
      {"height", summary.height},
      {"zones", summary.zone_of_cell},
      {"bytes", summary.bytes}}.dump()};
  for (std::size_t z = 0; z < summary.zones.size(); ++z) lines.push_back(zone_as_json(summary.zones[z], z + 1).dump());
  return lines;
}

}  // namespace tesselle
