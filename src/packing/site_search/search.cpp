#include "packing/site_search/search.hpp"

#include <algorithm>
#include <limits>

#include "tesselle/errors.hpp"

namespace tesselle::packing::tiling {

TilingSearch::TilingSearch(const TilingTables& tables)
    : grid_(tables.grid()),
      shapes_(tables.shapes()),
      areas_(grid_),
      touched_(static_cast<std::size_t>(4 * grid_.block_count())) {
  for (int block = 0; block < grid_.block_count(); ++block) {
    x_of_.push_back(static_cast<std::uint8_t>(block % grid_.stride()));
    y_of_.push_back(static_cast<std::uint8_t>(block / grid_.stride()));
  }
}

void TilingSearch::set_root(const Board& free, std::span<const int> copies, std::span<const int> required) {
  free_ = free;
  middles_.assign(static_cast<std::size_t>(4 * grid_.block_count()), 0);
  for (PointNumber point = 8 * grid_.stride(); point < 4 * grid_.block_count() - 8 * grid_.stride(); ++point)
    if (kind_of(point) != PointKind::corner)
      middles_[static_cast<std::size_t>(point)] = static_cast<std::uint8_t>(grid_.star(free_, point));
  copies_.assign(copies.begin(), copies.end());
  required_.assign(required.begin(), required.end());
  free_area_ = free_sectors(free);
  required_area_ = 0;
  frames_.clear();
  path_.clear();
  spots_.clear();
  int smallest = std::max(1, free_area_);
  for (std::size_t piece = 0; piece < copies_.size(); ++piece) {
    const int sectors = shapes_.pieces()[piece].sectors;
    required_area_ += std::max(0, required_[piece]) * sectors;
    smallest = std::min(smallest, sectors);
  }
  depth_limit_ = static_cast<std::uint32_t>(free_area_ / smallest + 1);
}

void TilingSearch::flip(Spot spot) {
  shapes_.flip(free_, spot);
  std::uint8_t* middles = middles_.data() + 4 * spot.position;
  for (const ShapeTable::Middle& middle : shapes_.middles(shapes_[spot.shape]))
    middles[middle.point] = static_cast<std::uint8_t>(middles[middle.point] ^ middle.taken);
}

/// Into how many parts the piece divides the free surroundings, seen from its outline alone: the gaps around its
/// points, less the edges that join two of them.
int TilingSearch::parts_around(Spot spot) const {
  const ShapeTable::Shape& shape = shapes_[spot.shape];
  int parts = 0;
  for (const ShapeTable::Corner& corner : shapes_.corners(shape))
    parts += gaps_of(PointKind::corner, free_.stars[static_cast<std::size_t>(spot.position + corner.block)]).count;
  for (const ShapeTable::Middle& middle : shapes_.middles(shape)) {
    const PointNumber point = 4 * spot.position + middle.point;
    parts += gaps_of(kind_of(point), middles_[static_cast<std::size_t>(point)]).count;
  }
  for (const ShapeTable::Beyond& beyond : shapes_.beyonds(spot.shape))
    parts -= (free_.free[static_cast<std::size_t>(2 * spot.position + beyond.triangle)] & beyond.sector) != 0;
  return parts;
}

void TilingSearch::mark_outline(Spot spot) {
  if (++stamp_ == 0) {
    std::fill(touched_.begin(), touched_.end(), 0u);
    stamp_ = 1;
  }
  const ShapeTable::Shape& shape = shapes_[spot.shape];
  for (const ShapeTable::Corner& corner : shapes_.corners(shape))
    touched_[static_cast<std::size_t>(point_number(spot.position + corner.block, PointKind::corner))] = stamp_;
  for (const ShapeTable::Middle& middle : shapes_.middles(shape))
    touched_[static_cast<std::size_t>(4 * spot.position + middle.point)] = stamp_;
}

Box TilingSearch::box_of(Spot spot) const {
  const ShapeTable::Shape& shape = shapes_[spot.shape];
  const auto block = static_cast<std::size_t>(spot.position);
  return {x_of_[block], y_of_[block], static_cast<std::uint8_t>(x_of_[block] + shape.width - 1),
          static_cast<std::uint8_t>(y_of_[block] + shape.height - 1)};
}

namespace {

/// Views take sixteen bytes and at least as much again for free slots: 32 MB.
constexpr std::size_t view_limit = 1'000'000;

/// The search with sets of this many words.
template <int Words>
class SearchOf final : public TilingSearch {
 public:
  explicit SearchOf(const TilingTables& tables) : TilingSearch(tables), index_(grid_, shapes_) {}

  void start(const Board& free, std::span<const int> copies, std::span<const int> required) override;
  std::uint32_t open() override;
  void close() override;
  void undo() override;
  void put_down(Spot spot) override;
  Outlook outlook(Spot spot) override;

 private:
  struct Site {
    SiteAt at;
    int count = 0;            ///< of the known pieces
    PieceSet<Words> known;    ///< pieces left that can cover it
    PieceSet<Words> untried;  ///< pieces that perhaps can; some may be used by now
  };
  /// A node lists its sites; nodes below share those that stay as they are.
  struct Listed {
    Box box;  ///< of one way for each known piece
    std::uint32_t site = 0;
  };
  /// A narrow gap, up to 90 degrees, on the outline of the last piece.
  struct NarrowGap {
    SiteAt at;
    std::uint64_t key = 0;  ///< of its view
    const Pattern<Words>* pattern = nullptr;
    int pieces = 0;  ///< that can cover it as far as its pattern shows
    Spot first_way{};
  };
  bool can_be_tiled();
  bool survives(Spot spot);
  bool narrow_gaps_can_be_covered(Spot spot);
  void list_narrow_gaps(Spot spot);
  void list_narrow_gaps_at(PointNumber point, Star star);
  bool find_patterns();
  bool find_way(NarrowGap& gap);
  bool count_narrow_gaps();
  bool look_at_wide_gaps(Spot spot);
  bool look_at_point(PointNumber point, bool wide);
  bool look_at_all_points();
  bool keep_counted_sites(Spot spot);
  bool keep_other_sites(Spot spot);
  static Site without(Site site, std::size_t piece);
  bool look_at(Site site, Box box, bool known_stand);
  bool add(const Site& site, Box box);
  bool list(const Site& site, Listed listed);
  void try_pieces(Site& site, Box& box, const Pattern<Words>& pattern);
  void list_candidates();

  SiteIndex<Words> index_;
  PieceSet<Words> available_;
  std::vector<Site> sites_;
  std::vector<Listed> listed_;
  std::vector<NarrowGap> narrow_gaps_;
  std::uint32_t old_end_ = 0;        ///< where the list of the last open node ends
  SiteAt tightest_;                  ///< of the sites of the board just reached
  int fewest_ = 0;                   ///< known pieces of the tightest
  PieceSet<Words> tightest_pieces_;  ///< its known pieces, which are all: no other site stopped its count
};

template <int Words>
void SearchOf<Words>::start(const Board& free, std::span<const int> copies, std::span<const int> required) {
  set_root(free, copies, required);
  available_ = {};
  for (std::size_t piece = 0; piece < copies_.size(); ++piece)
    if (copies_[piece] > 0) available_.add(piece);
  sites_.clear();
  listed_.clear();
}

template <int Words>
std::uint32_t SearchOf<Words>::open() {
  const Frame frame{static_cast<std::uint32_t>(listed_.size()), static_cast<std::uint32_t>(sites_.size()),
                    static_cast<std::uint32_t>(spots_.size())};
  const bool alive = free_area_ > 0 && required_area_ <= free_area_ && can_be_tiled();
  frames_.push_back(frame);
  if (alive) list_candidates();
  return static_cast<std::uint32_t>(spots_.size()) - frame.first_spot;
}

template <int Words>
void SearchOf<Words>::close() {
  listed_.resize(frames_.back().first_listed);
  sites_.resize(frames_.back().first_site);
  spots_.resize(frames_.back().first_spot);
  frames_.pop_back();
}

template <int Words>
Outlook SearchOf<Words>::outlook(Spot spot) {
  const std::size_t sites = sites_.size(), listed = listed_.size();
  put_down(spot);
  fewest_ = 1;  // one piece for each site is enough
  Outlook result = Outlook::dead_end;
  if (solved())
    result = Outlook::solved;
  else if (free_area_ > 0 && required_area_ <= free_area_ && survives(spot))
    result = Outlook::open;
  sites_.resize(sites);
  listed_.resize(listed);
  undo();
  return result;
}

template <int Words>
void SearchOf<Words>::put_down(Spot spot) {
  flip(spot);
  path_.push_back(spot);
  const std::size_t piece = shapes_[spot.shape].piece;
  const int sectors = shapes_.pieces()[piece].sectors;
  if (--copies_[piece] == 0) available_.remove(piece);
  if (required_[piece]-- > 0) required_area_ -= sectors;
  free_area_ -= sectors;
}

template <int Words>
void SearchOf<Words>::undo() {
  const Spot spot = path_.back();
  path_.pop_back();
  flip(spot);
  const std::size_t piece = shapes_[spot.shape].piece;
  const int sectors = shapes_.pieces()[piece].sectors;
  if (copies_[piece]++ == 0) available_.add(piece);
  if (++required_[piece] > 0) required_area_ += sectors;
  free_area_ += sectors;
}

template <int Words>
bool SearchOf<Words>::can_be_tiled() {
  fewest_ = std::numeric_limits<int>::max();
  if (!frames_.empty()) return survives(path_.back());
  return areas_.all_multiples_of(shapes_.part_step(), free_.free) && look_at_all_points();
}

/// Questions in the order of their price and of what they refuse: seven nodes of ten end at a narrow gap.
template <int Words>
bool SearchOf<Words>::survives(Spot spot) {
  if (!narrow_gaps_can_be_covered(spot)) return false;
  mark_outline(spot);
  old_end_ = static_cast<std::uint32_t>(listed_.size());
  return keep_counted_sites(spot) && count_narrow_gaps() && keep_other_sites(spot) && look_at_wide_gaps(spot) &&
         (parts_around(spot) < 2 || areas_.all_multiples_of(shapes_.part_step(), free_.free));
}

/// Is there a piece for every narrow gap around a new piece? The likeliest dead end is looked at first: the gap that
/// fewest pieces can cover as far as its pattern shows.
template <int Words>
bool SearchOf<Words>::narrow_gaps_can_be_covered(Spot spot) {
  list_narrow_gaps(spot);
  if (!find_patterns()) return false;
  for (auto gap = narrow_gaps_.begin(); gap != narrow_gaps_.end(); ++gap) {
    std::iter_swap(gap, std::min_element(gap, narrow_gaps_.end(),
                                         [](const NarrowGap& a, const NarrowGap& b) { return a.pieces < b.pieces; }));
    if (!find_way(*gap)) return false;
  }
  return true;
}

/// False if there is a gap that no piece can cover.
template <int Words>
bool SearchOf<Words>::find_patterns() {
  for (NarrowGap& gap : narrow_gaps_) {
    gap.pattern = &index_.pattern_of(gap.key, free_, gap.at);
    gap.pieces = (gap.pattern->pieces & available_).size();
    if (gap.pieces == 0) return false;
  }
  return true;
}

template <int Words>
bool SearchOf<Words>::find_way(NarrowGap& gap) {
  bool found = false;
  index_.for_each_fit(*gap.pattern, free_, block_of(gap.at.point), available_, [&](Spot spot) {
    gap.first_way = spot;
    found = true;
    return Visit::stop;
  });
  return found;
}

template <int Words>
void SearchOf<Words>::list_narrow_gaps(Spot spot) {
  const ShapeTable::Shape& shape = shapes_[spot.shape];
  narrow_gaps_.clear();
  for (const ShapeTable::Corner& corner : shapes_.corners(shape)) {
    const int block = spot.position + corner.block;
    const Star star = free_.stars[static_cast<std::size_t>(block)];
    if (has_narrow_gap(PointKind::corner, star)) list_narrow_gaps_at(point_number(block, PointKind::corner), star);
  }
  for (const ShapeTable::Middle& middle : shapes_.middles(shape)) {
    const PointNumber point = 4 * spot.position + middle.point;
    const Star star = middles_[static_cast<std::size_t>(point)];
    if (has_narrow_gap(PointKind::middle_along, star)) list_narrow_gaps_at(point, star);
  }
}

template <int Words>
void SearchOf<Words>::list_narrow_gaps_at(PointNumber point, Star star) {
  const PointKind kind = kind_of(point);
  const Gaps& gaps = gaps_of(kind, star);
  for (std::size_t g = 0; g < gaps.count; ++g)
    if (gaps.gaps[g].length <= half_turn(kind) / 2) {
      const SiteAt site{point, gaps.gaps[g].first};
      narrow_gaps_.push_back({site, index_.fetch(free_, site)});
    }
}

/// The gaps are in the order of their tests: the tightest comes early, so the others need not be counted far.
template <int Words>
bool SearchOf<Words>::count_narrow_gaps() {
  for (const NarrowGap& gap : narrow_gaps_) {
    const std::size_t piece = shapes_[gap.first_way.shape].piece;
    Site site{gap.at, 1, {}, available_};
    site.known.add(piece);
    site.untried.remove_to(piece);
    Box box = box_of(gap.first_way);
    if (site.count < fewest_) try_pieces(site, box, *gap.pattern);
    if (!add(site, box)) return false;
  }
  return true;
}

template <int Words>
bool SearchOf<Words>::look_at_wide_gaps(Spot spot) {
  for (const ShapeTable::Corner& corner : shapes_.corners(shapes_[spot.shape]))
    if (!look_at_point(point_number(spot.position + corner.block, PointKind::corner), true)) return false;
  return true;
}

template <int Words>
bool SearchOf<Words>::look_at_point(PointNumber point, bool wide) {
  const PointKind kind = kind_of(point);
  const Gaps& gaps = gaps_of(kind, grid_.star(free_, point));
  const int shortest = wide ? half_turn(kind) / 2 + 1 : 1, end = wide ? half_turn(kind) : half_turn(kind) / 2 + 1;
  for (std::size_t g = 0; g < gaps.count; ++g)
    if (gaps.gaps[g].length >= shortest && gaps.gaps[g].length < end &&
        !look_at({{point, gaps.gaps[g].first}, 0, {}, available_}, {}, true))
      return false;
  return true;
}

template <int Words>
bool SearchOf<Words>::look_at_all_points() {
  for (PointNumber point = 8 * grid_.stride(); point < 4 * grid_.block_count() - 8 * grid_.stride(); ++point)
    if (!shapes_.closable(kind_of(point), grid_.star(free_, point)) || !look_at_point(point, false) ||
        !look_at_point(point, true))
      return false;
  return true;
}

/// The old sites whose pieces are all known and still fit: they cost nothing, and bound what the others need.
template <int Words>
bool SearchOf<Words>::keep_counted_sites(Spot spot) {
  const Box box = box_of(spot);
  const std::size_t piece = shapes_[spot.shape].piece;
  const bool used_up = !available_.has(piece);
  for (std::uint32_t l = frames_.back().first_listed; l < old_end_; ++l) {
    const Listed listed = listed_[l];
    const Site& site = sites_[listed.site];
    if (listed.box.meets(box) || touched(site.at.point) || site.untried.meets(available_)) continue;
    if (!(used_up && site.known.has(piece) ? add(without(site, piece), listed.box) : list(site, listed))) return false;
  }
  return true;
}

template <int Words>
bool SearchOf<Words>::keep_other_sites(Spot spot) {
  const Box box = box_of(spot);
  const std::size_t piece = shapes_[spot.shape].piece;
  const bool used_up = !available_.has(piece);
  for (std::uint32_t l = frames_.back().first_listed; l < old_end_; ++l) {
    const Listed listed = listed_[l];
    const Site& site = sites_[listed.site];
    if (touched(site.at.point)) continue;
    const bool stands = !listed.box.meets(box), loses = used_up && site.known.has(piece);
    if (stands && !site.untried.meets(available_)) continue;
    const bool kept = stands && !loses && site.count >= fewest_
                          ? list(site, listed)
                          : look_at(loses ? without(site, piece) : site, listed.box, stands);
    if (!kept) return false;
  }
  return true;
}

template <int Words>
auto SearchOf<Words>::without(Site site, std::size_t piece) -> Site {
  site.known.remove(piece);
  --site.count;
  return site;
}

/// Adds a site, with as many known pieces as it takes to see that it is not tighter than the tightest.
/// False if it has none.
template <int Words>
bool SearchOf<Words>::look_at(Site site, Box box, bool known_stand) {
  if (!known_stand || site.count < fewest_) {
    const auto& pattern = index_.pattern_at(free_, site.at);
    if (!known_stand) {
      const PieceSet<Words> untried = site.untried;
      site = {site.at, 0, {}, site.known};
      box = {};
      try_pieces(site, box, pattern);
      site.untried = site.untried | untried;
    }
    if (site.count < fewest_) try_pieces(site, box, pattern);
  }
  return add(site, box);
}

template <int Words>
bool SearchOf<Words>::add(const Site& site, Box box) {
  sites_.push_back(site);
  return list(site, {box, static_cast<std::uint32_t>(sites_.size() - 1)});
}

template <int Words>
bool SearchOf<Words>::list(const Site& site, Listed listed) {
  listed_.push_back(listed);
  if (site.count >= fewest_) return true;
  fewest_ = site.count;
  tightest_ = site.at;
  tightest_pieces_ = site.known;
  return site.count > 0;
}

/// Moves untried pieces to the known ones if they fit, until there are as many as the tightest site has.
template <int Words>
void SearchOf<Words>::try_pieces(Site& site, Box& box, const Pattern<Words>& pattern) {
  const PieceSet<Words> pieces = site.untried & available_;
  site.untried = {};
  index_.for_each_fit(pattern, free_, block_of(site.at.point), pieces, [&](Spot spot) {
    const std::size_t piece = shapes_[spot.shape].piece;
    site.known.add(piece);
    box.include(box_of(spot));
    if (++site.count < fewest_) return Visit::next_piece;
    site.untried = pieces;
    site.untried.remove_to(piece);
    return Visit::stop;
  });
}

/// The ways to cover the tightest site. A piece that did not fit further up does not fit now, nor does one that left a
/// gap which cannot be closed: the pieces placed since took corners of pieces out of that gap. So only the known
/// pieces are asked for their ways.
template <int Words>
void SearchOf<Words>::list_candidates() {
  index_.trim(view_limit);
  const auto& pattern = index_.pattern_at(free_, tightest_);
  index_.for_each_fit(pattern, free_, block_of(tightest_.point), tightest_pieces_, [&](Spot spot) {
    spots_.push_back(spot);
    return Visit::next_way;
  });
}

}  // namespace

std::unique_ptr<TilingSearch> make_tiling_search(const TilingTables& tables) {
  const std::size_t kinds = tables.shapes().pieces().size();
  if (kinds <= 64) return std::make_unique<SearchOf<1>>(tables);
  if (kinds <= 128) return std::make_unique<SearchOf<2>>(tables);
  if (kinds <= 256) return std::make_unique<SearchOf<4>>(tables);
  if (kinds <= max_piece_kinds) return std::make_unique<SearchOf<13>>(tables);
  throw InternalError("no tiling search for this many kinds of pieces");
}

}  // namespace tesselle::packing::tiling
