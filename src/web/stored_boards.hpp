#pragma once

#include <functional>
#include <stop_token>

#include "base/json.hpp"
#include "search/catalogue_selection.hpp"
#include "store/run_store.hpp"

namespace tesselle::web {

/// Which boards of a run are wanted.
struct BoardQuery {
  std::uint64_t from = 1;  ///< counted from 1 among those that pass the filters
  std::size_t count = 50;
  CatalogueFilters filters{};  ///< of a catalogue; `first` is not looked at
  bool filtered() const { return filters.composed || filters.every != 1 || !filters.pieces_at.empty(); }
};

/// The boards of a run: those in the store, then those on their way to it.
struct StoredBoards {
  const RunStore& store;
  std::int64_t run;
  std::string kind;  ///< of the events that they are in
  std::uint64_t total;
  std::vector<StoredEvent> unwritten;
  const Puzzle& puzzle;
  bool distinct;  ///< each stands for its symmetric copies

  /// {"total", "matching", "solutions"}. With filters all boards are looked at. Throws UsageError for bad filters.
  Json answer(const BoardQuery& query, const std::stop_token& stop) const;

 private:
  Json one_by_one(const BoardQuery& query) const;
  void for_each(std::uint64_t from, const std::function<bool(const StoredEvent&)>& use) const;
};

}  // namespace tesselle::web
